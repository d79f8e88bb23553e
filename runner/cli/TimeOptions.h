// SPDX-License-Identifier: Apache-2.0
// `--time` and what goes with it, of each command that predicts.
#pragma once

#include "runner/device/LaunchPredictor.h"
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}

namespace tessera::runner::cli {

struct TimeOptions {
  bool tellsTime = false, skipsValues = false;
  TimeQuestion question;

  /// `what` is predicted, as the help says it.
  void addTo(CLI::App &command, const std::string &what);
  /// Only the options that say for which card.
  CLI::Option *addCardTo(CLI::App &command, const std::string &what);

private:
  std::vector<std::string> whatIf; // as given
};

} // namespace tessera::runner::cli
