// SPDX-License-Identifier: Apache-2.0
#ifndef TESSERA_TILEGPU_OPS_TD
#define TESSERA_TILEGPU_OPS_TD

include "compiler/tilegpu/ir/TileGpuDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TileGpu_Op<string opMnemonic, list<Trait> traits = []> : Op<TileGpu_Dialect, opMnemonic, traits>;

/// A tensor with a layout, or a scalar that every thread has.
def TileGpu_Tensor : StaticShapeTensorOf<[AnySignlessInteger, AnyFloat]>;
def TileGpu_Value : AnyTypeOf<[TileGpu_Tensor, AnySignlessInteger, AnyFloat], "tensor or scalar">;

//===-- kernels ----------------------------------------------------------------------------------------------===//

def TileGpu_TargetModuleOp : TileGpu_Op<"module", [IsolatedFromAbove, SymbolTable, Symbol, NoRegionArguments, NoTerminator,
                                             SingleBlock]> {
  let summary = "the kernels scheduled for one target";
  let description = [{
    Its name is the target's: `tilegpu.module @sm_90a { .. }`. An artifact may hold several, one a target. While `schedule`
    works, it also holds the copies of `tile.kernel`s that are on their way; `verify-tilegpu` refuses what is left of them.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$target)>];
  let extraClassDeclaration = [{ const Target &getTarget(); }];
}

