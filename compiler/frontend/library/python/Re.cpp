// SPDX-License-Identifier: Apache-2.0
// The module `re`: patterns and matches as Python's objects, over the engine in Regex.h. Every search counts against the evaluator's
// steps, so a pattern that would try for ever ends with `step-limit`.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/library/python/Python.h"
#include "compiler/frontend/library/python/Regex.h"
#include "compiler/frontend/syntax/Characters.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::frontend;
using library::CodePoints;
using library::Regex;
using Mode = Regex::Mode;

namespace {

/// `re.Pattern`.
class PatternObject : public ExtensionObject {
public:
  PatternObject(Regex regex, Value pattern, int64_t flags)
      : ExtensionObject(&tag), regex(std::move(regex)), pattern(pattern), flags(flags) {}
  const Regex regex;
  const Value pattern; // a StrObject or a BytesObject
  const int64_t flags;
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("re", "Pattern"); }
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override { return pattern->hash(evaluator); }
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static char tag;
};
char PatternObject::tag;

/// A subject text, decoded once for all its matches.
struct Subject {
  Value text; // as the program gave it
  CodePoints points;
  bool isBytes = false;
  std::string part(int64_t begin, int64_t end) const {
    llvm::ArrayRef<uint32_t> slice = llvm::ArrayRef(points).slice(begin, end - begin);
    return isBytes ? std::string(slice.begin(), slice.end()) : library::toUtf8(slice);
  }
  Value make(Evaluator &evaluator, std::string value) const {
    return isBytes ? Value(evaluator.make<BytesObject>(std::move(value))) : evaluator.string(value);
  }
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
    return spans[2 * number] < 0 ? absent
                                 : subject->make(evaluator, subject->part(spans[2 * number], spans[2 * number + 1]));
  }
  ClassObject *type(Evaluator &evaluator) override { return evaluator.libraryClass("re", "Match"); }
  Value getItem(Evaluator &evaluator, Value key) override;
  int64_t pos = 0, endpos = 0; // where the search began, and how far it went
  std::optional<std::string> repr(Evaluator &evaluator) override {
    std::optional<std::string> text = evaluator.repr(group(evaluator, 0, evaluator.none()));
    return "<" + type(evaluator)->qualifiedName() + " object; span=(" + std::to_string(spans[0]) + ", " +
           std::to_string(spans[1]) + "), match=" + text.value_or("?") + ">";
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
      : evaluator(evaluator), pattern(pattern), subject(std::move(subject)), first(start), at(start), end(end) {}
  /// The next match; null at the end, or with an exception pending.
  MatchObject *next(Mode mode);

private:
  Evaluator &evaluator;
  PatternObject *pattern;
  std::shared_ptr<Subject> subject;
  int64_t first, at, end;
  bool mayBeEmpty = true;
};

} // namespace

std::optional<Value> PatternObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<PatternObject>(other);
  if (!theirs || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  std::optional<bool> equal = pattern->kind() == theirs->pattern->kind() ? evaluator.equal(pattern, theirs->pattern)
                                                                         : std::optional<bool>(false);
  if (!equal)
    return Value(nullptr);
  bool same = *equal && flags == theirs->flags;
  return evaluator.boolean(same == (op == CompareOp::equal));
}

