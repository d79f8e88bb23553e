// SPDX-License-Identifier: Apache-2.0
// The passes of `schedule`, in the order in which they run. Each description has six parts: Requires, Ensures, Why here, Example,
// Declines, Fails. "The copies" are the `tile.kernel`s inside a `tilegpu.module`.
#ifndef TESSERA_SCHEDULE_PASSES_TD
#define TESSERA_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

class Schedule_Pass<string argument> : Pass<argument, "::mlir::ModuleOp"> {
  let dependentDialects = ["::tessera::tile::TileDialect", "::tessera::tilegpu::TileGpuDialect"];
}

def SelectKernelsPass : Schedule_Pass<"schedule-select-kernels"> {
  let summary = "copies the kernels that can be scheduled into the target's module";
  let description = [{
    *Requires:* a verified `tile` module.

    *Ensures:* `tilegpu.module @<target>` holds a copy of every `tile.kernel` whose operations all have a schedule, with
    `schedule.num_warps` (the launch's option, or 4), `schedule.axis_order` and, where some launch's grid does not fit CUDA's
    x, y, z, `schedule.linear_grid`. The originals are untouched. A module of that name made before is replaced.

    *Why here:* first, so that what follows never meets an operation that it can't handle.

    *Example:*
    ```
    tile.kernel @add(..)                    tile.kernel @add(..)
                                       =>   tilegpu.module @sm_90a {
                                              tile.kernel @add(..) attributes {schedule.num_warps = 4, ..} }
    ```

    *Declines:* a kernel with an operation, element type or option without a schedule, with remark `no-schedule` there.

    *Fails:* on an unknown target, with `unknown-target`.
  }];
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"", "a row of the target table, like sm_90a">,
                 Option<"tune", "tune", "std::string", "\"\"", "choices made by hand, `stages=3;warps=8` (Choices.h lists the names)">];
}

def LowerBlocksPass : Schedule_Pass<"schedule-lower-blocks"> {
  let summary = "turns block specs into offsets into whole arrays";
  let description = [{
    *Requires:* copies made by `schedule-select-kernels`; their index maps in the surrounding module.

    *Ensures:* no copy has a `tile.block`: each Ref is its whole array, index maps are inlined, offsets count from the array's
    start, and where a block may reach past the end, accesses are masked and reads give the uninitialized value. A masked
    `tile.load` always says what `other` is.

    *Why here:* before splitting and vector widths, which reason about offsets and masks and need not know block specs.

    *Example:*
    ```
    tile.load %x[0] sizes [512]        =>   %b = arith.muli %program_id, %c512
                                            tile.load %x[%b] sizes [512]
    ```

    *Declines:* nothing: `schedule-select-kernels` has looked at the index maps.

    *Fails:* with nothing.
  }];
}

