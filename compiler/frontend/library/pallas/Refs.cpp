// SPDX-License-Identifier: Apache-2.0
// Refs and views: indexing composes offsets and strides, and only reading or writing records an operation.
#include "compiler/frontend/library/pallas/Refs.h"
#include "compiler/frontend/library/jax/Operations.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static std::string quoted(const RefObject *ref) { return "`" + ref->name + "`"; }

//===-- views -------------------------------------------------------------------------------------------------===//

Shape PallasView::shape() const {
  Shape result;
  for (const AxisIndex &axis : axes)
    if (!axis.dropped)
      result.push_back(axis.size);
  return result;
}

PallasView *PallasRef::whole(Evaluator &evaluator) {
  llvm::SmallVector<AxisIndex> axes;
  for (int64_t extent : shape()) {
    AxisIndex axis;
    axis.size = extent;
    axes.push_back(axis);
  }
  return evaluator.make<PallasView>(this, axes);
}

PallasView *frontend::toView(Evaluator &evaluator, Value value, llvm::StringRef function) {
  if (auto *ref = dyn_cast<RefObject>(value))
    return static_cast<PallasRef *>(ref)->whole(evaluator);
  if (auto *view = dyn_cast<RefViewObject>(value))
    return static_cast<PallasView *>(view);
  evaluator.raise(DiagnosticId::typeError, "`" + function.str() + "` takes a Ref, not a `" + value->typeName(evaluator) + "`");
  return nullptr;
}

/// Offset and stride of `inner` within `outer`, which is itself a part of an axis.
static AxisIndex compose(Evaluator &evaluator, const AxisIndex &outer, const AxisIndex &inner) {
  AxisIndex result = inner;
  result.stride = outer.stride * inner.stride;
  if (!inner.computed && !outer.computed) {
    result.offset = outer.offset + outer.stride * inner.offset;
    return result;
  }
  Emitter emitter = emitterHere(evaluator);
  auto constant = [&](int64_t value) { return emitter.constantInt(value, DType::int32); };
  mlir::Value offset = inner.computed;
  if (offset && outer.stride != 1)
    offset = emitter.binary(Binary::mul, offset, constant(outer.stride), DType::int32);
  int64_t known = (outer.computed ? 0 : outer.offset) + (inner.computed ? 0 : outer.stride * inner.offset);
  if (outer.computed)
    offset = offset ? emitter.binary(Binary::add, outer.computed, offset, DType::int32) : outer.computed;
  if (known != 0)
    offset = emitter.binary(Binary::add, offset, constant(known), DType::int32);
  result.computed = offset;
  result.offset = 0;
  return result;
}

PallasView *frontend::narrow(Evaluator &evaluator, PallasView *view, Value key, Index &index) {
  std::optional<Index> parsed = parseIndex(evaluator, key, view->shape(), IndexBounds::check, quoted(view->base));
  if (!parsed)
    return nullptr;
  index = std::move(*parsed);
  if (index.hasArrays()) {
    evaluator.raise(DiagnosticId::notSupported, "indexing " + quoted(view->base) + " with an array of indices is not supported yet")
        .note("index with integers, slices and `pl.ds`");
    return nullptr;
  }
  llvm::SmallVector<AxisIndex> axes;
  size_t next = 0;
  for (const AxisIndex &axis : view->axes)
    axes.push_back(axis.dropped ? axis : compose(evaluator, axis, index.axes[next++]));
  return evaluator.make<PallasView>(view->base, axes);
}

//===-- reading and writing -----------------------------------------------------------------------------------===//

/// A mask or `other` in the accessed shape.
static mlir::Value fitAccess(Evaluator &evaluator, Value value, DType type, llvm::ArrayRef<int64_t> shape, llvm::StringRef what) {
  std::optional<Operand> operand = toOperand(evaluator, value, what);
  if (!operand)
    return {};
  std::optional<Shape> joined = broadcastShapes(operand->shape(), shape);
  if (!joined || llvm::ArrayRef<int64_t>(*joined) != shape) {
    evaluator.raise(DiagnosticId::shapeMismatch, "the " + what.str() + " does not fit the access of shape " + formatShape(shape) + ": " +
                                                     describeShape(evaluator, *operand));
    return {};
  }
  return materialize(evaluator, *operand, type, shape);
}

