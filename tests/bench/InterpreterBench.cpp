// SPDX-License-Identifier: Apache-2.0
// How long the interpreter takes for the programs that the playground begins with. CPU time of this process, the best of several
// runs, so that a busy machine shows less; a plain program without a framework, so that it can be built for the browser too.
#include "compiler/interpreter/Interpreter.h"
#include "shared/numerics/MatrixProduct.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>

using namespace tessera;

namespace {

/// x (batch x n x n) times y by a kernel of n/2 x n/2 blocks, compared with the whole product bit for bit.
std::string matmulProgram(int64_t n, int64_t batch) {
  std::string size = std::to_string(n), half = std::to_string(n / 2), all = std::to_string(batch) + "x" + size + "x" + size;
  std::string array = "tensor<" + all + "xf32>", wide = half + "x" + size, tall = size + "x" + half, square = half + "x" + half;
  auto argument = [&](const std::string &name, const std::string &block, const char *map, const char *access) {
    return "%" + name + ": !tile.ref<" + block + "xf32> {tile.access = #tile.access<" + access + ">, tile.block = #tile.block<1x" + block + " of " + all +
           "xf32 at @" + map + " squeeze [0]>}";
  };
  return R"(func.func @main() {
  %k1 = arith.constant dense<[0, 1]> : tensor<2xi32>
  %k2 = arith.constant dense<[0, 2]> : tensor<2xi32>
  %x = tile.random threefry normal %k1 : tensor<2xi32> -> )" + array + R"(
  %y = tile.random threefry normal %k2 : tensor<2xi32> -> )" + array + R"(
  %z = tile.launch @matmul grid [)" + std::to_string(batch) + ", 2, 2] (%x, %y) : (" + array + ", " + array + ") -> " + array + R"(
  %w = tile.dot %x, %y : )" + array + ", " + array + " -> " + array + R"(
  tile.check_close %z, %w rtol 1.0e-7 atol 0.0 : )" + array + ", " + array + R"(
  return
}
tile.kernel @matmul()" + argument("x", wide, "rows", "read") + ", " + argument("y", tall, "columns", "read") + ", " + argument("z", square, "both", "write") + R"()
    attributes {source = "pallas"} {
  %a = tile.load %x[0, 0] sizes [)" + half + ", " + size + "] : !tile.ref<" + wide + "xf32> -> tensor<" + wide + R"(xf32>
  %b = tile.load %y[0, 0] sizes [)" + size + ", " + half + "] : !tile.ref<" + tall + "xf32> -> tensor<" + tall + R"(xf32>
  %c = tile.dot %a, %b : tensor<)" + wide + "xf32>, tensor<" + tall + "xf32> -> tensor<" + square + R"(xf32>
  tile.store %c, %z[0, 0] sizes [)" + half + ", " + half + "] : tensor<" + square + "xf32>, !tile.ref<" + square + R"(xf32>
  tile.return
}
func.func private @rows(%b: i32, %i: i32, %j: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  return %b, %i, %zero : i32, i32, i32
}
func.func private @columns(%b: i32, %i: i32, %j: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  return %b, %zero, %j : i32, i32, i32
}
func.func private @both(%b: i32, %i: i32, %j: i32) -> (i32, i32, i32) {
  return %b, %i, %j : i32, i32, i32
})";
}

/// Triton's vector addition: `programs` programs of 1,024 elements.
std::string vectorAddProgram(int64_t programs) {
  int64_t n = programs * 1024 - 100;
  std::string array = "tensor<" + std::to_string(n) + "xf32>";
  return R"(func.func @main() {
  %key = arith.constant dense<[0, 0]> : tensor<2xi32>
  %x = tile.random philox uniform %key : tensor<2xi32> -> )" + array + R"(
  %n = arith.constant )" + std::to_string(n) + R"( : i32
  %z = tile.launch @add_kernel grid [)" + std::to_string(programs) + "] (%x, %x, %n) : (" + array + ", " + array + ", i32) -> " + array + R"(
  return
}
tile.kernel @add_kernel(%x: !tile.ref<?xf32>, %y: !tile.ref<?xf32>, %o: !tile.ref<?xf32> {tile.access = #tile.access<write>}, %n: i32)
    attributes {source = "triton"} {
  %pid = tile.program_id 0
  %size = arith.constant 1024 : i32
  %start = arith.muli %pid, %size : i32
  %range = tile.iota 0 : tensor<1024xi32>
  %base = tile.broadcast %start axes [] : i32 -> tensor<1024xi32>
  %offsets = arith.addi %base, %range : tensor<1024xi32>
  %bound = tile.broadcast %n axes [] : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %offsets, %bound : tensor<1024xi32>
  %a = tile.gather %x[%offsets] mask %mask : tensor<1024xi1> : !tile.ref<?xf32>[tensor<1024xi32>] -> tensor<1024xf32>
  %b = tile.gather %y[%offsets] mask %mask : tensor<1024xi1> : !tile.ref<?xf32>[tensor<1024xi32>] -> tensor<1024xf32>
  %c = arith.addf %a, %b : tensor<1024xf32>
  tile.scatter %c, %o[%offsets] mask %mask : tensor<1024xi1> : tensor<1024xf32>, !tile.ref<?xf32>[tensor<1024xi32>]
  tile.return
})";
}

