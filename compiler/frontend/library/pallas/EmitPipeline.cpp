// SPDX-License-Identifier: Apache-2.0
// `pltpu.emit_pipeline`: a grid inside a kernel. Each step's blocks are views of the Refs that the pipeline is called with, so an output
// block that several steps share keeps what the earlier ones wrote, and nothing is copied. What the hints say about buffers and cores
// changes no result.
#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/PallasTables.h"
#include "compiler/frontend/library/pallas/Refs.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static constexpr const char *function = "pltpu.emit_pipeline";

namespace {

struct Pipeline {
  Value body = nullptr;
  std::vector<Value> grid, specs; // specs: of the inputs, then of the outputs
  bool givesIndices = false;

  Value run(Evaluator &evaluator, llvm::ArrayRef<Value> refs, llvm::ArrayRef<Value> scratches) const;
  /// Calls the body with the blocks at `indices`; false with an exception pending.
  bool runStep(Evaluator &evaluator, llvm::ArrayRef<Value> refs, llvm::ArrayRef<Value> scratches, llvm::ArrayRef<Value> indices) const;
  bool runAxis(Evaluator &evaluator, llvm::ArrayRef<Value> refs, llvm::ArrayRef<Value> scratches, std::vector<Value> indices) const;
};

} // namespace

/// One entry of a block shape as a key for its axis: an index where the axis is squeezed, else a slice. Null: an exception is pending.
static Value keyOfAxis(Evaluator &evaluator, const PallasView *view, size_t axis, Value entry, Value index) {
  auto *record = dyn_cast<RecordObject>(entry);
  llvm::StringRef kind = record ? llvm::StringRef(record->recordType->name) : llvm::StringRef();
  if (isNone(entry) || kind == "Squeezed")
    return index;
  if (kind == "BoundedSlice") {
    auto *slice = dyn_cast<DynamicSliceObject>(index);
    std::optional<int64_t> bound = evaluator.toInt(record->field("block_size"), "block_size");
    if (!slice || !bound || slice->size > *bound)
      return evaluator.hasPending() ? nullptr
                                    : Value(evaluator.raise(DiagnosticId::indexMap, "an index map must return a `pl.ds` within the bound for a `pl.BoundedSlice`"));
    return slice;
  }
  if (auto *padding = kind == "Element" ? dyn_cast<SequenceObject>(record->field("padding")) : nullptr)
    for (Value side : padding->items)
      if (!cast<IntObject>(side)->value.isZero())
        return evaluator.notSupported("the padding of a `pl.Element` in a pipeline");
  std::optional<int64_t> size = evaluator.toInt(record ? record->field("block_size") : entry, "block_shape");
  if (!size)
    return nullptr;
  if (*size <= 0)
    return evaluator.raise(DiagnosticId::blockSpec, "axis " + std::to_string(axis) + " of a block has size " + std::to_string(*size));
  int64_t extent = view->shape()[axis];
  if (kind != "Element" && extent % *size != 0)
    return evaluator.raise(DiagnosticId::notSupported, "a pipeline over " + std::to_string(extent) + " elements in blocks of " + std::to_string(*size) +
                                                           ", whose last block is not whole, is not supported");
  Value start = kind == "Element" ? index : evaluator.binary(BinaryOp::multiply, index, evaluator.integer(*size));
  return start ? evaluator.make<DynamicSliceObject>(start, *size, 1) : nullptr;
}

/// The part of `ref` that `spec` gives the step at `indices`.
static Value blockOf(Evaluator &evaluator, Value ref, Value spec, llvm::ArrayRef<Value> indices) {
  PallasView *view = toView(evaluator, ref, function);
  auto *record = dyn_cast<RecordObject>(spec);
  if (!view || !record || isNone(record->field("block_shape")))
    return view ? ref : nullptr;
  const std::vector<Value> &entries = cast<SequenceObject>(record->field("block_shape"))->items;
  if (entries.size() != view->shape().size())
    return evaluator.raise(DiagnosticId::blockSpec, "Block shape " + evaluator.repr(record->field("block_shape")).value_or("?") +
                                                        " must have the same number of dimensions as the array shape " + formatShape(view->shape()));
  std::vector<Value> starts(entries.size(), evaluator.integer(0));
  if (Value map = record->field("index_map"); !isNone(map)) {
    Value result = evaluator.call(map, indices);
    if (!result)
      return nullptr;
    starts = isa<SequenceObject>(result) ? cast<SequenceObject>(result)->items : std::vector<Value>{result};
  }
  if (starts.size() != entries.size())
    return evaluator.raise(DiagnosticId::indexMap, "an index map of `" + std::string(function) + "` must return " + std::to_string(entries.size()) +
                                                       " values, not " + std::to_string(starts.size()));
  std::vector<Value> keys;
  for (size_t axis = 0; axis < entries.size(); ++axis) {
    keys.push_back(keyOfAxis(evaluator, view, axis, entries[axis], starts[axis]));
    if (!keys.back())
      return nullptr;
  }
  return narrow(evaluator, view, evaluator.tuple(std::move(keys))).view;
}

