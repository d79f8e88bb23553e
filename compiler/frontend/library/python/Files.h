// SPDX-License-Identifier: Apache-2.0
// `sys.stdout` and `sys.stderr`. What is written goes into `@main`. The files that a program opens are io_files.py's.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend::library {

/// On a `tile.print` of what was written to `sys.stderr`.
inline constexpr llvm::StringLiteral errorOutputName = "stderr";

class FileObject : public ExtensionObject {
public:
  FileObject() : ExtensionObject(&tag) {}
  bool isClosed = false,
       isError = false; // isError: `sys.stderr`, which is the program's output too; captures tell them apart

  bool write(Evaluator &evaluator, Value text);
  ClassObject *type(Evaluator &evaluator) override { return evaluator.builtinClass("TextIOWrapper"); }
  Value enter(Evaluator &) override { return this; }
  std::optional<bool> exit(Evaluator &, Value) override {
    isClosed = true;
    return false;
  }
  static bool classof(const Object *o) { return hasTag(o, &tag); }

private:
  static char tag;
};

} // namespace tessera::frontend::library
