// SPDX-License-Identifier: Apache-2.0
// Walls around a job's process, put up by the process itself before it reads a byte of a stranger: after that it
// computes and writes to the pipes that it has, and nothing else. Several walls, each of which would do alone for most
// attempts, since which of them hold depends on the kernel, on the user and on the container. See "The sandbox" in
// runner/README.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::runner::sandbox {

enum class Mode {
  require, // nothing runs unless all that matters holds
  attempt, // `try`: what does not hold here is told
  off,     // limits of time and memory alone
};

std::optional<Mode> parseMode(std::string_view text);
std::string_view getText(Mode mode);

struct Settings {
  Mode mode = Mode::attempt;
  bool gpu = false;                   // a driver's files, calls and address space are allowed for
  std::vector<std::string> libraries; // of a GPU's driver: folders from which it loads more
  int64_t memoryBytes = 0;            // of arrays, beside what the process needs itself; 0: no limit
  int64_t cpuSeconds = 70;
  bool notes = false; // with `gpu`: what is refused is kept for `takeRefused`, and costs more
};

/// One wall: whether it stands, and if not, why.
struct Wall {
  std::string name;
  bool holds = false;
  bool matters = true; // `require` refuses without it
  std::string why;     // what it lacks
};

/// What stands around this process.
struct Report {
  Mode mode = Mode::off;
  std::vector<Wall> walls;
  bool holds() const; // all that matters
  /// `files (..), network, ipc (..)`: those that do not stand, or those of them that matter, with reasons; empty: all
  /// do.
  std::string describeLacking(bool all = true) const;
};

/// For a process that others are split off, before it has threads: takes it out of the machine's network, where it has
/// the right to. Its children then share one network that is empty, in place of one each, which the kernel takes some
/// milliseconds to make and to unmake.
void leaveNetwork();
/// For such a process, too: makes what is the same for all of its children once. That is the list of system calls as
/// the kernel takes it and, where it has the right to, an empty root that nothing can be written to. Answers the
/// descriptor that its children have to inherit for that, which `enter` closes; -1: none.
int prepare();

/// Puts the walls up around the calling process, which has one thread and keeps no descriptor that it does not need.
/// Where there are namespaces of processes it returns in a child; the caller's own process then waits for that one,
/// ends as it ended, and never returns. What the process loads later (libraries, files) it does not get, but for a
/// GPU's driver.
///
/// A system call that is not on the list ends the process by SIGSYS, with its name on stderr. Looking for files fails
/// with an errno instead: libraries look for files that they can do without.
Report enter(const Settings &settings);

/// What the walls refused to this process's driver since `enter` with `notes`: names of system calls by
/// their number, and paths of files in the order in which it asked, each once. A driver does without some of them.
struct Refused {
  std::vector<std::string> calls, files;
};
Refused takeRefused();

} // namespace tessera::runner::sandbox
