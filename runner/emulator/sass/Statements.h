// SPDX-License-Identifier: Apache-2.0
// Numbers for the statements of a module, and a text of it in which the assembler's line table tells these numbers.
//
// A statement is an instruction as the parser counts them: `Function::instructions[i]`. Numbers count on through all
// functions of the module in their order, so that one number says which function and which of its instructions.
#pragma once

#include "runner/emulator/ptx/Syntax.h"
#include <optional>

namespace tessera::emulator {

struct Statement {
  uint32_t function = 0, instruction = 0; // of `Module::functions`, of `Function::instructions`
};

class StatementNumbers {
public:
  explicit StatementNumbers(const ptx::Module &module);

  uint32_t count() const { return firsts.back(); }
  uint32_t numberOf(Statement statement) const { return firsts[statement.function] + statement.instruction; }
  /// Nothing for a number that no statement has.
  std::optional<Statement> find(uint32_t number) const;

private:
  std::vector<uint32_t> firsts; // of each function, then the count
};

/// The file number of the marks.
constexpr unsigned statementFile = 1;

/// The module's text with a `.loc` before each statement whose line is the statement's number plus 1, in file
/// `statementFile`. `.loc`s, `.file`s and sections of debugging information that the text had are left out; nothing
/// else changes, and the assembler makes the same code of it. The module must have been parsed without errors.
std::string markStatements(const ptx::Module &module);

} // namespace tessera::emulator
