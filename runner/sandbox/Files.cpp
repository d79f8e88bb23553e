// SPDX-License-Identifier: Apache-2.0
// Landlock, by its system calls: what is opened from here on must be below a folder of the list, which is empty but for
// a GPU's driver. Whatever this kernel's Landlock knows to refuse is refused; its version says what that is.
#include "runner/sandbox/Walls.h"
#include <cerrno>
#include <fcntl.h>
#include <linux/types.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace tessera::runner;
using namespace tessera::runner::sandbox;

namespace {
// As in linux/landlock.h of version 6: that of the building machine may be older than the kernel that this runs on.
struct Ruleset {
  __u64 files, ports, scopes;
};
struct __attribute__((packed)) PathRule {
  __u64 allowed;
  __s32 folder;
};
constexpr unsigned versionFlag = 1, pathRule = 1;
constexpr __u64 executeFile = 1 << 0, writeFile = 1 << 1, readFile = 1 << 2, readFolder = 1 << 3,
                controlDevice = 1 << 15;
constexpr __u64 onFiles = executeFile | writeFile | readFile | controlDevice; // the others are for folders

/// What a driver opens: its devices for all, libraries and what the kernel says of the machine for reading.
struct Allowed {
  const char *path;
  __u64 rights;
};
constexpr __u64 reading = readFile | readFolder, device = readFile | writeFile | controlDevice;
constexpr Allowed driverFiles[] = {{"/dev/nvidiactl", device},
                                   {"/dev/nvidia-uvm", device},
                                   {"/dev/nvidia-uvm-tools", device},
                                   {"/dev/nvidia-modeset", device},
                                   {"/dev/nvidia-caps", device | readFolder},
                                   {"/dev/nvidia-caps-imex-channels", device | readFolder},
                                   {"/dev/dxg", device}, // the GPU of a Windows host
                                   {"/dev/null", readFile | writeFile},
                                   {"/dev/zero", readFile},
                                   {"/proc/self", reading},
                                   {"/proc/self/task", reading | writeFile}, // CUDA gives its threads names
                                   {"/proc/driver", reading},
                                   {"/proc/devices", readFile},
                                   {"/proc/modules", readFile},
                                   {"/proc/cpuinfo", readFile},
                                   {"/proc/meminfo", readFile},
                                   {"/proc/stat", readFile},
                                   {"/proc/version", readFile},
                                   {"/proc/filesystems", readFile},
                                   {"/proc/sys/vm", reading},
                                   {"/sys/devices", reading},
                                   {"/sys/bus", reading},
                                   {"/sys/class", reading},
                                   {"/sys/module/nvidia", reading},
                                   {"/sys/module/nvidia_uvm", reading},
                                   {"/lib", reading | executeFile},
                                   {"/lib64", reading | executeFile},
                                   {"/usr/lib", reading | executeFile},
                                   {"/usr/lib64", reading | executeFile},
                                   {"/usr/local/nvidia", reading | executeFile},
                                   {"/usr/local/cuda", reading | executeFile},
                                   {"/run/nvidia", reading | executeFile},
                                   {"/etc/ld.so.cache", readFile},
                                   {"/etc/nvidia", reading},
                                   {"/usr/share/nvidia", reading}};
} // namespace

static __u64 handledFiles(long version) {
  __u64 rights = (1 << 13) - 1;
  if (version >= 2)
    rights |= 1 << 13; // links and renames between folders
  if (version >= 3)
    rights |= 1 << 14; // truncation
  if (version >= 5)
    rights |= controlDevice;
  return rights;
}

static void allow(int ruleset, const std::string &path, __u64 rights) {
  int folder = open(path.c_str(), O_PATH | O_CLOEXEC);
  struct stat status{};
  if (folder < 0 || fstat(folder, &status) != 0)
    return; // a machine without this file
  PathRule rule{S_ISDIR(status.st_mode) ? rights : rights & onFiles, folder};
  syscall(SYS_landlock_add_rule, ruleset, pathRule, &rule, 0);
  close(folder);
}

Wall sandbox::closeFiles(const Settings &settings) {
  Wall wall{"files", false, true, ""};
  long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, versionFlag);
  if (version < 0) {
    wall.why = describeErrno("no Landlock");
    return wall;
  }
  Ruleset rules{handledFiles(version), version >= 4 ? 3u : 0u, version >= 6 ? 3u : 0u};
  size_t size = version >= 6 ? sizeof rules : version >= 4 ? 2 * sizeof(__u64) : sizeof(__u64);
  int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0));
  if (settings.gpu && ruleset >= 0) {
    for (const Allowed &allowed : driverFiles)
      allow(ruleset, allowed.path, allowed.rights & rules.files);
    for (const std::string &folder : settings.libraries)
      allow(ruleset, folder, (reading | executeFile) & rules.files);
    for (int card = 0; card < 64; ++card)
      allow(ruleset, "/dev/nvidia" + std::to_string(card), device & rules.files);
  }
  wall.holds = ruleset >= 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  if (!wall.holds)
    wall.why = describeErrno("Landlock refuses");
  if (ruleset >= 0)
    close(ruleset);
  return wall;
}
