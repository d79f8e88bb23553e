// SPDX-License-Identifier: Apache-2.0
// `tessera`: the table of subcommands and what holds for all of them. `opt` goes past the parser, since its flags are
// MLIR's.
#include "compiler/driver/Compiler.h"
#include "runner/cli/Command.h"
#include "runner/cli/Terminal.h"
#include "runner/cli/Walled.h"
#include <atomic>
#include <cctype>
#include <csignal>
#include <ctime>
#include <exception>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

static std::atomic<bool> interrupted{false};

bool cli::isInterrupted() { return interrupted; }

/// The first asks for an orderly end; one more, half a second later or after, ends at once. (`timeout` sends two
/// together.)
static void noteInterrupt(int) {
  static timespec first;
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!interrupted.exchange(true)) {
    first = now;
    return;
  }
  if ((now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 >= 500)
    _exit(exitInterrupted);
}

void cli::catchInterrupt() {
  struct sigaction action{}, before{};
  action.sa_handler = noteInterrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // Under `nohup` a terminal that goes is no reason to end.
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, nullptr);
}

CLI::App *cli::addCommand(CLI::App &app, const std::string &name, const std::string &summary, int &exitCode,
                          std::function<int()> run) {
  CLI::App *sub = app.add_subcommand(name, summary);
  sub->callback([&exitCode, run = std::move(run)] { exitCode = run(); });
  return sub;
}

static constexpr const char *footer = R"(
  opt                         replay a pass pipeline over IR text (`tessera opt --help`)

exit codes: 0 ok, 1 regression, 2 usage, 3 compile error, 4 wrong result or failed launch, 5 infrastructure (try again),
6 inconclusive, 70 a bug of ours, 130 interrupted)";

/// CLI11's words in our form.
static int complainOfUsage(const CLI::App &app, const CLI::ParseError &error) {
  const CLI::App *place = &app;
  for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = place->get_subcommands())
    place = chosen.front();
  std::string help = place == &app ? "tessera --help" : "tessera " + place->get_name() + " --help";
  std::string text = error.what();
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1]))) // not `FILE`, not `--flag`
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  complain(text + "; see `" + help + "`");
  return exitUsage;
}

static bool isCommand(const CLI::App &app, const std::string &name) {
  for (const CLI::App *sub : app.get_subcommands([](const CLI::App *) { return true; }))
    if (sub->get_name() == name)
      return true;
  return false;
}

static int complainOfCommand(const CLI::App &app, llvm::StringRef name) {
  std::string nearest;
  unsigned best = 3; // more edits than this are another word
  for (const CLI::App *sub : app.get_subcommands([](const CLI::App *sub) { return !sub->get_group().empty(); }))
    if (unsigned edits = name.edit_distance(sub->get_name(), true, best); edits < best) {
      best = edits;
      nearest = "; did you mean `" + sub->get_name() + "`?";
    }
  complain("there is no command `" + name.str() + "`" + (nearest.empty() ? "; see `tessera --help`" : nearest));
  return exitUsage;
}

static int runCommandLine(int argc, char **argv) {
  CLI::App app("Tessera compiles Pallas and Triton kernels, runs them here or on a runner, and shows every step",
               "tessera");
  app.require_subcommand(1);
  int exitCode = exitOk;
  app.set_version_flag("--version", [] { return "tessera " + getVersion(); });
  for (auto add : {addRun, addTest, addCompile, addShow, addEmulate, addTune, addBench, addCi, addDoc, addLsp, addMcp,
                   addSubmit, addJobs, addServe, addWorker, addAdmin, addDevices, addVersion, addRunJob})
    add(app, exitCode);
  app.footer(footer); // after the subcommands, which would inherit it
  if (argc > 1 && argv[1][0] != '-' && !isCommand(app, argv[1]))
    return complainOfCommand(app, argv[1]);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &help) { // `--help` and `--version`
    int code = app.exit(help);
    flushOutput();
    return code;
  } catch (const CLI::ParseError &error) {
    return complainOfUsage(app, error);
  }
  flushOutput();
  return exitCode;
}

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN); // a reader that left is noticed when writing
  try {
    if (argc > 1 && llvm::StringRef(argv[1]) == "walled")
      if (std::optional<int> code = enterWalls(argc, argv))
        return *code;
    if (argc > 1 && llvm::StringRef(argv[1]) == "opt") {
      std::signal(SIGPIPE, SIG_DFL);
      argv[1] = argv[0];
      return runOpt(argc - 1, argv + 1);
    }
    return runCommandLine(argc, argv);
  } catch (const std::bad_alloc &) {
    complain("out of memory");
    return exitInfrastructure;
  } catch (const std::exception &exception) {
    complain((llvm::Twine("a bug of ours: ") + exception.what()).str());
    return exitBug;
  }
}
