// SPDX-License-Identifier: Apache-2.0
// Elements that a thread gathers or scatters are numbered `n`, `n + 4096`, `n + 8`, ...: one address, and constants
// that belong into the instructions. LLVM's back end takes them apart (separate-const-offset-from-gep), but not behind
// the shift by which instcombine writes a number's bytes; each element would have an address of two registers. Here
// such addresses count elements again:
//
//     getelementptr i8, p, zext (shl nuw (n + 4096), 1)   =>   getelementptr i16, p, zext (n + 4096)
#pragma once

namespace llvm {
class Function;
}

namespace tessera::codegen {

void countByElements(llvm::Function &function);

} // namespace tessera::codegen
