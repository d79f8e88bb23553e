// SPDX-License-Identifier: Apache-2.0
// `tile` to `tilegpu`: the only room that knows both. For each target it copies the kernels that it has a schedule for into a
// `tilegpu.module @<target>`, rewrites the copies step by step in `tile`, decides accesses and layouts as attributes, and
// places them. The `tile.kernel`s themselves stay as they are: the interpreter runs them.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <string>

namespace mlir {
class OpPassManager;
}

namespace tessera::schedule {

#define GEN_PASS_DECL
#include "compiler/schedule/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "compiler/schedule/Passes.h.inc"

struct ScheduleOptions {
  std::string target = "sm_90a";
  std::string tune; // choices made by hand, `stages=3;warps=8`: see Choices.h
};

/// One line of the pipeline: a pass's argument and why it stands there.
struct PipelineEntry {
  llvm::StringLiteral argument;
  llvm::StringLiteral reason;
};

/// The passes that `addSchedulePasses` adds, in order. `schedule-select-kernels` alone takes an option, `target`.
llvm::ArrayRef<PipelineEntry> getSchedulePipeline();

/// Adds them for modules of `tile`. Run `verify-tilegpu` after them.
void addSchedulePasses(mlir::OpPassManager &manager, const ScheduleOptions &options);

//===-- what the passes write on the copies for those after them ----------------------------------------------===//

/// On a kernel: how many warps run a program; the grid's axes, fastest first; whether it is flattened; blocks a program.
inline constexpr llvm::StringLiteral numWarpsName = "schedule.num_warps", axisOrderName = "schedule.axis_order",
                                     linearGridName = "schedule.linear_grid", partsName = "schedule.parts";
/// On a kernel: the launch's blocks where the compiler has spread the programs itself (`blocks` of `tilegpu.kernel`), the launch's
/// grid where all launches have the same, and what `--tune` says (a dictionary of integers).
inline constexpr llvm::StringLiteral blocksName = "schedule.blocks", gridName = "schedule.grid", tuneName = "schedule.tune";
/// On a `tile.kernel` and its copies: bytes of shared memory that a kernel of warpgroups has to leave for what passes
/// between its threads. `schedule-assign-shared` finds out too late for the passes that plan it, so whoever runs them
/// (driver/Program.cpp) runs them once more with this.
inline constexpr llvm::StringLiteral reservedName = "schedule.reserved_bytes";
/// On a kernel: how many passes of a loop are in flight (the launch's `num_stages`; absent: the compiler chooses).
inline constexpr llvm::StringLiteral numStagesName = "schedule.num_stages";
/// On a scalar argument of a `tile.kernel` copy: the value that every launch passes (an attribute of its type).
inline constexpr llvm::StringLiteral constantName = "schedule.constant";
/// On a flat array (`?xf16`) of a `tile.kernel` copy: how many elements every launch hands over, where all agree.
inline constexpr llvm::StringLiteral elementsName = "schedule.elements";
/// On a load whose only use is a store of the whole of a buffer in shared memory: both are one asynchronous copy.
inline constexpr llvm::StringLiteral asyncName = "schedule.async";
/// On a buffer in shared memory: whoever wrote its accesses has ordered them, with `tilegpu.barrier`s of its own.
inline constexpr llvm::StringLiteral orderedName = "schedule.ordered";
/// On a loop: its passes touch different elements, so that no barrier is needed from one pass to the next.
inline constexpr llvm::StringLiteral independentName = "schedule.independent";
/// On an access: elements along the last axis that one instruction may move.
inline constexpr llvm::StringLiteral vectorName = "schedule.vector";
/// On an access: the axis along which neighbours lie side by side in memory, where that is not the last.
inline constexpr llvm::StringLiteral contiguousAxisName = "schedule.contiguous_axis";
/// On a `tile.format` whose arrays have grown: the shape that each value had, an array of arrays.
inline constexpr llvm::StringLiteral ownShapesName = "schedule.own_shapes";
/// On an operation: an array with the layout of each result, unit where a result is a scalar.
inline constexpr llvm::StringLiteral layoutsName = "schedule.layouts";
/// On a `scf.while`: the same for the arrays that its condition sees.
inline constexpr llvm::StringLiteral beforeLayoutsName = "schedule.before_layouts";

} // namespace tessera::schedule
