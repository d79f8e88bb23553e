// SPDX-License-Identifier: Apache-2.0
// What each endpoint does, given that the request has passed the checks that all share.
#include "runner/api/Handlers.h"
#include "runner/api/MetricsText.h"
#include "runner/api/Trace.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

static Response refuse(ProblemCode code, std::string detail) {
  return Response::problem(makeProblem(code, std::move(detail)));
}

static bool isDigest(llvm::StringRef text) {
  return text.size() == 64 && llvm::all_of(text, [](char c) { return llvm::isDigit(c) || (c >= 'a' && c <= 'f'); });
}

//===-- the runner -------------------------------------------------------------------------------------------===//

Response api::getLive(const Request &, Services &, llvm::StringRef) {
  return Response::json(200, llvm::json::Object{{"status", "ok"}});
}

Response api::getReady(const Request &, Services &services, llvm::StringRef) {
  if (services.stopping)
    return refuse(ProblemCode::unavailable, "the runner is stopping");
  if (Status status = services.store.probe(); !status)
    return refuse(ProblemCode::unavailable, status.problem().detail);
  return Response::json(200, llvm::json::Object{{"status", "ok"}});
}

Response api::getVersion(const Request &, Services &services, llvm::StringRef) {
  llvm::json::Object answer{{"protocol", protocol::version}, {"version", services.version}};
  if (services.limits.links.links > 0)
    answer["shortLinks"] = llvm::json::Object{{"maxBytes", static_cast<int64_t>(services.limits.linkBytes)}};
  return Response::json(200, std::move(answer));
}

/// Those of this machine, or of the fleet's workers.
static Result<std::vector<DeviceInfo>> findDevices(const Services &services, bool &isFleet) {
  Result<std::optional<std::vector<DeviceInfo>>> fleet = services.store.fleetDevices();
  if (!fleet)
    return fleet.problem();
  isFleet = fleet->has_value();
  return isFleet ? std::move(**fleet) : services.devices;
}

Response api::getDevices(const Request &, Services &services, llvm::StringRef) {
  bool isFleet = false;
  Result<std::vector<DeviceInfo>> known = findDevices(services, isFleet);
  if (!known)
    return Response::problem(known.problem());
  llvm::json::Array devices;
  for (const DeviceInfo &device : *known)
    devices.push_back(toJson(device));
  llvm::json::Object answer{{"devices", std::move(devices)}};
  if (!services.sandbox.empty())
    answer["sandbox"] = llvm::json::Object(services.sandbox);
  return Response::json(200, std::move(answer));
}

Response api::getMetrics(const Request &, Services &services, llvm::StringRef) {
  Result<QueueCounts> counts = services.store.counts();
  if (!counts)
    return Response::problem(counts.problem());
  bool isFleet = false;
  Result<std::vector<DeviceInfo>> devices = findDevices(services, isFleet);
  if (!devices)
    return Response::problem(devices.problem());
  Response response;
  response.headers.emplace_back("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  response.body = writeMetrics(services, *counts, devices->size());
  return response;
}

//===-- coding agents ----------------------------------------------------------------------------------------===//

static Response refuseMcp() {
  return refuse(ProblemCode::notFound, "this runner serves no Model Context Protocol: `tessera serve --mcp` does");
}

Response api::takeMcp(const Request &request, Services &services, llvm::StringRef) {
  return services.mcp ? services.mcp->take(request) : refuseMcp();
}

Response api::endMcp(const Request &request, Services &services, llvm::StringRef) {
  return services.mcp ? services.mcp->end(request) : refuseMcp();
}

//===-- artifacts --------------------------------------------------------------------------------------------===//

Response api::putArtifact(const Request &request, Services &services, llvm::StringRef digest) {
  if (!isDigest(digest))
    return refuse(ProblemCode::badRequest, ("`" + digest + "` is not a SHA-256 of 64 lower-case hex digits").str());
  llvm::ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(request.body.data()), request.body.size());
  // The container first: a truncated upload is told as such, and not as a wrong name.
  artifact::Result<artifact::Manifest> manifest = artifact::readManifest(bytes);
  if (!manifest) {
    Problem problem =
        makeProblem(*protocol::parseProblemCode(getText(manifest.refusal().id)), manifest.refusal().message);
    problem.diagnostics.push_back(manifest.refusal().toDiagnostic());
    return Response::problem(problem);
  }
  if (std::string actual = artifact::digestOf(bytes); actual != digest)
    return refuse(ProblemCode::digestMismatch,
                  ("the body's SHA-256 is `" + actual + "`, the address says `" + digest + "`").str());
  llvm::json::Value json = artifact::toJson(*manifest);
  bool isNew = !services.store.findArtifact(digest.str());
  int64_t size = static_cast<int64_t>(bytes.size());
  if (isNew)
    if (Status charged = services.store.chargeUpload(request.caller.name, size); !charged)
      return Response::problem(charged.problem());
  Result<ArtifactInfo> info = services.store.putArtifact(digest.str(), bytes, protocol::toText(json));
  if (!info) {
    if (isNew)
      (void)services.store.chargeUpload(request.caller.name, -size);
    return Response::problem(info.problem());
  }
  Response response = Response::json(
      info->created ? 201 : 200,
      llvm::json::Object{{"sha256", info->digest}, {"bytes", info->bytes}, {"manifest", std::move(json)}});
  if (info->created)
    response.headers.emplace_back("Location", "/v1/artifacts/" + info->digest);
  return response;
}

