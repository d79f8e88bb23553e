// SPDX-License-Identifier: Apache-2.0
// What may be typed next, and what a call takes: the program's own names, and those that the compiler's table has, so
// that what is offered compiles.
#include "runner/lsp/Session.h"
#include "llvm/ADT/StringSet.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;

namespace {
/// The protocol's numbers of kinds.
enum Kind {
  kindMethod = 2,
  kindFunction = 3,
  kindVariable = 6,
  kindClass = 7,
  kindModule = 9,
  kindProperty = 10,
  kindKeyword = 14,
  kindConstant = 21
};

Kind kindOf(const LibraryEntry &entry) {
  if (entry.kind == "function" || entry.kind == "decorator")
    return kindFunction;
  if (entry.kind == "method")
    return kindMethod;
  if (entry.kind == "property")
    return kindProperty;
  if (entry.kind == "type")
    return kindClass;
  if (entry.kind == "module")
    return kindModule;
  return kindConstant;
}

Kind kindOf(language::SymbolKind kind) {
  switch (kind) {
  case language::SymbolKind::function:
    return kindFunction;
  case language::SymbolKind::method:
    return kindMethod;
  case language::SymbolKind::classType:
    return kindClass;
  case language::SymbolKind::module:
    return kindModule;
  case language::SymbolKind::constant:
    return kindConstant;
  case language::SymbolKind::variable:
  case language::SymbolKind::parameter:
    return kindVariable;
  }
  return kindVariable;
}

/// Items of one list, each name once: what comes first is nearest, and stays.
class Items {
public:
  void add(const std::string &name, Kind kind, const std::string &detail, const std::string &documentation = "") {
    if (!names.insert(name).second)
      return;
    // Its own order, where a client would sort by the alphabet.
    std::string number = std::to_string(list.size());
    llvm::json::Object item{{"label", name},
                            {"kind", static_cast<int64_t>(kind)},
                            {"sortText", std::string(6 - std::min<size_t>(6, number.size()), '0') + number}};
    if (!detail.empty())
      item["detail"] = detail;
    if (!documentation.empty())
      item["documentation"] = documentation;
    list.push_back(std::move(item));
  }
  void add(const LibraryEntry &entry, llvm::StringRef name) {
    if (entry.isSupported && (!name.starts_with("_") || name.starts_with("__")))
      add(name.str(), kindOf(entry), entry.isCalled() ? entry.signature : "", entry.summary);
  }
  llvm::json::Array take() { return std::move(list); }

private:
  llvm::StringSet<> names;
  llvm::json::Array list;
};

constexpr llvm::StringLiteral keywords[] = {"False",  "None",   "True",    "and",      "as",       "assert", "async",
                                            "await",  "break",  "class",   "continue", "def",      "del",    "elif",
                                            "else",   "except", "finally", "for",      "from",     "global", "if",
                                            "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
                                            "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};
} // namespace

/// Whether only a run shows what the value is.
static bool isUnknown(const language::Meaning &object) {
  bool isVariable = object.symbol == language::SymbolKind::variable ||
                    object.symbol == language::SymbolKind::constant || object.symbol == language::SymbolKind::parameter;
  return object.kind == language::Meaning::Kind::none || (object.kind == language::Meaning::Kind::own && isVariable);
}

llvm::json::Value Session::complete(const llvm::json::Object &params) {
  std::optional<Asked> asked = findAsked(params);
  if (!asked)
    return nullptr;
  std::string key = llvm::StringRef(asked->document->path).ltrim('/').str();
  const language::ProgramNames &known = names();
  std::optional<language::PathBefore> before = known.pathBefore(key, asked->position);
  if (!before)
    return nullptr;
  Items items;
  for (const language::Candidate &candidate : known.candidates(key, asked->position)) {
    const LibraryEntry *entry = candidate.path.empty() ? nullptr : library.find(candidate.path);
    if (entry)
      items.add(candidate.name, kindOf(*entry), entry->isCalled() ? entry->signature : "", entry->summary);
    else
      items.add(candidate.name, kindOf(candidate.kind), candidate.detail,
                candidate.path.empty() ? "" : library.summaryOfModule(candidate.path).str());
  }
  bool isImport = before->where == language::PathBefore::Where::import;
  if (before->isMember && before->object.kind == language::Meaning::Kind::library) {
    for (const LibraryEntry &entry : library.listMembers(before->object.path))
      items.add(entry, entry.name);
  } else if (before->isMember && isUnknown(before->object)) {
    // An array, a Ref, a string: nobody knows before it runs.
    for (const LibraryEntry *entry : library.listAllMembers())
      items.add(*entry, llvm::StringRef(entry->name).rsplit('.').second);
  } else if (!before->isMember && isImport) {
    for (const std::string &module : library.listSubmodules(""))
      items.add(module, kindModule, "", library.summaryOfModule(module).str());
  } else if (!before->isMember) {
    for (const LibraryEntry &entry : library.listMembers("builtins"))
      items.add(entry, entry.name);
    for (llvm::StringRef word : keywords)
      items.add(word.str(), kindKeyword, "");
  }
  return llvm::json::Object{{"isIncomplete", false}, {"items", items.take()}};
}

llvm::json::Value Session::signatureHelp(const llvm::json::Object &params) {
  std::optional<Asked> asked = findAsked(params);
  if (!asked)
    return nullptr;
  std::string key = llvm::StringRef(asked->document->path).ltrim('/').str();
  std::optional<language::CallAt> call = names().callAt(key, asked->position);
  if (!call)
    return nullptr;
  language::Signature signature;
  if (call->signature) {
    signature = *call->signature;
  } else {
    const LibraryEntry *entry = nullptr;
    if (call->meaning.kind == language::Meaning::Kind::library)
      entry = library.find(call->meaning.path);
    else if (call->meaning.kind == language::Meaning::Kind::none && !call->meaning.isMember)
      entry = library.find("builtins." + call->meaning.name);
    for (const std::string &module : call->meaning.starredModules)
      if (!entry)
        entry = library.find(module + "." + call->meaning.name);
    if (!entry && call->meaning.kind == language::Meaning::Kind::none && call->meaning.isMember) {
      // A method of nobody knows what, if all that are called so take the same.
      std::vector<const LibraryEntry *> members = library.findMembers(call->meaning.name);
      bool agree = !members.empty();
      for (const LibraryEntry *member : members)
        agree = agree && member->signature == members.front()->signature;
      entry = agree ? members.front() : nullptr;
    }
    if (!entry || !entry->isCalled())
      return nullptr;
    signature.name = call->text;
    signature.parameters = language::splitParameters(entry->signature);
    signature.documentation = entry->summary;
    std::optional<llvm::StringRef> keyword;
    if (call->keyword)
      keyword = *call->keyword;
    signature.active = language::activeParameter(signature.parameters, call->position, keyword);
  }
  std::string label = signature.name + "(";
  llvm::json::Array parameters;
  for (const language::Parameter &parameter : signature.parameters) {
    label += (parameters.empty() ? "" : ", ") + parameter.text;
    parameters.push_back(llvm::json::Object{{"label", parameter.text}});
  }
  label += ")";
  llvm::json::Object shown{{"label", label}, {"parameters", std::move(parameters)}};
  if (!signature.documentation.empty())
    shown["documentation"] = signature.documentation;
  llvm::json::Object help{{"signatures", llvm::json::Array{std::move(shown)}}, {"activeSignature", 0}};
  // Beyond the last one: none is marked.
  help["activeParameter"] =
      signature.active >= 0 ? signature.active : static_cast<int64_t>(signature.parameters.size());
  return help;
}
