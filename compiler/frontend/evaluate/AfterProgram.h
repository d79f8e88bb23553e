// SPDX-License-Identifier: Apache-2.0
// What is evaluated behind a program's last statement, as if it stood there.
#pragma once

#include <functional>

namespace tessera::frontend {

class Evaluator;

/// In `Evaluator::state`, set before `Evaluator::run`. `run` is called where the program ended without an exception;
/// one that it leaves pending is reported as the program's own.
struct AfterProgram {
  std::function<void(Evaluator &)> run;
};

} // namespace tessera::frontend
