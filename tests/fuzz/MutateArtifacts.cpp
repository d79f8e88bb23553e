// SPDX-License-Identifier: Apache-2.0
// What a runner may be sent: valid artifacts with a few changes in their modules, in containers whose digest is right,
// so that what stands behind the digest is tried. Each mutant is thawed, looked at and run in a process of its own; one
// that ends by a signal or hangs is a failure, and its bytes are left in a file. A fixed seed: the same mutants every
// time.
//
//   MutateArtifacts [--count N] [--seed N] [--keep FOLDER] SOURCE.py|ARTIFACT...
#include "compiler/driver/Compiler.h"
#include "runner/device/NativeCodeGenerator.h"
#include "shared/artifact/Artifact.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
#include <random>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera;
using Bytes = std::vector<uint8_t>;

namespace {
struct Options {
  unsigned count = 200, seed = 1;
  std::string keep;
  std::vector<std::string> files;
};

/// Changes that a careless or hostile hand makes to a text: words in place of others of their kind, most often from the
/// same module, so that what comes out is read far; lines left out, doubled, moved; and bytes.
class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}

  std::string mutate(std::string text, llvm::StringRef other) {
    bool inWords = below(8) != 0;
    for (size_t left = 1 + below(3); left > 0 && !text.empty(); --left)
      inWords ? mutateWords(text, other) : mutateBytes(text);
    return text;
  }

private:
  size_t below(size_t end) { return end ? random() % end : 0; }

  static bool isOfWord(char c) { return llvm::isAlnum(c) || llvm::StringRef("_.%#!@$-").contains(c); }
  /// A word somewhere, with its place in `at`.
  llvm::StringRef pickWord(llvm::StringRef text, size_t &at) {
    at = below(text.size());
    while (at < text.size() && !isOfWord(text[at]))
      ++at;
    while (at > 0 && isOfWord(text[at - 1]))
      --at;
    return text.drop_front(at).take_while(isOfWord);
  }
  /// Numbers, values, types and names stand for each other; other words stand for other words.
  static char kindOf(llvm::StringRef word) {
    return word.empty() ? 0 : llvm::isDigit(word[0]) || word[0] == '-' ? '0' : llvm::isAlpha(word[0]) ? 'a' : word[0];
  }
  /// A word of the same kind between the same letters, so that most texts that come out are read to their end.
  std::string pickSubstitute(llvm::StringRef word, size_t place, llvm::StringRef from, llvm::StringRef text) {
    static constexpr const char *numbers[] = {"0", "1",   "-1",    "2",          "3",
                                              "7", "255", "65536", "4294967296", "9223372036854775807"};
    if (kindOf(word) == '0' && below(2))
      return numbers[below(std::size(numbers))];
    auto letterAt = [](llvm::StringRef in, size_t at) { return at < in.size() ? in[at] : ' '; };
    for (int tries = 0; tries < 500; ++tries) {
      size_t at;
      llvm::StringRef found = pickWord(text, at);
      if (found != word && kindOf(found) == kindOf(word) && letterAt(text, at - 1) == letterAt(from, place - 1) &&
          letterAt(text, at + found.size()) == letterAt(from, place + word.size()))
        return found.str();
    }
    return word.str();
  }
  /// The line around a place, with its end.
  static llvm::StringRef lineAt(llvm::StringRef text, size_t place, size_t &at) {
    size_t before = text.take_front(place).rfind('\n');
    at = before == llvm::StringRef::npos ? 0 : before + 1;
    return text.drop_front(at).take_front(text.find('\n', at) == llvm::StringRef::npos ? text.size()
                                                                                       : text.find('\n', at) + 1 - at);
  }

  void mutateWords(std::string &text, llvm::StringRef other) {
    size_t at, to;
    if (below(8)) {
      size_t length = pickWord(text, at).size();
      std::string word = text.substr(at, length);
      text.replace(at, length, pickSubstitute(word, at, text, below(4) ? llvm::StringRef(text) : other));
      return;
    }
    std::string line = lineAt(text, below(text.size()), at).str();
    lineAt(text, below(text.size()), to);
    switch (below(3)) {
    case 0:
      text.erase(at, line.size());
      break;
    case 1:
      text.insert(to, line);
      break;
    default:
      text.insert(to, lineAt(other, below(other.size()), at).str());
    }
  }

  void mutateBytes(std::string &text) {
    size_t from = below(text.size()), length = 1 + below(24), to = below(text.size());
    std::string piece = text.substr(from, length);
    switch (below(5)) {
    case 0:
      text[to] = static_cast<char>(text[to] ^ 1 << below(8));
      break;
    case 1:
      text[to] = static_cast<char>(random());
      break;
    case 2:
      text.erase(from, length);
      break;
    case 3:
      text.insert(to, piece);
      break;
    default:
      text.replace(to, piece.size(), piece);
    }
  }

  std::mt19937 random;
};
} // namespace

