// SPDX-License-Identifier: Apache-2.0
// Set-up that several cases share, and its tear-down where its scope ends: `setUpModule`, `setUpClass`, fixtures of a class or of the file.
#pragma once

#include "compiler/frontend/library/testing/RunCase.h"

namespace tessera::frontend::testing {

/// Sets up the file and the class of a case where that has not happened yet. False with an exception pending.
bool enterScopes(Evaluator &evaluator, const Case &test);
/// Tears down what ends before `next` (null: everything), the last made first. Failures are appended. False: there was nothing to do.
bool leaveScopes(Evaluator &evaluator, const Case *next, std::vector<ExceptionObject *> &failures);

/// To be called where the scope of `test`'s class, or the file's, ends.
void finishLater(Evaluator &evaluator, const Case &test, bool isClassScope, std::function<bool(Evaluator &)> finish, FixtureObject *fixture = nullptr,
                 Value param = nullptr);

} // namespace tessera::frontend::testing
