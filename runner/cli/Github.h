// SPDX-License-Identifier: Apache-2.0
// What a step of GitHub Actions may say: annotations as workflow commands on stdout, and its part of the job's summary.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
#pragma once

#include "runner/Result.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera::runner::cli {

/// Workflow commands. GitHub shows ten errors and ten warnings of a step: more are left out, and said to be.
class GithubAnnotations {
public:
  /// `file` may be empty: then it is of no place.
  void add(bool isError, llvm::StringRef file, int64_t line, llvm::StringRef title, llvm::StringRef message);
  /// A line each, and one that says how many there are besides.
  std::string print() const;

private:
  std::string text;
  size_t errors = 0, warnings = 0, leftOut = 0;
};

/// A summary may have a MiB; what is longer is cut before this.
constexpr size_t githubSummaryLimit = 1000000;
/// Appends to the file that $GITHUB_STEP_SUMMARY names, if it does.
Status appendGithubSummary(llvm::StringRef markdown);
/// `text` in a cell of a table.
std::string toMarkdownCell(llvm::StringRef text);

} // namespace tessera::runner::cli
