// SPDX-License-Identifier: Apache-2.0
// Copies between global and shared memory (TMA), their groups, and what makes ordinary stores visible to them.
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

std::optional<mlir::Value> frontend::toPredicate(Evaluator &evaluator, Value value, const std::string &function) {
  if (isNone(value))
    return mlir::Value();
  mlir::Value condition = toCondition(evaluator, value, function);
  return condition ? std::optional<mlir::Value>(condition) : std::nullopt;
}

namespace {
/// Source and target of a copy, as views and as values.
struct CopyEnds {
  PallasView *source = nullptr, *target = nullptr;
  mlir::Value from, to;
};
} // namespace

static std::optional<CopyEnds> readEnds(Call &call, bool isIntoShared) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  CopyEnds ends;
  ends.source = toViewIn(evaluator, call["src"], !isIntoShared, "src", function);
  ends.target = ends.source ? toViewIn(evaluator, call["dst"], isIntoShared, "dst", function) : nullptr;
  if (!ends.target)
    return std::nullopt;
  if (ends.source->dtype != ends.target->dtype) {
    evaluator.raise(DiagnosticId::dtypeMismatch, "Expected dtypes to match but src had type " + std::string(numerics::getName(ends.source->dtype)) +
                                                     " and dst had type " + std::string(numerics::getName(ends.target->dtype)));
    return std::nullopt;
  }
  if (ends.source->shape() != ends.target->shape()) {
    evaluator
        .raise(DiagnosticId::shapeMismatch,
               "Expected shapes to match, but src has shape " + formatShape(ends.source->shape()) + " and dst has shape " + formatShape(ends.target->shape()))
        .note("`" + ends.source->base->name + "` is copied to `" + ends.target->base->name + "`");
    return std::nullopt;
  }
  ends.from = toRefValue(evaluator, ends.source, function);
  ends.to = ends.from ? toRefValue(evaluator, ends.target, function) : mlir::Value();
  return ends.to ? std::optional(ends) : std::nullopt;
}

//===-- into shared memory ------------------------------------------------------------------------------------===//

/// `plgpu.OOBFillMode`, by name; zeros where nothing is said.
static std::optional<tilegpu::Oob> toOob(Evaluator &evaluator, Value mode) {
  auto *name = dyn_cast<StrObject>(mode);
  if (isNone(mode) || (name && name->value == "ZEROS"))
    return tilegpu::Oob::zeros;
  if (name && name->value == "UNDEFINED")
    return tilegpu::Oob::undefined;
  if (name && name->value == "PROMISE_IN_BOUNDS")
    return tilegpu::Oob::in_bounds;
  return evaluator.raise(DiagnosticId::typeError, "`oob_mode` is a `" + mode->typeName(evaluator) + "`, not a `plgpu.OOBFillMode`"), std::nullopt;
}

/// Whether the first block's barrier alone is told (`CopyPartition.REPLICATED`). Empty with an exception pending.
static std::optional<bool> readLeader(Call &call) {
  auto *record = dyn_cast<RecordObject>(call["leader_tracked"]);
  bool isPartitioned = !isNone(call["partitioned_axis"]) || (record && record->field("axis"));
  if (isPartitioned)
    return call.evaluator
        .raise(DiagnosticId::notSupported,
               "a copy whose parts go to the blocks of a cluster while the first block tracks it is for Blackwell's collective products (sm_100) and is not supported")
        .note("on Hopper each block copies its own part: index the source by `lax.axis_index`");
  if (!isNone(call["leader_tracked"]) && !record)
    return call.evaluator.raise(DiagnosticId::typeError, "`leader_tracked` is a `" + call["leader_tracked"]->typeName(call.evaluator) + "`, not a `plgpu.CopyPartition`",
                                call.rangeOf("leader_tracked"));
  return record != nullptr;
}

Value frontend::copyGmemToSmemHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  WarpgroupKernel *kernel = findKernel(call);
  std::optional<CopyEnds> ends = kernel ? readEnds(call, true) : std::nullopt;
  if (!ends)
    return nullptr;
  BarrierOperand barrier;
  if (!isNone(call["barrier"]) && !(barrier = toBarrier(evaluator, call["barrier"], function)).barrier)
    return nullptr;
  std::optional<mlir::Value> predicate = toPredicate(evaluator, call["predicate"], function);
  std::optional<llvm::SmallVector<int64_t>> collective = predicate ? kernel->toClusterAxes(evaluator, call["collective_axes"], "collective_axes") : std::nullopt;
  if (!collective)
    return nullptr;
  std::optional<bool> leaderTracked = readLeader(call);
  std::optional<tilegpu::Oob> oob = leaderTracked ? toOob(evaluator, call["oob_mode"]) : std::nullopt;
  if (!oob)
    return nullptr;
  if (*leaderTracked && collective->empty())
    return evaluator.raise(DiagnosticId::valueError, "`leader_tracked` is for copies with `collective_axes`", call.rangeOf("leader_tracked"));
  emitterHere(evaluator).create<tilegpu::CopyInOp>(ends->from, ends->to, barrier.barrier, barrier.index, *predicate, *collective, mlir::IntegerAttr(), *leaderTracked,
                                                   *oob, mlir::IntegerAttr());
  return evaluator.none();
}

