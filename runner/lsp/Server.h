// SPDX-License-Identifier: Apache-2.0
// `tessera lsp`: the Language Server Protocol over LLVM's transport.
#pragma once

#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <string>
#include <vector>

namespace tessera::runner::lsp {

struct ServerOptions {
  std::string target = "sm_90a";
  std::vector<std::string> folders; // of modules
  bool isVerbose = false;           // each message on stderr
};

/// Serves one client until it says `exit` or its stream ends. True where it had said `shutdown` before.
bool serve(std::FILE *in, llvm::raw_ostream &out, const ServerOptions &options);

} // namespace tessera::runner::lsp
