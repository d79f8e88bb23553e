// SPDX-License-Identifier: Apache-2.0
// Runs `ptxas` and then `nvdisasm` (or `cuobjdump`) on temporary files. Both come with the CUDA toolkit; a toolkit without
// the second, as some machines have, still tells how many of each instruction there are.
#include "compiler/codegen/Disassemble.h"
#include "compiler/codegen/Opcodes.h"
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

bool tessera::codegen::hasAssembler() { return !findTool("ptxas").empty(); }

/// Assembles into `binary`; what ptxas says is in `log`. False, and reported, where it fails.
static bool assembleTo(const TemporaryFile &binary, const std::string &ptx, StringRef architecture, bool hasLines,
                       std::string &log, DiagnosticSink &sink) {
  std::string assembler = findTool("ptxas");
  if (assembler.empty()) {
    sink.report(DiagnosticId::noCodeGenerator, {},
                (hasLines ? "machine code needs `ptxas`" : "stage `sass` needs `ptxas`") +
                    std::string(", which is not in PATH or CUDA_HOME"))
        .note("install NVIDIA's CUDA toolkit; stage `ptx` needs none of it");
    return false;
  }
  TemporaryFile source("ptx");
  std::error_code error;
  if (!source.path.empty() && !binary.path.empty()) {
    llvm::raw_fd_ostream stream(source.path, error);
    if (!error)
      stream << ptx;
  }
  std::string option = "-arch=" + architecture.str();
  SmallVector<StringRef> arguments = {option, "-v", source.path, "-o", binary.path};
  if (hasLines)
    arguments.push_back("--generate-line-info");
  if (!error && !source.path.empty() && run(assembler, arguments, log))
    return true;
  sink.report(hasLines ? DiagnosticId::ptxSyntax : DiagnosticId::codegenFailed, {},
              "`ptxas` does not accept the PTX: " + log); // the first for text of a user
  return false;
}

static FailureOr<codegen::Assembly> assembleText(const std::string &ptx, StringRef architecture, bool hasLines,
                                                 DiagnosticSink &sink) {
  TemporaryFile binary("cubin");
  codegen::Assembly assembly;
  if (!assembleTo(binary, ptx, architecture, hasLines, assembly.log, sink))
    return failure();
  auto bytes = llvm::MemoryBuffer::getFile(binary.path);
  assembly.cubin = bytes ? (*bytes)->getBuffer().str() : "";
  return assembly;
}

FailureOr<codegen::Assembly> tessera::codegen::assemble(const std::string &ptx, const tilegpu::Target &target,
                                                        DiagnosticSink &sink) {
  return assembleText(ptx, target.name, /*hasLines=*/false, sink);
}

FailureOr<codegen::Assembly>
tessera::codegen::assembleWithLines(const std::string &ptx, const std::string &architecture, DiagnosticSink &sink) {
  return assembleText(ptx, architecture, /*hasLines=*/true, sink);
}

/// The next best thing to a listing.
static std::string describeCode(StringRef path) {
  auto bytes = llvm::MemoryBuffer::getFile(path);
  auto functions = bytes ? codegen::readCode((*bytes)->getBuffer()) : std::nullopt;
  std::string text = "// There is no `nvdisasm` or `cuobjdump` in PATH or CUDA_HOME to list the code: these are the instructions it holds.\n";
  for (const codegen::FunctionCode &function : functions ? *functions : std::vector<codegen::FunctionCode>())
    text += codegen::printCounts(function);
  return text;
}

FailureOr<std::string> tessera::codegen::disassemble(const std::string &ptx, const tilegpu::Target &target, DiagnosticSink &sink) {
  std::string disassembler = findTool("nvdisasm"), dumper = findTool("cuobjdump"), output;
  TemporaryFile binary("cubin");
  if (!assembleTo(binary, ptx, target.name, /*hasLines=*/false, output, sink))
    return failure();
  if (disassembler.empty() && dumper.empty())
    return describeCode(binary.path);
  bool isShown = disassembler.empty() ? run(dumper, {"-sass", binary.path}, output) : run(disassembler, {binary.path}, output);
  if (!isShown) {
    sink.report(DiagnosticId::noCodeGenerator, {}, "the disassembler does not read this code: " + output)
        .note("its version must be at least that of `ptxas`");
    return failure();
  }
  return output;
}
