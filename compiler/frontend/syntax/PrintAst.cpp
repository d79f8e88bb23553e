// SPDX-License-Identifier: Apache-2.0
// The S-expression of a tree, for tests. Each node is its kind, what it holds itself, then its children; a part that may be absent
// is labelled, `:else` for example. Strings are quoted as C would; blocks stand on lines of their own, indented.
#include "compiler/frontend/syntax/Print.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::frontend::syntax;
using llvm::cast;

namespace {
class AstPrinter {
public:
  AstPrinter(llvm::raw_ostream &os, bool ranges) : os(os), ranges(ranges) {}
  void print(const Node *node);
  void printLines(Block block);

private:
  void open(const Node *node);
  void quoted(llvm::StringRef text) {
    os << '"';
    llvm::printEscapedString(text, os);
    os << '"';
  }
  void child(const Node *node) {
    os << ' ';
    if (node)
      print(node);
    else
      os << '-';
  }
  template <typename T> void children(llvm::ArrayRef<T *> nodes) {
    for (const T *node : nodes)
      child(node);
  }
  void labelled(llvm::StringRef label, const Node *node) {
    if (!node)
      return;
    os << " :" << label;
    child(node);
  }
  void block(llvm::StringRef label, Block block);
  void parameters(Parameters list);
  void typeParameters(TypeParameters list);
  void arguments(llvm::ArrayRef<Argument> list);
  void imports(llvm::ArrayRef<ImportName> names);
  void stringPieces(llvm::ArrayRef<StringPiece> pieces);
  void constant(const ConstantExpr *expr);
  void expression(const Node *node);
  void display(const Node *node);
  void simple(const Node *node);
  void compound(const Node *node);
  void pattern(const Node *node);

