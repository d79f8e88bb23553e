// SPDX-License-Identifier: Apache-2.0
// From the compiler's facts about a kernel to the plan that a device launches it by, with the refusals that devices share.
#pragma once

#include "compiler/codegen/Codegen.h"
#include "compiler/driver/Compiler.h"
#include "runner/device/KernelPlan.h"
#include "runner/device/Reports.h"
#include "runner/device/SharedPlaces.h"
#include <memory>
#include <optional>

namespace tessera::runner {

struct PlannedKernel {
  codegen::LaunchFacts facts;
  KernelPlan plan;
  std::vector<ReportSite> sites = {};            // what it may say
  std::vector<emulator::TracePlace> places = {}; // of its dynamic shared memory
};

/// The kernels of `program` by name, in its order, compiled for its target. One that has no code is reported, and is
/// not there.
std::vector<std::pair<std::string, PlannedKernel>> planKernels(RunnableProgram &program, DiagnosticSink &sink);

/// The map as the emulator and the driver are told it. None, and reported, where there is no such map: `kernel` and `argument` are for the message.
std::optional<emulator::TensorMap> planTensorMap(const codegen::TensorMap &map, llvm::StringRef kernel, llvm::StringRef argument, DiagnosticSink &sink);

/// The grid of `launch`; none, and reported, where a GPU has no such grid.
std::optional<PlannedGrid> planGrid(const codegen::LaunchFacts &facts, tile::LaunchOp launch, DiagnosticSink &sink);

/// The kernel of `launch` out of those that a device has prepared; null, and reported, when it is not there.
template <typename Kernels> auto *findPrepared(Kernels &prepared, tile::LaunchOp launch, DiagnosticSink &sink) {
  auto found = prepared.find(launch.getKernel().str());
  if (found != prepared.end())
    return found->second.get();
  sink.report(DiagnosticId::internalError, toRange(launch.getLoc()), "kernel `" + launch.getKernel().str() + "` was not prepared for this device");
  return static_cast<decltype(found->second.get())>(nullptr);
}

} // namespace tessera::runner
