// SPDX-License-Identifier: Apache-2.0
// `arith` and `math`: each operation is one of numerics' loops over the whole array; a scalar is an array of one.
#include "compiler/interpreter/Decoder.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/Elementwise.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::BinaryFunction;
using numerics::BinaryOp;
using numerics::DType;
using numerics::UnaryFunction;
using numerics::UnaryOp;

static std::optional<UnaryOp> getUnary(StringRef name) {
  return llvm::StringSwitch<std::optional<UnaryOp>>(name)
      .Case("arith.negf", UnaryOp::negf)
      .Case("math.absf", UnaryOp::absf)
      .Case("math.sqrt", UnaryOp::sqrt)
      .Case("math.rsqrt", UnaryOp::rsqrt)
      .Case("math.ceil", UnaryOp::ceil)
      .Case("math.floor", UnaryOp::floor)
      .Case("math.trunc", UnaryOp::trunc)
      .Case("math.round", UnaryOp::round)
      .Case("math.roundeven", UnaryOp::roundeven)
      .Case("math.acos", UnaryOp::acos)
      .Case("math.acosh", UnaryOp::acosh)
      .Case("math.asin", UnaryOp::asin)
      .Case("math.asinh", UnaryOp::asinh)
      .Case("math.atan", UnaryOp::atan)
      .Case("math.atanh", UnaryOp::atanh)
      .Case("math.cbrt", UnaryOp::cbrt)
      .Case("math.cos", UnaryOp::cos)
      .Case("math.cosh", UnaryOp::cosh)
      .Case("math.sin", UnaryOp::sin)
      .Case("math.sinh", UnaryOp::sinh)
      .Case("math.tan", UnaryOp::tan)
      .Case("math.tanh", UnaryOp::tanh)
      .Case("math.erf", UnaryOp::erf)
      .Case("math.erfc", UnaryOp::erfc)
      .Case("math.exp", UnaryOp::exp)
      .Case("math.exp2", UnaryOp::exp2)
      .Case("math.expm1", UnaryOp::expm1)
      .Case("math.log", UnaryOp::log)
      .Case("math.log10", UnaryOp::log10)
      .Case("math.log1p", UnaryOp::log1p)
      .Case("math.log2", UnaryOp::log2)
      .Case("math.isfinite", UnaryOp::isfinite)
      .Case("math.isinf", UnaryOp::isinf)
      .Case("math.isnan", UnaryOp::isnan)
      .Case("math.isnormal", UnaryOp::isnormal)
      .Case("math.absi", UnaryOp::absi)
      .Case("math.ctlz", UnaryOp::ctlz)
      .Case("math.cttz", UnaryOp::cttz)
      .Case("math.ctpop", UnaryOp::ctpop)
      .Default(std::nullopt);
}

std::optional<BinaryOp> tessera::interpreter::getBinaryOp(StringRef name) {
  return llvm::StringSwitch<std::optional<BinaryOp>>(name)
      .Case("arith.addf", BinaryOp::addf)
      .Case("arith.subf", BinaryOp::subf)
      .Case("arith.mulf", BinaryOp::mulf)
      .Case("arith.divf", BinaryOp::divf)
      .Case("arith.remf", BinaryOp::remf)
      .Case("arith.maximumf", BinaryOp::maximumf)
      .Case("arith.minimumf", BinaryOp::minimumf)
      .Case("arith.maxnumf", BinaryOp::maxnumf)
      .Case("arith.minnumf", BinaryOp::minnumf)
      .Case("math.atan2", BinaryOp::atan2)
      .Case("math.copysign", BinaryOp::copysign)
      .Case("math.powf", BinaryOp::powf)
      .Case("arith.addi", BinaryOp::addi)
      .Case("arith.subi", BinaryOp::subi)
      .Case("arith.muli", BinaryOp::muli)
      .Case("arith.divsi", BinaryOp::divsi)
      .Case("arith.divui", BinaryOp::divui)
      .Case("arith.remsi", BinaryOp::remsi)
      .Case("arith.remui", BinaryOp::remui)
      .Case("arith.ceildivsi", BinaryOp::ceildivsi)
      .Case("arith.ceildivui", BinaryOp::ceildivui)
      .Case("arith.floordivsi", BinaryOp::floordivsi)
      .Case("arith.andi", BinaryOp::andi)
      .Case("arith.ori", BinaryOp::ori)
      .Case("arith.xori", BinaryOp::xori)
      .Case("arith.shli", BinaryOp::shli)
      .Case("arith.shrsi", BinaryOp::shrsi)
      .Case("arith.shrui", BinaryOp::shrui)
      .Case("arith.maxsi", BinaryOp::maxsi)
      .Case("arith.minsi", BinaryOp::minsi)
      .Case("arith.maxui", BinaryOp::maxui)
      .Case("arith.minui", BinaryOp::minui)
      .Case("math.ipowi", BinaryOp::ipowi)
      .Default(std::nullopt);
}

