// SPDX-License-Identifier: Apache-2.0
// Patterns to programs, in one pass: each construct gives a fragment whose jumps are relative to the step that makes them, so fragments
// are put one after the other freely. A repetition is a loop with a counter in a register:
//
//   reset r; jump LOOP; begin round r; BODY...; LOOP: count r, back to BODY
#include "compiler/frontend/library/python/Regex.h"
#include "compiler/frontend/syntax/Characters.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::frontend;
using namespace tessera::frontend::library;
using Step = Regex::Step;
using Kind = Regex::Step::Kind;

namespace tessera::frontend::library {

class RegexParser {
public:
  RegexParser(Regex &regex, CodePoints pattern, unsigned flags, bool isBytes, Regex::Error &error)
      : regex(regex), pattern(std::move(pattern)), flags(flags), isBytes(isBytes), error(error) {}
  bool run();

private:
  struct Fragment {
    std::vector<Step> steps;
    int64_t width = 0, widest = 0; // characters; `widest` is -1 without bound
  };
  static constexpr unsigned deepest = 100;
  static constexpr size_t longest = 20000; // steps
  static constexpr uint32_t none = 0xFFFFFFFF;

  uint32_t peek(size_t ahead = 0) const { return at + ahead < pattern.size() ? pattern[at + ahead] : none; }
  bool take(uint32_t c) {
    if (peek() != c)
      return false;
    ++at;
    return true;
  }
  bool fail(std::string message, size_t position, bool isRefused = false) {
    if (error.message.empty())
      error = {std::move(message), position, isRefused};
    return false;
  }
  void append(Fragment &to, const Fragment &part);
  Step make(Kind kind, uint32_t x = 0, uint32_t y = 0);
  bool alternatives(Fragment &out, unsigned depth);
  bool sequence(Fragment &out, unsigned depth);
  bool repeated(Fragment &out, unsigned depth, bool &hadAtom);
  bool quantifier(Fragment &atom, bool &found);
  bool bounds(int32_t &low, int32_t &high, bool &found);
  bool atom(Fragment &out, unsigned depth, bool &hadAtom);
  bool group(Fragment &out, unsigned depth, bool &hadAtom);
  bool extension(Fragment &out, unsigned depth, size_t open, bool &isCapture, std::string &name, bool &done, bool &hadAtom);
  bool look(Fragment &out, unsigned depth, size_t open, bool isBehind, bool isNegated);
  bool scopedFlags(unsigned depth, size_t open, Fragment &out, bool &hadAtom);
  bool conditional(Fragment &out, unsigned depth, size_t open);
  bool reference(Fragment &out, unsigned number, size_t place);
  void makeAtomic(Fragment &body);
  bool groupName(char close, std::string &name);
  bool characterClass(Fragment &out);
  bool classItem(Regex::CharacterSet &set, uint32_t &single, bool &isSingle, size_t open);
  bool escape(Fragment &out);
  bool number(unsigned digits, unsigned radix, uint32_t &value, size_t begin);
  bool namedCharacter(uint32_t &value, size_t begin);
  void skipVerbose();
  std::string spellPattern(size_t begin) const { return toUtf8(llvm::ArrayRef(pattern).slice(begin, at - begin)); }
  void one(Fragment &out, Step step) {
    out.steps = {step};
    out.width = out.widest = 1;
  }

  Regex &regex;
  CodePoints pattern;
  unsigned flags;
  const bool isBytes;
  Regex::Error &error;
  size_t at = 0, behindFlags = 0;
  std::vector<unsigned> openGroups;
  bool isBehind = false;                                        // inside of a look-behind,
  unsigned firstBehind = 0;                                     // whose groups begin with this number
  std::vector<std::pair<int64_t, int64_t>> groupWidths{{0, 0}}; // by number: least and greatest; closed ones
  std::vector<std::pair<unsigned, size_t>> asked;               // numbers of groups that conditions name, and where
};

} // namespace tessera::frontend::library

static std::string spell(uint32_t c) {
  std::string text;
  syntax::appendUtf8(text, c);
  return text;
}

Step RegexParser::make(Kind kind, uint32_t x, uint32_t y) {
  Step step{};
  step.kind = kind;
  step.x = x;
  step.y = y;
  step.folded = flags & Regex::ignoreCase;
  step.ascii = (flags & Regex::ascii) || isBytes;
  return step;
}