static constexpr int wasRefused = 3;

/// Its process's exit code.
static int useLikeAWorker(const Bytes &bytes) {
  std::unique_ptr<CodeGenerator> generator = runner::makeNativeCodeGenerator();
  Compiler compiler(generator.get());
  auto program = compiler.thaw(bytes);
  if (!program->ok()) {
    if (!program->diagnostics().empty())
      llvm::errs() << program->diagnostics().front().message << '\n';
    return wasRefused;
  }
  DiagnosticSink sink;
  program->show("tile", "", "", sink);
  program->show("tilegpu", "", "", sink);
  program->tilings(std::chrono::milliseconds(300));
  interpreter::RunOptions options;
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  options.isCancelled = [&] { return std::chrono::steady_clock::now() > end; };
  options.memoryLimit = uint64_t(256) << 20;
  program->run(std::move(options));
  program->show("ptx", "", "", sink);
  return 0;
}

/// What the process that used `bytes` died of; empty: it ended well, and `refused` counts those that were no artifact.
/// Its last words go to `errors`.
static std::string findDeath(const Bytes &bytes, const std::string &errors, unsigned &refused) {
  pid_t child = fork();
  if (child == 0) {
    int out = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, 1);
    dup2(out, 2);
    rlimit core{0, 0}, memory{rlim_t(4) << 30, rlim_t(4) << 30};
    setrlimit(RLIMIT_CORE, &core);
    setrlimit(RLIMIT_AS, &memory);
    alarm(30);
    _exit(useLikeAWorker(bytes));
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return "no process";
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "hangs" : std::string("SIG") + sigabbrev_np(WTERMSIG(status));
  if (WEXITSTATUS(status) == wasRefused)
    ++refused;
  return WEXITSTATUS(status) && WEXITSTATUS(status) != wasRefused ? "exit code " + std::to_string(WEXITSTATUS(status))
                                                                  : "";
}

static Bytes makeArtifact(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return {};
  llvm::StringRef text = (*buffer)->getBuffer();
  if (!path.ends_with(".py"))
    return Bytes(text.begin(), text.end());
  Compiler compiler;
  return compiler.compile(llvm::sys::path::filename(path), text)->freeze({});
}

static bool readArguments(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef word = argv[i];
    if (!word.starts_with("--"))
      options.files.push_back(word.str());
    else if (++i == argc)
      return false;
    else if (word == "--keep")
      options.keep = argv[i];
    else if (llvm::StringRef(argv[i]).getAsInteger(10, word == "--count" ? options.count : options.seed))
      return false;
  }
  return !options.files.empty();
}

int main(int argc, char **argv) {
  Options options;
  if (!readArguments(argc, argv, options)) {
    llvm::errs() << "usage: MutateArtifacts [--count N] [--seed N] [--keep FOLDER] SOURCE.py|ARTIFACT...\n";
    return 2;
  }
  std::vector<artifact::Artifact> artifacts;
  for (const std::string &file : options.files) {
    auto read = artifact::read(makeArtifact(file));
    if (!read) {
      llvm::errs() << file << ": " << read.refusal().message << '\n';
      return 2;
    }
    artifacts.push_back(std::move(*read));
  }
  Mutator mutator(options.seed);
  std::string folder = options.keep.empty() ? "." : options.keep, errors = folder + "/mutant.log";
  unsigned failed = 0, refused = 0;
  for (unsigned i = 0; i < options.count; ++i) {
    const artifact::Artifact &good = artifacts[i % artifacts.size()];
    const artifact::Artifact &other = artifacts[(i * 7 + 3) % artifacts.size()];
    std::string module = mutator.mutate(llvm::toStringRef(good.module).str(), llvm::toStringRef(other.module));
    Bytes bytes = artifact::write(good.manifest, llvm::arrayRefFromStringRef(module));
    std::string death = findDeath(bytes, errors, refused);
    if (death.empty())
      continue;
    ++failed;
    std::string name = folder + "/mutant-" + std::to_string(options.seed) + "-" + std::to_string(i);
    std::error_code error;
    llvm::raw_fd_ostream(name, error) << llvm::toStringRef(bytes);
    rename(errors.c_str(), (name + ".log").c_str());
    llvm::outs() << death << ": " << name << " (of " << good.manifest.fileName << ")\n";
    llvm::outs().flush();
  }
  llvm::outs() << options.count << " mutants, " << refused << " refused, " << failed << " failed\n";
  unlink(errors.c_str());
  return failed != 0;
}
