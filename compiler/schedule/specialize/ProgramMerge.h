// SPDX-License-Identifier: Apache-2.0
// Programs that are one with their neighbours, or several: where each of a launch's programs computes a block of rows
// and columns, some of them become one program with a larger block, or each becomes some with smaller ones. It is the
// same program in `tile`, of other extents.
#pragma once

#include "compiler/schedule/specialize/AxisClasses.h"

namespace tessera::schedule {

/// An axis of blocks along which programs stand side by side, or which can be cut.
struct ProgramAxis {
  unsigned number = 0;    // of the axes' class
  int64_t extent = 0;     // elements of a program's block
  /// The scalar that counts blocks: element i of the block is number `extent * coordinate + i`. Null where there is
  /// none; then nothing is said of other programs' blocks, but each can be cut, or have more elements than are used.
  mlir::Value coordinate;
  int64_t count = 1; // blocks
};

/// How blocks become others along an axis: `blocks` of them one, or each `parts`; one of both is 1.
struct Resize {
  int64_t blocks = 1, parts = 1;
  int64_t apply(int64_t amount) const { return amount * blocks / parts; }
};

/// Gives each use of what is computed of numbers alone (`iota`, splats, rows of them) an array of its own: one that
/// counts rows here and columns there would be both.
void unshareArrays(tile::KernelOp kernel);

class ProgramMerge {
public:
  explicit ProgramMerge(tile::KernelOp kernel) : kernel(kernel), axes(kernel), affine(kernel) {}

  /// Finds the axes of products' rows and of their columns along which blocks can become others; false where there is
  /// none.
  bool find(Reasons &reasons);
  const std::optional<ProgramAxis> &getRows() const { return rows; }
  const std::optional<ProgramAxis> &getColumns() const { return columns; }
  const AxisClasses &getAxes() const { return axes; }
  /// Whether a block can become parts, done at the same time: what one of them reads or changes, no other changes.
  bool canCut(const ProgramAxis &axis) const;
  /// Of the launch as it is.
  int64_t countPrograms() const;

  /// Rewrites the program: what is resized divides `count`, or `extent`; rows may also be one block with more than all
  /// programs have. Of the new programs `group` of rows, or fewer,
  /// come one after the other for each of columns, so that they share what they read. Where there are more than `most`
  /// of them, as many do the work of all, one after the other in a loop.
  void write(const Resize &rowsTo, const Resize &columnsTo, int64_t group, int64_t most);

private:
  std::optional<ProgramAxis> findAxis(int64_t side, Reasons &reasons);
  bool checkEffects(unsigned number, Reasons &reasons);
  std::optional<std::pair<AffineSum, int64_t>> findBegin(unsigned number);
  llvm::SmallVector<mlir::Value> findCandidates(unsigned number, int64_t extent);
  bool countBlocks(Reasons &reasons);
  void resize(const ProgramAxis &axis, const Resize &to);
  void renumber(const Resize &rowsTo, const Resize &columnsTo, int64_t group, int64_t most);
  void maskBeyond(const ProgramAxis &axis);
  void countFrom(const ProgramAxis &axis, mlir::Value first, int64_t size);

  tile::KernelOp kernel;
  AxisClasses axes;
  AffineAnalysis affine;
  std::optional<ProgramAxis> rows, columns;
  llvm::SmallVector<int64_t> grid, kept; // the launch's programs; axes that count neither rows nor columns
};

/// Whether all that the program does along an axis depends on where an element is in the whole, not in its block.
class WholePlaces {
public:
  WholePlaces(tile::KernelOp kernel, const AxisClasses &axes, const ProgramAxis &axis, Reasons &reasons)
      : kernel(kernel), axes(axes), affine(kernel), axis(axis), reasons(reasons) {
    affine.addLeaf(axis.coordinate);
  }
  bool check();

private:
  std::optional<AffineArray> getForm(mlir::Value value);
  int64_t getFactor(const AffineSum &sum) const;
  bool isWhole(mlir::Value value);
  bool follow(mlir::Value from, mlir::Value to, mlir::Operation *op);
  bool checkUse(mlir::OpOperand &use);
  bool checkSlices();
  template <typename OpT> bool checkSlice(OpT op, mlir::Value array);
  bool push(mlir::Value value);

  tile::KernelOp kernel;
  const AxisClasses &axes;
  AffineAnalysis affine; // the coordinate is a term of its own
  const ProgramAxis &axis;
  Reasons &reasons;
  llvm::SmallVector<mlir::Value> pending;
  llvm::DenseSet<mlir::Value> seen;
};

} // namespace tessera::schedule
