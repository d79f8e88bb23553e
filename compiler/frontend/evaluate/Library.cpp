// SPDX-License-Identifier: Apache-2.0
// The index over the library's tables, name resolution through them, and the reference page's data.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Library.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/evaluate/Placeholder.h"
#include "compiler/frontend/evaluate/PreludeReference.h"
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/OnGpu.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::frontend;

const LibraryTable &LibraryTable::get() {
  static const LibraryTable table = [] {
    LibraryTable all;
    library::registerAll(all);
    return all;
  }();
  return table;
}

static std::string qualify(llvm::StringRef module, llvm::StringRef name) { return (module + "." + name).str(); }

void LibraryTable::addModule(const LibraryModule &module) {
  if (!modulesByName.try_emplace(module.name, &module).second)
    return;
  modules.push_back(&module);
  llvm::StringRef rest = module.name;
  for (size_t dot = rest.rfind('.'); dot != llvm::StringRef::npos; dot = rest.rfind('.')) {
    std::vector<llvm::StringRef> &names = submodules[rest.take_front(dot)];
    if (!llvm::is_contained(names, rest.drop_front(dot + 1)))
      names.push_back(rest.drop_front(dot + 1));
    rest = rest.take_front(dot);
  }
}

void LibraryTable::add(llvm::ArrayRef<LibraryModule> newModules, llvm::ArrayRef<LibraryEntry> newEntries) {
  for (const LibraryModule &module : newModules)
    addModule(module);
  for (const LibraryEntry &entry : newEntries) {
    entriesByModule[entry.module].push_back(&entry);
    byQualifiedName[qualify(entry.module, entry.name)] = &entry;
  }
}

void LibraryTable::addBases(llvm::ArrayRef<LibraryBase> bases) {
  for (const LibraryBase &pair : bases)
    basesByName[pair.name] = pair.base;
}

void LibraryTable::addSources(llvm::ArrayRef<LibrarySource> sources) {
  modulesInPython.reserve(sources.size()); // the index keeps their addresses
  for (const LibrarySource &source : sources) {
    sourcesByModule[source.module].push_back(&source);
    if (source.kind == SourceKind::methods || source.kind == SourceKind::hidden || modulesByName.count(source.module))
      continue;
    modulesInPython.push_back({source.module, source.summary});
    addModule(modulesInPython.back());
  }
}

static TextFetcher fetchText = nullptr;

void LibraryTable::setFetcher(TextFetcher fetcher) { fetchText = fetcher; }

void frontend::setLibraryFetcher(TextFetcher fetch) { LibraryTable::setFetcher(fetch); }

unsigned LibraryTable::textsOf(llvm::StringRef module) const {
  auto isLater = [](const LibrarySource *source) { return source->kind == SourceKind::later; };
  return 1 + static_cast<unsigned>(llvm::count_if(sourcesByModule.lookup(module), isLater));
}

std::optional<std::string> LibraryTable::sourceOf(llvm::StringRef module, unsigned number, bool mayFetch) const {
  static llvm::StringMap<std::string> fetched; // texts by file
  std::string text;
  unsigned laterOnes = 0;
  for (const LibrarySource *source : sourcesByModule.lookup(module)) {
    unsigned ofText = source->kind == SourceKind::later ? ++laterOnes : 0;
    if (ofText != number)
      continue;
    if (source->text) {
      text += source->text;
      continue;
    }
    auto known = fetched.find(source->file);
    if (known == fetched.end()) {
      std::optional<std::string> got = mayFetch && fetchText ? fetchText(source->file) : std::nullopt;
      if (!got)
        return std::nullopt;
      known = fetched.try_emplace(source->file, std::move(*got)).first;
    }
    text += known->second;
  }
  return text;
}

const LibraryModule *LibraryTable::findModule(llvm::StringRef name) const { return modulesByName.lookup(name); }

const LibraryEntry *LibraryTable::find(llvm::StringRef module, llvm::StringRef name) const {
  return byQualifiedName.lookup(qualify(module, name));
}

