// SPDX-License-Identifier: Apache-2.0
// What the kernels of a program cost: times where a GPU runs them; counts where the emulator does, which are the same
// on every machine; what the cost model makes of them anywhere.
#pragma once

#include "runner/bench/Statistics.h"
#include "runner/device/Device.h"
#include "runner/Result.h"
#include <map>

namespace tessera::runner::bench {

/// By the emulator's model of time, in the order of the machine code. A prediction.
struct SimulatedTime {
  double microseconds = 0;
  std::string model, card, limit; // its version; `h200`; what the longest launch is limited by
  std::string order;              // whose order of instructions it is: `ptxas` or `stand-in`
};

/// Of a kernel, all of its launches together.
struct Cost {
  std::string kernel;
  SourceRange range; // of its first launch
  size_t launches = 0;
  std::vector<std::vector<int64_t>> grids; // different ones, in the order of their first launch
  std::optional<emulator::Counts> counts;
  std::optional<KernelEstimate> estimate;
  std::optional<SimulatedTime> simulated;
  KernelFacts facts;
  std::vector<double> samples; // milliseconds, one a run of the program
  std::string digest;          // of what it computes and how it is launched; empty: not known
};

/// A number of a cost, less is better.
struct Metric {
  std::string name, unit;
  double value = 0;
  bool isExact = true; // counted or predicted: the same whenever it is asked for
};
/// Those that `cost` has, in the order in which they are told.
std::vector<Metric> getMetrics(const Cost &cost);

/// How much of a kernel's work is done in a second: by its time where it has one, else by its predicted one. Bytes and
/// operations are the cost model's. More is better.
struct Rates {
  double gigabytes = 0, teraflops = 0; // a second; no products: 0 of the latter
  double roofline = 0;                 // share of what the card could do at best, 0 to 1; 0: not known
  bool isMeasured = false;
};
/// None where the model does not know the kernel.
std::optional<Rates> getRates(const Cost &cost);
/// All of them as one: times run by run, counts, predictions.
Cost sumCosts(const std::vector<const Cost *> &costs);

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
  std::string card;        // that the model predicts for; empty: the target's usual one
  bool checksRaces = true; // on the emulator: what it finds is wrong
  bool compares = true;    // results with the interpreter's
  std::string peer;        // on a GPU: times a library's calls instead, as DeviceSettings has it
  bool usesGraphs = false, locksClocks = false; // on a GPU, as DeviceSettings and Device have it
  decltype(DeviceSettings::predict) predict = nullptr; // on the emulator
  std::function<bool()> isCancelled = nullptr;
};

/// Runs the program once, its results checked against the interpreter's, and tells what its kernels cost; `model`: runs
/// nothing. The program must have compiled.
Result<ProgramCosts> getCosts(Program &program, const CostOptions &options);
/// The same program's times once more, in the order of `costs.kernels`, `repetitions` of each, in milliseconds; with a
/// `peer`, of its calls.
Result<std::vector<std::vector<double>>> timeAgain(Program &program, const ProgramCosts &costs, Device &device,
                                                   const std::function<bool()> &isCancelled, int64_t repetitions,
                                                   const std::string &peer = {});
/// How often launches that take `milliseconds` together are timed in one run of the program: a run of its host code
/// takes long beside that of a short kernel.
int64_t chooseRepetitions(double milliseconds);

/// Counters of the program's kernels into their `facts`, from a run of its own; why there are none, else an empty text.
std::string readCounters(Program &program, ProgramCosts &costs, Device &device,
                         const std::function<bool()> &isCancelled);

/// Times of a call in milliseconds: as many as its `repetition` has room for, within bounds, after as many others as
/// its `warmup` has. Each is a run of all of its launches; `costs` gets each kernel's part.
Result<std::vector<double>> timeCall(Program &program, const MeasuredCall &call, ProgramCosts &costs, Device &device,
                                     bool usesGraphs, const std::function<bool()> &isCancelled);

} // namespace tessera::runner::bench
