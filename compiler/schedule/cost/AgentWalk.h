// SPDX-License-Identifier: Apache-2.0
// What one agent (a block program, or a warpgroup of one) asks of its multiprocessor, and how long it takes when it has
// that to itself: its operations in order, each begins when the agent has come to it and its operands are there. Loads,
// copies and products run on while the agent goes on until something needs them.
//
// A loop is walked a few times; from the later of these times follows what each of the rest adds. So a loop that asks
// for the next step's blocks before it works on this step's costs the longer of both a step, and one that waits for
// each load costs their sum, without the walk knowing about either.
//
//     for k:  x = load; y = f(x)         each step: 600 (load) + f
//     x = load; for k: next = load; y = f(x); x = next        each step: max(600, f)
#pragma once

#include "compiler/schedule/cost/MachineRates.h"
#include "compiler/schedule/cost/ScalarValues.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include <deque>

namespace tessera::schedule {

/// Cycles that a multiprocessor's parts are busy, and bytes. By argument of the kernel: what is read and written of it;
/// by barrier (in the kernel's order): how often this agent waits, and bytes of its copies that tell it.
struct Usage {
  double issue = 0, special = 0, tensor = 0, shared = 0, operations = 0, scratchBytes = 0;
  llvm::SmallVector<double> argumentBytes, waits, copiedBytes;

  double getMemoryBytes() const;
  /// this += other * factor, of the same kernel
  void add(const Usage &other, double factor = 1);
};

/// A read of global memory at offsets that are known (`place`), or not: how many bytes, how often.
struct Fetch {
  unsigned argument;
  std::optional<llvm::hash_code> place;
  double bytes;
  std::optional<double> begin = std::nullopt; // of a box of whole rows: how many bytes of the array are before it
};

/// Which block and which of its agents, of a launch.
struct AgentPlace {
  llvm::ArrayRef<int64_t> grid;                   // the launch's
  llvm::ArrayRef<std::optional<int64_t>> scalars; // the kernel's arguments
  int64_t block = 0, warpgroup = 0;
  double productShare = 1; // agents of the block that multiply at the same time
};

class AgentWalk {
public:
  AgentWalk(tilegpu::KernelOp kernel, const MachineRates &rates, const AgentPlace &place);
  /// Walks the kernel, of loops `loopPasses` passes each.
  void run(unsigned loopPasses);

  Usage usage;
  double now = 0; // cycles since the block began
  llvm::SmallVector<Fetch> fetches;
  bool guesses = false; // a trip count or a branch was not known
  /// Of the buffers that copies telling `full` fill again: how many later ones this agent has waited for, at most, when
  /// it gives one back. `copier` is the agent of the copies.
  unsigned countHeldBehind(unsigned full, const AgentWalk &copier) const;

private:
  tilegpu::KernelOp kernel;
  const MachineRates *rates;
  AgentPlace place;
  double warps;
  ScalarValues scalars;
  unsigned passes = 8;
  double repeats = 1; // passes of the loops around, where this is their first pass
  bool isFirst = true;
  llvm::DenseMap<mlir::Value, double> ready;
  llvm::DenseMap<mlir::Value, unsigned> barriers;
  llvm::SmallVector<std::deque<double>> arrivals; // of this agent's own copies, by barrier
  // By barrier, of the passes that are walked: how often this agent has waited, and what it waited for last before it
  // copied. By two barriers: how far waits at the second were ahead of arrivals at the first, at most.
  struct Ahead {
    int arrivals = 0, most = 0;
  };
  llvm::SmallVector<int> waited;
  llvm::SmallVector<std::optional<unsigned>> freedBy;
  std::optional<unsigned> lastWaited;
  llvm::SmallVector<llvm::SmallVector<Ahead>> ahead;
  std::deque<double> products, groups;            // when those in flight are done
  double tensorFree = 0, engineFree = 0, openGroup = 0;

  void walkBlock(mlir::Block &block);
  void walk(mlir::Operation *op);
  void walkFor(mlir::scf::ForOp loop);
  void walkWhile(mlir::scf::WhileOp loop);
  void walkIf(mlir::scf::IfOp branch);
  void walkWarps(tilegpu::WarpMapOp map);
  bool walkMemory(mlir::Operation *op);
  bool walkCopies(mlir::Operation *op);
  bool walkProducts(mlir::Operation *op);
  void walkArrays(mlir::Operation *op);
  void repeat(double times, double since, const Usage &before);
  void shift(double cycles);

  /// `instructions` of warps, over all of the agent's: its own time and the multiprocessor's.
  void issue(double instructions);
  void finish(mlir::Operation *op, double latency);
  void waitFor(double time) { now = std::max(now, time); }
  void access(mlir::Operation *op, mlir::Value ref, mlir::Type accessed, mlir::OperandRange offsets, bool isAsync,
              bool isStore);
  std::optional<double> findBegin(mlir::Value ref) const;
  void fetch(mlir::Value ref, double bytes, llvm::ArrayRef<mlir::OpFoldResult> offsets, bool isKnown);
  void multiply(double rows, double columns, double depth, mlir::Type element, double rate, bool isAsync);
  std::optional<int64_t> getOffset(mlir::OpFoldResult offset) const;
  double getTripCount(mlir::scf::ForOp loop);
  void popCount(std::deque<double> &queue, int64_t pending);
  void noteArrival(unsigned barrier);
};

/// Who holds an array's elements; of a scalar the layout without axes.
layout::LinearLayout getHeldLayout(mlir::Type type);

/// The argument of the kernel that `ref` is (a part of), none of buffers; with the offsets of the parts of parts.
std::optional<unsigned> findArgument(mlir::Value ref);

} // namespace tessera::schedule
