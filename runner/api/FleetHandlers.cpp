// SPDX-License-Identifier: Apache-2.0
// `GET /v1/fleet`: what runs jobs and which, what waits, what was last. A machine on its own is a fleet of one worker
// without a name.
#include "runner/api/Handlers.h"
#include "shared/protocol/Json.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

static llvm::json::Object describeJob(const JobSummary &job) {
  llvm::json::Object object{
      {"id", job.id}, {"device", job.device}, {"state", getText(job.state)}, {"createdAt", toTimeText(job.createdAt)}};
  if (job.startedAt)
    object["startedAt"] = toTimeText(*job.startedAt);
  if (job.finishedAt)
    object["finishedAt"] = toTimeText(*job.finishedAt);
  if (job.attempts > 0)
    object["attempt"] = job.attempts;
  if (!job.reason.empty())
    object["reason"] = job.reason;
  return object;
}

/// A worker tells what it runs a moment after it does: what has ended since is not told. Whose jobs are none of the
/// caller's business it learns nothing of, but that they run.
static llvm::json::Object describeWorker(const WorkerInfo &worker, const Overview &overview,
                                         const std::optional<std::string> &owner) {
  llvm::json::Array devices;
  for (const DeviceInfo &device : worker.devices) {
    llvm::json::Value value = toJson(device);
    if (auto held = worker.facts.running.find(device.id); held != worker.facts.running.end())
      for (const JobSummary &job : overview.running)
        if (job.id == held->second) {
          llvm::json::Object told{{"startedAt", toTimeText(job.startedAt.value_or(overview.now))}};
          if (!owner || job.owner == *owner)
            told["id"] = job.id;
          (*value.getAsObject())["job"] = std::move(told);
        }
    devices.push_back(std::move(value));
  }
  llvm::json::Object object{{"state", worker.isSilent           ? "silent"
                                      : worker.facts.isDraining ? "draining"
                                      : worker.isDrained        ? "drained"
                                                                : "ready"},
                            {"devices", std::move(devices)}};
  if (!worker.name.empty())
    object["name"] = worker.name;
  if (!worker.facts.version.empty())
    object["version"] = worker.facts.version;
  if (!worker.facts.sandbox.empty())
    object["sandbox"] = llvm::json::Object(worker.facts.sandbox);
  if (worker.seenAt)
    object["seenAt"] = toTimeText(*worker.seenAt);
  return object;
}

/// This machine, whose jobs are all on devices of its own.
static WorkerInfo describeThisMachine(const Services &services, const Overview &overview) {
  WorkerInfo worker;
  worker.devices = services.devices;
  worker.facts.version = services.version;
  worker.facts.sandbox = services.sandbox;
  worker.facts.isDraining = services.stopping;
  for (const JobSummary &job : overview.running)
    worker.facts.running.emplace(job.device, job.id);
  return worker;
}

Response api::getFleet(const Request &request, Services &services, llvm::StringRef) {
  int64_t recent = 30;
  if (auto found = request.query.find("recent"); found != request.query.end())
    if (llvm::StringRef(found->second).getAsInteger(10, recent) || recent < 0 || recent > 200)
      return Response::problem(makeProblem(ProblemCode::badRequest, "`recent` is `" + found->second +
                                                                        "`, expected a whole number from 0 to 200"));
  Result<std::optional<std::vector<WorkerInfo>>> workers = services.store.workers();
  if (!workers)
    return Response::problem(workers.problem());
  std::optional<std::string> owner;
  if (request.caller.scope == Scope::submit)
    owner = request.caller.name;
  Result<Overview> overview = services.store.overview(recent, owner);
  if (!overview)
    return Response::problem(overview.problem());
  bool isFleet = workers->has_value();
  if (!isFleet) {
    *workers = {describeThisMachine(services, *overview)};
    Result<std::vector<std::string>> drained = services.store.drainedWorkers();
    if (!drained)
      return Response::problem(drained.problem());
    (**workers)[0].isDrained = !drained->empty();
  }
  llvm::json::Array described, waiting, jobs;
  for (const WorkerInfo &worker : **workers)
    described.push_back(describeWorker(worker, *overview, owner));
  for (const WaitingJobs &some : overview->waiting)
    waiting.push_back(
        llvm::json::Object{{"device", some.device}, {"jobs", some.jobs}, {"oldestAt", toTimeText(some.oldestAt)}});
  for (const JobSummary &job : overview->recent)
    jobs.push_back(describeJob(job));
  return Response::json(200, llvm::json::Object{{"protocol", protocol::version},
                                                {"at", toTimeText(overview->now)},
                                                {"kind", isFleet ? "fleet" : "machine"},
                                                {"running", static_cast<int64_t>(overview->running.size())},
                                                {"workers", std::move(described)},
                                                {"queue", std::move(waiting)},
                                                {"jobs", std::move(jobs)}});
}
