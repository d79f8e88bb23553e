// SPDX-License-Identifier: Apache-2.0
#ifndef TESSERA_TILE_TYPES_TD
#define TESSERA_TILE_TYPES_TD

include "compiler/tile/ir/TileDialect.td"

class Tile_Type<string name, string typeMnemonic> : TypeDef<Tile_Dialect, name> { let mnemonic = typeMnemonic; }

def Tile_RefType : Tile_Type<"Ref", "ref"> {
  let summary = "a mutable buffer that a kernel reads and writes by index";
  let description = [{
    `!tile.ref<512x1024xf32>`, `!tile.ref<?xf32>`, `!tile.ref<f32>`, `!tile.ref<64x64xbf16, smem>`. A `?` is an extent
    that only the launch knows (Triton's pointers, which are flat Refs). A kernel argument that has a block spec
    is the Ref of one program's block.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        "::tessera::tile::MemorySpace":$memorySpace);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
      CArg<"::tessera::tile::MemorySpace", "::tessera::tile::MemorySpace::any">:$memorySpace),
      [{ return $_get(elementType.getContext(), shape, elementType, memorySpace); }]>];
  let extraClassDeclaration = [{
    int64_t getRank() const { return static_cast<int64_t>(getShape().size()); }
    bool hasStaticShape() const { return !::mlir::ShapedType::isDynamicShape(getShape()); }
  }];
}

def Tile_TextType : Tile_Type<"Text", "text"> {
  let summary = "a string made while the host program runs";
}

def Tile_BlockAttr : AttrDef<Tile_Dialect, "Block"> {
  let mnemonic = "block";
  let summary = "which block of an array each program sees (Pallas's BlockSpec)";
  let description = [{
    `#tile.block<512x1024 of 1024x1024xf32 at @map>`: the array's blocks have this shape, and `@map`, called with the
    program's ids (one `i32` a grid axis), returns the index of its block (one `i32` an array axis). An axis listed
    in `squeeze [..]` has block size 1 and is absent from the kernel's Ref; for an axis in `element [..]` the map
    returns an element's index instead of a block's. Without `at` the index is 0 on every axis.
    A block may reach past the end of the array: what is read there is the uninitialized value (NaN; the smallest
    signed, 0 for unsigned integers; false), what is written there vanishes.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::RankedTensorType":$array,
                        OptionalParameter<"::mlir::FlatSymbolRefAttr">:$indexMap,
                        OptionalArrayRefParameter<"int64_t">:$squeezed,
                        OptionalArrayRefParameter<"int64_t">:$elementAxes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isSqueezed(int64_t axis) const { return ::llvm::is_contained(getSqueezed(), axis); }
    bool isElementAxis(int64_t axis) const { return ::llvm::is_contained(getElementAxes(), axis); }
    /// The shape of the kernel's Ref: the block without its squeezed axes.
    ::llvm::SmallVector<int64_t> getRefShape() const;
  }];
}

#endif
