// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/library/OnGpu.h"
using namespace tessera::frontend;
bool library::isOnGpu(llvm::StringRef, llvm::StringRef) { return false; }
