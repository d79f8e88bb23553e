// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Exchange.h"
#include "shared/protocol/Json.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// The session, its calls and who hands it the message hold it; with the last of them all is said.
class mcp::Exchange::Pen : public Outlet {
public:
  explicit Pen(std::shared_ptr<Exchange> exchange) : exchange(std::move(exchange)) {}
  ~Pen() override { exchange->finish(); }
  void send(const Value &message) override { exchange->say(message); }

private:
  std::shared_ptr<Exchange> exchange;
};

std::shared_ptr<Outlet> mcp::Exchange::makeOutlet() {
  auto made = std::make_shared<Pen>(shared_from_this());
  outlet = made.get();
  return made;
}

static bool isNotification(const Value &message) {
  const Object *object = message.getAsObject();
  return object && object->get("method");
}

/// An error of what was no message.
static bool hasNoId(const Value &message) {
  const Object *object = message.getAsObject();
  const Value *id = object ? object->get("id") : nullptr;
  return id && id->kind() == Value::Null;
}

void mcp::Exchange::say(const Value &message) {
  std::lock_guard lock(mutex);
  if (isNotification(message) && !accepted.events)
    return; // there is no place for it
  isEvents |= isNotification(message);
  said.push_back(message);
  if (wake && isEvents)
    wake();
}

void mcp::Exchange::finish() {
  std::lock_guard lock(mutex);
  isWhole = true;
  // A call that was cancelled by another message has no answer: a stream may be empty, a body may not.
  isEvents |= !accepted.body || (accepted.events && said.empty());
  if (wake)
    wake();
}

api::LiveAnswer::Form mcp::Exchange::form() {
  std::lock_guard lock(mutex);
  return isEvents ? Form::events : isWhole ? Form::body : Form::open;
}

void mcp::Exchange::beginEvents() {
  std::lock_guard lock(mutex);
  isEvents |= accepted.events;
}

std::string mcp::Exchange::takeBody() {
  std::lock_guard lock(mutex);
  Array all;
  for (Value &message : said) {
    if (Array *several = message.getAsArray())
      for (Value &one : *several)
        all.push_back(std::move(one));
    else
      all.push_back(std::move(message));
  }
  said.clear();
  if (all.empty())
    all.push_back(makeErrorResponse(nullptr, {internalError, "the request was cancelled"}));
  bool isOfBatch = isBatch && !(all.size() == 1 && hasNoId(all.front())); // one that is refused whole is no batch
  Value body = isOfBatch ? Value(std::move(all)) : std::move(all.front());
  return protocol::toText(body) + "\n";
}

std::string mcp::Exchange::takeEvents(bool &isOver) {
  std::lock_guard lock(mutex);
  std::string text;
  for (const Value &message : said)
    text += "event: message\ndata: " + protocol::toText(message) + "\n\n";
  said.clear();
  isOver = isWhole;
  return text;
}

void mcp::Exchange::watch(std::function<void()> with) {
  std::lock_guard lock(mutex);
  wake = std::move(with);
}

/// The specification lets a server go on for a client that comes back for its answer. Here nothing is kept for that, so
/// what goes on would go on for nobody.
void mcp::Exchange::leave() {
  if (std::shared_ptr<Session> alive = session.lock())
    alive->abandon(outlet);
}

void mcp::Exchange::hurry() {
  if (std::shared_ptr<Session> alive = session.lock())
    alive->abandon(outlet, "this runner is stopping: ask again when it, or another one, is there");
}

bool mcp::Exchange::isSilent() {
  std::lock_guard lock(mutex);
  return isWhole && said.empty();
}

bool mcp::Exchange::isRefusal() {
  std::lock_guard lock(mutex);
  return said.size() == 1 && hasNoId(said.front());
}