bool Pipeline::runStep(Evaluator &evaluator, llvm::ArrayRef<Value> refs, llvm::ArrayRef<Value> scratches, llvm::ArrayRef<Value> indices) const {
  Arguments arguments;
  if (givesIndices)
    arguments.positional.push_back(evaluator.tuple(indices.vec()));
  for (auto [ref, spec] : llvm::zip(refs, specs)) {
    Value block = blockOf(evaluator, ref, spec, indices);
    if (!block)
      return false;
    arguments.positional.push_back(block);
  }
  arguments.positional.append(scratches.begin(), scratches.end());
  // The body's `program_id` is the pipeline's.
  KernelStack &stack = evaluator.state<KernelStack>();
  KernelInProgress inside = stack.kernels.back();
  inside.indices = indices.vec();
  inside.sizes = grid;
  stack.kernels.push_back(std::move(inside));
  Value result = evaluator.call(body, arguments);
  stack.kernels.pop_back();
  return result != nullptr;
}

bool Pipeline::runAxis(Evaluator &evaluator, llvm::ArrayRef<Value> refs, llvm::ArrayRef<Value> scratches, std::vector<Value> indices) const {
  if (indices.size() == grid.size())
    return runStep(evaluator, refs, scratches, indices);
  Value step = evaluator.function("pipeline step", [&](Evaluator &e, Arguments &arguments) -> Value {
    std::vector<Value> next = indices;
    next.push_back(arguments.positional[0]);
    return runAxis(e, refs, scratches, std::move(next)) ? e.none() : nullptr;
  });
  return recordLoop(evaluator, evaluator.integer(0), grid[indices.size()], evaluator.integer(1), step, evaluator.none(), false, function) != nullptr;
}

Value Pipeline::run(Evaluator &evaluator, llvm::ArrayRef<Value> refs, llvm::ArrayRef<Value> scratches) const {
  if (!isInKernel(evaluator))
    return evaluator.raise(DiagnosticId::notSupported, "`" + std::string(function) + "` outside a kernel is not supported");
  if (refs.size() != specs.size())
    return evaluator.raise(DiagnosticId::valueError, "the pipeline has " + std::to_string(specs.size()) + " specs but is called with " +
                                                         std::to_string(refs.size()) + " Refs");
  return runAxis(evaluator, refs, scratches, {}) ? evaluator.none() : nullptr;
}

/// Specs as a flat list; one spec stands for a list of one.
static bool addSpecs(Evaluator &evaluator, Value given, std::vector<Value> &specs) {
  std::vector<Value> items{given};
  if (auto *sequence = dyn_cast<SequenceObject>(given))
    items = sequence->items;
  for (Value item : items) {
    auto *record = dyn_cast<RecordObject>(item);
    if (!record || record->recordType->name != "BlockSpec")
      return evaluator.raise(DiagnosticId::notSupported, "a `" + item->typeName(evaluator) + "` among the specs of `" + std::string(function) + "` is not supported"),
             false;
    specs.push_back(item);
  }
  return true;
}

Value frontend::emitPipelineHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!refuseArguments(call, {"core_axis", "tiling", "should_accumulate_out"}))
    return nullptr;
  auto pipeline = std::make_shared<Pipeline>();
  pipeline->body = call["body"];
  pipeline->grid = isa<SequenceObject>(call["grid"]) ? cast<SequenceObject>(call["grid"])->items : std::vector<Value>{call["grid"]};
  std::optional<bool> givesIndices = evaluator.truth(call["_explicit_indices"]);
  if (!givesIndices || !addSpecs(evaluator, call["in_specs"], pipeline->specs) || !addSpecs(evaluator, call["out_specs"], pipeline->specs))
    return nullptr;
  pipeline->givesIndices = *givesIndices;
  return evaluator.function("emit_pipeline", [pipeline](Evaluator &e, Arguments &arguments) -> Value {
    std::vector<Value> scratches;
    for (const Keyword &keyword : arguments.keywords) {
      if (keyword.first != "scratches")
        return e.notSupported("the argument `" + keyword.first + "` of a pipeline");
      std::optional<std::vector<Value>> given = isNone(keyword.second) ? std::vector<Value>() : e.toVector(keyword.second);
      if (!given)
        return nullptr;
      scratches = std::move(*given);
    }
    return pipeline->run(e, arguments.positional, scratches);
  });
}
