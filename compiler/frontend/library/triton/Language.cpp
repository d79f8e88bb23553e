// SPDX-License-Identifier: Apache-2.0
// The table of `triton.language` itself: the grid, creation, conversion, loops, hints and what happens while compiling. Other parts of it
// are in files of their own.
#include "compiler/frontend/library/triton/Language.h"
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/triton/Launcher.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- grid --------------------------------------------------------------------------------------------------===//

static std::optional<int64_t> readGridAxis(Call &call) {
  std::optional<int64_t> axis = call.evaluator.toInt(call["axis"], "axis");
  if (!axis)
    return std::nullopt;
  const std::vector<int64_t> *grid = call.evaluator.state<TritonGrid>().grid;
  if (!grid)
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` is called outside a kernel");
  if (*axis < 0 || *axis > 2)
    return call.evaluator.raise(DiagnosticId::indexError, "`" + publicName(call.entry) + "(" + std::to_string(*axis) + ")`: axes are 0, 1 and 2", call.rangeOf("axis"));
  return axis;
}

/// An axis that the grid does not have holds one program.
template <typename OpT, int absent> static Value gridFunction(Call &call) {
  std::optional<int64_t> axis = readGridAxis(call);
  if (!axis)
    return nullptr;
  Emitter emitter = emitterHere(call.evaluator);
  if (*axis >= static_cast<int64_t>(call.evaluator.state<TritonGrid>().grid->size()))
    return wrapTriton(call.evaluator, emitter.constantInt(absent, DType::int32), DType::int32);
  return wrapTriton(call.evaluator, emitter.create<OpT>(*axis), DType::int32);
}

//===-- creation and shape ------------------------------------------------------------------------------------===//

static bool isPowerOfTwo(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

/// Says once a place that Triton would refuse a size.
static void remarkSize(Call &call, const std::string &what) {
  if (Diagnostic *remark = reportOnce(call.evaluator, DiagnosticId::valueError, call.evaluator.where(), what + ", which is not a power of two: Triton would refuse it", Severity::remark))
    remark->note("for Triton take the next power of two, `triton.next_power_of_2(n)`, and a mask");
}

bool frontend::checkBlockShape(Call &call, llvm::ArrayRef<int64_t> sizes) {
  int64_t elements = 1;
  for (int64_t size : sizes) {
    if (size < 1)
      return call.evaluator.raise(DiagnosticId::valueError, "a block has size " + std::to_string(size) + ", expected at least 1"), false;
    if (!isPowerOfTwo(size))
      remarkSize(call, "a block has size " + std::to_string(size));
    elements = size > (1 << 20) ? (1 << 20) + 1 : elements * size;
    if (elements > (1 << 20))
      return call.evaluator.raise(DiagnosticId::valueError, "a block of shape " + formatShape(sizes) + " has more than 2**20 elements"), false;
  }
  return true;
}

std::optional<Shape> frontend::readBlockShape(Call &call, Value given) {
  auto *tuple = dyn_cast<TupleObject>(given);
  if (tuple && tuple->items.size() == 1 && isa<SequenceObject>(tuple->items[0]))
    given = tuple->items[0];
  std::optional<std::vector<int64_t>> sizes = call.evaluator.toShape(given, "shape");
  if (!sizes || !checkBlockShape(call, *sizes))
    return std::nullopt;
  return Shape(sizes->begin(), sizes->end());
}

TritonTensor *frontend::tritonReceiver(Call &call) {
  Value value = call.self && isa<TritonTensor>(call.self) ? call.self : call[size_t(0)];
  return toTritonTensor(call.evaluator, value, publicName(call.entry));
}

static Value arangeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  for (llvm::StringRef name : {"start", "end"})
    if (isa<ArrayObject>(call[name]))
      return evaluator.raise(DiagnosticId::typeError, "`" + name.str() + "` of `tl.arange` must be known while compiling", call.rangeOf(name))
          .note("annotate the parameter with `tl.constexpr`, and add a computed start to the range");
  std::optional<int64_t> start = evaluator.toInt(call["start"], "start"), end = start ? evaluator.toInt(call["end"], "end") : std::nullopt;
  if (!end)
    return nullptr;
  int64_t count = *end - *start;
  std::string text = "`tl.arange(" + std::to_string(*start) + ", " + std::to_string(*end) + ")` has " + std::to_string(count) + " elements";
  if (count < 1 || count > (1 << 20))
    return evaluator.raise(DiagnosticId::valueError, text + ", expected 1 to 2**20");
  if (!isPowerOfTwo(count))
    remarkSize(call, text);
  Emitter emitter = emitterHere(evaluator);
  mlir::Value value = emitter.iota({count}, 0, DType::int32);
  if (*start != 0)
    value = emitter.binary(Binary::add, value, emitter.constantInt(*start, DType::int32, {count}), DType::int32);
  return wrapTriton(evaluator, value, DType::int32);
}

static Value zerosHandler(Call &call) {
  std::optional<Shape> shape = readBlockShape(call, call["shape"]);
  std::optional<DType> type = shape ? toDType(call.evaluator, call["dtype"], "dtype", DType::float32, false) : std::nullopt;
  return type ? wrapTriton(call.evaluator, emitterHere(call.evaluator).constant(0, *type, *shape), *type) : nullptr;
}
static Value fullHandler(Call &call) {
  std::optional<Shape> shape = readBlockShape(call, call["shape"]);
  std::optional<DType> type = shape ? toDType(call.evaluator, call["dtype"], "dtype", DType::float32, false) : std::nullopt;
  if (type && isa<NumberObject>(call["value"])) { // no detour through the number's own type, which may be narrower
    std::optional<Operand> number = asOperand(call["value"]);
    mlir::Value value = materialize(call.evaluator, *number, *type, *shape);
    return value ? wrapTriton(call.evaluator, value, *type) : nullptr;
  }
  TritonTensor *fill = type ? toTritonTensor(call.evaluator, call["value"], "tl.full") : nullptr;
  mlir::Value value = fill ? fitTriton(call.evaluator, fill, *type, *shape) : nullptr;
  return value ? wrapTriton(call.evaluator, value, *type) : nullptr;
}
static Value zerosLikeHandler(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  return tensor ? wrapTriton(call.evaluator, emitterHere(call.evaluator).constant(0, tensor->dtype, tensor->shape()), tensor->dtype) : nullptr;
}

/// What `tl.pointer_type(element)` holds; empty for anything else.
static std::optional<DType> pointerElement(Value type) {
  auto *record = dyn_cast<RecordObject>(type);
  auto *element = record && record->recordType->name == "pointer_type" ? dyn_cast<DTypeObject>(record->field("element_ty")) : nullptr;
  return element ? std::optional<DType>(element->dtype) : std::nullopt;
}

static Value castHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value receiver = call.self && isa<TritonTensor, PointerObject>(call.self) ? call.self : call[size_t(0)];
  if (std::optional<DType> element = pointerElement(call["dtype"])) {
    if (auto *pointer = dyn_cast<PointerObject>(receiver)) {
      if (pointer->base->dtype == *element)
        return pointer;
      return evaluator.notSupported("a pointer to `" + std::string(numerics::getName(pointer->base->dtype)) + "` as one to `" + std::string(numerics::getName(*element)) + "`");
    }
    TritonTensor *address = toTritonTensor(evaluator, receiver, publicName(call.entry));
    return address ? pointerFromAddress(evaluator, address, *element) : nullptr;
  }
  auto *pointer = dyn_cast<PointerObject>(receiver);
  TritonTensor *tensor = pointer ? addressOfPointer(evaluator, static_cast<TritonPointer *>(pointer)) : toTritonTensor(evaluator, receiver, publicName(call.entry));
  std::optional<DType> type = tensor ? toDType(evaluator, call["dtype"], "dtype", DType::float32, false) : std::nullopt;
  if (type && pointer && (!numerics::isInteger(*type) || (numerics::getBitWidth(*type) != 64 && *type != DType::boolean)))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "a pointer becomes int64, uint64 or int1, not `" + std::string(numerics::getName(*type)) + "`", call.rangeOf("dtype"));
  std::optional<bool> bitcast = type ? evaluator.truth(call["bitcast"]) : std::nullopt;
  if (!bitcast)
    return nullptr;
  if (auto *rounding = dyn_cast<StrObject>(call["fp_downcast_rounding"])) {
    bool narrows = numerics::isFloat(tensor->dtype) && numerics::isFloat(*type) && numerics::getBitWidth(*type) < numerics::getBitWidth(tensor->dtype);
    if (rounding->value != "rtne" && rounding->value != "rtz")
      return evaluator.raise(DiagnosticId::valueError, "Invalid value for fp_downcast_rounding: `" + rounding->value + "`, expected `rtne` or `rtz`", call.rangeOf("fp_downcast_rounding"));
    if (!narrows || *bitcast)
      return evaluator.raise(DiagnosticId::valueError, "fp_downcast_rounding should be set only for truncating fp conversions. Source scalar type is " +
                                                           std::string(numerics::getName(tensor->dtype)) + " and destination type is " + std::string(numerics::getName(*type)),
                             call.rangeOf("fp_downcast_rounding"));
    mlir::Value value = useHere(evaluator, tensor);
    Emitter emitter = emitterHere(evaluator);
    if (rounding->value == "rtz")
      return value ? wrapTriton(evaluator, castTowardZero(emitter, value, tensor->dtype, *type), *type) : nullptr;
  }
  return tritonCast(evaluator, tensor, *type, *bitcast);
}
static Value toTensorHandler(Call &call) {
  if (isa<PointerObject>(call["x"]))
    return call["x"];
  return toTritonTensor(call.evaluator, call["x"], "tl.to_tensor");
}
/// The only element of a block.
static Value itemMethod(Call &call) {
  TritonTensor *tensor = tritonReceiver(call);
  if (!tensor)
    return nullptr;
  if (countElements(tensor->shape()) != 1)
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "`item` takes a block of one element, but " + describe(call.evaluator, tensor) + " is " + formatShape(tensor->shape()));
  mlir::Value value = useHere(call.evaluator, tensor);
  return value ? wrapTriton(call.evaluator, emitterHere(call.evaluator).reshape(value, {}), tensor->dtype) : nullptr;
}
static Value pointerToInt32(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("triton.language", "pointer_type"));
  record->set("element_ty", call.evaluator.make<DTypeObject>(DType::int32, DTypeStyle::triton));
  return record;
}
static Value typeByName(Call &call) {
  std::optional<std::string> name = call.evaluator.toString(call["name"], "name");
  auto parsed = name ? parseTritonType(*name) : std::nullopt;
  if (!parsed)
    return name ? Value(call.evaluator.notSupported("the type `" + *name + "`")) : nullptr;
  auto *element = call.evaluator.make<DTypeObject>(parsed->first, DTypeStyle::triton);
  if (!parsed->second)
    return element;
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("triton.language", "pointer_type"));
  record->set("element_ty", element);
  return record;
}
/// Lists of dtypes and enumerations about them, which core.py writes down.
static Value namesOfTypes(Call &call) {
  static const std::pair<llvm::StringRef, llvm::StringRef> names[] = {
      {"SINT_TYPES", "_signed"}, {"UINT_TYPES", "_unsigned"},
      {"FP_TYPES", "_floats"},   {"STANDARD_FP_TYPES", "_standard_floats"},
      {"OTHER_TYPES", "_other"}, {"SIGNEDNESS", "SIGNEDNESS"},
      {"KIND", "KIND"}};
  for (auto [name, own] : names)
    if (name == call.entry->name)
      return call.evaluator.textMember("triton.language.core", own).value_or(nullptr);
  return nullptr;
}
/// A name with an underscore that programs use all the same: the text's own.
static Value fromText(Call &call) {
  return call.evaluator.textMember(call.entry->module, call.entry->name).value_or(nullptr);
}
static Value typeRecord(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass(call.entry->module, call.entry->name));
  record->set("element_ty", call["element_ty"]);
  if (llvm::StringRef(call.entry->name) == "block_type")
    record->set("shape", call["shape"]);
  return record;
}

//===-- loops, hints, compile time ----------------------------------------------------------------------------===//

static Value rangeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value start = call["arg1"], stop = call["arg2"], step = call["step"];
  if (isNone(stop)) {
    stop = start;
    start = evaluator.integer(0);
  }
  auto *loop = evaluator.make<LoopRangeObject>(start, stop, isNone(step) ? evaluator.integer(1) : step);
  mlir::Builder builder(evaluator.context());
  for (llvm::StringRef name : {"num_stages", "loop_unroll_factor"}) {
    if (isNone(call[name]))
      continue;
    std::optional<int64_t> value = evaluator.toInt(call[name], name);
    if (!value)
      return nullptr;
    loop->attributes.push_back({"tile." + name.str(), builder.getI64IntegerAttr(*value)});
  }
  for (llvm::StringRef name : {"flatten", "warp_specialize", "disallow_acc_multi_buffer", "disable_licm"})
    if (std::optional<bool> on = evaluator.truth(call[name]); on && *on)
      loop->attributes.push_back({"tile." + name.str(), builder.getUnitAttr()});
  return loop;
}
static Value staticRangeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  int64_t bounds[3] = {0, 0, 1};
  const char *names[] = {"arg1", "arg2", "step"};
  for (int k = 0; k < 3; ++k) {
    if (isNone(call[names[k]]))
      continue;
    if (isa<ArrayObject>(call[names[k]]))
      return evaluator.raise(DiagnosticId::typeError, "a bound of `tl.static_range` must be known while compiling", call.rangeOf(names[k])).note("use `range` or `tl.range` for a loop of the kernel");
    std::optional<int64_t> value = evaluator.toInt(call[names[k]], names[k]);
    if (!value)
      return nullptr;
    bounds[k] = *value;
  }
  if (isNone(call["arg2"]))
    std::swap(bounds[0], bounds[1]);
  if (bounds[2] == 0)
    return evaluator.raise(DiagnosticId::valueError, "`tl.static_range` has a step of 0");
  // Not a range, which would be recorded as a loop: a tuple is run through.
  std::vector<Value> items;
  for (int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1]; i += bounds[2]) {
    if (!evaluator.step())
      return nullptr;
    items.push_back(evaluator.integer(i));
  }
  return evaluator.tuple(std::move(items));
}
static Value firstArgument(Call &call) { return call[size_t(0)]; }
static Value makeConstexpr(Evaluator &evaluator, Value given);
/// A constant that also answers `.value`, outside kernels too, and what is computed of it does.
template <typename Plain> class Constexpr final : public Plain {
public:
  template <typename T> explicit Constexpr(const T &value) : Plain(value) { this->derived = true; }
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("triton.language", "constexpr"); }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override {
    return name == "value" ? std::optional<Value>(evaluator.make<Plain>(this->value)) : Plain::getAttribute(evaluator, name);
  }
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) override {
    return wrap(evaluator, Plain::binary(evaluator, op, other, reflected));
  }
  std::optional<Value> unary(Evaluator &evaluator, UnaryOp op) override { return wrap(evaluator, Plain::unary(evaluator, op)); }
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override {
    return wrap(evaluator, Plain::compare(evaluator, op, other));
  }
  // Texts are Triton's, but for those of kernels, where the constant is its value.
  std::optional<std::string> repr(Evaluator &evaluator) override {
    if (evaluator.trace().strategy)
      return Plain::repr(evaluator);
    std::optional<std::string> text = evaluator.make<Plain>(this->value)->str(evaluator);
    return text ? std::optional<std::string>("constexpr[" + *text + "]") : std::nullopt;
  }
  std::optional<std::string> str(Evaluator &evaluator) override {
    return evaluator.trace().strategy ? Plain::str(evaluator) : repr(evaluator);
  }
  Value format(Evaluator &evaluator, char conversion, llvm::StringRef spec) override {
    if (evaluator.trace().strategy || (!conversion && !spec.empty()))
      return Plain::format(evaluator, conversion, spec);
    std::optional<std::string> text = repr(evaluator);
    return text ? evaluator.string(*text)->format(evaluator, 0, spec) : nullptr;
  }

private:
  static std::optional<Value> wrap(Evaluator &evaluator, std::optional<Value> result) {
    return result && *result ? std::optional<Value>(makeConstexpr(evaluator, *result)) : result;
  }
};
static Value makeConstexpr(Evaluator &evaluator, Value given) {
  if (auto *integer = dyn_cast<IntObject>(given))
    return evaluator.make<Constexpr<IntObject>>(integer->value);
  if (auto *floating = dyn_cast<FloatObject>(given))
    return evaluator.make<Constexpr<FloatObject>>(floating->value);
  if (auto *text = dyn_cast<StrObject>(given))
    return evaluator.make<Constexpr<StrObject>>(text->value);
  if (auto *boolean = dyn_cast<BoolObject>(given))
    return evaluator.make<Constexpr<BoolObject>>(boolean->value);
  return given;
}
static Value constexprHandler(Call &call) { return makeConstexpr(call.evaluator, call["value"]); }
static Value largestBlock(Call &call) { return call.evaluator.integer(1 << 20); }
template <bool answer> static Value known(Call &call) { return call.evaluator.boolean(answer); }
/// Whether the target has at least a compute capability.
static Value capabilityHandler(Call &call) {
  std::optional<int64_t> major = call.evaluator.toInt(call["major"], "major"), minor = major ? call.evaluator.toInt(call["minor"], "minor") : std::nullopt;
  if (!minor)
    return nullptr;
  int64_t capability = 0;
  for (char c : call.evaluator.options().target)
    if (llvm::isDigit(c))
      capability = 10 * capability + (c - '0');
  return call.evaluator.boolean(capability >= 10 * *major + *minor);
}
static Value nothing(Call &call) { return call.evaluator.none(); }
static Value staticAssertHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (isa<ArrayObject>(call["cond"]))
    return evaluator.raise(DiagnosticId::typeError, "the condition of `tl.static_assert` must be known while compiling", call.rangeOf("cond"));
  std::optional<bool> holds = evaluator.truth(call["cond"]);
  if (!holds || *holds)
    return holds ? evaluator.none() : nullptr;
  std::string message = evaluator.str(call["msg"]).value_or("");
  return evaluator.raise(DiagnosticId::assertionFailed, "`tl.static_assert` does not hold" + (message.empty() ? "" : ": " + message));
}
static Value staticPrintHandler(Call &call) {
  llvm::SmallVector<Value> parts;
  for (Value value : cast<TupleObject>(call["values"])->items) {
    if (!parts.empty())
      parts.push_back(call.evaluator.string(" "));
    Value text = call.evaluator.format(value, 0, "");
    if (!text)
      return nullptr;
    parts.push_back(text);
  }
  parts.push_back(call.evaluator.string("\n"));
  Value line = call.evaluator.concatenate(parts);
  return line && call.evaluator.print(line) ? call.evaluator.none() : nullptr;
}
static Value propagateNanConstant(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("triton.language", "PropagateNan"));
  record->set("name", call.evaluator.string(call.entry->name));
  return record;
}

//===-- properties of tensors ---------------------------------------------------------------------------------===//

static TritonTensor *self(Call &call) { return cast<TritonTensor>(call.self); }
static Value shapeProperty(Call &call) { return makeTritonShape(call.evaluator, self(call)->shape()); }
static Value dtypeProperty(Call &call) { return call.evaluator.make<DTypeObject>(self(call)->dtype, DTypeStyle::triton); }
static Value typeProperty(Call &call) {
  if (self(call)->shape().empty())
    return dtypeProperty(call);
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("triton.language", "block_type"));
  record->set("element_ty", dtypeProperty(call)).set("shape", shapeProperty(call));
  return record;
}
static Value numelProperty(Call &call) { return call.evaluator.integer(countElements(self(call)->shape())); }

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_TL "triton.language"
#define TESSERA_ENTRY(name, signature, summary, handler) {TESSERA_TL, name, EntryKind::function, signature, summary, handler}
#define TESSERA_PRIVATE(module, name, summary) {TESSERA_TL "." module, name, EntryKind::constant, "", summary, fromText}
#define TESSERA_DTYPE(name, summary) {TESSERA_TL, name, EntryKind::constant, "", summary, makeDTypeConstant}
#define TESSERA_METHOD(name, signature, summary, handler) {TESSERA_TL ".tensor", name, EntryKind::method, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_ENTRY("program_id", "(axis)", "This program's index along an axis of the grid.",
                  (gridFunction<tile::ProgramIdOp, 0>)),
    TESSERA_ENTRY("num_programs", "(axis)", "The grid's size along an axis.", (gridFunction<tile::NumProgramsOp, 1>)),
    TESSERA_ENTRY("arange", "(start, end)",
                  "The int32 numbers of a range that is known while compiling; Triton wants a power of two of them.",
                  arangeHandler),
    TESSERA_ENTRY("zeros", "(shape, dtype)", "A block of zeros.", zerosHandler),
    TESSERA_ENTRY("full", "(shape, value, dtype)", "A block of one value.", fullHandler),
    TESSERA_ENTRY("zeros_like", "(input)", "Zeros in another block's shape.", zerosLikeHandler),
    TESSERA_ENTRY("cast", "(input, dtype, fp_downcast_rounding=None, bitcast=False)",
                  "Converts to another dtype, or an address to a pointer.", castHandler),
    TESSERA_ENTRY("to_tensor", "(x)", "A number as a scalar of the kernel: int32 or wider by its size, fp32 or fp64.",
                  toTensorHandler),
    TESSERA_ENTRY("range",
                  "(arg1, arg2=None, step=None, num_stages=None, loop_unroll_factor=None, "
                  "disallow_acc_multi_buffer=False, flatten=False, warp_specialize=False, disable_licm=False)",
                  "A loop of the kernel; its options are kept on the loop for the compiler.", rangeHandler),
    TESSERA_ENTRY("static_range", "(arg1, arg2=None, step=None)", "A loop that is run through while compiling.",
                  staticRangeHandler),
    TESSERA_ENTRY("condition", "(arg1, disable_licm=False)",
                  "The condition of a `while` with options for the compiler.", firstArgument),
    TESSERA_ENTRY("static_assert", "(cond, msg='')", "Checks what is known while compiling.", staticAssertHandler),
    TESSERA_ENTRY("static_print", "(*values)", "Prints while compiling.", staticPrintHandler),
    TESSERA_ENTRY("multiple_of", "(input, values)", "The value itself: the hint is not used.", firstArgument),
    TESSERA_ENTRY("max_contiguous", "(input, values)", "The value itself: the hint is not used.", firstArgument),
    TESSERA_ENTRY("max_constancy", "(input, values)", "The value itself: the hint is not used.", firstArgument),
    TESSERA_ENTRY("assume", "(cond)", "A hint that is not used.", nothing),
    TESSERA_ENTRY("debug_barrier", "()", "A barrier of a program's threads, which are one here.", nothing),
    {TESSERA_TL, "constexpr", EntryKind::type, "(value)",
     "A value known while compiling; as an annotation, such a parameter.", constexprHandler},
    {TESSERA_TL, "const", EntryKind::type, "", "As an annotation: a pointer that is only read.", nullptr},
    {TESSERA_TL, "tensor", EntryKind::type, "", "A block or a scalar in a kernel.", nullptr},
    {TESSERA_TL, "tuple", EntryKind::type, "(args)", "A tuple in a kernel.", firstArgument},
    {TESSERA_TL, "slice", EntryKind::type, "(start, stop=None, step=None)", "A slice of a tuple.", nullptr},
    {TESSERA_TL, "dtype", EntryKind::type, "(name)", "An element type, by Triton's name for it.", typeByName},
    {TESSERA_TL ".dtype", "SINT_TYPES", EntryKind::constant, "", "Names of signed integers.", namesOfTypes},
    {TESSERA_TL ".dtype", "UINT_TYPES", EntryKind::constant, "", "Names of unsigned integers.", namesOfTypes},
    {TESSERA_TL ".dtype", "FP_TYPES", EntryKind::constant, "", "Names of floats.", namesOfTypes},
    {TESSERA_TL ".dtype", "STANDARD_FP_TYPES", EntryKind::constant, "", "Names of floats of 16 bits and more.",
     namesOfTypes},
    {TESSERA_TL ".dtype", "OTHER_TYPES", EntryKind::constant, "", "Names of what is no number.", namesOfTypes},
    {TESSERA_TL ".dtype", "SIGNEDNESS", EntryKind::constant, "", "Whether integers have a sign.", namesOfTypes},
    {TESSERA_TL ".dtype", "KIND", EntryKind::constant, "", "bool, integer or float.", namesOfTypes},
    {TESSERA_TL, "pointer_type", EntryKind::type, "(element_ty, address_space=1, const=False)",
     "The type of a pointer.", typeRecord},
    {TESSERA_TL, "block_type", EntryKind::type, "(element_ty, shape)", "The type of a block.", typeRecord},
    {TESSERA_TL, "pi32_t", EntryKind::constant, "", "The type of a pointer to int32.", pointerToInt32},
    {TESSERA_TL, "function_type", EntryKind::type, "(ret_types, param_types)", "The type of a function.", nullptr},
    TESSERA_ENTRY("str_to_ty", "(name, c=None)", "A type by its name in a signature: `i32`, `*fp16`.", typeByName),
    {TESSERA_TL ".pointer_type", "is_ptr", EntryKind::method, "()", "True.", known<true>},
    {TESSERA_TL ".pointer_type", "is_block", EntryKind::method, "()", "False.", known<false>},
    {TESSERA_TL ".pointer_type", "is_floating", EntryKind::method, "()", "False.", known<false>},
    {TESSERA_TL ".pointer_type", "is_int", EntryKind::method, "()", "False.", known<false>},
    {TESSERA_TL ".pointer_type", "scalar", EntryKind::property, "", "The type itself.",
     [](Call &call) -> Value { return call.self; }},
    {TESSERA_TL ".block_type", "is_block", EntryKind::method, "()", "True.", known<true>},
    {TESSERA_TL ".block_type", "is_ptr", EntryKind::method, "()", "False.", known<false>},
    {TESSERA_TL ".block_type", "scalar", EntryKind::property, "", "The element type.",
     [](Call &call) -> Value { return cast<RecordObject>(call.self)->field("element_ty"); }},
    {TESSERA_TL ".block_type", "get_block_shapes", EntryKind::method, "()", "The sizes of the axes.",
     [](Call &call) -> Value { return cast<RecordObject>(call.self)->field("shape"); }},
    {TESSERA_TL, "PropagateNan", EntryKind::type, "", "What maximum and minimum do with NaN.", nullptr},
    {TESSERA_TL ".PropagateNan", "ALL", EntryKind::constant, "", "NaN if either is NaN.", propagateNanConstant},
    {TESSERA_TL ".PropagateNan", "NONE", EntryKind::constant, "", "The other one if one is NaN.", propagateNanConstant},
    {TESSERA_TL, "TRITON_MAX_TENSOR_NUMEL", EntryKind::constant, "", "The most elements that a block may have: 2**20.",
     largestBlock},
    {TESSERA_TL ".target_info", "is_cuda", EntryKind::function, "()", "True.", known<true>},
    {TESSERA_TL ".target_info", "is_hip", EntryKind::function, "()", "False.", known<false>},
    {TESSERA_TL ".target_info", "cuda_capability_geq", EntryKind::function, "(major, minor=0)",
     "Whether the target has at least a compute capability.", capabilityHandler},
    TESSERA_DTYPE("int1", "Booleans."),
    TESSERA_DTYPE("int8", "Signed integers of 8 bits."),
    TESSERA_DTYPE("int16", "Signed integers of 16 bits."),
    TESSERA_DTYPE("int32", "Signed integers of 32 bits."),
    TESSERA_DTYPE("int64", "Signed integers of 64 bits."),
    TESSERA_DTYPE("uint8", "Unsigned integers of 8 bits."),
    TESSERA_DTYPE("uint16", "Unsigned integers of 16 bits."),
    TESSERA_DTYPE("uint32", "Unsigned integers of 32 bits."),
    TESSERA_DTYPE("uint64", "Unsigned integers of 64 bits."),
    TESSERA_DTYPE("float16", "IEEE half precision."),
    TESSERA_DTYPE("bfloat16", "Floats of 16 bits with float32's range."),
    TESSERA_DTYPE("float32", "IEEE single precision."),
    TESSERA_DTYPE("float64", "IEEE double precision."),
    TESSERA_DTYPE("float8e4nv", "Floats of 8 bits: 4 of exponent, 3 of mantissa."),
    TESSERA_DTYPE("float8e5", "Floats of 8 bits: 5 of exponent, 2 of mantissa."),
    TESSERA_PRIVATE("core", "_unwrap_if_constexpr", "The value of a constant."),
    TESSERA_PRIVATE("core", "_unwrap_shape", "The sizes of a shape of constants."),
    TESSERA_PRIVATE("standard", "_log2", "The logarithm of a power of two."),
    TESSERA_PRIVATE("standard", "_is_power_of_two", "Whether a number is a power of two."),
    TESSERA_PRIVATE("standard", "_sum_combine", "a + b."),
    TESSERA_PRIVATE("standard", "_prod_combine", "a * b."),
    TESSERA_PRIVATE("standard", "_xor_combine", "a ^ b."),
    TESSERA_PRIVATE("standard", "_or_combine", "a | b."),
    TESSERA_PRIVATE("standard", "_elementwise_max", "The greater one."),
    TESSERA_PRIVATE("standard", "_elementwise_min", "The lesser one."),
    TESSERA_PRIVATE("standard", "_argmax_combine", "The greater value with its index."),
    TESSERA_PRIVATE("standard", "_argmin_combine", "The lesser value with its index."),
    TESSERA_PRIVATE("standard", "_argmax_combine_tie_break_left",
                    "The greater value with its index, the first of equal ones."),
    TESSERA_PRIVATE("standard", "_argmin_combine_tie_break_left",
                    "The lesser value with its index, the first of equal ones."),
    {TESSERA_TL, "void", EntryKind::constant, "", "No value.",
     [](Call &call) -> Value { return call.evaluator.none(); }},
    {TESSERA_TL ".tensor", "shape", EntryKind::property, "", "The sizes of the axes.", shapeProperty},
    {TESSERA_TL ".tensor", "dtype", EntryKind::property, "", "The element type.", dtypeProperty},
    {TESSERA_TL ".tensor", "type", EntryKind::property, "", "The element type, or for a block its type with the shape.",
     typeProperty},
    {TESSERA_TL ".tensor", "numel", EntryKind::property, "", "How many elements there are.", numelProperty},
    TESSERA_METHOD("to", "(dtype, fp_downcast_rounding=None, bitcast=False)",
                   "Converts to another dtype, or an address to a pointer.", castHandler),
    TESSERA_METHOD("cast", "(dtype, fp_downcast_rounding=None, bitcast=False)", "Converts to another dtype.",
                   castHandler),
    TESSERA_METHOD("item", "()", "The only element of a block, as a scalar.", itemMethod),
};

void library::registerTritonLanguage(LibraryTable &table) {
  static const LibraryModule modules[] = {
      {TESSERA_TL, "What Triton kernels are written in."}, {TESSERA_TL ".target_info", "Facts about the target."}, {TESSERA_TL ".core", "Parts of the language that are not in its main module."}};
  static const LibraryBase bases[] = {{TESSERA_TL ".tensor_descriptor", TESSERA_TL ".tensor_descriptor_base"}};
  table.addBases(bases);
  table.add(modules, entries);
  registerTritonShape(table);
  registerTritonElementwise(table);
  registerTritonLibdevice(table);
  registerTritonProducts(table);
  registerTritonMemory(table);
  registerTritonBlockPointers(table);
  registerTritonScans(table);
  registerTritonRandom(table);
  registerTritonDebug(table);
  registerTritonAggregates(table);
  registerTritonMapping(table);
  registerTritonScaledDot(table);
}
