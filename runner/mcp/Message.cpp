// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Message.h"
#include "shared/protocol/Json.h"

using namespace tessera;
using namespace tessera::runner;
using llvm::json::Object;
using llvm::json::Value;

static bool isId(const Value &value) {
  return value.kind() == Value::String || value.getAsInteger() || value.getAsUINT64();
}

static mcp::ReadMessage refuse(Value id, int code, std::string message) {
  mcp::ReadMessage read;
  read.id = std::move(id);
  read.error = {code, std::move(message)};
  return read;
}

mcp::ReadMessage mcp::readMessage(Value value) {
  Object *object = value.getAsObject();
  if (!object)
    return refuse(nullptr, invalidRequest, "a message is an object, with `jsonrpc`, `method` and for a request `id`");
  const Value *id = object->get("id");
  Value known = id && isId(*id) ? *id : Value(nullptr);
  if (object->getString("jsonrpc") != "2.0")
    return refuse(std::move(known), invalidRequest, "`jsonrpc` is not \"2.0\"");
  if (id && !isId(*id))
    return refuse(nullptr, invalidRequest, "`id` is neither a text nor a whole number");
  Message message;
  if (id)
    message.id = *id;
  if (!object->get("method") && (object->get("result") || object->get("error"))) {
    message.isResponse = true;
  } else {
    std::optional<llvm::StringRef> method = object->getString("method");
    if (!method)
      return refuse(std::move(known), invalidRequest, "`method` is missing or no text");
    message.method = method->str();
    if (Value *params = object->get("params")) {
      if (!params->getAsObject())
        return refuse(std::move(known), invalidParams, "`params` is no object");
      message.params = std::move(*params->getAsObject());
    }
  }
  ReadMessage read;
  read.message = std::move(message);
  return read;
}

Value mcp::makeResponse(Value id, Value result) {
  return Object{{"jsonrpc", "2.0"}, {"id", std::move(id)}, {"result", std::move(result)}};
}

Value mcp::makeErrorResponse(Value id, const Error &error) {
  return Object{{"jsonrpc", "2.0"},
                {"id", std::move(id)},
                {"error", Object{{"code", error.code}, {"message", protocol::toUtf8(error.message)}}}};
}

Value mcp::makeNotification(llvm::StringRef method, Object params) {
  return Object{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}
