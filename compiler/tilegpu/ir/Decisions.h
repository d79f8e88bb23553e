// SPDX-License-Identifier: Apache-2.0
// What was decided about a kernel while it was scheduled, and why: kept as attributes of the `tile.kernel`, which stays
// beside every copy that the passes rewrite, replace or give up on. Whoever decides writes here, whoever explains
// (driver/Explain.h, code generation of a kernel that has no schedule) reads here.
//
//     tile.kernel @matmul(..) {schedule.chosen = {stages = 4 : i64, tile_m = 128 : i64},
//                              schedule.decisions = [{kind = "obstacle", what = "..", why = "..", where = loc(..)}]}
//
// They are left out of the text that `show` prints.
#pragma once

#include "compiler/tile/ir/Tile.h"

namespace tessera::tilegpu {

struct Decision {
  /// `choice`: something was chosen. `obstacle`: something better was not possible. `refusal`: the kernel has no
  /// schedule.
  enum class Kind { choice, obstacle, refusal };
  Kind kind;
  mlir::Location where;
  std::string what, why;
  std::string remedy = {}; // what would satisfy the condition that `why` says has failed; may be empty
  std::string name =
      {}; // of the choice (`--tune`) that it stands in the way of, if it is about one, or accessLimitName
};

/// The `tile.kernel` that any form of it was made of: a copy within a `tilegpu.module`, the `tilegpu.kernel`. Null
/// where it is not there, as in tests of single passes; then nothing is kept.
tile::KernelOp findSource(mlir::Operation *kernel);

/// Of a kernel in any of its forms, or null.
void addDecision(mlir::Operation *kernel, const Decision &decision);
llvm::SmallVector<Decision> getDecisions(tile::KernelOp kernel);

/// The value that a choice has in the kernel's schedule, by the name that `--tune` knows it by.
void setChosen(mlir::Operation *kernel, llvm::StringRef name, int64_t value);
std::optional<int64_t> getChosen(mlir::Operation *kernel, llvm::StringRef name);
void clearChosen(mlir::Operation *kernel);

/// In place of a choice's name: of an access that is narrower than 16 bytes a thread.
inline constexpr llvm::StringLiteral accessLimitName = "access";
/// The attributes.
inline constexpr llvm::StringLiteral chosenName = "schedule.chosen", decisionsName = "schedule.decisions";

} // namespace tessera::tilegpu
