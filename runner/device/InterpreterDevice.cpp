// SPDX-License-Identifier: Apache-2.0
// Launches stay in the interpreter; what this adds is the kernels' PTX, so that one who submits sees the code that a
// GPU would get.
#include "runner/device/InterpreterDevice.h"

using namespace tessera;
using namespace tessera::runner;

DeviceInfo InterpreterDevice::describe(bool machineHasGpu) {
  DeviceInfo info;
  info.id = info.kind = "interpreter";
  info.name = machineHasGpu ? "interpreter (CPU)" : "interpreter (CPU; no GPU on this machine)";
  info.timeline = "cycles (model)";
  info.note = "kernels are interpreted block by block on the CPU: the numbers are the reference, the times are CPU "
              "times and say "
              "nothing about a GPU";
  return info;
}

InterpreterDevice::InterpreterDevice(bool machineHasGpu) : deviceInfo(describe(machineHasGpu)) {}

bool InterpreterDevice::prepare(RunnableProgram &program, const DeviceSettings &, DiagnosticSink &) {
  facts.clear();
  for (const std::string &kernel : program.kernels()) {
    // A kernel without a schedule runs here all the same; `show --stage=ptx` is where its reason is asked for.
    DiagnosticSink unasked;
    facts.push_back({kernel, program.show("ptx", "", kernel, unasked), std::nullopt, std::nullopt, std::nullopt});
  }
  return true;
}
