// SPDX-License-Identifier: Apache-2.0
// Methods of str.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/PercentFormat.h"
#include "compiler/frontend/evaluate/Unicode.h"
#include "compiler/frontend/library/python/Python.h"
#include "compiler/frontend/syntax/Characters.h"

using namespace tessera;
using namespace tessera::frontend;
using unicode::Property;

static std::string normalEncoding(llvm::StringRef name) {
  std::string plain;
  for (char c : name.lower())
    if (llvm::isAlnum(c))
      plain += c;
  if (plain == "latin1" || plain == "iso88591" || plain == "l1")
    return "latin-1";
  if (plain == "ascii" || plain == "usascii")
    return "ascii";
  return plain == "utf8" ? "utf-8" : "";
}

/// How many bytes an error of UTF-8 is about: as many as could begin a character of `width` bytes, which does not go on.
static size_t brokenLength(llvm::StringRef bytes, size_t width) {
  auto at = [&](size_t place) { return place < bytes.size() ? static_cast<unsigned char>(bytes[place]) : 0u; };
  unsigned lead = at(0);
  unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80, greatest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (lead < 0xC2 || lead > 0xF4 || at(1) < least || at(1) > greatest)
    return 1;
  size_t length = 2;
  while (length < width && (at(length) & 0xC0) == 0x80)
    ++length;
  return length;
}

Value library::decodeBytes(Evaluator &evaluator, llvm::StringRef bytes, llvm::StringRef encoding,
                           llvm::StringRef errors) {
  std::string codec = normalEncoding(encoding);
  if (codec.empty())
    return evaluator.notSupported("the encoding '" + encoding.str() + "'");
  std::string text;
  for (size_t i = 0; i < bytes.size();) {
    auto lead = static_cast<unsigned char>(bytes[i]);
    size_t width = codec != "utf-8" || lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    bool isValid = codec == "latin-1" || lead < 0x80 ||
                   (codec == "utf-8" && i + width <= bytes.size() && llvm::json::isUTF8(bytes.substr(i, width)));
    size_t broken = isValid || codec != "utf-8" ? 1 : brokenLength(bytes.substr(i), width);
    if (isValid && codec == "latin-1")
      unicode::append(text, lead);
    else if (isValid)
      text += bytes.substr(i, width);
    else if (errors == "replace")
      unicode::append(text, 0xFFFD);
    else if (errors.starts_with("surrogate"))
      return evaluator.notSupported("decoding with '" + errors.str() + "'");
    else if (errors == "backslashreplace")
      for (char byte : bytes.substr(i, broken))
        text += "\\x" + llvm::toHex(llvm::StringRef(&byte, 1), /*LowerCase=*/true);
    else if (errors != "ignore") {
      static constexpr char digits[] = "0123456789abcdef";
      std::string shown = {'0', 'x', digits[lead >> 4], digits[lead & 15]};
      bool isStart = lead >= 0xC2 && lead <= 0xF4, isCut = i + broken == bytes.size() && broken < width;
      std::string reason = codec == "ascii" ? "ordinal not in range(128)"
                           : !isStart       ? "invalid start byte"
                           : isCut          ? "unexpected end of data"
                                            : "invalid continuation byte";
      evaluator.raise(DiagnosticId::valueError, "'" + codec + "' codec can't decode byte " + shown + " in position " +
                                                    std::to_string(i) + ": " + reason);
      ExceptionObject *error = evaluator.pendingException();
      error->instanceType = evaluator.builtinClass("UnicodeDecodeError");
      error->arguments = {evaluator.string(codec), evaluator.make<BytesObject>(bytes.str()),
                          evaluator.integer(static_cast<int64_t>(i)),
                          evaluator.integer(static_cast<int64_t>(i + broken)), evaluator.string(reason)};
      return nullptr;
    }
    i += isValid ? width : broken;
  }
  return evaluator.string(text);
}

static llvm::StringRef textOf(Call &call) { return llvm::cast<StrObject>(call.self)->value; }

/// An argument that must be a str; `before` and `kinds` are the error's words: "`before` must be `kinds`, not int".
static std::optional<std::string> textArgument(Call &call, const char *name, llvm::StringRef before = "", llvm::StringRef kinds = "str") {
  Value value = call[name];
  if (llvm::isa<StrObject>(value) || llvm::isa<TextObject>(value))
    return call.evaluator.toString(value, name);
  return call.evaluator.raise(DiagnosticId::typeError, (before.empty() ? "" : (before + " ").str()) + "must be " + kinds.str() + ", not " + value->typeName(call.evaluator));
}

