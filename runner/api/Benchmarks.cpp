// SPDX-License-Identifier: Apache-2.0
// Jobs that measure: their options, results that others have already, and baselines. What is to be measured the job's
// own process reads; here it is any object.
#include "runner/api/Handlers.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

std::optional<Problem> api::readBench(const llvm::json::Value &value, Services &services, BenchRequest &bench) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return makeProblem(ProblemCode::badRequest, "`options.bench` is not an object");
  const llvm::json::Value *baseline = object->get("baseline");
  if (baseline && !baseline->getAsString())
    return makeProblem(ProblemCode::badRequest,
                       "`options.bench.baseline` is `" + protocol::toText(*baseline) + "`, expected a digest");
  bench.baseline = baseline ? baseline->getAsString()->str() : "";
  if (!bench.baseline.empty())
    if (Result<ArtifactInfo> info = services.store.findArtifact(bench.baseline); !info)
      return info.problem();
  bench.options = protocol::toText(value);
  return std::nullopt;
}

/// Counts and predictions are the same whenever they are asked for, as long as the same `tessera` makes them. Times are
/// not, and what a program prints on another device is nobody's to promise.
std::string api::makeCacheKey(const JobRequest &job, const Services &services) {
  if (job.bench.options.empty() || job.device != "emulator")
    return "";
  std::string text = job.artifact + "\n" + job.device + "\n" + services.version + "\n" + job.bench.options;
  return artifact::digestOf(llvm::arrayRefFromStringRef(text));
}

std::optional<Response> api::findCachedAnswer(const JobRequest &job, const Caller &caller, Services &services) {
  if (job.bench.cacheKey.empty())
    return std::nullopt;
  std::optional<std::string> owner; // a token that may know of its own jobs only has answers of these
  if (caller.scope == Scope::submit)
    owner = caller.name;
  Result<std::optional<Job>> found = services.store.findCached(job.bench.cacheKey, owner);
  if (!found)
    return Response::problem(found.problem());
  if (!*found)
    return std::nullopt;
  llvm::json::Value answer = toJson(**found);
  auto now = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch());
  (*answer.getAsObject())["cachedMs"] = std::max<int64_t>(0, now.count() - (*found)->finishedAt.value_or(0));
  return Response::json(200, std::move(answer));
}

static bool isBaselineName(llvm::StringRef name) {
  return !name.empty() && name.size() <= 128 &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || llvm::StringRef("_.-").contains(c); });
}

static Problem refuseName(llvm::StringRef name) {
  return makeProblem(ProblemCode::badRequest,
                     ("`" + name + "` names no baseline: 1 to 128 letters, digits and `_.-`").str());
}

Response api::putBaseline(const Request &request, Services &services, llvm::StringRef name) {
  if (!isBaselineName(name))
    return Response::problem(refuseName(name));
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(request.body, error);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  const llvm::json::Object *given = object ? object->getObject("entries") : nullptr;
  if (!given || given->empty())
    return Response::problem(
        makeProblem(ProblemCode::badRequest, "a baseline is `{\"entries\": {name: measurement}}`, one or more of them" +
                                                 (error.empty() ? "" : ": " + error)));
  std::vector<BaselineEntry> entries;
  for (const auto &[entry, content] : *given)
    entries.push_back({llvm::StringRef(entry).str(), protocol::toText(content)});
  if (Status status = services.store.putBaseline(name.str(), entries); !status)
    return Response::problem(status.problem());
  return Response::json(200, llvm::json::Object{{"name", name}, {"entries", static_cast<int64_t>(entries.size())}});
}

Response api::getBaseline(const Request &, Services &services, llvm::StringRef name) {
  if (!isBaselineName(name))
    return Response::problem(refuseName(name));
  Result<std::vector<BaselineEntry>> entries = services.store.readBaseline(name.str());
  if (!entries)
    return Response::problem(entries.problem());
  if (entries->empty())
    return Response::problem(makeProblem(
        ProblemCode::notFound, ("the runner has no baseline `" + name + "`; `--save-baseline` makes one").str()));
  llvm::json::Array list;
  std::string ignored; // ours
  for (const BaselineEntry &entry : *entries)
    if (std::optional<llvm::json::Value> content = protocol::parseJson(entry.content, ignored))
      list.push_back(llvm::json::Object{
          {"name", entry.name}, {"createdAt", toTimeText(entry.createdAt)}, {"content", std::move(*content)}});
  return Response::json(200, llvm::json::Object{{"name", name}, {"entries", std::move(list)}});
}
