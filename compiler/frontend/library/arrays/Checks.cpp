// SPDX-License-Identifier: Apache-2.0
// Records `tile.check_close`.
#include "compiler/frontend/library/arrays/Checks.h"
#include "compiler/frontend/library/jax/Array.h"

using namespace tessera;
using namespace tessera::frontend;

bool frontend::recordCheckClose(Evaluator &evaluator, Value actual, Value desired, const CloseOptions &options, llvm::StringRef function) {
  // Lists of numbers are taken as NumPy takes them.
  for (Value *side : {&actual, &desired})
    if (llvm::isa<SequenceObject>(*side) && !(*side = makeJaxArray(evaluator, *side, std::nullopt, Flavour::numpy)))
      return false;
  std::optional<Operand> left = toOperand(evaluator, actual, function);
  std::optional<Operand> right = left ? toOperand(evaluator, desired, function) : std::nullopt;
  if (!right)
    return false;
  if (isTracing(evaluator))
    return evaluator.raise(DiagnosticId::tracedBool, "`" + function.str() + "` compares values, which are not known inside a traced function")
        .note("compare what the function returns, outside of it"), false;
  if (left->shape() != right->shape() && !left->shape().empty() && !right->shape().empty()) {
    Raised raised = evaluator.raise(DiagnosticId::shapeMismatch, "`" + function.str() + "` compares different shapes: " + describeShape(evaluator, *left) +
                                                                     " but " + describeShape(evaluator, *right));
    noteShape(evaluator, raised, *left);
    noteShape(evaluator, raised, *right);
    return false;
  }
  DType type = promoteNumpy({{left->type.dtype, left->isNumber()}, {right->type.dtype, right->isNumber()}});
  if (left->type.dtype == right->type.dtype)
    type = left->type.dtype;
  Shape shape(left->shape().empty() ? right->shape() : left->shape());
  mlir::Value x = materialize(evaluator, *left, type, shape), y = x ? materialize(evaluator, *right, type, shape) : nullptr;
  if (!y)
    return false;
  mlir::OpBuilder &builder = evaluator.builder();
  auto check = tile::CheckCloseOp::create(builder, evaluator.location(), x, y, builder.getF64FloatAttr(options.rtol), builder.getF64FloatAttr(options.atol),
                             builder.getBoolAttr(options.equalNan), builder.getStringAttr(options.header), builder.getStringAttr(options.message),
                             numerics::isUnsigned(type) ? builder.getUnitAttr() : mlir::UnitAttr());
  return evaluator.settleCheck(check);
}
