// SPDX-License-Identifier: Apache-2.0
// `tessera emulate --time`: what a launch would take on a card, by the emulator's model of time. A prediction, which
// says so wherever it is shown.
#pragma once

#include "runner/emulator/Emulator.h"
#include "runner/emulator/sass/MachineMap.h"
#include "runner/emulator/time/Predict.h"
#include "runner/Result.h"
#include "llvm/Support/JSON.h"

namespace tessera::runner::cli {

/// Watches one launch and gives it a time afterwards.
class EmulateTime {
public:
  /// `card` is one of those of the model, or empty: the usual one of the PTX's target. A problem where there is none of
  /// this name, or where it does not run this code.
  static Result<std::unique_ptr<EmulateTime>> make(const emulator::Program &program, const emulator::Function &entry,
                                                   const std::string &card, emulator::MachineMap map);

  emulator::StepObserver *observer() { return recorder.get(); }
  /// After the launch: a problem where the model has no time for it.
  Status predict(const emulator::LaunchShape &shape);

  bool isPredicted() const { return prediction.has_value(); }
  std::string describe() const;
  llvm::json::Object toJson() const;

private:
  EmulateTime(const emulator::Program &program, const emulator::Function &entry, const rates::Card &card,
              emulator::MachineMap map);
  struct Place {
    uint32_t statement = 0;
    double share = 0;
  };
  std::vector<Place> findPlaces(size_t most) const;

  const emulator::Program &program;
  const emulator::Function &entry;
  const rates::Card &card;
  const emulator::MachineMap map;
  emulator::WalkPlan plan;
  std::unique_ptr<emulator::LaunchRecorder> recorder;
  std::optional<emulator::TimePrediction> prediction;
};

} // namespace tessera::runner::cli
