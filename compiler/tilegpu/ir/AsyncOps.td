// SPDX-License-Identifier: Apache-2.0
// Operations that say themselves what is copied when, by which warpgroup, into which buffer. See "Kernels of warpgroups" in
// ../README.md for who is meant by "this warpgroup", what is ordered with what, and the two forms a kernel of them has.
#ifndef TESSERA_TILEGPU_ASYNC_OPS_TD
#define TESSERA_TILEGPU_ASYNC_OPS_TD

/// A Ref of either dialect: `tile`'s until the kernel is placed, `tilegpu`'s afterwards.
def TileGpu_AnyRef : Type<CPred<"::llvm::isa<::tessera::tile::RefType, ::tessera::tilegpu::RefType>($_self)">, "a Ref">;
def TileGpu_Array : AnyTypeOf<[StaticShapeTensorOf<[AnySignlessInteger, AnyFloat]>, AnySignlessInteger, AnyFloat], "array">;
def TileGpu_ArrayOrRef : AnyTypeOf<[TileGpu_AnyRef, StaticShapeTensorOf<[AnySignlessInteger, AnyFloat]>], "a Ref or an array in registers">;

//===-- who ---------------------------------------------------------------------------------------------------===//

def TileGpu_ThreadIndexOp : TileGpu_Op<"thread_index", [Pure]> {
  let summary = "which of the kernel's warpgroups this is (Pallas's thread axis)";
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def TileGpu_WarpMapOp : TileGpu_Op<"warp_map", [SingleBlockImplicitTerminator<"WarpYieldOp">]> {
  let summary = "each of this warpgroup's four warps runs the region by itself";
  let description = [{
    The block's argument is the warp's index in its warpgroup, an `i32`. Values in the region are scalars. The warpgroup goes on when all
    four warps have ended.
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
  let hasVerifier = 1;
}
def TileGpu_WarpYieldOp : TileGpu_Op<"warp_yield", [Pure, Terminator, HasParent<"WarpMapOp">]> {
  let summary = "ends a `tilegpu.warp_map`";
  let assemblyFormat = "attr-dict";
}

//===-- buffers -----------------------------------------------------------------------------------------------===//

def TileGpu_AllocSharedOp : TileGpu_Op<"alloc_shared", [MemoryEffects<[MemAlloc]>]> {
  let summary = "a buffer in shared memory, one for all warpgroups of the program";
  let description = [{
    Its contents are not defined (the interpreter fills it with NaN, and with the smallest signed integer). It lives until the `tilegpu.free`
    that names it, else until the kernel ends. All warpgroups reach it together or it is outside of what only some of them run.

    `swizzle` is what the program asks for: rows of the last axis are cut into panels of that many bytes, and the 16-byte
    chunks of a panel's row stand in the order of their number xor the row's number modulo 8 (128), half of it modulo 4 (64), a
    quarter of it modulo 2 (32): that of the 128-byte line they are in (`layout::makeTmaSwizzled`). 0 asks for rows
    without gaps. Absent, the compiler chooses. With a swizzle, memory holds for each index of the leading axes the panels one after the
    other, each with all its rows. `offset` is the buffer's place in bytes, which `schedule` decides.
  }];
  let arguments = (ins DefaultValuedAttr<StrAttr, "\"\"">:$name, OptionalAttr<I64Attr>:$swizzle, OptionalAttr<I64Attr>:$offset);
  let results = (outs TileGpu_AnyRef:$result);
  let assemblyFormat = "($name^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TileGpu_AllocBarrierOp : TileGpu_Op<"alloc_barrier", [MemoryEffects<[MemAlloc]>]> {
  let summary = "an array of mbarriers in shared memory, initialized and seen by all";
  let description = [{
    A phase of a barrier is complete after `arrivals` arrivals: of a `tilegpu.arrive`, or of a copy (one each, when its bytes are there).
    Phases are counted by those who wait: a warpgroup's k-th wait on a barrier is for its k-th phase. Every completed phase must be seen
    by a wait before the next completes, by each warpgroup that waits on that barrier at all, and none may be left unseen when
    the barrier is freed.

    With `collective` (cluster axes, as axes of the launch's grid) an arrival by this block counts on the barrier at the same place
    in each block along these axes, and a phase takes `arrivals` from each of those blocks. `leader_tracked`: only the first block's counts.
  }];
  let arguments = (ins DefaultValuedAttr<StrAttr, "\"\"">:$name, DefaultValuedAttr<I64Attr, "1">:$arrivals,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$collective, UnitAttr:$leader_tracked, OptionalAttr<I64Attr>:$offset);
  let results = (outs TileGpu_BarrierType:$result);
  let assemblyFormat = "($name^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TileGpu_AllocAccumulatorOp : TileGpu_Op<"alloc_accumulator", [MemoryEffects<[MemAlloc]>]> {
  let summary = "registers of this warpgroup that `tilegpu.wgmma` adds to";
  let description = [{ Begins as `init`, or as zeros. }];
  let arguments = (ins DefaultValuedAttr<StrAttr, "\"\"">:$name, Optional<TileGpu_Array>:$init);
  let results = (outs TileGpu_AccumulatorType:$result);
  let assemblyFormat = "($name^)? (`init` $init^ `:` type($init))? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TileGpu_FreeOp : TileGpu_Op<"free", [MemoryEffects<[MemFree]>]> {
  let summary = "the scope of these buffers, barriers and accumulators ends";
  let description = [{ Buffers of shared memory and barriers are freed by all warpgroups together: nothing of them is in use by any. }];
  let arguments = (ins Variadic<AnyTypeOf<[TileGpu_AnyRef, TileGpu_BarrierType, TileGpu_AccumulatorType]>>:$buffers);
  let assemblyFormat = "$buffers attr-dict `:` type($buffers)";
}

def TileGpu_SubviewOp : TileGpu_Op<"subview", [Pure]> {
  let summary = "a part of a Ref, without touching it";
  let description = [{
    `sizes[k]` elements along axis k from its offset; the axes in `drop` (each of size 1) are absent from the result. A part that reaches
    outside of its Ref is an error where it is used, save for a copy from or to global memory, whose outside reads as `oob` says
    and is not written.

    ```mlir
    %tile = tilegpu.subview %x[%i, 0] sizes [128, 64] : !tile.ref<1024x512xbf16, gmem> -> !tile.ref<128x64xbf16, gmem>
    %slot = tilegpu.subview %buffer[%s, 0, 0] sizes [1, 128, 64] drop [0] : !tile.ref<4x128x64xbf16, smem> -> !tile.ref<128x64xbf16, smem>
    ```
  }];
  let arguments = (ins TileGpu_AnyRef:$ref, Variadic<I32>:$offsets, DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$sizes,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dropped);
  let results = (outs TileGpu_AnyRef:$result);
  let assemblyFormat = [{
    $ref custom<Offsets>($offsets, type($offsets), $static_offsets) `sizes` $sizes (`drop` $dropped^)? attr-dict `:` type($ref) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Offset of axis `axis`: a constant or an operand.
    ::mlir::OpFoldResult getOffset(int64_t axis);
  }];
}

def TileGpu_TransposeRefOp : TileGpu_Op<"transpose_ref", [Pure]> {
  let summary = "axis k of the result is axis `permutation[k]` of the Ref";
  let arguments = (ins TileGpu_AnyRef:$ref, DenseI64ArrayAttr:$permutation);
  let results = (outs TileGpu_AnyRef:$result);
  let assemblyFormat = "$ref $permutation attr-dict `:` type($ref) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_ReinterpretOp : TileGpu_Op<"reinterpret", [Pure]> {
  let summary = "a buffer of shared memory, or part of it, as another array";
  let description = [{
    The bytes from `byte_offset` on, row-major: of a whole `tilegpu.alloc_shared` of bytes (Pallas's RefUnion), whose parts may overlap, or of a Ref
    without gaps (`.reshape`, `.bitcast`). `swizzle` as of `tilegpu.alloc_shared`, of the result.
  }];
  let arguments = (ins TileGpu_AnyRef:$ref, DefaultValuedAttr<I64Attr, "0">:$byte_offset, DefaultValuedAttr<StrAttr, "\"\"">:$name,
                       OptionalAttr<I64Attr>:$swizzle);
  let results = (outs TileGpu_AnyRef:$result);
  let assemblyFormat = "$ref (`at` $byte_offset^)? ($name^)? attr-dict `:` type($ref) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_ClusterRefOp : TileGpu_Op<"cluster_ref", [Pure]> {
  let summary = "the buffer at the same place in another block of the cluster";
  let description = [{
    `axes[k]` is an axis of the launch's grid that belongs to the cluster, `indices[k]` the other block's index along it; along the
    cluster's other axes it is this block's own.
  }];
  let arguments = (ins TileGpu_AnyRef:$ref, Variadic<I32>:$indices, DenseI64ArrayAttr:$axes);
  let results = (outs TileGpu_AnyRef:$result);
  let assemblyFormat = "$ref `[` $indices `]` `axes` $axes attr-dict `:` type($ref) `->` type($result)";
  let hasVerifier = 1;
}

//===-- copies ------------------------------------------------------------------------------------------------===//

def TileGpu_CopyInOp : TileGpu_Op<"copy_in", [AttrSizedOperandSegments]> {
  let summary = "begins a copy from global to shared memory (TMA)";
  let description = [{
    Issued by one thread of this warpgroup, done by the copy engine (async proxy): it reads `source` and writes `target` at any time
    until `barrier[index]` has got its arrival, one for this copy. A thread that has waited for that phase sees the bytes. `target`'s former contents
    must have been read before, and what ordinary stores wrote to `source` or `target` be committed to the async proxy.

    What lies outside of `source`'s array reads as 0 (`oob = zeros`), or is promised not to exist. With `collective` (cluster axes) the copy's result goes to
    the same place of every block along them; `partitioned` says along which axis of the copy each of these blocks asks for its own share
    (absent: all ask for the same, of which the copy is done once). Each block's own barrier gets the arrival, or with `leader_tracked` the first's alone.
    Where `predicate` is false nothing happens, no arrival either.
    Without a barrier the copy belongs to this warpgroup's groups of `cp.async`, which `tilegpu.wait_copies_in` waits for.
  }];
  let arguments = (ins TileGpu_AnyRef:$source, TileGpu_AnyRef:$target, Optional<TileGpu_BarrierType>:$barrier, Optional<I32>:$index,
                       Optional<I1>:$predicate, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$collective, OptionalAttr<I64Attr>:$partitioned,
                       UnitAttr:$leader_tracked, DefaultValuedAttr<TileGpu_OobAttr, "Oob::zeros">:$oob, OptionalAttr<I64Attr>:$map);
  let assemblyFormat = [{
    $source `to` $target (`on` $barrier^ `[` $index `]` `:` type($barrier))? (`if` $predicate^)? attr-dict `:` type($source) `,` type($target)
  }];
  let hasVerifier = 1;
}

def TileGpu_CopyOutOp : TileGpu_Op<"copy_out"> {
  let summary = "begins a copy from shared to global memory (TMA)";
  let description = [{
    Issued by one thread of this warpgroup, done by the copy engine (async proxy): what ordinary stores wrote to `source` must have been committed by
    `tilegpu.commit_shared`. `source` may be written again after a `tilegpu.wait_copies_out` that counts it (`read` is enough), `target` is written after one
    without `read`. What lies outside of `target`'s array is not written. With `reduction`, elements are combined with what is there, each in one step.
    With `commit` the copy is a group of its own (with what was issued before it and not committed).
  }];
  let arguments = (ins TileGpu_AnyRef:$source, TileGpu_AnyRef:$target, Optional<I1>:$predicate,
                       OptionalAttr<TileGpu_CopyReductionAttr>:$reduction, DefaultValuedAttr<BoolAttr, "true">:$commit, OptionalAttr<I64Attr>:$map);
  let assemblyFormat = "$source `to` $target (`if` $predicate^)? attr-dict `:` type($source) `,` type($target)";
  let hasVerifier = 1;
}

def TileGpu_CommitCopiesOutOp : TileGpu_Op<"commit_copies_out"> {
  let summary = "this warpgroup's copies out since the last commit become a group, which may be empty";
  let assemblyFormat = "attr-dict";
}

def TileGpu_WaitCopiesOutOp : TileGpu_Op<"wait_copies_out"> {
  let summary = "waits until at most `pending` of this warpgroup's latest groups of copies out are not done";
  let description = [{ With `read` it is enough that their sources have been read. }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$pending, UnitAttr:$read);
  let assemblyFormat = "$pending (`read` $read^)? attr-dict";
}

def TileGpu_WaitCopiesInOp : TileGpu_Op<"wait_copies_in"> {
  let summary = "waits until at most `pending` of this warpgroup's latest copies in without a barrier are not done";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$pending);
  let assemblyFormat = "$pending attr-dict";
}

def TileGpu_PrefetchOp : TileGpu_Op<"prefetch"> {
  let summary = "brings a part of an array into the L2 cache; changes nothing";
  let arguments = (ins TileGpu_AnyRef:$source, Optional<I1>:$predicate, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$collective,
                       OptionalAttr<I64Attr>:$map);
  let assemblyFormat = "$source (`if` $predicate^)? attr-dict `:` type($source)";
}

def TileGpu_CommitSharedOp : TileGpu_Op<"commit_shared"> {
  let summary = "what this warpgroup has written to shared memory is seen by the async proxy from here on";
  let description = [{ `fence.proxy.async.shared::cta` by every thread, then a barrier of the warpgroup: copies out and wgmma that come later read it. }];
  let assemblyFormat = "attr-dict";
}

def TileGpu_StoreClusterOp : TileGpu_Op<"store_cluster"> {
  let summary = "stores an array into another block's shared memory and tells that block's barrier";
  let description = [{
    Asynchronous stores (`st.async`) into `target`, a `tilegpu.cluster_ref`; the barrier at the same place in that block gets one arrival when all
    is there. With `reduction`, elements are combined with what is there, each in one step.
  }];
  let arguments = (ins TileGpu_Array:$value, TileGpu_AnyRef:$target, TileGpu_BarrierType:$barrier, I32:$index,
                       OptionalAttr<TileGpu_CopyReductionAttr>:$reduction);
  let assemblyFormat = "$value `to` $target `on` $barrier `[` $index `]` attr-dict `:` type($value) `,` type($target) `,` type($barrier)";
  let hasVerifier = 1;
}

//===-- barriers ----------------------------------------------------------------------------------------------===//

class TileGpu_BarrierUseOp<string mnemonic> : TileGpu_Op<mnemonic> {
  dag barrierArguments = (ins TileGpu_BarrierType:$barrier, I32:$index);
}

def TileGpu_ArriveOp : TileGpu_BarrierUseOp<"arrive"> {
  let summary = "this warpgroup arrives once at a barrier";
  let description = [{ All that it has done before is seen by whoever waits for the phase (generic proxy; wgmma that are in flight are not done). }];
  let arguments = barrierArguments;
  let assemblyFormat = "$barrier `[` $index `]` attr-dict `:` type($barrier)";
}
def TileGpu_WaitOp : TileGpu_BarrierUseOp<"wait"> {
  let summary = "waits for the phase after the last that this warpgroup has waited for on this barrier";
  let arguments = barrierArguments;
  let assemblyFormat = "$barrier `[` $index `]` attr-dict `:` type($barrier)";
}
def TileGpu_TestOp : TileGpu_BarrierUseOp<"test"> {
  let summary = "whether that phase is complete; if so it counts as waited for";
  let arguments = barrierArguments;
  let results = (outs I1:$result);
  let assemblyFormat = "$barrier `[` $index `]` attr-dict `:` type($barrier)";
}

def TileGpu_SyncOp : TileGpu_Op<"sync"> {
  let summary = "threads wait for each other, and see each other's ordinary stores";
  let description = [{
    `warpgroup`: the threads of this warpgroup, which a kernel in its first form never needs to say; `schedule` places them. `block`: all of
    the program; `cluster`: all of the cluster's.
  }];
  let arguments = (ins TileGpu_SyncScopeAttr:$scope);
  let assemblyFormat = "$scope attr-dict";
}

//===-- matrix products ---------------------------------------------------------------------------------------===//

def TileGpu_WgmmaOp : TileGpu_Op<"wgmma"> {
  let summary = "begins accumulator += a . b, and makes it a group";
  let description = [{
    `a` is MxK, a Ref in shared memory or an array in registers; `b` is KxN in shared memory. The tensor core reads both (async proxy) and changes the accumulator
    at any time until a `tilegpu.wgmma_wait` that counts this operation: before it the operands' memory must not be written, and the accumulator only be used by
    other wgmma. What ordinary stores wrote to the operands must have been committed by `tilegpu.commit_shared`.
    M is a multiple of 64, N of 8 and at most 256, K of 32 bytes' elements. An accumulator of more than N columns keeps
    the others as they are. Operands in shared memory have a swizzle. Operands of other than 16-bit elements
    are K-major: `a` row-major and `b` the transposed view of a row-major NxK buffer.
  }];
  let arguments = (ins TileGpu_AccumulatorType:$accumulator, TileGpu_ArrayOrRef:$a, TileGpu_AnyRef:$b);
  let assemblyFormat = "$accumulator `,` $a `,` $b attr-dict `:` type($accumulator) `,` type($a) `,` type($b)";
  let hasVerifier = 1;
}

def TileGpu_WgmmaWaitOp : TileGpu_Op<"wgmma_wait"> {
  let summary = "waits until at most `pending` of this warpgroup's latest wgmma are not done";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$pending);
  let assemblyFormat = "$pending attr-dict";
}

def TileGpu_ReadAccumulatorOp : TileGpu_Op<"read_accumulator"> {
  let summary = "the accumulator as an array, after `tilegpu.wgmma_wait pending`";
  let description = [{ Those of the `pending` wgmma that may still be in flight must belong to other accumulators. }];
  let arguments = (ins TileGpu_AccumulatorType:$accumulator, DefaultValuedAttr<I64Attr, "0">:$pending);
  let results = (outs TileGpu_Array:$result);
  let assemblyFormat = "$accumulator (`pending` $pending^)? attr-dict `:` type($accumulator) `->` type($result)";
  let hasVerifier = 1;
}

def TileGpu_WriteAccumulatorOp : TileGpu_Op<"write_accumulator"> {
  let summary = "the accumulator becomes an array; none of its wgmma may be in flight";
  let description = [{ An array of fewer columns becomes those from `column` on; the others stay as they are. }];
  let arguments = (ins TileGpu_Array:$value, TileGpu_AccumulatorType:$accumulator,
                       DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "0">:$column);
  let assemblyFormat = "$value `to` $accumulator (`column` $column^)? attr-dict `:` type($value) `,` type($accumulator)";
  let hasVerifier = 1;
}

def TileGpu_MmaOp : TileGpu_Op<"mma", [Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "accumulator + a . b, all in registers, done when it returns (mma.sync)";
  let arguments = (ins TileGpu_Array:$accumulator, TileGpu_Array:$a, TileGpu_Array:$b);
  let results = (outs TileGpu_Array:$result);
  let assemblyFormat = "$accumulator `,` $a `,` $b attr-dict `:` type($accumulator) `,` type($a) `,` type($b)";
  let hasVerifier = 1;
}

//===-- layouts that the program asks for ---------------------------------------------------------------------===//

def TileGpu_LayoutCastOp : TileGpu_Op<"layout_cast", [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "the same array, in registers as the program asks";
  let description = [{
    In the first form only: `schedule` obeys it, and fails where it can't. `#tilegpu.register_layout<"wgmma">`: see RegisterLayoutAttr.
  }];
  let arguments = (ins TileGpu_Array:$input, TileGpu_RegisterLayoutAttr:$layout, UnitAttr:$shown);
  let results = (outs TileGpu_Array:$result);
  let assemblyFormat = "$input `as` $layout attr-dict `:` type($input)";
}

def TileGpu_PrintLayoutOp : TileGpu_Op<"print_layout"> {
  let summary = "a remark with the layout that the compiler has chosen for an array";
  let arguments = (ins StrAttr:$format, TileGpu_Array:$input);
  let assemblyFormat = "$format `,` $input attr-dict `:` type($input)";
}

//===-- the machine -------------------------------------------------------------------------------------------===//

def TileGpu_SetMaxRegistersOp : TileGpu_Op<"set_max_registers"> {
  let summary = "this warpgroup's threads take or give back registers (setmaxnreg)";
  let arguments = (ins ConfinedAttr<I64Attr, [IntMinValue<24>, IntMaxValue<256>]>:$count, UnitAttr:$increase);
  let assemblyFormat = "$count (`increase` $increase^)? attr-dict";
  let hasVerifier = 1;
}

def TileGpu_GridWaitOp : TileGpu_Op<"grid_wait"> {
  let summary = "waits until the launches before this one are done and seen (griddepcontrol.wait)";
  let assemblyFormat = "attr-dict";
}
def TileGpu_GridLaunchOp : TileGpu_Op<"grid_launch"> {
  let summary = "the launch after this one may begin (griddepcontrol.launch_dependents)";
  let assemblyFormat = "attr-dict";
}

def TileGpu_DelayOp : TileGpu_Op<"delay"> {
  let summary = "this warpgroup does nothing for some time";
  let arguments = (ins I32:$nanoseconds);
  let assemblyFormat = "$nanoseconds attr-dict";
}

//===-- semaphores --------------------------------------------------------------------------------------------===//

def TileGpu_SemaphoreSignalOp : TileGpu_Op<"semaphore_signal"> {
  let summary = "adds to a counter in global memory; what was done before is seen by whoever waits for it";
  let arguments = (ins TileGpu_AnyRef:$semaphore, I32:$increment, DefaultValuedAttr<StrAttr, "\"sys\"">:$scope);
  let assemblyFormat = "$semaphore `,` $increment attr-dict `:` type($semaphore)";
  let hasVerifier = 1;
}
def TileGpu_SemaphoreWaitOp : TileGpu_Op<"semaphore_wait"> {
  let summary = "waits until a counter is at least `value`, and with `decrement` takes that much off it";
  let arguments = (ins TileGpu_AnyRef:$semaphore, I32:$value, UnitAttr:$decrement, DefaultValuedAttr<StrAttr, "\"sys\"">:$scope);
  let assemblyFormat = "$semaphore `,` $value attr-dict `:` type($semaphore)";
  let hasVerifier = 1;
}
def TileGpu_SemaphoreReadOp : TileGpu_Op<"semaphore_read"> {
  let summary = "what a counter holds";
  let arguments = (ins TileGpu_AnyRef:$semaphore);
  let results = (outs I32:$result);
  let assemblyFormat = "$semaphore attr-dict `:` type($semaphore)";
  let hasVerifier = 1;
}

#endif
