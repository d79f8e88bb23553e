// SPDX-License-Identifier: Apache-2.0
// The module: its header, files, variables and functions, and how the parser goes on after an error. Limits: errors,
// blocks inside of each other, and nodes of syntax; whoever meets one is told and parsing ends.
#include "runner/emulator/ptx/Parser.h"
#include "runner/emulator/ptx/TextParser.h"

namespace tessera::emulator::ptx {

constexpr size_t longestText = size_t(1) << 29; // bytes

std::string describe(const Token &token) {
  if (token.kind == Token::Kind::end)
    return "the end of the text";
  if (token.kind == Token::Kind::invalid && token.text.substr(0, 2) == "/*")
    return "a comment without an end";
  if (token.kind == Token::Kind::invalid && token.text[0] == '"')
    return "a string without an end";
  if (token.kind == Token::Kind::invalid && (token.text[0] < ' ' || token.text[0] > '~'))
    return "a byte " + std::to_string(static_cast<unsigned char>(token.text[0]));
  return "`" + std::string(token.text.substr(0, 60)) + (token.text.size() > 60 ? "…`" : "`");
}

Place join(Place first, Place last) {
  if (last.line == first.line && last.column >= first.column)
    first.length = last.column + last.length - first.column;
  return first;
}

TextParser::TextParser(Module &module, DiagnosticSink &sink)
    : module(module), sink(sink), lexer(*module.text, module.lineStarts) {
  ahead = lexer.next();
  advance();
}

// --- tokens

void TextParser::advance() {
  previous = token;
  token = ahead;
  if (stopped)
    token = ahead = Token();
  else
    ahead = lexer.next();
}

bool TextParser::accept(std::string_view text) {
  if (!token.is(text))
    return false;
  advance();
  return true;
}

bool TextParser::expect(std::string_view text, const char *where) {
  if (accept(text))
    return true;
  return failHere("`" + std::string(text) + "` " + where);
}

bool TextParser::expectName(std::string_view &name, const char *what) {
  if (token.kind != Token::Kind::word)
    return failHere(what);
  name = token.text;
  advance();
  return true;
}

std::optional<uint64_t> TextParser::expectInteger(const char *what, uint64_t most) {
  Place place = token.place;
  if (!atConstant())
    return failHere(what), std::nullopt;
  std::optional<Constant> value = parseConstant(precedenceOf("+")); // no comparison: `<3>` ends with `>`
  if (!value)
    return std::nullopt;
  if (!value->isInteger() || value->bits > most)
    return fail(join(place, previous.place),
                std::string("the value is not ") + what + " of at most " + std::to_string(most)),
           std::nullopt;
  return value->bits;
}

// --- errors

bool TextParser::fail(Place place, std::string message, DiagnosticId id) {
  if (stopped)
    return false;
  sink.report(id, toRange(module, place), std::move(message));
  if (++errors == mostErrors) {
    sink.report(DiagnosticId::ptxSyntax, toRange(module, place), "more than " + std::to_string(mostErrors) + " errors");
    stopped = true;
    advance();
  }
  return false;
}

bool TextParser::failHere(const std::string &expected) {
  return fail(token.place, "unexpected " + describe(token) + ", expected " + expected);
}

bool TextParser::countNode(Place place) {
  if (++nodes <= mostNodes)
    return true;
  fail(place, "the text has more than " + std::to_string(mostNodes) + " operands, instructions and names");
  stopped = true;
  advance();
  return false;
}

/// To behind the next `;`, or before the `}` that ends the block that the statement stands in.
void TextParser::recover() {
  for (; token.kind != Token::Kind::end; advance()) {
    if (token.is("}") && openBraces == 0)
      return;
    if (accept(";"))
      return;
    if (token.is("{"))
      ++openBraces;
    else if (token.is("}"))
      --openBraces;
  }
}

void TextParser::skipBlock() {
  for (uint64_t open = 0; token.kind != Token::Kind::end; advance()) {
    if (token.is("{"))
      ++open;
    else if (token.is("}") && --open == 0)
      return advance();
  }
}

namespace {

bool beginsModuleItem(const Token &token) {
  constexpr std::string_view items[] = {".visible", ".extern", ".weak", ".entry",  ".func",
                                        ".global",  ".const",  ".file", ".section"};
  for (std::string_view item : items)
    if (token.is(item))
      return true;
  return false;
}

} // namespace

/// Behind the next `;` or block, or before a line that begins like another item.
void TextParser::recoverAtModule() {
  for (unsigned opened = openBraces; token.kind != Token::Kind::end; advance()) {
    if (opened == 0 && token.is("{"))
      return skipBlock();
    if (accept(";"))
      return;
    if (beginsModuleItem(token) && token.place.line != previous.place.line)
      return;
    if (opened && token.is("}"))
      --opened;
  }
}

// --- module

void TextParser::parseModule() {
  parseHeader();
  while (token.kind != Token::Kind::end) {
    openBraces = 0;
    if (!parseModuleStatement())
      recoverAtModule();
  }
}

void TextParser::parseHeader() {
  if (!token.is(".version"))
    failHere("`.version`");
}

bool TextParser::parseModuleStatement() {
  if (accept(";"))
    return true;
  if (token.is(".version"))
    return parseVersion();
  if (token.is(".target"))
    return parseTarget();
  if (token.is(".address_size"))
    return parseAddressSize();
  if (token.is(".file"))
    return parseFile();
  if (token.is(".section"))
    return parseSection();
  if (token.is(".alias"))
    return parseAlias();
  if (token.is(".pragma"))
    return parsePragma();
  bool isExtern = false;
  while (token.is(".visible") || token.is(".extern") || token.is(".weak") || token.is(".common")) {
    isExtern |= token.is(".extern");
    advance();
  }
  if (token.is(".func") || token.is(".entry"))
    return parseFunction(isExtern);
  Space space;
  if (!isSpace(token, space))
    return failHere("a function, a variable or a directive of a module");
  return parseVariables(module.variables, isExtern);
}

bool TextParser::parseVersion() {
  advance();
  std::string_view text = token.text;
  size_t dot = text.find('.');
  bool isVersion = token.kind == Token::Kind::number && dot != text.npos && dot <= 2 && text.size() == dot + 2;
  for (char c : text)
    isVersion = isVersion && (c == '.' || (c >= '0' && c <= '9'));
  if (!isVersion)
    return failHere("a version such as `8.0`");
  module.version = 0;
  for (char c : text)
    if (c != '.')
      module.version = module.version * 10 + static_cast<unsigned>(c - '0');
  if (module.version > 90)
    fail(token.place, "PTX version " + std::string(text) + ", expected at most 9.0", DiagnosticId::ptxUnsupported);
  advance();
  return true;
}

bool TextParser::parseTarget() {
  advance();
  do {
    Token option = token;
    std::string_view name;
    if (!expectName(name, "a target such as `sm_90a`"))
      return false;
    if (name.substr(0, 3) == "sm_" || name.substr(0, 8) == "compute_")
      module.target = name;
    else if (name == "texmode_unified" || name == "texmode_independent" || name == "map_f64_to_f32")
      return fail(option.place, "target option `" + std::string(name) + "`", DiagnosticId::ptxUnsupported);
    else if (name != "debug")
      return fail(option.place, "unknown target option `" + std::string(name) + "`");
  } while (accept(","));
  return true;
}

bool TextParser::parseAddressSize() {
  advance();
  Place place = token.place;
  std::optional<uint64_t> bits = expectInteger("a number of bits", 64);
  if (!bits)
    return false;
  if (*bits != 32 && *bits != 64)
    return fail(place, "an address size of " + std::to_string(*bits) + ", expected 32 or 64");
  module.addressBits = static_cast<unsigned>(*bits);
  return true;
}

bool TextParser::parseFile() {
  constexpr uint64_t mostFiles = 100'000;
  advance();
  std::optional<uint64_t> number = expectInteger("a file's number", mostFiles);
  if (!number)
    return false;
  if (token.kind != Token::Kind::string)
    return failHere("a file's name");
  if (module.files.size() <= *number)
    module.files.resize(*number + 1);
  module.files[*number] = token.text.substr(1, token.text.size() - 2);
  advance();
  for (int i = 0; i < 2 && accept(","); ++i) // time stamp and size
    if (!expectInteger("a time stamp or a size", UINT64_MAX))
      return false;
  return true;
}

/// Debugging information: nothing in it is executed.
bool TextParser::parseSection() {
  advance();
  if (token.kind != Token::Kind::directive && token.kind != Token::Kind::word)
    return failHere("a section's name");
  advance();
  if (!token.is("{"))
    return failHere("`{` of a section");
  Place opened = token.place;
  skipBlock();
  return previous.is("}") || fail(opened, "a section without `}`");
}

bool TextParser::parseAlias() {
  Place place = token.place;
  advance();
  Alias alias;
  if (!expectName(alias.name, "a function's name") || !expect(",", "between an alias and its function") ||
      !expectName(alias.target, "a function's name") || !expect(";", "behind an alias"))
    return false;
  alias.place = join(place, previous.place);
  module.aliases.push_back(alias);
  return countNode(place);
}

bool TextParser::parsePragma() {
  advance();
  do {
    if (token.kind != Token::Kind::string)
      return failHere("a string");
    advance();
  } while (accept(","));
  return expect(";", "behind `.pragma`");
}

// --- functions

bool TextParser::parseFunction(bool isExtern) {
  Function function;
  function.isEntry = token.is(".entry");
  function.isExtern = isExtern;
  advance();
  while (token.is(".attribute"))
    if (!parseAttribute())
      return false;
  if (!function.isEntry && token.is("(") && !parseParameters(function.results))
    return false;
  function.place = token.place;
  if (!expectName(function.name, "a function's name"))
    return false;
  if (token.is("(") && !parseParameters(function.parameters))
    return false;
  while (token.kind == Token::Kind::directive)
    if (!parsePerformance(function))
      return false;
  if (token.is("{")) {
    Place opened = token.place;
    advance();
    function.hasBody = true;
    parseBody(function, opened);
  } else if (!expect(";", "or `{` behind a function's head")) {
    return false;
  }
  addFunction(std::move(function));
  return true;
}

bool TextParser::parseThreeSizes(uint32_t (&sizes)[3]) {
  for (int i = 0; i < 3; ++i) {
    sizes[i] = 1;
    if (i > 0 && !accept(","))
      continue;
    std::optional<uint64_t> size = expectInteger("a number of threads or CTAs", UINT32_MAX);
    if (!size)
      return false;
    sizes[i] = static_cast<uint32_t>(*size);
  }
  return true;
}

/// What stands between a function's parameters and its body.
bool TextParser::parsePerformance(Function &function) {
  Token directive = token;
  if (directive.is(".attribute"))
    return parseAttribute();
  if (directive.is(".pragma"))
    return parsePragma();
  advance();
  if (directive.is(".maxntid"))
    return parseThreeSizes(function.maximalThreads);
  if (directive.is(".reqntid"))
    return parseThreeSizes(function.requiredThreads);
  if (directive.is(".reqnctapercluster"))
    return parseThreeSizes(function.requiredCluster);
  if (directive.is(".maxnreg")) {
    std::optional<uint64_t> count = expectInteger("a number of registers", UINT32_MAX);
    function.maximalRegisters = static_cast<uint32_t>(count.value_or(0));
    return count.has_value();
  }
  if (directive.is(".minnctapersm") || directive.is(".maxnctapersm") || directive.is(".maxclusterrank"))
    return expectInteger("a number of CTAs", UINT32_MAX).has_value();
  if (directive.is(".abi_preserve") || directive.is(".abi_preserve_control"))
    return expectInteger("a number of registers", UINT32_MAX).has_value();
  if (directive.is(".explicitcluster"))
    return function.explicitCluster = true;
  if (directive.is(".noreturn"))
    return function.noReturn = true;
  return fail(directive.place, "unknown directive " + describe(directive) + " of a function");
}

void TextParser::addFunction(Function function) {
  auto [entry, isNew] = functionIndex.emplace(function.name, module.functions.size());
  if (isNew) {
    countNode(function.place);
    module.functions.push_back(std::move(function));
    return;
  }
  Function &known = module.functions[entry->second];
  if (function.hasBody && known.hasBody) {
    Place first = known.place;
    fail(function.place, "`" + std::string(function.name) + "` is defined twice", DiagnosticId::ptxName);
    sink.report(DiagnosticId::ptxName, toRange(module, first), "the first definition is here", Severity::remark);
  } else if (function.hasBody) {
    known = std::move(function);
  }
}

// --- the door

SourceRange toRange(const Module &module, Place place) {
  constexpr size_t mostCounted = 4096; // beyond it a column counts bytes: nobody reads such lines
  SourceRange range;
  range.file = module.fileName;
  if (place.line == 0 || !module.text || (place.line - 1) / 64 >= module.lineStarts.size())
    return range;
  std::string_view text = *module.text;
  size_t begin = module.lineStarts[(place.line - 1) / 64];
  for (uint32_t line = (place.line - 1) / 64 * 64 + 1; line < place.line; ++line)
    begin = text.find('\n', begin) + 1;
  auto columnOf = [&](size_t bytes) {
    size_t counted = std::min(bytes, mostCounted), column = 1 + bytes - counted;
    for (char c : text.substr(begin, counted))
      column += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    return static_cast<uint32_t>(column);
  };
  range.begin = {place.line, columnOf(place.column - 1)};
  range.end = {place.line, columnOf(size_t(place.column) - 1 + place.length)};
  return range;
}

SourceRange toSourceRange(const Module &module, const Function &function, int32_t sourceLine) {
  SourceRange range;
  if (sourceLine < 0 || static_cast<size_t>(sourceLine) >= function.sourceLines.size())
    return range;
  const SourceLine &line = function.sourceLines[static_cast<size_t>(sourceLine)];
  if (line.line == 0 || line.file >= module.files.size())
    return range;
  range.file = std::string(module.files[line.file]);
  range.begin = range.end = {line.line, line.column ? line.column : 1};
  return range;
}

Module parse(std::string text, std::string fileName, DiagnosticSink &sink) {
  Module module;
  module.fileName = std::move(fileName);
  module.text = std::make_unique<std::string>(std::move(text));
  if (module.text->size() > longestText) {
    sink.report(DiagnosticId::ptxSyntax, {module.fileName, {1, 1}, {1, 1}},
                std::to_string(module.text->size()) + " bytes of PTX, expected at most " + std::to_string(longestText));
    return module;
  }
  TextParser(module, sink).parseModule();
  return module;
}

} // namespace tessera::emulator::ptx
