// SPDX-License-Identifier: Apache-2.0
// Texts, names and places. Paths of names are those of files without the first `/`, as folders of modules are then
// relative to one top.
#include "runner/lsp/Session.h"
#include "llvm/Support/LSP/Protocol.h"
#include <filesystem>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;
namespace fs = std::filesystem;

static std::string toKey(llvm::StringRef path) { return path.ltrim('/').str(); }
static std::string fromKey(llvm::StringRef key) { return "/" + key.str(); }

Session::Session(std::function<void(AnalysisRef)> onDone)
    : analyzer(documents, [this, onDone = std::move(onDone)](AnalysisRef analysis) {
        wasAnalyzed = true;
        onDone(std::move(analysis));
      }) {}

std::string Session::toUri(const std::string &path) {
  llvm::Expected<llvm::lsp::URIForFile> uri = llvm::lsp::URIForFile::fromFile(path);
  if (uri)
    return uri->uri().str();
  llvm::consumeError(uri.takeError());
  return "file://" + path;
}

//===-- texts --------------------------------------------------------------------------------------------------===//

void Session::opened(const DocumentRef &document) {
  made.reset();
  madeOfWorkspace.reset();
  analyzer.request(document);
}

void Session::changed(const DocumentRef &document) {
  opened(document);
  // What imports it may be wrong now, or right.
  for (const std::string &path : analyzer.findReaders(document->path))
    if (DocumentRef reader = documents.find(path))
      analyzer.request(reader);
  // Asked for last, it comes first.
  analyzer.request(document);
}

void Session::closed(const std::string &path) {
  documents.close(path);
  analyzer.forget(path);
  made.reset();
  madeOfWorkspace.reset();
}

void Session::refresh() {
  made.reset();
  madeOfWorkspace.reset();
  analyzer.setOptions(settings.analysis);
  for (const DocumentRef &document : documents.all())
    analyzer.request(document);
}

DocumentRef Session::findDocument(const llvm::json::Object &params) const {
  const llvm::json::Object *identifier = params.getObject("textDocument");
  std::optional<llvm::StringRef> uri = identifier ? identifier->getString("uri") : std::nullopt;
  if (!uri)
    return nullptr;
  llvm::Expected<llvm::lsp::URIForFile> file = llvm::lsp::URIForFile::fromURI(*uri);
  if (!file) {
    llvm::consumeError(file.takeError());
    return nullptr;
  }
  return documents.find(file->file().str());
}

std::optional<Asked> Session::findAsked(const llvm::json::Object &params) const {
  DocumentRef document = findDocument(params);
  std::optional<SourcePosition> position = document ? document->lines.toSource(params.get("position")) : std::nullopt;
  if (!position)
    return std::nullopt;
  return Asked{document, *position};
}

LineIndex Session::linesOf(const std::string &path) const {
  DocumentRef document = documents.read(path);
  return document ? document->lines : LineIndex();
}

llvm::json::Object Session::toRange(const SourceRange &range, const std::string &path) const {
  DocumentRef document = documents.read(path);
  return document ? document->lines.toProtocol(range) : LineIndex().toProtocol(range);
}

llvm::json::Object Session::toLocation(const language::Place &place) const {
  std::string path = fromKey(place.path);
  return llvm::json::Object{{"uri", toUri(path)}, {"range", toRange(place.range, path)}};
}

bool Session::isCurrent(const Analysis &analysis) const {
  DocumentRef document = documents.find(analysis.document->path);
  return document && document->version == analysis.document->version;
}

//===-- names --------------------------------------------------------------------------------------------------===//

/// Every file of Python below `root`, up to a size that a person's project has. What a tool made is none of it.
static void listWorkspace(const std::string &root, std::set<std::string> &paths) {
  constexpr size_t mostFiles = 2000, mostEntries = 50'000;
  static const std::set<std::string> others = {"node_modules", "__pycache__", "build", "dist", "venv", "site-packages"};
  std::error_code error;
  size_t entries = 0;
  for (fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end && paths.size() < mostFiles && ++entries < mostEntries; at.increment(error)) {
    std::string name = at->path().filename().string();
    std::error_code ignored;
    if (at->is_directory(ignored)) {
      if (llvm::StringRef(name).starts_with(".") || others.count(name))
        at.disable_recursion_pending();
    } else if (at->path().extension() == ".py") {
      paths.insert(at->path().lexically_normal().string());
    }
  }
}

