// SPDX-License-Identifier: Apache-2.0
// Where the text of a module is, as Python looks for it: the folders of `sys.path` in order, for a module inside a
// package the package's `__path__`. A folder with an `__init__.py` is a package; folders without one are, together, a
// package too (a namespace). Also here: `sys.modules`, the modules by name, which a program may change.
//
// A module of the program takes the place of one of the library's with that name, as it would in Python. Two kinds of
// ours stay: what kernels are made of (jax, numpy, torch, triton) and the testing libraries, since their own texts
// would not run here: a folder of that name only adds what we lack. And a folder that holds Python's own library (it
// has an `os.py`) replaces nothing.
#include "compiler/frontend/evaluate/Interpretation.h"
#include "llvm/Support/Path.h"

using namespace tessera;
using namespace tessera::frontend;
namespace path = llvm::sys::path;

namespace {
/// What was found out about folders: it is asked at every import.
struct KnownFolders {
  llvm::StringMap<bool> holdsPython;
};
} // namespace

static std::string joinPath(llvm::StringRef folder, llvm::StringRef name) {
  return folder.empty() ? name.str() : (folder.rtrim('/') + "/" + name).str();
}

/// Absolute, without `.` and `..`.
static std::string absolute(SourceFiles &files, llvm::StringRef folder) {
  llvm::SmallString<128> whole(folder.starts_with("/") ? folder.str() : joinPath(files.workingFolder(), folder));
  path::remove_dots(whole, /*remove_dot_dot=*/true, path::Style::posix);
  llvm::StringRef text = whole;
  return text.size() > 1 ? text.rtrim('/').str() : text.str();
}

std::vector<std::string> Interpretation::searchFolders() {
  std::vector<std::string> folders;
  if (SourceFiles *files = evaluator.options().imports.files)
    for (const std::string &folder : evaluator.options().imports.folders)
      folders.push_back(absolute(*files, folder));
  return folders;
}

std::string Interpretation::absolutePath(llvm::StringRef file) {
  SourceFiles *files = evaluator.options().imports.files;
  return files && !file.starts_with("<") ? absolute(*files, file) : file.str();
}

/// `file`, absolute, as the user would write it: below a folder of the command line, as that folder was given.
static std::string shorten(const ImportOptions &options, const std::string &file) {
  for (const std::string &folder : options.folders) {
    llvm::StringRef rest = file;
    std::string whole = absolute(*options.files, folder);
    if (rest.consume_front(whole) && (rest.consume_front("/") || whole == "/"))
      return joinPath(folder, rest);
  }
  return file;
}

static std::vector<std::string> textsOf(Value list) {
  std::vector<std::string> texts;
  if (auto *sequence = llvm::dyn_cast_or_null<SequenceObject>(list))
    for (Value item : sequence->items)
      if (auto *text = llvm::dyn_cast<StrObject>(item)) // Python passes others by, too
        texts.push_back(text->value);
  return texts;
}

/// `sys.path` as the program left it.
static std::vector<std::string> currentFolders(Evaluator &evaluator) {
  auto *sys = llvm::dyn_cast_or_null<ModuleObject>(evaluator.importModule("sys", evaluator.range()));
  std::optional<Value> list = sys ? sys->getAttribute(evaluator, "path") : std::nullopt;
  return textsOf(list.value_or(nullptr));
}

static bool staysOurs(llvm::StringRef name) {
  static constexpr llvm::StringLiteral names[] = {"__main__", "__future__", "builtins", "sys",      "importlib",
                                                  "jax",      "jaxlib",     "numpy",    "torch",    "triton",
                                                  "absl",     "_pytest",    "pytest",   "unittest", "hypothesis"};
  return llvm::is_contained(names, name);
}

std::optional<Interpretation::FoundModule> Interpretation::findSource(llvm::StringRef dottedName, bool replaces) {
  SourceFiles *files = evaluator.options().imports.files;
  if (!files || dottedName.empty() || dottedName.contains('/') || (replaces && staysOurs(dottedName)))
    return std::nullopt;
  auto [parent, name] =
      dottedName.contains('.') ? dottedName.rsplit('.') : std::pair<llvm::StringRef, llvm::StringRef>("", dottedName);
  std::vector<std::string> folders;
  ModuleObject *package = parent.empty() ? nullptr : findModule(parent);
  if (package) {
    folders = textsOf(package->attributes.find("__path__"));
  } else {
    folders = currentFolders(evaluator);
    std::string inner = parent.str(); // a package of the library: what is beside it in a folder of its name
    std::replace(inner.begin(), inner.end(), '.', '/');
    for (std::string &folder : folders)
      folder = inner.empty() ? folder : joinPath(folder, inner);
  }
  FoundModule found;
  auto &known = evaluator.state<KnownFolders>();
  for (const std::string &given : folders) {
    std::string folder = absolute(*files, given);
    if (replaces) {
      auto [entry, isNew] = known.holdsPython.try_emplace(folder);
      if (isNew)
        entry->second = files->read(joinPath(folder, "os.py")).has_value();
      if (entry->second)
        continue;
    }
    std::string base = joinPath(folder, name);
    for (bool isPackage : {true, false}) {
      std::string file = isPackage ? joinPath(base, "__init__.py") : base + ".py";
      if (std::optional<std::string> text = files->read(shorten(evaluator.options().imports, file))) {
        found = {shorten(evaluator.options().imports, file), std::move(*text), {}};
        if (isPackage)
          found.folders = {base};
        return found;
      }
    }
    if (files->isFolder(shorten(evaluator.options().imports, base)))
      found.folders.push_back(base);
  }
  return found.folders.empty() || replaces ? std::nullopt : std::optional(std::move(found));
}

//===-- sys.modules --------------------------------------------------------------------------------------------===//

/// Whether a program may know of the library's module `name`.
static bool isPublic(llvm::StringRef name) {
  return !name.starts_with("<") && !name.contains(".source") && !name.contains("hidden");
}

DictObject *Interpretation::moduleDict() {
  if (registry)
    return registry;
  registry = evaluator.dict();
  if (!modules.empty() && modules.front()->object)
    registry->set(evaluator, modules.front()->object->name, modules.front()->object);
  for (auto *known : {&evaluator.modules, &sourceModules})
    for (const auto &entry : *known)
      if (entry.second && isPublic(entry.first()))
        registry->set(evaluator, entry.first(), entry.second);
  return registry;
}

void Interpretation::registerModule(llvm::StringRef dottedName, Value module) {
  if (registry && isPublic(dottedName))
    registry->set(evaluator, dottedName, module);
}

std::optional<Value> Interpretation::registeredModule(llvm::StringRef dottedName) {
  if (!registry) {
    ModuleObject *known = findModule(dottedName);
    bool isMain = !modules.empty() && modules.front()->object && modules.front()->object->name == dottedName;
    return known ? std::optional<Value>(known) : isMain ? std::optional<Value>(modules.front()->object) : std::nullopt;
  }
  Value value = registry->find(evaluator, dottedName);
  if (!value) {
    sourceModules.erase(dottedName); // deleted: it is evaluated again
    return std::nullopt;
  }
  if (!isNone(value))
    return value;
  return Value(
      evaluator.raise(DiagnosticId::unknownModule, "import of " + dottedName.str() + " halted; None in sys.modules"));
}
