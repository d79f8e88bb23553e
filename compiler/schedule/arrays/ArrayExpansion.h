// SPDX-License-Identifier: Apache-2.0
// What expansions of operations on whole arrays are made of: indices and comparisons, buffers that elements go through, and one element of an
// axis without a buffer. ExpandArrays.cpp says which operation becomes what; the files beside this one do it, a topic each.
//
// Elements that change places go through a buffer: `tile.store` of the whole, then a load or a gather. The buffer is in shared memory, or
// where it is larger than `sharedLimit`, in the block's workspace; what lies between is for `schedule-insert-barriers` to order. Rejected: moving elements
// between registers by shuffles, here: layouts are not known yet, and where they allow it a reshape or a reduction is as cheap.
#pragma once

#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/ScheduledKernels.h"

namespace tessera::schedule {

/// Bytes of a buffer beyond which it is not in shared memory: a block may need several, and buffers of matrix products.
inline constexpr int64_t sharedLimit = 48 * 1024;
/// Elements of an axis up to which a part of it is picked by comparing indices, and of a constant that is written with selects.
inline constexpr int64_t pickLimit = 64, selectLimit = 16;

class ArrayExpansion : public ArrayBuilder {
public:
  using ArrayBuilder::ArrayBuilder;

  //===-- numbers ---------------------------------------------------------------------------------------------===//
  /// An array of `shape` of one integer, or of one number where `element` is a float.
  mlir::Value fill(int64_t value, mlir::Type element, llvm::ArrayRef<int64_t> shape);
  /// Each element's index along `axis`, i32.
  mlir::Value iota(llvm::ArrayRef<int64_t> shape, int64_t axis);
  /// Each element's row-major number, i32.
  mlir::Value flatIndex(llvm::ArrayRef<int64_t> shape);
  mlir::Value broadcast(mlir::Value array, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> axes);
  mlir::Value reshape(mlir::Value array, llvm::ArrayRef<int64_t> shape);
  mlir::Value cast(mlir::Value array, mlir::Type element, bool fromUnsigned = false);
  mlir::Value bitcast(mlir::Value array, mlir::Type element);
  mlir::Value add(mlir::Value a, mlir::Value b) { return ArrayBuilder::add(a, b); }
  mlir::Value andBits(mlir::Value a, mlir::Value b) { return mlir::arith::AndIOp::create(builder, loc, a, b); }
  mlir::Value orBits(mlir::Value a, mlir::Value b) { return mlir::arith::OrIOp::create(builder, loc, a, b); }
  mlir::Value select(mlir::Value test, mlir::Value a, mlir::Value b) { return mlir::arith::SelectOp::create(builder, loc, test, a, b); }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a, mlir::Value b) { return mlir::arith::CmpIOp::create(builder, loc, predicate, a, b); }
  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a, mlir::Value b) { return mlir::arith::CmpFOp::create(builder, loc, predicate, a, b); }
  /// An index of any integer type as an i32 in [0, last]; a one-bit integer is 0 or 1. Arrays and scalars.
  mlir::Value clampIndex(mlir::Value index, int64_t last);
  /// Whether an index lies in [0, extent).
  mlir::Value isInside(mlir::Value index, int64_t extent);
  /// An index as an i32; what does not fit may become anything.
  mlir::Value narrowIndex(mlir::Value index);
  /// Old element and update; `exchange` gives the update.
  mlir::Value combine(tile::Atomic kind, mlir::Value old, mlir::Value update);

  //===-- buffers ---------------------------------------------------------------------------------------------===//
  mlir::Value allocate(llvm::ArrayRef<int64_t> shape, mlir::Type element);
  /// A buffer that holds `array`.
  mlir::Value spill(mlir::Value array);
  mlir::Value loadAll(mlir::Value ref);
  mlir::Value loadBox(mlir::Value ref, llvm::ArrayRef<mlir::OpFoldResult> offsets, llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> strides = {},
                      llvm::ArrayRef<int64_t> dropped = {});
  void storeBox(mlir::Value value, mlir::Value ref, llvm::ArrayRef<mlir::OpFoldResult> offsets, llvm::ArrayRef<int64_t> sizes,
                llvm::ArrayRef<int64_t> strides = {}, llvm::ArrayRef<int64_t> dropped = {});
  mlir::Value gather(mlir::Value ref, llvm::ArrayRef<mlir::Value> indices);
  void scatter(mlir::Value value, mlir::Value ref, llvm::ArrayRef<mlir::Value> indices, mlir::Value mask = {});

  //===-- one element of an axis ------------------------------------------------------------------------------===//
  struct Pick {
    int64_t axis;
    mlir::OpFoldResult index; // an i32 inside of the axis, or a constant
  };
  /// The array without `picks`' axes, at those indices: all other elements are made 0 and the bits of the rest are joined.
  mlir::Value pick(mlir::Value array, llvm::ArrayRef<Pick> picks);
};

/// Whether a reshape moves nothing once extents are powers of two: axes of size 1 come and go, and only powers of two are cut or joined.
bool isFreeReshape(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);
/// Whether `value` is the same for all elements: a scalar, a splat, a broadcast of a scalar. Then it, as a scalar, made by `arrays`; else null.
mlir::Value getUniformElement(ArrayBuilder &arrays, mlir::Value value);

/// Each takes one operation: it replaces the operation's results and leaves the operation itself for the caller to erase. False, with
/// `why` saying what there is no way to write, where it does not. The builder stands before the operation.
bool expandReshape(ArrayExpansion &code, tile::ReshapeOp op);
bool expandSlice(ArrayExpansion &code, tile::SliceValueOp op);
bool expandUpdateSlice(ArrayExpansion &code, tile::UpdateSliceOp op);
bool expandConcatenate(ArrayExpansion &code, tile::ConcatenateOp op);
bool expandTake(ArrayExpansion &code, tile::TakeOp op);
bool expandPut(ArrayExpansion &code, tile::PutOp op);
bool expandSort(ArrayExpansion &code, tile::SortOp op);
bool expandArgReduce(ArrayExpansion &code, tile::ArgReduceOp op);
bool expandConstant(ArrayExpansion &code, mlir::arith::ConstantOp op, std::string &why);
bool expandRandom(ArrayExpansion &code, tile::RandomOp op, std::string &why);
bool expandRandomSplit(ArrayExpansion &code, tile::RandomSplitOp op);
bool expandRandomFoldIn(ArrayExpansion &code, tile::RandomFoldInOp op);

} // namespace tessera::schedule
