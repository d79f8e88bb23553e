// SPDX-License-Identifier: Apache-2.0
// Functions of a module that are written in Python: the table has the signature and binds the arguments, the text has the body.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// Handler of an entry whose body is the function of the same name in the text that the table has for `sourceNameOf(module)`. The
/// function takes the bound arguments by position, `*args` as a tuple and `**kwargs` as a dict. Errors inside are told at the
/// program's own call.
Value sourceHandler(Call &call);
/// The same for a constant: the value of the name in the text.
Value sourceConstant(Call &call);

/// The same for a property: what the function of its name gives for the receiver.
Value sourceProperty(Call &call);

/// No module that a program can import.
inline std::string sourceNameOf(llvm::StringRef module) { return (module + ".<source>").str(); }

} // namespace tessera::frontend
