// SPDX-License-Identifier: Apache-2.0
// An expression as Python source. Each operator knows how tightly it binds; an operand that binds less tightly than its place
// demands gets brackets, so the text parses to the same tree. Strings are written with double quotes; an f-string's literal text
// keeps its escapes simple enough to stand inside braces of any depth (Python 3.12's rule: quotes may be reused there).
#include "compiler/frontend/syntax/Characters.h"
#include "compiler/frontend/syntax/Print.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::frontend::syntax;
using llvm::cast;

namespace {
/// What a place demands of the expression in it, loosest first.
enum Level : int { anything, test, orTest, andTest, notTest, comparison, bitOr, bitXor, bitAnd, shift, sum, product, factor, power, primary };

Level levelOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::bitOr:
    return bitOr;
  case BinaryOp::bitXor:
    return bitXor;
  case BinaryOp::bitAnd:
    return bitAnd;
  case BinaryOp::shiftLeft:
  case BinaryOp::shiftRight:
    return shift;
  case BinaryOp::add:
  case BinaryOp::subtract:
    return sum;
  case BinaryOp::power:
    return power;
  default:
    return product;
  }
}

Level levelOf(const Expr *expr) {
  switch (expr->kind) {
  case Node::Kind::namedExpr:
  case Node::Kind::yieldExpr:
  case Node::Kind::yieldFromExpr:
  case Node::Kind::starredExpr:
  case Node::Kind::sliceExpr:
    return anything;
  case Node::Kind::lambdaExpr:
  case Node::Kind::conditionalExpr:
    return test;
  case Node::Kind::boolExpr:
    return cast<BoolExpr>(expr)->op == BoolOp::logicalOr ? orTest : andTest;
  case Node::Kind::unaryExpr:
    return cast<UnaryExpr>(expr)->op == UnaryOp::logicalNot ? notTest : factor;
  case Node::Kind::compareExpr:
    return comparison;
  case Node::Kind::binaryExpr:
    return levelOf(cast<BinaryExpr>(expr)->op);
  case Node::Kind::awaitExpr:
    return power; // `await x` may be the base of `**` but takes no call or index without brackets
  default:
    return primary;
  }
}

Level tighter(Level level) { return static_cast<Level>(level + 1); }

class Unparser {
public:
  explicit Unparser(llvm::raw_ostream &os) : os(os) {}
  void write(const Expr *expr, Level level);

private:
  void body(const Expr *expr);
  void writeBinary(const BinaryExpr *expr);
  void writeElements(Exprs elements, llvm::StringRef open, llvm::StringRef close, bool tuple = false);
  void writeConstant(const ConstantExpr *expr);
  void writeString(llvm::StringRef text, bool bytes, bool joined);
  void writePieces(llvm::ArrayRef<StringPiece> pieces, bool spec);
  void writeParameters(Parameters parameters);
  void writeCall(const CallExpr *expr);
  void writeObject(const Expr *object);
  void writeIndex(const Expr *index);
  void writeComprehension(const ComprehensionExpr *expr);
  void writeDict(const DictExpr *expr);
  void writeTarget(const Expr *target);
  void writeRest(const Expr *expr);

  llvm::raw_ostream &os;
};

void Unparser::write(const Expr *expr, Level level) {
  bool brackets = levelOf(expr) < level;
  if (brackets)
    os << '(';
  body(expr);
  if (brackets)
    os << ')';
}

void Unparser::writeElements(Exprs elements, llvm::StringRef open, llvm::StringRef close, bool tuple) {
  os << open;
  llvm::interleaveComma(elements, os, [&](const Expr *element) {
    write(element, llvm::isa<StarredExpr, NamedExpr>(element) ? anything : test);
  });
  os << (tuple && elements.size() == 1 ? "," : "") << close;
}

/// The characters of a string between its quotes.
void Unparser::writeString(llvm::StringRef text, bool bytes, bool joined) {
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\' << c;
    else if (c == '\n')
      os << "\\n";
    else if (joined && (c == '{' || c == '}'))
      os << c << c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F || (bytes && static_cast<unsigned char>(c) >= 0x80))
      os << llvm::format("\\x%02x", static_cast<unsigned char>(c));
    else
      os << c;
  }
}

void Unparser::writeConstant(const ConstantExpr *expr) {
  switch (expr->type) {
  case ConstantExpr::Type::none:
    os << "None";
    break;
  case ConstantExpr::Type::boolean:
    os << (expr->boolean ? "True" : "False");
    break;
  case ConstantExpr::Type::ellipsis:
    os << "...";
    break;
  case ConstantExpr::Type::integer:
  case ConstantExpr::Type::floating:
  case ConstantExpr::Type::imaginary:
    os << expr->text;
    break;
  case ConstantExpr::Type::string:
  case ConstantExpr::Type::bytes: {
    bool bytes = expr->type == ConstantExpr::Type::bytes;
    os << (bytes ? "b\"" : "\"");
    writeString(expr->text, bytes, /*joined=*/false);
    os << '"';
    break;
  }
  }
}

