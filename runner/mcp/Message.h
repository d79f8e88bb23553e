// SPDX-License-Identifier: Apache-2.0
// JSON-RPC 2.0: what one line of the client is, and how answers are written. Nothing here knows what a method does.
#pragma once

#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace tessera::runner::mcp {

/// The codes of JSON-RPC 2.0, and the one that this protocol adds.
enum ErrorCode : int {
  parseError = -32700,
  invalidRequest = -32600,
  methodNotFound = -32601,
  invalidParams = -32602,
  internalError = -32603,
  resourceNotFound = -32002,
};

struct Error {
  int code;
  std::string message; // lower case, no full stop
};

/// A request has an `id` and wants an answer, a notification has none and gets none.
struct Message {
  std::optional<llvm::json::Value> id; // a text or a whole number
  std::string method;
  llvm::json::Object params;
  bool isResponse = false; // of the client, to something that we asked: we ask nothing
};

/// What `value` is, or why it is no message. `id` is then what the error answers, null where none could be read.
struct ReadMessage {
  std::optional<Message> message;
  Error error{0, ""};
  llvm::json::Value id = nullptr;
};
ReadMessage readMessage(llvm::json::Value value);

llvm::json::Value makeResponse(llvm::json::Value id, llvm::json::Value result);
llvm::json::Value makeErrorResponse(llvm::json::Value id, const Error &error);
llvm::json::Value makeNotification(llvm::StringRef method, llvm::json::Object params);

} // namespace tessera::runner::mcp
