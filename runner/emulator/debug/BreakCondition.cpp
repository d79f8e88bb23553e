// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/debug/BreakCondition.h"
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace tessera::emulator {

using Comparison = BreakCondition::Comparison;
using Relation = BreakCondition::Relation;
using Special = BreakCondition::Special;
using Value = BreakCondition::Value;

/// Reads from left to right; the first thing that is wrong is the one that is told.
class ConditionParser {
public:
  ConditionParser(std::string_view text, const Function &function, std::string &why)
      : rest(text), function(function), why(why) {}

  std::optional<BreakCondition> parse() {
    made.function = &function;
    do {
      Comparison comparison;
      if (!parseComparison(comparison))
        return std::nullopt;
      made.comparisons.push_back(comparison);
    } while (takeWord("and"));
    if (takeWord("in") && !parseLanes())
      return std::nullopt;
    skipSpace();
    if (!rest.empty())
      return fail("`" + std::string(rest) +
                  "` stands behind the condition, where `and`, `in lane 3`, `in any lane`, "
                  "`in every lane` or nothing can be"),
             std::nullopt;
    return made;
  }

private:
  bool fail(std::string message) {
    why = std::move(message);
    return false;
  }
  void skipSpace() {
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t'))
      rest.remove_prefix(1);
  }
  static bool isWordLetter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$';
  }
  std::string_view peekWord() {
    skipSpace();
    size_t size = !rest.empty() && rest[0] == '%' ? 1 : 0;
    while (size < rest.size() && isWordLetter(rest[size]))
      ++size;
    return rest.substr(0, size);
  }
  bool takeWord(std::string_view word) {
    if (peekWord() != word)
      return false;
    rest.remove_prefix(word.size());
    return true;
  }
  /// What stands there, for a message.
  std::string seen() {
    std::string_view word = peekWord();
    return rest.empty() ? "the end" : "`" + std::string(word.empty() ? rest.substr(0, 1) : word) + "`";
  }

  bool parseRelation(Relation &relation) {
    static constexpr std::pair<std::string_view, Relation> all[] = {
        {"==", Relation::equal},        {"!=", Relation::unequal}, {"<=", Relation::lessEqual},
        {">=", Relation::greaterEqual}, {"<", Relation::less},     {">", Relation::greater}};
    skipSpace();
    for (auto [text, which] : all)
      if (rest.substr(0, text.size()) == text) {
        rest.remove_prefix(text.size());
        relation = which;
        return true;
      }
    if (!rest.empty() && rest[0] == '=')
      return fail("`=` is no comparison: `==` is");
    return fail(seen() + " stands where `==`, `!=`, `<`, `<=`, `>` or `>=` must");
  }

  bool parseSpecial(std::string_view name, Value &value) {
    auto axis = [&](std::string_view of) {
      bool isIt = name.size() == of.size() + 2 && name.substr(0, of.size()) == of && name[of.size()] == '.' &&
                  name.back() >= 'x' && name.back() <= 'z';
      value.axis = isIt ? static_cast<unsigned>(name.back() - 'x') : 0;
      return isIt;
    };
    value.type = ptx::Type::u32;
    value.special = axis("%tid")        ? Special::tid
                    : axis("%ctaid")    ? Special::ctaid
                    : name == "%laneid" ? Special::laneid
                    : name == "%warpid" ? Special::warpid
                                        : Special::none;
    return value.special != Special::none;
  }

  bool parseRegister(Value &value) {
    std::string name(peekWord());
    rest.remove_prefix(name.size());
    for (const auto &[slot, known] : function.registerNames)
      if (known == name) {
        value.slot = slot;
        value.type = function.registerTypes.at(slot);
        return value.type != ptx::Type::b128 || fail("`" + name + "` has 128 bits: such registers are not compared");
      }
    return parseSpecial(name, value) || fail("`" + function.name + "` has no register `" + name + "`");
  }

  bool parseNumber(Value &value) {
    std::string text(rest.substr(0, 48));
    char *realEnd = nullptr, *wholeEnd = nullptr;
    value.real = std::strtod(text.c_str(), &realEnd);
    bool isNegative = text[0] == '-';
    value.whole = isNegative ? std::strtoll(text.c_str(), &wholeEnd, 0)
                             : static_cast<int64_t>(std::strtoull(text.c_str(), &wholeEnd, 0));
    value.isReal = realEnd > wholeEnd;
    const char *end = value.isReal ? realEnd : wholeEnd;
    auto size = static_cast<size_t>(end - text.c_str());
    if (size == 0 || (size < text.size() && isWordLetter(text[size])))
      return fail(seen() + " is neither a register (`%r5`) nor a number");
    value.type = isNegative ? ptx::Type::s64 : ptx::Type::u64;
    if (value.isReal)
      value.type = ptx::Type::f64;
    rest.remove_prefix(size);
    return true;
  }

  bool parseValue(Value &value) {
    skipSpace();
    if (rest.empty())
      return fail("a register (`%r5`) or a number is missing at the end");
    return rest[0] == '%' ? parseRegister(value) : parseNumber(value);
  }

  bool parseComparison(Comparison &comparison) {
    if (!parseValue(comparison.left))
      return false;
    if (comparison.left.isNumber())
      return fail("a comparison begins with a register (`%r5`), not with a number");
    if (!parseRelation(comparison.relation) || !parseValue(comparison.right))
      return false;
    bool isReal = false, isSigned = false;
    for (const Value *value : {&comparison.left, &comparison.right}) {
      isReal |= value->isReal || ptx::isFloat(value->type);
      isSigned |= ptx::isSigned(value->type);
    }
    comparison.as = isReal ? Comparison::As::real : isSigned ? Comparison::As::whole : Comparison::As::unsignedWhole;
    for (const Value *value : {&comparison.left, &comparison.right})
      if (isReal && value->slot != noSlot && ptx::getBits(value->type) != 32 && ptx::getBits(value->type) != 64)
        return fail("only registers of 32 and 64 bits are compared as floats, and this one is a `." +
                    std::string(ptx::getName(value->type)) + "`");
    return true;
  }

  bool parseLanes() {
    if (takeWord("any")) {
      made.lanes = BreakCondition::Lanes::any;
    } else if (takeWord("every") || takeWord("all")) {
      made.lanes = BreakCondition::Lanes::every;
    } else if (takeWord("lane")) {
      made.lanes = BreakCondition::Lanes::one;
      std::string word(peekWord());
      bool isNumber = !word.empty() && word.size() <= 2 && word.find_first_not_of("0123456789") == std::string::npos;
      if (!isNumber || (made.lane = static_cast<unsigned>(std::atoi(word.c_str()))) >= warpSize)
        return fail(seen() + " is no lane: a warp has lanes 0 to 31");
      rest.remove_prefix(word.size());
      return true;
    } else {
      return fail(seen() + " stands behind `in`, where `lane 3`, `any lane` or `every lane` must");
    }
    return takeWord("lane") || takeWord("lanes") || fail(seen() + " stands where `lane` must");
  }

  std::string_view rest;
  const Function &function;
  std::string &why;
  BreakCondition made;
};

