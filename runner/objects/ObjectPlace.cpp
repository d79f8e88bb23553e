// SPDX-License-Identifier: Apache-2.0
// An object appears when all of it has arrived, and its body is signed by its digest, which is its name: a store that
// checks signatures keeps no half and no altered artifact.
#include "runner/objects/ObjectPlace.h"
#include <chrono>
#include <thread>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::objects;

static constexpr std::chrono::seconds forBytes(60), forAWord(5);
/// SHA-256 of no bytes.
static constexpr const char *emptyDigest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

Result<http::ClientResponse> ObjectPlace::ask(const char *method, const std::string &digest, const std::string &body,
                                              const std::string &bodyDigest, std::chrono::seconds timeout) const {
  static constexpr int tries = 3;
  auto end = std::chrono::steady_clock::now() + timeout;
  http::Client patient = client;
  patient.timeout = timeout;
  for (int attempt = 1;; ++attempt) {
    Request request{method, address.authority, address.base + "/" + digest, "", bodyDigest};
    int64_t now =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    Result<http::ClientResponse> response =
        patient.request(method, "/" + digest, body, sign(request, credentials, now));
    if ((response && response->status < 500) || attempt == tries || std::chrono::steady_clock::now() >= end)
      return response ? response
                      : Result<http::ClientResponse>(makeProblem(
                            ProblemCode::unavailable, "the artifacts' store `" + name + "` does not answer"));
    std::this_thread::sleep_for(std::chrono::milliseconds(200) * attempt);
  }
}

/// Stores say why in XML, whose first part is enough for people.
Problem ObjectPlace::describe(const char *doing, const http::ClientResponse &response) const {
  static constexpr size_t shown = 300;
  std::string said = response.body.substr(0, shown);
  return makeProblem(ProblemCode::unavailable, "the artifacts' store `" + name + "` answers " +
                                                   std::to_string(response.status) + " to " + doing +
                                                   (said.empty() ? "" : ": " + said));
}

Status ObjectPlace::put(const std::string &digest, llvm::ArrayRef<uint8_t> bytes) {
  std::string body(bytes.begin(), bytes.end());
  Result<http::ClientResponse> response = ask("PUT", digest, body, digest, forBytes);
  if (!response)
    return response.problem();
  return response->status / 100 == 2 ? Status(Done()) : Status(describe("keeping an artifact", *response));
}

Result<std::vector<uint8_t>> ObjectPlace::get(const std::string &digest, uint64_t limit) {
  Result<http::ClientResponse> response = ask("GET", digest, "", emptyDigest, forBytes);
  if (!response)
    return response.problem();
  if (response->status == 404)
    return makeProblem(ProblemCode::notFound, "`" + name + "` has no artifact `" + digest + "`");
  if (response->status != 200)
    return describe("reading an artifact", *response);
  if (response->body.size() > limit)
    return makeProblem(ProblemCode::payloadTooLarge, "the artifact `" + digest + "` has other bytes in `" + name + "`");
  return std::vector<uint8_t>(response->body.begin(), response->body.end());
}

Status ObjectPlace::remove(const std::string &digest) {
  Result<http::ClientResponse> response = ask("DELETE", digest, "", emptyDigest, forAWord);
  if (!response)
    return response.problem();
  bool isGone = response->status / 100 == 2 || response->status == 404;
  return isGone ? Status(Done()) : Status(describe("removing an artifact", *response));
}

/// Whoever may look for an object that is not there may read; that writing works is seen when somebody writes.
Status ObjectPlace::probe() {
  Result<http::ClientResponse> response = ask("HEAD", "probe", "", emptyDigest, forAWord);
  if (!response)
    return response.problem();
  bool isThere = response->status == 200 || response->status == 404;
  return isThere ? Status(Done()) : Status(describe("a look", *response));
}
