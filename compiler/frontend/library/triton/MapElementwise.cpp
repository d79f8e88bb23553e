// SPDX-License-Identifier: Apache-2.0
// `tl.map_elementwise`: a function of scalars on each element. A function without control flow says the same of whole blocks, and is recorded
// on them. Any other becomes a loop over the elements, `pack` of them a turn:
//
//   scf.for %i = 0 to count step pack { x = in[%i]; r = f(x); out = update_slice(out, r, %i) }
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// One use of `map_elementwise`.
struct Mapping {
  Evaluator &evaluator;
  TritonFunction *function;
  std::string name;
  std::vector<TritonTensor *> tensors;
  llvm::SmallVector<mlir::Value> flat; // one axis each
  int64_t count = 0, pack = 1;
  Shape shape;
  bool givesTuple = false;
};
} // namespace

static bool branches(syntax::Block block) {
  return llvm::any_of(block, [](const syntax::Stmt *statement) { return isa<syntax::IfStmt, syntax::ForStmt, syntax::WhileStmt>(statement); });
}

/// The function's results as tensors; empty with an exception pending.
static std::vector<TritonTensor *> callOn(Mapping &mapping, const std::vector<Value> &arguments) {
  Arguments passed;
  passed.positional.assign(arguments.begin(), arguments.end());
  Value result = mapping.function->call(mapping.evaluator, passed);
  if (!result)
    return {};
  std::vector<Value> items = {result};
  if (auto *sequence = dyn_cast<SequenceObject>(result)) {
    items = sequence->items;
    mapping.givesTuple = true;
  }
  std::vector<TritonTensor *> tensors;
  for (Value item : items) {
    tensors.push_back(toTritonTensor(mapping.evaluator, item, mapping.name));
    if (!tensors.back())
      return {};
  }
  if (tensors.empty() || tensors.size() % mapping.pack) {
    mapping.evaluator.raise(DiagnosticId::valueError, "`scalar_fn` of `" + mapping.name + "` returns " + std::to_string(tensors.size()) + " values, not a multiple of `pack`, which is " +
                                                          std::to_string(mapping.pack));
    return {};
  }
  return tensors;
}

/// Records one turn at `position`: element k * pack + j of result r is results[r * pack + j].
static std::vector<TritonTensor *> recordTurn(Mapping &mapping, mlir::Value position) {
  Emitter emitter = emitterHere(mapping.evaluator);
  std::vector<Value> arguments;
  for (auto [tensor, flat] : llvm::zip(mapping.tensors, mapping.flat))
    for (int64_t j = 0; j < mapping.pack; ++j) {
      mlir::Value place = emitter.binary(Binary::add, position, emitter.constantInt(j, DType::int32), DType::int32);
      mlir::Value element = emitter.create<tile::SliceValueOp>(getElementType(mapping.evaluator.context(), tensor->dtype), flat, mlir::ValueRange(place),
                                                               llvm::ArrayRef<int64_t>{mlir::ShapedType::kDynamic}, llvm::ArrayRef<int64_t>{1}, llvm::ArrayRef<int64_t>(),
                                                               llvm::ArrayRef<int64_t>{0});
      arguments.push_back(wrapTriton(mapping.evaluator, element, tensor->dtype));
    }
  return callOn(mapping, arguments);
}

/// Which dtypes the results have: the body is recorded once to see, and erased.
static std::optional<std::vector<DType>> probeTypes(Mapping &mapping) {
  Emitter emitter = emitterHere(mapping.evaluator);
  auto probe = emitter.create<mlir::scf::ForOp>(emitter.constantInt(0, DType::int32), emitter.constantInt(0, DType::int32), emitter.constantInt(1, DType::int32));
  std::vector<TritonTensor *> results;
  std::vector<DType> types;
  {
    mlir::OpBuilder::InsertionGuard guard(emitter.builder);
    emitter.builder.setInsertionPointToStart(probe.getBody());
    results = recordTurn(mapping, probe.getInductionVar());
    for (size_t k = 0; k < results.size(); k += mapping.pack)
      types.push_back(results[k]->dtype);
  }
  discard(mapping.evaluator, probe);
  return results.empty() ? std::nullopt : std::optional<std::vector<DType>>(types);
}

static Value packResults(Mapping &mapping, llvm::ArrayRef<mlir::Value> values, llvm::ArrayRef<DType> types) {
  std::vector<Value> results;
  Emitter emitter = emitterHere(mapping.evaluator);
  for (auto [value, type] : llvm::zip(values, types))
    results.push_back(wrapTriton(mapping.evaluator, emitter.reshape(value, mapping.shape), type));
  return results.size() == 1 ? results.front() : Value(mapping.evaluator.tuple(std::move(results)));
}

