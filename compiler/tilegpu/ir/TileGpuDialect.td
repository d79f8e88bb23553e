// SPDX-License-Identifier: Apache-2.0
// The dialect `tilegpu`: WHERE each element of a block lives and WHICH threads work on it. See ../README.md.
#ifndef TESSERA_TILEGPU_DIALECT_TD
#define TESSERA_TILEGPU_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"

def TileGpu_Dialect : Dialect {
  let name = "tilegpu";
  let cppNamespace = "::tessera::tilegpu";
  let summary = "block programs placed on the threads of a GPU";
  let description = [{
    A `tilegpu.module` holds the kernels scheduled for one target and stands beside the `tile.kernel`s that they came from.
    Inside, every tensor has a layout (`#tilegpu.linear` as its encoding) and extents that are powers of two; a scalar is
    the same in every thread. Elementwise arithmetic is `arith` and `math`, control flow `scf` with conditions and bounds
    that are scalars, hence uniform. An operation means what it says for the whole block: how threads share it follows from
    the layouts.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::tessera::tile::TileDialect"];
  let extraClassDeclaration = [{
    /// Adds the operations; defined beside their generated code so that each generated file is compiled once.
    void registerOperations();
  }];
}

class TileGpu_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::tilegpu";
  let genSpecializedAttr = 0;
}

def TileGpu_Access : TileGpu_Enum<"Access", "what a kernel does with an argument", [
  I32EnumAttrCase<"read", 0>, I32EnumAttrCase<"write", 1>, I32EnumAttrCase<"readwrite", 2>]>;
def TileGpu_AccessAttr : EnumAttr<TileGpu_Dialect, TileGpu_Access, "access"> { let assemblyFormat = "`<` $value `>`"; }

def TileGpu_Cache : TileGpu_Enum<"Cache", "how an access is cached", [
  I32EnumAttrCase<"normal", 0>, I32EnumAttrCase<"l2", 1>, I32EnumAttrCase<"streaming", 2>]>;
def TileGpu_CacheAttr : EnumAttr<TileGpu_Dialect, TileGpu_Cache, "cache"> { let assemblyFormat = "`<` $value `>`"; }

def TileGpu_LinearAttr : AttrDef<TileGpu_Dialect, "Linear", [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "linear";
  let summary = "which thread holds which element of a tensor in which register";
  let description = [{
    `#tilegpu.linear<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], shape = [512]>`: the
    coordinate that each bit of the register's, the lane's and the warp's number stands for; numbers with several bits
    set stand for the exclusive or. An input of one value is left out. See compiler/layout/LinearLayout.h.
  }];
  let parameters = (ins "::tessera::layout::LinearLayout":$layout);
  let hasCustomAssemblyFormat = 1;
}

class TileGpu_Type<string name, string typeMnemonic> : TypeDef<TileGpu_Dialect, name> { let mnemonic = typeMnemonic; }

def TileGpu_RefType : TileGpu_Type<"Ref", "ref"> {
  let summary = "an array in global memory, row-major without gaps; or a buffer in shared memory, or a view of either";
  let description = [{
    `!tilegpu.ref<1024x1024xf32>`, `!tilegpu.ref<?xf32>` (an extent that only the launch knows; rank 1), `!tilegpu.ref<f32>`,
    `!tilegpu.ref<4x128x64xbf16, smem>`. An argument is always the whole array: which part of it a program works on is in the offsets of its
    accesses. How a buffer of shared memory lies there is said where it is allocated. An element of `i1` takes a byte.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType, "bool":$isShared);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType, CArg<"bool", "false">:$isShared),
      [{ return $_get(elementType.getContext(), shape, elementType, isShared); }]>];
  let extraClassDeclaration = [{
    int64_t getRank() const { return static_cast<int64_t>(getShape().size()); }
    /// Bytes of one element in memory.
    int64_t getElementBytes() const { return (getElementType().getIntOrFloatBitWidth() + 7) / 8; }
    /// Elements from one index of `axis` to the next, in an array without gaps.
    int64_t getStride(int64_t axis) const;
  }];
}

def TileGpu_BarrierType : TileGpu_Type<"Barrier", "barrier"> {
  let summary = "an array of mbarriers in shared memory: `!tilegpu.barrier<4>`";
  let parameters = (ins "int64_t":$count);
  let assemblyFormat = "`<` $count `>`";
  let genVerifyDecl = 1;
}

def TileGpu_AccumulatorType : TileGpu_Type<"Accumulator", "accumulator"> {
  let summary = "what wgmma adds to: `!tilegpu.accumulator<128x256xf32>`, in the registers of one warpgroup";
  let parameters = (ins "int64_t":$rows, "int64_t":$columns, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{ ::llvm::SmallVector<int64_t, 2> getShape() const { return {getRows(), getColumns()}; } }];
}

def TileGpu_Oob : TileGpu_Enum<"Oob", "what a copy reads outside of an array", [
  I32EnumAttrCase<"zeros", 0>, I32EnumAttrCase<"undefined", 1>, I32EnumAttrCase<"in_bounds", 2>]>;
def TileGpu_OobAttr : EnumAttr<TileGpu_Dialect, TileGpu_Oob, "oob"> { let assemblyFormat = "`<` $value `>`"; }

