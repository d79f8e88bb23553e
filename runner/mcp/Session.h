// SPDX-License-Identifier: Apache-2.0
// One client's session of the Model Context Protocol: which revision is spoken, what each method answers, and the calls
// that are under way. Messages come in by `take`, each with the outlet that its answers go to: one for all of them over
// standard output, one for each POST over HTTP. They go out from any thread, one at a time.
//
// A call of a tool is a thread that waits for a child. How many children run is the `Turns`' matter, which several
// sessions may share; the rest of `mostCalls` wait. Ending the session ends them all.
#pragma once

#include "runner/mcp/Message.h"
#include "runner/mcp/Tool.h"
#include "runner/mcp/Turns.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <thread>

namespace tessera::runner::mcp {

/// Of protocol revisions, the newest first.
llvm::ArrayRef<llvm::StringRef> supportedRevisions();

/// Where the messages go that answer what came together. It is over when nothing holds it any more: all is said then.
class Outlet {
public:
  virtual ~Outlet() = default;
  virtual void send(const llvm::json::Value &message) = 0;
};

/// What came of a call, for who counts them.
enum class CallEnd { ok, error, cancelled };

struct SessionOptions {
  Place place;
  std::shared_ptr<Turns> turns = std::make_shared<Turns>(2);
  std::string owner{}; // whose calls these are to the turns
  size_t mostCalls = 64;
  size_t keptBytes = size_t(64) << 20; // of answers, for further pages
  llvm::ArrayRef<llvm::StringRef> revisions = supportedRevisions();
  std::function<void()> onBegin{};                                    // of a call that waits or runs from now on
  std::function<void(const Tool &, CallEnd, double seconds)> onEnd{}; // from any thread
};

class Session {
public:
  explicit Session(SessionOptions options);
  ~Session();

  /// One message of the client, or a batch of them. By one thread at a time.
  void take(llvm::json::Value message, const std::shared_ptr<Outlet> &outlet);
  void take(llvm::StringRef text, const std::shared_ptr<Outlet> &outlet);
  /// One that was longer than `most` bytes and was not kept.
  void refuseLong(size_t most, Outlet &outlet);
  /// Ends the calls whose answers go to `outlet`: nobody waits for them. With `why` they are answered by that.
  void abandon(const Outlet *outlet, const std::string &why = "");
  bool isInitialized() const { return !revision.empty(); }
  size_t countCalls();
  /// Waits for the calls that are under way, `mostSeconds` at the longest, and while `goesOn` says so.
  void finish(std::chrono::milliseconds most, const std::function<bool()> &goesOn);

private:
  struct Call {
    std::string key; // of its id
    llvm::json::Value id = nullptr;
    const Tool *tool = nullptr;
    llvm::json::Object arguments;
    std::optional<llvm::json::Value> progressToken;
    bool hasStructure = true;
    std::shared_ptr<Outlet> outlet; // gone when all is said
    std::string why;                // that it was ended, for the client; empty: it gets no answer
    std::atomic<bool> isCancelled{false};
    std::atomic<bool> hasEnded{false};
    std::thread thread;
  };

  void takeBatch(llvm::json::Array batch, const std::shared_ptr<Outlet> &outlet);
  std::optional<llvm::json::Value> answer(llvm::json::Value message, const std::shared_ptr<Outlet> &outlet);
  std::optional<llvm::json::Value> answerRequest(Message &message, const std::shared_ptr<Outlet> &outlet);
  void takeNotification(const Message &message);
  using Method = std::function<llvm::json::Value(Session &, const Message &)>;
  static const std::vector<std::pair<llvm::StringRef, Method>> &methods();
  llvm::json::Value answerMethod(const Message &message);
  llvm::json::Value initialize(const Message &message);
  llvm::json::Value answerTools(const Message &message);
  llvm::json::Value answerResource(const Message &message);
  llvm::json::Value answerPrompt(const Message &message);
  llvm::json::Value setLevel(const Message &message);
  llvm::json::Value listPage(const Message &message, const char *name, llvm::json::Array all);
  const Tool *findOffered(llvm::StringRef name, Error &why) const;
  std::optional<llvm::json::Value> callTool(Message &message, const std::shared_ptr<Outlet> &outlet);
  void runCall(Call &call);
  Answer answerCall(Call &call);
  void keep(std::string key, const Answer &answer);
  void removeEnded();
  void emit(Outlet &outlet, const llvm::json::Value &message);
  void log(Outlet &outlet, llvm::StringRef level, std::string text);
  bool isAtLeast(llvm::StringRef revision) const;

  SessionOptions options;
  std::string revision; // empty before `initialize`
  std::mutex sending;   // one message at a time; guards `logLevel`, too
  unsigned logLevel;

  std::mutex mutex; // guards all below
  std::condition_variable changed;
  std::list<std::unique_ptr<Call>> calls;
  std::list<std::pair<std::string, Answer>> recent; // for further pages; the newest first, `keptBytes` at most
};

} // namespace tessera::runner::mcp
