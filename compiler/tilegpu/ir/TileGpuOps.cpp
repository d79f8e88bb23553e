// SPDX-License-Identifier: Apache-2.0
// The operations of `tilegpu`: their text and what each must satisfy. Verifiers hold while a pass works; that a whole
// module is ready for code (every tensor placed, everything with code) is `verify-tilegpu`'s question.
#include "compiler/layout/ConversionPlan.h"
#include "compiler/layout/LayoutBuilders.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;
using tessera::layout::LinearLayout;

static ParseResult parseOffsets(OpAsmParser &parser, SmallVectorImpl<OpAsmParser::UnresolvedOperand> &offsets,
                                SmallVectorImpl<Type> &types, DenseI64ArrayAttr &staticOffsets) {
  SmallVector<int64_t> constants;
  auto parseOne = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
    if (!isOperand.has_value())
      return parser.parseInteger(constants.emplace_back());
    if (failed(*isOperand))
      return failure();
    offsets.push_back(operand);
    types.push_back(parser.getBuilder().getI32Type());
    constants.push_back(ShapedType::kDynamic);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseOne))
    return failure();
  staticOffsets = parser.getBuilder().getDenseI64ArrayAttr(constants);
  return success();
}

static void printOffsets(OpAsmPrinter &printer, Operation *, OperandRange offsets, TypeRange,
                         DenseI64ArrayAttr staticOffsets) {
  size_t next = 0;
  printer << "[";
  llvm::interleaveComma(staticOffsets.asArrayRef(), printer, [&](int64_t constant) {
    if (ShapedType::isDynamic(constant))
      printer << offsets[next++];
    else
      printer << constant;
  });
  printer << "]";
}

#define GET_OP_CLASSES
#include "compiler/tilegpu/ir/TileGpuOps.cpp.inc"

void TileGpuDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "compiler/tilegpu/ir/TileGpuOps.cpp.inc"
      >();
}

//===-- kernels -----------------------------------------------------------------------------------------------===//

void TargetModuleOp::build(OpBuilder &builder, OperationState &state, StringRef target) {
  state.addAttribute(getSymNameAttrName(state.name), builder.getStringAttr(target));
  state.addRegion()->emplaceBlock();
}

LogicalResult TargetModuleOp::verify() {
  if (!findTarget(getSymName()))
    return emitOpError("target is `") << getSymName() << "`, expected one of " << listTargets();
  return success();
}

const Target &TargetModuleOp::getTarget() { return *findTarget(getSymName()); }

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type, StringRef source,
                     int64_t numWarps, ArrayRef<int64_t> axisOrder, bool linearGrid, int64_t parts) {
  state.addAttribute(getSymNameAttrName(state.name), builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addAttribute(getSourceAttrName(state.name), builder.getStringAttr(source));
  state.addAttribute(getNumWarpsAttrName(state.name), builder.getI64IntegerAttr(numWarps));
  state.addAttribute(getAxisOrderAttrName(state.name), builder.getDenseI64ArrayAttr(axisOrder));
  if (linearGrid)
    state.addAttribute(getLinearGridAttrName(state.name), builder.getUnitAttr());
  if (parts != 1)
    state.addAttribute(getPartsAttrName(state.name), builder.getI64IntegerAttr(parts));
  state.addRegion();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(inputs, results); };
  return function_interface_impl::parseFunctionOp(parser, result, /*allowVariadic=*/false,
                                                  getFunctionTypeAttrName(result.name), buildType,
                                                  getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void KernelOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
                                           getArgAttrsAttrName(), getResAttrsAttrName());
}

