// SPDX-License-Identifier: Apache-2.0
// One POST of the Streamable HTTP transport and its answer: what the session says to it becomes one JSON body, or
// server-sent events where the client takes them and the answer takes long or tells of progress.
//
//   initialize, tools/list, ..   everything is said at once                    -> a body
//   tools/call                   said within a second, and nothing before it   -> a body
//                                later, or a notification comes first          -> events
#pragma once

#include "runner/api/LiveAnswer.h"
#include "runner/mcp/Session.h"

namespace tessera::runner::mcp {

/// The media types that a client takes.
struct Accepted {
  bool body = true, events = true;
};

class Exchange : public api::LiveAnswer, public std::enable_shared_from_this<Exchange> {
public:
  Exchange(std::weak_ptr<Session> session, Accepted accepted, bool isBatch)
      : session(std::move(session)), accepted(accepted), isBatch(isBatch) {}

  /// Where the session says what it has to say. Once, before anything else. The answer is whole when it is gone.
  std::shared_ptr<Outlet> makeOutlet();

  Form form() override;
  void beginEvents() override;
  std::string takeBody() override;
  std::string takeEvents(bool &isOver) override;
  void watch(std::function<void()> wake) override;
  void leave() override;
  void hurry() override;

  /// A body that is nothing but an error without an `id`: the message could not be understood.
  bool isRefusal();
  /// All is said, and it is nothing.
  bool isSilent();

private:
  class Pen;
  void say(const llvm::json::Value &message);
  void finish();

  std::weak_ptr<Session> session;
  Accepted accepted;
  bool isBatch;
  const Outlet *outlet = nullptr; // by which its calls are known to the session

  std::mutex mutex;                    // guards all below
  std::vector<llvm::json::Value> said; // that was not taken yet
  bool isWhole = false, isEvents = false;
  std::function<void()> wake;
};

} // namespace tessera::runner::mcp
