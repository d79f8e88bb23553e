// SPDX-License-Identifier: Apache-2.0
// What is known of a launch before it runs.
#pragma once

#include "compiler/interpreter/Machine.h"
#include "compiler/tile/ir/Tile.h"

namespace tessera::interpreter {

struct LaunchArgument {
  tile::Access access = tile::Access::read;
  Operand input, output;         // of the host's frame, as far as the access has them
  tile::RefType ref;             // null: a scalar
  uint32_t refIndex = 0;         // the Ref's number in the kernel's frame
  tile::BlockAttr block;         // null: the whole array
  llvm::ArrayRef<int64_t> padding; // of blocks by element: what lies before and after each axis; empty: nothing
  const Code *indexMap = nullptr;  // null: block 0 along every axis. It takes the grid's indices, then the kernel's first Refs
  mutable mlir::func::FuncOp indexMapFunction;
};

struct LaunchPlan {
  // Handles, `mutable` because MLIR's accessors are not const.
  mutable tile::LaunchOp op;
  mutable tile::KernelOp kernel;
  const Code *code = nullptr;
  std::vector<LaunchArgument> arguments;
  llvm::SmallVector<Operand> inputs, outputs;
  llvm::SmallVector<int64_t, 4> grid;
  int64_t programs = 1;
  bool firstAxisFastest = false; // Triton's launch order
};

} // namespace tessera::interpreter