void RegexParser::append(Fragment &to, const Fragment &part) {
  to.steps.insert(to.steps.end(), part.steps.begin(), part.steps.end());
  to.width += part.width;
  to.widest = to.widest < 0 || part.widest < 0 ? -1 : to.widest + part.widest;
}

void RegexParser::skipVerbose() {
  while (flags & Regex::verbose) {
    uint32_t c = peek();
    if (c == ' ' || (c >= 9 && c <= 13)) {
      ++at;
    } else if (c == '#') {
      while (peek() != '\n' && peek() != none)
        ++at;
    } else {
      return;
    }
  }
}

/// `a|b|c`: each split tries what follows it, then goes on to the next alternative.
bool RegexParser::alternatives(Fragment &out, unsigned depth) {
  if (depth > deepest)
    return fail("the pattern nests too deeply", at, /*isRefused=*/true);
  std::vector<Fragment> branches(1);
  if (!sequence(branches.back(), depth))
    return false;
  while (take('|')) {
    branches.emplace_back();
    if (!sequence(branches.back(), depth))
      return false;
  }
  out = std::move(branches.back());
  for (size_t i = branches.size() - 1; i-- > 0;) {
    Fragment joined = std::move(branches[i]);
    auto first = static_cast<uint32_t>(joined.steps.size()), rest = static_cast<uint32_t>(out.steps.size());
    joined.steps.insert(joined.steps.begin(), make(Kind::split, 1, first + 2));
    joined.steps.push_back(make(Kind::jump, rest + 1));
    joined.steps.insert(joined.steps.end(), out.steps.begin(), out.steps.end());
    joined.width = std::min(joined.width, out.width);
    joined.widest = joined.widest < 0 || out.widest < 0 ? -1 : std::max(joined.widest, out.widest);
    out = std::move(joined);
  }
  return out.steps.size() <= longest || fail("the pattern is too long", 0, /*isRefused=*/true);
}

bool RegexParser::sequence(Fragment &out, unsigned depth) {
  while (true) {
    skipVerbose();
    if (peek() == none || peek() == '|' || peek() == ')')
      return true;
    Fragment part;
    bool hadAtom = true;
    if (!repeated(part, depth, hadAtom))
      return false;
    append(out, part);
  }
}

bool RegexParser::repeated(Fragment &out, unsigned depth, bool &hadAtom) {
  if (!atom(out, depth, hadAtom))
    return false;
  bool isQuantified = false, again = false;
  skipVerbose();
  if (!hadAtom)
    return true;
  if (!quantifier(out, isQuantified))
    return false;
  if (!isQuantified)
    return true;
  skipVerbose();
  size_t second = at;
  Fragment ignored;
  if (!quantifier(ignored, again))
    return false;
  return !again || fail("multiple repeat", second);
}

/// `{2}`, `{2,}`, `{,3}`, `{2,3}`; anything else in braces stands for itself.
bool RegexParser::bounds(int32_t &low, int32_t &high, bool &found) {
  size_t begin = at++;
  auto digits = [&](int32_t &value) {
    bool any = false;
    for (value = 0; peek() >= '0' && peek() <= '9'; any = true)
      value = std::min<int32_t>(value * 10 + static_cast<int32_t>(pattern[at++] - '0'), 100'000'000);
    return any;
  };
  bool hasLow = digits(low), hasComma = take(','), hasHigh = hasComma && digits(high);
  if (!take('}') || (!hasLow && !hasHigh && !hasComma)) {
    at = begin;
    return true;
  }
  found = true;
  if (!hasLow)
    low = 0;
  if (!hasComma)
    high = low;
  else if (!hasHigh)
    high = -1;
  return high < 0 || low <= high || fail("min repeat greater than max repeat", begin + 1);
}

bool RegexParser::quantifier(Fragment &atom, bool &found) {
  int32_t low = 0, high = -1;
  uint32_t c = peek();
  if (c == '*' || c == '+' || c == '?') {
    ++at;
    low = c == '+';
    high = c == '?' ? 1 : -1;
    found = true;
  } else if (c == '{' && !bounds(low, high, found)) {
    return false;
  }
  if (!found)
    return true;
  bool isLazy = take('?'), isPossessive = !isLazy && take('+');
  uint32_t counter = regex.registers, size = static_cast<uint32_t>(atom.steps.size());
  regex.registers += 2;
  Step loop = make(Kind::countLoop, size, counter);
  loop.low = low;
  loop.high = high;
  loop.greedy = !isLazy;
  std::vector<Step> steps{make(Kind::resetCount, counter), make(Kind::jump, size + 2), make(Kind::beginRound, counter)};
  steps.insert(steps.end(), atom.steps.begin(), atom.steps.end());
  steps.push_back(loop);
  atom.steps = std::move(steps);
  atom.widest = high < 0 ? (atom.widest == 0 ? 0 : -1) : atom.widest < 0 ? -1 : atom.widest * high;
  atom.width *= low;
  if (isPossessive)
    makeAtomic(atom);
  return true;
}

