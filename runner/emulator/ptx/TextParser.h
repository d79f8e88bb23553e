// SPDX-License-Identifier: Apache-2.0
// The parser behind `parse`: recursive descent with one token of lookahead. Declarations are in ParseVariables.cpp,
// instructions in ParseInstructions.cpp, operands in ParseOperands.cpp, the rest in Parser.cpp. Blocks are kept on a
// list and not on the stack; what recurses (vectors, parentheses) has `deepest` levels at most.
//
// A function that returns bool returns false after it has reported an error; whoever parses statements then calls
// `recover`.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "runner/emulator/ptx/Constant.h"
#include "runner/emulator/ptx/Lexer.h"
#include <map>
#include <optional>

namespace tessera::emulator::ptx {

class TextParser {
public:
  TextParser(Module &module, DiagnosticSink &sink);
  void parseModule();

private:
  static constexpr unsigned deepest = 64, mostBlocks = 100, mostErrors = 50;
  static constexpr size_t mostNodes =
      8'000'000; // instructions, operands, names: what the syntax takes of memory is bounded

  // --- tokens
  void advance();
  bool accept(std::string_view text);
  bool expect(std::string_view text, const char *where);
  bool expectName(std::string_view &name, const char *what);
  std::optional<uint64_t> expectInteger(const char *what, uint64_t most);

  // --- errors
  bool fail(Place place, std::string message, DiagnosticId id = DiagnosticId::ptxSyntax);
  /// "unexpected `x`, expected …".
  bool failHere(const std::string &expected);
  bool countNode(Place place);
  void recover();
  void recoverAtModule();
  void skipBlock();

  // --- module
  void parseHeader();
  bool parseModuleStatement();
  bool parseVersion();
  bool parseTarget();
  bool parseAddressSize();
  bool parseFile();
  bool parseSection();
  bool parseAlias();
  bool parsePragma();
  bool parseFunction(bool isExtern);
  bool parsePerformance(Function &function);
  bool parseThreeSizes(uint32_t (&sizes)[3]);
  void addFunction(Function function);

  // --- variables
  static bool isSpace(const Token &token, Space &space);
  bool parseVariables(std::vector<Variable> &into, bool isExtern);
  bool parseDeclarator(Variable &variable);
  bool parseDimensions(Variable &variable);
  bool parseQualifiers(Variable &variable);
  bool parseAttribute();
  bool parseParameters(std::vector<Variable> &into);
  bool parseParameter(Variable &variable);
  bool parseInitializer(Variable &variable);
  bool parseInitializerBlock(Variable &variable, size_t level, const std::vector<uint64_t> &sizes);
  bool parseInitialValue(Variable &variable);
  bool padInitializer(Variable &variable, uint64_t count);

  // --- a function's body
  void parseBody(Function &function, Place opened);
  bool parseStatement(Function &function);
  bool parseBodyDirective(Function &function);
  bool openBlock(Function &function);
  bool parseLocation(Function &function);
  bool parseLabel(Function &function, Token name);
  bool parseTargetList(Function &function, Token name);
  bool parseInstruction(Function &function);
  bool parseGuard(Instruction &instruction);
  bool parseModifiers(Instruction &instruction);

  // --- operands
  bool parseOperand(Operand &operand, bool inCall, unsigned depth = 0);
  bool parseNameOperand(Operand &operand, unsigned depth);
  bool parsePair(Operand &operand);
  bool parseNegated(Operand &operand);
  bool parseElements(Operand &operand, std::string_view close, unsigned depth);
  bool parseAddress(Operand &operand, unsigned depth);
  bool parseAddressTerms(Operand &operand);
  bool parseMasked(Operand &operand, Constant mask);
  std::string_view takeName();
  bool parseConstantOperand(Operand &operand);
  bool atConstant() const;
  std::optional<Constant> parseConstant(unsigned leastPrecedence = 1, unsigned depth = 0);
  std::optional<Constant> parseTernary(unsigned depth = 0);
  std::optional<Constant> parsePrimary(unsigned depth);
  std::optional<Constant> parseParenthesized(unsigned depth);

  Module &module;
  DiagnosticSink &sink;
  Lexer lexer;
  Token token, previous, ahead;        // `ahead` is the one after `token`
  unsigned errors = 0, openBraces = 0; // braces that the statement has opened
  size_t nodes = 0;
  bool stopped = false;
  std::map<std::string_view, size_t> functionIndex;
  std::vector<uint32_t> openScopes;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, int32_t> sourceIndex; // of the function's `.loc`s
  int32_t sourceLine = -1;
};

/// "`x`" or "the end of the text".
std::string describe(const Token &token);
/// From the beginning of `first` to the end of `last`, or of the line if that is elsewhere.
Place join(Place first, Place last);

} // namespace tessera::emulator::ptx
