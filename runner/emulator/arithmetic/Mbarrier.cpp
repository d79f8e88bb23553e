// SPDX-License-Identifier: Apache-2.0
// The state machine of an mbarrier.

#include "runner/emulator/arithmetic/Mbarrier.h"

namespace tessera::emulator {

static std::string text(int64_t value) { return std::to_string(value); }

void Mbarrier::finishPhase() {
  if (pending != 0 || tx != 0)
    return;
  ++phase;
  pending = expected;
}

std::string Mbarrier::checkTx(int64_t after) const {
  if (after >= -most && after <= most)
    return {};
  return "its pending bytes would be " + text(after) + " but must be " + text(-most) + " to " + text(most);
}

std::string Mbarrier::checkArrival(int64_t count, int64_t afterTx) const {
  if (count < 1 || count > most)
    return "the count of arrivals is " + text(count) + " but must be 1 to " + text(most);
  if (count > pending)
    return text(count) + (count == 1 ? " arrival comes" : " arrivals come") + " but " +
           (pending == 0 ? "none is pending: phase " + text(static_cast<int64_t>(phase)) + " only waits for " + text(afterTx) + " bytes"
                         : "only " + text(pending) + " of " + text(expected) + (pending == 1 ? " is" : " are") + " pending in phase " +
                               text(static_cast<int64_t>(phase)));
  return {};
}

std::string Mbarrier::init(int64_t count) {
  if (count < 1 || count > most)
    return "it is initialized with " + text(count) + " arrivals but the count must be 1 to " + text(most);
  phase = 0, expected = pending = count, tx = 0;
  return {};
}

std::string Mbarrier::arrive(int64_t count) {
  if (std::string error = checkArrival(count, tx); !error.empty())
    return error;
  pending -= count;
  finishPhase();
  return {};
}

std::string Mbarrier::arriveExpecting(int64_t bytes) {
  if (std::string error = checkTx(tx + bytes); !error.empty())
    return error;
  if (std::string error = checkArrival(1, tx + bytes); !error.empty())
    return error;
  tx += bytes;
  return arrive();
}

std::string Mbarrier::arriveAndDrop(int64_t count) {
  if (std::string error = checkArrival(count, tx); !error.empty())
    return error;
  expected -= count;
  return arrive(count);
}

std::string Mbarrier::arriveDroppingExpecting(int64_t bytes) {
  if (std::string error = checkTx(tx + bytes); !error.empty())
    return error;
  if (std::string error = checkArrival(1, tx + bytes); !error.empty())
    return error;
  tx += bytes;
  return arriveAndDrop();
}

std::string Mbarrier::arriveWithoutCompleting(int64_t count, bool drops) {
  if (std::string error = checkArrival(count, tx); !error.empty())
    return error;
  if (pending == count && tx == 0)
    return "an arrival with `.noComplete` would end phase " + text(static_cast<int64_t>(phase));
  return drops ? arriveAndDrop(count) : arrive(count);
}

std::string Mbarrier::expectTx(int64_t bytes) {
  if (std::string error = checkTx(tx + bytes); !error.empty())
    return error;
  tx += bytes;
  finishPhase();
  return {};
}

std::string Mbarrier::completeTx(int64_t bytes) { return expectTx(-bytes); }

std::string Mbarrier::addPending() {
  if (pending == most)
    return "its pending arrivals would be " + text(pending + 1) + " but must be at most " + text(most);
  ++pending;
  return {};
}

uint64_t Mbarrier::encode() const {
  auto field = [](int64_t value, unsigned bits) { return static_cast<uint64_t>(value) & ((1ull << bits) - 1); };
  return (phase & 1) << 63 | field((1 << 20) - pending, 20) << 43 | field(tx, 22) << 21 | field((1 << 20) - expected, 20) << 1;
}

} // namespace tessera::emulator
