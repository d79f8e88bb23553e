// SPDX-License-Identifier: Apache-2.0
// The two older ways to format: `%` and `str.format`. Both come down to the format mini-language; a part that holds an array's value
// makes the whole a text of the run.
#include "compiler/frontend/evaluate/PercentFormat.h"
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/evaluate/Unicode.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
struct Directive {
  std::string key; // of `%(key)d`
  bool hasKey = false, left = false, plus = false, space = false, zero = false, alternate = false;
  int width = 0, precision = -1;
  char type = 0;
  size_t length = 0; // characters behind the `%`
};

class PercentFormatter {
public:
  PercentFormatter(Evaluator &evaluator, llvm::StringRef format, Value values) : evaluator(evaluator), rest(format), values(values) {
    if (auto *tuple = llvm::dyn_cast<TupleObject>(values))
      items = tuple->items;
    else
      items = {values};
  }

  Value run() {
    while (!rest.empty()) {
      size_t percent = rest.find('%');
      literal += rest.take_front(percent);
      if (percent == llvm::StringRef::npos)
        break;
      position += countCodePoints(rest.take_front(percent + 1));
      rest = rest.drop_front(percent + 1);
      Directive directive;
      llvm::StringRef begin = rest;
      if (!parse(directive))
        return nullptr;
      directive.length = countCodePoints(begin.drop_back(rest.size()));
      if (!emit(directive))
        return nullptr;
      position += directive.length;
    }
    if (next < items.size() && !isMapping())
      return evaluator.raise(DiagnosticId::typeError, "not all arguments converted during string formatting");
    parts.push_back(evaluator.string(literal));
    return evaluator.concatenate(parts);
  }

private:
  /// What `%(key)s` may look into, and what need not be used up: all but tuples and texts that take keys.
  bool isMapping() {
    if (llvm::isa<TupleObject>(values) || llvm::isa<StrObject>(values) || llvm::isa<TextObject>(values))
      return false;
    return llvm::isa<DictObject>(values) || llvm::isa<SequenceObject>(values) || llvm::isa<BytesObject>(values) || llvm::isa<RangeObject>(values) ||
           (values->instancePart() && evaluator.hasAttribute(values, "__getitem__"));
  }

  Value take() {
    if (next < items.size())
      return items[next++];
    return evaluator.raise(DiagnosticId::typeError, "not enough arguments for format string");
  }

  bool parseNumber(int &number) {
    if (rest.consume_front("*")) {
      Value value = take();
      if (value && !llvm::isa<IntObject>(value) && !llvm::isa<BoolObject>(value))
        return evaluator.raise(DiagnosticId::typeError, "* wants int"), false;
      std::optional<int64_t> given = value ? evaluator.toInt(value, "`*` in a format") : std::nullopt;
      if (given)
        number = static_cast<int>(std::min<int64_t>(*given, 10000));
      return given.has_value();
    }
    unsigned value = 0;
    llvm::StringRef digits = rest.take_while([](char c) { return llvm::isDigit(c); });
    if (!digits.empty() && (digits.getAsInteger(10, value) || value > 10000))
      return evaluator.raise(DiagnosticId::valueError, "width or precision too large in a format"), false;
    rest = rest.drop_front(digits.size());
    number = static_cast<int>(value);
    return true;
  }

