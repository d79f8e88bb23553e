// SPDX-License-Identifier: Apache-2.0
// Which element type an operation on several arrays has: JAX's lattice with weak types in x32 mode, Triton's rules, and
// torch's categories. Pure functions of dtypes; no MLIR here.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "shared/numerics/DType.h"
#include <optional>

namespace tessera::frontend {

using numerics::DType;

/// An element type together with JAX's weakness: a Python number, and what is computed from such numbers alone, is weak
/// and gives way to any array's type of its kind.
struct ElementType {
  DType dtype = DType::float32;
  bool weak = false;

  bool operator==(const ElementType &o) const { return dtype == o.dtype && weak == o.weak; }
};

/// x32 mode: 64-bit types become their 32-bit types; everything else stays.
DType canonicalizeX32(DType type);

/// The least upper bound in JAX's promotion lattice, canonicalized to x32; none where JAX has no implicit promotion
/// (fp8, 4-bit integers with any other strong type).
std::optional<ElementType> promoteJax(llvm::ArrayRef<ElementType> types);
/// JAX's "inexact" type for `/`, `exp`, `mean`, ..: floats stay, everything else becomes float32, weakness is kept.
ElementType toInexact(ElementType type);
/// What `sum` and `prod` give: booleans and narrow integers widen to 32 bits of the same signedness.
DType getSumTypeJax(DType type);

/// An operand of a Triton operator. `scalar` is a Python number or a constexpr, never a runtime scalar.
struct TritonOperand {
  DType dtype;
  bool scalar = false;
};
enum class TritonFailure { none, fp8WithInteger, differentSignedness };
struct TritonPromotion {
  DType dtype = DType::int32;
  TritonFailure failure = TritonFailure::none;
};
/// `divOrMod`: the operator is `/`, `//` or `%`.
TritonPromotion promoteTriton(TritonOperand lhs, TritonOperand rhs, bool divOrMod);

/// An operand of a torch operator. `dimensions` 0 without `number` is a 0-d tensor; `number` is a Python number.
struct TorchOperand {
  DType dtype;
  bool number = false;
  bool zeroDimensional = false;
};
DType promoteTorch(llvm::ArrayRef<TorchOperand> operands);
/// NumPy's rule: like torch's, but 0-d arrays count in full, and integers meet floats at a type that holds both.
DType promoteNumpy(llvm::ArrayRef<TorchOperand> operands);
/// Integers and booleans become float32 for true division and transcendental functions.
DType toFloatTorch(DType type);

} // namespace tessera::frontend
