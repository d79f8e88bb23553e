// SPDX-License-Identifier: Apache-2.0
// kernels/tensor-copy.cu: boxes of tensors of 1 to 5 dimensions, byte by byte: where each element lies in shared memory, what is put there
// from outside the tensor, and what stores and reductions change.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::emulator;
using namespace tessera::emulator::kernels;

namespace {

struct Coordinates {
  int x[5];
};

struct Box {
  TensorElement element;
  std::vector<uint64_t> dimensions, strides; // strides in bytes, from dimension 1 on
  std::vector<uint32_t> box, elementStrides; // none: all 1
  unsigned swizzle = 0;
  bool fillsNan = false;

  unsigned rank() const { return static_cast<unsigned>(dimensions.size()); }
  uint64_t elementBytes() const { return getBytes(element); }
  uint64_t step(unsigned d) const { return elementStrides.empty() ? 1 : elementStrides[d]; }
  uint64_t count(unsigned d) const { return d == 0 ? box[0] : (box[d] + step(d) - 1) / step(d); }
  uint64_t elements() const {
    uint64_t product = 1;
    for (unsigned d = 0; d < rank(); ++d)
      product *= count(d);
    return product;
  }
  uint64_t pitch() const { return std::max<uint64_t>(count(0) * elementBytes(), swizzle); }
  uint64_t sharedBytes() const { return (elements() / count(0) * pitch() + 1023) / 1024 * 1024; }
  uint64_t tensorBytes() const { return rank() == 1 ? dimensions[0] * elementBytes() : strides.back() * dimensions.back(); }

  TensorMap map() const {
    TensorMap map;
    map.element = element;
    map.rank = rank();
    map.swizzleBytes = swizzle;
    map.fillsNan = fillsNan;
    for (unsigned d = 0; d < rank(); ++d) {
      map.dimensions[d] = dimensions[d];
      map.box[d] = box[d];
      map.elementStrides[d] = static_cast<uint32_t>(step(d));
      if (d > 0)
        map.strides[d - 1] = strides[d - 1];
    }
    return map;
  }