  bool parse(Directive &directive) {
    if (rest.consume_front("(")) {
      size_t close = 0;
      for (int open = 1; close < rest.size(); ++close) {
        open += rest[close] == '(' ? 1 : rest[close] == ')' ? -1 : 0;
        if (open == 0)
          break;
      }
      if (!isMapping())
        return evaluator.raise(DiagnosticId::typeError, "format requires a mapping"), false;
      if (close == rest.size())
        return evaluator.raise(DiagnosticId::valueError, "incomplete format key"), false;
      directive.key = rest.take_front(close).str();
      directive.hasKey = true;
      rest = rest.drop_front(close + 1);
    }
    for (bool isFlag = true; isFlag && !rest.empty();) {
      switch (rest[0]) {
      case '-':
        directive.left = true;
        break;
      case '+':
        directive.plus = true;
        break;
      case ' ':
        directive.space = true;
        break;
      case '0':
        directive.zero = true;
        break;
      case '#':
        directive.alternate = true;
        break;
      default:
        isFlag = false;
        continue;
      }
      rest = rest.drop_front();
    }
    if (!parseNumber(directive.width))
      return false;
    if (directive.width < 0) { // of a `*`
      directive.left = true;
      directive.width = -directive.width;
    }
    if (rest.consume_front(".")) {
      if (!parseNumber(directive.precision))
        return false;
      directive.precision = std::max(directive.precision, 0);
    }
    if (!rest.empty() && (rest[0] == 'l' || rest[0] == 'h' || rest[0] == 'L'))
      rest = rest.drop_front();
    if (rest.empty())
      return evaluator.raise(DiagnosticId::valueError, "incomplete format"), false;
    directive.type = rest[0];
    rest = rest.drop_front();
    return true;
  }

  bool emit(const Directive &directive) {
    if (directive.type == '%' && directive.length == 1) {
      literal += '%';
      return true;
    }
    Value value;
    if (directive.hasKey)
      value = evaluator.getItem(values, evaluator.string(directive.key));
    else
      value = take();
    if (!value)
      return false;
    bool isText = llvm::StringRef("srac").contains(directive.type);
    Value text = isText ? formatText(directive, value) : formatNumber(directive, value);
    if (!text)
      return false;
    if (auto *known = llvm::dyn_cast<StrObject>(text)) {
      literal += known->value;
      return true;
    }
    parts.push_back(evaluator.string(literal));
    parts.push_back(text);
    literal.clear();
    return true;
  }

  static std::string widthOf(const Directive &directive) {
    return directive.width ? (directive.left ? "<" : ">") + std::to_string(directive.width) : "";
  }

  Value formatText(const Directive &directive, Value value) {
    std::string spec = widthOf(directive);
    if (directive.precision >= 0 && directive.type != 'c')
      spec += "." + std::to_string(directive.precision);
    if (directive.type == 'c' && !(value = characterOf(value)))
      return nullptr;
    Value text = evaluator.format(value, directive.type == 's' || directive.type == 'c' ? 's' : directive.type, "");
    return text && !spec.empty() ? evaluator.format(text, 0, spec) : text;
  }

  Value characterOf(Value value) {
    if (auto *text = llvm::dyn_cast<StrObject>(value); text && countCodePoints(text->value) == 1)
      return text;
    InstancePart *part = value->instancePart();
    if (part && !llvm::isa<IntObject>(value))
      if (std::optional<Value> index = askClass(evaluator, value, *part, "__index__"))
        if (!(value = *index))
          return nullptr;
    if (!llvm::isa<IntObject>(value) && !llvm::isa<BoolObject>(value))
      return evaluator.raise(DiagnosticId::typeError, "%c requires int or char");
    std::optional<int64_t> code = llvm::isa<IntObject>(value) ? llvm::cast<IntObject>(value)->value.asInt64() : llvm::cast<BoolObject>(value)->value;
    if (!code || *code < 0 || *code > 0x10FFFF)
      return raiseOverflow(evaluator, "%c arg not in range(0x110000)");
    std::string character;
    unicode::append(character, static_cast<char32_t>(*code));
    return evaluator.string(character);
  }

