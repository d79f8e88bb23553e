// SPDX-License-Identifier: Apache-2.0
// Pointers as numbers, and pointers that a kernel reads from memory: `tl.load(ptrs + g).to(tl.pointer_type(tl.float16))`. The host made the
// addresses with `x.data_ptr()`, which gives each tensor a range of 2^40 addresses of its own (see TorchAddresses), so an address
// says which tensor it means and where in it:
//
//   address  =  (number of the tensor + 1) << 40  +  bytes
//
// The tensors that it may mean become arguments of the kernel, and the pointer chooses one of them. Which they are is known where the
// addresses' tensor was made from a list; otherwise it is all tensors of the dtype whose address was taken.
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;

/// The tensors that addresses may mean; an exception is pending when there are none.
static std::vector<TorchTensor *> findCandidates(Evaluator &evaluator, TritonTensor *address, DType element) {
  std::vector<TorchTensor *> candidates;
  for (TorchTensor *root : address->pointees ? *address->pointees : evaluator.state<TorchAddresses>().roots)
    if (root->dtype == element && (root->onGpu || evaluator.options().device == "cpu") && !llvm::is_contained(candidates, root))
      candidates.push_back(root);
  if (candidates.empty())
    evaluator.raise(DiagnosticId::valueError, "a pointer to `" + std::string(numerics::getName(element)) + "` is loaded, but no tensor of that dtype has had its address taken")
        .note("addresses come from `x.data_ptr()`");
  return candidates;
}

/// Whether the value is what memory held: then it is a tensor's own first address unless the host took others.
static bool isLoaded(mlir::Value value) {
  while (value.getDefiningOp<tile::CastOp>() || value.getDefiningOp<tile::ReshapeOp>() || value.getDefiningOp<tile::BroadcastOp>())
    value = value.getDefiningOp()->getOperand(0);
  return value.getDefiningOp<tile::LoadOp>() || value.getDefiningOp<tile::GatherOp>();
}

Value frontend::pointerFromAddress(Evaluator &evaluator, TritonTensor *address, DType element) {
  const auto &argumentFor = evaluator.state<TritonGrid>().argumentFor;
  if (numerics::getBitWidth(address->dtype) != 64 || !numerics::isInteger(address->dtype))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "an address is `" + std::string(numerics::getName(address->dtype)) + "`, not int64");
  if (!argumentFor)
    return evaluator.raise(DiagnosticId::valueError, "an address becomes a pointer outside a kernel");
  const TorchAddresses &addresses = evaluator.state<TorchAddresses>();
  std::vector<TorchTensor *> candidates = findCandidates(evaluator, address, element);
  mlir::Value value = candidates.empty() ? mlir::Value() : useHere(evaluator, address);
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator, Corners::undefined);
  llvm::ArrayRef<int64_t> shape = address->shape();
  auto number = [&](int64_t n, DType type) { return emitter.constantInt(n, type, shape); };
  mlir::Value owner = emitter.binary(Binary::shiftRightLogical, value, number(TorchAddresses::rangeBits, DType::int64), DType::uint64);
  mlir::Value choice = number(-1, DType::int32);
  std::vector<RefObject *> refs;
  for (TorchTensor *root : candidates) {
    mlir::Value hit = emitter.compare(Compare::eq, owner, number(addresses.numberOf(root) + 1, DType::int64), DType::int64);
    choice = emitter.select(hit, number(static_cast<int64_t>(refs.size()), DType::int32), choice);
    auto *ref = evaluator.make<TritonRef>(argumentFor(root), element, "loaded pointer");
    ref->owner = root;
    refs.push_back(ref);
  }
  mlir::Value offset = number(0, DType::int32);
  DType offsetType = DType::int32;
  if (addresses.hasOffsets || !isLoaded(value)) {
    mlir::Value bytes = emitter.binary(Binary::bitAnd, value, number((int64_t(1) << TorchAddresses::rangeBits) - 1, DType::int64), DType::int64);
    offset = emitter.binary(Binary::truncDivide, bytes, number(numerics::getByteSize(element), DType::int64), DType::int64);
    offsetType = DType::int64;
  }
  auto *pointer = evaluator.make<TritonPointer>(refs.front(), offset, offsetType);
  pointer->others.assign(refs.begin() + 1, refs.end());
  pointer->choice = choice;
  return pointer;
}

TritonTensor *frontend::addressOfPointer(Evaluator &evaluator, TritonPointer *pointer) {
  Emitter emitter = emitterHere(evaluator, Corners::undefined);
  TorchAddresses &addresses = evaluator.state<TorchAddresses>();
  mlir::Value choice = pointer->choice ? useHere(evaluator, pointer->choice) : mlir::Value();
  if (pointer->choice && !choice)
    return nullptr;
  llvm::ArrayRef<int64_t> own = choice ? tile::getShape(choice.getType()) : llvm::ArrayRef<int64_t>();
  mlir::Value start;
  for (auto [number, base] : llvm::enumerate(pointer->bases())) {
    TorchTensor *owner = TritonRef::from(base)->owner;
    if (!owner) {
      evaluator.notSupported("the address of `" + base->name + "`");
      return nullptr;
    }
    mlir::Value first = emitter.constantInt(addresses.take(owner), DType::int64, own);
    start = start ? emitter.select(emitter.compare(Compare::eq, choice, emitter.constantInt(static_cast<int64_t>(number), DType::int32, own), DType::int32), first, start) : first;
  }
  if (!pointer->offset)
    return wrapTriton(evaluator, start, DType::int64);
  mlir::Value offset = useHere(evaluator, pointer->offset);
  if (!offset)
    return nullptr;
  addresses.hasOffsets = true;
  llvm::ArrayRef<int64_t> shape = pointer->shape();
  mlir::Value bytes = emitter.binary(Binary::mul, emitter.cast(offset, pointer->offsetType, DType::int64),
                                     emitter.constantInt(numerics::getByteSize(pointer->base->dtype), DType::int64, shape), DType::int64);
  return wrapTriton(evaluator, emitter.binary(Binary::add, emitter.broadcastTo(start, shape), bytes, DType::int64), DType::int64);
}
