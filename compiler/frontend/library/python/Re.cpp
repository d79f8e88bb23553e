// SPDX-License-Identifier: Apache-2.0
// The module `re`: patterns and matches as Python's objects, over the engine in Regex.h. Every search counts against the evaluator's
// steps, so a pattern that would try for ever ends with `step-limit`.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/library/python/Python.h"
#include "compiler/frontend/library/python/Regex.h"

using namespace tessera;
using namespace tessera::frontend;
using library::CodePoints;
using library::Regex;
using Mode = Regex::Mode;

namespace {

/// `re.Pattern`.
class PatternObject : public ExtensionObject {
public:
  PatternObject(Regex regex, StrObject *pattern) : ExtensionObject(&tag), regex(std::move(regex)), pattern(pattern) {}
  const Regex regex;
  StrObject *const pattern;
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("re", "Pattern"); }
  std::optional<std::string> repr(Evaluator &) override { return "re.compile(" + quote(pattern->value) + ")"; }
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override { return pattern->hash(evaluator); }
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static char tag;
};
char PatternObject::tag;

/// A subject text, decoded once for all its matches.
struct Subject {
  StrObject *text;
  CodePoints points;
  std::string part(int64_t begin, int64_t end) const { return library::toUtf8(llvm::ArrayRef(points).slice(begin, end - begin)); }
};

/// `re.Match`.
class MatchObject : public ExtensionObject {
public:
  MatchObject(PatternObject *pattern, std::shared_ptr<Subject> subject, std::vector<int64_t> spans)
      : ExtensionObject(&tag), pattern(pattern), subject(std::move(subject)), spans(std::move(spans)) {}
  PatternObject *const pattern;
  const std::shared_ptr<Subject> subject;
  const std::vector<int64_t> spans; // begin and end of each group; -1: took no part

  /// The group's text; `absent` where it took no part.
  Value group(Evaluator &evaluator, size_t number, Value absent) const {
    return spans[2 * number] < 0 ? absent : evaluator.string(subject->part(spans[2 * number], spans[2 * number + 1]));
  }
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("re", "Match"); }
  Value getItem(Evaluator &evaluator, Value key) override;
  std::optional<std::string> repr(Evaluator &) override {
    return "<re.Match object; span=(" + std::to_string(spans[0]) + ", " + std::to_string(spans[1]) + "), match=" + quote(subject->part(spans[0], spans[1])) + ">";
  }
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static char tag;
};
char MatchObject::tag;

/// One walk over a subject: each `next` goes on behind the last match.
class Scanner {
public:
  Scanner(Evaluator &evaluator, PatternObject *pattern, std::shared_ptr<Subject> subject, int64_t start, int64_t end)
      : evaluator(evaluator), pattern(pattern), subject(std::move(subject)), at(start), end(end) {}
  /// The next match; null at the end, or with an exception pending.
  MatchObject *next(Mode mode);

private:
  Evaluator &evaluator;
  PatternObject *pattern;
  std::shared_ptr<Subject> subject;
  int64_t at, end;
  bool mayBeEmpty = true;
};

} // namespace

std::optional<Value> PatternObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<PatternObject>(other);
  if (!theirs || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  bool same = pattern->value == theirs->pattern->value && regex.flags() == theirs->regex.flags();
  return evaluator.boolean(same == (op == CompareOp::equal));
}

MatchObject *Scanner::next(Mode mode) {
  if (at > end)
    return nullptr;
  std::vector<int64_t> spans;
  Regex::Outcome outcome = pattern->regex.run(subject->points, at, end, mode, mayBeEmpty, [&] { return evaluator.step(); }, spans);
  if (outcome != Regex::Outcome::found)
    return nullptr;
  mayBeEmpty = spans[1] != spans[0];
  at = spans[1];
  return evaluator.make<MatchObject>(pattern, subject, std::move(spans));
}

//===-- reading arguments --------------------------------------------------------------------------------------===//

