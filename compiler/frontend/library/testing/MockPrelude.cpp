// SPDX-License-Identifier: Apache-2.0
// `unittest.mock`, written in Python: mocks that record their calls, and patches of attributes and dicts for a block, a test or a class.
// An attribute of the library itself can't be patched, since the library is not Python. Autospecs are refused.
#include "compiler/frontend/library/testing/Testing.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

/// `os.path.join`: the longest module that the path begins with, and the attributes after it.
static Value findObject(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> path = evaluator.toString(call["path"], "target");
  if (!path)
    return nullptr;
  for (llvm::StringRef module = *path; !module.empty(); module = module.rsplit('.').first) {
    Value found = evaluator.importModule(module, evaluator.range());
    if (!found && evaluator.pendingException()->fatal)
      return nullptr;
    llvm::StringRef rest = llvm::StringRef(*path).drop_front(module.size());
    if (found) {
      for (rest.consume_front("."); found && !rest.empty(); rest = rest.split('.').second)
        found = evaluator.getAttribute(found, rest.split('.').first);
      return found;
    }
    if (!module.contains('.'))
      return nullptr; // no such module
    evaluator.clearPending();
  }
  return evaluator.raise(DiagnosticId::valueError, "a target to patch is empty");
}

static constexpr LibraryEntry entries[] = {
    {"unittest.mock", "_find_object", EntryKind::function, "(path)", "For the library itself: the object with a dotted name.", findObject},
};
llvm::ArrayRef<LibraryEntry> testing::mockEntries() { return entries; }
