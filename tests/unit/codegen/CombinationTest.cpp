// SPDX-License-Identifier: Apache-2.0
// `tilegpu.reduce_by` and `tilegpu.scan` by a function that does not commute, so that any change of order shows: entries (a, b) stand for x -> a x + b modulo
// 2^32, combined by doing the left one first. Each layout runs on the emulator under several schedules with the race checker.
#include "compiler/layout/LayoutBuilders.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/tilegpu/transforms/Passes.h"
#include "tests/unit/codegen/WarpgroupRun.h"

using namespace tessera;

namespace {

constexpr int64_t rows = 32, columns = 64;

struct Case {
  const char *target;
  int warps;
  int64_t vector;
  bool isColumnMajor; // who is dealt out first
  int axis;
  bool isReversed;
};

std::ostream &operator<<(std::ostream &out, const Case &c) {
  return out << c.target << ", " << c.warps << " warps, vectors of " << c.vector << (c.isColumnMajor ? " along columns" : " along rows") << ", axis " << c.axis
             << (c.isReversed ? " reversed" : "");
}

layout::LinearLayout makeLayout(const Case &c) {
  llvm::SmallVector<int64_t> shape{rows, columns};
  if (c.isColumnMajor)
    std::swap(shape[0], shape[1]);
  layout::Blocked blocked = layout::chooseBlocked(shape, c.vector, 32, c.warps);
  blocked.elementsPerThread.back() = c.vector;
  layout::LinearLayout layout = layout::makeBlocked(shape, blocked);
  return c.isColumnMajor ? layout.transposed({1, 0}) : layout;
}

class Combinations : public testing::TestWithParam<Case> {};

using Entry = std::pair<uint32_t, uint32_t>;
Entry combine(Entry left, Entry right) { return {left.first * right.first, right.first * left.second + right.second}; }

} // namespace

TEST_P(Combinations, KeepTheOrder) {
  const Case &c = GetParam();
  layout::LinearLayout whole = makeLayout(c);
  int64_t kept = c.axis == 0 ? columns : rows, extent = c.axis == 0 ? rows : columns;
  std::string region = R"({
  ^bb0(%la: i32, %lb: i32, %ra: i32, %rb: i32):
    %a = arith.muli %la, %ra : i32
    %m = arith.muli %ra, %lb : i32
    %b = arith.addi %m, %rb : i32
    tilegpu.yield %a, %b : i32, i32
  })";
  std::string text = "#l = #tilegpu.linear<" + whole.str() + ">\n#r = #tilegpu.linear<" + layout::makeSlice(whole, static_cast<size_t>(c.axis)).str() +
                     ">\ntilegpu.module @" + c.target + " {\ntilegpu.kernel @k(%x: !tilegpu.ref<32x64xi32>, %y: !tilegpu.ref<32x64xi32>, %p: !tilegpu.ref<32x64xi32>, "
                     "%q: !tilegpu.ref<32x64xi32>, %s: !tilegpu.ref<" + std::to_string(kept) + "xi32>) attributes {axis_order = array<i64: 0>, source = \"triton\", num_warps = " +
                     std::to_string(c.warps) + " : i64} {\n%c0 = arith.constant 0 : i32\n" + R"(
  %v = tilegpu.load %x[%c0, %c0] axes [0, 1] : !tilegpu.ref<32x64xi32> -> tensor<32x64xi32, #l>
  %w = tilegpu.load %y[%c0, %c0] axes [0, 1] : !tilegpu.ref<32x64xi32> -> tensor<32x64xi32, #l>
  %scan:2 = tilegpu.scan %v, %w axis )" + std::to_string(c.axis) + (c.isReversed ? " reverse " : " ") + region +
                     " : (tensor<32x64xi32, #l>, tensor<32x64xi32, #l>) -> (tensor<32x64xi32, #l>, tensor<32x64xi32, #l>)\n  %sum:2 = tilegpu.reduce_by %v, %w axis " +
                     std::to_string(c.axis) + " " + region + " : (tensor<32x64xi32, #l>, tensor<32x64xi32, #l>) -> (tensor<" + std::to_string(kept) +
                     "xi32, #r>, tensor<" + std::to_string(kept) + R"(xi32, #r>)
  tilegpu.store %scan#0, %p[%c0, %c0] axes [0, 1] : tensor<32x64xi32, #l>, !tilegpu.ref<32x64xi32>
  tilegpu.store %scan#1, %q[%c0, %c0] axes [0, 1] : tensor<32x64xi32, #l>, !tilegpu.ref<32x64xi32>
  tilegpu.store %sum#1, %s[%c0] axes [0] : tensor<)" + std::to_string(kept) + "xi32, #r>, !tilegpu.ref<" + std::to_string(kept) + "xi32>\n  tilegpu.return\n}\n}\n";
  WarpgroupRun kernel(text, c.target, [](mlir::PassManager &manager) {
    manager.addPass(schedule::createAssignSharedPass());
    manager.addPass(schedule::createInsertBarriersPass());
    manager.addPass(tilegpu::createVerifyTileGpuPass());
  });
  SCOPED_TRACE(kernel.ptx);
  std::vector<uint32_t> a, b;
  for (uint32_t i = 0; i < rows * columns; ++i) {
    a.push_back(i * 2654435761u | 1);
    b.push_back(i * 40503u + 7);
  }
  std::vector<Bytes> arrays = kernel.run({toBytes(a), toBytes(b), Bytes(8192), Bytes(8192), Bytes(static_cast<size_t>(kept) * 4)});
  std::vector<uint32_t> p = fromBytes<uint32_t>(arrays[2]), q = fromBytes<uint32_t>(arrays[3]), s = fromBytes<uint32_t>(arrays[4]);
  for (int64_t line = 0; line < kept; ++line) {
    auto at = [&](int64_t step) { return c.axis == 0 ? step * columns + line : line * columns + step; };
    auto get = [&](int64_t step) { return Entry(a[at(step)], b[at(step)]); };
    Entry whole = get(0);
    for (int64_t step = 1; step < extent; ++step)
      whole = combine(whole, get(step));
    EXPECT_EQ(s[line], whole.second) << line;
    Entry prefix;
    for (int64_t step = 0; step < extent; ++step) {
      int64_t place = c.isReversed ? extent - 1 - step : step;
      prefix = step == 0 ? get(place) : combine(prefix, get(place));
      ASSERT_EQ(p[at(place)], prefix.first) << line << ", " << place;
      ASSERT_EQ(q[at(place)], prefix.second) << line << ", " << place;
    }
  }
  kernel.assemble();
}

INSTANTIATE_TEST_SUITE_P(Layouts, Combinations,
                         testing::Values(Case{"sm_90a", 1, 4, false, 1, false}, Case{"sm_90a", 4, 4, false, 1, true}, Case{"sm_90a", 4, 1, false, 0, false},
                                         Case{"sm_90a", 8, 2, true, 1, false}, Case{"sm_80", 4, 8, true, 0, true}, Case{"sm_80", 16, 1, true, 0, false},
                                         Case{"sm_80", 32, 2, false, 0, true}));
