// SPDX-License-Identifier: Apache-2.0
// Modules that are evaluated from their text: the program itself, and those that it imports from the folders that a
// user gave. Each has its own globals, at the root of its functions' frames. A range has lines but no file, so the
// lines of each module are numbered after those of the modules before it, and those of the library's own texts behind
// all of them (LibraryTrees.h); `Evaluator::where` turns them back. Here is also what becomes of a statement that needs
// what the library lacks, while the tests of a file are collected.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Placeholder.h"
#include "compiler/frontend/evaluate/SyntaxErrors.h"

using namespace tessera;
using namespace tessera::frontend;

/// The library's own text: its file's name says so.
static constexpr llvm::StringLiteral preludeMark = "<";
using syntax::Node;

//===-- places -------------------------------------------------------------------------------------------------===//

const Evaluator::Source &Evaluator::sourceAt(uint32_t line) const {
  auto after = llvm::partition_point(sources, [&](const Source &source) { return source.text->linesBefore() < line; });
  return after == sources.begin() ? sources.front() : *std::prev(after);
}

/// A text that comes later begins behind the lines of those that are there.
void Evaluator::findLines(uint32_t line) const {
  const Source &source = sourceAt(line);
  const Source *next = &source + 1;
  knownLines.isLibrary = source.isLibrary;
  knownLines.first = source.text->linesBefore() + 1;
  knownLines.past = next == sources.data() + sources.size() ? line + 1 : next->text->linesBefore() + 1;
}

void Evaluator::addSource(Source source) {
  if (!source.isLibrary) // so that there are not more lines than numbers for them
    memory += source.text->text().size() + source.text->lineCount() * sizeof(size_t);
  uint32_t line = source.text->linesPast() - 1;
  auto after = llvm::partition_point(sources, [&](const Source &other) { return other.text->linesBefore() < line; });
  sources.insert(after, std::move(source));
  knownLines.past = 0;
}

SourceRange Evaluator::where(Range range) const {
  return range.isValid() ? sourceText(range).where(range) : SourceRange();
}

//===-- modules ------------------------------------------------------------------------------------------------===//

/// The text that a module begins with, or None.
static Value documentation(Evaluator &evaluator, syntax::Block body) {
  auto *statement = body.empty() ? nullptr : llvm::dyn_cast<syntax::ExprStmt>(body.front());
  auto *text = statement ? llvm::dyn_cast<syntax::ConstantExpr>(statement->value) : nullptr;
  return text && text->type == syntax::ConstantExpr::Type::string ? Value(evaluator.string(text->text))
                                                                  : evaluator.none();
}

/// Takes a text that was parsed as one more of the run's; null, with its errors told, where it is none.
Interpretation::SourceModule *Interpretation::addText(syntax::ParsedModule program, DiagnosticSink &sink,
                                                      bool isLibrary) {
  if (modules.empty())
    evaluator.sources.clear();
  modules.push_back(std::make_unique<SourceModule>());
  SourceModule &module = *modules.back();
  module.program = std::move(program);
  evaluator.addSource({module.program.source, isLibrary});
  for (Diagnostic diagnostic : sink.takeSorted())
    evaluator.diagnosticSink.add(std::move(diagnostic));
  return module.program.ok ? &module : nullptr;
}

/// A text of the program's. Null, with its errors told, where it is none.
Interpretation::SourceModule *Interpretation::parseText(llvm::StringRef fileName, llvm::StringRef text) {
  DiagnosticSink sink;
  syntax::ParsedModule program = syntax::parse(context, fileName, text, sink, evaluator.linesGiven);
  evaluator.linesGiven = program.source->linesPast();
  return addText(std::move(program), sink, /*isLibrary=*/false);
}

/// The `number`th text of a library module, as it was kept or read now. Null with an exception where it can't be had.
Interpretation::SourceModule *Interpretation::parseLibraryText(llvm::StringRef module, unsigned number,
                                                               llvm::StringRef fileName) {
  if (!evaluator.step()) // as many whether it is kept or not
    return nullptr;
  DiagnosticSink sink;
  LibraryTrees::Tree *tree = evaluator.libraryTrees->find(module, number);
  if (!tree) {
    std::optional<std::string> text = LibraryTable::get().sourceOf(module, number);
    if (!text) {
      evaluator.raise(DiagnosticId::notSupported, "the library's part `" + module.str() +
                                                      "` could not be fetched; run the program again with a network");
      return nullptr;
    }
    tree = &evaluator.libraryTrees->read(module, number, fileName, *text, sink);
  }
  SourceModule *opened = addText(tree->program, sink, /*isLibrary=*/true);
  if (!opened)
    evaluator.raise(DiagnosticId::internalError, "the library's `" + module.str() + "` can't be read");
  return opened;
}

