// SPDX-License-Identifier: Apache-2.0
// The tokens in memory, and the making and comparing of secrets.
#include "runner/api/TokenBook.h"
#include "shared/artifact/Artifact.h"
#include "llvm/ADT/StringExtras.h"
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
  readAt = now;
  if (Result<std::vector<Token>> tokens = store.tokens())
    known = std::make_shared<const std::vector<Token>>(std::move(*tokens));
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
