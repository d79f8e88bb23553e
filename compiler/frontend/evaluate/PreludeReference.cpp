// SPDX-License-Identifier: Apache-2.0
// Reads the library's Python text as data: a function's signature is what stands between its brackets, its summary the first line of its
// docstring; a class's signature is its `__init__`'s.
#include "compiler/frontend/evaluate/PreludeReference.h"
#include "compiler/frontend/evaluate/Library.h"
#include "compiler/frontend/syntax/Parser.h"
#include "compiler/frontend/syntax/SourceText.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
class Reader {
public:
  explicit Reader(const syntax::ParsedModule &module) : module(module) {}
  std::vector<SourceEntry> read(llvm::StringRef owner);

private:
  void addFunction(const syntax::FunctionDef &function, llvm::StringRef owner);
  void addClass(const syntax::ClassDef &type);
  void addAssignment(const syntax::AssignStmt &assignment);
  void noteImport(const syntax::ImportFromStmt &import);
  bool addFromModule(llvm::StringRef name, llvm::StringRef value);
  std::string signatureOf(const syntax::FunctionDef &function, bool isMethod) const;
  const syntax::ParsedModule &module;
  llvm::StringMap<std::string> imported; // full names by those that the text uses
  std::vector<SourceEntry> entries;
};
} // namespace

static std::string firstLine(llvm::StringRef docstring) { return docstring.trim().split('\n').first.str(); }

std::string Reader::signatureOf(const syntax::FunctionDef &function, bool isMethod) const {
  std::string text = "(";
  bool wasPositionalOnly = false, isKeywordOnly = false;
  for (const syntax::Parameter &parameter : function.parameters) {
    using Kind = syntax::Parameter::Kind;
    if (isMethod && &parameter == function.parameters.begin())
      continue;
    auto separate = [&](llvm::StringRef part) { text += (text.size() > 1 ? ", " : "") + part.str(); };
    if (wasPositionalOnly && parameter.kind != Kind::positionalOnly)
      separate("/");
    wasPositionalOnly = parameter.kind == Kind::positionalOnly;
    if (parameter.kind == Kind::keywordOnly && !isKeywordOnly)
      separate("*");
    isKeywordOnly |= parameter.kind == Kind::keywordOnly || parameter.kind == Kind::varArgs;
    separate(parameter.kind == Kind::varArgs ? "*" : parameter.kind == Kind::varKeywords ? "**" : "");
    text += parameter.name.text;
    if (parameter.defaultValue)
      text += "=" + module.source->textOf(parameter.defaultValue->range).str();
  }
  return text + (wasPositionalOnly ? ", /)" : ")");
}

void Reader::addFunction(const syntax::FunctionDef &function, llvm::StringRef owner) {
  llvm::StringRef name = function.name.text;
  if (name.starts_with("_"))
    return;
  bool isStatic = llvm::any_of(function.decorators, [&](const syntax::Expr *each) { return module.source->textOf(each->range) == "staticmethod"; });
  bool isProperty = llvm::any_of(function.decorators, [&](const syntax::Expr *each) { return module.source->textOf(each->range) == "property"; });
  bool isMember = !owner.empty();
  entries.push_back({isMember ? (owner + "." + name).str() : name.str(), !isMember ? "function" : isProperty ? "property" : "method",
                     isProperty ? "" : signatureOf(function, isMember && !isStatic), firstLine(function.docstring)});
}

/// Methods of a class of the library's own are kept until the end: `gamma = _shared.gamma` is such a method.
void Reader::addClass(const syntax::ClassDef &type) {
  SourceEntry entry{type.name.text.str(), "type", "()", firstLine(type.docstring)};
  for (const syntax::Stmt *statement : type.body)
    if (auto *method = llvm::dyn_cast<syntax::FunctionDef>(statement); method && (method->name.text == "__init__" || method->name.text == "__new__"))
      entry.signature = signatureOf(*method, /*isMethod=*/true);
  entries.push_back(std::move(entry));
  for (const syntax::Stmt *statement : type.body)
    if (auto *method = llvm::dyn_cast<syntax::FunctionDef>(statement))
      addFunction(*method, type.name.text);
}

