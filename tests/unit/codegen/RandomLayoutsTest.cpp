// SPDX-License-Identifier: Apache-2.0
// Conversions and reductions between random layouts, copies and all: each is run on the emulator, with its race checker, and compared with plain loops.
#include "compiler/layout/ConversionPlan.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/tilegpu/transforms/Passes.h"
#include "tests/unit/codegen/WarpgroupRun.h"
#include <random>

using namespace tessera;
using layout::LinearLayout;

namespace {

class Layouts {
public:
  explicit Layouts(unsigned seed) : random(seed) {}

  int64_t pick(int64_t count) { return std::uniform_int_distribution<int64_t>(0, count - 1)(random); }

  /// Bits of the elements' coordinates dealt out at random to registers, lanes and warps; what is left over holds copies.
  LinearLayout make(llvm::ArrayRef<int64_t> shape, unsigned warpBits) {
    std::vector<layout::Basis> bits;
    for (size_t axis = 0; axis < shape.size(); ++axis)
      for (int64_t at = 1; at < shape[axis]; at *= 2) {
        layout::Basis basis(shape.size(), 0);
        basis[axis] = static_cast<int32_t>(at);
        bits.push_back(basis);
      }
    // Mostly neighbours stay neighbours: a shuffle of runs.
    if (pick(3))
      std::shuffle(bits.begin(), bits.end(), random);
    std::vector<LinearLayout::Input> inputs = {{layout::registerDim.str(), {}}, {layout::laneDim.str(), {}}, {layout::warpDim.str(), {}}};
    size_t rooms[] = {bits.size(), 5, warpBits};
    for (const layout::Basis &basis : bits) {
      size_t who = static_cast<size_t>(pick(3));
      while (inputs[who].bases.size() == rooms[who])
        who = (who + 1) % 3;
      inputs[who].bases.push_back(basis);
    }
    for (size_t who : {size_t(1), size_t(2)})
      while (inputs[who].bases.size() < rooms[who])
        inputs[who].bases.insert(inputs[who].bases.begin() + pick(static_cast<int64_t>(inputs[who].bases.size()) + 1), layout::Basis(shape.size(), 0));
    if (!pick(3)) // a register that repeats an element
      inputs[0].bases.push_back(layout::Basis(shape.size(), 0));
    std::vector<LinearLayout::Output> outputs;
    for (size_t axis = 0; axis < shape.size(); ++axis)
      outputs.push_back({layout::getAxisName(axis), static_cast<int32_t>(shape[axis])});
    return *LinearLayout::create(inputs, outputs);
  }

private:
  std::mt19937 random;
};

WarpgroupRun compile(const std::string &aliases, const std::string &arguments, const std::string &body, unsigned warps, const std::string &target) {
  std::string text = aliases + "\ntilegpu.module @" + target + " {\ntilegpu.kernel @k(" + arguments +
                     ") attributes {axis_order = array<i64: 0>, source = \"pallas\", num_warps = " + std::to_string(warps) +
                     " : i64} {\n%c0 = arith.constant 0 : i32\n" + body + "\ntilegpu.return\n}\n}\n";
  return WarpgroupRun(text, target, [](mlir::PassManager &manager) {
    manager.addPass(schedule::createAssignSharedPass());
    manager.addPass(schedule::createInsertBarriersPass());
    manager.addPass(tilegpu::createVerifyTileGpuPass());
  });
}

std::string replaceAll(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

} // namespace

/// There and back through two layouts; elements of 1, 2, 4 and 8 bytes, as bytes.
TEST(RandomLayouts, Conversions) {
  struct Kind {
    const char *name;
    size_t bytes;
  };
  const Kind kinds[] = {{"i8", 1}, {"i16", 2}, {"i32", 4}, {"i64", 8}};
  const std::vector<int64_t> shapes[] = {{64}, {16, 32}, {8, 8, 8}, {128, 16}};
  std::map<layout::Conversion, int> seen;
  for (unsigned seed = 0; seed < 48; ++seed) {
    Layouts layouts(seed);
    const Kind &kind = kinds[seed % 4];
    const std::vector<int64_t> &shape = shapes[seed / 4 % 4];
    unsigned warpBits = seed % 3;
    LinearLayout from = layouts.make(shape, warpBits), to = layouts.make(shape, warpBits);
    if (seed % 5 == 0) { // within warps: as `from`, with registers and lanes dealt anew
      std::vector<LinearLayout::Input> inputs = from.inputs().vec();
      for (LinearLayout::Input &input : inputs)
        if (input.name != layout::warpDim)
          std::reverse(input.bases.begin(), input.bases.end());
      if (inputs.size() > 1 && inputs[0].name == layout::registerDim && inputs[1].name == layout::laneDim)
        std::swap(inputs[0].bases[0], inputs[1].bases[static_cast<size_t>(layouts.pick(5))]);
      to = *LinearLayout::create(inputs, from.outputs().vec());
    }
    ++seen[layout::planConversion(from, to, static_cast<int64_t>(kind.bytes)).kind];
    std::string type, zeros, axes;
    size_t count = 1;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      type += std::to_string(shape[axis]) + "x";
      zeros += axis ? ", %c0" : "%c0";
      axes += (axis ? ", " : "") + std::to_string(axis);
      count *= static_cast<size_t>(shape[axis]);
    }
    std::string body = R"(
  %v = tilegpu.load %x[ZEROS] axes [AXES] : !tilegpu.ref<TYPE> -> tensor<TYPE, #f>
  %w = tilegpu.convert_layout %v : tensor<TYPE, #f> -> tensor<TYPE, #t>
  tilegpu.store %w, %y[ZEROS] axes [AXES] : tensor<TYPE, #t>, !tilegpu.ref<TYPE>
  %u = tilegpu.convert_layout %w : tensor<TYPE, #t> -> tensor<TYPE, #f>
  tilegpu.store %u, %z[ZEROS] axes [AXES] : tensor<TYPE, #f>, !tilegpu.ref<TYPE>)";
    std::string arguments = "%x: !tilegpu.ref<TYPE>, %y: !tilegpu.ref<TYPE>, %z: !tilegpu.ref<TYPE>";
    for (std::string *text : {&body, &arguments})
      *text = replaceAll(replaceAll(replaceAll(*text, "ZEROS", zeros), "AXES", axes), "TYPE", type + kind.name);
    WarpgroupRun kernel = compile("#f = #tilegpu.linear<" + from.str() + ">\n#t = #tilegpu.linear<" + to.str() + ">", arguments, body, 1u << warpBits,
                                  seed % 2 ? "sm_80" : "sm_90a");
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + from.str() + "\n" + to.str());
    Bytes x;
    for (size_t i = 0; i < count * kind.bytes; ++i)
      x.push_back(static_cast<uint8_t>(i * 31 + i / 256 * 7));
    std::vector<Bytes> arrays = kernel.run({x, Bytes(x.size()), Bytes(x.size())}, {1}, {0, 1});
    ASSERT_EQ(arrays[1], x);
    ASSERT_EQ(arrays[2], x);
  }
  EXPECT_GT(seen[layout::Conversion::shuffle], 2);
  EXPECT_GT(seen[layout::Conversion::sharedMemory], 2);
}

