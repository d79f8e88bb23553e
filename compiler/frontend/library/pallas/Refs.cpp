// SPDX-License-Identifier: Apache-2.0
// What Refs and views answer: attributes, methods, brackets. Nothing here records but through Views.cpp and RefAccess.cpp.
#include "compiler/frontend/library/pallas/Refs.h"
#include "compiler/frontend/library/jax/Operations.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// `ref.at`: indexing it gives a view.
class RefAtObject : public ExtensionObject {
public:
  explicit RefAtObject(PallasView *view) : ExtensionObject(&tag), view(view) {}
  Value getItem(Evaluator &evaluator, Value key) override {
    Narrowed part = narrow(evaluator, view, key, /*isForCopy=*/true);
    if (part.view && part.result != part.view->shape())
      return reshapeView(evaluator, part.view, part.result); // `None` in the key
    return part.view;
  }
  static const char tag;
  PallasView *const view;
};
const char RefAtObject::tag = 0;

/// A method of a Ref: its signature as Python text would have it, bound by CPython's rules, and what it does.
struct RefMethod {
  llvm::StringRef name;
  llvm::SmallVector<std::pair<llvm::StringRef, bool>, 2> parameters; // name, whether required
  Value (*run)(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<Value> arguments);
};

} // namespace

static Value wholeKey(Evaluator &evaluator, Value key) {
  auto *tuple = dyn_cast<TupleObject>(key);
  return isNone(key) || (tuple && tuple->items.empty()) ? evaluator.ellipsis() : key;
}

static Value getOf(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<Value> arguments) {
  return loadView(evaluator, view, wholeKey(evaluator, arguments[0]));
}
static Value setOf(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<Value> arguments) {
  return storeView(evaluator, view, wholeKey(evaluator, arguments[1]), arguments[0]) ? evaluator.none() : nullptr;
}
static Value swapOf(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<Value> arguments) {
  Value key = wholeKey(evaluator, arguments[1]);
  Value old = loadView(evaluator, view, key);
  return old && storeView(evaluator, view, key, arguments[0]) ? old : nullptr;
}
static Value addUpdateOf(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<Value> arguments) {
  Value key = wholeKey(evaluator, arguments[1]);
  Value old = loadView(evaluator, view, key);
  Value sum = old ? evaluator.binary(BinaryOp::add, old, arguments[0]) : nullptr;
  return sum && storeView(evaluator, view, key, sum) ? evaluator.none() : nullptr;
}
static Value bitcastOf(Evaluator &evaluator, PallasView *view, llvm::ArrayRef<Value> arguments) {
  std::optional<DType> type = toDType(evaluator, arguments[0], "dtype", view->dtype);
  return type ? bitcastView(evaluator, view, *type) : nullptr;
}

static const RefMethod methods[] = {
    {"get", {{"idx", false}}, getOf},
    {"set", {{"value", true}, {"idx", false}}, setOf},
    {"swap", {{"value", true}, {"idx", false}}, swapOf},
    {"addupdate", {{"value", true}, {"idx", false}}, addUpdateOf},
    {"bitcast", {{"dtype", true}}, bitcastOf},
};

static Value bindMethod(Evaluator &evaluator, const RefMethod &method, PallasView *view) {
  return evaluator.function(method.name.str(), [&method, view](Evaluator &e, Arguments &arguments) -> Value {
    std::vector<ParameterInfo> parameters;
    for (const auto &[name, required] : method.parameters) {
      ParameterInfo parameter;
      parameter.name = name.str();
      parameter.defaultValue = required ? nullptr : e.none();
      parameters.push_back(parameter);
    }
    llvm::SmallVector<Value> values;
    return e.bind("Ref." + method.name.str(), parameters, arguments, values) ? method.run(e, view, values) : nullptr;
  });
}

/// `reshape(2, 3)` and `reshape((2, 3))`, `transpose(1, 0)` and `transpose((1, 0))`.
static Value bindIntegers(Evaluator &evaluator, llvm::StringRef name, PallasView *view,
                          PallasView *(*make)(Evaluator &, PallasView *, llvm::ArrayRef<int64_t>)) {
  return evaluator.function(name.str(), [name = name.str(), view, make](Evaluator &e, Arguments &arguments) -> Value {
    for (const Keyword &keyword : arguments.keywords)
      return e.raise(DiagnosticId::argumentError, "Ref." + name + "() got an unexpected keyword argument '" + keyword.first + "'");
    std::vector<Value> items(arguments.positional.begin(), arguments.positional.end());
    bool isOne = items.size() == 1 && isa<SequenceObject>(items[0]);
    std::optional<std::vector<int64_t>> integers = e.toInts(isOne ? items[0] : e.tuple(items), name);
    return integers ? make(e, view, *integers) : nullptr;
  });
}

