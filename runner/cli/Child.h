// SPDX-License-Identifier: Apache-2.0
// Another command of this binary in a process of its own: a crash there is that command's result.
#pragma once

#include "runner/Result.h"
#include <string>
#include <vector>

namespace tessera::runner::cli {

/// How it ended: by itself with `code`, by `signal`, or since its time was over.
struct ChildEnd {
  int code = 0, signal = 0;
  bool isOverdue = false;
  double seconds = 0; // that it took
};

/// Runs `tessera ARGUMENT..` to its end, with nothing on its stdin. Its stdout is ours, or our stderr. An interrupt of
/// this process is handed on, and waited for. The problem is that no process could be made.
Result<ChildEnd> runChild(const std::vector<std::string> &arguments, bool sendsOutputToStderr, double mostSeconds);

} // namespace tessera::runner::cli
