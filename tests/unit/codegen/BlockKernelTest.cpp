// SPDX-License-Identifier: Apache-2.0
// Block kernels of 1 to 32 warps whose threads work together: shared memory, reductions, conversions, workspace. Each runs on the emulator under several
// schedules with the race checker, after the passes that place shared memory and barriers.
#include "compiler/layout/LayoutBuilders.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/tilegpu/transforms/Passes.h"
#include "tests/unit/codegen/WarpgroupRun.h"

using namespace tessera;

namespace {

std::string makeLayout(llvm::ArrayRef<int64_t> shape, int64_t vector, int64_t warps, bool isColumnMajor = false) {
  layout::Blocked blocked = layout::chooseBlocked(shape, vector, 32, warps);
  blocked.elementsPerThread.back() = vector; // even where threads are left over
  if (isColumnMajor) {
    llvm::SmallVector<int64_t> reversed(shape.rbegin(), shape.rend());
    return layout::makeBlocked(reversed, layout::chooseBlocked(reversed, vector, 32, warps)).transposed({1, 0}).str();
  }
  return layout::makeBlocked(shape, blocked).str();
}

struct BlockKernel {
  std::string aliases, arguments, body;
  int warps = 4;
  std::string attributes = "";
};

WarpgroupRun compile(const BlockKernel &kernel, const std::string &target) {
  std::string text = kernel.aliases + "\ntilegpu.module @" + target + " {\ntilegpu.kernel @k(" + kernel.arguments +
                     ") attributes {axis_order = array<i64: 0>, source = \"pallas\", num_warps = " + std::to_string(kernel.warps) + " : i64" + kernel.attributes +
                     "} {\n%c0 = arith.constant 0 : i32\n" + kernel.body + "\ntilegpu.return\n}\n}\n";
  return WarpgroupRun(text, target, [](mlir::PassManager &manager) {
    manager.addPass(schedule::createAssignSharedPass());
    manager.addPass(schedule::createInsertBarriersPass());
    manager.addPass(tilegpu::createVerifyTileGpuPass());
  });
}

std::vector<float> makeNumbers(size_t count) {
  std::vector<float> numbers;
  for (size_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<float>((i * 37 + i / 7) % 101) - 50);
  return numbers;
}

class BlockKernels : public testing::TestWithParam<std::pair<const char *, int>> {
protected:
  std::string target() const { return GetParam().first; }
  int warps() const { return GetParam().second; }
};

} // namespace

/// Sums of rows and of columns, and of all, of a matrix that all warps hold.
TEST_P(BlockKernels, Sums) {
  auto whole = layout::LinearLayout::parse(makeLayout({64, 64}, 4, warps()));
  ASSERT_TRUE(whole);
  WarpgroupRun kernel = compile({"#l = #tilegpu.linear<" + whole->str() + ">\n#c = #tilegpu.linear<" + layout::makeSlice(*whole, 0).str() +
                                     ">\n#r = #tilegpu.linear<" + layout::makeSlice(*whole, 1).str() + ">",
                                 "%x: !tilegpu.ref<64x64xf32>, %rows: !tilegpu.ref<64xf32>, %columns: !tilegpu.ref<64xf32>, %all: !tilegpu.ref<1xf32>", R"(
  %v = tilegpu.load %x[%c0, %c0] axes [0, 1] {vector = 4 : i64} : !tilegpu.ref<64x64xf32> -> tensor<64x64xf32, #l>
  %sr = tilegpu.reduce add %v axes [1] : tensor<64x64xf32, #l> -> tensor<64xf32, #r>
  %sc = tilegpu.reduce add %v axes [0] : tensor<64x64xf32, #l> -> tensor<64xf32, #c>
  %s = tilegpu.reduce add %v axes [0, 1] : tensor<64x64xf32, #l> -> f32
  tilegpu.store %sr, %rows[%c0] axes [0] : tensor<64xf32, #r>, !tilegpu.ref<64xf32>
  tilegpu.store %sc, %columns[%c0] axes [0] : tensor<64xf32, #c>, !tilegpu.ref<64xf32>
  tilegpu.store %s, %all[%c0] axes [] : f32, !tilegpu.ref<1xf32>)",
                                 warps()},
                                target());
  SCOPED_TRACE(kernel.ptx);
  std::vector<float> x = makeNumbers(4096);
  std::vector<Bytes> arrays = kernel.run({toBytes(x), Bytes(256), Bytes(256), Bytes(4)});
  std::vector<float> rows = fromBytes<float>(arrays[1]), columns = fromBytes<float>(arrays[2]);
  float all = 0;
  for (int i = 0; i < 64; ++i) {
    float row = 0, column = 0;
    for (int j = 0; j < 64; ++j)
      row += x[i * 64 + j], column += x[j * 64 + i];
    EXPECT_EQ(rows[i], row) << i;
    EXPECT_EQ(columns[i], column) << i;
    all += row;
  }
  EXPECT_EQ(fromBytes<float>(arrays[3])[0], all);
  kernel.assemble();
}

