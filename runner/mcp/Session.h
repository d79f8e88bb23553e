// SPDX-License-Identifier: Apache-2.0
// One client's session of the Model Context Protocol: which revision is spoken, what each method answers, and the calls
// that are under way. Lines come in by `take` on one thread; messages go out by `send`, from any thread, one at a time.
//
// A call of a tool is a thread that waits for a child. At most `parallel` children run, the rest of `mostCalls` wait.
// Ending the session ends them all.
#pragma once

#include "runner/mcp/Message.h"
#include "runner/mcp/Tool.h"
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

struct SessionOptions {
  Place place;
  unsigned parallel = 2;
  size_t mostCalls = 64;
};

class Session {
public:
  using Send = std::function<void(const llvm::json::Value &)>;
  Session(SessionOptions options, Send send);
  ~Session();

  /// One line of the client, without its end.
  void take(llvm::StringRef line);
  /// A line that was longer than `most` bytes and was not kept.
  void refuseLong(size_t most);
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
    std::atomic<bool> isCancelled{false};
    std::atomic<bool> hasEnded{false};
    std::thread thread;
  };

  void takeBatch(llvm::json::Array batch);
  std::optional<llvm::json::Value> answer(llvm::json::Value message);
  std::optional<llvm::json::Value> answerRequest(Message &message);
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
  std::optional<llvm::json::Value> callTool(Message &message);
  void runCall(Call &call);
  Answer answerCall(Call &call);
  bool waitForTurn(Call &call);
  void removeEnded();
  void emit(const llvm::json::Value &message);
  void log(llvm::StringRef level, std::string text);
  bool isAtLeast(llvm::StringRef revision) const;

  SessionOptions options;
  Send send;
  std::string revision; // empty before `initialize`
  std::mutex sending;   // guards `send` and `logLevel`
  unsigned logLevel;

  std::mutex mutex; // guards all below
  std::condition_variable changed;
  std::list<std::unique_ptr<Call>> calls;
  unsigned running = 0;
  std::list<std::pair<std::string, Answer>> recent; // for further pages; the newest first
};

} // namespace tessera::runner::mcp
