// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/HttpSessions.h"
#include "runner/api/Api.h"
#include "runner/log/Log.h"
#include "runner/mcp/OwnRunner.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <sys/random.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using Clock = std::chrono::steady_clock;

static constexpr llvm::StringLiteral sessionHeader = "mcp-session-id", versionHeader = "mcp-protocol-version";

namespace {
/// By which the client asked last: tokens are rotated. Calls hold this and not their session, which waits for them.
struct Credential {
  std::string get() {
    std::lock_guard lock(mutex);
    return authorization;
  }
  void set(llvm::StringRef header) {
    std::lock_guard lock(mutex);
    authorization = header.str();
  }

private:
  std::mutex mutex;
  std::string authorization;
};
} // namespace

struct mcp::HttpSessions::Entry {
  std::string id, owner; // whose token began it: to another's it is not there
  bool hasToken = false;
  std::mutex taking; // one message at a time
  std::shared_ptr<Credential> credential = std::make_shared<Credential>();
  std::shared_ptr<Session> session;
  Clock::time_point used = Clock::now(); // guarded by the table's mutex
};

/// The revisions that have this transport: all but the oldest.
static llvm::ArrayRef<llvm::StringRef> revisions() { return supportedRevisions().drop_back(); }

static api::Response refuseRequest(ProblemCode code, std::string detail, std::optional<int> status = std::nullopt) {
  return api::Response::problem(makeProblem(code, std::move(detail)), status);
}

//===-- the table ----------------------------------------------------------------------------------------------===//

mcp::HttpSessions::HttpSessions(api::Services &services, HttpLimits limits)
    : services(services), limits(std::move(limits)), turns(std::make_shared<Turns>(this->limits.parallel)),
      sweeper([this] { sweep(); }) {}

mcp::HttpSessions::~HttpSessions() {
  {
    std::lock_guard lock(mutex);
    isStopping = true;
    for (auto &[id, entry] : sessions)
      doomed.push_back(entry);
    sessions.clear();
  }
  changed.notify_all();
  sweeper.join();
}