/// What it matched first is kept: none of its alternatives is tried again.
void RegexParser::makeAtomic(Fragment &body) {
  std::vector<Step> steps{make(Kind::atomic, 0, 2), make(Kind::jump, static_cast<uint32_t>(body.steps.size()) + 2)};
  steps.insert(steps.end(), body.steps.begin(), body.steps.end());
  steps.push_back(make(Kind::lookEnd));
  body.steps = std::move(steps);
}

bool RegexParser::atom(Fragment &out, unsigned depth, bool &hadAtom) {
  size_t begin = at;
  uint32_t c = pattern[at];
  switch (c) {
  case '*': case '+': case '?':
    return fail("nothing to repeat", begin);
  case '(':
    return group(out, depth, hadAtom);
  case '[':
    return characterClass(out);
  case '\\':
    return escape(out);
  case '.':
    ++at;
    one(out, make(Kind::any, (flags & Regex::dotAll) != 0));
    return true;
  case '^':
    ++at;
    out.steps = {make(Kind::lineBegin, (flags & Regex::multiLine) != 0)};
    return true;
  case '$':
    ++at;
    out.steps = {make(Kind::lineEnd, (flags & Regex::multiLine) != 0)};
    return true;
  case '{': {
    int32_t low, high;
    bool found = false;
    if (!bounds(low, high, found))
      return false;
    if (found)
      return fail("nothing to repeat", begin);
    [[fallthrough]];
  }
  default:
    ++at;
    one(out, make(Kind::character, c));
    return true;
  }
}

//===-- groups -------------------------------------------------------------------------------------------------===//

bool RegexParser::groupName(char close, std::string &name) {
  size_t begin = at;
  while (peek() != none && peek() != static_cast<uint32_t>(close))
    name += spell(pattern[at++]);
  if (!take(static_cast<uint32_t>(close)))
    return fail(name.empty() ? "missing group name" : std::string("missing ") + close + ", unterminated name", begin);
  if (name.empty())
    return fail("missing group name", begin);
  CodePoints letters = toCodePoints(name);
  bool isName = syntax::isIdentifierStart(letters[0]) && llvm::all_of(letters, syntax::isIdentifierContinue);
  if (isBytes && llvm::any_of(letters, [](uint32_t c) { return c >= 0x80; })) {
    std::string shown;
    for (uint32_t c : letters)
      shown += c >= 0x80 ? "\\x" + llvm::utohexstr(c, /*LowerCase=*/true, 2) : std::string(1, static_cast<char>(c));
    return fail("bad character in group name '" + shown + "'", begin);
  }
  return isName || fail("bad character in group name '" + name + "'", begin);
}

bool RegexParser::look(Fragment &out, unsigned depth, size_t open, bool isBehind, bool isNegated) {
  Fragment body;
  auto outer = std::make_pair(this->isBehind, firstBehind);
  if (isBehind && !this->isBehind)
    firstBehind = regex.groups + 1;
  this->isBehind |= isBehind;
  bool isRead = alternatives(body, depth + 1);
  std::tie(this->isBehind, firstBehind) = outer;
  if (!isRead)
    return false;
  if (!take(')'))
    return fail("missing ), unterminated subpattern", open);
  if (isBehind && (body.widest < 0 || body.widest != body.width))
    return fail("look-behind requires fixed-width pattern", Regex::Error::nowhere);
  Step step = make(isBehind ? Kind::lookBehind : Kind::lookAhead, 0, 2);
  step.negated = isNegated;
  step.low = static_cast<int32_t>(body.width);
  out.steps = {step, make(Kind::jump, static_cast<uint32_t>(body.steps.size()) + 2)};
  out.steps.insert(out.steps.end(), body.steps.begin(), body.steps.end());
  out.steps.push_back(make(Kind::lookEnd));
  return true;
}

