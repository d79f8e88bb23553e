// SPDX-License-Identifier: Apache-2.0
// What the Python files beside this one need of C++ (steps of formulas, children of trees, the 64-bit mode),
// `jax.debug`, and names of `jax` that are known and not supported.
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/derivatives/Derivatives.h"
#include "compiler/frontend/library/jax/Formula.h"
#include "compiler/frontend/library/jax/Tables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

//===-- what the texts need ------------------------------------------------------------------------------------===//

/// (kind, names of the children, children) of a node of a tree.
static Value treeChildren(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value node = call["node"];
  auto answer = [&](llvm::StringRef kind, std::vector<Value> names, std::vector<Value> children) {
    return evaluator.tuple({evaluator.string(kind), evaluator.list(std::move(names)), evaluator.list(std::move(children))});
  };
  if (isNone(node))
    return answer("sequence", {}, {});
  if (auto *sequence = dyn_cast<SequenceObject>(node)) {
    std::vector<Value> names;
    for (size_t i = 0; i < sequence->items.size(); ++i)
      names.push_back(sequence->namedType ? Value(evaluator.string(sequence->namedType->fieldNames[i])) : evaluator.integer(static_cast<int64_t>(i)));
    return answer(sequence->namedType ? "attribute" : "sequence", names, sequence->items);
  }
  if (auto *dict = dyn_cast<DictObject>(node)) {
    Value keys = evaluator.call(evaluator.getAttribute(evaluator.importModule("builtins", evaluator.range()), "sorted"), {dict});
    std::optional<std::vector<Value>> names = keys ? evaluator.toVector(keys) : std::nullopt;
    if (!names)
      return nullptr;
    std::vector<Value> children;
    for (Value name : *names)
      children.push_back(dict->getItem(evaluator, name));
    return answer("dict", *names, children);
  }
  TreeNodeObject *known = TreeNodeObject::find(node);
  if (!known)
    return answer("leaf", {}, {});
  std::vector<Value> children, names;
  Value rest = nullptr;
  if (!known->takeApart(node, children, rest))
    return nullptr;
  bool hasFields = known->dataFields.size() == children.size() && !known->flatten;
  for (size_t i = 0; i < children.size(); ++i)
    names.push_back(hasFields ? Value(evaluator.string(known->dataFields[i])) : evaluator.integer(static_cast<int64_t>(i)));
  return answer(hasFields ? "attribute" : "flat", names, children);
}

/// Whether the array was made in the block that is being recorded, so that whoever comes later can use it.
static Value isRecordedHere(Call &call) {
  mlir::Value value = llvm::cast<ArrayObject>(call.self)->value;
  return call.evaluator.boolean(value.getParentBlock() == call.evaluator.builder().getInsertionBlock());
}

static Value setX64Method(Call &call) {
  std::optional<bool> on = call.evaluator.truth(call["on"]);
  if (!on)
    return nullptr;
  setX64(call.evaluator, *on);
  return call.evaluator.none();
}

//===-- jax.debug ----------------------------------------------------------------------------------------------===//

/// The arguments of a traced function as the host program's arrays, where they are that: functions under `jit` are recorded into the
/// host program, bodies of loops, branches, kernels and vmaps are not.
static Value untrace(Evaluator &evaluator, Value tree, llvm::StringRef who) {
  mlir::Block *host = &evaluator.mainFunction().getBody().front();
  return mapTree(evaluator, tree, [&](Value leaf) -> Value {
    auto *array = dyn_cast<JaxArray>(leaf);
    if (!array || !array->traced)
      return leaf;
    if (array->value.getParentBlock() != host)
      return evaluator.notSupported("`" + who.str() + "` of a value inside of a loop, a branch, a kernel or `vmap`");
    return evaluator.make<JaxArray>(array->flavour, array->value, array->dtype, array->weak, /*traced=*/false);
  });
}

/// The array itself, for what the host does with it later; a traced one as the host's.
static Value onHost(Call &call) { return untrace(call.evaluator, call.self, publicName(call.entry)); }

static Value isTraced(Call &call) {
  auto *array = dyn_cast<JaxArray>(call.self);
  return call.evaluator.boolean(array && array->traced);
}

static Value callOnHost(Evaluator &evaluator, llvm::StringRef who, Value function, Value positional, Value keywords) {
  mlir::Block *host = &evaluator.mainFunction().getBody().front();
  if (evaluator.builder().getInsertionBlock() != host)
    return evaluator.notSupported("`" + who.str() + "` inside of a loop, a branch, a kernel or `vmap`");
  Value arguments = untrace(evaluator, positional, who), named = arguments ? untrace(evaluator, keywords, who) : nullptr;
  if (!named)
    return nullptr;
  Trace trace(TraceKind::host, nullptr);
  TraceScope scope(evaluator, trace, host);
  Arguments all;
  for (Value argument : llvm::cast<SequenceObject>(arguments)->items)
    all.positional.push_back(argument);
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(named)->table.entries())
    if (entry.key)
      all.keywords.push_back({llvm::cast<StrObject>(entry.key)->value, entry.value});
  return evaluator.call(function, all);
}

