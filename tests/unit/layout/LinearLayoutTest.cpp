// SPDX-License-Identifier: Apache-2.0
// The algebra of linear layouts: small examples written as bases, and laws checked on layouts drawn at random.
#include "compiler/layout/LayoutBuilders.h"
#include "compiler/layout/LinearLayout.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace tessera::layout;

namespace {

LinearLayout parse(const char *text) {
  std::string error;
  std::optional<LinearLayout> layout = LinearLayout::parse(text, &error);
  EXPECT_TRUE(layout) << text << ": " << error;
  return layout.value_or(LinearLayout());
}

std::string parseError(const char *text) {
  std::string error;
  EXPECT_FALSE(LinearLayout::parse(text, &error)) << text;
  return error;
}

/// Any bases at all: up to 4 bits of each of two inputs, into outputs of up to 3 bits.
LinearLayout makeRandom(std::mt19937 &random) {
  auto below = [&](int n) { return static_cast<int32_t>(random() % n); };
  std::vector<LinearLayout::Output> outputs;
  for (int axis = 0, rank = 1 + below(2); axis < rank; ++axis)
    outputs.push_back({getAxisName(axis), 1 << below(4)});
  std::vector<LinearLayout::Input> inputs = {{registerDim.str(), {}}, {laneDim.str(), {}}};
  for (LinearLayout::Input &input : inputs)
    for (int bit = below(5); bit > 0; --bit) {
      Basis basis;
      for (const LinearLayout::Output &output : outputs)
        basis.push_back(below(output.size));
      input.bases.push_back(basis);
    }
  return *LinearLayout::create(inputs, outputs);
}

/// The worked example of the header.
const char *example = "register = [[1]], lane = [[2], [4]], warp = [[8]], shape = [16]";

} // namespace

TEST(LinearLayout, TheExampleOfTheHeader) {
  LinearLayout layout = parse(example);
  EXPECT_EQ(layout.apply(1, 3, 1), (Basis{15}));
  EXPECT_EQ(layout.apply(0, 2, 0), (Basis{4}));
  EXPECT_TRUE(layout.isInvertible());
  LinearLayout product = LinearLayout::identity(2, registerDim, "dim0") * LinearLayout::identity(4, laneDim, "dim0") *
                         LinearLayout::identity(2, warpDim, "dim0");
  EXPECT_EQ(product, layout);
}

TEST(LinearLayout, CreateSaysWhatIsWrong) {
  EXPECT_EQ(parseError("register = [[1]], shape = [3]"), "size 3 of `dim0` is not a power of two");
  EXPECT_EQ(parseError("register = [[4]], shape = [4]"), "a basis of `register` has coordinate 4 in `dim0` of size 4");
  EXPECT_EQ(parseError("register = [[1, 0]], shape = [4]"), "a basis of `register` has 2 coordinates for 1 outputs");
  EXPECT_EQ(parseError("lane = [[1]], lane = [[2]], shape = [4]"), "input `lane` is named twice");
}

TEST(LinearLayout, ParseRefusesWhatIsNotALayout) {
  for (const char *text : {"", "register", "register =", "register = [", "register = [[1]", "register = [[1]],", "shape = [2] x",
                           "shape = [99999999999999]", "register = [[-1]], shape = [2]", "= [[1]], shape = [2]"})
    EXPECT_FALSE(LinearLayout::parse(text)) << text;
}

TEST(LinearLayout, PrintAndParse) {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    LinearLayout layout = makeRandom(random);
    EXPECT_EQ(parse(layout.str().c_str()), layout);
  }
}

TEST(LinearLayout, ApplyIsLinear) {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    LinearLayout layout = makeRandom(random);
    int32_t a = random() % layout.inputSize(registerDim), b = random() % layout.inputSize(registerDim);
    Basis both = layout.apply(a ^ b), left = layout.apply(a), right = layout.apply(b);
    for (size_t k = 0; k < both.size(); ++k)
      EXPECT_EQ(both[k], left[k] ^ right[k]);
  }
}

TEST(LinearLayout, InvertTwiceIsTheSame) {
  std::mt19937 random(3);
  int seen = 0;
  for (int i = 0; i < 3000; ++i) {
    LinearLayout layout = makeRandom(random);
    auto inverse = layout.invert();
    EXPECT_EQ(inverse.has_value(), layout.isInvertible());
    // Outputs of size 1 become inputs without bits, which a layout does not keep.
    if (!inverse || inverse->inputs().size() != layout.rank() || layout.inputs().size() != inverse->rank())
      continue;
    ++seen;
    EXPECT_EQ(*inverse->invert(), layout);
  }
  EXPECT_GT(seen, 10);
}

TEST(LinearLayout, PseudoInverseFindsAPlaceOfEachElement) {
  std::mt19937 random(4);
  int seen = 0;
  for (int i = 0; i < 2000; ++i) {
    LinearLayout layout = makeRandom(random);
    auto place = layout.pseudoInvert();
    EXPECT_EQ(place.has_value(), layout.isSurjective());
    if (!place)
      continue;
    ++seen;
    auto roundTrip = place->compose(layout);
    ASSERT_TRUE(roundTrip);
    for (const LinearLayout::Input &input : roundTrip->inputs())
      for (int32_t value = 0; value < input.size(); ++value)
        EXPECT_EQ(roundTrip->apply(Point{{input.name, value}})[roundTrip->outputIndex(input.name)], value) << layout.str();
  }
  EXPECT_GT(seen, 100);
}