/// `(?i)` for the whole pattern, `(?i:...)` and `(?-i:...)` for a part.
bool RegexParser::scopedFlags(unsigned depth, size_t open, Fragment &out, bool &hadAtom) {
  static constexpr std::pair<char, unsigned> letters[] = {
      {'i', Regex::ignoreCase}, {'m', Regex::multiLine}, {'s', Regex::dotAll}, {'x', Regex::verbose},
      {'a', Regex::ascii},      {'u', Regex::unicode},   {'L', Regex::locale}};
  unsigned added = 0, removed = 0;
  bool removes = false;
  for (;; ++at) {
    uint32_t c = peek();
    if (c == '-' && !removes) {
      removes = true;
      continue;
    }
    auto found = llvm::find_if(letters, [c](const auto &letter) { return static_cast<uint32_t>(letter.first) == c; });
    if (found == std::end(letters)) {
      if (c != ')' && c != ':' && c != none)
        return fail(c < 0x80 && llvm::isAlpha(static_cast<char>(c)) ? "unknown flag"
                    : removes && !removed                           ? "missing flag"
                    : removes                                       ? "missing :"
                                                                    : "missing -, : or )",
                    at);
      break;
    }
    unsigned bit = found->second;
    constexpr unsigned kinds = Regex::ascii | Regex::unicode | Regex::locale;
    if (isBytes && bit == Regex::unicode)
      return fail("bad inline flags: cannot use 'u' flag with a bytes pattern", at + 1);
    if (!isBytes && bit == Regex::locale)
      return fail("bad inline flags: cannot use 'L' flag with a str pattern", at + 1);
    if (removes && (bit & kinds))
      return fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", at + 1);
    (removes ? removed : added) |= bit;
    if (!removes && llvm::popcount(added & kinds) > 1)
      return fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible", at + 1);
  }
  if (removes && !removed && peek() != none)
    return fail("missing flag", at);
  if (take(')')) {
    if (removes)
      return fail("missing :", at - 1);
    bool isFirst = true; // blanks and comments and other flags may stand before them
    for (size_t i = 0; i < open && isFirst; ++i)
      isFirst = i < behindFlags ||
                (((flags | added) & Regex::verbose) && (pattern[i] == ' ' || (pattern[i] >= 9 && pattern[i] <= 13)));
    if (!isFirst)
      return fail("global flags not at the start of the expression", open);
    behindFlags = at;
    flags |= added;
    hadAtom = false;
    return true;
  }
  if (!take(':'))
    return fail(removes && !removed ? "missing flag" : removes ? "missing :" : "missing -, : or )", at);
  if (added & removed)
    return fail("bad inline flags: flag turned on and off", at);
  unsigned before = flags;
  if (added & (Regex::ascii | Regex::unicode | Regex::locale))
    flags &= ~(Regex::ascii | Regex::unicode | Regex::locale);
  flags = (flags | added) & ~removed;
  bool done = alternatives(out, depth + 1) && (take(')') || fail("missing ), unterminated subpattern", open));
  flags = before;
  return done;
}

/// What stands behind `(?`. `done`: the group is complete.
bool RegexParser::extension(Fragment &out, unsigned depth, size_t open, bool &isCapture, std::string &name, bool &done, bool &hadAtom) {
  uint32_t c = peek(), next = peek(1);
  if (c == ':') {
    ++at;
    isCapture = false;
    return true;
  }
  done = true;
  if (c == '=' || c == '!') {
    ++at;
    return look(out, depth, open, false, c == '!');
  }
  if (c == '<' && (next == '=' || next == '!')) {
    at += 2;
    return look(out, depth, open, true, next == '!');
  }
  if (c == '#') {
    while (peek() != none && peek() != ')')
      ++at;
    hadAtom = false;
    return take(')') || fail("missing ), unterminated comment", open);
  }
  if (c == '>') {
    ++at;
    if (!alternatives(out, depth + 1))
      return false;
    if (!take(')'))
      return fail("missing ), unterminated subpattern", open);
    makeAtomic(out);
    return true;
  }
  if (c == '(') {
    ++at;
    return conditional(out, depth, open);
  }
  if (c == none)
    return fail("unexpected end of pattern", at);
  if (c == '<')
    return fail(next == none ? "unexpected end of pattern" : "unknown extension ?<" + spell(next),
                next == none ? at + 1 : open + 1);
  if (c != 'P')
    return c < 0x80 && llvm::StringRef("imsxauL-").contains(static_cast<char>(c))
               ? scopedFlags(depth, open, out, hadAtom)
               : fail("unknown extension ?" + spell(c), open + 1);
  at += 2;
  if (next == none)
    return fail("unexpected end of pattern", --at);
  if (next == '<') {
    done = false;
    return groupName('>', name);
  }
  if (next != '=')
    return fail("unknown extension ?P" + (next == none ? "" : spell(next)), open + 1);
  if (!groupName(')', name))
    return false;
  for (const auto &[known, number] : regex.names)
    if (known == name) {
      if (llvm::is_contained(openGroups, number))
        return fail("cannot refer to an open group", at - 1 - toCodePoints(name).size());
      return reference(out, number, open + 4);
    }
  return fail("unknown group name '" + name + "'", open + 4);
}