double seconds() { return static_cast<double>(clock()) / CLOCKS_PER_SEC; }

#if defined(__x86_64__)
typedef float Lanes512 __attribute__((vector_size(64)));
typedef float Lanes256 __attribute__((vector_size(32)));

/// Multiplications and additions of independent registers that never leave them: fused, which is what the core can do at most, or
/// separate as the interpreter's are, whose bits must not depend on the machine.
template <typename Lanes, bool isFused> inline __attribute__((always_inline)) float spin(int64_t turns) {
#pragma clang fp contract(off)
  Lanes sums[12], factor, step;
  for (int lane = 0; lane < int(sizeof(Lanes) / 4); ++lane)
    factor[lane] = 0.999f, step[lane] = 0.001f * lane;
  for (Lanes &sum : sums)
    sum = step;
  for (int64_t turn = 0; turn < turns; ++turn)
    for (Lanes &sum : sums)
      sum = isFused ? __builtin_elementwise_fma(sum, factor, step) : sum * factor + step;
  Lanes total = sums[0];
  for (Lanes &sum : sums)
    total += sum;
  return total[0];
}
template <bool isFused> __attribute__((target("avx512f"))) float spin512(int64_t turns) { return spin<Lanes512, isFused>(turns); }
template <bool isFused> __attribute__((target("avx2,fma"))) float spin256(int64_t turns) { return spin<Lanes256, isFused>(turns); }

/// Billions of f32 multiplications and additions that one core does a second at most, each counted as one.
template <bool isFused> double peakGflops() {
  bool wide = __builtin_cpu_supports("avx512f");
  int lanes = wide ? 16 : 8;
  constexpr int64_t turns = 20'000'000;
  double best = 1e9;
  volatile float sink;
  for (int repetition = 0; repetition < 3; ++repetition) {
    double start = seconds();
    sink = wide ? spin512<isFused>(turns) : spin256<isFused>(turns);
    best = std::min(best, seconds() - start);
  }
  (void)sink;
  return 2e-9 * 12 * lanes * turns / best;
}
#else
template <bool isFused> double peakGflops() { return 0; }
#endif

void measureProduct() {
  constexpr int64_t n = 1024;
  std::vector<float> a(n * n, 0.5f), b(n * n, 0.25f), c(n * n);
  double best = 1e9;
  for (int repetition = 0; repetition < 7; ++repetition) {
    double start = seconds();
    multiplyMatrices({a.data()}, {b.data()}, nullptr, c.data(), numerics::DType::float32, n, n, n);
    best = std::min(best, seconds() - start);
  }
  double rate = 2e-9 * n * n * n / best, peak = peakGflops<true>(), separate = peakGflops<false>();
  llvm::outs() << llvm::format("%-40s         %9.2f ms CPU   %.0f GFLOP/s", "f32 dot 1024 x 1024 x 1024", 1e3 * best, rate);
  if (peak > 0)
    llvm::outs() << llvm::format(", %.0f %% of one core's %.0f (aim 60), %.0f %% of its %.0f without fused operations", 100 * rate / peak, peak,
                                100 * rate / separate, separate);
  llvm::outs() << "\n";
}

bool measure(mlir::MLIRContext &context, llvm::StringRef name, const std::string &text) {
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(text, mlir::ParserConfig(&context), name);
  if (!module)
    return false;
  double best = 1e9, launch = 1e9;
  for (int repetition = 0; repetition < 5; ++repetition) {
    clock_t start = clock();
    interpreter::RunResult result = interpreter::runProgram(*module);
    double milliseconds = 1e3 * static_cast<double>(clock() - start) / CLOCKS_PER_SEC;
    if (!result.ok) {
      llvm::errs() << name << " failed: " << (result.diagnostics.empty() ? "" : render(result.diagnostics[0])) << "\n";
      return false;
    }
    best = std::min(best, milliseconds);
    launch = std::min(launch, result.launches[0].milliseconds);
  }
  llvm::outs() << llvm::format("%-40s program %9.2f ms CPU   launch %9.2f ms wall\n", name.str().c_str(), best, launch);
  return true;
}

} // namespace

int main() {
  mlir::DialectRegistry registry;
  registry.insert<tile::TileDialect>();
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  measureProduct();
  bool ok = measure(context, "matmul 1024, inputs and check included", matmulProgram(1024, 1));
  ok &= measure(context, "vmapped matmul 4 x 1024", matmulProgram(1024, 4));
  ok &= measure(context, "triton vector add, 97 programs", vectorAddProgram(97));
  ok &= measure(context, "triton vector add, 10000 programs", vectorAddProgram(10000));
  return ok ? 0 : 1;
}
