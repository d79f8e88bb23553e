// SPDX-License-Identifier: Apache-2.0
// `tessera mcp`: the compiler for coding agents, by the Model Context Protocol over standard input and output.
#include "runner/cli/Command.h"
#include "runner/cli/Terminal.h"
#include "runner/mcp/Server.h"
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct McpCommand {
  std::string root = ".", runner;
  double mostSeconds = 600;
  int64_t memoryMib = 6144;
  unsigned parallel = 0;
};
} // namespace

static int run(const McpCommand &command) {
  Result<mcp::Root> root = mcp::Root::open(command.root);
  if (!root) {
    complain(root.problem());
    return exitUsage;
  }
  mcp::SessionOptions options{
      {std::move(*root), command.runner, command.mostSeconds, static_cast<uint64_t>(command.memoryMib) << 20}};
  unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  options.turns = std::make_shared<mcp::Turns>(command.parallel ? command.parallel : std::max(2u, cores));
  if (isatty(STDIN_FILENO))
    std::fputs("this speaks the Model Context Protocol on standard input and output, which a coding agent starts it "
               "for: see runner/mcp/README.md\n",
               stderr);
  // SIGTERM and SIGINT end it as they end any process; its children end with it.
  return mcp::serve(std::move(options), STDIN_FILENO, STDOUT_FILENO) ? exitOk : exitInfrastructure;
}

void cli::addMcp(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<McpCommand>();
  CLI::App *sub = addCommand(app, "mcp", "serve coding agents by the Model Context Protocol on stdin and stdout",
                             exitCode, [command] { return run(*command); });
  sub->add_option("--root", command->root, "the folder that file arguments of calls are confined to")
      ->type_name("FOLDER")
      ->capture_default_str();
  sub->add_option(
         "--allow-runner", command->runner,
         "let `bench` and `compare` send programs to this runner, for example http://127.0.0.1:8420; its token "
         "is TESSERA_TOKEN_FILE's")
      ->type_name("URL");
  sub->add_option("--most-seconds", command->mostSeconds, "the longest that a call may take")
      ->check(CLI::Range(1.0, 3600.0))
      ->capture_default_str();
  sub->add_option("--memory-mib", command->memoryMib, "address space of a call's process")
      ->check(CLI::Range(int64_t(512), int64_t(1) << 30))
      ->capture_default_str();
  sub->add_option("--parallel", command->parallel,
                  "calls that run at once (default: as many as there are cores, at least 2)")
      ->check(CLI::Range(1u, 256u));
}
