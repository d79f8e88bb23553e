// SPDX-License-Identifier: Apache-2.0
// vadd vsub vabsdiff vmin vmax vshl vshr vset vmad and the SIMD forms vadd2 … vset4: what they say is read into a plan, and a lane's
// arithmetic (arithmetic/Video.h) obeys it. A selector is the suffix of an operand: `%r1.b3`, `%r2.h10`.

#include "runner/emulator/arithmetic/Video.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/Lanes.h"

namespace tessera::emulator {

using ptx::Operand;
using ptx::Type;
using video::Comparison;
using video::Operation;
using video::Second;

namespace {

template <typename Plan, uint32_t (*function)(const Plan &, uint32_t, uint32_t, uint32_t)> Outcome obey(Step &step, const Instruction &i) {
  const auto &plan = *static_cast<const Plan *>(i.payload);
  const uint32_t *a = step.in<uint32_t>(i.a), *b = step.in<uint32_t>(i.b), *c = step.in<uint32_t>(i.c);
  uint32_t *d = step.out<uint32_t>(i.d);
  for (uint32_t rest = step.mask; rest != 0; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    d[lane] = function(plan, a[lane], b[lane], c[lane]);
  }
  return Outcome::next;
}

/// Splits `%r1.b3` into the operand without and the selector "b3"; empty where there is none.
std::pair<Operand, std::string_view> splitSelector(const Operand &operand) {
  Operand plain = operand;
  size_t dot = operand.kind == Operand::Kind::name ? operand.name.rfind('.') : std::string_view::npos;
  if (dot == std::string_view::npos || dot + 1 >= operand.name.size() ||
      (operand.name[dot + 1] != 'b' && operand.name[dot + 1] != 'h'))
    return {plain, {}};
  plain.name = operand.name.substr(0, dot);
  return {plain, operand.name.substr(dot + 1)};
}

bool parsePart(InstructionBuilder &b, std::string_view selector, video::Part &part) {
  if (selector.empty())
    return true;
  uint8_t width = selector[0] == 'b' ? 8 : 16;
  if (selector.size() != 2 || selector[1] < '0' || selector[1] >= '0' + 32 / width)
    return b.failOperand("a selector is `." + std::string(selector) + "`, expected `.b0` to `.b3`, `.h0` or `.h1`");
  part = {static_cast<uint8_t>((selector[1] - '0') * width), width};
  return true;
}

/// Digits of `.h32`, `.b7654`: the last one is part 0's.
bool parseDigits(InstructionBuilder &b, std::string_view selector, unsigned parts, unsigned limit, uint8_t *digits) {
  if (selector.empty())
    return true;
  bool isRight = selector[0] == (parts == 2 ? 'h' : 'b') && selector.size() == parts + 1;
  for (unsigned k = 0; isRight && k < parts; ++k) {
    digits[k] = static_cast<uint8_t>(selector[parts - k] - '0');
    isRight = digits[k] < limit;
  }
  return isRight || b.failOperand("a selector is `." + std::string(selector) + "`, expected " + (parts == 2 ? "`.hxy`" : "`.bxyzw`"));
}

bool parseMask(InstructionBuilder &b, std::string_view selector, unsigned parts, uint8_t &mask) {
  if (selector.empty())
    return true;
  mask = 0;
  bool isRight = selector[0] == (parts == 2 ? 'h' : 'b') && selector.size() > 1;
  for (char digit : selector.substr(1)) {
    isRight = isRight && digit >= '0' && digit < static_cast<char>('0' + parts);
    mask |= static_cast<uint8_t>(isRight ? 1 << (digit - '0') : 0);
  }
  return isRight || b.failOperand("a mask is `." + std::string(selector) + "`, expected the parts that are written, as `.h10` or `.b3210`");
}

bool takeComparison(InstructionBuilder &b, Comparison &comparison) {
  constexpr std::pair<std::string_view, Comparison> names[] = {{"eq", Comparison::eq}, {"ne", Comparison::ne}, {"lt", Comparison::lt},
                                                               {"le", Comparison::le}, {"gt", Comparison::gt}, {"ge", Comparison::ge}};
  for (auto [name, value] : names)
    if (b.take(name)) {
      comparison = value;
      return true;
    }
  return b.failOperand("`vset` says what it compares: `.eq`, `.ne`, `.lt`, `.le`, `.gt` or `.ge`");
}

bool takeWord(InstructionBuilder &b, bool &isSignedWord) {
  Type type = b.takeType({Type::u32, Type::s32});
  isSignedWord = type == Type::s32;
  return type != Type::none;
}

Second takeSecond(InstructionBuilder &b) {
  return b.take("add") ? Second::add : b.take("min") ? Second::minimum : b.take("max") ? Second::maximum : Second::none;
}

/// dtype (but for comparisons), atype, btype, saturation and how shifts count.
bool takeTypes(InstructionBuilder &b, video::Plan &plan) {
  bool compares = plan.operation == Operation::compare;
  if (compares && !takeComparison(b, plan.comparison))
    return false;
  if ((!compares && !takeWord(b, plan.signedD)) || !takeWord(b, plan.signedA) || !takeWord(b, plan.signedB))
    return false;
  plan.saturates = !compares && b.take("sat");
  bool shifts = plan.operation == Operation::shiftLeft || plan.operation == Operation::shiftRight;
  if (!shifts)
    return true;
  std::string_view mode = b.takeOneOf({"clamp", "wrap"});
  plan.wraps = mode == "wrap";
  if (plan.signedB)
    return b.failOperand("the count of a shift is `.s32`, expected `.u32`");
  return !mode.empty() || b.failOperand("a shift says `.clamp` or `.wrap`");
}

template <typename Plan> bool emitPlan(InstructionBuilder &b, Handler handler, Plan plan, const Operand &d, const Operand &x, const Operand &y,
                                       Slot c) {
  Slot slotA = b.read(x, Type::b32), slotB = b.read(y, Type::b32), slotD = b.write(d, Type::b32);
  b.emit(handler, slotD, slotA, slotB, c).payload = b.keep(plan);
  return true;
}

// vop.dtype.atype.btype{.sat}{.op2} d{.dsel}, a{.asel}, b{.bsel}{, c}
template <Operation operation> bool buildScalar(InstructionBuilder &b) {
  video::Plan plan;
  plan.operation = operation;
  if (!takeTypes(b, plan) || !b.expectOperands(3, 4))
    return false;
  plan.second = takeSecond(b);
  auto [d, selectD] = splitSelector(b.operand(0));
  auto [x, selectA] = splitSelector(b.operand(1));
  auto [y, selectB] = splitSelector(b.operand(2));
  if (!parsePart(b, selectD, plan.d) || !parsePart(b, selectA, plan.a) || !parsePart(b, selectB, plan.b))
    return false;
  if (!selectD.empty() && plan.second != Second::none)
    return b.failOperand("a second operation and a selector of the destination are seen, expected one of them");
  if (!selectD.empty())
    plan.second = Second::merge;
  bool needsC = plan.second != Second::none;
  if (needsC != (b.operandCount() == 4))
    return b.failOperand(needsC ? "3 operands are seen, expected a fourth to combine with" : "4 operands are seen, expected 3 without a second operation");
  Slot c = needsC ? b.read(3, Type::b32) : b.constant(Type::b32, 0);
  return emitPlan(b, obey<video::Plan, video::scalar>, plan, d, x, y, c);
}

// vop{2,4}.dtype.atype.btype{.sat,.add} d{.mask}, a{.asel}, b{.bsel}, c
template <Operation operation, unsigned parts> bool buildSimd(InstructionBuilder &b) {
  video::Plan plan;
  plan.operation = operation;
  plan.parts = parts;
  for (uint8_t k = 0; k < parts; ++k)
    plan.selectA[k] = k, plan.selectB[k] = static_cast<uint8_t>(k + parts);
  if (!takeTypes(b, plan) || !b.expectOperands(4))
    return false;
  if (b.take("add"))
    plan.second = Second::add;
  auto [d, mask] = splitSelector(b.operand(0));
  auto [x, selectA] = splitSelector(b.operand(1));
  auto [y, selectB] = splitSelector(b.operand(2));
  if (!parseMask(b, mask, parts, plan.mask) || !parseDigits(b, selectA, parts, 2 * parts, plan.selectA) ||
      !parseDigits(b, selectB, parts, 2 * parts, plan.selectB))
    return false;
  return emitPlan(b, obey<video::Plan, video::simd>, plan, d, x, y, b.read(3, Type::b32));
}

// vmad.dtype.atype.btype{.sat}{.shr7,.shr15} d, {-}a{.asel}, {-}b{.bsel}, {-}c and vmad….po
bool buildVmad(InstructionBuilder &b) {
  video::MultiplyAdd plan;
  bool signedD;
  if (!takeWord(b, signedD) || !takeWord(b, plan.signedA) || !takeWord(b, plan.signedB) || !b.expectOperands(4))
    return false;
  plan.plusOne = b.take("po");
  plan.saturates = b.take("sat");
  plan.shift = b.take("shr7") ? 7 : b.take("shr15") ? 15 : 0;
  auto [x, selectA] = splitSelector(b.operand(1));
  auto [y, selectB] = splitSelector(b.operand(2));
  Operand z = b.operand(3);
  plan.negatesProduct = x.negated != y.negated;
  plan.negatesC = z.negated;
  if (plan.plusOne + plan.negatesProduct + plan.negatesC > 1)
    return b.failOperand("of `.po`, a negated product and a negated `c` more than one is seen");
  x.negated = y.negated = z.negated = false;
  if (!parsePart(b, selectA, plan.a) || !parsePart(b, selectB, plan.b))
    return false;
  return emitPlan(b, obey<video::MultiplyAdd, video::multiplyAdd>, plan, b.operand(0), x, y, b.read(z, Type::b32));
}

template <Operation operation> void addSimd(Forms &forms, const std::string &name) {
  forms.add(name + "2", buildSimd<operation, 2>);
  forms.add(name + "4", buildSimd<operation, 4>);
}

template <Operation operation> void addBoth(Forms &forms, const std::string &name) {
  forms.add(name, buildScalar<operation>);
  addSimd<operation>(forms, name);
}

} // namespace

void addVideoForms(Forms &forms) {
  addBoth<Operation::add>(forms, "vadd");
  addBoth<Operation::subtract>(forms, "vsub");
  addBoth<Operation::absoluteDifference>(forms, "vabsdiff");
  addBoth<Operation::minimum>(forms, "vmin");
  addBoth<Operation::maximum>(forms, "vmax");
  addBoth<Operation::compare>(forms, "vset");
  addSimd<Operation::average>(forms, "vavrg");
  forms.add("vshl", buildScalar<Operation::shiftLeft>);
  forms.add("vshr", buildScalar<Operation::shiftRight>);
  forms.add("vmad", buildVmad);
}

} // namespace tessera::emulator
