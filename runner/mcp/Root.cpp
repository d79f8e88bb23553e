// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Root.h"
#include "runner/mcp/Schema.h"
#include <fstream>
#include <sstream>

using namespace tessera;
using namespace tessera::runner;
namespace fs = std::filesystem;

static constexpr uintmax_t largestText = uintmax_t(4) << 20;

Result<mcp::Root> mcp::Root::open(const std::string &folder) {
  std::error_code error;
  fs::path path = fs::canonical(folder, error);
  if (error)
    return makeProblem(ProblemCode::badRequest, "`--root` is `" + folder + "`: " + error.message());
  if (!fs::is_directory(path, error))
    return makeProblem(ProblemCode::badRequest, "`--root` is `" + folder + "`, which is no folder");
  return Root(path.string());
}

static bool isBelow(const fs::path &root, const fs::path &path) {
  auto [inRoot, inPath] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return inRoot == root.end();
}

/// `; did you mean ..?` from the files beside the one that is not there.
static std::string proposeName(const fs::path &path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(path.parent_path(), error), end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
    if (names.size() >= 2000) // a suggestion is not worth reading a huge folder
      break;
  }
  std::string nearest = mcp::findNearest(path.filename().string(), names);
  return nearest.empty() ? "" : "; did you mean `" + nearest + "`?";
}

Result<std::string> mcp::Root::resolve(llvm::StringRef name) const {
  std::error_code error;
  if (!isThere())
    return makeProblem(ProblemCode::badRequest,
                       "this server reads no files: send the text as `source`, not `" + name.str() + "`");
  fs::path given = fs::path(folder) / name.str(); // an absolute name takes the root's place
  fs::path whole = fs::weakly_canonical(given, error);
  if (error && isBelow(folder, given.lexically_normal()))
    return makeProblem(ProblemCode::badRequest, "can't read `" + name.str() + "`: " + error.message());
  if (error || !isBelow(folder, whole))
    return makeProblem(ProblemCode::badRequest,
                       "`" + name.str() +
                           "` is not below the root that this server was started with; give a path relative to that "
                           "folder, send the text as `source`, or start the server with another `--root`");
  if (!fs::exists(whole, error))
    return makeProblem(ProblemCode::badRequest, "there is no file `" + name.str() + "` below the root" +
                                                    proposeName(whole) + "; the text can be sent as `source`, too");
  fs::path relative = whole.lexically_relative(folder);
  return relative.string();
}

std::string mcp::Root::readText(llvm::StringRef name) const {
  Result<std::string> path = resolve(name);
  if (!path)
    return "";
  std::error_code error;
  fs::path whole = fs::path(folder) / *path;
  if (!fs::is_regular_file(whole, error) || fs::file_size(whole, error) > largestText || error)
    return "";
  std::ifstream file(whole, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}
