// SPDX-License-Identifier: Apache-2.0
// Every program of shared/: each name in it is known, and each first function can be renamed and back.
#include "compiler/frontend/syntax/Walk.h"
#include "compiler/language/FileNames.h"
#include "tests/unit/language/Marked.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

using namespace tessera;
using namespace tessera::language;

namespace {
std::vector<std::string> list(const std::string &folder) {
  std::vector<std::string> paths;
  std::error_code error;
  std::string root = std::string(TESSERA_SOURCE_DIR) + "/shared/";
  for (llvm::sys::fs::recursive_directory_iterator at(root + folder, error), end; at != end && !error;
       at.increment(error))
    if (llvm::StringRef(at->path()).ends_with(".py"))
      paths.push_back(at->path().substr(root.size()));
  llvm::sort(paths);
  return paths;
}

ProgramNames::File read(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(std::string(TESSERA_SOURCE_DIR) + "/shared/" + path);
  EXPECT_TRUE(static_cast<bool>(buffer)) << path;
  return {path, buffer ? (*buffer)->getBuffer().str() : ""};
}

SourcePosition firstFunction(llvm::StringRef text) {
  uint32_t line = 1;
  for (; !text.empty(); text = text.split('\n').second, ++line)
    if (text.starts_with("def "))
      return {line, 5};
  return {};
}

void check(const std::vector<std::string> &paths, const std::string &folder) {
  std::vector<ProgramNames::File> files;
  for (const std::string &path : paths)
    files.push_back(read(path));
  ProgramNames names(files, {folder});
  llvm::Regex python("^([A-Z][A-Za-z]*Error|Exception|__name__|__file__|[a-z]+)$");
  for (const ProgramNames::File &file : files) {
    for (const std::string &unknown : names.unknownNames(file.path))
      EXPECT_TRUE(python.match(unknown)) << file.path << ": " << unknown;
    SourcePosition at = firstFunction(file.text);
    if (!at.isValid())
      continue;
    Answer<Renameable> old = names.renameable(file.path, at);
    Answer<Rename> to = names.rename(file.path, at, "another_name");
    ASSERT_TRUE(to) << file.path << ": " << to.why;
    std::vector<ProgramNames::File> changed;
    for (const ProgramNames::File &each : files)
      changed.push_back({each.path, language::changed(each, to->edits)});
    Answer<Rename> back = ProgramNames(changed, {folder}).rename(file.path, at, old->text);
    ASSERT_TRUE(back) << file.path << ": " << back.why;
    for (size_t i = 0; i < files.size(); ++i)
      EXPECT_EQ(language::changed(changed[i], back->edits), files[i].text) << files[i].path;
  }
}

/// The evaluator's scoping rules (ScopeAnalysis) and the editor's are written twice: they must say the same of which
/// names are global. Type parameters apart, which the evaluator does not look for in annotations.
void checkScopes(const FileNames &names, const syntax::Node *node, const std::string &path) {
  if (auto *name = llvm::dyn_cast<syntax::NameExpr>(node)) {
    unsigned use = names.useOf(name);
    ASSERT_NE(use, none) << path;
    unsigned binding = names.uses[use].binding;
    unsigned scope = binding == none ? 0 : names.bindings[binding].scope;
    if (names.scopes[scope].kind != NameScope::Kind::typeParameters)
      EXPECT_EQ(name->binding == syntax::Binding::global, scope == 0)
          << path << ":" << name->range.begin.line << ": " << name->name.str();
  }
  syntax::forEachChild(node, [&](syntax::Node *child) { checkScopes(names, child, path); });
}

TEST(SharedPrograms, scopesAreTheEvaluators) {
  unsigned count = 0;
  for (const char *folder : {"../shared", "../tests", "../compiler/frontend/library"})
    for (const std::string &path : list(folder)) {
      FileNames names(read(path).text);
      for (const syntax::Stmt *stmt : names.module.body)
        checkScopes(names, stmt, path);
      ++count;
    }
  EXPECT_GT(count, 100u);
}

TEST(SharedPrograms, kernels) {
  std::vector<std::string> paths = list("kernels");
  EXPECT_GT(paths.size(), 10u);
  for (const std::string &path : paths)
    check({path}, "kernels");
}

TEST(SharedPrograms, packages) {
  std::map<std::string, std::vector<std::string>> packages;
  for (const std::string &path : list("packages"))
    packages[llvm::StringRef(path).split('/').second.split('/').first.str()].push_back(path);
  EXPECT_GE(packages.size(), 1u);
  for (const auto &[name, paths] : packages)
    check(paths, "packages/" + name);
}
} // namespace
