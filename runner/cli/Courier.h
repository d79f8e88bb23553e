// SPDX-License-Identifier: Apache-2.0
// The runner that started this process, asked by the pipes that it inherited (runner/mcp/RunnerAccess.h) in place of a
// connection: behind walls there is no network.
#pragma once

#include "runner/http/Client.h"

namespace tessera::runner::cli {

/// Whether `--runner` names it.
bool isInherited(const std::string &url);
Result<http::ClientResponse> askInherited(const std::string &method, const std::string &target, const std::string &body,
                                          const http::Headers &headers);
/// Events do not come this way: as of a runner that has none to give now, so that the job is asked for now and then.
http::ClientResponse refuseToFollow();

} // namespace tessera::runner::cli
