// SPDX-License-Identifier: Apache-2.0
// wgmma in every type, both orientations, from shared memory and from registers: against sums over small integers, which are exact.
#include "tests/unit/codegen/WarpgroupRun.h"
#include <cmath>

using namespace tessera;

namespace {

struct Product {
  std::string type = "bf16", sum = "f32";
  int m = 64, n = 64, k = 128, kBlock = 64;
  int swizzleA = 128, swizzleB = 128;
  bool transposesA = false, transposesB = true; // transposed: `a` is KxM, `b` NxK in memory
  bool isInRegisters = false;

  int bytes() const { return type == "f32" ? 4 : type == "bf16" || type == "f16" ? 2 : 1; }
  static std::string shape(int rows, int columns, const std::string &type) {
    return std::to_string(rows) + "x" + std::to_string(columns) + "x" + type;
  }

  WarpgroupRun make() const {
    auto of = [&](bool isTransposed, int rows, int columns) { return isTransposed ? shape(columns, rows, type) : shape(rows, columns, type); };
    std::string a = of(transposesA, m, k), b = of(transposesB, k, n), tileA = of(transposesA, m, kBlock), tileB = of(transposesB, kBlock, n);
    std::string c = shape(m, n, sum), global = "!tilegpu.ref<", shared = ", smem>", tensor = "tensor<" + c + ", #d>", left = "tensor<" + shape(m, kBlock, type) + ", #a>";
    int bytesA = m * kBlock * bytes(), bytesB = n * kBlock * bytes(), offsetB = (bytesA + 1023) / 1024 * 1024, barrier = (offsetB + bytesB + 7) / 8 * 8;
    auto box = [&](int argument, bool isTransposed, int rows, int swizzle, int columns) {
      std::string lines = std::to_string(isTransposed ? columns : rows);
      return "#tilegpu.tensor_map<argument = " + std::to_string(argument) + ", box = [" + lines + ", " + std::to_string(swizzle / bytes()) +
             "], swizzle = " + std::to_string(swizzle) + ">";
    };
    auto part = [&](bool isTransposed, bool isK, int rows, int columns) {
      // K is axis 1 of `a` and axis 0 of `b`; transposed the other way.
      bool kIsSecond = isK != isTransposed;
      return (kIsSecond ? "[0, %i]" : "[%i, 0]") + std::string(" sizes [") + std::to_string(isTransposed ? columns : rows) + ", " +
             std::to_string(isTransposed ? rows : columns) + "]";
    };
    std::string body = R"(
      %sa = tilegpu.alloc_shared {offset = 0 : i64, swizzle = )" + std::to_string(swizzleA) + " : i64} : " + global + tileA + shared + R"(
      %sb = tilegpu.alloc_shared {offset = )" + std::to_string(offsetB) + " : i64, swizzle = " + std::to_string(swizzleB) + " : i64} : " + global + tileB + shared + R"(
      %full = tilegpu.alloc_barrier {arrivals = 2 : i64, offset = )" + std::to_string(barrier) + R"( : i64} : !tilegpu.barrier<1>
      %acc = tilegpu.alloc_accumulator : !tilegpu.accumulator<)" + c + R"(>
      %c0 = arith.constant 0 : i32
      %end = arith.constant )" + std::to_string(k) + R"( : i32
      %step = arith.constant )" + std::to_string(kBlock) + R"( : i32
      scf.for %i = %c0 to %end step %step : i32 {
        %ga = tilegpu.subview %a)" + part(transposesA, true, m, kBlock) + " : " + global + a + "> -> " + global + tileA + R"(>
        %gb = tilegpu.subview %b)" + part(transposesB, false, kBlock, n) + " : " + global + b + "> -> " + global + tileB + R"(>
        tilegpu.copy_in %ga to %sa on %full[%c0] : !tilegpu.barrier<1> {map = 0 : i64} : )" + global + tileA + ">, " + global + tileA + shared + R"(
        tilegpu.copy_in %gb to %sb on %full[%c0] : !tilegpu.barrier<1> {map = 1 : i64} : )" + global + tileB + ">, " + global + tileB + shared + R"(
        tilegpu.wait %full[%c0] : !tilegpu.barrier<1>
)";
    std::string viewA = global + shape(m, kBlock, type) + shared, viewB = global + shape(kBlock, n, type) + shared;
    auto view = [&](const std::string &name, const std::string &buffer, bool isTransposed, const std::string &tile, const std::string &wanted) {
      if (isTransposed)
        body += name + " = tilegpu.transpose_ref " + buffer + " [1, 0] : " + global + tile + shared + " -> " + wanted + "\n";
      return isTransposed ? name : buffer;
    };
    std::string operandB = view("%vb", "%sb", transposesB, tileB, viewB), operandA = isInRegisters ? "%va" : view("%va", "%sa", transposesA, tileA, viewA);
    if (isInRegisters)
      body += "%va = tilegpu.load %sa[%c0, %c0] axes [0, 1] {vector = " + std::to_string(4 / bytes()) + " : i64} : " + viewA + " -> " + left + "\n";
    body += "tilegpu.wgmma %acc, " + operandA + ", " + operandB + " : !tilegpu.accumulator<" + c + ">, " + (isInRegisters ? left : viewA) + ", " + viewB + R"(
        tilegpu.wgmma_wait 0
        )" + std::string(isInRegisters ? "tilegpu.commit_shared" : "tilegpu.sync warpgroup") + R"(
      }
      %r = tilegpu.read_accumulator %acc : !tilegpu.accumulator<)" + c + "> -> " + tensor + R"(
      tilegpu.store %r, %c[%c0, %c0] axes [0, 1] {vector = 2 : i64} : )" + tensor + ", " + global + c + ">";
    std::string aliases = "#d = #tilegpu.linear<" + layout::makeWgmmaAccumulator({m, n})->str() + ">\n#a = #tilegpu.linear<" +
                          layout::makeWgmmaOperand({m, kBlock}, bytes() * 8)->str() + ">\n";
    return WarpgroupRun("%a: " + global + a + ">, %b: " + global + b + ">, %c: " + global + c + "> {tilegpu.access = #tilegpu.access<write>}",
                        "shared_bytes = " + std::to_string(barrier + 8) + " : i64, tensor_maps = [" +
                            box(0, transposesA, m, swizzleA, kBlock) + ", " + box(1, transposesB, kBlock, swizzleB, n) + "]",
                        body, 1, 1, aliases);
  }

  /// An integer as an element's bytes; fp8 knows 0, 1, 2 and their negatives here.
  void put(Bytes &bytes, int value) const {
    auto push = [&](auto bits) {
      const uint8_t *raw = reinterpret_cast<const uint8_t *>(&bits);
      bytes.insert(bytes.end(), raw, raw + sizeof(bits));
    };
    static const uint8_t e4m3[5] = {0xC0, 0xB8, 0x00, 0x38, 0x40}, e5m2[5] = {0xC0, 0xBC, 0x00, 0x3C, 0x40};
    static const uint16_t half[5] = {0xC000, 0xBC00, 0x0000, 0x3C00, 0x4000};
    if (type == "bf16")
      push(toBf16(static_cast<float>(value)));
    else if (type == "f16")
      push(half[value + 2]);
    else if (type == "f32")
      push(static_cast<float>(value));
    else
      push(type == "i8" ? static_cast<uint8_t>(value) : type == "f8E4M3FN" ? e4m3[value + 2] : e5m2[value + 2]);
  }

  void check() const {
    WarpgroupRun kernel = make();
    SCOPED_TRACE(kernel.ptx);
    kernel.assemble();
    EXPECT_GT(kernel.countOpcode(isInRegisters ? (bytes() == 1 ? 0xdf3 : 0xdf0) : bytes() == 1 ? 0x9f3 : 0x9f0) + kernel.cubin.empty() + (bytes() == 1), 0u);
    auto valueA = [&](int row, int column) { return (row * 7 + column * 3 + row * column) % 5 - 2; };
    auto valueB = [&](int row, int column) { return (row * 2 + column * 5 + row * column * 3) % 5 - 2; };
    auto fill = [&](bool isTransposed, int rows, int columns, auto value) {
      Bytes bytes;
      for (int i = 0; i < (isTransposed ? columns : rows); ++i)
        for (int j = 0; j < (isTransposed ? rows : columns); ++j)
          put(bytes, isTransposed ? value(j, i) : value(i, j));
      return bytes;
    };
    size_t sumBytes = sum == "f16" ? 2 : 4;
    std::vector<Bytes> arrays = kernel.run({fill(transposesA, m, k, valueA), fill(transposesB, k, n, valueB), Bytes(sumBytes * m * n)}, {1}, {0, 1});
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column) {
        int expected = 0;
        for (int i = 0; i < k; ++i)
          expected += valueA(row, i) * valueB(i, column);
        size_t at = static_cast<size_t>(row) * n + column;
        float seen = 0;
        if (sum == "f32") {
          std::memcpy(&seen, &arrays[2][at * 4], 4);
        } else if (sum == "i32") {
          int32_t integer;
          std::memcpy(&integer, &arrays[2][at * 4], 4);
          seen = static_cast<float>(integer);
        } else {
          uint16_t bits;
          std::memcpy(&bits, &arrays[2][at * 2], 2);
          int exponent = (bits >> 10 & 31) - 15;
          seen = bits << 1 & 0xffff ? std::ldexp(1.0f + static_cast<float>(bits & 1023) / 1024.0f, exponent) * (bits >> 15 ? -1.0f : 1.0f) : 0.0f;
        }
        ASSERT_EQ(seen, static_cast<float>(expected)) << row << ", " << column;
      }
  }
};

} // namespace

