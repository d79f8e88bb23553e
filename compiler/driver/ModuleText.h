// SPDX-License-Identifier: Apache-2.0
// A module as it stands in an artifact: MLIR's generic text, with locations.
//
// Text and not MLIR's bytecode, whose reader trusts what it reads: of 2,500 artifacts with a few bytes changed, 12
// ended the process that read them, some by writing past the end of the heap. The text's parser is what every test and
// tool of MLIR feeds by hand; it recurses as deep as its input says, though, and a few lines of it can stand for
// gigabytes. So a text is looked through first, in one pass without recursion, and what no artifact of ours holds is
// refused.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <optional>
#include <string>

namespace tessera {

std::string printModuleText(mlir::ModuleOp module);

/// Null, with one error of id `artifact-altered`, where the text is none of ours or its module does not verify.
mlir::OwningOpRef<mlir::ModuleOp> parseModuleText(mlir::MLIRContext *context, llvm::StringRef text,
                                                  DiagnosticSink &sink);

/// Why a text is not given to the parser: deeper than it may recurse, larger when written out than it may become, or
/// with something of MLIR that our modules never hold.
std::optional<std::string> findExcess(llvm::StringRef text);

} // namespace tessera
