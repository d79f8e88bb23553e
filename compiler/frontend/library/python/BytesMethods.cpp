// SPDX-License-Identifier: Apache-2.0
// Methods of bytes and bytearray. Most are those of str: a method of the same name and signature is asked,
// with bytes as characters, and what it gives is turned back.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Unicode.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

static std::string &bytesOf(Call &call) { return llvm::cast<BytesObject>(call.self)->value; }

/// Bytes that are no ASCII, and the blanks of Unicode that are no blanks of bytes, become characters for private use:
/// those are neither letters nor blanks.
static constexpr char32_t privateUse = 0xE000;

static Value asText(Evaluator &evaluator, llvm::StringRef bytes) {
  std::string text;
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    unicode::append(text, byte >= 0x80 || (byte >= 0x1C && byte < 0x20) ? privateUse + byte : byte);
  }
  return evaluator.string(text);
}

/// A memoryview as the bytes it shows; other objects as they are. Null with an exception pending.
static Value plainBytes(Evaluator &evaluator, Value value) {
  std::string name = llvm::isa<BytesObject>(value) || llvm::isa<StrObject>(value) ? "" : value->typeName(evaluator);
  std::optional<Value> method =
      name == "memoryview" || name == "array" ? value->getAttribute(evaluator, "tobytes") : std::nullopt;
  return !method ? value : *method ? evaluator.call(*method, {}) : nullptr;
}

/// An argument for the method of str; null with an exception pending for a str, which bytes don't mix with.
static Value argumentText(Evaluator &evaluator, Value value) {
  if (!(value = plainBytes(evaluator, value)))
    return nullptr;
  if (auto *bytes = llvm::dyn_cast<BytesObject>(value))
    return asText(evaluator, bytes->value);
  if (llvm::isa<StrObject>(value))
    return evaluator.raise(DiagnosticId::typeError, "a bytes-like object is required, not 'str'");
  auto *sequence = llvm::dyn_cast<SequenceObject>(value);
  if (!sequence)
    return value;
  std::vector<Value> items;
  for (Value item : sequence->items) {
    items.push_back(argumentText(evaluator, item));
    if (!items.back())
      return nullptr;
  }
  return sequence->kind() == Kind::tuple ? Value(evaluator.tuple(std::move(items))) : evaluator.list(std::move(items));
}

static Value fromText(Evaluator &evaluator, Value value, bool isMutable) {
  if (auto *text = llvm::dyn_cast<StrObject>(value)) {
    std::string bytes;
    for (llvm::StringRef rest = text->value; !rest.empty();)
      bytes += static_cast<char>(unicode::take(rest) & 0xFF);
    return evaluator.make<BytesObject>(std::move(bytes), isMutable);
  }
  auto *sequence = llvm::dyn_cast<SequenceObject>(value);
  if (!sequence)
    return value;
  std::vector<Value> items;
  for (Value item : sequence->items)
    items.push_back(fromText(evaluator, item, isMutable));
  return sequence->kind() == Kind::tuple ? Value(evaluator.tuple(std::move(items))) : evaluator.list(std::move(items));
}

