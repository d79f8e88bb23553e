// SPDX-License-Identifier: Apache-2.0
// A request and a response as values, free of sockets: `http/` makes one and sends the other, tests do both by hand.
#pragma once

#include "runner/api/LiveAnswer.h"
#include "runner/api/TokenBook.h"
#include "runner/Result.h"
#include "runner/store/ArtifactReader.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::runner::api {

struct Request {
  std::string method;                         // upper case
  std::string path;                           // decoded, without the query
  std::map<std::string, std::string> query;   // decoded
  std::map<std::string, std::string> headers; // names in lower case
  std::string body;
  std::optional<uint64_t> contentLength; // as announced; for what is refused before the body is read
  std::optional<UploadRoom> uploadRoom;  // of an artifact that is not there yet, once `refuseEarly` has found out
  Caller caller;                         // who asks, once `handle` has found out

  llvm::StringRef header(llvm::StringRef name) const {
    auto found = headers.find(name.str());
    return found == headers.end() ? llvm::StringRef() : llvm::StringRef(found->second);
  }
};

/// Splits and decodes a request target such as `/v1/jobs?limit=3`. Nothing when it is malformed: a broken escape, a
/// NUL, a target that does not begin with `/`.
std::optional<Request> parseTarget(llvm::StringRef target);

/// A job's events, to be sent as they come.
struct EventStream {
  std::string job;
  int64_t after = 0; // the last number that the client has
};

struct Response {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::optional<EventStream> stream;      // then `body` is empty
  std::shared_ptr<ArtifactReader> content; // what is sent in place of `body`, piece by piece
  std::shared_ptr<LiveAnswer> live;        // what makes the body, where it is not there yet
  std::optional<ProblemCode> problemCode; // of an answer that is a problem

  static Response json(int status, const llvm::json::Value &value);
  /// `status`: where HTTP has one that says more than the code's.
  static Response problem(const Problem &problem, std::optional<int> status = std::nullopt);
};

} // namespace tessera::runner::api
