// SPDX-License-Identifier: Apache-2.0
#include "compiler/language/Program.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;
using llvm::cast;
using llvm::dyn_cast;
using NamedBinding = tessera::language::Binding;

/// How many imports of imports are followed.
static constexpr unsigned maxImports = 64;
/// How many classes a member is looked for in.
static constexpr unsigned maxClasses = 64;

static Referent own(unsigned file, unsigned binding) { return {Referent::Kind::own, file, binding}; }

static llvm::StringRef parentOf(llvm::StringRef path) {
  size_t slash = path.rfind('/');
  return slash == llvm::StringRef::npos ? llvm::StringRef() : path.take_front(slash);
}

static std::string below(llvm::StringRef folder, llvm::StringRef name) {
  return folder.empty() ? name.str() : (folder + (folder == "/" ? "" : "/") + name).str();
}

Program::Program(std::vector<ProgramNames::File> sources, std::vector<std::string> folderList, Cache *known)
    : searched(std::move(folderList)) {
  for (std::string &folder : searched)
    if (folder.size() > 1 && folder.back() == '/')
      folder.pop_back();
  std::map<size_t, std::shared_ptr<const FileNames>> kept;
  folderByPath.try_emplace("", 0);
  folders.emplace_back();
  for (ProgramNames::File &source : sources) {
    size_t hash = std::hash<std::string>()(source.text);
    std::shared_ptr<const FileNames> read;
    for (auto *cache : {&kept, known ? &known->files : nullptr})
      if (auto found = cache ? cache->find(hash) : kept.end();
          cache && found != cache->end() && found->second->text() == source.text)
        read = found->second;
    if (!read)
      read = std::make_shared<const FileNames>(source.text);
    kept[hash] = read;
    fileByPath.try_emplace(source.path, static_cast<unsigned>(files.size()));
    for (llvm::StringRef folder = parentOf(source.path); !folder.empty(); folder = parentOf(folder)) {
      if (!folderByPath.try_emplace(folder, static_cast<unsigned>(folders.size())).second)
        break;
      folders.push_back(folder.str());
    }
    ProgramFile &file = files.emplace_back();
    file.path = std::move(source.path);
    file.names = std::move(read);
  }
  if (known)
    known->files = std::move(kept);
}

std::optional<unsigned> Program::fileOf(llvm::StringRef path) const {
  auto found = fileByPath.find(path);
  return found == fileByPath.end() ? std::nullopt : std::optional(found->second);
}

SourceRange Program::where(unsigned file, Range range) const { return {files[file].path, range.begin, range.end}; }

Place Program::place(unsigned file, Range range) const { return {files[file].path, where(file, range)}; }

//===--- Modules ---===//

Referent Program::moduleIn(llvm::StringRef folder, llvm::StringRef module) {
  std::string stem = module.str();
  std::replace(stem.begin(), stem.end(), '.', '/');
  stem = module.empty() ? folder.str() : below(folder, stem);
  if (auto found = module.empty() ? fileByPath.end() : fileByPath.find(stem + ".py"); found != fileByPath.end())
    return {Referent::Kind::file, found->second, 0};
  if (auto found = fileByPath.find(below(stem, "__init__.py")); found != fileByPath.end())
    return {Referent::Kind::file, found->second, 0};
  if (auto found = folderByPath.find(stem); found != folderByPath.end())
    return {Referent::Kind::folder, 0, found->second};
  return {};
}

/// A file, or a folder without an `__init__.py`.
Referent Program::moduleAt(unsigned from, unsigned level, llvm::StringRef module) {
  if (level > 0) {
    llvm::StringRef folder = parentOf(files[from].path);
    for (unsigned up = 1; up < level; ++up) {
      if (folder.empty())
        return {};
      folder = parentOf(folder);
    }
    return moduleIn(folder, module);
  }
  Referent asFolder;
  for (const std::string &folder : searched) {
    Referent found = module.empty() ? Referent() : moduleIn(folder, module);
    if (found.kind == Referent::Kind::file)
      return found;
    asFolder = asFolder ? asFolder : found;
  }
  return asFolder;
}