static Value likeText(Call &call) {
  Evaluator &evaluator = call.evaluator;
  const LibraryEntry *entry = LibraryTable::get().find("str", call.entry->name);
  Call inner(evaluator, call.entry, asText(evaluator, bytesOf(call)));
  inner.parameters = call.parameters;
  inner.passed = call.passed;
  inner.ranges = call.ranges;
  for (size_t i = 0; i < call.size(); ++i) {
    llvm::StringRef name = (*call.parameters)[i].name;
    Value value = call[i];
    if (name == "fillchar" && !call.passed[i])
      value = evaluator.make<BytesObject>(" ");
    if (name == "sub" &&
        (llvm::isa<NumberObject>(value) ||
         (value->instancePart() && value->instancePart()->instanceType->find("__index__")))) { // a byte by its number
      if (llvm::isa<FloatObject>(value))
        return evaluator.raise(DiagnosticId::typeError, "argument should be integer or bytes-like object, not 'float'");
      std::optional<int64_t> byte = evaluator.toInt(value, "a byte");
      if (!byte && !isPending(evaluator, "ValueError"))
        return nullptr;
      evaluator.clearPending();
      if (!byte || *byte < 0 || *byte > 255)
        return evaluator.raise(DiagnosticId::valueError, "byte must be in range(0, 256)");
      value = evaluator.make<BytesObject>(std::string(1, static_cast<char>(*byte)));
    } else if (name == "sub" && !llvm::isa<BytesObject>(plainBytes(evaluator, value))) {
      return evaluator.raise(DiagnosticId::typeError, "argument should be integer or bytes-like object, not '" +
                                                          value->typeName(evaluator) + "'");
    }
    if (name == "prefix" && entry->signature[1] == 'p' && llvm::StringRef(entry->name).ends_with("with") &&
        !llvm::isa<TupleObject>(value) && !llvm::isa<BytesObject>(value))
      return evaluator.raise(DiagnosticId::typeError, std::string(entry->name) +
                                                          " first arg must be bytes or a tuple of bytes, not " +
                                                          value->typeName(evaluator));
    if (name == "sep" && call.passed[i] && llvm::isa<StrObject>(value))
      return evaluator.raise(DiagnosticId::typeError, "a bytes-like object is required, not 'str'");
    if (name == "iterable") {
      std::optional<std::vector<Value>> items = evaluator.toVector(value);
      for (size_t k = 0; items && k < items->size(); ++k) {
        Value item = plainBytes(evaluator, (*items)[k]);
        if (!item)
          return nullptr;
        if (!llvm::isa<BytesObject>(item))
          return evaluator.raise(DiagnosticId::typeError, "sequence item " + std::to_string(k) +
                                                              ": expected a bytes-like object, " +
                                                              item->typeName(evaluator) + " found");
      }
      value = items ? Value(evaluator.list(std::move(*items))) : nullptr;
    }
    value = value ? argumentText(evaluator, value) : nullptr;
    if (!value)
      return nullptr;
    inner.values.push_back(value);
  }
  Value result = entry->handler(inner);
  if (ExceptionObject *error = result ? nullptr : evaluator.pendingException(); error && error->arguments.size() == 1)
    if (auto *told = llvm::dyn_cast<StrObject>(error->arguments[0]); told && told->value == "substring not found")
      error->arguments[0] = evaluator.string("subsection not found");
  return result ? fromText(evaluator, result, llvm::cast<BytesObject>(call.self)->isMutable) : nullptr;
}