/// `\1`, `(?P=name)`.
bool RegexParser::reference(Fragment &out, unsigned number, size_t place) {
  if (isBehind && number >= firstBehind)
    return fail("cannot refer to group defined in the same lookbehind subpattern", place);
  out.steps = {make(Kind::backReference, number)};
  out.width = groupWidths[number].first;
  out.widest = groupWidths[number].second;
  return true;
}

/// `(?(1)yes|no)`.
bool RegexParser::conditional(Fragment &out, unsigned depth, size_t open) {
  std::string name;
  size_t begin = at;
  while (peek() != none && peek() != ')')
    name += spell(pattern[at++]);
  if (!take(')'))
    return fail(name.empty() ? "missing group name" : "missing ), unterminated name", begin);
  if (name.empty())
    return fail("missing group name", begin);
  unsigned group = 0;
  if (llvm::all_of(name, llvm::isDigit)) {
    if (llvm::StringRef(name).getAsInteger(10, group) || group > 1000000)
      return fail("invalid group reference " + name, begin);
    if (!group)
      return fail("bad group number", begin);
    asked.emplace_back(group, begin);
  } else {
    at = begin;
    std::string checked;
    if (!groupName(')', checked))
      return false;
    for (const auto &[known, number] : regex.names)
      if (known == name)
        group = number;
    if (!group)
      return fail("unknown group name '" + name + "'", begin);
  }
  if (isBehind && group >= firstBehind)
    return fail("cannot refer to group defined in the same lookbehind subpattern", begin);
  Fragment yes, no;
  if (!sequence(yes, depth + 1))
    return false;
  if (take('|') && !sequence(no, depth + 1))
    return false;
  if (peek() == '|')
    return fail("conditional backref with more than two branches", at);
  if (!take(')'))
    return fail("missing ), unterminated subpattern", open);
  auto first = static_cast<uint32_t>(yes.steps.size()), second = static_cast<uint32_t>(no.steps.size());
  out.steps = {make(Kind::conditional, group, first + 2)};
  out.steps.insert(out.steps.end(), yes.steps.begin(), yes.steps.end());
  out.steps.push_back(make(Kind::jump, second + 1));
  out.steps.insert(out.steps.end(), no.steps.begin(), no.steps.end());
  out.width = std::min(yes.width, no.width);
  out.widest = yes.widest < 0 || no.widest < 0 ? -1 : std::max(yes.widest, no.widest);
  return true;
}

bool RegexParser::group(Fragment &out, unsigned depth, bool &hadAtom) {
  size_t open = at++;
  bool isCapture = true, done = false;
  std::string name;
  if (take('?') && (!extension(out, depth, open, isCapture, name, done, hadAtom) || done))
    return error.message.empty();
  unsigned number = 0;
  if (isCapture) {
    number = ++regex.groups;
    openGroups.push_back(number);
    groupWidths.emplace_back(0, -1);
    for (const auto &[known, other] : regex.names)
      if (!name.empty() && known == name)
        return fail("redefinition of group name '" + name + "' as group " + std::to_string(number) + "; was group " + std::to_string(other), open + 4);
    if (!name.empty())
      regex.names.emplace_back(name, number);
  }
  if (!alternatives(out, depth + 1))
    return false;
  if (!take(')'))
    return fail("missing ), unterminated subpattern", open);
  if (isCapture) {
    openGroups.pop_back();
    groupWidths[number] = {out.width, out.widest};
    out.steps.insert(out.steps.begin(), make(Kind::save, 2 * number));
    out.steps.push_back(make(Kind::save, 2 * number + 1));
  }
  return true;
}