template <std::string (*function)(llvm::StringRef)> static Value mapText(Call &call) {
  return call.evaluator.string(function(textOf(call)));
}
static std::string upper(llvm::StringRef text) { return unicode::cased(text, unicode::Case::upper); }
static std::string lower(llvm::StringRef text) { return unicode::cased(text, unicode::Case::lower); }
static std::string casefold(llvm::StringRef text) { return unicode::cased(text, unicode::Case::fold); }
static std::string capitalize(llvm::StringRef text) {
  std::string result;
  if (!text.empty())
    unicode::appendCased(result, unicode::take(text), unicode::Case::title);
  return result + lower(text);
}
static bool isCased(char32_t c) {
  return unicode::has(c, Property::upper) || unicode::has(c, Property::lower) || unicode::has(c, Property::title);
}
static std::string title(llvm::StringRef text) {
  std::string result;
  for (bool isInWord = false; !text.empty();) {
    char32_t c = unicode::take(text);
    unicode::appendCased(result, c, isInWord ? unicode::Case::lower : unicode::Case::title);
    isInWord = isCased(c);
  }
  return result;
}
static std::string swapcase(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    char32_t c = unicode::take(text);
    unicode::appendCased(result, c, unicode::has(c, Property::upper) ? unicode::Case::lower : unicode::Case::upper);
  }
  return result;
}

template <Property property> static Value testAll(Call &call) {
  llvm::StringRef text = textOf(call);
  return call.evaluator.boolean(!text.empty() &&
                                unicode::all(text, [](char32_t c) { return unicode::has(c, property); }));
}
static Value isAlphanumeric(Call &call) {
  return call.evaluator.boolean(!textOf(call).empty() && unicode::all(textOf(call), unicode::isAlphanumeric));
}
static Value isAscii(Call &call) { return call.evaluator.boolean(llvm::cast<StrObject>(call.self)->ascii); }
static Value isPrintable(Call &call) {
  return call.evaluator.boolean(unicode::all(
      textOf(call), [](char32_t c) { return !unicode::has(c, Property::unprintable) && (c < 0xD800 || c >= 0xE000); }));
}
/// Whether some character has the property and none has one of the others.
static Value hasOnly(Call &call, Property wanted, std::initializer_list<Property> others) {
  bool found = false;
  bool isPure = unicode::all(textOf(call), [&](char32_t c) {
    found |= unicode::has(c, wanted);
    return llvm::none_of(others, [c](Property other) { return unicode::has(c, other); });
  });
  return call.evaluator.boolean(found && isPure);
}
static Value isupper(Call &call) { return hasOnly(call, Property::upper, {Property::lower, Property::title}); }
static Value islower(Call &call) { return hasOnly(call, Property::lower, {Property::upper, Property::title}); }
static Value istitle(Call &call) {
  bool found = false, isInWord = false;
  bool is = unicode::all(textOf(call), [&](char32_t c) {
    bool isBig = unicode::has(c, Property::upper) || unicode::has(c, Property::title);
    bool fits = isBig ? !isInWord : !unicode::has(c, Property::lower) || isInWord;
    isInWord = isCased(c);
    found |= isInWord;
    return fits;
  });
  return call.evaluator.boolean(is && found);
}
static Value isidentifier(Call &call) {
  llvm::StringRef text = textOf(call);
  bool is = !text.empty() && syntax::isIdentifierStart(unicode::take(text));
  return call.evaluator.boolean(is && unicode::all(text, syntax::isIdentifierContinue));
}

/// Bytes of the character at the text's end.
static size_t lastWidth(llvm::StringRef text) {
  size_t last = text.size() - 1;
  while (last > 0 && (static_cast<unsigned char>(text[last]) & 0xC0) == 0x80)
    --last;
  return text.size() - last;
}

static llvm::StringRef trim(llvm::StringRef text, bool left, bool right,
                            llvm::function_ref<bool(llvm::StringRef)> isTrimmed) {
  // By whole characters: two of them may share their first byte.
  while (left && !text.empty() && isTrimmed(text.take_front(offsetOfCodePoint(text, 1))))
    text = text.drop_front(offsetOfCodePoint(text, 1));
  while (right && !text.empty() && isTrimmed(text.take_back(lastWidth(text))))
    text = text.drop_back(lastWidth(text));
  return text;
}