static_assert(static_cast<int>(arith::CmpIPredicate::eq) == static_cast<int>(numerics::IntCompare::eq) &&
                  static_cast<int>(arith::CmpIPredicate::slt) == static_cast<int>(numerics::IntCompare::slt) &&
                  static_cast<int>(arith::CmpIPredicate::uge) == static_cast<int>(numerics::IntCompare::uge),
              "one order of integer comparisons");
static_assert(static_cast<int>(arith::CmpFPredicate::OEQ) == static_cast<int>(numerics::FloatCompare::oeq) &&
                  static_cast<int>(arith::CmpFPredicate::ORD) == static_cast<int>(numerics::FloatCompare::ord) &&
                  static_cast<int>(arith::CmpFPredicate::UEQ) == static_cast<int>(numerics::FloatCompare::ueq) &&
                  static_cast<int>(arith::CmpFPredicate::UNO) == static_cast<int>(numerics::FloatCompare::uno),
              "one order of float comparisons");

/// A step that applies `function` to whole arrays, in the memory of a dying operand where that fits.
static std::function<void(Frame &)> makeStep(BinaryFunction function, Operand a, Operand b, Operand out) {
  return [=](Frame &frame) {
    const uint8_t *x = frame.at(a), *y = frame.at(b);
    if (uint8_t *to = frame.defineOver(out, a, b))
      function(x, y, to, out.count);
  };
}

static std::function<void(Frame &)> makeStep(UnaryFunction function, Operand in, Operand out) {
  return [=](Frame &frame) {
    const uint8_t *x = frame.at(in);
    if (uint8_t *to = frame.defineOver(out, in))
      function(x, to, out.count);
  };
}

numerics::Buffer *tessera::interpreter::makeConstant(Pool &pool, Attribute value, const Operand &shape, uint64_t &scalar) {
  unsigned size = numerics::getByteSize(shape.type);
  auto encode = [&](Attribute element) {
    uint64_t bits = 0;
    if (auto integer = dyn_cast<IntegerAttr>(element)) {
      int64_t wide = shape.type == DType::boolean ? integer.getValue().getZExtValue() : integer.getValue().getSExtValue();
      numerics::convertElements(DType::int64, &wide, shape.type, &bits, 1);
    } else if (auto number = dyn_cast<FloatAttr>(element)) {
      bits = number.getValue().bitcastToAPInt().getZExtValue();
    }
    return bits;
  };
  if (shape.isScalar) {
    scalar = encode(value);
    return nullptr;
  }
  numerics::Buffer *buffer = pool.allocate(shape.bytes);
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!buffer)
    return nullptr;
  if (isa<IntegerAttr, FloatAttr>(value)) { // one for all lanes
    uint64_t bits = encode(value);
    numerics::fillElements(buffer->data(), &bits, size, shape.count);
  } else if (!dense) {
    auto resource = dyn_cast<DenseResourceElementsAttr>(value);
    AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
    if (blob && blob->getData().size() >= shape.bytes)
      std::memcpy(buffer->data(), blob->getData().data(), shape.bytes);
    else
      numerics::fillUninitialized(shape.type, buffer->data(), shape.count);
  } else if (dense.isSplat() && shape.count > 0) {
    uint64_t bits = encode(dense.getSplatValue<Attribute>());
    numerics::fillElements(buffer->data(), &bits, size, shape.count);
  } else if (numerics::getBitWidth(shape.type) < 8) {
    uint8_t *out = buffer->data();
    for (const APInt &element : dense.getValues<APInt>())
      *out++ = static_cast<uint8_t>(shape.type == DType::boolean ? element.getZExtValue() : element.getSExtValue());
  } else {
    std::memcpy(buffer->data(), dense.getRawData().data(), std::min<size_t>(shape.bytes, dense.getRawData().size()));
  }
  return buffer;
}