std::vector<language::ProgramNames::File> Session::listFiles(bool ofWorkspace) {
  std::set<std::string> paths;
  for (const DocumentRef &document : documents.all()) {
    paths.insert(document->path);
    if (AnalysisRef analysis = analyzer.find(document->path))
      paths.insert(analysis->files.begin(), analysis->files.end());
  }
  if (ofWorkspace && !root.empty())
    listWorkspace(root, paths);
  std::vector<language::ProgramNames::File> files;
  for (const std::string &path : paths)
    if (DocumentRef document = documents.read(path))
      files.push_back({toKey(path), document->text()});
  return files;
}

/// The folders that programs begin at: of each file the one around its package.
std::vector<std::string> Session::listFolders(const std::vector<language::ProgramNames::File> &files) const {
  std::set<std::string> folders;
  for (const language::ProgramNames::File &file : files)
    folders.insert(toKey(findPackage(fromKey(file.path)).folder));
  std::vector<std::string> list(folders.begin(), folders.end());
  for (const std::string &folder : settings.analysis.folders)
    list.push_back(toKey(folder));
  return list;
}

const language::ProgramNames &Session::names() {
  if (wasAnalyzed.exchange(false) || !made) {
    std::vector<language::ProgramNames::File> files = listFiles(/*ofWorkspace=*/false);
    std::vector<std::string> folders = listFolders(files);
    made.emplace(std::move(files), std::move(folders), &known);
  }
  return *made;
}

const language::ProgramNames &Session::namesOfWorkspace() {
  // Files on the disk may have changed: they are read each time, and parsed where their text is another.
  std::vector<language::ProgramNames::File> files = listFiles(/*ofWorkspace=*/true);
  std::vector<std::string> folders = listFolders(files);
  madeOfWorkspace.emplace(std::move(files), std::move(folders), &knownOfWorkspace);
  return *madeOfWorkspace;
}

llvm::json::Value Session::definition(const llvm::json::Object &params) {
  std::optional<Asked> asked = findAsked(params);
  if (!asked)
    return nullptr;
  language::Answer<language::Place> place = names().definition(toKey(asked->document->path), asked->position);
  if (!place)
    return nullptr;
  return toLocation(*place);
}

llvm::json::Value Session::references(const llvm::json::Object &params) {
  std::optional<Asked> asked = findAsked(params);
  if (!asked)
    return nullptr;
  const language::ProgramNames &all = namesOfWorkspace();
  std::string key = toKey(asked->document->path);
  language::Answer<std::vector<language::Place>> places = all.references(key, asked->position);
  if (!places)
    return nullptr;
  const llvm::json::Object *context = params.getObject("context");
  bool withDeclaration = !context || context->getBoolean("includeDeclaration").value_or(true);
  language::Answer<language::Place> declared = all.definition(key, asked->position);
  llvm::json::Array locations;
  for (const language::Place &place : *places)
    if (withDeclaration || !declared || place.path != declared->path || !(place.range.begin == declared->range.begin))
      locations.push_back(toLocation(place));
  return locations;
}

llvm::json::Value Session::highlights(const llvm::json::Object &params) {
  std::optional<Asked> asked = findAsked(params);
  if (!asked)
    return nullptr;
  std::string key = toKey(asked->document->path);
  language::Answer<std::vector<language::Place>> places = names().references(key, asked->position);
  llvm::json::Array found;
  if (places)
    for (const language::Place &place : *places)
      if (place.path == key)
        found.push_back(llvm::json::Object{{"range", asked->document->lines.toProtocol(place.range)}});
  return found;
}

llvm::json::Value Session::prepareRename(const llvm::json::Object &params, std::string &why) {
  std::optional<Asked> asked = findAsked(params);
  if (!asked)
    return nullptr;
  language::Answer<language::Renameable> found =
      namesOfWorkspace().renameable(toKey(asked->document->path), asked->position);
  if (!found) {
    why = found.why;
    return nullptr;
  }
  return llvm::json::Object{{"range", asked->document->lines.toProtocol(found->range)}, {"placeholder", found->text}};
}

