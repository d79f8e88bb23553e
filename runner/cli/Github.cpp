// SPDX-License-Identifier: Apache-2.0
// Workflow commands and the job's summary.
#include "runner/cli/Github.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace tessera;
using namespace tessera::runner;

static constexpr size_t mostOfAKind = 10;
/// Bytes; of a check run's annotation that are 255 and 64 Ki.
static constexpr size_t mostOfTitle = 250, mostOfMessage = 60000;

/// As workflow commands want it; in properties `,` and `:` too.
static std::string escape(llvm::StringRef text, bool isProperty) {
  std::string escaped;
  for (char c : text)
    escaped += c == '%'                 ? "%25"
               : c == '\r'              ? "%0D"
               : c == '\n'              ? "%0A"
               : c == ':' && isProperty ? "%3A"
               : c == ',' && isProperty ? "%2C"
                                        : std::string(1, c);
  return escaped;
}

/// The first `most` bytes, whole characters.
static llvm::StringRef cut(llvm::StringRef text, size_t most) {
  if (text.size() <= most)
    return text;
  while (most > 0 && (text[most] & 0xC0) == 0x80)
    --most;
  return text.take_front(most);
}

void cli::GithubAnnotations::add(bool isError, llvm::StringRef file, int64_t line, llvm::StringRef title,
                                 llvm::StringRef message) {
  if (++(isError ? errors : warnings) > mostOfAKind) {
    ++leftOut;
    return;
  }
  text += isError ? "::error " : "::warning ";
  if (!file.empty())
    text += "file=" + escape(file, true) + ",line=" + std::to_string(line) + ",";
  text += "title=" + escape(cut(title, mostOfTitle), true) + "::" + escape(cut(message, mostOfMessage), false) + "\n";
}

std::string cli::GithubAnnotations::print() const {
  return leftOut ? text + std::to_string(leftOut) + " more: GitHub shows " + std::to_string(mostOfAKind) +
                       " errors and as many warnings of a step\n"
                 : text;
}

Status cli::appendGithubSummary(llvm::StringRef markdown) {
  const char *file = std::getenv("GITHUB_STEP_SUMMARY");
  if (!file || !*file)
    return Done();
  std::error_code error;
  llvm::raw_fd_ostream stream(file, error, llvm::sys::fs::OF_Append);
  if (!error)
    stream << markdown;
  return error ? makeProblem(ProblemCode::unavailable, std::string("can't write `") + file + "`: " + error.message())
               : Status(Done());
}

std::string cli::toMarkdownCell(llvm::StringRef text) {
  std::string cell;
  for (char c : text)
    cell += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
  return cell;
}
