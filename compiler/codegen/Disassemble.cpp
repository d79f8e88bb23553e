// SPDX-License-Identifier: Apache-2.0
// Runs `ptxas` and then `nvdisasm` (or `cuobjdump`) on temporary files. Both come with the CUDA toolkit; a toolkit without
// the second, as some machines have, still shows PTX, and the message says what to install.
#include "compiler/codegen/Disassemble.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace mlir;
using namespace tessera;

/// In PATH, then in the toolkit's usual places.
static std::string findTool(StringRef name) {
  if (auto found = llvm::sys::findProgramByName(name))
    return *found;
  std::vector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *value = std::getenv(variable))
      folders.push_back(std::string(value) + "/bin");
  folders.push_back("/usr/local/cuda/bin");
  SmallVector<StringRef> paths(folders.begin(), folders.end());
  auto found = llvm::sys::findProgramByName(name, paths);
  return found ? *found : "";
}

namespace {
struct TemporaryFile {
  SmallString<128> path;
  explicit TemporaryFile(StringRef suffix) {
    if (llvm::sys::fs::createTemporaryFile("tessera", suffix, path))
      path.clear();
  }
  ~TemporaryFile() {
    if (!path.empty())
      llvm::sys::fs::remove(path);
  }
};
} // namespace

static std::string readFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// Runs a tool with its output in `output`; false with what it said in `output` where it fails.
static bool run(const std::string &tool, ArrayRef<StringRef> arguments, std::string &output) {
  TemporaryFile out("txt");
  if (out.path.empty())
    return false;
  SmallVector<StringRef> all = {tool};
  llvm::append_range(all, arguments);
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(out.path), StringRef(out.path)};
  int status = llvm::sys::ExecuteAndWait(tool, all, std::nullopt, redirects, /*SecondsToWait=*/60);
  output = readFile(out.path);
  return status == 0;
}

FailureOr<std::string> tessera::codegen::disassemble(const std::string &ptx, const tilegpu::Target &target, DiagnosticSink &sink) {
  std::string assembler = findTool("ptxas"), disassembler = findTool("nvdisasm"), dumper = findTool("cuobjdump");
  auto missing = [&](const char *what) {
    sink.report(DiagnosticId::noCodeGenerator, {}, std::string("stage `sass` needs ") + what + ", which is not in PATH or CUDA_HOME")
        .note("install NVIDIA's CUDA toolkit; stage `ptx` needs none of it");
    return failure();
  };
  if (assembler.empty())
    return missing("`ptxas`");
  if (disassembler.empty() && dumper.empty())
    return missing("`nvdisasm` or `cuobjdump`");
  TemporaryFile source("ptx"), binary("cubin");
  std::error_code error;
  if (!source.path.empty() && !binary.path.empty()) {
    llvm::raw_fd_ostream stream(source.path, error);
    if (!error)
      stream << ptx;
  }
  std::string architecture = "-arch=" + target.name.str(), output;
  if (error || source.path.empty() || !run(assembler, {architecture, source.path, "-o", binary.path}, output)) {
    sink.report(DiagnosticId::codegenFailed, {}, "`ptxas` does not accept the PTX: " + output);
    return failure();
  }
  bool isShown = disassembler.empty() ? run(dumper, {"-sass", binary.path}, output) : run(disassembler, {binary.path}, output);
  if (!isShown) {
    sink.report(DiagnosticId::noCodeGenerator, {}, "the disassembler does not read this code: " + output)
        .note("its version must be at least that of `ptxas`");
    return failure();
  }
  return output;
}
