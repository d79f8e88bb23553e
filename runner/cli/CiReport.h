// SPDX-License-Identifier: Apache-2.0
// What the steps of `tessera ci` found, all of them together, in the forms that people and CI systems read.
#pragma once

#include "runner/cli/Command.h"
#include "runner/cli/Sarif.h"

namespace tessera::runner::cli {

/// One file under one command.
struct CiStep {
  std::string kind, file;             // test, check or bench
  std::vector<std::string> arguments; // of the command, but for the files that it writes
  std::string baseline;               // of a benchmark, empty without one
  bool isNew = false;                 // the baseline's commit has no such file

  // Once it has ended:
  std::string verdict = "not run", note;
  int code = exitInterrupted;
  double seconds = 0;
  SarifLog log;
  std::string junit;    // its suites, empty where it has no cases
  std::string markdown; // of a benchmark
};

struct CiReport {
  std::vector<CiStep> steps;
  SarifLog log; // of all steps
  int exitCode = exitOk;
};

/// The one of two exit codes that matters more: 70, 130, 2, 3, 4, 5, 1, 6, 0.
int getWorse(int a, int b);

std::string toText(const CiReport &report);
llvm::json::Value toJson(const CiReport &report);
/// The suites of the steps, and one with those steps that have none.
std::string toJunit(const CiReport &report);
/// Annotations: those of a step of GitHub's.
std::string toGithubCommands(const CiReport &report);
std::string toMarkdown(const CiReport &report);
/// A code quality report of GitLab.
llvm::json::Value toGitlab(const CiReport &report);

} // namespace tessera::runner::cli
