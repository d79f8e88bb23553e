// SPDX-License-Identifier: Apache-2.0
// `--compare-trace`: what a GPU took, by a trace that somebody recorded there, beside what the model predicts. Traces
// are Chrome's format, as Triton's Proton, JAX's and PyTorch's profilers and Nsight's exports have it, packed by gzip
// or not. Which events are launches of a kernel is found by its name.
#pragma once

#include "runner/Result.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace tessera::runner::cli {

/// An event that lasts; `begin` is the trace's own clock's.
struct TracedEvent {
  std::string name;
  double begin = 0, microseconds = 0;
  bool isOfGpu = false; // as its category, its process or its thread says
};

/// Of a trace's text: complete events (`X`), and pairs of a begin and an end on one thread.
Result<std::vector<TracedEvent>> readTraceEvents(llvm::StringRef text);
/// Unpacks a file that gzip packed.
Result<std::string> readTraceFile(const std::string &file);

/// How an event's name is a kernel's: the very name, the name as a word of it (`add_kernel.1`), or within (mangled).
enum class NameFit { none, within, word, same };
NameFit fitName(llvm::StringRef event, llvm::StringRef kernel);

/// What the model predicts of a launch.
struct PredictedLaunch {
  std::string kernel;
  double microseconds = 0;
};

struct KernelComparison {
  std::string kernel;
  NameFit fit = NameFit::none;
  bool areOfGpu = false;
  std::vector<TracedEvent> events; // by their begin
  std::vector<PredictedLaunch> launches;
  double medianMeasured = 0, medianPredicted = 0;
};

/// A comparison for each kernel, in the order of their first launches. Events that fit a name best are its launches,
/// and where some of those are said to be a GPU's, they alone.
std::vector<KernelComparison> compareTrace(llvm::ArrayRef<TracedEvent> events,
                                           llvm::ArrayRef<PredictedLaunch> launches);

/// A table with a line for each kernel; notes where events may be others than meant.
std::string describe(llvm::ArrayRef<KernelComparison> kernels, llvm::StringRef trace);
llvm::json::Array toJson(llvm::ArrayRef<KernelComparison> kernels);
/// Both as one Chrome trace: each predicted launch begins where the measured one does that it is compared with.
std::string toOverlay(llvm::ArrayRef<KernelComparison> kernels, llvm::StringRef trace);

} // namespace tessera::runner::cli
