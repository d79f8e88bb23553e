// SPDX-License-Identifier: Apache-2.0
// Runs a compiled pattern. The state is a place in the program, a place in the text, the groups and the registers of loops; what a step
// overwrites is noted on the stack of alternatives, so that going back restores it.
#include "compiler/frontend/library/python/Regex.h"
#include "compiler/frontend/evaluate/Unicode.h"
#include "compiler/frontend/syntax/Characters.h"
#include <algorithm>

using namespace tessera::frontend;
using namespace tessera::frontend::library;
using Step = Regex::Step;

CodePoints library::toCodePoints(llvm::StringRef text) {
  CodePoints result;
  while (!text.empty())
    result.push_back(unicode::take(text));
  return result;
}

std::string library::toUtf8(llvm::ArrayRef<uint32_t> text) {
  std::string result;
  for (uint32_t c : text)
    syntax::appendUtf8(result, c);
  return result;
}

/// The small letter: what is compared where case is ignored.
static uint32_t fold(uint32_t c, bool asciiOnly) {
  if (c < 0x80 || asciiOnly)
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
  std::string small;
  unicode::appendCased(small, c, unicode::Case::lower);
  llvm::StringRef rest = small;
  uint32_t first = unicode::take(rest);
  return rest.empty() ? first : c; // one that becomes two letters stays
}
static bool isWord(uint32_t c, bool asciiOnly) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         (c >= 0x80 && !asciiOnly && unicode::isAlphanumeric(c));
}
static bool isSpace(uint32_t c, bool asciiOnly) {
  return (c >= 9 && c <= 13) || c == ' ' || (!asciiOnly && unicode::has(c, unicode::Property::space));
}
static bool isDigit(uint32_t c, bool asciiOnly) {
  return (c >= '0' && c <= '9') || (c >= 0x80 && !asciiOnly && unicode::has(c, unicode::Property::decimal));
}

bool Regex::CharacterSet::contains(uint32_t c) const {
  auto holds = [&](uint32_t one) {
    for (auto [first, last] : ranges)
      if (one >= first && one <= last)
        return true;
    for (auto [kind, isNegated] : classes) {
      bool in = kind == 'd' ? isDigit(one, asciiOnly) : kind == 's' ? isSpace(one, asciiOnly) : isWord(one, asciiOnly);
      if (in != isNegated)
        return true;
    }
    return false;
  };
  bool found = holds(c);
  if (!found && folded) {
    found = holds(fold(c, asciiOnly)) || (c >= 'a' && c <= 'z' && holds(c - 32));
    if (!found && !asciiOnly && c >= 0x80) { // the capital letter
      std::string big;
      unicode::appendCased(big, c, unicode::Case::upper);
      llvm::StringRef rest = big;
      uint32_t first = unicode::take(rest);
      found = rest.empty() && holds(first);
    }
  }
  return found != negated;
}

namespace {

class Matcher {
public:
  Matcher(llvm::ArrayRef<Step> steps, llvm::ArrayRef<Regex::CharacterSet> sets, llvm::ArrayRef<uint32_t> text,
          int64_t end, unsigned slots, llvm::function_ref<bool()> tick)
      : steps(steps), sets(sets), text(text), end(end), slots(slots, -1), tick(tick) {}

  /// Runs from step `pc` at `position` until `match` or `lookEnd`; -1 where nothing fits.
  int64_t run(uint32_t pc, int64_t position, unsigned depth = 0);

