// SPDX-License-Identifier: Apache-2.0
// The operations of `tile`: their text, their folders, and what each must satisfy. A verifier says what it saw before what it
// expected; user errors are caught in the front end with the user's words, so these speak to those who write IR.
#include "compiler/tile/ir/Tile.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace tessera::tile;

//===-- offsets: `[%i, 0, %j]` --------------------------------------------------------------------------------===//

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
    // A computed offset is an i32 unless its type follows.
    Type type = parser.getBuilder().getI32Type();
    if (succeeded(parser.parseOptionalColon()) && parser.parseType(type))
      return failure();
    offsets.push_back(operand);
    types.push_back(type);
    constants.push_back(ShapedType::kDynamic);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseOne))
    return failure();
  staticOffsets = parser.getBuilder().getDenseI64ArrayAttr(constants);
  return success();
}

static void printOffsets(OpAsmPrinter &printer, Operation *, OperandRange offsets, TypeRange types,
                         DenseI64ArrayAttr staticOffsets) {
  size_t next = 0;
  printer << "[";
  llvm::interleaveComma(staticOffsets.asArrayRef(), printer, [&](int64_t constant) {
    if (!ShapedType::isDynamic(constant)) {
      printer << constant;
      return;
    }
    printer << offsets[next];
    if (!types[next].isInteger(32))
      printer << " : " << types[next];
    ++next;
  });
  printer << "]";
}

#define GET_OP_CLASSES
#include "compiler/tile/ir/TileOps.cpp.inc"

void TileDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "compiler/tile/ir/TileOps.cpp.inc"
      >();
}

//===-- kernels and launches ----------------------------------------------------------------------------------===//

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type, StringRef source) {
  state.addAttribute(getSymNameAttrName(state.name), builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addAttribute(getSourceAttrName(state.name), builder.getStringAttr(source));
  state.addRegion();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) { return builder.getFunctionType(inputs, results); };
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
  if (getSource() != "pallas" && getSource() != "triton" && getSource() != "mosaic_gpu")
    return emitOpError("source is `") << getSource() << "`, expected `pallas`, `triton` or `mosaic_gpu`";
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    if (!isa<RefType>(type) && !type.isIntOrFloat())
      return emitOpError("argument ") << index << " is " << type << ", expected a Ref or a scalar";
    BlockAttr block = getBlock(index);
    auto ref = dyn_cast<RefType>(type);
    if (block && !ref)
      return emitOpError("argument ") << index << " is " << type << " but has a block spec";
    if (block && (ref.getShape() != ArrayRef<int64_t>(block.getRefShape()) ||
                  ref.getElementType() != block.getArray().getElementType()))
      return emitOpError("argument ") << index << " is " << type << ", which is not the block of " << block;
    if (!ref && getAccess(index) != Access::read)
      return emitOpError("argument ") << index << " is a scalar and can only be read";
  }
  return success();
}

Access KernelOp::getAccess(unsigned index) {
  auto attr = getArgAttrOfType<AccessAttr>(index, accessName);
  return attr ? attr.getValue() : Access::read;
}
void KernelOp::setAccess(unsigned index, Access access) {
  setArgAttr(index, accessName, AccessAttr::get(getContext(), access));
}
BlockAttr KernelOp::getBlock(unsigned index) { return getArgAttrOfType<BlockAttr>(index, blockName); }
std::string KernelOp::getArgumentName(unsigned index) {
  if (auto name = getArgAttrOfType<StringAttr>(index, argumentNameName))
    return name.str();
  return "arg" + std::to_string(index);
}
int64_t KernelOp::getDivisibility(unsigned index) {
  auto attr = getArgAttrOfType<IntegerAttr>(index, divisibilityName);
  return attr ? attr.getInt() : 1;
}

