// SPDX-License-Identifier: Apache-2.0
// Flags of LLVM's integers (`nuw`, `nsw`, `disjoint`, `nneg`) that hold wherever their operation stands.
#pragma once

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace tessera::codegen {

/// Keeps of the flags of each integer operation those that its operands' known bits prove, whatever was asked before
/// it; changes no value. Afterwards no integer or address is poison in any thread, at any place.
llvm::FunctionPass *createKeepProvenFlagsPass();

} // namespace tessera::codegen
