// SPDX-License-Identifier: Apache-2.0
// Passes on `tile`. Each description has six parts: Requires, Ensures, Why here, Example, Declines, Fails.
#ifndef TESSERA_TILE_PASSES_TD
#define TESSERA_TILE_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileCleanupPass : Pass<"tile-cleanup", "::mlir::ModuleOp"> {
  let summary = "folds constants, removes duplicates, dead values, dead kernels and dead index maps";
  let description = [{
    *Requires:* a valid `tile` module.

    *Ensures:* the same numbers, bit for bit. No operation whose folder knows a simpler form is left, except in `math`, whose
    folders call the host's C library and would make a result depend on the machine that compiled. Equal pure operations
    of a block are one. What has no effect and no user is gone, private functions and kernels without a use included.
    A constant that folding made has its first user's location, so that every operation still points at the user's text.

    *Why here:* the front end records as it goes and leaves duplicates; all that follows is shorter without them.

    *Example:*
    ```
    %0 = arith.addi %i, %c0 : i32
    %1 = arith.muli %0, %0 : i32          // becomes: %1 = arith.muli %i, %i : i32
    %2 = arith.muli %0, %0 : i32          //          and its users take %1
    %3 = math.exp %x : f32                // no user: gone
    ```

    *Declines:* nothing; where a folder finds nothing, the operation stays.

    *Fails:* never.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def VerifyTilePass : Pass<"verify-tile", "::mlir::ModuleOp"> {
  let summary = "checks that the module may leave the level of `tile`";
  let description = [{
    *Requires:* nothing beyond valid IR.

    *Ensures:* only operations of `tile`, `arith`, `math`, `scf` and `func` are used, each with a place in the user's text; arrays have
    element types that every later stage knows; every launch has a kernel whose index maps take its grid's indices to one
    index an array axis; a Ref that is only read is not stored to; a `program_id` names an axis of every grid; an access without a
    mask whose offsets are constants lies inside its Ref. Changes nothing.

    *Why here:* it is the border: the interpreter and the scheduler rely on it and don't ask again.

    *Example:*
    ```
    %c9 = arith.constant 9 : i32
    %0 = tile.load %x[%c9] sizes [1] ...    // error: reads `x[9]`, but `x` has 8 elements
    ```

    *Declines:* nothing.

    *Fails:* with `out-of-bounds` at an access that leaves its Ref; with `internal-error` at anything else: then the front end made
    what it must not make.
  }];
}

#endif
