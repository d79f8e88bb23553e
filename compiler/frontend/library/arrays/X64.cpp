// SPDX-License-Identifier: Apache-2.0
// The setting of the thread, and who set it; see the header.
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/evaluate/Evaluator.h"

using namespace tessera;
using namespace tessera::frontend;

static thread_local bool mode = false;
static thread_local const void *owner = nullptr;

namespace {
struct Setter {
  ~Setter() {
    if (owner != this)
      return;
    mode = false;
    owner = nullptr;
  }
};
} // namespace

bool frontend::isX64() { return mode; }

void frontend::setX64(Evaluator &evaluator, bool on) {
  mode = on;
  owner = &evaluator.state<Setter>();
}