/// Whether the host array `array` can be handed to the kernel's argument `index`.
static LogicalResult verifyOperand(LaunchOp launch, KernelOp kernel, unsigned index, Type array, StringRef what) {
  Type parameter = kernel.getArgumentTypes()[index];
  auto ref = dyn_cast<RefType>(parameter);
  if (!ref)
    return array == parameter ? success()
                              : launch.emitOpError() << what << " " << array << " for the scalar argument " << index << " " << parameter;
  BlockAttr block = kernel.getBlock(index);
  ArrayRef<int64_t> shape = block ? block.getArray().getShape() : ref.getShape();
  bool flat = shape.size() == 1 && ShapedType::isDynamic(shape[0]);
  if (getElementType(array) != ref.getElementType() || (!flat && getShape(array) != shape))
    return launch.emitOpError() << what << " " << array << " does not fit argument " << index << " `"
                                << kernel.getArgumentName(index) << "`, " << (block ? Type(block.getArray()) : parameter);
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(*this, getKernelAttr());
  if (!kernel)
    return emitOpError("launches `") << getKernel() << "`, which is not a kernel";
  if (llvm::any_of(getGrid(), [](int64_t extent) { return extent <= 0; }))
    return emitOpError("has a grid extent that is not positive");
  size_t input = 0, output = 0;
  for (unsigned index = 0, end = kernel.getNumArguments(); index != end; ++index) {
    Access access = kernel.getAccess(index);
    if (access == Access::read || access == Access::readwrite) {
      if (input == getInputs().size())
        return emitOpError("has too few operands for `") << getKernel() << "`";
      if (failed(verifyOperand(*this, kernel, index, getInputs()[input++].getType(), "operand")))
        return failure();
    }
    if (access == Access::write || access == Access::readwrite) {
      if (output == getOutputs().size())
        return emitOpError("has too few results for `") << getKernel() << "`";
      if (failed(verifyOperand(*this, kernel, index, getOutputs()[output++].getType(), "result")))
        return failure();
    }
  }
  if (input != getInputs().size() || output != getOutputs().size())
    return emitOpError("has ") << getInputs().size() << " operands and " << getOutputs().size() << " results, but `"
                               << getKernel() << "` takes " << input << " and gives " << output;
  return success();
}

//===-- slices ------------------------------------------------------------------------------------------------===//

/// `sizes` without the axes in `dropped`, as `array`'s shape; every list has one entry an axis of a `rank`-dimensional whole.
static LogicalResult verifySlice(Operation *op, int64_t rank, ArrayRef<int64_t> staticOffsets, size_t numOffsets,
                                 ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides, ArrayRef<int64_t> dropped, Type array) {
  auto rankIs = [&](ArrayRef<int64_t> list) { return static_cast<int64_t>(list.size()) == rank; };
  if (!rankIs(staticOffsets) || !rankIs(sizes) || (!strides.empty() && !rankIs(strides)))
    return op->emitOpError("has ") << staticOffsets.size() << " offsets and " << sizes.size() << " sizes for " << rank << " axes";
  if (static_cast<size_t>(llvm::count_if(staticOffsets, ShapedType::isDynamic)) != numOffsets)
    return op->emitOpError("has a computed offset without its operand");
  SmallVector<int64_t> shape;
  for (int64_t axis = 0; axis < rank; ++axis) {
    bool drop = llvm::is_contained(dropped, axis);
    if (drop && sizes[axis] != 1)
      return op->emitOpError("drops axis ") << axis << " of size " << sizes[axis];
    if (!drop)
      shape.push_back(sizes[axis]);
  }
  if (getShape(array) != ArrayRef<int64_t>(shape))
    return op->emitOpError("slice has shape [") << shape << "] but the array is " << array;
  return success();
}

/// A slice with constant offsets lies inside `shape`.
static LogicalResult verifyInside(Operation *op, ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                                  ArrayRef<int64_t> strides) {
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(offsets[axis]) || ShapedType::isDynamic(extent) || sizes[axis] == 0)
      continue;
    int64_t last = offsets[axis] + (sizes[axis] - 1) * (strides.empty() ? 1 : strides[axis]);
    if (offsets[axis] < 0 || offsets[axis] >= extent || last < 0 || last >= extent)
      return op->emitOpError("slice [") << offsets[axis] << ", " << last << "] leaves axis " << axis << " of extent " << extent;
  }
  return success();
}

/// A mask or `other` has the shape of the accessed array; a mask is of i1.
static LogicalResult verifyLike(Operation *op, Value value, Type array, StringRef name, Type elementType) {
  if (value && (getShape(value.getType()) != getShape(array) || getElementType(value.getType()) != elementType))
    return op->emitOpError(name) << " is " << value.getType() << " for an access of " << array;
  return success();
}

