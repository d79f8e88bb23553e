// SPDX-License-Identifier: Apache-2.0
// Products by multiply-adds: the thread's rows of `a` times its columns of `b`, an element of K after the other. Pieces of K of which the code is not too long are
// unrolled; a loop does the pieces.
#include "compiler/codegen/teams/ProductCode.h"
#include "compiler/layout/ProductLayouts.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

/// Multiply-adds that are written out for a piece of K. More would not run faster (a turn of the loop costs three
/// instructions), take longer to compile, and fill the instruction cache.
static constexpr int64_t mostUnrolled = 512;

/// In the sum's type; floats exactly, integers as they are read.
Value ProductCode::widen(Value value) {
  if (value.getType() == type)
    return value;
  if (isa<FloatType>(value.getType()))
    return arith::ExtFOp::create(builder, loc(), type, value);
  if (isa<FloatType>(type))
    return op.getFromUnsigned() ? Value(arith::UIToFPOp::create(builder, loc(), type, value)) : Value(arith::SIToFPOp::create(builder, loc(), type, value));
  return op.getFromUnsigned() ? Value(arith::ExtUIOp::create(builder, loc(), type, value)) : Value(arith::ExtSIOp::create(builder, loc(), type, value));
}

/// `depth` elements of K from `start` on (null: from the beginning) of each of the thread's lines, named by their places in the piece.
std::map<ProductCode::Coordinates, Value> ProductCode::loadPiece(Operand &operand, int64_t depth, Value start) {
  size_t rank = sum.rank();
  SmallVector<int64_t> shape = operand.shape;
  shape[operand.k] = depth;
  LinearLayout whole = layout::makeFmaOperand(sum, shape, operand.isRight);
  View view = operand.view;
  if (start)
    view.offsets[view.axes[operand.k]] = t.add(view.offsets[view.axes[operand.k]], start);
  // Neighbours in memory are the first registers.
  size_t inner = operand.isDepthInner ? operand.k : operand.other;
  bool isInner = view.axes[inner] == view.rank() - 1;
  int64_t most = isInner ? 16 / operand.bytes : 1, vector = 1;
  std::vector<layout::Basis> bases(whole.bases(layout::registerDim).begin(), whole.bases(layout::registerDim).end()), ordered;
  while (vector < most) {
    auto next = llvm::find(bases, [&] {
      layout::Basis basis(rank, 0);
      basis[inner] = static_cast<int32_t>(vector);
      return basis;
    }());
    if (next == bases.end())
      break;
    ordered.push_back(*next);
    bases.erase(next);
    vector *= 2;
  }
  ordered.insert(ordered.end(), bases.begin(), bases.end());
  std::vector<LinearLayout::Input> inputs = {{layout::registerDim.str(), ordered}};
  for (StringRef name : {StringRef(layout::laneDim), StringRef(layout::warpDim)})
    inputs.push_back({name.str(), std::vector<layout::Basis>(whole.bases(name).begin(), whole.bases(name).end())});
  std::vector<LinearLayout::Output> outputs(whole.outputs().begin(), whole.outputs().end());
  TeamCode::Placement placement;
  placement.layout = *LinearLayout::create(std::move(inputs), std::move(outputs));
  placement.axes.assign(view.axes.begin(), view.axes.end());
  placement.steps.assign(rank, 1);
  SmallVector<int32_t> starts;
  for (int32_t reg = 0; reg < placement.layout.inputSize(layout::registerDim); reg += static_cast<int32_t>(vector))
    starts.push_back(reg);
  std::map<Coordinates, Value> elements;
  for (auto [reg, place] : llvm::zip(starts, t.getPlaces(view, placement, starts))) {
    Value pointer = t.toPointer(view, place);
    Type loaded = vector == 1 ? operand.element : Type(VectorType::get({vector}, operand.element));
    Value group = LLVM::LoadOp::create(builder, loc(), loaded, pointer, static_cast<unsigned>(vector * operand.bytes));
    for (int32_t i = 0; i < vector; ++i) {
      layout::Basis at = placement.layout.apply(reg + i);
      Value element = vector == 1 ? group
                                  : Value(LLVM::ExtractElementOp::create(builder, loc(), group,
                                                                         LLVM::ConstantOp::create(builder, loc(), builder.getI32IntegerAttr(i))));
      if (op.getPrecision() == tilegpu::DotPrecision::tf32 && operand.element.isF32()) // as the instruction of large products reads it
        element = truncateToTf32(element);
      elements[Coordinates(at.begin(), at.end())] = widen(element);
    }
  }
  return elements;
}

void ProductCode::multiplyPiece(Operand &left, Operand &right, int64_t depth, Value start) {
  auto rows = loadPiece(left, depth, start), columns = loadPiece(right, depth, start);
  for (int32_t k = 0; k < depth; ++k)
    for (auto &[at, reg] : inSum) {
      Coordinates ofRow = at, ofColumn = at;
      ofRow[n] = k;
      ofColumn[m] = k;
      Value a = rows.find(ofRow)->second, b = columns.find(ofColumn)->second;
      if (isa<FloatType>(type))
        values[reg] = math::FmaOp::create(builder, loc(), a, b, values[reg]);
      else
        values[reg] = arith::AddIOp::create(builder, loc(), values[reg], arith::MulIOp::create(builder, loc(), a, b));
    }
}

LogicalResult ProductCode::runMultiplyAdds() {
  Operand a = makeOperand(op.getA(), false), b = makeOperand(op.getB(), true);
  if (a.isInRegisters || b.isInRegisters)
    return d.fail(op, "by multiply-adds has an operand in registers");
  int64_t each = static_cast<int64_t>(inSum.size());
  int64_t piece = std::min(depth, std::clamp<int64_t>(static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(std::max<int64_t>(1, mostUnrolled / each)))), 8, 64));
  if (piece == depth)
    return multiplyPiece(a, b, depth, Value()), success();
  auto loop = scf::ForOp::create(builder, loc(), t.constant(0), t.constant(depth), t.constant(piece), values);
  Registers results(loop.getResults().begin(), loop.getResults().end());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    values.assign(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
    multiplyPiece(a, b, piece, loop.getInductionVar());
    builder.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(builder, loc(), values);
  }
  values = std::move(results);
  return success();
}
