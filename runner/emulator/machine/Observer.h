// SPDX-License-Identifier: Apache-2.0
// Somebody who watches a launch instruction by instruction: the debugger, and what records for a model of time. What is
// watched is not changed by it, so that the same seed goes the same way with and without.
#pragma once

#include <cstdint>

namespace tessera::emulator {

class Transfer;
struct Access;
struct Cta;
struct SharedTargets;
struct Step;
enum class Outcome : uint8_t;

class StepObserver {
public:
  virtual ~StepObserver() = default;
  /// Before the lanes of `step.mask` execute `step.instruction`, and before what is checked of it; again when it had to
  /// wait. False ends the launch there.
  virtual bool before(Step &step) = 0;
  /// So many instructions were passed over, as nobody needs what they compute: they come to neither of these.
  virtual void skipped(Step &, uint32_t /*instructions*/) {}
  /// What became of it.
  virtual void after(Step &step, Outcome outcome) = 0;
  /// The lanes of `step.mask` access memory at `addresses`, which are at `host`, and may; what is asynchronous does not
  /// come here.
  virtual void accessed(Step &step, const Access &access, const uint64_t addresses[32], uint8_t *const host[32]) = 0;
  /// The lanes of `step.mask` issue copies (`cp.async`) of `bytes` bytes to shared memory; those of `reading` read any.
  virtual void copying(Step &, const uint64_t /*sources*/[32], uint32_t /*reading*/, const uint64_t /*targets*/[32],
                       uint32_t /*bytes*/) {}
  /// An mbarrier at `offset` of the CTA's shared memory begins anew; an arrival of the instruction counts in its phase
  /// number `phase`; or the instruction's wait for the end of that phase is over.
  enum class Signal : uint8_t { begins, arrives, passes };
  virtual void signaled(Step &, Signal, const Cta & /*of*/, uint32_t /*offset*/, uint64_t /*phase*/) {}
  /// A lane issues a bulk copy or a tensor copy, or `st.async`, of `bytes` bytes. `targets` of one into shared memory;
  /// null for one into global memory.
  virtual void issued(Step &, const Transfer & /*copy*/, uint64_t /*bytes*/, const SharedTargets * /*targets*/) {}
  /// A copy that was `issued` reads or writes global memory now.
  virtual void moved(const Transfer & /*copy*/, uint64_t /*address*/, uint64_t /*size*/, bool /*isWrite*/) {}
  /// An asynchronous copy writes `size` bytes of the CTA's shared memory now.
  virtual void copied(const Transfer &copy, const Cta &to, uint32_t offset, uint64_t size) = 0;
};

} // namespace tessera::emulator
