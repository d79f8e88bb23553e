// SPDX-License-Identifier: Apache-2.0
// What all of `jax.random` is made of: keys, shapes, and the draws that `tile.random` makes. Handlers of distributions are in
// Distributions.cpp.
#pragma once

#include "compiler/frontend/library/jax/Formula.h"

namespace tessera::frontend {

/// The words of the single key in the argument `key`, checked. Null with an exception pending.
mlir::Value readKey(Call &call);
/// Keys 0 .. count - 1 of `split`.
llvm::SmallVector<mlir::Value> splitKey(Emitter &emitter, mlir::Value key, int64_t count);
mlir::Value draw(Emitter &emitter, mlir::Value key, tile::Distribution distribution, llvm::ArrayRef<int64_t> shape, DType type, double low = 0,
                 double high = 1);
/// The argument `shape`; None is `absent`.
std::optional<Shape> readDrawShape(Call &call, llvm::ArrayRef<int64_t> absent = {});
/// The argument `dtype`, a floating one.
std::optional<DType> readDrawFloat(Call &call);
/// Uniform numbers between two numbers or arrays.
Value drawBetween(Formula &f, mlir::Value key, llvm::ArrayRef<int64_t> shape, DType type, Value low, Value high);
/// Integers between arrays, of int32 or uint32.
Value drawIntegers(Formula &f, mlir::Value key, llvm::ArrayRef<int64_t> shape, Value low, Value high, DType type);

Value permutationHandler(Call &call);
Value choiceHandler(Call &call);
Value categoricalHandler(Call &call);
Value truncatedNormalHandler(Call &call);
/// exponential, gumbel, laplace, logistic, cauchy, rademacher, rayleigh, maxwell, pareto, weibull_min, geometric
Value distributionHandler(Call &call);

} // namespace tessera::frontend
