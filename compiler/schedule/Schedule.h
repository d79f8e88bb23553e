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
/// On a loop: its passes touch different elements, so that no barrier is needed from one pass to the next.
inline constexpr llvm::StringLiteral independentName = "schedule.independent";
/// On an access: elements along the last axis that one instruction may move.
inline constexpr llvm::StringLiteral vectorName = "schedule.vector";
/// On an operation: an array with the layout of each result, unit where a result is a scalar.
inline constexpr llvm::StringLiteral layoutsName = "schedule.layouts";

} // namespace tessera::schedule
