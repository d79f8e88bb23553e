// SPDX-License-Identifier: Apache-2.0
// Asking beats guessing: a worker enters the sandbox as for a job, and says what it found.
#include "runner/worker/SandboxState.h"
#include "runner/worker/WorkerMain.h"

using namespace tessera;
using namespace tessera::runner;
using sandbox::Mode;

namespace {
struct Probe {
  sandbox::Report report;
  std::string device;  // why it can't be opened
  std::string refused; // what its driver was refused, where that was asked
};
} // namespace

static Result<Probe> probe(const WorkerCommand &command, llvm::StringRef device, int64_t memoryBytes, Mode mode,
                           bool notes = false) {
  WorkerWatch watch;
  watch.deadlineMs = 30000;
  JobOutcome outcome = runWorker(command, makeSandboxProbe(device, memoryBytes, mode, notes), watch);
  if (outcome.problem)
    return *outcome.problem;
  Probe found{{mode, {}}, "the worker gave no answer", ""};
  const llvm::json::Object *answer = outcome.result ? outcome.result->getAsObject() : nullptr;
  const llvm::json::Array *walls = answer ? answer->getArray("walls") : nullptr;
  if (!walls)
    return makeProblem(ProblemCode::internal, found.device);
  found.device = answer->getString("device").value_or("").str();
  found.refused = answer->getString("refused").value_or("").str();
  for (const llvm::json::Value &value : *walls)
    if (const llvm::json::Object *wall = value.getAsObject())
      found.report.walls.push_back(
          {wall->getString("name").value_or("").str(), wall->getBoolean("holds").value_or(false),
           wall->getBoolean("matters").value_or(true), wall->getString("why").value_or("").str()});
  return found;
}

static Problem refuse(const std::string &why) {
  return makeProblem(ProblemCode::unavailable,
                     why + "; `--sandbox=try` takes what this machine has, `--sandbox=off` takes none");
}

Result<SandboxState> runner::findSandboxState(const WorkerCommand &command, llvm::ArrayRef<DeviceInfo> devices,
                                              int64_t memoryBytes, Mode mode) {
  SandboxState state{mode, mode, {mode, {}}, ""};
  if (mode == Mode::off)
    return state;
  Result<Probe> cpu = probe(command, "interpreter", memoryBytes, mode);
  if (!cpu)
    return refuse("jobs can't run in the sandbox: " + cpu.problem().detail);
  state.walls = cpu->report;
  if (mode == Mode::require && !state.walls.holds())
    return refuse("the sandbox does not hold here: " + state.walls.describeLacking(/*all=*/false));
  for (const DeviceInfo &device : devices) {
    if (device.kind != "cuda")
      continue;
    Result<Probe> gpu = probe(command, device.id, memoryBytes, mode);
    std::string why = !gpu ? gpu.problem().detail : gpu->device;
    bool works = why.empty();
    if (!works) // once more, slower, to say what it would take
      if (Result<Probe> noted = probe(command, device.id, memoryBytes, mode, /*notes=*/true);
          noted && !noted->refused.empty())
        why += "; its driver was refused " + noted->refused + ", of which it does without some";
    if (works && mode == Mode::require && !gpu->report.holds())
      why = gpu->report.describeLacking(/*all=*/false);
    if (mode == Mode::require && !why.empty())
      return refuse("the sandbox does not hold for `" + device.id + "`: " + why);
    if (!works) {
      state.gpuMode = Mode::off;
      state.gpuNote = "everything, as the driver does not work in it: " + why;
    } else if (state.gpuNote.empty()) {
      state.gpuNote = gpu->report.describeLacking();
    }
  }
  return state;
}

llvm::json::Object SandboxState::toJson() const {
  llvm::json::Array list;
  for (const sandbox::Wall &wall : walls.walls) {
    llvm::json::Object object{{"name", wall.name}, {"holds", wall.holds}};
    if (!wall.holds)
      object["why"] = wall.why;
    list.push_back(std::move(object));
  }
  llvm::json::Object object{
      {"mode", std::string(sandbox::getText(mode))}, {"holds", holds()}, {"walls", std::move(list)}};
  if (!gpuNote.empty())
    object["gpus"] = gpuNote;
  return object;
}

std::string SandboxState::describe() const {
  if (mode == Mode::off)
    return "off: a job may do what this user may";
  std::string holding, lacking = walls.describeLacking();
  for (const sandbox::Wall &wall : walls.walls)
    if (wall.holds)
      holding += (holding.empty() ? "" : ", ") + wall.name;
  std::string text = "holds " + (holding.empty() ? "nothing" : holding);
  if (!lacking.empty())
    text += "; lacks " + lacking;
  if (!gpuNote.empty())
    text += "; for GPUs it lacks " + gpuNote;
  return text;
}
