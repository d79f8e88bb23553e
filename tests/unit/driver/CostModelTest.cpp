// SPDX-License-Identifier: Apache-2.0
// What the cost model must get right to be of use: which of two schedules is better where everybody knows, and bounds
// that no GPU can be below.
#include "compiler/driver/Tune.h"
#include "tests/unit/driver/TunedPrograms.h"

using namespace tessera;

namespace {
using CostModelTest = TunedProgramTest;

/// Sums or copies of rows, one block a row or `programs` blocks that go through all of them.
std::string makeRows(const std::string &grid, const std::string &loop, const std::string &body) {
  return R"(import torch
import triton
import triton.language as tl
ROWS = 16384
@triton.jit
def rows(x_ptr, y_ptr, count, START, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    )" + loop +
         ":\n        " + body + R"(
x = torch.zeros((ROWS, 1024), device='cuda')
y = torch.zeros((ROWS, 1024), device='cuda')
start = torch.zeros((1,), device='cuda', dtype=torch.int32)
)" + "rows[(" +
         grid + ",)](x, y, ROWS, start, 1024)\n";
}
const char *const softmaxBody = R"(v = tl.load(x_ptr + row * BLOCK + at)
        e = tl.exp(v - tl.max(v, 0))
        tl.store(y_ptr + row * BLOCK + at, e / tl.sum(e, 0)))";
/// A product in Pallas by two warpgroups behind one that copies into `slots` buffers; each is given back `delay` steps
/// later.
std::string makePipeline(int slots, int delay) {
  std::string text = R"(import functools
import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
N = 4096
def kernel(a_gmem, b_gmem, c_gmem, c_smem):
    m, n, wg = lax.axis_index("m"), lax.axis_index("n"), lax.axis_index("wg")
    rows = pl.ds(wg * 64, 64)
    def step(indices, a_smem, b_smem, acc):
        plgpu.wgmma(acc, a_smem.at[rows], b_smem)
        plgpu.wgmma_wait(DELAY)
        return acc
    def compute(pipeline):
        @functools.partial(pl.run_scoped, acc=plgpu.ACC((64, 128), jnp.float32))
        def with_accumulator(acc):
            pipeline(acc)
            c_smem.at[rows][...] = acc[...].astype(c_smem.dtype)
        plgpu.commit_smem()
        plgpu.copy_smem_to_gmem(c_smem.at[rows], c_gmem.at[pl.ds(m * 128 + wg * 64, 64), pl.ds(n * 128, 128)])
        plgpu.wait_smem_to_gmem(0)
    plgpu.emit_pipeline_warp_specialized(
        step, grid=(N // 64,), memory_registers=40,
        in_specs=[plgpu.BlockSpec((128, 64), lambda k: (m, k), delay_release=DELAY),
                  plgpu.BlockSpec((64, 128), lambda k: (k, n), delay_release=DELAY)],
        max_concurrent_steps=SLOTS, wg_axis="wg", num_compute_wgs=2, compute_context=compute)(a_gmem, b_gmem)
matmul = plgpu.kernel(
    kernel, out_type=jax.ShapeDtypeStruct((N, N), jnp.bfloat16),
    scratch_types=[plgpu.SMEM((128, 128), jnp.bfloat16)],
    grid=(N // 128, N // 128), grid_names=("m", "n"), num_threads=3, thread_name="wg")
matmul(jnp.zeros((N, N), jnp.bfloat16), jnp.zeros((N, N), jnp.bfloat16))
)";
  return "DELAY = " + std::to_string(delay) + "\nSLOTS = " + std::to_string(slots) + "\n" + text;
}
} // namespace

TEST_F(CostModelTest, LargeTilesOfSpecializedProductsComeFirst) {
  KernelEstimate best = estimate(productText, "consumers=2;tile_n=256");
  for (const char *worse : {"stages=2", "consumers=1", "tile_n=64", "consumers=1;tile_n=64", "specialize=0"}) {
    KernelEstimate other = estimate(productText, worse);
    EXPECT_LT(1.05 * best.microseconds, other.microseconds) << worse;
  }
  std::string singles = productText;
  singles.replace(singles.find("torch.float16"), std::string("torch.float16").size(), "torch.float32");
  KernelEstimate fma = estimate(singles);
  EXPECT_LT(5 * best.microseconds, fma.microseconds) << "no tensor cores";
}

TEST_F(CostModelTest, MoreStagesHideMore) {
  double two = estimate(productText, "consumers=2;tile_n=128;stages=2").microseconds,
         three = estimate(productText, "consumers=2;tile_n=128;stages=3").microseconds,
         four = estimate(productText, "consumers=2;tile_n=128;stages=4").microseconds;
  EXPECT_LT(three, two);
  EXPECT_LE(four, three);
  EXPECT_EQ(estimate(productText, "consumers=2;tile_n=128;stages=2").limit, "copies in flight");
}

TEST_F(CostModelTest, BuffersThatAreHeldLongerLetFewerCopiesRun) {
  double two = estimate(makePipeline(2, 0)).microseconds, twoLate = estimate(makePipeline(2, 1)).microseconds;
  EXPECT_GT(twoLate, 1.1 * two) << "the other of two is held: copies come one at a time";
  double four = estimate(makePipeline(4, 0)).microseconds, fourLate = estimate(makePipeline(4, 1)).microseconds;
  EXPECT_LT(fourLate, 1.05 * four) << "of four, two are enough";
  EXPECT_EQ(estimate(makePipeline(2, 1)).limit, "copies in flight");
}

TEST_F(CostModelTest, NothingIsFasterThanTheMachine) {
  KernelEstimate product = estimate(productText);
  EXPECT_NEAR(product.operations / (2.0 * 4096 * 4096 * 4096), 1, 0.01) << "from some of the blocks";
  EXPECT_GT(product.microseconds, product.operations / 989.4e6);
  EXPECT_LT(product.microseconds, 2 * product.operations / 989.4e6) << "large products come near the peak";
  EXPECT_GE(product.memoryBytes, 3.0 * 4096 * 4096 * 2) << "every array once";
  EXPECT_LT(product.memoryBytes, 4 * 3.0 * 4096 * 4096 * 2) << "the cache holds what a wave shares";
  KernelEstimate copy = estimate(makeRows("ROWS", "for row in range(tl.program_id(0), tl.program_id(0) + 1)",
                                          "tl.store(y_ptr + row * BLOCK + at, tl.load(x_ptr + row * BLOCK + at))"));
  EXPECT_EQ(copy.memoryBytes, 2.0 * 16384 * 1024 * 4);
  EXPECT_GT(copy.microseconds, copy.memoryBytes / 3.35e6);
  EXPECT_LT(copy.microseconds, 1.6 * copy.memoryBytes / 3.35e6);
  EXPECT_EQ(copy.limit, "memory");
}

TEST_F(CostModelTest, CardsAreToldApart) {
  std::string rows = makeRows("ROWS", "for row in range(tl.program_id(0), tl.program_id(0) + 1)",
                              "tl.store(y_ptr + row * BLOCK + at, tl.load(x_ptr + row * BLOCK + at))");
  auto copy = compile(rows), product = compile(productText);
  auto estimate = [](Program &program, const char *card) {
    return program.estimate(program.kernels().front(), card)->microseconds;
  };
  EXPECT_EQ(estimate(*copy, ""), estimate(*copy, "h100")) << "the target's usual card";
  EXPECT_LT(1.2 * estimate(*copy, "h200"), estimate(*copy, "h100")) << "4.8 TB/s for 3.35";
  EXPECT_LT(1.3 * estimate(*copy, "h100"), estimate(*copy, "h100-pcie"));
  EXPECT_LT(estimate(*product, "h100"), 1.05 * estimate(*product, "h200")) << "products are as fast";
  EXPECT_LT(1.1 * estimate(*product, "h100"), estimate(*product, "h100-pcie"));
  EXPECT_EQ(estimate(*copy, "a100"), estimate(*copy, "")) << "runs no code for sm_90a";
}

TEST_F(CostModelTest, DriversNamesMeanCards) {
  for (auto [device, target, card] : {std::tuple("NVIDIA H100 80GB HBM3", "sm_90a", "h100"),
                                      {"NVIDIA H100 PCIe", "sm_90a", "h100-pcie"},
                                      {"NVIDIA H100 NVL", "sm_90a", "h100-nvl"},
                                      {"NVIDIA H200", "sm_90a", "h200"},
                                      {"NVIDIA A100-SXM4-40GB", "sm_80", "a100"},
                                      {"NVIDIA A100-SXM4-80GB", "sm_80", "a100-80gb"},
                                      {"NVIDIA A100 80GB PCIe", "sm_80", "a100-80gb"},
                                      {"", "sm_90a", "h100"},
                                      {"NVIDIA GeForce RTX 4090", "sm_80", "a100"}})
    EXPECT_EQ(matchCard(device, target).name, card) << device;
  EXPECT_EQ(getCards("sm_90a").front().name, "h100");
  EXPECT_EQ(getCards("").size(), getCards("sm_80").size() + getCards("sm_90a").size());
}

TEST_F(CostModelTest, MoreBytesInFlightAreBetter) {
  KernelEstimate each =
      estimate(makeRows("ROWS", "for row in range(tl.program_id(0), tl.program_id(0) + 1)", softmaxBody));
  KernelEstimate few = estimate(makeRows("132", "for row in range(tl.program_id(0), count, 132)", softmaxBody));
  EXPECT_GT(each.blocksPerProcessor, 4);
  EXPECT_LT(1.5 * each.microseconds, few.microseconds) << "one row at a time waits for memory";
  EXPECT_EQ(few.limit, "latency");
}

TEST_F(CostModelTest, TripCountsFollowTheProgramsNumber) {
  std::string body = "tl.store(y_ptr + row * BLOCK + at, tl.load(x_ptr + row * BLOCK + at))";
  KernelEstimate all = estimate(makeRows("12800", "for row in range(0, 128)", body)),
                 triangle = estimate(makeRows("12800", "for row in range(0, tl.program_id(0) // 100 + 1)", body)),
                 unknown = estimate(makeRows("128", "for row in range(0, tl.load(START))", body));
  EXPECT_FALSE(all.guesses || triangle.guesses);
  EXPECT_TRUE(unknown.guesses) << "a bound that is read from memory";
  EXPECT_LT(triangle.microseconds, 0.75 * all.microseconds);
  EXPECT_GT(triangle.microseconds, 0.4 * all.microseconds);
}

TEST_F(CostModelTest, AnOlderMachineTakesLonger) {
  EXPECT_LT(1.5 * estimate(productText).microseconds, estimate(productText, "", "sm_80").microseconds);
}

TEST_F(CostModelTest, TheOrderOfTilesCountsWhereArraysDoNotFitTheCache) {
  std::vector<Setting> large = {{"M", "16384"}, {"N", "16384"}};
  EXPECT_LT(1.2 * estimate(productText, "group=8", "sm_90a", large).memoryBytes,
            estimate(productText, "group=1", "sm_90a", large).memoryBytes);
}

TEST_F(CostModelTest, PricesFollowWhatIsWrittenForAnOperation) {
  auto repeat = [&](const std::string &step) {
    return estimate(makeRows("ROWS", "for row in range(tl.program_id(0), tl.program_id(0) + 1)",
                             "v = tl.load(x_ptr + row * BLOCK + at)\n        for i in range(0, 4096):\n            " +
                                 step + "\n        tl.store(y_ptr + row * BLOCK + at, v)"))
        .microseconds;
  };
  double none = repeat("v = v + 0.9"), one = repeat("v = v / 0.9 + 0.9") - none,
         each = repeat("v = 0.9 / v + 0.9") - none;
  EXPECT_LT(1.5 * one, each) << "a constant's reciprocal is made once";
  EXPECT_NEAR(repeat("v = -v + 0.9"), none, 0.1) << "a sign is part of the sum";
  EXPECT_NEAR(repeat("v = v / 2.0 + 0.9"), repeat("v = v * 0.7 + 0.9"), 0.1) << "half of it is a product";
  auto combine = [&](const std::string &bits) {
    return repeat("b = v.to(tl.int32, bitcast=True)\n            v = (" + bits + ").to(tl.float32, bitcast=True)");
  };
  EXPECT_NEAR(combine("b ^ 3 ^ i"), combine("b ^ i"), 0.1) << "two of three operands are one instruction";
  EXPECT_LT(combine("b ^ i"), combine("((b ^ 3 ^ i) + 1) ^ i"));
}

TEST_F(CostModelTest, ItSaysTheSameEveryTime) {
  KernelEstimate first = estimate(productText), second = estimate(productText);
  EXPECT_EQ(first.microseconds, second.microseconds);
  EXPECT_EQ(first.memoryBytes, second.memoryBytes);
}

TEST_F(CostModelTest, WhatIsNotScheduledHasNoEstimate) {
  auto program = compile(productText);
  EXPECT_FALSE(program->estimate("no_kernel"));
  EXPECT_EQ(program->describeKernel("no_kernel"), "");
}
