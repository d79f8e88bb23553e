// SPDX-License-Identifier: Apache-2.0
// The list of the library's parts, in the order in which the reference page shows them.
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/derivatives/Derivatives.h"

void tessera::frontend::library::registerAll(LibraryTable &table) {
  registerPallas(table);
  registerJax(table);
  registerDerivatives(table);
  registerNumpy(table);
  registerTriton(table);
  registerTorch(table);
  registerTesting(table);
  registerPython(table);
  table.addSources(pythonSources());
}
