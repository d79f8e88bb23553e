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
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"];
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
  let summary = "an array in global memory, row-major without gaps";
  let description = [{
    `!tilegpu.ref<1024x1024xf32>`, `!tilegpu.ref<?xf32>` (an extent that only the launch knows; rank 1), `!tilegpu.ref<f32>`.
    Always the whole array: which part of it a program works on is in the offsets of its accesses. An element of `i1` takes
    a byte.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType),
      [{ return $_get(elementType.getContext(), shape, elementType); }]>];
  let extraClassDeclaration = [{
    int64_t getRank() const { return static_cast<int64_t>(getShape().size()); }
    /// Bytes of one element in memory.
    int64_t getElementBytes() const { return (getElementType().getIntOrFloatBitWidth() + 7) / 8; }
    /// Elements from one index of `axis` to the next.
    int64_t getStride(int64_t axis) const;
  }];
}

#endif