Response api::getArtifact(const Request &, Services &services, llvm::StringRef digest) {
  Result<std::shared_ptr<ArtifactReader>> content = services.store.openArtifact(digest.str());
  if (!content) // damaged is no better than absent to who wants it
    return content.problem().code == ProblemCode::artifactAltered ? Response::problem(content.problem(), 404)
                                                                  : Response::problem(content.problem());
  Response response;
  response.headers.emplace_back("Content-Type", "application/octet-stream");
  response.headers.emplace_back("ETag", "\"" + digest.str() + "\"");
  response.content = std::move(*content);
  return response;
}

//===-- jobs -------------------------------------------------------------------------------------------------===//

/// `name` of `object` as a count from 1 to `limit`; absent leaves `value`.
static std::optional<Problem> readCount(const llvm::json::Object &object, llvm::StringRef name, int64_t limit,
                                        int64_t &value) {
  const llvm::json::Value *field = object.get(name);
  if (!field)
    return std::nullopt;
  std::optional<int64_t> count = field->getAsInteger();
  if (!count || *count < 1 || *count > limit)
    return makeProblem(ProblemCode::badRequest, ("`options." + name + "` is `" + protocol::toText(*field) +
                                                 "`, expected a whole number from 1 to " + llvm::Twine(limit))
                                                    .str());
  value = *count;
  return std::nullopt;
}

/// `options`, as far as they are known without the device.
static std::optional<Problem> readOptions(const llvm::json::Object &fields, const Services &services,
                                          JobOptions &options) {
  for (const auto &[name, ignored] : fields)
    if (name != "deadlineMs" && name != "repetitions" && name != "timeline" && name != "priority" && name != "bench" &&
        name != "fresh")
      return makeProblem(ProblemCode::badRequest,
                         ("`options` has no `" + llvm::StringRef(name) +
                          "`; it has `bench`, `deadlineMs`, `fresh`, `priority`, `repetitions` and `timeline`")
                             .str());
  if (auto problem = readCount(fields, "deadlineMs", services.limits.deadlineMs, options.deadlineMs))
    return problem;
  if (auto problem = readCount(fields, "repetitions", services.limits.repetitions, options.repetitions))
    return problem;
  if (const llvm::json::Value *timeline = fields.get("timeline")) {
    std::optional<bool> wanted = timeline->getAsBoolean();
    if (!wanted)
      return makeProblem(ProblemCode::badRequest,
                         "`options.timeline` is `" + protocol::toText(*timeline) + "`, expected true or false");
    options.timeline = *wanted;
  }
  return std::nullopt;
}

/// `options.priority`, as far as the token reaches.
static std::optional<Problem> readPriority(const llvm::json::Object &fields, const Caller &caller, int64_t &priority) {
  const llvm::json::Value *field = fields.get("priority");
  if (!field)
    return std::nullopt;
  std::optional<int64_t> wanted = field->getAsInteger();
  if (!wanted || *wanted < leastPriority || *wanted > greatestPriority)
    return makeProblem(ProblemCode::badRequest,
                       ("`options.priority` is `" + protocol::toText(*field) + "`, expected a whole number from " +
                        llvm::Twine(leastPriority) + " to " + llvm::Twine(greatestPriority))
                           .str());
  if (*wanted > caller.limits.priority)
    return makeProblem(ProblemCode::forbidden,
                       ("`options.priority` is " + llvm::Twine(*wanted) + ", the token `" + caller.name +
                        "` may ask for " + llvm::Twine(caller.limits.priority) + " at most")
                           .str());
  priority = *wanted;
  return std::nullopt;
}

