// SPDX-License-Identifier: Apache-2.0
// Settings: `N=512` from the outside takes the place of the literal in the program's own `N = 64`, wherever else the program says N.
// Only names that the module assigns exactly once, alone and from a literal, can be set: what such a name means is plain, and the
// program runs without any setting too. A setting has no place in the program's text, so neither have the errors about it.
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

/// Numbers with a sign, strings, True, False, None, and tuples, lists and dicts of them: what `ast.literal_eval` takes.
static bool isLiteral(const syntax::Expr *expr) {
  if (auto *constant = dyn_cast<syntax::ConstantExpr>(expr))
    return constant->type != syntax::ConstantExpr::Type::ellipsis;
  if (auto *unary = dyn_cast<syntax::UnaryExpr>(expr)) {
    auto *number = dyn_cast<syntax::ConstantExpr>(unary->operand);
    bool isSign = unary->op == syntax::UnaryOp::minus || unary->op == syntax::UnaryOp::plus;
    return isSign && number && (number->type == syntax::ConstantExpr::Type::integer || number->type == syntax::ConstantExpr::Type::floating);
  }
  if (auto *tuple = dyn_cast<syntax::TupleExpr>(expr))
    return llvm::all_of(tuple->elements, isLiteral);
  if (auto *list = dyn_cast<syntax::ListExpr>(expr))
    return llvm::all_of(list->elements, isLiteral);
  if (auto *dict = dyn_cast<syntax::DictExpr>(expr))
    return llvm::all_of(dict->items, [](const syntax::DictItem &item) { return item.key && isLiteral(item.key) && isLiteral(item.value); });
  return false;
}

namespace {
/// Where a module-level name gets its literal; `value` is null for a name that is assigned more than once.
struct Place {
  llvm::StringRef name;
  syntax::Expr **value;
};
} // namespace

static std::vector<Place> findPlaces(syntax::Block body) {
  std::vector<Place> places;
  for (syntax::Stmt *statement : body) {
    syntax::Expr *target = nullptr, **value = nullptr;
    if (auto *assign = dyn_cast<syntax::AssignStmt>(statement); assign && assign->targets.size() == 1) {
      target = assign->targets[0];
      value = &assign->value;
    } else if (auto *annotated = dyn_cast<syntax::AnnAssignStmt>(statement); annotated && annotated->value) {
      target = annotated->target;
      value = &annotated->value;
    }
    auto *name = target ? dyn_cast<syntax::NameExpr>(target) : nullptr;
    if (!name || !isLiteral(*value))
      continue;
    auto earlier = llvm::find_if(places, [&](const Place &place) { return place.name == name->name; });
    if (earlier != places.end())
      earlier->value = nullptr;
    else
      places.push_back({name->name, value});
  }
  llvm::erase_if(places, [](const Place &place) { return !place.value; });
  return places;
}

/// The literal that `text` is, or null.
static syntax::Expr *parseLiteral(syntax::Context &context, const std::string &text) {
  DiagnosticSink ignored;
  syntax::ParsedModule parsed = syntax::parse(context, "setting", text, ignored);
  auto *statement = parsed.ok && parsed.body.size() == 1 ? dyn_cast<syntax::ExprStmt>(parsed.body[0]) : nullptr;
  return statement && isLiteral(statement->value) ? statement->value : nullptr;
}

/// Gives every node of the literal the place of what it replaces: its own positions are those of another text.
static void moveTo(syntax::Expr *expr, syntax::Range range) {
  expr->range = range;
  if (auto *unary = dyn_cast<syntax::UnaryExpr>(expr))
    moveTo(unary->operand, range);
  if (auto *tuple = dyn_cast<syntax::TupleExpr>(expr))
    for (syntax::Expr *element : tuple->elements)
      moveTo(element, range);
  if (auto *list = dyn_cast<syntax::ListExpr>(expr))
    for (syntax::Expr *element : list->elements)
      moveTo(element, range);
  if (auto *dict = dyn_cast<syntax::DictExpr>(expr))
    for (const syntax::DictItem &item : dict->items) {
      moveTo(item.key, range);
      moveTo(item.value, range);
    }
}

bool Interpretation::applySettings() {
  const std::vector<Setting> &settings = evaluator.options().settings;
  if (settings.empty())
    return true;
  std::vector<Place> places = findPlaces(modules.back()->program.body);
  std::string names;
  for (const Place &place : places)
    names += (names.empty() ? "`" : ", `") + place.name.str() + "`";
  llvm::SmallVector<mlir::NamedAttribute> recorded;
  mlir::Builder builder(evaluator.context());
  for (const Setting &setting : settings) {
    auto place = llvm::find_if(places, [&](const Place &candidate) { return candidate.name == setting.name; });
    if (place == places.end()) {
      evaluator.sink()
          .report(DiagnosticId::unknownName, {}, "the program has no `" + setting.name + "` that can be set")
          .note(names.empty() ? "a name can be set that the program assigns once, at module level, from a literal" : "it can set " + names);
      return false;
    }
    syntax::Expr *literal = parseLiteral(context, setting.value);
    if (!literal) {
      evaluator.sink()
          .report(DiagnosticId::valueError, {}, "the value of `" + setting.name + "` is `" + setting.value + "`, not a Python literal")
          .note("literals are for example `512`, `1e-3`, `True`, `(2, 3)` and `'text'` with its quotes");
      return false;
    }
    moveTo(literal, (*place->value)->range);
    *place->value = literal;
    recorded.push_back(builder.getNamedAttr(setting.name, builder.getStringAttr(setting.value)));
  }
  // What a module was made with travels with it.
  mlir::NamedAttrList attributes;
  for (const mlir::NamedAttribute &attribute : recorded)
    attributes.set(attribute.getName(), attribute.getValue());
  evaluator.module()->setAttr("tile.settings", attributes.getDictionary(evaluator.context()));
  return true;
}
