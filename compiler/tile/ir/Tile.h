// SPDX-License-Identifier: Apache-2.0
// The dialect `tile` for those who read or write it: types, attributes and operations (generated from the .td files beside).
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "compiler/tile/ir/TileDialect.h.inc"
#include "compiler/tile/ir/TileEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "compiler/tile/ir/TileTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/tile/ir/TileAttrs.h.inc"
#define GET_OP_CLASSES
#include "compiler/tile/ir/TileOps.h.inc"

namespace tessera::tile {

/// The shape of an array value: a scalar's is empty.
llvm::ArrayRef<int64_t> getShape(mlir::Type type);
/// The element type of an array value: a scalar's is itself.
mlir::Type getElementType(mlir::Type type);
/// The type of an array: a ranked tensor, or the element type itself when `shape` is empty.
mlir::Type getArrayType(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);

} // namespace tessera::tile
