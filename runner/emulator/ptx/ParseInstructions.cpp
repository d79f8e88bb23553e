// SPDX-License-Identifier: Apache-2.0
// A function's body: blocks, declarations, `.loc`, labels with their lists of targets, and instructions up to their
// operands.
#include "runner/emulator/ptx/TextParser.h"

namespace tessera::emulator::ptx {

void TextParser::parseBody(Function &function, Place opened) {
  sourceLine = -1;
  sourceIndex.clear();
  function.scopes.emplace_back();
  openScopes.assign(1, 0);
  while (!openScopes.empty()) {
    if (token.kind == Token::Kind::end) {
      fail(opened, "`{` of `" + std::string(function.name) + "` without `}`");
      return;
    }
    openBraces = 0;
    if (accept("}"))
      openScopes.pop_back();
    else if (token.is(".entry") || token.is(".func") || token.is(".visible")) {
      fail(token.place, describe(token) + " inside of `" + std::string(function.name) + "`, expected its `}` first");
      return;
    } else if (!parseStatement(function)) {
      recover();
    }
  }
}

bool TextParser::openBlock(Function &function) {
  if (openScopes.size() == mostBlocks) {
    fail(token.place, "more than " + std::to_string(mostBlocks) + " blocks inside of each other");
    stopped = true;
    advance();
    return false;
  }
  function.scopes.push_back({static_cast<int32_t>(openScopes.back()), {}});
  openScopes.push_back(static_cast<uint32_t>(function.scopes.size() - 1));
  Place place = token.place;
  advance();
  return countNode(place);
}

bool TextParser::parseStatement(Function &function) {
  if (accept(";"))
    return true;
  if (token.is("{"))
    return openBlock(function);
  if (token.kind == Token::Kind::directive)
    return parseBodyDirective(function);
  if (token.kind == Token::Kind::word && ahead.is(":")) {
    Token name = token;
    advance();
    advance();
    return parseLabel(function, name);
  }
  return parseInstruction(function);
}

bool TextParser::parseBodyDirective(Function &function) {
  if (token.is(".loc"))
    return parseLocation(function);
  if (token.is(".pragma"))
    return parsePragma();
  if (token.is(".file"))
    return parseFile();
  bool isExtern = accept(".extern");
  if (Space space; isSpace(token, space))
    return parseVariables(function.scopes[openScopes.back()].variables, isExtern);
  return failHere("an instruction, a label or a declaration");
}

/// `.loc file line column`, and for inlined code `, function_name label{+n}, inlined_at file line column`.
bool TextParser::parseLocation(Function &function) {
  auto parseThree = [this](SourceLine &line) {
    for (uint32_t *part : {&line.file, &line.line, &line.column}) {
      std::optional<uint64_t> value = expectInteger("a file, a line and a column", UINT32_MAX);
      if (!value)
        return false;
      *part = static_cast<uint32_t>(*value);
    }
    return true;
  };
  auto add = [&](SourceLine line) {
    function.sourceLines.push_back(line);
    auto index = static_cast<int32_t>(function.sourceLines.size() - 1);
    sourceIndex[{line.file, line.line, line.column}] = index;
    return index;
  };
  Place place = token.place;
  SourceLine line;
  advance();
  if (!countNode(place) || !parseThree(line))
    return false;
  while (accept(",")) {
    if (accept("function_name")) {
      std::string_view label;
      if (!expectName(label, "a label") || (accept("+") && !expectInteger("an offset", UINT64_MAX)))
        return false;
    } else if (accept("inlined_at")) {
      SourceLine outer;
      if (!parseThree(outer))
        return false;
      auto known = sourceIndex.find({outer.file, outer.line, outer.column});
      line.inlinedAt = known != sourceIndex.end() ? known->second : add(outer);
    } else {
      return failHere("`function_name` or `inlined_at`");
    }
  }
  sourceLine = add(line);
  return true;
}

bool TextParser::parseLabel(Function &function, Token name) {
  if (token.is(".branchtargets") || token.is(".calltargets") || token.is(".callprototype"))
    return parseTargetList(function, name);
  function.labels.push_back(
      {name.text, static_cast<uint32_t>(function.instructions.size()), openScopes.back(), name.place});
  return countNode(name.place);
}

bool TextParser::parseTargetList(Function &function, Token name) {
  TargetList list;
  list.name = name.text;
  list.place = name.place;
  list.kind = token.is(".branchtargets") ? TargetList::Kind::branchTargets
              : token.is(".calltargets") ? TargetList::Kind::callTargets
                                         : TargetList::Kind::callPrototype;
  advance();
  if (list.kind == TargetList::Kind::callPrototype) {
    std::string_view sink;
    if ((token.is("(") && !parseParameters(list.results)) || !expectName(sink, "`_`") ||
        (token.is("(") && !parseParameters(list.parameters)))
      return false;
    while (token.is(".noreturn") || token.is(".abi_preserve") || token.is(".abi_preserve_control")) {
      bool hasCount = !token.is(".noreturn");
      advance();
      if (hasCount && !expectInteger("a number of registers", UINT32_MAX))
        return false;
    }
  } else {
    do {
      list.targets.emplace_back();
      if (!expectName(list.targets.back(), "a target") || !countNode(name.place))
        return false;
    } while (accept(","));
  }
  if (!expect(";", "behind a list of targets"))
    return false;
  function.targetLists.push_back(std::move(list));
  return countNode(name.place);
}

// --- instructions

bool TextParser::parseInstruction(Function &function) {
  Instruction instruction;
  instruction.place = token.place;
  instruction.sourceLine = sourceLine;
  instruction.scope = openScopes.back();
  if (!countNode(token.place) || !parseGuard(instruction) || !parseModifiers(instruction))
    return false;
  bool isCall = instruction.opcode == "call";
  while (!token.is(";")) {
    if (!instruction.operands.empty() && !expect(",", "or `;` behind an operand"))
      return false;
    instruction.operands.emplace_back();
    // `vmad` alone takes registers with a minus.
    bool isNegated = instruction.opcode == "vmad" && token.is("-") && ahead.kind == Token::Kind::word && accept("-");
    if (!parseOperand(instruction.operands.back(), isCall))
      return false;
    instruction.operands.back().negated |= isNegated;
  }
  advance();
  instruction.place = join(instruction.place, previous.place);
  function.instructions.push_back(std::move(instruction));
  return true;
}

/// `@%p` or `@!%p`.
bool TextParser::parseGuard(Instruction &instruction) {
  if (!accept("@"))
    return true;
  instruction.guardNegated = accept("!");
  return expectName(instruction.guard, "a predicate");
}

bool TextParser::parseModifiers(Instruction &instruction) {
  if (!expectName(instruction.opcode, "an instruction"))
    return false;
  for (; token.kind == Token::Kind::directive; advance())
    if (instruction.modifiers.push_back(token.text.substr(1)); !countNode(token.place))
      return false;
  return true;
}

} // namespace tessera::emulator::ptx