def TileGpu_CopyReduction : TileGpu_Enum<"CopyReduction", "how a copy combines an element with what is there", [
  I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"min", 1>, I32EnumAttrCase<"max", 2>, I32EnumAttrCase<"inc", 3>, I32EnumAttrCase<"dec", 4>,
  I32EnumAttrCase<"andi", 5, "and">, I32EnumAttrCase<"ori", 6, "or">, I32EnumAttrCase<"xori", 7, "xor">, I32EnumAttrCase<"umin", 8>, I32EnumAttrCase<"umax", 9>]>;
def TileGpu_CopyReductionAttr : EnumAttr<TileGpu_Dialect, TileGpu_CopyReduction, "copy_reduction"> { let assemblyFormat = "`<` $value `>`"; }

def TileGpu_SyncScope : TileGpu_Enum<"SyncScope", "which threads wait for each other", [
  I32EnumAttrCase<"warpgroup", 0>, I32EnumAttrCase<"block", 1>, I32EnumAttrCase<"cluster", 2>]>;
def TileGpu_SyncScopeAttr : EnumAttr<TileGpu_Dialect, TileGpu_SyncScope, "sync_scope">;

def TileGpu_ReductionKind : TileGpu_Enum<"ReductionKind", "how two elements are combined", [
  I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"mul", 1>, I32EnumAttrCase<"max", 2>, I32EnumAttrCase<"min", 3>,
  I32EnumAttrCase<"umax", 4>, I32EnumAttrCase<"umin", 5>, I32EnumAttrCase<"andi", 6>, I32EnumAttrCase<"ori", 7>,
  I32EnumAttrCase<"xori", 8>]>;
def TileGpu_ReductionKindAttr : EnumAttr<TileGpu_Dialect, TileGpu_ReductionKind, "reduction_kind">;

def TileGpu_Atomic : TileGpu_Enum<"Atomic", "how an old element and a new one are combined", [
  I32EnumAttrCase<"exchange", 0>, I32EnumAttrCase<"add", 1>, I32EnumAttrCase<"mul", 2>, I32EnumAttrCase<"max", 3>,
  I32EnumAttrCase<"min", 4>, I32EnumAttrCase<"umax", 5>, I32EnumAttrCase<"umin", 6>, I32EnumAttrCase<"andi", 7>,
  I32EnumAttrCase<"ori", 8>, I32EnumAttrCase<"xori", 9>]>;
def TileGpu_AtomicAttr : EnumAttr<TileGpu_Dialect, TileGpu_Atomic, "atomic">;

def TileGpu_RegisterLayoutAttr : AttrDef<TileGpu_Dialect, "RegisterLayout"> {
  let mnemonic = "register_layout";
  let summary = "a layout by the name that a program gives it, before the array's shape is known";
  let description = [{
    `#tilegpu.register_layout<"wgmma">`; names: `wgmma`, `wgmma_8bit`, `wgmma_upcast_2x`, `wgmma_upcast_4x`, `wgmma_transposed`, `splat`,
    `strided` (numbers: the vector size), `copy` (shared to global memory; numbers: the swizzle), `tiled`, `mma_lhs`, `mma_rhs`, `mma_acc`. `numbers` are
    what the name needs: of `tiled` a list of lists flattened, each preceded by its length: one a tiling level, then the axes of the warps, of the lanes (n: the
    n-th axis from the end, Pallas's -n; -n: n copies) and of the vector. `reduced` lists axes that a reduction has taken away, in order.
  }];
  let parameters = (ins StringRefParameter<>:$name, OptionalArrayRefParameter<"int64_t">:$numbers, OptionalArrayRefParameter<"int64_t">:$reduced);
  let hasCustomAssemblyFormat = 1;
}

def TileGpu_TensorMapAttr : AttrDef<TileGpu_Dialect, "TensorMap"> {
  let mnemonic = "tensor_map";
  let summary = "what the runner encodes as a CUtensorMap and passes to the kernel";
  let description = [{
    Over the whole array of argument `argument` (its shape and row-major strides, the last axis innermost; at most 5 axes): one copy moves the box of
    `box[k]` elements along axis k into shared memory, with this swizzle (bytes: 0, 32, 64, 128). Outside reads as 0. Maps are the kernel's last
    parameters, in order. `shape` is said where it is not the argument's own: of a flat array (`?xf16`) that is read as a matrix, row-major without gaps.
  }];
  let parameters = (ins "int64_t":$argument, ArrayRefParameter<"int64_t">:$box, "int64_t":$swizzle, OptionalArrayRefParameter<"int64_t">:$shape);
  let builders = [AttrBuilder<(ins "int64_t":$argument, "::llvm::ArrayRef<int64_t>":$box, "int64_t":$swizzle),
      [{ return $_get($_ctxt, argument, box, swizzle, ::llvm::ArrayRef<int64_t>()); }]>];
  let assemblyFormat = "`<` `argument` `=` $argument `,` `box` `=` `[` $box `]` `,` `swizzle` `=` $swizzle (`,` `shape` `=` `[` $shape^ `]`)? `>`";
}

#endif
