// SPDX-License-Identifier: Apache-2.0
// Handlers that `torch`'s functions and the methods of tensors share: a method's tensor is `call.self`, a function's its first
// argument.
#pragma once

#include "compiler/frontend/library/torch/Tensor.h"

namespace tessera::frontend {

/// The tensor that a call is about, and the argument after it.
inline Value torchReceiver(Call &call) { return call.self && llvm::isa<TorchTensor>(call.self) ? call.self : call[size_t(0)]; }
inline Value torchOther(Call &call) { return call[size_t(call.self && llvm::isa<TorchTensor>(call.self) ? 0 : 1)]; }

/// An axis counted from the front. A tensor without axes has one, for torch. Empty with an IndexError pending.
std::optional<int64_t> torchAxis(Evaluator &evaluator, int64_t dim, int64_t rank);
/// Axes in rising order; all for None, none for a tensor without axes. Empty with an exception pending.
std::optional<llvm::SmallVector<int64_t>> torchAxes(Evaluator &evaluator, Value dims, int64_t rank);
/// What a function gives whose argument `out` may name a tensor for the result: that tensor takes the result's elements, its shape too.
Value torchDeliver(Call &call, Value result);
/// `add` and `sub`: `other` is multiplied by `alpha` first, in the result's dtype.
Value torchScaledBinary(Evaluator &evaluator, Binary op, Value x, Value y, Value alpha, llvm::StringRef function);
/// `div`: rounded as `mode` says, which is None, "floor" or "trunc".
Value torchRoundedDivision(Evaluator &evaluator, Value x, Value y, Value mode, llvm::StringRef function);

template <Unary op> Value torchUnaryHandler(Call &call) { return torchUnary(call.evaluator, op, torchReceiver(call), publicName(call.entry)); }
template <Binary op> Value torchBinaryHandler(Call &call) {
  return torchBinary(call.evaluator, op, torchReceiver(call), torchOther(call), publicName(call.entry));
}
/// The functions of `torch`, which take `out` where the methods do not.
template <Unary op> Value torchUnaryFunction(Call &call) { return torchDeliver(call, torchUnaryHandler<op>(call)); }
template <Binary op> Value torchBinaryFunction(Call &call) { return torchDeliver(call, torchBinaryHandler<op>(call)); }
template <Binary op> Value torchScaledHandler(Call &call) {
  return torchScaledBinary(call.evaluator, op, torchReceiver(call), torchOther(call), call["alpha"], publicName(call.entry));
}
template <Binary op> Value torchScaledFunction(Call &call) { return torchDeliver(call, torchScaledHandler<op>(call)); }
Value torchDivisionHandler(Call &call);
Value torchDivisionFunction(Call &call);
template <TorchReduce kind> Value torchReduceHandler(Call &call);
template <bool max> Value torchExtremeHandler(Call &call);
Value torchReluHandler(Call &call);
Value torchSiluHandler(Call &call);
Value torchGeluHandler(Call &call);
Value torchSoftmaxHandler(Call &call);
Value torchWhereHandler(Call &call);
Value torchClampHandler(Call &call);
Value torchMatmulHandler(Call &call);
Value torchReshapeHandler(Call &call);
Value torchTransposeHandler(Call &call);

Value torchAsStrided(Call &call);
/// The tensor of `torchReceiver`; null with an exception pending.
TorchTensor *toTorchTensor(Call &call);
/// Sizes given one by one or as a tuple.
std::optional<std::vector<int64_t>> readTorchSizes(Call &call, Value given, llvm::StringRef what);


namespace library {
void registerTorchMethods(LibraryTable &table);
void registerTorchFunctions(LibraryTable &table);
void registerTorchAutograd(LibraryTable &table);
}

} // namespace tessera::frontend
