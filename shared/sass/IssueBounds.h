// SPDX-License-Identifier: Apache-2.0
// What the order and the registers of a block alone say about its time: how long one of a multiprocessor's four
// schedulers is busy when a warp goes through it once. Bounds from below, and a model's: latencies of memory, tensor
// cores and barriers are not in them. Rates are shared/rates/Rates.def's.
#pragma once

#include "shared/rates/Rates.h"
#include "shared/sass/MachineCode.h"
#include <array>

namespace tessera::sass {

/// What a scheduler's warps share. `slots` and `ports` are the scheduler's own, the others execute.
enum class Resource : uint8_t {
  slots,    // one instruction a cycle
  ports,    // general registers: two banks, each read once a cycle
  fma,      // multiply-adds of f32, products of integers
  fmaHeavy, // the half of it that has products of integers
  alu,      // integers, comparisons, selections, moves
  half,     // pairs of 16-bit floats
  fp64,     //
  special,  // reciprocals, roots, exponentials; conversions on sm_80
  conversion,
  memory // the address unit: loads, stores, atomics, shuffles
};
constexpr unsigned resourceCount = static_cast<unsigned>(Resource::memory) + 1;

/// `registers' ports`, for people.
std::string_view getName(Resource resource);

struct IssueBounds {
  std::array<double, resourceCount> cycles{}; // of a scheduler, by resource
  uint32_t alone =
      0; // cycles of a warp that has the scheduler to itself, by its stall counts: no counter is waited for
  uint32_t uncounted = 0; // instructions of which only the slot is known: tensor cores, barriers, bulk copies

  double operator[](Resource resource) const { return cycles[static_cast<unsigned>(resource)]; }
  /// The busiest; of several that are equally busy the first.
  Resource limit() const;
};

/// Of instructions `begin` to `end - 1`, each once.
IssueBounds boundIssue(const MachineCode &code, uint32_t begin, uint32_t end);
/// The same by other rates than the code's own generation has.
IssueBounds boundIssue(const MachineCode &code, uint32_t begin, uint32_t end, const rates::Rates &rates);

} // namespace tessera::sass
