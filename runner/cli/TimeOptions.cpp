// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/TimeOptions.h"
#include "llvm/ADT/StringRef.h"
#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

/// `l2Mean=200,aluCycles=4`
static Result<std::vector<emulator::RateChange>> parseChanges(llvm::StringRef text) {
  std::vector<emulator::RateChange> changes;
  while (!text.empty()) {
    auto [one, rest] = text.split(',');
    auto [name, value] = one.split('=');
    double number = 0;
    if (name.empty() || value.getAsDouble(number) || !std::isfinite(number) || number < 0)
      return makeProblem(ProblemCode::badRequest,
                         "`" + one.str() + "`: expected the name of a rate, `=` and a number that is not negative");
    changes.push_back({name.str(), number});
    text = rest;
  }
  return changes;
}

CLI::Option *TimeOptions::addCardTo(CLI::App &command, const std::string &what) {
  CLI::Option *time = command.add_flag("--time", tellsTime, what);
  command
      .add_option("--card", question.card, "with `--time`: a100, h100, h200, .. (default: the usual one of the target)")
      ->type_name("CARD")
      ->needs(time);
  command
      .add_option("--clock", question.clock,
                  "with `--time`: the clock in MHz, as of a GPU whose clocks are locked (default: the highest that the "
                  "card's power allows)")
      ->type_name("MHZ")
      ->check(CLI::Range(1.0, 10000.0))
      ->needs(time);
  command
      .add_flag("--stand-in", question.usesStandIn,
                "with `--time`: take instructions and their order from a stand-in for ptxas, as where there is none")
      ->needs(time);
  return time;
}

void TimeOptions::addTo(CLI::App &command, const std::string &what) {
  CLI::Option *time = addCardTo(command, what);
  CLI::Option *skips =
      command
          .add_flag(
              "--skip-values,--skip-products", skipsValues,
              "with `--time`: compute only what addresses, branches and waits depend on, which is many times faster "
              "and leaves no results; a check of them in the program ends it. Of a large launch a sample of the blocks "
              "is executed")
          ->needs(time);
  command.add_flag("--all-blocks", question.executesAll, "with `--skip-values`: execute every block")->needs(skips);
  command
      .add_option("--what-if", whatIf,
                  "with `--time`: the same launch with other rates of the model, as `l2Mean=200` or "
                  "`fma32Cycles=2,aluCycles=4`; may be repeated")
      ->type_name("RATE=VALUE[,..]")
      ->allow_extra_args(false)
      ->check([](const std::string &text) {
        auto changes = parseChanges(text);
        return changes ? "" : changes.problem().detail;
      })
      ->each([this](const std::string &text) { question.whatIf.push_back(*parseChanges(text)); })
      ->needs(time);
  command
      .add_flag(
          "--sensitivity", question.tellsSensitivity,
          "with `--time`: which rates of the model the time hangs on, and how unsure they make it; takes as long as "
          "some hundred predictions")
      ->needs(time);
}
