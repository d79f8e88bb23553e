// SPDX-License-Identifier: Apache-2.0
// Passes on `tilegpu`. Each description has six parts: Requires, Ensures, Why here, Example, Declines, Fails.
#ifndef TESSERA_TILEGPU_PASSES_TD
#define TESSERA_TILEGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyTileGpuPass : Pass<"verify-tilegpu", "::mlir::ModuleOp"> {
  let summary = "checks that every scheduled kernel is ready for code";
  let description = [{
    *Requires:* nothing beyond valid IR.

    *Ensures:* in each `tilegpu.module`, only `tilegpu.kernel`s are left; every tensor has a layout of 32 lanes and of the
    kernel's warps; every operation has code below this level; `shared_bytes` holds each layout conversion. In kernels of warpgroups
    buffers and barriers have places, copies maps, operands of matrix products the swizzle or the registers that wgmma reads. Changes nothing.

    *Why here:* it is the border: past it, an artifact is frozen and code is made, and neither can tell a user much.

    *Example:*
    ```
    %0 = arith.addf %a, %b : tensor<512xf32>      // error: has no layout
    ```

    *Declines:* nothing.

    *Fails:* with `internal-error` at the operation: what reaches this border unplaced is a bug of `schedule`.
  }];
}

#endif
