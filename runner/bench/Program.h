// SPDX-License-Identifier: Apache-2.0
// What the kernels of a program cost: times where a GPU runs them; counts where the emulator does, which are the same
// on every machine; what the cost model makes of them anywhere.
#pragma once

#include "runner/bench/Statistics.h"
#include "runner/device/Device.h"
#include "runner/Result.h"
#include <map>

namespace tessera::runner::bench {

/// Of a kernel, all of its launches together.
struct Cost {
  std::string kernel;
  SourceRange range; // of its first launch
  size_t launches = 0;
  std::vector<std::vector<int64_t>> grids; // different ones, in the order of their first launch
  std::optional<emulator::Counts> counts;
  std::optional<KernelEstimate> estimate;
  KernelFacts facts;
  std::vector<double> samples; // milliseconds, one a run of the program
};

/// A number of a cost, less is better.
struct Metric {
  std::string name, unit;
  double value = 0;
  bool isExact = true; // counted or predicted: the same whenever it is asked for
};
/// Those that `cost` has, in the order in which they are told.
std::vector<Metric> getMetrics(const Cost &cost);

struct ProgramCosts {
  std::vector<Cost> kernels; // in the order of their first launches
  std::vector<Diagnostic> diagnostics;
  bool isWrong = false; // a check of the program failed, or the device gives other numbers than the interpreter
};

enum class Means { model, emulator, gpu };
std::string getText(Means means);

struct CostOptions {
  Means means = Means::emulator;
  std::string device;
  bool checksRaces = true; // on the emulator: what it finds is wrong
  std::function<bool()> isCancelled = nullptr;
};

/// Runs the program once, its results checked against the interpreter's, and tells what its kernels cost; `model`: runs
/// nothing. The program must have compiled.
Result<ProgramCosts> getCosts(Program &program, const CostOptions &options);
/// The same program's times once more, in the order of `costs.kernels`, in milliseconds.
Result<std::vector<double>> timeAgain(Program &program, const ProgramCosts &costs, Device &device,
                                      const std::function<bool()> &isCancelled);

} // namespace tessera::runner::bench
