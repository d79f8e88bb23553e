// SPDX-License-Identifier: Apache-2.0
// What `/mcp` needs of the room that knows the Model Context Protocol (runner/mcp), which this one does not include.
#pragma once

#include "runner/api/Message.h"

namespace tessera::runner::api {

class McpService {
public:
  virtual ~McpService() = default;
  /// `POST /mcp`, for `request.caller`.
  virtual Response take(const Request &request) = 0;
  /// `DELETE /mcp`: the client ends its session.
  virtual Response end(const Request &request) = 0;
};

} // namespace tessera::runner::api