template <typename OpT> static LogicalResult verifyRefSlice(OpT op, Type array, Value other) {
  RefType ref = op.getRef().getType();
  if (ref.getElementType() != getElementType(array))
    return op.emitOpError("accesses ") << ref << " as " << array;
  Type i1 = IntegerType::get(op.getContext(), 1);
  if (failed(verifySlice(op, ref.getRank(), op.getStaticOffsets(), op.getOffsets().size(), op.getSizes(), op.getStrides(),
                         op.getDropped(), array)) ||
      failed(verifyLike(op, op.getMask(), array, "mask", i1)) ||
      failed(verifyLike(op, other, array, "other", ref.getElementType())))
    return failure();
  return op.getMask() ? success() : verifyInside(op, ref.getShape(), op.getStaticOffsets(), op.getSizes(), op.getStrides());
}

LogicalResult LoadOp::verify() { return verifyRefSlice(*this, getResult().getType(), getOther()); }
LogicalResult StoreOp::verify() { return verifyRefSlice(*this, getValue().getType(), Value()); }

template <typename OpT> static LogicalResult verifyIndexed(OpT op, Type array, Value other) {
  RefType ref = op.getRef().getType();
  if (static_cast<int64_t>(op.getIndices().size()) != ref.getRank())
    return op.emitOpError("has ") << op.getIndices().size() << " index arrays for " << ref;
  if (ref.getElementType() != getElementType(array))
    return op.emitOpError("accesses ") << ref << " as " << array;
  for (Value index : op.getIndices())
    if (getShape(index.getType()) != getShape(array) || !getElementType(index.getType()).isSignlessInteger())
      return op.emitOpError("index array is ") << index.getType() << " for an access of " << array;
  Type i1 = IntegerType::get(op.getContext(), 1);
  return failure(failed(verifyLike(op, op.getMask(), array, "mask", i1)) ||
                 failed(verifyLike(op, other, array, "other", ref.getElementType())));
}

LogicalResult GatherOp::verify() { return verifyIndexed(*this, getResult().getType(), getOther()); }
LogicalResult ScatterOp::verify() { return verifyIndexed(*this, getValue().getType(), Value()); }

template <typename OpT> static LogicalResult verifyAtomic(OpT op) {
  if (!llvm::is_contained({"relaxed", "acquire", "release", "acq_rel"}, op.getOrder()))
    return op.emitOpError("has order `") << op.getOrder() << "`, expected `relaxed`, `acquire`, `release` or `acq_rel`";
  if (!llvm::is_contained({"cta", "gpu", "sys"}, op.getScope()))
    return op.emitOpError("has scope `") << op.getScope() << "`, expected `cta`, `gpu` or `sys`";
  return verifyIndexed(op, op.getValue().getType(), Value());
}

LogicalResult AtomicRmwOp::verify() { return verifyAtomic(*this); }
LogicalResult AtomicCasOp::verify() { return verifyAtomic(*this); }

LogicalResult SelectRefOp::verify() {
  if (getRefs().empty())
    return emitOpError("has no Ref to choose from");
  for (Value ref : getRefs())
    if (ref.getType() != getResult().getType())
      return emitOpError("chooses ") << ref.getType() << " as " << getResult().getType();
  return success();
}

LogicalResult SliceValueOp::verify() {
  ArrayRef<int64_t> shape = getShape(getInput().getType());
  if (getElementType(getInput().getType()) != getElementType(getResult().getType()))
    return emitOpError("changes the element type");
  if (failed(verifySlice(*this, shape.size(), getStaticOffsets(), getOffsets().size(), getSizes(), getStrides(), getDropped(),
                         getResult().getType())))
    return failure();
  return verifyInside(*this, shape, getStaticOffsets(), getSizes(), getStrides());
}

LogicalResult UpdateSliceOp::verify() {
  ArrayRef<int64_t> shape = getShape(getInput().getType()), sizes = getShape(getUpdate().getType());
  if (getInput().getType() != getResult().getType() ||
      getElementType(getInput().getType()) != getElementType(getUpdate().getType()))
    return emitOpError("input, update and result do not agree");
  if (failed(verifySlice(*this, shape.size(), getStaticOffsets(), getOffsets().size(), sizes, getStrides(), {},
                         getUpdate().getType())))
    return failure();
  return verifyInside(*this, shape, getStaticOffsets(), sizes, getStrides());
}

//===-- arrays ------------------------------------------------------------------------------------------------===//

