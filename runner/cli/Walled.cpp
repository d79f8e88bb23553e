// SPDX-License-Identifier: Apache-2.0
// `tessera walled MODE SECONDS [FILE]... -- COMMAND..`: another command behind the walls of runner/sandbox, which a
// server starts for a program that a stranger sent. The files are read before the walls stand, and the command finds
// them by the same names. What stands on standard input is read behind the walls alone.
#include "runner/cli/Walled.h"
#include "runner/cli/Command.h"
#include "runner/cli/Preloaded.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "runner/sandbox/Sandbox.h"
#include "llvm/ADT/StringRef.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

std::optional<int> cli::enterWalls(int &argc, char **&argv) {
  sandbox::Settings settings;
  std::optional<sandbox::Mode> mode = argc > 3 ? sandbox::parseMode(argv[2]) : std::nullopt;
  if (!mode || llvm::StringRef(argv[3]).getAsInteger(10, settings.cpuSeconds)) {
    complain("`walled` is for servers: `walled MODE SECONDS [FILE].. -- COMMAND..`");
    return exitUsage;
  }
  settings.mode = *mode;
  int at = 4;
  for (; at < argc && llvm::StringRef(argv[at]) != "--"; ++at) {
    Result<std::string> text = readInput(argv[at]);
    if (!text) {
      complain(text.problem());
      return exitUsage;
    }
    preload(argv[at], std::move(*text));
  }
  sandbox::Report report = sandbox::enter(settings); // the limit on memory is there already
  if (*mode == sandbox::Mode::require && !report.holds()) {
    complain("the sandbox does not hold: " + report.describeLacking(/*all=*/false));
    return exitInfrastructure;
  }
  at = std::min(at, argc - 1); // of the `--`, which becomes the program's name
  argc -= at;
  argv += at;
  argv[0] = const_cast<char *>("tessera");
  return std::nullopt;
}
