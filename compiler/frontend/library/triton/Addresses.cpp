// SPDX-License-Identifier: Apache-2.0
// Pointers that a kernel reads from memory: `tl.load(ptrs + g).to(tl.pointer_type(tl.float16))`. The host made the addresses with
// `x.data_ptr()`, which gives each tensor a range of 2^40 addresses of its own (see TorchAddresses), so an address says which tensor it
// means and where in it:
//
//   address  =  (number of the tensor + 1) << 40  +  bytes
//
// The tensors that it may mean become arguments of the kernel, and `tile.select_ref` chooses one of them when the kernel runs. Which they
// are is known where the addresses' tensor was made from a list; otherwise it is all tensors of the dtype whose address was taken.
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/library/triton/Jit.h"

using namespace tessera;
using namespace tessera::frontend;

Value frontend::pointerFromAddress(Evaluator &evaluator, TritonTensor *address, DType element) {
  const auto &argumentFor = evaluator.state<TritonGrid>().argumentFor;
  if (!address->shape().empty())
    return evaluator.notSupported("a block of pointers that the kernel has loaded");
  if (numerics::getBitWidth(address->dtype) != 64 || !numerics::isInteger(address->dtype))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "an address is `" + std::string(numerics::getName(address->dtype)) + "`, not int64");
  if (!argumentFor)
    return evaluator.raise(DiagnosticId::valueError, "an address becomes a pointer outside a kernel");
  const TorchAddresses &addresses = evaluator.state<TorchAddresses>();
  std::vector<TorchTensor *> candidates;
  for (TorchTensor *root : address->pointees ? *address->pointees : addresses.roots)
    if (root->dtype == element && root->onGpu && !llvm::is_contained(candidates, root))
      candidates.push_back(root);
  std::string name = "`" + std::string(numerics::getName(element)) + "`";
  if (candidates.empty())
    return evaluator.raise(DiagnosticId::valueError, "a pointer to " + name + " is loaded, but no tensor of that dtype has had its address taken")
        .note("addresses come from `x.data_ptr()`");
  mlir::Value value = useHere(evaluator, address);
  if (!value)
    return nullptr;
  Emitter emitter = emitterHere(evaluator, Corners::undefined);
  auto number = [&](int64_t n, DType type) { return emitter.constantInt(n, type); };
  mlir::Value owner = emitter.binary(Binary::shiftRightLogical, value, number(TorchAddresses::rangeBits, DType::int64), DType::uint64);
  mlir::Value index = number(-1, DType::int32);
  llvm::SmallVector<mlir::Value> refs;
  for (TorchTensor *root : candidates) {
    mlir::Value hit = emitter.compare(Compare::eq, owner, number(addresses.numberOf(root) + 1, DType::int64), DType::int64);
    index = emitter.select(hit, number(static_cast<int64_t>(refs.size()), DType::int32), index);
    refs.push_back(argumentFor(root));
  }
  mlir::Value ref = emitter.create<tile::SelectRefOp>(refs.front().getType(), index, refs);
  auto *base = evaluator.make<TritonRef>(ref, element, "loaded pointer");
  if (!addresses.hasOffsets)
    return evaluator.make<TritonPointer>(base, mlir::Value(), DType::int32);
  mlir::Value bytes = emitter.binary(Binary::bitAnd, value, number((int64_t(1) << TorchAddresses::rangeBits) - 1, DType::int64), DType::int64);
  mlir::Value offset = emitter.binary(Binary::truncDivide, bytes, number(numerics::getByteSize(element), DType::int64), DType::int64);
  return evaluator.make<TritonPointer>(base, offset, DType::int64);
}
