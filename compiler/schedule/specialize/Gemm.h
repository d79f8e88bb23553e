// SPDX-License-Identifier: Apache-2.0
// Matrix products that a kernel's programs compute together, as one thing: what is multiplied, what happens to the sum before it is stored, and how it
// will be done by warpgroups. The user's blocks are gone here: they said what is computed, not how.
//
// A kernel is taken where every element of the result is computed, by whichever program, as one sum over all of K: each program's (and each pass of a
// loop's) block of the result is evaluated, and together they must tile the matrix. So any order of programs does, Triton's groups and loops over tiles included.
#pragma once

#include "compiler/schedule/Boxes.h"
#include "compiler/schedule/Reasons.h"
#include "compiler/schedule/ScheduledKernels.h"

namespace tessera::schedule {

/// What an axis of an array in the epilogue runs along; of an axis of one element, neither.
enum class TileAxis { none, row, column };
using TileAxes = llvm::SmallVector<TileAxis, 3>;

/// One operand or the result: a box of an argument, and which of the argument's axes are what.
struct GemmMatrix {
  Box box;
  int64_t line = -1; // the axis of M (a, result) or of N (b)
  int64_t inner = -1; // the axis of K (a, b) or of N (result)

  const BoxAxis &getLine() const { return box.axes[line]; }
  const BoxAxis &getInner() const { return box.axes[inner]; }
  /// Whether the axis that is called inner lies innermost in memory.
  bool isInnerLast() const { return inner + 1 == static_cast<int64_t>(box.axes.size()); }
};

struct Gemm {
  GemmMatrix a, b, result;
  mlir::Value product; // the user's block of the sum, before the epilogue
  int64_t m = 0, n = 0, k = 0;
  tile::Precision precision = tile::Precision::ieee; // of f32 operands
  bool isUnsigned = false;                           // integers
  llvm::SmallVector<int64_t, 2> batch; // extents of the result's other axes, in their order
  llvm::SmallVector<std::pair<Box, TileAxes>, 0> loads; // what the epilogue reads

  mlir::Type getElement() const { return tile::getElementType(a.box.value.getType()); }
  /// What the tensor core adds in.
  mlir::Type getSumElement() const {
    return getElement().isInteger(8) ? mlir::Type(mlir::IntegerType::get(product.getContext(), 32)) : mlir::Type(mlir::Float32Type::get(product.getContext()));
  }
  /// 8-bit floats: the tensor core keeps 13 bits of a sum of theirs, so the sums of one step's are added up as f32.
  bool isSummedByStep() const { return mlir::isa<mlir::FloatType>(getElement()) && getElement().getIntOrFloatBitWidth() == 8; }
  mlir::Type getResultElement() const { return tile::getElementType(result.box.value.getType()); }
  int64_t getBatches() const {
    int64_t count = 1;
    for (int64_t extent : batch)
      count *= extent;
    return count;
  }
};

/// How it is done.
struct GemmPlan {
  int64_t rows = 0, columns = 0, depth = 0; // of a tile, and of one step along K
  int64_t stages = 0, consumers = 0;        // steps in flight; warpgroups that multiply, 64 rows each
  int64_t cluster = 1;                      // blocks with tiles one below the other, which share a tile of b
  int64_t blocks = 0, group = 1;            // of the launch; clusters' tiles of M that run one after the other for each tile of N
  int64_t strip = 0;                        // columns that the epilogue stores at once
  int64_t tilesM = 0, tilesN = 0, tiles = 0, steps = 0; // tiles of clusters
  int64_t getClusterRows() const { return rows * cluster; }
  llvm::DenseMap<unsigned, llvm::SmallVector<int64_t>> shapes; // of arguments that were flat
};

/// The product that `kernel` is; nothing where it is none that can be taken whole: `reasons` says why.
std::optional<Gemm> matchGemm(tile::KernelOp kernel, Reasons &reasons);
std::optional<GemmPlan> planGemm(tile::KernelOp kernel, const Gemm &gemm, Reasons &reasons);
/// Replaces `kernel` by a kernel of warpgroups in its recorded form.
void emitGemm(tile::KernelOp kernel, const Gemm &gemm, const GemmPlan &plan);

//===-- the epilogue ------------------------------------------------------------------------------------------===//

/// The axes of the input of a broadcast or reshape; nothing where it mixes them.
std::optional<TileAxes> getInputAxes(mlir::Operation *op, llvm::ArrayRef<TileAxis> axes);
/// Whether `value`, of which the axes are `axes`, can be computed for any part of a tile from the sum, arrays, and what does not depend on the program.
/// What it reads becomes `gemm.loads`.
bool findEpilogue(mlir::Value value, llvm::ArrayRef<TileAxis> axes, Gemm &gemm, AffineForms &forms,
                  BoundsAnalysis *bounds, Reasons &reasons);

} // namespace tessera::schedule
