// SPDX-License-Identifier: Apache-2.0
// Elements chosen by arrays of indices: `x[rows, :, columns]`, `x.at[...]`, `jnp.take` and its kin. NumPy's rules: index arrays
// broadcast together and their axes stand where the first one stood, or in front when something stands between them.
#pragma once

#include "compiler/frontend/library/arrays/Indexing.h"
#include "compiler/frontend/library/jax/Array.h"

namespace tessera::frontend {

/// What an index outside of its axis means, once negative ones have been counted from the end.
enum class OutOfBounds {
  clip, // the nearest element
  fill, // reads a fill value; updates are dropped
  wrap, // modulo the axis
};

struct PlaceOptions {
  OutOfBounds mode = OutOfBounds::clip;
  bool wrapsNegative = true;
  bool clampsUpdates = false; // else updates outside are dropped
  bool checksKnown = false;   // a known index outside is an error, as under NumPy and torch
  Value fillValue = nullptr;  // null: NaN, the smallest signed or greatest unsigned integer, True
};

/// A key read for an array, with what it chooses.
class Selection {
public:
  Selection(Evaluator &evaluator, JaxArray *array, PlaceOptions options = {}) : evaluator(evaluator), array(array), options(options) {}
  /// Whether `key` holds an array, so that slices alone won't do. Scalars of the run count when `alsoScalars`.
  static bool isNeeded(Value key, bool alsoScalars);
  /// False with an exception pending.
  bool read(Value key);
  /// One index array an axis, of one shape; increasing axes.
  void choose(llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<mlir::Value> indices);

  Shape resultShape() const;
  Value get();
  /// `update` broadcasts to `resultShape`; `exchange` replaces, the other kinds combine.
  Value put(Value update, tile::Atomic kind);

private:
  struct Part { // of the result, in the order of the key
    enum Kind { slice, fresh, chosen, gap } kind; // `gap`: an ellipsis for no axes, which parts indices all the same
    int64_t axis = 0; // of the array
  };
  struct Chosen {
    int64_t axis;
    mlir::Value index;
    DType type;
    bool inside = false; // known to be so
  };
  bool readMask(ArrayObject *mask, std::vector<Value> &items);
  bool addIndex(int64_t axis, Value item);
  bool finish();
  Chosen settle(Chosen chosen);
  mlir::Value emitPart(mlir::Value whole);
  bool isWhole() const;
  llvm::SmallVector<mlir::Value> spread();
  mlir::Value insideMask();
  /// Axes of what `tile.take` gives, in the order of the result; without fresh ones.
  llvm::SmallVector<int64_t> orderOfParts(Shape *ordered = nullptr) const;

  Evaluator &evaluator;
  JaxArray *array;
  PlaceOptions options;
  llvm::SmallVector<AxisIndex> slices; // one an axis; whole for the chosen ones
  llvm::SmallVector<Part> parts;
  llvm::SmallVector<Chosen> chosen;
  Shape indexShape;
};

/// The value read where nothing is: see PlaceOptions.
mlir::Value missingValue(Emitter &emitter, DType type, llvm::ArrayRef<int64_t> shape);
/// NumPy's assignment takes a value with more axes than its place where the first ones have size 1. False with an exception pending.
bool dropLeadingOnes(Evaluator &evaluator, Operand &value, size_t rank);
/// `mode=` of `jnp.take`, `x.at[...]` and their kin. False with an exception pending.
bool readMode(Evaluator &evaluator, Value given, PlaceOptions &options);

} // namespace tessera::frontend
