// SPDX-License-Identifier: Apache-2.0
// C++ that goes on in Python for the harder part of a function.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// Goes on in Python: calls the function of the entry's name (or `_name`) in the text of the entry's module. It takes the bound
/// arguments by position, `*args` as a tuple and `**kwargs` as a dict. Errors inside are told at the program's own call.
Value sourceHandler(Call &call);
/// That function, or another value of the name.
Value sourceConstant(Call &call);
/// Calls what a text has for an entry's call, a method's receiver first. Null where there is no function.
Value callSource(Evaluator &evaluator, Value function, const LibraryEntry &entry, Value self,
                 const Arguments &arguments);

} // namespace tessera::frontend
