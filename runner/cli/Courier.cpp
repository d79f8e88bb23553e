// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/Courier.h"
#include "runner/mcp/RunnerAccess.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using llvm::json::Object;

static constexpr size_t mostReply = size_t(64) << 20;

bool cli::isInherited(const std::string &url) { return url == mcp::inheritedRunner; }

static bool writeAll(llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t wrote = write(mcp::requestDescriptor, text.data(), text.size());
    if (wrote > 0)
      text = text.drop_front(static_cast<size_t>(wrote));
    else if (errno != EINTR)
      return false;
  }
  return true;
}

static std::optional<mcp::Frame> readReply() {
  mcp::FrameReader reader(mostReply);
  char chunk[65536];
  while (!reader.isBroken()) {
    if (std::optional<mcp::Frame> frame = reader.next())
      return frame;
    ssize_t got = read(mcp::replyDescriptor, chunk, sizeof chunk);
    if (got == 0 || (got < 0 && errno != EINTR))
      break;
    if (got > 0)
      reader.feed({chunk, static_cast<size_t>(got)});
  }
  return std::nullopt;
}

Result<http::ClientResponse> cli::askInherited(const std::string &method, const std::string &target,
                                               const std::string &body, const http::Headers &headers) {
  Object named;
  for (const auto &[name, value] : headers)
    named[name] = value;
  Object head{{"method", method}, {"target", target}, {"headers", std::move(named)}};
  std::optional<mcp::Frame> reply = writeAll(mcp::writeFrame(std::move(head), body)) ? readReply() : std::nullopt;
  if (!reply)
    return makeProblem(ProblemCode::badRequest, "`inherited:` is the runner that started this process, and none did");
  http::ClientResponse response;
  response.status = static_cast<int>(reply->head.getInteger("status").value_or(0));
  if (const Object *given = reply->head.getObject("headers"))
    for (const auto &[name, value] : *given)
      response.headers.emplace_back(name.str(), value.getAsString().value_or("").str());
  response.body = std::move(reply->body);
  return response;
}

http::ClientResponse cli::refuseToFollow() {
  http::ClientResponse response;
  response.status = 503;
  return response;
}