static PatternObject *compilePattern(Evaluator &evaluator, Value pattern, Value flags) {
  std::optional<int64_t> bits = evaluator.toInt(flags, "`flags`");
  if (!bits)
    return nullptr;
  if (auto *known = llvm::dyn_cast<PatternObject>(pattern)) {
    if (*bits)
      return evaluator.raise(DiagnosticId::valueError, "cannot process flags argument with a compiled pattern"), nullptr;
    return known;
  }
  if (llvm::isa<BytesObject>(pattern))
    return evaluator.notSupported("a regular expression over bytes"), nullptr;
  std::optional<std::string> text = evaluator.toString(pattern, "a pattern");
  if (!text)
    return nullptr;
  constexpr int64_t known = Regex::ignoreCase | Regex::multiLine | Regex::dotAll | Regex::verbose | Regex::ascii | Regex::unicode;
  if (*bits & ~known)
    return evaluator.notSupported("this flag of a regular expression"), nullptr;
  Regex::Error error;
  std::optional<Regex> regex = Regex::compile(*text, static_cast<unsigned>(*bits), error);
  if (regex)
    return evaluator.make<PatternObject>(std::move(*regex), evaluator.string(*text));
  if (error.isRefused)
    return evaluator.notSupported(error.message + " in a regular expression (position " + std::to_string(error.position) + ")"), nullptr;
  CodePoints before = library::toCodePoints(*text);
  before.resize(std::min(before.size(), error.position));
  auto lines = llvm::count(before, '\n');
  auto lastBreak = llvm::find(llvm::reverse(before), '\n');
  std::string place = " at position " + std::to_string(error.position);
  int64_t column = lastBreak - before.rbegin() + 1;
  if (llvm::StringRef(*text).contains('\n'))
    place += " (line " + std::to_string(lines + 1) + ", column " + std::to_string(column) + ")";
  evaluator.raise(DiagnosticId::valueError, error.message + place);
  ExceptionObject *raised = evaluator.pendingException();
  raised->instanceType = evaluator.libraryClass("re", "error");
  raised->attributes.set("msg", evaluator.string(error.message));
  raised->attributes.set("pattern", evaluator.string(*text));
  raised->attributes.set("pos", evaluator.integer(static_cast<int64_t>(error.position)));
  raised->attributes.set("lineno", evaluator.integer(lines + 1));
  raised->attributes.set("colno", evaluator.integer(column));
  return nullptr;
}

static std::shared_ptr<Subject> toSubject(Evaluator &evaluator, Value value) {
  if (llvm::isa<BytesObject>(value))
    return evaluator.notSupported("a regular expression over bytes"), nullptr;
  auto *run = llvm::dyn_cast<TextObject>(value);
  auto *text = run ? evaluator.force(run) : llvm::dyn_cast<StrObject>(value);
  if (!text)
    return run ? nullptr : (evaluator.raise(DiagnosticId::typeError, "expected string or bytes-like object, got '" + value->typeName(evaluator) + "'"), nullptr);
  auto subject = std::make_shared<Subject>();
  subject->text = text;
  subject->points = library::toCodePoints(text->value);
  return subject;
}

namespace {
/// The pattern, subject and range of a call, of a module's function or a pattern's method.
struct Request {
  PatternObject *pattern = nullptr;
  std::shared_ptr<Subject> subject;
  int64_t start = 0, end = 0;
};
} // namespace

static std::optional<Request> readRequest(Call &call) {
  Request request;
  bool isMethod = call.self && llvm::isa<PatternObject>(call.self);
  request.pattern = isMethod ? llvm::cast<PatternObject>(call.self) : compilePattern(call.evaluator, call["pattern"], call["flags"]);
  request.subject = request.pattern ? toSubject(call.evaluator, call["string"]) : nullptr;
  if (!request.subject)
    return std::nullopt;
  int64_t size = static_cast<int64_t>(request.subject->points.size());
  request.end = size;
  bool hasRange = isMethod && llvm::any_of(*call.parameters, [](const ParameterInfo &parameter) { return parameter.name == "pos"; });
  if (!hasRange)
    return request;
  std::optional<int64_t> first = call.evaluator.toInt(call["pos"], "`pos`");
  std::optional<int64_t> last = first ? call.evaluator.toInt(call["endpos"], "`endpos`") : std::nullopt;
  if (!last)
    return std::nullopt;
  request.start = std::clamp<int64_t>(*first, 0, size);
  request.end = std::clamp<int64_t>(*last, 0, size);
  return request;
}

static Scanner scannerOf(Call &call, const Request &request) {
  return Scanner(call.evaluator, request.pattern, request.subject, request.start, request.end);
}

/// How many replacements or splits; 0 is without bound. Negative with an exception pending.
static int64_t readCount(Call &call, llvm::StringRef name) {
  std::optional<int64_t> count = call.evaluator.toInt(call[name], name);
  return count ? (*count <= 0 ? INT64_MAX : *count) : -1;
}

//===-- searching ----------------------------------------------------------------------------------------------===//

