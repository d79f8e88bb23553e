// SPDX-License-Identifier: Apache-2.0
// str, bytes, and text that only the run knows. A str is UTF-8; indices and lengths count code points, at the cost of a
// walk unless the text is ASCII.
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/Iterators.h"
#include "compiler/frontend/evaluate/PercentFormat.h"
#include "compiler/frontend/evaluate/Repeat.h"
#include "compiler/frontend/evaluate/Subscript.h"
#include "llvm/ADT/Hashing.h"

using namespace tessera;
using namespace tessera::frontend;

static bool isAscii(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

StrObject::StrObject(std::string text) : Object(Kind::string), value(std::move(text)), ascii(isAscii(value)) {}

std::optional<int64_t> StrObject::length(Evaluator &) {
  return static_cast<int64_t>(ascii ? value.size() : countCodePoints(value));
}

/// Code points [first, first + count).
static llvm::StringRef part(const StrObject &text, int64_t first, int64_t count) {
  if (text.ascii)
    return llvm::StringRef(text.value).substr(static_cast<size_t>(first), static_cast<size_t>(count));
  llvm::StringRef rest =
      llvm::StringRef(text.value).drop_front(offsetOfCodePoint(text.value, static_cast<size_t>(first)));
  return rest.take_front(offsetOfCodePoint(rest, static_cast<size_t>(count)));
}

/// Whether `key` may stand for a place.
static bool isIndexKey(Value key) {
  InstancePart *part = key->instancePart();
  return llvm::isa<IntObject>(key) || llvm::isa<BoolObject>(key) || llvm::isa<ArrayObject>(key) ||
         (part && part->instanceType->find("__index__"));
}
static bool isBeyondIndex(Value key) {
  auto *big = llvm::dyn_cast<IntObject>(key);
  return big && !big->value.fitsInt64();
}

Value StrObject::getItem(Evaluator &evaluator, Value key) {
  int64_t size = *length(evaluator);
  if (auto *slice = llvm::dyn_cast<SliceObject>(key)) {
    int64_t first, stride, count;
    if (!slice->resolve(evaluator, size, first, stride, count))
      return nullptr;
    if (stride == 1)
      return evaluator.string(part(*this, first, count));
    std::string picked;
    for (int64_t i = 0; i < count; ++i)
      picked += part(*this, first + i * stride, 1);
    return evaluator.string(picked);
  }
  std::optional<size_t> position =
      subscript(evaluator, key, size, {"string indices must be integers", "string index out of range"});
  return position ? evaluator.string(part(*this, static_cast<int64_t>(*position), 1)) : nullptr;
}

std::optional<Value> StrObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (op == BinaryOp::add && (llvm::isa<StrObject>(other) || llvm::isa<TextObject>(other))) {
    Value parts[] = {this, other};
    if (reflected)
      std::swap(parts[0], parts[1]);
    return evaluator.concatenate(parts);
  }
  if (op == BinaryOp::modulo && !reflected)
    return formatPercent(evaluator, value, other);
  if (op != BinaryOp::multiply || !isRepeatCount(other, reflected))
    return std::nullopt;
  std::optional<int64_t> count = evaluator.toInt(other, "the repeat count");
  if (!count)
    return Value(nullptr);
  int64_t times = std::max<int64_t>(*count, 0);
  if (times == 1 && !instancePart())
    return this;
  if (!value.empty() && times > evaluator.options().sizeLimit / static_cast<int64_t>(value.size()))
    return Value(evaluator.raise(DiagnosticId::memoryLimit,
                                 "a string of " + std::to_string(value.size()) + " * " + std::to_string(times) +
                                     " bytes is beyond the limit of " + std::to_string(evaluator.options().sizeLimit)));
  std::string text;
  text.reserve(value.size() * static_cast<size_t>(times));
  while (!value.empty() && times--)
    text += value;
  return evaluator.make<StrObject>(std::move(text));
}