void Unparser::writePieces(llvm::ArrayRef<StringPiece> pieces, bool spec) {
  for (const StringPiece &piece : pieces) {
    if (!piece.value) {
      writeString(piece.literal, /*bytes=*/false, !spec);
      continue;
    }
    os << '{';
    std::string value;
    llvm::raw_string_ostream inner(value);
    // A lambda's colon or a walrus would end the field.
    Unparser(inner).write(piece.value, llvm::isa<TupleExpr>(piece.value) ? anything : orTest);
    os << (value[0] == '{' ? " " : "") << value;
    if (piece.conversion)
      os << '!' << piece.conversion;
    if (piece.spec) {
      os << ':';
      writePieces(piece.spec->pieces, /*spec=*/true);
    }
    os << '}';
  }
}

void Unparser::writeParameters(Parameters parameters) {
  bool first = true;
  bool keywordOnly = false;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Parameter &parameter = parameters[i];
    os << (first ? " " : ", ");
    first = false;
    if (parameter.kind == Parameter::Kind::keywordOnly && !keywordOnly)
      os << "*, ";
    keywordOnly |= parameter.kind == Parameter::Kind::keywordOnly || parameter.kind == Parameter::Kind::varArgs;
    os << (parameter.kind == Parameter::Kind::varArgs ? "*" : parameter.kind == Parameter::Kind::varKeywords ? "**" : "") << parameter.name.text;
    if (parameter.defaultValue) {
      os << '=';
      write(parameter.defaultValue, test);
    }
    bool lastPositionalOnly = parameter.kind == Parameter::Kind::positionalOnly &&
                              (i + 1 == parameters.size() || parameters[i + 1].kind != Parameter::Kind::positionalOnly);
    os << (lastPositionalOnly ? ", /" : "");
  }
}

/// What stands before `.`, `(` or `[`. `1.x` would be a number, so integers get brackets.
void Unparser::writeObject(const Expr *object) {
  auto *constant = llvm::dyn_cast<ConstantExpr>(object);
  bool number = constant && constant->type == ConstantExpr::Type::integer;
  os << (number ? "(" : "");
  write(object, primary);
  os << (number ? ")" : "");
}

void Unparser::writeCall(const CallExpr *expr) {
  writeObject(expr->callee);
  auto *only = expr->arguments.size() == 1 ? llvm::dyn_cast<ComprehensionExpr>(expr->arguments.front().value) : nullptr;
  if (only && only->result == ComprehensionExpr::Result::generator && expr->arguments.front().kind == Argument::Kind::positional)
    return write(only, anything); // its brackets are the call's
  os << '(';
  llvm::interleaveComma(expr->arguments, os, [&](const Argument &argument) {
    os << (argument.kind == Argument::Kind::star ? "*" : argument.kind == Argument::Kind::doubleStar ? "**" : "");
    if (argument.name)
      os << argument.name.text << '=';
    bool named = argument.kind == Argument::Kind::positional && llvm::isa<NamedExpr>(argument.value);
    write(argument.value, named ? anything : test);
  });
  os << ')';
}

void Unparser::writeIndex(const Expr *index) {
  auto *tuple = llvm::dyn_cast<TupleExpr>(index);
  bool plain = tuple && !tuple->elements.empty();
  if (plain) {
    llvm::interleaveComma(tuple->elements, os, [&](const Expr *element) { write(element, anything); });
    bool comma = tuple->elements.size() == 1 && !llvm::isa<StarredExpr>(tuple->elements.front()); // `a[*b]` is a tuple as it is
    os << (comma ? "," : "");
  } else {
    write(index, llvm::isa<YieldExpr, YieldFromExpr>(index) ? test : anything);
  }
}

void Unparser::writeTarget(const Expr *target) {
  auto *tuple = llvm::dyn_cast<TupleExpr>(target);
  if (tuple && !tuple->elements.empty())
    writeElements(tuple->elements, "", "", /*tuple=*/true);
  else
    write(target, bitOr);
}

void Unparser::writeComprehension(const ComprehensionExpr *expr) {
  static constexpr llvm::StringLiteral brackets[] = {"[]", "{}", "{}", "()"};
  llvm::StringRef pair = brackets[static_cast<size_t>(expr->result)];
  os << pair[0];
  write(expr->element, llvm::isa<NamedExpr>(expr->element) ? anything : test);
  if (expr->value) {
    os << ": ";
    write(expr->value, test);
  }
  for (const ComprehensionClause &clause : expr->clauses) {
    os << (clause.isAsync ? " async for " : " for ");
    writeTarget(clause.target);
    os << " in ";
    write(clause.iterable, orTest);
    for (const Expr *condition : clause.conditions) {
      os << " if ";
      write(condition, orTest);
    }
  }
  os << pair[1];
}

void Unparser::writeDict(const DictExpr *expr) {
  os << '{';
  llvm::interleaveComma(expr->items, os, [&](const DictItem &item) {
    if (item.key) {
      write(item.key, test);
      os << ": ";
    } else {
      os << "**";
    }
    write(item.value, item.key ? test : bitOr);
  });
  os << '}';
}

