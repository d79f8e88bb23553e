// SPDX-License-Identifier: Apache-2.0
// Which schedules tuning chose, kept from one run to the next. One table; a choice is found again for the same
// computation (its digest), by the same build of the compiler, for the same target and device. Losing it costs a search
// and nothing else.
#pragma once

#include "runner/store/SqliteDatabase.h"
#include <optional>

namespace tessera::runner {

/// Whose choice is asked for.
struct TuneKey {
  std::string digest, compiler, target;
};

struct TunedChoice {
  std::string tune;   // as `--tune` takes it; empty: the compiler's own choices
  std::string how;    // `model`, `predicted` (by the model of time) or `measured`
  std::string device; // who measured: the GPU's name; empty for the model
  double value = 0;   // milliseconds that were measured, microseconds of a model
  std::string when;   // UTC, `2026-01-31T12:00:00Z`
};

class TuneCache {
public:
  /// Opens or creates the data base in `folder`, which is made if need be.
  static Result<std::unique_ptr<TuneCache>> open(const std::string &folder);
  /// `$XDG_CACHE_HOME/tessera`, or its place in the home folder.
  static std::string getDefaultFolder();

  /// Measured on `device`; with `device` empty measured on any, the latest, else the model's.
  Result<std::optional<TunedChoice>> find(const TuneKey &key, const std::string &device);
  /// Takes the place of what is there for the same key and device.
  Status keep(const TuneKey &key, const TunedChoice &choice);

private:
  explicit TuneCache(std::unique_ptr<Database> database) : database(std::move(database)) {}
  std::unique_ptr<Database> database;
};

} // namespace tessera::runner