//===-- characters ---------------------------------------------------------------------------------------------===//

bool RegexParser::number(unsigned digits, unsigned radix, uint32_t &value, size_t begin) {
  value = 0;
  for (unsigned i = 0; i < digits; ++i) {
    unsigned digit = peek() < 0x80 ? llvm::hexDigitValue(static_cast<char>(peek())) : radix;
    if (digit >= radix)
      return fail("incomplete escape " + spellPattern(begin), begin);
    value = value * radix + digit;
    ++at;
  }
  return value <= 0x10FFFF || fail("bad escape " + spellPattern(begin), begin);
}

/// `\N{...}`.
bool RegexParser::namedCharacter(uint32_t &value, size_t begin) {
  if (!take('{'))
    return fail("missing {", at);
  std::string name;
  size_t first = at;
  while (peek() != none && peek() != '}')
    name += spell(pattern[at++]);
  if (name.empty())
    return fail("missing character name", first);
  if (!take('}'))
    return fail("missing }, unterminated name", first);
  std::optional<uint32_t> found = syntax::findCharacterName(name);
  value = found.value_or(0);
  return found || fail("undefined character name '" + name + "'", begin);
}

/// The character that an escape stands for, outside of classes and references; none when it is no such escape.
static std::optional<uint32_t> simpleEscape(uint32_t c) {
  static constexpr std::pair<char, char> letters[] = {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'f', '\f'}, {'v', '\v'}, {'a', '\a'}, {'\\', '\\'}};
  for (auto [letter, meaning] : letters)
    if (c == static_cast<uint32_t>(letter))
      return static_cast<uint32_t>(meaning);
  if (c < 0x80 && llvm::isAlnum(static_cast<char>(c)))
    return std::nullopt;
  return c;
}

bool RegexParser::escape(Fragment &out) {
  size_t begin = at++;
  uint32_t c = peek();
  if (c == none)
    return fail("bad escape (end of pattern)", begin);
  ++at;
  if (c < 0x80 && llvm::StringRef("dswDSW").contains(static_cast<char>(c))) {
    Regex::CharacterSet set;
    set.asciiOnly = (flags & Regex::ascii) || isBytes;
    set.classes.emplace_back(llvm::toLower(static_cast<char>(c)), c < 'a');
    regex.sets.push_back(std::move(set));
    one(out, make(Kind::set, static_cast<uint32_t>(regex.sets.size() - 1)));
    return true;
  }
  Kind anchors[] = {Kind::textBegin, Kind::textEnd, Kind::boundary, Kind::noBoundary};
  size_t anchor = c < 0x80 ? llvm::StringRef("AZbB").find(static_cast<char>(c)) : llvm::StringRef::npos;
  if (anchor != llvm::StringRef::npos) {
    out.steps = {make(anchors[anchor])};
    return true;
  }
  uint32_t value = 0;
  if (c == 'N' && !isBytes) {
    if (!namedCharacter(value, begin))
      return false;
    one(out, make(Kind::character, value));
    return true;
  }
  if (c == 'x' || (!isBytes && (c == 'u' || c == 'U'))) {
    if (!number(c == 'x' ? 2 : c == 'u' ? 4 : 8, 16, value, begin))
      return false;
    one(out, make(Kind::character, value));
    return true;
  }
  if (c == '0') {
    for (int i = 0; i < 2 && peek() >= '0' && peek() <= '7'; ++i)
      value = value * 8 + (pattern[at++] - '0');
    one(out, make(Kind::character, value));
    return true;
  }
  if (c >= '1' && c <= '9') {
    value = c - '0';
    if (peek() >= '0' && peek() <= '9') {
      value = value * 10 + (pattern[at++] - '0');
      uint32_t tens = pattern[at - 1];
      if (c <= '7' && tens <= '7' && peek() >= '0' && peek() <= '7') { // three octal digits are a character
        value = (c - '0') * 64 + (tens - '0') * 8 + (pattern[at++] - '0');
        if (value > 0377)
          return fail("octal escape value " + spellPattern(begin) + " outside of range 0-0o377", begin);
        one(out, make(Kind::character, value));
        return true;
      }
    }
    if (value > regex.groups)
      return fail("invalid group reference " + std::to_string(value), begin + 1);
    if (llvm::is_contained(openGroups, value))
      return fail("cannot refer to an open group", begin);
    return reference(out, value, begin);
  }
  std::optional<uint32_t> plain = simpleEscape(c);
  if (!plain)
    return fail("bad escape \\" + spell(c), begin);
  one(out, make(Kind::character, *plain));
  return true;
}

