// SPDX-License-Identifier: Apache-2.0
// Products by mma.sync: fragments and instructions. A word is 32 bits of neighbours along K; it is named by the element of the sum's or operand's array that lane 0 of
// warp 0 has lowest in it.
#include "compiler/codegen/teams/ProductCode.h"
#include "compiler/layout/ProductLayouts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

ProductCode::ProductCode(TeamCode &team, tilegpu::DotOp op) : t(team), d(team.d), builder(team.builder), op(op) {
  sum = tilegpu::getLayout(op.getType());
  type = tilegpu::getElementType(op.getType());
  n = sum.rank() - 1;
  m = n - 1;
  Type left = op.getA().getType();
  depth = isa<RankedTensorType>(left) ? tilegpu::getShape(left).back() : tilegpu::getRefShape(left).back();
  values = d.get(op.getAccumulator());
  for (int32_t reg = 0; reg < sum.inputSize(layout::registerDim); ++reg) {
    layout::Basis at = sum.apply(reg);
    inSum.try_emplace(Coordinates(at.begin(), at.end()), reg);
  }
}

ProductCode::Operand ProductCode::makeOperand(Value value, bool isRight) {
  Operand operand;
  operand.value = value;
  operand.isRight = isRight;
  operand.k = isRight ? m : n;
  operand.other = isRight ? n : m;
  operand.isInRegisters = isa<RankedTensorType>(value.getType());
  if (operand.isInRegisters) {
    operand.shape.assign(tilegpu::getShape(value.getType()).begin(), tilegpu::getShape(value.getType()).end());
    operand.element = tilegpu::getElementType(value.getType());
  } else {
    operand.view = t.getView(value);
    ArrayRef<int64_t> shape = tilegpu::getRefShape(value.getType());
    operand.shape.assign(shape.begin(), shape.end());
    operand.element = operand.view.element;
    operand.isDepthInner = operand.view.axes[operand.k] == operand.view.rank() - 1;
  }
  operand.bytes = (operand.element.getIntOrFloatBitWidth() + 7) / 8;
  return operand;
}

LogicalResult ProductCode::run() {
  LogicalResult result = op.getInstruction() == tilegpu::DotInstruction::mma ? runMma() : runMultiplyAdds();
  if (succeeded(result))
    d.set(op, std::move(values));
  return result;
}

//===-- where fragments are -----------------------------------------------------------------------------------===//

static layout::Basis makeBasis(size_t rank, size_t axis, int64_t at) {
  layout::Basis basis(rank, 0);
  basis[axis] = static_cast<int32_t>(at);
  return basis;
}