Referent Program::moduleNamed(unsigned from, unsigned level, llvm::StringRef module) {
  Referent found = moduleAt(from, level, module);
  return found || level > 0 ? found : library(module);
}

std::string Program::spellingOf(Referent own) const { return textOf(own.file, binding(own).place).str(); }

Referent Program::submodule(Referent module, llvm::StringRef name) {
  if (module.kind == Referent::Kind::folder)
    return moduleIn(folders[module.index], name);
  llvm::StringRef path = files[module.file].path;
  bool isPackage = path == "__init__.py" || path.ends_with("/__init__.py");
  return isPackage ? moduleIn(parentOf(path), name) : Referent();
}

Referent Program::library(Referent parent, llvm::StringRef name) {
  unsigned above = parent.kind == Referent::Kind::library ? parent.index : none;
  auto [entry, isNew] = libraryByName.try_emplace({above, name.str()}, static_cast<unsigned>(libraries.size()));
  if (isNew)
    libraries.push_back({above, name.str()});
  return {Referent::Kind::library, 0, entry->second};
}

Referent Program::library(llvm::StringRef dotted) {
  Referent at;
  while (!dotted.empty()) {
    auto [head, rest] = dotted.split('.');
    at = library(at, head);
    dotted = rest;
  }
  return at;
}

std::string Program::textOf(Referent referent) const {
  if (referent.kind == Referent::Kind::folder)
    return folders[referent.index];
  std::vector<llvm::StringRef> parts;
  for (unsigned at = referent.index; referent.kind == Referent::Kind::library && at != none; at = libraries[at].first)
    parts.push_back(libraries[at].second);
  std::string text;
  for (llvm::StringRef part : llvm::reverse(parts))
    text += (text.empty() ? "" : ".") + part.str();
  return text;
}

//===--- Imports ---===//

llvm::ArrayRef<Program::Star> Program::starsOf(unsigned file) {
  ProgramFile &here = files[file];
  if (!here.stars) {
    here.stars.emplace();
    llvm::DenseSet<unsigned> seenFiles;
    unsigned libraryStars = 0;
    for (unsigned import : llvm::reverse(here.names->stars)) {
      const Import &star = here.names->imports[import];
      Referent module = moduleAt(file, star.level, star.module);
      bool isFile = module.kind == Referent::Kind::file;
      if (isFile ? seenFiles.insert(module.file).second : !module && star.level == 0 && libraryStars++ < maxImports)
        here.stars->push_back({module, import});
    }
  }
  return *here.stars;
}

std::vector<std::string> Program::starredLibraries(unsigned file) {
  std::vector<std::string> all;
  for (const Star &star : starsOf(file))
    if (!star.module)
      all.push_back(names(file).imports[star.import].module.str());
  return all;
}

Referent Program::bindingIn(unsigned file, llvm::StringRef name) {
  auto ownIn = [&](unsigned in) {
    const auto &bound = names(in).scopes.front().names;
    auto found = bound.find(name);
    return found == bound.end() ? Referent() : own(in, found->second);
  };
  if (Referent found = ownIn(file))
    return found;
  if (starsOf(file).empty())
    return {};
  if (auto known = files[file].fromStars.find(name); known != files[file].fromStars.end())
    return known->second;
  // Depth first, each file once.
  llvm::SmallVector<unsigned, 8> open{file};
  llvm::DenseSet<unsigned> seen{file};
  Referent result;
  while (!open.empty() && !result) {
    unsigned at = open.pop_back_val();
    if (at != file)
      result = ownIn(at);
    for (const Star &star : llvm::reverse(starsOf(at)))
      if (star.module.kind == Referent::Kind::file && names(star.module.file).exports(name) &&
          seen.insert(star.module.file).second)
        open.push_back(star.module.file);
  }
  // The key must live as long as the program: that of the binding does.
  if (result)
    files[file].fromStars.try_emplace(binding(result).name, result);
  return result;
}

