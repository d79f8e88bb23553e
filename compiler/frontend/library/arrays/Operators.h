// SPDX-License-Identifier: Apache-2.0
// Python's operators as operations on elements, for arrays of all libraries.
#pragma once

#include "compiler/frontend/library/arrays/Emit.h"
#include "compiler/frontend/syntax/Ast.h"

namespace tessera::frontend {

/// What an operator does to elements; `//` and `%` go to minus infinity, as Python's do. `@` is none of these.
inline Binary toBinary(syntax::BinaryOp op) {
  using syntax::BinaryOp;
  switch (op) {
  case BinaryOp::add:
    return Binary::add;
  case BinaryOp::subtract:
    return Binary::sub;
  case BinaryOp::multiply:
    return Binary::mul;
  case BinaryOp::divide:
    return Binary::divide;
  case BinaryOp::floorDivide:
    return Binary::floorDivide;
  case BinaryOp::modulo:
    return Binary::floorRemainder;
  case BinaryOp::power:
    return Binary::power;
  case BinaryOp::shiftLeft:
    return Binary::shiftLeft;
  case BinaryOp::shiftRight:
    return Binary::shiftRight;
  case BinaryOp::bitAnd:
    return Binary::bitAnd;
  case BinaryOp::bitOr:
    return Binary::bitOr;
  case BinaryOp::bitXor:
    return Binary::bitXor;
  case BinaryOp::matmul:
    break;
  }
  llvm_unreachable("a product of matrices is no operation on elements");
}

} // namespace tessera::frontend
