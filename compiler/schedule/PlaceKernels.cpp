// SPDX-License-Identifier: Apache-2.0
// From `tile` to `tilegpu`, operation by operation, in order. No decision is made here: a tensor's layout is what
// `schedule.layouts` says, an access's width what `schedule.vector` says as far as the layout holds neighbours together, and
// an operand that stands in another layout than its operation wants goes through a `tilegpu.convert_layout`.
#include "compiler/layout/LayoutFacts.h"
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/LayoutRules.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

namespace tessera::schedule {
#define GEN_PASS_DEF_PLACEKERNELSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

static Type placeType(Type type, const LinearLayout &layout) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Type(tilegpu::getTensorType(tensor.getElementType(), layout)) : type;
}

namespace {
class KernelPlacer {
public:
  explicit KernelPlacer(tile::KernelOp source) : source(source), builder(source) {}

  void run() {
    tilegpu::KernelOp kernel = createKernel();
    builder.setInsertionPointToStart(&kernel.getBody().front());
    for (Operation &op : source.getBody().front())
      place(&op);
    int64_t scratch = 0;
    kernel.walk([&](tilegpu::ConvertLayoutOp op) { scratch = std::max(scratch, op.getScratchBytes()); });
    if (scratch)
      kernel.setSharedBytes(scratch);
    source.erase();
  }

private:
  tilegpu::KernelOp createKernel() {
    SmallVector<Type> types;
    for (Type type : source.getArgumentTypes()) {
      auto ref = dyn_cast<tile::RefType>(type);
      types.push_back(ref ? tilegpu::RefType::get(ref.getShape(), ref.getElementType()) : type);
    }
    auto order = source->getAttrOfType<DenseI64ArrayAttr>(axisOrderName);
    auto parts = source->getAttrOfType<IntegerAttr>(partsName);
    auto kernel = tilegpu::KernelOp::create(builder, source.getLoc(), source.getSymName(), builder.getFunctionType(types, {}),
                                            source.getSource(), getNumWarps(source),
                                            order ? order.asArrayRef() : ArrayRef<int64_t>({0}),
                                            source->hasAttr(linearGridName), parts ? parts.getInt() : 1);
    Block *body = &kernel.getBody().emplaceBlock();
    for (unsigned index = 0; index < types.size(); ++index) {
      mapping.map(source.getArgument(index), body->addArgument(types[index], source.getArgument(index).getLoc()));
      describeArgument(kernel, index, isa<tilegpu::RefType>(types[index]));
    }
    return kernel;
  }

  void describeArgument(tilegpu::KernelOp kernel, unsigned index, bool isRef) {
    auto access = static_cast<tilegpu::Access>(static_cast<int>(source.getAccess(index)));
    kernel.setArgAttr(index, tilegpu::KernelOp::argumentNameName, builder.getStringAttr(source.getArgumentName(index)));
    kernel.setArgAttr(index, tilegpu::KernelOp::accessName, tilegpu::AccessAttr::get(builder.getContext(), access));
    int64_t alignment = isRef ? getAlignment(source, index) : source.getDivisibility(index);
    if (isRef || alignment != 1)
      kernel.setArgAttr(index, tilegpu::KernelOp::alignmentName, builder.getI64IntegerAttr(alignment));
  }

  /// The placed value, in `layout` if it is a tensor.
  Value get(Value value, const LinearLayout &layout, Location loc) {
    Value placed = mapping.lookupOrNull(value);
    if (!placed || !isa<RankedTensorType>(placed.getType()) || tilegpu::getLayout(placed.getType()) == layout)
      return placed;
    Type type = tilegpu::getTensorType(tilegpu::getElementType(placed.getType()), layout);
    return tilegpu::ConvertLayoutOp::create(builder, loc, type, placed);
  }
  Value getOperand(Operation *op, Value operand, const LinearLayout &result) {
    if (!operand || !isa<RankedTensorType>(operand.getType()))
      return operand ? mapping.lookup(operand) : Value();
    return get(operand, getOperandLayout(op, operand, result), op->getLoc());
  }

