// SPDX-License-Identifier: Apache-2.0
// What passes and views ask of layouts: how wide an access may be, who holds copies, what a conversion costs, and how an
// access to shared memory falls on its banks.
#pragma once

#include "compiler/layout/LinearLayout.h"

namespace tessera::layout {

/// Neighbouring elements along `axis` that each thread holds in consecutive registers, from an aligned start: the longest
/// vector that one instruction can move.
int64_t getContiguousElements(const LinearLayout &layout, size_t axis);

/// The bits of lane and warp along which threads hold copies. A store lets only the threads write whose bits here are 0.
struct Copies {
  int32_t registers = 0, lanes = 0, warps = 0;
  bool any() const { return registers || lanes || warps; }
};
Copies getCopies(const LinearLayout &layout);

/// What it takes to bring a tensor from one layout to another, the cheapest that does.
enum class Conversion { none, registers, shuffle, sharedMemory };
llvm::StringRef getName(Conversion conversion);
/// Both layouts cover the same tensor.
Conversion classifyConversion(const LinearLayout &from, const LinearLayout &to);

/// For each register of `to` the register of `from` in the same thread that holds the same element; none where some
/// element lies in another thread, or in a register that depends on the thread.
std::optional<llvm::SmallVector<int32_t>> getRegisterMap(const LinearLayout &from, const LinearLayout &to);

/// The same for a part of `from` that begins at `offsets` (each a multiple of `to`'s extent there) and is held as `to`.
std::optional<llvm::SmallVector<int32_t>> getSliceMap(const LinearLayout &from, const LinearLayout &to, llvm::ArrayRef<int64_t> offsets);
/// How a thread of `from` holds such a part without moving it; none where threads would be left without or with several registers' worth.
std::optional<LinearLayout> makePart(const LinearLayout &from, llvm::ArrayRef<int64_t> shape);

/// One access of a warp to shared memory in pieces of at most 16 bytes a lane.
struct BankReport {
  int64_t vectorBytes = 0; // bytes that a lane moves with one instruction
  int64_t wavefronts = 0;  // trips that instruction takes
  int64_t ideal = 0;       // trips that its bytes take at least
  bool isFree() const { return wavefronts <= ideal; }
};
/// `registers` says which elements the warp's lanes hold, `memory` (an `offset` layout of the same tensor, invertible) where
/// each lies. None where the tensors differ.
std::optional<BankReport> countBankConflicts(const LinearLayout &registers, const LinearLayout &memory, int64_t elementBytes);

} // namespace tessera::layout
