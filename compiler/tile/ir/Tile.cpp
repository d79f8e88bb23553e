// SPDX-License-Identifier: Apache-2.0
// The dialect `tile`: registration, the text of its types and attributes, and small questions about array types.
// Verifiers are in TileVerify.cpp.
#include "compiler/tile/ir/Tile.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera::tile;

#include "compiler/tile/ir/TileDialect.cpp.inc"
#include "compiler/tile/ir/TileEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "compiler/tile/ir/TileTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/tile/ir/TileAttrs.cpp.inc"

void TileDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "compiler/tile/ir/TileTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "compiler/tile/ir/TileAttrs.cpp.inc"
      >();
  registerOperations();
}

ArrayRef<int64_t> tessera::tile::getShape(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getShape();
  return {};
}

Type tessera::tile::getElementType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType();
  return type;
}

Type tessera::tile::getArrayType(ArrayRef<int64_t> shape, Type elementType) {
  return shape.empty() ? elementType : Type(RankedTensorType::get(shape, elementType));
}

//===-- !tile.ref --------------------------------------------------------------------------------------------===//

Type RefType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  MemorySpace space = MemorySpace::any;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) || parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return {};
    std::optional<MemorySpace> parsed = symbolizeMemorySpace(keyword);
    if (!parsed) {
      parser.emitError(loc, "unknown memory space `") << keyword << "`";
      return {};
    }
    space = *parsed;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<RefType>(loc, parser.getContext(), shape, elementType, space);
}

static void printShape(AsmPrinter &printer, ArrayRef<int64_t> shape) {
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent))
      printer << "?x";
    else
      printer << extent << "x";
  }
}

void RefType::print(AsmPrinter &printer) const {
  printer << "<";
  printShape(printer, getShape());
  printer << getElementType();
  if (getMemorySpace() != MemorySpace::any)
    printer << ", " << stringifyMemorySpace(getMemorySpace());
  printer << ">";
}

LogicalResult RefType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape, Type elementType,
                              MemorySpace) {
  if (!elementType.isIntOrFloat())
    return emitError() << "a Ref's elements are integers or floats, not " << elementType;
  for (int64_t extent : shape)
    if (extent < 0 && !ShapedType::isDynamic(extent))
      return emitError() << "a Ref's extent is negative: " << extent;
  return success();
}

//===-- #tile.block ------------------------------------------------------------------------------------------===//

static ParseResult parseAxes(AsmParser &parser, SmallVectorImpl<int64_t> &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(axes.emplace_back()); });
}

Attribute BlockAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> shape, arrayShape, squeezed, elementAxes;
  Type elementType;
  FlatSymbolRefAttr indexMap;
  SMLoc loc = parser.getCurrentLocation();
  // A block shape ends in its last extent, not in a type: `512x1024 of ...`.
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false, /*withTrailingX=*/false) ||
      parser.parseKeyword("of") || parser.parseDimensionList(arrayShape, /*allowDynamic=*/false) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalKeyword("at"))) {
    StringAttr name;
    if (parser.parseSymbolName(name))
      return {};
    indexMap = FlatSymbolRefAttr::get(name);
  }
  if (succeeded(parser.parseOptionalKeyword("squeeze")) && parseAxes(parser, squeezed))
    return {};
  if (succeeded(parser.parseOptionalKeyword("element")) && parseAxes(parser, elementAxes))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<BlockAttr>(loc, parser.getContext(), shape, RankedTensorType::get(arrayShape, elementType),
                                      indexMap, squeezed, elementAxes);
}

void BlockAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleave(getShape(), printer.getStream(), "x");
  printer << " of ";
  printShape(printer, getArray().getShape());
  printer << getArray().getElementType();
  if (getIndexMap()) {
    printer << " at ";
    printer.printSymbolName(getIndexMap().getValue());
  }
  auto axes = [&](StringRef keyword, ArrayRef<int64_t> list) {
    if (list.empty())
      return;
    printer << " " << keyword << " [";
    llvm::interleaveComma(list, printer.getStream());
    printer << "]";
  };
  axes("squeeze", getSqueezed());
  axes("element", getElementAxes());
  printer << ">";
}

LogicalResult BlockAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
                                RankedTensorType array, FlatSymbolRefAttr, ArrayRef<int64_t> squeezed,
                                ArrayRef<int64_t> elementAxes) {
  int64_t rank = array.getRank();
  if (static_cast<int64_t>(shape.size()) != rank)
    return emitError() << "the block has " << shape.size() << " axes but the array has " << rank;
  if (llvm::any_of(shape, [](int64_t extent) { return extent <= 0; }))
    return emitError() << "a block's extents are positive";
  for (int64_t axis : squeezed)
    if (axis < 0 || axis >= rank || shape[axis] != 1)
      return emitError() << "squeezed axis " << axis << " is not an axis of size 1 of the block";
  for (int64_t axis : elementAxes)
    if (axis < 0 || axis >= rank)
      return emitError() << "element axis " << axis << " is outside the array's " << rank << " axes";
  return success();
}

SmallVector<int64_t> BlockAttr::getRefShape() const {
  SmallVector<int64_t> shape;
  for (auto [axis, extent] : llvm::enumerate(getShape()))
    if (!isSqueezed(axis))
      shape.push_back(extent);
  return shape;
}
