// SPDX-License-Identifier: Apache-2.0
// One switch over all kinds. A new kind of node, or a new child of one, must be added here.
#include "compiler/frontend/syntax/Walk.h"
#include <algorithm>

using namespace tessera::frontend::syntax;
using llvm::cast;

namespace {
class ChildVisitor {
public:
  explicit ChildVisitor(llvm::function_ref<void(Node *)> visit) : visit(visit) {}
  void children(const Node *node);

private:
  void one(Node *child) {
    if (child)
      visit(child);
  }
  template <typename T> void all(llvm::ArrayRef<T *> nodes) {
    for (T *child : nodes)
      one(child);
  }
  void parameters(Parameters list) {
    for (const Parameter &parameter : list) {
      one(parameter.annotation);
      one(parameter.defaultValue);
    }
  }
  void typeParameters(TypeParameters list) {
    for (const TypeParameter &parameter : list)
      one(parameter.bound);
  }
  void arguments(llvm::ArrayRef<Argument> list) {
    for (const Argument &argument : list)
      one(argument.value);
  }
  void expression(const Node *node);
  void statement(const Node *node);
  void compound(const Node *node);
  void pattern(const Node *node);

  llvm::function_ref<void(Node *)> visit;
};

void ChildVisitor::children(const Node *node) {
  if (llvm::isa<Expr>(node))
    expression(node);
  else if (llvm::isa<Stmt>(node))
    statement(node);
  else
    pattern(node);
}

void ChildVisitor::expression(const Node *node) {
  switch (node->kind) {
  case Node::Kind::joinedStringExpr:
    for (const StringPiece &piece : cast<JoinedStringExpr>(node)->pieces) {
      one(piece.value);
      one(piece.spec);
    }
    break;
  case Node::Kind::tupleExpr:
    return all(cast<TupleExpr>(node)->elements);
  case Node::Kind::listExpr:
    return all(cast<ListExpr>(node)->elements);
  case Node::Kind::setExpr:
    return all(cast<SetExpr>(node)->elements);
  case Node::Kind::dictExpr:
    for (const DictItem &item : cast<DictExpr>(node)->items) {
      one(item.key);
      one(item.value);
    }
    break;
  case Node::Kind::unaryExpr:
    return one(cast<UnaryExpr>(node)->operand);
  case Node::Kind::binaryExpr:
    one(cast<BinaryExpr>(node)->left);
    return one(cast<BinaryExpr>(node)->right);
  case Node::Kind::boolExpr:
    return all(cast<BoolExpr>(node)->operands);
  case Node::Kind::compareExpr:
    return all(cast<CompareExpr>(node)->operands);
  case Node::Kind::conditionalExpr:
    one(cast<ConditionalExpr>(node)->whenTrue);
    one(cast<ConditionalExpr>(node)->test);
    return one(cast<ConditionalExpr>(node)->whenFalse);
  case Node::Kind::lambdaExpr:
    parameters(cast<LambdaExpr>(node)->parameters);
    return one(cast<LambdaExpr>(node)->body);
  case Node::Kind::callExpr:
    one(cast<CallExpr>(node)->callee);
    return arguments(cast<CallExpr>(node)->arguments);
  case Node::Kind::attributeExpr:
    return one(cast<AttributeExpr>(node)->object);
  case Node::Kind::subscriptExpr:
    one(cast<SubscriptExpr>(node)->object);
    return one(cast<SubscriptExpr>(node)->index);
  case Node::Kind::sliceExpr:
    one(cast<SliceExpr>(node)->lower);
    one(cast<SliceExpr>(node)->upper);
    return one(cast<SliceExpr>(node)->step);
  case Node::Kind::starredExpr:
    return one(cast<StarredExpr>(node)->value);
  case Node::Kind::namedExpr:
    one(cast<NamedExpr>(node)->target);
    return one(cast<NamedExpr>(node)->value);
  case Node::Kind::comprehensionExpr:
    one(cast<ComprehensionExpr>(node)->element);
    one(cast<ComprehensionExpr>(node)->value);
    for (const ComprehensionClause &clause : cast<ComprehensionExpr>(node)->clauses) {
      one(clause.target);
      one(clause.iterable);
      all(clause.conditions);
    }
    break;
  case Node::Kind::awaitExpr:
    return one(cast<AwaitExpr>(node)->value);
  case Node::Kind::yieldExpr:
    return one(cast<YieldExpr>(node)->value);
  case Node::Kind::yieldFromExpr:
    return one(cast<YieldFromExpr>(node)->value);
  default:
    break; // names and constants
  }
}

void ChildVisitor::statement(const Node *node) {
  switch (node->kind) {
  case Node::Kind::returnStmt:
    return one(cast<ReturnStmt>(node)->value);
  case Node::Kind::deleteStmt:
    return all(cast<DeleteStmt>(node)->targets);
  case Node::Kind::assignStmt:
    all(cast<AssignStmt>(node)->targets);
    return one(cast<AssignStmt>(node)->value);
  case Node::Kind::augAssignStmt:
    one(cast<AugAssignStmt>(node)->target);
    return one(cast<AugAssignStmt>(node)->value);
  case Node::Kind::annAssignStmt:
    one(cast<AnnAssignStmt>(node)->target);
    one(cast<AnnAssignStmt>(node)->annotation);
    return one(cast<AnnAssignStmt>(node)->value);
  case Node::Kind::raiseStmt:
    one(cast<RaiseStmt>(node)->exception);
    return one(cast<RaiseStmt>(node)->cause);
  case Node::Kind::assertStmt:
    one(cast<AssertStmt>(node)->test);
    return one(cast<AssertStmt>(node)->message);
  case Node::Kind::exprStmt:
    return one(cast<ExprStmt>(node)->value);
  case Node::Kind::typeAliasStmt:
    one(cast<TypeAliasStmt>(node)->name);
    typeParameters(cast<TypeAliasStmt>(node)->typeParameters);
    return one(cast<TypeAliasStmt>(node)->value);
  default:
    return compound(node);
  }
}

void ChildVisitor::compound(const Node *node) {
  switch (node->kind) {
  case Node::Kind::functionDef: {
    auto *def = cast<FunctionDef>(node);
    all(def->decorators);
    typeParameters(def->typeParameters);
    parameters(def->parameters);
    one(def->returns);
    return all(def->body);
  }
  case Node::Kind::classDef: {
    auto *def = cast<ClassDef>(node);
    all(def->decorators);
    typeParameters(def->typeParameters);
    arguments(def->arguments);
    return all(def->body);
  }
  case Node::Kind::forStmt:
    one(cast<ForStmt>(node)->target);
    one(cast<ForStmt>(node)->iterable);
    all(cast<ForStmt>(node)->body);
    return all(cast<ForStmt>(node)->otherwise);
  case Node::Kind::whileStmt:
    one(cast<WhileStmt>(node)->test);
    all(cast<WhileStmt>(node)->body);
    return all(cast<WhileStmt>(node)->otherwise);
  case Node::Kind::ifStmt:
    for (const IfClause &clause : cast<IfStmt>(node)->clauses) {
      one(clause.test);
      all(clause.body);
    }
    return all(cast<IfStmt>(node)->otherwise);
  case Node::Kind::withStmt:
    for (const WithItem &item : cast<WithStmt>(node)->items) {
      one(item.context);
      one(item.target);
    }
    return all(cast<WithStmt>(node)->body);
  case Node::Kind::tryStmt:
    all(cast<TryStmt>(node)->body);
    for (const ExceptClause &clause : cast<TryStmt>(node)->handlers) {
      one(clause.type);
      all(clause.body);
    }
    all(cast<TryStmt>(node)->otherwise);
    return all(cast<TryStmt>(node)->finally);
  case Node::Kind::matchStmt:
    one(cast<MatchStmt>(node)->subject);
    for (const MatchCase &matchCase : cast<MatchStmt>(node)->cases) {
      one(matchCase.pattern);
      one(matchCase.guard);
      all(matchCase.body);
    }
    break;
  default:
    break; // imports, global, pass and their like
  }
}

void ChildVisitor::pattern(const Node *node) {
  switch (node->kind) {
  case Node::Kind::valuePattern:
    return one(cast<ValuePattern>(node)->value);
  case Node::Kind::sequencePattern:
    return all(cast<SequencePattern>(node)->elements);
  case Node::Kind::mappingPattern:
    all(cast<MappingPattern>(node)->keys);
    all(cast<MappingPattern>(node)->values);
    return one(cast<MappingPattern>(node)->rest);
  case Node::Kind::classPattern:
    one(cast<ClassPattern>(node)->type);
    all(cast<ClassPattern>(node)->positional);
    return all(cast<ClassPattern>(node)->keywordPatterns);
  case Node::Kind::starPattern:
    return one(cast<StarPattern>(node)->target);
  case Node::Kind::asPattern:
    one(cast<AsPattern>(node)->pattern);
    return one(cast<AsPattern>(node)->target);
  case Node::Kind::orPattern:
    return all(cast<OrPattern>(node)->alternatives);
  default:
    break;
  }
}
} // namespace

void tessera::frontend::syntax::forEachChild(const Node *node, llvm::function_ref<void(Node *)> visit) {
  ChildVisitor(visit).children(node);
}

unsigned tessera::frontend::syntax::heightOf(const Node *node) {
  unsigned highest = 0;
  forEachChild(node, [&](Node *child) {
    if (auto *expr = llvm::dyn_cast<Expr>(child))
      highest = std::max<unsigned>(highest, expr->height);
    else if (auto *pattern = llvm::dyn_cast<Pattern>(child))
      highest = std::max<unsigned>(highest, pattern->height);
  });
  return highest + 1;
}
