// SPDX-License-Identifier: Apache-2.0
// The code generator of native builds: compiler/codegen behind the driver's `CodeGenerator`.
#pragma once

#include "compiler/driver/Compiler.h"
#include <memory>

namespace tessera::runner {

/// `llvm` and `ptx` are made in process; `sass` by CUDA's `ptxas` and `nvdisasm` where they are installed. Inline PTX runs in the
/// emulator.
std::unique_ptr<CodeGenerator> makeNativeCodeGenerator();

} // namespace tessera::runner