  IntegerAttr getVector(Operation *op, const LinearLayout &layout) {
    auto decided = op->getAttrOfType<IntegerAttr>(vectorName);
    int64_t vector = decided ? decided.getInt() : 1;
    int64_t held = layout.rank() ? layout::getContiguousElements(layout, layout.rank() - 1) : 1;
    return builder.getI64IntegerAttr(std::min(vector, held));
  }
  tilegpu::CacheAttr getCache() { return tilegpu::CacheAttr::get(builder.getContext(), tilegpu::Cache::normal); }

  void place(Operation *op) {
    LinearLayout layout = op->getNumResults() ? getChosenLayout(op, 0) : LinearLayout();
    Location loc = op->getLoc();
    auto type = [&] { return placeType(op->getResult(0).getType(), layout); };
    Value result =
        llvm::TypeSwitch<Operation *, Value>(op)
            .Case([&](tile::ReturnOp) { return tilegpu::ReturnOp::create(builder, loc), Value(); })
            .Case([&](tile::ProgramIdOp id) { return tilegpu::ProgramIdOp::create(builder, loc, static_cast<int64_t>(id.getAxis())); })
            .Case([&](tile::NumProgramsOp count) {
              return tilegpu::NumProgramsOp::create(builder, loc, static_cast<int64_t>(count.getAxis()));
            })
            .Case([&](tile::IotaOp iota) -> Value { return placeIota(iota, layout); })
            .Case([&](tile::BroadcastOp broadcast) -> Value {
              Value input = getOperand(op, broadcast.getInput(), layout);
              if (!isa<RankedTensorType>(input.getType()))
                return tilegpu::SplatOp::create(builder, loc, type(), input);
              return tilegpu::BroadcastOp::create(builder, loc, type(), input, broadcast.getAxes());
            })
            .Case([&](tile::TransposeOp transpose) -> Value {
              return tilegpu::TransposeOp::create(builder, loc, type(), getOperand(op, transpose.getInput(), layout),
                                                  transpose.getPermutation());
            })
            .Case([&](tile::ReshapeOp reshape) -> Value {
              return tilegpu::ReshapeOp::create(builder, loc, type(), getOperand(op, reshape.getInput(), layout));
            })
            .Case([&](tile::CastOp cast) -> Value {
              return tilegpu::CastOp::create(builder, loc, type(), getOperand(op, cast.getInput(), layout), cast.getFromUnsigned(),
                                             cast.getToUnsigned());
            })
            .Case([&](tile::BitcastOp bitcast) -> Value {
              return tilegpu::BitcastOp::create(builder, loc, type(), getOperand(op, bitcast.getInput(), layout));
            })
            .Case([&](tile::LoadOp load) { return placeLoad(load, layout); })
            .Case([&](tile::StoreOp store) { return placeStore(store), Value(); })
            .Case([&](tile::GatherOp gather) -> Value {
              return tilegpu::GatherOp::create(builder, loc, type(), mapping.lookup(gather.getRef()),
                                               getIndices(op, gather.getIndices(), layout), getOperand(op, gather.getMask(), layout),
                                               getOperand(op, gather.getOther(), layout), getVector(op, layout), getCache());
            })
            .Case([&](tile::ScatterOp scatter) { return placeScatter(scatter), Value(); })
            .Default([&](Operation *) { return placeGeneric(op), Value(); });
    if (result)
      mapping.map(op->getResult(0), result);
  }

  Value placeIota(tile::IotaOp op, const LinearLayout &layout) {
    return tilegpu::IotaOp::create(builder, op.getLoc(), placeType(op.getType(), layout), op.getAxis());
  }

  SmallVector<Value> getIndices(Operation *op, ValueRange indices, const LinearLayout &layout) {
    return llvm::map_to_vector(indices, [&](Value index) { return getOperand(op, index, layout); });
  }

