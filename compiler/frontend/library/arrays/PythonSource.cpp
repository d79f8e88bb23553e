// SPDX-License-Identifier: Apache-2.0
// Calls what is written in Python for an entry of a table; see the header.
#include "compiler/frontend/library/arrays/PythonSource.h"

using namespace tessera;
using namespace tessera::frontend;

Value frontend::sourceConstant(Call &call) {
  // A submodule without a text of its own shares that of its package.
  for (llvm::StringRef module = call.entry->module; !module.empty(); module = module.contains('.') ? module.rsplit('.').first : "")
    if (std::optional<Value> found = call.evaluator.libraryMember(sourceNameOf(module), call.entry->name))
      return *found;
  return call.evaluator.notSupported(std::string("`") + call.entry->module + "." + call.entry->name + "`");
}

Value frontend::sourceProperty(Call &call) {
  Value function = sourceConstant(call);
  return function ? call.evaluator.call(function, {call.self}) : nullptr;
}

Value frontend::sourceHandler(Call &call) {
  Value function = sourceConstant(call);
  if (!function)
    return nullptr;
  llvm::SmallVector<Value> arguments;
  if (call.entry->kind == EntryKind::method)
    arguments.push_back(call.self);
  arguments.append(call.values.begin(), call.values.end());
  return call.evaluator.call(function, arguments);
}
