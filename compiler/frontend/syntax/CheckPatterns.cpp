// SPDX-License-Identifier: Apache-2.0
// What PEP 634 asks of the patterns of a `match` beyond their grammar, in its words: a name is bound once, all
// alternatives bind the same names, nothing stands behind a pattern that takes everything, no key and no attribute is
// asked for twice.
#include "compiler/frontend/syntax/ParserState.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

/// A pattern that takes every value: a name or `_`, alone or as the last of some alternatives. It is returned, or null.
static const AsPattern *findIrrefutable(const Pattern *pattern) {
  if (auto *any = llvm::dyn_cast<OrPattern>(pattern))
    return findIrrefutable(any->alternatives.back());
  auto *as = llvm::dyn_cast<AsPattern>(pattern);
  if (!as || !as->pattern)
    return as;
  return findIrrefutable(as->pattern) ? as : nullptr;
}

/// The value of a literal key as text, equal for keys that are equal in Python (0, 0.0, False, 0j). Empty for a dotted
/// name.
static std::string describeKey(const Expr *key) {
  if (auto *unary = llvm::dyn_cast<UnaryExpr>(key)) {
    std::string inner = describeKey(unary->operand);
    return inner == "0" ? inner : "-" + inner;
  }
  auto *constant = llvm::dyn_cast<ConstantExpr>(key);
  if (!constant)
    return "";
  switch (constant->type) {
  case ConstantExpr::Type::none:
    return "None";
  case ConstantExpr::Type::ellipsis:
    return "...";
  case ConstantExpr::Type::boolean:
    return constant->boolean ? "1" : "0";
  case ConstantExpr::Type::integer:
    return constant->text.str();
  case ConstantExpr::Type::floating:
  case ConstantExpr::Type::imaginary: {
    bool isImaginary = constant->type == ConstantExpr::Type::imaginary && constant->floating != 0;
    char digits[64];
    std::snprintf(digits, sizeof digits, "%.17g%s", constant->floating, isImaginary ? "j" : "");
    return digits;
  }
  case ConstantExpr::Type::string:
    return "'" + constant->text.str() + "'";
  case ConstantExpr::Type::bytes:
    return "b'" + constant->text.str() + "'";
  }
  return "";
}

bool ParserState::refusePattern(Range range, std::string message) {
  report(DiagnosticId::syntaxError, range, std::move(message));
  return false;
}

bool ParserState::bindInPattern(const NameExpr *target, PatternNames &names) {
  if (!target)
    return true;
  if (llvm::any_of(names, [&](const NameExpr *known) { return known->name == target->name; }))
    return refusePattern(target->range, "multiple assignments to name '" + target->name.str() + "' in pattern");
  names.push_back(target);
  return true;
}

bool ParserState::refuseBehind(const AsPattern *taker) {
  return refusePattern(taker->range, taker->target ? "name capture '" + taker->target->name.str() +
                                                         "' makes remaining patterns unreachable"
                                                   : "wildcard makes remaining patterns unreachable");
}

bool ParserState::checkAlternatives(const OrPattern &pattern, PatternNames &names) {
  PatternNames first;
  for (const Pattern *alternative : pattern.alternatives) {
    const AsPattern *taker = alternative == pattern.alternatives.back() ? nullptr : findIrrefutable(alternative);
    if (taker)
      return refuseBehind(taker);
    PatternNames own;
    if (!checkPattern(alternative, own))
      return false;
    if (alternative == pattern.alternatives.front())
      first = own;
    bool isSame = own.size() == first.size() && llvm::all_of(own, [&](const NameExpr *name) {
                    return llvm::any_of(first, [&](const NameExpr *known) { return known->name == name->name; });
                  });
    if (!isSame)
      return refusePattern(pattern.range, "alternative patterns bind different names");
  }
  return llvm::all_of(first, [&](const NameExpr *name) { return bindInPattern(name, names); });
}

bool ParserState::checkPattern(const Pattern *pattern, PatternNames &names) {
  auto checkAll = [&](llvm::ArrayRef<Pattern *> list) {
    return llvm::all_of(list, [&](const Pattern *each) { return checkPattern(each, names); });
  };
  switch (pattern->kind) {
  case Node::Kind::sequencePattern:
    return checkAll(llvm::cast<SequencePattern>(pattern)->elements);
  case Node::Kind::starPattern:
    return bindInPattern(llvm::cast<StarPattern>(pattern)->target, names);
  case Node::Kind::orPattern:
    return checkAlternatives(*llvm::cast<OrPattern>(pattern), names);
  case Node::Kind::asPattern: {
    auto *as = llvm::cast<AsPattern>(pattern);
    return (!as->pattern || checkPattern(as->pattern, names)) && bindInPattern(as->target, names);
  }
  case Node::Kind::classPattern: {
    auto *type = llvm::cast<ClassPattern>(pattern);
    for (size_t i = 0; i < type->keywords.size(); ++i)
      if (llvm::any_of(type->keywords.take_front(i),
                       [&](const Identifier &known) { return known.text == type->keywords[i].text; }))
        return refusePattern(type->keywords[i].range,
                             "attribute name repeated in class pattern: " + type->keywords[i].text.str());
    return checkAll(type->positional) && checkAll(type->keywordPatterns);
  }
  case Node::Kind::mappingPattern: {
    auto *mapping = llvm::cast<MappingPattern>(pattern);
    std::vector<std::string> keys;
    for (const Expr *key : mapping->keys) {
      keys.push_back(describeKey(key));
      if (!keys.back().empty() && llvm::is_contained(llvm::ArrayRef(keys).drop_back(), keys.back()))
        return refusePattern(key->range,
                             "mapping pattern checks duplicate key (" + source.excerpt(key->range, 40) + ")");
    }
    return checkAll(mapping->values) && bindInPattern(mapping->rest, names);
  }
  default:
    return true;
  }
}

bool ParserState::checkCases(llvm::ArrayRef<MatchCase> cases) {
  for (const MatchCase &each : cases) {
    PatternNames names;
    if (!checkPattern(each.pattern, names))
      return false;
    const AsPattern *taker = each.guard || &each == &cases.back() ? nullptr : findIrrefutable(each.pattern);
    if (taker)
      return refuseBehind(taker);
  }
  return true;
}