  template <typename OpT> SmallVector<Value> getOffsets(OpT op) {
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
  static SmallVector<int64_t> getStrides(ArrayRef<int64_t> strides) {
    bool isPlain = llvm::all_of(strides, [](int64_t stride) { return stride == 1; });
    return isPlain ? SmallVector<int64_t>() : llvm::to_vector(strides);
  }

  Value placeLoad(tile::LoadOp op, const LinearLayout &layout) {
    return tilegpu::LoadOp::create(builder, op.getLoc(), placeType(op.getType(), layout), mapping.lookup(op.getRef()), getOffsets(op),
                                   getOperand(op, op.getMask(), layout), getOperand(op, op.getOther(), layout),
                                   builder.getDenseI64ArrayAttr(getKeptAxes(op.getSizes().size(), op.getDropped())),
                                   builder.getDenseI64ArrayAttr(getStrides(op.getStrides())), getVector(op, layout), getCache());
  }

  void placeStore(tile::StoreOp op) {
    Value value = mapping.lookup(op.getValue());
    LinearLayout layout = tilegpu::getLayout(value.getType());
    tilegpu::StoreOp::create(builder, op.getLoc(), value, mapping.lookup(op.getRef()), getOffsets(op),
                             getOperand(op, op.getMask(), layout),
                             builder.getDenseI64ArrayAttr(getKeptAxes(op.getSizes().size(), op.getDropped())),
                             builder.getDenseI64ArrayAttr(getStrides(op.getStrides())), getVector(op, layout), getCache());
  }

  void placeScatter(tile::ScatterOp op) {
    Value value = mapping.lookup(op.getValue());
    LinearLayout layout = tilegpu::getLayout(value.getType());
    tilegpu::ScatterOp::create(builder, op.getLoc(), value, mapping.lookup(op.getRef()), getIndices(op, op.getIndices(), layout),
                               getOperand(op, op.getMask(), layout), getVector(op, layout), getCache());
  }

  /// arith, math and scf: the same operation on placed values, regions and all.
  void placeGeneric(Operation *op) {
    OperationState state(op->getLoc(), op->getName());
    bool isYield = op->hasTrait<OpTrait::IsTerminator>();
    for (auto [index, operand] : llvm::enumerate(op->getOperands()))
      state.operands.push_back(get(operand, getGenericOperandLayout(op, index, isYield), op->getLoc()));
    for (auto [index, result] : llvm::enumerate(op->getResults()))
      state.types.push_back(placeType(result.getType(), getChosenLayout(op, index)));
    for (NamedAttribute attr : op->getDiscardableAttrs())
      if (attr.getName() != layoutsName)
        state.attributes.push_back(attr);
    state.propertiesAttr = op->getPropertiesAsAttribute();
    if (auto constant = dyn_cast<arith::ConstantOp>(op); constant && isa<RankedTensorType>(constant.getType())) {
      auto splat = cast<SplatElementsAttr>(constant.getValue()).resizeSplat(cast<ShapedType>(state.types.front()));
      mapping.map(op->getResult(0), arith::ConstantOp::create(builder, op->getLoc(), cast<TypedAttr>(Attribute(splat))).getResult());
      return;
    }
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *placed = builder.create(state);
    for (auto [from, to] : llvm::zip(op->getRegions(), placed->getRegions()))
      placeRegion(from, to, op);
    mapping.map(op->getResults(), placed->getResults());
  }

  /// What an operand must be held in: for loops and yields, the layout of the result that it becomes.
  LinearLayout getGenericOperandLayout(Operation *op, unsigned index, bool isYield) {
    if (isYield)
      return isa<scf::ForOp, scf::IfOp>(op->getParentOp()) ? getChosenLayout(op->getParentOp(), index) : LinearLayout();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return index < loop.getNumControlOperands() ? LinearLayout() : getChosenLayout(op, index - loop.getNumControlOperands());
    return op->getNumResults() ? getChosenLayout(op, 0) : LinearLayout();
  }

  void placeRegion(Region &from, Region &to, Operation *op) {
    if (from.empty())
      return;
    OpBuilder::InsertionGuard guard(builder);
    Block *block = builder.createBlock(&to);
    for (BlockArgument argument : from.getArguments()) {
      bool isCarried = isa<scf::ForOp>(op) && argument.getArgNumber() > 0;
      LinearLayout layout = isCarried ? getChosenLayout(op, argument.getArgNumber() - 1) : LinearLayout();
      mapping.map(argument, block->addArgument(placeType(argument.getType(), layout), argument.getLoc()));
    }
    builder.setInsertionPointToStart(block);
    for (Operation &inner : from.front())
      place(&inner);
  }

  tile::KernelOp source;
  OpBuilder builder;
  IRMapping mapping;
};

struct PlaceKernelsPass : schedule::impl::PlaceKernelsPassBase<PlaceKernelsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation()))
      KernelPlacer(kernel).run();
  }
};
} // namespace
