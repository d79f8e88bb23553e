// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/Emulator.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/ptx/Parser.h"
#include <algorithm>

namespace tessera::emulator {

std::unique_ptr<Program> load(std::string text, std::string fileName, DiagnosticSink &sink) {
  ptx::Module module = ptx::parse(std::move(text), std::move(fileName), sink);
  return sink.hasErrors() ? nullptr : buildProgram(std::move(module), sink);
}

void placeVariables(const Program &program, GlobalMemory &memory) {
  for (const Program::Image &image : program.images) {
    Allocation &made = memory.allocateAt(image.address, image.size, image.name, image.isInitialized);
    std::copy(image.bytes.begin(), image.bytes.end(), made.bytes.begin());
    made.isWritable = !image.isConstant;
  }
}

namespace {

/// What the target allows (sm_80 and sm_90; hopper.md 7.5 of the research notes, CUDA's table of compute capabilities).
struct Limits {
  uint32_t sharedBytes, clusterCtas;
};

Limits limitsOf(std::string_view target) {
  bool isHopper = target.substr(0, 4) == "sm_9" || target.substr(0, 5) == "sm_10" || target.substr(0, 5) == "sm_12";
  uint32_t kilobytes = isHopper ? 227 : target == "sm_80" || target == "sm_87" ? 163 : 99;
  return {kilobytes * 1024, isHopper ? 16u : 1u};
}

bool checkShape(const Program &program, const Function &entry, LaunchShape &shape, DiagnosticSink &sink) {
  auto refuse = [&](DiagnosticId id, std::string message) {
    sink.report(id, ptx::toRange(program.module, entry.syntax->place), std::move(message));
    return false;
  };
  auto text = [](const uint32_t d[3]) { return std::to_string(d[0]) + "x" + std::to_string(d[1]) + "x" + std::to_string(d[2]); };
  const ptx::Function &syntax = *entry.syntax;
  const uint32_t *block = shape.block, *grid = shape.grid;
  for (int d = 0; d < 3; ++d)
    if (block[d] == 0 || grid[d] == 0)
      return refuse(DiagnosticId::launchLimit, "a launch of " + text(grid) + " CTAs of " + text(block) + " threads has nothing to run");
  if (block[0] > 1024 || block[1] > 1024 || block[2] > 64 || uint64_t(block[0]) * block[1] * block[2] > 1024)
    return refuse(DiagnosticId::launchLimit, "a CTA of " + text(block) + " threads is too large: 1024 in all, 64 in z");
  if (grid[0] > 0x7fffffff || grid[1] > 65535 || grid[2] > 65535)
    return refuse(DiagnosticId::launchLimit, "a grid of " + text(grid) + " is too large: y and z go to 65535");
  const uint32_t *required = syntax.requiredThreads;
  if (required[0] && (block[0] != required[0] || block[1] != std::max(1u, required[1]) || block[2] != std::max(1u, required[2])))
    return refuse(DiagnosticId::launchLimit, "`" + entry.name + "` requires CTAs of " + text(required) + " threads, the launch has " + text(block));
  const uint32_t *most = syntax.maximalThreads;
  if (most[0] && uint64_t(block[0]) * block[1] * block[2] > uint64_t(most[0]) * std::max(1u, most[1]) * std::max(1u, most[2]))
    return refuse(DiagnosticId::launchLimit, "`" + entry.name + "` allows at most " + text(most) + " threads, the launch has " + text(block));
  Limits limits = limitsOf(program.module.target);
  for (int d = 0; d < 3; ++d) {
    uint32_t wanted = syntax.requiredCluster[d];
    if (shape.cluster[d] && wanted && shape.cluster[d] != wanted)
      return refuse(DiagnosticId::launchLimit, "`" + entry.name + "` requires clusters of " + text(syntax.requiredCluster) + ", the launch has " + text(shape.cluster));
    if (!shape.cluster[d])
      shape.cluster[d] = std::max(1u, wanted);
    if (grid[d] % shape.cluster[d])
      return refuse(DiagnosticId::launchLimit, "the grid of " + text(grid) + " is no multiple of the cluster " + text(shape.cluster));
  }
  if (uint64_t(shape.cluster[0]) * shape.cluster[1] * shape.cluster[2] > limits.clusterCtas)
    return refuse(DiagnosticId::launchLimit, "a cluster of " + text(shape.cluster) + " CTAs; " + std::string(program.module.target) + " allows " + std::to_string(limits.clusterCtas));
  uint64_t shared = uint64_t(program.staticSharedBytes) + shape.dynamicShared;
  if (shared > limits.sharedBytes)
    return refuse(DiagnosticId::launchLimit, std::to_string(shared) + " bytes of shared memory (" + std::to_string(program.staticSharedBytes) + " static, " +
                                                 std::to_string(shape.dynamicShared) + " dynamic); " + std::string(program.module.target) + " allows " +
                                                 std::to_string(limits.sharedBytes));
  return true;
}

} // namespace

RunResult launch(const Program &program, const Function &entry, const LaunchShape &shape, std::vector<uint8_t> parameters, GlobalMemory &memory,
                 const RunOptions &options, DiagnosticSink &sink) {
  LaunchShape checked = shape;
  if (!checkShape(program, entry, checked, sink))
    return {};
  uint64_t needed = entry.parameters.empty() ? 0 : entry.parameters.back().offset + entry.parameters.back().size;
  if (parameters.size() < needed) {
    sink.report(DiagnosticId::launchArgument, ptx::toRange(program.module, entry.syntax->place),
                "`" + entry.name + "` takes " + std::to_string(needed) + " bytes of parameters, the launch has " + std::to_string(parameters.size()));
    return {};
  }
  parameters.resize(needed);
  RunOptions chosen = options;
  chosen.checksInitialization &= !chosen.skipsValues;
  return Machine(program, entry, checked, std::move(parameters), memory, chosen, sink).run();
}

} // namespace tessera::emulator
