// SPDX-License-Identifier: Apache-2.0
#include "runner/device/PredictProgram.h"
#include "runner/device/AssembleMap.h"
#include "runner/device/RunOnDevice.h"
#include <map>

using namespace tessera;
using namespace tessera::runner;

std::function<Result<std::shared_ptr<LaunchWatcher>>(const emulator::Program &, const emulator::Function &)>
runner::makePredictor(const TimeQuestion &question) {
  // By what the kernel is: a program of another run may stand where one stood.
  using Maps = std::map<std::string, std::shared_ptr<const emulator::MachineMap>>;
  return [question,
          maps = std::make_shared<Maps>()](const emulator::Program &program,
                                           const emulator::Function &entry) -> Result<std::shared_ptr<LaunchWatcher>> {
    std::shared_ptr<const emulator::MachineMap> &map = (*maps)[*program.module.text];
    DiagnosticSink sink;
    if (!map) {
      mlir::FailureOr<emulator::MachineMap> made = findOrder(program.module, question.usesStandIn, sink);
      if (mlir::failed(made))
        return makeProblem(ProblemCode::unavailable,
                           "a time is predicted from machine code: " + sink.takeSorted().front().message);
      map = std::make_shared<const emulator::MachineMap>(std::move(*made));
    }
    Result<std::unique_ptr<LaunchPredictor>> made = LaunchPredictor::make(program, entry, question, map);
    if (!made)
      return made.problem();
    return std::shared_ptr<LaunchWatcher>(std::move(*made));
  };
}

Result<double> runner::predictKernels(Program &program, Device &emulator, llvm::ArrayRef<std::string> kernels,
                                      const DeviceSettings &settings) {
  interpreter::RunOptions options;
  options.isCancelled = settings.isCancelled;
  DeviceRun run = runOnDevice(program, emulator, settings, options);
  std::vector<LaunchObservation> seen = emulator.observations();
  double microseconds = 0;
  bool isTimed = false;
  auto refuse = [&](const std::string &otherwise) {
    for (const Diagnostic &diagnostic : run.result.diagnostics)
      return makeProblem(ProblemCode::internal, diagnostic.message);
    return makeProblem(ProblemCode::internal, otherwise);
  };
  for (size_t index = 0; index < seen.size() && index < run.result.launches.size(); ++index) {
    if (!llvm::is_contained(kernels, run.result.launches[index].kernel))
      continue;
    std::optional<double> one = seen[index].time ? seen[index].time->toJson().getNumber("microseconds") : std::nullopt;
    if (!one) // the others' sum would be the time of another program
      return refuse("launch " + std::to_string(index + 1) + " has no time");
    microseconds += *one;
    isTimed = true;
  }
  if (isTimed)
    return microseconds / 1e3;
  // A check of what was not computed has ended the program before.
  if (settings.skipsValues && !run.result.ok) {
    DeviceSettings whole = settings;
    whole.skipsValues = false;
    return predictKernels(program, emulator, kernels, whole);
  }
  return refuse("it has no launch");
}
