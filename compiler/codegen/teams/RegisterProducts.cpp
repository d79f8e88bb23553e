// SPDX-License-Identifier: Apache-2.0
// mma.sync: products of tiles of 16 rows, 8 columns and 32 bytes of K, all in registers. Each warp multiplies what it holds: the layouts say that the rows of `a`
// and the columns of `b` are those of the sum.
#include "compiler/codegen/teams/TeamCode.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

namespace {
/// Which register holds an element, for lane 0 of warp 0; the other threads' elements follow by the same bits everywhere.
class Held {
public:
  explicit Held(const LinearLayout &layout) {
    for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); ++reg) {
      layout::Basis at = layout.apply(reg);
      registers.try_emplace({at[0], at[1]}, reg);
    }
  }
  std::optional<int32_t> find(int32_t row, int32_t column) const {
    auto found = registers.find({row, column});
    return found == registers.end() ? std::nullopt : std::optional<int32_t>(found->second);
  }

private:
  std::map<std::pair<int32_t, int32_t>, int32_t> registers;
};
} // namespace

/// Whether the lanes hold `layout` by these bases, and the warps what `sum`'s do along `axis` and nothing along the other (-1: along both).
static bool areThreadsRight(const LinearLayout &layout, const int32_t (&lanes)[5][2], const LinearLayout &sum, int axis) {
  ArrayRef<layout::Basis> ownLanes = layout.bases(layout::laneDim), ownWarps = layout.bases(layout::warpDim), warps = sum.bases(layout::warpDim);
  if (layout.rank() != 2 || ownLanes.size() != 5 || ownWarps.size() != warps.size())
    return false;
  for (size_t bit = 0; bit < 5; ++bit)
    if (ownLanes[bit][0] != lanes[bit][0] || ownLanes[bit][1] != lanes[bit][1])
      return false;
  for (size_t bit = 0; bit < warps.size(); ++bit)
    for (int one : {0, 1})
      if (ownWarps[bit][one] != (axis < 0 || axis == one ? warps[bit][one] : 0))
        return false;
  return true;
}

static const char *getTypeName(Type type) {
  if (type.isF32())
    return "tf32";
  if (type.isF16())
    return "f16";
  if (type.isBF16())
    return "bf16";
  if (type.isInteger(8))
    return "s8";
  if (isa<Float8E4M3FNType>(type))
    return "e4m3";
  return isa<Float8E5M2Type>(type) ? "e5m2" : nullptr;
}

Value TeamCode::packWord(ArrayRef<Value> parts) {
  Value vector = parts.front();
  if (parts.size() > 1) {
    vector = LLVM::PoisonOp::create(builder, loc(), VectorType::get({static_cast<int64_t>(parts.size())}, parts.front().getType()));
    for (auto [i, part] : llvm::enumerate(parts))
      vector = LLVM::InsertElementOp::create(builder, loc(), vector, part,
                                             LLVM::ConstantOp::create(builder, loc(), builder.getI32IntegerAttr(static_cast<int32_t>(i))));
  }
  return vector.getType() == i32() ? vector : Value(LLVM::BitcastOp::create(builder, loc(), i32(), vector));
}

LogicalResult TeamCode::visitMma(tilegpu::MmaOp op) {
  LinearLayout a = tilegpu::getLayout(op.getA().getType()), b = tilegpu::getLayout(op.getB().getType()), sum = tilegpu::getLayout(op.getType());
  Type left = tilegpu::getElementType(op.getA().getType()), right = tilegpu::getElementType(op.getB().getType()), type = tilegpu::getElementType(op.getType());
  int32_t bytes = static_cast<int32_t>(left.getIntOrFloatBitWidth() / 8);
  bool isInteger = left.isInteger(8);
  if (!getTypeName(left) || !getTypeName(right) || right.getIntOrFloatBitWidth() != left.getIntOrFloatBitWidth() ||
      !(isInteger ? type.isInteger(32) : type.isF32()))
    return d.fail(op, "of these element types has no code");
  int32_t packed = 4 / bytes;
  const int32_t lanesOfA[5][2] = {{0, packed}, {0, 2 * packed}, {1, 0}, {2, 0}, {4, 0}};
  const int32_t lanesOfB[5][2] = {{packed, 0}, {2 * packed, 0}, {0, 1}, {0, 2}, {0, 4}};
  const int32_t lanesOfSum[5][2] = {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}};
  if (!areThreadsRight(a, lanesOfA, sum, 0) || !areThreadsRight(b, lanesOfB, sum, 1) || !areThreadsRight(sum, lanesOfSum, sum, -1))
    return d.fail(op, "has operands in other layouts than mma's");
  Held inA(a), inB(b), inSum(sum);
  int64_t steps = tilegpu::getShape(op.getA().getType())[1] * bytes / 32;
  std::string name = "mma.sync.aligned.m16n8k" + std::to_string(32 / bytes) + ".row.col." + (isInteger ? "s32." : "f32.") + getTypeName(left) + "." +
                     getTypeName(right) + (isInteger ? ".s32" : ".f32");
  std::string word = isInteger ? "r" : "f";
  std::string text = name + " {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};";
  std::string constraints = "=" + word + ",=" + word + ",=" + word + ",=" + word + ",r,r,r,r,r,r,0,1,2,3";
  Type result = LLVM::LLVMStructType::getLiteral(builder.getContext(), SmallVector<Type>(4, type));
  Registers values = d.get(op.getAccumulator());
  auto gather = [&](const Held &held, Value tensor, int32_t row, int32_t column, bool alongRows) -> Value {
    SmallVector<Value> parts;
    for (int32_t i = 0; i < packed; ++i) {
      std::optional<int32_t> reg = held.find(row + (alongRows ? i : 0), column + (alongRows ? 0 : i));
      if (!reg)
        return {};
      parts.push_back(d.get(tensor)[*reg]);
    }
    return packWord(parts);
  };
  for (int32_t reg = 0; reg < sum.inputSize(layout::registerDim); ++reg) {
    layout::Basis at = sum.apply(reg);
    if (at[0] % 16 || at[1] % 8)
      continue;
    int32_t own[4];
    for (int32_t i = 0; i < 4; ++i) {
      std::optional<int32_t> found = inSum.find(at[0] + 8 * (i / 2), at[1] + i % 2);
      if (!found)
        return d.fail(op, "has operands in other layouts than mma's");
      own[i] = *found;
    }
    for (int32_t step = 0; step < steps; ++step) {
      SmallVector<Value> operands;
      for (int32_t j = 0; j < 4; ++j)
        operands.push_back(gather(inA, op.getA(), at[0] + 8 * (j % 2), (step * 32 + 16 * (j / 2)) / bytes, false));
      for (int32_t j = 0; j < 2; ++j)
        operands.push_back(gather(inB, op.getB(), (step * 32 + 16 * j) / bytes, at[1], true));
      if (llvm::is_contained(operands, Value()))
        return d.fail(op, "has operands in other layouts than mma's");
      for (int32_t i = 0; i < 4; ++i)
        operands.push_back(values[own[i]]);
      Value all = LLVM::InlineAsmOp::create(builder, loc(), result, operands, text, constraints, /*has_side_effects=*/false, false, LLVM::TailCallKind::None,
                                            LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr())
                      .getResult(0);
      for (int32_t i = 0; i < 4; ++i)
        values[own[i]] = LLVM::ExtractValueOp::create(builder, loc(), all, i);
    }
  }
  d.set(op, std::move(values));
  return success();
}
