// RUN: %tessera-opt %s --schedule-tell-choices 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// RUN: %tessera-opt %s --schedule-tell-choices 2>/dev/null | FileCheck %s
// What a person chose is compared with what was done; what is obeyed is not told.

// SAID-NOT: tile_m=
// SAID: remark: `warps=8` is not done in `product`: a kernel of warpgroups has none to choose [schedule-choice]
// SAID: remark: `tile_k=48` is not done in `product`: it has `tile_k=64` [schedule-choice]
// SAID: a.py:3:1: remark: `persistent=1` is not done in `product`: programs do more than others; equal loops [schedule-choice]
// SAID: remark: `parts=2` is not done in `copy`: nothing in its schedule as a block program goes by it [schedule-choice]

// CHECK-LABEL: tile.kernel @product
// CHECK-SAME: what = "`persistent=1` is not done in `product`"
// CHECK-NOT: schedule.tune
// CHECK-LABEL: tile.kernel @copy
// CHECK-SAME: schedule.chosen = {warps = 4 : i64}
// CHECK-NOT: schedule.tune
tile.kernel @product() attributes {source = "triton", schedule.chosen = {persistent = 0 : i64, tile_k = 64 : i64, tile_m = 128 : i64},
    schedule.decisions = [{kind = "obstacle", name = "persistent", what = "persistent=1", why = "programs do more than others", remedy = "equal loops", where = loc("a.py":3:1)}],
    schedule.tune = {persistent = 1 : i64, product.warps = 8 : i64, tile_k = 48 : i64, tile_m = 128 : i64}} {
  tile.return
}
tile.kernel @copy() attributes {source = "triton", schedule.tune = {copy.parts = 2 : i64, product.warps = 8 : i64}} {
  tile.return
}
tilegpu.module @sm_90a {
  tilegpu.kernel @product() attributes {axis_order = array<i64: 0>, num_warps = 8 : i64, source = "mosaic_gpu", warpgroups = 2 : i64} {
    tilegpu.return
  }
  tilegpu.kernel @copy() attributes {axis_order = array<i64: 0>, num_warps = 4 : i64, source = "triton"} {
    tilegpu.return
  }
}
