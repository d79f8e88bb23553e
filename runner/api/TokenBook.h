// SPDX-License-Identifier: Apache-2.0
// Whose a request is: the tokens of the store, as far as a runner has to know them to answer.
#pragma once

#include "runner/store/Storage.h"
#include <chrono>
#include <map>
#include <mutex>

namespace tessera::runner::api {

/// Who asks, and what they may. Without any token at a runner, everybody is its admin.
struct Caller {
  std::string name; // the token's; empty without one, or with that of `--token-file`
  Scope scope = Scope::admin;
  bool hasToken = false;
  TokenLimits limits = {greatestPriority};

  bool may(Scope needed) const { return scope >= needed; }
  /// A submitter's jobs are its own matter; whoever only looks, looks at all.
  bool mayKnow(const Job &job) const { return scope != Scope::submit || job.request.owner == name; }
};

/// A new secret: `tessera_` and 64 hex digits, 256 bits by chance. One round of SHA-256 is enough for these, which
/// nobody guesses; passwords would need a slow hash.
std::string makeSecret();
std::string hashSecret(llvm::StringRef secret);
/// Takes as long for a wrong secret as for a right one of the same length.
bool isSameSecret(llvm::StringRef a, llvm::StringRef b);

/// The store's tokens, looked at again when a second has passed: one that is revoked elsewhere is refused a second
/// later at most. While the store does not answer, the last that it said holds, and each process counts requests by
/// itself. May be asked by several threads.
class TokenBook {
public:
  explicit TokenBook(Storage &store) : store(store) {}

  /// The store has had tokens, revoked ones among them: then requests need one.
  bool isUsed() const { return !read()->empty(); }
  /// The live token of this secret.
  std::optional<Token> find(llvm::StringRef secret) const;
  /// Why the token asks too often, if so; `counts`: this is one more request.
  std::optional<Problem> limitRate(const Caller &caller, bool counts) const;
  /// Looks at the store with the next request: a token has just changed here.
  void refresh();

private:
  using Tokens = std::shared_ptr<const std::vector<Token>>;
  Tokens read() const;

  Storage &store;
  mutable std::mutex mutex;
  mutable Tokens known = std::make_shared<std::vector<Token>>();
  mutable std::optional<std::chrono::steady_clock::time_point> readAt;
  /// Requests that a token may still make here. On one machine they come back evenly, to a minute's worth at most; in a
  /// fleet they are taken from what all front ends share, a second's worth at a time, and `at` is when that was.
  struct Allowance {
    double left = 0;
    std::chrono::steady_clock::time_point at;
    bool isFleets = false;
    bool isRefused = false; // the fleet had none to give
  };
  bool takeFromFleet(const Caller &caller, Allowance &allowance, std::chrono::steady_clock::time_point now) const;
  mutable std::mutex ratesMutex;                       // of what follows
  mutable std::map<std::string, Allowance> allowances; // by the token's name
};

} // namespace tessera::runner::api