/// Sums and maxima along either axis, into the operand's layout without the axis or into any other.
TEST(RandomLayouts, Reductions) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Layouts layouts(1000 + seed);
    std::vector<int64_t> shape = seed % 2 ? std::vector<int64_t>{16, 32} : std::vector<int64_t>{64, 8};
    unsigned warpBits = seed % 4, axis = seed / 4 % 2;
    LinearLayout from = layouts.make(shape, warpBits), to = from.projected({1 - static_cast<int64_t>(axis)});
    if (seed % 3 == 0)
      to = layouts.make({shape[1 - axis]}, warpBits);
    std::string body = R"(
  %v = tilegpu.load %x[%c0, %c0] axes [0, 1] : !tilegpu.ref<RxCxi32> -> tensor<RxCxi32, #f>
  %s = tilegpu.reduce add %v axes [AXIS] : tensor<RxCxi32, #f> -> tensor<Kxi32, #t>
  %m = tilegpu.reduce umax %v axes [AXIS] : tensor<RxCxi32, #f> -> tensor<Kxi32, #t>
  %a = tilegpu.reduce add %v axes [0, 1] : tensor<RxCxi32, #f> -> i32
  tilegpu.store %s, %y[%c0] axes [0] : tensor<Kxi32, #t>, !tilegpu.ref<Kxi32>
  tilegpu.store %m, %z[%c0] axes [0] : tensor<Kxi32, #t>, !tilegpu.ref<Kxi32>
  tilegpu.store %a, %all[%c0] axes [] : i32, !tilegpu.ref<1xi32>)";
    std::string arguments = "%x: !tilegpu.ref<RxCxi32>, %y: !tilegpu.ref<Kxi32>, %z: !tilegpu.ref<Kxi32>, %all: !tilegpu.ref<1xi32>";
    for (std::string *text : {&body, &arguments})
      *text = replaceAll(replaceAll(replaceAll(replaceAll(*text, "RxC", std::to_string(shape[0]) + "x" + std::to_string(shape[1])), "K", std::to_string(shape[1 - axis])),
                                    "AXIS", std::to_string(axis)), "MX", "max");
    WarpgroupRun kernel = compile("#f = #tilegpu.linear<" + from.str() + ">\n#t = #tilegpu.linear<" + to.str() + ">", arguments, body, 1u << warpBits,
                                  seed % 2 ? "sm_80" : "sm_90a");
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + from.str() + "\n" + to.str());
    std::vector<uint32_t> x, sums(static_cast<size_t>(shape[1 - axis])), maxima(sums.size()), all(1);
    for (int64_t i = 0; i < shape[0] * shape[1]; ++i) {
      x.push_back(static_cast<uint32_t>(i * 2654435761u));
      auto kept = static_cast<size_t>(axis ? i / shape[1] : i % shape[1]);
      sums[kept] += x.back();
      maxima[kept] = std::max(maxima[kept], x.back());
      all[0] += x.back();
    }
    std::vector<Bytes> arrays = kernel.run({toBytes(x), Bytes(sums.size() * 4), Bytes(sums.size() * 4), Bytes(4)}, {1}, {0, 1});
    ASSERT_EQ(fromBytes<uint32_t>(arrays[1]), sums);
    ASSERT_EQ(fromBytes<uint32_t>(arrays[2]), maxima);
    ASSERT_EQ(fromBytes<uint32_t>(arrays[3]), all);
  }
}
