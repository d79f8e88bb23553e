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
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"", "a row of the target table, like sm_90a">];
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

def SplitBlocksPass : Schedule_Pass<"schedule-split-blocks"> {
  let summary = "cuts blocks that do not fit the registers into tiles";
  let description = [{
    *Requires:* no block specs.

    *Ensures:* every tensor of a copy fits its threads' registers. Stores of too large a block, with all that they are computed
    from, are done tile by tile; a tile's extents are powers of two, masked where the last one reaches past the block. Where
    nothing else in the kernel writes, `schedule.parts` thread blocks share the tiles, else a loop does them.

    *Why here:* after block specs, whose sizes users choose freely; before padding, which would pad the large block and not its tiles.

    *Example:*
    ```
    %0 = tile.load %x[%b] sizes [65536]    =>   %t = tilegpu.program_part
    tile.store %0, %o[%b] sizes [65536]         %0 = tile.load %x[%b + %t * 2048] sizes [2048]
                                                tile.store %0, ..
    ```

    *Declines:* a kernel whose large blocks are not elementwise (carried by a loop, written at one place and read at another),
    with remark `block-too-large`; the copy is removed.

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

    *Ensures:* in the targets' modules equal values are one value and nothing is dead. `tile` is not touched.

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
    *Requires:* `tilegpu.kernel`s.

    *Ensures:* between a write of an array and a later access of it, or a read and a later write, by possibly different threads
    of a program, there is a `tilegpu.barrier`. Two accesses of the same box in the same layout need none: each thread
    meets only its own elements.

    *Why here:* it needs to know which thread touches what.

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
    *Requires:* placed kernels of warpgroups.

    *Ensures:* every `alloc_shared` and `alloc_barrier` has an `offset`, the kernel `shared_bytes` and, where conversions or reductions need it,
    `tilegpu.scratch_offset` and `tilegpu.scratch_bytes`. Buffers that never live together may share a place.

    *Why here:* after duplicates are gone, with all conversions in place.

    *Example:*
    ```
    tilegpu.alloc_shared {swizzle = 128 : i64} : ..   =>   tilegpu.alloc_shared {offset = 1024 : i64, swizzle = 128 : i64} : ..
    ```

    *Declines:* nothing.

    *Fails:* with `shared-memory-limit`, listing the buffers.
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

#endif