LogicalResult IotaOp::verify() {
  int64_t rank = cast<RankedTensorType>(getResult().getType()).getRank();
  if (static_cast<int64_t>(getAxis()) >= rank)
    return emitOpError("axis ") << getAxis() << " is outside " << rank << " axes";
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
    if (axis <= previous || axis >= static_cast<int64_t>(to.size()))
      return emitOpError("axes are not increasing axes of the result");
    if (extent != to[axis] && extent != 1)
      return emitOpError("extent ") << extent << " can't become " << to[axis];
    previous = axis;
  }
  return success();
}
OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getResult().getType())
    return getInput();
  auto tensor = dyn_cast<RankedTensorType>(getResult().getType());
  if (!tensor)
    return {};
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getInput()))
    return splat.resizeSplat(tensor);
  if (Attribute scalar = adaptor.getInput(); scalar && isa<IntegerAttr, FloatAttr>(scalar))
    return SplatElementsAttr::get(tensor, scalar);
  return {};
}

static int64_t countElements(Type type) {
  int64_t count = 1;
  for (int64_t extent : getShape(type))
    count *= extent;
  return count;
}

LogicalResult ReshapeOp::verify() {
  if (getElementType(getInput().getType()) != getElementType(getResult().getType()) ||
      countElements(getInput().getType()) != countElements(getResult().getType()))
    return emitOpError("can't turn ") << getInput().getType() << " into " << getResult().getType();
  return success();
}
OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  return getInput().getType() == getResult().getType() ? OpFoldResult(getInput()) : OpFoldResult();
}

LogicalResult TransposeOp::verify() {
  ArrayRef<int64_t> from = getShape(getInput().getType()), to = getShape(getResult().getType());
  if (getPermutation().size() != from.size() || to.size() != from.size() ||
      getElementType(getInput().getType()) != getElementType(getResult().getType()))
    return emitOpError("permutation does not fit ") << getInput().getType();
  SmallVector<bool> seen(from.size());
  for (auto [axis, source] : llvm::enumerate(getPermutation())) {
    if (source < 0 || source >= static_cast<int64_t>(from.size()) || seen[source])
      return emitOpError("[") << getPermutation() << "] is not a permutation";
    seen[source] = true;
    if (to[axis] != from[source])
      return emitOpError("axis ") << axis << " has extent " << to[axis] << ", expected " << from[source];
  }
  return success();
}

LogicalResult ConcatenateOp::verify() {
  ArrayRef<int64_t> to = getShape(getResult().getType());
  int64_t axis = getAxis(), total = 0;
  if (axis < 0 || axis >= static_cast<int64_t>(to.size()) || getInputs().empty())
    return emitOpError("axis ") << axis << " is outside the result";
  for (Value input : getInputs()) {
    ArrayRef<int64_t> from = getShape(input.getType());
    if (from.size() != to.size() || getElementType(input.getType()) != getElementType(getResult().getType()))
      return emitOpError("input ") << input.getType() << " does not fit " << getResult().getType();
    for (auto [other, extents] : llvm::enumerate(llvm::zip(from, to)))
      if (static_cast<int64_t>(other) != axis && std::get<0>(extents) != std::get<1>(extents))
        return emitOpError("input ") << input.getType() << " does not fit " << getResult().getType();
    total += from[axis];
  }
  return total == to[axis] ? success() : emitOpError("extents along the axis add up to ") << total << ", not " << to[axis];
}

LogicalResult CastOp::verify() {
  if (getShape(getInput().getType()) != getShape(getResult().getType()))
    return emitOpError("changes the shape");
  return success();
}
OpFoldResult CastOp::fold(FoldAdaptor) {
  return getInput().getType() == getResult().getType() ? OpFoldResult(getInput()) : OpFoldResult();
}

