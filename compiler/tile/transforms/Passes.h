// SPDX-License-Identifier: Apache-2.0
// The passes on `tile`; Passes.td says what each requires and ensures.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tessera::tile {
#define GEN_PASS_DECL
#include "compiler/tile/transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "compiler/tile/transforms/Passes.h.inc"
} // namespace tessera::tile
