// SPDX-License-Identifier: Apache-2.0
// Results as shared/protocol/README.md describes them. One place, so that wasm, the command line and the runner agree.
#include "compiler/driver/Compiler.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace tessera;

/// JSON has no NaN and no infinity: they travel as strings.
static llvm::json::Value number(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  return value;
}

/// `files` gathers those that events name.
static llvm::json::Value toJson(const interpreter::Timeline::Event &event, std::vector<std::string> &files) {
  llvm::json::Object object{{"row", static_cast<int64_t>(event.row)},
                            {"kind", event.kind},
                            {"begin", static_cast<int64_t>(event.begin)},
                            {"end", static_cast<int64_t>(event.end)},
                            {"name", event.name}};
  if (event.range.isValid()) {
    object["line"] = static_cast<int64_t>(event.range.begin.line);
    object["range"] = llvm::json::Array{int64_t(event.range.begin.line), int64_t(event.range.begin.column),
                                        int64_t(event.range.end.line), int64_t(event.range.end.column)};
    auto known = llvm::find(files, event.range.file);
    if (int64_t file = known - files.begin())
      object["file"] = file;
    if (known == files.end())
      files.push_back(event.range.file);
  }
  if (!event.buffer.empty())
    object["buffer"] = event.buffer;
  for (auto [name, value] :
       {std::pair("slot", event.slot), std::pair("step", event.step), std::pair("waitsFor", event.waitsFor)})
    if (value >= 0)
      object[name] = value;
  return object;
}

llvm::json::Value tessera::toJson(const interpreter::Timeline &timeline) {
  llvm::json::Array rows, events;
  for (const interpreter::Timeline::Row &row : timeline.rows)
    rows.push_back(llvm::json::Object{{"name", row.name},
                                      {"cluster", static_cast<int64_t>(row.cluster)},
                                      {"cta", static_cast<int64_t>(row.block)},
                                      {"warpgroup", static_cast<int64_t>(row.warpgroup)}});
  std::vector<std::string> files;
  events.reserve(timeline.events.size());
  for (const interpreter::Timeline::Event &event : timeline.events)
    events.push_back(::toJson(event, files));
  return llvm::json::Object{{"unit", "cycles (model)"},
                            {"files", llvm::json::Array(files)},
                            {"dropped", static_cast<int64_t>(timeline.dropped)},
                            {"length", static_cast<int64_t>(timeline.length)},
                            {"rows", std::move(rows)},
                            {"events", std::move(events)}};
}

static llvm::json::Value toJson(const interpreter::LaunchRecord &launch) {
  llvm::json::Object object{{"kernel", launch.kernel},
                            {"range", toJson(launch.range)},
                            {"grid", llvm::json::Array(launch.grid)},
                            {"milliseconds", launch.milliseconds},
                            {"timing", "cpu-wall"},
                            {"samples", llvm::json::Array{launch.milliseconds}}};
  if (launch.schedules)
    object["schedules"] = static_cast<int64_t>(launch.schedules);
  if (launch.timeline)
    object["timeline"] = tessera::toJson(*launch.timeline);
  return object;
}

llvm::json::Value tessera::toJson(const interpreter::RunResult &result) {
  llvm::json::Array checks, launches, diagnostics;
  for (const interpreter::CheckRecord &check : result.checks)
    checks.push_back(llvm::json::Object{{"range", toJson(check.range)},
                                        {"passed", check.passed},
                                        {"message", check.message},
                                        {"elements", check.elements},
                                        {"mismatched", check.mismatched},
                                        {"maxAbsolute", number(check.maxAbsolute)},
                                        {"maxRelative", number(check.maxRelative)}});
  for (const interpreter::LaunchRecord &launch : result.launches)
    launches.push_back(::toJson(launch));
  for (const Diagnostic &diagnostic : result.diagnostics)
    diagnostics.push_back(toJson(diagnostic));
  llvm::json::Object files;
  for (const auto &[name, text] : result.files)
    files[llvm::json::fixUTF8(name)] = llvm::json::fixUTF8(text);
  return llvm::json::Object{{"protocol", 1},
                            {"ok", result.ok},
                            {"device", "interpreter"},
                            {"deviceNote", "interpreted on this CPU; times are CPU times, not a GPU's"},
                            {"output", llvm::json::fixUTF8(result.output)},
                            {"files", std::move(files)},
                            {"diagnostics", std::move(diagnostics)},
                            {"milliseconds", result.milliseconds},
                            {"peakBytes", static_cast<int64_t>(result.peakBytes)},
                            {"checks", std::move(checks)},
                            {"launches", std::move(launches)},
                            {"kernels", llvm::json::Array()}};
}

llvm::json::Value tessera::toJson(const Snapshot &snapshot, bool withText) {
  llvm::json::Object object{
      {"stage", snapshot.stage}, {"pass", snapshot.pass}, {"reason", snapshot.reason}, {"changed", snapshot.changed}};
  if (!withText)
    return object;
  llvm::json::Array lines;
  lines.reserve(3 * snapshot.sourceLines.size());
  for (auto [line, file] : llvm::zip(snapshot.sourceLines, snapshot.fileOfLine))
    for (uint32_t number : {line.first, line.second, file})
      lines.push_back(static_cast<int64_t>(number));
  object["text"] = snapshot.text;
  object["sourceLines"] = std::move(lines);
  object["sourceFiles"] = llvm::json::Array(snapshot.sourceFiles);
  return object;
}
