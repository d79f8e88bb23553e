// SPDX-License-Identifier: Apache-2.0
// The table of endpoints, and what all of them share: access, methods, media types, limits. The handlers are in
// Handlers.cpp and FleetHandlers.cpp.
#include "runner/api/Api.h"
#include "runner/api/Handlers.h"
#include "llvm/ADT/StringSet.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

namespace {
using Handler = Response (*)(const Request &, Services &, llvm::StringRef parameter);

/// One address and method. A path's `{}` stands for one non-empty segment without `/`.
struct Endpoint {
  llvm::StringLiteral method, prefix, suffix;
  bool hasParameter;
  llvm::StringLiteral produces, consumes; // media types; nothing consumed when empty
  Handler handler;
  Scope needs = Scope::read;
};

constexpr llvm::StringLiteral json = "application/json", bytes = "application/octet-stream", none = "";

constexpr llvm::StringLiteral mcpPath = "/mcp";

constexpr Endpoint endpoints[] = {
    {"GET", "/v1/health/live", "", false, json, none, getLive},
    {"GET", "/v1/health/ready", "", false, json, none, getReady},
    {"GET", "/v1/version", "", false, json, none, getVersion},
    {"GET", "/v1/devices", "", false, json, none, getDevices},
    {"GET", "/v1/fleet", "", false, json, none, getFleet},
    {"PUT", "/v1/artifacts/", "", true, json, bytes, putArtifact, Scope::submit},
    {"GET", "/v1/artifacts/", "", true, bytes, none, getArtifact},
    {"POST", "/v1/jobs", "", false, json, json, postJob, Scope::submit},
    {"GET", "/v1/jobs", "", false, json, none, listJobs},
    {"GET", "/v1/jobs/", "", true, json, none, getJob},
    {"POST", "/v1/jobs/", ":cancel", true, json, none, cancelJob, Scope::submit},
    {"GET", "/v1/jobs/", "/output", true, "text/plain", none, getOutput},
    {"GET", "/v1/jobs/", "/events", true, "text/event-stream", none, getEvents},
    {"PUT", "/v1/baselines/", "", true, json, json, putBaseline, Scope::submit},
    {"GET", "/v1/baselines/", "", true, json, none, getBaseline},
    {"POST", "/v1/links", "", false, json, json, postLink, Scope::submit},
    {"GET", "/v1/links/", "", true, json, none, getLink},
    {"GET", "/v1/admin/tokens", "", false, json, none, listTokens, Scope::admin},
    {"POST", "/v1/admin/tokens", "", false, json, json, createToken, Scope::admin},
    {"POST", "/v1/admin/tokens/", ":rotate", true, json, json, rotateToken, Scope::admin},
    {"POST", "/v1/admin/tokens/", ":limit", true, json, json, limitToken, Scope::admin},
    {"POST", "/v1/admin/tokens/", ":revoke", true, json, none, revokeToken, Scope::admin},
    {"GET", "/v1/admin/workers", "", false, json, none, listWorkers, Scope::admin},
    {"POST", "/v1/admin/workers/", ":drain", true, json, none, drainWorker, Scope::admin},
    {"POST", "/v1/admin/workers/", ":undrain", true, json, none, undrainWorker, Scope::admin},
    {"GET", "/v1/admin/dead-letters", "", false, json, none, listDeadLetters, Scope::admin},
    {"POST", "/v1/admin/jobs/", ":retry", true, json, none, retryJob, Scope::admin},
    {"POST", "/v1/admin/jobs/", ":delete", true, json, none, deleteJob, Scope::admin},
    {"GET", "/metrics", "", false, "text/plain", none, getMetrics},
    // What a token of scope `read` may call there is its room's matter, and so is `Accept`, of which it takes two.
    {"POST", mcpPath, "", false, none, json, takeMcp},
    {"DELETE", mcpPath, "", false, none, none, endMcp},
};

/// The `{}` of `endpoint` in `path`, or nothing when the path is another's.
std::optional<llvm::StringRef> match(const Endpoint &endpoint, llvm::StringRef path) {
  if (!endpoint.hasParameter)
    return path == endpoint.prefix ? std::optional<llvm::StringRef>("") : std::nullopt;
  if (!path.consume_front(endpoint.prefix) || !path.consume_back(endpoint.suffix))
    return std::nullopt;
  // `:` ends a job's id: `/v1/jobs/x:cancel` is not the job `x:cancel`.
  if (path.empty() || path.contains('/') || path.contains(':'))
    return std::nullopt;
  return path;
}

struct Route {
  const Endpoint *endpoint = nullptr;
  llvm::StringRef parameter;
  std::string allowed; // methods of the path, when the method is another
};

Route findRoute(const Request &request) {
  Route route;
  llvm::StringRef method = request.method == "HEAD" ? "GET" : llvm::StringRef(request.method);
  for (const Endpoint &endpoint : endpoints) {
    std::optional<llvm::StringRef> parameter = match(endpoint, request.path);
    if (!parameter)
      continue;
    route.allowed +=
        (route.allowed.empty() ? "" : ", ") + endpoint.method.str() + (endpoint.method == "GET" ? ", HEAD" : "");
    if (endpoint.method == method) {
      route.endpoint = &endpoint;
      route.parameter = *parameter;
    }
  }
  if (!route.allowed.empty())
    route.allowed += ", OPTIONS";
  return route;
}

} // namespace

