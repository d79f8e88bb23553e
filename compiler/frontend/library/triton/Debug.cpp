// SPDX-License-Identifier: Apache-2.0
// What kernels say while they run: `tl.device_print`, `tl.device_assert`, and inline PTX, which only a device can run. A print is a loop
// over the elements, each a line in the form of Triton's own:
//
//   pid (0, 0, 0) idx ( 3) x: 1.000000
//
// An index is padded to the digits of its extent; floats have six digits after the point. Programs print one after the other.
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// Text under way: literal pieces and the values between them.
class Line {
public:
  explicit Line(Evaluator &evaluator) : evaluator(evaluator) {}
  Line &text(const std::string &literal) {
    pieces.back() += literal;
    return *this;
  }
  Line &value(mlir::Value scalar, const std::string &spec, bool isUnsigned = false) {
    if (isUnsigned)
      unsignedValues.push_back(values.size());
    values.push_back(scalar);
    specs.push_back(spec);
    pieces.emplace_back();
    return *this;
  }
  void print() {
    mlir::OpBuilder &builder = evaluator.builder();
    llvm::SmallVector<mlir::Attribute> styles(values.size(), tile::TextStyleAttr::get(evaluator.context(), tile::TextStyle::python));
    llvm::SmallVector<llvm::StringRef> pieceTexts(pieces.begin(), pieces.end()), specTexts(specs.begin(), specs.end());
    mlir::Value text = tile::FormatOp::create(builder, evaluator.location(), tile::TextType::get(evaluator.context()), values, builder.getStrArrayAttr(pieceTexts),
                                              builder.getStrArrayAttr(specTexts), builder.getArrayAttr(styles), builder.getDenseI64ArrayAttr(unsignedValues),
                                              builder.getDenseI64ArrayAttr({}));
    tile::PrintOp::create(builder, evaluator.location(), text);
  }

private:
  Evaluator &evaluator;
  std::vector<std::string> pieces = {""}, specs;
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<int64_t> unsignedValues;
};
} // namespace

static Line beginLine(Evaluator &evaluator) {
  Emitter emitter = emitterHere(evaluator);
  Line line(evaluator);
  line.text("pid (");
  for (int64_t axis = 0; axis < 3; ++axis) {
    if (axis)
      line.text(", ");
    line.value(emitter.create<tile::ProgramIdOp>(axis), "");
  }
  line.text(")");
  return line;
}

/// Prints one scalar at `index`, which has one entry an axis of `shape`.
static void printElement(Evaluator &evaluator, const std::string &prefix, mlir::Value element, DType type, llvm::ArrayRef<mlir::Value> index, llvm::ArrayRef<int64_t> shape,
                         bool hexadecimal) {
  Emitter emitter = emitterHere(evaluator);
  Line line = beginLine(evaluator);
  line.text(" idx (");
  for (auto [axis, position] : llvm::enumerate(index)) {
    if (axis)
      line.text(", ");
    line.value(position, std::to_string(std::to_string(shape[axis]).size()) + "d");
  }
  line.text(")" + prefix);
  if (numerics::isFloat(type)) {
    DType wide = type == DType::float64 ? type : DType::float32;
    line.value(emitter.cast(element, type, wide), ".6f");
  } else if (hexadecimal) {
    line.text("0x");
    DType bits = numerics::getBitWidth(type) == 64 ? DType::uint64 : DType::uint32;
    line.value(emitter.cast(element, type, bits), "0" + std::to_string(std::max(1u, numerics::getBitWidth(type) / 4)) + "x", /*isUnsigned=*/true);
  } else {
    bool isUnsigned = numerics::isUnsigned(type);
    if (type == DType::boolean)
      element = emitter.cast(element, type, DType::int32);
    line.value(element, "d", isUnsigned);
  }
  line.text("\n").print();
}

static void printBlock(Evaluator &evaluator, const std::string &prefix, TritonTensor *tensor, mlir::Value value, bool hexadecimal) {
  llvm::ArrayRef<int64_t> shape = tensor->shape();
  if (shape.empty())
    return printElement(evaluator, prefix, value, tensor->dtype, {}, {}, hexadecimal);
  Emitter emitter = emitterHere(evaluator);
  int64_t count = countElements(shape);
  mlir::Value flat = emitter.reshape(value, {count});
  auto loop = emitter.create<mlir::scf::ForOp>(emitter.constantInt(0, DType::int32), emitter.constantInt(count, DType::int32), emitter.constantInt(1, DType::int32));
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  emitter.builder.setInsertionPointToStart(loop.getBody());
  mlir::Value position = loop.getInductionVar();
  llvm::SmallVector<mlir::Value> index;
  int64_t below = count;
  for (int64_t extent : shape) {
    below /= extent;
    mlir::Value along = emitter.binary(Binary::truncDivide, position, emitter.constantInt(below, DType::int32), DType::int32);
    index.push_back(emitter.binary(Binary::truncRemainder, along, emitter.constantInt(extent, DType::int32), DType::int32));
  }
  mlir::Value element = emitter.create<tile::SliceValueOp>(getElementType(evaluator.context(), tensor->dtype), flat, mlir::ValueRange(position),
                                                           llvm::ArrayRef<int64_t>{mlir::ShapedType::kDynamic}, llvm::ArrayRef<int64_t>{1}, llvm::ArrayRef<int64_t>(),
                                                           llvm::ArrayRef<int64_t>{0});
  printElement(evaluator, prefix, element, tensor->dtype, index, shape, hexadecimal);
}

