// SPDX-License-Identifier: Apache-2.0
#include "runner/lsp/Library.h"
#include "compiler/driver/Compiler.h"
#include <algorithm>
#include <set>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;

static std::string field(const llvm::json::Object &object, llvm::StringRef name) {
  return object.getString(name).value_or("").str();
}

Library::Library() {
  llvm::json::Value whole = Compiler::reference();
  const llvm::json::Array *list = whole.getAsObject() ? whole.getAsObject()->getArray("modules") : nullptr;
  for (const llvm::json::Value &value : list ? *list : llvm::json::Array()) {
    const llvm::json::Object &module = *value.getAsObject();
    std::string name = field(module, "name");
    modules[name] = field(module, "summary");
    const llvm::json::Array *items = module.getArray("entries");
    for (const llvm::json::Value &item : items ? *items : llvm::json::Array()) {
      const llvm::json::Object &object = *item.getAsObject();
      LibraryEntry entry{name,
                         field(object, "name"),
                         field(object, "kind"),
                         field(object, "signature"),
                         field(object, "summary"),
                         "",
                         object.getBoolean("supported").value_or(false)};
      if (!entry.isSupported)
        entry.where = "known, not supported yet";
      else if (const llvm::json::Array *devices = object.getArray("devices"))
        for (const llvm::json::Value &device : *devices)
          entry.where += (entry.where.empty() ? "" : ", ") + device.getAsString().value_or("").str();
      byModule[name].push_back(entries.size());
      byPath.try_emplace(name + "." + entry.name, entries.size());
      entries.push_back(std::move(entry));
    }
  }
}

std::string Library::resolve(llvm::StringRef path) const {
  // `jax.numpy` may be written as what another module calls it: an entry of kind `module`, whose signature is its name.
  std::string resolved = path.str();
  for (unsigned steps = 0; steps < 4; ++steps) {
    size_t dot = resolved.size();
    bool isReplaced = false;
    while (dot != std::string::npos && dot > 0 && !isReplaced) {
      llvm::StringRef head = llvm::StringRef(resolved).take_front(dot);
      if (modules.count(head))
        break;
      if (auto found = byPath.find(head); found != byPath.end() && entries[found->second].kind == "module") {
        resolved = entries[found->second].signature + resolved.substr(dot);
        isReplaced = true;
      }
      dot = resolved.rfind('.', dot - 1);
    }
    if (!isReplaced)
      break;
  }
  return resolved;
}

const LibraryEntry *Library::find(llvm::StringRef path) const {
  if (auto found = byPath.find(path); found != byPath.end())
    return &entries[found->second];
  auto found = byPath.find(resolve(path));
  return found == byPath.end() ? nullptr : &entries[found->second];
}

std::vector<const LibraryEntry *> Library::findMembers(llvm::StringRef name) const {
  std::vector<const LibraryEntry *> found;
  for (const LibraryEntry &entry : entries)
    if (llvm::StringRef own = entry.name; own.contains('.') && own.rsplit('.').second == name)
      found.push_back(&entry);
  return found;
}

std::vector<LibraryEntry> Library::listMembers(llvm::StringRef given) const {
  std::string path = resolve(given);
  std::vector<LibraryEntry> found;
  if (auto module = byModule.find(path); module != byModule.end())
    for (size_t index : module->second)
      if (!llvm::StringRef(entries[index].name).contains('.'))
        found.push_back(entries[index]);
  for (const std::string &name : listSubmodules(path))
    found.push_back({path, name, "module", path + "." + name, summaryOfModule(path + "." + name).str(), "", true});
  // A class of a module: `jax.Array.` has what stands as `Array.astype` in `jax`.
  if (size_t dot = path.rfind('.'); dot != std::string::npos)
    if (auto module = byModule.find(path.substr(0, dot)); module != byModule.end())
      for (size_t index : module->second)
        if (llvm::StringRef name = entries[index].name; name.consume_front(path.substr(dot + 1) + ".")) {
          found.push_back(entries[index]);
          found.back().name = name.str();
        }
  return found;
}

std::vector<const LibraryEntry *> Library::listAllMembers() const {
  std::vector<const LibraryEntry *> found;
  std::set<llvm::StringRef> names;
  for (const LibraryEntry &entry : entries)
    if (llvm::StringRef name = entry.name; entry.isSupported && name.contains('.') &&
                                           !name.rsplit('.').second.starts_with("_") &&
                                           names.insert(name.rsplit('.').second).second)
      found.push_back(&entry);
  return found;
}

std::vector<std::string> Library::listSubmodules(llvm::StringRef path) const {
  std::set<std::string> names;
  for (const auto &module : modules) {
    llvm::StringRef name = module.first();
    if (path.empty() || (name.consume_front(path) && name.consume_front(".")))
      if (llvm::StringRef first = name.split('.').first; !first.empty())
        names.insert(first.str());
  }
  return {names.begin(), names.end()};
}

llvm::StringRef Library::summaryOfModule(llvm::StringRef path) const {
  auto found = modules.find(resolve(path));
  return found == modules.end() ? llvm::StringRef() : llvm::StringRef(found->second);
}
