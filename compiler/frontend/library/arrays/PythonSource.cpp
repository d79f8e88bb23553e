// SPDX-License-Identifier: Apache-2.0
// Calls what is written in Python for an entry of a table; see the header.
#include "compiler/frontend/library/arrays/PythonSource.h"

using namespace tessera;
using namespace tessera::frontend;

Value frontend::sourceConstant(Call &call) {
  llvm::StringRef module = call.entry->module;
  for (std::string name : {std::string(call.entry->name), "_" + std::string(call.entry->name)})
    if (std::optional<Value> found = call.evaluator.textMember(module == "numpy.hidden" ? "numpy" : module, name))
      return *found;
  return call.evaluator.notSupported(std::string("`") + call.entry->module + "." + call.entry->name + "`");
}

Value frontend::callSource(Evaluator &evaluator, Value function, const LibraryEntry &entry, Value self,
                           const Arguments &arguments) {
  if (!function)
    return nullptr;
  llvm::SmallVector<Value> positional;
  if (entry.kind == EntryKind::method && self)
    positional.push_back(self);
  llvm::append_range(positional, arguments.positional);
  return evaluator.call(function, positional, arguments.keywords);
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