/// Cases and classes of bytes are ASCII's.
template <char (*function)(char)> static Value mapBytes(Call &call) {
  std::string bytes = bytesOf(call);
  for (char &c : bytes)
    c = function(c);
  return call.evaluator.make<BytesObject>(std::move(bytes), llvm::cast<BytesObject>(call.self)->isMutable);
}
static char upper(char c) { return llvm::toUpper(c); }
static char lower(char c) { return llvm::toLower(c); }
template <bool (*test)(char)> static Value testBytes(Call &call) {
  return call.evaluator.boolean(!bytesOf(call).empty() && llvm::all_of(bytesOf(call), test));
}
static bool isAlpha(char c) { return llvm::isAlpha(c); }
static bool isDigit(char c) { return llvm::isDigit(c); }
static bool isAlnum(char c) { return llvm::isAlnum(c); }
static bool isSpace(char c) { return llvm::isSpace(c); }
static Value isAscii(Call &call) {
  return call.evaluator.boolean(
      llvm::all_of(bytesOf(call), [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
}

static Value hex(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string separator;
  if (call.given("sep")) {
    auto *text = llvm::dyn_cast<StrObject>(call["sep"]);
    auto *given = llvm::dyn_cast<BytesObject>(call["sep"]);
    if (!text && !given)
      return evaluator.raise(DiagnosticId::typeError, "sep must be str or bytes.");
    separator = text ? text->value : given->value;
    std::optional<int64_t> size = text ? text->length(evaluator) : static_cast<int64_t>(separator.size());
    if (size != 1)
      return evaluator.raise(DiagnosticId::valueError, "sep must be length 1.");
    if (separator.size() != 1 || static_cast<unsigned char>(separator[0]) >= 0x80)
      return evaluator.raise(DiagnosticId::valueError, "sep must be ASCII.");
  }
  std::optional<int64_t> group = evaluator.toInt(call["bytes_per_sep"], "`bytes_per_sep`");
  if (!group)
    return nullptr;
  const std::string &bytes = bytesOf(call);
  std::string text;
  int64_t size = static_cast<int64_t>(bytes.size()), width = std::abs(*group);
  for (int64_t i = 0; i < size; ++i) {
    bool isBoundary = width && i && (*group > 0 ? (size - i) % width == 0 : i % width == 0);
    text += (isBoundary ? separator : "") +
            llvm::toHex(llvm::StringRef(bytes).substr(static_cast<size_t>(i), 1), /*LowerCase=*/true);
  }
  return evaluator.string(text);
}

/// Pairs of digits, with blanks between the pairs.
static Value fromHex(Call &call) {
  auto *text = llvm::dyn_cast<StrObject>(call["string"]);
  if (!text)
    return call.evaluator.raise(DiagnosticId::typeError,
                                "fromhex() argument must be str, not " + call["string"]->typeName(call.evaluator));
  llvm::StringRef digits = text->value;
  std::string bytes;
  size_t beyondAscii =
      llvm::find_if(digits, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }) - digits.begin();
  auto isDigit = [&](size_t at) {
    return beyondAscii == digits.size() && at < digits.size() && llvm::isHexDigit(digits[at]);
  };
  for (size_t at = 0; at < digits.size(); at += 2) {
    while (at < digits.size() && isSpace(digits[at])) // between bytes only
      ++at;
    if (at == digits.size())
      break;
    if (!isDigit(at) || !isDigit(at + 1)) {
      size_t wrong = beyondAscii < digits.size() ? beyondAscii : isDigit(at) ? at + 1 : at;
      return call.evaluator.raise(DiagnosticId::valueError,
                                  "non-hexadecimal number found in fromhex() arg at position " + std::to_string(wrong));
    }
    bytes += static_cast<char>(llvm::hexFromNibbles(digits[at], digits[at + 1]));
  }
  Value made =
      call.evaluator.make<BytesObject>(std::move(bytes), llvm::StringRef(call.entry->module) == "bytearray");
  auto *type = llvm::dyn_cast_or_null<ClassObject>(call.self);
  return type && type != made->type(call.evaluator) ? call.evaluator.call(type, {made}) : made;
}

static Value makeTranslation(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value from = plainBytes(evaluator, call["frm"]), to = from ? plainBytes(evaluator, call["to"]) : nullptr;
  if (!to)
    return nullptr;
  auto *first = llvm::dyn_cast<BytesObject>(from), *second = llvm::dyn_cast<BytesObject>(to);
  if (!first || !second)
    return evaluator.raise(DiagnosticId::typeError,
                           "a bytes-like object is required, not '" + (first ? to : from)->typeName(evaluator) + "'");
  if (first->value.size() != second->value.size())
    return evaluator.raise(DiagnosticId::valueError, "maketrans arguments must have same length");
  std::string table(256, 0);
  for (size_t i = 0; i < 256; ++i)
    table[i] = static_cast<char>(i);
  for (size_t i = 0; i < first->value.size(); ++i)
    table[static_cast<unsigned char>(first->value[i])] = second->value[i];
  return evaluator.make<BytesObject>(std::move(table));
}

static Value translate(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value given = plainBytes(evaluator, call["table"]), deleted = given ? plainBytes(evaluator, call["delete"]) : nullptr;
  if (!deleted)
    return nullptr;
  auto *table = llvm::dyn_cast<BytesObject>(given), *gone = llvm::dyn_cast<BytesObject>(deleted);
  if ((!table && !isNone(given)) || !gone)
    return evaluator.raise(DiagnosticId::typeError, "a bytes-like object is required, not '" +
                                                        (gone ? given : deleted)->typeName(evaluator) + "'");
  if (table && table->value.size() != 256)
    return evaluator.raise(DiagnosticId::valueError, "translation table must be 256 characters long");
  std::string out;
  for (char c : bytesOf(call))
    if (gone->value.find(c) == std::string::npos)
      out += table ? table->value[static_cast<unsigned char>(c)] : c;
  return evaluator.make<BytesObject>(std::move(out), llvm::cast<BytesObject>(call.self)->isMutable);
}
static Value itsBytes(Call &call) {
  return call.self->instancePart() ? call.evaluator.make<BytesObject>(bytesOf(call)) : call.self;
}

static Value decode(Call &call) {
  std::optional<std::string> encoding = call.evaluator.toString(call["encoding"], "`encoding`"),
                             errors = call.evaluator.toString(call["errors"], "`errors`");
  return encoding && errors ? library::decodeBytes(call.evaluator, bytesOf(call), *encoding, *errors) : nullptr;
}

//===-- bytearray ----------------------------------------------------------------------------------------------===//

static std::optional<char> byteArgument(Call &call, const char *name) {
  std::optional<int64_t> value = call.evaluator.toInt(call[name], "a byte");
  if (value && (*value < 0 || *value > 255))
    return call.evaluator.raise(DiagnosticId::valueError, "byte must be in range(0, 256)");
  return value ? std::optional<char>(static_cast<char>(*value)) : std::nullopt;
}
static Value append(Call &call) {
  std::optional<char> byte = byteArgument(call, "item");
  if (byte)
    bytesOf(call) += *byte;
  return byte ? call.evaluator.none() : nullptr;
}
static Value extend(Call &call) {
  Value bytes = call.evaluator.call(call.evaluator.builtinClass("bytes"), {call["iterable_of_ints"]});
  if (!bytes)
    return nullptr;
  bytesOf(call) += llvm::cast<BytesObject>(bytes)->value;
  return call.evaluator.none();
}
static Value insert(Call &call) {
  std::optional<int64_t> index = call.evaluator.toInt(call["index"], "`index`");
  std::optional<char> byte = index ? byteArgument(call, "item") : std::nullopt;
  if (!byte)
    return nullptr;
  int64_t size = static_cast<int64_t>(bytesOf(call).size()),
          at = *index < 0 ? std::max<int64_t>(*index + size, 0) : std::min(*index, size);
  bytesOf(call).insert(static_cast<size_t>(at), 1, *byte);
  return call.evaluator.none();
}
static Value pop(Call &call) {
  if (bytesOf(call).empty())
    return call.evaluator.raise(DiagnosticId::indexError, "pop from empty bytearray");
  std::optional<int64_t> index = call.evaluator.toInt(call["index"], "`index`");
  int64_t size = static_cast<int64_t>(bytesOf(call).size());
  if (!index || *index >= size || *index < -size)
    return index ? Value(call.evaluator.raise(DiagnosticId::indexError, "pop index out of range")) : nullptr;
  Value item = call.self->getItem(call.evaluator, call["index"]);
  return item && call.self->deleteItem(call.evaluator, call["index"]) ? item : nullptr;
}
static Value removeByte(Call &call) {
  std::optional<char> byte = byteArgument(call, "value");
  size_t at = byte ? bytesOf(call).find(*byte) : 0;
  if (byte && at == std::string::npos)
    return call.evaluator.raise(DiagnosticId::valueError, "value not found in bytearray");
  if (byte)
    bytesOf(call).erase(at, 1);
  return byte ? call.evaluator.none() : nullptr;
}
static Value reverse(Call &call) {
  std::reverse(bytesOf(call).begin(), bytesOf(call).end());
  return call.evaluator.none();
}
static Value clear(Call &call) {
  bytesOf(call).clear();
  return call.evaluator.none();
}
static Value copy(Call &call) { return call.evaluator.make<BytesObject>(bytesOf(call), /*isMutable=*/true); }

#define TESSERA_LIKE_TEXT(type, name, signature, summary) {type, name, EntryKind::method, signature, summary, likeText}
#define TESSERA_BYTES(type)                                                                                            \
  TESSERA_LIKE_TEXT(type, "find", "(sub, start=None, end=None, /)", "The first place of `sub`, or -1."),               \
      TESSERA_LIKE_TEXT(type, "rfind", "(sub, start=None, end=None, /)", "The last place of `sub`, or -1."),           \
      TESSERA_LIKE_TEXT(type, "index", "(sub, start=None, end=None, /)", "The first place of `sub`."),                 \
      TESSERA_LIKE_TEXT(type, "rindex", "(sub, start=None, end=None, /)", "The last place of `sub`."),                 \
      TESSERA_LIKE_TEXT(type, "count", "(sub, start=None, end=None, /)", "How often `sub` occurs."),                   \
      TESSERA_LIKE_TEXT(type, "split", "(sep=None, maxsplit=-1)", "The parts between separators."),                    \
      TESSERA_LIKE_TEXT(type, "rsplit", "(sep=None, maxsplit=-1)", "The parts between separators, from the right."),   \
      TESSERA_LIKE_TEXT(type, "splitlines", "(keepends=False)", "The lines."),                                         \
      TESSERA_LIKE_TEXT(type, "partition", "(sep, /)", "What is before, is, and is after the first separator."),       \
      TESSERA_LIKE_TEXT(type, "rpartition", "(sep, /)", "What is before, is, and is after the last separator."),       \
      TESSERA_LIKE_TEXT(type, "join", "(iterable, /)", "The bytes with these between them."),                          \
      TESSERA_LIKE_TEXT(type, "replace", "(old, new, /, count=-1)", "The bytes with each `old` replaced."),            \
      TESSERA_LIKE_TEXT(type, "startswith", "(prefix, start=None, end=None, /)",                                       \
                        "Whether the bytes start with `prefix`."),                                                     \
      TESSERA_LIKE_TEXT(type, "endswith", "(prefix, start=None, end=None, /)",                                         \
                        "Whether the bytes end with the argument."),                                                   \
      TESSERA_LIKE_TEXT(type, "removeprefix", "(prefix, /)", "The bytes without `prefix` at their start."),            \
      TESSERA_LIKE_TEXT(type, "removesuffix", "(suffix, /)", "The bytes without `suffix` at their end."),              \
      TESSERA_LIKE_TEXT(type, "strip", "(chars=None, /)", "The bytes without blanks or `chars` at their ends."),       \
      TESSERA_LIKE_TEXT(type, "lstrip", "(chars=None, /)", "The bytes without blanks or `chars` at their start."),     \
      TESSERA_LIKE_TEXT(type, "rstrip", "(chars=None, /)", "The bytes without blanks or `chars` at their end."),       \
      TESSERA_LIKE_TEXT(type, "ljust", "(width, fillchar=' ', /)", "The bytes at the left of a field."),               \
      TESSERA_LIKE_TEXT(type, "rjust", "(width, fillchar=' ', /)", "The bytes at the right of a field."),              \
      TESSERA_LIKE_TEXT(type, "center", "(width, fillchar=' ', /)", "The bytes in the middle of a field."),            \
      TESSERA_LIKE_TEXT(type, "zfill", "(width, /)", "A number's text with zeros in front."),                          \
      TESSERA_LIKE_TEXT(type, "capitalize", "()", "The first letter in capitals, the others small."),                  \
      TESSERA_LIKE_TEXT(type, "swapcase", "()", "Capitals small and small letters in capitals."),                      \
      TESSERA_LIKE_TEXT(type, "isupper", "()", "Whether all ASCII letters are capitals and there is one."),            \
      TESSERA_LIKE_TEXT(type, "islower", "()", "Whether all ASCII letters are small and there is one."),               \
      TESSERA_LIKE_TEXT(type, "istitle", "()", "Whether each word begins with a capital."),                            \
      TESSERA_LIKE_TEXT(type, "title", "()", "Each word's first letter in capitals."),                                 \
      TESSERA_LIKE_TEXT(type, "expandtabs", "(tabsize=8)", "Tabs as blanks."),                                         \
      {type, "upper", EntryKind::method, "()", "The ASCII letters in capitals.", mapBytes<upper>},                     \
      {type, "lower", EntryKind::method, "()", "The ASCII letters small.", mapBytes<lower>},                           \
      {type, "isalpha", EntryKind::method, "()", "Whether all are ASCII letters.", testBytes<isAlpha>},                \
      {type, "isdigit", EntryKind::method, "()", "Whether all are ASCII digits.", testBytes<isDigit>},                 \
      {type, "isalnum", EntryKind::method, "()", "Whether all are ASCII letters or digits.", testBytes<isAlnum>},      \
      {type, "isspace", EntryKind::method, "()", "Whether all are blanks.", testBytes<isSpace>},                       \
      {type, "isascii", EntryKind::method, "()", "Whether all are below 128.", isAscii},                               \
      {type, "hex", EntryKind::method, "(sep=None, bytes_per_sep=1)", "Two hexadecimal digits for each byte.", hex},   \
      {type, "maketrans", EntryKind::function, "(frm, to, /)", "A table for `translate`.", makeTranslation},           \
      {type,     "translate", EntryKind::method, "(table, /, delete=b'')", "The bytes by a table, without some.",      \
       translate},                                                                                                     \
      {type, "fromhex", EntryKind::function, "(string, /)", "The bytes of hexadecimal digits.", fromHex}, {            \
    type, "decode", EntryKind::method, "(encoding='utf-8', errors='strict')", "The text of the bytes.", decode         \
  }

static constexpr LibraryEntry entries[] = {
    TESSERA_BYTES("bytes"),
    TESSERA_BYTES("bytearray"),
    {"bytes", "__bytes__", EntryKind::method, "()", "The bytes themselves.", itsBytes},
    {"bytearray", "append", EntryKind::method, "(item, /)", "Adds a byte at the end.", append},
    {"bytearray", "extend", EntryKind::method, "(iterable_of_ints, /)", "Adds bytes at the end.", extend},
    {"bytearray", "insert", EntryKind::method, "(index, item, /)", "Adds a byte before the index.", insert},
    {"bytearray", "pop", EntryKind::method, "(index=-1, /)", "Removes a byte and returns it.", pop},
    {"bytearray", "remove", EntryKind::method, "(value, /)", "Removes the first such byte.", removeByte},
    {"bytearray", "reverse", EntryKind::method, "()", "Turns the order round in place.", reverse},
    {"bytearray", "clear", EntryKind::method, "()", "Removes all bytes.", clear},
    {"bytearray", "copy", EntryKind::method, "()", "A bytearray of the same bytes.", copy},
};

llvm::ArrayRef<LibraryEntry> library::bytesEntries() { return entries; }
