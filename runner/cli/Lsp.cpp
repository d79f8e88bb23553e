// SPDX-License-Identifier: Apache-2.0
// `tessera lsp`: the language server on standard input and output.
#include "compiler/driver/Compiler.h"
#include "runner/cli/Command.h"
#include "runner/cli/Terminal.h"
#include "runner/lsp/Server.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <filesystem>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

static int run(lsp::ServerOptions options) {
  std::vector<std::string> targets = Compiler::targets();
  if (!llvm::is_contained(targets, options.target)) {
    complain("there is no target `" + options.target + "`; known are " + llvm::join(targets, ", "));
    return exitUsage;
  }
  for (std::string &folder : options.folders) // the server itself stands nowhere
    folder = std::filesystem::absolute(folder).lexically_normal().string();
  // The protocol's exit code 1: a client that leaves without a word is an editor that crashed.
  return lsp::serve(stdin, llvm::outs(), options) ? 0 : 1;
}

void cli::addLsp(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<lsp::ServerOptions>();
  CLI::App *sub = addCommand(app, "lsp", "serve an editor: the Language Server Protocol on standard input and output",
                             exitCode, [options] { return run(*options); });
  sub->add_option("--target", options->target, "the GPU to compile for, where the client's settings name none");
  sub->add_option("--path", options->folders, "a folder whose modules programs may import; may be given again")
      ->type_name("FOLDER ...");
  sub->add_flag("-v,--verbose", options->isVerbose, "each message on standard error");
  // What editors' generic clients add.
  sub->add_flag_function("--stdio", [](int64_t) {}, "standard input and output, which is all there is");
}