LogicalResult KernelOp::verify() {
  if (!getResultTypes().empty())
    return emitOpError("has results, but a kernel writes its results through Refs");
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    if (!isa<RefType>(type) && !type.isIntOrFloat())
      return emitOpError("argument ") << index << " is " << type << ", expected a Ref or a scalar";
    if (!isa<RefType>(type) && getAccess(index) != Access::read)
      return emitOpError("argument ") << index << " is a scalar and can only be read";
    if (getAlignment(index) <= 0)
      return emitOpError("argument ") << index << " has alignment " << getAlignment(index);
  }
  if (getWarpgroups() > 0 && (getNumWarps() != warpsPerWarpgroup * getWarpgroups() || getWarpgroups() > maxWarpgroups))
    return emitOpError("has ") << getNumWarps() << " warps for " << getWarpgroups()
                               << " warpgroups, expected 4 each and at most " << maxWarpgroups << " warpgroups";
  if (getClusterSize() < 1 || getClusterSize() > maxClusterBlocks)
    return emitOpError("has clusters of ") << getClusterSize() << " blocks, expected 1 to " << maxClusterBlocks;
  for (Attribute map : getTensorMaps() ? getTensorMaps()->getValue() : ArrayRef<Attribute>())
    if (!isa<TensorMapAttr>(map))
      return emitOpError("has ") << map << " among its tensor maps";
  if ((getWarpgroups() == 0 && !llvm::isPowerOf2_64(getNumWarps())) || getThreads() > getTarget().maxThreads)
    return emitOpError("has ") << getNumWarps() << " warps, expected a power of two up to "
                               << getTarget().maxThreads / lanesPerWarp;
  if (!llvm::isPowerOf2_64(getParts()))
    return emitOpError("has ") << getParts() << " parts, expected a power of two";
  if (static_cast<int64_t>(getSharedBytes()) > getTarget().sharedBytes)
    return emitOpError("asks for ") << getSharedBytes() << " bytes of shared memory, `" << getTarget().name << "` has "
                                    << getTarget().sharedBytes;
  SmallVector<bool> seen(getAxisOrder().size());
  for (int64_t axis : getAxisOrder()) {
    if (axis < 0 || axis >= static_cast<int64_t>(seen.size()) || seen[axis])
      return emitOpError("axis order [") << getAxisOrder() << "] is not a permutation";
    seen[axis] = true;
  }
  if (getAxisOrder().size() > 3 && !getLinearGrid())
    return emitOpError("has a grid of ") << getAxisOrder().size() << " axes, which needs `linear_grid`";
  return success();
}

const Target &KernelOp::getTarget() { return cast<TargetModuleOp>((*this)->getParentOp()).getTarget(); }
Access KernelOp::getAccess(unsigned index) {
  auto attr = getArgAttrOfType<AccessAttr>(index, accessName);
  return attr ? attr.getValue() : Access::read;
}
int64_t KernelOp::getClusterSize() {
  int64_t blocks = 1;
  for (int64_t extent : getCluster())
    blocks *= extent;
  return blocks;
}

std::string KernelOp::getArgumentName(unsigned index) {
  if (auto name = getArgAttrOfType<StringAttr>(index, argumentNameName))
    return name.str();
  return "arg" + std::to_string(index);
}
int64_t KernelOp::getAlignment(unsigned index) {
  auto attr = getArgAttrOfType<IntegerAttr>(index, alignmentName);
  return attr ? attr.getInt() : 1;
}

/// `program_id` and `num_programs` name an axis of the kernel's grid.
static LogicalResult verifyAxis(Operation *op, uint64_t axis) {
  auto kernel = op->getParentOfType<KernelOp>();
  if (kernel && axis >= kernel.getAxisOrder().size())
    return op->emitOpError("asks for axis ") << axis << " of a grid of " << kernel.getAxisOrder().size() << " axes";
  return success();
}
LogicalResult ProgramIdOp::verify() { return verifyAxis(*this, getAxis()); }
LogicalResult NumProgramsOp::verify() { return verifyAxis(*this, getAxis()); }

//===-- memory ------------------------------------------------------------------------------------------------===//

/// `value`, where there is one, has `array`'s shape and layout, and this element type.
static LogicalResult verifyLike(Operation *op, Value value, Type array, StringRef name, Type elementType) {
  if (!value)
    return success();
  Type expected = elementType;
  if (auto tensor = dyn_cast<RankedTensorType>(array))
    expected = tensor.clone(elementType);
  if (value.getType() != expected)
    return op->emitOpError(name) << " is " << value.getType() << ", expected " << expected;
  return success();
}

/// A vector is a power of two of elements, at most 16 bytes, and neighbours in a thread's registers.
static LogicalResult verifyVector(Operation *op, Type array, int64_t vector, RefType ref) {
  if (vector < 1 || !llvm::isPowerOf2_64(vector) ||
      vector * ref.getElementBytes() > std::max(maxAccessBytes, ref.getElementBytes()))
    return op->emitOpError("accesses ") << vector << " elements of " << ref.getElementType() << " at once";
  if (vector == 1)
    return success();
  LinearAttr attr = getLayoutAttr(array);
  if (!attr || attr.getLayout().rank() == 0)
    return op->emitOpError("accesses ") << vector << " elements of a value without a layout at once";
  int64_t held = 1; // along whichever axis the addresses count up
  for (size_t axis = 0; axis < attr.getLayout().rank(); ++axis)
    held = std::max(held, layout::getContiguousElements(attr.getLayout(), axis));
  if (vector > held)
    return op->emitOpError("accesses ") << vector << " elements at once, but a thread holds " << held << " neighbours";
  return success();
}

