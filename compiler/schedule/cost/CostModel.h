// SPDX-License-Identifier: Apache-2.0
// A static estimate of what a launch of a scheduled kernel takes, so that schedules can be ranked where no GPU can
// measure them. It is a model: deterministic, made of a dozen rates (MachineRates.h), and never reported as a GPU's
// time. Only the order of what it says of one program's schedules is of use.
//
// From the inside outwards:
// - an agent, a block program or a warpgroup: its operations in order, with what runs on behind them (AgentWalk.h). It
//   gives its own time alone, and what it asks of the multiprocessor's parts: issue slots, special functions, tensor
//   cores, shared memory, the path to the L2 cache.
// - a block: its slowest agent; or a ring of S buffers between agents. Each of its n rounds takes a copy's way and a
//   round of the consumer, S at a time, so n x copy / S + consumer / S; and not before a first copy has come. Where the
//   consumer gives a buffer back only after it has waited for h later ones (products that run on behind the next
//   step's), no more than S - h copies are on their way at once: n x copy / (S - h).
// - residents: how many blocks a multiprocessor holds, by threads, registers (live arrays, RegisterEstimate.cpp) and
//   shared memory. c of them take as long as one alone, or as c times what one asks of the busiest part, and some more
//   where several are busy nearly as long. So more bytes in flight hide more of a load's latency, up to the path's
//   rate.
// - waves: as many as the blocks need; the last may be part of one. Of the blocks, some are walked and stand for all
//   (causal attention's are not alike).
// - the chip: bytes from memory over its rate, in the same way. What the first wave's blocks read at the same offsets
//   is read once, and so is what they go through as rows of an array from offsets of their own on, where together it
//   fits the L2 cache; where all arrays fit, each array is once. This is where the order of tiles counts.
// - the launch: a constant.
//
// A worked example. bf16 product 4096 x 4096 x 4096 in tiles of 128 x 256 x 64, two consumers, 4 stages, 132 persistent
// blocks: a step's products take 2 x 128 x 256 x 64 / 4,096 = 1,024 cycles, its copies 48 KiB / 48 = 1,024; a ring of 4
// needs (700 + 1,024 + 1,024) / 4, less than that. 64 steps a tile, 512 tiles in 4 rounds: 4 x 64 x 1,024 = 262 k
// cycles and 4 epilogues, about 150 us at 1.83 GHz. With 2 stages, each given back in
// its own step, one takes (700 + 1,024 + 1,024) / 2 = 1,374 cycles.
//
// Integers are known from constants, the launch's scalars and the block's number (ScalarValues.h). A loop whose trip
// count depends on anything else is taken for one of 16 passes, of branches the longer one, and `guesses` says so.
//
// Left out: bank conflicts that a layout does not show, instruction caches, DRAM pages, clocks that fall under load,
// tails of blocks of unequal length within a wave. Rejected: running the interpreter's timeline (it needs the numbers,
// and minutes), and a table of measurements (there is no GPU here to fill it).
#pragma once

#include "compiler/schedule/cost/MachineRates.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include <optional>
#include <string>

namespace tessera::schedule {

/// One launch as the host program says it.
struct LaunchShape {
  llvm::SmallVector<int64_t> grid;
  llvm::SmallVector<std::optional<int64_t>>
      scalars;                           // by argument of the kernel; none: an array, or not known before the run
  llvm::SmallVector<int64_t> arrayBytes; // by argument; 0: a scalar, or not known
};

struct CostEstimate {
  double microseconds = 0; // the model's, all launches together
  std::string limit; // what takes the time: `products`, `instructions`, `shared memory`, `special functions`, `cache`,
                     // `memory`, `latency` or `copies in flight`
  int64_t blocks = 0, blocksPerProcessor = 0, waves = 0, registers = 0; // of the longest launch
  double operations = 0, memoryBytes = 0; // of products, and from and to memory; all launches
  double rooflineMicroseconds = 0; // the chip's, for the products alone or the bytes alone, whichever takes longer
  bool guesses = false;
};

CostEstimate estimateLaunch(tilegpu::KernelOp kernel, const LaunchShape &launch, const MachineRates &rates);

/// How `@main` launches the kernel of this name. None where it is warmed up only.
llvm::SmallVector<LaunchShape> findLaunches(mlir::ModuleOp module, llvm::StringRef kernel);

/// All launches of a kernel of a scheduled module, one after the other; none where the kernel has no schedule for the
/// target or no launch.
std::optional<CostEstimate> estimateKernel(mlir::ModuleOp module, llvm::StringRef kernel, llvm::StringRef target,
                                           const MachineRates &rates);

/// Registers that a thread needs for the arrays that live at once, and some for addresses.
int64_t estimateRegisters(tilegpu::KernelOp kernel);

} // namespace tessera::schedule
