// SPDX-License-Identifier: Apache-2.0
// The dialect `tilegpu` for those who read or write it: types, attributes and operations (generated from the .td files beside),
// and how a tensor type and its layout go together.
#pragma once

#include "compiler/layout/LinearLayout.h"
#include "compiler/tile/ir/Tile.h"
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


//===-- Refs of either dialect, as kernels of warpgroups have them ----------------------------------------------===//

llvm::ArrayRef<int64_t> getRefShape(mlir::Type ref);
mlir::Type getRefElementType(mlir::Type ref);
bool isSharedRef(mlir::Type ref);
/// A Ref of `like`'s dialect and memory.
mlir::Type getRefTypeLike(mlir::Type like, llvm::ArrayRef<int64_t> shape, mlir::Type elementType);
/// The Ref that `view` is a part of: a kernel's argument or what an allocation gave. Goes through subview, transpose_ref, reinterpret and cluster_ref.
mlir::Value getBaseRef(mlir::Value view);

/// On a `tile.kernel` of warpgroups (`source = "mosaic_gpu"`), in its `options`: how many warpgroups (an integer), and the extents of the grid's
/// last axes that are the cluster's (a DenseI64ArrayAttr; absent: none).
inline constexpr llvm::StringLiteral warpgroupsOption = "warpgroups", clusterOption = "cluster", mosaicSource = "mosaic_gpu";
bool isWarpgroupKernel(tile::KernelOp kernel);
int64_t getWarpgroups(tile::KernelOp kernel);
llvm::ArrayRef<int64_t> getCluster(tile::KernelOp kernel);

} // namespace tessera::tilegpu
