// SPDX-License-Identifier: Apache-2.0
// The dialect `tilegpu`: registration, the text of its attributes and types, short names for layouts in printed IR.
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera::tilegpu;
using tessera::layout::Basis;
using tessera::layout::LinearLayout;

#include "compiler/tilegpu/ir/TileGpuDialect.cpp.inc"
#include "compiler/tilegpu/ir/TileGpuEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/tilegpu/ir/TileGpuAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "compiler/tilegpu/ir/TileGpuTypes.cpp.inc"

namespace {
/// Layouts are long: printed IR names each one once, at the top, as `#linear`, `#linear1`, ...
struct LayoutAliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (!isa<LinearAttr>(attr))
      return AliasResult::NoAlias;
    os << "linear";
    return AliasResult::FinalAlias;
  }
};
} // namespace

void TileGpuDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "compiler/tilegpu/ir/TileGpuAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "compiler/tilegpu/ir/TileGpuTypes.cpp.inc"
      >();
  addInterfaces<LayoutAliases>();
  registerOperations();
}

//===-- types and layouts -------------------------------------------------------------------------------------===//

LinearAttr tessera::tilegpu::getLayoutAttr(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_or_null<LinearAttr>(tensor.getEncoding()) : LinearAttr();
}

LinearLayout tessera::tilegpu::getLayout(Type type) {
  LinearAttr attr = getLayoutAttr(type);
  return attr ? attr.getLayout() : LinearLayout();
}

ArrayRef<int64_t> tessera::tilegpu::getShape(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getShape();
  return {};
}

Type tessera::tilegpu::getElementType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType();
  return type;
}

RankedTensorType tessera::tilegpu::getTensorType(Type elementType, const LinearLayout &layout) {
  return RankedTensorType::get(layout.shape(), elementType, LinearAttr::get(elementType.getContext(), layout));
}

//===-- #tilegpu.linear ---------------------------------------------------------------------------------------===//

static ParseResult parseNumbers(AsmParser &parser, Basis &numbers) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(numbers.emplace_back()); });
}

Attribute LinearAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::vector<LinearLayout::Input> inputs;
  Basis sizes;
  if (parser.parseLess())
    return {};
  while (true) {
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return {};
    if (name == "shape")
      break;
    inputs.push_back({name.str(), {}});
    auto parseBasis = [&] { return parseNumbers(parser, inputs.back().bases.emplace_back()); };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseBasis) || parser.parseComma())
      return {};
  }
  if (parseNumbers(parser, sizes) || parser.parseGreater())
    return {};
  std::vector<LinearLayout::Output> outputs;
  for (int32_t size : sizes)
    outputs.push_back({layout::getAxisName(outputs.size()), size});
  std::string error;
  std::optional<LinearLayout> layout = LinearLayout::create(std::move(inputs), std::move(outputs), &error);
  if (!layout) {
    parser.emitError(loc) << error;
    return {};
  }
  return LinearAttr::get(parser.getContext(), *layout);
}

void LinearAttr::print(AsmPrinter &printer) const { printer << "<" << getLayout().str() << ">"; }

LogicalResult LinearAttr::verifyEncoding(ArrayRef<int64_t> shape, Type, function_ref<InFlightDiagnostic()> emitError) const {
  std::vector<int64_t> own = getLayout().shape();
  if (ArrayRef<int64_t>(own) != shape)
    return emitError() << "the layout's shape is [" << own << "], the tensor's [" << shape << "]";
  if (!getLayout().isSurjective())
    return emitError() << "the layout leaves elements of the tensor without a place";
  return success();
}

//===-- #tilegpu.register_layout ------------------------------------------------------------------------------===//

/// `<"wgmma", numbers = [1, 2], reduced = [1]>`, either list only where there is one.
Attribute RegisterLayoutAttr::parse(AsmParser &parser, Type) {
  std::string name;
  SmallVector<int64_t> numbers, reduced;
  if (parser.parseLess() || parser.parseString(&name))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef field;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&field) || parser.parseEqual())
      return {};
    if (field != "numbers" && field != "reduced") {
      parser.emitError(loc) << "field is `" << field << "`, expected `numbers` or `reduced`";
      return {};
    }
    SmallVector<int64_t> &list = field == "numbers" ? numbers : reduced;
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] { return parser.parseInteger(list.emplace_back()); }))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return RegisterLayoutAttr::get(parser.getContext(), name, numbers, reduced);
}

void RegisterLayoutAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printString(getName());
  for (auto [field, list] : {std::pair("numbers", getNumbers()), std::pair("reduced", getReduced())})
    if (!list.empty()) {
      printer << ", " << field << " = [";
      llvm::interleaveComma(list, printer);
      printer << "]";
    }
  printer << ">";
}