template <Mode mode> static Value find(Call &call) {
  std::optional<Request> request = readRequest(call);
  if (!request)
    return nullptr;
  MatchObject *match = scannerOf(call, *request).next(mode);
  return match || call.evaluator.hasPending() ? Value(match) : call.evaluator.none();
}

static Value findAll(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Request> request = readRequest(call);
  if (!request)
    return nullptr;
  Scanner scanner = scannerOf(call, *request);
  std::vector<Value> items;
  unsigned groups = request->pattern->regex.groupCount();
  while (MatchObject *match = scanner.next(Mode::search)) {
    std::vector<Value> parts;
    for (unsigned group = groups ? 1 : 0; group <= groups; ++group)
      parts.push_back(match->group(evaluator, group, evaluator.string("")));
    items.push_back(parts.size() == 1 ? parts[0] : evaluator.tuple(std::move(parts)));
  }
  return evaluator.hasPending() ? nullptr : evaluator.list(std::move(items));
}

static Value findIter(Call &call) {
  std::optional<Request> request = readRequest(call);
  if (!request)
    return nullptr;
  auto scanner = std::make_shared<Scanner>(scannerOf(call, *request));
  return call.evaluator.iteratorFrom([scanner](Evaluator &evaluator) -> std::optional<Value> {
    MatchObject *match = scanner->next(Mode::search);
    return match || evaluator.hasPending() ? std::optional<Value>(match) : std::nullopt;
  });
}

static Value split(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Request> request = readRequest(call);
  int64_t left = request ? readCount(call, "maxsplit") : -1;
  if (left < 0)
    return nullptr;
  Scanner scanner = scannerOf(call, *request);
  std::vector<Value> items;
  int64_t from = 0;
  while (left-- > 0) {
    MatchObject *match = scanner.next(Mode::search);
    if (!match)
      break;
    items.push_back(evaluator.string(request->subject->part(from, match->spans[0])));
    for (unsigned group = 1; group <= request->pattern->regex.groupCount(); ++group)
      items.push_back(match->group(evaluator, group, evaluator.none()));
    from = match->spans[1];
  }
  if (evaluator.hasPending())
    return nullptr;
  items.push_back(evaluator.string(request->subject->part(from, static_cast<int64_t>(request->subject->points.size()))));
  return evaluator.list(std::move(items));
}

//===-- replacing ----------------------------------------------------------------------------------------------===//

/// A group by number or name; -1 when the pattern has none.
static int64_t groupNumber(const Regex &regex, llvm::StringRef name) {
  unsigned number;
  if (!name.getAsInteger(10, number))
    return number <= regex.groupCount() ? static_cast<int64_t>(number) : -1;
  for (const auto &[known, index] : regex.groupNames())
    if (known == name)
      return index;
  return -1;
}

/// Adds what `template_` becomes for a match; false with an exception pending.
static bool expandTemplate(Evaluator &evaluator, llvm::StringRef template_, MatchObject *match, std::string &out) {
  auto fail = [&](const std::string &message) {
    evaluator.raise(DiagnosticId::valueError, message);
    evaluator.pendingException()->instanceType = evaluator.libraryClass("re", "error");
    return false;
  };
  const Regex &regex = match->pattern->regex;
  auto add = [&](int64_t group) {
    if (match->spans[2 * group] >= 0)
      out += match->subject->part(match->spans[2 * group], match->spans[2 * group + 1]);
  };
  while (!template_.empty()) {
    size_t slash = template_.find('\\');
    out += template_.take_front(slash);
    template_ = slash == llvm::StringRef::npos ? "" : template_.drop_front(slash + 1);
    if (slash == llvm::StringRef::npos)
      break;
    if (template_.empty())
      return fail("bad escape (end of pattern)");
    char c = template_.front();
    template_ = template_.drop_front();
    if (c == 'g') {
      if (!template_.consume_front("<"))
        return fail("missing <");
      size_t close = template_.find('>');
      if (close == llvm::StringRef::npos)
        return fail("missing >, unterminated name");
      llvm::StringRef name = template_.take_front(close);
      int64_t group = groupNumber(regex, name);
      if (group < 0)
        return llvm::isDigit(name.empty() ? ' ' : name[0]) ? fail("invalid group reference " + name.str()) : fail("unknown group name '" + name.str() + "'");
      add(group);
      template_ = template_.drop_front(close + 1);
    } else if (c >= '1' && c <= '9') {
      int64_t group = c - '0';
      if (!template_.empty() && llvm::isDigit(template_[0])) {
        group = group * 10 + (template_[0] - '0');
        template_ = template_.drop_front();
      }
      if (group > regex.groupCount())
        return fail("invalid group reference " + std::to_string(group));
      add(group);
    } else if (size_t known = llvm::StringRef("ntrfva\\0").find(c); known != llvm::StringRef::npos) {
      out += "\n\t\r\f\v\a\\\0"[known];
    } else if (llvm::isAlnum(c)) {
      return fail(std::string("bad escape \\") + c);
    } else {
      out += '\\';
      out += c;
    }
  }
  return true;
}

