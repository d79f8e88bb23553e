// SPDX-License-Identifier: Apache-2.0
// What code lenses and menus do: other commands of this binary over the text as it is in the editor. Each runs in a
// process of its own, with bounds, so that a program that never ends is no matter of the server's.
#pragma once

#include "runner/lsp/Session.h"
#include "runner/mcp/BoundedChild.h"
#include "llvm/ADT/FunctionExtras.h"
#include <thread>

namespace tessera::runner::lsp {

std::vector<std::string> listCommands();

class Commands {
public:
  /// `result`, or where there is none, `why`.
  using Reply = llvm::unique_function<void(llvm::json::Value result, std::string why)>;

  ~Commands();
  /// Starts what `params` of `workspace/executeCommand` ask for; `reply` is called once, on another thread where it
  /// takes long. The result is `{title, language, text, code}`, of `tessera.timeline` with `timeline`
  /// (shared/protocol).
  void start(const Session &session, const llvm::json::Object &params, Reply reply);

private:
  struct Running {
    std::thread thread;
    std::atomic<bool> isCancelled{false}, isDone{false};
  };
  void forgetDone();
  void stopAll();

  std::vector<std::unique_ptr<Running>> running;
};

} // namespace tessera::runner::lsp