static bool isBlank(llvm::StringRef character) { return unicode::has(unicode::take(character), Property::space); }

static Value strip(Call &call, bool left, bool right) {
  llvm::StringRef text = textOf(call);
  if (isNone(call["chars"]))
    return call.evaluator.string(trim(text, left, right, isBlank));
  if (!llvm::isa<StrObject>(call["chars"]) && !llvm::isa<TextObject>(call["chars"]))
    return call.evaluator.raise(DiagnosticId::typeError, std::string(call.entry->name) + " arg must be None or str");
  std::optional<std::string> characters = textArgument(call, "chars");
  if (!characters)
    return nullptr;
  return call.evaluator.string(trim(
      text, left, right, [&](llvm::StringRef character) { return llvm::StringRef(*characters).contains(character); }));
}
static Value strip(Call &call) { return strip(call, true, true); }
static Value lstrip(Call &call) { return strip(call, true, false); }
static Value rstrip(Call &call) { return strip(call, false, true); }

static std::vector<std::string> splitAtBlanks(llvm::StringRef text, int64_t limit, bool fromRight) {
  std::vector<std::string> parts;
  auto isInk = [](llvm::StringRef character) { return !isBlank(character); };
  for (int64_t left = limit < 0 ? INT64_MAX : limit; !(text = trim(text, !fromRight, fromRight, isBlank)).empty();
       --left) {
    if (left == 0) { // what is left, whole
      parts.push_back(text.str());
      break;
    }
    llvm::StringRef rest = trim(text, !fromRight, fromRight, isInk);
    parts.push_back((fromRight ? text.drop_front(rest.size()) : text.drop_back(rest.size())).str());
    text = rest;
  }
  if (fromRight)
    std::reverse(parts.begin(), parts.end());
  return parts;
}

static std::vector<std::string> splitText(llvm::StringRef text, const std::string &separator, int64_t limit,
                                          bool fromRight) {
  std::vector<std::string> parts;
  while (limit-- != 0) {
    size_t at = fromRight ? text.rfind(separator) : text.find(separator);
    if (at == llvm::StringRef::npos)
      break;
    parts.push_back((fromRight ? text.drop_front(at + separator.size()) : text.take_front(at)).str());
    text = fromRight ? text.take_front(at) : text.drop_front(at + separator.size());
  }
  parts.push_back(text.str());
  if (fromRight)
    std::reverse(parts.begin(), parts.end());
  return parts;
}

static Value toList(Evaluator &evaluator, const std::vector<std::string> &texts) {
  std::vector<Value> items;
  for (const std::string &text : texts)
    items.push_back(evaluator.string(text));
  return evaluator.list(std::move(items));
}

static Value split(Call &call, bool fromRight) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> limit = evaluator.toInt(call["maxsplit"], "`maxsplit`");
  if (!limit)
    return nullptr;
  if (isNone(call["sep"]))
    return toList(evaluator, splitAtBlanks(textOf(call), *limit, fromRight));
  std::optional<std::string> separator = textArgument(call, "sep", "", "str or None");
  if (!separator)
    return nullptr;
  if (separator->empty())
    return evaluator.raise(DiagnosticId::valueError, "empty separator");
  return toList(evaluator, splitText(textOf(call), *separator, *limit, fromRight));
}
static Value split(Call &call) { return split(call, false); }
static Value rsplit(Call &call) { return split(call, true); }

static Value splitlines(Call &call) {
  std::optional<bool> keep = call.evaluator.truth(call["keepends"]);
  if (!keep)
    return nullptr;
  llvm::StringRef text = textOf(call);
  std::vector<std::string> lines;
  bool isBytes = llvm::StringRef(call.entry->module) != "str";
  auto isBreak = [&](char32_t c) {
    if (isBytes || c == '\n' || c == '\r')
      return c == '\n' || c == '\r';
    return c == '\v' || c == '\f' || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 || c == 0x2029;
  };
  while (!text.empty()) {
    llvm::StringRef rest = text;
    size_t end = text.size();
    while (!rest.empty()) {
      size_t before = text.size() - rest.size();
      char32_t c = unicode::take(rest);
      if (!isBreak(c))
        continue;
      end = before;
      if (c == '\r')
        rest.consume_front("\n");
      break;
    }
    size_t next = text.size() - rest.size();
    lines.push_back(text.take_front(*keep ? next : end).str());
    text = rest;
  }
  return toList(call.evaluator, lines);
}