/// The place of each fragment: a layout whose lanes are the rows of the matrices that an instruction loads and whose registers count the instructions.
bool ProductCode::preparePlaces(Operand &operand) {
  size_t rank = sum.rank();
  operand.layout = layout::makeMmaOperand(sum, operand.shape, operand.isRight, operand.bytes * 8);
  if (operand.isInRegisters) {
    if (tilegpu::getLayout(operand.value.getType()) != operand.layout)
      return false;
    for (int32_t reg = 0; reg < operand.layout.inputSize(layout::registerDim); ++reg) {
      layout::Basis at = operand.layout.apply(reg);
      operand.registers.try_emplace(Coordinates(at.begin(), at.end()), reg);
    }
    return true;
  }
  operand.isByMatrices = operand.isDepthInner || (operand.bytes == 2 && operand.view.axes[operand.other] == operand.view.rank() - 1);
  TeamCode::Placement placement;
  placement.axes.assign(operand.view.axes.begin(), operand.view.axes.end());
  placement.steps.assign(rank, 1);
  placement.layout = operand.layout;
  if (operand.isByMatrices) {
    int64_t half = 16 / operand.bytes, step = 32 / operand.bytes;
    std::vector<LinearLayout::Input> inputs = {{layout::registerDim.str(), {}}, {layout::laneDim.str(), {}}, {layout::warpDim.str(), {}}};
    for (int64_t at = step; at < operand.shape[operand.k]; at *= 2)
      inputs[0].bases.push_back(makeBasis(rank, operand.k, at));
    for (layout::Basis basis : sum.bases(layout::registerDim).drop_front(2)) {
      basis[operand.k] = 0;
      if (operand.isRight && basis == makeBasis(rank, n, 8))
        operand.isPaired = true;
      else if (llvm::any_of(basis, [](int32_t at) { return at != 0; }))
        inputs[0].bases.push_back(basis);
    }
    for (int64_t row : {1, 2, 4})
      inputs[1].bases.push_back(makeBasis(rank, operand.isDepthInner ? operand.other : operand.k, row));
    layout::Basis further = operand.isRight && !operand.isPaired ? layout::Basis(rank, 0) : makeBasis(rank, operand.other, 8);
    layout::Basis deeper = makeBasis(rank, operand.k, half);
    inputs[1].bases.push_back(operand.isRight ? deeper : further);
    inputs[1].bases.push_back(operand.isRight ? further : deeper);
    for (layout::Basis basis : sum.bases(layout::warpDim)) {
      basis[operand.k] = 0;
      inputs[2].bases.push_back(basis);
    }
    std::vector<LinearLayout::Output> outputs(operand.layout.outputs().begin(), operand.layout.outputs().end());
    placement.layout = *LinearLayout::create(std::move(inputs), std::move(outputs));
  }
  SmallVector<int32_t> registers;
  for (int32_t reg = 0; reg < placement.layout.inputSize(layout::registerDim); ++reg)
    registers.push_back(reg);
  for (auto [reg, place] : llvm::zip(registers, t.getPlaces(operand.view, placement, registers))) {
    layout::Basis at = placement.layout.apply(reg);
    operand.places.try_emplace(Coordinates(at.begin(), at.end()), place);
  }
  return true;
}

/// A word of an operand in registers, or of one that is read element by element.
Value ProductCode::getWord(Operand &operand, const Coordinates &at) {
  SmallVector<Value> parts;
  for (int64_t i = 0; i < 4 / operand.bytes; ++i) {
    Coordinates element = at;
    element[operand.k] += static_cast<int32_t>(i);
    if (operand.isInRegisters) {
      parts.push_back(d.get(operand.value)[operand.registers.find(element)->second]);
      continue;
    }
    Type stored = isa<FloatType>(operand.element) && operand.bytes == 1 ? Type(builder.getI8Type()) : operand.element;
    Value pointer = t.toPointer(operand.view, operand.places.find(element)->second);
    parts.push_back(LLVM::LoadOp::create(builder, loc(), stored, pointer, static_cast<unsigned>(operand.bytes)));
  }
  return t.packWord(parts);
}

void ProductCode::loadMatrices(Operand &operand, int64_t step, std::map<Coordinates, Value> &words) {
  int32_t half = static_cast<int32_t>(16 / operand.bytes), first = static_cast<int32_t>(step * 32 / operand.bytes);
  size_t count = operand.isRight && !operand.isPaired ? 2 : 4;
  std::string list, constraints;
  for (size_t i = 0; i < count; ++i) {
    list += (i ? ", $" : "$") + std::to_string(i);
    constraints += "=r,";
  }
  Type result = LLVM::LLVMStructType::getLiteral(builder.getContext(), SmallVector<Type>(count, t.i32()));
  for (auto &[at, place] : operand.places) {
    if (at[operand.k] != first)
      continue;
    std::string text = "ldmatrix.sync.aligned.m8n8.x" + std::to_string(count) + (operand.isDepthInner ? "" : ".trans") + ".shared.b16 {" + list + "}, [$" +
                       std::to_string(count) + "+" + std::to_string(place.bytes) + "];";
    Value all = t.emit(result, text, constraints + "r", place.address);
    for (size_t i = 0; i < count; ++i) {
      Coordinates own = at;
      // The order of the matrices: lanes 8 to 15 give the second's rows.
      bool isDeeper = operand.isRight ? i % 2 : i / 2, isFurther = operand.isRight ? i / 2 : i % 2;
      own[operand.k] += isDeeper ? half : 0;
      own[operand.other] += isFurther ? 8 : 0;
      words[own] = LLVM::ExtractValueOp::create(builder, loc(), all, static_cast<int64_t>(i));
    }
  }
}