std::optional<std::string> PatternObject::repr(Evaluator &evaluator) {
  static constexpr std::pair<int, llvm::StringLiteral> names[] = {
      {2, "re.IGNORECASE"}, {4, "re.LOCALE"},   {8, "re.MULTILINE"}, {16, "re.DOTALL"},
      {32, "re.UNICODE"},   {64, "re.VERBOSE"}, {128, "re.DEBUG"},   {256, "re.ASCII"}};
  std::optional<std::string> text = evaluator.repr(pattern);
  if (!text)
    return std::nullopt;
  CodePoints points = library::toCodePoints(*text);
  points.resize(std::min<size_t>(points.size(), 200));
  std::string result = "re.compile(" + library::toUtf8(points);
  int64_t left = flags;
  if (!regex.isOverBytes() && (left & (Regex::locale | Regex::unicode | Regex::ascii)) == Regex::unicode)
    left &= ~int64_t(Regex::unicode);
  llvm::StringRef separator = ", ";
  for (const auto &[bit, name] : names)
    if (left & bit) {
      result += separator.str() + name.str();
      separator = "|";
      left &= ~int64_t(bit);
    }
  return result +
         (left ? separator.str() + "0x" + llvm::utohexstr(static_cast<uint64_t>(left), /*LowerCase=*/true) : "") + ")";
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
  auto *match = evaluator.make<MatchObject>(pattern, subject, std::move(spans));
  match->pos = first;
  match->endpos = end;
  return match;
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
  auto *bytes = llvm::dyn_cast<BytesObject>(pattern);
  if (!bytes && !llvm::isa<StrObject>(pattern) && !llvm::isa<TextObject>(pattern))
    return evaluator.raise(DiagnosticId::typeError, "first argument must be string or compiled pattern"), nullptr;
  std::optional<std::string> text = bytes ? bytes->value : evaluator.toString(pattern, "a pattern");
  if (!text)
    return nullptr;
  constexpr int64_t kinds = Regex::ascii | Regex::unicode | Regex::locale;
  auto refuse = [&](const char *message) -> PatternObject * {
    return evaluator.raise(DiagnosticId::valueError, message), nullptr;
  };
  if (bytes && (*bits & Regex::unicode))
    return refuse("cannot use UNICODE flag with a bytes pattern");
  if (!bytes && (*bits & Regex::locale))
    return refuse("cannot use LOCALE flag with a str pattern");
  if ((*bits & Regex::ascii) && (*bits & (bytes ? Regex::locale : Regex::unicode)))
    return refuse(bytes ? "ASCII and LOCALE flags are incompatible" : "ASCII and UNICODE flags are incompatible");
  Regex::Error error;
  CodePoints points =
      bytes ? CodePoints(llvm::StringRef(bytes->value).bytes_begin(), llvm::StringRef(bytes->value).bytes_end())
            : library::toCodePoints(*text);
  std::optional<Regex> regex = Regex::compile(points, static_cast<unsigned>(*bits & 0xFFFF), bytes != nullptr, error);
  if (regex && !bytes && (regex->flags() & Regex::ascii) && (regex->flags() & Regex::unicode))
    return refuse("ASCII and UNICODE flags are incompatible");
  if (regex) {
    int64_t all = *bits | regex->flags();
    if (!bytes && !(all & kinds))
      all |= Regex::unicode;
    Value kept = bytes ? pattern : evaluator.string(*text);
    return evaluator.make<PatternObject>(std::move(*regex), kept, all);
  }
  if (error.isRefused)
    return evaluator.notSupported(error.message + " in a regular expression (position " +
                                  std::to_string(error.position) + ")"),
           nullptr;
  CodePoints before = points;
  before.resize(std::min(before.size(), error.position));
  auto lines = llvm::count(before, '\n');
  auto lastBreak = llvm::find(llvm::reverse(before), '\n');
  bool hasPlace = error.position != Regex::Error::nowhere;
  std::string place = hasPlace ? " at position " + std::to_string(error.position) : "";
  int64_t column = lastBreak - before.rbegin() + 1;
  if (hasPlace && llvm::is_contained(points, uint32_t('\n')))
    place += " (line " + std::to_string(lines + 1) + ", column " + std::to_string(column) + ")";
  evaluator.raise(DiagnosticId::valueError, error.message + place);
  ExceptionObject *raised = evaluator.pendingException();
  raised->instanceType = evaluator.libraryClass("re", "error");
  raised->attributes.set("msg", evaluator.string(error.message));
  raised->attributes.set("pattern", bytes ? pattern : Value(evaluator.string(*text)));
  raised->attributes.set("pos", hasPlace ? evaluator.integer(static_cast<int64_t>(error.position)) : evaluator.none());
  raised->attributes.set("lineno", hasPlace ? evaluator.integer(lines + 1) : evaluator.none());
  raised->attributes.set("colno", hasPlace ? evaluator.integer(column) : evaluator.none());
  return nullptr;
}