static Value partition(Call &call, bool fromRight) {
  std::optional<std::string> separator = textArgument(call, "sep");
  if (!separator)
    return nullptr;
  Evaluator &evaluator = call.evaluator;
  if (separator->empty())
    return evaluator.raise(DiagnosticId::valueError, "empty separator");
  llvm::StringRef text = textOf(call);
  size_t at = fromRight ? text.rfind(*separator) : text.find(*separator);
  Value nothing = evaluator.string("");
  if (at == llvm::StringRef::npos)
    return fromRight ? evaluator.tuple({nothing, nothing, call.self}) : evaluator.tuple({call.self, nothing, nothing});
  return evaluator.tuple({evaluator.string(text.take_front(at)), evaluator.string(*separator),
                          evaluator.string(text.drop_front(at + separator->size()))});
}
static Value partition(Call &call) { return partition(call, false); }
static Value rpartition(Call &call) { return partition(call, true); }

static Value join(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> items = evaluator.toVector(call["iterable"]);
  if (!items)
    return nullptr;
  std::vector<Value> parts;
  for (size_t i = 0; i < items->size(); ++i) {
    Value item = (*items)[i];
    if (!llvm::isa<StrObject>(item) && !llvm::isa<TextObject>(item))
      return evaluator.raise(DiagnosticId::typeError, "sequence item " + std::to_string(i) +
                                                          ": expected str instance, " + item->typeName(evaluator) +
                                                          " found");
    if (i)
      parts.push_back(call.self);
    parts.push_back(item);
  }
  return evaluator.concatenate(parts);
}

static Value replace(Call &call) {
  std::optional<std::string> old = textArgument(call, "old", "replace() argument 1"), fresh = old ? textArgument(call, "new", "replace() argument 2") : std::nullopt;
  std::optional<int64_t> limit = fresh ? call.evaluator.toInt(call["count"], "`count`") : std::nullopt;
  if (!limit)
    return nullptr;
  llvm::StringRef text = textOf(call);
  std::string result;
  for (int64_t left = *limit; left != 0; --left) {
    size_t at = old->empty() ? (text.empty() ? llvm::StringRef::npos : 0) : text.find(*old);
    if (at == llvm::StringRef::npos) {
      if (old->empty())
        result += *fresh;
      break;
    }
    result += text.take_front(at);
    result += *fresh;
    size_t taken = old->empty() ? offsetOfCodePoint(text, 1) : 0;
    result += text.take_front(taken);
    text = text.drop_front(at + old->size() + taken);
    if (static_cast<int64_t>(result.size()) > call.evaluator.options().sizeLimit)
      return call.evaluator.raise(DiagnosticId::memoryLimit, "a string beyond the size limit");
  }
  return call.evaluator.string(result + text.str());
}

/// The part of the text that `start` and `end` pick; false with an exception pending. `isOutside`: the part begins
/// behind the text's end, where not even an empty text is found.
static bool pickRange(Call &call, llvm::StringRef &part, int64_t &first, bool &isOutside) {
  part = textOf(call);
  first = 0;
  isOutside = false;
  if (isNone(call["start"]) && isNone(call["end"]))
    return true;
  int64_t stride, count, length = *call.evaluator.length(call.self);
  auto *range = call.evaluator.make<SliceObject>(call["start"], call["end"], call.evaluator.none());
  if (!range->resolve(call.evaluator, length, first, stride, count))
    return false;
  if (auto *start = llvm::dyn_cast<IntObject>(call["start"]))
    isOutside = start->value.compare(Integer(length)) > 0;
  if (auto *end = llvm::dyn_cast<IntObject>(call["end"]); end && !isOutside) { // `'abc'.find('', 2, 1)`
    int64_t last = end->value.asInt64().value_or(end->value.isNegative() ? INT64_MIN / 2 : INT64_MAX);
    isOutside = std::max<int64_t>(last < 0 ? last + length : last, 0) < first;
  }
  part = part.drop_front(offsetOfCodePoint(part, static_cast<size_t>(first)));
  part = part.take_front(offsetOfCodePoint(part, static_cast<size_t>(count)));
  return true;
}

