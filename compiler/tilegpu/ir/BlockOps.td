// SPDX-License-Identifier: Apache-2.0
// What kernels of block programs need beyond elementwise arithmetic: combining along axes, matrix products, memory of their own, and
// words to the host. "All threads" are those that hold the tensors: the program's, or in a kernel of warpgroups this warpgroup's.
#ifndef TESSERA_TILEGPU_BLOCK_OPS_TD
#define TESSERA_TILEGPU_BLOCK_OPS_TD

//===-- combining along an axis -------------------------------------------------------------------------------===//

def TileGpu_YieldOp : TileGpu_Op<"yield", [Pure, Terminator, ParentOneOf<["ReduceByOp", "ScanOp"]>]> {
  let summary = "ends a combining region";
  let arguments = (ins Variadic<TileGpu_Value>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
}

def TileGpu_ReduceByOp : TileGpu_Op<"reduce_by", [Pure, SingleBlock]> {
  let summary = "combines all elements along an axis by a function";
  let description = [{
    All inputs have one shape and layout; the axis vanishes. The region takes two entries, scalars, one of each input (first all of the left entry,
    then all of the right one), and yields the combined entry. It is associative but may not commute: left is the lower index. Scratch as
    `getScratchBytes` says.
  }];
  let arguments = (ins Variadic<TileGpu_Tensor>:$inputs, I64Attr:$axis);
  let results = (outs Variadic<TileGpu_Value>:$outputs);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = "$inputs `axis` $axis $combine attr-dict `:` functional-type($inputs, $outputs)";
  let hasVerifier = 1;
}

def TileGpu_ScanOp : TileGpu_Op<"scan", [Pure, SingleBlock]> {
  let summary = "all prefixes along an axis, combined by a function";
  let description = [{ Entry i combines entries 0 to i (i to the last with `reverse`); inputs and results have one shape and layout. The region is `tilegpu.reduce_by`'s. }];
  let arguments = (ins Variadic<TileGpu_Tensor>:$inputs, I64Attr:$axis, UnitAttr:$reverse);
  let results = (outs Variadic<TileGpu_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = "$inputs `axis` $axis (`reverse` $reverse^)? $combine attr-dict `:` functional-type($inputs, $outputs)";
  let hasVerifier = 1;
}

//===-- matrix products ---------------------------------------------------------------------------------------===//

def TileGpu_DotInstruction : TileGpu_Enum<"DotInstruction", "what computes a product", [
  I32EnumAttrCase<"fma", 0>, I32EnumAttrCase<"mma", 1>]>;
def TileGpu_DotInstructionAttr : EnumAttr<TileGpu_Dialect, TileGpu_DotInstruction, "dot_instruction">;
def TileGpu_DotPrecision : TileGpu_Enum<"DotPrecision", "how f32 operands are multiplied", [
  I32EnumAttrCase<"ieee", 0>, I32EnumAttrCase<"tf32", 1>, I32EnumAttrCase<"tf32x3", 2>]>;
def TileGpu_DotPrecisionAttr : EnumAttr<TileGpu_Dialect, TileGpu_DotPrecision, "dot_precision">;

def TileGpu_DotOp : TileGpu_Op<"dot", [AllTypesMatch<["accumulator", "result"]>, MemoryEffects<[MemRead]>]> {
  let summary = "accumulator + a . b by all threads, done when it returns";
  let description = [{
    `(B.., M, K)` times `(B.., K, N)`; operands in shared memory, or arrays in registers in the layout that the instruction wants (`mma`: of mma.sync's fragments;
    `fma`: whoever holds an element of the sum holds its row of `a` and its column of `b`). Before it is placed, operands and accumulator are `tile`'s Refs and arrays without
    layouts. `mma` is mma.sync and takes f16, bf16, 8-bit floats and integers, and f32 with another precision than `ieee`; all else is `fma`, in the result's type. Integer sums wrap.
    What other threads stored to the operands must have been ordered by a barrier.
  }];
  let arguments = (ins TileGpu_Array:$accumulator, TileGpu_ArrayOrRef:$a, TileGpu_ArrayOrRef:$b, TileGpu_DotInstructionAttr:$instruction,
                       DefaultValuedAttr<TileGpu_DotPrecisionAttr, "DotPrecision::ieee">:$precision, UnitAttr:$from_unsigned);
  let results = (outs TileGpu_Array:$result);
  let assemblyFormat = "$instruction $accumulator `,` $a `,` $b attr-dict `:` type($accumulator) `,` type($a) `,` type($b)";
  let hasVerifier = 1;
}

//===-- memory ------------------------------------------------------------------------------------------------===//

def TileGpu_AtomicCasOp : TileGpu_Op<"atomic_cas", [AttrSizedOperandSegments, AllTypesMatch<["compare", "value", "result"]>]> {
  let summary = "replaces elements of an array that equal `compare`, each in one step, and gives what was there before";
  let description = [{ As `tilegpu.atomic_rmw`. Elements are compared as bits. }];
  let arguments = (ins TileGpu_Value:$compare, TileGpu_Value:$value, Arg<TileGpu_RefType, "", [MemRead, MemWrite]>:$ref,
                       Variadic<TileGpu_Value>:$indices, Optional<TileGpu_Value>:$mask,
                       DefaultValuedAttr<StrAttr, "\"acq_rel\"">:$order, DefaultValuedAttr<StrAttr, "\"gpu\"">:$scope);
  let results = (outs TileGpu_Value:$result);
  let assemblyFormat = [{
    $compare `,` $value `,` $ref `[` $indices `]` (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value) `,` type($ref)
    `[` type($indices) `]`
  }];
  let hasVerifier = 1;
}

def TileGpu_SelectRefOp : TileGpu_Op<"select_ref", [Pure]> {
  let summary = "one of several arrays in global memory, chosen while the kernel runs: `tile.select_ref`, placed";
  let arguments = (ins AnySignlessInteger:$index, Variadic<TileGpu_RefType>:$refs);
  let results = (outs TileGpu_RefType:$result);
  let assemblyFormat = "$index `:` type($index) `of` $refs attr-dict `:` type($refs) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_AllocWorkspaceOp : TileGpu_Op<"alloc_workspace", [MemoryEffects<[MemAlloc]>]> {
  let summary = "a buffer in global memory, one for each block of the launch";
  let description = [{
    Where a value is too large for registers and shared memory. Its contents are not defined at the beginning. The launch makes `workspace_bytes` for each of its blocks; `offset` is
    the buffer's place in the block's own, which `schedule` decides. Before the kernel is placed the result is a `tile` Ref.
  }];
  let arguments = (ins DefaultValuedAttr<StrAttr, "\"\"">:$name, OptionalAttr<I64Attr>:$offset);
  let results = (outs TileGpu_AnyRef:$result);
  let assemblyFormat = "($name^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TileGpu_LoadAsyncOp : TileGpu_Op<"load_async", [AttrSizedOperandSegments]> {
  let summary = "begins a copy of a strided box of an array to shared memory (cp.async)";
  let description = [{
    `tilegpu.load` and a store of the whole of `target`, without registers between: each thread copies what it would hold in `layout`. Where `mask` is
    false zeros are written. `vector` elements of 4, 8 or 16 bytes in all go at once; those of fewer bytes pass through registers. A `tilegpu.commit_copies_in` makes what this thread has begun a group,
    `tilegpu.wait_copies_in` waits for groups, a barrier tells the others.
  }];
  let arguments = (ins Arg<TileGpu_RefType, "", [MemRead]>:$ref, Variadic<I32>:$offsets, Optional<TileGpu_Value>:$mask,
                       Arg<TileGpu_RefType, "", [MemWrite]>:$target, DenseI64ArrayAttr:$axes, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides,
                       TileGpu_LinearAttr:$layout, DefaultValuedAttr<I64Attr, "1">:$vector,
                       DefaultValuedAttr<TileGpu_CacheAttr, "Cache::normal">:$cache);
  let assemblyFormat = [{
    $ref `[` $offsets `]` `axes` $axes (`strides` $strides^)? (`mask` $mask^ `:` type($mask))? `to` $target attr-dict `:` type($ref) `,` type($target)
  }];
  let hasVerifier = 1;
}

def TileGpu_GatherAsyncOp : TileGpu_Op<"gather_async", [AttrSizedOperandSegments]> {
  let summary = "begins a copy of elements at computed indices to shared memory (cp.async)";
  let description = [{ `tilegpu.gather` and a store of the whole of `target`, as `tilegpu.load_async`; the indices' layout says who copies what. }];
  let arguments = (ins Arg<TileGpu_RefType, "", [MemRead]>:$ref, Variadic<TileGpu_Value>:$indices, Optional<TileGpu_Value>:$mask,
                       Arg<TileGpu_RefType, "", [MemWrite]>:$target, DefaultValuedAttr<I64Attr, "1">:$vector,
                       DefaultValuedAttr<TileGpu_CacheAttr, "Cache::normal">:$cache);
  let assemblyFormat = [{
    $ref `[` $indices `]` (`mask` $mask^ `:` type($mask))? `to` $target attr-dict `:` type($ref) `[` type($indices) `]` `,` type($target)
  }];
  let hasVerifier = 1;
}

def TileGpu_CommitCopiesInOp : TileGpu_Op<"commit_copies_in"> {
  let summary = "this thread's asynchronous loads since the last commit become a group, which may be empty (cp.async.commit_group)";
  let assemblyFormat = "attr-dict";
}

//===-- words to the host -------------------------------------------------------------------------------------===//

def TileGpu_PrintOp : TileGpu_Op<"print"> {
  let summary = "hands values to the host, which appends text made of them to the program's output";
  let description = [{
    `pieces`, `specs`, `styles`, `unsigned_values` and `key_values` are `tile.format`'s. One record a program goes into the launch's report buffer
    (`reports` on the kernel); the host writes the text as the interpreter does, in the order of the programs.
  }];
  let arguments = (ins Variadic<TileGpu_Value>:$values, StrArrayAttr:$pieces, DefaultValuedAttr<StrArrayAttr, "{}">:$specs,
                       DefaultValuedAttr<ArrayAttr, "{}">:$styles, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$unsigned_values,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$key_values);
  let assemblyFormat = "$pieces (`(` $values^ `:` type($values) `)`)? attr-dict";
}

def TileGpu_AssertOp : TileGpu_Op<"assert"> {
  let summary = "fails the run unless the condition holds; the message is as `tilegpu.print`'s text, or without pieces there is none";
  let arguments = (ins I1:$condition, Variadic<TileGpu_Value>:$values, DefaultValuedAttr<StrArrayAttr, "{}">:$pieces,
                       DefaultValuedAttr<StrArrayAttr, "{}">:$specs, DefaultValuedAttr<ArrayAttr, "{}">:$styles,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$unsigned_values, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$key_values);
  let assemblyFormat = "$condition (`,` $pieces^)? (`(` $values^ `:` type($values) `)`)? attr-dict";
}

def TileGpu_InlineAsmOp : TileGpu_Op<"inline_asm"> {
  let summary = "PTX that the user wrote, applied to each element: `tile.inline_asm`, placed";
  let arguments = (ins StrAttr:$text, StrAttr:$constraints, DefaultValuedAttr<I64Attr, "1">:$pack, UnitAttr:$is_pure,
                       Variadic<TileGpu_Value>:$inputs);
  let results = (outs Variadic<TileGpu_Value>:$outputs);
  let assemblyFormat = "$text `,` $constraints `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)";
}

#endif
