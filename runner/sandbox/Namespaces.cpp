// SPDX-License-Identifier: Apache-2.0
// Namespaces: the process sees no other process, no network but a loopback that is down, no shared memory of others,
// and a file system that is empty. Root makes them with its rights; others need a namespace of users, which some
// systems keep for root.
#include "runner/sandbox/Walls.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera::runner;
using namespace tessera::runner::sandbox;

static bool writeFile(const char *path, const std::string &text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  bool written = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  int error = errno;
  if (file >= 0)
    close(file);
  errno = error;
  return written;
}

/// A namespace of users, where this one is `nobody`. Its rights in there are dropped with all others.
static bool enterUsers() {
  uid_t user = geteuid();
  gid_t group = getegid();
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); // else the files below are root's, where root has become another user
  return unshare(CLONE_NEWUSER) == 0 && writeFile("/proc/self/setgroups", "deny") &&
         writeFile("/proc/self/uid_map", "65534 " + std::to_string(user) + " 1") &&
         writeFile("/proc/self/gid_map", "65534 " + std::to_string(group) + " 1");
}

/// An empty file system in place of the one that is there, read only. Nothing is left to be opened, by whatever name.
static bool emptyRoot() {
  constexpr const char *place = "/tmp"; // any folder that there is
  return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=4k,nr_inodes=4,mode=0555") == 0 &&
         chdir(place) == 0 &&
         // Both names are one folder: the old root is then mounted over the new one, and goes.
         syscall(SYS_pivot_root, ".", ".") == 0 && umount2(".", MNT_DETACH) == 0 && chdir("/") == 0 &&
         mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) ==
             0;
}

/// Of this process, and so of those that it is split into.
static bool hasLeftNetwork = false;
/// A namespace of mounts that has an empty root; -1: each process makes its own.
static int readyRoot = -1;

void sandbox::leaveNetwork() { hasLeftNetwork = geteuid() == 0 && unshare(CLONE_NEWNET) == 0; }

/// By a child, since a process can't go back to the files that it has left.
static int openEmptyRoot() {
  int ready[2], file = -1;
  if (geteuid() != 0 || pipe2(ready, O_CLOEXEC) != 0)
    return -1;
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (unshare(CLONE_NEWNS) == 0 && emptyRoot())
      (void)!write(ready[1], "", 1);
    close(ready[0]);
    close(ready[1]);
    for (;;)
      pause();
  }
  close(ready[1]);
  char made;
  if (child > 0 && read(ready[0], &made, 1) == 1)
    file = open(("/proc/" + std::to_string(child) + "/ns/mnt").c_str(), O_RDONLY | O_CLOEXEC);
  close(ready[0]);
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  return file;
}

int sandbox::prepareRoot() { return readyRoot = openEmptyRoot(); }

void sandbox::leaveReadyRoot() {
  if (readyRoot >= 0)
    close(readyRoot);
  readyRoot = -1;
}

bool sandbox::hasRights() { return geteuid() == 0 && unshare(CLONE_NEWIPC | CLONE_NEWUTS) == 0; }

Namespaces sandbox::enterNamespaces(const Settings &settings, bool rights) {
  Namespaces result;
  std::string noUsers;
  if (!rights) {
    result.user = enterUsers();
    if (!result.user)
      noUsers = describeErrno("no namespace of users");
  }
  auto add = [&](const char *name, bool holds) {
    result.walls.push_back({name, holds, false,
                            holds             ? ""
                            : noUsers.empty() ? describeErrno("no namespace")
                                              : noUsers});
    return holds;
  };
  add("network", hasLeftNetwork || unshare(CLONE_NEWNET) == 0);
  add("ipc", rights || unshare(CLONE_NEWIPC | CLONE_NEWUTS) == 0); // with rights it is one already
  if (settings.gpu) {
    // Its driver finds its files by the process's number in /proc, and threads of its own may start processes.
    for (const char *name : {"processes", "root"})
      result.walls.push_back({name, false, false, "a GPU's driver needs the machine's"});
    return result;
  }
  result.processes = add("processes", unshare(CLONE_NEWPID) == 0);
  add("root",
      (rights && readyRoot >= 0 && setns(readyRoot, CLONE_NEWNS) == 0) || (unshare(CLONE_NEWNS) == 0 && emptyRoot()));
  return result;
}

/// The first process of a namespace: as long as it is there, there may be others. It goes with the one that waits.
static int keepNamespace(void *) {
  dieWithServer();
  syscall(SYS_close_range, 0, ~0u, 0);
  for (;;)
    pause();
}

/// Shares the memory of the process that waits for the one inside, and so costs no copy of it: both do nothing from
/// here on, and neither reads what a job has written.
static pid_t startFirst() {
  alignas(16) static char stack[16 << 10];
  return clone(keepNamespace, stack + sizeof stack, CLONE_VM | SIGCHLD, nullptr);
}

/// Ends as the process inside has ended, for the server to see, and the namespace with it.
[[noreturn]] static void endAs(pid_t inside, pid_t first) {
  // Its pipes end with it and not with this one.
  for (int file = 0; file < 3; ++file)
    close(file);
  int status = 0;
  while (waitpid(inside, &status, 0) < 0)
    if (errno != EINTR)
      _exit(1);
  kill(first, SIGKILL); // it may not yet have said that it wants to go with this one
  waitpid(first, nullptr, 0);
  if (!WIFSIGNALED(status))
    _exit(WEXITSTATUS(status));
  std::signal(WTERMSIG(status), SIG_DFL);
  kill(getpid(), WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

bool sandbox::continueInside() {
  pid_t first = startFirst();
  // The second one, as signals that the first one of a namespace sends to itself are not delivered.
  pid_t inside = first < 0 ? -1 : fork();
  if (inside > 0)
    endAs(inside, first);
  if (inside < 0) {
    if (first > 0)
      kill(first, SIGKILL);
    return false;
  }
  dieWithServer();
  return true;
}
