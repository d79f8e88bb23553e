// SPDX-License-Identifier: Apache-2.0
// The transport over standard input and output: a message a line, both ways.
#pragma once

#include "runner/mcp/Session.h"

namespace tessera::runner::mcp {

/// Serves the client at `input` and `output` until it goes: `input` ends, or nobody reads `output`. Answers whether the
/// end was an orderly one.
bool serve(SessionOptions options, int input, int output);

} // namespace tessera::runner::mcp