/// A GPU does not tell who did what when: a job that asks it for that is refused rather than run without.
static std::optional<Problem> checkTimeline(const JobRequest &job, llvm::ArrayRef<DeviceInfo> devices) {
  std::string able;
  bool isAble = true;
  for (const DeviceInfo &device : devices) {
    if (!device.timeline.empty())
      able += (able.empty() ? "`" : ", `") + device.id + "`";
    bool mayRun = device.id == job.device || mayRunOn(job.device, makeOffer(device));
    isAble &= !mayRun || !device.timeline.empty();
  }
  if (isAble || !job.options.timeline)
    return std::nullopt;
  return makeProblem(ProblemCode::badRequest,
                     "`options.timeline` is true, but `" + job.device +
                         "` makes no timelines; these devices do: " + (able.empty() ? "none" : able));
}

static std::string describeDevices(llvm::ArrayRef<DeviceInfo> devices) {
  std::string known;
  auto add = [&](llvm::StringRef word) {
    if (std::string quoted = ("`" + word + "`").str(); known.find(quoted) == std::string::npos)
      known += (known.empty() ? "" : ", ") + quoted;
  };
  for (const DeviceInfo &device : devices) {
    add(device.id);
    for (const std::string &word : device.words)
      add(word);
  }
  return known.empty() ? "none: no worker is there" : known;
}

static Result<JobRequest> readJobRequest(const Request &request, Services &services, bool &isFresh) {
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(request.body, error);
  if (!value)
    return makeProblem(ProblemCode::badRequest, "the body is not JSON: " + error);
  const llvm::json::Object *object = value->getAsObject();
  std::optional<llvm::StringRef> digest = object ? object->getString("artifact") : std::nullopt;
  std::optional<llvm::StringRef> device = object ? object->getString("device") : std::nullopt;
  if (!digest || !device)
    return makeProblem(ProblemCode::badRequest,
                       "the body needs `artifact` (a SHA-256) and `device` (an id of `/v1/devices`), both strings");
  JobRequest job;
  job.artifact = digest->str();
  job.owner = request.caller.name;
  job.priority = std::min(usualPriority, request.caller.limits.priority);
  if (const llvm::json::Value *options = object->get("options")) {
    const llvm::json::Object *fields = options->getAsObject();
    if (!fields)
      return makeProblem(ProblemCode::badRequest, "`options` is not an object");
    if (auto problem = readOptions(*fields, services, job.options))
      return *problem;
    if (auto problem = readPriority(*fields, request.caller, job.priority))
      return *problem;
    if (const llvm::json::Value *bench = fields->get("bench"))
      if (auto problem = readBench(*bench, services, job.bench))
        return *problem;
  }
  job.options.deadlineMs = std::min(job.options.deadlineMs, services.limits.deadlineMs);
  bool isFleet = false;
  Result<std::vector<DeviceInfo>> devices = findDevices(services, isFleet);
  if (!devices)
    return devices.problem();
  if (devices->empty()) // they may be starting: a client that waits finds them
    return makeProblem(ProblemCode::unavailable, "no worker of this fleet is there now; try again later");
  std::optional<std::string> resolved =
      isFleet ? resolveFleetDevice(*device, *devices) : resolveDevice(*device, *devices);
  if (!resolved) {
    std::string syntax = normalizeDevice(*device) ? ""
                                                  : "; what can be asked for are words and `memory>=80GB`, with "
                                                    "`and` and `or` between them";
    return makeProblem(ProblemCode::unknownDevice, ("this runner has no device `" + *device + "`; it has ").str() +
                                                       describeDevices(*devices) + syntax);
  }
  job.device = *resolved;
  std::string ignored; // why there is none: `http` has told that in the log
  job.traceparent = readTraceparent(request.header("traceparent"), ignored).value_or("");
  if (auto problem = checkTimeline(job, *devices))
    return *problem;
  job.bench.cacheKey = makeCacheKey(job, services);
  const llvm::json::Object *options = object->getObject("options");
  const llvm::json::Value *fresh = options ? options->get("fresh") : nullptr;
  if (fresh && !fresh->getAsBoolean())
    return makeProblem(ProblemCode::badRequest,
                       "`options.fresh` is `" + protocol::toText(*fresh) + "`, expected true or false");
  isFresh = fresh && *fresh->getAsBoolean();
  return job;
}