/// Whether the text starts or ends with the argument, a str or a tuple of them.
static Value endsWith(Call &call, bool atStart) {
  Evaluator &evaluator = call.evaluator;
  llvm::StringRef part;
  int64_t first;
  std::vector<Value> candidates{call["prefix"]};
  if (auto *tuple = llvm::dyn_cast<TupleObject>(candidates[0]))
    candidates = tuple->items;
  bool isOutside;
  if (!pickRange(call, part, first, isOutside))
    return nullptr;
  for (Value candidate : candidates) {
    auto *text = llvm::dyn_cast<StrObject>(candidate);
    if (!text)
      return evaluator.raise(DiagnosticId::typeError, std::string(call.entry->name) +
                                                          " first arg must be str or a tuple of str, not " +
                                                          candidate->typeName(evaluator));
    if (!isOutside && (atStart ? part.starts_with(text->value) : part.ends_with(text->value)))
      return evaluator.boolean(true);
  }
  return evaluator.boolean(false);
}
static Value startswith(Call &call) { return endsWith(call, true); }
static Value endswith(Call &call) { return endsWith(call, false); }

static Value removeprefix(Call &call) {
  std::optional<std::string> prefix = textArgument(call, "prefix", "removeprefix() argument");
  llvm::StringRef text = textOf(call);
  if (prefix)
    text.consume_front(*prefix);
  return prefix ? Value(call.evaluator.string(text)) : nullptr;
}
static Value removesuffix(Call &call) {
  std::optional<std::string> suffix = textArgument(call, "suffix", "removesuffix() argument");
  llvm::StringRef text = textOf(call);
  if (suffix)
    text.consume_back(*suffix);
  return suffix ? Value(call.evaluator.string(text)) : nullptr;
}

/// The code point index of the first or last occurrence, -1 for none; empty with an exception pending.
static std::optional<int64_t> position(Call &call, bool fromRight) {
  std::optional<std::string> wanted = textArgument(call, "sub");
  if (!wanted)
    return std::nullopt;
  int64_t first;
  llvm::StringRef part;
  bool isOutside;
  if (!pickRange(call, part, first, isOutside))
    return std::nullopt;
  if (isOutside)
    return -1;
  size_t at = fromRight ? part.rfind(*wanted) : part.find(*wanted);
  if (at == llvm::StringRef::npos)
    return -1;
  return first + static_cast<int64_t>(countCodePoints(part.take_front(at)));
}
static Value findText(Call &call, bool fromRight, bool mustExist) {
  std::optional<int64_t> at = position(call, fromRight);
  if (at && *at < 0 && mustExist)
    return call.evaluator.raise(DiagnosticId::valueError, "substring not found");
  return at ? call.evaluator.integer(*at) : nullptr;
}
static Value find(Call &call) { return findText(call, false, false); }
static Value rfind(Call &call) { return findText(call, true, false); }
static Value index(Call &call) { return findText(call, false, true); }
static Value rindex(Call &call) { return findText(call, true, true); }

static Value count(Call &call) {
  std::optional<std::string> wanted = textArgument(call, "sub");
  llvm::StringRef part;
  int64_t first;
  bool isOutside;
  if (!wanted || !pickRange(call, part, first, isOutside))
    return nullptr;
  size_t times = isOutside ? 0 : wanted->empty() ? countCodePoints(part) + 1 : part.count(*wanted);
  return call.evaluator.integer(static_cast<int64_t>(times));
}

static Value justify(Call &call, char align) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> width = evaluator.toInt(call["width"], "`width`");
  std::optional<std::string> fill = width ? textArgument(call, "fillchar") : std::nullopt;
  if (!fill)
    return nullptr;
  if (countCodePoints(*fill) != 1)
    return evaluator.raise(DiagnosticId::typeError, "the fill character must be exactly one character long");
  FormatSpec spec;
  spec.fill = *fill;
  spec.align = align;
  spec.width = static_cast<unsigned>(std::max<int64_t>(0, std::min<int64_t>(*width, 100000)));
  size_t length = countCodePoints(textOf(call)), missing = spec.width > length ? spec.width - length : 0;
  if (align != '^' || missing == 0) {
    std::string error;
    return evaluator.string(*formatString(textOf(call), spec, error));
  }
  // Not as `format` centers: an odd rest goes to the left where the width is odd.
  size_t before = missing / 2 + (missing & spec.width & 1);
  std::string text;
  for (size_t i = 0; i <= missing; ++i)
    text += i == before ? textOf(call).str() : i < before ? *fill : *fill;
  return evaluator.string(text);
}
static Value ljust(Call &call) { return justify(call, '<'); }
static Value rjust(Call &call) { return justify(call, '>'); }
static Value center(Call &call) { return justify(call, '^'); }