LogicalResult BitcastOp::verify() {
  Type from = getElementType(getInput().getType()), to = getElementType(getResult().getType());
  if (getShape(getInput().getType()) != getShape(getResult().getType()) ||
      from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return emitOpError("can't read ") << getInput().getType() << " as " << getResult().getType();
  return success();
}

LogicalResult ReduceOp::verify() {
  ArrayRef<int64_t> from = getShape(getInput().getType());
  SmallVector<int64_t> shape;
  for (auto [axis, extent] : llvm::enumerate(from))
    if (!llvm::is_contained(getAxes(), static_cast<int64_t>(axis)))
      shape.push_back(extent);
  if (llvm::any_of(getAxes(), [&](int64_t axis) { return axis < 0 || axis >= static_cast<int64_t>(from.size()); }))
    return emitOpError("has an axis outside ") << getInput().getType();
  if (getShape(getResult().getType()) != ArrayRef<int64_t>(shape) ||
      getElementType(getInput().getType()) != getElementType(getResult().getType()))
    return emitOpError("result is ") << getResult().getType() << " for a reduction of " << getInput().getType();
  return success();
}

LogicalResult DotOp::verify() {
  ArrayRef<int64_t> lhs = getShape(getLhs().getType()), rhs = getShape(getRhs().getType());
  ArrayRef<int64_t> result = getShape(getResult().getType());
  if (lhs.size() < 2 || rhs.size() != lhs.size() || result.size() != lhs.size())
    return emitOpError("operands and result have the same rank, at least 2");
  size_t batch = lhs.size() - 2;
  if (lhs.take_front(batch) != rhs.take_front(batch) || lhs.take_front(batch) != result.take_front(batch))
    return emitOpError("batch axes of ") << getLhs().getType() << " and " << getRhs().getType() << " differ";
  if (lhs[batch + 1] != rhs[batch])
    return emitOpError("inner sizes differ: ") << lhs[batch + 1] << " and " << rhs[batch];
  if (result[batch] != lhs[batch] || result[batch + 1] != rhs[batch + 1])
    return emitOpError("result is ") << getResult().getType();
  if (getAcc() && getAcc().getType() != getResult().getType())
    return emitOpError("accumulator is ") << getAcc().getType() << ", the result " << getResult().getType();
  return success();
}

/// The region of `tile.reduce_by` and `tile.scan`: two scalars an input, and as many yielded as there are inputs.
template <typename OpT> static LogicalResult verifyCombine(OpT op) {
  size_t count = op.getInputs().size();
  Block &body = op.getCombine().front();
  auto yield = cast<YieldOp>(body.getTerminator());
  if (count == 0 || op.getOutputs().size() != count || body.getNumArguments() != 2 * count || yield.getValues().size() != count)
    return op.emitOpError("has ") << count << " inputs, " << op.getOutputs().size() << " results, " << body.getNumArguments()
                                  << " region arguments and yields " << yield.getValues().size();
  ArrayRef<int64_t> shape = getShape(op.getInputs().front().getType());
  if (static_cast<size_t>(op.getAxis()) >= shape.size())
    return op.emitOpError("axis ") << static_cast<int64_t>(op.getAxis()) << " is outside " << shape.size() << " axes";
  for (size_t index = 0; index < count; ++index) {
    Type type = op.getInputs()[index].getType(), element = getElementType(type);
    if (getShape(type) != shape)
      return op.emitOpError("input ") << type << " has another shape than " << op.getInputs().front().getType();
    if (body.getArgument(index).getType() != element || body.getArgument(count + index).getType() != element ||
        yield.getValues()[index].getType() != element || getElementType(op.getOutputs()[index].getType()) != element)
      return op.emitOpError("combines input ") << index << ", " << type << ", as another element type";
  }
  return success();
}

/// `shape` without `axis`.
static SmallVector<int64_t> dropAxis(ArrayRef<int64_t> shape, int64_t axis) {
  SmallVector<int64_t> result(shape);
  result.erase(result.begin() + axis);
  return result;
}

LogicalResult ReduceByOp::verify() {
  if (failed(verifyCombine(*this)))
    return failure();
  SmallVector<int64_t> shape = dropAxis(getShape(getInputs().front().getType()), getAxis());
  for (Value output : getOutputs())
    if (getShape(output.getType()) != ArrayRef<int64_t>(shape))
      return emitOpError("result is ") << output.getType() << ", expected shape [" << shape << "]";
  return success();
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCombine(*this)))
    return failure();
  if (getInputs().getTypes() != getOutputs().getTypes())
    return emitOpError("results have other types than the inputs");
  return success();
}

LogicalResult ArgReduceOp::verify() {
  ArrayRef<int64_t> shape = getShape(getInput().getType());
  if (!llvm::is_contained({Reduction::max, Reduction::min, Reduction::umax, Reduction::umin}, getKind()))
    return emitOpError("kind is ") << stringifyReduction(getKind()) << ", expected max, min, umax or umin";
  if (static_cast<size_t>(getAxis()) >= shape.size())
    return emitOpError("axis ") << static_cast<int64_t>(getAxis()) << " is outside " << getInput().getType();
  if (shape[getAxis()] == 0)
    return emitOpError("has no element along axis ") << static_cast<int64_t>(getAxis());
  if (getShape(getResult().getType()) != ArrayRef<int64_t>(dropAxis(shape, getAxis())) || !getElementType(getResult().getType()).isInteger())
    return emitOpError("result is ") << getResult().getType() << " for " << getInput().getType();
  return success();
}