llvm::json::Value Session::rename(const llvm::json::Object &params, std::string &why) {
  std::optional<Asked> asked = findAsked(params);
  std::optional<llvm::StringRef> wanted = params.getString("newName");
  if (!asked || !wanted)
    return nullptr;
  language::Answer<language::Rename> rename =
      namesOfWorkspace().rename(toKey(asked->document->path), asked->position, *wanted);
  if (!rename) {
    why = rename.why;
    return nullptr;
  }
  llvm::json::Object changes;
  for (const language::Edit &edit : rename->edits) {
    std::string path = fromKey(edit.place.path);
    llvm::json::Value &edits = changes[toUri(path)];
    if (!edits.getAsArray())
      edits = llvm::json::Array();
    edits.getAsArray()->push_back(
        llvm::json::Object{{"range", toRange(edit.place.range, path)}, {"newText", edit.text}});
  }
  return llvm::json::Object{{"changes", std::move(changes)}};
}

/// The protocol's numbers.
static int64_t toSymbolKind(language::SymbolKind kind) {
  switch (kind) {
  case language::SymbolKind::variable:
    return 13;
  case language::SymbolKind::constant:
    return 14;
  case language::SymbolKind::function:
    return 12;
  case language::SymbolKind::classType:
    return 5;
  case language::SymbolKind::method:
    return 6;
  case language::SymbolKind::module:
    return 2;
  case language::SymbolKind::parameter:
    return 13;
  }
  return 13;
}

static llvm::json::Array tellSymbols(const std::vector<language::Symbol> &symbols, const LineIndex &lines) {
  llvm::json::Array list;
  for (const language::Symbol &symbol : symbols)
    list.push_back(llvm::json::Object{{"name", symbol.name},
                                      {"detail", symbol.detail},
                                      {"kind", toSymbolKind(symbol.kind)},
                                      {"range", lines.toProtocol(symbol.range)},
                                      {"selectionRange", lines.toProtocol(symbol.selection)},
                                      {"children", tellSymbols(symbol.children, lines)}});
  return list;
}

llvm::json::Value Session::symbols(const llvm::json::Object &params) {
  DocumentRef document = findDocument(params);
  if (!document)
    return nullptr;
  return tellSymbols(names().symbols(toKey(document->path)), document->lines);
}

//===-- what the compiler says ---------------------------------------------------------------------------------===//

static int64_t toProtocol(Severity severity) {
  switch (severity) {
  case Severity::error:
    return 1;
  case Severity::warning:
    return 2;
  case Severity::remark:
    return 3;
  }
  return 1;
}

std::vector<llvm::json::Object> Session::diagnosticsOf(const Analysis &analysis) {
  const std::string &own = analysis.document->path;
  std::map<std::string, llvm::json::Array> byFile;
  byFile[own];
  std::map<std::string, LineIndex> lines;
  lines.emplace(own, analysis.document->lines);
  auto toRangeIn = [&](const SourceRange &range, const std::string &file) {
    auto found = lines.find(file);
    if (found == lines.end())
      found = lines.emplace(file, linesOf(file)).first;
    return found->second.toProtocol(range);
  };
  auto fileOf = [&](const SourceRange &range) {
    return range.isValid() && fs::path(range.file).is_absolute() ? fs::path(range.file).lexically_normal().string()
                                                                 : own;
  };
  for (const Diagnostic &diagnostic : analysis.diagnostics) {
    std::string file = fileOf(diagnostic.range), message = diagnostic.message;
    llvm::json::Array related;
    for (const DiagnosticNote &note : diagnostic.notes) {
      if (!note.range.isValid()) {
        message += "\n" + note.message;
        continue;
      }
      std::string place = fileOf(note.range);
      related.push_back(llvm::json::Object{
          {"location", llvm::json::Object{{"uri", toUri(place)}, {"range", toRangeIn(note.range, place)}}},
          {"message", note.message}});
    }
    llvm::json::Object told{{"range", toRangeIn(diagnostic.range, file)},
                            {"severity", toProtocol(diagnostic.severity)},
                            {"code", tessera::getText(diagnostic.id)},
                            {"source", "tessera"},
                            {"message", std::move(message)}};
    if (!related.empty())
      told["relatedInformation"] = std::move(related);
    byFile[file].push_back(std::move(told));
  }
  // A file that is open itself says its own: what another program finds in it would be there twice.
  std::vector<llvm::json::Object> published;
  std::set<std::string> has;
  for (auto &[file, list] : byFile) {
    if (file != own && documents.find(file))
      continue;
    has.insert(file);
    llvm::json::Object params{{"uri", toUri(file)}, {"diagnostics", std::move(list)}};
    if (file == own)
      params["version"] = analysis.document->version;
    published.push_back(std::move(params));
  }
  std::lock_guard<std::mutex> lock(tellMutex);
  for (const std::string &file : std::exchange(told[own], has))
    if (!has.count(file) && !documents.find(file))
      published.push_back(llvm::json::Object{{"uri", toUri(file)}, {"diagnostics", llvm::json::Array()}});
  return published;
}