/// The frame of a text whose names are the module's.
void Interpretation::enterText(SourceModule &text, ModuleObject *module) {
  text.object = module;
  frame = newFrame(text.program.scope, nullptr);
  frame->names = &module->attributes;
  frame->captured = true;
}

ModuleObject *Interpretation::openModule(llvm::StringRef name, llvm::StringRef fileName, llvm::StringRef text) {
  SourceModule *module = parseText(fileName, text);
  return module ? enterModule(*module, name) : nullptr;
}

/// A new module whose names `text` will define.
ModuleObject *Interpretation::enterModule(SourceModule &text, llvm::StringRef name) {
  enterText(text, evaluator.make<ModuleObject>(name.str()));
  text.object->isSource = true;
  AttributeMap &names = text.object->attributes;
  llvm::StringRef shown = name; // the library's own text goes by its module's name
  if (shown.consume_front(preludeMark))
    shown.consume_back(">");
  names.set("__name__", evaluator.string(shown));
  names.set("__file__", evaluator.string(absolutePath(text.program.source->file())));
  names.set("__doc__", documentation(evaluator, text.program.body));
  names.set("__package__",
            name == "__main__" ? evaluator.none() : evaluator.string(name.contains('.') ? name.rsplit('.').first : ""));
  names.set("__spec__", evaluator.none());
  return text.object;
}

bool Interpretation::enterPackage(ModuleObject *module) {
  const std::string &package = evaluator.options().imports.package;
  if (package.empty())
    return true;
  module->attributes.set("__package__", evaluator.string(package));
  Frame *own = frame;
  bool done = evaluator.importModule(package, {}) != nullptr;
  frame = own;
  return done;
}

std::string Interpretation::besideProgram(llvm::StringRef name) const {
  const std::string &package = evaluator.options().imports.package;
  return package.empty() ? name.str() : package + "." + name.str();
}

ModuleObject *Interpretation::runTestModule(llvm::StringRef name, llvm::StringRef fileName, llvm::StringRef text) {
  ModuleObject *module = openModule(name, fileName, text);
  if (!module)
    return nullptr;
  SourceModule *own = modules.back().get();
  registerModule(name, module);
  if (!enterPackage(module))
    return nullptr;
  if (std::optional<Value> conftest = importSource(besideProgram("conftest")); conftest && !*conftest)
    return nullptr;
  return execute(own->program.body) != Flow::raised ? module : nullptr;
}

std::optional<Value> Interpretation::importSource(llvm::StringRef dottedName, bool replaces) {
  if (ModuleObject *known = findModule(dottedName))
    return known;
  std::optional<FoundModule> found = findSource(dottedName, replaces);
  if (!found)
    return std::nullopt;
  std::optional<Within> within(std::in_place, *this, frame, nullptr);
  Range importing = evaluator.currentRange;
  if (evaluator.callDepth >= evaluator.evaluateOptions.recursionLimit || !evaluator.step())
    return evaluator.hasPending() ? Value(nullptr)
                                  : Value(evaluator.raise(DiagnosticId::recursionLimit, "imports nest too deeply"));
  ModuleObject *module = openModule(dottedName, found->file, found->text);
  if (!module)
    return Value(
        evaluator.raise(DiagnosticId::syntaxError, "`" + found->file + "` can't be read as a module", importing));
  SourceModule *source = modules.back().get();
  if (found->isPackage()) {
    std::vector<Value> folders;
    for (const std::string &folder : found->folders)
      folders.push_back(evaluator.string(folder));
    module->attributes.set("__path__", evaluator.list(std::move(folders)));
    module->attributes.set("__package__", evaluator.string(dottedName));
  }
  if (found->file.empty())
    module->attributes.set("__file__", evaluator.none());
  sourceModules[dottedName] = module; // before it runs: modules may import each other
  registerModule(dottedName, module);
  module->isLoading = true;
  ++evaluator.callDepth;
  Flow flow = execute(source->program.body);
  --evaluator.callDepth;
  module->isLoading = false;
  evaluator.currentRange = importing;
  if (flow != Flow::raised) // the module may have put another object in its place
    return registry && registry->find(evaluator, dottedName) ? registry->find(evaluator, dottedName) : Value(module);
  sourceModules.erase(dottedName);
  if (registry && registry->find(evaluator, dottedName))
    registry->table.erase(evaluator, evaluator.string(dottedName));
  within.reset();
  notePassage(*evaluator.pendingException(), importing);
  evaluator.pendingException()->stack.push_back(
      {"in the module `" + dottedName.str() + "`, imported here", evaluator.where(importing)});
  return Value(nullptr);
}

ModuleObject *Interpretation::findPrelude(llvm::StringRef module) const {
  return evaluator.modules.lookup((preludeMark + module + ">").str());
}

/// Names that only the first text of a library module has: later ones are not read for them.
static bool isOfFirstText(llvm::StringRef name) {
  return name.starts_with("__") || name == "_shown" || name == "_written_in_c";
}

