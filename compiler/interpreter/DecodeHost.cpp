// SPDX-License-Identifier: Apache-2.0
// What only the host program does: random numbers, text, checks, launches; and a kernel's questions about its place in
// the grid.
#include "compiler/interpreter/Decoder.h"
#include "compiler/interpreter/Launch.h"
#include "compiler/interpreter/TextFormat.h"
#include "compiler/tile/ir/BlockPadding.h"
#include "compiler/tile/ir/FileWrites.h"
#include "shared/numerics/ArrayText.h"
#include "shared/numerics/Comparison.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/FormatSpec.h"
#include "shared/numerics/Random.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::DType;
using numerics::ThreefryKey;

uint32_t Decoder::getText(Value value) {
  auto [found, isNew] = textSlots.try_emplace(value, code.textCount);
  code.textCount += isNew;
  return found->second;
}

//===-- random numbers ----------------------------------------------------------------------------------------===//

static ThreefryKey readKey(const uint8_t *keys, int64_t index) {
  uint32_t words[2];
  std::memcpy(words, keys + index * 8, 8);
  return {words[0], words[1]};
}

static void writeKey(uint8_t *keys, int64_t index, ThreefryKey key) {
  uint32_t words[2] = {key.high, key.low};
  std::memcpy(keys + index * 8, words, 8);
}

/// The elements [begin, end) of `out`. Philox draws 32-bit words; other dtypes are converted from them.
static void drawPhilox(tile::Distribution distribution, double low, double high, ThreefryKey key, DType type, uint8_t *out, int64_t begin, int64_t end) {
  constexpr int64_t pieceSize = 256;
  uint32_t words[pieceSize];
  float numbers[pieceSize];
  for (; begin < end; begin += pieceSize) {
    int64_t n = std::min(pieceSize, end - begin);
    uint64_t offset = uint64_t(key.low) + static_cast<uint64_t>(begin);
    uint8_t *to = out + begin * numerics::getByteSize(type);
    if (distribution == tile::Distribution::bits) {
      numerics::philoxBits(key.high, offset, words, n);
      numerics::convertElements(DType::uint32, words, type, to, n);
      continue;
    }
    if (distribution == tile::Distribution::uniform) {
      numerics::philoxUniform(key.high, offset, numbers, n);
      for (int64_t i = 0; i < n; ++i)
        numbers[i] = numbers[i] * static_cast<float>(high - low) + static_cast<float>(low);
    } else {
      numerics::philoxNormal(key.high, offset, numbers, n);
    }
    numerics::convertElements(DType::float32, numbers, type, to, n);
  }
}

/// `count` numbers from one key.
static void draw(const RunOptions &options, tile::Generator generator, tile::Distribution distribution, double low, double high, ThreefryKey key,
                 DType type, uint8_t *out, int64_t count) {
  if (generator == tile::Generator::threefry) {
    if (distribution == tile::Distribution::bits)
      return numerics::threefryBits(key, numerics::getByteSize(type) * 8, 0, out, count);
    if (distribution == tile::Distribution::uniform)
      return numerics::threefryUniform(key, type, low, high, 0, out, count);
    return numerics::threefryNormal(key, type, 0, out, count);
  }
  // Each element follows from the key and its place alone.
  constexpr int64_t worthAThread = 1 << 16;
  auto drawPiece = [&](int64_t begin, int64_t end) { drawPhilox(distribution, low, high, key, type, out, begin, end); };
  if (options.shareWork)
    options.shareWork(count, worthAThread, drawPiece);
  else
    drawPiece(0, count);
}

void Decoder::decodeRandom(tile::RandomOp op) {
  Operand key = get(op.getKey()), out = get(op.getResult());
  int64_t batches = key.count / 2, each = batches ? out.count / batches : 0;
  tile::Generator generator = op.getGenerator();
  tile::Distribution distribution = op.getDistribution();
  double low = op.getLow().convertToDouble(), high = op.getHigh().convertToDouble();
  if (distribution == tile::Distribution::bits && numerics::getBitWidth(out.type) < 8)
    return refuse(op, "random bits have at least eight an element");
  const RunOptions &options = run.options;
  emit(op, [=, &options](Frame &frame) {
    const uint8_t *keys = frame.at(key);
    uint8_t *to = frame.define(out);
    for (int64_t batch = 0; to && batch < batches; ++batch)
      draw(options, generator, distribution, low, high, readKey(keys, batch), out.type,
           to + batch * each * numerics::getByteSize(out.type), each);
  });
}