static std::optional<Value> compareTexts(Evaluator &evaluator, CompareOp op, llvm::StringRef a, llvm::StringRef b) {
  int order = a.compare(b); // UTF-8 orders as its code points do
  switch (op) {
  case CompareOp::equal:
    return evaluator.boolean(order == 0);
  case CompareOp::notEqual:
    return evaluator.boolean(order != 0);
  case CompareOp::less:
    return evaluator.boolean(order < 0);
  case CompareOp::lessEqual:
    return evaluator.boolean(order <= 0);
  case CompareOp::greater:
    return evaluator.boolean(order > 0);
  case CompareOp::greaterEqual:
    return evaluator.boolean(order >= 0);
  default:
    return std::nullopt;
  }
}

std::optional<Value> StrObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *text = llvm::dyn_cast<StrObject>(other);
  return text ? compareTexts(evaluator, op, value, text->value) : std::nullopt;
}

std::optional<bool> StrObject::truth(Evaluator &) { return !value.empty(); }

namespace {
/// The characters of a text.
class TextIterator : public NamedIterator {
public:
  explicit TextIterator(StrObject *text)
      : NamedIterator("builtins", text->ascii ? "str_ascii_iterator" : "str_iterator"), text(text) {}
  std::optional<Value> nextElement(Evaluator &evaluator) override {
    llvm::StringRef rest = llvm::StringRef(text->value).drop_front(offset);
    if (rest.empty())
      return std::nullopt;
    llvm::StringRef one = rest.take_front(offsetOfCodePoint(rest, 1));
    offset += one.size();
    ++place;
    return evaluator.string(one);
  }
  Value reduce(Evaluator &evaluator) override {
    Value function = evaluator.libraryMember("builtins", "iter").value_or(nullptr);
    return function ? evaluator.tuple({function, evaluator.tuple({text}), evaluator.integer(place)}) : nullptr;
  }
  bool setState(Evaluator &evaluator, Value state) override {
    std::optional<int64_t> index = evaluator.toInt(state, "the state");
    std::optional<int64_t> size = index ? text->length(evaluator) : std::nullopt;
    if (!size)
      return false;
    place = std::clamp<int64_t>(*index, 0, *size);
    offset = offsetOfCodePoint(text->value, static_cast<size_t>(place));
    return true;
  }
  Value lengthHint(Evaluator &evaluator) override {
    std::optional<int64_t> size = text->length(evaluator);
    return size ? evaluator.integer(*size - place) : nullptr;
  }

private:
  StrObject *const text;
  size_t offset = 0;
  int64_t place = 0;
};
} // namespace

Value StrObject::iterate(Evaluator &evaluator) { return evaluator.make<TextIterator>(this); }

std::optional<bool> StrObject::contains(Evaluator &evaluator, Value item) {
  auto *run = llvm::dyn_cast<TextObject>(item);
  auto *text = run ? evaluator.force(run) : llvm::dyn_cast<StrObject>(item);
  if (run && !text)
    return std::nullopt;
  if (!text)
    return evaluator.raise(DiagnosticId::typeError,
                           "'in <string>' requires string as left operand, not " + item->typeName(evaluator));
  return llvm::StringRef(value).contains(text->value);
}

std::optional<std::string> StrObject::repr(Evaluator &) { return quote(value); }
std::optional<std::string> StrObject::str(Evaluator &) { return value; }
std::optional<uint64_t> StrObject::hash(Evaluator &) { return llvm::hash_value(llvm::StringRef(value)); }

Value StrObject::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  std::string text = conversion == 'a' ? escapeToAscii(quote(value)) : conversion == 'r' ? quote(value) : value;
  if (spec.empty())
    return conversion ? evaluator.string(text) : this;
  std::string error;
  std::optional<FormatSpec> parsed = FormatSpec::parse(spec, typeName(evaluator), error);
  std::optional<std::string> formatted = parsed ? formatString(text, *parsed, error) : std::nullopt;
  if (!formatted)
    return evaluator.raise(DiagnosticId::valueError, error);
  return evaluator.string(*formatted);
}