llvm::ArrayRef<const LibraryEntry *> LibraryTable::entriesOf(llvm::StringRef module) const {
  auto entries = entriesByModule.find(module);
  return entries == entriesByModule.end() ? llvm::ArrayRef<const LibraryEntry *>() : llvm::ArrayRef(entries->second);
}

std::vector<llvm::StringRef> LibraryTable::namesIn(llvm::StringRef module) const {
  std::vector<llvm::StringRef> names;
  for (const LibraryEntry *entry : entriesOf(module))
    names.push_back(entry->name);
  auto children = submodules.find(module);
  if (children != submodules.end())
    llvm::append_range(names, children->second);
  return names;
}

std::vector<llvm::StringRef> LibraryTable::moduleNames() const {
  std::vector<llvm::StringRef> names;
  for (const LibraryModule *module : modules)
    names.push_back(module->name);
  return names;
}

bool LibraryTable::isPackage(llvm::StringRef name) const { return modulesByName.count(name) || submodules.count(name); }

std::vector<std::string> frontend::nearestNames(llvm::StringRef name, llvm::ArrayRef<std::string> candidates,
                                                size_t limit) {
  unsigned furthest = name.size() <= 2 ? 0 : std::max<unsigned>(1, static_cast<unsigned>(name.size() + 1) / 3);
  std::vector<std::pair<unsigned, std::string>> found;
  for (const std::string &candidate : candidates) {
    if (candidate == name || candidate.empty() || (candidate[0] == '_') != name.starts_with("_"))
      continue;
    unsigned distance = name.edit_distance_insensitive(candidate, /*AllowReplacements=*/true, furthest + 1);
    if (distance <= furthest)
      found.emplace_back(distance, candidate);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto &[distance, candidate] : found)
    if (names.size() < limit && !llvm::is_contained(names, candidate))
      names.push_back(std::move(candidate));
  return names;
}

//===-- values of entries --------------------------------------------------------------------------------------===//

/// A name that the tables have without a way to its value: it may be mentioned.
static Value lackingValue(Evaluator &evaluator, const LibraryEntry &entry, Value self) {
  if (entry.kind == EntryKind::property && self)
    return evaluator.notSupported("`" + qualify(entry.module, entry.name) + "`");
  auto *reason = evaluator.make<ExceptionObject>(evaluator.builtinClass("NotImplementedError"));
  reason->arguments = {evaluator.string("`" + qualify(entry.module, entry.name) + "` is not supported yet")};
  reason->id = DiagnosticId::notSupported;
  return evaluator.make<PlaceholderObject>(reason, /*isDefinition=*/false, /*isMention=*/true);
}

static Value entryValue(Evaluator &evaluator, const LibraryEntry &entry, Value self) {
  switch (entry.kind) {
  case EntryKind::function:
  case EntryKind::decorator:
  case EntryKind::method:
    return evaluator.make<BuiltinObject>(&entry, entry.kind == EntryKind::method ? self : nullptr);
  case EntryKind::type:
    return evaluator.libraryClass(entry.module, entry.name);
  case EntryKind::module:
    return evaluator.importModule(entry.signature, evaluator.range());
  case EntryKind::constant:
  case EntryKind::property: {
    if (!entry.handler)
      return lackingValue(evaluator, entry, self);
    if (entry.kind == EntryKind::property && !self)
      return evaluator.make<BuiltinObject>(&entry, nullptr);
    static const std::vector<ParameterInfo> none;
    Call call(evaluator, &entry, self);
    call.parameters = &none;
    return entry.handler(call);
  }
  }
  return nullptr;
}

/// Whether a text of the library lists the name, which has an underscore, in `_shown`: the real module has it, too, and
/// programs use it.
static bool isShown(Evaluator &evaluator, llvm::StringRef module, llvm::StringRef name) {
  if (!LibraryTable::get().hasSource(module) || name == "_shown")
    return false;
  auto *shown = llvm::dyn_cast_or_null<TupleObject>(evaluator.textMember(module, "_shown").value_or(nullptr));
  return shown && llvm::any_of(shown->items, [&](Value each) { return llvm::cast<StrObject>(each)->value == name; });
}

