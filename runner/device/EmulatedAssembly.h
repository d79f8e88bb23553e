// SPDX-License-Identifier: Apache-2.0
// Inline PTX of kernels that run in the interpreter, by the emulator: `interpreter::InlineAssembly`.
#pragma once

#include "compiler/driver/Compiler.h"
#include <memory>

namespace tessera::runner {

std::unique_ptr<interpreter::InlineAssembly> makeEmulatedAssembly();

} // namespace tessera::runner