LogicalResult SortOp::verify() {
  if (getInputs().empty() || getInputs().getTypes() != getOutputs().getTypes())
    return emitOpError("results have other types than the inputs");
  ArrayRef<int64_t> shape = getShape(getInputs().front().getType());
  if (static_cast<size_t>(getAxis()) >= shape.size())
    return emitOpError("axis ") << static_cast<int64_t>(getAxis()) << " is outside " << shape.size() << " axes";
  if (getNumKeys() < 1 || static_cast<size_t>(getNumKeys()) > getInputs().size())
    return emitOpError("has ") << static_cast<int64_t>(getNumKeys()) << " keys among " << getInputs().size() << " inputs";
  for (Value input : getInputs())
    if (getShape(input.getType()) != shape)
      return emitOpError("input ") << input.getType() << " has another shape than " << getInputs().front().getType();
  return success();
}

/// `chosen` is what indexing `array` gives: the index arrays' shape, then the axes that are not indexed.
static LogicalResult verifyTaken(Operation *op, Type array, ValueRange indices, ArrayRef<int64_t> axes, Type chosen) {
  ArrayRef<int64_t> shape = getShape(array);
  if (indices.empty() || indices.size() != axes.size())
    return op->emitOpError("has ") << indices.size() << " index arrays for " << axes.size() << " axes";
  for (size_t position = 0; position < axes.size(); ++position)
    if (axes[position] < 0 || axes[position] >= static_cast<int64_t>(shape.size()) || (position && axes[position] <= axes[position - 1]))
      return op->emitOpError("axes [") << axes << "] are not increasing axes of " << array;
  SmallVector<int64_t> expected(getShape(indices.front().getType()));
  for (Value index : indices)
    if (getShape(index.getType()) != getShape(indices.front().getType()) || !getElementType(index.getType()).isSignlessInteger())
      return op->emitOpError("index array is ") << index.getType() << ", the first is " << indices.front().getType();
  for (auto [axis, extent] : llvm::enumerate(shape))
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      expected.push_back(extent);
  if (getShape(chosen) != ArrayRef<int64_t>(expected) || getElementType(chosen) != getElementType(array))
    return op->emitOpError("chooses ") << chosen << " of " << array << ", expected shape [" << expected << "]";
  return success();
}

LogicalResult TakeOp::verify() {
  for (int64_t axis : getAxes())
    if (axis >= 0 && axis < static_cast<int64_t>(getShape(getInput().getType()).size()) && getShape(getInput().getType())[axis] == 0)
      return emitOpError("chooses from an axis without elements");
  return verifyTaken(*this, getInput().getType(), getIndices(), getAxes(), getResult().getType());
}
LogicalResult PutOp::verify() {
  if (getInput().getType() != getResult().getType())
    return emitOpError("input and result do not agree");
  return verifyTaken(*this, getInput().getType(), getIndices(), getAxes(), getUpdates().getType());
}

//===-- the host program --------------------------------------------------------------------------------------===//

LogicalResult RandomOp::verify() {
  ArrayRef<int64_t> key = cast<RankedTensorType>(getKey().getType()).getShape();
  ArrayRef<int64_t> result = getShape(getResult().getType());
  if (key.back() != 2 || result.size() < key.size() - 1 || result.take_front(key.size() - 1) != key.drop_back())
    return emitOpError("key ") << getKey().getType() << " does not fit the result " << getResult().getType();
  bool integers = getDistribution() == Distribution::bits;
  if (integers != getElementType(getResult().getType()).isInteger())
    return emitOpError("draws ") << stringifyDistribution(getDistribution()) << " as " << getResult().getType();
  return success();
}

LogicalResult RandomSplitOp::verify() {
  ArrayRef<int64_t> key = cast<RankedTensorType>(getKey().getType()).getShape();
  ArrayRef<int64_t> result = cast<RankedTensorType>(getResult().getType()).getShape();
  if (key.back() != 2 || result.back() != 2 || result.size() <= key.size() ||
      result.take_front(key.size() - 1) != key.drop_back())
    return emitOpError("key ") << getKey().getType() << " does not fit the result " << getResult().getType();
  return success();
}

LogicalResult FormatOp::verify() {
  size_t values = getValues().size();
  if (getPieces().size() != values + 1)
    return emitOpError("has ") << getPieces().size() << " pieces for " << values << " values";
  if (getSpecs().size() != values || getStyles().size() != values)
    return emitOpError("has ") << getSpecs().size() << " specs and " << getStyles().size() << " styles for " << values << " values";
  return success();
}
