// SPDX-License-Identifier: Apache-2.0
// Settings of `triton.knobs` (knobs.py) that have an effect: whoever compiles or launches a kernel asks here. A program
// that never imports them has none.
#include "compiler/frontend/library/triton/Jit.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
struct KnobsInUse {
  bool isLoaded = false;
};
} // namespace

Value frontend::readKnob(Evaluator &evaluator, llvm::StringRef group, llvm::StringRef name) {
  if (!evaluator.state<KnobsInUse>().isLoaded)
    return nullptr;
  Value settings = evaluator.textMember("triton.knobs", group).value_or(nullptr);
  Value value = settings ? settings->getAttribute(evaluator, name).value_or(nullptr) : nullptr;
  return value && !isNone(value) ? value : nullptr;
}

Value frontend::callKnobHook(Evaluator &evaluator, llvm::StringRef name, TritonFunction *function,
                             llvm::StringRef key) {
  Value hook = readKnob(evaluator, "runtime", name);
  if (!hook)
    return evaluator.none();
  Value caller = evaluator.textMember("triton.knobs", "_call_hook").value_or(nullptr);
  return caller ? evaluator.call(caller, {hook, evaluator.string(name.str()), function, evaluator.string(key.str())})
                : nullptr;
}

/// knobs.py says that it runs.
static Value registerKnobs(Call &call) {
  call.evaluator.state<KnobsInUse>().isLoaded = true;
  return call.evaluator.none();
}

static const LibraryEntry entries[] = {
    {"triton.knobs", "_register", EntryKind::function, "()", "Says that settings are in use.", registerKnobs},
};

void library::registerTritonKnobs(LibraryTable &table) { table.add({}, entries); }
