// SPDX-License-Identifier: Apache-2.0
// Texts by their paths, and Python's rule for `-m`.
#include "compiler/support/ProgramFiles.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace tessera;

static std::string withoutRoot(llvm::StringRef path) { return path.ltrim('/').str(); }

void ListedFiles::add(llvm::StringRef path, std::string text) { texts[withoutRoot(path)] = std::move(text); }

std::optional<std::string> ListedFiles::read(llvm::StringRef path) {
  auto known = texts.find(withoutRoot(path));
  if (known == texts.end())
    return std::nullopt;
  wasRead.insert(known->first);
  return known->second;
}

bool ListedFiles::isFolder(llvm::StringRef path) {
  std::string folder = withoutRoot(path.rtrim('/')) + "/";
  auto first = texts.lower_bound(folder);
  return folder == "/" || (first != texts.end() && llvm::StringRef(first->first).starts_with(folder));
}

std::vector<std::pair<std::string, std::string>> ListedFiles::readFiles(llvm::StringRef name) const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string &path : wasRead)
    if (const std::string &text = texts.at(path); path != withoutRoot(name) && !text.empty())
      all.emplace_back(path, text);
  return all;
}

std::string tessera::folderOf(llvm::StringRef file) {
  size_t slash = file.rfind('/');
  return slash == llvm::StringRef::npos ? "" : slash == 0 ? "/" : file.substr(0, slash).str();
}

std::optional<FoundProgram> tessera::findProgram(SourceFiles &files, llvm::StringRef dottedName,
                                                 const std::vector<std::string> &folders, llvm::StringRef wayOut,
                                                 std::string &error) {
  FoundProgram found;
  found.imports.files = &files;
  found.imports.folders = folders;
  found.imports.folders.insert(found.imports.folders.begin(), "");
  std::string relative = dottedName.str(), places;
  std::replace(relative.begin(), relative.end(), '.', '/');
  for (const std::string &folder : found.imports.folders) {
    std::string base = folder.empty() ? relative : folder + "/" + relative;
    if (files.read(base + ".py")) {
      found.file = base + ".py";
      found.imports.package = dottedName.contains('.') ? dottedName.rsplit('.').first.str() : "";
      return found;
    }
    if (files.read(base + "/__main__.py")) {
      found.file = base + "/__main__.py";
      found.imports.package = dottedName.str();
      return found;
    }
    if (files.read(base + "/__init__.py")) {
      error =
          ("`-m " + dottedName + "`: it is a package without a `__main__.py`, so it can't be run; a module of it can")
              .str();
      return std::nullopt;
    }
    places += (places.empty() ? "`" : ", `") + (folder.empty() ? "." : folder) + "`";
  }
  error = ("`-m " + dottedName + "`: there is no such module below " + places + wayOut).str();
  return std::nullopt;
}