Value frontend::printInKernel(Evaluator &evaluator, const std::string &given, llvm::ArrayRef<Value> values, bool hexadecimal) {
  std::string prefix = given;
  if (values.empty()) {
    beginLine(evaluator).text(" " + prefix + "\n").print();
    return evaluator.none();
  }
  // Triton's own care for the look: " x: ".
  if (llvm::StringRef(prefix).ends_with(" "))
    prefix.pop_back();
  if (!llvm::StringRef(prefix).ends_with(":"))
    prefix += ":";
  prefix = (prefix.size() > 1 && prefix[0] != ' ' ? " " : "") + prefix + " ";
  for (auto [number, item] : llvm::enumerate(values)) {
    TritonTensor *tensor = toTritonTensor(evaluator, item, "tl.device_print");
    mlir::Value value = tensor ? useHere(evaluator, tensor) : nullptr;
    if (!value)
      return nullptr;
    printBlock(evaluator, values.size() > 1 ? prefix + "(operand " + std::to_string(number) + ") " : prefix, tensor, value, hexadecimal);
  }
  return evaluator.none();
}

Value frontend::assertInKernel(Evaluator &evaluator, Value condition, Value message, Value mask) {
  TritonTensor *tensor = toTritonTensor(evaluator, condition, "tl.device_assert");
  if (!tensor)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Value holds = fitTriton(evaluator, tensor, DType::boolean, tensor->shape());
  if (holds && !isNone(mask)) {
    TritonTensor *where = toTritonTensor(evaluator, mask, "mask");
    mlir::Value test = where ? fitTriton(evaluator, where, DType::boolean, tensor->shape()) : mlir::Value();
    holds = test ? emitter.binary(Binary::bitOr, holds, emitter.unary(Unary::bitNot, test, DType::boolean), DType::boolean) : mlir::Value();
  }
  if (!holds)
    return nullptr;
  llvm::SmallVector<int64_t> axes;
  for (size_t axis = 0; axis < tensor->shape().size(); ++axis)
    axes.push_back(axis);
  holds = emitter.reduce(tile::Reduction::andi, holds, axes, false);
  auto *text = dyn_cast<StrObject>(message);
  if (!text && !isNone(message))
    return evaluator.raise(DiagnosticId::typeError, "the message of `tl.device_assert` is a `" + message->typeName(evaluator) + "`, not a string known while compiling");
  mlir::OpBuilder &builder = emitter.builder;
  auto none = builder.getDenseI64ArrayAttr({});
  mlir::Value shown;
  if (text && !text->value.empty())
    shown = emitter.create<tile::FormatOp>(tile::TextType::get(evaluator.context()), mlir::ValueRange(), builder.getStrArrayAttr({text->value}), builder.getStrArrayAttr({}),
                                           builder.getArrayAttr({}), none, none);
  emitter.create<tile::AssertOp>(holds, shown);
  return evaluator.none();
}

//===-- the table ---------------------------------------------------------------------------------------------===//

static Value devicePrintHandler(Call &call) {
  std::optional<std::string> prefix = call.evaluator.toString(call["prefix"], "prefix");
  std::optional<bool> hexadecimal = prefix ? call.evaluator.truth(call["hex"]) : std::nullopt;
  return hexadecimal ? printInKernel(call.evaluator, *prefix, cast<TupleObject>(call["args"])->items, *hexadecimal) : nullptr;
}
static Value deviceAssertHandler(Call &call) { return assertInKernel(call.evaluator, call["cond"], call["msg"], call["mask"]); }