void ProductCode::loadStep(Operand &operand, int64_t step, std::map<Coordinates, Value> &words) {
  if (operand.isByMatrices)
    return loadMatrices(operand, step, words);
  int32_t half = static_cast<int32_t>(16 / operand.bytes), first = static_cast<int32_t>(step * 32 / operand.bytes);
  for (int32_t reg = 0; reg < operand.layout.inputSize(layout::registerDim); ++reg) {
    layout::Basis at = operand.layout.apply(reg);
    if (at[operand.k] == first || at[operand.k] == first + half)
      words[Coordinates(at.begin(), at.end())] = getWord(operand, Coordinates(at.begin(), at.end()));
  }
}

//===-- instructions ------------------------------------------------------------------------------------------===//

/// To the nearest number of tf32, ties away from zero; the word keeps its place.
Value ProductCode::roundToTf32(Value word) {
  Value number = word.getType().isF32() ? word : Value(LLVM::BitcastOp::create(builder, loc(), builder.getF32Type(), word));
  return LLVM::CallIntrinsicOp::create(builder, loc(), t.i32(), builder.getStringAttr("llvm.nvvm.f2tf32.rna"), ValueRange{number}).getResult(0);
}

/// What the tensor core reads of an f32: all but its last 13 bits.
Value ProductCode::truncateToTf32(Value number) {
  Value word = LLVM::BitcastOp::create(builder, loc(), t.i32(), number);
  Value mask = LLVM::ConstantOp::create(builder, loc(), builder.getI32IntegerAttr(~0x1fff));
  return LLVM::BitcastOp::create(builder, loc(), builder.getF32Type(), LLVM::AndOp::create(builder, loc(), word, mask));
}

/// `own` names the sum's registers; `words` are four of a and two of b.
void ProductCode::emitMma(ArrayRef<Value> words, ArrayRef<int32_t> own) {
  Type element = isa<RankedTensorType>(op.getA().getType()) ? tilegpu::getElementType(op.getA().getType()) : tilegpu::getRefElementType(op.getA().getType());
  std::string name = "llvm.nvvm.mma.m16n8k" + std::to_string(256 / element.getIntOrFloatBitWidth()) + ".row.col.";
  name += element.isF16() ? "f32.f32" : element.isBF16() ? "bf16" : element.isF32() ? "tf32" : op.getFromUnsigned() ? "u8" : "s8";
  SmallVector<Value> operands;
  auto pair = VectorType::get({2}, builder.getF16Type());
  for (Value word : words)
    operands.push_back(element.isF16() ? Value(LLVM::BitcastOp::create(builder, loc(), pair, word)) : word);
  for (int32_t reg : own)
    operands.push_back(values[reg]);
  Type result = LLVM::LLVMStructType::getLiteral(builder.getContext(), SmallVector<Type>(4, type));
  Value all = LLVM::CallIntrinsicOp::create(builder, loc(), result, builder.getStringAttr(name), operands).getResult(0);
  for (auto [i, reg] : llvm::enumerate(own))
    values[reg] = LLVM::ExtractValueOp::create(builder, loc(), all, static_cast<int64_t>(i));
}

