// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/BenchBaseline.h"
#include "runner/cli/Git.h"
#include "llvm/Support/FileSystem.h"
#include <filesystem>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace fs = std::filesystem;

Baseline::Baseline(Baseline &&other) noexcept
    : source(std::move(other.source)), points(std::move(other.points)), isSaved(other.isSaved),
      repository(std::move(other.repository)), worktree(std::exchange(other.worktree, "")),
      library(std::move(other.library)) {}

Baseline::~Baseline() {
  if (worktree.empty())
    return;
  if (!runGit(repository, {"worktree", "remove", "--force", worktree})) {
    // It is only in a folder for temporary files, and `git worktree prune` forgets it.
  }
  std::error_code ignored;
  fs::remove_all(fs::path(worktree).parent_path(), ignored);
}

/// `path`, which lies in `from`, in `to`; as it is where it lies elsewhere.
static std::string moveInto(const std::string &path, const std::string &from, const std::string &to) {
  std::error_code error;
  fs::path absolute = fs::canonical(path, error), relative = error ? fs::path() : absolute.lexically_relative(from);
  if (relative.empty() || *relative.begin() == "..")
    return path;
  return (fs::path(to) / relative).string();
}

Result<Baseline> Baseline::checkOut(const std::string &commit, const SourceOptions &given) {
  if (given.isModule || given.file == "-")
    return makeProblem(ProblemCode::badRequest,
                       "a baseline of a commit needs the program as a file, not by `-m` or `-`");
  std::error_code error;
  fs::path file = fs::canonical(given.file, error);
  if (error)
    return makeProblem(ProblemCode::badRequest, "can't read `" + given.file + "`: " + error.message());
  Result<std::string> repository = runGit(file.parent_path().string(), {"rev-parse", "--show-toplevel"});
  if (!repository)
    return makeProblem(ProblemCode::badRequest,
                       "`" + given.file + "` is in no git repository: " + repository.problem().detail);
  Result<std::string> resolved = resolveCommit(*repository, commit);
  if (!resolved)
    return makeProblem(ProblemCode::badRequest, "`" + commit + "` is no commit of `" + *repository + "`");
  llvm::SmallString<128> folder;
  if (std::error_code failed = llvm::sys::fs::createUniqueDirectory("tessera-baseline", folder))
    return makeProblem(ProblemCode::unavailable, "can't make a folder for the baseline: " + failed.message());
  Baseline baseline;
  baseline.repository = *repository;
  baseline.worktree = (folder + "/tree").str();
  if (Result<std::string> added =
          runGit(*repository, {"worktree", "add", "--detach", "--quiet", baseline.worktree, *resolved});
      !added)
    return added.problem();
  std::string root = fs::canonical(*repository, error).string();
  baseline.source = given;
  baseline.source.file = moveInto(given.file, root, baseline.worktree);
  for (std::string &path : baseline.source.folders)
    path = moveInto(path, root, baseline.worktree);
  if (!given.within.empty())
    baseline.source.within = baseline.worktree; // all of the commit, and nothing else
  if (!fs::exists(baseline.source.file, error))
    return makeProblem(ProblemCode::badRequest, "`" + commit + "` has no `" + given.file + "`");
  return baseline;
}

Baseline Baseline::ofPoints(std::vector<BenchPoint> points) {
  Baseline baseline;
  baseline.isSaved = true;
  baseline.points = std::move(points);
  return baseline;
}

Baseline Baseline::ofPeer(std::string name) {
  Baseline baseline;
  baseline.library = std::move(name);
  return baseline;
}

Result<Baseline> Baseline::find(const std::string &given, const SourceOptions &source) {
  llvm::StringRef text = given;
  if (text.consume_front("git:"))
    return checkOut(text.str(), source);
  Baseline baseline;
  if (text.ends_with(".json")) {
    Result<std::string> saved = readInput(given);
    if (!saved)
      return saved.problem();
    Result<std::vector<BenchPoint>> points = readSaved(*saved);
    if (!points)
      return makeProblem(ProblemCode::badRequest, "`" + given + "`: " + points.problem().detail);
    baseline.isSaved = true;
    baseline.points = std::move(*points);
    return baseline;
  }
  baseline.source = source;
  baseline.source.file = given;
  baseline.source.isModule = false;
  return baseline;
}