  /// The value as an int or a float, as the directive wants it; null with an exception pending.
  Value numberFor(const Directive &directive, Value value, bool wantsInteger) {
    bool isRadix = llvm::StringRef("xXo").contains(directive.type);
    auto refuse = [&]() -> Value {
      return evaluator.raise(DiagnosticId::typeError, (wantsInteger ? std::string("%") + directive.type + " format: " + (isRadix ? "an integer" : "a real number") + " is required"
                                                                    : std::string("must be real number")) +
                                                          ", not " + value->typeName(evaluator));
    };
    if (llvm::isa<BoolObject>(value))
      return evaluator.integer(llvm::cast<BoolObject>(value)->value);
    if (auto *integer = llvm::dyn_cast<IntObject>(value))
      return wantsInteger && value->instancePart() ? evaluator.integer(integer->value) : value;
    if (auto *floating = llvm::dyn_cast<FloatObject>(value)) {
      if (isRadix)
        return refuse();
      if (!wantsInteger)
        return evaluator.floating(floating->value);
    } else if (!value->instancePart() && value->kind() != Kind::record && value->kind() != Kind::extension) {
      return refuse();
    }
    if (isRadix && evaluator.hasAttribute(value, "__index__"))
      return evaluator.call(evaluator.getAttribute(value, "__index__"), {});
    llvm::StringRef own = wantsInteger ? "__int__" : "__float__";
    if (llvm::isa<FloatObject>(value) || (!isRadix && evaluator.hasAttribute(value, own)) || evaluator.hasAttribute(value, "__index__"))
      return evaluator.call(evaluator.builtinClass(wantsInteger ? "int" : "float"), {value});
    return evaluator.hasPending() ? nullptr : refuse();
  }

  Value formatNumber(const Directive &directive, Value value) {
    char type = directive.type == 'i' || directive.type == 'u' ? 'd' : directive.type;
    if (!llvm::StringRef("dxXoeEfFgG").contains(type)) {
      char code[8];
      std::snprintf(code, sizeof code, "%x", static_cast<unsigned char>(directive.type));
      return evaluator.raise(DiagnosticId::valueError, std::string("unsupported format character '") + directive.type + "' (0x" + code + ") at index " +
                                                           std::to_string(position + directive.length - 1));
    }
    bool isInteger = llvm::StringRef("dxXo").contains(type);
    std::string spec = widthOf(directive);
    if (directive.zero && !directive.left && directive.width)
      spec = "";
    if (directive.plus || directive.space)
      spec += directive.plus ? "+" : " ";
    if (directive.alternate)
      spec += "#";
    if (directive.zero && !directive.left && directive.width)
      spec += "0" + std::to_string(directive.width);
    else if (directive.width) // behind sign and `#`
      spec = spec.substr(0, 1) + spec.substr(1 + std::to_string(directive.width).size()) + std::to_string(directive.width);
    std::string precision = directive.precision >= 0 ? "." + std::to_string(directive.precision) : "";
    if (llvm::isa<ArrayObject>(value))
      return evaluator.format(value, 0, spec + precision + type);
    Value number = numberFor(directive, value, isInteger);
    if (!number)
      return nullptr;
    if (!isInteger || directive.precision < 0)
      return evaluator.format(number, 0, spec + (isInteger ? "" : precision) + type);
    // Digits up to the precision, then the width around them.
    Value digits = evaluator.format(number, 0, std::string(1, type));
    if (!digits)
      return nullptr;
    std::string body = llvm::cast<StrObject>(digits)->value, sign = directive.plus ? "+" : directive.space ? " " : "";
    if (body[0] == '-') {
      sign = "-";
      body.erase(0, 1);
    }
    if (body.size() < static_cast<size_t>(directive.precision))
      body.insert(0, static_cast<size_t>(directive.precision) - body.size(), '0');
    std::string prefix = directive.alternate && type != 'd' ? std::string("0") + type : "";
    size_t length = sign.size() + prefix.size() + body.size(), width = static_cast<size_t>(directive.width);
    if (directive.zero && !directive.left && length < width)
      body.insert(0, width - length, '0');
    return evaluator.format(evaluator.string(sign + prefix + body), 0, widthOf(directive));
  }

  Evaluator &evaluator;
  llvm::StringRef rest;
  Value values;
  std::vector<Value> items;
  size_t next = 0;
  size_t position = 0; // of `rest`, in characters
  std::string literal;
  std::vector<Value> parts;
};