bool api::accepts(llvm::StringRef header, llvm::StringRef type) {
  if (header.trim().empty())
    return true;
  auto [family, rest] = type.split('/');
  while (!header.empty()) {
    auto [entry, others] = header.split(',');
    auto [range, parameters] = entry.split(';');
    range = range.trim();
    bool refused = false;
    for (; !parameters.empty(); parameters = parameters.split(';').second) {
      llvm::StringRef parameter = parameters.split(';').first.trim();
      double weight = 1;
      if (parameter.consume_front_insensitive("q=") && !parameter.getAsDouble(weight))
        refused = weight == 0;
    }
    if (!refused &&
        (range == "*/*" || range.equals_insensitive(type) || range.equals_insensitive((family + "/*").str())))
      return true;
    header = others;
  }
  return false;
}

namespace {
std::optional<Problem> checkMedia(const Request &request, const Endpoint &endpoint) {
  if (!endpoint.produces.empty() && !accepts(request.header("accept"), endpoint.produces))
    return makeProblem(
        ProblemCode::notAcceptable,
        ("`Accept` is `" + request.header("accept") + "`, the answer is `" + endpoint.produces + "`").str());
  llvm::StringRef type = request.header("content-type").split(';').first.trim();
  if (endpoint.consumes.empty() || type.equals_insensitive(endpoint.consumes))
    return std::nullopt;
  // Bytes without a type are bytes. JSON must say so: that makes browsers ask before a strange page may send it.
  if (endpoint.consumes == bytes && type.empty())
    return std::nullopt;
  return makeProblem(ProblemCode::unsupportedMediaType,
                     ("`Content-Type` is `" + type + "`, this address takes `" + endpoint.consumes + "`").str());
}

Response answerOptions(const Route &route) {
  Response response;
  response.status = 204;
  response.headers.emplace_back("Allow", route.allowed);
  return response;
}

/// The token's scope does not reach as far as the address.
std::optional<Problem> checkScope(const Request &request, const Caller &caller, Scope needs) {
  if (caller.may(needs))
    return std::nullopt;
  return makeProblem(ProblemCode::forbidden,
                     ("the token `" + llvm::StringRef(caller.name) + "` has the scope `" + getText(caller.scope) +
                      "`, " + request.method + " of this address needs `" + getText(needs) + "`")
                         .str());
}

/// The answer when it needs no handler; `caller` is who asks, `counts` whether this is one of its requests a minute.
std::optional<Response> refuse(const Request &request, const Services &services, const Route &route, Caller &caller,
                               bool counts) {
  if (std::optional<Problem> problem = refuseAccess(request, services.access)) {
    bool isForbidden = problem->code == ProblemCode::unauthorized && !isAllowedOrigin(request, services.access);
    return isForbidden ? Response::problem(*problem, 403) : Response::problem(*problem); // no token would help
  }
  bool isOpen = request.path == "/v1/health/live" || request.method == "OPTIONS";
  Result<Caller> found = identify(request, services.access, services.tokens);
  if (!found && !isOpen)
    return Response::problem(found.problem());
  caller = found ? *found : Caller{"", Scope::read};
  if (std::optional<Problem> problem = isOpen ? std::nullopt : services.tokens.limitRate(caller, counts))
    return Response::problem(*problem);
  if (route.allowed.empty())
    return Response::problem(
        makeProblem(ProblemCode::notFound, "there is no `" + request.path + "` here; see shared/protocol"));
  if (request.method == "OPTIONS")
    return answerOptions(route);
  if (!route.endpoint) {
    Response response = Response::problem(
        makeProblem(ProblemCode::methodNotAllowed,
                    "`" + request.path + "` does not take " + request.method + ", it takes " + route.allowed));
    response.headers.emplace_back("Allow", route.allowed);
    return response;
  }
  if (std::optional<Problem> problem = checkScope(request, caller, route.endpoint->needs))
    return Response::problem(*problem);
  if (std::optional<Problem> problem = checkMedia(request, *route.endpoint))
    return Response::problem(*problem);
  uint64_t size = std::max<uint64_t>(request.contentLength.value_or(0), request.body.size());
  if (uint64_t limit = bodyLimit(request, services); size > limit)
    return Response::problem(
        makeProblem(ProblemCode::payloadTooLarge,
                    "the body has " + std::to_string(size) + " bytes, this address takes " + std::to_string(limit)));
  return std::nullopt;
}
} // namespace

