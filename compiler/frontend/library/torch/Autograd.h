// SPDX-License-Identifier: Apache-2.0
// What the files of torch's gradients share.
#pragma once

#include "compiler/frontend/library/derivatives/Differentiator.h"
#include "compiler/frontend/library/torch/Tensor.h"

namespace tessera::frontend {

Raised runtimeError(Evaluator &evaluator, const llvm::Twine &message);
/// Whether operations are remembered now, and a change of it, which gives what it was.
bool isGradientMode(Evaluator &evaluator);
bool setGradientMode(Evaluator &evaluator, bool isEnabled);
/// `requires_grad`: of anything but a tensor false.
bool torchWantsGradient(Evaluator &evaluator, Value value);
/// The class `torch.autograd.Function`. AutogradFunction.cpp
Value autogradFunctionClass(Call &call);

} // namespace tessera::frontend
