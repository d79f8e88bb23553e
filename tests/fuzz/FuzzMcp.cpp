// SPDX-License-Identifier: Apache-2.0
// Lines of a client of `tessera mcp`: each is answered or wants no answer, and what is answered is one line of JSON-RPC
// with an `id`. Calls of tools go as far as their arguments' schema; no process is started (`mostCalls`).
//
// The same bytes are what a call's child says, in place of the command's answer and of requests to its runner: a child
// that its program has taken over may say anything, and the server goes on.
#include "runner/mcp/Session.h"
#include "shared/protocol/Json.h"
#include <cstdlib>

using namespace tessera;
using namespace tessera::runner;

namespace {
struct Checked : mcp::Outlet {
  void send(const llvm::json::Value &message) override;
};
} // namespace

static void check(const llvm::json::Value &message) {
  std::string text = protocol::toText(message), error;
  if (text.find('\n') != std::string::npos || !protocol::parseJson(text, error))
    std::abort();
  const llvm::json::Object *object = message.getAsObject();
  if (object && !object->get("id") && !object->get("method"))
    std::abort();
}

/// Every tool tells what `output` says, as if its command had printed that.
static void conclude(llvm::StringRef output, const mcp::Place &place) {
  static const llvm::json::Object arguments{{"programs", 4}};
  mcp::ChildOutcome outcome;
  outcome.output = output.str();
  mcp::Plan plan;
  plan.name = "source.py";
  plan.child.arguments = {"compile"};
  for (const mcp::Tool &tool : mcp::listTools(/*hasFiles=*/false)) {
    mcp::Answer answer = mcp::conclude(tool, arguments, place, plan, outcome);
    check(mcp::makeResponse(1, mcp::toResult(answer, arguments, /*hasStructure=*/true)));
  }
}

static void readFrames(llvm::StringRef text) {
  mcp::FrameReader reader(1 << 16);
  for (size_t piece = 1; !text.empty(); piece = piece * 2 + 1) {
    reader.feed(text.take_front(piece));
    text = text.drop_front(std::min(piece, text.size()));
    while (std::optional<mcp::Frame> frame = reader.next())
      if (frame->body.size() > (1 << 16))
        std::abort();
  }
}

void Checked::send(const llvm::json::Value &message) { check(message); }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<mcp::Root> root = mcp::Root::open(".");
  if (!root)
    std::abort();
  mcp::SessionOptions options{{std::move(*root), "", 60, 0}};
  options.mostCalls = 0;
  mcp::Session session(std::move(options));
  auto outlet = std::make_shared<Checked>();
  llvm::StringRef rest(reinterpret_cast<const char *>(data), size);
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    session.take(line, outlet);
    rest = after;
  }
  llvm::StringRef whole(reinterpret_cast<const char *>(data), size);
  conclude(whole, mcp::Place{mcp::Root::none(), "", 60, 0});
  readFrames(whole);
  return 0;
}
