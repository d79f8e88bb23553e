// SPDX-License-Identifier: Apache-2.0
// Declarations: registers, variables in memory with their initializers, parameters.
#include "runner/emulator/ptx/TextParser.h"
#include <algorithm>

namespace tessera::emulator::ptx {

bool TextParser::isSpace(const Token &token, Space &space) {
  constexpr std::pair<std::string_view, Space> spaces[] = {
      {".reg", Space::reg},     {".const", Space::constant}, {".global", Space::global}, {".local", Space::local},
      {".param", Space::param}, {".shared", Space::shared},  {".sreg", Space::sreg}};
  for (const auto &[name, value] : spaces)
    if (token.is(name))
      return space = value, true;
  return false;
}

/// `.reg .b32 %r<3>, a;` or `.global .align 4 .b8 table[2][4] = {…}, other;`
bool TextParser::parseVariables(std::vector<Variable> &into, bool isExtern) {
  Variable first;
  Place place = token.place;
  first.isExtern = isExtern;
  isSpace(token, first.space);
  advance();
  if (!parseQualifiers(first))
    return false;
  do {
    Variable variable = first;
    variable.place = token.place;
    if (!parseDeclarator(variable) || !countNode(place))
      return false;
    into.push_back(std::move(variable));
  } while (accept(","));
  return expect(";", "behind a declaration");
}

/// Alignment, vector and type, in any order up to the name.
bool TextParser::parseQualifiers(Variable &variable) {
  bool hasType = false;
  while (token.kind == Token::Kind::directive) {
    if (token.is(".attribute")) {
      if (!parseAttribute())
        return false;
      continue;
    }
    Token directive = token;
    advance();
    if (directive.is(".align")) {
      Place place = token.place;
      std::optional<uint64_t> bytes = expectInteger("an alignment", 1u << 30);
      if (!bytes)
        return false;
      if (*bytes == 0 || (*bytes & (*bytes - 1)) != 0)
        return fail(place, "an alignment of " + std::to_string(*bytes) + ", expected a power of two");
      if (!variable.isPointer) // behind `.ptr` it is that of the memory pointed to
        variable.alignment = static_cast<uint32_t>(*bytes);
    } else if (directive.is(".ptr") && variable.space == Space::param) {
      variable.isPointer = true;
      if (Space space; isSpace(token, space))
        advance();
    } else if (directive.is(".v2") || directive.is(".v4") || directive.is(".v8")) {
      variable.vector = static_cast<unsigned>(directive.text[2] - '0');
    } else if (directive.is(".texref") || directive.is(".samplerref") || directive.is(".surfref")) {
      return fail(directive.place, "a variable of type " + describe(directive), DiagnosticId::ptxUnsupported);
    } else if (Type type = parseType(directive.text); type != Type::none && !hasType) {
      variable.type = type;
      hasType = true;
    } else {
      return fail(directive.place, "unexpected " + describe(directive) + " in a declaration");
    }
  }
  return hasType || failHere("a type");
}

bool TextParser::parseAttribute() {
  advance();
  if (!expect("(", "behind `.attribute`"))
    return false;
  do {
    if (!token.is(".managed") && !token.is(".unified"))
      return failHere("`.managed` or `.unified`");
    bool hasValues = token.is(".unified");
    advance();
    if (hasValues && accept("(")) {
      if (!expectInteger("a number", UINT64_MAX) || !expect(",", "between two numbers") ||
          !expectInteger("a number", UINT64_MAX) || !expect(")", "behind two numbers"))
        return false;
    }
  } while (accept(","));
  return expect(")", "behind attributes");
}

bool TextParser::parseDeclarator(Variable &variable) {
  if (!expectName(variable.name, "a name"))
    return false;
  if (variable.space == Space::reg && accept("<")) {
    std::optional<uint64_t> count = expectInteger("a number of registers", UINT32_MAX);
    if (!count || !expect(">", "behind a number of registers"))
      return false;
    variable.parameterized = static_cast<uint32_t>(*count);
    if (*count == 0)
      return fail(variable.place, "0 registers, expected at least one");
  }
  if (!parseDimensions(variable))
    return false;
  variable.place = join(variable.place, previous.place);
  if (!accept("="))
    return true;
  return parseInitializer(variable);
}

bool TextParser::parseDimensions(Variable &variable) {
  while (accept("[")) {
    if (variable.dimensions.size() == deepest)
      return fail(variable.place, "an array of more than " + std::to_string(deepest) + " dimensions");
    if (variable.dimensions.empty() && accept("]")) {
      variable.isUnsizedArray = true;
      variable.dimensions.push_back(0);
      continue;
    }
    std::optional<uint64_t> size = expectInteger("an array's size", UINT32_MAX);
    if (!size || !expect("]", "behind an array's size"))
      return false;
    variable.dimensions.push_back(*size);
  }
  return true;
}

// --- parameters

/// `(.param .u64 a, .reg .b32 b)`
bool TextParser::parseParameters(std::vector<Variable> &into) {
  advance();
  if (accept(")"))
    return true;
  do {
    Variable variable;
    if (!parseParameter(variable))
      return false;
    into.push_back(std::move(variable));
  } while (accept(","));
  return expect(")", "behind parameters");
}

bool TextParser::parseParameter(Variable &variable) {
  if (!countNode(token.place))
    return false;
  if (!isSpace(token, variable.space) || (variable.space != Space::param && variable.space != Space::reg))
    return failHere("`.param` or `.reg`");
  advance();
  if (!parseQualifiers(variable))
    return false;
  variable.place = token.place;
  return parseDeclarator(variable);
}

// --- initializers

namespace {

/// Elements of one entry at `level`, a vector's among them; at most 2^31, which is more than a text may have.
uint64_t countInner(const std::vector<uint64_t> &sizes, size_t level) {
  uint64_t count = 1;
  for (size_t i = level + 1; i < sizes.size(); ++i)
    count = std::min(count * std::max<uint64_t>(sizes[i], 1), uint64_t(1) << 31);
  return count;
}

} // namespace

/// Elements behind each other in row-major order; a vector counts as one more dimension.
bool TextParser::parseInitializer(Variable &variable) {
  if (variable.space != Space::global && variable.space != Space::constant)
    return fail(previous.place, "a variable in `." + std::string(getName(variable.space)) +
                                    "` with initial values, expected `.global` or `.const`");
  std::vector<uint64_t> sizes = variable.dimensions;
  if (variable.vector > 1)
    sizes.push_back(variable.vector);
  if (sizes.empty())
    return parseInitialValue(variable);
  if (!token.is("{"))
    return failHere("`{` before the initial values of an array");
  if (!parseInitializerBlock(variable, 0, sizes))
    return false;
  if (variable.isUnsizedArray)
    variable.dimensions[0] = variable.initializer.size() / countInner(sizes, 0);
  return true;
}

bool TextParser::parseInitialValue(Variable &variable) {
  Operand value;
  if (!parseOperand(value, false))
    return false;
  using Kind = Operand::Kind;
  if (value.kind == Kind::vector || value.kind == Kind::address || value.kind == Kind::pair ||
      value.kind == Kind::sink || value.negated)
    return fail(value.place, "an initial value that is neither a number nor a symbol");
  variable.initializer.push_back(std::move(value));
  return true;
}

bool TextParser::padInitializer(Variable &variable, uint64_t count) {
  while (variable.initializer.size() < count) {
    if (!countNode(token.place))
      return false;
    variable.initializer.emplace_back();
    variable.initializer.back().kind = Operand::Kind::integer;
  }
  return true;
}

/// `{ … }` with an entry for each of `sizes[level]`; entries that are missing at the end are zero.
bool TextParser::parseInitializerBlock(Variable &variable, size_t level, const std::vector<uint64_t> &sizes) {
  bool isUnsized = level == 0 && variable.isUnsizedArray, isInnermost = level + 1 == sizes.size();
  bool isVector = isInnermost && variable.vector > 1;
  uint64_t inner = countInner(sizes, level), entries = 0;
  Place place = token.place;
  if (!expect("{", "before initial values"))
    return false;
  ++openBraces;
  for (; !token.is("}"); ++entries) {
    if (entries == sizes[level] && !isUnsized)
      return fail(token.place, "more than " + std::to_string(entries) + " initial values in one `{…}`");
    uint64_t end = variable.initializer.size() + inner;
    if (isInnermost ? !parseInitialValue(variable)
                    : !parseInitializerBlock(variable, level + 1, sizes) || !padInitializer(variable, end))
      return false;
    if (!accept(",")) {
      ++entries;
      break;
    }
  }
  if (!expect("}", "behind initial values"))
    return false;
  --openBraces;
  if (isVector && entries != sizes[level])
    return fail(place,
                std::to_string(entries) + " initial values of a vector, expected " + std::to_string(sizes[level]));
  return true;
}

} // namespace tessera::emulator::ptx
