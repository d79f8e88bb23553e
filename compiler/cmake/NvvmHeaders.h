// SPDX-License-Identifier: Apache-2.0
// What the code generator's precompiled header has besides MlirHeaders.h (see Toolchain.cmake): the dialects of LLVM
// and of NVIDIA's instructions.
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
