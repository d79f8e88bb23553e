// SPDX-License-Identifier: Apache-2.0
// The pipelines' entries, and the six functions that their texts get from here as `tools`:
//   uses(map, n)       what the index map does with each of its n indices: 0 nothing, 1 it depends on it, 2 it is one of the results
//   parameters(f)      the names of the positional parameters, how many of them are required, whether there is `*args`
//   rename(ref, name)  gives a buffer in shared memory another name
//   remark(text, note) a `chosen-version` remark at the program's call
//   at(spec, f)        calls f; what it records stands where the BlockSpec does, for the messages of races
//   within_grid(indices, sizes, f, arguments)  a call inside of which `pl.program_id` is the pipeline's
#include "compiler/frontend/library/mosaic_gpu/Pipelines.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Carry.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "llvm/ADT/SetVector.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

static constexpr const char *moduleName = "jax.experimental.pallas.mosaic_gpu";
/// What the texts' modules begin with; no program can import them. Each pipeline's is read when a program asks for it.
static const std::string textPrefix = std::string(moduleName) + "._";

/// Marks the arguments of `block` that `values` depend on.
static void markUses(mlir::Block *block, llvm::ArrayRef<mlir::Value> values, llvm::MutableArrayRef<int64_t> uses) {
  llvm::SetVector<mlir::Value> reached(values.begin(), values.end());
  for (size_t next = 0; next < reached.size(); ++next) {
    mlir::Value value = reached[next];
    if (auto argument = dyn_cast<mlir::BlockArgument>(value); argument && argument.getOwner() == block) {
      bool isResult = next < values.size();
      uses[argument.getArgNumber()] = std::max<int64_t>(uses[argument.getArgNumber()], isResult ? 2 : 1);
    } else if (mlir::Operation *operation = argument ? argument.getOwner()->getParentOp() : value.getDefiningOp()) {
      operation->walk([&](mlir::Operation *inner) { reached.insert(inner->operand_begin(), inner->operand_end()); });
    }
  }
}

/// Records the index map into a region that is thrown away, and looks what its results are made of.
static Value findUses(Evaluator &evaluator, Value map, int64_t count) {
  mlir::OpBuilder &builder = evaluator.builder();
  auto probe = mlir::scf::ExecuteRegionOp::create(builder, evaluator.location(), mlir::TypeRange());
  mlir::Block *block = &probe.getRegion().emplaceBlock();
  std::vector<Value> indices;
  for (int64_t axis = 0; axis < count; ++axis)
    indices.push_back(wrap(evaluator, block->addArgument(builder.getI32Type(), evaluator.location()), DType::int32));
  Value result;
  {
    RegionTrace trace(evaluator.trace());
    TraceScope scope(evaluator, trace, block);
    result = evaluator.call(map, indices);
  }
  std::vector<Value> leaves;
  llvm::SmallVector<int64_t> uses(count, 0);
  if (result && flattenTree(result, leaves)) {
    llvm::SmallVector<mlir::Value> values;
    for (Value leaf : leaves)
      if (auto *array = dyn_cast<ArrayObject>(leaf); array && !llvm::is_contained(values, array->value))
        values.push_back(array->value);
    markUses(block, values, uses);
  }
  builder.setInsertionPointAfter(probe);
  discard(evaluator, probe);
  return result ? evaluator.tupleOfInts(uses) : nullptr;
}

static Value listParameters(Evaluator &evaluator, Value function) {
  std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(function);
  std::vector<Value> names;
  int64_t required = 0;
  bool isOpen = !parameters; // its call will tell
  evaluator.clearPending();
  for (const ParameterInfo &parameter : parameters.value_or(std::vector<ParameterInfo>())) {
    isOpen |= parameter.kind == syntax::Parameter::Kind::varArgs;
    if (parameter.kind > syntax::Parameter::Kind::positional)
      continue;
    names.push_back(evaluator.string(parameter.name));
    required += parameter.defaultValue == nullptr;
  }
  return evaluator.tuple({evaluator.tuple(std::move(names)), evaluator.integer(required), evaluator.boolean(isOpen)});
}

/// Calls `function` while the innermost kernel's grid is the pipeline's.
static Value callWithinGrid(Evaluator &evaluator, Value indices, Value sizes, Value function, Value arguments) {
  KernelStack &stack = evaluator.state<KernelStack>();
  if (stack.kernels.empty())
    return evaluator.call(function, cast<TupleObject>(arguments)->items);
  KernelInProgress inside = stack.kernels.back();
  inside.indices = cast<TupleObject>(indices)->items;
  inside.sizes = cast<TupleObject>(sizes)->items;
  stack.kernels.push_back(std::move(inside));
  Value result = evaluator.call(function, cast<TupleObject>(arguments)->items);
  stack.kernels.pop_back();
  return result;
}

