// SPDX-License-Identifier: Apache-2.0
// Operands: names, vectors, addresses, tensors, lists of calls, and constant expressions.
#include "runner/emulator/ptx/TextParser.h"

namespace tessera::emulator::ptx {

using Kind = Operand::Kind;

/// A number or what begins an expression of numbers.
bool TextParser::atConstant() const {
  if (token.kind == Token::Kind::number || token.is("WARP_SZ") || token.is("(") || token.is("+") || token.is("-") ||
      token.is("~"))
    return true;
  if (token.is("!"))
    return ahead.kind != Token::Kind::word || ahead.is("WARP_SZ");
  return token.kind == Token::Kind::directive && token.text[1] >= '0' && token.text[1] <= '9'; // `.5`
}

bool TextParser::parseOperand(Operand &operand, bool inCall, unsigned depth) {
  operand.place = token.place;
  if (!countNode(token.place))
    return false;
  if (depth == deepest)
    return fail(token.place, "more than " + std::to_string(deepest) + " brackets inside of each other");
  if (accept("{")) {
    ++openBraces;
    operand.kind = Kind::vector;
    if (!parseElements(operand, "}", depth))
      return false;
    --openBraces;
    return true;
  }
  if (accept("["))
    return parseAddress(operand, depth);
  if (inCall && accept("(")) {
    operand.kind = Kind::list;
    return parseElements(operand, ")", depth);
  }
  if (atConstant())
    return parseConstantOperand(operand);
  if (accept("!"))
    return parseNegated(operand);
  if (token.kind != Token::Kind::word)
    return failHere("an operand");
  return parseNameOperand(operand, depth);
}

/// `a, b, …` up to `close`, which may come at once.
bool TextParser::parseElements(Operand &operand, std::string_view close, unsigned depth) {
  if (!token.is(close)) {
    do {
      operand.elements.emplace_back();
      if (!parseOperand(operand.elements.back(), false, depth + 1))
        return false;
    } while (accept(","));
  }
  if (!accept(close))
    return failHere("`,` or `" + std::string(close) + "`");
  operand.place = join(operand.place, previous.place);
  return true;
}

/// A name with the `.x` or `.h0` that stands right behind it.
std::string_view TextParser::takeName() {
  std::string_view name = token.text;
  if (ahead.kind == Token::Kind::directive && ahead.follows(token)) {
    name = std::string_view(name.data(), name.size() + ahead.text.size());
    advance();
  }
  advance();
  return name;
}

bool TextParser::parseNegated(Operand &operand) {
  operand.kind = Kind::name;
  operand.negated = true;
  operand.name = takeName();
  operand.place = join(operand.place, previous.place);
  return true;
}

bool TextParser::parseNameOperand(Operand &operand, unsigned depth) {
  if (token.is("generic") && ahead.is("(")) {
    advance();
    advance();
    if (!parseOperand(operand, false, depth + 1) || !expect(")", "behind `generic(`"))
      return false;
    if (operand.kind != Kind::name && operand.kind != Kind::symbolPlus)
      return fail(operand.place, "`generic` of something that has no name");
  } else {
    operand.kind = token.is("_") ? Kind::sink : Kind::name;
    operand.name = takeName();
  }
  operand.place = join(operand.place, previous.place);
  if (token.is("|"))
    return parsePair(operand);
  if (token.is("[") && operand.kind == Kind::name)
    return fail(join(operand.place, token.place),
                "an index behind `" + std::string(operand.name) + "`, expected `[" + std::string(operand.name) +
                    " + bytes]`",
                DiagnosticId::ptxUnsupported);
  if (!token.is("+") && !token.is("-"))
    return true;
  std::optional<Constant> offset = parseConstant(9); // `+ 4 - 2`: the sign is part of the first term
  if (!offset)
    return false;
  operand.place = join(operand.place, previous.place);
  if (!offset->isInteger() || operand.kind == Kind::sink)
    return fail(operand.place, "an offset that does not belong to a symbol or is no integer");
  operand.kind = Kind::symbolPlus;
  operand.integer += offset->bits;
  return true;
}

/// `%p|%q` from the bar on.
bool TextParser::parsePair(Operand &operand) {
  Operand first = operand, second;
  advance();
  second.place = token.place;
  if (token.kind != Token::Kind::word)
    return failHere("the second of two predicates");
  second.kind = token.is("_") ? Kind::sink : Kind::name;
  second.name = takeName();
  second.place = join(second.place, previous.place);
  Place place = join(operand.place, previous.place);
  operand = Operand();
  operand.kind = Kind::pair;
  operand.place = place;
  operand.elements = {std::move(first), std::move(second)};
  return true;
}

// --- addresses

/// From behind `[`.
bool TextParser::parseAddress(Operand &operand, unsigned depth) {
  operand.kind = Kind::address;
  if (!parseAddressTerms(operand))
    return false;
  if (accept(",")) {
    Operand map = std::move(operand);
    if (map.integer == 0 && map.elements.size() == 1)
      map = Operand(map.elements[0]);
    operand = Operand();
    operand.kind = Kind::tensor;
    operand.place = map.place;
    operand.elements.push_back(std::move(map));
    return parseElements(operand, "]", depth);
  }
  if (!expect("]", "behind an address"))
    return false;
  operand.place = join(operand.place, previous.place);
  return true;
}

/// `base + 4 - 2`, in any order, with one name at most.
bool TextParser::parseAddressTerms(Operand &operand) {
  bool isFirst = true;
  do {
    bool isNegative = !isFirst && token.is("-");
    if (!isFirst)
      advance();
    isFirst = false;
    if (token.kind == Token::Kind::word && !token.is("WARP_SZ")) {
      if (isNegative || !operand.elements.empty())
        return fail(token.place, isNegative ? "a name after a minus" : "a second name in an address");
      Operand base;
      base.kind = Kind::name;
      base.place = token.place;
      base.name = takeName();
      base.place = join(base.place, previous.place);
      operand.elements.push_back(std::move(base));
      continue;
    }
    if (!atConstant())
      return failHere("a register, a symbol or a number");
    Place place = token.place;
    std::optional<Constant> term = parseConstant(precedenceOf("*"));
    if (!term)
      return false;
    if (!term->isInteger())
      return fail(place, "an offset that is no integer");
    operand.integer += isNegative ? 0 - term->bits : term->bits;
  } while (token.is("+") || token.is("-"));
  return true;
}

// --- constants

bool TextParser::parseConstantOperand(Operand &operand) {
  if (token.is("-") && ahead.kind == Token::Kind::word && !ahead.is("WARP_SZ"))
    return fail(token.place, "a minus before " + describe(ahead) + ", expected a number: use `neg`");
  std::optional<Constant> value = parseTernary();
  if (!value)
    return false;
  operand.place = join(operand.place, previous.place);
  if (token.is("(") && value->isInteger())
    return parseMasked(operand, *value);
  operand.kind = value->isInteger() ? Kind::integer : value->kind == Constant::Kind::f32 ? Kind::f32 : Kind::f64;
  operand.isUnsigned = value->kind == Constant::Kind::u64;
  operand.integer = value->bits;
  return true;
}

/// `0xff00(symbol+4)` of an initializer, from the parenthesis on.
bool TextParser::parseMasked(Operand &operand, Constant mask) {
  Place place = operand.place;
  advance();
  if (token.kind != Token::Kind::word)
    return failHere("a symbol");
  if (!parseNameOperand(operand, 1) || !expect(")", "behind a masked symbol"))
    return false;
  operand.kind = Kind::symbolPlus;
  operand.elements.emplace_back();
  operand.elements.back().kind = Kind::integer;
  operand.elements.back().integer = mask.bits;
  operand.place = join(place, previous.place);
  return true;
}

std::optional<Constant> TextParser::parseTernary(unsigned depth) {
  std::optional<Constant> condition = parseConstant(1, depth);
  if (!condition || !accept("?"))
    return condition;
  std::optional<Constant> first = parseTernary(depth + 1);
  if (!first || !expect(":", "between the values of `?`"))
    return std::nullopt;
  std::optional<Constant> second = parseTernary(depth + 1);
  if (!second)
    return std::nullopt;
  Constant chosen = condition->isTrue() ? *first : *second;
  if (first->kind == Constant::Kind::u64 || second->kind == Constant::Kind::u64)
    chosen.kind = Constant::Kind::u64;
  return chosen;
}

/// Operators that bind at least as tightly as `leastPrecedence`, from the left.
std::optional<Constant> TextParser::parseConstant(unsigned leastPrecedence, unsigned depth) {
  std::optional<Constant> left = parsePrimary(depth);
  while (left) {
    std::string_view op = token.text;
    unsigned precedence = token.kind == Token::Kind::punctuation ? precedenceOf(op) : 0;
    if (precedence == 0 || precedence < leastPrecedence)
      return left;
    Place place = token.place;
    advance();
    std::optional<Constant> right = parseConstant(precedence + 1, depth + 1);
    if (!right)
      return std::nullopt;
    std::string error;
    left = applyBinary(op, *left, *right, error);
    if (!left)
      fail(place, error);
  }
  return std::nullopt;
}

std::optional<Constant> TextParser::parsePrimary(unsigned depth) {
  if (depth >= deepest)
    return fail(token.place, "more than " + std::to_string(deepest) + " parentheses inside of each other"),
           std::nullopt;
  Token first = token;
  std::string error;
  std::optional<Constant> value;
  if (accept("WARP_SZ"))
    return Constant{Constant::Kind::s64, 32};
  if (first.is("+") || first.is("-") || first.is("~") || first.is("!")) {
    advance();
    std::optional<Constant> inner = parsePrimary(depth + 1);
    if (!inner)
      return std::nullopt;
    value = applyUnary(first.text, *inner, error);
  } else if (first.is("(")) {
    return parseParenthesized(depth);
  } else if (first.kind == Token::Kind::number || atConstant()) {
    advance();
    value = parseNumber(first.text, error);
  } else {
    return failHere("a number"), std::nullopt;
  }
  if (!value)
    fail(first.place, error);
  return value;
}

/// `(1 + 2)`, or a cast: `(.s64) 3`.
std::optional<Constant> TextParser::parseParenthesized(unsigned depth) {
  advance();
  if (token.is(".s64") || token.is(".u64")) {
    bool isSigned = token.is(".s64");
    advance();
    if (!expect(")", "behind a type"))
      return std::nullopt;
    Place place = token.place;
    std::optional<Constant> value = parsePrimary(depth + 1);
    if (!value)
      return std::nullopt;
    if (!value->isInteger())
      return fail(place, "a cast of a float, expected an integer"), std::nullopt;
    value->kind = isSigned ? Constant::Kind::s64 : Constant::Kind::u64;
    return value;
  }
  std::optional<Constant> value = parseTernary(depth + 1);
  if (!value || !expect(")", "behind an expression"))
    return std::nullopt;
  return value;
}

} // namespace tessera::emulator::ptx