TEST(LinearLayout, ComposeIsAssociative) {
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    LinearLayout first = makeRandom(random);
    // Any layout from dim0, dim1 to x, and one from x to y.
    std::vector<LinearLayout::Input> inputs;
    for (const LinearLayout::Output &output : first.outputs()) {
      inputs.push_back({output.name, {}});
      for (int32_t bit = 1; bit < output.size; bit *= 2)
        inputs.back().bases.push_back({static_cast<int32_t>(random() % 16)});
    }
    LinearLayout second = *LinearLayout::create(inputs, {{"x", 16}});
    LinearLayout third = *LinearLayout::create({{"x", {{3}, {5}, {1}, {6}}}}, {{"y", 8}});
    EXPECT_EQ(first.compose(second)->compose(third), first.compose(*second.compose(third)));
  }
}

TEST(LinearLayout, ComposeNeedsItsInputs) {
  EXPECT_FALSE(parse(example).compose(LinearLayout::identity(8, "dim0", "x")));
  EXPECT_TRUE(parse(example).compose(LinearLayout::identity(16, "dim0", "x")));
}

TEST(LinearLayout, DivideUndoesTheProduct) {
  std::mt19937 random(6);
  for (int i = 0; i < 500; ++i) {
    LinearLayout a = makeRandom(random), b = makeRandom(random);
    if (a.rank() != b.rank() || a.inputs().size() != 2 || b.inputs().size() != 2)
      continue;
    auto quotient = (a * b).divideLeft(a);
    ASSERT_TRUE(quotient) << a.str() << " and " << b.str();
    EXPECT_EQ(*quotient, b);
  }
}

TEST(LinearLayout, DivideRefusesWhatIsNotAFactor) {
  EXPECT_FALSE(parse(example).divideLeft(parse("register = [[2]], shape = [4]")));
  auto rest = parse(example).divideLeft(LinearLayout::identity(2, registerDim, "dim0"));
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->str(), "lane = [[1], [2]], warp = [[4]], shape = [8]");
}

TEST(LinearLayout, FreeBitsReachEachElementOnce) {
  std::mt19937 random(7);
  for (int i = 0; i < 500; ++i) {
    LinearLayout layout = makeRandom(random);
    int32_t freeRegisters = 0, freeLanes = 0;
    for (const auto &[name, mask] : layout.freeBits())
      (name == registerDim ? freeRegisters : freeLanes) = mask;
    std::set<std::vector<int32_t>> all, chosen;
    size_t choices = 0;
    for (int32_t reg = 0; reg < layout.inputSize(registerDim); ++reg)
      for (int32_t lane = 0; lane < layout.inputSize(laneDim); ++lane) {
        Basis element = layout.apply(reg, lane);
        all.insert({element.begin(), element.end()});
        if (reg & freeRegisters || lane & freeLanes)
          continue;
        ++choices;
        chosen.insert({element.begin(), element.end()});
      }
    EXPECT_EQ(chosen, all) << layout.str();
    EXPECT_EQ(choices, all.size()) << layout.str();
  }
}

TEST(LinearLayout, ReshapeAndTranspose) {
  LinearLayout layout = parse("register = [[0, 1]], lane = [[0, 2], [1, 0]], shape = [2, 4]");
  EXPECT_EQ(layout.reshaped({8})->str(), "register = [[1]], lane = [[2], [4]], shape = [8]");
  EXPECT_EQ(*layout.reshaped({8})->reshaped({2, 4}), layout);
  EXPECT_FALSE(layout.reshaped({16}));
  EXPECT_FALSE(layout.reshaped({3}));
  EXPECT_EQ(layout.transposed({1, 0}).str(), "register = [[1, 0]], lane = [[2, 0], [0, 1]], shape = [4, 2]");
}

TEST(LayoutBuilders, BlockedRepeatsAndCopies) {
  Blocked blocked{{4}, {32}, {4}, {0}};
  // 1024 elements on 128 threads of 4: one more register bit.
  EXPECT_EQ(makeBlocked({1024}, blocked).str(), "register = [[1], [2], [512]], lane = [[4], [8], [16], [32], [64]], "
                                                "warp = [[128], [256]], shape = [1024]");
  // 128 elements: the warps hold copies.
  EXPECT_EQ(makeBlocked({128}, blocked).str(), "register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], "
                                               "warp = [[0], [0]], shape = [128]");
}

TEST(LayoutBuilders, ChosenLayoutsCoverEveryShape) {
  for (int64_t rows : {1, 2, 16, 256})
    for (int64_t columns : {1, 4, 64, 2048})
      for (int64_t vector : {1, 4, 16}) {
        LinearLayout layout = makeBlocked({rows, columns}, chooseBlocked({rows, columns}, vector, 32, 4));
        EXPECT_TRUE(layout.isSurjective());
        EXPECT_EQ(layout.inputSize(laneDim), 32);
        EXPECT_EQ(layout.inputSize(warpDim), 4);
      }
}

TEST(LayoutBuilders, SliceDropsAnAxis) {
  LinearLayout parent = parse("register = [[0, 1], [1, 0]], lane = [[0, 2], [2, 0]], shape = [4, 4]");
  EXPECT_EQ(makeSlice(parent, 0).str(), "register = [[1]], lane = [[2], [0]], shape = [4]");
  EXPECT_EQ(makeSlice(parent, 1).str(), "register = [[1]], lane = [[0], [2]], shape = [4]");
}

TEST(LayoutBuilders, TmaSwizzleMovesWholeLines) {
  // 128-byte rows of f16: 16-byte units, exclusive or with the row modulo 8.
  LinearLayout layout = makeTmaSwizzled(8, 128, 2);
  EXPECT_TRUE(layout.isInvertible());
  EXPECT_EQ(layout.apply(Point{{"offset", 3 * 64 + 8 * 2}}), (Basis{3, (2 ^ 3) * 8}));
}
