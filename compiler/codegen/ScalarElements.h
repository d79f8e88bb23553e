// SPDX-License-Identifier: Apache-2.0
// One element's operation, as a thread does it, where it is more than an instruction of arith: integers at their edges, 8-bit floats, conversions of element types.
//
// In registers an 8-bit float is a byte. What the language says of edges and LLVM leaves open is written out: a shift by the width or more gives 0 (or the sign), a division
// by 0 gives -1 and the remainder the dividend, the smallest integer divided by -1 is itself.
#pragma once

#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/IR/Builders.h"

namespace tessera::codegen {

inline bool isFloat8(mlir::Type type) { return mlir::isa<mlir::FloatType>(type) && type.getIntOrFloatBitWidth() == 8; }
/// What an element is in a register.
inline mlir::Type getRegisterType(mlir::Type element) { return isFloat8(element) ? mlir::Type(mlir::IntegerType::get(element.getContext(), 8)) : element; }

/// A shift or division, safe at its edges; null for other operations, and where a constant operand makes the plain one safe.
mlir::Value createAtEdges(mlir::OpBuilder &builder, mlir::Location loc, mlir::Operation *op, mlir::ValueRange operands);

/// A byte of 8-bit float type `from` as f32, exactly; and an f32 (or f64) rounded to nearest even as a byte of type `to`, as `tile.cast` says. By instructions where
/// `hasInstructions` (sm_89 on), else by arithmetic on bits.
mlir::Value extendFloat8(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value byte, mlir::Type from, bool hasInstructions);
mlir::Value truncateToFloat8(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type to, bool hasInstructions);
/// Two bytes of e4m3 as f16, by one instruction.
std::array<mlir::Value, 2> extendFloat8Pair(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value first,
                                            mlir::Value second);
/// Of f32, f16 or bf16, by the machine's instruction alone: what is beyond the greatest number becomes the greatest.
/// Two bytes, the second of them `second`'s, 0 where that is null.
mlir::Value saturateToFloat8(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value first, mlir::Value second,
                             mlir::Type to);

/// `tilegpu.cast` of one element; `value` is a register of `from`.
mlir::Value castElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type from, mlir::Type to, bool fromUnsigned, bool toUnsigned,
                        bool hasInstructions);

} // namespace tessera::codegen
