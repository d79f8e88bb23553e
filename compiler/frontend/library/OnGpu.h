// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tessera::frontend::library {

/// Whether a kernel that uses this name of a module can have GPU code today. tests/unit/driver/DevicesTest.cpp holds it to that.
bool isOnGpu(llvm::StringRef module, llvm::StringRef name);

} // namespace tessera::frontend::library