std::optional<Value> Evaluator::libraryMember(llvm::StringRef module, llvm::StringRef name, Value self) {
  const LibraryEntry *entry = LibraryTable::get().find(module, name);
  if (!entry) {
    std::string full = qualify(module, name);
    if (!self && LibraryTable::get().isPackage(full))
      return importModule(full, currentRange);
    // Names with an underscore are for other texts of the library.
    if ((name.starts_with("__") && name != "__all__") ||
        (name.starts_with("_") && name != "__all__" && !isLibraryText(currentRange) &&
         (self || !isShown(*this, module, name))))
      return std::nullopt;
    if (self && !LibraryTable::get().hasClassSource(module))
      return std::nullopt;
    std::optional<Value> member = textMember(module, name);
    return self && member && *member ? bindAttribute(*this, *member, self, self->type(*this)) : member;
  }
  bool isCached = entry->kind != EntryKind::method && entry->kind != EntryKind::property;
  if (isCached)
    if (Value known = members.lookup(entry))
      return known;
  Value value = entryValue(*this, *entry, self);
  if (value && isCached)
    members[entry] = value;
  return value;
}

std::optional<Value> Evaluator::textMember(llvm::StringRef module, llvm::StringRef name) {
  return interpretation->preludeMember(module, name);
}

/// `No module named 'x'`, with what may have been meant.
static Raised unknownModule(Evaluator &evaluator, const std::string &name, llvm::StringRef parent, bool isPackage,
                            bool isLack, Range range) {
  std::string text = "No module named '" + name + "'";
  if (!parent.empty() && !isPackage)
    text += "; '" + parent.str() + "' is not a package";
  Raised raised = evaluator.raise(DiagnosticId::unknownModule, text, range);
  evaluator.pendingException()->attributes.set("name", evaluator.string(name));
  std::vector<std::string> names, packages;
  for (llvm::StringRef known : LibraryTable::get().moduleNames())
    names.push_back(known.str());
  std::vector<std::string> near = nearestNames(name, names);
  if (!near.empty())
    raised.note("did you mean `" + llvm::join(near, "`, `") + "`?");
  evaluator.pendingException()->isLack = isLack && near.empty(); // not a slip
  for (const std::string &known : names)
    if (llvm::StringRef(known).find('.') == llvm::StringRef::npos && known != "builtins")
      packages.push_back(known);
  std::sort(packages.begin(), packages.end());
  raised.note("the library has " + llvm::join(packages, ", "));
  return raised;
}

Value Evaluator::importModule(llvm::StringRef dottedName, Range range) {
  const LibraryTable &table = LibraryTable::get();
  std::string full; // as the table calls it
  Value module = nullptr;
  llvm::SmallVector<llvm::StringRef> parts;
  dottedName.split(parts, '.');
  for (llvm::StringRef part : parts) {
    std::string next = full.empty() ? part.str() : qualify(full, part);
    Value parent = std::exchange(module, nullptr);
    auto *package = llvm::dyn_cast_or_null<ModuleObject>(parent);
    bool isInLibrary = !parent || (package && !package->isSource);
    const LibraryEntry *alias = package && isInLibrary ? table.find(package->name, part) : nullptr;
    auto ofLibrary = [&](const std::string &name) {
      ModuleObject *&known = modules[name];
      if (!known) {
        known = make<ModuleObject>(name);
        interpretation->registerModule(name, known);
      }
      full = name;
      return known;
    };
    bool isOwn = isLibraryText(range); // the library imports its own
    std::optional<Value> given = isOwn && table.isPackage(next) ? std::nullopt : interpretation->registeredModule(next);
    if (!given && !parent && !isOwn && table.isPackage(next))
      given = interpretation->importSource(next, /*replaces=*/true);
    if (given) {
      module = *given;
      full = next;
    } else if (isInLibrary && table.isPackage(next)) {
      module = ofLibrary(next);
    } else if (alias && alias->kind == EntryKind::module) {
      module = ofLibrary(alias->signature);
    } else if (std::optional<Value> source = interpretation->importSource(next)) {
      module = *source;
      full = next;
      if (package && module)
        package->attributes.set(part, module);
    } else {
      bool isPackage = !package || isInLibrary || package->attributes.find("__path__");
      return unknownModule(*this, next, full, isPackage, isInLibrary, range);
    }
    if (!module)
      return nullptr;
  }
  return module;
}

