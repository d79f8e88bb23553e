// SPDX-License-Identifier: Apache-2.0
// Short links: a runner that is asked to keeps what stands in the page's long links, and answers it by the beginning of
// its hash. It reads nothing of it but its letters: what it means is the page's matter.
#include "runner/api/Handlers.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"
#include <algorithm>
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

static bool isBase64Url(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '-' || c == '_'; });
}

/// `v1=` and what follows, as in the page's address: nothing else is kept, so that a runner is no place for files.
static bool isLink(llvm::StringRef text) {
  unsigned version = 0;
  return text.consume_front("v") && !text.consumeInteger(10, version) && text.consume_front("=") && !text.empty() &&
         isBase64Url(text);
}

/// 43 letters of SHA-256.
static std::string hashOf(llvm::StringRef text) {
  std::array<uint8_t, 32> digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  std::string hash = llvm::encodeBase64(digest);
  hash.erase(hash.find_last_not_of('=') + 1);
  std::replace(hash.begin(), hash.end(), '+', '-');
  std::replace(hash.begin(), hash.end(), '/', '_');
  return hash;
}

bool LinkRate::take(std::chrono::steady_clock::time_point now) {
  std::lock_guard lock(mutex);
  double seconds = std::chrono::duration<double>(now - at).count();
  left = std::min(aMinute, left + std::max(0., seconds) * aMinute / 60);
  at = now;
  if (left < 1)
    return false;
  left -= 1;
  return true;
}

static Problem refuseLinks() {
  return makeProblem(ProblemCode::notFound,
                     "this runner keeps no short links; `--short-links N` makes it keep so many");
}

Response api::postLink(const Request &request, Services &services, llvm::StringRef) {
  const Limits &limits = services.limits;
  if (limits.links.links == 0)
    return Response::problem(refuseLinks());
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(request.body, error);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  std::optional<llvm::StringRef> link = object ? object->getString("link") : std::nullopt;
  if (!link)
    return Response::problem(makeProblem(ProblemCode::badRequest,
                                         "a link is `{\"link\": \"v1=..\"}`" + (error.empty() ? "" : ": " + error)));
  if (link->size() > limits.linkBytes)
    return Response::problem(
        makeProblem(ProblemCode::payloadTooLarge, "the link has " + std::to_string(link->size()) +
                                                      " characters, and a short link stands for at most " +
                                                      std::to_string(limits.linkBytes)));
  if (!isLink(*link))
    return Response::problem(
        makeProblem(ProblemCode::badRequest,
                    "`link` is not what follows the `#` of a link: a version as in `v1=`, then base64url"));
  if (!services.linkRate.take(std::chrono::steady_clock::now())) {
    Problem problem =
        makeProblem(ProblemCode::tooManyRequests,
                    "this runner makes " + std::to_string(int(LinkRate::aMinute)) + " short links a minute, and has");
    problem.retryAfterSeconds = static_cast<int64_t>(std::ceil(60 / LinkRate::aMinute));
    return Response::problem(problem);
  }
  Result<KeptLink> kept = services.store.keepLink(hashOf(*link), link->str(), limits.links);
  if (!kept)
    return Response::problem(kept.problem());
  Response response = Response::json(kept->created ? 201 : 200, llvm::json::Object{{"id", kept->id}});
  if (kept->created)
    response.headers.emplace_back("Location", "/v1/links/" + kept->id);
  return response;
}

Response api::getLink(const Request &, Services &services, llvm::StringRef id) {
  if (services.limits.links.links == 0)
    return Response::problem(refuseLinks());
  if (id.size() < shortestLink || id.size() > 43 || !isBase64Url(id))
    return Response::problem(makeProblem(
        ProblemCode::badRequest,
        ("`" + id + "` names no short link: " + llvm::Twine(shortestLink) + " to 43 letters of base64url").str()));
  Result<std::string> link = services.store.readLink(id.str());
  return link ? Response::json(200, llvm::json::Object{{"id", id}, {"link", *link}})
              : Response::problem(link.problem());
}
