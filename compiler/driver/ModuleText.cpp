// SPDX-License-Identifier: Apache-2.0
// The look through a module's text. It knows strings, comments, brackets, words and aliases (`#loc1 = loc(..)`), as
// much as is needed to bound what the parser does with them:
//
//   #a = [1]                 depth 1, written out 9 letters
//   #b = [#a, #a]            depth 2, written out 31 letters
//   #c = [#b, #b]            depth 3, written out 75 letters: after 60 lines more than any memory holds
//
// Who parses or prints an attribute recurses by its depth, and who prints one outside of its text writes it out.
#include "compiler/driver/ModuleText.h"
#include "compiler/support/PassDiagnostics.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"
#include "shared/protocol/TextStream.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace mlir;
using namespace tessera;

namespace {
constexpr size_t mostDepth = 1024, mostLetters = size_t(1) << 20, mostDigits = 1024;

/// What an alias stands for.
struct Extent {
  size_t depth = 0, letters = 0;
};

class TextScan {
public:
  explicit TextScan(StringRef text) : text(text) {}

  /// The first thing that is too much.
  std::optional<std::string> findExcess() {
    while (at < text.size() && problem.empty())
      takeNext();
    if (problem.empty() && !open.empty())
      problem = "it ends inside of brackets";
    if (problem.empty())
      return std::nullopt;
    return problem + " (line " + std::to_string(text.take_front(at).count('\n') + 1) + ")";
  }

private:
  static bool isOfWord(char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.'; }
  char peek(size_t distance) const { return at + distance < text.size() ? text[at + distance] : '\0'; }

  void takeNext() {
    size_t begin = at;
    char c = text[at];
    if (c == '"')
      takeString();
    else if (c == '/' && peek(1) == '/')
      at = std::min(text.find('\n', at), text.size());
    else if (c == '#' || c == '!')
      takeSigil();
    else if (isOfWord(c))
      takeWord();
    else if (c == '-' && peek(1) == '>')
      at += 2;
    else if (StringRef("([{<").contains(c))
      takeOpening(c);
    else if (StringRef(")]}>").contains(c))
      takeClosing(c);
    else if (llvm::isPrint(c) || c == '\n')
      ++at;
    else
      problem = "it holds the byte " + std::to_string(static_cast<unsigned char>(c));
    alias.letters = std::min(mostLetters, alias.letters + (at - begin));
    if (defines && alias.letters >= mostLetters)
      problem = "an alias stands for more than " + std::to_string(mostLetters) + " letters";
  }

  void takeString() {
    for (++at; at < text.size() && text[at] != '"'; ++at)
      at += text[at] == '\\';
    if (at >= text.size())
      return void(problem = "it ends inside of a string");
    ++at;
    if (open.empty() && peek(0) == '(')
      defines = false; // an operation's name: the alias before it is complete
  }

  /// `#alias`, `!alias = ..`, or a dialect's attribute or type.
  void takeSigil() {
    size_t begin = at++;
    while (at < text.size() && isOfWord(text[at]))
      ++at;
    StringRef name = text.slice(begin, at);
    if (open.empty() && text.drop_front(at).ltrim(" \n").starts_with("=")) {
      finishAlias();
      defines = true;
      defined = name;
      alias = {};
      return;
    }
    auto found = aliases.find(name);
    if (defined == name && defines)
      problem = "the alias `" + name.str() + "` stands in itself";
    else if (found != aliases.end())
      use(found->second);
  }

  void use(Extent other) {
    alias.letters = std::min(mostLetters, alias.letters + other.letters);
    reach(open.size() + other.depth);
  }

  void finishAlias() {
    if (defined.empty())
      return;
    aliases[defined] = alias;
    defined = "";
    defines = false;
  }

  void takeWord() {
    size_t begin = at;
    while (at < text.size() && isOfWord(text[at]))
      ++at;
    StringRef word = text.slice(begin, at);
    char before = begin ? text[begin - 1] : ' ';
    if (llvm::isDigit(word[0]) && word.size() > mostDigits)
      problem = "it holds a number of " + std::to_string(word.size()) + " digits";
    // None of these is in our modules; each recurses by something else than brackets, or takes memory by a number.
    if (before != '@' && before != '%' && before != '^' &&
        llvm::is_contained({"affine_map", "affine_set", "dense_resource", "distinct", "memref", "opaque", "sparse",
                            "strided", "tuple"},
                           word) &&
        (peek(0) == '<' || peek(0) == '['))
      problem = "it holds `" + word.str() + "`, which no program's module does";
    if (word == "dialect_resources" || word == "external_resources")
      problem = "it holds resources, which no program's module does";
  }

  void takeOpening(char c) {
    ++at;
    open.push_back(c);
    reach(open.size());
  }

  void takeClosing(char c) {
    char expected = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : '<';
    if (open.empty() || open.back() != expected)
      return void(problem = std::string("a `") + c + "` closes nothing");
    open.pop_back();
    ++at;
  }

  void reach(size_t depth) {
    alias.depth = std::max(alias.depth, depth);
    if (depth > mostDepth)
      problem = "it is nested more than " + std::to_string(mostDepth) + " deep";
  }

  StringRef text;
  size_t at = 0;
  std::string problem;
  std::string open; // brackets
  llvm::StringMap<Extent> aliases;
  StringRef defined;    // the alias last begun
  bool defines = false; // its text goes on
  Extent alias;         // of that alias
};
} // namespace

std::optional<std::string> tessera::findExcess(StringRef text) {
  if (text.empty())
    return "it is empty";
  return TextScan(text).findExcess();
}

std::string tessera::printModuleText(ModuleOp module) {
  std::string text;
  {
    protocol::TextStream os(text);
    // Generic: read by one parser, which is MLIR's, and not by those of each operation.
    module->print(os, OpPrintingFlags().printGenericOpForm().enableDebugInfo());
    os << '\n';
  }
  return text;
}

OwningOpRef<ModuleOp> tessera::parseModuleText(MLIRContext *context, StringRef text, DiagnosticSink &sink) {
  auto refuse = [&](const std::string &why) {
    sink.report(DiagnosticId::artifactAltered, {}, "the artifact's module can't be read: " + why);
    return nullptr;
  };
  if (isBytecode(llvm::MemoryBufferRef(text, "artifact")))
    return refuse("it is MLIR's bytecode, which is made for those who trust each other");
  if (std::optional<std::string> excess = findExcess(text))
    return refuse(*excess);
  DiagnosticSink said; // of places in a text that the user never sees
  OwningOpRef<ModuleOp> module;
  {
    DiagnosticCollector collector(context, said);
    // A copy: the lexer reads until a zero, which stands behind a string but not behind a part of an artifact.
    std::string terminated = text.str();
    module = parseSourceString<ModuleOp>(terminated, ParserConfig(context));
  }
  if (!module)
    return refuse(said.all().empty() ? "MLIR's parser gives no reason" : said.all().front().message);
  return module;
}