static Value substitute(Call &call, bool wantsCount) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Request> request = readRequest(call);
  int64_t left = request ? readCount(call, "count") : -1;
  if (left < 0)
    return nullptr;
  Value replacement = call["repl"];
  auto *fixed = llvm::dyn_cast<StrObject>(replacement);
  if (!fixed && !evaluator.isCallable(replacement))
    return evaluator.raise(DiagnosticId::typeError, "the replacement is a '" + replacement->typeName(evaluator) + "', expected a string or a function");
  Scanner scanner = scannerOf(call, *request);
  std::string out;
  int64_t from = 0, done = 0;
  for (; done < left; ++done) {
    MatchObject *match = scanner.next(Mode::search);
    if (!match)
      break;
    out += request->subject->part(from, match->spans[0]);
    from = match->spans[1];
    if (fixed && !expandTemplate(evaluator, fixed->value, match, out))
      return nullptr;
    if (fixed)
      continue;
    Value text = evaluator.call(replacement, {Value(match)});
    std::optional<std::string> known = text ? evaluator.toString(text, "the replacement function's result") : std::nullopt;
    if (!known)
      return nullptr;
    out += *known;
    if (static_cast<int64_t>(out.size()) > evaluator.options().sizeLimit)
      return evaluator.raise(DiagnosticId::memoryLimit, "a string of " + std::to_string(out.size()) + " bytes is beyond the limit");
  }
  if (evaluator.hasPending())
    return nullptr;
  out += request->subject->part(from, static_cast<int64_t>(request->subject->points.size()));
  Value text = evaluator.string(out);
  return wantsCount ? Value(evaluator.tuple({text, evaluator.integer(done)})) : text;
}

static Value sub(Call &call) { return substitute(call, false); }
static Value subn(Call &call) { return substitute(call, true); }

static Value compile(Call &call) { return compilePattern(call.evaluator, call["pattern"], call["flags"]); }

static Value escape(Call &call) {
  std::optional<std::string> text = call.evaluator.toString(call["pattern"], "`pattern`");
  std::string out;
  for (char c : text.value_or("")) {
    if (llvm::StringRef("()[]{}?*+-|^$\\.&~# \t\n\r\v\f").contains(c))
      out += '\\';
    out += c;
  }
  return text ? call.evaluator.string(out) : nullptr;
}

static Value purge(Call &call) { return call.evaluator.none(); }

template <unsigned bits> static Value flag(Call &call) { return call.evaluator.integer(bits); }

//===-- patterns and matches -----------------------------------------------------------------------------------===//

static const Regex &regexOf(Call &call) { return llvm::cast<PatternObject>(call.self)->regex; }
static Value patternText(Call &call) { return llvm::cast<PatternObject>(call.self)->pattern; }
static Value patternFlags(Call &call) { return call.evaluator.integer(regexOf(call).flags() | Regex::unicode); }
static Value patternGroups(Call &call) { return call.evaluator.integer(regexOf(call).groupCount()); }
static Value patternGroupIndex(Call &call) {
  DictObject *dict = call.evaluator.dict();
  for (const auto &[name, number] : regexOf(call).groupNames())
    dict->set(call.evaluator, name, call.evaluator.integer(number));
  return dict;
}

static MatchObject *matchOf(Call &call) { return llvm::cast<MatchObject>(call.self); }

/// The number of the group that `key` names; -1 with an exception pending.
static int64_t readGroup(Evaluator &evaluator, const MatchObject *match, Value key) {
  const Regex &regex = match->pattern->regex;
  int64_t number = -1;
  if (auto *name = llvm::dyn_cast<StrObject>(key)) {
    for (const auto &[known, index] : regex.groupNames())
      if (known == name->value)
        number = index;
  } else if (std::optional<int64_t> index = evaluator.toInt(key, "a group")) {
    number = *index >= 0 && *index <= regex.groupCount() ? *index : -1;
  } else {
    return -1;
  }
  if (number < 0)
    evaluator.raise(DiagnosticId::indexError, "no such group");
  return number;
}

