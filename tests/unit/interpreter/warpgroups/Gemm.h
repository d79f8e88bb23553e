// SPDX-License-Identifier: Apache-2.0
// A matrix product by one warpgroup that copies and two that multiply, as IR, in lines that tests replace. x is 128x128 with x[i][j] = (i + j) mod 5,
// y is 128x64 with y[i][j] = (i * 3 + j) mod 7, both small integers, so that every sum is exact. Two slots, four steps of 32.
#pragma once

#include "tests/unit/interpreter/RunText.h"

namespace tessera::test {

inline std::string gemm() {
  return R"(
func.func @main() {
  %i = tile.iota 0 : tensor<128x128xi32>
  %j = tile.iota 1 : tensor<128x128xi32>
  %five = arith.constant dense<5> : tensor<128x128xi32>
  %sum = arith.addi %i, %j : tensor<128x128xi32>
  %xi = arith.remsi %sum, %five : tensor<128x128xi32>
  %x = arith.sitofp %xi : tensor<128x128xi32> to tensor<128x128xbf16>
  %k = tile.iota 0 : tensor<128x64xi32>
  %n = tile.iota 1 : tensor<128x64xi32>
  %three = arith.constant dense<3> : tensor<128x64xi32>
  %seven = arith.constant dense<7> : tensor<128x64xi32>
  %k3 = arith.muli %k, %three : tensor<128x64xi32>
  %kn = arith.addi %k3, %n : tensor<128x64xi32>
  %yi = arith.remsi %kn, %seven : tensor<128x64xi32>
  %y = arith.sitofp %yi : tensor<128x64xi32> to tensor<128x64xbf16>
  %o = tile.launch @gemm grid [1] (%x, %y) : (tensor<128x128xbf16>, tensor<128x64xbf16>) -> tensor<128x64xf32>
  %xf = arith.extf %x : tensor<128x128xbf16> to tensor<128x128xf32>
  %yf = arith.extf %y : tensor<128x64xbf16> to tensor<128x64xf32>
  %expected = tile.dot %xf, %yf : tensor<128x128xf32>, tensor<128x64xf32> -> tensor<128x64xf32>
  %same = arith.cmpf oeq, %o, %expected : tensor<128x64xf32>
  %ones = arith.extui %same : tensor<128x64xi1> to tensor<128x64xi32>
  %count = tile.reduce add %ones axes [0, 1] : tensor<128x64xi32> -> i32
  %text = tile.format ["", "\0A"](%count) specs [""] styles [#tile<style numpy>] : i32
  tile.print %text
  return
}
tile.kernel @gemm(%x: !tile.ref<128x128xbf16, gmem> {tile.access = #tile.access<read>, tile.name = "x"},
                  %y: !tile.ref<128x64xbf16, gmem> {tile.access = #tile.access<read>, tile.name = "y"},
                  %o: !tile.ref<128x64xf32, gmem> {tile.access = #tile.access<write>, tile.name = "o"})
    attributes {source = "mosaic_gpu", options = {warpgroups = 3 : i64}} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %wg = tilegpu.thread_index
  %xs = tilegpu.alloc_shared "x_smem" : !tile.ref<2x128x32xbf16, smem>
  %ys = tilegpu.alloc_shared "y_smem" : !tile.ref<2x32x64xbf16, smem>
  %os = tilegpu.alloc_shared "o_smem" : !tile.ref<128x64xf32, smem>
  %full = tilegpu.alloc_barrier "full" {arrivals = 2 : i64} : !tilegpu.barrier<2>
  %empty = tilegpu.alloc_barrier "empty" {arrivals = 2 : i64} : !tilegpu.barrier<2>
  %copies = arith.cmpi eq, %wg, %c2 : i32
  scf.if %copies {
    tilegpu.set_max_registers 40
    scf.for %step = %c0 to %c4 step %c1 : i32 {
      %slot = arith.remsi %step, %c2 : i32
      %again = arith.cmpi sge, %step, %c2 : i32
      scf.if %again {
        tilegpu.wait %empty[%slot] : !tilegpu.barrier<2>
      }
      %at = arith.muli %step, %c32 : i32
      %xt = tilegpu.subview %x[0, %at] sizes [128, 32] : !tile.ref<128x128xbf16, gmem> -> !tile.ref<128x32xbf16, gmem>
      %yt = tilegpu.subview %y[%at, 0] sizes [32, 64] : !tile.ref<128x64xbf16, gmem> -> !tile.ref<32x64xbf16, gmem>
      %xd = tilegpu.subview %xs[%slot, 0, 0] sizes [1, 128, 32] drop [0] : !tile.ref<2x128x32xbf16, smem> -> !tile.ref<128x32xbf16, smem>
      %yd = tilegpu.subview %ys[%slot, 0, 0] sizes [1, 32, 64] drop [0] : !tile.ref<2x32x64xbf16, smem> -> !tile.ref<32x64xbf16, smem>
      tilegpu.copy_in %xt to %xd on %full[%slot] : !tilegpu.barrier<2> : !tile.ref<128x32xbf16, gmem>, !tile.ref<128x32xbf16, smem>
      tilegpu.copy_in %yt to %yd on %full[%slot] : !tilegpu.barrier<2> : !tile.ref<32x64xbf16, gmem>, !tile.ref<32x64xbf16, smem>
    }
    scf.for %step = %c0 to %c2 step %c1 : i32 {
      tilegpu.wait %empty[%step] : !tilegpu.barrier<2>
    }
  } else {
    tilegpu.set_max_registers 232 increase
    %acc = tilegpu.alloc_accumulator "acc" : !tilegpu.accumulator<64x64xf32>
    %row = arith.muli %wg, %c64 : i32
    scf.for %step = %c0 to %c4 step %c1 : i32 {
      %slot = arith.remsi %step, %c2 : i32
      tilegpu.wait %full[%slot] : !tilegpu.barrier<2>
      %a = tilegpu.subview %xs[%slot, %row, 0] sizes [1, 64, 32] drop [0] : !tile.ref<2x128x32xbf16, smem> -> !tile.ref<64x32xbf16, smem>
      %b = tilegpu.subview %ys[%slot, 0, 0] sizes [1, 32, 64] drop [0] : !tile.ref<2x32x64xbf16, smem> -> !tile.ref<32x64xbf16, smem>
      tilegpu.wgmma %acc, %a, %b : !tilegpu.accumulator<64x64xf32>, !tile.ref<64x32xbf16, smem>, !tile.ref<32x64xbf16, smem>
      tilegpu.wgmma_wait 0
      tilegpu.arrive %empty[%slot] : !tilegpu.barrier<2>
    }
    %r = tilegpu.read_accumulator %acc : !tilegpu.accumulator<64x64xf32> -> tensor<64x64xf32>
    tile.store %r, %os[%row, 0] sizes [64, 64] : tensor<64x64xf32>, !tile.ref<128x64xf32, smem>
    tilegpu.commit_shared
    %part = tilegpu.subview %os[%row, 0] sizes [64, 64] : !tile.ref<128x64xf32, smem> -> !tile.ref<64x64xf32, smem>
    %out = tilegpu.subview %o[%row, 0] sizes [64, 64] : !tile.ref<128x64xf32, gmem> -> !tile.ref<64x64xf32, gmem>
    tilegpu.copy_out %part to %out : !tile.ref<64x64xf32, smem>, !tile.ref<64x64xf32, gmem>
    tilegpu.wait_copies_out 0 read
  }
  tile.return
}
)";
}

/// The text with one line's part replaced; the part must be there.
inline std::string change(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// Number of the line with the first `part` after `after`.
inline unsigned lineOf(const std::string &text, const std::string &part, const std::string &after = "") {
  size_t from = after.empty() ? 0 : text.find(after), at = text.find(part, from);
  EXPECT_NE(at, std::string::npos) << part;
  return 1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + (at == std::string::npos ? 0 : at), '\n'));
}

} // namespace tessera::test
