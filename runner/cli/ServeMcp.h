// SPDX-License-Identifier: Apache-2.0
// `/mcp` of `tessera serve`: whether it is there, and its limits.
#pragma once

#include "runner/mcp/HttpSessions.h"
#include "runner/worker/SandboxState.h"
#include <CLI/App.hpp>

namespace tessera::runner::cli {

struct ServeMcpOptions {
  bool isWanted = false, isRefused = false; // `--mcp`, `--no-mcp`
  int64_t sessions = 64, calls = 16, allCalls = 64, parallel = 0, idleSeconds = 1800;

  void addTo(CLI::App &command);
};

/// Null where there is none; the log says why, or what stands around its calls. `sandbox` is null for a front end,
/// which runs no jobs and has found out about no walls.
std::unique_ptr<mcp::HttpSessions> openMcp(const ServeMcpOptions &options, const SandboxState *sandbox,
                                           int64_t memoryBytes, api::Services &services);

} // namespace tessera::runner::cli