Referent Program::findTarget(unsigned file, const Import &import) {
  bool isHead = import.isDotted;
  llvm::StringRef wanted = isHead ? import.module.split('.').first : import.module;
  Referent module = moduleAt(file, import.level, wanted);
  if (import.name.empty())
    return moduleNamed(file, import.level, wanted);
  if (module.kind == Referent::Kind::file)
    if (Referent found = bindingIn(module.file, import.name))
      return found;
  if (module)
    return submodule(module, import.name);
  return import.level > 0 ? Referent() : library(library(wanted), import.name);
}

Referent Program::importTarget(unsigned file, unsigned import) {
  ProgramFile &here = files[file];
  if (!here.importTargets) {
    here.importTargets.emplace();
    std::vector<Referent> found;
    for (const Import &each : here.names->imports)
      found.push_back(each.name == "*" ? Referent() : findTarget(file, each));
    here.importTargets = std::move(found);
  }
  return import < here.importTargets->size() ? (*here.importTargets)[import] : Referent();
}

Referent Program::follow(unsigned file, unsigned index) {
  const NamedBinding &start = names(file).bindings[index];
  if (start.imports.empty())
    return own(file, index);
  auto known = files[file].followed.find(index);
  return known != files[file].followed.end() ? known->second
                                             : files[file].followed[index] = followAll(own(file, index));
}

Referent Program::followAll(Referent start) {
  Referent at = start;
  for (unsigned step = 0; step < maxImports; ++step) {
    const NamedBinding &here = binding(at);
    Referent next;
    for (unsigned import : llvm::ArrayRef(here.imports).take_front(maxImports)) {
      Referent target = importTarget(at.file, import);
      // `try: from mine import f` beside `except ImportError: from theirs import f`: what can be read is shown.
      if (target && (!next || (next.kind == Referent::Kind::library && target.kind != Referent::Kind::library)))
        next = target;
    }
    if (!next)
      return at;
    if (!next.isOwn() || next == at)
      return next;
    at = next;
  }
  return start;
}

//===--- Names and members ---===//

Referent Program::meaningOfName(unsigned file, unsigned scope, llvm::StringRef name) {
  if (unsigned found = names(file).resolve(scope, name); found != none)
    return follow(file, found);
  Referent starred = bindingIn(file, name);
  return starred ? follow(starred.file, starred.index) : Referent();
}

Referent Program::meaningOf(unsigned file, const Expr *expr) {
  auto [entry, isNew] = files[file].meanings.try_emplace(expr); // none, where it is asked for while it is looked for
  if (!isNew)
    return entry->second;
  Referent meaning = computeMeaning(file, expr);
  files[file].meanings[expr] = meaning;
  return meaning;
}

Referent Program::computeMeaning(unsigned file, const Expr *expr) {
  if (auto *name = dyn_cast<NameExpr>(expr)) {
    unsigned use = names(file).useOf(name);
    if (use == none)
      return {};
    if (unsigned found = names(file).uses[use].binding; found != none)
      return follow(file, found);
    Referent starred = bindingIn(file, name->name);
    return starred ? follow(starred.file, starred.index) : Referent();
  }
  if (auto *attribute = dyn_cast<AttributeExpr>(expr))
    return memberOf(meaningOf(file, attribute->object), attribute->name.text);
  if (auto *subscript = dyn_cast<SubscriptExpr>(expr)) {
    // `kernel[grid]` is called as the kernel is, `Pair[int]` makes what `Pair` makes.
    Referent object = meaningOf(file, subscript->object);
    return object.isOwn() && binding(object).definition ? object : Referent();
  }
  return {};
}

/// The class that an expression is, or is an object of: of `self`, of a class's own name.
Referent Program::classScope(Referent object) {
  if (!object.isOwn())
    return {};
  const NamedBinding &bound = binding(object);
  if (bound.kind == NamedBinding::Kind::classType)
    return object;
  unsigned scope = names(object.file).classOfSelf(object.index);
  if (scope == none)
    return {};
  // The binding of the class, by its name in the scope around.
  const NameScope &body = names(object.file).scopes[scope];
  unsigned around = body.parent;
  if (names(object.file).scopes[around].kind == NameScope::Kind::typeParameters)
    around = names(object.file).scopes[around].parent;
  unsigned found = names(object.file).resolve(around, cast<ClassDef>(body.node)->name.text);
  return found != none && names(object.file).bindings[found].inside == scope ? own(object.file, found) : Referent();
}