void Decoder::decodeRandomKeys(Operation *op) {
  Operand key = get(op->getOperand(0)), out = get(op->getResult(0));
  int64_t batches = key.count / 2, each = batches ? out.count / 2 / batches : 0;
  if (isa<tile::RandomSplitOp>(op)) {
    emit(op, [=](Frame &frame) {
      const uint8_t *keys = frame.at(key);
      uint8_t *to = frame.define(out);
      for (int64_t i = 0; to && i < batches * each; ++i)
        writeKey(to, i, numerics::splitKey(readKey(keys, i / each), static_cast<uint64_t>(i % each)));
    });
    return;
  }
  Operand data = get(op->getOperand(1));
  emit(op, [=](Frame &frame) {
    const uint8_t *keys = frame.at(key);
    uint32_t folded = static_cast<uint32_t>(frame.readInt(data));
    uint8_t *to = frame.define(out);
    for (int64_t i = 0; to && i < batches; ++i)
      writeKey(to, i, numerics::foldIn(readKey(keys, i), folded));
  });
}

//===-- text --------------------------------------------------------------------------------------------------===//

namespace {
/// One value of a `tile.format`.
struct FormatPart : TextPart {
  Operand value;
  uint32_t text = 0;
  bool isText = false;
};
} // namespace

static std::optional<std::string> format(Frame &frame, const FormatPart &part, std::string &error) {
  if (!part.isText)
    return formatArray(frame.toArray(part.value, part.isUnsigned || part.isKey), part, error);
  if (part.spec.empty() || part.spec == "!r" || part.spec == "!w")
    return frame.texts[part.text];
  numerics::FormatValue value;
  value.kind = numerics::FormatValue::Kind::text;
  value.text = frame.texts[part.text];
  return numerics::formatValue(value, part.spec, error);
}

void Decoder::decodeFormat(tile::FormatOp op) {
  std::vector<std::string> pieces;
  for (Attribute piece : op.getPieces())
    pieces.push_back(cast<StringAttr>(piece).str());
  std::vector<FormatPart> parts;
  for (auto [index, value] : llvm::enumerate(op.getValues())) {
    FormatPart part;
    part.isText = isa<tile::TextType>(value.getType());
    if (part.isText)
      part.text = getText(value);
    else
      part.value = get(value);
    part.spec = cast<StringAttr>(op.getSpecs()[index]).str();
    part.style = cast<tile::TextStyleAttr>(op.getStyles()[index]).getValue();
    part.isUnsigned = llvm::is_contained(op.getUnsignedValues(), static_cast<int64_t>(index));
    part.isKey = llvm::is_contained(op.getKeyValues(), static_cast<int64_t>(index)) && !part.value.shape.empty();
    parts.push_back(std::move(part));
  }
  uint32_t out = getText(op.getResult());
  emit(op, [=](Frame &frame) {
    std::string text = pieces[0], error;
    for (size_t i = 0; i < parts.size(); ++i) {
      std::optional<std::string> piece = format(frame, parts[i], error);
      if (!piece) {
        frame.fail(DiagnosticId::valueError, error);
        return;
      }
      text += *piece + pieces[i + 1];
    }
    frame.texts[out] = std::move(text);
  });
}

//===-- checks ------------------------------------------------------------------------------------------------===//

