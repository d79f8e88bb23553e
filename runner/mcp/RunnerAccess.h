// SPDX-License-Identifier: Apache-2.0
// A runner that a child asks through its parent: the child is behind walls and has no network, the parent asks with the
// rights of the client whose call it is. Requests and answers are frames on two pipes that the child inherits:
//
//   {"method":"PUT","target":"/v1/artifacts/..","headers":{"Content-Type":".."},"bytes":1234}\n and 1234 bytes
//   {"status":201,"headers":{..},"bytes":56}\n and 56 bytes
#pragma once

#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace tessera::runner::mcp {

/// What stands for such a runner in place of an address, and the child's descriptors.
constexpr llvm::StringLiteral inheritedRunner = "inherited:";
constexpr int requestDescriptor = 3, replyDescriptor = 4;

struct Frame {
  llvm::json::Object head;
  std::string body;
};

std::string writeFrame(llvm::json::Object head, llvm::StringRef body);

/// Frames out of pieces of any size. Whoever writes them is not believed: a frame that is too large or none breaks it.
class FrameReader {
public:
  explicit FrameReader(size_t mostBody) : mostBody(mostBody) {}
  void feed(llvm::StringRef bytes) { text += bytes; }
  /// The next whole one, if there is one.
  std::optional<Frame> next();
  bool isBroken() const { return broken; }

private:
  size_t mostBody;
  std::string text;
  std::optional<llvm::json::Object> head; // whose body has not come yet
  size_t bodyBytes = 0;
  bool broken = false;
};

/// What answers a child's requests. What it began and did not see the end of ends with it.
class RunnerAccess {
public:
  virtual ~RunnerAccess() = default;
  virtual Frame answer(const Frame &request) = 0;
};

} // namespace tessera::runner::mcp