std::vector<Referent> Program::classesOf(Referent type) {
  std::vector<Referent> all{type};
  for (size_t at = 0; at < all.size() && all.size() < maxClasses; ++at) {
    const NamedBinding &bound = binding(all[at]);
    for (const Argument &base : cast<ClassDef>(bound.definition)->arguments.take_front(maxClasses)) {
      Referent found = base.kind == Argument::Kind::positional ? meaningOf(all[at].file, base.value) : Referent();
      if (found.isOwn() && binding(found).kind == NamedBinding::Kind::classType && !llvm::is_contained(all, found))
        all.push_back(found);
      if (all.size() == maxClasses)
        break;
    }
  }
  return all;
}

Referent Program::memberOfClass(Referent type, llvm::StringRef name) {
  for (Referent each : classesOf(type)) {
    const NameScope &body = names(each.file).scopes[binding(each).inside];
    for (const auto *map : {&body.names, &body.attributes})
      if (auto found = map->find(name); found != map->end())
        return own(each.file, found->second);
  }
  return {};
}

Referent Program::memberBinding(Referent object, llvm::StringRef name) {
  if (object.kind == Referent::Kind::file)
    return bindingIn(object.file, name);
  Referent type = classScope(object);
  return type ? memberOfClass(type, name) : Referent();
}

Referent Program::memberOf(Referent object, llvm::StringRef name) {
  if (object.kind == Referent::Kind::library)
    return library(object, name);
  if (Referent found = memberBinding(object, name))
    return follow(found.file, found.index);
  bool holdsModules = object.kind == Referent::Kind::file || object.kind == Referent::Kind::folder;
  return holdsModules ? submodule(object, name) : Referent();
}

void Program::eachMember(Referent object, llvm::function_ref<void(llvm::StringRef, Referent)> visit) {
  llvm::StringMap<char> seen;
  auto offer = [&](llvm::StringRef name, Referent member) {
    if (seen.try_emplace(name).second)
      visit(name, member);
  };
  auto offerAll = [&](unsigned file, const llvm::DenseMap<llvm::StringRef, unsigned> &map, bool onlyExported) {
    std::vector<unsigned> indices;
    for (const auto &entry : map)
      if (!onlyExported || names(file).exports(entry.first))
        indices.push_back(entry.second);
    llvm::sort(indices); // in the order of the text, nearly
    for (unsigned index : indices)
      offer(names(file).bindings[index].name, own(file, index));
  };
  if (Referent type = classScope(object)) {
    for (Referent each : classesOf(type)) {
      offerAll(each.file, names(each.file).scopes[binding(each).inside].names, false);
      offerAll(each.file, names(each.file).scopes[binding(each).inside].attributes, false);
    }
    return;
  }
  if (object.kind == Referent::Kind::file) {
    std::vector<unsigned> open{object.file};
    llvm::DenseSet<unsigned> known{object.file};
    while (!open.empty()) {
      unsigned at = open.back();
      open.pop_back();
      offerAll(at, names(at).scopes.front().names, at != object.file);
      for (const Star &star : llvm::reverse(starsOf(at)))
        if (star.module.kind == Referent::Kind::file && known.insert(star.module.file).second)
          open.push_back(star.module.file);
    }
  }
  if (object.kind != Referent::Kind::file && object.kind != Referent::Kind::folder)
    return;
  llvm::StringRef path =
      object.kind == Referent::Kind::file ? llvm::StringRef(files[object.file].path) : folders[object.index];
  if (object.kind == Referent::Kind::file && path != "__init__.py" && !path.ends_with("/__init__.py"))
    return;
  std::string folder = (object.kind == Referent::Kind::file ? parentOf(path) : path).str();
  for (const ProgramFile &file : files) {
    llvm::StringRef rest = file.path;
    if (!folder.empty() && (!rest.consume_front(folder) || !rest.consume_front("/")))
      continue;
    llvm::StringRef name = rest.split('/').first;
    name.consume_back(".py");
    if (isIdentifier(name) && name != "__init__")
      offer(name, submodule(object, name));
  }
}

