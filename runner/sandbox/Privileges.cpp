// SPDX-License-Identifier: Apache-2.0
// Who the process is, and that it can't become anybody else.
#include "runner/sandbox/Walls.h"
#include <cerrno>
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace tessera::runner;
using namespace tessera::runner::sandbox;

/// Numbers that neither systems nor containers give out. One a process: users are counted apart, and may not touch each
/// other's processes.
static constexpr uid_t firstOwnUser = 0x70000000, nobody = 65534;

static bool become(uid_t user) { return setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0; }

Wall sandbox::changeUser() {
  Wall wall{"user", true, true, ""};
  if (geteuid() != 0)
    return wall;
  if (setgroups(0, nullptr) == 0 && (become(firstOwnUser + static_cast<uid_t>(getpid())) || become(nobody)))
    return wall;
  wall.holds = false;
  wall.why = describeErrno("root, since no other can be had");
  return wall;
}

Wall sandbox::dropPrivileges() {
  Wall wall{"privileges", true, true, ""};
  // The bounding set may be shrunk by those with rights alone; without any, no new privileges are enough.
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  if (syscall(SYS_capset, &header, none) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) {
    wall.holds = false;
    wall.why = describeErrno("they stay");
  }
  return wall;
}
