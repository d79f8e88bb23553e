// SPDX-License-Identifier: Apache-2.0
// Loads that go to shared memory while the thread goes on (cp.async): each thread asks for the groups of neighbours that it would hold. What the mask leaves out is
// written as zeros: the instruction is told to read nothing of it. Groups of fewer than 4 bytes have no such instruction and pass through registers.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/LayoutFacts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

/// Starts of the groups that this thread copies: none that another register holds too.
static SmallVector<int32_t> getStarts(const LinearLayout &layout, int64_t vector) {
  int32_t copies = layout::getCopies(layout).registers;
  SmallVector<int32_t> starts;
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); reg += static_cast<int32_t>(vector))
    if (!(reg & copies))
      starts.push_back(reg);
  return starts;
}

/// One group each: from a pointer and a number of bytes behind it, to a place in the target.
void TeamCode::copyGroups(Value target, Type array, Value mask, ArrayRef<int32_t> starts, ArrayRef<Value> pointers, int64_t vector) {
  View view = getView(target);
  Placement placement;
  placement.layout = tilegpu::getLayout(array);
  placement.axes.assign(view.axes.begin(), view.axes.end());
  placement.steps.assign(view.axes.size(), 1);
  int64_t bytes = vector * view.elementBytes;
  Value writer = d.getWriterPredicate(array);
  auto getMask = [&](int32_t reg) { return !mask ? Value() : isa<RankedTensorType>(mask.getType()) ? d.get(mask)[reg] : d.getScalar(mask); };
  SmallVector<Place> places = getPlaces(view, placement, starts);
  if (bytes >= 4) {
    std::string size = std::to_string(bytes), cache = bytes == 16 ? "cg" : "ca";
    for (auto [reg, pointer, place] : llvm::zip(starts, pointers, places)) {
      std::string text = "cp.async." + cache + ".shared.global [$0+" + std::to_string(place.bytes) + "], [$1], " + size;
      std::string constraints = "r,l";
      SmallVector<Value> operands = {place.address, pointer};
      if (Value own = getMask(reg)) {
        operands.push_back(arith::SelectOp::create(builder, loc(), own, constant(bytes), constant(0)));
        text += ", $2";
        constraints += ",r";
      }
      if (writer) {
        text = "@$" + std::to_string(operands.size()) + " " + text;
        constraints += ",b";
        operands.push_back(writer);
      }
      emit({}, text + ";", constraints, operands);
    }
    return;
  }
  // All are read before the first is written.
  std::string word = bytes == 2 ? "b16" : "b8";
  SmallVector<Value> words;
  Value always = d.constant(builder.getI1Type(), 1);
  for (auto [reg, pointer] : llvm::zip(starts, pointers)) {
    Value own = getMask(reg);
    words.push_back(emit(builder.getI16Type(), "mov.b16 $0, 0;\n@$2 ld.global." + word + " $0, [$1];", "=&h,l,b", {pointer, own ? own : always}));
  }
  for (auto [value, place] : llvm::zip(words, places))
    emit({}, "@$2 st.shared." + word + " [$0+" + std::to_string(place.bytes) + "], $1;", "r,h,b", {place.address, value, writer ? writer : always});
}

void TeamCode::visitLoadAsync(tilegpu::LoadAsyncOp op) {
  LinearLayout layout = op.getLayout().getLayout();
  View array = getView(op.getRef());
  for (auto [axis, offset] : llvm::enumerate(op.getOffsets())) {
    Value value = d.getScalar(offset);
    if (!matchPattern(value, m_Zero()))
      array.offsets[array.axes[axis]] = add(array.offsets[array.axes[axis]], value);
  }
  Placement placement;
  placement.layout = layout;
  for (int64_t axis : op.getAxes()) {
    placement.axes.push_back(array.axes[axis]);
    placement.steps.push_back(op.getStrides().empty() ? 1 : op.getStrides()[axis]);
  }
  auto vector = static_cast<int64_t>(op.getVector());
  SmallVector<int32_t> starts = getStarts(layout, vector);
  SmallVector<Value> pointers;
  for (const Place &place : getPlaces(array, placement, starts))
    pointers.push_back(toPointer(array, place));
  copyGroups(op.getTarget(), tilegpu::getTensorType(array.element, layout), op.getMask(), starts, pointers, vector);
}

void TeamCode::visitGatherAsync(tilegpu::GatherAsyncOp op) {
  tilegpu::RefType ref = op.getRef().getType();
  LinearLayout layout = tilegpu::getLayout(op.getIndices().front().getType());
  auto vector = static_cast<int64_t>(op.getVector());
  SmallVector<int32_t> starts = getStarts(layout, vector);
  View array = getView(op.getRef());
  Type i64 = builder.getI64Type();
  SmallVector<Value> pointers;
  for (int32_t reg : starts) {
    Value element;
    for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
      Value index = d.get(op.getIndices()[axis])[reg];
      if (index.getType() != i64)
        index = arith::ExtSIOp::create(builder, loc(), i64, index);
      element = add(element, mul(index, ref.getStride(axis)));
    }
    pointers.push_back(element ? d.addOffset(array.base, element, ref.getElementType()) : array.base);
  }
  copyGroups(op.getTarget(), tilegpu::getTensorType(ref.getElementType(), layout), op.getMask(), starts, pointers, vector);
}