/// One character or class inside brackets.
bool RegexParser::classItem(Regex::CharacterSet &set, uint32_t &single, bool &isSingle, size_t open) {
  isSingle = true;
  single = peek();
  if (single == none)
    return fail("unterminated character set", open);
  size_t begin = at++;
  if (single != '\\')
    return true;
  uint32_t c = peek();
  if (c == none)
    return fail("unterminated character set", open);
  ++at;
  if (c < 0x80 && llvm::StringRef("dswDSW").contains(static_cast<char>(c))) {
    set.classes.emplace_back(llvm::toLower(static_cast<char>(c)), c < 'a');
    isSingle = false;
    return true;
  }
  if (c == 'N' && !isBytes)
    return namedCharacter(single, begin);
  if (c == 'x' || (!isBytes && (c == 'u' || c == 'U')))
    return number(c == 'x' ? 2 : c == 'u' ? 4 : 8, 16, single, begin);
  if (c == 'b') {
    single = '\b';
    return true;
  }
  if (c >= '0' && c <= '7') {
    single = c - '0';
    for (int i = 0; i < 2 && peek() >= '0' && peek() <= '7'; ++i)
      single = single * 8 + (pattern[at++] - '0');
    return single <= 0377 || fail("octal escape value " + spellPattern(begin) + " outside of range 0-0o377", begin);
  }
  std::optional<uint32_t> plain = simpleEscape(c);
  if (!plain)
    return fail("bad escape \\" + spell(c), begin);
  single = *plain;
  return true;
}

bool RegexParser::characterClass(Fragment &out) {
  size_t open = at++;
  Regex::CharacterSet set;
  set.negated = take('^');
  set.folded = flags & Regex::ignoreCase;
  set.asciiOnly = (flags & Regex::ascii) || isBytes;
  for (bool isFirst = true; isFirst || peek() != ']'; isFirst = false) {
    size_t begin = at;
    uint32_t first, last;
    bool isSingle, isLastSingle;
    if (!classItem(set, first, isSingle, open))
      return false;
    if (peek() != '-' || peek(1) == ']' || peek(1) == none) {
      if (isSingle)
        set.ranges.emplace_back(first, first);
      continue;
    }
    ++at;
    if (!classItem(set, last, isLastSingle, open))
      return false;
    if (!isSingle || !isLastSingle || last < first)
      return fail("bad character range " + toUtf8(llvm::ArrayRef(pattern).slice(begin, at - begin)), begin);
    set.ranges.emplace_back(first, last);
  }
  ++at;
  regex.sets.push_back(std::move(set));
  one(out, make(Kind::set, static_cast<uint32_t>(regex.sets.size() - 1)));
  return true;
}

//===-- the whole ----------------------------------------------------------------------------------------------===//

bool RegexParser::run() {
  Fragment whole;
  if (!alternatives(whole, 0))
    return false;
  if (at < pattern.size())
    return fail("unbalanced parenthesis", at);
  for (auto [group, place] : asked)
    if (group > regex.groups)
      return fail("invalid group reference " + std::to_string(group), place);
  whole.steps.push_back(make(Kind::match));
  unsigned slots = 2 * (regex.groups + 1);
  for (size_t i = 0; i < whole.steps.size(); ++i) {
    Step &step = whole.steps[i];
    uint32_t here = static_cast<uint32_t>(i);
    switch (step.kind) {
    case Kind::split:
      step.y += here;
      [[fallthrough]];
    case Kind::jump:
      step.x += here;
      break;
    case Kind::lookAhead:
    case Kind::lookBehind:
    case Kind::atomic:
    case Kind::conditional:
      step.y += here;
      break;
    case Kind::countLoop:
      step.x = here - step.x;
      step.y += slots;
      break;
    case Kind::resetCount:
    case Kind::beginRound:
      step.x += slots;
      break;
    default:
      break;
    }
  }
  regex.steps = std::move(whole.steps);
  regex.patternFlags = flags;
  return true;
}

std::optional<Regex> Regex::compile(CodePoints pattern, unsigned flags, bool isBytes, Error &error) {
  Regex regex;
  regex.overBytes = isBytes;
  RegexParser parser(regex, std::move(pattern), flags, isBytes, error);
  if (!parser.run())
    return std::nullopt;
  return regex;
}