Value frontend::loadView(Evaluator &evaluator, PallasView *view, Value key, Value mask, Value other) {
  Index index;
  PallasView *part = narrow(evaluator, view, key, index);
  if (!part)
    return nullptr;
  mlir::Value ref = useHere(evaluator, view->base->value);
  if (!ref)
    return nullptr;
  Shape shape = part->shape();
  DType type = view->base->dtype;
  mlir::Value maskValue, otherValue;
  if (mask && !isNone(mask) && !(maskValue = fitAccess(evaluator, mask, DType::boolean, shape, "mask")))
    return nullptr;
  if (other && !isNone(other) && !(otherValue = fitAccess(evaluator, other, type, shape, "other")))
    return nullptr;
  SliceParts parts = toSliceParts(part->axes);
  Emitter emitter = emitterHere(evaluator);
  mlir::Value loaded = emitter.create<tile::LoadOp>(getArrayType(evaluator.context(), shape, type), ref, parts.offsets, maskValue, otherValue,
                                                    parts.staticOffsets, parts.sizes, parts.strides, parts.dropped);
  return wrap(evaluator, emitter.reshape(loaded, index.resultShape()), type);
}

bool frontend::storeView(Evaluator &evaluator, PallasView *view, Value key, Value value, Value mask) {
  Index index;
  PallasView *part = narrow(evaluator, view, key, index);
  if (!part)
    return false;
  RefObject *base = view->base;
  std::optional<Operand> operand = toOperand(evaluator, value, base->name + "[...] = ");
  if (!operand)
    return false;
  mlir::Value ref = useHere(evaluator, base->value);
  if (!ref)
    return false;
  Shape target = index.resultShape();
  if (!operand->shape().empty() && operand->shape() != llvm::ArrayRef<int64_t>(target)) {
    Raised raised = evaluator.raise(DiagnosticId::shapeMismatch, "the value written to " + quoted(base) + " has shape " + formatShape(operand->shape()) +
                                                                     ", but the place has shape " + formatShape(target));
    noteShape(evaluator, raised, *operand);
    raised.note(quoted(base) + " has shape " + formatShape(cast<tile::RefType>(base->value.getType()).getShape()) +
                "; use `jnp.broadcast_to` or `.reshape` if the elements fit");
    return false;
  }
  // A weak value takes the Ref's dtype where that loses no kind of number; any other difference is refused, as JAX does.
  ElementType type = operand->type;
  bool sameKind = type.weak && (numerics::isFloat(base->dtype) || !numerics::isFloat(type.dtype));
  if (type.dtype != base->dtype && !sameKind && !(type.dtype == DType::boolean && operand->isNumber()))
    return evaluator
        .raise(DiagnosticId::dtypeMismatch, "the value written to " + quoted(base) + " is " + std::string(numerics::getName(type.dtype)) + ", but the Ref holds " +
                                                std::string(numerics::getName(base->dtype)))
        .note("convert it with `.astype(" + base->name + ".dtype)`"), false;
  mlir::Value stored = materialize(evaluator, *operand, base->dtype, target);
  if (!stored)
    return false;
  Shape shape = part->shape();
  mlir::Value maskValue;
  if (mask && !isNone(mask) && !(maskValue = fitAccess(evaluator, mask, DType::boolean, shape, "mask")))
    return false;
  SliceParts parts = toSliceParts(part->axes);
  Emitter emitter = emitterHere(evaluator);
  emitter.create<tile::StoreOp>(emitter.reshape(stored, shape), ref, parts.offsets, maskValue, parts.staticOffsets, parts.sizes, parts.strides, parts.dropped);
  return true;
}

//===-- attributes --------------------------------------------------------------------------------------------===//