/// In code that runs often a constant is made once, and every frame begins with it.
void Decoder::decodeConstant(arith::ConstantOp constant) {
  Operand out = get(constant.getResult());
  Attribute value = constant.getValue();
  if (isRepeated || out.isScalar || lanes) {
    uint64_t scalar = 0;
    numerics::Buffer *buffer = makeConstant(run.pool, value, out, scalar);
    if (!buffer && !out.isScalar) {
      failForMemory(run, constant.getLoc(), out);
      failed = true;
      return;
    }
    presets.insert(constant.getResult());
    code.presets.push_back({out.slot, scalar, numerics::BufferRef::adopt(buffer)});
    return;
  }
  emit(constant, [=](Frame &frame) {
    // Asking for the memory first gives the message; its buffer is then the one that is filled.
    if (!frame.define(out))
      return;
    frame.release(out.slot);
    uint64_t scalar = 0;
    frame.adopt(out, numerics::BufferRef::adopt(makeConstant(frame.run.pool, value, out, scalar)));
  });
}

void Decoder::decodeSelect(arith::SelectOp select) {
  Operand condition = get(select.getCondition(), select), yes = get(select.getTrueValue(), select), no = get(select.getFalseValue(), select);
  Operand out = get(select.getResult());
  unsigned size = numerics::getByteSize(out.type);
  if (condition.isScalar && !out.isScalar) {
    emit(select, [=](Frame &frame) { frame.share(out.slot, *frame.at(condition) ? yes.slot : no.slot); });
    return;
  }
  emit(select, [=](Frame &frame) {
    const uint8_t *test = frame.at(condition), *a = frame.at(yes), *b = frame.at(no);
    if (uint8_t *to = frame.defineOver(out, yes, no))
      numerics::select(test, a, b, to, size, out.count);
  });
}

/// The dtype of the same width that reads integers as unsigned.
static DType asUnsigned(DType type) {
  if (!numerics::isSigned(type))
    return type;
  return static_cast<DType>(static_cast<int>(type) + static_cast<int>(DType::uint8) - static_cast<int>(DType::int8));
}

void Decoder::decodeCast(Operation *op, bool fromUnsigned, bool toUnsigned) {
  Operand in = get(op->getOperand(0), op), out = get(op->getResult(0));
  DType from = fromUnsigned ? asUnsigned(in.type) : in.type, to = toUnsigned ? asUnsigned(out.type) : out.type;
  // A one-bit integer is 0 or 1 to `tile.cast`; to `arith.extsi` and its like, a 1 is -1.
  bool negate = isa<arith::ExtSIOp, arith::SIToFPOp, arith::IndexCastOp>(op) && in.type == DType::boolean && out.type != DType::boolean;
  bool truncates = isa<arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op) && out.type == DType::boolean;
  std::optional<UnaryFunction> negation;
  if (negate && numerics::isFloat(out.type))
    negation = UnaryFunction::get(UnaryOp::negf, out.type);
  emit(op, [=](Frame &frame) {
    const uint8_t *x = frame.at(in);
    uint8_t *y = frame.defineOver(out, in);
    if (!y)
      return;
    if (truncates) { // keeps the lowest bit
      unsigned size = numerics::getByteSize(in.type);
      for (int64_t i = 0; i < out.count; ++i)
        y[i] = x[i * size] & 1;
      return;
    }
    numerics::convertElements(from, x, to, y, out.count);
    if (negation) {
      (*negation)(y, y, out.count);
    } else if (negate) {
      std::vector<uint8_t> zeros(out.bytes, 0);
      BinaryFunction::get(BinaryOp::subi, out.type)(zeros.data(), y, y, out.count);
    }
  });
}

