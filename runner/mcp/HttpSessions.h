// SPDX-License-Identifier: Apache-2.0
// The Streamable HTTP transport of the Model Context Protocol, revisions 2025-06-18 and 2025-03-26, at a runner's
// `/mcp`: sessions by their ids, what each header must be, and how many of everything there may be. Who asks has been
// found out before (`api/`), bytes and connections are `http/`'s matter.
//
// A program that comes this way is a stranger's: it runs behind the walls that jobs have (runner/sandbox), in a process
// without this server's environment, descriptors and files. Nothing here reads a file that a client names.
#pragma once

#include "runner/api/Services.h"
#include "runner/mcp/Exchange.h"

namespace tessera::runner::mcp {

struct HttpLimits {
  size_t sessions = 64;  // when there are more, the idlest one makes room
  size_t calls = 16;     // of a session, those that wait too
  size_t allCalls = 64;  // of all sessions
  unsigned parallel = 2; // children, over all sessions
  std::chrono::milliseconds idle{1800000};
  double mostSeconds = 600; // of a call
  uint64_t memoryBytes = 0; // address space of a child
  size_t outputBytes = size_t(8) << 20;
  size_t keptBytes = size_t(4) << 20; // of a session, for further pages
  Walls walls;
};

class HttpSessions : public api::McpService {
public:
  /// `services` outlives it.
  HttpSessions(api::Services &services, HttpLimits limits);
  /// Ends all sessions.
  ~HttpSessions() override;

  api::Response take(const api::Request &request) override;
  api::Response end(const api::Request &request) override;

  /// Of a new session: 256 bits by chance.
  static std::string makeId();

private:
  struct Entry;
  using EntryPointer = std::shared_ptr<Entry>;

  EntryPointer open(const api::Request &request);
  /// The session that the request names, or the answer where there is none that it may.
  EntryPointer find(const api::Request &request, std::optional<api::Response> &refusal);
  api::Response answer(const api::Request &request, EntryPointer entry, llvm::json::Value message);
  api::Response begin(const api::Request &request, llvm::json::Value message);
  Place makePlace(const api::Request &request, const EntryPointer &entry);
  void drop(const std::string &id);
  bool makeRoom();
  void sweep();

  api::Services &services;
  HttpLimits limits;
  std::shared_ptr<Turns> turns;
  std::mutex mutex; // guards all below
  std::condition_variable changed;
  std::map<std::string, EntryPointer> sessions;
  std::list<EntryPointer> doomed; // that the sweeper ends: it may wait for their children
  bool isStopping = false;
  std::thread sweeper;
};

} // namespace tessera::runner::mcp
