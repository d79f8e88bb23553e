// SPDX-License-Identifier: Apache-2.0
// From the program's values to arrays and back: what counts as an array operand, how it is made to fit a dtype and a shape at the
// place being recorded, and how an array is called in messages.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/arrays/Emit.h"
#include "compiler/frontend/library/arrays/Promotion.h"

namespace tessera::frontend {

/// An array or a Python number.
struct Operand {
  Value object = nullptr;
  ArrayObject *array = nullptr; // null for a Python number
  ElementType type;             // of a Python number: int32, float32 (weak) or boolean

  llvm::ArrayRef<int64_t> shape() const { return array ? array->shape() : llvm::ArrayRef<int64_t>(); }
  bool isNumber() const { return !array; }
};

/// Empty when `value` is neither; no exception.
std::optional<Operand> asOperand(Value value);
/// The same, with an error that names `function`.
std::optional<Operand> toOperand(Evaluator &evaluator, Value value, llvm::StringRef function);

/// An emitter at the insertion point and the expression being evaluated.
Emitter emitterHere(Evaluator &evaluator, Corners corners = Corners::defined);

/// The array's value, checked to be visible where recording stands. A constant of the host program is made anew inside a
/// kernel; any other array of the host program there is an error. Null with an exception pending.
mlir::Value useHere(Evaluator &evaluator, ArrayObject *array);
mlir::Value useHere(Evaluator &evaluator, mlir::Value value);

/// The operand as an array of `type` and `shape` (to which its own shape broadcasts). Null with an exception pending.
mlir::Value materialize(Evaluator &evaluator, const Operand &operand, DType type, llvm::ArrayRef<int64_t> shape);
/// Of `type`, in its own shape.
mlir::Value materialize(Evaluator &evaluator, const Operand &operand, DType type);

/// The shape that all operands broadcast to; else `shape-mismatch` with a note for each side.
std::optional<Shape> broadcastOperands(Evaluator &evaluator, llvm::ArrayRef<Operand> operands, llvm::StringRef function);

/// How the user would call the array: its variable, or the text that made it. In backticks; `this array` if neither is known.
std::string describe(Evaluator &evaluator, const ArrayObject *array);
std::string describe(Evaluator &evaluator, mlir::Value value);
/// `x` is (8, 4)
std::string describeShape(Evaluator &evaluator, const Operand &operand);
/// Adds the note that says where the array gets its shape.
void noteShape(Evaluator &evaluator, const Raised &raised, const Operand &operand);

/// `value`'s text when the program runs, by the rules of `style`; `spec` is Python's, or `!r`.
Value formatLater(Evaluator &evaluator, mlir::Value value, tile::TextStyle style, llvm::StringRef spec, bool isUnsigned, bool isKey = false);

/// Whether new arrays are tracers: whether recording stands inside jit, a kernel, an index map or vmap.
bool isTracing(Evaluator &evaluator);

/// The element of a constant scalar, if the value is known while compiling.
std::optional<double> getKnownNumber(mlir::Value value);
std::optional<int64_t> getKnownInteger(mlir::Value value);

/// `axis` counted from the front; `index-error` when outside `rank`.
std::optional<int64_t> normalizeAxis(Evaluator &evaluator, int64_t axis, int64_t rank, llvm::StringRef function);
/// None (all axes), an int, or a tuple of them; sorted.
std::optional<llvm::SmallVector<int64_t>> toAxes(Evaluator &evaluator, Value axis, int64_t rank, llvm::StringRef function);

/// `not-supported` for the first of the named arguments that the program passed (and that is not None). `ifPresent`: names that
/// the signature does not have are skipped.
bool refuseArguments(Call &call, llvm::ArrayRef<llvm::StringRef> names, bool ifPresent = false);
/// Reports what is no error, once a place: a function that is called again does not repeat it. Null when it was told before.
Diagnostic *reportOnce(Evaluator &evaluator, DiagnosticId id, SourceRange range, const std::string &message, Severity severity);

/// The module as users import it: `jax.numpy.sum` is `jnp.sum`.
std::string publicName(const LibraryEntry *entry);

} // namespace tessera::frontend