/// `from torch.nn.modules import linear`: what `linear` is called in full, in case it is a module.
void Reader::noteImport(const syntax::ImportFromStmt &import) {
  for (const syntax::ImportName &each : import.names)
    if (!import.level)
      imported[(each.alias.text.empty() ? each.name.text : each.alias.text)] =
          (import.module.text + "." + each.name.text).str();
}

/// `Linear = linear.Linear`: the entry that the other module of the library has, with its methods. Whether there is
/// one.
bool Reader::addFromModule(llvm::StringRef name, llvm::StringRef value) {
  auto [module, original] = value.rsplit('.');
  std::string from = imported.lookup(module);
  size_t before = entries.size();
  for (SourceEntry &entry : from.empty() ? std::vector<SourceEntry>() : readSourceEntries(from)) {
    auto [owner, member] = llvm::StringRef(entry.name).split('.');
    if (owner != original)
      continue;
    entry.name = member.empty() ? name.str() : (name + "." + member).str();
    entries.push_back(std::move(entry));
  }
  return entries.size() > before;
}

/// `insort = insort_right` is another name of a function, everything else a constant.
void Reader::addAssignment(const syntax::AssignStmt &assignment) {
  for (const syntax::Expr *target : assignment.targets) {
    llvm::SmallVector<const syntax::Expr *> names{target};
    if (auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(target))
      names.assign(tuple->elements.begin(), tuple->elements.end());
    for (const syntax::Expr *each : names) {
      auto *name = llvm::dyn_cast<syntax::NameExpr>(each);
      if (!name || name->name.starts_with("_"))
        continue;
      llvm::StringRef value = module.source->textOf(assignment.value->range);
      if (addFromModule(name->name, value))
        continue;
      auto known = llvm::find_if(entries, [&](const SourceEntry &entry) {
        return entry.name == value || (value.contains('.') && llvm::StringRef(entry.name).ends_with("." + value.rsplit('.').second.str()));
      });
      SourceEntry entry = known != entries.end() ? *known : SourceEntry{"", "constant", "", names.size() == 1 ? "`" + module.source->excerpt(assignment.value->range) + "`." : "A number."};
      entry.name = name->name.str();
      entry.kind = llvm::StringRef(entry.kind) == "method" ? "function" : entry.kind;
      entries.push_back(std::move(entry));
    }
  }
}

std::vector<SourceEntry> Reader::read(llvm::StringRef owner) {
  for (const syntax::Stmt *statement : module.body) {
    if (auto *function = llvm::dyn_cast<syntax::FunctionDef>(statement))
      addFunction(*function, owner);
    else if (!owner.empty())
      continue;
    else if (auto *import = llvm::dyn_cast<syntax::ImportFromStmt>(statement))
      noteImport(*import);
    else if (auto *type = llvm::dyn_cast<syntax::ClassDef>(statement))
      addClass(*type);
    else if (auto *assignment = llvm::dyn_cast<syntax::AssignStmt>(statement))
      addAssignment(*assignment);
  }
  llvm::erase_if(entries, [](const SourceEntry &entry) { return llvm::StringRef(entry.name).starts_with("_"); });
  return std::move(entries);
}

std::vector<SourceEntry> frontend::readSourceEntries(llvm::StringRef module, llvm::StringRef owner) {
  const LibraryTable &table = LibraryTable::get();
  std::string all;
  for (unsigned text = 0; text < table.textsOf(module); ++text)
    if (std::optional<std::string> found = table.sourceOf(module, text, /*mayFetch=*/false))
      all += *found;
  if (all.empty())
    return {};
  syntax::Context context;
  DiagnosticSink sink;
  syntax::ParsedModule parsed = syntax::parse(context, module, all, sink);
  return Reader(parsed).read(owner);
}