//===-- text of the run ----------------------------------------------------------------------------------------===//

std::optional<Value> TextObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (op != BinaryOp::add || !(llvm::isa<StrObject>(other) || llvm::isa<TextObject>(other)))
    return std::nullopt;
  Value parts[] = {this, other};
  if (reflected)
    std::swap(parts[0], parts[1]);
  return evaluator.concatenate(parts);
}

//===-- bytes --------------------------------------------------------------------------------------------------===//

static std::optional<size_t> placeOf(Evaluator &evaluator, const BytesObject &bytes, Value key) {
  SubscriptWords words{bytes.isMutable ? "bytearray indices must be integers or slices"
                                       : "byte indices must be integers or slices",
                       bytes.isMutable ? "bytearray index out of range" : "index out of range"};
  return subscript(evaluator, key, static_cast<int64_t>(bytes.value.size()), words);
}

Value BytesObject::getItem(Evaluator &evaluator, Value key) {
  int64_t size = static_cast<int64_t>(value.size());
  if (auto *slice = llvm::dyn_cast<SliceObject>(key)) {
    int64_t first, stride, count;
    if (!slice->resolve(evaluator, size, first, stride, count))
      return nullptr;
    std::string picked;
    for (int64_t i = 0; i < count; ++i)
      picked += value[static_cast<size_t>(first + i * stride)];
    return evaluator.make<BytesObject>(std::move(picked), isMutable);
  }
  std::optional<size_t> position = placeOf(evaluator, *this, key);
  return position ? evaluator.integer(static_cast<unsigned char>(value[*position])) : nullptr;
}

std::optional<Value> BytesObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *bytes = llvm::dyn_cast<BytesObject>(other);
  return bytes ? compareTexts(evaluator, op, value, bytes->value) : std::nullopt;
}
std::optional<bool> BytesObject::truth(Evaluator &) { return !value.empty(); }
std::optional<int64_t> BytesObject::length(Evaluator &) { return static_cast<int64_t>(value.size()); }

/// A byte's value: an int that fits.
static std::optional<char> toByte(Evaluator &evaluator, Value value) {
  if (!isIndexKey(value))
    return evaluator.raise(DiagnosticId::typeError,
                           "'" + value->typeName(evaluator) + "' object cannot be interpreted as an integer");
  if (isBeyondIndex(value))
    return evaluator.raise(DiagnosticId::valueError, "byte must be in range(0, 256)");
  std::optional<int64_t> number = evaluator.toInt(value, "a byte");
  if (number && (*number < 0 || *number > 255))
    return evaluator.raise(DiagnosticId::valueError, "byte must be in range(0, 256)");
  return number ? std::optional<char>(static_cast<char>(*number)) : std::nullopt;
}

bool BytesObject::setItem(Evaluator &evaluator, Value key, Value item) {
  if (!isMutable)
    return Object::setItem(evaluator, key, item);
  if (!llvm::isa<SliceObject>(key)) {
    std::optional<char> byte = toByte(evaluator, item);
    std::optional<size_t> position = byte ? placeOf(evaluator, *this, key) : std::nullopt;
    if (position)
      value[*position] = *byte;
    return position.has_value();
  }
  if (item && llvm::isa<StrObject>(item))
    return evaluator.raise(DiagnosticId::typeError,
                           "can assign only bytes, buffers, or iterables of ints in range(0, 256)"),
           false;
  // No bytes in place of some delete them, whatever the slice's step.
  auto *bytes = llvm::dyn_cast_or_null<BytesObject>(item);
  auto *sequence = llvm::dyn_cast_or_null<SequenceObject>(item);
  if ((bytes && bytes->value.empty()) || (sequence && sequence->items.empty()))
    item = nullptr;
  // As a list of its bytes, whose slices are assigned by the same rules.
  std::vector<Value> items;
  for (char c : value)
    items.push_back(evaluator.integer(static_cast<unsigned char>(c)));
  ListObject *list = evaluator.list(std::move(items));
  if (item ? !list->setItem(evaluator, key, item) : !list->deleteItem(evaluator, key)) {
    std::vector<Value> &told = evaluator.pendingException()->arguments;
    auto *text = told.size() == 1 ? llvm::dyn_cast<StrObject>(told[0]) : nullptr;
    llvm::StringRef rest = text ? llvm::StringRef(text->value) : "";
    if (rest.consume_front("attempt to assign sequence"))
      told[0] = evaluator.string("attempt to assign bytes" + rest.str());
    return false;
  }
  std::string changed;
  for (Value each : list->items) {
    std::optional<char> byte = toByte(evaluator, each);
    if (!byte)
      return false;
    changed += *byte;
  }
  value = std::move(changed);
  return true;
}

