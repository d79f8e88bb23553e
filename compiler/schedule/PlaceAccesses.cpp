// SPDX-License-Identifier: Apache-2.0
// Places accesses of memory, and words to the host. A load with `schedule.async` and the store of what it loads are one
// asynchronous copy, which stands where the store stood.
#include "compiler/layout/LayoutFacts.h"
#include "compiler/schedule/KernelPlacer.h"
#include "compiler/tilegpu/ir/Reports.h"
#include "compiler/tilegpu/ir/UnalignedAccess.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

//===-- what accesses say -------------------------------------------------------------------------------------===//

IntegerAttr KernelPlacer::getVector(Operation *op, const LinearLayout &layout) {
  auto decided = op->getAttrOfType<IntegerAttr>(vectorName), axis = op->getAttrOfType<IntegerAttr>(contiguousAxisName);
  int64_t vector = decided ? decided.getInt() : 1;
  int64_t held = layout.rank() ? layout::getContiguousElements(layout, axis ? static_cast<size_t>(axis.getInt())
                                                                            : layout.rank() - 1)
                               : 1;
  return builder.getI64IntegerAttr(std::min(vector, held));
}
/// Hands on that pairs begin anywhere, where the layout has pairs.
template <typename OpT> static OpT markUnaligned(OpT placed, Operation *op) {
  if (tilegpu::isUnaligned(op) && placed.getVector() == tilegpu::unalignedElements)
    placed->setAttr(tilegpu::unalignedName, UnitAttr::get(placed->getContext()));
  return placed;
}
tilegpu::CacheAttr KernelPlacer::getCache() {
  return tilegpu::CacheAttr::get(builder.getContext(), tilegpu::Cache::normal);
}

template <typename OpT> SmallVector<Value> KernelPlacer::getOffsets(OpT op) {
  ArrayBuilder arrays(builder, op.getLoc());
  SmallVector<Value> offsets;
  for (int64_t axis = 0; axis < static_cast<int64_t>(op.getSizes().size()); ++axis) {
    OpFoldResult offset = op.getOffset(axis);
    if (auto value = dyn_cast<Value>(offset))
      offset = mapping.lookup(value);
    offsets.push_back(arrays.toI32(offset));
  }
  return offsets;
}

/// Strides that say something: none where all are 1.
template <typename OpT> DenseI64ArrayAttr KernelPlacer::getStrides(OpT op) {
  bool isPlain = llvm::all_of(op.getStrides(), [](int64_t stride) { return stride == 1; });
  return builder.getDenseI64ArrayAttr(isPlain ? ArrayRef<int64_t>() : op.getStrides());
}
template <typename OpT> DenseI64ArrayAttr KernelPlacer::getAxes(OpT op) {
  return builder.getDenseI64ArrayAttr(getKeptAxes(static_cast<int64_t>(op.getSizes().size()), op.getDropped()));
}

SmallVector<Value> KernelPlacer::getIndices(Operation *op, ValueRange indices, const LinearLayout &layout) {
  return llvm::map_to_vector(indices, [&](Value index) { return getOperand(op, index, layout); });
}

//===-- accesses ----------------------------------------------------------------------------------------------===//

Value KernelPlacer::placeAccess(tile::LoadOp op, const LinearLayout &layout) {
  if (op->hasAttr(asyncName))
    return Value();
  return markUnaligned(tilegpu::LoadOp::create(
                           builder, op.getLoc(), placeType(op.getType(), layout), mapping.lookup(op.getRef()),
                           getOffsets(op), getOperand(op, op.getMask(), layout), getOperand(op, op.getOther(), layout),
                           getAxes(op), getStrides(op), getVector(op, layout), getCache()),
                       op);
}

/// What is written, in the layout that was chosen for the access, else as it is held.
std::pair<Value, LinearLayout> KernelPlacer::getStored(Operation *op, Value value) {
  if (!op->hasAttr(layoutsName)) {
    Value held = getOwn(value, op);
    return {held, tilegpu::getLayout(held.getType())};
  }
  LinearLayout layout = getChosenLayout(op, 0);
  return {getOperand(op, value, layout), layout};
}

