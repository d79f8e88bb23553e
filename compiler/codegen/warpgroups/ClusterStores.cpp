// SPDX-License-Identifier: Apache-2.0
// Asynchronous stores into another block's shared memory (st.async): each counts its bytes on the barrier at the same place there, on which one thread has
// announced all of them with the operation's one arrival.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/LayoutFacts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

/// `add.u32`, ..; empty where red.async has no such form.
static std::string getAsyncReduction(tilegpu::CopyReduction reduction, Type type) {
  using Kind = tilegpu::CopyReduction;
  if (!type.isInteger(32) && !(type.isInteger(64) && reduction == Kind::add))
    return "";
  switch (reduction) {
  case Kind::add:
    return "add.u" + std::to_string(type.getIntOrFloatBitWidth());
  case Kind::min:
    return "min.s32";
  case Kind::max:
    return "max.s32";
  case Kind::umin:
    return "min.u32";
  case Kind::umax:
    return "max.u32";
  case Kind::inc:
    return "inc.u32";
  case Kind::dec:
    return "dec.u32";
  case Kind::andi:
    return "and.b32";
  case Kind::ori:
    return "or.b32";
  case Kind::xori:
    return "xor.b32";
  }
  return "";
}

LogicalResult TeamCode::visitStoreCluster(tilegpu::StoreClusterOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getValue().getType());
  View view = getView(op.getTarget());
  auto cluster = getClusterRefOf(op.getTarget());
  if (!type || !view.isRemote || !cluster)
    return d.fail(op, "stores to no buffer of another block, or no array, which has no code");
  LinearLayout layout = tilegpu::getLayout(type);
  Placement placement{layout, {}, {}};
  for (int64_t axis : view.axes) {
    placement.axes.push_back(axis);
    placement.steps.push_back(1);
  }
  // As many neighbours as make a word: the unit of st.async; red.async takes elements.
  int64_t perWord = std::max<int64_t>(1, 4 / view.elementBytes);
  std::string name;
  if (op.getReduction()) {
    name = getAsyncReduction(*op.getReduction(), view.element);
    if (name.empty())
      return d.fail(op, "with this reduction of these elements has no instruction");
  }
  bool isLastAxis = !placement.axes.empty() && placement.axes.back() == view.rank() - 1;
  if (perWord > 1 && (op.getReduction() || !isLastAxis || layout::getContiguousElements(layout, layout.rank() - 1) < perWord))
    return d.fail(op, "of elements narrower than 32 bits that are not neighbours in a thread's registers has no code");
  SmallVector<Value> indices;
  for (Value index : cluster.getIndices())
    indices.push_back(d.getScalar(index));
  const Barrier &barrier = barriers.find(op.getBarrier())->second;
  Value target = mapToRank(getBarrierAddress(barrier, d.getScalar(op.getIndex())), getRank(cluster.getAxes(), indices));
  int64_t bytes = type.getNumElements() * view.elementBytes;
  issue({}, [&] { emit({}, "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [$0], $1;", "r,n", {target, constant(bytes)}); });
  layout::Copies copies = layout::getCopies(layout);
  Value writer = d.getWriterPredicate(type);
  SmallVector<int32_t> starts;
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); reg += static_cast<int32_t>(perWord))
    if (!(reg & copies.registers))
      starts.push_back(reg);
  bool isWide = view.elementBytes == 8;
  std::string action = op.getReduction() ? "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes." + name
                                         : std::string("st.async.shared::cluster.mbarrier::complete_tx::bytes.") + (isWide ? "b64" : "b32");
  for (auto [start, place] : llvm::zip(starts, getPlaces(view, placement, starts))) {
    ArrayRef<Value> parts = ArrayRef<Value>(d.get(op.getValue())).slice(start, perWord);
    Value word = isWide ? parts.front() : packWord(parts);
    if (isWide && isa<FloatType>(word.getType()))
      word = arith::BitcastOp::create(builder, loc(), builder.getI64Type(), word);
    Value predicate = writer ? writer : d.constant(builder.getI1Type(), 1);
    emit({}, "@$0 " + action + " [$1+" + std::to_string(place.bytes) + "], $2, [$3];", isWide ? "b,r,l,r" : "b,r,r,r", {predicate, place.address, word, target});
  }
  return success();
}
