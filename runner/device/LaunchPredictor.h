// SPDX-License-Identifier: Apache-2.0
// `--time`: what a launch would take on a card, by the emulator's model of time. A prediction, which says so wherever
// it is shown.
#pragma once

#include "runner/device/LaunchWatcher.h"
#include "runner/emulator/Emulator.h"
#include "runner/emulator/sass/MachineMap.h"
#include "runner/emulator/time/BlockSample.h"
#include "runner/emulator/time/WhatIf.h"
#include "runner/Result.h"

namespace tessera::runner {

struct TimeQuestion {
  std::string card; // one of those of the model, or empty: the usual one of the PTX's target
  double clock = 0; // MHz; 0: what the card keeps under the load
  /// Each is the same launch timed again with other rates of the model.
  std::vector<std::vector<emulator::RateChange>> whatIf = {};
  bool tellsSensitivity = false; // which rates the time hangs on
  bool usesStandIn = false;      // in place of ptxas, as where there is none
  bool executesAll = false;      // all blocks, also where values are skipped
};

/// Gives a launch a time afterwards.
class LaunchPredictor final : public LaunchWatcher {
public:
  /// A problem where there is no card of this name, or where it does not run this code, or has no such clock, or where
  /// the model has no rate that is to change.
  static Result<std::unique_ptr<LaunchPredictor>> make(const emulator::Program &program,
                                                       const emulator::Function &entry, const TimeQuestion &question,
                                                       std::shared_ptr<const emulator::MachineMap> map);

  /// Whether code for this target runs on the card: code for sm_90 does on those of sm_90a.
  static bool runs(const rates::Card &card, std::string_view target) {
    return card.target.substr(0, 5) == target.substr(0, 5);
  }
  /// As many blocks side by side as would be on the card, in short turns: what the caches have hangs on who asks when.
  /// Where values are skipped, a sample of a large launch's blocks.
  void adapt(const emulator::LaunchShape &shape, emulator::RunOptions &options) override;
  emulator::StepObserver *observer() override { return recorder.get(); }
  Status finish(const emulator::LaunchShape &shape) override;
  void keepTimeline(emulator::Trace empty) override { timeline = std::move(empty); }
  const emulator::Trace *getTimeline() const override { return timeline && prediction ? &*timeline : nullptr; }
  bool isPredicted() const { return prediction.has_value(); }
  std::string describe() const override;
  llvm::json::Object toJson() const override;

private:
  LaunchPredictor(const emulator::Program &program, const emulator::Function &entry, const rates::Card &card,
                  TimeQuestion question, std::shared_ptr<const emulator::MachineMap> map);
  uint32_t countShared(const emulator::LaunchShape &shape) const;
  Status askWhatIf(const emulator::Recording &recording);
  struct Place {
    uint32_t statement = 0;
    double share = 0;
  };
  std::vector<Place> findPlaces(size_t most) const;

  const emulator::Program &program;
  const emulator::Function &entry;
  const rates::Card &card;
  const TimeQuestion question;
  const std::shared_ptr<const emulator::MachineMap> map;
  emulator::WalkPlan plan;
  std::unique_ptr<emulator::LaunchRecorder> recorder;
  std::optional<emulator::BlockSample> sample; // where some blocks are left out
  unsigned clusterCtas = 1;
  std::optional<emulator::TimePrediction> prediction;
  std::optional<emulator::Trace> timeline;
  std::vector<double> otherwise; // microseconds of each of `question.whatIf`
  std::optional<emulator::Sensitivity> sensitivity;
};

} // namespace tessera::runner
