// SPDX-License-Identifier: Apache-2.0
// `--time`: what a launch would take on a card, by the emulator's model of time. A prediction, which says so wherever
// it is shown.
#pragma once

#include "runner/device/Device.h"
#include "runner/emulator/Emulator.h"
#include "runner/emulator/sass/MachineMap.h"
#include "runner/emulator/time/Predict.h"
#include "runner/Result.h"

namespace tessera::runner {

struct TimeQuestion {
  std::string card; // one of those of the model, or empty: the usual one of the PTX's target
  double clock = 0; // MHz; 0: what the card keeps under the load
};

/// Gives a launch a time afterwards.
class LaunchPredictor final : public LaunchWatcher {
public:
  /// A problem where there is no card of this name, or where it does not run this code, or has no such clock.
  static Result<std::unique_ptr<LaunchPredictor>> make(const emulator::Program &program,
                                                       const emulator::Function &entry, const TimeQuestion &question,
                                                       std::shared_ptr<const emulator::MachineMap> map);

  emulator::StepObserver *observer() override { return recorder.get(); }
  Status finish(const emulator::LaunchShape &shape) override;
  bool isPredicted() const { return prediction.has_value(); }
  std::string describe() const override;
  llvm::json::Object toJson() const override;

private:
  LaunchPredictor(const emulator::Program &program, const emulator::Function &entry, const rates::Card &card,
                  double clock, std::shared_ptr<const emulator::MachineMap> map);
  struct Place {
    uint32_t statement = 0;
    double share = 0;
  };
  std::vector<Place> findPlaces(size_t most) const;

  const emulator::Program &program;
  const emulator::Function &entry;
  const rates::Card &card;
  const double clock;
  const std::shared_ptr<const emulator::MachineMap> map;
  emulator::WalkPlan plan;
  std::unique_ptr<emulator::LaunchRecorder> recorder;
  std::optional<emulator::TimePrediction> prediction;
};

/// For `DeviceSettings::predict`: a kernel is assembled once, however often it is launched.
std::function<Result<std::shared_ptr<LaunchWatcher>>(const emulator::Program &, const emulator::Function &)>
makePredictor(const TimeQuestion &question);

/// Milliseconds that `kernels`' launches in a run of the program would take on the card that `settings.predict` is for,
/// by the model. A problem if there is no time for one of them. What the program says of its numbers does not matter.
Result<double> predictKernels(Program &program, Device &emulator, llvm::ArrayRef<std::string> kernels,
                              const DeviceSettings &settings);

} // namespace tessera::runner
