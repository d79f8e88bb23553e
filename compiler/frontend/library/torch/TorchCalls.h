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
/// Whether a `dim` is an empty list or tuple, which means all axes where a reduction takes several.
inline bool namesNoAxis(Value dim) {
  auto *list = llvm::dyn_cast<SequenceObject>(dim);
  return list && list->items.empty();
}
/// What a function gives whose argument `out` may name a tensor for the result: that tensor takes the result's elements, its shape too.
/// Functions of one dtype, as rounding is, do not convert.
Value torchDeliver(Call &call, Value result, bool isOfOneDtype = false);
/// Whether a Python number, or each of nested lists, is one of an integer dtype's; -1 is one of unsigned ones, -1.0 is not.
/// False with a RuntimeError pending.
bool torchCheckRange(Evaluator &evaluator, Value number, DType type);
/// `add` and `sub`: `other` is multiplied by `alpha` first, in the result's dtype.
Value torchScaledBinary(Evaluator &evaluator, Binary op, Value x, Value y, Value alpha, llvm::StringRef function);
/// `div`: rounded as `mode` says, which is None, "floor" or "trunc".
Value torchRoundedDivision(Evaluator &evaluator, Value x, Value y, Value mode, llvm::StringRef function);

Value torchMatmulHandler(Call &call);
template <Unary op> Value torchUnaryHandler(Call &call) { return torchUnary(call.evaluator, op, torchReceiver(call), publicName(call.entry)); }
template <Binary op> Value torchBinaryHandler(Call &call) {
  return torchBinary(call.evaluator, op, torchReceiver(call), torchOther(call), publicName(call.entry));
}
/// The functions of `torch`, which take `out` where the methods do not.
template <Unary op> Value torchUnaryFunction(Call &call) {
  constexpr bool isOfOneDtype = op == Unary::abs || op == Unary::neg || op == Unary::sign || op == Unary::floor ||
                                op == Unary::ceil || op == Unary::trunc || op == Unary::roundEven ||
                                op == Unary::square;
  return torchDeliver(call, torchUnaryHandler<op>(call), isOfOneDtype);
}
template <Binary op> Value torchBinaryFunction(Call &call) { return torchDeliver(call, torchBinaryHandler<op>(call)); }
/// `mm` and `bmm`: matrices, or batches of them.
template <int64_t rank> Value torchMatricesFunction(Call &call) {
  for (llvm::StringRef name : {"input", "mat2"})
    if (auto *tensor = llvm::dyn_cast<TorchTensor>(call[name]);
        tensor && static_cast<int64_t>(tensor->shape().size()) != rank)
      return torchError(call.evaluator, DiagnosticId::shapeMismatch,
                        rank == 2 ? name.str() + " must be a matrix"
                                  : std::string(name == "mat2" ? "batch2" : "batch1") + " must be a 3D tensor");
  return torchMatmulHandler(call);
}
/// Those that take two tensors and no number.
template <Binary op> Value torchTensorsFunction(Call &call) {
  for (llvm::StringRef name : {"input", "other"})
    if (!llvm::isa<TorchTensor>(call[name]))
      return call.evaluator.raise(DiagnosticId::typeError,
                                  std::string(call.entry->name) + "(): argument '" + name.str() + "' (position " +
                                      (name == "input" ? "1" : "2") + ") must be Tensor, not " +
                                      call[name]->typeName(call.evaluator));
  return torchBinaryFunction<op>(call);
}
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
/// What `function` gives of `input`, which becomes that itself where `inplace` holds.
template <Value (*function)(Call &)> Value torchInPlaceHandler(Call &call);
Value torchGeluHandler(Call &call);
Value torchSoftmaxHandler(Call &call);
Value torchWhereHandler(Call &call);
Value torchClampHandler(Call &call);
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
void registerTorchClasses(LibraryTable &table);
}

} // namespace tessera::frontend