void Decoder::decodeCheckClose(tile::CheckCloseOp op) {
  Operand actual = get(op.getActual()), desired = get(op.getDesired());
  numerics::Tolerance tolerance{op.getRtol().convertToDouble(), op.getAtol().convertToDouble(), op.getEqualNan()};
  std::string header = op.getHeader().str(), note = op.getMessage().str();
  bool isUnsigned = op.getUnsignedValues();
  emit(op, [=](Frame &frame) {
    numerics::Comparison comparison = numerics::compareClose(
        frame.toArray(actual, isUnsigned), frame.toArray(desired, isUnsigned), tolerance, header, note);
    CheckRecord record;
    record.range = toRange(frame.currentOp()->getLoc());
    record.passed = comparison.passed;
    record.message = comparison.message;
    record.elements = comparison.elements;
    record.mismatched = comparison.mismatched;
    record.maxAbsolute = comparison.maxAbsolute;
    record.maxRelative = comparison.maxRelative;
    frame.run.result.checks.push_back(std::move(record));
    if (!comparison.passed)
      frame.fail(DiagnosticId::checkFailed, comparison.message);
  });
}

void Decoder::decodeAssert(tile::AssertOp op) {
  Operand condition = get(op.getCondition());
  std::optional<uint32_t> message;
  if (op.getMessage())
    message = getText(op.getMessage());
  emit(op, [=](Frame &frame) {
    CheckRecord record;
    record.range = toRange(frame.currentOp()->getLoc());
    record.passed = *frame.at(condition) & 1;
    record.elements = 1;
    if (!record.passed) {
      record.mismatched = 1;
      record.message = message ? frame.texts[*message] : std::string("the assertion does not hold");
      frame.fail(DiagnosticId::assertionFailed, record.message);
    }
    frame.run.result.checks.push_back(std::move(record));
  });
}

/// NaNs of any bits are equal: which NaN an operation gives is the machine's business.
static bool isSameElement(DType type, const uint8_t *x, const uint8_t *y, unsigned size) {
  if (std::memcmp(x, y, size) == 0)
    return true;
  if (!numerics::isFloat(type))
    return false;
  double numbers[2];
  numerics::convertElements(type, x, DType::float64, &numbers[0], 1);
  numerics::convertElements(type, y, DType::float64, &numbers[1], 1);
  return numbers[0] != numbers[0] && numbers[1] != numbers[1];
}

/// Empty when the arrays are equal; else the first elements that differ, `3` and `4`, with where they are.
static std::optional<std::pair<std::string, std::string>> findChange(const numerics::Array &expected,
                                                                     const numerics::Array &seen) {
  unsigned size = numerics::getByteSize(seen.dtype());
  for (int64_t i = 0; i < seen.size(); ++i) {
    const uint8_t *x = expected.bytes() + i * size, *y = seen.bytes() + i * size;
    if (isSameElement(seen.dtype(), x, y, size))
      continue;
    auto textOf = [&](const uint8_t *element) {
      numerics::Array one(seen.dtype(), {});
      std::memcpy(one.mutableBytes(), element, size);
      return numerics::toItemText(one) + (seen.rank() ? " at element " + std::to_string(i) : "");
    };
    return std::pair(textOf(x), textOf(y));
  }
  return std::nullopt;
}

void Decoder::decodeGuard(tile::GuardOp op) {
  Operand value = get(op.getValue());
  TypedAttr expected = op.getExpected();
  // A stranger's artifact may say anything here.
  if (!isa<IntegerAttr, FloatAttr, DenseElementsAttr>(expected) || expected.getType() != op.getValue().getType())
    return refuse(op, "what it expects is no value of its operand's type");
  std::string what = op.getWhat().empty() ? "a value" : "`" + op.getWhat().str() + "`";
  emit(op, [=](Frame &frame) {
    numerics::Array seen = frame.toArray(value),
                    compiled(value.type, std::vector<int64_t>(value.shape.begin(), value.shape.end()));
    uint64_t scalar = 0;
    numerics::BufferRef buffer = numerics::BufferRef::adopt(makeConstant(frame.run.pool, expected, value, scalar));
    if (!buffer && !value.isScalar) {
      frame.fail(DiagnosticId::memoryLimit,
                 "there is no memory to compare " + what + " with what it was when the program was compiled");
      return;
    }
    std::memcpy(compiled.mutableBytes(), buffer ? buffer->data() : reinterpret_cast<const uint8_t *>(&scalar),
                value.bytes);
    if (buffer)
      frame.run.pool.recycle(std::move(buffer));
    if (std::optional<std::pair<std::string, std::string>> change = findChange(compiled, seen))
      frame
          .fail(DiagnosticId::checkFailed, "this program took another turn on this device: " + what + " was " +
                                               change->first + " when it was compiled, now it is " + change->second)
          .note("Python decided on that value, so what follows does not hold for this one; compile the program where "
                "it runs");
  });
}

