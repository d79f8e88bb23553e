// SPDX-License-Identifier: Apache-2.0
// A walk over the folders that a pattern's parts leave possible. Links to folders are followed by name only, never by
// `**`, where they could lead back.
#include "runner/cli/Glob.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/GlobPattern.h"
#include <algorithm>
#include <filesystem>
#include <set>

using namespace tessera;
using namespace tessera::runner;
namespace fs = std::filesystem;

namespace {
/// One part of a pattern between slashes.
struct Part {
  std::string text;
  std::optional<llvm::GlobPattern> glob; // none: a name as it is, or `**`

  bool isAnyDepth() const { return text == "**"; }
  bool matches(const std::string &name) const { return (name[0] != '.' || text[0] == '.') && glob->match(name); }
};

class Walk {
public:
  Walk(const std::string &folder, const std::vector<Part> &parts) : root(folder.empty() ? "." : folder), parts(parts) {}
  std::vector<std::string> run() {
    visit({}, 0);
    return {found.begin(), found.end()};
  }

private:
  void visit(const fs::path &at, size_t next);
  template <typename Visit> void forEachEntry(const fs::path &at, Visit visit);

  fs::path root;
  const std::vector<Part> &parts;
  std::set<std::string> found;
};
} // namespace

template <typename Visit> void Walk::forEachEntry(const fs::path &at, Visit visit) {
  std::error_code error;
  for (fs::directory_iterator entry(root / at, error), end; !error && entry != end; entry.increment(error))
    visit(*entry, entry->path().filename().string());
}

/// `at` matches the parts before `next`.
void Walk::visit(const fs::path &at, size_t next) {
  std::error_code error;
  if (next == parts.size()) {
    if (fs::is_regular_file(root / at, error))
      found.insert(at.generic_string());
    return;
  }
  const Part &part = parts[next];
  if (part.isAnyDepth()) {
    visit(at, next + 1);
    forEachEntry(at, [&](const fs::directory_entry &entry, const std::string &name) {
      std::error_code ignored;
      if (name[0] != '.' && entry.is_directory(ignored) && !entry.is_symlink(ignored))
        visit(at / name, next);
    });
  } else if (!part.glob) {
    if (fs::exists(root / at / part.text, error))
      visit(at / part.text, next + 1);
  } else {
    forEachEntry(at, [&](const fs::directory_entry &, const std::string &name) {
      if (part.matches(name))
        visit(at / name, next + 1);
    });
  }
}

Result<std::vector<std::string>> cli::findFiles(const std::string &folder, const std::string &pattern) {
  auto refuse = [](std::string reason) { return makeProblem(ProblemCode::badRequest, std::move(reason)); };
  if (llvm::StringRef(pattern).starts_with("/"))
    return refuse("a pattern is relative to the folder of the configuration");
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(pattern).split(names, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::vector<Part> parts;
  for (llvm::StringRef name : names) {
    // Twice in a row it means the same and would be walked once for each way to share the depth.
    if (name == "." || (name == "**" && !parts.empty() && parts.back().isAnyDepth()))
      continue;
    Part &part = parts.emplace_back();
    part.text = name.str();
    if (part.isAnyDepth() || name.find_first_of("*?[]{}\\") == llvm::StringRef::npos)
      continue;
    llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(name, /*MaxSubPatterns=*/256);
    if (!glob)
      return refuse(llvm::toString(glob.takeError()));
    part.glob = std::move(*glob);
  }
  if (parts.empty())
    return refuse("a pattern names files");
  return Walk(folder, parts).run();
}