static Value debugPrintHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value format = evaluator.getAttribute(call["fmt"], "format");
  Value text = format ? callOnHost(evaluator, publicName(call.entry), format, call["args"], call["kwargs"]) : nullptr;
  return text && evaluator.print(evaluator.concatenate({text, evaluator.string("\n")})) ? evaluator.none() : nullptr;
}

static Value debugCallbackHandler(Call &call) {
  Value result = callOnHost(call.evaluator, publicName(call.entry), call["callback"], call["args"], call["kwargs"]);
  return result ? call.evaluator.none() : nullptr;
}

/// For functions of the library in Python, which `who` is.
static Value callOnHostHandler(Call &call) {
  std::optional<std::string> who = call.evaluator.toString(call["who"], "who");
  return who ? callOnHost(call.evaluator, *who, call["callback"], call["args"], call["kwargs"]) : nullptr;
}

//===-- steps of formulas --------------------------------------------------------------------------------------===//

/// Floats stay, the rest becomes the default float; NumPy's arrays become JAX's.
static Value inexactHandler(Call &call) {
  Formula f(call);
  std::optional<Operand> operand = toOperand(f.evaluator, call["x"], f.function);
  return operand ? f.inexact(operand->object) : nullptr;
}

/// x * y + z, rounded once; each of the others is a number, or an array like x.
static Value fmaHandler(Call &call) {
  auto *x = llvm::cast<JaxArray>(call["x"]);
  Emitter emitter = emitterHere(call.evaluator);
  auto valueOf = [&](Value given) {
    auto *array = dyn_cast<JaxArray>(given);
    return array ? array->value
                 : emitter.constant(call.evaluator.toDouble(given, "y").value_or(0), x->dtype, x->shape());
  };
  mlir::Value y = valueOf(call["y"]), z = valueOf(call["z"]);
  return wrap(call.evaluator, emitter.create<mlir::math::FmaOp>(x->value, y, z), {x->dtype, x->weak}, x->flavour);
}

static Value annotateMethod(Call &call) {
  std::optional<std::string> name = call.evaluator.toString(call["name"], "name");
  std::optional<int64_t> value = name ? call.evaluator.toInt(call["value"], "value") : std::nullopt;
  return value ? annotateDerivative(call.evaluator, call.self, *name, *value) : nullptr;
}

static const LibraryEntry entries[] = {
    {"jax.numpy", "_inexact", EntryKind::function, "(x)",
     "The array as floats, of the dtype that JAX computes integers' functions in; for the library itself.", inexactHandler},
    {"jax.numpy", "_fma", EntryKind::function, "(x, y, z)", "x * y + z in one rounding; for the library itself.",
     fmaHandler},
    {"numpy.hidden", "_annotate", EntryKind::method, "(name, value)", "", annotateMethod},
    {"jax", "__version__", EntryKind::constant, "", "The version of JAX whose behaviour is meant.",
     [](Call &call) -> Value { return call.evaluator.string("0.11.1"); }},
    {"jax", "__version_info__", EntryKind::constant, "", "The version as numbers.",
     [](Call &call) -> Value { return call.evaluator.tupleOfInts({0, 11, 1}); }},
    {"jax", "_call_on_host", EntryKind::function, "(who, callback, args, kwargs)",
     "Calls Python with values; for the library itself.", callOnHostHandler},
    {"jax.debug", "print", EntryKind::function,
     "(fmt, *args, ordered=False, partitioned=False, skip_format_check=False, **kwargs)",
     "Prints from a function under `jit`, in the order of the program.", debugPrintHandler},
    {"jax.debug", "callback", EntryKind::function, "(callback, *args, ordered=False, partitioned=False, **kwargs)",
     "Calls a function with the values of arrays, under `jit` too.", debugCallbackHandler},
    {"jax", "closure_convert", EntryKind::function, "(*args, **kwargs)", "Captured values as arguments.", nullptr},
    {"jax.debug", "breakpoint", EntryKind::function, "(*args, **kwargs)", "Stops a program.", nullptr},
    {"jax.experimental", "io_callback", EntryKind::function, "(*args, **kwargs)",
     "Calls Python from a traced function.", nullptr},
    {"numpy.hidden", "_set_x64", EntryKind::method, "(on)", "", setX64Method},
    {"numpy.hidden", "_tree_children", EntryKind::method, "(node)", "", treeChildren},
    {"numpy.hidden", "_on_host", EntryKind::method, "()", "", onHost},
    {"numpy.hidden", "_is_traced", EntryKind::method, "()", "", isTraced},
    {"numpy.hidden", "_is_recorded_here", EntryKind::method, "()", "", isRecordedHere},
};

void library::registerJaxInPython(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.scipy", "SciPy's functions on JAX's arrays."}};
  table.add(modules, entries);
}