namespace {

/// `ref.at`: indexing it gives a view.
class RefAtObject : public ExtensionObject {
public:
  explicit RefAtObject(PallasView *view) : ExtensionObject(&tag), view(view) {}
  Value getItem(Evaluator &evaluator, Value key) override {
    Index index;
    PallasView *part = narrow(evaluator, view, key, index);
    if (part && !index.newAxes.empty())
      return evaluator.notSupported("a new axis (`None`) in a view of a Ref");
    return part;
  }
  static const char tag;
  PallasView *const view;
};
const char RefAtObject::tag = 0;

} // namespace

/// What Refs and views share. `view` is made only when needed.
static std::optional<Value> getRefAttribute(Evaluator &evaluator, RefObject *base, llvm::ArrayRef<int64_t> shape, llvm::StringRef name,
                                            llvm::function_ref<PallasView *()> view) {
  if (name == "shape")
    return evaluator.tupleOfInts(shape);
  if (name == "dtype")
    return evaluator.make<DTypeObject>(base->dtype, DTypeStyle::numpyDType);
  if (name == "ndim")
    return evaluator.integer(shape.size());
  if (name == "size")
    return evaluator.integer(countElements(shape));
  if (name == "at")
    return evaluator.make<RefAtObject>(view());
  PallasView *whole = name == "get" || name == "set" ? view() : nullptr;
  if (name == "get")
    return evaluator.function("get", [whole](Evaluator &e, Arguments &arguments) -> Value {
      if (!arguments.positional.empty() || !arguments.keywords.empty())
        return e.notSupported("arguments of a Ref's `get`");
      return loadView(e, whole, e.ellipsis());
    });
  if (name == "set")
    return evaluator.function("set", [whole](Evaluator &e, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1 || !arguments.keywords.empty())
        return e.raise(DiagnosticId::argumentError, "a Ref's `set` takes one value");
      return storeView(e, whole, e.ellipsis(), arguments.positional[0]) ? e.none() : nullptr;
    });
  for (llvm::StringRef later : {"bitcast", "reshape", "transpose", "T", "swap", "addupdate"})
    if (name == later)
      return Value(evaluator.notSupported("`" + name.str() + "` of a Ref"));
  return std::nullopt;
}

static void listRefAttributes(std::vector<std::string> &names) {
  for (const char *name : {"shape", "dtype", "ndim", "size", "at", "get", "set"})
    names.push_back(name);
}

ClassObject *PallasView::type(Evaluator &evaluator) { return evaluator.libraryClass("jax.experimental.pallas", "Ref"); }
ClassObject *PallasRef::type(Evaluator &evaluator) { return evaluator.libraryClass("jax.experimental.pallas", "Ref"); }

std::optional<Value> PallasView::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  return getRefAttribute(evaluator, base, shape(), name, [&] { return this; });
}
std::optional<Value> PallasRef::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  return getRefAttribute(evaluator, this, shape(), name, [&] { return whole(evaluator); });
}
void PallasView::listAttributes(Evaluator &, std::vector<std::string> &names) { listRefAttributes(names); }
void PallasRef::listAttributes(Evaluator &, std::vector<std::string> &names) { listRefAttributes(names); }

Value PallasView::getItem(Evaluator &evaluator, Value key) { return loadView(evaluator, this, key); }
bool PallasView::setItem(Evaluator &evaluator, Value key, Value value) { return storeView(evaluator, this, key, value); }
Value PallasRef::getItem(Evaluator &evaluator, Value key) { return loadView(evaluator, whole(evaluator), key); }
bool PallasRef::setItem(Evaluator &evaluator, Value key, Value value) { return storeView(evaluator, whole(evaluator), key, value); }

std::optional<int64_t> PallasRef::length(Evaluator &evaluator) {
  if (shape().empty())
    return evaluator.raise(DiagnosticId::typeError, "`len` of " + quoted(this) + ", which has no axes");
  return shape().front();
}

static std::string spell(RefObject *base, llvm::ArrayRef<int64_t> shape) {
  return "Ref{" + std::string(numerics::getName(base->dtype)) + formatShape(shape) + "}";
}
std::optional<std::string> PallasView::repr(Evaluator &) { return spell(base, shape()); }
std::optional<std::string> PallasRef::repr(Evaluator &) { return spell(this, shape()); }
