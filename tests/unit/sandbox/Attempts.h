// SPDX-License-Identifier: Apache-2.0
// Ways out of a sandbox: what code that has taken over a job's process would try.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace tessera::runner::sandbox {

struct Attempt {
  std::string name;
  /// True if it worked. Runs in a process of its own, which may also end by a signal; `errno` says why it did not work.
  bool (*run)();
  /// Whether it works, and harms nobody, for a process without a sandbox on any machine: then a test sees it work.
  bool worksOutside = true;
  /// Whether a GPU's driver may do it.
  bool driversMay = false;
};

inline std::ostream &operator<<(std::ostream &os, const Attempt &attempt) { return os << attempt.name; }

extern const std::vector<Attempt> attempts;

/// What attempts are made on, from outside: made by the test before them. `secret` is a file that others must not read,
/// `outside` a process, `port` one that is listened on.
struct Surroundings {
  std::string folder, secret;
  int outside = 0, port = 0;
};
extern Surroundings surroundings;

} // namespace tessera::runner::sandbox
