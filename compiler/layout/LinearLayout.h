// SPDX-License-Identifier: Apache-2.0
// Where each element of a block lives, as a matrix over F2.
//
// The question a GPU compiler asks all day is "which thread holds element (i, j), in which of its registers?". The answer
// here is a *linear layout*: a function from the bits of named inputs (`register`, `lane`, `warp`, `block`, or `offset` for
// shared memory) to the coordinates of an element, in which each input bit, taken alone, names one coordinate, its *basis*,
// and several bits together name the exclusive or of theirs:
//
//     L(a xor b) = L(a) xor L(b),   L(0) = 0
//
// That is all there is to it: a list of bases is the whole layout. Every size is a power of two.
//
// A worked example, small enough to check by hand. 16 elements of one axis, 4 lanes, 2 warps, and each thread is to
// hold two neighbours, so that it can load them with one instruction:
//
//     register = [[1]]           bit 0 of the register number moves 1 element
//     lane     = [[2], [4]]      bit 0 of the lane number moves 2, bit 1 moves 4
//     warp     = [[8]]
//
//                 lane 0   lane 1   lane 2   lane 3
//     warp 0      0  1     2  3     4  5     6  7       (register 0, register 1)
//     warp 1      8  9     10 11    12 13    14 15
//
// Register 1 of lane 3 of warp 1 is 1 ^ (2 ^ 4) ^ 8 = 15. What a compiler needs to know falls out of the bases:
//   - one access of two elements: the first register basis is 1, so registers 0 and 1 are neighbours;
//   - a tensor of 8 elements on the same 8 threads: the warp's basis becomes 0. Bit 0 of the warp number moves nothing: both
//     warps hold the same elements, and a store must let only one of them write. Those bits are the *free* bits;
//   - sum over an axis of a 2-d layout: drop that coordinate from each basis; the bits whose basis becomes 0 are the ones to
//     combine over: registers within the thread, lanes by shuffles, warps through shared memory;
//   - move from layout A to layout B: B, then A backwards, is again a matrix. If it leaves lane and warp alone, it only
//     renames registers; if it leaves the warp alone, shuffles do it; else it goes through shared memory;
//   - a swizzle of shared memory is the same kind of thing: `offset` to coordinates, with an exclusive or in the bases.
//     Bank conflicts of an access are then a question about the rank of lane -> bank.
//
// Dimensions are ordered. Outputs run from the slowest axis to the fastest, as shapes are written; inputs stand in the
// order given, and where bits are redundant the earlier inputs are preferred (registers before lanes before warps).
//
// Rejected: strides with shapes (CuTe's algebra), which cannot say a swizzle; one class for each kind of layout with
// hand-written conversions between each two, which is quadratic in kinds.
//
// A value type: every operation returns a new layout. Partial operations return std::optional. Nothing here knows MLIR's IR.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::layout {

/// Names of the inputs that a layout on registers has, in their usual order, and of shared memory's single input.
inline constexpr llvm::StringLiteral registerDim = "register", laneDim = "lane", warpDim = "warp", blockDim = "block",
                                     offsetDim = "offset";
/// `dim0`, `dim1`, ...: the names of a tensor's axes as outputs.
std::string getAxisName(size_t axis);

/// One coordinate for each output, in the outputs' order.
using Basis = llvm::SmallVector<int32_t, 4>;
/// One value for each of some named dimensions.
using Point = llvm::SmallVector<std::pair<std::string, int32_t>, 4>;

class LinearLayout {
public:
  struct Input {
    std::string name;
    std::vector<Basis> bases; // one a bit, the lowest bit first
    int32_t size() const { return int32_t(1) << bases.size(); }
    bool operator==(const Input &o) const { return name == o.name && bases == o.bases; }
  };
  struct Output {
    std::string name;
    int32_t size; // a power of two
    bool operator==(const Output &o) const { return name == o.name && size == o.size; }
  };

  /// The layout without inputs and outputs: of a scalar that every thread holds.
  LinearLayout() = default;

  /// Fails, saying why in `error`, on a repeated name, a size that is not a power of two or whose product passes 2^62, a
  /// basis of another rank or outside the sizes, or more than 30 bits of an input.
  static std::optional<LinearLayout> create(std::vector<Input> inputs, std::vector<Output> outputs, std::string *error = nullptr);

  /// `in` of `size` values becomes `out`, bit by bit.
  static LinearLayout identity(int32_t size, llvm::StringRef in, llvm::StringRef out);
  /// As `identity`, in steps of `stride`: value k becomes k * stride of an output of size `size * stride`.
  static LinearLayout strided(int32_t size, int32_t stride, llvm::StringRef in, llvm::StringRef out);
  /// Every value of `in` becomes 0 of an output of size `outSize`.
  static LinearLayout zeros(int32_t size, llvm::StringRef in, llvm::StringRef out, int32_t outSize = 1);