class BraceFormatter {
public:
  BraceFormatter(Evaluator &evaluator, llvm::ArrayRef<Value> positional, Value keywords)
      : evaluator(evaluator), positional(positional), keywords(keywords) {}

  Value run(llvm::StringRef format, unsigned depth) {
    std::vector<Value> parts;
    std::string literal;
    while (!format.empty()) {
      size_t brace = format.find_first_of("{}");
      literal += format.take_front(brace);
      if (brace == llvm::StringRef::npos)
        break;
      format = format.drop_front(brace);
      if (format.starts_with("{{") || format.starts_with("}}")) {
        literal += format[0];
        format = format.drop_front(2);
        continue;
      }
      if (format[0] == '}')
        return evaluator.raise(DiagnosticId::valueError, "single '}' encountered in format string");
      size_t end = 0;
      for (int open = 0; end < format.size(); ++end) {
        open += format[end] == '{' ? 1 : format[end] == '}' ? -1 : 0;
        if (open == 0)
          break;
      }
      if (end == format.size() || depth > 1)
        return evaluator.raise(DiagnosticId::valueError, "expected '}' before end of string");
      Value text = formatField(format.slice(1, end), depth);
      if (!text)
        return nullptr;
      parts.push_back(evaluator.string(literal));
      parts.push_back(text);
      literal.clear();
      format = format.drop_front(end + 1);
    }
    parts.push_back(evaluator.string(literal));
    return evaluator.concatenate(parts);
  }

private:
  Value formatField(llvm::StringRef field, unsigned depth) {
    size_t nameEnd = field.find_first_of("!:");
    llvm::StringRef name = field.take_front(nameEnd), rest = nameEnd == llvm::StringRef::npos ? "" : field.drop_front(nameEnd);
    char conversion = 0;
    if (rest.consume_front("!") && !rest.empty()) {
      conversion = rest[0];
      rest = rest.drop_front();
    }
    rest.consume_front(":");
    std::string spec = rest.str();
    Value value = lookUp(name); // takes its number before the fields of the spec
    if (!value)
      return nullptr;
    if (rest.contains('{')) {
      Value text = run(rest, depth + 1);
      if (!text)
        return nullptr;
      std::optional<std::string> known = text->str(evaluator);
      if (!known)
        return nullptr;
      spec = std::move(*known);
    }
    return evaluator.format(value, conversion, spec);
  }

  Value lookUp(llvm::StringRef name) {
    size_t end = name.find_first_of(".[");
    llvm::StringRef first = name.take_front(end), rest = name.drop_front(first.size());
    Value value = nullptr;
    unsigned index;
    if (first.empty() || !first.getAsInteger(10, index)) {
      size_t position = first.empty() ? next++ : index;
      if (position >= positional.size())
        return evaluator.raise(DiagnosticId::indexError, "Replacement index " + std::to_string(position) +
                                                             " out of range for positional args tuple");
      value = positional[position];
    } else if (!keywords) {
      return evaluator.raise(DiagnosticId::keyError, first.str());
    } else if (!(value = evaluator.getItem(keywords, evaluator.string(first)))) {
      return nullptr;
    }
    while (value && !rest.empty()) {
      if (rest.consume_front(".")) {
        llvm::StringRef attribute = rest.take_front(rest.find_first_of(".["));
        rest = rest.drop_front(attribute.size());
        value = evaluator.getAttribute(value, attribute);
        continue;
      }
      rest.consume_front("[");
      size_t close = rest.find(']');
      if (close == llvm::StringRef::npos)
        return evaluator.raise(DiagnosticId::valueError, "missing ']' in format string");
      llvm::StringRef key = rest.take_front(close);
      rest = rest.drop_front(close + 1);
      value = evaluator.getItem(value, key.getAsInteger(10, index) ? Value(evaluator.string(key)) : evaluator.integer(index));
    }
    return value;
  }

