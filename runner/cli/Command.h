// SPDX-License-Identifier: Apache-2.0
// What the subcommands share: exit codes, options, and the doors to the terminal. Each subcommand is one file with one
// `add` function, listed in Main.cpp.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "runner/Result.h"
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>
#include <memory>
#include <string>

namespace tessera::runner::cli {

/// The process's exit codes, documented in runner/README.md. Scripts depend on them: none changes its meaning.
enum ExitCode : int {
  exitOk = 0,
  exitRegression = 1,
  exitUsage = 2,
  exitCompileError = 3,
  exitWrongResult = 4,
  exitInfrastructure = 5,
  exitInconclusive = 6,
  exitBug = 70,
  exitInterrupted = 130,
};

/// Adds a subcommand whose parsed command line `run` answers with an exit code.
CLI::App *addCommand(CLI::App &app, const std::string &name, const std::string &summary, int &exitCode,
                     std::function<int()> run);

void addRun(CLI::App &app, int &exitCode);
void addCompile(CLI::App &app, int &exitCode);
void addBench(CLI::App &app, int &exitCode);
void addCi(CLI::App &app, int &exitCode);
void addTest(CLI::App &app, int &exitCode);
void addDoc(CLI::App &app, int &exitCode);
void addMcp(CLI::App &app, int &exitCode);
void addShow(CLI::App &app, int &exitCode);
void addEmulate(CLI::App &app, int &exitCode);
void addTune(CLI::App &app, int &exitCode);
void addServe(CLI::App &app, int &exitCode);
void addSubmit(CLI::App &app, int &exitCode);
void addJobs(CLI::App &app, int &exitCode);
void addLsp(CLI::App &app, int &exitCode);
void addDevices(CLI::App &app, int &exitCode);
void addVersion(CLI::App &app, int &exitCode);
void addAdmin(CLI::App &app, int &exitCode);
void addWorker(CLI::App &app, int &exitCode);
void addRunJob(CLI::App &app, int &exitCode);

/// Set by SIGINT, SIGTERM and SIGHUP once `catchInterrupt` was called.
bool isInterrupted();
void catchInterrupt();

} // namespace tessera::runner::cli
