// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/BenchRemote.h"
#include "runner/cli/Follow.h"
#include "runner/cli/Terminal.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

static const http::Headers jsonHeaders = {{"Content-Type", "application/json"}};

Result<BenchRunner> BenchRunner::make(const RemoteOptions &options, int64_t deadlineMs) {
  Result<RemoteRunner> runner = RemoteRunner::make(options);
  if (!runner)
    return runner.problem();
  return BenchRunner(std::move(*runner), deadlineMs);
}

Result<std::vector<DeviceInfo>> BenchRunner::listDevices() {
  Result<llvm::json::Value> answer = runner.ask("GET", "/v1/devices");
  if (!answer)
    return answer.problem();
  std::vector<DeviceInfo> devices;
  const llvm::json::Object *object = answer->getAsObject();
  if (const llvm::json::Array *list = object ? object->getArray("devices") : nullptr)
    for (const llvm::json::Value &value : *list)
      if (std::optional<DeviceInfo> device = readDeviceInfo(value))
        devices.push_back(std::move(*device));
  return devices;
}

Result<std::string> BenchRunner::upload(const LoadedProgram &program) {
  std::vector<uint8_t> bytes =
      program.artifact.empty() ? program.program->freeze(program.freezeOptions(false)) : program.artifact;
  std::string digest = artifact::digestOf(bytes);
  Result<llvm::json::Value> stored =
      runner.ask("PUT", "/v1/artifacts/" + digest, std::string(bytes.begin(), bytes.end()),
                 {{"Content-Type", "application/octet-stream"}});
  if (!stored)
    return stored.problem();
  return digest;
}

/// Sending a job again makes no second one.
static std::string makeKey() {
  std::random_device random;
  std::string key;
  for (int i = 0; i < 4; ++i)
    key += llvm::utohexstr(random(), /*LowerCase=*/true) + ".";
  return key;
}

Result<bench::Measurement> BenchRunner::measure(const LoadedProgram &program, const LoadedProgram *baseline,
                                                const bench::MeasurementOptions &options, const std::string &device,
                                                bool isFresh, std::optional<int64_t> &cachedMs) {
  Result<std::string> digest = upload(program);
  if (!digest)
    return digest.problem();
  llvm::json::Object bench = toJson(options);
  if (baseline) {
    Result<std::string> before = upload(*baseline);
    if (!before)
      return before.problem();
    bench["baseline"] = *before;
  }
  llvm::json::Object jobOptions{{"deadlineMs", deadlineMs}, {"bench", std::move(bench)}};
  if (isFresh)
    jobOptions["fresh"] = true;
  llvm::json::Value request =
      llvm::json::Object{{"artifact", *digest}, {"device", device}, {"options", std::move(jobOptions)}};
  http::Headers headers = jsonHeaders;
  headers.push_back({"Idempotency-Key", makeKey()});
  Result<llvm::json::Value> job = runner.ask("POST", "/v1/jobs", protocol::toText(request), headers);
  if (!job)
    return job.problem();
  const llvm::json::Object *made = job->getAsObject();
  cachedMs = made ? made->getInteger("cachedMs") : std::nullopt;
  Result<llvm::json::Value> finished = *job;
  if (!cachedMs) {
    FollowOptions following;
    following.isSilent = true;
    finished = followJob(runner, made ? made->getString("id").value_or("").str() : "", following);
  }
  if (!finished)
    return finished.problem();
  const llvm::json::Object *ended = finished->getAsObject();
  const llvm::json::Object *result = ended ? ended->getObject("result") : nullptr;
  const llvm::json::Object *measured = result ? result->getObject("bench") : nullptr;
  if (!measured)
    return ended && !result ? readJobProblem(*ended)
                            : makeProblem(ProblemCode::unavailable, "the runner's answer is no measurement; it may be "
                                                                    "of another version");
  Result<bench::Measurement> measurement = bench::readMeasurement(*measured);
  if (measurement) {
    measurement->costs.isWrong = !result->getBoolean("ok").value_or(false);
    measurement->costs.diagnostics = readDiagnostics(*result);
  }
  return measurement;
}

//===-- baselines ----------------------------------------------------------------------------------------------===//

Result<std::vector<BenchPoint>> BenchRunner::readBaseline(const std::string &name, const std::string &file) {
  Result<llvm::json::Value> answer = runner.ask("GET", "/v1/baselines/" + name);
  if (!answer)
    return answer.problem();
  llvm::json::Array points;
  const llvm::json::Object *object = answer->getAsObject();
  if (const llvm::json::Array *entries = object ? object->getArray("entries") : nullptr)
    for (const llvm::json::Value &entry : *entries) {
      const llvm::json::Object *fields = entry.getAsObject();
      const llvm::json::Object *content = fields ? fields->getObject("content") : nullptr;
      if (content && content->getString("file") == llvm::StringRef(file))
        points.push_back(llvm::json::Object(*content));
    }
  return readSaved(
      protocol::toText(llvm::json::Object{{"protocol", protocol::version}, {"points", std::move(points)}}));
}

/// By the file, the point, and the machine: what was measured on another one stays beside it.
Status BenchRunner::saveBaseline(const std::string &name, const BenchReport &report) {
  llvm::json::Value whole = toJson(report);
  llvm::json::Object entries;
  llvm::json::Array *points = whole.getAsObject()->getArray("points");
  for (size_t i = 0; points && i < report.points.size(); ++i) {
    const BenchPoint &point = report.points[i];
    if (point.costs.kernels.empty() || point.costs.isWrong)
      continue;
    llvm::json::Object content(*(*points)[i].getAsObject());
    content["file"] = protocol::toUtf8(report.file);
    content["compiler"] = getVersion();
    entries[protocol::toUtf8(report.file + "\n" + describeSettings(point) + "\n" + point.machine)] = std::move(content);
  }
  if (entries.empty())
    return makeProblem(ProblemCode::badRequest, "nothing was measured that a baseline could be");
  Result<llvm::json::Value> answer =
      runner.ask("PUT", "/v1/baselines/" + name, protocol::toText(llvm::json::Object{{"entries", std::move(entries)}}),
                 jsonHeaders);
  if (!answer)
    return answer.problem();
  return Done();
}