def LowerGridPass : Schedule_Pass<"schedule-lower-grid"> {
  let summary = "makes loops of grid axes that run in order, and buffers of scratch memory";
  let description = [{
    *Requires:* copies made by `schedule-select-kernels`.

    *Ensures:* no program of a copy goes on with what another one wrote: axes of the grid along which programs do (Pallas's grid runs in order) are `scf.for` loops
    of one program, `schedule.blocks` says how many are left; no argument is scratch memory: it is a `tilegpu.alloc_shared`, or where that is too small a `tilegpu.alloc_workspace`.

    *Why here:* first, while block specs still show which axes write one block again and again.

    *Example:*
    ```
    grid (4, 8): o[i] += x[i, k]    =>   grid (4): scf.for %k = 0 to 8 { o[i] += x[i, %k] }
    ```

    *Declines:* a kernel whose launches have different grids where axes must become loops, with remark `no-schedule`.

    *Fails:* with nothing.
  }];
}

def ExpandArraysPass : Schedule_Pass<"schedule-expand-arrays"> {
  let summary = "writes operations on whole arrays with fewer ones";
  let description = [{
    *Requires:* no block specs.

    *Ensures:* of the operations on arrays a copy has only loads, stores, gathers, scatters, atomics, `select_ref`, elementwise ones, iota, broadcast, transpose, reshapes that move nothing, `reduce`, `reduce_by`, `scan`,
    `dot`, `inline_asm`, prints and asserts. Sorting, taking, putting, joining, cutting, other reshapes and constants of different elements go through buffers of shared memory or become those.
    Products along a depth that is joined of parts are products of these, where both operands can be had by parts.

    *Why here:* before splitting, so that later passes know few operations.

    *Example:*
    ```
    %r = tile.take %x[%i] axes [0]    =>   %b = tilegpu.alloc_shared; tile.store %x, %b[0]; %r = tile.gather %b[%i clamped]
    ```

    *Declines:* what it has no way to write, with remark `no-schedule`; the copy is removed.

    *Fails:* with nothing.
  }];
}

def FoldLaunchesPass : Schedule_Pass<"schedule-fold-launches"> {
  let summary = "writes what all launches agree on into the program";
  let description = [{
    *Requires:* offsets and masks, no block specs.

    *Ensures:* integer arguments that every launch gives alike (`schedule.constant`) are constants; so are conditions, minima, maxima, quotients and remainders that ranges decide for
    all programs and passes (Bounds.h), masks that always hold and asserts of what is true are gone; a `scf.while` that counts in known steps to a limit is a `scf.for`; what a loop
    carries and advances by a constant is computed from its counter; a loop over all passes of all tiles, which counts where in a tile it is and does something else in a
    tile's first or last pass, is one over tiles with one over a tile's passes inside. The copy is canonical.

    *Why here:* before it is decided what becomes a kernel of warpgroups: a plan follows from what a program does in these launches, not from how it is written.

    *Example:*
    ```
    scf.while (%k = 0) { scf.condition(%k < %n) %k } do { .. scf.yield %k + 64 }    =>   scf.for %k = 0 to 4096 step 64 { .. }      (%n is 4096)
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

def ShapeLoopsPass : Schedule_Pass<"schedule-shape-loops"> {
  let summary = "makes loops of products that multiply all of their depth at once";
  let description = [{
    *Requires:* offsets and masks, no block specs; a target with TMA and wgmma.

    *Ensures:* products of several matrices that nothing combines are products of two axes, of so many times the programs.
    Products that a program adds up one by one, each as the one before but so much further along, are a loop.
    Where all products of a copy are of types that warpgroups take, each that stands in no loop is one, over its depth,
    with 128 bytes of it (or a half or quarter) a pass: it loads its part of both operands, and carries the sums. Where
    the depth ends within a pass, zeros are loaded from there on. What something else reads of an operand is still
    loaded for that; a product no deeper than two passes may stay, as one whose operand is another's sum.

    *Why here:* `schedule-specialize-warps` plans copies that run ahead of products, pass by pass; block programs cut products by themselves.

    *Example:*
    ```
    %p = tile.dot (tile.load %x [%i, 0] sizes [128, 4096]), ..    =>    scf.for %k = 0 to 4096 step 64 iter_args(%s) { tile.dot (tile.load %x [%i, %k] sizes [128, 64]), .. acc %s }
    ```

    *Declines:* nothing: a product that can't be cut stays as it is.

    *Fails:* with nothing.
  }];
}

def SpecializeWarpsPass : Schedule_Pass<"schedule-specialize-warps"> {
  let summary = "makes kernels of warpgroups of loops of copies and matrix products";
  let description = [{
    *Requires:* offsets and masks, no block specs; a target with TMA and wgmma.

    *Ensures:* a copy whose work is a matrix product, or attention, that TMA and wgmma can do is a kernel of warpgroups in its recorded form (`source = "mosaic_gpu"`): one warpgroup copies, the others multiply; with `schedule.blocks`.
    From here it goes the way of these. A remark `schedule-plan` says tiles, stages and warpgroups, and why. All other copies are as they were.

    *Why here:* blocks are still as the user wrote them, and the tiles are this pass's to choose.

    *Example:* the quickstart's matmul in bf16, 4096 cubed: blocks of 128 x 256, passes of 64, 4 stages, two consumers,
    132 blocks that do several programs each.

    *Declines:* nothing: a copy that it does not know goes on as it is.

    *Fails:* with nothing.
  }];
}

def ShareLoadsPass : Schedule_Pass<"schedule-share-loads"> {
  let summary = "reads elements once that are read again while they fit the registers";
  let description = [{
    *Requires:* offsets and masks, no block specs.

    *Ensures:* loops of up to 16 passes that read what a loop beside them reads, too, are written out if a thread keeps no more than 256 bytes of it; a read of the same elements of an argument as one before it, with no write to it between them, is that one.

    *Why here:* what becomes a kernel of warpgroups has gone its way with the program's own forms, and splitting looks at what lives at once.

    *Example:*
    ```
    scf.for %i = 0 to %n step 256 { %s += tile.gather %x[%i + iota] }; scf.for .. { tile.gather %x[%i + iota] - %mean }    =>   %v = tile.gather %x[iota]; .. %v - %mean      (%n is 256)
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

def ChooseWarpsPass : Schedule_Pass<"schedule-choose-warps"> {
  let summary = "gives programs as many warps as their elements want";
  let description = [{
    *Requires:* blocks that fit, extents that are powers of two.

    *Ensures:* where neither the launch nor a person says so, a program that only moves and combines elements has no more warps than have 16 bytes for each thread of the largest array that it
    reads or writes, and more, up to 16, where a thread would hold more than 32 elements of it.

    *Why here:* sizes are final, and all that follows counts threads.

    *Example:* a row of 256 halves a program: 1 warp for 4; a row of 16,384: 16.

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

def LowerDotsPass : Schedule_Pass<"schedule-lower-dots"> {
  let summary = "chooses how matrix products are computed and pipelines the loads that feed them";
  let description = [{
    *Requires:* blocks that fit, extents that are powers of two.

    *Ensures:* no `tile.dot` is left: each is a `tilegpu.dot` with its instruction, operands in buffers of shared memory or in registers. In loops, loads that only feed
    such buffers are begun `schedule.num_stages - 1` passes ahead (cp.async) where the target has it.

    *Why here:* operands' buffers and instructions decide layouts.

    *Example:*
    ```
    %c = tile.dot %a, %b acc %d    =>   tile.store %a, %sa; tile.store %b, %sb; %c = tilegpu.dot mma %d, %sa, %sb
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

def CutLoopsPass : Schedule_Pass<"schedule-cut-loops"> {
  let summary = "cuts loops with products at the pass from which a mask matters";
  let description = [{
    *Requires:* pipelined loops: what runs ahead of a pass is carried by its loop.

    *Ensures:* an inner loop with products whose masks leave all elements as they are up to a pass, or from one on, is
    two or three loops that go on with each other: in one the comparisons are gone, and what follows from them. Which
    pass that is, is computed before the loop: comparisons are of linear forms of its counter. All numbers are what they
    were. `--tune cut=0` leaves loops as they are, `cut=1` cuts short ones, too.

    *Why here:* cut before its copies and products run ahead, each loop would fill and drain its own pipeline; layouts
    and widths of accesses follow from the masks that are left.

    *Example:*
    ```
    scf.for %n = %c0 to %hi step %c64 {      =>   scf.for %n = %c0 to %c step %c64 { .. %s }
      arith.select (%row >= %n + iota), %s, %low }  scf.for %n = %c to %hi step %c64 { arith.select .. }
    ```

    *Declines:* a loop of fewer than four passes or of more than 2,000 operations, with remark `schedule-choice`.

    *Fails:* with nothing.
  }];
}

def SplitBlocksPass : Schedule_Pass<"schedule-split-blocks"> {
  let summary = "cuts blocks that do not fit the registers into tiles";
  let description = [{
    *Requires:* no block specs.

    *Ensures:* what lives at once in a copy fits its threads' registers, a product's operands fit shared memory. Stores, scatters and atomics of too large a block are done tile by tile, with all
    that their values are computed from: elementwise chains, products (a loop along the depth), reductions and scans (whole rows, else a loop over chunks), loops with what they carry. Elements of a
    tile past the block's end are masked. What has no tiles is kept in a `tilegpu.alloc_workspace`. Where tiles need nothing of each other, `schedule.parts` thread blocks share them, else a loop
    does them. `schedule.num_warps` grows where rows then fit and the launch does not say it. A remark `schedule-plan` says the tiles and why.

    *Why here:* after block specs, whose sizes users choose freely; before padding, which would pad the large block and not its tiles.

    *Example:*
    ```
    %0 = tile.load %x[%b] sizes [65536]    =>   %t = tilegpu.program_part
    tile.store %0, %o[%b] sizes [65536]         %0 = tile.load %x[%b + %t * 2048] sizes [2048]
                                                tile.store %0, ..
    ```

    *Declines:* a kernel with an operation that wants a large block whole (text of it, say), with remark `block-too-large`; the copy is removed.

    *Fails:* with nothing.
  }];
}

def PadBlocksPass : Schedule_Pass<"schedule-pad-blocks"> {
  let summary = "rounds extents up to powers of two";
  let description = [{
    *Requires:* blocks that fit.

    *Ensures:* every tensor's extents are powers of two; accesses are masked to the extents that the program asked for.

    *Why here:* layouts are linear over F2 from here on, and masks must be known before vector widths are.

    *Example:*
    ```
    tile.load %x[0] sizes [100] : -> tensor<100xf32>   =>   %m = arith.cmpi ult, %iota, 100
                                                            tile.load %x[0] sizes [128] mask %m -> tensor<128xf32>
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

def AnalyzeAccessPass : Schedule_Pass<"schedule-analyze-access"> {
  let summary = "finds how many elements each access may move at once";
  let description = [{
    *Requires:* extents that are powers of two.

    *Ensures:* each load, store, gather and scatter has `schedule.vector`: so many elements along the last axis lie
    side by side in memory, start at a multiple of their bytes, and share one mask value; at most 16 bytes.

    *Why here:* layouts are chosen by it.

    *Example:*
    ```
    tile.gather %x[%pid * 1024 + iota] mask (.. < %n)    {schedule.vector = 4}  when %n is a multiple of 16
    ```

    *Declines:* nothing; an access of which nothing is known gets 1.

    *Fails:* with nothing.
  }];
}

def ChooseLayoutsPass : Schedule_Pass<"schedule-choose-layouts"> {
  let summary = "gives every tensor a layout";
  let description = [{
    *Requires:* `schedule.vector` on each access.

    *Ensures:* each operation with tensor results has `schedule.layouts`. Tensors of one shape share a blocked layout as wide as
    their widest access; what is broadcast has the layout of its slice, so that broadcasting moves nothing. Cheap values
    (iotas, constants, arithmetic on them) wanted in two layouts are copied.

    *Why here:* the last decision; the next pass only obeys.

    *Example:*
    ```
    %0 = tile.load .. -> tensor<1024xf32>   {schedule.layouts = [#tilegpu.linear<register = [[1], [2], [512]], ..>]}
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

def PlaceKernelsPass : Schedule_Pass<"schedule-place-kernels"> {
  let summary = "rewrites the copies in `tilegpu`, layouts in the types";
  let description = [{
    *Requires:* `schedule.layouts` and `schedule.vector`.

    *Ensures:* each copy is a `tilegpu.kernel` of the same name; no `tile` operation is left in the target's module. Where a
    value is used in another layout than its own there is a `tilegpu.convert_layout`.

    *Why here:* everything is decided.

    *Example:*
    ```
    %1 = arith.addf %0, %0 : tensor<1024xf32>   =>   %1 = arith.addf %0, %0 : tensor<1024xf32, #linear>
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

def TidyKernelsPass : Schedule_Pass<"schedule-tidy-kernels"> {
  let summary = "canonicalizes the scheduled kernels and removes duplicates";
  let description = [{
    *Requires:* `tilegpu.kernel`s.

    *Ensures:* in the targets' modules equal values are one value and nothing is dead; casts to 8-bit floats of what is
    kept within their range saturate (`tilegpu.saturated`) and take it as it was before. `tile` is not touched.

    *Why here:* after the last pass that writes arithmetic, before the one that asks whether two offsets are the same value.

    *Example:*
    ```
    %a = arith.constant 0 : i32               %a = arith.constant 0 : i32
    %b = arith.constant 0 : i32          =>   tilegpu.load %x[%a]
    tilegpu.load %x[%a]                       tilegpu.store %v, %x[%a]
    tilegpu.store %v, %x[%b]
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

def InsertBarriersPass : Schedule_Pass<"schedule-insert-barriers"> {
  let summary = "orders accesses of different threads to one array";
  let description = [{
    *Requires:* `tilegpu.kernel`s with places in shared memory.

    *Ensures:* in block kernels, between a write of an array, of workspace or of bytes of shared memory and a later access of them, or a read and a later write,
    by possibly different threads of a program, there is a `tilegpu.barrier`. Two accesses of the same box in the same layout need none: each thread
    meets only its own elements.

    *Why here:* it needs to know which thread touches what, and which buffers share bytes.

    *Example:*
    ```
    tilegpu.store %v, %x[%i]            tilegpu.store %v, %x[%i]
    %0 = tilegpu.load %x[%j]      =>    tilegpu.barrier
                                        %0 = tilegpu.load %x[%j]
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

//===-- programs of warpgroups --------------------------------------------------------------------------------===//

def ChooseSwizzlesPass : Schedule_Pass<"schedule-choose-swizzles"> {
  let summary = "decides how each buffer of a program of warpgroups lies in shared memory";
  let description = [{
    *Requires:* copies of kernels of warpgroups, in their first form.

    *Ensures:* every `tilegpu.alloc_shared` and every `tilegpu.reinterpret` in shared memory has a `swizzle`: what the program asks for, else the largest that
    divides its rows if the copy engine or a matrix product uses it, else 0.

    *Why here:* it decides how wide accesses of a buffer are, which layouts are chosen by.

    *Example:*
    ```
    tilegpu.alloc_shared : !tile.ref<64x64xbf16, smem>   =>   tilegpu.alloc_shared {swizzle = 128 : i64} : ..
    ```

    *Declines:* nothing.

    *Fails:* with `layout-conflict` where the swizzle asked for does not fit the buffer or a use of it; with `async-misuse` where a matrix product's shape, types or
    operands are not what the tensor core takes.
  }];
}

def ChooseWarpgroupLayoutsPass : Schedule_Pass<"schedule-choose-warpgroup-layouts"> {
  let summary = "gives every array in a warpgroup's registers a layout";
  let description = [{
    *Requires:* swizzles; extents that are powers of two (`schedule-select-kernels` takes no others).

    *Ensures:* each operation with tensor results has `schedule.layouts`, each load and store `schedule.vector`. Layouts that the program casts to and
    those of accumulators and of matrix products' operands stand and spread as far as they can; the rest is dealt out row by row.

    *Why here:* the last decision about registers; the next pass only obeys.

    *Example:*
    ```
    %0 = tilegpu.read_accumulator %acc     {schedule.layouts = [wgmma's]}
    %1 = tile.load %bias ..                {schedule.layouts = [wgmma's]}, because of
    %2 = arith.addf %0, %1
    ```

    *Declines:* nothing.

    *Fails:* with `layout-conflict` where an array can't be held as the program or the operation asks.
  }];
}

def PlaceWarpgroupsPass : Schedule_Pass<"schedule-place-warpgroups"> {
  let summary = "rewrites the copies of kernels of warpgroups in their second form";
  let description = [{
    *Requires:* `schedule.layouts` and `schedule.vector`.

    *Ensures:* each copy is a `tilegpu.kernel` with `warpgroups`, on a linear grid whose fastest axes are the cluster's; no `tile` operation or Ref is left in it.
    `tilegpu.layout_cast` and `tilegpu.print_layout` are gone, told as remark `layout-chosen` where the program asks to be told. Where warpgroups set their
    registers, the kernel says with how many it begins (`tilegpu.launch_registers`).

    *Why here:* everything about registers is decided.

    *Example:*
    ```
    tile.load %x[0, 0] sizes [64, 64] : !tile.ref<64x64xf32, smem>   =>   tilegpu.load %x[%c0, %c0] axes [0, 1] {vector = 4 : i64} : ..
    ```

    *Declines:* nothing.

    *Fails:* where warpgroups set registers: with `async-misuse` if no number to begin with fits, with `deadlock` if they ask for more than there are.
  }];
}

def MapCopiesPass : Schedule_Pass<"schedule-map-copies"> {
  let summary = "decides the box of each copy and lists the tensor maps";
  let description = [{
    *Requires:* placed kernels of warpgroups, with swizzles.

    *Ensures:* each copy by the copy engine has a `map`, an index into the kernel's `tensor_maps`.

    *Why here:* it reads arguments' shapes and buffers' swizzles, nothing of registers.

    *Example:*
    ```
    tilegpu.copy_in %tile to %buffer ..   =>   tilegpu.copy_in .. {map = 0}, tensor_maps = [<argument = 0, box = [64, 64], swizzle = 128>]
    ```

    *Declines:* nothing.

    *Fails:* with `async-misuse`, which names the rule that the copy breaks.
  }];
}

def AssignSharedPass : Schedule_Pass<"schedule-assign-shared"> {
  let summary = "gives buffers, barriers and scratch their places in shared memory";
  let description = [{
    *Requires:* placed kernels.

    *Ensures:* every `alloc_shared`, `alloc_barrier` and `alloc_workspace` has an `offset`, the kernel `shared_bytes`, `workspace_bytes` and, where conversions or
    reductions of warpgroups need it, `tilegpu.scratch_offset` and `tilegpu.scratch_bytes`; in block kernels each such operation has its `tilegpu.scratch_offset`.
    Buffers that never live together may share a place.

    *Why here:* after duplicates are gone, with all conversions in place; barriers come after, from bytes.

    *Example:*
    ```
    tilegpu.alloc_shared {swizzle = 128 : i64} : ..   =>   tilegpu.alloc_shared {offset = 1024 : i64, swizzle = 128 : i64} : ..
    ```

    *Declines:* with remark `shared-memory-limit` kernels whose buffers, the compiler's own, do not fit; they are removed. The `tile.kernel` of one of warpgroups gets
    `schedule.reserved_bytes`, with which the passes plan it anew, or make a block program of it.

    *Fails:* with `shared-memory-limit` where a program that says itself what its warpgroups do asks for too much, listing the buffers.
  }];
}

def SyncWarpgroupsPass : Schedule_Pass<"schedule-sync-warpgroups"> {
  let summary = "orders accesses of different threads of one warpgroup";
  let description = [{
    *Requires:* placed kernels of warpgroups.

    *Ensures:* between accesses of one memory by different threads of a warpgroup, one of which writes, stands a `tilegpu.sync warpgroup` (or a
    `tilegpu.commit_shared`); also before one thread issues a copy into what all have read.

    *Why here:* it needs to know which thread touches what.

    *Example:*
    ```
    tilegpu.store %v, %s[..]              tilegpu.store %v, %s[..]
    %0 = tilegpu.load %s[..]       =>     tilegpu.sync warpgroup
                                          %0 = tilegpu.load %s[..]
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

def TellChoicesPass : Schedule_Pass<"schedule-tell-choices"> {
  let summary = "says which of a person's choices were not done, and why";
  let description = [{
    *Requires:* scheduled kernels; what was chosen and what stood in the way kept with each `tile.kernel` (Decisions.h).

    *Ensures:* a remark `schedule-choice` for each choice of `--tune` that a kernel does not obey; the choices themselves are gone from the `tile.kernel`s.
    Of block kernels the number of warps is kept as chosen.

    *Why here:* a choice may be obeyed by one of several passes, so only behind all of them is it known that none has.

    *Example:*
    ```
    tile.kernel @k {schedule.tune = {persistent = 1}, schedule.chosen = {persistent = 0}}   =>   remark: `persistent=1` is not done in `k`: ..
    ```

    *Declines:* nothing.

    *Fails:* with nothing.
  }];
}

#endif
