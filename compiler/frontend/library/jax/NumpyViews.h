// SPDX-License-Identifier: Apache-2.0
// NumPy's arrays change in place, and views share memory. An array here is a value; `a[key] = y` binds it to another one. So a view knows
// the array that it was taken of and two functions: its value of that array's, and that array's value of its own. After an assignment to
// any array of a family the ones above it are told by the second function and all others by the first:
//   b = a[1:]; c = b.T; c[...] = 0   # c is 0; b = put(b, c), a = put(a, b); then what else is a view of a is taken of it anew
// What lies where in memory follows from how a view was taken: strides, as NumPy counts them but in elements.
#pragma once

#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// `view` is a slice of `base` as `index` says, or `base` with its axes permuted, or the same elements under another shape. Marks it as
/// a view where NumPy would share memory.
void markSlice(Evaluator &evaluator, Value base, Value view, const Index &index);
void markTranspose(Evaluator &evaluator, Value base, Value view, llvm::ArrayRef<int64_t> permutation);
void markReshape(Evaluator &evaluator, Value base, Value view);
/// `view` is `base` repeated along axes, or with its axes permuted the diagonal `k` of the last two. NumPy lets nobody
/// write to these; to a diagonal of `einsum` it does (`setReadOnly`).
void markBroadcast(Evaluator &evaluator, Value base, Value view);
void markDiagonal(Evaluator &evaluator, Value base, Value view, llvm::ArrayRef<int64_t> permutation, int64_t k);

/// Elements from one to the next along each axis.
Shape getStrides(Evaluator &evaluator, const JaxArray *array);
/// The axes in the order in which memory has them, the one that varies last in front ("K").
Shape getAxesInMemory(Evaluator &evaluator, const JaxArray *array);
/// The array has memory of its own, which lies in this order.
void setStrides(Evaluator &evaluator, const JaxArray *array, Shape strides);
/// A fresh array laid out in an order: "C", "F", or that of `like` ("K"; "A" where it is one of both). Gives the array.
Value layOut(Evaluator &evaluator, Value fresh, llvm::StringRef order, const JaxArray *like);
/// An elementwise function's fresh result lies as its operands do. Gives the array; nothing happens to others than
/// NumPy's.
Value layOutLike(Evaluator &evaluator, Value fresh, llvm::ArrayRef<const Object *> operands,
                 llvm::StringRef order = "K");
/// A reduction's result lies as the axes of `from` that stay.
Value layOutReduced(Evaluator &evaluator, Value fresh, const Object *from, llvm::ArrayRef<int64_t> axes, bool keepDims);
/// Arrays that were joined lie as they did; those that were stacked got an axis, `added`, first.
Value layOutJoined(Evaluator &evaluator, Value fresh, llvm::ArrayRef<const Object *> parts,
                   std::optional<int64_t> added = std::nullopt);
/// Whether the elements follow each other in memory in this order of the axes, "C" or "F".
bool isContiguous(Evaluator &evaluator, const JaxArray *array, llvm::StringRef order);
/// The array whose memory this one is a view of; null where it has its own. `offset`: where it begins there.
JaxArray *getBase(Evaluator &evaluator, const JaxArray *array, int64_t *offset = nullptr);
bool isReadOnly(Evaluator &evaluator, const JaxArray *array);
void setReadOnly(Evaluator &evaluator, const JaxArray *array, bool isReadOnly);

/// `a[key] = value`; false with an exception pending.
bool assignItem(Evaluator &evaluator, JaxArray *array, Value key, Value value);
/// `a.shape = ...`: the array takes a value of another shape with the same elements, or (`isResize`) with others.
bool rebindArray(Evaluator &evaluator, JaxArray *array, mlir::Value value, bool isResize);
/// `x.at[key].set(update)`; null with an exception pending, and the array itself where the place is outside. Place.cpp
Value replacePlace(Evaluator &evaluator, JaxArray *array, Value key, Value update, bool &isOutside);

} // namespace tessera::frontend