Value KernelPlacer::placeAccess(tile::StoreOp op, const LinearLayout &) {
  Operation *made = op.getValue().getDefiningOp();
  if (made && made->hasAttr(asyncName)) {
    if (auto load = dyn_cast<tile::LoadOp>(made))
      return placeCopy(load, getTarget(op), op.getLoc()), Value();
    if (auto gather = dyn_cast<tile::GatherOp>(made))
      return placeCopy(gather, getTarget(op), op.getLoc()), Value();
  }
  auto [value, layout] = getStored(op, op.getValue());
  markUnaligned(tilegpu::StoreOp::create(builder, op.getLoc(), value, mapping.lookup(op.getRef()), getOffsets(op),
                                         getOperand(op, op.getMask(), layout), getAxes(op), getStrides(op),
                                         getVector(op, layout), getCache()),
                op);
  return Value();
}

Value KernelPlacer::placeAccess(tile::GatherOp op, const LinearLayout &layout) {
  if (op->hasAttr(asyncName))
    return Value();
  return markUnaligned(
      tilegpu::GatherOp::create(builder, op.getLoc(), placeType(op.getType(), layout), mapping.lookup(op.getRef()),
                                getIndices(op, op.getIndices(), layout), getOperand(op, op.getMask(), layout),
                                getOperand(op, op.getOther(), layout), getVector(op, layout), getCache()),
      op);
}

Value KernelPlacer::placeAccess(tile::ScatterOp op, const LinearLayout &) {
  auto [value, layout] = getStored(op, op.getValue());
  markUnaligned(tilegpu::ScatterOp::create(builder, op.getLoc(), value, mapping.lookup(op.getRef()),
                                           getIndices(op, op.getIndices(), layout),
                                           getOperand(op, op.getMask(), layout), getVector(op, layout), getCache()),
                op);
  return Value();
}

Value KernelPlacer::placeAccess(tile::AtomicRmwOp op, const LinearLayout &layout) {
  auto kind = static_cast<tilegpu::Atomic>(static_cast<int>(op.getKind()));
  return tilegpu::AtomicRmwOp::create(builder, op.getLoc(), placeType(op.getType(), layout), kind,
                                      getOperand(op, op.getValue(), layout), mapping.lookup(op.getRef()),
                                      getIndices(op, op.getIndices(), layout), getOperand(op, op.getMask(), layout),
                                      op.getOrder(), op.getScope());
}

Value KernelPlacer::placeAccess(tile::AtomicCasOp op, const LinearLayout &layout) {
  return tilegpu::AtomicCasOp::create(builder, op.getLoc(), placeType(op.getType(), layout),
                                      getOperand(op, op.getCompare(), layout), getOperand(op, op.getValue(), layout),
                                      mapping.lookup(op.getRef()), getIndices(op, op.getIndices(), layout),
                                      getOperand(op, op.getMask(), layout), op.getOrder(), op.getScope());
}

Value KernelPlacer::placeAccess(tile::SelectRefOp op, const LinearLayout &) {
  SmallVector<Value> refs = llvm::map_to_vector(op.getRefs(), [&](Value ref) { return mapping.lookup(ref); });
  return tilegpu::SelectRefOp::create(builder, op.getLoc(), placeType(op.getType(), {}), mapping.lookup(op.getIndex()),
                                      refs);
}

//===-- asynchronous copies -----------------------------------------------------------------------------------===//

/// The buffer that a store of a whole buffer, or of one slot of it, writes.
Value KernelPlacer::getTarget(tile::StoreOp op) {
  Value ref = mapping.lookup(op.getRef());
  auto type = cast<tilegpu::RefType>(ref.getType());
  if (op.getDropped().empty() && op.getSizes() == type.getShape())
    return ref;
  SmallVector<int64_t> constants, shape;
  SmallVector<Value> offsets;
  ArrayBuilder arrays(builder, op.getLoc());
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    OpFoldResult offset = op.getOffset(axis);
    if (auto value = dyn_cast<Value>(offset)) {
      offsets.push_back(arrays.toI32(mapping.lookup(value)));
      constants.push_back(ShapedType::kDynamic);
    } else {
      constants.push_back(cast<IntegerAttr>(cast<Attribute>(offset)).getInt());
    }
    if (!llvm::is_contained(op.getDropped(), axis))
      shape.push_back(op.getSizes()[axis]);
  }
  return tilegpu::SubviewOp::create(builder, op.getLoc(), tilegpu::getRefTypeLike(type, shape, type.getElementType()),
                                    ref, offsets, constants, op.getSizes(), op.getDropped());
}