  llvm::ArrayRef<Step> steps;
  llvm::ArrayRef<Regex::CharacterSet> sets;
  llvm::ArrayRef<uint32_t> text;
  int64_t end;
  int64_t forbiddenEnd = -1; // an empty match may not end here
  bool mustReachEnd = false;
  bool isStopped = false;
  std::vector<int64_t> slots; // groups, two each; then registers

private:
  /// What to try next, or what to put back first.
  struct Choice {
    uint32_t pc;      // `restore`: a slot to put back
    int64_t position; // or the slot's old value
    bool restore;
  };
  void set(size_t slot, int64_t value) {
    choices.push_back({static_cast<uint32_t>(slot), slots[slot], true});
    slots[slot] = value;
  }
  bool goBack(size_t base, uint32_t &pc, int64_t &position);
  bool isWordAt(int64_t position, bool asciiOnly) const {
    return position >= 0 && position < end && isWord(text[position], asciiOnly);
  }
  bool test(const Step &step, int64_t position, unsigned depth);
  bool consume(const Step &step, int64_t &position);
  void loop(const Step &step, uint32_t &pc, int64_t position);

  std::vector<Choice> choices;
  uint32_t ticks = 0;
  llvm::function_ref<bool()> tick;
};

} // namespace

bool Matcher::goBack(size_t base, uint32_t &pc, int64_t &position) {
  while (choices.size() > base) {
    Choice choice = choices.back();
    choices.pop_back();
    if (!choice.restore) {
      pc = choice.pc;
      position = choice.position;
      return true;
    }
    slots[choice.pc] = choice.position;
  }
  return false;
}

/// A step that takes characters.
bool Matcher::consume(const Step &step, int64_t &position) {
  if (step.kind == Step::Kind::backReference) {
    int64_t first = slots[2 * step.x], last = slots[2 * step.x + 1];
    if (first < 0 || last < 0 || position + (last - first) > end)
      return false;
    for (int64_t i = first; i < last; ++i, ++position)
      if (step.folded ? fold(text[i], step.ascii) != fold(text[position], step.ascii) : text[i] != text[position])
        return false;
    return true;
  }
  if (position >= end)
    return false;
  uint32_t c = text[position++];
  if (step.kind == Step::Kind::character)
    return c == step.x || (step.folded && fold(c, step.ascii) == fold(step.x, step.ascii));
  if (step.kind == Step::Kind::any)
    return step.x || c != '\n';
  return sets[step.x].contains(c);
}

/// A step that only looks.
bool Matcher::test(const Step &step, int64_t position, unsigned depth) {
  switch (step.kind) {
  case Step::Kind::textBegin:
    return position == 0;
  case Step::Kind::textEnd:
    return position == end;
  case Step::Kind::lineBegin:
    return position == 0 || (step.x && text[position - 1] == '\n');
  case Step::Kind::lineEnd:
    return position == end || (position + 1 == end && text[position] == '\n') || (step.x && text[position] == '\n');
  case Step::Kind::boundary:
  case Step::Kind::noBoundary:
    return end > 0 && (isWordAt(position - 1, step.ascii) != isWordAt(position, step.ascii)) ==
                          (step.kind == Step::Kind::boundary);
  default: { // look-around: its body stands behind it
    int64_t from = step.kind == Step::Kind::lookBehind ? position - step.low : position;
    std::vector<int64_t> before;
    if (step.negated)
      before = slots;
    int64_t reached = from < 0 ? -1 : run(step.y, from, depth + 1);
    if (step.kind == Step::Kind::lookBehind && reached != position)
      reached = -1;
    if (step.negated)
      slots = std::move(before);
    return (reached >= 0) != step.negated;
  }
  }
}

/// `{low,high}`: `x` is the body, `y` the register of the count; the position at the last round's beginning is in the next register.
void Matcher::loop(const Step &step, uint32_t &pc, int64_t position) {
  int64_t count = slots[step.y], last = slots[step.y + 1];
  bool mayRepeat = (step.high < 0 || count < step.high) && (count < step.low || position != last);
  if (!mayRepeat && count < step.low)
    mayRepeat = true; // empty rounds that are asked for
  if (!mayRepeat) {
    ++pc;
    return;
  }
  auto enter = [&] {
    set(step.y, count + 1);
    set(step.y + 1, position);
    pc = step.x;
  };
  if (count < step.low)
    return enter();
  if (step.greedy) {
    choices.push_back({pc + 1, position, false});
    return enter();
  }
  // Lazy: the rest first; the step before the body begins the round.
  choices.push_back({step.x - 1, position, false});
  ++pc;
}

