// SPDX-License-Identifier: Apache-2.0
// Python's exception classes and how they meet diagnostics; and the small parts of the class machinery that several files share.
#pragma once

#include "compiler/frontend/evaluate/Extension.h"
#include "compiler/frontend/evaluate/Callables.h"

namespace tessera::frontend {

/// The class that the exception class `name` derives from; empty for what is no exception of the language.
llvm::StringRef baseOfException(llvm::StringRef name);
/// The names of the language's exception classes.
llvm::ArrayRef<std::pair<const char *, const char *>> exceptionClasses();
/// Whether an exception of this class of the language is pending.
bool isPending(Evaluator &evaluator, llvm::StringRef className);

/// `exception.__traceback__`: an object, or None for what was not raised.
Value tracebackOf(Evaluator &evaluator, const ExceptionObject &exception);
/// False with an exception pending for what is no traceback.
bool setTraceback(Evaluator &evaluator, const ExceptionObject &exception, Value traceback);

/// Fills `type.resolutionOrder` from the bases; false with an exception pending when they contradict each other.
bool resolveOrder(Evaluator &evaluator, ClassObject &type);

/// `super()`.
class SuperObject : public ExtensionObject {
public:
  SuperObject(ClassObject *after, Value self) : ExtensionObject(&tag), after(after), self(self) {}
  ClassObject *const after; // search starts behind it
  const Value self;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static char tag;
};

} // namespace tessera::frontend
