// SPDX-License-Identifier: Apache-2.0
// Kernels of warpgroups: copies, barriers and accesses to swizzled shared memory, as PTX and run.
#include "tests/unit/codegen/WarpgroupRun.h"

using namespace tessera;

namespace {

std::string alias(const std::string &name, const layout::LinearLayout &layout) {
  return "#" + name + " = #tilegpu.linear<" + layout.str() + ">\n";
}

/// x + x of a 64 x 64 array by way of shared memory: copied in, loaded, stored, copied out.
struct Doubling {
  std::string type = "bf16";
  int swizzle = 128, vector = 2;
  layout::LinearLayout layout = *layout::makeWgmmaAccumulator({64, 64});
  bool isFlat = false; // the arrays are flat, of a size that only the launch knows, and read as matrices

  WarpgroupRun make() const {
    std::string ref = "!tilegpu.ref<64x64x" + type + ">", buffer = "!tilegpu.ref<64x64x" + type + ", smem>";
    int elementBytes = type == "f32" ? 4 : 2, columns = swizzle ? swizzle / elementBytes : 64;
    std::string place = "{offset = 0 : i64, swizzle = " + std::to_string(swizzle) + " : i64}", tensor = "tensor<64x64x" + type + ", #t>";
    std::string map = "#tilegpu.tensor_map<argument = ", box = ", box = [64, " + std::to_string(columns) + "], swizzle = " + std::to_string(swizzle);
    std::string argument = isFlat ? "!tilegpu.ref<?x" + type + ">" : ref, views;
    box += isFlat ? ", shape = [64, 64]>" : ">";
    for (std::string name : {"x", "o"})
      views += isFlat ? "%" + name + " = tilegpu.reinterpret %" + name + "_flat : " + argument + " -> " + ref + "\n" : "";
    std::string suffix = isFlat ? "_flat: " : ": ";
    return WarpgroupRun("%x" + suffix + argument + ", %o" + suffix + argument + " {tilegpu.access = #tilegpu.access<write>}",
                        "shared_bytes = 16512 : i64, tensor_maps = [" + map + "0" + box + ", " + map + "1" + box + "]", views + R"(
      %buffer = tilegpu.alloc_shared )" + place + " : " + buffer + R"(
      %full = tilegpu.alloc_barrier {offset = 16384 : i64} : !tilegpu.barrier<1>
      %c0 = arith.constant 0 : i32
      tilegpu.copy_in %x to %buffer on %full[%c0] : !tilegpu.barrier<1> {map = 0 : i64} : )" + ref + ", " + buffer + R"(
      tilegpu.wait %full[%c0] : !tilegpu.barrier<1>
      %0 = tilegpu.load %buffer[%c0, %c0] axes [0, 1] {vector = )" + std::to_string(vector) + " : i64} : " + buffer + " -> " + tensor + R"(
      %1 = arith.addf %0, %0 : )" + tensor + R"(
      tilegpu.sync warpgroup
      tilegpu.store %1, %buffer[%c0, %c0] axes [0, 1] {vector = )" + std::to_string(vector) + " : i64} : " + tensor + ", " + buffer + R"(
      tilegpu.commit_shared
      tilegpu.copy_out %buffer to %o {map = 1 : i64} : )" + buffer + ", " + ref + R"(
      tilegpu.wait_copies_out 0)", 1, 1, alias("t", layout));
  }
};

std::vector<Bytes> makeHalves() {
  std::vector<uint16_t> x(64 * 64);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = toBf16(static_cast<float>(i % 128));
  return {toBytes(x), Bytes(x.size() * 2)};
}

void expectDoubled(const std::vector<Bytes> &arrays) {
  std::vector<uint16_t> x = fromBytes<uint16_t>(arrays[0]), o = fromBytes<uint16_t>(arrays[1]);
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_EQ(fromBf16(o[i]), 2 * fromBf16(x[i])) << i;
}

} // namespace

TEST(WarpgroupCopies, ATileGoesThroughSwizzledSharedMemory) {
  for (int swizzle : {0, 32, 64, 128}) {
    Doubling doubling;
    doubling.swizzle = swizzle;
    WarpgroupRun kernel = doubling.make();
    SCOPED_TRACE(kernel.ptx);
    // wgmma's layout is stmatrix's and ldmatrix's.
    EXPECT_EQ(countOf(kernel.ptx, "stmatrix.sync.aligned.m8n8.x4"), 4u);
    EXPECT_EQ(countOf(kernel.ptx, "ldmatrix.sync.aligned.m8n8.x4"), 4u);
    EXPECT_EQ(countOf(kernel.ptx, ".local"), 0u);
    kernel.assemble();
    expectDoubled(kernel.run(makeHalves()));
  }
}

TEST(WarpgroupCopies, AFlatArrayIsCopiedAsAMatrix) {
  Doubling doubling;
  doubling.isFlat = true;
  WarpgroupRun kernel = doubling.make();
  SCOPED_TRACE(kernel.ptx);
  EXPECT_EQ(kernel.facts.tensorMaps.at(0).shape, (std::vector<int64_t>{64, 64}));
  expectDoubled(kernel.run(makeHalves()));
}

TEST(WarpgroupCopies, AnyLayoutFindsItsElements) {
  for (int swizzle : {0, 32, 64, 128})
    for (int64_t vector : {1, 2, 8}) {
      Doubling doubling;
      doubling.swizzle = swizzle;
      doubling.layout = layout::makeStrided({64, 64}, vector);
      doubling.vector = static_cast<int>(vector);
      WarpgroupRun kernel = doubling.make();
      SCOPED_TRACE(kernel.ptx);
      if (vector == 8) {
        EXPECT_EQ(countOf(kernel.ptx, "ld.shared.v4.b32"), 4u);
      }
      expectDoubled(kernel.run(makeHalves()));
    }
}

TEST(WarpgroupCopies, BytesOfACopyAreWholeBoxes) {
  WarpgroupRun kernel = Doubling{"bf16", 64}.make();
  EXPECT_EQ(countOf(kernel.ptx, "mbarrier.arrive.expect_tx"), 1u) << kernel.ptx;
  EXPECT_NE(kernel.ptx.find("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r"), std::string::npos);
  EXPECT_NE(kernel.ptx.find(", 8192;"), std::string::npos) << kernel.ptx;
  EXPECT_EQ(countOf(kernel.ptx, "cp.async.bulk.tensor.2d.shared::cluster"), 2u);
  EXPECT_EQ(countOf(kernel.ptx, ".param .align 64 .b8"), 2u);
}
