// SPDX-License-Identifier: Apache-2.0
// What calls take: the parameters of the program's own functions, and of a signature that is a text.
#include "compiler/language/Program.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::language;
using llvm::cast;
using ParameterKind = syntax::Parameter::Kind;

/// On one line, runs of blanks made one.
static std::string onOneLine(llvm::StringRef text) {
  std::string line;
  bool isBlank = false;
  for (char c : text) {
    if (llvm::isSpace(c)) {
      isBlank = true;
      continue;
    }
    if (isBlank && !line.empty())
      line += ' ';
    isBlank = false;
    line += c;
  }
  return line;
}

std::vector<Parameter> Program::parametersOf(unsigned file, const syntax::FunctionDef *def) const {
  std::vector<Parameter> all;
  bool hasStar = false;
  for (size_t i = 0; i < def->parameters.size(); ++i) {
    const syntax::Parameter &each = def->parameters[i];
    if (each.kind == ParameterKind::keywordOnly && !hasStar)
      all.push_back({"", "*"});
    hasStar |= each.kind == ParameterKind::keywordOnly || each.kind == ParameterKind::varArgs;
    all.push_back({textOf(file, each.name.range).str(), onOneLine(textOf(file, each.range))});
    bool isLast = i + 1 == def->parameters.size() || def->parameters[i + 1].kind != ParameterKind::positionalOnly;
    if (each.kind == ParameterKind::positionalOnly && isLast)
      all.push_back({"", "/"});
  }
  return all;
}

static std::string inParentheses(llvm::ArrayRef<Parameter> parameters) {
  std::string text = "(";
  for (const Parameter &each : parameters)
    text += (text.size() > 1 ? ", " : "") + each.text;
  return text + ")";
}

/// Whether a call gives the first parameter by itself, where the function is called over `object`.
static bool givesFirst(const syntax::FunctionDef *def, bool isMethod, bool isOverClass) {
  if (!isMethod || isDecoratedBy(def, "staticmethod"))
    return false;
  return !isOverClass || isDecoratedBy(def, "classmethod");
}

/// `bm: int = 64` for each field.
std::optional<Signature> Program::signatureOfFields(Referent type) {
  std::vector<Field> fields = fieldsOf(type);
  if (fields.empty())
    return std::nullopt;
  Signature signature;
  signature.name = spellingOf(type);
  signature.documentation = documentationOf(type);
  for (const Field &field : fields)
    signature.parameters.push_back(
        {spellingOf(field.binding), onOneLine(textOf(field.binding.file, field.stmt->range))});
  return signature;
}

std::optional<Signature> Program::signatureOf(Referent callee, Referent object) {
  Referent callable = callableOf(callee);
  if (!callable)
    return signatureOfFields(callee);
  const auto *def = cast<syntax::FunctionDef>(binding(callable).definition);
  bool isClass = binding(callee).kind == Binding::Kind::classType;
  bool isMethod = names(callable.file).scopes[binding(callable).scope].kind == NameScope::Kind::classBody;
  bool isOverClass = !isClass && object.isOwn() && binding(object).kind == Binding::Kind::classType;
  Signature signature;
  signature.name = textOf(callee.file, binding(callee).place).str();
  signature.parameters = parametersOf(callable.file, def);
  if (givesFirst(def, isMethod, isOverClass) && !signature.parameters.empty())
    signature.parameters.erase(signature.parameters.begin());
  // A `/` that has lost what stood before it.
  if (!signature.parameters.empty() && signature.parameters.front().text == "/")
    signature.parameters.erase(signature.parameters.begin());
  signature.documentation = documentationOf(callee);
  if (signature.documentation.empty())
    signature.documentation = documentationOf(callable);
  return signature;
}

std::string Program::parametersText(Referent own) {
  if (!own.isOwn() || !binding(own).definition)
    return "";
  if (binding(own).kind == Binding::Kind::function)
    return inParentheses(parametersOf(own.file, cast<syntax::FunctionDef>(binding(own).definition)));
  std::optional<Signature> signature = signatureOf(own, {});
  return signature ? inParentheses(signature->parameters) : "";
}

//===--- Signatures that are texts ---===//

/// Calls `visit(index, depth)` for each character outside of strings, `depth` being that of brackets around it.
template <typename F> static void eachOutsideStrings(llvm::StringRef text, F visit) {
  size_t depth = 0;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (c == '"' || c == '\'')
      quote = c;
    if ((c == ')' || c == ']' || c == '}') && depth > 0)
      --depth;
    if (!visit(i, depth))
      return;
    if (c == '(' || c == '[' || c == '{')
      ++depth;
  }
}

std::vector<Parameter> tessera::language::splitParameters(llvm::StringRef signature) {
  std::vector<Parameter> all;
  if (!signature.starts_with("("))
    return all;
  size_t begin = 1;
  eachOutsideStrings(signature, [&](size_t i, size_t depth) {
    bool isEnd = depth == 0 && i > 0;
    if (!isEnd && (depth != 1 || signature[i] != ','))
      return true;
    std::string text = onOneLine(signature.slice(begin, i));
    begin = i + 1;
    if (!text.empty()) {
      llvm::StringRef name = llvm::StringRef(text).ltrim("*");
      name =
          name.take_while([](char c) { return c == '_' || llvm::isAlnum(c) || static_cast<unsigned char>(c) >= 0x80; });
      all.push_back({isIdentifier(name) ? name.str() : "", text});
    }
    return !isEnd;
  });
  return all;
}

int tessera::language::activeParameter(llvm::ArrayRef<Parameter> parameters, unsigned position,
                                       std::optional<llvm::StringRef> keyword) {
  int positional = -1, named = -1, rest = -1;
  unsigned seen = 0;
  bool isByPosition = true;
  for (size_t i = 0; i < parameters.size(); ++i) {
    llvm::StringRef text = parameters[i].text;
    int index = static_cast<int>(i);
    if (text == "/") {
      named = -1; // what stands before it has no keyword
    } else if (text == "*") {
      isByPosition = false;
    } else if (text.starts_with("**")) {
      rest = index;
      isByPosition = false;
    } else if (text.starts_with("*")) {
      if (isByPosition && positional < 0)
        positional = index;
      isByPosition = false;
    } else {
      if (keyword && named < 0 && parameters[i].name == *keyword)
        named = index;
      if (isByPosition && seen++ == position)
        positional = index;
    }
  }
  if (!keyword)
    return positional;
  return named >= 0 ? named : rest;
}