bool BytesObject::deleteItem(Evaluator &evaluator, Value key) {
  if (!isMutable)
    return Object::deleteItem(evaluator, key);
  if (llvm::isa<SliceObject>(key))
    return setItem(evaluator, key, nullptr);
  std::optional<size_t> position = placeOf(evaluator, *this, key);
  if (position)
    value.erase(*position, 1);
  return position.has_value();
}

std::optional<Value> BytesObject::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (auto *bytes = llvm::dyn_cast<BytesObject>(other); bytes && op == BinaryOp::add && !reflected)
    return evaluator.make<BytesObject>(value + bytes->value, isMutable);
  if (op == BinaryOp::add && !reflected)
    return Value(evaluator.raise(DiagnosticId::typeError, "can't concat " + other->typeName(evaluator) + " to " +
                                                              (isMutable ? "bytearray" : "bytes")));
  if (op == BinaryOp::modulo && !reflected)
    return reflected ? std::nullopt : std::optional<Value>(formatPercent(evaluator, *this, other));
  if (op != BinaryOp::multiply || !isRepeatCount(other, reflected))
    return std::nullopt;
  std::optional<int64_t> count = evaluator.toInt(other, "the repeat count");
  if (!count)
    return Value(nullptr);
  int64_t times = value.empty() ? 0 : std::max<int64_t>(*count, 0);
  if (*count == 1 && !isMutable && !instancePart())
    return this;
  if (times && times > evaluator.options().sizeLimit / static_cast<int64_t>(value.size()))
    return Value(evaluator.raise(DiagnosticId::memoryLimit,
                                 "bytes beyond the limit of " + std::to_string(evaluator.options().sizeLimit)));
  std::string repeated;
  while (times-- > 0)
    repeated += value;
  return evaluator.make<BytesObject>(std::move(repeated), isMutable);
}

Value BytesObject::iterate(Evaluator &evaluator) {
  return evaluator.make<PlaceIterator>(isMutable ? "bytearray_iterator" : "bytes_iterator", this);
}

std::optional<bool> BytesObject::contains(Evaluator &evaluator, Value item) {
  if (auto *part = llvm::dyn_cast<BytesObject>(item))
    return value.find(part->value) != std::string::npos;
  std::optional<char> byte = toByte(evaluator, item);
  return byte ? std::optional<bool>(value.find(*byte) != std::string::npos) : std::nullopt;
}

std::optional<std::string> BytesObject::repr(Evaluator &evaluator) {
  std::string text = quoteBytes(value);
  if (!isMutable)
    return text;
  std::string escaped; // a bytearray's text escapes `'` between double quotes, too
  for (size_t i = 0; i < text.size(); ++i)
    escaped += text[i] == '\'' && text[1] == '"' && text[i - 1] != '\\' ? "\\'" : std::string(1, text[i]);
  return (instancePart() ? type(evaluator)->name : "bytearray") + "(" + escaped + ")";
}
std::optional<uint64_t> BytesObject::hash(Evaluator &evaluator) {
  if (isMutable)
    return evaluator.raise(DiagnosticId::typeError, "unhashable type: 'bytearray'");
  return llvm::hash_value(llvm::StringRef(value)) + 1;
}
