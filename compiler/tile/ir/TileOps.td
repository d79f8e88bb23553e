// SPDX-License-Identifier: Apache-2.0
#ifndef TESSERA_TILE_OPS_TD
#define TESSERA_TILE_OPS_TD

include "compiler/tile/ir/TileTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Tile_Op<string opMnemonic, list<Trait> traits = []> : Op<Tile_Dialect, opMnemonic, traits>;

/// An array, or the scalar that a rank-0 array is.
def Tile_Array : AnyTypeOf<[StaticShapeTensorOf<[AnyInteger, AnyFloat]>, AnySignlessInteger, AnyFloat], "array">;
defvar Tile_Key = StaticShapeTensorOf<[I32]>;
defvar Tile_Index = AnySignlessInteger;

//===-- kernels and launches ---------------------------------------------------------------------------------===//

def Tile_KernelOp : Tile_Op<"kernel", [FunctionOpInterface, IsolatedFromAbove, Symbol, AutomaticAllocationScope]> {
  let summary = "a function that every program of a grid runs";
  let description = [{
    Its arguments are Refs and scalars. Each carries `tile.access` (`read`, `write`, `readwrite`, `scratch`), and may
    carry `tile.block` (a `#tile.block`), `tile.name` (the parameter's name in the user's text) and
    `tile.divisibility` (an integer that the scalar's value, or the address in bytes, is known to be a multiple of).
    `source` says whose semantics it has (`pallas`, `triton`, or `mosaic_gpu`: a kernel of warpgroups, see compiler/tilegpu); `options` what the launch asked for (`num_warps`, ...).

    ```mlir
    tile.kernel @add(%x: !tile.ref<8xi32> {tile.access = #tile.access<read>},
                     %o: !tile.ref<8xi32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
      %0 = tile.load %x[0] sizes [8] : !tile.ref<8xi32> -> tensor<8xi32>
      tile.store %0, %o[0] sizes [8] : tensor<8xi32>, !tile.ref<8xi32>
      tile.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs, StrAttr:$source, OptionalAttr<DictionaryAttr>:$options);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type, "::llvm::StringRef":$source)>];
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }

    /// What the kernel does with argument `index`; `read` where nothing is said.
    Access getAccess(unsigned index);
    void setAccess(unsigned index, Access access);
    /// The argument's block spec, or null: then every program sees the whole array.
    BlockAttr getBlock(unsigned index);
    /// The parameter's name in the user's text, or `argN`.
    std::string getArgumentName(unsigned index);
    int64_t getDivisibility(unsigned index);

    static constexpr ::llvm::StringLiteral accessName = "tile.access";
    static constexpr ::llvm::StringLiteral blockName = "tile.block";
    static constexpr ::llvm::StringLiteral argumentNameName = "tile.name";
    static constexpr ::llvm::StringLiteral divisibilityName = "tile.divisibility";
  }];
}

def Tile_ReturnOp : Tile_Op<"return", [Pure, Terminator, HasParent<"KernelOp">]> {
  let summary = "ends a kernel";
  let assemblyFormat = "attr-dict";
}

def Tile_LaunchOp : Tile_Op<"launch", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a kernel once for every point of a grid";
  let description = [{
    The operands are the kernel's `read` and `readwrite` arguments in order; the results are its `write` and
    `readwrite` arguments in order, as new arrays: on the host, arrays are values. A `scratch` argument is
    neither. A Ref of rank 0 takes a scalar; a flat Ref `!tile.ref<?xT>` takes an array of any shape.
    Programs are numbered in row-major order of the grid, the last axis fastest (for Triton, whose first axis is
    fastest, the order changes and nothing else). An empty grid is one program.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, DenseI64ArrayAttr:$grid, Variadic<Tile_Array>:$inputs);
  let results = (outs Variadic<Tile_Array>:$outputs);
  let assemblyFormat = "$kernel `grid` $grid `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)";
}

def Tile_ProgramIdOp : Tile_Op<"program_id", [Pure]> {
  let summary = "this program's index along a grid axis";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict";
  let builders = [OpBuilder<(ins "int64_t":$axis), [{
    build($_builder, $_state, $_builder.getI32Type(), $_builder.getI64IntegerAttr(axis)); }]>];
}

def Tile_NumProgramsOp : Tile_Op<"num_programs", [Pure]> {
  let summary = "the grid's size along an axis";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict";
  let builders = [OpBuilder<(ins "int64_t":$axis), [{
    build($_builder, $_state, $_builder.getI32Type(), $_builder.getI64IntegerAttr(axis)); }]>];
}

//===-- memory -----------------------------------------------------------------------------------------------===//

class Tile_SliceOp<string mnemonic> : Tile_Op<mnemonic, [AttrSizedOperandSegments]> {
  code sliceDeclaration = [{
    /// Offset of axis `axis`: a constant or an operand.
    ::mlir::OpFoldResult getOffset(int64_t axis) {
      int64_t constant = getStaticOffsets()[axis];
      if (!::mlir::ShapedType::isDynamic(constant))
        return ::mlir::IntegerAttr::get(::mlir::IntegerType::get(getContext(), 64), constant);
      int64_t position = ::llvm::count_if(getStaticOffsets().take_front(axis), ::mlir::ShapedType::isDynamic);
      return getOffsets()[position];
    }
    int64_t getStride(int64_t axis) { return getStrides().empty() ? 1 : getStrides()[axis]; }
  }];
}

def Tile_LoadOp : Tile_SliceOp<"load"> {
  let summary = "reads a slice of a Ref";
  let description = [{
    Element `(i, j, ..)` of the slice is the Ref's element `offset + stride * i`; axis k of the slice has `sizes[k]`
    elements, and the axes listed in `drop` (each of size 1) are absent from the result. Where `mask` is false the
    result is `other`, or the uninitialized value when there is none, and memory is not touched. A slice without a
    mask lies inside the Ref; an access outside it is an error that the interpreter reports.

    ```mlir
    %row = tile.load %x[%i, 0] sizes [1, 128] drop [0] : !tile.ref<64x128xf32> -> tensor<128xf32>
    ```
  }];
  let arguments = (ins Arg<Tile_RefType, "", [MemRead]>:$ref, Variadic<Tile_Index>:$offsets, Optional<Tile_Array>:$mask,
                       Optional<Tile_Array>:$other, DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$sizes,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dropped);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = [{
    $ref custom<Offsets>($offsets, type($offsets), $static_offsets) `sizes` $sizes (`strides` $strides^)? (`drop` $dropped^)?
    (`mask` $mask^ `:` type($mask))? (`other` $other^ `:` type($other))? attr-dict `:` type($ref) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = sliceDeclaration;
}

def Tile_StoreOp : Tile_SliceOp<"store"> {
  let summary = "writes a slice of a Ref";
  let description = [{ The mirror of `tile.load`: where `mask` is false nothing is written. }];
  let arguments = (ins Tile_Array:$value, Arg<Tile_RefType, "", [MemWrite]>:$ref, Variadic<Tile_Index>:$offsets,
                       Optional<Tile_Array>:$mask, DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$sizes,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dropped);
  let assemblyFormat = [{
    $value `,` $ref custom<Offsets>($offsets, type($offsets), $static_offsets) `sizes` $sizes (`strides` $strides^)?
    (`drop` $dropped^)? (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value) `,` type($ref)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = sliceDeclaration;
}

def Tile_GatherOp : Tile_Op<"gather", [AttrSizedOperandSegments]> {
  let summary = "reads elements of a Ref at computed indices";
  let description = [{
    One index array for each axis of the Ref, all of the result's shape. Masked elements are `other`, or 0 when there is
    none (Triton's pointers: what NVIDIA's code and Triton's interpreter give), and their indices may lie anywhere;
    an unmasked index outside the Ref is an error that the interpreter reports.
  }];
  let arguments = (ins Arg<Tile_RefType, "", [MemRead]>:$ref, Variadic<Tile_Array>:$indices, Optional<Tile_Array>:$mask,
                       Optional<Tile_Array>:$other);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = [{
    $ref `[` $indices `]` (`mask` $mask^ `:` type($mask))? (`other` $other^ `:` type($other))? attr-dict `:` type($ref)
    `[` type($indices) `]` `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_ScatterOp : Tile_Op<"scatter", [AttrSizedOperandSegments]> {
  let summary = "writes elements of a Ref at computed indices";
  let description = [{ The mirror of `tile.gather`. Of two elements with one index, either may win. }];
  let arguments = (ins Tile_Array:$value, Arg<Tile_RefType, "", [MemWrite]>:$ref, Variadic<Tile_Array>:$indices,
                       Optional<Tile_Array>:$mask);
  let assemblyFormat = [{
    $value `,` $ref `[` $indices `]` (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value) `,` type($ref)
    `[` type($indices) `]`
  }];
  let hasVerifier = 1;
}

def Tile_AtomicRmwOp : Tile_Op<"atomic_rmw", [AttrSizedOperandSegments, AllTypesMatch<["value", "result"]>]> {
  let summary = "changes elements of a Ref at computed indices, each in one step, and gives what was there before";
  let description = [{
    Indices, mask and errors as of `tile.scatter`; `kind` says how the old element and `value`'s are combined (`exchange`: the new one
    replaces the old). Elements of one operation that meet at one index are applied one after the other; the interpreter
    does so in row-major order. Where `mask` is false nothing is touched and the result is the uninitialized value. `order` is
    `relaxed`, `acquire`, `release` or `acq_rel`; `scope` is `cta`, `gpu` or `sys`.
  }];
  let arguments = (ins Tile_AtomicAttr:$kind, Tile_Array:$value, Arg<Tile_RefType, "", [MemRead, MemWrite]>:$ref,
                       Variadic<Tile_Array>:$indices, Optional<Tile_Array>:$mask,
                       DefaultValuedAttr<StrAttr, "\"acq_rel\"">:$order, DefaultValuedAttr<StrAttr, "\"gpu\"">:$scope);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = [{
    $kind $value `,` $ref `[` $indices `]` (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value) `,` type($ref)
    `[` type($indices) `]`
  }];
  let hasVerifier = 1;
}

def Tile_AtomicCasOp : Tile_Op<"atomic_cas", [AttrSizedOperandSegments, AllTypesMatch<["compare", "value", "result"]>]> {
  let summary = "replaces elements of a Ref that equal `compare`, each in one step, and gives what was there before";
  let description = [{ As `tile.atomic_rmw`. Elements are compared as bits. }];
  let arguments = (ins Tile_Array:$compare, Tile_Array:$value, Arg<Tile_RefType, "", [MemRead, MemWrite]>:$ref,
                       Variadic<Tile_Array>:$indices, Optional<Tile_Array>:$mask,
                       DefaultValuedAttr<StrAttr, "\"acq_rel\"">:$order, DefaultValuedAttr<StrAttr, "\"gpu\"">:$scope);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = [{
    $compare `,` $value `,` $ref `[` $indices `]` (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value) `,` type($ref)
    `[` type($indices) `]`
  }];
  let hasVerifier = 1;
}

def Tile_SelectRefOp : Tile_Op<"select_ref", [Pure]> {
  let summary = "one of several Refs, chosen while the kernel runs";
  let description = [{
    A pointer that a Triton kernel reads from memory: the Refs that the launch knows it may mean are kernel arguments, and
    `index` says which (0-based). An index outside is an error that the interpreter reports.
  }];
  let arguments = (ins Tile_Index:$index, Variadic<Tile_RefType>:$refs);
  let results = (outs Tile_RefType:$result);
  let assemblyFormat = "$index `:` type($index) `of` $refs attr-dict `:` type($refs) `->` type($result)";
  let hasVerifier = 1;
}

//===-- arrays -----------------------------------------------------------------------------------------------===//

def Tile_IotaOp : Tile_Op<"iota", [Pure]> {
  let summary = "each element's own index along one axis";
  let arguments = (ins I64Attr:$axis);
  let results = (outs StaticShapeTensorOf<[AnySignlessInteger, AnyFloat]>:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tile_BroadcastOp : Tile_Op<"broadcast", [Pure]> {
  let summary = "repeats an array along new axes or along axes of size 1";
  let description = [{ Axis k of the input is axis `axes[k]` of the result, of the same size or of size 1. A scalar has no axes. }];
  let arguments = (ins Tile_Array:$input, DenseI64ArrayAttr:$axes);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$input `axes` $axes attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_ReshapeOp : Tile_Op<"reshape", [Pure]> {
  let summary = "the same elements in row-major order under another shape";
  let arguments = (ins Tile_Array:$input);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_TransposeOp : Tile_Op<"transpose", [Pure]> {
  let summary = "axis k of the result is axis `permutation[k]` of the input";
  let arguments = (ins Tile_Array:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$input $permutation attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_ConcatenateOp : Tile_Op<"concatenate", [Pure]> {
  let summary = "joins arrays along an axis";
  let arguments = (ins Variadic<Tile_Array>:$inputs, I64Attr:$axis);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$inputs `axis` $axis attr-dict `:` type($inputs) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_SliceValueOp : Tile_Op<"slice", [Pure]> {
  let summary = "a part of an array";
  let description = [{
    Like `tile.load` of a whole array that is a value. A computed offset is clamped so that the slice lies inside (JAX's
    `dynamic_slice`); a constant one must lie inside.
  }];
  let arguments = (ins Tile_Array:$input, Variadic<Tile_Index>:$offsets, DenseI64ArrayAttr:$static_offsets,
                       DenseI64ArrayAttr:$sizes, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dropped);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = [{
    $input custom<Offsets>($offsets, type($offsets), $static_offsets) `sizes` $sizes (`strides` $strides^)?
    (`drop` $dropped^)? attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_UpdateSliceOp : Tile_Op<"update_slice", [Pure]> {
  let summary = "an array with a part replaced";
  let description = [{ JAX's `dynamic_update_slice`: the same rules as `tile.slice`; `update` has the slice's full rank. }];
  let arguments = (ins Tile_Array:$input, Tile_Array:$update, Variadic<Tile_Index>:$offsets,
                       DenseI64ArrayAttr:$static_offsets, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = [{
    $update `into` $input custom<Offsets>($offsets, type($offsets), $static_offsets) (`strides` $strides^)? attr-dict `:`
    type($update) `,` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_CastOp : Tile_Op<"cast", [Pure]> {
  let summary = "converts each element to another element type";
  let description = [{
    Float to float rounds to nearest even. Float to integer truncates, saturates, and takes NaN to 0 (JAX; Triton on
    NVIDIA). Integer to narrower integer wraps. Anything to `i1` is "differs from zero". `from_unsigned` and
    `to_unsigned` say how integers are read; `i1` is always 0 or 1.
  }];
  let arguments = (ins Tile_Array:$input, UnitAttr:$from_unsigned, UnitAttr:$to_unsigned);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_BitcastOp : Tile_Op<"bitcast", [Pure]> {
  let summary = "reads each element's bits as another element type of the same width";
  let arguments = (ins Tile_Array:$input);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_ReduceOp : Tile_Op<"reduce", [Pure]> {
  let summary = "combines all elements along some axes";
  let description = [{
    The axes vanish from the result. Floating `max` and `min` give NaN when an element is NaN, unless `ignore_nan`.
    `max` and `min` read integers as signed, `umax` and `umin` as unsigned. The order is not specified; f16 and bf16
    sums are accumulated in f32 and rounded once.
  }];
  let arguments = (ins Tile_Array:$input, Tile_ReductionAttr:$kind, DenseI64ArrayAttr:$axes, UnitAttr:$ignore_nan);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$kind $input `axes` $axes attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_DotOp : Tile_Op<"dot", [Pure]> {
  let summary = "matrix product";
  let description = [{
    `(B.., M, K)` times `(B.., K, N)` is `(B.., M, N)`; the leading axes agree. With `acc` the product is added to it.
    Products of f16, bf16 and fp8 are exact in f32 and accumulated there, then rounded once to the result's
    element type; a target's tensor core may add 128 products of fp8 less exactly (Hopper's keeps 13 bits of a sum) before it
    adds their sum as f32. Integers accumulate modulo 2^n in the result's type. `precision` concerns f32 operands only.
    `from_unsigned` reads integer operands as unsigned. The interpreter adds the K products of an element in the same
    order whatever M, N and the blocking are, so that a blocked product equals the whole one bit for bit.
  }];
  let arguments = (ins Tile_Array:$lhs, Tile_Array:$rhs, Optional<Tile_Array>:$acc,
                       DefaultValuedAttr<Tile_PrecisionAttr, "Precision::ieee">:$precision, UnitAttr:$from_unsigned);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`acc` $acc^ `:` type($acc))? attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_YieldOp : Tile_Op<"yield", [Pure, Terminator, ParentOneOf<["ReduceByOp", "ScanOp"]>]> {
  let summary = "ends a combining region";
  let arguments = (ins Variadic<Tile_Array>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
}

def Tile_ReduceByOp : Tile_Op<"reduce_by", [Pure, SingleBlock]> {
  let summary = "combines all elements along an axis by a function of the user";
  let description = [{
    All inputs have one shape; the axis vanishes from each result. The region takes two entries, scalars, one of each input
    (first all of the left entry, then all of the right one), and yields the combined entry. It must be associative and has no
    side effects; entries are combined from left to right where a target does not say otherwise.
  }];
  let arguments = (ins Variadic<Tile_Array>:$inputs, I64Attr:$axis);
  let results = (outs Variadic<Tile_Array>:$outputs);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = "$inputs `axis` $axis $combine attr-dict `:` functional-type($inputs, $outputs)";
  let hasVerifier = 1;
}

def Tile_ScanOp : Tile_Op<"scan", [Pure, SingleBlock]> {
  let summary = "all prefixes along an axis, combined by a function";
  let description = [{
    Entry i of a result combines entries 0 to i of the inputs (i to the last one with `reverse`); shapes stay. The region is that of
    `tile.reduce_by`, whose left entry is the prefix: a cumulative sum yields `arith.addf`.
  }];
  let arguments = (ins Variadic<Tile_Array>:$inputs, I64Attr:$axis, UnitAttr:$reverse);
  let results = (outs Variadic<Tile_Array>:$outputs);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = "$inputs `axis` $axis (`reverse` $reverse^)? $combine attr-dict `:` functional-type($inputs, $outputs)";
  let hasVerifier = 1;
}

def Tile_ArgReduceOp : Tile_Op<"arg_reduce", [Pure]> {
  let summary = "where along an axis the largest or smallest element is";
  let description = [{
    `kind` is `max`, `min`, `umax` or `umin`. Of equal elements the first wins, or the last with `last`. A NaN wins over every number,
    the first one (NumPy and JAX), unless `ignore_nan`. The axis vanishes from the result, whose elements are indices.
  }];
  let arguments = (ins Tile_ReductionAttr:$kind, Tile_Array:$input, I64Attr:$axis, UnitAttr:$last, UnitAttr:$ignore_nan);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$kind $input `axis` $axis attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_SortOp : Tile_Op<"sort", [Pure]> {
  let summary = "sorts several arrays together along an axis";
  let description = [{
    The first `num_keys` inputs are the keys, the first the most significant; the other inputs follow their order. Stable. Floating
    numbers are ordered with -0 equal to 0 and every NaN last (JAX's `lax.sort`), integers as signed unless listed in
    `unsigned_keys`. `descending` reverses the order of keys; equal entries keep their order then too.
  }];
  let arguments = (ins Variadic<Tile_Array>:$inputs, I64Attr:$axis, DefaultValuedAttr<I64Attr, "1">:$num_keys,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$unsigned_keys, UnitAttr:$descending);
  let results = (outs Variadic<Tile_Array>:$outputs);
  let assemblyFormat = "$inputs `axis` $axis attr-dict `:` functional-type($inputs, $outputs)";
  let hasVerifier = 1;
}

def Tile_TakeOp : Tile_Op<"take", [Pure]> {
  let summary = "elements or slices of an array at computed indices";
  let description = [{
    One index array for each axis in `axes` (increasing), all of one shape S; the result's shape is S and then the input's other axes.
    An index outside its axis is clamped (JAX). Negative indices do not count from the end: who means that adds the extent.

    ```mlir
    %rows = tile.take %table[%ids] axes [0] : tensor<100x64xf32>[tensor<8xi32>] -> tensor<8x64xf32>
    ```
  }];
  let arguments = (ins Tile_Array:$input, Variadic<Tile_Array>:$indices, DenseI64ArrayAttr:$axes);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$input `[` $indices `]` `axes` $axes attr-dict `:` type($input) `[` type($indices) `]` `->` type($result)";
  let hasVerifier = 1;
}

def Tile_PutOp : Tile_Op<"put", [Pure]> {
  let summary = "an array with elements or slices at computed indices changed";
  let description = [{
    The mirror of `tile.take`: `updates` has the shape that `tile.take` would give. `kind` combines the old element with the update
    (`exchange`: replaces it). An update with an index outside is dropped. Updates that meet are applied in row-major order.
  }];
  let arguments = (ins Tile_AtomicAttr:$kind, Tile_Array:$updates, Tile_Array:$input, Variadic<Tile_Array>:$indices,
                       DenseI64ArrayAttr:$axes);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = [{
    $kind $updates `into` $input `[` $indices `]` `axes` $axes attr-dict `:` type($updates) `,` type($input) `[` type($indices) `]`
    `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_InlineAsmOp : Tile_Op<"inline_asm"> {
  let summary = "PTX that the user wrote, applied to each element";
  let description = [{
    Triton's `inline_asm_elementwise`: all arguments and results have one shape; the text handles `pack` elements at a time, its
    constraints are LLVM's. Only a device that runs PTX can run it; the interpreter refuses it by name.
  }];
  let arguments = (ins StrAttr:$text, StrAttr:$constraints, DefaultValuedAttr<I64Attr, "1">:$pack, UnitAttr:$is_pure,
                       Variadic<Tile_Array>:$inputs);
  let results = (outs Variadic<Tile_Array>:$outputs);
  let assemblyFormat = "$text `,` $constraints `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)";
}

//===-- the host program -------------------------------------------------------------------------------------===//

def Tile_RandomOp : Tile_Op<"random", [Pure]> {
  let summary = "random numbers from a key";
  let description = [{
    `key` is `tensor<(B..)x2xi32>`, the two words of a threefry key (or philox: seed and offset); the result is
    `(B.., shape..)`, each batch entry drawn from its own key. `bits` gives integers of the result's width; `uniform`
    numbers in [low, high); `normal` the standard normal distribution. Threefry is JAX's, partitionable, bit for bit.
  }];
  let arguments = (ins Tile_Key:$key, Tile_GeneratorAttr:$generator, Tile_DistributionAttr:$distribution,
                       DefaultValuedAttr<F64Attr, "0.0">:$low, DefaultValuedAttr<F64Attr, "1.0">:$high);
  let results = (outs Tile_Array:$result);
  let assemblyFormat = "$generator $distribution $key attr-dict `:` type($key) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_RandomSplitOp : Tile_Op<"random_split", [Pure]> {
  let summary = "new threefry keys from one: `(B.., 2)` to `(B.., n.., 2)`";
  let arguments = (ins Tile_Key:$key);
  let results = (outs Tile_Key:$result);
  let assemblyFormat = "$key attr-dict `:` type($key) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_RandomFoldInOp : Tile_Op<"random_fold_in", [Pure, AllTypesMatch<["key", "result"]>]> {
  let summary = "a new threefry key from a key and an i32";
  let arguments = (ins Tile_Key:$key, I32:$data);
  let results = (outs Tile_Key:$result);
  let assemblyFormat = "$key `,` $data attr-dict `:` type($key)";
}

def Tile_FormatOp : Tile_Op<"format", [Pure]> {
  let summary = "text from literal pieces and values";
  let description = [{
    `pieces` has one more entry than there are values: piece, value, piece, ... `specs[k]` is a Python format spec for
    value k (empty: `str`; `!r`: `repr`). `styles[k]` says whose rules apply to value k; `unsigned_values` lists the values whose
    integers are unsigned; `key_values` those that are random keys. A `!tile.text` value stands for itself.
  }];
  let arguments = (ins Variadic<AnyTypeOf<[Tile_Array, Tile_TextType]>>:$values, StrArrayAttr:$pieces,
                       DefaultValuedAttr<StrArrayAttr, "{}">:$specs,
                       DefaultValuedAttr<TypedArrayAttrBase<Tile_TextStyleAttr, "text styles">, "{}">:$styles,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$unsigned_values,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$key_values);
  let results = (outs Tile_TextType:$result);
  let assemblyFormat = [{
    $pieces (`(` $values^ `)` `specs` $specs `styles` $styles)? attr-dict (`:` type($values)^)?
  }];
  let hasVerifier = 1;
}

def Tile_PrintOp : Tile_Op<"print"> {
  let summary = "appends text to the program's output";
  let arguments = (ins Tile_TextType:$text);
  let assemblyFormat = "$text attr-dict";
}

def Tile_WriteFileOp : Tile_Op<"write_file"> {
  let summary = "appends text to one of the run's output files";
  let description = [{ Files are part of the run's result; only the command line's `--output-dir` writes them to a disk. }];
  let arguments = (ins Tile_TextType:$text, StrAttr:$path);
  let assemblyFormat = "$text `to` $path attr-dict";
}

def Tile_KernelTextOp : Tile_Op<"kernel_text", [Pure]> {
  let summary = "a kernel's code at a stage (`kernel.asm[...]`)";
  let arguments = (ins FlatSymbolRefAttr:$kernel, StrAttr:$stage);
  let results = (outs Tile_TextType:$result);
  let assemblyFormat = "$kernel $stage attr-dict";
}

def Tile_CheckCloseOp : Tile_Op<"check_close"> {
  let summary = "fails the run unless two arrays agree";
  let description = [{
    Holds where `|actual - desired| <= atol + rtol * |desired|`, NaNs and infinities in the same places. The failure's
    text is `numpy.testing.assert_allclose`'s (`header` is its first line when not the usual one).
  }];
  let arguments = (ins Tile_Array:$actual, Tile_Array:$desired, F64Attr:$rtol, F64Attr:$atol,
                       DefaultValuedAttr<BoolAttr, "true">:$equal_nan, DefaultValuedAttr<StrAttr, "\"\"">:$header,
                       DefaultValuedAttr<StrAttr, "\"\"">:$message, UnitAttr:$unsigned_values);
  let assemblyFormat = "$actual `,` $desired `rtol` $rtol `atol` $atol attr-dict `:` type($actual) `,` type($desired)";
}

def Tile_AssertOp : Tile_Op<"assert"> {
  let summary = "fails the run unless the condition holds";
  let arguments = (ins I1:$condition, Optional<Tile_TextType>:$message);
  let assemblyFormat = "$condition (`,` $message^)? attr-dict";
}

def Tile_GuardOp : Tile_Op<"guard"> {
  let summary = "fails the run unless a value is what the program was compiled with";
  let description = [{
    Where Python needs a value of an array at once (`if (a == b).all():`, `n = x.item()`), the program so far is run while it is
    compiled, and what follows holds for that value alone. `expected` is it, a scalar or a dense array compared bit by bit (NaNs are
    equal); `what` the expression in the user's text.
  }];
  let arguments = (ins Tile_Array:$value, TypedAttrInterface:$expected, DefaultValuedAttr<StrAttr, "\"\"">:$what);
  let assemblyFormat = "$value `is` $expected attr-dict `:` type($value)";
}

#endif