Value MatchObject::getItem(Evaluator &evaluator, Value key) {
  int64_t number = readGroup(evaluator, this, key);
  return number < 0 ? nullptr : group(evaluator, static_cast<size_t>(number), evaluator.none());
}

static Value matchGroup(Call &call) {
  std::vector<Value> keys = llvm::cast<TupleObject>(call["groups"])->items, parts;
  if (keys.empty())
    keys.push_back(call.evaluator.integer(0));
  for (Value key : keys) {
    parts.push_back(matchOf(call)->getItem(call.evaluator, key));
    if (!parts.back())
      return nullptr;
  }
  return parts.size() == 1 ? parts[0] : call.evaluator.tuple(std::move(parts));
}

static Value matchGroups(Call &call) {
  std::vector<Value> parts;
  for (unsigned group = 1; group <= matchOf(call)->pattern->regex.groupCount(); ++group)
    parts.push_back(matchOf(call)->group(call.evaluator, group, call["default"]));
  return call.evaluator.tuple(std::move(parts));
}

static Value matchGroupDict(Call &call) {
  DictObject *dict = call.evaluator.dict();
  for (const auto &[name, number] : matchOf(call)->pattern->regex.groupNames())
    dict->set(call.evaluator, name, matchOf(call)->group(call.evaluator, number, call["default"]));
  return dict;
}

/// `start`, `end` and `span` of a group.
template <int which> static Value matchPlace(Call &call) {
  int64_t group = readGroup(call.evaluator, matchOf(call), call["group"]);
  if (group < 0)
    return nullptr;
  int64_t begin = matchOf(call)->spans[2 * group], end = matchOf(call)->spans[2 * group + 1];
  return which == 2 ? Value(call.evaluator.tupleOfInts({begin, end})) : call.evaluator.integer(which ? end : begin);
}

static Value matchExpand(Call &call) {
  std::optional<std::string> text = call.evaluator.toString(call["template"], "`template`");
  std::string out;
  return text && expandTemplate(call.evaluator, *text, matchOf(call), out) ? call.evaluator.string(out) : nullptr;
}

static Value matchString(Call &call) { return matchOf(call)->subject->text; }
static Value matchPattern(Call &call) { return matchOf(call)->pattern; }

/// The group that closed last.
static unsigned lastGroup(const MatchObject *match) {
  unsigned last = 0;
  for (unsigned group = 1; group <= match->pattern->regex.groupCount(); ++group) {
    bool closesLater = match->spans[2 * group] >= 0 && (!last || match->spans[2 * group + 1] > match->spans[2 * last + 1]);
    if (closesLater)
      last = group;
  }
  return last;
}
static Value matchLastIndex(Call &call) {
  unsigned last = lastGroup(matchOf(call));
  return last ? call.evaluator.integer(last) : call.evaluator.none();
}
static Value matchLastGroup(Call &call) {
  unsigned last = lastGroup(matchOf(call));
  for (const auto &[name, number] : matchOf(call)->pattern->regex.groupNames())
    if (number == last)
      return call.evaluator.string(name);
  return call.evaluator.none();
}

