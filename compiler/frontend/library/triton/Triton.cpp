// SPDX-License-Identifier: Apache-2.0
// All tables of Triton.
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/triton/HostDescriptor.h"
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;

void library::registerTriton(LibraryTable &table) {
  registerTritonRuntime(table);
  registerTritonCompile(table);
  registerTritonKnobs(table);
  registerTritonAutotune(table);
  registerTritonDescriptor(table);
  registerTritonLanguage(table);
}
