// SPDX-License-Identifier: Apache-2.0
// Semaphores on one device: counters in scratch memory. Programs run one after the other and copies are done at once, so a wait for
// more than has been signalled would never end; it is an error of the run.
#pragma once

#include "compiler/frontend/library/arrays/Operand.h"

namespace tessera::frontend {

/// `pltpu.SemaphoreType.DMA`; called with a shape, an array of them.
class SemaphoreTypeObject : public ExtensionObject {
public:
  SemaphoreTypeObject(std::string name, Shape shape) : ExtensionObject(&tag), name(std::move(name)), shape(std::move(shape)) {}
  const std::string name;
  const Shape shape;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef attribute) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// Adds to, and takes from, the only semaphore of a view. False with an exception pending.
bool signalSemaphore(Evaluator &evaluator, Value semaphore, Value increment, llvm::StringRef function);
bool waitForSemaphore(Evaluator &evaluator, Value semaphore, Value count, bool decrement, llvm::StringRef function);

} // namespace tessera::frontend