Value frontend::waitGmemToSmemHandler(Call &call) {
  std::optional<int64_t> count = findKernel(call) ? call.evaluator.toInt(call["n"], "n") : std::nullopt;
  if (!count)
    return nullptr;
  if (*count < 0)
    return call.evaluator.raise(DiagnosticId::valueError, "`n` is " + std::to_string(*count) + ", not a number of copies", call.rangeOf("n"));
  emitterHere(call.evaluator).create<tilegpu::WaitCopiesInOp>(*count);
  return call.evaluator.none();
}

//===-- out of shared memory ----------------------------------------------------------------------------------===//

tilegpu::CopyReductionAttr frontend::readReduction(Call &call, llvm::StringRef argument, DType dtype) {
  using tilegpu::CopyReduction;
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> name = evaluator.toString(call[argument], argument);
  if (!name)
    return {};
  std::optional<CopyReduction> kind = llvm::StringSwitch<std::optional<CopyReduction>>(*name)
                                          .Case("add", CopyReduction::add)
                                          .Cases("min", "smin", CopyReduction::min)
                                          .Cases("max", "smax", CopyReduction::max)
                                          .Case("umin", CopyReduction::umin)
                                          .Case("umax", CopyReduction::umax)
                                          .Case("inc", CopyReduction::inc)
                                          .Case("dec", CopyReduction::dec)
                                          .Case("and", CopyReduction::andi)
                                          .Case("or", CopyReduction::ori)
                                          .Case("xor", CopyReduction::xori)
                                          .Default(std::nullopt);
  if (!kind) {
    evaluator.raise(DiagnosticId::valueError, "`" + argument.str() + "` is '" + *name + "', not 'add', 'min', 'max', 'inc', 'dec', 'and', 'or' or 'xor'",
                    call.rangeOf(argument));
    return {};
  }
  if (numerics::isUnsigned(dtype) && (*kind == CopyReduction::min || *kind == CopyReduction::max))
    kind = *kind == CopyReduction::min ? CopyReduction::umin : CopyReduction::umax;
  bool isExact = *kind == CopyReduction::add || *kind == CopyReduction::min || *kind == CopyReduction::max;
  if (numerics::isFloat(dtype) && !isExact) {
    evaluator.raise(DiagnosticId::typeError, "`" + argument.str() + "` '" + *name + "' takes integers, not " + std::string(numerics::getName(dtype)),
                    call.rangeOf(argument));
    return {};
  }
  return tilegpu::CopyReductionAttr::get(evaluator.context(), *kind);
}

Value frontend::copySmemToGmemHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<CopyEnds> ends = findKernel(call) ? readEnds(call, false) : std::nullopt;
  std::optional<mlir::Value> predicate = ends ? toPredicate(evaluator, call["predicate"], publicName(call.entry)) : std::nullopt;
  std::optional<bool> commits = predicate ? evaluator.truth(call["commit_group"]) : std::nullopt;
  if (!commits)
    return nullptr;
  tilegpu::CopyReductionAttr reduction;
  if (!isNone(call["reduction_op"]) && !(reduction = readReduction(call, "reduction_op", ends->source->dtype)))
    return nullptr;
  emitterHere(evaluator).create<tilegpu::CopyOutOp>(ends->from, ends->to, *predicate, reduction, *commits, mlir::IntegerAttr());
  return evaluator.none();
}

Value frontend::commitSmemHandler(Call &call) {
  if (!findKernel(call))
    return nullptr;
  emitterHere(call.evaluator).create<tilegpu::CommitSharedOp>();
  return call.evaluator.none();
}

Value frontend::commitGroupHandler(Call &call) {
  if (!findKernel(call))
    return nullptr;
  emitterHere(call.evaluator).create<tilegpu::CommitCopiesOutOp>();
  return call.evaluator.none();
}

Value frontend::waitSmemToGmemHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> count = findKernel(call) ? evaluator.toInt(call["n"], "n") : std::nullopt;
  std::optional<bool> readOnly = count ? evaluator.truth(call["wait_read_only"]) : std::nullopt;
  if (!readOnly)
    return nullptr;
  if (*count < 0)
    return evaluator.raise(DiagnosticId::valueError, "`n` is " + std::to_string(*count) + ", not a number of groups", call.rangeOf("n"));
  emitterHere(evaluator).create<tilegpu::WaitCopiesOutOp>(*count, *readOnly);
  return evaluator.none();
}
