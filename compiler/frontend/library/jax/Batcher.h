// SPDX-License-Identifier: Apache-2.0
// The rewriting of recorded operations for a batch: Batching.cpp has a rule for each operation on arrays, BatchingControl.cpp those for
// loops and branches.
#pragma once

#include "compiler/frontend/library/jax/Vmap.h"

namespace tessera::frontend {

class Batcher {
public:
  Batcher(Evaluator &evaluator, int64_t size, llvm::DenseMap<mlir::Value, mlir::Value> &batched, mlir::IRMapping &mapping)
      : evaluator(evaluator), size(size), batched(batched), mapping(mapping) {}

  bool batch(mlir::Operation *op);
  /// The operations of a block but its terminator.
  bool batchBody(mlir::Block &block);

private:
  using ValueSet = llvm::DenseSet<mlir::Value>;
  bool isBatched(mlir::Value value) const { return batched.count(value); }
  /// With the batch's axis, repeated if need be.
  mlir::Value get(Emitter &emitter, mlir::Value value);
  /// The batched value, or the one that stands for it everywhere.
  mlir::Value getAs(Emitter &emitter, mlir::Value value, bool asBatched) { return asBatched ? get(emitter, value) : mapping.lookupOrDefault(value); }
  void set(mlir::Value old, mlir::Value fresh, bool asBatched) {
    if (asBatched)
      batched[old] = fresh;
    else
      mapping.map(old, fresh);
  }
  mlir::Type addAxis(mlir::Type type) {
    Shape shape(tile::getShape(type));
    shape.insert(shape.begin(), size);
    return tile::getArrayType(shape, tile::getElementType(type));
  }
  /// Whether a region of the operation reads a batched value from outside of it.
  bool captures(mlir::Operation *op) const;

  bool batchElementwise(Emitter &emitter, mlir::Operation *op);
  bool batchLaunch(Emitter &emitter, tile::LaunchOp launch);
  bool batchEntryByEntry(Emitter &emitter, mlir::Operation *op);
  bool batchTake(Emitter &emitter, tile::TakeOp take);
  bool batchPut(Emitter &emitter, tile::PutOp put);
  /// One of several results, along the axis one further: sort, scan, reduce_by.
  bool batchAlongAxis(Emitter &emitter, mlir::Operation *op);
  llvm::SmallVector<mlir::Value> batchIndices(Emitter &emitter, mlir::OperandRange indices);

  bool batchPlaceholder(Emitter &emitter, mlir::UnrealizedConversionCastOp op);
  bool batchMarker(Emitter &emitter, mlir::Operation *op);
  /// A loop of as many rounds as the longest needs; entries that are done keep what they have.
  bool batchForOfDifferentLengths(Emitter &emitter, mlir::scf::ForOp loop);
  /// Whether the rule is one for `op`; then `succeeded` says how it went.
  bool batchControl(Emitter &emitter, mlir::Operation *op, bool &succeeded);
  bool batchFor(Emitter &emitter, mlir::scf::ForOp loop);
  bool batchWhile(Emitter &emitter, mlir::scf::WhileOp loop);
  bool batchIf(Emitter &emitter, mlir::scf::IfOp branch);
  /// Adds to `known` the values of the block that depend on those in it.
  void spread(mlir::Block &block, ValueSet &known) const;
  ValueSet allBatched() const;

  Evaluator &evaluator;
  int64_t size;
  llvm::DenseMap<mlir::Value, mlir::Value> &batched;
  mlir::IRMapping &mapping;
};

} // namespace tessera::frontend
