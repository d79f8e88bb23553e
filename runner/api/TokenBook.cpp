// SPDX-License-Identifier: Apache-2.0
// The tokens in memory, and the making and comparing of secrets.
#include "runner/api/TokenBook.h"
#include "shared/artifact/Artifact.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>
#include <sys/random.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

std::string api::makeSecret() {
  uint8_t bytes[32];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    abort(); // only for a kernel without entropy
  return "tessera_" + llvm::toHex(bytes, /*LowerCase=*/true);
}

std::string api::hashSecret(llvm::StringRef secret) {
  return artifact::digestOf(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(secret.data()), secret.size()));
}

bool api::isSameSecret(llvm::StringRef a, llvm::StringRef b) {
  if (a.size() != b.size())
    return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

TokenBook::Tokens TokenBook::read() const {
  std::lock_guard lock(mutex);
  auto now = std::chrono::steady_clock::now();
  if (readAt && now - *readAt < std::chrono::seconds(1))
    return known;
  Result<std::vector<Token>> tokens = store.tokens();
  if (tokens)
    known = std::make_shared<const std::vector<Token>>(std::move(*tokens));
  else if (!readAt) // nothing is known: as if there were tokens, of which nobody has one
    return std::make_shared<const std::vector<Token>>(
        1, Token{"", Scope::read, "", {}, "", 0, {}, {}, TokenState::revoked});
  readAt = now;
  return known;
}

void TokenBook::refresh() {
  std::lock_guard lock(mutex);
  readAt.reset();
}

/// All are compared, whichever it is.
std::optional<Token> TokenBook::find(llvm::StringRef secret) const {
  std::string hash = hashSecret(secret);
  std::optional<Token> found;
  Tokens tokens = read();
  for (const Token &token : *tokens) {
    bool isIts = isSameSecret(hash, token.hash);
    isIts |= !token.previousHash.empty() && isSameSecret(hash, token.previousHash);
    if (isIts && token.state == TokenState::live)
      found = token;
  }
  return found;
}

/// False where the store keeps no count for several processes, or does not answer.
bool TokenBook::takeFromFleet(const Caller &caller, Allowance &allowance,
                              std::chrono::steady_clock::time_point now) const {
  // What was taken and not used is given up, so that little of it can pile up beside what comes back.
  static constexpr std::chrono::seconds kept(10);
  // Who was refused asks the store again no sooner than this, however often it comes.
  static constexpr std::chrono::milliseconds pause(100);
  bool isFresh = allowance.isFleets && now - allowance.at < kept;
  if (isFresh && (allowance.left >= 1 || (allowance.isRefused && now - allowance.at < pause)))
    return true;
  int64_t most = caller.limits.requests, wanted = std::max<int64_t>(1, most / 60);
  Result<std::optional<int64_t>> taken = store.takeRequests(caller.name, most, wanted);
  if (!taken || !*taken)
    return false;
  allowance = {static_cast<double>(**taken), now, /*isFleets=*/true, /*isRefused=*/**taken == 0};
  return true;
}

std::optional<Problem> TokenBook::limitRate(const Caller &caller, bool counts) const {
  double most = static_cast<double>(caller.limits.requests);
  if (most == 0)
    return std::nullopt;
  std::lock_guard lock(ratesMutex);
  auto now = std::chrono::steady_clock::now();
  auto [entry, isNew] = allowances.try_emplace(caller.name, Allowance{most, now});
  Allowance &allowance = entry->second;
  if (!takeFromFleet(caller, allowance, now)) {
    double seconds = std::chrono::duration<double>(now - allowance.at).count();
    allowance = {std::min(most, allowance.left + seconds * most / 60), now};
  }
  if (allowance.left >= 1) {
    allowance.left -= counts ? 1 : 0;
    return std::nullopt;
  }
  Problem problem = makeProblem(ProblemCode::tooManyRequests, "the token `" + caller.name + "` may make " +
                                                                  std::to_string(caller.limits.requests) +
                                                                  " requests a minute, and has");
  problem.retryAfterSeconds = std::max<int64_t>(1, std::ceil((1 - allowance.left) * 60 / most));
  return problem;
}