template <typename OpT> static LogicalResult verifyBox(OpT op, Type array, Value other) {
  RefType ref = op.getRef().getType();
  Type i1 = IntegerType::get(op.getContext(), 1);
  if (getElementType(array) != ref.getElementType())
    return op.emitOpError("accesses ") << ref << " as " << array;
  if (static_cast<int64_t>(op.getOffsets().size()) != ref.getRank())
    return op.emitOpError("has ") << op.getOffsets().size() << " offsets for " << ref;
  if (op.getAxes().size() != getShape(array).size())
    return op.emitOpError("has ") << op.getAxes().size() << " axes for " << array;
  if (!op.getStrides().empty() && static_cast<int64_t>(op.getStrides().size()) != ref.getRank())
    return op.emitOpError("has ") << op.getStrides().size() << " strides for " << ref;
  int64_t previous = -1;
  for (int64_t axis : op.getAxes()) {
    if (axis <= previous || axis >= ref.getRank())
      return op.emitOpError("axes [") << op.getAxes() << "] are not increasing axes of " << ref;
    previous = axis;
  }
  if (op.getVector() > 1 &&
      (op.getAxes().empty() || op.getAxes().back() != ref.getRank() - 1 || op.getStride(previous) != 1))
    return op.emitOpError("accesses ") << op.getVector() << " elements at once along an axis that is not contiguous";
  if (failed(verifyVector(op, array, op.getVector(), ref)) || failed(verifyLike(op, op.getMask(), array, "mask", i1)))
    return failure();
  return verifyLike(op, other, array, "other", ref.getElementType());
}
LogicalResult LoadOp::verify() { return verifyBox(*this, getResult().getType(), getOther()); }
LogicalResult StoreOp::verify() { return verifyBox(*this, getValue().getType(), Value()); }

template <typename OpT> static LogicalResult verifyIndexed(OpT op, Type array, Value other) {
  RefType ref = op.getRef().getType();
  Type i1 = IntegerType::get(op.getContext(), 1);
  if (getElementType(array) != ref.getElementType())
    return op.emitOpError("accesses ") << ref << " as " << array;
  if (static_cast<int64_t>(op.getIndices().size()) != ref.getRank())
    return op.emitOpError("has ") << op.getIndices().size() << " index arrays for " << ref;
  for (Value index : op.getIndices()) {
    Type element = getElementType(index.getType());
    if (!element.isSignlessInteger())
      return op.emitOpError("index array is ") << index.getType();
    if (failed(verifyLike(op, index, array, "index array", element)))
      return failure();
  }
  if (failed(verifyVector(op, array, op.getVector(), ref)) || failed(verifyLike(op, op.getMask(), array, "mask", i1)))
    return failure();
  return verifyLike(op, other, array, "other", ref.getElementType());
}
LogicalResult GatherOp::verify() { return verifyIndexed(*this, getResult().getType(), getOther()); }
LogicalResult ScatterOp::verify() { return verifyIndexed(*this, getValue().getType(), Value()); }

LogicalResult AtomicRmwOp::verify() {
  RefType ref = getRef().getType();
  if (getElementType(getType()) != ref.getElementType())
    return emitOpError("changes ") << ref << " by " << getType();
  if (static_cast<int64_t>(getIndices().size()) != ref.getRank())
    return emitOpError("has ") << getIndices().size() << " index arrays for " << ref;
  for (Value index : getIndices())
    if (failed(verifyLike(*this, index, getType(), "index array", getElementType(index.getType()))))
      return failure();
  return verifyLike(*this, getMask(), getType(), "mask", IntegerType::get(getContext(), 1));
}

//===-- tensors -----------------------------------------------------------------------------------------------===//

LogicalResult IotaOp::verify() {
  int64_t rank = getShape(getResult().getType()).size();
  if (static_cast<int64_t>(getAxis()) >= rank)
    return emitOpError("axis ") << getAxis() << " is outside " << rank << " axes";
  return success();
}

LogicalResult SplatOp::verify() {
  if (getElementType(getResult().getType()) != getInput().getType())
    return emitOpError("makes ") << getResult().getType() << " of " << getInput().getType();
  return success();
}

LogicalResult BroadcastOp::verify() {
  ArrayRef<int64_t> from = getShape(getInput().getType()), to = getShape(getResult().getType());
  if (getElementType(getInput().getType()) != getElementType(getResult().getType()))
    return emitOpError("changes the element type");
  if (getAxes().size() != from.size())
    return emitOpError("has ") << getAxes().size() << " axes for " << getInput().getType();
  int64_t previous = -1;
  for (auto [extent, axis] : llvm::zip(from, getAxes())) {
    if (axis <= previous || axis >= static_cast<int64_t>(to.size()) || (extent != to[axis] && extent != 1))
      return emitOpError("axes [") << getAxes() << "] do not take " << getInput().getType() << " to "
                                   << getResult().getType();
    previous = axis;
  }
  LinearAttr result = getLayoutAttr(getResult().getType());
  if (!result)
    return success();
  LinearLayout wanted = layout::projectToOperand(result.getLayout(), getAxes(), from);
  if (!layout::getRegisterMap(getLayout(getInput().getType()), wanted))
    return emitOpError("would move elements between threads: the input is held as <")
           << getLayout(getInput().getType()).str() << ">, expected <" << wanted.str() << ">";
  return success();
}

