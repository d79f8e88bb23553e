// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/TimeOptions.h"
#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

using namespace tessera::runner::cli;

void TimeOptions::addTo(CLI::App &command, const std::string &what) {
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
      .add_flag("--skip-products", skipsProducts,
                "with `--time`: don't compute products of matrices, which is faster and makes results wrong")
      ->needs(time);
}