/// Sum with carry, and both halves of a product.
void Decoder::decodeExtended(Operation *op) {
  Operand a = get(op->getOperand(0)), b = get(op->getOperand(1)), low = get(op->getResult(0)), high = get(op->getResult(1));
  bool isSum = isa<arith::AddUIExtendedOp>(op);
  BinaryFunction first = BinaryFunction::get(isSum ? BinaryOp::addi : BinaryOp::muli, a.type);
  BinaryFunction second = isSum ? BinaryFunction::get(numerics::IntCompare::ult, a.type)
                                : BinaryFunction::get(isa<arith::MulSIExtendedOp>(op) ? BinaryOp::mulhsi : BinaryOp::mulhui, a.type);
  if (numerics::getBitWidth(a.type) < 8)
    return refuse(op, "its integers are narrower than a byte");
  emit(op, [=](Frame &frame) {
    const uint8_t *x = frame.at(a), *y = frame.at(b);
    uint8_t *sum = frame.define(low), *rest = sum ? frame.define(high) : nullptr;
    if (!rest)
      return;
    first(x, y, sum, low.count);
    second(isSum ? sum : x, y, rest, low.count); // a sum below an addend has carried
  });
}

void Decoder::decodeClamp(math::ClampFOp clamp) {
  Operand x = get(clamp.getValue(), clamp), low = get(clamp.getMin()), high = get(clamp.getMax()), out = get(clamp.getResult());
  BinaryFunction max = BinaryFunction::get(BinaryOp::maximumf, x.type), min = BinaryFunction::get(BinaryOp::minimumf, x.type);
  emit(clamp, [=](Frame &frame) {
    const uint8_t *value = frame.at(x);
    if (uint8_t *to = frame.defineOver(out, x)) {
      max(value, frame.at(low), to, out.count);
      min(to, frame.at(high), to, out.count);
    }
  });
}

/// PTX is text to the interpreter: whoever runs it knows what the instructions do.
void Decoder::decodeInlineAsm(tile::InlineAsmOp op) {
  SmallVector<Operand> inputs = getAll(op.getInputs()), outputs = getAll(op.getOutputs());
  emit(op, [=](Frame &frame) {
    InlineAssembly *assembly = frame.run.options.inlineAssembly;
    if (!assembly) {
      frame.fail(DiagnosticId::notSupported, "inline PTX runs in `tessera run`, which has the PTX emulator; this build has none")
          .note("write what the instructions do with `tl` functions");
      return;
    }
    SmallVector<const uint8_t *> from;
    SmallVector<uint8_t *> to;
    for (const Operand &input : inputs)
      from.push_back(frame.at(input));
    for (const Operand &output : outputs)
      to.push_back(frame.define(output));
    int64_t count = outputs.empty() ? inputs.empty() ? 1 : inputs.front().count : outputs.front().count;
    if (!llvm::is_contained(to, nullptr) && mlir::failed(assembly->run(op, from, to, count, frame.run.options, frame.run.sink)))
      frame.run.stopped = true;
  });
}

PieceFunction Decoder::getElementwisePiece(Operation *op) {
  using Inputs = const uint8_t *const *;
  StringRef name = op->getName().getStringRef();
  DType out = toDType(op->getResult(0).getType());
  auto withTwo = [](BinaryFunction function) -> PieceFunction {
    if (!function)
      return nullptr;
    return [=](Inputs in, uint8_t *to, int64_t, int64_t count) { function(in[0], in[1], to, count); };
  };
  if (std::optional<BinaryOp> binary = getBinaryOp(name))
    return withTwo(BinaryFunction::get(*binary, out));
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return withTwo(BinaryFunction::get(static_cast<numerics::IntCompare>(compare.getPredicate()),
                                       toDType(compare.getLhs().getType())));
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return withTwo(BinaryFunction::get(static_cast<numerics::FloatCompare>(compare.getPredicate()),
                                       toDType(compare.getLhs().getType())));
  if (std::optional<UnaryOp> unary = getUnary(name)) {
    UnaryFunction function = UnaryFunction::get(*unary, toDType(op->getOperand(0).getType()));
    return function ? [=](Inputs in, uint8_t *to, int64_t, int64_t count) { function(in[0], to, count); }
                    : PieceFunction();
  }
  if (isa<arith::SelectOp>(op))
    return [size = numerics::getByteSize(out)](Inputs in, uint8_t *to, int64_t, int64_t count) {
      numerics::select(in[0], in[1], in[2], to, size, count);
    };
  if (auto cast = dyn_cast<tile::CastOp>(op)) {
    DType from = toDType(cast.getInput().getType());
    from = cast.getFromUnsigned() ? asUnsigned(from) : from;
    out = cast.getToUnsigned() ? asUnsigned(out) : out;
    return
        [=](Inputs in, uint8_t *to, int64_t, int64_t count) { numerics::convertElements(from, in[0], out, to, count); };
  }
  return nullptr;
}