//===-- launches ----------------------------------------------------------------------------------------------===//

/// The kernel's or index map's code, decoded on its first use.
template <typename Decode> static const Code *getCode(Run &run, Operation *op, Decode decode) {
  std::unique_ptr<Code> &code = run.codes[op];
  if (code)
    return code.get();
  auto fresh = std::make_unique<Code>();
  Decoder decoder(*fresh, run, /*isRepeated=*/true);
  if (mlir::failed(decode(decoder)))
    return nullptr;
  // Decoding one code may decode others, which moves the map's entries.
  std::unique_ptr<Code> &entry = run.codes[op];
  entry = std::move(fresh);
  return entry.get();
}

/// Whether an index map takes an integer a grid axis and then Refs, the kernel's first arguments.
static bool takesGridAndRefs(func::FuncOp map, tile::KernelOp kernel, size_t gridRank) {
  ArrayRef<Type> types = map.getArgumentTypes();
  if (types.size() < gridRank || types.size() - gridRank > kernel.getNumArguments())
    return false;
  for (auto [index, type] : llvm::enumerate(types))
    if (index < gridRank ? !type.isInteger()
                         : type != kernel.getArgumentTypes()[index - gridRank] || !isa<tile::RefType>(type))
      return false;
  return true;
}

void Decoder::decodeLaunch(tile::LaunchOp op) {
  auto plan = std::make_shared<LaunchPlan>();
  plan->op = op;
  plan->kernel = SymbolTable::lookupNearestSymbolFrom<tile::KernelOp>(op, op.getKernelAttr());
  if (!plan->kernel)
    return refuse(op, "`" + op.getKernel().str() + "` is not a kernel");
  plan->grid.assign(op.getGrid().begin(), op.getGrid().end());
  plan->firstAxisFastest = plan->kernel.getSource() == "triton";
  for (int64_t extent : plan->grid)
    if (extent <= 0 || __builtin_mul_overflow(plan->programs, extent, &plan->programs))
      return refuse(op, "the grid has too many programs");
  plan->inputs = getAll(op.getInputs());
  plan->outputs = getAll(op.getOutputs());
  bool onDevice = run.options.device && !run.options.comparesDevice;
  if (!onDevice)
    plan->code = getCode(run, plan->kernel, [&](Decoder &decoder) { return decoder.decodeKernel(plan->kernel); });
  if (!onDevice && !plan->code) {
    failed = true;
    return;
  }
  size_t input = 0, output = 0;
  uint32_t refIndex = 0;
  for (auto [index, type] : llvm::enumerate(plan->kernel.getArgumentTypes())) {
    LaunchArgument argument;
    argument.access = plan->kernel.getAccess(index);
    argument.ref = dyn_cast<tile::RefType>(type);
    argument.refIndex = argument.ref ? refIndex++ : 0;
    argument.block = plan->kernel.getBlock(index);
    argument.padding = tile::getPadding(plan->kernel, index);
    if (argument.block && !argument.padding.empty() && argument.padding.size() != 2 * argument.block.getShape().size())
      return refuse(op, "the padding of `" + plan->kernel.getArgumentName(index) + "` has not two entries an axis");
    bool reads = argument.access == tile::Access::read || argument.access == tile::Access::readwrite;
    bool writes = argument.access == tile::Access::write || argument.access == tile::Access::readwrite;
    if ((reads && input >= plan->inputs.size()) || (writes && output >= plan->outputs.size()))
      return refuse(op, "its operands do not fit the kernel's arguments");
    if (reads)
      argument.input = plan->inputs[input++];
    if (writes)
      argument.output = plan->outputs[output++];
    if (argument.block && argument.block.getIndexMap() && !onDevice) {
      argument.indexMapFunction = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, argument.block.getIndexMap());
      if (!argument.indexMapFunction || !takesGridAndRefs(argument.indexMapFunction, plan->kernel, plan->grid.size()) ||
          argument.indexMapFunction.getNumResults() != argument.block.getShape().size())
        return refuse(op, "the index map of `" + plan->kernel.getArgumentName(index) +
                              "` does not take the grid's indices to the array's");
      argument.indexMap = getCode(run, argument.indexMapFunction,
                                  [&](Decoder &decoder) { return decoder.decodeFunction(argument.indexMapFunction); });
      if (!argument.indexMap) {
        failed = true;
        return;
      }
    }
    plan->arguments.push_back(argument);
  }
  emit(op, [plan](Frame &frame) { runLaunch(frame, *plan); });
}

