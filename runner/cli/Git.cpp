// SPDX-License-Identifier: Apache-2.0
// git in a process of its own, its output by way of a file.
#include "runner/cli/Git.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace tessera;
using namespace tessera::runner;

Result<std::string> cli::runGit(const std::string &folder, const std::vector<std::string> &arguments) {
  auto git = llvm::sys::findProgramByName("git");
  if (!git)
    return makeProblem(ProblemCode::unavailable, "there is no `git` here");
  llvm::SmallString<128> output;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("tessera-git", "txt", output))
    return makeProblem(ProblemCode::unavailable, "can't make a file for git's output: " + error.message());
  std::vector<llvm::StringRef> words = {*git, "-C", folder};
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
  return makeProblem(ProblemCode::badRequest, "`git " + arguments[0] + "` fails: " + (error.empty() ? text : error));
}

Result<std::string> cli::resolveCommit(const std::string &folder, const std::string &name) {
  // No option of git's can be meant by what begins with a dash.
  return runGit(folder, {"rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"});
}
