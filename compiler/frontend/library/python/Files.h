// SPDX-License-Identifier: Apache-2.0
// Output files of the run, `sys.stdout` and `sys.stderr` among them. What is written goes into `@main` and reaches a disk only when
// the command line is asked for it.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend::library {

/// On a `tile.print` of what was written to `sys.stderr`.
inline constexpr llvm::StringLiteral errorOutputName = "stderr";

class FileObject : public ExtensionObject {
public:
  /// An empty path is the program's output.
  explicit FileObject(std::string path) : ExtensionObject(&tag), path(std::move(path)) {}
  const std::string path;
  bool isClosed = false, isError = false; // isError: `sys.stderr`, which is the program's output too; captures tell them apart

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