  llvm::raw_ostream &os;
  bool ranges;
  unsigned indent = 0;
};

void AstPrinter::open(const Node *node) {
  os << '(' << getText(node->kind);
  if (ranges)
    os << '@' << node->range.begin.line << ':' << node->range.begin.column << '-' << node->range.end.line << ':' << node->range.end.column;
}

void AstPrinter::print(const Node *node) {
  open(node);
  if (llvm::isa<Expr>(node))
    expression(node);
  else if (llvm::isa<Stmt>(node))
    simple(node);
  else
    pattern(node);
  os << ')';
}

void AstPrinter::printLines(Block block) {
  for (const Stmt *stmt : block) {
    os.indent(indent);
    print(stmt);
    os << '\n';
  }
}

void AstPrinter::block(llvm::StringRef label, Block block) {
  if (block.empty())
    return;
  os << '\n';
  os.indent(indent + 2) << ':' << label;
  indent += 4;
  for (const Stmt *stmt : block) {
    os << '\n';
    os.indent(indent);
    print(stmt);
  }
  indent -= 4;
}

void AstPrinter::constant(const ConstantExpr *expr) {
  switch (expr->type) {
  case ConstantExpr::Type::none:
    os << " None";
    break;
  case ConstantExpr::Type::boolean:
    os << (expr->boolean ? " True" : " False");
    break;
  case ConstantExpr::Type::ellipsis:
    os << " ...";
    break;
  case ConstantExpr::Type::integer:
  case ConstantExpr::Type::floating:
  case ConstantExpr::Type::imaginary:
    os << ' ' << expr->text;
    break;
  case ConstantExpr::Type::bytes:
    os << " b";
    quoted(expr->text);
    break;
  case ConstantExpr::Type::string:
    os << ' ';
    quoted(expr->text);
    break;
  }
}

void AstPrinter::stringPieces(llvm::ArrayRef<StringPiece> pieces) {
  for (const StringPiece &piece : pieces) {
    if (!piece.value) {
      os << ' ';
      quoted(piece.literal);
      continue;
    }
    os << " {";
    print(piece.value);
    if (piece.conversion)
      os << " !" << piece.conversion;
    if (piece.spec) {
      os << " :";
      stringPieces(piece.spec->pieces);
    }
    os << '}';
  }
}

void AstPrinter::parameters(Parameters list) {
  static constexpr llvm::StringLiteral marks[] = {"/", "", "*", "=", "**"};
  os << " [";
  llvm::interleave(
      list, os,
      [&](const Parameter &parameter) {
        os << marks[static_cast<size_t>(parameter.kind)] << parameter.name.text;
        labelled("is", parameter.annotation);
        labelled("default", parameter.defaultValue);
      },
      ", ");
  os << ']';
}

void AstPrinter::typeParameters(TypeParameters list) {
  static constexpr llvm::StringLiteral marks[] = {"", "*", "**"};
  for (const TypeParameter &parameter : list) {
    os << " <" << marks[static_cast<size_t>(parameter.kind)] << parameter.name.text;
    labelled("bound", parameter.bound);
    os << '>';
  }
}

void AstPrinter::arguments(llvm::ArrayRef<Argument> list) {
  for (const Argument &argument : list) {
    os << ' ';
    if (argument.kind == Argument::Kind::star)
      os << '*';
    else if (argument.kind == Argument::Kind::doubleStar)
      os << "**";
    else if (argument.name)
      os << argument.name.text << '=';
    print(argument.value);
  }
}

void AstPrinter::imports(llvm::ArrayRef<ImportName> names) {
  for (const ImportName &name : names) {
    os << ' ' << name.name.text;
    if (name.alias)
      os << " as " << name.alias.text;
  }
}

void AstPrinter::expression(const Node *node) {
  switch (node->kind) {
  case Node::Kind::nameExpr:
    os << ' ' << cast<NameExpr>(node)->name;
    break;
  case Node::Kind::constantExpr:
    return constant(cast<ConstantExpr>(node));
  case Node::Kind::unaryExpr:
    os << ' ' << getText(cast<UnaryExpr>(node)->op);
    return child(cast<UnaryExpr>(node)->operand);
  case Node::Kind::binaryExpr:
    os << ' ' << getText(cast<BinaryExpr>(node)->op);
    child(cast<BinaryExpr>(node)->left);
    return child(cast<BinaryExpr>(node)->right);
  case Node::Kind::boolExpr:
    os << ' ' << getText(cast<BoolExpr>(node)->op);
    return children(cast<BoolExpr>(node)->operands);
  case Node::Kind::compareExpr: {
    auto *compare = cast<CompareExpr>(node);
    child(compare->operands.front());
    for (size_t i = 0; i < compare->ops.size(); ++i) {
      os << ' ' << getText(compare->ops[i]);
      child(compare->operands[i + 1]);
    }
    break;
  }
  case Node::Kind::conditionalExpr:
    child(cast<ConditionalExpr>(node)->test);
    child(cast<ConditionalExpr>(node)->whenTrue);
    return child(cast<ConditionalExpr>(node)->whenFalse);
  case Node::Kind::lambdaExpr:
    parameters(cast<LambdaExpr>(node)->parameters);
    return child(cast<LambdaExpr>(node)->body);
  case Node::Kind::callExpr:
    child(cast<CallExpr>(node)->callee);
    return arguments(cast<CallExpr>(node)->arguments);
  case Node::Kind::attributeExpr:
    child(cast<AttributeExpr>(node)->object);
    os << ' ' << cast<AttributeExpr>(node)->name.text;
    break;
  case Node::Kind::subscriptExpr:
    child(cast<SubscriptExpr>(node)->object);
    return child(cast<SubscriptExpr>(node)->index);
  case Node::Kind::sliceExpr:
    child(cast<SliceExpr>(node)->lower);
    child(cast<SliceExpr>(node)->upper);
    return child(cast<SliceExpr>(node)->step);
  case Node::Kind::starredExpr:
    return child(cast<StarredExpr>(node)->value);
  case Node::Kind::namedExpr:
    child(cast<NamedExpr>(node)->target);
    return child(cast<NamedExpr>(node)->value);
  default:
    return display(node);
  }
}

void AstPrinter::display(const Node *node) {
  switch (node->kind) {
  case Node::Kind::joinedStringExpr:
    return stringPieces(cast<JoinedStringExpr>(node)->pieces);
  case Node::Kind::tupleExpr:
    return children(cast<TupleExpr>(node)->elements);
  case Node::Kind::listExpr:
    return children(cast<ListExpr>(node)->elements);
  case Node::Kind::setExpr:
    return children(cast<SetExpr>(node)->elements);
  case Node::Kind::dictExpr:
    for (const DictItem &item : cast<DictExpr>(node)->items) {
      os << ' ';
      if (item.key) {
        print(item.key);
        os << ": ";
      } else {
        os << "**";
      }
      print(item.value);
    }
    break;
  case Node::Kind::comprehensionExpr: {
    static constexpr llvm::StringLiteral results[] = {"list", "set", "dict", "generator"};
    auto *comprehension = cast<ComprehensionExpr>(node);
    os << ' ' << results[static_cast<size_t>(comprehension->result)];
    child(comprehension->element);
    if (comprehension->value)
      child(comprehension->value);
    for (const ComprehensionClause &clause : comprehension->clauses) {
      os << (clause.isAsync ? " :async-for" : " :for");
      child(clause.target);
      child(clause.iterable);
      for (const Expr *condition : clause.conditions)
        labelled("if", condition);
    }
    break;
  }
  case Node::Kind::awaitExpr:
    return child(cast<AwaitExpr>(node)->value);
  case Node::Kind::yieldExpr:
    return child(cast<YieldExpr>(node)->value);
  default:
    return child(cast<YieldFromExpr>(node)->value);
  }
}

void AstPrinter::simple(const Node *node) {
  switch (node->kind) {
  case Node::Kind::returnStmt:
    return child(cast<ReturnStmt>(node)->value);
  case Node::Kind::deleteStmt:
    return children(cast<DeleteStmt>(node)->targets);
  case Node::Kind::assignStmt:
    children(cast<AssignStmt>(node)->targets);
    return child(cast<AssignStmt>(node)->value);
  case Node::Kind::augAssignStmt:
    os << ' ' << getText(cast<AugAssignStmt>(node)->op) << '=';
    child(cast<AugAssignStmt>(node)->target);
    return child(cast<AugAssignStmt>(node)->value);
  case Node::Kind::annAssignStmt:
    child(cast<AnnAssignStmt>(node)->target);
    child(cast<AnnAssignStmt>(node)->annotation);
    return child(cast<AnnAssignStmt>(node)->value);
  case Node::Kind::raiseStmt:
    child(cast<RaiseStmt>(node)->exception);
    return labelled("from", cast<RaiseStmt>(node)->cause);
  case Node::Kind::assertStmt:
    child(cast<AssertStmt>(node)->test);
    return labelled("message", cast<AssertStmt>(node)->message);
  case Node::Kind::importStmt:
    return imports(cast<ImportStmt>(node)->names);
  case Node::Kind::importFromStmt:
    os << ' ' << std::string(cast<ImportFromStmt>(node)->level, '.') << cast<ImportFromStmt>(node)->module.text;
    return imports(cast<ImportFromStmt>(node)->names);
  case Node::Kind::globalStmt:
    for (const Identifier &name : cast<GlobalStmt>(node)->names)
      os << ' ' << name.text;
    break;
  case Node::Kind::nonlocalStmt:
    for (const Identifier &name : cast<NonlocalStmt>(node)->names)
      os << ' ' << name.text;
    break;
  case Node::Kind::exprStmt:
    return child(cast<ExprStmt>(node)->value);
  case Node::Kind::typeAliasStmt:
    child(cast<TypeAliasStmt>(node)->name);
    typeParameters(cast<TypeAliasStmt>(node)->typeParameters);
    return child(cast<TypeAliasStmt>(node)->value);
  default:
    return compound(node);
  }
}

void AstPrinter::compound(const Node *node) {
  switch (node->kind) {
  case Node::Kind::functionDef: {
    auto *def = cast<FunctionDef>(node);
    os << (def->isAsync ? " async" : "") << (def->isGenerator ? " generator" : "") << ' ' << def->name.text;
    typeParameters(def->typeParameters);
    parameters(def->parameters);
    labelled("returns", def->returns);
    for (const Expr *decorator : def->decorators)
      labelled("decorator", decorator);
    return block("body", def->body);
  }
  case Node::Kind::classDef: {
    auto *def = cast<ClassDef>(node);
    os << ' ' << def->name.text;
    typeParameters(def->typeParameters);
    arguments(def->arguments);
    for (const Expr *decorator : def->decorators)
      labelled("decorator", decorator);
    return block("body", def->body);
  }
  case Node::Kind::forStmt:
    os << (cast<ForStmt>(node)->isAsync ? " async" : "");
    child(cast<ForStmt>(node)->target);
    child(cast<ForStmt>(node)->iterable);
    block("body", cast<ForStmt>(node)->body);
    return block("else", cast<ForStmt>(node)->otherwise);
  case Node::Kind::whileStmt:
    child(cast<WhileStmt>(node)->test);
    block("body", cast<WhileStmt>(node)->body);
    return block("else", cast<WhileStmt>(node)->otherwise);
  case Node::Kind::ifStmt:
    for (const IfClause &clause : cast<IfStmt>(node)->clauses) {
      child(clause.test);
      block("then", clause.body);
    }
    return block("else", cast<IfStmt>(node)->otherwise);
  case Node::Kind::withStmt:
    os << (cast<WithStmt>(node)->isAsync ? " async" : "");
    for (const WithItem &item : cast<WithStmt>(node)->items) {
      child(item.context);
      labelled("as", item.target);
    }
    return block("body", cast<WithStmt>(node)->body);
  case Node::Kind::tryStmt:
    block("body", cast<TryStmt>(node)->body);
    for (const ExceptClause &clause : cast<TryStmt>(node)->handlers) {
      os << (cast<TryStmt>(node)->isGroup ? " :except*" : " :except");
      child(clause.type);
      if (clause.name)
        os << " as " << clause.name.text;
      block("handler", clause.body);
    }
    block("else", cast<TryStmt>(node)->otherwise);
    return block("finally", cast<TryStmt>(node)->finally);
  case Node::Kind::matchStmt:
    child(cast<MatchStmt>(node)->subject);
    for (const MatchCase &matchCase : cast<MatchStmt>(node)->cases) {
      os << " :case";
      child(matchCase.pattern);
      labelled("if", matchCase.guard);
      block("body", matchCase.body);
    }
    break;
  default:
    break; // pass, break, continue
  }
}

void AstPrinter::pattern(const Node *node) {
  switch (node->kind) {
  case Node::Kind::valuePattern:
    return child(cast<ValuePattern>(node)->value);
  case Node::Kind::sequencePattern:
    return children(cast<SequencePattern>(node)->elements);
  case Node::Kind::mappingPattern: {
    auto *mapping = cast<MappingPattern>(node);
    for (size_t i = 0; i < mapping->keys.size(); ++i) {
      child(mapping->keys[i]);
      os << ':';
      child(mapping->values[i]);
    }
    return labelled("rest", mapping->rest);
  }
  case Node::Kind::classPattern: {
    auto *pattern = cast<ClassPattern>(node);
    child(pattern->type);
    children(pattern->positional);
    for (size_t i = 0; i < pattern->keywords.size(); ++i) {
      os << ' ' << pattern->keywords[i].text << '=';
      print(pattern->keywordPatterns[i]);
    }
    break;
  }
  case Node::Kind::starPattern:
    return child(cast<StarPattern>(node)->target);
  case Node::Kind::asPattern:
    child(cast<AsPattern>(node)->pattern);
    return child(cast<AsPattern>(node)->target);
  default:
    return children(cast<OrPattern>(node)->alternatives);
  }
}
} // namespace

std::string tessera::frontend::syntax::printAst(const Node *node, bool ranges) {
  std::string text;
  llvm::raw_string_ostream os(text);
  AstPrinter(os, ranges).print(node);
  return text;
}

std::string tessera::frontend::syntax::printAst(Block block, bool ranges) {
  std::string text;
  llvm::raw_string_ostream os(text);
  AstPrinter(os, ranges).printLines(block);
  return text;
}