/// The tile of 16 rows and 8 columns at `at`, one step of K.
void ProductCode::multiplyTile(const Coordinates &at, int64_t step, std::map<Coordinates, Value> &left, std::map<Coordinates, Value> &right) {
  int64_t bytes = isa<RankedTensorType>(op.getA().getType()) ? tilegpu::getElementType(op.getA().getType()).getIntOrFloatBitWidth() / 8
                                                             : tilegpu::getRefElementType(op.getA().getType()).getIntOrFloatBitWidth() / 8;
  int32_t half = static_cast<int32_t>(16 / bytes), first = static_cast<int32_t>(step * 32 / bytes);
  SmallVector<Value> words;
  for (int32_t i = 0; i < 4; ++i) {
    Coordinates word = at;
    word[m] += 8 * (i % 2);
    word[n] = first + half * (i / 2);
    words.push_back(left.find(word)->second);
  }
  for (int32_t i = 0; i < 2; ++i) {
    Coordinates word = at;
    word[m] = first + half * i;
    words.push_back(right.find(word)->second);
  }
  SmallVector<int32_t> own;
  for (int32_t i = 0; i < 4; ++i) {
    Coordinates element = at;
    element[m] += 8 * (i / 2);
    element[n] += i % 2;
    own.push_back(inSum.find(element)->second);
  }
  emitMma(words, own);
}

LogicalResult ProductCode::runMma() {
  Operand a = makeOperand(op.getA(), false), b = makeOperand(op.getB(), true);
  bool isTf32 = a.element.isF32();
  if (!preparePlaces(a) || !preparePlaces(b))
    return d.fail(op, "has an operand in registers in another layout than mma's");
  SmallVector<Coordinates> tiles;
  for (auto &[at, reg] : inSum)
    if (at[m] % 16 == 0 && at[n] % 8 == 0)
      tiles.push_back(at);
  int64_t steps = depth * a.bytes / 32;
  std::map<Coordinates, Value> left[2], right[2];
  loadStep(a, 0, left[0]);
  loadStep(b, 0, right[0]);
  for (int64_t step = 0; step < steps; ++step) {
    auto &ownLeft = left[step % 2], &ownRight = right[step % 2];
    if (step + 1 < steps) {
      left[(step + 1) % 2].clear();
      right[(step + 1) % 2].clear();
      loadStep(a, step + 1, left[(step + 1) % 2]);
      loadStep(b, step + 1, right[(step + 1) % 2]);
    }
    if (!isTf32) {
      for (const Coordinates &at : tiles)
        multiplyTile(at, step, ownLeft, ownRight);
      continue;
    }
    // One product by tf32 takes the words as they are: the instruction reads 19 bits of each, as a warpgroup's does, whose operands nobody could round
    // in shared memory. For three products what rounding leaves is a number of tf32 again, all but exactly: they are almost as good as f32's.
    std::map<Coordinates, Value> smallLeft, smallRight;
    for (auto [words, smalls] : {std::pair(&ownLeft, &smallLeft), std::pair(&ownRight, &smallRight)})
      for (auto &[at, word] : *words) {
        if (op.getPrecision() != tilegpu::DotPrecision::tf32x3) {
          word = word.getType() == t.i32() ? word : Value(LLVM::BitcastOp::create(builder, loc(), t.i32(), word));
          continue;
        }
        Value high = roundToTf32(word);
        Type f32 = builder.getF32Type();
        auto asFloat = [&](Value bits) -> Value { return bits.getType().isF32() ? bits : Value(LLVM::BitcastOp::create(builder, loc(), f32, bits)); };
        (*smalls)[at] = roundToTf32(arith::SubFOp::create(builder, loc(), asFloat(word), asFloat(high)));
        word = high;
      }
    for (const Coordinates &at : tiles) {
      if (op.getPrecision() == tilegpu::DotPrecision::tf32x3) {
        multiplyTile(at, step, smallLeft, ownRight);
        multiplyTile(at, step, ownLeft, smallRight);
      }
      multiplyTile(at, step, ownLeft, ownRight);
    }
  }
  return success();
}
