// SPDX-License-Identifier: Apache-2.0
// A token: who may ask a runner, and for what. The store keeps its hash; the secret itself is told once, to whoever
// makes it.
#pragma once

#include "runner/jobs/Job.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace tessera::runner {

/// Each may do what those before it may: look, have jobs, decide about other tokens and the machines.
enum class Scope { read, submit, admin };

llvm::StringRef getText(Scope scope);
std::optional<Scope> parseScope(llvm::StringRef text);

enum class TokenState { live, expired, revoked };

llvm::StringRef getText(TokenState state);

/// What a token's jobs and requests may be; of counts, 0 is any number.
struct TokenLimits {
  int64_t priority = usualPriority; // the greatest that it may ask for
  int64_t queued = 0, running = 0;  // jobs at a time
  int64_t uploadBytes = 0;          // of new artifacts in a day (UTC)
  int64_t requests = 0;             // a minute

  bool operator==(const TokenLimits &) const = default;
};

struct Token {
  std::string name; // its jobs are known by it
  Scope scope = Scope::submit;
  std::string hash; // SHA-256 of the secret, in hex
  TokenLimits limits = {};
  std::string previousHash = {};          // of the one before a rotation, while that is still taken
  int64_t createdAt = 0;                  // milliseconds since 1970, as all times here
  std::optional<int64_t> expiresAt = {};  // never, without
  std::optional<int64_t> previousUntil{}; // how long `previousHash` is taken
  TokenState state = TokenState::live;    // when it was read
};

/// Names are a part of addresses: 1 to 64 letters, digits and `_.-`.
bool isTokenName(llvm::StringRef text);

} // namespace tessera::runner