static Value zfill(Call &call) {
  std::optional<int64_t> width = call.evaluator.toInt(call["width"], "`width`");
  if (!width)
    return nullptr;
  llvm::StringRef text = textOf(call);
  std::string sign = text.starts_with("-") || text.starts_with("+") ? text.take_front(1).str() : "";
  text = text.drop_front(sign.size());
  int64_t missing = std::min<int64_t>(*width, 100000) - *call.evaluator.length(call.self);
  return call.evaluator.string(sign + std::string(static_cast<size_t>(std::max<int64_t>(missing, 0)), '0') +
                               text.str());
}

static Value format(Call &call) {
  return formatBraces(call.evaluator, textOf(call), llvm::cast<TupleObject>(call["args"])->items,
                      llvm::cast<DictObject>(call["kwargs"]));
}
static Value formatMap(Call &call) { return formatBraces(call.evaluator, textOf(call), {}, call["mapping"]); }

/// What stands for a character that an encoding lacks, as the error handler writes it. Empty: the handler writes nothing.
static std::optional<std::string> replacement(char32_t c, llvm::StringRef errors) {
  char text[16];
  if (errors == "replace")
    return "?";
  if (errors == "ignore")
    return "";
  if (errors == "xmlcharrefreplace")
    return "&#" + std::to_string(static_cast<uint32_t>(c)) + ";";
  if (errors != "backslashreplace")
    return std::nullopt;
  std::snprintf(text, sizeof text, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", static_cast<unsigned>(c));
  return text;
}

static Value encode(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> encoding = evaluator.toString(call["encoding"], "`encoding`"),
                             errors = evaluator.toString(call["errors"], "`errors`");
  if (!encoding || !errors)
    return nullptr;
  std::string codec = normalEncoding(*encoding);
  if (codec == "utf-8")
    return evaluator.make<BytesObject>(textOf(call).str());
  if (codec.empty())
    return evaluator.notSupported("the encoding '" + *encoding + "'");
  char32_t limit = codec == "ascii" ? 0x80 : 0x100;
  std::string bytes;
  int64_t position = 0;
  for (llvm::StringRef rest = textOf(call); !rest.empty(); ++position) {
    char32_t c = unicode::take(rest);
    if (c < limit)
      bytes += static_cast<char>(c);
    else if (std::optional<std::string> written = replacement(c, *errors))
      bytes += *written;
    else if (*errors == "namereplace")
      return evaluator.notSupported("encoding with 'namereplace'");
    else {
      int64_t end = position + 1;
      while (!rest.empty() && unicode::take(rest) >= limit)
        ++end;
      std::string reason = "ordinal not in range(" + std::to_string(limit) + ")";
      evaluator.raise(DiagnosticId::valueError, "'" + codec + "' codec can't encode: " + reason);
      evaluator.pendingException()->instanceType = evaluator.builtinClass("UnicodeEncodeError");
      evaluator.pendingException()->arguments = {evaluator.string(codec), call.self, evaluator.integer(position),
                                                 evaluator.integer(end), evaluator.string(reason)};
      return nullptr;
    }
  }
  return evaluator.make<BytesObject>(std::move(bytes));
}

/// The character of a key of `maketrans`: its number.
static std::optional<int64_t> codeOf(Evaluator &evaluator, Value key) {
  if (auto *text = llvm::dyn_cast<StrObject>(key)) {
    llvm::StringRef rest = text->value;
    if (rest.empty() || *text->length(evaluator) != 1)
      return evaluator.raise(DiagnosticId::valueError, "string keys in translate table must be of length 1");
    return static_cast<int64_t>(unicode::take(rest));
  }
  if (llvm::isa<IntObject>(key))
    return evaluator.toInt(key, "a key");
  return evaluator.raise(DiagnosticId::typeError, "keys in translate table must be strings or integers");
}

static Value maketrans(Call &call) {
  Evaluator &evaluator = call.evaluator;
  DictObject *table = evaluator.dict();
  auto put = [&](int64_t code, Value value) { return table->table.insert(evaluator, evaluator.integer(code), value); };
  if (!call.given("y")) {
    auto *given = llvm::dyn_cast<DictObject>(call["x"]);
    if (!given)
      return evaluator.raise(DiagnosticId::typeError, "if you give only one argument to maketrans it must be a dict");
    for (const HashTable::Entry &entry : given->table.entries()) {
      std::optional<int64_t> code = entry.key ? codeOf(evaluator, entry.key) : std::optional<int64_t>(0);
      if (!code || (entry.key && !put(*code, entry.value)))
        return nullptr;
    }
    return table;
  }
  std::optional<std::string> from = evaluator.toString(call["x"], "`x`"), to = evaluator.toString(call["y"], "`y`");
  std::optional<std::string> gone =
      call.given("z") ? evaluator.toString(call["z"], "`z`") : std::optional<std::string>("");
  if (!from || !to || !gone)
    return nullptr;
  if (countCodePoints(*from) != countCodePoints(*to))
    return evaluator.raise(DiagnosticId::valueError, "the first two maketrans arguments must have equal length");
  llvm::StringRef source = *from, target = *to, removed = *gone;
  while (!source.empty())
    if (char32_t code = unicode::take(source); !put(code, evaluator.integer(unicode::take(target))))
      return nullptr;
  while (!removed.empty())
    if (!put(unicode::take(removed), evaluator.none()))
      return nullptr;
  return table;
}

static Value translate(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string result;
  for (llvm::StringRef rest = textOf(call); !rest.empty();) {
    char32_t c = unicode::take(rest);
    Value mapped = evaluator.getItem(call["table"], evaluator.integer(c));
    if (!mapped) {
      if (!isPending(evaluator, "LookupError"))
        return nullptr;
      evaluator.clearPending();
      unicode::append(result, c);
    } else if (auto *text = llvm::dyn_cast<StrObject>(mapped)) {
      result += text->value;
    } else if (!isNone(mapped)) {
      std::optional<int64_t> code = evaluator.toInt(mapped, "a character's number");
      if (!code)
        return nullptr;
      if (*code < 0 || *code > 0x10FFFF)
        return evaluator.raise(DiagnosticId::valueError, "character mapping must be in range(0x110000)");
      unicode::append(result, static_cast<char32_t>(*code));
    }
  }
  return evaluator.string(result);
}

static Value expandtabs(Call &call) {
  std::optional<int64_t> size = call.evaluator.toInt(call["tabsize"], "`tabsize`");
  if (!size)
    return nullptr;
  std::string result;
  size_t column = 0;
  for (char c : textOf(call)) {
    if (c == '\t' && *size <= 0)
      continue;
    if (c == '\t') {
      size_t blanks = static_cast<size_t>(*size) - column % static_cast<size_t>(*size);
      result.append(std::min<size_t>(blanks, 1000), ' ');
      column += blanks;
      continue;
    }
    result += c;
    bool isInside = (static_cast<unsigned char>(c) & 0xC0) == 0x80; // of a character of several bytes
    column = c == '\n' || c == '\r' ? 0 : column + !isInside;
  }
  return call.evaluator.string(result);
}

static constexpr LibraryEntry entries[] = {
    {"str", "upper", EntryKind::method, "()", "The text in capitals.", mapText<upper>},
    {"str", "lower", EntryKind::method, "()", "The text in small letters.", mapText<lower>},
    {"str", "casefold", EntryKind::method, "()", "The text for comparisons that ignore case.", mapText<casefold>},
    {"str", "capitalize", EntryKind::method, "()", "The first letter in capitals.", mapText<capitalize>},
    {"str", "title", EntryKind::method, "()", "Each word's first letter in capitals.", mapText<title>},
    {"str", "swapcase", EntryKind::method, "()", "Capitals and small letters exchanged.", mapText<swapcase>},
    {"str", "isdigit", EntryKind::method, "()", "Whether all characters are digits.", testAll<Property::digit>},
    {"str", "isdecimal", EntryKind::method, "()", "Whether all characters are decimal digits.",
     testAll<Property::decimal>},
    {"str", "isnumeric", EntryKind::method, "()", "Whether all characters are numbers.", testAll<Property::numeric>},
    {"str", "isascii", EntryKind::method, "()", "Whether all characters are ASCII.", isAscii},
    {"str", "isprintable", EntryKind::method, "()", "Whether `repr` shows all characters as they are.", isPrintable},
    {"str", "istitle", EntryKind::method, "()", "Whether words begin with capitals.", istitle},
    {"str", "maketrans", EntryKind::function, "(x, y=None, z=None, /)", "A table for `translate`.", maketrans},
    {"str", "translate", EntryKind::method, "(table, /)", "The text with characters replaced by a table.", translate},
    {"str", "format_map", EntryKind::method, "(mapping, /)", "The text with its `{}` filled in from a mapping.",
     formatMap},
    {"str", "isalpha", EntryKind::method, "()", "Whether all characters are letters.", testAll<Property::letter>},
    {"str", "isalnum", EntryKind::method, "()", "Whether all characters are letters or digits.", isAlphanumeric},
    {"str", "isspace", EntryKind::method, "()", "Whether all characters are blanks.", testAll<Property::space>},
    {"str", "isupper", EntryKind::method, "()", "Whether all letters are capitals.", isupper},
    {"str", "islower", EntryKind::method, "()", "Whether all letters are small.", islower},
    {"str", "isidentifier", EntryKind::method, "()", "Whether the text is a name.", isidentifier},
    {"str", "strip", EntryKind::method, "(chars=None, /)", "The text without blanks or `chars` at its ends.", strip},
    {"str", "lstrip", EntryKind::method, "(chars=None, /)", "The text without blanks or `chars` at its start.", lstrip},
    {"str", "rstrip", EntryKind::method, "(chars=None, /)", "The text without blanks or `chars` at its end.", rstrip},
    {"str", "split", EntryKind::method, "(sep=None, maxsplit=-1)", "The parts between separators.", split},
    {"str", "rsplit", EntryKind::method, "(sep=None, maxsplit=-1)", "The parts between separators, from the right.",
     rsplit},
    {"str", "splitlines", EntryKind::method, "(keepends=False)", "The lines.", splitlines},
    {"str", "partition", EntryKind::method, "(sep, /)", "What is before, is, and is after the first separator.",
     partition},
    {"str", "rpartition", EntryKind::method, "(sep, /)", "What is before, is, and is after the last separator.",
     rpartition},
    {"str", "join", EntryKind::method, "(iterable, /)", "The texts with this one between them.", join},
    {"str", "replace", EntryKind::method, "(old, new, /, count=-1)", "The text with each `old` replaced.", replace},
    {"str", "startswith", EntryKind::method, "(prefix, start=None, end=None, /)",
     "Whether the text starts with `prefix`.", startswith},
    {"str", "endswith", EntryKind::method, "(prefix, start=None, end=None, /)",
     "Whether the text ends with the argument.", endswith},
    {"str", "removeprefix", EntryKind::method, "(prefix, /)", "The text without `prefix` at its start.", removeprefix},
    {"str", "removesuffix", EntryKind::method, "(suffix, /)", "The text without `suffix` at its end.", removesuffix},
    {"str", "find", EntryKind::method, "(sub, start=None, end=None, /)", "The first place of `sub`, or -1.", find},
    {"str", "rfind", EntryKind::method, "(sub, start=None, end=None, /)", "The last place of `sub`, or -1.", rfind},
    {"str", "index", EntryKind::method, "(sub, start=None, end=None, /)", "The first place of `sub`.", index},
    {"str", "rindex", EntryKind::method, "(sub, start=None, end=None, /)", "The last place of `sub`.", rindex},
    {"str", "count", EntryKind::method, "(sub, start=None, end=None, /)", "How often `sub` occurs.", count},
    {"str", "ljust", EntryKind::method, "(width, fillchar=' ', /)", "The text at the left of a field.", ljust},
    {"str", "rjust", EntryKind::method, "(width, fillchar=' ', /)", "The text at the right of a field.", rjust},
    {"str", "center", EntryKind::method, "(width, fillchar=' ', /)", "The text in the middle of a field.", center},
    {"str", "zfill", EntryKind::method, "(width, /)", "A number's text with zeros in front.", zfill},
    {"str", "format", EntryKind::method, "(*args, **kwargs)", "The text with its `{}` filled in.", format},
    {"str", "encode", EntryKind::method, "(encoding='utf-8', errors='strict')", "The text's bytes in UTF-8.", encode},
    {"str", "expandtabs", EntryKind::method, "(tabsize=8)", "Tabs as blanks.", expandtabs},
};

llvm::ArrayRef<LibraryEntry> library::stringEntries() { return entries; }
