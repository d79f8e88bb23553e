// SPDX-License-Identifier: Apache-2.0
// Asynchronous instructions in all the forms that ptxas takes for sm_90a are taken, and what it refuses is refused.

#include "tests/unit/emulator/RunPtx.h"

using namespace tessera;
using namespace tessera::emulator;

static const char *const head = ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .align 64 .b8 m[128]) {\n"
                                ".reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .b16 %h<4>; .reg .pred %p<4>;\n"
                                ".shared .align 128 .b8 s[1024];\n.shared .align 8 .b64 bar;\n"
                                "mov.b64 %rd1, m;\ncvta.param.u64 %rd2, %rd1;\nmov.b32 %r1, 0;\nmov.b16 %h1, 1;\nmov.b32 %r7, s;\nmov.b32 %r8, bar;\n"
                                "mov.b64 %rd3, 0;\nmov.b64 %rd4, 0;\n";

static std::string loadLine(const std::string &line) {
  DiagnosticSink sink;
  load(head + line + "\nret; }\n", "forms.ptx", sink);
  std::string text;
  for (const Diagnostic &report : sink.all())
    text += render(report) + "\n";
  return text;
}

TEST(AsyncForms, WhatPtxasTakesIsTaken) {
  for (const char *line : {
           "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%r7], [%rd2, {%r1}], [%r8];",
           "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%r7], [%rd2, {%r1, 5}], [%r8], %h1;",
           "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [%rd2, {%r1, %r1}], [bar];",
           "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%rd2, {%r1}], [%r7];",
           "cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [%rd2, {%r1}], [%r7];",
           "cp.async.bulk.prefetch.tensor.1d.L2.global.tile [%rd2, {%r1}];",
           "prefetch.tensormap [%rd2];",
           "prefetch.param.tensormap [%rd1];",
           "tensormap.replace.tile.global_address.global.b1024.b64 [%rd2], %rd2;",
           "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r7], %rd2;",
           "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r7], %r1;",
           "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r7], 1;",
           "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r7], 0, %r1;",
           "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r7], 0, %rd1;",
           "tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%r7], 7;",
           "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd2], [%r7], 128;",
           "fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;",
           "mbarrier.arrive.shared::cta.b64 _, [bar];",
           "mbarrier.arrive.expect_tx.relaxed.cta.shared::cta.b64 _, [bar], 16;",
           "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [bar], 16;",
           "mbarrier.arrive_drop.noComplete.shared::cta.b64 %rd3, [bar], 1;",
           "mbarrier.test_wait.shared::cta.b64 %p1, [bar], %rd3;",
           "mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0, 100;",
           "mbarrier.arrive.b64 %rd3, [%rd2];",
           "barrier.cluster.arrive;",
           "barrier.cluster.wait;",
           "barrier.cluster.arrive.relaxed.aligned;",
           "barrier.cluster.wait.acquire.aligned;",
           "mapa.shared::cluster.u32 %r2, %r7, %r1;",
           "mapa.u64 %rd4, %rd3, 1;",
           "mapa.shared::cluster.u32 %r2, s, 1;",
           "getctarank.shared::cluster.u32 %r3, %r2;",
           "getctarank.u64 %r3, %rd4;",
           "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%r7], {%r1,%r2}, [%r8];",
           "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r7], %r1, [%r8];",
           "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r7], %r1, [%r8];",
           "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u64 [%r7], %rd1, [%r8];",
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r7], [%rd2], 16, [%r8], %h1;",
           "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r7], [%r7], 16, [%r8];",
           "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r7], 16;",
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%rd2], [%r7], 16;",
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%rd2], [%r7], 16;",
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f16 [%rd2], [%r7], 16;",
           "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u64 [%r7], [%r7], 16, [%r8];",
           "cp.async.bulk.prefetch.L2.global [%rd2], 16;",
           "cp.async.ca.shared.global [%r7], [%rd2], 4, %r1;",
           "cp.async.ca.shared.global [%r7], [%rd2], 4, %p1;",
           "cp.async.cg.shared.global.L2::128B [%r7], [%rd2], 16;",
           "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r8];",
           "cp.async.mbarrier.arrive.b64 [%rd2];",
           "cp.async.bulk.wait_group.read 0;",
           "createpolicy.fractional.L2::evict_last.b64 %rd5, 0.5;",
           "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd5;",
           "createpolicy.range.L2::evict_last.b64 %rd5, [%rd2], 16, 32;",
           "createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %rd5, [%rd2], 16, 32;",
           "createpolicy.cvt.L2.b64 %rd5, %rd4;",
           "discard.global.L2 [%rd2], 128;",
           "applypriority.global.L2::evict_normal [%rd2], 128;",
           "pmevent 3;",
           "pmevent.mask 3;",
           "nanosleep.u32 20;",
           "nanosleep.u32 %r1;",
           "griddepcontrol.wait;",
           "setmaxnreg.dec.sync.aligned.u32 40;",
       })
    EXPECT_EQ(loadLine(line), "") << line;
}

TEST(AsyncForms, WhatPtxasRefusesIsRefused) {
  for (const char *line : {
           "cp.async.cg.shared.global [%r7], [%rd2], 8;",
           "cp.async.ca.shared.global [%r7], [%rd2], 12;",
           "cp.async.bulk.global.shared::cta.mbarrier::complete_tx::bytes [%rd2], [%r7], 16, [%r8], [%r8];",
           "cp.async.bulk.shared::cluster.global.bulk_group [%r7], [%rd2], 16;",
           "cp.async.bulk.wait_group %r1;",
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.bf16 [%rd2], [%r7], 16;",
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f32 [%rd2], [%r7], 16;",
           "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.f32 [%r7], [%r7], 16, [%r8];",
           "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r7], [%rd2, {%r1}], [%r8];",
           "cp.async.bulk.tensor.6d.shared::cluster.global.mbarrier::complete_tx::bytes [%r7], [%rd2, {%r1}], [%r8];",
           "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes.multicast::cluster [%r7], [%rd2, {%r1, %r1}], [%r8], %h1;",
           "setmaxnreg.dec.sync.aligned.u32 16;",
           "setmaxnreg.inc.sync.aligned.u32 28;",
           "tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%r7], %r1;",
           "barrier.cluster.arrive.acquire;",
       })
    EXPECT_NE(loadLine(line), "") << line;
}

TEST(AsyncForms, ModesThatAreNotThereAreNamed) {
  EXPECT_NE(loadLine("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r7], [%rd2, {%r1, %r1, %r1}], [%r8], {%h1};")
                .find("`.im2col` are not supported"), std::string::npos);
}