bool Interpretation::readLibraryText(llvm::StringRef module, ModuleObject *&loaded) {
  Within within(*this, frame, nullptr);
  Range importing = evaluator.currentRange;
  std::string key = (preludeMark + module + ">").str();
  unsigned &textsRead = libraryTextsRead[module];
  SourceModule *opened = parseLibraryText(module, textsRead, key);
  if (!opened)
    return false;
  if (loaded)
    enterText(*opened, loaded);
  else
    loaded = enterModule(*opened, key);
  evaluator.modules[key] = loaded;
  loaded->isLoading = true; // what it asks of itself meanwhile is there or missing
  ++textsRead;
  Flow flow = execute(opened->program.body);
  loaded->isLoading = false;
  evaluator.currentRange = importing;
  if (flow == Flow::raised) { // the next who asks tries again, from the first text
    evaluator.modules.erase(key);
    libraryTextsRead.erase(module);
    return false;
  }
  if (ModuleObject *patched = evaluator.modules.lookup(module)) // what the program changed before
    for (const auto &[changed, value] : patched->attributes.entries())
      if (value && loaded->attributes.find(changed))
        loaded->attributes.set(changed, value);
  return true;
}

std::optional<Value> Interpretation::preludeMember(llvm::StringRef module, llvm::StringRef name) {
  const LibraryTable &table = LibraryTable::get();
  if (!table.hasSource(module))
    return std::nullopt;
  ModuleObject *loaded = findPrelude(module);
  if (!loaded && !readLibraryText(module, loaded))
    return Value(nullptr);
  Value found = loaded->attributes.find(name);
  while (!found && !loaded->isLoading && !isOfFirstText(name) && libraryTextsRead[module] < table.textsOf(module)) {
    if (!readLibraryText(module, loaded))
      return Value(nullptr);
    found = loaded->attributes.find(name);
  }
  // What a text imports for itself is not the module's.
  if (found)
    return llvm::isa<ModuleObject>(found) ? std::nullopt : std::optional<Value>(found);
  Value hook =
      name.starts_with("__") ? nullptr : loaded->attributes.find("__getattr__"); // a module that stands for others
  Value value = hook ? evaluator.call(hook, {evaluator.string(name)}) : nullptr;
  if (value || !hook)
    return value ? std::optional<Value>(value) : std::nullopt;
  if (!isPending(evaluator, "AttributeError"))
    return Value(nullptr);
  evaluator.clearPending();
  return std::nullopt;
}

//===-- eval and exec ------------------------------------------------------------------------------------------===//

Value Interpretation::runText(llvm::StringRef text, bool isExpression, DictObject *globals, DictObject *locals) {
  if (!evaluator.step())
    return nullptr;
  Range call = evaluator.currentRange;
  modules.push_back(std::make_unique<SourceModule>());
  SourceModule &module = *modules.back();
  DiagnosticSink sink;
  std::string code = isExpression ? text.ltrim(" \t").str() : text.str();
  module.program = syntax::parse(context, "<string>", code + "\n", sink, evaluator.linesGiven);
  std::vector<Diagnostic> problems = sink.takeSorted();
  bool isOneExpression = module.program.body.size() == 1 && llvm::isa<syntax::ExprStmt>(module.program.body[0]);
  if (!module.program.ok || (isExpression && !isOneExpression)) {
    modules.pop_back();
    return raiseSyntaxError(evaluator, problems, {text, "<string>"});
  }
  bool isLibrary = evaluator.isLibraryText(call); // which makes methods of texts
  evaluator.linesGiven = module.program.source->linesPast();
  evaluator.addSource({module.program.source, isLibrary});

  // The caller's variables: the module's own are shared, a function's are seen as they are now and changed in vain, as
  // in Python.
  Frame *inner = newFrame(module.program.scope, nullptr);
  inner->captured = true;
  bool isShared = !globals && !locals && frame == frame->root;
  DictObject *target = locals ? locals : globals;
  if (isShared) {
    inner->names = frame->root->names;
  } else {
    auto *holder = evaluator.make<ModuleObject>("<string>");
    inner->names = &holder->attributes;
    auto take = [&](const DictObject *from) {
      for (const HashTable::Entry &entry : from->table.entries())
        if (auto *name = llvm::dyn_cast_or_null<StrObject>(entry.key))
          inner->names->set(name->value, entry.value);
    };
    take(globals ? globals : globalsAsDict());
    for (Frame *outer = frame->parent; outer && !globals && !locals; outer = outer->parent)
      outer->locals.forEach([&](llvm::StringRef name, Value value) { inner->names->set(name, value); });
    if (!globals || locals)
      take(locals ? locals : localsAsDict());
  }
  Value value;
  {
    Within within(*this, inner, function);
    if (isExpression)
      value = evaluate(llvm::cast<syntax::ExprStmt>(module.program.body[0])->value);
    else
      value = execute(module.program.body) != Flow::raised ? evaluator.none() : nullptr;
  }
  if (!value && evaluator.hasPending())
    notePassage(*evaluator.pendingException(), call);
  if (!value && evaluator.hasPending() && llvm::StringRef(evaluator.pendingException()->range.file) == "<string>") {
    SourceRange inside = evaluator.pendingException()->range; // nobody can look there
    evaluator.raise(evaluator.pendingException())
        .at(evaluator.where(call))
        .note("in line " + std::to_string(inside.begin.line) + " of the text: `" + text.substr(0, 60).str() + "`");
  }
  if (value && !isExpression && target)
    for (const auto &[name, held] : inner->names->entries())
      if (held && (!locals || !globals || !globals->find(evaluator, name) || globals->find(evaluator, name) != held))
        target->set(evaluator, name, held);
  return value;
}