static Value inlineAsmHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> text = evaluator.toString(call["asm"], "asm"), constraints = text ? evaluator.toString(call["constraints"], "constraints") : std::nullopt;
  std::optional<std::vector<Value>> arguments = constraints ? evaluator.toVector(call["args"]) : std::nullopt;
  std::optional<bool> isPure = arguments ? evaluator.truth(call["is_pure"]) : std::nullopt;
  std::optional<int64_t> pack = isPure ? evaluator.toInt(call["pack"], "pack") : std::nullopt;
  if (!pack)
    return nullptr;
  llvm::SmallVector<TritonTensor *> tensors;
  for (Value item : *arguments) {
    tensors.push_back(toTritonTensor(evaluator, item, "tl.inline_asm_elementwise"));
    if (!tensors.back())
      return nullptr;
  }
  std::optional<Shape> shape = broadcastTriton(evaluator, tensors, "tl.inline_asm_elementwise");
  llvm::SmallVector<mlir::Value> inputs;
  for (TritonTensor *tensor : tensors) {
    inputs.push_back(shape ? fitTriton(evaluator, tensor, tensor->dtype, *shape) : mlir::Value());
    if (!inputs.back())
      return nullptr;
  }
  int64_t elements = shape ? countElements(*shape) : 0;
  if (*pack < 1 || (shape && !shape->empty() && elements % *pack != 0))
    return evaluator.raise(DiagnosticId::valueError, "number of input elements " + std::to_string(elements) + " must be a multiple of the op's packed_element attribute, " +
                                                         std::to_string(*pack));
  bool isTuple = isa<SequenceObject>(call["dtype"]);
  std::vector<Value> given = {call["dtype"]};
  if (isTuple)
    given = cast<SequenceObject>(call["dtype"])->items;
  llvm::SmallVector<DType> types;
  llvm::SmallVector<mlir::Type> results;
  for (Value item : given) {
    std::optional<DType> type = toDType(evaluator, item, "dtype", DType::int32, false);
    if (!type || !shape)
      return nullptr;
    types.push_back(*type);
    results.push_back(getArrayType(evaluator.context(), *shape, *type));
  }
  auto op = emitterHere(evaluator).create<tile::InlineAsmOp>(results, *text, *constraints, *pack, *isPure, inputs);
  std::vector<Value> outputs;
  for (auto [value, type] : llvm::zip(op.getOutputs(), types))
    outputs.push_back(wrapTriton(evaluator, value, type));
  return isTuple ? Value(evaluator.tuple(std::move(outputs))) : outputs.front();
}

/// A register that PTX reads; the interpreter has none and refuses it by name.
template <int which> static Value specialRegister(Call &call) {
  static const std::pair<const char *, DType> registers[] = {{"mov.u64 $0, %globaltimer;", DType::int64}, {"mov.u32 $0, %smid;", DType::int32}};
  auto [text, type] = registers[which];
  mlir::Type result = getElementType(call.evaluator.context(), type);
  auto op = emitterHere(call.evaluator).create<tile::InlineAsmOp>(mlir::TypeRange(result), text, which == 0 ? "=l" : "=r", 1, /*is_pure=*/false, mlir::ValueRange());
  return wrapTriton(call.evaluator, op.getOutputs().front(), type);
}
/// `num_warps` of the launch, which is 4 unless given, times a factor; known while compiling.
template <int64_t factor> static Value warpsHandler(Call &call) {
  const TritonGrid &grid = call.evaluator.state<TritonGrid>();
  if (!grid.grid)
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` is called outside a kernel");
  return call.evaluator.integer(factor * grid.warps);
}
static Value expectZeroHandler(Call &call) {
  TritonTensor *x = toTritonTensor(call.evaluator, call["x"], "tl.expect_zero");
  Value isZero = x ? tritonCompare(call.evaluator, Compare::eq, x, call.evaluator.integer(0), "tl.expect_zero") : nullptr;
  TritonTensor *mask = isZero ? toTritonTensor(call.evaluator, call["mask"], "tl.expect_zero") : nullptr;
  Value holds = mask ? tritonBinary(call.evaluator, Binary::bitOr, isZero, mask, "tl.expect_zero") : nullptr;
  return holds && assertInKernel(call.evaluator, holds, call.evaluator.string("`tl.expect_zero`: an element is not 0 where the mask is false"), call.evaluator.none()) ? x : nullptr;
}

#define TESSERA_ENTRY(name, signature, summary, handler) {"triton.language", name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_ENTRY("device_print", "(prefix, *args, hex=False)", "Prints from a kernel, a line for each element, when it runs; `print` in a kernel is this.", devicePrintHandler),
    TESSERA_ENTRY("device_assert", "(cond, msg='', mask=None)", "Fails the run where a condition does not hold; `assert` in a kernel is this. Always checked here.",
                  deviceAssertHandler),
    TESSERA_ENTRY("expect_zero", "(x, mask)", "The value itself; fails the run unless it is 0 where the mask is false.", expectZeroHandler),
    TESSERA_ENTRY("inline_asm_elementwise", "(asm, constraints, args, dtype, is_pure, pack)", "PTX applied to each element; the interpreter runs what stays in registers.",
                  inlineAsmHandler),
    {"triton.language.extra.cuda", "gdc_wait", EntryKind::function, "()", "Waits for the launch before (programmatic dependent launch); launches are in order anyway.",
     [](Call &call) -> Value { return call.evaluator.none(); }},
    {"triton.language.extra.cuda", "gdc_launch_dependents", EntryKind::function, "()", "Lets the next launch begin; launches are in order anyway.",
     [](Call &call) -> Value { return call.evaluator.none(); }},
    {"triton.language.extra.cuda", "globaltimer", EntryKind::function, "()", "The device's clock in nanoseconds; only a device that runs PTX has one.", specialRegister<0>},
    {"triton.language.extra.cuda", "smid", EntryKind::function, "()", "The multiprocessor's number; only a device that runs PTX has one.", specialRegister<1>},
    {"triton.language.extra.cuda", "num_warps", EntryKind::function, "()", "How many warps a program has: the launch's `num_warps`.", warpsHandler<1>},
    {"triton.language.extra.cuda", "num_threads", EntryKind::function, "()", "How many threads a program has: 32 a warp.", warpsHandler<32>},
};

void library::registerTritonDebug(LibraryTable &table) { table.add({}, entries); }