void Program::eachModule(llvm::function_ref<void(llvm::StringRef, Referent)> visit) {
  llvm::StringMap<char> seen;
  for (const std::string &folder : searched)
    for (const ProgramFile &file : files) {
      llvm::StringRef rest = file.path;
      if (!folder.empty() && (!rest.consume_front(folder) || (folder != "/" && !rest.consume_front("/"))))
        continue;
      llvm::StringRef name = rest.split('/').first;
      name.consume_back(".py");
      if (isIdentifier(name) && name != "__init__" && seen.try_emplace(name).second)
        visit(name, moduleIn(folder, name));
    }
}

//===--- Calls ---===//

Referent Program::callableOf(Referent callee) {
  if (!callee.isOwn())
    return {};
  if (binding(callee).kind == NamedBinding::Kind::classType)
    callee = memberOfClass(callee, "__init__");
  return callee.isOwn() && binding(callee).kind == NamedBinding::Kind::function ? callee : Referent();
}

bool Program::annotatesFields(Referent type) {
  const auto *def = cast<ClassDef>(binding(type).definition);
  auto isNamed = [&](const Expr *expr, llvm::StringRef path) {
    if (auto *call = dyn_cast<CallExpr>(expr))
      expr = call->callee;
    Referent meaning = meaningOf(type.file, expr);
    return meaning.kind == Referent::Kind::library && textOf(meaning) == path;
  };
  auto decorators = def->decorators.take_front(maxClasses);
  auto bases = def->arguments.take_front(maxClasses);
  return llvm::any_of(decorators, [&](const Expr *each) { return isNamed(each, "dataclasses.dataclass"); }) ||
         llvm::any_of(bases, [&](const Argument &each) { return isNamed(each.value, "typing.NamedTuple"); });
}

bool Program::takesFields(Referent type) {
  bool isClass = type.isOwn() && binding(type).kind == NamedBinding::Kind::classType;
  return isClass && annotatesFields(type) && !memberOfClass(type, "__init__");
}

std::vector<Program::Field> Program::fieldsOf(Referent type) {
  std::vector<Field> fields;
  if (!takesFields(type))
    return fields;
  llvm::DenseSet<llvm::StringRef> seen;
  std::vector<Referent> classes = classesOf(type);
  for (Referent each : llvm::reverse(classes)) {
    const NameScope &body = names(each.file).scopes[binding(each).inside];
    Block statements = annotatesFields(each) ? cast<ClassDef>(binding(each).definition)->body : Block();
    for (const Stmt *stmt : statements) {
      auto *annotated = dyn_cast<AnnAssignStmt>(stmt);
      auto *name = annotated ? dyn_cast<NameExpr>(annotated->target) : nullptr;
      auto found = name ? body.names.find(name->name) : body.names.end();
      if (found != body.names.end() && seen.insert(name->name).second)
        fields.push_back({own(each.file, found->second), annotated});
    }
  }
  return fields;
}

Referent Program::fieldOf(Referent type, llvm::StringRef name) {
  return takesFields(type) ? memberOfClass(type, name) : Referent();
}

Referent Program::parameterOf(Referent callee, llvm::StringRef name, bool &isKnown) {
  Referent callable = callableOf(callee);
  isKnown = callable.isOwn() || callee.kind == Referent::Kind::library;
  if (!callable)
    return {};
  const NamedBinding &bound = binding(callable);
  for (const auto &parameter : cast<FunctionDef>(bound.definition)->parameters) {
    bool takes =
        parameter.kind == syntax::Parameter::Kind::positional || parameter.kind == syntax::Parameter::Kind::keywordOnly;
    if (!takes || parameter.name.text != name)
      continue;
    const auto &inside = names(callable.file).scopes[bound.inside].names;
    auto found = inside.find(parameter.name.text);
    return found == inside.end() ? Referent() : own(callable.file, found->second);
  }
  return {};
}