void KernelPlacer::placeCopy(tile::LoadOp load, Value target, Location loc) {
  LinearLayout layout = getChosenLayout(load, 0);
  tilegpu::LoadAsyncOp::create(builder, loc, mapping.lookup(load.getRef()), getOffsets(load),
                               getOperand(load, load.getMask(), layout), target, getAxes(load), getStrides(load),
                               tilegpu::LinearAttr::get(builder.getContext(), layout), getVector(load, layout),
                               getCache());
}

void KernelPlacer::placeCopy(tile::GatherOp gather, Value target, Location loc) {
  LinearLayout layout = getChosenLayout(gather, 0);
  tilegpu::GatherAsyncOp::create(
      builder, loc, mapping.lookup(gather.getRef()), getIndices(gather, gather.getIndices(), layout),
      getOperand(gather, gather.getMask(), layout), target, getVector(gather, layout), getCache());
}

//===-- words to the host -------------------------------------------------------------------------------------===//

namespace {
/// A text taken apart: piece, value, piece, .. Texts within it are part of it.
struct Words {
  SmallVector<Value> values;
  SmallVector<std::string> pieces{""};
  SmallVector<Attribute> specs, styles;
  SmallVector<Attribute> shapes; // the program's own, where padding made any larger
  SmallVector<int64_t> unsignedValues, keyValues;
  bool isPadded = false;

  /// Hands the shapes on.
  void describe(Operation *report) const {
    if (isPadded)
      report->setAttr(tilegpu::ownShapesName, ArrayAttr::get(report->getContext(), shapes));
  }

  void append(Value text) {
    auto format = text.getDefiningOp<tile::FormatOp>();
    if (!format)
      return;
    auto at = [](ArrayAttr list, size_t index) { return list && index < list.size() ? list[index] : Attribute(); };
    for (auto [index, piece] : llvm::enumerate(format.getPieces())) {
      pieces.back() += cast<StringAttr>(piece).getValue();
      if (index >= format.getValues().size())
        break;
      Value value = format.getValues()[index];
      if (isa<tile::TextType>(value.getType())) {
        append(value);
        continue;
      }
      auto number = static_cast<int64_t>(values.size());
      if (llvm::is_contained(format.getUnsignedValues(), static_cast<int64_t>(index)))
        unsignedValues.push_back(number);
      if (llvm::is_contained(format.getKeyValues(), static_cast<int64_t>(index)))
        keyValues.push_back(number);
      values.push_back(value);
      auto own = cast_or_null<DenseI64ArrayAttr>(at(format->getAttrOfType<ArrayAttr>(schedule::ownShapesName), index));
      isPadded |= own != nullptr;
      shapes.push_back(own ? own : DenseI64ArrayAttr::get(text.getContext(), tile::getShape(value.getType())));
      Attribute spec = at(format.getSpecs(), index), style = at(format.getStyles(), index);
      specs.push_back(spec ? spec : Attribute(StringAttr::get(text.getContext(), "")));
      if (style)
        styles.push_back(style);
      pieces.push_back("");
    }
  }
};
} // namespace

void KernelPlacer::placeWords(tile::PrintOp op) {
  Words words;
  words.append(op.getText());
  auto values = llvm::map_to_vector(words.values, [&](Value value) { return getOwn(value, op); });
  auto pieces = llvm::map_to_vector(words.pieces, [](const std::string &piece) { return StringRef(piece); });
  auto print = tilegpu::PrintOp::create(builder, op.getLoc(), values, builder.getStrArrayAttr(pieces),
                                        builder.getArrayAttr(words.specs), builder.getArrayAttr(words.styles),
                                        words.unsignedValues, words.keyValues);
  words.describe(print);
}

void KernelPlacer::placeWords(tile::AssertOp op) {
  Words words;
  if (op.getMessage())
    words.append(op.getMessage());
  auto values = llvm::map_to_vector(words.values, [&](Value value) { return getOwn(value, op); });
  auto pieces = llvm::map_to_vector(words.pieces, [](const std::string &piece) { return StringRef(piece); });
  ArrayAttr text = op.getMessage() ? builder.getStrArrayAttr(pieces) : builder.getArrayAttr({});
  auto assertion = tilegpu::AssertOp::create(builder, op.getLoc(), mapping.lookup(op.getCondition()), values, text,
                                             builder.getArrayAttr(words.specs), builder.getArrayAttr(words.styles),
                                             words.unsignedValues, words.keyValues);
  words.describe(assertion);
}
