// SPDX-License-Identifier: Apache-2.0
// JAX's operations on arrays: type rules, broadcasting, errors in the user's words, then recording. Operators, methods and the
// functions of the tables all come here. `function` is the name that messages use. Null with an exception pending.
#pragma once

#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// The common dtype and flavour of operands; `dtype-mismatch` where JAX has no implicit promotion.
struct Common {
  ElementType type;
  Flavour flavour = Flavour::jax;
};
std::optional<Common> promoteOperands(Evaluator &evaluator, llvm::ArrayRef<Operand> operands, llvm::StringRef function);
Flavour flavourOf(llvm::ArrayRef<Operand> operands);

Value applyBinary(Evaluator &evaluator, Binary op, Value x, Value y, llvm::StringRef function);
Value applyCompare(Evaluator &evaluator, Compare op, Value x, Value y, llvm::StringRef function);
Value applyUnary(Evaluator &evaluator, Unary op, Value x, llvm::StringRef function);
/// The smallest float that NumPy's elementwise functions compute in for a dtype: float16 for 8 bits, float32 for 16, else float64.
DType toFloatNumpy(DType type);
Value applyPower(Evaluator &evaluator, Value x, Value y, llvm::StringRef function);
Value applyWhere(Evaluator &evaluator, Value condition, Value x, Value y, llvm::StringRef function);

enum class Reduce { sum, prod, max, min, mean, any, all, var, std };
struct ReduceOptions {
  Value axis = nullptr; // null or None: all
  bool keepDims = false;
  std::optional<DType> dtype;
  double correction = 0; // of var and std
  Value where = nullptr;   // a mask of the elements that count
  Value initial = nullptr; // combined with the result
  bool ignoresNan = false; // of max and min
};
Value applyReduce(Evaluator &evaluator, Reduce kind, Value x, const ReduceOptions &options, llvm::StringRef function);
Value applyArgReduce(Evaluator &evaluator, bool max, Value x, Value axis, bool keepDims, llvm::StringRef function, bool ignoresNan = false);

struct DotOptions {
  std::optional<DType> preferred;
  tile::Precision precision = tile::Precision::ieee;
};
/// The arguments `precision` and `preferred_element_type` of every product.
std::optional<DotOptions> toDotOptions(Evaluator &evaluator, Value precision, Value preferredElementType);
/// Whether the first two arguments have the dtypes that a `lax.DotAlgorithmPreset` in `precision` names: converting them to it is left to
/// the program. False with an exception pending.
bool checkAlgorithm(Call &call);
/// `jnp.matmul`: vectors, matrices, broadcast batches of matrices.
Value applyMatmul(Evaluator &evaluator, Value x, Value y, const DotOptions &options, llvm::StringRef function);
/// `lax.dot_general`: contracting and batch axes of both sides.
Value applyDotGeneral(Evaluator &evaluator, Value x, Value y, llvm::ArrayRef<int64_t> contractX, llvm::ArrayRef<int64_t> contractY,
                      llvm::ArrayRef<int64_t> batchX, llvm::ArrayRef<int64_t> batchY, const DotOptions &options,
                      llvm::StringRef function);

Value applyCast(Evaluator &evaluator, Value x, DType type, llvm::StringRef function);
Value applyReshape(Evaluator &evaluator, Value x, llvm::ArrayRef<int64_t> shape, llvm::StringRef function);
/// An empty permutation reverses the axes.
Value applyTranspose(Evaluator &evaluator, Value x, llvm::ArrayRef<int64_t> permutation, llvm::StringRef function);
Value applyBroadcastTo(Evaluator &evaluator, Value x, llvm::ArrayRef<int64_t> shape, llvm::StringRef function);

} // namespace tessera::frontend