FunctionObject *Interpretation::redefine(FunctionObject &original, llvm::StringRef text) {
  Within within(*this, frame, nullptr);
  Range asking = evaluator.currentRange;
  size_t errors = evaluator.diagnosticSink.errorCount();
  ModuleObject *module = openModule(original.name, "<source of " + original.name + ">", text);
  if (!module || evaluator.diagnosticSink.errorCount() != errors) {
    evaluator.raise(DiagnosticId::syntaxError, "the new source of `" + original.name + "` can't be read", asking);
    return nullptr;
  }
  if (original.closure)
    frame->root = original.closure->root;
  Flow flow = execute(modules.back()->program.body);
  evaluator.currentRange = asking;
  auto *made =
      flow == Flow::raised ? nullptr : llvm::dyn_cast_or_null<FunctionObject>(module->attributes.find(original.name));
  if (!made && flow != Flow::raised)
    evaluator.raise(DiagnosticId::valueError,
                    "the new source of `" + original.name + "` defines no function of that name", asking);
  return made;
}

//===-- what a test file may lack ------------------------------------------------------------------------------===//

bool Interpretation::isLack() const {
  const ExceptionObject *exception = evaluator.pendingException();
  if (!exception || guarding)
    return false;
  if (exception->isLack || exception->id == DiagnosticId::notSupported || exception->id == DiagnosticId::unknownModule)
    return true;
  if (exception->id != DiagnosticId::unknownAttribute || exception->arguments.empty())
    return false;
  auto *text = llvm::dyn_cast<StrObject>(exception->arguments[0]); // `jax.something` that the table lacks
  return text && (llvm::StringRef(text->value).starts_with("module '") ||
                  llvm::StringRef(text->value).starts_with("cannot import name"));
}

static void collectNames(const syntax::Expr *target, llvm::SmallVectorImpl<const syntax::NameExpr *> &names) {
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(target))
    names.push_back(name);
  syntax::Exprs elements;
  if (auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(target))
    elements = tuple->elements;
  else if (auto *list = llvm::dyn_cast<syntax::ListExpr>(target))
    elements = list->elements;
  for (const syntax::Expr *element : elements)
    collectNames(element, names);
}

Flow Interpretation::leaveOut(const syntax::Stmt *statement) {
  if (!frame->names || !isLack())
    return Flow::raised;
  ExceptionObject *reason = evaluator.pendingException();
  evaluator.clearPending();
  auto bind = [&](const syntax::Identifier &name) {
    return storeIdentifier(name, evaluator.make<PlaceholderObject>(reason, /*isDefinition=*/true)) ? Flow::next
                                                                                                   : Flow::raised;
  };
  if (auto *function = llvm::dyn_cast<syntax::FunctionDef>(statement))
    return bind(function->name);
  if (auto *type = llvm::dyn_cast<syntax::ClassDef>(statement))
    return bind(type->name);
  llvm::SmallVector<const syntax::NameExpr *> names;
  if (auto *assignment = llvm::dyn_cast<syntax::AssignStmt>(statement))
    for (const syntax::Expr *target : assignment->targets)
      collectNames(target, names);
  else if (auto *annotated = llvm::dyn_cast<syntax::AnnAssignStmt>(statement))
    collectNames(annotated->target, names);
  for (const syntax::NameExpr *name : names)
    if (!storeName(*name, evaluator.make<PlaceholderObject>(reason, /*isDefinition=*/false)))
      return Flow::raised;
  auto *text = reason->arguments.empty() ? nullptr : llvm::dyn_cast<StrObject>(reason->arguments[0]);
  if (names.empty())
    evaluator.diagnosticSink.report(DiagnosticId::notSupported, reason->range,
                                    (text ? text->value : std::string("this is not supported yet")) +
                                        "; the statement is left out",
                                    Severity::warning);
  return Flow::next;
}
