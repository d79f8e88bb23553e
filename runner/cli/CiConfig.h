// SPDX-License-Identifier: Apache-2.0
// What `tessera.toml` asks of `tessera ci`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::runner::cli {

/// What all sections have. Files are as the command line would name them: below the configuration's folder.
struct CiSection {
  std::vector<std::string> files;
  std::vector<std::string> arguments; // of the section's command, besides files
};

struct CiBenchSection : CiSection {
  std::string baseline; // `auto`, `none`, `git:COMMIT` or a file; empty: none
};

struct CiConfig {
  std::string folder;              // that it is in, empty for the one that `tessera` runs in
  std::vector<std::string> common; // `--path` and, but for tests, `--target`
  std::vector<std::string> target;
  int64_t timeout = 600; // seconds that a step may take
  std::vector<CiSection> tests, checks;
  std::vector<CiBenchSection> benches;
};

/// Reads `text`, which is in `file`, and looks for the files that it names. Nothing where something is wrong: then
/// `errors` has all of it, as `file:line:column: message`.
std::optional<CiConfig> readCiConfig(const std::string &file, const std::string &text,
                                     std::vector<std::string> &errors);

} // namespace tessera::runner::cli
