// SPDX-License-Identifier: Apache-2.0
// How arrays lie in registers, as the program asks: `plgpu.Layout` and what takes one. A layout is kept by name; `schedule` makes threads and
// registers of it.
#include "compiler/frontend/library/mosaic_gpu/Names.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// A member of `plgpu.Layout`, maybe with arguments, maybe reduced.
class LayoutObject : public ExtensionObject {
public:
  LayoutObject(std::string member, std::string name) : ExtensionObject(&tag), member(std::move(member)), name(std::move(name)) {}
  const std::string member, name; // `WG_STRIDED`, and RegisterLayoutAttr's `strided`
  llvm::SmallVector<int64_t> numbers, reduced;
  bool hasArguments = false;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef attribute) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &) override { return std::hash<std::string>()(member); }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }
  bool takesArguments() const { return name == "splat" || name == "strided" || name == "copy" || name == "tiled" || llvm::StringRef(name).starts_with("mma_"); }
  bool needsArguments() const { return takesArguments() && name != "splat"; }

private:
  static const char tag;
};
const char LayoutObject::tag = 0;

struct LayoutName {
  llvm::StringLiteral member, name;
};
} // namespace

// `_WGMMA_ACC_32BIT` differs in the order of registers alone.
static constexpr LayoutName names[] = {{"WGMMA", "wgmma"},
                                       {"WGMMA_8BIT", "wgmma_8bit"},
                                       {"WGMMA_UPCAST_2X", "wgmma_upcast_2x"},
                                       {"WGMMA_UPCAST_4X", "wgmma_upcast_4x"},
                                       {"WGMMA_TRANSPOSED", "wgmma_transposed"},
                                       {"WG_SPLAT", "splat"},
                                       {"WG_STRIDED", "strided"},
                                       {"TILED", "tiled"},
                                       {"SMEM_GMEM_COPY", "copy"},
                                       {"MMA_LHS", "mma_lhs"},
                                       {"MMA_RHS", "mma_rhs"},
                                       {"MMA_ACC", "mma_acc"},
                                       {"_WGMMA_ACC_32BIT", "wgmma"},
                                       {"WGMMA_ROW", "wgmma"},
                                       {"WGMMA_COL", "wgmma"}};

Value frontend::layoutConstant(Call &call) {
  const auto *found = llvm::find_if(names, [&](const LayoutName &entry) { return entry.member == call.entry->name; });
  auto *layout = call.evaluator.make<LayoutObject>(call.entry->name, found->name.str());
  // Releases of 2025 had names for what `WGMMA.reduce(1)` and `WGMMA.reduce(0)` are today.
  bool isRow = found->member == "WGMMA_ROW";
  if (isRow || found->member == "WGMMA_COL")
    layout->reduced.push_back(isRow ? 1 : 0);
  return layout;
}

//===-- arguments ---------------------------------------------------------------------------------------------===//

/// The parameters of a member, which are all required unless listed as open.
static bool bindArguments(Evaluator &evaluator, const std::string &member, llvm::ArrayRef<llvm::StringRef> names, size_t required, Arguments &arguments,
                          llvm::SmallVectorImpl<Value> &values) {
  std::vector<ParameterInfo> parameters;
  for (auto [index, name] : llvm::enumerate(names)) {
    ParameterInfo parameter;
    parameter.name = name.str();
    parameter.defaultValue = index < required ? nullptr : evaluator.none();
    parameters.push_back(parameter);
  }
  return evaluator.bind("Layout." + member, parameters, arguments, values);
}

/// Appends a list with its length in front.
static void appendList(llvm::SmallVectorImpl<int64_t> &numbers, llvm::ArrayRef<int64_t> list) {
  numbers.push_back(static_cast<int64_t>(list.size()));
  numbers.append(list.begin(), list.end());
}

/// Axes of the tiled shape counted from the end, -1 the last, as RegisterLayoutAttr has them: n for -n, and -n for `plgpu.Replicated(n)`.
static bool appendAxes(Evaluator &evaluator, llvm::SmallVectorImpl<int64_t> &numbers, Value given, llvm::StringRef what) {
  std::vector<Value> items = {given};
  if (auto *sequence = dyn_cast<SequenceObject>(given))
    items = sequence->items;
  llvm::SmallVector<int64_t> axes;
  for (Value item : items) {
    auto *record = dyn_cast<RecordObject>(item);
    bool isCopies = record && record->recordType->name == "Replicated";
    std::optional<int64_t> number = evaluator.toInt(isCopies ? record->field("times") : item, what);
    if (!number)
      return false;
    if (isCopies ? *number < 1 : *number >= 0)
      return evaluator.raise(DiagnosticId::valueError,
                             isCopies ? "`plgpu.Replicated` takes a number of copies, not " + std::to_string(*number)
                                      : "`" + what.str() + "` of `Layout.TILED` has " + std::to_string(*number) + ", but axes count from the end: -1 is the last"),
             false;
    axes.push_back(-*number);
  }
  appendList(numbers, axes);
  return true;
}