std::string mcp::HttpSessions::makeId() {
  uint8_t bytes[32];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    abort(); // only for a kernel without entropy
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

/// Ends sessions that nobody has used for long, and waits for the children of those that were ended: it alone does.
void mcp::HttpSessions::sweep() {
  std::unique_lock lock(mutex);
  for (;;) {
    for (auto entry = sessions.begin(); entry != sessions.end();) {
      auto next = std::next(entry);
      if (Clock::now() - entry->second->used >= limits.idle && entry->second->session->countCalls() == 0) {
        doomed.splice(doomed.end(), std::list{entry->second});
        sessions.erase(entry);
      }
      entry = next;
    }
    services.metrics.mcpSessions = static_cast<int64_t>(sessions.size());
    if (!doomed.empty()) {
      std::list<EntryPointer> ending;
      ending.swap(doomed);
      lock.unlock();
      ending.clear();
      lock.lock();
      continue;
    }
    if (isStopping)
      return;
    changed.wait_for(lock, std::chrono::seconds(1));
  }
}

void mcp::HttpSessions::drop(const std::string &id) {
  {
    std::lock_guard lock(mutex);
    auto entry = sessions.find(id);
    if (entry == sessions.end())
      return;
    doomed.push_back(std::move(entry->second));
    sessions.erase(entry);
    services.metrics.mcpSessions = static_cast<int64_t>(sessions.size());
  }
  changed.notify_all();
}

/// Under the lock: one more may come. Of sessions without a call, one of the owner goes who has the most, which has
/// been idle for longest; its client is told by 404 and begins again. So nobody is kept out by those who only begin.
bool mcp::HttpSessions::makeRoom() {
  if (sessions.size() < limits.sessions)
    return true;
  std::map<std::string, size_t> counts;
  for (const auto &[id, entry] : sessions)
    ++counts[entry->owner];
  auto best = sessions.end();
  for (auto entry = sessions.begin(); entry != sessions.end(); ++entry) {
    if (entry->second->session->countCalls() > 0)
      continue;
    if (best == sessions.end() || counts[entry->second->owner] > counts[best->second->owner] ||
        (counts[entry->second->owner] == counts[best->second->owner] && entry->second->used < best->second->used))
      best = entry;
  }
  if (best == sessions.end())
    return false;
  doomed.push_back(std::move(best->second));
  sessions.erase(best);
  changed.notify_all();
  return true;
}

mcp::Place mcp::HttpSessions::makePlace(const api::Request &request, const EntryPointer &entry) {
  Place place{Root::none(), "", limits.mostSeconds, limits.memoryBytes, limits.walls, limits.outputBytes};
  place.runsPrograms = request.caller.may(Scope::submit);
  place.openRunner = [this, credential = entry->credential] {
    return openOwnRunner(services, [credential] { return credential->get(); });
  };
  return place;
}

mcp::HttpSessions::EntryPointer mcp::HttpSessions::open(const api::Request &request) {
  auto entry = std::make_shared<Entry>();
  entry->id = makeId();
  entry->owner = request.caller.name;
  entry->hasToken = request.caller.hasToken;
  SessionOptions options{makePlace(request, entry)};
  options.turns = turns;
  options.owner = entry->hasToken ? entry->owner : entry->id; // without tokens nobody knows who is who
  options.mostCalls = limits.calls;
  options.keptBytes = limits.keptBytes;
  options.revisions = revisions();
  options.onEnd = [this, owner = entry->owner](const Tool &tool, CallEnd end, double seconds) {
    --services.metrics.mcpCalls;
    ++services.metrics.mcpEnded[static_cast<size_t>(end)];
    log::tell(spdlog::level::info, "mcp call",
              Object{{"tool", tool.name},
                     {"end", api::mcpEndTexts[static_cast<size_t>(end)]},
                     {"milliseconds", static_cast<int64_t>(seconds * 1000)},
                     {"owner", protocol::toUtf8(owner)}});
  };
  options.onBegin = [this] { ++services.metrics.mcpCalls; };
  entry->session = std::make_shared<Session>(std::move(options));
  return entry;
}

//===-- requests -----------------------------------------------------------------------------------------------===//

/// What stands in a header that the transport defines, where something is wrong with it.
static std::optional<api::Response> checkVersion(const api::Request &request) {
  llvm::StringRef version = request.header(versionHeader);
  if (version.empty() || llvm::is_contained(revisions(), version)) // without one: a client of 2025-03-26
    return std::nullopt;
  std::string known;
  for (llvm::StringRef one : revisions())
    known += (known.empty() ? "`" : " or `") + one.str() + "`";
  return refuseRequest(ProblemCode::badRequest, "`MCP-Protocol-Version` is `" + protocol::toUtf8(version) +
                                                    "`, expected " + known + ", as `initialize` answered");
}

mcp::HttpSessions::EntryPointer mcp::HttpSessions::find(const api::Request &request,
                                                        std::optional<api::Response> &refusal) {
  llvm::StringRef id = request.header(sessionHeader);
  if (id.empty()) {
    refusal = refuseRequest(ProblemCode::badRequest, "there is no `Mcp-Session-Id`: send the one that the answer to "
                                                     "`initialize` had; the first request is `initialize`");
    return nullptr;
  }
  std::lock_guard lock(mutex);
  auto found = sessions.find(id.str());
  if (found != sessions.end() && found->second->owner == request.caller.name &&
      found->second->hasToken == request.caller.hasToken) {
    found->second->used = Clock::now();
    return found->second;
  }
  refusal =
      refuseRequest(ProblemCode::notFound, "there is no such session, or no more: begin a new one by `initialize`");
  return nullptr;
}

static bool isCall(const Value &message) {
  const Object *object = message.getAsObject();
  return object && object->getString("method") == "tools/call";
}

/// Who asks for neither gets neither; who says nothing takes both.
static std::optional<Accepted> readAccept(const api::Request &request) {
  llvm::StringRef header = request.header("accept");
  Accepted accepted{api::accepts(header, "application/json"), api::accepts(header, "text/event-stream")};
  return accepted.body || accepted.events ? std::optional(accepted) : std::nullopt;
}

api::Response mcp::HttpSessions::take(const api::Request &request) {
  if (services.stopping)
    return refuseRequest(ProblemCode::unavailable, "the runner is stopping");
  if (std::optional<api::Response> refused = checkVersion(request))
    return std::move(*refused);
  if (!readAccept(request))
    return refuseRequest(ProblemCode::notAcceptable, ("`Accept` is `" + request.header("accept") +
                                                      "`, the answer is `application/json` or `text/event-stream`")
                                                         .str());
  std::string error;
  std::optional<Value> message = protocol::parseJson(request.body, error);
  if (!message)
    return api::Response::json(400, makeErrorResponse(nullptr, {parseError, "not JSON: " + error}));
  const Object *object = message->getAsObject();
  if (object && object->getString("method") == "initialize" && request.header(sessionHeader).empty())
    return begin(request, std::move(*message));
  std::optional<api::Response> refusal;
  EntryPointer entry = find(request, refusal);
  return entry ? answer(request, std::move(entry), std::move(*message)) : std::move(*refusal);
}

/// A session that was not begun properly is none.
api::Response mcp::HttpSessions::begin(const api::Request &request, Value message) {
  EntryPointer entry = open(request);
  api::Response response = answer(request, entry, std::move(message));
  if (!entry->session->isInitialized())
    return response;
  std::lock_guard lock(mutex);
  if (isStopping || !makeRoom())
    return refuseRequest(ProblemCode::unavailable, "all " + std::to_string(limits.sessions) +
                                                       " sessions are at work, which is as many as there may be");
  response.headers.emplace_back("Mcp-Session-Id", entry->id);
  sessions.emplace(entry->id, entry);
  services.metrics.mcpSessions = static_cast<int64_t>(sessions.size());
  return response;
}

api::Response mcp::HttpSessions::answer(const api::Request &request, EntryPointer entry, Value message) {
  const Array *batch = message.getAsArray();
  auto any = [&](auto is) { return batch ? llvm::any_of(*batch, is) : is(message); };
  bool isBatch = batch != nullptr && !batch->empty();
  if (any(isCall) && services.metrics.mcpCalls >= static_cast<int64_t>(limits.allCalls))
    return refuseRequest(ProblemCode::unavailable,
                         std::to_string(limits.allCalls) +
                             " calls are under way, which is as many as there may be; try again later");
  auto exchange = std::make_shared<Exchange>(entry->session, *readAccept(request), isBatch);
  {
    std::lock_guard lock(entry->taking);
    entry->credential->set(request.header("authorization"));
    entry->session->take(std::move(message), exchange->makeOutlet());
  }
  api::Response response;
  if (exchange->isSilent()) { // notifications, and answers to what nobody asked
    response.status = 202;
    return response;
  }
  bool isRefused = exchange->isRefusal();
  if (!isRefused && exchange->form() != api::LiveAnswer::Form::body) {
    response.live = std::move(exchange);
    return response;
  }
  response.status = isRefused ? 400 : 200;
  response.headers.emplace_back("Content-Type", "application/json");
  response.body = exchange->takeBody();
  return response;
}

api::Response mcp::HttpSessions::end(const api::Request &request) {
  if (std::optional<api::Response> refused = checkVersion(request))
    return std::move(*refused);
  std::optional<api::Response> refusal;
  EntryPointer entry = find(request, refusal);
  if (!entry)
    return std::move(*refusal);
  drop(entry->id);
  api::Response response;
  response.status = 204;
  return response;
}