bool Decoder::decodeHost(Operation *op) {
  if (auto random = dyn_cast<tile::RandomOp>(op)) {
    decodeRandom(random);
  } else if (isa<tile::RandomSplitOp, tile::RandomFoldInOp>(op)) {
    decodeRandomKeys(op);
  } else if (auto format = dyn_cast<tile::FormatOp>(op)) {
    decodeFormat(format);
  } else if (auto print = dyn_cast<tile::PrintOp>(op)) {
    uint32_t text = getText(print.getText());
    emit(op, [=](Frame &frame) {
      if (frame.run.isQuiet)
        return;
      frame.run.result.output += frame.texts[text];
      if (frame.run.options.onOutput)
        frame.run.options.onOutput(frame.texts[text]);
    });
  } else if (auto file = dyn_cast<tile::WriteFileOp>(op)) {
    uint32_t text = getText(file.getText());
    std::string path = file.getPath().str();
    bool replaces = op->hasAttr(tile::replacesFileName), removes = op->hasAttr(tile::removesFileName);
    emit(op, [=](Frame &frame) {
      if (replaces || removes)
        frame.run.result.files.erase(path);
      if (!removes)
        frame.run.result.files[path] += frame.texts[text];
    });
  } else if (auto kernelText = dyn_cast<tile::KernelTextOp>(op)) {
    uint32_t out = getText(kernelText.getResult());
    std::string kernel = kernelText.getKernel().str(), stage = kernelText.getStage().str();
    emit(op, [=](Frame &frame) {
      if (frame.run.options.kernelText)
        frame.texts[out] = frame.run.options.kernelText(kernel, stage);
      else
        frame.fail(DiagnosticId::noCodeGenerator, "this run has no `" + stage + "` of `" + kernel + "` to show");
    });
  } else if (auto check = dyn_cast<tile::CheckCloseOp>(op)) {
    decodeCheckClose(check);
  } else if (auto assertion = dyn_cast<tile::AssertOp>(op)) {
    decodeAssert(assertion);
  } else if (auto guard = dyn_cast<tile::GuardOp>(op)) {
    decodeGuard(guard);
  } else if (auto launch = dyn_cast<tile::LaunchOp>(op)) {
    decodeLaunch(launch);
  } else if (auto id = dyn_cast<tile::ProgramIdOp>(op)) {
    SlotIndex out = get(id.getResult()).slot;
    size_t axis = static_cast<size_t>(id.getAxis());
    emit(op, [=](Frame &frame) {
      frame.setScalar(out, axis < frame.point.size() ? static_cast<uint64_t>(frame.point[axis]) : 0);
    });
  } else if (auto count = dyn_cast<tile::NumProgramsOp>(op)) {
    SlotIndex out = get(count.getResult()).slot;
    size_t axis = static_cast<size_t>(count.getAxis());
    emit(op, [=](Frame &frame) {
      frame.setScalar(out, axis < frame.grid.size() ? static_cast<uint64_t>(frame.grid[axis]) : 1);
    });
  } else {
    return false;
  }
  return true;
}
