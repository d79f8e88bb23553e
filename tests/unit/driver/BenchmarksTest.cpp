// SPDX-License-Identifier: Apache-2.0
// What a file declares, and the program of one point.
#include "compiler/driver/Compiler.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {
constexpr const char *file = R"(import torch
import triton
import triton.language as tl

@triton.jit
def keep(y_ptr, BLOCK: tl.constexpr):
    at = y_ptr + tl.arange(0, BLOCK)
    tl.store(at, tl.load(at))

w = torch.ones(64, device="cuda")
keep[(1,)](w, BLOCK=64)
assert float(w[0]) == 1

@triton.testing.perf_report([
    triton.testing.Benchmark(x_names=["n"], x_vals=[1, 2], line_arg="k", line_vals=[3], line_names=["three"],
                             plot_name="same", args={}),
    triton.testing.Benchmark(x_names=["n"], x_vals=[(4,)], line_arg="k", line_vals=[3, 5], line_names=["three", "five"],
                             plot_name="same", args={})])
def bench(n, k):
    print(n)
    ms = triton.testing.do_bench(lambda: [keep[(n,)](w, BLOCK=64) for _ in range(k)], return_mode="all")
    other = triton.testing.do_bench(lambda: w + 1, quantiles=[0.25])
    return sum(ms), other
)";

std::unique_ptr<Program> evaluate(Compiler &compiler, BenchmarkEvaluation &evaluation) {
  CompileOptions options;
  options.benchmark = &evaluation;
  return compiler.compile("bench.py", file, options);
}
} // namespace

TEST(Benchmarks, are_listed_each_by_its_own_name) {
  Compiler compiler;
  BenchmarkEvaluation evaluation;
  ASSERT_TRUE(evaluate(compiler, evaluation)->ok());
  ASSERT_EQ(evaluation.declared.size(), 2u);
  EXPECT_EQ(evaluation.declared[0].name, "same");
  EXPECT_EQ(evaluation.declared[1].name, "same (2)");
  EXPECT_EQ(evaluation.declared[1].xs.front().values, std::vector<std::string>{"4"});
  EXPECT_EQ(evaluation.declared[1].xs.front().place, 4);
  EXPECT_EQ(evaluation.declared[1].lines[1].label, "five");
  EXPECT_EQ(evaluation.declared[0].range.begin.line, 14u);
}

TEST(Benchmarks, a_point_is_a_program_of_what_it_needs) {
  Compiler compiler;
  BenchmarkEvaluation evaluation;
  evaluation.point = BenchmarkPoint{"same (2)", {"4"}, "five"};
  std::unique_ptr<Program> program = evaluate(compiler, evaluation);
  ASSERT_TRUE(program->ok());
  EXPECT_TRUE(evaluation.hasPoint);
  ASSERT_EQ(evaluation.calls.size(), 2u);
  EXPECT_EQ(evaluation.calls[0].launches, 5u);
  EXPECT_EQ(evaluation.calls[1].launches, 0u);
  EXPECT_EQ(evaluation.calls[1].hostOperations, std::vector<std::string>{"addf"});
  interpreter::RunResult result = program->run({});
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.output, "");
  // `w` is what the file's own launch left in it, and that launch is nobody's measured one.
  ASSERT_EQ(result.launches.size(), 6u);
  EXPECT_NE(result.launches[0].kernel, result.launches[1].kernel);
  EXPECT_EQ(evaluation.calls[0].kernels, std::vector<std::string>{result.launches[1].kernel});
}

TEST(Benchmarks, times_are_given_as_triton_summarizes_them) {
  Compiler compiler;
  BenchmarkEvaluation evaluation;
  evaluation.point = BenchmarkPoint{"same", {"2"}, "three"};
  evaluation.times = {{1, 2, 4}, {5, 1, 2, 3, 4}};
  ASSERT_TRUE(evaluate(compiler, evaluation)->ok());
  EXPECT_EQ(evaluation.returned, (std::vector<double>{7, 2}));
}

TEST(Benchmarks, a_point_that_is_not_there_is_told) {
  Compiler compiler;
  BenchmarkEvaluation evaluation;
  evaluation.point = BenchmarkPoint{"same", {"9"}, "three"};
  EXPECT_TRUE(evaluate(compiler, evaluation)->ok());
  EXPECT_FALSE(evaluation.hasPoint);
}