//===-- !tilegpu.ref ------------------------------------------------------------------------------------------===//

Type RefType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) || parser.parseType(elementType))
    return {};
  bool isShared = succeeded(parser.parseOptionalComma());
  if ((isShared && parser.parseKeyword("smem")) || parser.parseGreater())
    return {};
  return parser.getChecked<RefType>(loc, parser.getContext(), shape, elementType, isShared);
}

void RefType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t extent : getShape()) {
    if (ShapedType::isDynamic(extent))
      printer << "?x";
    else
      printer << extent << "x";
  }
  printer << getElementType() << (getIsShared() ? ", smem>" : ">");
}

LogicalResult RefType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape, Type elementType, bool isShared) {
  if (!elementType.isIntOrFloat())
    return emitError() << "a Ref's elements are integers or floats, not " << elementType;
  for (int64_t extent : shape)
    if (extent < 0 && !ShapedType::isDynamic(extent))
      return emitError() << "a Ref's extent is negative: " << extent;
  // Strides of a row-major array come from all extents but the first.
  for (int64_t extent : shape.drop_front(shape.empty() || isShared ? 0 : 1))
    if (ShapedType::isDynamic(extent))
      return emitError() << "only a Ref's first extent may be unknown, and none in shared memory";
  return success();
}

int64_t RefType::getStride(int64_t axis) const {
  int64_t stride = 1;
  for (int64_t extent : getShape().drop_front(axis + 1))
    stride *= extent;
  return stride;
}

//===-- !tilegpu.barrier, !tilegpu.accumulator ----------------------------------------------------------------===//

LogicalResult BarrierType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t count) {
  if (count < 1)
    return emitError() << "an array of " << count << " barriers, expected at least one";
  return success();
}

Type AccumulatorType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(elementType) || parser.parseGreater())
    return {};
  if (shape.size() != 2) {
    parser.emitError(loc) << "an accumulator has two extents, not " << shape.size();
    return {};
  }
  return parser.getChecked<AccumulatorType>(loc, parser.getContext(), shape[0], shape[1], elementType);
}

void AccumulatorType::print(AsmPrinter &printer) const {
  printer << "<" << getRows() << "x" << getColumns() << "x" << getElementType() << ">";
}

LogicalResult AccumulatorType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t rows, int64_t columns, Type elementType) {
  if (rows < 1 || columns < 1)
    return emitError() << "an accumulator of " << rows << "x" << columns << " has no elements";
  if (!elementType.isIntOrFloat())
    return emitError() << "an accumulator's elements are integers or floats, not " << elementType;
  return success();
}

//===-- Refs of either dialect --------------------------------------------------------------------------------===//

ArrayRef<int64_t> tessera::tilegpu::getRefShape(Type ref) {
  if (auto recorded = dyn_cast<tile::RefType>(ref))
    return recorded.getShape();
  return cast<RefType>(ref).getShape();
}

Type tessera::tilegpu::getRefElementType(Type ref) {
  if (auto recorded = dyn_cast<tile::RefType>(ref))
    return recorded.getElementType();
  return cast<RefType>(ref).getElementType();
}

bool tessera::tilegpu::isSharedRef(Type ref) {
  if (auto recorded = dyn_cast<tile::RefType>(ref))
    return recorded.getMemorySpace() == tile::MemorySpace::smem;
  auto placed = dyn_cast<RefType>(ref);
  return placed && placed.getIsShared();
}

Type tessera::tilegpu::getRefTypeLike(Type like, ArrayRef<int64_t> shape, Type elementType) {
  if (auto recorded = dyn_cast<tile::RefType>(like))
    return tile::RefType::get(shape, elementType, recorded.getMemorySpace());
  return RefType::get(shape, elementType, cast<RefType>(like).getIsShared());
}

Value tessera::tilegpu::getBaseRef(Value view) {
  while (Operation *op = view.getDefiningOp()) {
    if (!isa<SubviewOp, TransposeRefOp, ReinterpretOp, ClusterRefOp>(op))
      break;
    view = op->getOperand(0);
  }
  return view;
}

bool tessera::tilegpu::isWarpgroupKernel(tile::KernelOp kernel) { return kernel.getSource() == mosaicSource; }

int64_t tessera::tilegpu::getWarpgroups(tile::KernelOp kernel) {
  auto options = kernel.getOptions();
  auto option = options ? options->getAs<IntegerAttr>(warpgroupsOption) : IntegerAttr();
  return option ? option.getInt() : 1;
}

ArrayRef<int64_t> tessera::tilegpu::getCluster(tile::KernelOp kernel) {
  auto options = kernel.getOptions();
  auto option = options ? options->getAs<DenseI64ArrayAttr>(clusterOption) : DenseI64ArrayAttr();
  return option ? option.asArrayRef() : ArrayRef<int64_t>();
}