std::optional<BreakCondition> BreakCondition::parse(std::string_view text, const Function &function, std::string &why) {
  return ConditionParser(text, function, why).parse();
}

// --- at an instruction

static uint64_t readSpecial(const Step &step, const Value &value, unsigned lane) {
  const uint32_t *block = step.machine.shape.block;
  unsigned linear = step.threadIndex(lane);
  auto pick = [&](uint32_t x, uint32_t y, uint32_t z) { return value.axis == 0 ? x : value.axis == 1 ? y : z; };
  switch (value.special) {
  case Special::tid:
    return pick(linear % block[0], linear / block[0] % block[1], linear / block[0] / block[1]);
  case Special::ctaid:
    return pick(step.cta.index.x, step.cta.index.y, step.cta.index.z);
  case Special::laneid:
    return lane;
  default:
    return step.warp.index;
  }
}

/// The bits of a register, in the lower ones.
static uint64_t readBits(const Step &step, const Value &value, unsigned lane) {
  if (value.special != Special::none)
    return readSpecial(step, value, lane);
  if (value.type == ptx::Type::pred)
    return step.predicate(value.slot) >> lane & 1;
  uint64_t bits = 0;
  unsigned size = ptx::getBits(value.type) / 8;
  std::memcpy(&bits, step.registers + value.slot + size_t(lane) * size, size);
  return bits;
}

static double readReal(const Step &step, const Value &value, unsigned lane) {
  if (value.isNumber())
    return value.isReal ? value.real : static_cast<double>(value.whole);
  uint64_t bits = readBits(step, value, lane);
  if (value.special != Special::none)
    return static_cast<double>(bits);
  if (ptx::getBits(value.type) == 64) {
    double real;
    std::memcpy(&real, &bits, 8);
    return real;
  }
  float real;
  std::memcpy(&real, &bits, 4);
  return real;
}

/// Sign-extended from the register's width, so that -1 is -1 in all of them.
static int64_t readWhole(const Step &step, const Value &value, unsigned lane) {
  if (value.isNumber())
    return value.whole;
  uint64_t bits = readBits(step, value, lane);
  unsigned width = ptx::getBits(value.type);
  if (value.special != Special::none || width == 1 || width == 64)
    return static_cast<int64_t>(bits);
  return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
}

template <typename T> static bool compare(T left, T right, Relation relation) {
  switch (relation) {
  case Relation::equal:
    return left == right;
  case Relation::unequal:
    return left != right;
  case Relation::less:
    return left < right;
  case Relation::lessEqual:
    return left <= right;
  case Relation::greater:
    return left > right;
  default:
    return left >= right;
  }
}

static bool holds(const Step &step, const Comparison &comparison, unsigned lane) {
  const auto &[left, right, relation, as] = comparison;
  if (as == Comparison::As::real)
    return compare(readReal(step, left, lane), readReal(step, right, lane), relation);
  if (as == Comparison::As::whole)
    return compare(readWhole(step, left, lane), readWhole(step, right, lane), relation);
  auto bits = [&](const Value &value) {
    return value.isNumber() ? static_cast<uint64_t>(value.whole) : readBits(step, value, lane);
  };
  return compare(bits(left), bits(right), relation);
}

bool BreakCondition::holds(const Step &step) const {
  if (&step.function() != function)
    return false;
  auto holdsIn = [&](unsigned which) {
    for (const Comparison &comparison : comparisons)
      if (!emulator::holds(step, comparison, which))
        return false;
    return true;
  };
  if (lanes == Lanes::one)
    return (step.mask >> lane & 1) && holdsIn(lane);
  for (uint32_t left = step.mask; left; left &= left - 1)
    if (holdsIn(static_cast<unsigned>(__builtin_ctz(left))) != (lanes == Lanes::every))
      return lanes == Lanes::any;
  return lanes == Lanes::every;
}

} // namespace tessera::emulator