  llvm::ArrayRef<Input> inputs() const { return ins; }
  llvm::ArrayRef<Output> outputs() const { return outs; }
  size_t rank() const { return outs.size(); }
  bool hasInput(llvm::StringRef name) const { return findInput(name) != nullptr; }
  /// The bases of an input, none where the layout has no such input (as for one of size 1).
  llvm::ArrayRef<Basis> bases(llvm::StringRef in) const;
  int32_t inputSize(llvm::StringRef in) const { return int32_t(1) << bases(in).size(); }
  unsigned inputBits(llvm::StringRef in) const { return static_cast<unsigned>(bases(in).size()); }
  /// The position of an output, -1 where there is none.
  int outputIndex(llvm::StringRef out) const;
  int32_t outputSize(llvm::StringRef out) const;
  std::vector<int64_t> shape() const;
  /// Number of elements: the product of the outputs' sizes.
  int64_t elements() const;

  /// The coordinates at `point`; inputs that it leaves out are 0, inputs that the layout lacks are ignored.
  Basis apply(const Point &point) const;
  Basis apply(int32_t reg, int32_t lane = 0, int32_t warp = 0) const;

  //===-- algebra (LayoutAlgebra.cpp) ---------------------------------------------------------------------------===//

  /// The direct sum. Where both have an input, this one's bits come first; where both have an output, `outer` moves in
  /// steps of this one's size: `identity(4, lane, d) * identity(2, warp, d)` gives lanes 1, 2 and the warp 4.
  LinearLayout operator*(const LinearLayout &outer) const;
  /// The q with `divisor * q == *this`, none where there is no such layout. The inverse of the product.
  std::optional<LinearLayout> divideLeft(const LinearLayout &divisor) const;
  /// `outer` after this: this layout's outputs are `outer`'s inputs. None where an output is missing there or too large.
  std::optional<LinearLayout> compose(const LinearLayout &outer) const;

  bool isSurjective() const;
  bool isInjective() const;
  bool isInvertible() const { return isSurjective() && isInjective(); }
  /// From outputs to inputs; none unless invertible.
  std::optional<LinearLayout> invert() const;
  /// Some place of each element: free bits are 0, earlier inputs preferred. None unless surjective.
  std::optional<LinearLayout> pseudoInvert() const;
  /// Where an element of `destination` is found in this layout: `destination`'s inputs to this one's.
  /// None unless this layout is surjective and the outputs agree.
  std::optional<LinearLayout> sourceOf(const LinearLayout &destination) const;

  /// For each input the bits that add nothing: those whose basis is a combination of bases before them. Setting them all to
  /// 0 still reaches every element of the image, each exactly once; a store predicates on that.
  Point freeBits() const;

  /// The same without register bits that repeat an element the thread already has.
  LinearLayout withoutFreeRegisters() const;
  LinearLayout withInputRenamed(llvm::StringRef from, llvm::StringRef to) const;
  /// Output k of the result is this layout's output `order[k]`, under the name of axis k.
  LinearLayout transposed(llvm::ArrayRef<int64_t> order) const;
  /// The same elements in row-major order under another shape; none unless the element counts agree.
  std::optional<LinearLayout> reshaped(llvm::ArrayRef<int64_t> shape) const;
  /// Only the outputs `kept`, renamed to axes 0.. in that order.
  LinearLayout projected(llvm::ArrayRef<int64_t> kept) const;

  //===-- text (LayoutText.cpp) ---------------------------------------------------------------------------------===//

  /// `register = [[1], [2]], lane = [[4]], shape = [8]`. The outputs are axes; an input of size 1 is left out.
  std::string str() const;
  /// Reads `str()`'s text.
  static std::optional<LinearLayout> parse(llvm::StringRef text, std::string *error = nullptr);

  bool operator==(const LinearLayout &o) const { return ins == o.ins && outs == o.outs; }
  bool operator!=(const LinearLayout &o) const { return !(*this == o); }
  friend llvm::hash_code hash_value(const LinearLayout &layout);

private:
  const Input *findInput(llvm::StringRef name) const;
  /// The coordinates as one number: the last output in the lowest bits.
  uint64_t flatten(const Basis &basis) const;
  Basis unflatten(uint64_t bits) const;
  unsigned outputBits() const;
  /// An input of size 1 says nothing: it is never kept, so that equal layouts are equal values.
  void dropEmptyInputs();
  friend struct Elimination;

  std::vector<Input> ins;
  std::vector<Output> outs;
};

} // namespace tessera::layout
