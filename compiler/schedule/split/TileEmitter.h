// SPDX-License-Identifier: Apache-2.0
// Writes one tile of a value from tiles of what it is computed from, as far back as it takes. What a value is a function of says which box of each operand a
// box of it needs:
//
//     %m = tile.reduce max %x axes [1]                 produce(%y, [rows %i, 4][columns %j, 512])
//     %b = tile.broadcast %m axes [0]          =>        produce(%x, the same box)                   in the loop over columns
//     %y = arith.subf %x, %b                             produce(%m, [rows %i, 4])                   before it: a loop over chunks of a row of %x
//
// Loops that are open while this works are *scopes*, inner ones children of outer ones. Everything is written in the outermost scope that knows where its box
// starts, and once there: what is asked for again is taken from there. A loop of the program without writes is written again with tiles of what it carries.
//
// What cannot be cut (a box of a carried array in another place than the array's own; a scan in the middle) makes `produce` null, and `obstacle` is it.
// Everything written is without side effects, so that a failed try is erased with the loop around it.
#pragma once

#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/split/Boxes.h"
#include "compiler/schedule/split/LargeValues.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace tessera::schedule {

/// What is written inside what.
struct Scope {
  Scope *parent = nullptr;
  int depth = 0;
  mlir::Block *block = nullptr;      // where it writes: at its end, or before `before`
  mlir::Operation *before = nullptr; // a loop that is open inside, or the terminator
  mlir::Operation *outerBefore = nullptr; // the parent's `before` when this is closed
  mlir::Operation *opened = nullptr;      // the loop or branch whose block it is
  bool isErased = false;                  // see also `isGone`
  mlir::Block *source = nullptr;     // the program's block that this one is written after
  mlir::IRMapping scalars;           // the program's counters to this scope's
  llvm::SmallVector<std::tuple<unsigned, Box, mlir::Value>> carried; // argument of `source`, its box, its tile
  llvm::SmallVector<std::pair<unsigned, Box>> missing;               // what should have been carried, too
  using Key = std::pair<const void *, std::vector<std::pair<const void *, int64_t>>>;
  std::map<Key, mlir::Value> known;
  std::map<std::tuple<int, const void *, int64_t>, mlir::Value> places;

  /// Whether it was erased, alone or with one around it.
  bool isGone() const;
};

/// A scan that runs along a loop over chunks: what it carries from one to the next.
struct RunningScan {
  tile::ScanOp op;
  llvm::SmallVector<mlir::Value> carries; // block arguments of the loop
  llvm::SmallVector<mlir::Value> next;
};

class TileEmitter {
public:
  TileEmitter(mlir::MLIRContext *context, const LargeValues &large, const RegisterBudget &budget, int64_t chunkRegisters, int64_t tileK)
      : large(large), budget(budget), chunkRegisters(chunkRegisters), tileK(tileK), writer(context) {}

  /// Opens a scope that writes at the end of `block`.
  Scope *open(mlir::Block *block, mlir::Operation *opened);
  void close();
  Scope *getScope() const { return current; }
  /// Writes in the present scope until something else is produced.
  mlir::OpBuilder &getBuilder();

  /// A tile of `value`, null where there is none.
  mlir::Value produce(mlir::Value value, const Box &box);
  /// Writes a store, scatter or atomic for one tile.
  bool emitRoot(mlir::Operation *root, const Box &box);
  /// Says that starts of boxes made of `value` are known in the present scope only.
  void define(mlir::Value value) { definedIn[value] = current; }
  /// Which elements of a tile lie inside the block; null where all do.
  mlir::Value isInside(ArrayBuilder &arrays, const Box &box, llvm::ArrayRef<int64_t> extents);