def TileGpu_KernelOp : TileGpu_Op<"kernel", [FunctionOpInterface, IsolatedFromAbove, Symbol, AutomaticAllocationScope,
                                             HasParent<"TargetModuleOp">]> {
  let summary = "a kernel whose every tensor has its place";
  let description = [{
    The arguments are the `tile.kernel`'s, in order, each Ref as the whole array. An argument carries `tilegpu.name`,
    `tilegpu.access`, and `tilegpu.alignment`: bytes that an array's address (or a scalar's value) is a multiple of.

    `num_warps` warps of 32 lanes run one program. `axis_order` lists the grid's axes, the fastest first: the first three
    are CUDA's x, y and z. With `linear_grid` all programs stand along x and the extents follow the arguments as `i32`s, one
    an axis, in the order of the grid. With `parts` p > 1, p consecutive blocks along x run one program together, each
    one part of it. `shared_bytes` is what the launch must ask for.

    With `blocks` n > 0 the launch has n blocks along x whatever its grid was: the compiler has spread the grid's programs over them itself (tiles of
    them, or several a block one after the other) and `program_id 0` is the block's number. `workspace_bytes` of global memory for each block, and with `reports` a buffer for
    `tilegpu.print` and `tilegpu.assert`, are the launch's to make: their addresses follow the arguments and extents.

    ```mlir
    tilegpu.module @sm_90a {
      tilegpu.kernel @add(%x: !tilegpu.ref<512xf32> {tilegpu.access = #tilegpu.access<readwrite>})
          attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "pallas"} {
        %c0 = arith.constant 0 : i32
        %0 = tilegpu.load %x[%c0] axes [0] {vector = 4 : i64} : !tilegpu.ref<512xf32> -> tensor<512xf32, #linear>
        %1 = arith.addf %0, %0 : tensor<512xf32, #linear>
        tilegpu.store %1, %x[%c0] axes [0] {vector = 4 : i64} : tensor<512xf32, #linear>, !tilegpu.ref<512xf32>
        tilegpu.return
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs, StrAttr:$source,
                       ConfinedAttr<I64Attr, [IntPositive]>:$num_warps, DenseI64ArrayAttr:$axis_order,
                       UnitAttr:$linear_grid, DefaultValuedAttr<I64Attr, "1">:$parts,
                       DefaultValuedAttr<I64Attr, "0">:$shared_bytes, DefaultValuedAttr<I64Attr, "0">:$warpgroups,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$cluster, OptionalAttr<ArrayAttr>:$tensor_maps,
                       DefaultValuedAttr<I64Attr, "0">:$blocks, DefaultValuedAttr<I64Attr, "0">:$workspace_bytes, UnitAttr:$reports);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type, "::llvm::StringRef":$source,
                                 "int64_t":$numWarps, "::llvm::ArrayRef<int64_t>":$axisOrder, "bool":$linearGrid,
                                 "int64_t":$parts)>];
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }

    const Target &getTarget();
    int64_t getThreads() { return getNumWarps() * lanesPerWarp; }
    Access getAccess(unsigned index);
    std::string getArgumentName(unsigned index);
    /// Bytes for an array, units for a scalar.
    int64_t getAlignment(unsigned index);

    /// Warps that hold a tensor: a warpgroup's, or all.
    int64_t getWarpsOfTensor() { return getWarpgroups() > 0 ? warpsPerWarpgroup : getNumWarps(); }
    /// Blocks of a cluster.
    int64_t getClusterSize();

    static constexpr ::llvm::StringLiteral accessName = "tilegpu.access";
    static constexpr ::llvm::StringLiteral argumentNameName = "tilegpu.name";
    static constexpr ::llvm::StringLiteral alignmentName = "tilegpu.alignment";
  }];
}

def TileGpu_ReturnOp : TileGpu_Op<"return", [Pure, Terminator, HasParent<"KernelOp">]> {
  let summary = "ends a kernel";
  let assemblyFormat = "attr-dict";
}

class TileGpu_AxisOp<string mnemonic> : TileGpu_Op<mnemonic, [Pure]> {
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "int64_t":$axis), [{
    build($_builder, $_state, $_builder.getI32Type(), $_builder.getI64IntegerAttr(axis)); }]>];
}
def TileGpu_ProgramIdOp : TileGpu_AxisOp<"program_id"> { let summary = "this program's index along a grid axis"; }
def TileGpu_NumProgramsOp : TileGpu_AxisOp<"num_programs"> { let summary = "the grid's size along an axis"; }

def TileGpu_ProgramPartOp : TileGpu_Op<"program_part", [Pure]> {
  let summary = "which of the kernel's `parts` of its program this block runs";
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def TileGpu_BarrierOp : TileGpu_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "every thread of the program arrives before any goes on; their writes are seen by all";
  let assemblyFormat = "attr-dict";
}

//===-- memory -----------------------------------------------------------------------------------------------===//

def TileGpu_LoadOp : TileGpu_Op<"load", [AttrSizedOperandSegments]> {
  let summary = "reads a strided box of an array";
  let description = [{
    One `i32` offset for each axis of the array. Axis k of the result runs along axis `axes[k]` of the array (increasing), in
    steps of `strides[axes[k]]` (1 where `strides` is absent); along other axes the box is one element thick. Where `mask`
    is false the result is `other`, or unspecified when there is none, and memory is not touched.

    `vector` elements along the last axis are read by one instruction. That is a decision taken before, and a promise:
    each such group is contiguous in a thread's registers, its address is a multiple of its bytes, and the mask is the
    same for the whole group.
  }];
  let arguments = (ins Arg<TileGpu_RefType, "", [MemRead]>:$ref, Variadic<I32>:$offsets, Optional<TileGpu_Value>:$mask,
                       Optional<TileGpu_Value>:$other, DenseI64ArrayAttr:$axes,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides, DefaultValuedAttr<I64Attr, "1">:$vector,
                       DefaultValuedAttr<TileGpu_CacheAttr, "Cache::normal">:$cache);
  let results = (outs TileGpu_Value:$result);
  let assemblyFormat = [{
    $ref `[` $offsets `]` `axes` $axes (`strides` $strides^)? (`mask` $mask^ `:` type($mask))? (`other` $other^ `:` type($other))?
    attr-dict `:` type($ref) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{ int64_t getStride(int64_t axis) { return getStrides().empty() ? 1 : getStrides()[axis]; } }];
}

def TileGpu_StoreOp : TileGpu_Op<"store", [AttrSizedOperandSegments]> {
  let summary = "writes a strided box of an array";
  let description = [{
    The mirror of `tilegpu.load`. Each element is written once: of the threads that hold copies, by the one whose free bits
    are 0 (a scalar by thread 0).
  }];
  let arguments = (ins TileGpu_Value:$value, Arg<TileGpu_RefType, "", [MemWrite]>:$ref, Variadic<I32>:$offsets,
                       Optional<TileGpu_Value>:$mask, DenseI64ArrayAttr:$axes,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides, DefaultValuedAttr<I64Attr, "1">:$vector,
                       DefaultValuedAttr<TileGpu_CacheAttr, "Cache::normal">:$cache);
  let assemblyFormat = [{
    $value `,` $ref `[` $offsets `]` `axes` $axes (`strides` $strides^)? (`mask` $mask^ `:` type($mask))? attr-dict `:`
    type($value) `,` type($ref)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{ int64_t getStride(int64_t axis) { return getStrides().empty() ? 1 : getStrides()[axis]; } }];
}

def TileGpu_GatherOp : TileGpu_Op<"gather", [AttrSizedOperandSegments]> {
  let summary = "reads elements of an array at computed indices";
  let description = [{
    One index array for each axis, all of the result's shape and layout. Masked elements are `other`, or 0 when there is none.
    `vector` promises for each group what it promises in `tilegpu.load`, and that its indices are consecutive.
  }];
  let arguments = (ins Arg<TileGpu_RefType, "", [MemRead]>:$ref, Variadic<TileGpu_Value>:$indices,
                       Optional<TileGpu_Value>:$mask, Optional<TileGpu_Value>:$other,
                       DefaultValuedAttr<I64Attr, "1">:$vector, DefaultValuedAttr<TileGpu_CacheAttr, "Cache::normal">:$cache);
  let results = (outs TileGpu_Value:$result);
  let assemblyFormat = [{
    $ref `[` $indices `]` (`mask` $mask^ `:` type($mask))? (`other` $other^ `:` type($other))? attr-dict `:` type($ref)
    `[` type($indices) `]` `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileGpu_ScatterOp : TileGpu_Op<"scatter", [AttrSizedOperandSegments]> {
  let summary = "writes elements of an array at computed indices";
  let description = [{ The mirror of `tilegpu.gather`. Of two elements with one index, either may win. }];
  let arguments = (ins TileGpu_Value:$value, Arg<TileGpu_RefType, "", [MemWrite]>:$ref, Variadic<TileGpu_Value>:$indices,
                       Optional<TileGpu_Value>:$mask, DefaultValuedAttr<I64Attr, "1">:$vector,
                       DefaultValuedAttr<TileGpu_CacheAttr, "Cache::normal">:$cache);
  let assemblyFormat = [{
    $value `,` $ref `[` $indices `]` (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value) `,` type($ref)
    `[` type($indices) `]`
  }];
  let hasVerifier = 1;
}

def TileGpu_AtomicRmwOp : TileGpu_Op<"atomic_rmw", [AttrSizedOperandSegments, AllTypesMatch<["value", "result"]>]> {
  let summary = "changes elements of an array at computed indices, each in one step, and gives what was there before";
  let description = [{
    Indices and mask as of `tilegpu.scatter`; each element is applied once, by the thread that would store it. Where nobody uses the result, nothing is
    read. `order` is `relaxed`, `acquire`, `release` or `acq_rel`; `scope` is `cta`, `gpu` or `sys`.
  }];
  let arguments = (ins TileGpu_AtomicAttr:$kind, TileGpu_Value:$value, Arg<TileGpu_RefType, "", [MemRead, MemWrite]>:$ref,
                       Variadic<TileGpu_Value>:$indices, Optional<TileGpu_Value>:$mask,
                       DefaultValuedAttr<StrAttr, "\"acq_rel\"">:$order, DefaultValuedAttr<StrAttr, "\"gpu\"">:$scope);
  let results = (outs TileGpu_Value:$result);
  let assemblyFormat = [{
    $kind $value `,` $ref `[` $indices `]` (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value) `,` type($ref)
    `[` type($indices) `]`
  }];
  let hasVerifier = 1;
}

//===-- tensors ----------------------------------------------------------------------------------------------===//

def TileGpu_IotaOp : TileGpu_Op<"iota", [Pure]> {
  let summary = "each element's own index along one axis";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$axis);
  let results = (outs TileGpu_Tensor:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TileGpu_SplatOp : TileGpu_Op<"splat", [Pure]> {
  let summary = "a tensor whose every element is a scalar";
  let arguments = (ins AnyTypeOf<[AnySignlessInteger, AnyFloat]>:$input);
  let results = (outs TileGpu_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_BroadcastOp : TileGpu_Op<"broadcast", [Pure]> {
  let summary = "repeats a tensor along new axes or along axes of size 1";
  let description = [{
    Axis k of the input is axis `axes[k]` of the result, of the same size or of size 1. Nothing moves: each thread already holds
    the elements of the input that its elements of the result repeat.
  }];
  let arguments = (ins TileGpu_Tensor:$input, DenseI64ArrayAttr:$axes);
  let results = (outs TileGpu_Tensor:$result);
  let assemblyFormat = "$input `axes` $axes attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_ReshapeOp : TileGpu_Op<"reshape", [Pure]> {
  let summary = "the same elements in row-major order under another shape; the layout is reshaped along, nothing moves";
  let arguments = (ins TileGpu_Tensor:$input);
  let results = (outs TileGpu_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_TransposeOp : TileGpu_Op<"transpose", [Pure]> {
  let summary = "axis k of the result is axis `permutation[k]` of the input; the layout is permuted along, nothing moves";
  let arguments = (ins TileGpu_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs TileGpu_Tensor:$result);
  let assemblyFormat = "$input $permutation attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_SliceOp : TileGpu_Op<"slice", [Pure]> {
  let summary = "a part of a tensor that every thread already holds its share of";
  let description = [{
    As many elements along each axis as the result has, from `offsets` on, each a multiple of that size. Nothing moves: `layout::getSliceMap`
    says which registers are kept.
  }];
  let arguments = (ins TileGpu_Tensor:$input, DenseI64ArrayAttr:$offsets);
  let results = (outs TileGpu_Tensor:$result);
  let assemblyFormat = "$input $offsets attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_ConvertLayoutOp : TileGpu_Op<"convert_layout", [Pure]> {
  let summary = "the same tensor held in another layout";
  let description = [{
    Free where only registers are renamed; through shared memory otherwise, which the kernel's `shared_bytes` must hold.
  }];
  let arguments = (ins TileGpu_Tensor:$input);
  let results = (outs TileGpu_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// Bytes of shared memory that this conversion passes through; 0 where it needs none.
    int64_t getScratchBytes();
  }];
}

def TileGpu_ReduceOp : TileGpu_Op<"reduce", [Pure]> {
  let summary = "combines all elements along some axes, which vanish";
  let description = [{
    The result's layout is the input's without those axes, or any other (then through shared memory). Floating `max` and `min` give NaN when an element
    is NaN, unless `ignore_nan`. f16 and bf16 sums are accumulated in f32 and rounded once. A result without axes is a scalar.
  }];
  let arguments = (ins TileGpu_ReductionKindAttr:$kind, TileGpu_Tensor:$input, DenseI64ArrayAttr:$axes, UnitAttr:$ignore_nan);
  let results = (outs TileGpu_Value:$result);
  let assemblyFormat = "$kind $input `axes` $axes attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_CastOp : TileGpu_Op<"cast", [Pure]> {
  let summary = "converts each element to another element type";
  let description = [{
    Float to float rounds to nearest even. Float to integer truncates, saturates, and takes NaN to 0. Integer to narrower
    integer wraps. Anything to `i1` is "differs from zero". `from_unsigned` and `to_unsigned` say how integers are read;
    `i1` is always 0 or 1.
  }];
  let arguments = (ins TileGpu_Value:$input, UnitAttr:$from_unsigned, UnitAttr:$to_unsigned);
  let results = (outs TileGpu_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_BitcastOp : TileGpu_Op<"bitcast", [Pure]> {
  let summary = "reads each element's bits as another element type of the same width";
  let arguments = (ins TileGpu_Value:$input);
  let results = (outs TileGpu_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

include "compiler/tilegpu/ir/AsyncOps.td"
include "compiler/tilegpu/ir/BlockOps.td"

#endif