bool api::isApiPath(llvm::StringRef path) {
  return path == "/v1" || path.starts_with("/v1/") || path == "/metrics" || path == mcpPath;
}

static bool putsArtifact(const Request &request) {
  return request.method == "PUT" && request.path.starts_with("/v1/artifacts/");
}

uint64_t api::bodyLimit(const Request &request, const Services &services) {
  uint64_t most = putsArtifact(request)     ? services.limits.artifactBytes
                  : request.path == mcpPath ? services.limits.mcpBytes
                                            : services.limits.jsonBytes;
  return request.uploadRoom && request.uploadRoom->bytes
             ? std::min(most, static_cast<uint64_t>(*request.uploadRoom->bytes))
             : most;
}

Problem api::describeTooLarge(const Request &request, const Services &services) {
  if (!request.uploadRoom || !request.uploadRoom->bytes ||
      static_cast<uint64_t>(*request.uploadRoom->bytes) >= services.limits.artifactBytes)
    return makeProblem(ProblemCode::payloadTooLarge, "the body is larger than the " +
                                                         std::to_string(bodyLimit(request, services)) +
                                                         " bytes that this address takes");
  Problem problem = makeProblem(ProblemCode::quotaExceeded,
                                "the artifact is larger than the " + std::to_string(*request.uploadRoom->bytes) +
                                    " bytes that the token `" + request.caller.name + "` may still put today");
  problem.retryAfterSeconds = request.uploadRoom->endsInSeconds;
  return problem;
}

/// Before a byte of the body is read: what the token has no room for is not worth sending. An artifact that is there
/// already costs nothing.
static std::optional<Response> refuseUpload(Request &request, const Services &services) {
  if (!putsArtifact(request) || request.caller.name.empty())
    return std::nullopt;
  Result<UploadRoom> room = services.store.uploadRoom(request.caller.name);
  if (!room)
    return Response::problem(room.problem());
  if (!room->bytes || services.store.findArtifact(request.path.substr(std::size("/v1/artifacts/") - 1)))
    return std::nullopt;
  request.uploadRoom = *room;
  bool isKnownTooLarge = request.contentLength.value_or(0) > static_cast<uint64_t>(*room->bytes);
  return isKnownTooLarge || *room->bytes == 0 ? std::optional(Response::problem(describeTooLarge(request, services)))
                                              : std::nullopt;
}

std::optional<Response> api::refuseEarly(Request &request, const Services &services) {
  std::optional<Response> response = refuse(request, services, findRoute(request), request.caller, /*counts=*/false);
  if (!response)
    response = refuseUpload(request, services);
  if (response)
    addCorsHeaders(request, services.access, *response);
  return response;
}

Response api::handle(Request &request, Services &services) {
  Route route = findRoute(request);
  std::optional<Response> refused = refuse(request, services, route, request.caller, /*counts=*/true);
  Response response = refused ? std::move(*refused) : route.endpoint->handler(request, services, route.parameter);
  addCorsHeaders(request, services.access, response);
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}