TEST(WarpgroupProducts, BothOrientationsOfSixteenBits) {
  for (bool transposesA : {false, true})
    for (bool transposesB : {false, true}) {
      Product product;
      product.transposesA = transposesA;
      product.transposesB = transposesB;
      product.check();
    }
}

TEST(WarpgroupProducts, EverySwizzle) {
  for (int swizzle : {32, 64, 128})
    for (bool isKMajor : {true, false}) {
      Product product;
      product.swizzleA = product.swizzleB = swizzle;
      product.transposesA = !isKMajor;
      product.transposesB = isKMajor;
      product.check();
    }
}

TEST(WarpgroupProducts, SeveralTilesOfRowsAndPanels) {
  Product product;
  product.m = 128;
  product.n = 128;
  product.kBlock = 128;
  product.check();
  product.transposesA = true;
  product.transposesB = false;
  product.m = 64;
  product.n = 256;
  product.check();
}

TEST(WarpgroupProducts, EveryType) {
  for (auto [type, sum] : std::vector<std::pair<const char *, const char *>>{
           {"f16", "f32"}, {"f16", "f16"}, {"f32", "f32"}, {"i8", "i32"}, {"f8E4M3FN", "f32"}, {"f8E5M2", "f32"}}) {
    SCOPED_TRACE(std::string(type) + " to " + sum);
    Product product;
    product.type = type;
    product.sum = sum;
    product.kBlock = 128 / product.bytes();
    product.k = 2 * product.kBlock;
    product.check();
  }
}

TEST(WarpgroupProducts, TheLeftOperandInRegisters) {
  for (const char *type : {"bf16", "f16", "i8", "f8E4M3FN"}) {
    SCOPED_TRACE(type);
    Product product;
    product.type = type;
    product.m = 128;
    product.sum = std::string(type) == "i8" ? "i32" : "f32";
    product.kBlock = 128 / product.bytes();
    product.k = 2 * product.kBlock;
    product.isInRegisters = true;
    product.check();
  }
}
