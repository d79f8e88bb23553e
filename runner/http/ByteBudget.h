// SPDX-License-Identifier: Apache-2.0
// Memory that all connections share: the bodies of requests that come and of answers that go.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace tessera::runner::http {

class ByteBudget {
public:
  explicit ByteBudget(uint64_t limit) : limit(limit) {}

  /// A part of the budget, until it goes.
  class Share {
  public:
    Share(ByteBudget &owner, uint64_t bytes) : owner(owner), bytes(bytes) {}
    ~Share() { owner.used -= bytes; }
    Share(const Share &) = delete;

  private:
    ByteBudget &owner;
    uint64_t bytes;
  };

  /// Null when there is not so much left. One that asks alone always gets it, or it never would.
  std::unique_ptr<Share> take(uint64_t bytes) {
    uint64_t before = used;
    do {
      if (before != 0 && (bytes > limit || before > limit - bytes))
        return nullptr;
    } while (!used.compare_exchange_weak(before, before + bytes));
    return std::make_unique<Share>(*this, bytes);
  }

private:
  uint64_t limit;
  std::atomic<uint64_t> used{0};
};

} // namespace tessera::runner::http
