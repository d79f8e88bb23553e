// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/EmulateEntries.h"

using namespace tessera;
using namespace tessera::runner;
namespace json = llvm::json;

json::Object cli::toJson(const emulator::Program &program, const emulator::Function &entry) {
  json::Array parameters;
  for (const emulator::Parameter &parameter : entry.parameters)
    parameters.push_back(json::Object{{"name", parameter.name},
                                      {"type", std::string(emulator::ptx::getName(parameter.type))},
                                      {"offset", static_cast<int64_t>(parameter.offset)},
                                      {"size", static_cast<int64_t>(parameter.size)},
                                      {"alignment", static_cast<int64_t>(parameter.alignment)}});
  auto sizes = [](const uint32_t (&d)[3]) { return json::Array{int64_t(d[0]), int64_t(d[1]), int64_t(d[2])}; };
  json::Object object{{"name", entry.name},
                      {"parameters", std::move(parameters)},
                      {"staticShared", int64_t(program.staticSharedBytes)}};
  if (entry.syntax->requiredThreads[0])
    object["requiredThreads"] = sizes(entry.syntax->requiredThreads);
  if (entry.syntax->maximalThreads[0])
    object["maximalThreads"] = sizes(entry.syntax->maximalThreads);
  if (entry.syntax->requiredCluster[0])
    object["requiredCluster"] = sizes(entry.syntax->requiredCluster);
  return object;
}

json::Array cli::listEntries(const emulator::Program &program) {
  json::Array entries;
  for (const emulator::Function &function : program.functions)
    if (function.isEntry)
      entries.push_back(toJson(program, function));
  return entries;
}