/// The bytes of an object that is like bytes; empty for every other.
static std::optional<std::string> bytesLike(Evaluator &evaluator, Value value) {
  if (auto *bytes = llvm::dyn_cast<BytesObject>(value))
    return bytes->value;
  std::optional<Value> method = value->typeName(evaluator) == "memoryview" || value->typeName(evaluator) == "array"
                                    ? value->getAttribute(evaluator, "tobytes")
                                    : std::nullopt;
  auto *made = method && *method ? llvm::dyn_cast_or_null<BytesObject>(evaluator.call(*method, {})) : nullptr;
  return made ? std::optional<std::string>(made->value) : std::nullopt;
}

static std::shared_ptr<Subject> toSubject(Evaluator &evaluator, Value value, bool isBytes) {
  auto subject = std::make_shared<Subject>();
  auto *run = llvm::dyn_cast<TextObject>(value);
  auto *text = run ? evaluator.force(run) : llvm::dyn_cast<StrObject>(value);
  if (run && !text)
    return nullptr;
  std::optional<std::string> bytes = text ? std::nullopt : bytesLike(evaluator, value);
  if (!text && !bytes)
    return evaluator.raise(DiagnosticId::typeError,
                           "expected string or bytes-like object, got '" + value->typeName(evaluator) + "'"),
           nullptr;
  if (text ? isBytes : !isBytes)
    return evaluator.raise(DiagnosticId::typeError, text ? "cannot use a bytes pattern on a string-like object"
                                                         : "cannot use a string pattern on a bytes-like object"),
           nullptr;
  subject->isBytes = isBytes;
  subject->text = run ? Value(text) : value;
  subject->points = text ? library::toCodePoints(text->value)
                         : CodePoints(llvm::StringRef(*bytes).bytes_begin(), llvm::StringRef(*bytes).bytes_end());
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
  request.pattern =
      isMethod ? llvm::cast<PatternObject>(call.self) : compilePattern(call.evaluator, call["pattern"], call["flags"]);
  request.subject =
      request.pattern ? toSubject(call.evaluator, call["string"], request.pattern->regex.isOverBytes()) : nullptr;
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
      parts.push_back(match->group(evaluator, group, request->subject->make(evaluator, "")));
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
    items.push_back(request->subject->make(evaluator, request->subject->part(from, match->spans[0])));
    for (unsigned group = 1; group <= request->pattern->regex.groupCount(); ++group)
      items.push_back(match->group(evaluator, group, evaluator.none()));
    from = match->spans[1];
  }
  if (evaluator.hasPending())
    return nullptr;
  items.push_back(request->subject->make(
      evaluator, request->subject->part(from, static_cast<int64_t>(request->subject->points.size()))));
  return evaluator.list(std::move(items));
}

//===-- replacing ----------------------------------------------------------------------------------------------===//