/// Calls `function` and moves what it records from the library's text, which is placed at the program's call, to the place of `spec`.
static Value callAt(Evaluator &evaluator, Value spec, Value function) {
  auto *record = dyn_cast<RecordObject>(spec);
  mlir::OpBuilder &builder = evaluator.builder();
  mlir::Block *block = builder.getInsertionBlock();
  mlir::Operation *before = builder.getInsertionPoint() == block->begin() ? nullptr : &*std::prev(builder.getInsertionPoint());
  mlir::Location call = evaluator.location();
  Value result = evaluator.call(function, {});
  if (!result || !record || !record->range.isValid() || builder.getInsertionBlock() != block)
    return result;
  mlir::Location place = evaluator.location(record->range);
  auto end = builder.getInsertionPoint();
  for (auto next = before ? std::next(mlir::Block::iterator(before)) : block->begin(); next != end; ++next)
    next->walk([&](mlir::Operation *inner) {
      if (inner->getLoc() == call)
        inner->setLoc(place);
    });
  return result;
}

static Value makeTools(Evaluator &evaluator) {
  auto *tools = evaluator.make<ModuleObject>(textPrefix + "tools");
  tools->isSource = true;
  auto add = [&](const char *name, WrapperObject::Handler handler) { tools->attributes.set(name, evaluator.function(name, std::move(handler))); };
  SourceRange place = evaluator.where();
  add("uses", [](Evaluator &e, Arguments &given) -> Value {
    std::optional<int64_t> count = e.toInt(given.positional[1], "n");
    return count ? findUses(e, given.positional[0], *count) : nullptr;
  });
  add("parameters", [](Evaluator &e, Arguments &given) { return listParameters(e, given.positional[0]); });
  add("at", [](Evaluator &e, Arguments &given) { return callAt(e, given.positional[0], given.positional[1]); });
  add("rename", [](Evaluator &e, Arguments &given) {
    if (auto *ref = dyn_cast<RefObject>(given.positional[0]))
      if (auto allocation = ref->value.getDefiningOp<tilegpu::AllocSharedOp>())
        allocation.setName(cast<StrObject>(given.positional[1])->value);
    return e.none();
  });
  add("remark", [place](Evaluator &e, Arguments &given) {
    std::string text = cast<StrObject>(given.positional[0])->value, note = cast<StrObject>(given.positional[1])->value;
    if (Diagnostic *remark = reportOnce(e, DiagnosticId::chosenVersion, place, text, Severity::remark))
      remark->note(note);
    return e.none();
  });
  add("within_grid", [](Evaluator &e, Arguments &given) {
    return callWithinGrid(e, given.positional[0], given.positional[1], given.positional[2], given.positional[3]);
  });
  return tools;
}

/// The value of the entry's name in one of the texts.
static Value textValue(Call &call, llvm::StringRef text) {
  return call.evaluator.textMember(textPrefix + text.str(), call.entry->name).value_or(nullptr);
}

static Value statesHandler(Call &call) { return textValue(call, "states"); }

/// Calls the function of the entry's name in its text on the tools and the bound arguments.
static Value pipelineHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  bool isSpecialized = llvm::StringRef(call.entry->name).ends_with("_warp_specialized");
  Value function = textValue(call, isSpecialized ? "warp_specialized" : "emit");
  if (!function)
    return nullptr;
  llvm::SmallVector<Value> arguments = {makeTools(evaluator)};
  arguments.append(call.values.begin(), call.values.end());
  return evaluator.call(function, arguments);
}

static const LibraryEntry entries[] = {
    {moduleName, "emit_pipeline", EntryKind::function,
     "(body, *, grid, in_specs=(), out_specs=(), max_concurrent_steps=1, init_carry=None, delay_release=None)",
     "A function of Refs in GMEM that copies their blocks to SMEM, `max_concurrent_steps` steps ahead, runs "
     "`body(indices, *in_refs, *out_refs[, carry])` at each step "
     "of a grid, and stores what it wrote.",
     pipelineHandler},
    {moduleName, "emit_pipeline_warp_specialized", EntryKind::function,
     "(body, *, grid, memory_registers, in_specs=(), out_specs=(), max_concurrent_steps=2, wg_axis, num_compute_wgs, "
     "pipeline_state=None, manual_ready_barriers=False, "
     "manual_consumed_barriers=False, compute_context=None, memory_thread_idx=None, carry_coroutine=None)",
     "A pipeline whose copies have a warpgroup of their own; the others run `body(indices, *in_refs, *out_refs[, ready "
     "barriers][, consumed barriers][, carry])`.",
     pipelineHandler},
    {moduleName, "PipelinePipeline", EntryKind::constant, "",
     "Where a pipeline of pipelines stands: START, STEADY, STOP.", statesHandler},
};

void library::registerPipelines(LibraryTable &table) {
  table.add({}, entries);
}
