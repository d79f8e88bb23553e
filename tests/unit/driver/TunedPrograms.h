// SPDX-License-Identifier: Apache-2.0
// Programs for the tests of estimates and of tuning. Nothing of them is run: arrays may be large.
#pragma once

#include "compiler/driver/Compiler.h"
#include <gtest/gtest.h>

namespace tessera {

/// A product of `M` x `K` and `K` x `N` by blocks, in Triton.
inline const char *const productText = R"(import torch
import triton
import triton.language as tl
M = 4096
N = 4096
K = 4096
DTYPE = torch.float16

@triton.jit
def product(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid_m = tl.program_id(0)
    pid_n = tl.program_id(1)
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rows[:, None] * K + (k + depth)[None, :])
        b = tl.load(b_ptr + (k + depth)[:, None] * N + columns[None, :])
        acc = tl.dot(a, b, acc, input_precision="ieee")
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], acc.to(c_ptr.dtype.element_ty))

a = torch.zeros((M, K), device='cuda', dtype=DTYPE)
b = torch.zeros((K, N), device='cuda', dtype=DTYPE)
c = torch.zeros((M, N), device='cuda', dtype=DTYPE)
product[(M // 128, N // 128)](a, b, c, M, N, K, 128, 128, 64, num_warps=8)
)";

/// The same under `triton.autotune`: the second configuration is the one for large matrices.
inline const char *const autotunedText = R"(import torch
import triton
import triton.language as tl
M = 2048

@triton.autotune(configs=[triton.Config({'BLOCK': 32}, num_warps=1), triton.Config({'BLOCK': 2048}, num_warps=4)], key=['n'])
@triton.jit
def copy(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, tl.load(x_ptr + at, mask=at < n), mask=at < n)

x = torch.zeros((M, 4096), device='cuda')
y = torch.zeros((M, 4096), device='cuda')
copy[lambda meta: (triton.cdiv(x.numel(), meta['BLOCK']),)](x, y, x.numel())
)";

class TunedProgramTest : public testing::Test {
protected:
  Compiler compiler;

  std::unique_ptr<Program> compile(const std::string &text, const std::string &tune = "",
                                   const std::string &target = "sm_90a", std::vector<Setting> settings = {}) {
    CompileOptions options;
    options.target = target;
    options.tune = tune;
    options.settings = std::move(settings);
    auto program = compiler.compile("program.py", text, options);
    for (const Diagnostic &diagnostic : program->diagnostics())
      if (diagnostic.severity == Severity::error)
        ADD_FAILURE() << render(diagnostic, text);
    return program;
  }
  KernelEstimate estimate(const std::string &text, const std::string &tune = "", const std::string &target = "sm_90a",
                          std::vector<Setting> settings = {}) {
    auto program = compile(text, tune, target, std::move(settings));
    EXPECT_FALSE(program->kernels().empty());
    std::optional<KernelEstimate> found =
        program->kernels().empty() ? std::nullopt : program->estimate(program->kernels().front());
    EXPECT_TRUE(found.has_value());
    return found.value_or(KernelEstimate());
  }
};

} // namespace tessera
