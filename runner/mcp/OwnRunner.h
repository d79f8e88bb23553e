// SPDX-License-Identifier: Apache-2.0
// This runner, asked by a call's child in the name of the client whose call it is: what the client's token may do is
// what the child may, and a child that was taken over by its program can do no more than its client could anyway.
#pragma once

#include "runner/api/Services.h"
#include "runner/mcp/RunnerAccess.h"

namespace tessera::runner::mcp {

/// `authorization` is the client's header, asked for with each request: tokens are rotated. `services` outlives it.
std::shared_ptr<RunnerAccess> openOwnRunner(api::Services &services, std::function<std::string()> authorization);

} // namespace tessera::runner::mcp
