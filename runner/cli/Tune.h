// SPDX-License-Identifier: Apache-2.0
// What tuning found for a program, for `tessera tune` and for `--tune auto` of the other commands.
#pragma once

#include "compiler/driver/Tune.h"
#include "runner/cli/Source.h"
#include "runner/device/Measure.h"
#include "runner/store/TuneCache.h"

namespace tessera::runner::cli {

/// A subject with what became of it.
struct TunedSubject {
  TuneSubject subject;
  std::vector<MeasuredTimes> times; // of the first so many candidates and, if it is none of them, of the compiler's own
                                    // behind them; empty: not measured
  std::vector<size_t> measured;     // whose times they are
  TunedChoice choice;
  std::string card; // that the model ranked for, for people
  bool isFromCache = false;
};

/// The choices for `--tune auto`: the cache's, else those of a short search with the model, which the cache then keeps.
/// Says on stderr what it took, unless `isQuiet`.
std::string findAutoTune(const LoadedProgram &loaded, bool isQuiet);

/// The table of `tessera tune`, and the same as JSON.
void printTuned(const TunedSubject &tuned, llvm::StringRef target);
llvm::json::Object toJson(const TunedSubject &tuned);
/// `--tune` and its argument, as a shell takes it.
std::string spellTuneOption(llvm::StringRef tune);

} // namespace tessera::runner::cli
