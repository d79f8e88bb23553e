// SPDX-License-Identifier: Apache-2.0
// How many registers the values of a function take, as it stands: what ptxas has to begin with.
#pragma once

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace tessera::codegen {

/// Registers of 32 bits. A truth value counts as two: there are seven places for them, and ptxas spills them to others.
/// What an instruction gives as a whole counts nothing, its parts do.
unsigned countWords(const llvm::Value &value);

/// The most words of values that live at once, at any instruction of `function`.
unsigned countLiveWords(const llvm::Function &function);

/// The registers of a thread of the kernel `function`: what it begins with, or asks for by setmaxnreg.
unsigned getRegisterLimit(const llvm::Function &function);

} // namespace tessera::codegen
