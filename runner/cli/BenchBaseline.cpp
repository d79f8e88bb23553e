// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/BenchBaseline.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <filesystem>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace fs = std::filesystem;

/// Runs git; its output without the last line break, or what it complains of.
static Result<std::string> runGit(const std::vector<std::string> &arguments) {
  auto git = llvm::sys::findProgramByName("git");
  if (!git)
    return makeProblem(ProblemCode::unavailable, "there is no `git` here");
  llvm::SmallString<128> output;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("tessera-git", "txt", output))
    return makeProblem(ProblemCode::unavailable, "can't make a file for git's output: " + error.message());
  std::vector<llvm::StringRef> words = {*git};
  words.insert(words.end(), arguments.begin(), arguments.end());
  llvm::StringRef file = output;
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), file, file};
  std::string error;
  int code = llvm::sys::ExecuteAndWait(*git, words, /*Env=*/std::nullopt, redirects, /*SecondsToWait=*/0,
                                       /*MemoryLimit=*/0, &error);
  std::string text;
  if (auto buffer = llvm::MemoryBuffer::getFile(file))
    text = (*buffer)->getBuffer().rtrim().str();
  llvm::sys::fs::remove(file);
  if (code == 0)
    return text;
  return makeProblem(ProblemCode::badRequest, "`git " + arguments[2] + "` fails: " + (error.empty() ? text : error));
}

Baseline::Baseline(Baseline &&other) noexcept
    : source(std::move(other.source)), points(std::move(other.points)), isSaved(other.isSaved),
      repository(std::move(other.repository)), worktree(std::exchange(other.worktree, "")) {}

Baseline::~Baseline() {
  if (worktree.empty())
    return;
  if (!runGit({"-C", repository, "worktree", "remove", "--force", worktree})) {
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
  Result<std::string> repository = runGit({"-C", file.parent_path().string(), "rev-parse", "--show-toplevel"});
  if (!repository)
    return makeProblem(ProblemCode::badRequest,
                       "`" + given.file + "` is in no git repository: " + repository.problem().detail);
  // No option of git's can be meant by what begins with a dash.
  Result<std::string> resolved =
      runGit({"-C", *repository, "rev-parse", "--verify", "--end-of-options", commit + "^{commit}"});
  if (!resolved)
    return makeProblem(ProblemCode::badRequest, "`" + commit + "` is no commit of `" + *repository + "`");
  llvm::SmallString<128> folder;
  if (std::error_code failed = llvm::sys::fs::createUniqueDirectory("tessera-baseline", folder))
    return makeProblem(ProblemCode::unavailable, "can't make a folder for the baseline: " + failed.message());
  Baseline baseline;
  baseline.repository = *repository;
  baseline.worktree = (folder + "/tree").str();
  if (Result<std::string> added =
          runGit({"-C", *repository, "worktree", "add", "--detach", "--quiet", baseline.worktree, *resolved});
      !added)
    return added.problem();
  std::string root = fs::canonical(*repository, error).string();
  baseline.source = given;
  baseline.source.file = moveInto(given.file, root, baseline.worktree);
  for (std::string &path : baseline.source.folders)
    path = moveInto(path, root, baseline.worktree);
  if (!fs::exists(baseline.source.file, error))
    return makeProblem(ProblemCode::badRequest, "`" + commit + "` has no `" + given.file + "`");
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
