// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/Preloaded.h"
#include <map>

using namespace tessera::runner;

static std::map<std::string, std::string> &texts() {
  static std::map<std::string, std::string> all;
  return all;
}

void cli::preload(std::string name, std::string text) { texts()[std::move(name)] = std::move(text); }

const std::string *cli::findPreloaded(const std::string &name) {
  auto found = texts().find(name);
  return found == texts().end() ? nullptr : &found->second;
}
