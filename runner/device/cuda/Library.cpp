// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/Library.h"
#include "llvm/ADT/StringExtras.h"
#include <dlfcn.h>

using namespace tessera::runner;

void *cuda::openLibrary(llvm::StringRef what, const std::vector<std::string> &names, std::string &name,
                        std::string &error) {
  for (const std::string &candidate : names)
    if (void *library = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      name = candidate;
      return library;
    }
  error = what.str() + " can't be loaded: there is no `" + llvm::join(names, "`, no `") +
          "`; the folder that has it may be named by LD_LIBRARY_PATH";
  return nullptr;
}
