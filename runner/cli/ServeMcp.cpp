// SPDX-License-Identifier: Apache-2.0
// A coding agent's program is text, of which a job's compiler sees nothing: so `/mcp` is there without being asked for
// only where the walls stand that matter.
#include "runner/cli/ServeMcp.h"
#include <CLI/Option.hpp>
#include <spdlog/spdlog.h>
#include <thread>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

void ServeMcpOptions::addTo(CLI::App &command) {
  CLI::Option *wanted =
      command.add_flag("--mcp", isWanted,
                       "serve coding agents by the Model Context Protocol at /mcp, where this is not so anyway: on a "
                       "machine whose sandbox lacks a wall, or at a fleet's front end");
  command.add_flag("--no-mcp", isRefused, "don't; without either it is served where all walls stand that matter")
      ->excludes(wanted);
  auto add = [&](const char *name, int64_t &value, int64_t least, int64_t most, const char *meaning) {
    return command.add_option(name, value, meaning)->check(CLI::Range(least, most))->group("Limits");
  };
  add("--mcp-sessions", sessions, 1, 4096, "sessions of coding agents; the idlest one makes room")
      ->capture_default_str();
  add("--mcp-calls", calls, 1, 256, "calls of a session that run or wait")->capture_default_str();
  add("--mcp-all-calls", allCalls, 1, 4096, "calls of all sessions that run or wait")->capture_default_str();
  add("--mcp-parallel", parallel, 1, 256,
      "calls of all sessions that run at once (default: half as many as there are cores)");
  add("--mcp-idle-seconds", idleSeconds, 1, 604800, "until a session that nobody uses ends")->capture_default_str();
}

std::unique_ptr<mcp::HttpSessions> cli::openMcp(const ServeMcpOptions &options, const SandboxState *sandbox,
                                                int64_t memoryBytes, api::Services &services) {
  if (options.isRefused)
    return nullptr;
  bool holds = sandbox && sandbox->mode != sandbox::Mode::off && sandbox->walls.holds();
  if (!holds && !options.isWanted) {
    if (sandbox) // a front end has it where somebody asks for it
      spdlog::warn("no coding agents are served at /mcp: there are not all walls around their programs; `--mcp` serves "
                   "them all the same");
    return nullptr;
  }
  mcp::HttpLimits limits;
  limits.sessions = static_cast<size_t>(options.sessions);
  limits.calls = static_cast<size_t>(options.calls);
  limits.allCalls = static_cast<size_t>(options.allCalls);
  unsigned half = std::max(1u, std::thread::hardware_concurrency() / 2);
  limits.parallel = options.parallel ? static_cast<unsigned>(options.parallel) : half;
  limits.idle = std::chrono::seconds(options.idleSeconds);
  limits.mostSeconds = static_cast<double>(services.limits.deadlineMs) / 1000;
  // As a job has it: for arrays so much, and what the process needs itself.
  limits.memoryBytes = static_cast<uint64_t>(memoryBytes) + (uint64_t(2) << 30);
  sandbox::Mode mode = sandbox && !holds ? sandbox->mode : sandbox::Mode::require;
  limits.walls.mode = std::string(sandbox::getText(mode));
  spdlog::info("coding agents are served at /mcp; walls around their programs: {}", limits.walls.mode);
  return std::make_unique<mcp::HttpSessions>(services, std::move(limits));
}