Response api::postJob(const Request &request, Services &services, llvm::StringRef) {
  std::string key = request.header("idempotency-key").str();
  if (key.size() > 255 || !llvm::all_of(key, [](char c) { return c > ' ' && c < 0x7F; }))
    return refuse(ProblemCode::badRequest, "`Idempotency-Key` takes 1 to 255 visible ASCII characters");
  if (services.stopping)
    return refuse(ProblemCode::unavailable, "the runner is stopping");
  bool isFresh = false;
  Result<JobRequest> job = readJobRequest(request, services, isFresh);
  if (!job)
    return Response::problem(job.problem());
  if (!isFresh)
    if (std::optional<Response> cached = findCachedAnswer(*job, request.caller, services))
      return std::move(*cached);
  if (Result<ArtifactInfo> info = services.store.findArtifact(job->artifact); !info)
    return Response::problem(info.problem());
  Result<Job> made = services.store.submit(*job, key);
  if (!made)
    return Response::problem(made.problem());
  ++services.metrics.jobsSubmitted;
  Response response = Response::json(202, toJson(*made));
  response.headers.emplace_back("Location", "/v1/jobs/" + made->id);
  return response;
}

/// The page of jobs that the query asks for.
static Response listPage(const Request &request, Services &services, const JobFilter &filter) {
  int64_t limit = 50;
  auto query = [&](const char *name) {
    auto found = request.query.find(name);
    return found == request.query.end() ? std::string() : found->second;
  };
  if (std::string text = query("limit");
      !text.empty() && (llvm::StringRef(text).getAsInteger(10, limit) || limit < 1 || limit > 500))
    return refuse(ProblemCode::badRequest, "`limit` is `" + text + "`, expected a whole number from 1 to 500");
  Result<std::vector<Job>> jobs = services.store.list(limit, query("before"), filter);
  if (!jobs)
    return Response::problem(jobs.problem());
  llvm::json::Array array;
  for (const Job &job : *jobs)
    array.push_back(toJson(job, /*withResult=*/false)); // a list of results could be hundreds of megabytes
  return Response::json(200, llvm::json::Object{{"jobs", std::move(array)}});
}

Response api::listJobs(const Request &request, Services &services, llvm::StringRef) {
  JobFilter filter;
  if (request.caller.scope == Scope::submit)
    filter.owner = request.caller.name;
  return listPage(request, services, filter);
}

Response api::listDeadLetters(const Request &request, Services &services, llvm::StringRef) {
  JobFilter filter;
  filter.isDead = true;
  return listPage(request, services, filter);
}

/// The job, for those who may know of it; to others it is not there.
static Result<Job> findJob(const Request &request, Services &services, const std::string &id) {
  Result<Job> job = services.store.find(id);
  if (job && !request.caller.mayKnow(*job))
    return makeProblem(ProblemCode::notFound, "the runner has no job `" + id + "`");
  return job;
}

Response api::getJob(const Request &request, Services &services, llvm::StringRef id) {
  Result<Job> job = findJob(request, services, id.str());
  return job ? Response::json(200, toJson(*job)) : Response::problem(job.problem());
}

Response api::getOutput(const Request &request, Services &services, llvm::StringRef id) {
  if (Result<Job> job = findJob(request, services, id.str()); !job)
    return Response::problem(job.problem());
  Result<std::string> output = services.store.output(id.str());
  if (!output)
    return Response::problem(output.problem());
  Response response;
  response.headers.emplace_back("Content-Type", "text/plain; charset=utf-8");
  response.body = std::move(*output);
  return response;
}

Response api::cancelJob(const Request &request, Services &services, llvm::StringRef id) {
  if (Result<Job> job = findJob(request, services, id.str()); !job)
    return Response::problem(job.problem());
  Result<Job> job = services.store.cancel(id.str());
  return job ? Response::json(202, toJson(*job)) : Response::problem(job.problem());
}

Response api::getEvents(const Request &request, Services &services, llvm::StringRef id) {
  EventStream stream{id.str(), 0};
  // The query is for clients that can't set a header on their first connection.
  std::string last = request.header("last-event-id").str();
  if (auto found = request.query.find("lastEventId"); last.empty() && found != request.query.end())
    last = found->second;
  if (!last.empty() && (llvm::StringRef(last).getAsInteger(10, stream.after) || stream.after < 0))
    return refuse(ProblemCode::badRequest, "`Last-Event-ID` is `" + last + "`, expected an event's number");
  if (Result<Job> job = findJob(request, services, stream.job); !job)
    return Response::problem(job.problem());
  Response response;
  response.headers.emplace_back("Content-Type", "text/event-stream");
  response.headers.emplace_back("X-Accel-Buffering", "no"); // or a proxy would hold events back
  response.stream = stream;
  return response;
}
