// SPDX-License-Identifier: Apache-2.0
// `tessera lsp`: the language server on standard input and output.
#include "runner/cli/Command.h"
#include "runner/cli/Terminal.h"
#include "runner/lsp/Server.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

void cli::addLsp(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<lsp::ServerOptions>();
  CLI::App *sub = addCommand(app, "lsp", "serve an editor: the Language Server Protocol on standard input and output",
                             exitCode, [options] {
                               // A client that leaves without a word is an editor that crashed.
                               return lsp::serve(stdin, llvm::outs(), *options) ? exitOk : exitRegression;
                             });
  sub->add_option("--target", options->target, "the GPU to compile for, where the client's settings name none");
  sub->add_option("--path", options->folders, "a folder whose modules programs may import; may be given again")
      ->type_name("FOLDER ...");
  sub->add_flag("-v,--verbose", options->isVerbose, "each message on standard error");
  // What editors' generic clients add.
  sub->add_flag_function("--stdio", [](int64_t) {}, "standard input and output, which is all there is");
}
