// SPDX-License-Identifier: Apache-2.0
// From Beast's message to the API's request: the point where a stranger's bytes become our values. Fuzzed by itself.
#pragma once

#include "runner/api/Message.h"
#include <boost/beast/http/message.hpp>

namespace tessera::runner::http {

/// What is wrong with a head that Beast takes, if something is. Two of a field that says who asks, or of whom, mean
/// that somebody on the way may have read the other one; a coding that we do not know leaves open where the body ends.
template <typename Parser> std::optional<std::string> whyMalformed(const Parser &parser) {
  namespace bhttp = boost::beast::http;
  const auto &message = parser.get();
  for (bhttp::field field :
       {bhttp::field::host, bhttp::field::authorization, bhttp::field::origin, bhttp::field::content_type})
    if (size_t times = message.count(field); times > 1)
      return "the request has " + std::to_string(times) + " `" + std::string(bhttp::to_string(field)) +
             "` headers, one is allowed";
  if (message.version() >= 11 && message.count(bhttp::field::host) == 0)
    return "the request has no `Host` header, which HTTP/1.1 asks for";
  if (auto coding = message.find(bhttp::field::transfer_encoding);
      coding != message.end() && !boost::beast::iequals(coding->value(), "chunked"))
    return "`Transfer-Encoding` is `" + std::string(coding->value()) + "`, this runner takes `chunked`";
  return std::nullopt;
}

/// The head of a request; nothing when its target is malformed. Of a header that stands twice the first counts, but for
/// `traceparent`: of two nobody knows which is meant, so together they are none.
template <typename Message> std::optional<api::Request> toRequest(const Message &message) {
  auto toRef = [](boost::beast::string_view text) { return llvm::StringRef(text.data(), text.size()); };
  std::optional<api::Request> request = api::parseTarget(toRef(message.target()));
  if (!request)
    return std::nullopt;
  request->method = std::string(message.method_string());
  for (const auto &field : message)
    if (auto [entry, isNew] = request->headers.emplace(toRef(field.name_string()).lower(), std::string(field.value()));
        !isNew && entry->first == "traceparent")
      entry->second += "," + std::string(field.value());
  return request;
}

} // namespace tessera::runner::http