  Evaluator &evaluator;
  llvm::ArrayRef<Value> positional;
  Value keywords;
  size_t next = 0;
};
} // namespace

Value frontend::formatPercent(Evaluator &evaluator, llvm::StringRef format, Value values) {
  return PercentFormatter(evaluator, format, values).run();
}

namespace {
/// `b'%d' % x`: numbers as texts have them, `%b` and `%s` take bytes.
class BytesFormatter {
public:
  BytesFormatter(Evaluator &evaluator, const BytesObject &format, Value values)
      : evaluator(evaluator), format(format.value), values(values), isMutable(format.isMutable) {}
  Value run();

private:
  Value nextArgument();
  bool directive(std::string &out);
  std::optional<std::string> bytesOf(Value value, char conversion);
  std::optional<std::string> byteOf(Value value);
  std::string number(std::string &spec, bool &failed);

  Evaluator &evaluator;
  llvm::StringRef format;
  Value values;
  const bool isMutable;
  size_t at = 0, used = 0;
  bool isMapped = false;
};
} // namespace

Value BytesFormatter::nextArgument() {
  auto *tuple = llvm::dyn_cast<TupleObject>(values);
  if (isMapped || used >= (tuple ? tuple->items.size() : 1))
    return evaluator.raise(DiagnosticId::typeError, "not enough arguments for format string");
  Value value = tuple ? tuple->items[used] : values;
  ++used;
  return value;
}

std::optional<std::string> BytesFormatter::bytesOf(Value value, char conversion) {
  if (auto *bytes = llvm::dyn_cast<BytesObject>(value))
    return bytes->value;
  InstancePart *part = value->instancePart();
  std::optional<Value> made = part ? askClass(evaluator, value, *part, "__bytes__") : std::nullopt;
  if (made && !*made)
    return std::nullopt;
  if (!made && value->typeName(evaluator) == "memoryview")
    made = evaluator.call(evaluator.getAttribute(value, "tobytes"), {});
  if (auto *bytes = made ? llvm::dyn_cast_or_null<BytesObject>(*made) : nullptr)
    return bytes->value;
  return evaluator.raise(DiagnosticId::typeError,
                         std::string("%") + conversion +
                             " requires a bytes-like object, or an object that implements __bytes__, not '" +
                             value->typeName(evaluator) + "'");
}

std::optional<std::string> BytesFormatter::byteOf(Value value) {
  if (auto *bytes = llvm::dyn_cast<BytesObject>(value); bytes && bytes->value.size() == 1)
    return bytes->value;
  bool isIndex = llvm::isa<IntObject>(value) || llvm::isa<BoolObject>(value) ||
                 (value->instancePart() && value->instancePart()->instanceType->find("__index__"));
  if (!isIndex)
    return evaluator.raise(DiagnosticId::typeError, "%c requires an integer in range(256) or a single byte");
  std::optional<int64_t> byte = evaluator.toInt(value, "%c");
  evaluator.clearPending();
  if (!byte || *byte < 0 || *byte > 255)
    return raiseOverflow(evaluator, "%c arg not in range(256)"), std::nullopt;
  return std::string(1, static_cast<char>(*byte));
}

/// A width or a precision: digits, or `*` and an argument.
std::string BytesFormatter::number(std::string &spec, bool &failed) {
  std::string digits;
  if (at < format.size() && format[at] == '*') {
    ++at;
    Value value = nextArgument();
    if (value && !llvm::isa<IntObject>(value))
      value = evaluator.raise(DiagnosticId::typeError, "* wants int");
    std::optional<int64_t> size = value ? evaluator.toInt(value, "`*` in a format") : std::nullopt;
    failed |= !size;
    digits = std::to_string(std::abs(size.value_or(0)));
    if (size.value_or(0) < 0)
      spec += '-';
  }
  while (at < format.size() && llvm::isDigit(format[at]))
    digits += format[at++];
  spec += digits;
  return digits;
}