/// A buffer written in one layout and read in another, and a conversion: both transpose who holds what.
TEST_P(BlockKernels, BuffersAndConversions) {
  WarpgroupRun kernel = compile({"#l = #tilegpu.linear<" + makeLayout({32, 128}, 4, warps()) + ">\n#t = #tilegpu.linear<" +
                                     makeLayout({32, 128}, 1, warps(), /*isColumnMajor=*/true) + ">",
                                 "%x: !tilegpu.ref<32x128xf32>, %y: !tilegpu.ref<32x128xf32>, %z: !tilegpu.ref<32x128xf32>", R"(
  %b = tilegpu.alloc_shared : !tilegpu.ref<32x128xf32, smem>
  %v = tilegpu.load %x[%c0, %c0] axes [0, 1] {vector = 4 : i64} : !tilegpu.ref<32x128xf32> -> tensor<32x128xf32, #l>
  tilegpu.store %v, %b[%c0, %c0] axes [0, 1] {vector = 4 : i64} : tensor<32x128xf32, #l>, !tilegpu.ref<32x128xf32, smem>
  %t = tilegpu.load %b[%c0, %c0] axes [0, 1] : !tilegpu.ref<32x128xf32, smem> -> tensor<32x128xf32, #t>
  tilegpu.store %t, %y[%c0, %c0] axes [0, 1] : tensor<32x128xf32, #t>, !tilegpu.ref<32x128xf32>
  %d = arith.addf %t, %t : tensor<32x128xf32, #t>
  %w = tilegpu.convert_layout %d : tensor<32x128xf32, #t> -> tensor<32x128xf32, #l>
  %u = tilegpu.convert_layout %w : tensor<32x128xf32, #l> -> tensor<32x128xf32, #t>
  %o = tilegpu.convert_layout %u : tensor<32x128xf32, #t> -> tensor<32x128xf32, #l>
  tilegpu.store %o, %z[%c0, %c0] axes [0, 1] {vector = 4 : i64} : tensor<32x128xf32, #l>, !tilegpu.ref<32x128xf32>)",
                                 warps()},
                                target());
  SCOPED_TRACE(kernel.ptx);
  std::vector<float> x = makeNumbers(4096);
  std::vector<Bytes> arrays = kernel.run({toBytes(x), Bytes(16384), Bytes(16384)});
  EXPECT_EQ(fromBytes<float>(arrays[1]), x);
  for (float &number : x)
    number *= 2;
  EXPECT_EQ(fromBytes<float>(arrays[2]), x);
  kernel.assemble();
}

