// SPDX-License-Identifier: Apache-2.0
// Files of modules, kept as they are read.
#include "runner/cli/Modules.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include <algorithm>
#include <filesystem>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace fs = std::filesystem;

void Modules::confineTo(const std::string &folder) {
  std::error_code error;
  confinement = fs::weakly_canonical(folder, error).string();
  if (error) // where nothing may be looked for, nothing is found
    confinement = folder.empty() ? "." : folder;
}

bool Modules::isWithin(llvm::StringRef path) const {
  if (confinement.empty())
    return true;
  std::error_code error;
  fs::path whole = fs::weakly_canonical(path.empty() ? "." : path.str(), error), folder = confinement;
  return !error && std::mismatch(folder.begin(), folder.end(), whole.begin(), whole.end()).first == folder.end();
}

std::optional<std::string> Modules::read(llvm::StringRef path) {
  if (auto known = texts.find(path); known != texts.end())
    return known->second;
  std::error_code error;
  if (!fs::is_regular_file(path.str(), error) || !isWithin(path))
    return std::nullopt;
  Result<std::string> text = readInput(path.str());
  if (!text)
    return std::nullopt;
  texts[path] = *text;
  return std::move(*text);
}

bool Modules::isFolder(llvm::StringRef path) {
  std::error_code error;
  return fs::is_directory(path.str(), error) && isWithin(path);
}

std::string Modules::workingFolder() {
  std::error_code error;
  fs::path folder = fs::current_path(error);
  return error ? "/" : folder.string();
}

llvm::StringRef Modules::textOf(llvm::StringRef name) const {
  auto known = texts.find(name);
  return known == texts.end() ? llvm::StringRef() : llvm::StringRef(known->second);
}

std::vector<std::pair<std::string, std::string>> Modules::others(llvm::StringRef name) const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto &entry : texts)
    if (entry.first() != name && !entry.second.empty())
      all.emplace_back(entry.first().str(), entry.second);
  std::sort(all.begin(), all.end());
  return all;
}

std::string Modules::render(const Diagnostic &diagnostic) const {
  return renderFiles(diagnostic, [this](llvm::StringRef file) { return textOf(file); });
}

void Modules::print(llvm::ArrayRef<Diagnostic> diagnostics) const {
  printDiagnostics(diagnostics, [this](llvm::StringRef file) { return textOf(file); });
}

//===-- what a program may import ------------------------------------------------------------------------------===//

static ImportOptions importsFrom(Modules &modules, std::string own, const std::vector<std::string> &folders) {
  ImportOptions imports;
  imports.files = &modules;
  imports.folders = folders;
  imports.folders.insert(imports.folders.begin(), std::move(own));
  return imports;
}

ImportOptions cli::importsOf(Modules &modules, const std::string &file, const std::vector<std::string> &folders) {
  return importsFrom(modules, file == "-" ? "" : folderOf(file), folders);
}

ImportOptions cli::importsOfTest(Modules &modules, const std::string &file, const std::vector<std::string> &folders) {
  if (file == "-")
    return importsOf(modules, file, folders);
  std::string package;
  std::error_code error;
  fs::path folder = fs::absolute(fs::path(file).parent_path(), error).lexically_normal();
  fs::path given = fs::path(file).parent_path();
  if (!folder.has_filename()) // it ends with a separator
    folder = folder.parent_path();
  while (!error && folder.has_filename() && fs::is_regular_file(folder / "__init__.py", error)) {
    package = folder.filename().string() + (package.empty() ? "" : "." + package);
    folder = folder.parent_path();
    given = given.has_filename() && given.filename() != ".." ? given.parent_path() : folder;
  }
  ImportOptions imports =
      importsFrom(modules, package.empty() ? fs::path(file).parent_path().string() : given.string(), folders);
  imports.package = std::move(package);
  return imports;
}
