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

/// Gives a launch a time afterwards.
class LaunchPredictor final : public LaunchWatcher {
public:
  /// `card` is one of those of the model, or empty: the usual one of the PTX's target. A problem where there is none of
  /// this name, or where it does not run this code.
  static Result<std::unique_ptr<LaunchPredictor>> make(const emulator::Program &program,
                                                       const emulator::Function &entry, const std::string &card,
                                                       std::shared_ptr<const emulator::MachineMap> map);

  emulator::StepObserver *observer() override { return recorder.get(); }
  Status finish(const emulator::LaunchShape &shape) override;
  bool isPredicted() const { return prediction.has_value(); }
  std::string describe() const override;
  llvm::json::Object toJson() const override;

private:
  LaunchPredictor(const emulator::Program &program, const emulator::Function &entry, const rates::Card &card,
                  std::shared_ptr<const emulator::MachineMap> map);
  struct Place {
    uint32_t statement = 0;
    double share = 0;
  };
  std::vector<Place> findPlaces(size_t most) const;

  const emulator::Program &program;
  const emulator::Function &entry;
  const rates::Card &card;
  const std::shared_ptr<const emulator::MachineMap> map;
  emulator::WalkPlan plan;
  std::unique_ptr<emulator::LaunchRecorder> recorder;
  std::optional<emulator::TimePrediction> prediction;
};

/// For `DeviceSettings::predict`: a kernel is assembled once, however often it is launched.
std::function<Result<std::shared_ptr<LaunchWatcher>>(const emulator::Program &, const emulator::Function &)>
makePredictor(const std::string &card);

/// Milliseconds that `kernels`' launches in a run of the program would take on the card that `settings.predict` is for,
/// by the model. A problem if there is no time for one of them. What the program says of its numbers does not matter.
Result<double> predictKernels(Program &program, Device &emulator, llvm::ArrayRef<std::string> kernels,
                              const DeviceSettings &settings);

} // namespace tessera::runner