#define TESSERA_RANGE "(string, pos=0, endpos=9223372036854775807)"
#define TESSERA_FLAG(name, letter, bits, summary) {"re", name, EntryKind::constant, "", summary, flag<bits>}, {"re", letter, EntryKind::constant, "", summary, flag<bits>}
static constexpr LibraryEntry entries[] = {
    {"re", "compile", EntryKind::function, "(pattern, flags=0)", "A pattern, ready to be used.", compile},
    {"re", "search", EntryKind::function, "(pattern, string, flags=0)", "The first match anywhere in the text.", find<Mode::search>},
    {"re", "match", EntryKind::function, "(pattern, string, flags=0)", "A match at the text's beginning.", find<Mode::match>},
    {"re", "fullmatch", EntryKind::function, "(pattern, string, flags=0)", "A match of the whole text.", find<Mode::fullMatch>},
    {"re", "findall", EntryKind::function, "(pattern, string, flags=0)", "All matches' texts, or their groups.", findAll},
    {"re", "finditer", EntryKind::function, "(pattern, string, flags=0)", "All matches, one after the other.", findIter},
    {"re", "split", EntryKind::function, "(pattern, string, maxsplit=0, flags=0)", "The parts between the matches.", split},
    {"re", "sub", EntryKind::function, "(pattern, repl, string, count=0, flags=0)", "The text with matches replaced.", sub},
    {"re", "subn", EntryKind::function, "(pattern, repl, string, count=0, flags=0)", "The same, and how many were replaced.", subn},
    {"re", "escape", EntryKind::function, "(pattern)", "The text as a pattern that matches it.", escape},
    {"re", "purge", EntryKind::function, "()", "Does nothing: patterns are not cached.", purge},
    {"re", "Pattern", EntryKind::type, "()", "A compiled pattern.", nullptr},
    {"re", "Match", EntryKind::type, "()", "Where a pattern matched.", nullptr},
    {"re", "error", EntryKind::type, "(msg, pattern=None, pos=None)", "Raised by a pattern that is not one.", nullptr},
    TESSERA_FLAG("IGNORECASE", "I", Regex::ignoreCase, "Letters match in either case (ASCII's)."),
    TESSERA_FLAG("MULTILINE", "M", Regex::multiLine, "`^` and `$` match at each line."),
    TESSERA_FLAG("DOTALL", "S", Regex::dotAll, "`.` matches line ends too."),
    TESSERA_FLAG("VERBOSE", "X", Regex::verbose, "Blanks and comments in the pattern are skipped."),
    TESSERA_FLAG("ASCII", "A", Regex::ascii, "Classes hold ASCII characters only."),
    TESSERA_FLAG("UNICODE", "U", Regex::unicode, "The default."),
    {"re", "NOFLAG", EntryKind::constant, "", "No flag.", flag<0>},
    {"re.Pattern", "search", EntryKind::method, TESSERA_RANGE, "The first match anywhere in the text.", find<Mode::search>},
    {"re.Pattern", "match", EntryKind::method, TESSERA_RANGE, "A match at the beginning.", find<Mode::match>},
    {"re.Pattern", "fullmatch", EntryKind::method, TESSERA_RANGE, "A match of the whole text.", find<Mode::fullMatch>},
    {"re.Pattern", "findall", EntryKind::method, TESSERA_RANGE, "All matches' texts, or their groups.", findAll},
    {"re.Pattern", "finditer", EntryKind::method, TESSERA_RANGE, "All matches, one after the other.", findIter},
    {"re.Pattern", "split", EntryKind::method, "(string, maxsplit=0)", "The parts between the matches.", split},
    {"re.Pattern", "sub", EntryKind::method, "(repl, string, count=0)", "The text with matches replaced.", sub},
    {"re.Pattern", "subn", EntryKind::method, "(repl, string, count=0)", "The same, and how many were replaced.", subn},
    {"re.Pattern", "pattern", EntryKind::property, "", "The text that it was compiled from.", patternText},
    {"re.Pattern", "flags", EntryKind::property, "", "Its flags.", patternFlags},
    {"re.Pattern", "groups", EntryKind::property, "", "How many groups it has.", patternGroups},
    {"re.Pattern", "groupindex", EntryKind::property, "", "The numbers of its named groups.", patternGroupIndex},
    {"re.Match", "group", EntryKind::method, "(*groups)", "The text of a group, or of several.", matchGroup},
    {"re.Match", "groups", EntryKind::method, "(default=None)", "The texts of all groups.", matchGroups},
    {"re.Match", "groupdict", EntryKind::method, "(default=None)", "The texts of the named groups.", matchGroupDict},
    {"re.Match", "start", EntryKind::method, "(group=0)", "Where a group begins; -1 if it took no part.", matchPlace<0>},
    {"re.Match", "end", EntryKind::method, "(group=0)", "Where a group ends; -1 if it took no part.", matchPlace<1>},
    {"re.Match", "span", EntryKind::method, "(group=0)", "Where a group begins and ends.", matchPlace<2>},
    {"re.Match", "expand", EntryKind::method, "(template)", "A replacement template filled in.", matchExpand},
    {"re.Match", "string", EntryKind::property, "", "The text that was searched.", matchString},
    {"re.Match", "re", EntryKind::property, "", "The pattern.", matchPattern},
    {"re.Match", "lastindex", EntryKind::property, "", "The number of the group that closed last.", matchLastIndex},
    {"re.Match", "lastgroup", EntryKind::property, "", "Its name.", matchLastGroup},
};
#undef TESSERA_RANGE
#undef TESSERA_FLAG

llvm::ArrayRef<LibraryEntry> library::reEntries() { return entries; }
