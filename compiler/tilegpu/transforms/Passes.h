// SPDX-License-Identifier: Apache-2.0
// The passes on `tilegpu`; Passes.td says what each requires and ensures.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tessera::tilegpu {
#define GEN_PASS_DECL
#include "compiler/tilegpu/transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "compiler/tilegpu/transforms/Passes.h.inc"
} // namespace tessera::tilegpu