llvm::json::Value Session::codeActions(const llvm::json::Object &params) {
  DocumentRef document = findDocument(params);
  AnalysisRef analysis = document ? analyzer.find(document->path) : nullptr;
  const llvm::json::Object *range = params.getObject("range");
  // A fix is an edit of the text that was compiled, and of no other.
  if (!analysis || !range || analysis->document->version != document->version)
    return llvm::json::Array();
  std::optional<SourcePosition> begin = document->lines.toSource(range->get("start"));
  std::optional<SourcePosition> end = document->lines.toSource(range->get("end"));
  llvm::json::Array actions;
  for (const Diagnostic &diagnostic : analysis->diagnostics) {
    if (!diagnostic.fix || !begin || !end || diagnostic.range.end < *begin || *end < diagnostic.range.begin)
      continue;
    const DiagnosticFix &fix = *diagnostic.fix;
    std::string path = fix.range.isValid() && fs::path(fix.range.file).is_absolute() ? fix.range.file : document->path;
    actions.push_back(llvm::json::Object{
        {"title", fix.title},
        {"kind", "quickfix"},
        {"isPreferred", true},
        {"diagnostics", llvm::json::Array{llvm::json::Object{{"range", document->lines.toProtocol(diagnostic.range)},
                                                             {"message", diagnostic.message},
                                                             {"code", tessera::getText(diagnostic.id)},
                                                             {"source", "tessera"}}}},
        {"edit",
         llvm::json::Object{{"changes", llvm::json::Object{{toUri(path), llvm::json::Array{llvm::json::Object{
                                                                             {"range", toRange(fix.range, path)},
                                                                             {"newText", fix.text}}}}}}}}});
  }
  return actions;
}

//===-- values -------------------------------------------------------------------------------------------------===//

std::string lsp::joinTypes(const std::vector<const PlacedValue *> &values) {
  std::vector<std::string> types;
  for (const PlacedValue *value : values)
    if (llvm::find(types, value->type) == types.end())
      types.push_back(value->type);
  constexpr size_t most = 3;
  std::string text;
  for (size_t i = 0; i < std::min(most, types.size()); ++i)
    text += (i ? " | " : "") + types[i];
  return types.size() > most ? text + " | …" : text;
}

/// The innermost function around the place.
static const language::Symbol *findFunction(const std::vector<language::Symbol> &symbols, SourcePosition position) {
  for (const language::Symbol &symbol : symbols) {
    if (position < symbol.range.begin || !(position < symbol.range.end))
      continue;
    if (const language::Symbol *inner = findFunction(symbol.children, position))
      return inner;
    if (symbol.kind == language::SymbolKind::function || symbol.kind == language::SymbolKind::method)
      return &symbol;
  }
  return nullptr;
}

std::vector<const PlacedValue *> lsp::findNamed(const Analysis &analysis, const std::string &path, llvm::StringRef name,
                                                SourcePosition position, const std::vector<language::Symbol> &symbols) {
  const language::Symbol *function = findFunction(symbols, position);
  SourcePosition newest;
  std::vector<const PlacedValue *> inside, found;
  for (const PlacedValue &value : analysis.values) {
    if (value.name != name || value.range.file != path || findFunction(symbols, value.range.begin) != function)
      continue;
    inside.push_back(&value);
    // An assignment's own name stands left of what it is assigned.
    bool isBefore = value.range.begin.line <= position.line;
    if (isBefore && (newest < value.range.begin))
      newest = value.range.begin;
  }
  if (!newest.isValid() && !inside.empty())
    newest = inside.front()->range.begin;
  for (const PlacedValue *value : inside)
    if (value->range.begin == newest)
      found.push_back(value);
  // What a call gave was made where that function makes it.
  if (inside.empty() && !function)
    for (const PlacedValue &value : analysis.values)
      if (value.name == name && value.kernel.empty())
        found.push_back(&value);
  return found;
}