/// A product's sum to rows of 16 bytes and back goes by eight by eight matrices, with one barrier each.
TEST(Conversions, FragmentsGoByMatrices) {
  for (std::string target : {"sm_80", "sm_90a"}) {
    WarpgroupRun kernel = compile({"#l = #tilegpu.linear<" + makeLayout({64, 64}, 8, 4) + ">\n#t = #tilegpu.linear<" + layout::makeWgmmaAccumulator({64, 64})->str() + ">",
                                   "%x: !tilegpu.ref<64x64xbf16>, %y: !tilegpu.ref<64x64xbf16>", R"(
  %v = tilegpu.load %x[%c0, %c0] axes [0, 1] {vector = 8 : i64} : !tilegpu.ref<64x64xbf16> -> tensor<64x64xbf16, #l>
  %t = tilegpu.convert_layout %v : tensor<64x64xbf16, #l> -> tensor<64x64xbf16, #t>
  %d = arith.addf %t, %t : tensor<64x64xbf16, #t>
  %w = tilegpu.convert_layout %d : tensor<64x64xbf16, #t> -> tensor<64x64xbf16, #l>
  tilegpu.store %w, %y[%c0, %c0] axes [0, 1] {vector = 8 : i64} : tensor<64x64xbf16, #l>, !tilegpu.ref<64x64xbf16>)"},
                                  target);
    SCOPED_TRACE(kernel.ptx);
    EXPECT_EQ(countOf(kernel.ptx, "ldmatrix"), 4u);
    EXPECT_EQ(countOf(kernel.ptx, "stmatrix"), target == "sm_90a" ? 4u : 0u);
    EXPECT_EQ(countOf(kernel.ptx, "st.shared.v4"), 4u);
    std::vector<uint16_t> x, doubled;
    for (int i = 0; i < 4096; ++i) {
      x.push_back(toBf16(static_cast<float>(i % 128)));
      doubled.push_back(toBf16(static_cast<float>(i % 128 * 2)));
    }
    EXPECT_EQ(fromBytes<uint16_t>(kernel.run({toBytes(x), Bytes(8192)})[1]), doubled);
    kernel.assemble();
  }
}

/// In a loop, a buffer of this pass is not what the last pass left: the barrier at the loop's end is found too.
TEST_P(BlockKernels, ABufferInALoop) {
  WarpgroupRun kernel = compile({"#l = #tilegpu.linear<" + makeLayout({1024}, 1, warps()) + ">\n#t = #tilegpu.linear<" + makeLayout({1024}, 4, warps()) + ">",
                                 "%x: !tilegpu.ref<4096xf32>, %y: !tilegpu.ref<4096xf32>", R"(
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c1024 = arith.constant 1024 : i32
  %b = tilegpu.alloc_shared : !tilegpu.ref<1024xf32, smem>
  scf.for %i = %c0 to %c4 step %c1 : i32 {
    %at = arith.muli %i, %c1024 : i32
    %v = tilegpu.load %x[%at] axes [0] : !tilegpu.ref<4096xf32> -> tensor<1024xf32, #l>
    tilegpu.store %v, %b[%c0] axes [0] : tensor<1024xf32, #l>, !tilegpu.ref<1024xf32, smem>
    %t = tilegpu.load %b[%c0] axes [0] {vector = 4 : i64} : !tilegpu.ref<1024xf32, smem> -> tensor<1024xf32, #t>
    tilegpu.store %t, %y[%at] axes [0] {vector = 4 : i64} : tensor<1024xf32, #t>, !tilegpu.ref<4096xf32>
  })",
                                 warps()},
                                target());
  SCOPED_TRACE(kernel.ptx);
  std::vector<float> x = makeNumbers(4096);
  EXPECT_EQ(fromBytes<float>(kernel.run({toBytes(x), Bytes(16384)})[1]), x);
}

/// Each block has its own workspace; `blocks` says how many there are, whatever the grid.
TEST_P(BlockKernels, Workspace) {
  WarpgroupRun kernel = compile({"#l = #tilegpu.linear<" + makeLayout({256}, 1, warps()) + ">\n#t = #tilegpu.linear<" + makeLayout({256}, 4, warps()) + ">",
                                 "%x: !tilegpu.ref<768xf32>, %y: !tilegpu.ref<768xf32>", R"(
  %c256 = arith.constant 256 : i32
  %p = tilegpu.program_id 0
  %at = arith.muli %p, %c256 : i32
  %other = tilegpu.alloc_workspace : !tilegpu.ref<3xf32>
  %w = tilegpu.alloc_workspace : !tilegpu.ref<256xf32>
  %v = tilegpu.load %x[%at] axes [0] : !tilegpu.ref<768xf32> -> tensor<256xf32, #l>
  tilegpu.store %v, %w[%c0] axes [0] : tensor<256xf32, #l>, !tilegpu.ref<256xf32>
  %t = tilegpu.load %w[%c0] axes [0] {vector = 4 : i64} : !tilegpu.ref<256xf32> -> tensor<256xf32, #t>
  tilegpu.store %t, %y[%at] axes [0] {vector = 4 : i64} : tensor<256xf32, #t>, !tilegpu.ref<768xf32>)",
                                 warps(), ", blocks = 3 : i64"},
                                target());
  SCOPED_TRACE(kernel.ptx);
  EXPECT_EQ(kernel.facts.workspaceBytes, 1152);
  std::vector<float> x = makeNumbers(768);
  EXPECT_EQ(fromBytes<float>(kernel.run({toBytes(x), Bytes(3072)}, {50, 60})[1]), x);
}

INSTANTIATE_TEST_SUITE_P(Targets, BlockKernels,
                         testing::Values(std::pair("sm_80", 1), std::pair("sm_80", 4), std::pair("sm_80", 32), std::pair("sm_90a", 1), std::pair("sm_90a", 2),
                                         std::pair("sm_90a", 4), std::pair("sm_90a", 8), std::pair("sm_90a", 16)),
                         [](const auto &info) { return std::string(info.param.first) + "_" + std::to_string(info.param.second); });
