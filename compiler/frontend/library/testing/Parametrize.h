// SPDX-License-Identifier: Apache-2.0
// `pytest.mark.parametrize` and parametrized fixtures: one test to its cases, with pytest's ids.
#pragma once

#include "compiler/frontend/library/testing/Collect.h"

namespace tessera::frontend::testing {

/// The cases of a pytest test; empty with an exception pending when its marks make no sense.
std::optional<std::vector<Case>> parametrizeCases(Evaluator &evaluator, const Case &test);

} // namespace tessera::frontend::testing
