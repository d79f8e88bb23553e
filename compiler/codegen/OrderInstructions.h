// SPDX-License-Identifier: Apache-2.0
// An array's operations are as many instructions as a thread has elements, one operation after the other: of
// `silu(x) * y` all exponentials stand before the first division. ptxas takes the order that it is given for the order
// that is wanted, so where a thread has 128 elements of a sum more lives at once than there are registers. Here what is
// computed goes to where it is needed, which computes element by element:
//
//     e0 = exp x0            e0 = exp x0
//     e1 = exp x1            p0 = e0 * y0
//     p0 = e0 * y0     =>    store p0
//     p1 = e1 * y1           e1 = exp x1
//     store p0               p1 = e1 * y1
//     store p1               store p1
#pragma once

namespace llvm {
class Function;
}

namespace tessera::codegen {

/// Moves what is computed in `function` to where it is first used, unless more would live in between than before. What
/// has effects, or threads do together, stays in its order, and nothing passes a product or a wait for one: what runs
/// beside it is the schedule's business.
void orderInstructions(llvm::Function &function);

} // namespace tessera::codegen
