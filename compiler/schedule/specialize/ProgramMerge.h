// SPDX-License-Identifier: Apache-2.0
// Programs that are one with their neighbours, or several: where each of a launch's programs computes a block of rows
// and columns, some of them become one program with a larger block, or each becomes some with smaller ones. It is the
// same program in `tile`, of other extents. The passes of a loop along a product's depth are resized in the same way.
#pragma once

#include "compiler/schedule/specialize/AxisClasses.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::schedule {

/// An axis of blocks along which programs, or the passes of a loop, stand side by side, or which can be cut.
struct ProgramAxis {
  unsigned number = 0; // of the axes' class
  int64_t extent = 0;  // elements of a program's block
  /// The scalar that counts blocks: element i of the block is number `unit * coordinate + i`. Null where there is none;
  /// then nothing is said of other programs' blocks, but each can be cut, or have more elements than are used.
  mlir::Value coordinate;
  int64_t unit = extent;
  int64_t count = 1; // blocks

  int64_t getTotal() const { return extent * count; }
};

/// In which order programs come: of `group` of rows, or fewer, one after the other for each of columns, so that they
/// share what they read. Where there are more than `most`, as many do the work of all, one after the other in a loop.
/// So many as `cluster` have rows one below the other, at the same time. `split` blocks do a part of a program's passes
/// each.
struct ProgramOrder {
  int64_t group = 1, most = INT64_MAX, cluster = 1, split = 1;
};

/// How long a block's axis becomes.
struct Resize {
  int64_t from = 1, to = 1;
  int64_t apply(int64_t amount) const { return amount * to / from; }
  bool isSame() const { return from == to; }
  /// Whether blocks stay whole: some of them become one.
  bool isMultiple() const { return to % from == 0; }
};

/// A number of a program's own: `first`, `first + step`, .., `count` of them.
struct Counted {
  mlir::Value value;
  int64_t first = 0, step = 1, count = 1;
};
/// What goes neither by rows nor by columns, as a batch: numbers that are made of one.
using KeptNumber = llvm::SmallVector<Counted, 2>;

/// Gives each use of what is computed of numbers alone (`iota`, splats, rows of them) an array of its own: one that
/// counts rows here and columns there would be both.
void unshareArrays(tile::KernelOp kernel);

/// What `mask` leaves out of places `begin`, `begin + step`, .. along axes of this class: all from the answer on, none
/// where it says nothing of them.
std::optional<int64_t> findEnd(mlir::Value mask, const AffineSum &begin, int64_t step, unsigned number,
                               const AxisClasses &axes, AffineAnalysis &affine);

/// Rows and columns that wrap around where the whole ends, and are not stored there, go on instead, and are not loaded.
void unwrapPlaces(tile::KernelOp kernel);

/// What a loop carries for a branch behind it is carried on where that is taken only.
void guardSums(tile::KernelOp kernel);

/// Whether programs may be done at the same time that were one after the other: none reads what another one changes.
bool areProgramsApart(tile::KernelOp kernel);

/// A program that is a loop over blocks (as many programs as multiprocessors, each doing every so manieth block)
/// becomes the loop's body: the launch has as many programs as there were passes of all of them. Answers whether there
/// was one.
bool makePrograms(tile::KernelOp kernel);

/// How blocks of rows and columns are counted: each pair of them once for each of the other numbers.
class ProgramCount {
public:
  ProgramCount(tile::KernelOp kernel, llvm::ArrayRef<int64_t> grid) : kernel(kernel), grid(grid) {}
  /// Sets both axes' `count`.
  bool find(std::optional<ProgramAxis> &rows, std::optional<ProgramAxis> &columns, Reasons &reasons);
  llvm::ArrayRef<KeptNumber> getKept() const { return kept; }

private:
  struct Counter;
  bool findIds(mlir::Value value, llvm::SmallDenseSet<int64_t> &ids);
  bool isMadeOf(mlir::Value value, llvm::function_ref<bool(mlir::Value)> isOne);
  llvm::SetVector<mlir::Value> findOthers();
  bool countOf(llvm::MutableArrayRef<Counter> together, Reasons &reasons);
  bool keepIds(llvm::ArrayRef<Counter> counters);

  tile::KernelOp kernel;
  llvm::ArrayRef<int64_t> grid;
  llvm::SmallVector<mlir::Value, 2> coordinates;
  llvm::SmallVector<KeptNumber> kept;
};

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

  /// Rewrites the program with other extents; the last of the blocks may have elements that no program had.
  void write(const Resize &rowsTo, const Resize &columnsTo, const ProgramOrder &order);

private:
  std::optional<ProgramAxis> findAxis(int64_t side, Reasons &reasons);
  bool checkEffects(unsigned number, Reasons &reasons);
  std::optional<std::pair<AffineSum, int64_t>> findBegin(unsigned number);
  llvm::SmallVector<mlir::Value> findCandidates(unsigned number, int64_t extent);
  void renumber(const Resize &rowsTo, const Resize &columnsTo, const ProgramOrder &order);
  void place(const ProgramAxis &axis, mlir::Value block, int64_t blocks, const Resize &to);

  tile::KernelOp kernel;
  AxisClasses axes;
  AffineAnalysis affine;
  std::optional<ProgramAxis> rows, columns;
  llvm::SmallVector<int64_t> grid; // the launch's programs
  llvm::SmallVector<KeptNumber> kept;
};

/// What has become of a loop's passes, and why, for a remark.
struct ResizedPasses {
  std::string what, why;
};
/// Loops of which each pass multiplies a part of the depth get passes of as much as lies side by side in shared memory,
/// or as registers hold where more than sums goes from pass to pass: more than one becomes one, or each becomes
/// several.
std::optional<ResizedPasses> resizePasses(tile::KernelOp kernel);
/// Whether a pass over the elements along an axis of two passes of `loop` gives what the two give.
bool canJoinPasses(mlir::scf::ForOp loop, const AxisClasses &axes, unsigned number, Reasons &reasons);

/// Rewrites blocks along an axis with other extents.
class AxisResize {
public:
  AxisResize(tile::KernelOp kernel, const AxisClasses &axes, const ProgramAxis &axis, const Resize &to)
      : kernel(kernel), axes(axes), axis(axis), to(to) {}
  /// What lies along the axis becomes longer, or shorter.
  void resizeArrays();
  /// What counts a block's elements, or begins with them, does so from `first` on.
  void countFrom(mlir::Value first);
  /// Of elements from `first` on, those that no program had are neither read nor written.
  void maskBeyond(mlir::Value first);

private:
  tile::KernelOp kernel;
  const AxisClasses &axes;
  const ProgramAxis &axis;
  Resize to;
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
  bool isFirst(mlir::Value value, mlir::Operation *op);
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