LogicalResult ReshapeOp::verify() {
  if (getElementType(getInput().getType()) != getElementType(getResult().getType()))
    return emitOpError("changes the element type");
  auto layout = getLayout(getInput().getType()).reshaped(getShape(getResult().getType()));
  if (!layout || *layout != getLayout(getResult().getType()))
    return emitOpError("can't turn ") << getInput().getType() << " into " << getResult().getType()
                                      << " without moving elements";
  return success();
}

LogicalResult TransposeOp::verify() {
  SmallVector<bool> seen(getPermutation().size());
  for (int64_t axis : getPermutation()) {
    if (axis < 0 || axis >= static_cast<int64_t>(seen.size()) || seen[axis])
      return emitOpError("[") << getPermutation() << "] is not a permutation";
    seen[axis] = true;
  }
  if (getElementType(getInput().getType()) != getElementType(getResult().getType()) ||
      getShape(getInput().getType()).size() != seen.size() ||
      getLayout(getInput().getType()).transposed(getPermutation()) != getLayout(getResult().getType()))
    return emitOpError("can't turn ") << getInput().getType() << " into " << getResult().getType()
                                      << " without moving elements";
  return success();
}

LogicalResult ReduceOp::verify() {
  ArrayRef<int64_t> from = getShape(getInput().getType());
  SmallVector<int64_t> shape;
  for (int64_t axis : getAxes())
    if (axis < 0 || axis >= static_cast<int64_t>(from.size()))
      return emitOpError("reduces axis ") << axis << " of " << getInput().getType();
  for (auto [axis, extent] : llvm::enumerate(from))
    if (!llvm::is_contained(getAxes(), static_cast<int64_t>(axis)))
      shape.push_back(extent);
  if (getShape(getType()) != ArrayRef<int64_t>(shape) ||
      getElementType(getType()) != getElementType(getInput().getType()))
    return emitOpError("gives ") << getType() << " for axes [" << getAxes() << "] of " << getInput().getType();
  return success();
}

LogicalResult SliceOp::verify() {
  Type from = getInput().getType(), to = getType();
  if (getElementType(from) != getElementType(to) || getShape(from).size() != getShape(to).size() ||
      getOffsets().size() != getShape(to).size())
    return emitOpError("can't take [") << getOffsets() << "] of " << from << " as " << to;
  for (auto [offset, size, extent] : llvm::zip(getOffsets(), getShape(to), getShape(from)))
    if (offset < 0 || offset % size != 0 || offset + size > extent)
      return emitOpError("takes ") << size << " elements from " << offset << " on of " << extent
                                   << ", expected an offset that is a multiple of the size";
  if (getLayoutAttr(from) && getLayoutAttr(to) && !layout::getSliceMap(getLayout(from), getLayout(to), getOffsets()))
    return emitOpError("would move elements between threads: <")
           << getLayout(from).str() << "> to <" << getLayout(to).str() << ">";
  return success();
}

LogicalResult ConvertLayoutOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType()), to = cast<RankedTensorType>(getResult().getType());
  if (from.getShape() != to.getShape() || from.getElementType() != to.getElementType())
    return emitOpError("changes more than the layout: ") << from << " to " << to;
  return success();
}
OpFoldResult ConvertLayoutOp::fold(FoldAdaptor) {
  return getInput().getType() == getResult().getType() ? OpFoldResult(getInput()) : OpFoldResult();
}
int64_t ConvertLayoutOp::getScratchBytes() {
  LinearLayout from = getLayout(getInput().getType()), to = getLayout(getResult().getType());
  return layout::planConversion(from, to, (getElementType(getInput().getType()).getIntOrFloatBitWidth() + 7) / 8).bytes;
}

LogicalResult CastOp::verify() {
  return verifyLike(*this, getInput(), getResult().getType(), "input", getElementType(getInput().getType()));
}

LogicalResult BitcastOp::verify() {
  Type from = getElementType(getInput().getType()), to = getElementType(getResult().getType());
  if (from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return emitOpError("can't read ") << getInput().getType() << " as " << getResult().getType();
  return verifyLike(*this, getInput(), getResult().getType(), "input", from);
}
