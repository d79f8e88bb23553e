// SPDX-License-Identifier: Apache-2.0
// Lines of a client of `tessera mcp`: each is answered or wants no answer, and what is answered is one line of JSON-RPC
// with an `id`. Calls of tools go as far as their arguments' schema; no process is started (`mostCalls`).
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

void Checked::send(const llvm::json::Value &message) {
  std::string text = protocol::toText(message), error;
  if (text.find('\n') != std::string::npos || !protocol::parseJson(text, error))
    std::abort();
  const llvm::json::Object *object = message.getAsObject();
  if (object && !object->get("id") && !object->get("method"))
    std::abort();
}

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
  return 0;
}