bool Decoder::decodeElementwise(Operation *op) {
  if (auto assembly = dyn_cast<tile::InlineAsmOp>(op)) {
    decodeInlineAsm(assembly);
    return true;
  }
  if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) && !isa<tile::CastOp>(op))
    return false;
  StringRef name = op->getName().getStringRef();
  auto apply = [&](auto function, auto... operands) {
    if (!function)
      return refuse(op, "there is no such function of `" + std::string(numerics::getName(get(op->getOperand(0)).type)) + "`");
    emit(op, makeStep(function, operands..., get(op->getResult(0))));
  };
  if (std::optional<BinaryOp> binary = getBinaryOp(name)) {
    Operand a = get(op->getOperand(0), op), b = get(op->getOperand(1), op);
    apply(BinaryFunction::get(*binary, a.type), a, b);
  } else if (std::optional<UnaryOp> unary = getUnary(name)) {
    Operand in = get(op->getOperand(0), op);
    apply(UnaryFunction::get(*unary, in.type), in);
  } else if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    Operand a = get(compare.getLhs(), op), b = get(compare.getRhs(), op);
    apply(BinaryFunction::get(static_cast<numerics::IntCompare>(compare.getPredicate()), a.type), a, b);
  } else if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    Operand a = get(compare.getLhs(), op), b = get(compare.getRhs(), op);
    apply(BinaryFunction::get(static_cast<numerics::FloatCompare>(compare.getPredicate()), a.type), a, b);
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    decodeConstant(constant);
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    decodeSelect(select);
  } else if (auto cast = dyn_cast<tile::CastOp>(op)) {
    decodeCast(op, cast.getFromUnsigned(), cast.getToUnsigned());
  } else if (isa<arith::ExtUIOp, arith::UIToFPOp, arith::IndexCastUIOp>(op)) {
    decodeCast(op, true, false);
  } else if (isa<arith::FPToUIOp>(op)) {
    decodeCast(op, false, true);
  } else if (isa<arith::ExtSIOp, arith::SIToFPOp, arith::FPToSIOp, arith::TruncIOp, arith::ExtFOp, arith::TruncFOp, arith::IndexCastOp>(op)) {
    decodeCast(op, false, false);
  } else if (isa<arith::AddUIExtendedOp, arith::MulSIExtendedOp, arith::MulUIExtendedOp>(op)) {
    decodeExtended(op);
  } else if (auto clamp = dyn_cast<math::ClampFOp>(op)) {
    decodeClamp(clamp);
  } else if (isa<math::FmaOp>(op)) {
    Operand a = get(op->getOperand(0)), b = get(op->getOperand(1)), c = get(op->getOperand(2), op), out = get(op->getResult(0));
    emit(op, [=](Frame &frame) {
      const uint8_t *x = frame.at(a), *y = frame.at(b), *z = frame.at(c);
      if (uint8_t *to = frame.defineOver(out, c))
        numerics::fusedMultiplyAdd(out.type, x, y, z, to, out.count);
    });
  } else if (isa<math::FPowIOp>(op)) {
    Operand base = get(op->getOperand(0)), exponent = get(op->getOperand(1)), out = get(op->getResult(0));
    BinaryFunction power = BinaryFunction::get(BinaryOp::powf, base.type);
    emit(op, [=](Frame &frame) {
      if (uint8_t *to = frame.define(out)) {
        numerics::convertElements(exponent.type, frame.at(exponent), out.type, to, out.count);
        power(frame.at(base), to, to, out.count);
      }
    });
  } else if (isa<math::SincosOp>(op)) {
    Operand in = get(op->getOperand(0)), sine = get(op->getResult(0)), cosine = get(op->getResult(1));
    UnaryFunction sin = UnaryFunction::get(UnaryOp::sin, in.type), cos = UnaryFunction::get(UnaryOp::cos, in.type);
    emit(op, [=](Frame &frame) {
      uint8_t *s = frame.define(sine), *c = s ? frame.define(cosine) : nullptr;
      if (c) {
        sin(frame.at(in), s, sine.count);
        cos(frame.at(in), c, cosine.count);
      }
    });
  } else if (isa<arith::BitcastOp>(op)) {
    return false; // an array's business: no element changes
  } else {
    return false;
  }
  return true;
}