static Value mapByLoop(Mapping &mapping) {
  std::optional<std::vector<DType>> types = probeTypes(mapping);
  if (!types)
    return nullptr;
  Emitter emitter = emitterHere(mapping.evaluator);
  llvm::SmallVector<mlir::Value> initial;
  for (DType type : *types)
    initial.push_back(emitter.constant(0, type, {mapping.count}));
  auto loop = emitter.create<mlir::scf::ForOp>(emitter.constantInt(0, DType::int32), emitter.constantInt(mapping.count, DType::int32),
                                               emitter.constantInt(mapping.pack, DType::int32), initial);
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  emitter.builder.setInsertionPointToStart(loop.getBody());
  std::vector<TritonTensor *> results = recordTurn(mapping, loop.getInductionVar());
  llvm::SmallVector<mlir::Value> ends(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
  for (size_t k = 0; k < results.size(); ++k) {
    mlir::Value &whole = ends[k / mapping.pack];
    mlir::Value part = emitter.reshape(fitTriton(mapping.evaluator, results[k], (*types)[k / mapping.pack], {}), {1});
    mlir::Value place = emitter.binary(Binary::add, loop.getInductionVar(), emitter.constantInt(static_cast<int64_t>(k % mapping.pack), DType::int32), DType::int32);
    whole = emitter.create<tile::UpdateSliceOp>(whole.getType(), whole, part, mlir::ValueRange(place), llvm::ArrayRef<int64_t>{mlir::ShapedType::kDynamic}, llvm::ArrayRef<int64_t>());
  }
  emitter.create<mlir::scf::YieldOp>(ends);
  if (results.empty())
    return nullptr;
  emitter.builder.setInsertionPointAfter(loop);
  llvm::SmallVector<mlir::Value> values(loop.getResults().begin(), loop.getResults().end());
  return packResults(mapping, values, *types);
}

static Value mapHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Mapping mapping{evaluator, innermostTriton(call["scalar_fn"]), publicName(call.entry), {}, {}, 0, 1, {}, false};
  if (!mapping.function)
    return evaluator.raise(DiagnosticId::typeError, "`scalar_fn` of `" + mapping.name + "` is a `" + call["scalar_fn"]->typeName(evaluator) + "`, not a `@triton.jit` function",
                           call.rangeOf("scalar_fn"));
  std::optional<int64_t> pack = evaluator.toInt(call["pack"], "pack");
  if (!pack)
    return nullptr;
  for (Value item : cast<TupleObject>(call["args"])->items) {
    mapping.tensors.push_back(toTritonTensor(evaluator, item, mapping.name));
    if (!mapping.tensors.back())
      return nullptr;
  }
  std::optional<Shape> shape = broadcastTriton(evaluator, mapping.tensors, mapping.name);
  if (!shape)
    return nullptr;
  mapping.shape = *shape;
  mapping.count = countElements(*shape);
  mapping.pack = *pack;
  if (*pack < 1 || mapping.count % *pack)
    return evaluator.raise(DiagnosticId::valueError, "`pack` is " + std::to_string(*pack) + " but the block has " + std::to_string(mapping.count) + " elements", call.rangeOf("pack"));
  std::vector<Value> blocks;
  for (TritonTensor *tensor : mapping.tensors) {
    mlir::Value value = fitTriton(evaluator, tensor, tensor->dtype, *shape);
    if (!value)
      return nullptr;
    blocks.push_back(wrapTriton(evaluator, value, tensor->dtype));
    mapping.flat.push_back(emitterHere(evaluator).reshape(value, {mapping.count}));
  }
  if (*pack != 1 || branches(mapping.function->function->definition->body))
    return mapByLoop(mapping);
  std::vector<TritonTensor *> results = callOn(mapping, blocks);
  std::vector<Value> given;
  for (TritonTensor *result : results)
    given.push_back(wrapTriton(evaluator, fitTriton(evaluator, result, result->dtype, *shape), result->dtype));
  return given.empty() ? nullptr : mapping.givesTuple ? Value(evaluator.tuple(std::move(given))) : given.front();
}

static const LibraryEntry entries[] = {
    {"triton.language", "map_elementwise", EntryKind::function, "(scalar_fn, *args, pack=1)", "A `@triton.jit` function of scalars, applied to each element, or to `pack` of them at once.",
     mapHandler},
};

void library::registerTritonMapping(LibraryTable &table) { table.add({}, entries); }
