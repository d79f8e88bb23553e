// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/Reached.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;

void frontend::eraseUnreached(ModuleOp module, func::FuncOp main) {
  SymbolTable symbols(module);
  llvm::SetVector<Operation *> reached;
  reached.insert(main);
  for (size_t i = 0; i < reached.size(); ++i)
    if (auto uses = SymbolTable::getSymbolUses(reached[i]))
      for (const SymbolTable::SymbolUse &use : *uses)
        if (Operation *used = symbols.lookup(use.getSymbolRef().getRootReference()))
          reached.insert(used);
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (!reached.contains(&op)) {
      op.dropAllDefinedValueUses();
      op.erase();
    }
}
