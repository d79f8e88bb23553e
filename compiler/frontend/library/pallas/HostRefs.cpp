// SPDX-License-Identifier: Apache-2.0
// Refs of `jax.new_ref` in kernels. The host's arrays are values, so such a Ref is an object that holds the array of
// the moment (`now`, in jax/jax.py). A kernel that is given one, or whose body uses one that stands around it, takes
// the array as an argument more, and where it writes, the launch's result becomes what the Ref holds.
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/KernelRecorder.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

static Value getNow(Evaluator &evaluator, Value owner) { return evaluator.getAttribute(owner, "now"); }

Value frontend::findHostArray(Evaluator &evaluator, Value value) {
  InstancePart *part = value->instancePart();
  return part && part->instanceType->name == "_MutableArray" ? getNow(evaluator, value) : nullptr;
}

Value frontend::enterHostRef(Evaluator &evaluator, Value owner) {
  KernelInProgress &current = evaluator.state<KernelStack>().kernels.back();
  if (!current.hostRefs)
    return evaluator.notSupported("a Ref of `jax.new_ref` in this kernel");
  std::optional<Operand> operand;
  KernelOperand described;
  described.name = "ref_" + std::to_string(current.hostRefs->size());
  HostRef entered;
  auto known = llvm::find_if(*current.hostRefs, [&](const HostRef &ref) { return ref.owner == owner; });
  bool isNew = known == current.hostRefs->end();
  if (!isNew) {
    entered = *known;
    described.name = current.kernel.getArgumentName(entered.argument);
  } else {
    Value now = getNow(evaluator, owner);
    operand = now ? asOperand(now) : std::nullopt;
    if (!operand || !operand->array)
      return evaluator.hasPending() ? nullptr
                                    : Value(evaluator.notSupported("a Ref of `jax.new_ref` that holds no array"));
    entered.owner = owner;
    entered.start = operand->array->value;
    entered.dtype = operand->type.dtype;
    entered.shape.assign(operand->shape().begin(), operand->shape().end());
    entered.argument = current.kernel.getNumArguments();
    auto space = current.machine ? tile::MemorySpace::gmem : tile::MemorySpace::any;
    mlir::Type type =
        tile::RefType::get(entered.shape, frontend::getElementType(evaluator.context(), entered.dtype), space);
    auto name = mlir::StringAttr::get(evaluator.context(), described.name);
    auto attribute =
        mlir::NamedAttribute(mlir::StringAttr::get(evaluator.context(), tile::KernelOp::argumentNameName), name);
    (void)current.kernel.insertArgument(entered.argument, type,
                                        mlir::DictionaryAttr::get(evaluator.context(), attribute),
                                        mlir::NameLoc::get(name, evaluator.location()));
    current.hostRefs->push_back(entered);
  }
  described.shape = entered.shape;
  described.dtype = entered.dtype;
  if (current.scratch && isNew)
    current.scratch->push_back(described); // `operand(index)` counts it
  return makeRef(evaluator, current.kernel.getArgument(entered.argument), described);
}

/// `array._ref_in_kernel(owner)`: the kernel's Ref for the owner of the array, None outside of kernels.
Value frontend::refInKernelHandler(Call &call) {
  return isInKernel(call.evaluator) ? enterHostRef(call.evaluator, call["owner"]) : call.evaluator.none();
}

void frontend::addHostOperands(tile::KernelOp kernel, llvm::ArrayRef<HostRef> refs,
                               llvm::SmallVectorImpl<mlir::Value> &operands,
                               llvm::SmallVectorImpl<mlir::Type> &results) {
  for (const HostRef &ref : refs) {
    operands.push_back(ref.start);
    if (kernel.getAccess(ref.argument) == tile::Access::readwrite)
      results.push_back(ref.start.getType());
  }
}

bool frontend::updateHostRefs(Evaluator &evaluator, tile::KernelOp kernel, llvm::ArrayRef<HostRef> refs,
                              mlir::ResultRange results) {
  for (const HostRef &ref : refs) {
    if (kernel.getAccess(ref.argument) != tile::Access::readwrite)
      continue;
    if (!evaluator.setAttribute(ref.owner, "now", wrap(evaluator, results.front(), ref.dtype)))
      return false;
    results = results.drop_front();
  }
  return true;
}
