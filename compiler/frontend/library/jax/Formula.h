// SPDX-License-Identifier: Apache-2.0
// Arithmetic for handlers that are formulas of other functions. A null value is a pending exception: it goes through every step, so a
// formula is written as it is on paper and checked once, at its end.
#pragma once

#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/ArrayFunctions.h"

namespace tessera::frontend {

class Formula {
public:
  Formula(Evaluator &evaluator, std::string function) : evaluator(evaluator), function(std::move(function)) {}
  explicit Formula(Call &call) : Formula(call.evaluator, publicName(call.entry)) {}
  Evaluator &evaluator;
  std::string function;

  Value number(double value) { return evaluator.floating(value); }
  Value integer(int64_t value) { return evaluator.integer(value); }
  Value binary(Binary op, Value x, Value y) { return x && y ? applyBinary(evaluator, op, x, y, function) : nullptr; }
  Value add(Value x, Value y) { return binary(Binary::add, x, y); }
  Value sub(Value x, Value y) { return binary(Binary::sub, x, y); }
  Value mul(Value x, Value y) { return binary(Binary::mul, x, y); }
  Value div(Value x, Value y) { return binary(Binary::divide, x, y); }
  Value max(Value x, Value y) { return binary(Binary::maximum, x, y); }
  Value min(Value x, Value y) { return binary(Binary::minimum, x, y); }
  Value both(Value x, Value y) { return binary(Binary::bitAnd, x, y); }
  Value either(Value x, Value y) { return binary(Binary::bitOr, x, y); }
  Value unary(Unary op, Value x) { return x ? applyUnary(evaluator, op, x, function) : nullptr; }
  Value neg(Value x) { return unary(Unary::neg, x); }
  Value exp(Value x) { return unary(Unary::exp, x); }
  Value log(Value x) { return unary(Unary::log, x); }
  Value log1p(Value x) { return unary(Unary::log1p, x); }
  Value compare(Compare op, Value x, Value y) { return x && y ? applyCompare(evaluator, op, x, y, function) : nullptr; }
  Value where(Value c, Value x, Value y) { return c && x && y ? applyWhere(evaluator, c, x, y, function) : nullptr; }
  Value cast(Value x, DType type) { return x ? applyCast(evaluator, x, type, function) : nullptr; }
  Value reshape(Value x, llvm::ArrayRef<int64_t> shape) { return x ? applyReshape(evaluator, x, shape, function) : nullptr; }
  Value transpose(Value x, llvm::ArrayRef<int64_t> axes) { return x && !axes.empty() ? applyTranspose(evaluator, x, axes, function) : x; }
  Value broadcastTo(Value x, llvm::ArrayRef<int64_t> shape) { return x ? applyBroadcastTo(evaluator, x, shape, function) : nullptr; }
  /// `axis` null or None: all axes.
  Value reduce(Reduce kind, Value x, Value axis, bool keepDims = true) {
    ReduceOptions options;
    options.axis = axis;
    options.keepDims = keepDims;
    return x ? applyReduce(evaluator, kind, x, options, function) : nullptr;
  }
  /// Floats stay, the rest becomes the flavour's default float.
  Value inexact(Value x);
  /// The same, for NumPy's elementwise functions: the smallest float that holds the dtype.
  Value floating(Value x);
  /// Both operands so; a Python number takes the other one's dtype.
  void floating(Value &x, Value &y);
  /// `x` as an array: numbers and, for NumPy's functions, lists become one.
  JaxArray *array(Value x);
  /// The part of `x` with elements [offset, offset + size * stride) along `axis`.
  Value slice(Value x, int64_t axis, int64_t offset, int64_t size, int64_t stride = 1);
  /// Arrays of one dtype, joined.
  Value concatenate(llvm::ArrayRef<Value> parts, int64_t axis);
  /// 0, 1, ... along `axis` of `shape`.
  Value iota(llvm::ArrayRef<int64_t> shape, int64_t axis, DType type = DType::int32, Flavour flavour = Flavour::jax);
  /// The axis named by an argument, counted from the front.
  std::optional<int64_t> axis(Value given, int64_t rank, llvm::StringRef what = "axis");

  static llvm::ArrayRef<int64_t> shapeOf(Value x) { return llvm::cast<ArrayObject>(x)->shape(); }
  static DType typeOf(Value x) { return llvm::cast<ArrayObject>(x)->dtype; }
};

/// The integer dtype of positions: int32 of JAX (int64 in its 64-bit mode), int64 of NumPy.
inline DType indexType(Flavour flavour) { return flavour == Flavour::numpy ? DType::int64 : defaultIntOfJax(); }

} // namespace tessera::frontend