/// Adds what the template becomes for a match (null: only checked); false with an exception pending.
static bool expandTemplate(Evaluator &evaluator, Value given, const Regex &regex, MatchObject *match,
                           std::string &out) {
  auto *bytes = llvm::dyn_cast<BytesObject>(given);
  CodePoints text =
      bytes ? CodePoints(llvm::StringRef(bytes->value).bytes_begin(), llvm::StringRef(bytes->value).bytes_end())
            : library::toCodePoints(llvm::cast<StrObject>(given)->value);
  auto spell = [&](size_t begin, size_t end) {
    llvm::ArrayRef<uint32_t> slice = llvm::ArrayRef(text).slice(begin, end - begin);
    return bytes ? std::string(slice.begin(), slice.end()) : library::toUtf8(slice);
  };
  auto fail = [&](const std::string &message, size_t place) {
    evaluator.raise(DiagnosticId::valueError, message + " at position " + std::to_string(place));
    ExceptionObject *raised = evaluator.pendingException();
    raised->instanceType = evaluator.libraryClass("re", "error");
    raised->attributes.set("msg", evaluator.string(message));
    raised->attributes.set("pattern", given);
    raised->attributes.set("pos", evaluator.integer(static_cast<int64_t>(place)));
    raised->attributes.set("lineno", evaluator.integer(1 + llvm::count(llvm::ArrayRef(text).take_front(place), '\n')));
    raised->attributes.set("colno", evaluator.integer(static_cast<int64_t>(place) + 1));
    return false;
  };
  auto add = [&](uint32_t c) { out += bytes ? std::string(1, static_cast<char>(c)) : library::toUtf8({c}); };
  auto addGroup = [&](int64_t group) {
    if (match && match->spans[2 * group] >= 0)
      out += match->subject->part(match->spans[2 * group], match->spans[2 * group + 1]);
  };
  size_t at = 0;
  auto isOctal = [&](size_t place) { return place < text.size() && text[place] >= '0' && text[place] <= '7'; };
  while (at < text.size()) {
    if (text[at] != '\\') {
      add(text[at++]);
      continue;
    }
    size_t begin = at++;
    if (at == text.size())
      return fail("bad escape (end of pattern)", begin);
    uint32_t c = text[at++];
    if (c == 'g') {
      if (at == text.size() || text[at] != '<')
        return fail("missing <", at);
      size_t first = ++at;
      while (at < text.size() && text[at] != '>')
        ++at;
      if (first == text.size() || at == first)
        return fail("missing group name", first);
      if (at == text.size())
        return fail("missing >, unterminated name", first);
      std::string name = spell(first, at++);
      CodePoints letters = library::toCodePoints(name);
      int64_t group = -1;
      if (llvm::all_of(name, llvm::isDigit)) {
        if (llvm::StringRef(name).getAsInteger(10, group) || group > regex.groupCount())
          return fail("invalid group reference " + name, first);
      } else {
        bool isName = syntax::isIdentifierStart(letters[0]) && llvm::all_of(letters, syntax::isIdentifierContinue) &&
                      (!bytes || llvm::all_of(letters, [](uint32_t l) { return l < 0x80; }));
        if (!isName)
          return fail(
              "bad character in group name " +
                  (bytes ? evaluator.repr(evaluator.make<BytesObject>(name)).value_or("").substr(1) : quote(name)),
              first);
        for (const auto &[known, index] : regex.groupNames())
          if (known == name)
            group = index;
        if (group < 0) {
          evaluator.raise(DiagnosticId::indexError, "unknown group name " + quote(name));
          return false;
        }
      }
      addGroup(group);
    } else if (c == '0') {
      uint32_t value = 0;
      for (int i = 0; i < 2 && isOctal(at); ++i)
        value = value * 8 + (text[at++] - '0');
      add(value);
    } else if (c >= '1' && c <= '9') {
      int64_t group = c - '0';
      if (at < text.size() && text[at] >= '0' && text[at] <= '9') {
        if (c <= '7' && isOctal(at) && isOctal(at + 1)) {
          uint32_t value = (c - '0') * 64 + (text[at] - '0') * 8 + (text[at + 1] - '0');
          at += 2;
          if (value > 0377)
            return fail("octal escape value " + spell(begin, at) + " outside of range 0-0o377", begin);
          add(value);
          continue;
        }
        group = group * 10 + (text[at++] - '0');
      }
      if (group > regex.groupCount())
        return fail("invalid group reference " + std::to_string(group), begin + 1);
      addGroup(group);
    } else if (size_t known =
                   c < 0x80 ? llvm::StringRef("ntrfvab\\").find(static_cast<char>(c)) : llvm::StringRef::npos;
               known != llvm::StringRef::npos) {
      add(static_cast<unsigned char>("\n\t\r\f\v\a\b\\"[known]));
    } else if (c < 0x80 && llvm::isAlpha(static_cast<char>(c))) {
      return fail("bad escape " + spell(begin, at), begin);
    } else {
      add('\\');
      add(c);
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
  bool overBytes = request->subject->isBytes;
  Value fixed = overBytes                           ? (llvm::isa<BytesObject>(replacement) ? replacement : nullptr)
                : llvm::isa<StrObject>(replacement) ? replacement
                                                    : nullptr;
  bool isCallable = !fixed && evaluator.isCallable(replacement);
  if (!fixed && !isCallable && overBytes)
    if (std::optional<std::string> like = bytesLike(evaluator, replacement))
      fixed = evaluator.make<BytesObject>(*like);
  if (!fixed && !isCallable)
    return evaluator.raise(DiagnosticId::typeError,
                           overBytes && llvm::isa<StrObject>(replacement) ? "expected a bytes-like object, str found"
                           : llvm::isa<BytesObject>(replacement) ? "expected str instance, bytes found"
                                                                 : "decoding to str: need a bytes-like object, " +
                                                                       replacement->typeName(evaluator) + " found");
  std::string ignored;
  if (fixed && !expandTemplate(evaluator, fixed, request->pattern->regex, nullptr, ignored))
    return nullptr;
  Scanner scanner = scannerOf(call, *request);
  std::string out;
  int64_t from = 0, done = 0;
  for (; done < left; ++done) {
    MatchObject *match = scanner.next(Mode::search);
    if (!match)
      break;
    out += request->subject->part(from, match->spans[0]);
    from = match->spans[1];
    if (fixed && !expandTemplate(evaluator, fixed, request->pattern->regex, match, out))
      return nullptr;
    if (fixed)
      continue;
    Value text = evaluator.call(replacement, {Value(match)});
    if (text && isNone(text))
      continue;
    std::optional<std::string> known = !text       ? std::nullopt
                                       : overBytes ? bytesLike(evaluator, text)
                                                   : evaluator.toString(text, "the replacement function's result");
    if (!known && text && overBytes)
      return evaluator.raise(DiagnosticId::typeError, "sequence item " + std::to_string(done) +
                                                          ": expected a bytes-like object, " +
                                                          text->typeName(evaluator) + " found");
    if (!known)
      return nullptr;
    out += *known;
    if (static_cast<int64_t>(out.size()) > evaluator.options().sizeLimit)
      return evaluator.raise(DiagnosticId::memoryLimit, "a string of " + std::to_string(out.size()) + " bytes is beyond the limit");
  }
  if (evaluator.hasPending())
    return nullptr;
  out += request->subject->part(from, static_cast<int64_t>(request->subject->points.size()));
  Value text = request->subject->make(evaluator, out);
  return wantsCount ? Value(evaluator.tuple({text, evaluator.integer(done)})) : text;
}

static Value sub(Call &call) { return substitute(call, false); }
static Value subn(Call &call) { return substitute(call, true); }

static Value compile(Call &call) { return compilePattern(call.evaluator, call["pattern"], call["flags"]); }

static Value escape(Call &call) {
  auto *bytes = llvm::dyn_cast<BytesObject>(call["pattern"]);
  std::optional<std::string> text = bytes ? bytes->value : call.evaluator.toString(call["pattern"], "`pattern`");
  std::string out;
  for (char c : text.value_or("")) {
    if (llvm::StringRef("()[]{}?*+-|^$\\.&~# \t\n\r\v\f").contains(c))
      out += '\\';
    out += c;
  }
  if (bytes)
    return call.evaluator.make<BytesObject>(out);
  return text ? call.evaluator.string(out) : nullptr;
}

static Value purge(Call &call) { return call.evaluator.none(); }

/// A member of `re.RegexFlag`.
template <unsigned bits> static Value flag(Call &call) {
  std::optional<Value> type = call.evaluator.textMember("re", "RegexFlag");
  return type && *type ? call.evaluator.call(*type, {call.evaluator.integer(bits)}) : nullptr;
}

//===-- patterns and matches -----------------------------------------------------------------------------------===//

static const Regex &regexOf(Call &call) { return llvm::cast<PatternObject>(call.self)->regex; }
static Value patternText(Call &call) { return llvm::cast<PatternObject>(call.self)->pattern; }
static Value patternFlags(Call &call) { return call.evaluator.integer(llvm::cast<PatternObject>(call.self)->flags); }
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
  } else if (llvm::isa<IntObject>(key) ||
             (key->instancePart() && key->instancePart()->instanceType->find("__index__"))) {
    std::optional<int64_t> index = evaluator.toInt(key, "a group");
    evaluator.clearPending();
    number = index && *index >= 0 && *index <= regex.groupCount() ? *index : -1;
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
  bool overBytes = matchOf(call)->subject->isBytes;
  if (overBytes ? !llvm::isa<BytesObject>(call["template"]) : !llvm::isa<StrObject>(call["template"]))
    return call.evaluator.raise(DiagnosticId::typeError, "expected a " + std::string(overBytes ? "bytes" : "str") +
                                                             " template, not '" +
                                                             call["template"]->typeName(call.evaluator) + "'");
  std::string out;
  bool done = expandTemplate(call.evaluator, call["template"], matchOf(call)->pattern->regex, matchOf(call), out);
  return done ? matchOf(call)->subject->make(call.evaluator, out) : nullptr;
}
static Value matchPos(Call &call) { return call.evaluator.integer(matchOf(call)->pos); }
static Value matchEndPos(Call &call) { return call.evaluator.integer(matchOf(call)->endpos); }
static Value matchRegs(Call &call) {
  std::vector<Value> parts;
  for (size_t i = 0; i + 1 < matchOf(call)->spans.size(); i += 2)
    parts.push_back(call.evaluator.tupleOfInts({matchOf(call)->spans[i], matchOf(call)->spans[i + 1]}));
  return call.evaluator.tuple(std::move(parts));
}
/// Patterns and matches do not change.
static Value itself(Call &call) { return call.self; }
static Value reducePattern(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<Value> function = evaluator.libraryMember("re", "compile");
  return function && *function ? evaluator.tuple({*function, evaluator.tuple({patternText(call), patternFlags(call)})})
                               : nullptr;
}
/// `pattern.scanner(text)`: matches one after the other, by `match` or `search`.
template <Mode mode>
static Value scannerMethod(std::shared_ptr<Scanner> scanner, Evaluator &evaluator, const char *name) {
  return evaluator.function(name, [scanner](Evaluator &evaluator, Arguments &) -> Value {
    MatchObject *match = scanner->next(mode);
    return match || evaluator.hasPending() ? Value(match) : evaluator.none();
  });
}
static Value makeScanner(Call &call) {
  std::optional<Request> request = readRequest(call);
  if (!request)
    return nullptr;
  auto scanner = std::make_shared<Scanner>(scannerOf(call, *request));
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("re", "SRE_Scanner"));
  record->set("match", scannerMethod<Mode::match>(scanner, call.evaluator, "match"));
  record->set("search", scannerMethod<Mode::search>(scanner, call.evaluator, "search"));
  record->set("pattern", request->pattern);
  return record;
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
    TESSERA_FLAG("LOCALE", "L", Regex::locale, "For patterns over bytes; the locale is C's."),
    {"re", "DEBUG", EntryKind::constant, "", "Shows nothing here.", flag<128>},
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
    {"re.Pattern", "scanner", EntryKind::method, TESSERA_RANGE, "Matches one after the other.", makeScanner},
    {"re.Pattern", "__copy__", EntryKind::method, "()", "The pattern itself.", itself},
    {"re.Pattern", "__deepcopy__", EntryKind::method, "(memo, /)", "The pattern itself.", itself},
    {"re.Pattern", "__reduce__", EntryKind::method, "()", "How it is made again.", reducePattern},
    {"re.Match", "__copy__", EntryKind::method, "()", "The match itself.", itself},
    {"re.Match", "__deepcopy__", EntryKind::method, "(memo, /)", "The match itself.", itself},
    {"re.Match", "pos", EntryKind::property, "", "Where the search began.", matchPos},
    {"re.Match", "endpos", EntryKind::property, "", "Where the search had to end.", matchEndPos},
    {"re.Match", "regs", EntryKind::property, "", "The spans of all groups.", matchRegs},
    {"re.Match", "string", EntryKind::property, "", "The text that was searched.", matchString},
    {"re.Match", "re", EntryKind::property, "", "The pattern.", matchPattern},
    {"re.Match", "lastindex", EntryKind::property, "", "The number of the group that closed last.", matchLastIndex},
    {"re.Match", "lastgroup", EntryKind::property, "", "Its name.", matchLastGroup},
};
#undef TESSERA_RANGE
#undef TESSERA_FLAG

llvm::ArrayRef<LibraryEntry> library::reEntries() { return entries; }