/// What Refs and views share. `view` is made only when needed.
static std::optional<Value> getRefAttribute(Evaluator &evaluator, DType dtype, llvm::ArrayRef<int64_t> shape, llvm::StringRef name,
                                            llvm::function_ref<PallasView *()> view) {
  if (name == "shape")
    return evaluator.tupleOfInts(shape);
  if (name == "dtype")
    return evaluator.make<DTypeObject>(dtype, DTypeStyle::numpyDType);
  if (name == "ndim")
    return evaluator.integer(shape.size());
  if (name == "size")
    return evaluator.integer(countElements(shape));
  if (name == "at")
    return evaluator.make<RefAtObject>(view());
  if (name == "T")
    return Value(transposeView(evaluator, view(), {}));
  if (name == "transpose")
    return bindIntegers(evaluator, name, view(), transposeView);
  if (name == "reshape")
    return bindIntegers(evaluator, name, view(), reshapeView);
  for (const RefMethod &method : methods)
    if (name == method.name)
      return bindMethod(evaluator, method, view());
  return std::nullopt;
}

static void listRefAttributes(std::vector<std::string> &names) {
  for (const char *name : {"shape", "dtype", "ndim", "size", "at", "T", "transpose", "reshape"})
    names.push_back(name);
  for (const RefMethod &method : methods)
    names.push_back(method.name.str());
}

ClassObject *PallasView::type(Evaluator &evaluator) { return evaluator.libraryClass("jax.experimental.pallas", "Ref"); }
ClassObject *PallasRef::type(Evaluator &evaluator) { return evaluator.libraryClass("jax.experimental.pallas", "Ref"); }

std::optional<Value> PallasView::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  return getRefAttribute(evaluator, dtype, shape(), name, [&] { return this; });
}
std::optional<Value> PallasRef::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  return getRefAttribute(evaluator, dtype, shape(), name, [&] { return whole(evaluator); });
}
void PallasView::listAttributes(Evaluator &, std::vector<std::string> &names) { listRefAttributes(names); }
void PallasRef::listAttributes(Evaluator &, std::vector<std::string> &names) { listRefAttributes(names); }

/// Whether brackets may read and write; a semaphore is neither.
static bool checkHoldsArray(Evaluator &evaluator, const RefObject *base) {
  if (!static_cast<const PallasRef *>(base)->isSemaphore)
    return true;
  return evaluator.raise(DiagnosticId::typeError, "`" + base->name + "` is a semaphore, not a Ref of an array")
      .note("use `pl.semaphore_signal`, `pl.semaphore_wait` and `pl.semaphore_read`"), false;
}

Value PallasView::getItem(Evaluator &evaluator, Value key) { return checkHoldsArray(evaluator, base) ? loadView(evaluator, this, key) : nullptr; }
bool PallasView::setItem(Evaluator &evaluator, Value key, Value value) { return checkHoldsArray(evaluator, base) && storeView(evaluator, this, key, value); }
Value PallasRef::getItem(Evaluator &evaluator, Value key) { return checkHoldsArray(evaluator, this) ? loadView(evaluator, whole(evaluator), key) : nullptr; }
bool PallasRef::setItem(Evaluator &evaluator, Value key, Value value) { return checkHoldsArray(evaluator, this) && storeView(evaluator, whole(evaluator), key, value); }

static std::optional<int64_t> lengthOf(Evaluator &evaluator, const RefObject *base, llvm::ArrayRef<int64_t> shape) {
  if (shape.empty())
    return evaluator.raise(DiagnosticId::typeError, "`len` of `" + base->name + "`, which has no axes");
  return shape.front();
}
std::optional<int64_t> PallasView::length(Evaluator &evaluator) { return lengthOf(evaluator, base, shape()); }
std::optional<int64_t> PallasRef::length(Evaluator &evaluator) { return lengthOf(evaluator, this, shape()); }

/// `Ref{float32[8,4]}`
static std::string spell(DType dtype, llvm::ArrayRef<int64_t> shape) {
  std::string text = "Ref{" + std::string(numerics::getName(dtype)) + "[";
  for (auto [axis, extent] : llvm::enumerate(shape))
    text += (axis ? "," : "") + std::to_string(extent);
  return text + "]}";
}
std::optional<std::string> PallasView::repr(Evaluator &) { return spell(dtype, shape()); }
std::optional<std::string> PallasRef::repr(Evaluator &) { return spell(dtype, shape()); }
