// SPDX-License-Identifier: Apache-2.0
// The dialect `tilegpu` for those who read or write it: types, attributes and operations (generated from the .td files beside),
// and how a tensor type and its layout go together.
#pragma once

#include "compiler/layout/LinearLayout.h"
#include "compiler/tilegpu/ir/Target.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "compiler/tilegpu/ir/TileGpuDialect.h.inc"
#include "compiler/tilegpu/ir/TileGpuEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "compiler/tilegpu/ir/TileGpuAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "compiler/tilegpu/ir/TileGpuTypes.h.inc"
#define GET_OP_CLASSES
#include "compiler/tilegpu/ir/TileGpuOps.h.inc"

namespace tessera::tilegpu {

/// The layout of a tensor type, null where it has none (then it is not yet placed).
LinearAttr getLayoutAttr(mlir::Type type);
/// The layout of a placed tensor; the empty layout for a scalar.
layout::LinearLayout getLayout(mlir::Type type);
/// The extents of a tensor, none for a scalar.
llvm::ArrayRef<int64_t> getShape(mlir::Type type);
mlir::Type getElementType(mlir::Type type);
/// A tensor of `layout`'s shape, held that way.
mlir::RankedTensorType getTensorType(mlir::Type elementType, const layout::LinearLayout &layout);

} // namespace tessera::tilegpu