  /// Calls `visit(offset in shared memory, offset in the tensor or -1)` for every element.
  template <typename Visit> void walk(Coordinates at, Visit visit) const {
    for (uint64_t index = 0; index < elements(); ++index) {
      uint64_t rest = index, row = index / count(0), column = index % count(0);
      int64_t offset = 0;
      bool isInside = true;
      for (unsigned d = 0; d < rank(); ++d) {
        const int64_t x = at.x[d] + int64_t(rest % count(d) * (d == 0 ? 1 : step(d)));
        rest /= count(d);
        isInside = isInside && x >= 0 && x < int64_t(dimensions[d]);
        offset += x * int64_t(d == 0 ? elementBytes() : strides[d - 1]);
      }
      uint64_t shared = row * pitch() + column * elementBytes();
      if (swizzle)
        shared ^= (shared >> 7 & (swizzle / 16 - 1)) << 4; // the buffer begins at a multiple of 1024
      visit(shared, isInside ? offset : -1);
    }
  }
};

void checkLoad(const Box &box, Coordinates at) {
  SCOPED_TRACE(testing::Message() << box.rank() << "d, swizzle " << box.swizzle);
  std::vector<uint8_t> tensor = randomBits<uint8_t>(box.tensorBytes(), 1), out(box.sharedBytes()), expected(box.sharedBytes(), 0xcc);
  box.walk(at, [&](uint64_t shared, int64_t offset) {
    for (uint64_t byte = 0; byte < box.elementBytes(); ++byte)
      expected[shared + byte] = offset >= 0 ? tensor[size_t(offset) + byte] : !box.fillsNan ? 0 : byte % 2 ? 0x7f : 0xf7;
  });
  Launch launch("tensor-copy", "load" + std::to_string(box.rank()) + "d");
  launch.block(64).shared(static_cast<uint32_t>(box.sharedBytes())).mapIn(tensor, box.map()).value(at).value(int(box.elements() * box.elementBytes()));
  if (box.count(0) * box.elementBytes() < box.swizzle)
    launch.allow(DiagnosticId::asyncMisuse); // where its rows lie is told
  launch.value(int(out.size())).out(out).check([&] { expectSame(out, expected); });
}

TEST(TensorCopy, Load1d) {
  const Box box{TensorElement::u32, {100}, {}, {64}, {}};
  for (int x : {0, 52, -8, 96, 100, 1000}) // multiples of 16 bytes
    checkLoad(box, {{x}});
}
TEST(TensorCopy, Load2d) {
  const Box half{TensorElement::bf16, {70, 100}, {144}, {64, 128}, {}, 128};
  checkLoad(half, {{64, 32}});
  checkLoad(half, {{-8, -100}});
  checkLoad({TensorElement::f32, {64, 40}, {256}, {8, 16}, {}, 32, true}, {{60, -3}});
  checkLoad({TensorElement::f64, {20, 9}, {160}, {8, 8}, {}, 64, true}, {{14, 4}});
  checkLoad({TensorElement::u64, {20, 9}, {176}, {12, 4}, {}}, {{10, 7}});
}
TEST(TensorCopy, LoadOfRowsNarrowerThanTheSwizzle) {
  checkLoad({TensorElement::u32, {32, 8}, {128}, {8, 5}, {1, 2}, 128}, {{0, 0}});
  checkLoad({TensorElement::u32, {32, 8}, {128}, {4, 8}, {}, 64}, {{4, 1}});
}
TEST(TensorCopy, Load3d) {
  checkLoad({TensorElement::u8, {64, 10, 7}, {64, 640}, {64, 4, 3}, {}, 64}, {{0, 8, -1}});
  checkLoad({TensorElement::f16, {40, 10, 7}, {80, 800}, {64, 4, 3}, {}, 128}, {{8, 1, 2}});
}
TEST(TensorCopy, Load4d) { checkLoad({TensorElement::f16, {16, 9, 8, 5}, {32, 288, 2304}, {16, 3, 2, 2}, {1, 2, 1, 1}, 32}, {{0, 4, 7, 3}}); }
TEST(TensorCopy, Load5d) {
  const Box box{TensorElement::s32, {8, 3, 4, 5, 6}, {32, 96, 384, 1920}, {8, 2, 2, 2, 2}, {}};
  checkLoad(box, {{0, 1, 2, 3, 4}});
  checkLoad(box, {{4, 2, 3, -1, 5}});
}

/// `change(old bytes of the tensor's element, bytes of shared memory's)` is what becomes of an element inside.
using Change = std::function<void(uint8_t *, const uint8_t *)>;
void checkStore(const std::string &entry, const Box &box, Coordinates at, const Change &change, std::vector<uint8_t> tensor = {}, std::vector<uint8_t> shared = {}) {
  SCOPED_TRACE(entry);
  if (tensor.empty())
    tensor = randomBits<uint8_t>(box.tensorBytes(), 2);
  if (shared.empty())
    shared = randomBits<uint8_t>(box.sharedBytes(), 3);
  std::vector<uint8_t> expected = tensor;
  // Stores and reductions move 16 bytes at a time, also where the tensor's rows end between.
  Box stored = box;
  const uint64_t inPiece = 16 / box.elementBytes();
  stored.dimensions[0] = (box.dimensions[0] + inPiece - 1) / inPiece * inPiece;
  stored.walk(at, [&](uint64_t from, int64_t offset) {
    if (offset >= 0)
      change(&expected[size_t(offset)], &shared[from]);
  });
  Launch launch("tensor-copy", entry);
  launch.block(64).shared(static_cast<uint32_t>(shared.size())).mapInOut(tensor, box.map()).value(at).in(shared).value(int(shared.size()));
  launch.check([&] { expectSame(tensor, expected); });
}
Change copyOf(const Box &box) {
  return [&](uint8_t *to, const uint8_t *from) { std::copy(from, from + box.elementBytes(), to); };
}

TEST(TensorCopy, Stores) {
  const Box one{TensorElement::u16, {200}, {}, {64}, {}}, two{TensorElement::bf16, {70, 100}, {144}, {64, 64}, {}, 128};
  checkStore("store1d", one, {{160}}, copyOf(one));
  checkStore("store2d", two, {{64, 70}}, copyOf(two));
  checkStore("store2d", two, {{0, 0}}, copyOf(two));
  const Box three{TensorElement::f32, {12, 5, 4}, {48, 240}, {8, 2, 3}, {}, 32}, five{TensorElement::s32, {8, 3, 4, 5, 6}, {32, 96, 384, 1920}, {8, 2, 2, 2, 2}, {}};
  checkStore("store3d", three, {{8, 4, 0}}, copyOf(three));
  checkStore("store5d", five, {{0, 2, 3, 4, 0}}, copyOf(five));
}

template <typename T> std::vector<uint8_t> bytesOf(const std::vector<T> &values) {
  const auto *data = reinterpret_cast<const uint8_t *>(values.data());
  return std::vector<uint8_t>(data, data + values.size() * sizeof(T));
}
template <typename T> Change onElements(T (*combine)(T, T)) {
  return [=](uint8_t *to, const uint8_t *from) {
    T a, b;
    std::memcpy(&a, to, sizeof a);
    std::memcpy(&b, from, sizeof b);
    a = combine(a, b);
    std::memcpy(to, &a, sizeof a);
  };
}
template <typename T> void checkReduce(const char *entry, TensorElement element, T (*combine)(T, T)) {
  const uint32_t inner = static_cast<uint32_t>(64 / sizeof(T));
  const Box box{element, {inner + 4, 20}, {(inner + 4) * sizeof(T) / 16 * 16 + 16}, {inner, 16}, {}, 64};
  std::vector<T> tensor = randomIntegers<T>(box.tensorBytes() / sizeof(T), 4, -100, 100), shared = randomIntegers<T>(box.sharedBytes() / sizeof(T), 5, -100, 100);
  checkStore(entry, box, {{8, 9}}, onElements(combine), bytesOf(tensor), bytesOf(shared));
}

TEST(TensorCopy, Reductions) {
  checkReduce<uint32_t>("add2d", TensorElement::u32, [](uint32_t a, uint32_t b) { return a + b; });
  checkReduce<float>("add2d", TensorElement::f32, [](float a, float b) { return a + b; });
  checkReduce<Half>("add2d", TensorElement::f16, [](Half a, Half b) { return Half(float(a) + float(b)); });
  checkReduce<BFloat>("add2d", TensorElement::bf16, [](BFloat a, BFloat b) { return BFloat(float(a) + float(b)); });
  checkReduce<uint64_t>("add2d", TensorElement::u64, [](uint64_t a, uint64_t b) { return a + b; });
  checkReduce<int32_t>("min2d", TensorElement::s32, [](int32_t a, int32_t b) { return std::min(a, b); });
  checkReduce<int64_t>("min2d", TensorElement::s64, [](int64_t a, int64_t b) { return std::min(a, b); });
  checkReduce<Half>("min2d", TensorElement::f16, [](Half a, Half b) { return float(a) < float(b) ? a : b; });
  checkReduce<uint32_t>("xor2d", TensorElement::u32, [](uint32_t a, uint32_t b) { return a ^ b; });
}

TEST(TensorCopy, RowsBeginAtSixteenBytes) {
  if (settings().onGpu)
    GTEST_SKIP() << "an illegal instruction there, after which the context is lost";
  const Box box{TensorElement::bf16, {70, 100}, {144}, {64, 64}, {}, 128};
  std::vector<uint8_t> tensor = randomBits<uint8_t>(box.tensorBytes(), 2), shared(box.sharedBytes()), out(box.sharedBytes());
  Launch load("tensor-copy", "load2d"), store("tensor-copy", "store2d");
  load.block(64).shared(static_cast<uint32_t>(box.sharedBytes())).mapIn(tensor, box.map()).value(Coordinates{{1, 0}});
  load.value(int(box.elements() * 2)).value(int(out.size())).out(out);
  store.block(64).shared(static_cast<uint32_t>(shared.size())).mapInOut(tensor, box.map()).value(Coordinates{{4, 0}}).in(shared).value(int(shared.size()));
  for (Launch *launch : {&load, &store}) {
    RunReport report = launch->emulate({});
    EXPECT_FALSE(report.ok);
    EXPECT_NE(report.describe().find("must be at a multiple of 16 bytes"), std::string::npos) << report.describe();
  }
}

TEST(TensorCopy, MapMadeOnTheDevice) {
  const int width = 20, height = 9;
  const Box box{TensorElement::f32, {width, height}, {width * 4}, {8, 4}, {}, 32};
  std::vector<float> tensor = randomReals<float>(width * height, 6), other(64);
  std::vector<uint8_t> made(128 + 128), out(box.sharedBytes()), expected(box.sharedBytes(), 0xcc);
  box.walk({{4, 2}}, [&](uint64_t shared, int64_t offset) { std::memcpy(&expected[shared], reinterpret_cast<const uint8_t *>(tensor.data()) + offset, 4); });
  Box model = box;
  model.dimensions = {8, 8}, model.strides = {32};
  Launch launch("tensor-copy", "replaceMap");
  launch.block(64).shared(static_cast<uint32_t>(out.size())).mapIn(other, model.map()).out(made).in(tensor).value(width).value(height);
  launch.value(int(box.elements() * 4)).value(int(out.size())).out(out).check([&] { expectSame(out, expected); });
}

} // namespace
