// SPDX-License-Identifier: Apache-2.0
// The tables of `triton.language`, one a file, and what their handlers share.
#pragma once

#include "compiler/frontend/library/triton/Tensor.h"

namespace tessera::frontend {

//===-- Language.cpp ------------------------------------------------------------------------------------------===//
/// The tensor that a method or function is about.
TritonTensor *tritonReceiver(Call &call);
/// A block's sizes, given one by one or as a tuple.
std::optional<Shape> readBlockShape(Call &call, Value given);
/// At most 2**20 elements. A size that is not a power of two, which Triton refuses, gets a remark. False with an exception pending.
bool checkBlockShape(Call &call, llvm::ArrayRef<int64_t> sizes);

//===-- Elementwise.cpp ---------------------------------------------------------------------------------------===//
/// Floats of one dtype and shape from tensors and numbers. False with an exception pending.
bool readFloats(Call &call, llvm::ArrayRef<Value> given, llvm::SmallVectorImpl<mlir::Value> &values, DType &type);
Value tritonFma(Call &call);
/// The high half of the product of the first two arguments.
Value tritonHighProduct(Call &call, bool isSigned);

//===-- Rounding.cpp ------------------------------------------------------------------------------------------===//
/// Which way a result is rounded that is not rounded to nearest.
enum class Rounding { down, up, towardZero };
/// `rounded` (`type`) moved by one place where it lies on the wrong side of the exact value: `error` (any float dtype, of the same shape) has
/// the sign of exact - rounded.
mlir::Value roundDirected(Emitter &emitter, mlir::Value rounded, DType type, mlir::Value error, DType errorType, Rounding rounding);
/// A narrower float, rounded towards zero.
mlir::Value castTowardZero(Emitter &emitter, mlir::Value value, DType from, DType to);

//===-- Functions.cpp -----------------------------------------------------------------------------------------===//
template <Unary op> Value tritonFloatFunction(Call &call);

//===-- Shape.cpp ---------------------------------------------------------------------------------------------===//
/// Elements of `value` along `axis` at `indices`, which have the result's shape.
mlir::Value takeElements(Emitter &emitter, mlir::Value value, int64_t axis, mlir::Value indices);
/// The same with indices made from each element's own position along the axis.
mlir::Value takeAlong(Emitter &emitter, mlir::Value value, int64_t axis, llvm::function_ref<mlir::Value(mlir::Value positions, llvm::ArrayRef<int64_t> shape)> choose);

//===-- Memory.cpp --------------------------------------------------------------------------------------------===//
/// What a load puts where its mask is false.
enum class Padding { none, zero, nan };
std::optional<Padding> readPadding(Call &call);
/// Reads or writes elements of `pointer`'s Ref where `mask` (may be null) holds.
Value loadElements(Evaluator &evaluator, TritonPointer *pointer, mlir::Value mask, mlir::Value other);
bool storeElements(Evaluator &evaluator, TritonPointer *pointer, mlir::Value value, mlir::Value mask);
/// Combines elements in memory and gives the old ones. Null with an exception pending.
Value updateElements(Call &call, llvm::StringRef kind, TritonPointer *pointer, Value value, mlir::Value mask);

//===-- BlockPointers.cpp -------------------------------------------------------------------------------------===//
bool isBlockPointer(Value value);
Value loadBlock(Call &call, Value pointer);
Value storeBlock(Call &call, Value pointer);

//===-- Debug.cpp ---------------------------------------------------------------------------------------------===//
/// `tl.device_print`: one line an element. Null with an exception pending.
Value printInKernel(Evaluator &evaluator, const std::string &prefix, llvm::ArrayRef<Value> values, bool hexadecimal);
Value assertInKernel(Evaluator &evaluator, Value condition, Value message, Value mask);

namespace library {
void registerTritonLanguage(LibraryTable &table);
void registerTritonShape(LibraryTable &table);
void registerTritonElementwise(LibraryTable &table);
void registerTritonLibdevice(LibraryTable &table);
void registerTritonLibdevicePrelude(LibraryTable &table);
void registerTritonProducts(LibraryTable &table);
void registerTritonMemory(LibraryTable &table);
void registerTritonBlockPointers(LibraryTable &table);
void registerTritonScans(LibraryTable &table);
void registerTritonRandom(LibraryTable &table);
void registerTritonDebug(LibraryTable &table);
void registerTritonAggregates(LibraryTable &table);
void registerTritonMapping(LibraryTable &table);
void registerTritonScaledDot(LibraryTable &table);
} // namespace library

} // namespace tessera::frontend
