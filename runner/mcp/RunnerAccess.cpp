// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/RunnerAccess.h"
#include "shared/protocol/Json.h"

using namespace tessera;
using namespace tessera::runner;
using llvm::json::Object;
using llvm::json::Value;

static constexpr size_t mostHead = 65536;

std::string mcp::writeFrame(Object head, llvm::StringRef body) {
  head["bytes"] = static_cast<int64_t>(body.size());
  return protocol::toText(std::move(head)) + "\n" + body.str();
}

std::optional<mcp::Frame> mcp::FrameReader::next() {
  if (broken)
    return std::nullopt;
  if (!head) {
    size_t end = text.find('\n');
    if (end == std::string::npos) {
      broken = text.size() > mostHead;
      return std::nullopt;
    }
    std::string error;
    std::optional<Value> value =
        end <= mostHead ? protocol::parseJson(llvm::StringRef(text).take_front(end), error) : std::nullopt;
    Object *object = value ? value->getAsObject() : nullptr;
    std::optional<int64_t> bytes = object ? object->getInteger("bytes") : std::nullopt;
    if (!bytes || *bytes < 0 || static_cast<uint64_t>(*bytes) > mostBody) {
      broken = true;
      return std::nullopt;
    }
    head = std::move(*object);
    bodyBytes = static_cast<size_t>(*bytes);
    text.erase(0, end + 1);
  }
  if (text.size() < bodyBytes)
    return std::nullopt;
  Frame frame{std::move(*head), text.substr(0, bodyBytes)};
  text.erase(0, bodyBytes);
  head.reset();
  return frame;
}
