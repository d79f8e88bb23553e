// SPDX-License-Identifier: Apache-2.0
// The two older ways to format: `%` and `str.format`. Both come down to the format mini-language; a part that holds an array's value
// makes the whole a text of the run.
#include "compiler/frontend/evaluate/PercentFormat.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/FormatSpec.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
struct Directive {
  std::string key; // of `%(key)d`
  bool hasKey = false, left = false, plus = false, space = false, zero = false, alternate = false;
  int width = 0, precision = -1;
  char type = 0;
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
      rest = rest.drop_front(percent + 1);
      if (rest.consume_front("%")) {
        literal += '%';
        continue;
      }
      Directive directive;
      if (!parse(directive) || !emit(directive))
        return nullptr;
    }
    bool isMapping = llvm::isa<DictObject>(values) || usedKey;
    if (next < items.size() && !isMapping)
      return evaluator.raise(DiagnosticId::typeError, "not all arguments converted during string formatting");
    parts.push_back(evaluator.string(literal));
    return evaluator.concatenate(parts);
  }

private:
  Value take() {
    if (next < items.size())
      return items[next++];
    return evaluator.raise(DiagnosticId::typeError, "not enough arguments for format string");
  }

  bool parseNumber(int &number) {
    if (rest.consume_front("*")) {
      Value value = take();
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
      size_t close = rest.find(')');
      if (close == llvm::StringRef::npos)
        return evaluator.raise(DiagnosticId::valueError, "incomplete format key"), false;
      directive.key = rest.take_front(close).str();
      directive.hasKey = usedKey = true;
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
    if (rest.consume_front(".") && !parseNumber(directive.precision))
      return false;
    rest = rest.drop_while([](char c) { return c == 'l' || c == 'h' || c == 'L'; });
    if (rest.empty())
      return evaluator.raise(DiagnosticId::valueError, "incomplete format"), false;
    directive.type = rest[0];
    rest = rest.drop_front();
    return true;
  }

  bool emit(const Directive &directive) {
    Value value;
    if (directive.hasKey) {
      auto *dict = llvm::dyn_cast<DictObject>(values);
      if (!dict)
        return evaluator.raise(DiagnosticId::typeError, "format requires a mapping"), false;
      value = dict->getItem(evaluator, evaluator.string(directive.key));
    } else {
      value = take();
    }
    if (!value)
      return false;
    std::string spec;
    bool isText = llvm::StringRef("srac").contains(directive.type);
    if (directive.width)
      spec += directive.left ? "<" : directive.zero && !isText ? "" : ">";
    if (!isText && (directive.plus || directive.space))
      spec += directive.plus ? "+" : " ";
    if (directive.alternate && !isText)
      spec += "#";
    if (directive.zero && !directive.left && !isText)
      spec += "0";
    if (directive.width)
      spec += std::to_string(directive.width);
    Value text = isText ? formatText(directive, value, spec) : formatNumber(directive, value, spec);
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

  Value formatText(const Directive &directive, Value value, std::string spec) {
    if (directive.precision >= 0)
      spec += "." + std::to_string(directive.precision);
    Value text = evaluator.format(value, directive.type == 's' || directive.type == 'c' ? 's' : directive.type, "");
    return text && !spec.empty() ? evaluator.format(text, 0, spec) : text;
  }

  Value formatNumber(const Directive &directive, Value value, std::string spec) {
    char type = directive.type == 'i' || directive.type == 'u' ? 'd' : directive.type;
    if (!llvm::StringRef("dxXoeEfFgG").contains(type))
      return evaluator.raise(DiagnosticId::valueError, std::string("unsupported format character '") + directive.type + "'");
    bool isInteger = llvm::StringRef("dxXo").contains(type);
    if (llvm::isa<ArrayObject>(value))
      return evaluator.format(value, 0, spec + (directive.precision >= 0 ? "." + std::to_string(directive.precision) : "") + type);
    if (!llvm::isa<NumberObject>(value))
      return evaluator.raise(DiagnosticId::typeError, std::string("%") + directive.type + " format: a real number is required, not " + value->typeName(evaluator));
    if (type == 'd' && llvm::isa<FloatObject>(value)) {
      std::optional<Integer> whole = Integer::fromDouble(llvm::cast<FloatObject>(value)->value);
      if (!whole)
        return evaluator.raise(DiagnosticId::valueError, "cannot convert float to integer");
      value = evaluator.integer(*whole);
    }
    if (llvm::isa<BoolObject>(value))
      value = evaluator.integer(llvm::cast<BoolObject>(value)->value);
    if (directive.precision >= 0 && !isInteger)
      spec += "." + std::to_string(directive.precision);
    return evaluator.format(value, 0, spec + type);
  }

  Evaluator &evaluator;
  llvm::StringRef rest;
  Value values;
  std::vector<Value> items;
  size_t next = 0;
  bool usedKey = false;
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
    if (rest.contains('{')) {
      Value text = run(rest, depth + 1);
      if (!text)
        return nullptr;
      std::optional<std::string> known = text->str(evaluator);
      if (!known)
        return nullptr;
      spec = std::move(*known);
    }
    Value value = lookUp(name);
    return value ? evaluator.format(value, conversion, spec) : nullptr;
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

Value frontend::formatBraces(Evaluator &evaluator, llvm::StringRef format, llvm::ArrayRef<Value> positional, Value keywords) {
  return BraceFormatter(evaluator, positional, keywords).run(format, 0);
}