/// `Layout.TILED(tiling, warp_dims, lane_dims, vector_dim)`.
static bool readTiled(Evaluator &evaluator, llvm::ArrayRef<Value> values, llvm::SmallVectorImpl<int64_t> &numbers) {
  auto *tiling = dyn_cast<RecordObject>(values[0]);
  if (!tiling || tiling->recordType->name != "Tiling")
    return evaluator.raise(DiagnosticId::typeError, "`Layout.TILED` takes a `plgpu.Tiling`, not a `" + values[0]->typeName(evaluator) + "`"), false;
  std::optional<std::vector<Value>> levels = evaluator.toVector(tiling->field("tiles"));
  if (!levels)
    return false;
  for (Value level : *levels) {
    std::optional<std::vector<int64_t>> tile = evaluator.toInts(level, "tiles");
    if (!tile)
      return false;
    appendList(numbers, *tile);
  }
  return appendAxes(evaluator, numbers, values[1], "warp_dims") && appendAxes(evaluator, numbers, values[2], "lane_dims") &&
         appendAxes(evaluator, numbers, values[3], "vector_dim");
}

Value LayoutObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (!takesArguments() || hasArguments || !reduced.empty())
    return evaluator.raise(DiagnosticId::valueError, "Can't instantiate Layout." + member + " with arguments.");
  auto *result = evaluator.make<LayoutObject>(member, name);
  result->hasArguments = true;
  llvm::SmallVector<Value> values;
  if (name == "tiled")
    return bindArguments(evaluator, member, {"tiling", "warp_dims", "lane_dims", "vector_dim"}, 4, arguments, values) && readTiled(evaluator, values, result->numbers)
               ? result
               : nullptr;
  if (name == "splat")
    return bindArguments(evaluator, member, {"shape"}, 0, arguments, values) ? result : nullptr;
  if (llvm::StringRef(name).starts_with("mma_")) // of which dtype the array shows
    return bindArguments(evaluator, member, {"dtype"}, 1, arguments, values) ? result : nullptr;
  bool isCopy = name == "copy";
  if (isCopy ? !bindArguments(evaluator, member, {"shape", "dtype", "swizzle"}, 3, arguments, values)
             : !bindArguments(evaluator, member, {"shape", "vec_size"}, 2, arguments, values))
    return nullptr;
  std::optional<int64_t> number = evaluator.toInt(values.back(), isCopy ? "swizzle" : "vec_size");
  if (!number)
    return nullptr;
  result->numbers.push_back(*number);
  return result;
}

std::optional<Value> LayoutObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (attribute == "name")
    return evaluator.string(member);
  if (attribute != "reduce")
    return std::nullopt;
  LayoutObject *self = this;
  return evaluator.function("reduce", [self](Evaluator &e, Arguments &arguments) -> Value {
    llvm::SmallVector<Value> values;
    if (!bindArguments(e, self->member + ".reduce", {"axes"}, 1, arguments, values))
      return nullptr;
    std::optional<std::vector<int64_t>> axes = isa<SequenceObject>(values[0]) ? e.toInts(values[0], "axes") : std::nullopt;
    if (!isa<SequenceObject>(values[0]))
      if (std::optional<int64_t> axis = e.toInt(values[0], "axes"))
        axes = std::vector<int64_t>{*axis};
    if (!axes)
      return nullptr;
    if (self->name == "splat" || self->name == "strided")
      return e.raise(DiagnosticId::valueError, "Only TiledLayout supports reductions.");
    auto *result = e.make<LayoutObject>(self->member, self->name);
    result->numbers = self->numbers;
    result->hasArguments = self->hasArguments;
    result->reduced = self->reduced;
    result->reduced.append(axes->begin(), axes->end());
    return result;
  });
}