void Unparser::writeBinary(const BinaryExpr *expr) {
  Level level = levelOf(expr->op);
  if (expr->op == BinaryOp::power) {
    write(expr->left, llvm::isa<AwaitExpr>(expr->left) ? power : primary);
    os << "**";
    return write(expr->right, factor);
  }
  write(expr->left, level);
  os << ' ' << getText(expr->op) << ' ';
  write(expr->right, tighter(level));
}

void Unparser::body(const Expr *expr) {
  switch (expr->kind) {
  case Node::Kind::nameExpr:
    os << cast<NameExpr>(expr)->name;
    break;
  case Node::Kind::constantExpr:
    return writeConstant(cast<ConstantExpr>(expr));
  case Node::Kind::joinedStringExpr:
    os << "f\"";
    writePieces(cast<JoinedStringExpr>(expr)->pieces, /*spec=*/false);
    os << '"';
    break;
  case Node::Kind::tupleExpr:
    return writeElements(cast<TupleExpr>(expr)->elements, "(", ")", /*tuple=*/true);
  case Node::Kind::listExpr:
    return writeElements(cast<ListExpr>(expr)->elements, "[", "]");
  case Node::Kind::setExpr:
    return writeElements(cast<SetExpr>(expr)->elements, "{", "}");
  case Node::Kind::dictExpr:
    return writeDict(cast<DictExpr>(expr));
  case Node::Kind::binaryExpr:
    return writeBinary(cast<BinaryExpr>(expr));
  case Node::Kind::callExpr:
    return writeCall(cast<CallExpr>(expr));
  case Node::Kind::attributeExpr:
    writeObject(cast<AttributeExpr>(expr)->object);
    os << '.' << cast<AttributeExpr>(expr)->name.text;
    break;
  case Node::Kind::subscriptExpr:
    writeObject(cast<SubscriptExpr>(expr)->object);
    os << '[';
    writeIndex(cast<SubscriptExpr>(expr)->index);
    os << ']';
    break;
  case Node::Kind::comprehensionExpr:
    return writeComprehension(cast<ComprehensionExpr>(expr));
  default:
    return writeRest(expr);
  }
}

void Unparser::writeRest(const Expr *expr) {
  switch (expr->kind) {
  case Node::Kind::unaryExpr: {
    auto *unary = cast<UnaryExpr>(expr);
    bool isNot = unary->op == UnaryOp::logicalNot;
    os << getText(unary->op) << (isNot ? " " : "");
    return write(unary->operand, isNot ? notTest : factor);
  }
  case Node::Kind::boolExpr: {
    auto *chain = cast<BoolExpr>(expr);
    std::string op = " " + getText(chain->op).str() + " ";
    llvm::interleave(chain->operands, os, [&](const Expr *operand) { write(operand, tighter(levelOf(expr))); }, op);
    break;
  }
  case Node::Kind::compareExpr: {
    auto *compare = cast<CompareExpr>(expr);
    write(compare->operands.front(), bitOr);
    for (size_t i = 0; i < compare->ops.size(); ++i) {
      os << ' ' << getText(compare->ops[i]) << ' ';
      write(compare->operands[i + 1], bitOr);
    }
    break;
  }
  case Node::Kind::conditionalExpr:
    write(cast<ConditionalExpr>(expr)->whenTrue, orTest);
    os << " if ";
    write(cast<ConditionalExpr>(expr)->test, orTest);
    os << " else ";
    return write(cast<ConditionalExpr>(expr)->whenFalse, test);
  case Node::Kind::lambdaExpr:
    os << "lambda";
    writeParameters(cast<LambdaExpr>(expr)->parameters);
    os << ": ";
    return write(cast<LambdaExpr>(expr)->body, test);
  case Node::Kind::sliceExpr: {
    auto *slice = cast<SliceExpr>(expr);
    if (slice->lower)
      write(slice->lower, test);
    os << ':';
    if (slice->upper)
      write(slice->upper, test);
    if (slice->step) {
      os << ':';
      write(slice->step, test);
    }
    break;
  }
  case Node::Kind::starredExpr:
    os << '*';
    return write(cast<StarredExpr>(expr)->value, bitOr);
  case Node::Kind::namedExpr:
    os << cast<NamedExpr>(expr)->target->name << " := ";
    return write(cast<NamedExpr>(expr)->value, test);
  case Node::Kind::awaitExpr:
    os << "await ";
    return write(cast<AwaitExpr>(expr)->value, primary);
  case Node::Kind::yieldFromExpr:
    os << "yield from ";
    return write(cast<YieldFromExpr>(expr)->value, test);
  default:
    os << "yield";
    if (const Expr *value = cast<YieldExpr>(expr)->value) {
      os << ' ';
      writeTarget(value);
    }
  }
}
} // namespace

std::string tessera::frontend::syntax::unparse(const Expr *expr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Unparser(os).write(expr, anything);
  return text;
}
