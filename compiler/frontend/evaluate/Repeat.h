// SPDX-License-Identifier: Apache-2.0
// `sequence * count`: what may be the count.
#pragma once

#include "compiler/frontend/evaluate/Callables.h"

namespace tessera::frontend {

/// An integer, or an object with `__index__` whose own multiplication does not go first.
inline bool isRepeatCount(Value other, bool reflected) {
  if (llvm::isa<IntObject, BoolObject>(other))
    return true;
  InstancePart *part = llvm::isa<InstanceObject>(other) ? other->instancePart() : nullptr;
  return part && part->instanceType->find("__index__") && !part->instanceType->find(reflected ? "__mul__" : "__rmul__");
}

} // namespace tessera::frontend
