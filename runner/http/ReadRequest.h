// SPDX-License-Identifier: Apache-2.0
// From Beast's message to the API's request: the point where a stranger's bytes become our values. Fuzzed by itself.
#pragma once

#include "runner/api/Message.h"
#include <boost/beast/http/message.hpp>

namespace tessera::runner::http {

/// The head of a request; nothing when its target is malformed. Of a header that stands twice the first counts.
template <typename Message> std::optional<api::Request> toRequest(const Message &message) {
  auto toRef = [](boost::beast::string_view text) { return llvm::StringRef(text.data(), text.size()); };
  std::optional<api::Request> request = api::parseTarget(toRef(message.target()));
  if (!request)
    return std::nullopt;
  request->method = std::string(message.method_string());
  for (const auto &field : message)
    request->headers.emplace(toRef(field.name_string()).lower(), std::string(field.value()));
  return request;
}

} // namespace tessera::runner::http
