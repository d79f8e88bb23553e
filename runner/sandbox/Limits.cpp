// SPDX-License-Identifier: Apache-2.0
// What the kernel counts: time, memory, threads, bytes of files.
#include "runner/sandbox/Walls.h"
#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace tessera::runner;
using namespace tessera::runner::sandbox;

/// False where a limit of this kind can't be had. The kernel tells of `most` and enforces `grace` more.
static bool limit(__rlimit_resource resource, rlim_t most, rlim_t grace = 0) {
  rlimit limits{};
  if (getrlimit(resource, &limits) != 0)
    return false;
  limits.rlim_max = std::min(most + grace, limits.rlim_max);
  limits.rlim_cur = std::min(most, limits.rlim_max);
  return setrlimit(resource, &limits) == 0;
}

void sandbox::dieWithServer() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have died before the line above. A parent's number would not tell: a server may be the first process of a
  // container, and one outside of a namespace of processes has none.
  pollfd out{1, 0, 0};
  if (poll(&out, 1, 0) > 0 && (out.revents & POLLERR))
    _exit(1);
}

void sandbox::limitCost(const Settings &settings) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<rlim_t>(settings.cpuSeconds), 2); // SIGXCPU says why; SIGKILL comes after
  // A GPU's driver reserves address space for all of the machine's memory, so this one is for the CPU's devices.
  if (settings.memoryBytes > 0 && !settings.gpu)
    limit(RLIMIT_AS, static_cast<rlim_t>(settings.memoryBytes) + (rlim_t(2) << 30));
  (void)!nice(5); // the server answers first
  // Where the machine's memory ends, this process goes and not the server.
  if (int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); file >= 0) {
    (void)!write(file, "1000", 4);
    close(file);
  }
}

Wall sandbox::limitResources(const Settings &settings, bool ownUser) {
  Wall wall{"limits", true, true, ""};
  auto set = [&](__rlimit_resource resource, rlim_t most, const char *what) {
    if (limit(resource, most))
      return;
    wall.holds = false;
    wall.why = describeErrno(what);
  };
  // Counted by user, so that a limit would count the server's own processes, too, where the user is the same. Threads
  // then have the limit on memory alone; other processes can't be started in any case.
  if (ownUser)
    set(RLIMIT_NPROC, 512, "threads"); // the code generator takes two a core
  set(RLIMIT_FSIZE, 0, "size of files"); // pipes are none
  set(RLIMIT_NOFILE, settings.gpu ? 4096 : 64, "open files");
  if (!settings.gpu)
    set(RLIMIT_MEMLOCK, 0, "locked memory");
  set(RLIMIT_MSGQUEUE, 0, "message queues");
  return wall;
}
