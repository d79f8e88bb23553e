// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/specialize/KnownPasses.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t largestFactor = 1 << 24;

/// Whether its elements are the mathematical ones of `array`: in its type, as far as that is known, and for unsigned
/// comparisons from 0 on.
static bool isExact(const AffineArray &array, Value value, bool isSigned, AffineAnalysis &affine) {
  std::optional<Bounds> bounds = affine.getBounds(array, tile::getShape(value.getType()));
  Type element = tile::getElementType(value.getType());
  unsigned bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  if (!bounds)
    return isSigned && bits >= 32;
  bool fits = bits >= 64 || (bounds->least >= llvm::minIntN(bits) && bounds->most <= llvm::maxIntN(bits));
  return fits && (isSigned || bounds->least >= 0);
}

/// `a - b` less what it has to be at least, for the comparison to hold from 0 on; none for equality.
static std::optional<AffineArray> getMargin(arith::CmpIPredicate predicate, AffineArray a, AffineArray b) {
  using P = arith::CmpIPredicate;
  if (predicate == P::eq || predicate == P::ne)
    return std::nullopt;
  if (llvm::is_contained({P::slt, P::sle, P::ult, P::ule}, predicate))
    std::swap(a, b);
  a.base.add(b.base, -1);
  for (auto [own, other] : llvm::zip(a.steps, b.steps))
    own -= other;
  if (llvm::is_contained({P::slt, P::sgt, P::ult, P::ugt}, predicate))
    a.base.constant -= 1;
  return a;
}

/// Whether a term is there before the loop, and sums of some such fit 64 bits.
static bool isKnownBefore(const AffineTerm &term, scf::ForOp loop, AffineAnalysis &affine) {
  Type type = term.value.getType();
  bool isNarrow = !type.isIndex() && type.getIntOrFloatBitWidth() <= 32;
  return !term.loop && loop.isDefinedOutsideOfLoop(term.value) && std::abs(term.factor) <= largestFactor &&
         (isNarrow || affine.getBounds(AffineSum{{{term.value, {}, 1}}, 0}));
}

std::optional<KnownPasses> tessera::schedule::findKnownPasses(arith::CmpIOp comparison, bool value, scf::ForOp loop,
                                                              AffineAnalysis &affine) {
  std::optional<AffineArray> a = affine.get(comparison.getLhs()), b = affine.get(comparison.getRhs()),
                             step = affine.get(loop.getStep());
  bool isSigned = llvm::is_contained(
      {arith::CmpIPredicate::slt, arith::CmpIPredicate::sle, arith::CmpIPredicate::sgt, arith::CmpIPredicate::sge},
      comparison.getPredicate());
  if (!a || !b || !step || !step->base.isConstant() || step->base.constant <= 0 ||
      !isExact(*a, comparison.getLhs(), isSigned, affine) || !isExact(*b, comparison.getRhs(), isSigned, affine))
    return std::nullopt;
  // It fails for all where its opposite holds for all.
  arith::CmpIPredicate predicate = comparison.getPredicate();
  std::optional<AffineArray> margin = getMargin(value ? predicate : arith::invertPredicate(predicate), *a, *b);
  if (!margin)
    return std::nullopt;
  // The least element's, as `rest + slope * pass`.
  AffineSum rest;
  int64_t slope = 0;
  rest.constant = margin->base.constant;
  for (auto [own, extent] : llvm::zip(margin->steps, tile::getShape(comparison.getType())))
    rest.constant += std::min<int64_t>(0, own * (extent - 1));
  for (const AffineTerm &term : margin->base.terms) {
    if (!term.loop && term.value == loop.getInductionVar()) {
      slope += term.factor * step->base.constant;
      rest.add(affine.get(loop.getLowerBound())->base, term.factor);
    } else {
      AffineSum own;
      own.terms.push_back(term);
      rest.add(own);
    }
  }
  if (slope == 0 ||
      !llvm::all_of(rest.terms, [&](const AffineTerm &term) { return isKnownBefore(term, loop, affine); }))
    return std::nullopt;
  // `rest - divisor * p >= 0` in the passes up to floor(rest / divisor), `rest + divisor * p >= 0` from
  // ceil(-rest / divisor) on.
  bool areFirst = slope < 0;
  int64_t divisor = areFirst ? -slope : slope;
  AffineSum sum = rest.scaled(areFirst ? 1 : -1);
  sum.constant += areFirst ? divisor : divisor - 1;
  return KnownPasses{comparison, value, areFirst, sum, divisor};
}