std::optional<Value> LayoutObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *layout = dyn_cast<LayoutObject>(other);
  if (op != CompareOp::equal && op != CompareOp::notEqual)
    return std::nullopt;
  bool same = layout && layout->member == member && layout->numbers == numbers && layout->reduced == reduced;
  return evaluator.boolean(same == (op == CompareOp::equal));
}

std::optional<std::string> LayoutObject::repr(Evaluator &) {
  return "Layout." + member + (hasArguments ? "(...)" : "") + (reduced.empty() ? "" : ".reduce(" + formatShape(reduced) + ")");
}

//===-- functions ---------------------------------------------------------------------------------------------===//

/// `value`, an array, in a layout. Null with an exception pending.
static Value castLayout(Evaluator &evaluator, Value value, Value given, const std::string &function) {
  auto *layout = dyn_cast<LayoutObject>(given);
  if (!layout)
    return evaluator.raise(DiagnosticId::typeError, "`" + function + "` takes a `plgpu.Layout`, not a `" + given->typeName(evaluator) + "`");
  if (layout->needsArguments() && !layout->hasArguments)
    return evaluator.raise(DiagnosticId::valueError, "`plgpu.Layout." + layout->member + "` needs arguments: it is not a layout by itself");
  std::optional<Operand> operand = toOperand(evaluator, value, function);
  DType type = operand ? canonicalizeX32(operand->type.dtype) : DType::float32;
  mlir::Value array = operand ? materialize(evaluator, *operand, type) : mlir::Value();
  if (!array)
    return nullptr;
  if (operand->shape().empty()) // the same in all threads
    return wrap(evaluator, array, type);
  auto attribute = tilegpu::RegisterLayoutAttr::get(evaluator.context(), layout->name, layout->numbers, layout->reduced);
  return wrap(evaluator, emitterHere(evaluator).create<tilegpu::LayoutCastOp>(array.getType(), array, attribute, false), type);
}

Value frontend::layoutCastHandler(Call &call) { return findKernel(call) ? castLayout(call.evaluator, call["x"], call["new_layout"], publicName(call.entry)) : nullptr; }

/// `optimized` asks that the load be fast or refused; how it is done is the compiler's.
Value frontend::loadWithLayoutHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  PallasView *view = findKernel(call) ? toView(evaluator, call["src"], publicName(call.entry)) : nullptr;
  std::optional<bool> optimized = view ? evaluator.truth(call["optimized"]) : std::nullopt;
  if (!optimized)
    return nullptr;
  Value loaded = loadView(evaluator, view, isNone(call["idx"]) ? evaluator.ellipsis() : call["idx"]);
  return loaded && !isNone(call["layout"]) ? castLayout(evaluator, loaded, call["layout"], publicName(call.entry)) : loaded;
}

Value frontend::iotaWithLayoutHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<DType> type = findKernel(call) ? toDType(evaluator, call["dtype"], "dtype", DType::int32) : std::nullopt;
  std::optional<std::vector<int64_t>> shape = type ? evaluator.toShape(call["shape"], "shape") : std::nullopt;
  std::optional<int64_t> axis = shape ? evaluator.toInt(call["dimension"], "dimension") : std::nullopt;
  if (!axis)
    return nullptr;
  if (*axis < 0 || *axis >= static_cast<int64_t>(shape->size()))
    return evaluator.raise(DiagnosticId::valueError,
                           "`dimension` is " + std::to_string(*axis) + ", but the shape " + formatShape(*shape) + " has " + std::to_string(shape->size()) + " axes",
                           call.rangeOf("dimension"));
  Value result = wrap(evaluator, emitterHere(evaluator).iota(*shape, *axis, *type), *type);
  return isNone(call["layout"]) ? result : castLayout(evaluator, result, call["layout"], publicName(call.entry));
}

/// A remark while the kernel is compiled, not a print of the run.
Value frontend::printLayoutHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> format = findKernel(call) ? evaluator.toString(call["fmt"], "fmt") : std::nullopt;
  if (!format)
    return nullptr;
  if (isa<RefObject, RefViewObject>(call["x"]))
    return evaluator.notSupported("`" + publicName(call.entry) + "` of a Ref");
  std::optional<Operand> operand = toOperand(evaluator, call["x"], publicName(call.entry));
  mlir::Value array = operand ? materialize(evaluator, *operand, canonicalizeX32(operand->type.dtype)) : mlir::Value();
  if (!array)
    return nullptr;
  emitterHere(evaluator).create<tilegpu::PrintLayoutOp>(*format, array);
  return evaluator.none();
}