  mlir::Value obstacle;
  Box obstacleBox;
  /// Every load, product and reduction that was written, its box, and where.
  struct Written {
    mlir::Value value;
    Box box;
    Scope *scope;
    bool isErased() const { return scope->isGone(); }
  };
  llvm::SmallVector<Written> log;
  /// Every operation of the program of which a tile was written.
  llvm::SetVector<mlir::Operation *> sources;
  /// For the loop along which scans run: where its chunks start, whether this is the first, and the scans met.
  mlir::Value runningStart, isFirstChunk;
  llvm::SmallVector<RunningScan> runningScans;

private:
  friend struct ScopeSwitch;
  enum class Place { multiply, divide, remainder };
  mlir::Value emit(mlir::Value value, const Box &box);
  mlir::Value fail(mlir::Value value, const Box &box);
  mlir::Value emitArgument(mlir::BlockArgument argument, const Box &box);
  mlir::Value emitOperation(mlir::Operation *op, mlir::Value value, const Box &box);
  mlir::Value emitElementwise(mlir::Operation *op, mlir::Value value, const Box &box);
  mlir::Value emitLoad(tile::LoadOp op, const Box &box);
  mlir::Value emitGather(tile::GatherOp op, const Box &box);
  mlir::Value emitIota(tile::IotaOp op, const Box &box);
  mlir::Value emitReshape(tile::ReshapeOp op, const Box &box);
  mlir::Value emitReshapedLoad(tile::ReshapeOp op, const Box &box);
  mlir::Value emitReduce(tile::ReduceOp op, const Box &box);
  mlir::Value emitReduceBy(tile::ReduceByOp op, mlir::Value value, const Box &box);
  mlir::Value emitScan(tile::ScanOp op, mlir::Value value, const Box &box);
  mlir::Value emitRunningScan(tile::ScanOp op, mlir::Value value, const Box &box);
  mlir::Value emitDot(tile::DotOp op, const Box &box);
  mlir::Value emitWholeDot(tile::DotOp op, const Box &box, const Box &left, const Box &right);
  mlir::Value emitChunkedDot(tile::DotOp op, const Box &box, Box left, Box right, int64_t step);
  mlir::Value emitFor(mlir::scf::ForOp op, mlir::Value value, const Box &box);
  mlir::Value emitIf(mlir::scf::IfOp op, mlir::Value value, const Box &box);

  bool isDirect(mlir::Value value, const Box &box) const;
  Scope *getScopeOf(mlir::Value value, const Box &box) const;
  Scope *getScopeOf(mlir::Value start) const;
  mlir::Value lookup(Scope *scope, mlir::Value value, const Box &box) const;
  void remember(Scope *scope, mlir::Value value, const Box &box, mlir::Value tile);
  static Scope::Key getKey(mlir::Value value, const Box &box);

  /// Maps what a combining region takes from outside to what it is in the present scope.
  bool mapCaptured(mlir::Region &region, mlir::IRMapping &mapping);
  bool produceAll(mlir::ValueRange values, const Box &box, llvm::SmallVectorImpl<mlir::Value> &tiles);
  template <typename OpT> bool cutSlice(OpT op, const Box &box, llvm::SmallVectorImpl<mlir::Value> &offsets, llvm::SmallVectorImpl<int64_t> &sizes);
  /// Arithmetic on starts, each written once.
  mlir::Value place(Place kind, mlir::Value start, int64_t number);
  mlir::Value addStarts(mlir::Value a, mlir::Value b);
  std::optional<Box> splitBox(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to, const Box &box);

  mlir::Value makeNeutral(mlir::Value tile, int64_t axis, const Span &span, int64_t extent, mlir::TypedAttr neutral);
  llvm::SmallVector<mlir::Value> cloneReduceBy(tile::ReduceByOp op, mlir::ValueRange tiles);
  /// `left` and `right`, arrays or scalars of one shape, combined by `region` element by element; empty where that has no way.
  llvm::SmallVector<mlir::Value> combine(mlir::Region &region, mlir::ValueRange left, mlir::ValueRange right);
  /// A loop over [from, to) whose body carries `inits`.
  mlir::scf::ForOp openLoop(mlir::Location loc, int64_t from, int64_t to, int64_t step, mlir::ValueRange inits);
  void closeLoop(mlir::Location loc, mlir::ValueRange yields);
  /// Closes a loop that could not be written to its end, and forgets what was known of values in it: others will have their addresses.
  mlir::Value giveUp(mlir::Operation *loop);
  /// Whether some start is known only in `scope` or inside it.
  bool startsInside(const Box &box, const Scope &scope) const;
  bool fits(mlir::ValueRange values, const Box &box) const;

  const LargeValues &large;
  const RegisterBudget &budget;
  int64_t chunkRegisters, tileK;
  mlir::OpBuilder writer;
  Scope *current = nullptr;
  std::vector<std::unique_ptr<Scope>> scopes;
  llvm::DenseMap<mlir::Value, Scope *> definedIn;
};

/// Writes in another scope for a while.
struct ScopeSwitch {
  ScopeSwitch(TileEmitter &emitter, Scope *scope) : emitter(emitter), before(emitter.current) { emitter.current = scope; }
  ~ScopeSwitch() { emitter.current = before; }
  TileEmitter &emitter;
  Scope *before;
};

/// `kind` of two arrays or scalars.
mlir::Value combineByKind(mlir::OpBuilder &builder, mlir::Location loc, tile::Reduction kind, mlir::Value a, mlir::Value b, bool ignoreNan);

} // namespace tessera::schedule