int64_t Matcher::run(uint32_t pc, int64_t position, unsigned depth) {
  size_t base = choices.size();
  const int64_t begin = position;
  while (!isStopped) {
    if ((++ticks & 15) == 0 && !tick())
      isStopped = true;
    const Step &step = steps[pc];
    bool goesOn = true;
    switch (step.kind) {
    case Step::Kind::character: case Step::Kind::any: case Step::Kind::set: case Step::Kind::backReference:
      goesOn = consume(step, position);
      ++pc;
      break;
    case Step::Kind::split:
      choices.push_back({step.greedy ? step.y : step.x, position, false});
      pc = step.greedy ? step.x : step.y;
      break;
    case Step::Kind::jump:
      pc = step.x;
      break;
    case Step::Kind::save:
      set(step.x, position);
      ++pc;
      break;
    case Step::Kind::resetCount:
      set(step.x, 0);
      set(step.x + 1, -1);
      ++pc;
      break;
    case Step::Kind::beginRound: // of a lazy loop
      set(step.x, slots[step.x] + 1);
      set(step.x + 1, position);
      ++pc;
      break;
    case Step::Kind::countLoop:
      loop(step, pc, position);
      break;
    case Step::Kind::atomic: {
      int64_t reached = run(step.y, position, depth + 1);
      goesOn = reached >= 0;
      position = reached;
      ++pc;
      break;
    }
    case Step::Kind::conditional:
      pc = slots[2 * step.x] >= 0 && slots[2 * step.x + 1] >= 0 ? pc + 1 : step.y;
      break;
    case Step::Kind::match:
    case Step::Kind::lookEnd:
      goesOn = step.kind == Step::Kind::lookEnd || ((!mustReachEnd || position == end) && !(position == begin && position == forbiddenEnd));
      if (goesOn) {
        if (depth) // a look-around is one step: its alternatives are gone, what it set stays
          choices.erase(std::remove_if(choices.begin() + static_cast<ptrdiff_t>(base), choices.end(),
                                       [](const Choice &each) { return !each.restore; }),
                        choices.end());
        return position;
      }
      break;
    default:
      goesOn = test(step, position, depth);
      ++pc;
      break;
    }
    if (!goesOn && !goBack(base, pc, position))
      return -1;
  }
  return -1;
}

Regex::Outcome Regex::run(llvm::ArrayRef<uint32_t> text, int64_t start, int64_t end, Mode mode, bool mayBeEmpty, llvm::function_ref<bool()> tick,
                          std::vector<int64_t> &spans) const {
  unsigned slots = 2 * (groups + 1) + registers;
  bool isAnchored = steps[0].kind == Step::Kind::textBegin || (steps[0].kind == Step::Kind::lineBegin && !steps[0].x);
  for (int64_t from = start; from <= end; ++from) {
    Matcher matcher(steps, sets, text, end, slots, tick);
    matcher.mustReachEnd = mode == Mode::fullMatch;
    matcher.forbiddenEnd = mayBeEmpty ? -1 : start;
    int64_t reached = matcher.run(0, from);
    if (matcher.isStopped || !tick())
      return Outcome::stopped;
    if (reached >= 0) {
      spans.assign(matcher.slots.begin(), matcher.slots.begin() + 2 * (groups + 1));
      spans[0] = from;
      spans[1] = reached;
      for (size_t group = 1; group <= groups; ++group)
        if (spans[2 * group + 1] < 0)
          spans[2 * group] = -1;
      return Outcome::found;
    }
    if (mode != Mode::search || isAnchored)
      break;
  }
  return Outcome::none;
}
