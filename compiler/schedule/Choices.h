// SPDX-License-Identifier: Apache-2.0
// What the compiler chooses by itself, and how a person chooses instead: `--tune NAME=VALUE` or the launch's options. A
// pass that chooses asks for the name first, and says what it has chosen and why in a remark. `KERNEL.NAME=VALUE` is
// for one kernel of the program and wins over `NAME=VALUE`, which is for all.
//
// Names (integers): `warps` of a block program; `stages` in flight; `tile_m`, `tile_n` of a product's block, `tile_k`
// of its depth a pass; `consumers`: warpgroups that multiply; `persistent` (0, 1); `cluster`: blocks along m that share
// a tile of b; `specialize` (0, 1): warpgroups or not; `group`: tiles of m that run together for the L2 cache; `tile`:
// elements of a tile of a block that is split; `parts`: blocks that share a program; `registers` of a thread for what
// lives at once; `resize` (0, 1): whether programs with products may become one with others, or several; `split`:
// blocks of a cluster that share the passes of a program's loop of products; `cut` (0, 1): whether loops
// with products are cut where a mask begins to matter; `turns` (0, 1): whether consumers of attention begin their
// products in turns.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "compiler/tilegpu/ir/Decisions.h"
#include <optional>

namespace tessera::schedule {

/// All names, in the order above.
llvm::ArrayRef<llvm::StringLiteral> getChoiceNames();

/// A choice with the values that are worth a try.
struct ChoiceValues {
  llvm::StringLiteral name, meaning;
  llvm::ArrayRef<int64_t> values;
};
/// All of them, what matters most first.
llvm::ArrayRef<ChoiceValues> getChoiceValues();

/// `stages=3;warps=8` as a dictionary; failure with `usage-error`-like text in `error` on an unknown name or a value
/// that is no integer.
mlir::FailureOr<mlir::DictionaryAttr> parseChoices(mlir::MLIRContext *context, llvm::StringRef text,
                                                   std::string &error);

/// Of such a dictionary what is chosen for the kernel of this name, none where nobody did.
std::optional<int64_t> findChoice(mlir::DictionaryAttr choices, llvm::StringRef kernel, llvm::StringRef name);

/// What a person chose for `kernel` (a copy), none where nobody did.
std::optional<int64_t> getChoice(tile::KernelOp kernel, llvm::StringRef name);

/// A remark `schedule-plan`, "`what`: `why`", that is kept with the kernel (Decisions.h). At the kernel, or `where`.
void remarkChoice(mlir::Operation *kernel, const llvm::Twine &what, const llvm::Twine &why);
void remarkChoice(mlir::Operation *kernel, mlir::Location where, const llvm::Twine &what, const llvm::Twine &why);

/// Keeps with the kernel why `name` can't have this value, for whoever asks for it (schedule-tell-choices) and for
/// those who ask what else there is.
void limitChoice(mlir::Operation *kernel, llvm::StringRef name, int64_t value, mlir::Location where,
                 const llvm::Twine &condition, const llvm::Twine &remedy = "");

/// Says that `kernel` has no schedule, with the remark `id` at `where`, and why; whoever calls it leaves the kernel
/// out. Answers false, for callers to return.
bool refuseKernel(mlir::Operation *kernel, mlir::Location where, DiagnosticId id, const llvm::Twine &why,
                  const llvm::Twine &remedy = "the kernel runs in the interpreter only");

} // namespace tessera::schedule