bool BytesFormatter::directive(std::string &out) {
  Value mapped = nullptr;
  if (at < format.size() && format[at] == '(') {
    size_t begin = ++at;
    for (int depth = 1; at < format.size() && depth; ++at)
      depth += format[at] == '(' ? 1 : format[at] == ')' ? -1 : 0;
    if (llvm::isa<TupleObject>(values) || llvm::isa<BytesObject>(values) || llvm::isa<StrObject>(values) ||
        !evaluator.hasAttribute(values, "__getitem__"))
      return evaluator.raise(DiagnosticId::typeError, "format requires a mapping"), false;
    isMapped = true;
    mapped = evaluator.getItem(values, evaluator.make<BytesObject>(format.slice(begin, at - 1).str()));
    if (!mapped)
      return false;
  }
  std::string spec = "%";
  while (at < format.size() && llvm::StringRef("-+ #0").contains(format[at]))
    spec += format[at++];
  bool failed = false, hasPrecision = false;
  size_t width = 0, precision = 0;
  llvm::StringRef(number(spec, failed)).getAsInteger(10, width);
  bool isLeft = llvm::StringRef(spec).contains('-');
  if (at < format.size() && format[at] == '.') {
    spec += format[at++];
    hasPrecision = true;
    llvm::StringRef(number(spec, failed)).getAsInteger(10, precision);
  }
  if (failed)
    return false;
  if (at < format.size() && llvm::StringRef("hlL").contains(format[at]))
    ++at;
  if (at == format.size())
    return evaluator.raise(DiagnosticId::valueError, "incomplete format"), false;
  char conversion = format[at++];
  if (conversion == '%') {
    out += '%';
    return true;
  }
  if (!llvm::StringRef("diouxXeEfFgGcrsab").contains(conversion))
    return evaluator.raise(DiagnosticId::valueError, std::string("unsupported format character '") + conversion +
                                                         "' (0x" +
                                                         llvm::utohexstr(static_cast<unsigned char>(conversion), true) +
                                                         ") at index " + std::to_string(at - 1)),
           false;
  Value value = mapped ? mapped : nextArgument();
  if (!value)
    return false;
  std::optional<std::string> part;
  if (conversion == 'c' || conversion == 's' || conversion == 'b') {
    part = conversion == 'c' ? byteOf(value) : bytesOf(value, 'b');
    if (part && hasPrecision && conversion != 'c')
      part->resize(std::min(part->size(), precision));
    if (part && part->size() < width)
      part->insert(isLeft ? part->size() : 0, width - part->size(), ' ');
  } else {
    Value text = formatPercent(evaluator, spec + (conversion == 'r' ? 'a' : conversion), evaluator.tuple({value}));
    part = text ? evaluator.str(text) : std::nullopt;
  }
  out += part.value_or("");
  return part.has_value();
}

Value BytesFormatter::run() {
  std::string out;
  while (at < format.size()) {
    char c = format[at++];
    if (c != '%')
      out += c;
    else if (!directive(out))
      return nullptr;
  }
  auto *tuple = llvm::dyn_cast<TupleObject>(values);
  bool isMapping =
      isMapped || (!tuple && !llvm::isa<BytesObject>(values) && !llvm::isa<StrObject>(values) &&
                   (llvm::isa<DictObject>(values) || llvm::isa<ListObject>(values) || llvm::isa<RangeObject>(values)));
  if (!isMapping && used < (tuple ? tuple->items.size() : 1))
    return evaluator.raise(DiagnosticId::typeError, "not all arguments converted during bytes formatting");
  return evaluator.make<BytesObject>(std::move(out), isMutable);
}

Value frontend::formatPercent(Evaluator &evaluator, const BytesObject &format, Value values) {
  return BytesFormatter(evaluator, format, values).run();
}

Value frontend::formatBraces(Evaluator &evaluator, llvm::StringRef format, llvm::ArrayRef<Value> positional,
                             Value keywords) {
  return BraceFormatter(evaluator, positional, keywords).run(format, 0);
}
