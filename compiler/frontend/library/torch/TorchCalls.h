// SPDX-License-Identifier: Apache-2.0
// Handlers that `torch`'s functions and the methods of tensors share: a method's tensor is `call.self`, a function's its first
// argument.
#pragma once

#include "compiler/frontend/library/torch/Tensor.h"

namespace tessera::frontend {

/// The tensor that a call is about, and the argument after it.
inline Value torchReceiver(Call &call) { return call.self && llvm::isa<TorchTensor>(call.self) ? call.self : call[size_t(0)]; }
inline Value torchOther(Call &call) { return call[size_t(call.self && llvm::isa<TorchTensor>(call.self) ? 0 : 1)]; }

template <Unary op> Value torchUnaryHandler(Call &call) { return torchUnary(call.evaluator, op, torchReceiver(call), publicName(call.entry)); }
template <Binary op> Value torchBinaryHandler(Call &call) {
  return torchBinary(call.evaluator, op, torchReceiver(call), torchOther(call), publicName(call.entry));
}
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