ClassObject *Evaluator::builtinClass(llvm::StringRef name) { return libraryClass("builtins", name); }

//===-- the reference ------------------------------------------------------------------------------------------===//

/// Where a name of `module` works: what computes with arrays is recorded and runs somewhere; the rest is over when
/// compiling is.
static llvm::json::Array devicesOf(llvm::StringRef module, llvm::StringRef name) {
  static constexpr llvm::StringLiteral packages[] = {"jax", "numpy", "torch", "triton.language"};
  if (library::isOnGpu(module, name))
    return llvm::json::Array{"interpreter", "GPU"};
  for (llvm::StringRef package : packages)
    if (module == package || (module.starts_with(package) && module[package.size()] == '.'))
      return llvm::json::Array{"interpreter"};
  return llvm::json::Array{module.ends_with("testing") ? "interpreter" : "while compiling"};
}

static llvm::json::Object describeEntry(const LibraryEntry &entry, const std::string &name, llvm::StringRef module) {
  static constexpr llvm::StringLiteral kinds[] = {"function", "decorator", "constant", "type",
                                                  "module",   "method",    "property"};
  bool supported = entry.handler || entry.kind == EntryKind::module || entry.kind == EntryKind::type;
  return llvm::json::Object{{"name", name},
                            {"kind", kinds[static_cast<size_t>(entry.kind)]},
                            {"signature", entry.signature},
                            {"summary", entry.summary},
                            {"supported", supported},
                            {"devices", supported ? devicesOf(module, name) : llvm::json::Array()}};
}

static llvm::json::Object describeEntry(const SourceEntry &entry, llvm::StringRef module) {
  return llvm::json::Object{
      {"name", entry.name},       {"kind", entry.kind}, {"signature", entry.signature},
      {"summary", entry.summary}, {"supported", true},  {"devices", devicesOf(module, entry.name)}};
}

llvm::json::Value frontend::libraryReference() {
  const LibraryTable &table = LibraryTable::get();
  llvm::json::Array modules;
  for (llvm::StringRef name : table.moduleNames()) {
    llvm::json::Array entries;
    for (const LibraryEntry *entry : table.entriesOf(name)) {
      if (entry->name[0] == '_' && entry->name[1] != '_')
        continue;
      entries.push_back(describeEntry(*entry, entry->name, name));
      if (entry->kind != EntryKind::type)
        continue;
      std::string qualified = name == "builtins" ? entry->name : qualify(name, entry->name);
      for (const LibraryEntry *member : table.entriesOf(qualified))
        if (!llvm::StringRef(member->name).starts_with("__"))
          entries.push_back(describeEntry(*member, std::string(entry->name) + "." + member->name, name));
      if (table.hasClassSource(qualified))
        for (const SourceEntry &method : readSourceEntries(qualified, entry->name))
          entries.push_back(describeEntry(method, name));
    }
    for (const SourceEntry &entry : readSourceEntries(name))
      if (!table.find(name, entry.name))
        entries.push_back(describeEntry(entry, name));
    modules.push_back(llvm::json::Object{
        {"name", name}, {"summary", table.findModule(name)->summary}, {"entries", std::move(entries)}});
  }
  return llvm::json::Object{{"modules", std::move(modules)}};
}
