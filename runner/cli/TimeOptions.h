// SPDX-License-Identifier: Apache-2.0
// `--time` and what goes with it, of each command that predicts.
#pragma once

#include "runner/device/LaunchPredictor.h"

namespace CLI {
class App;
}

namespace tessera::runner::cli {

struct TimeOptions {
  bool tellsTime = false, skipsProducts = false;
  TimeQuestion question;

  /// `what` is predicted, as the help says it.
  void addTo(CLI::App &command, const std::string &what);
};

} // namespace tessera::runner::cli
