// SPDX-License-Identifier: Apache-2.0
// Text of a module with a map to the source. MLIR's printer tells at which line each operation starts; an operation's
// location tells its source lines. Lines that start no operation (closing braces, block headers) map to nothing.
#include "compiler/driver/Snapshots.h"
#include "compiler/support/Diagnostic.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/ir/Decisions.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/IR/AsmState.h"
#include <map>

using namespace mlir;
using namespace tessera;

namespace {
/// While it lives, what was decided about kernels is not in their text: `--explain` says it in words.
class DecisionsAside {
public:
  explicit DecisionsAside(ModuleOp module) {
    for (auto kernel : module.getOps<tile::KernelOp>())
      for (StringRef name : {tilegpu::chosenName, tilegpu::decisionsName})
        if (Attribute value = kernel->removeAttr(name))
          kept.emplace_back(kernel, name, value);
  }
  ~DecisionsAside() {
    for (auto [kernel, name, value] : kept)
      kernel->setAttr(name, value);
  }

private:
  SmallVector<std::tuple<Operation *, StringRef, Attribute>> kept;
};
} // namespace

PrintedModule tessera::printModule(ModuleOp module) {
  PrintedModule printed;
  AsmState::LocationMap starts;
  {
    DecisionsAside aside(module);
    AsmState state(module, OpPrintingFlags().printNameLocAsPrefix(), &starts);
    llvm::raw_string_ostream os(printed.text);
    module->print(os, state);
    os << '\n';
  }

  printed.sourceLines.resize(llvm::count(printed.text, '\n'), {0, 0});
  printed.fileOfLine.resize(printed.sourceLines.size(), 0);
  std::map<unsigned, SourceRange> places; // by line: the map of operations has no order
  for (auto &[op, position] : starts)
    if (!isa<ModuleOp>(op) && position.first > 0 && position.first <= printed.sourceLines.size())
      if (SourceRange range = toRange(op->getLoc()); range.isValid())
        places[position.first - 1] = std::move(range);
  for (const auto &[line, range] : places) {
    printed.sourceLines[line] = {range.begin.line, std::max(range.begin.line, range.end.line)};
    auto known = llvm::find(printed.sourceFiles, range.file);
    printed.fileOfLine[line] = static_cast<uint32_t>(known - printed.sourceFiles.begin());
    if (known == printed.sourceFiles.end())
      printed.sourceFiles.push_back(range.file);
  }
  return printed;
}

/// The symbols that `op` names, itself included, transitively: a kernel's index maps, say.
static void collectSymbols(ModuleOp module, Operation *op, llvm::SmallDenseSet<StringAttr> &names) {
  if (!names.insert(SymbolTable::getSymbolName(op)).second)
    return;
  op->getAttrDictionary().walk([&](FlatSymbolRefAttr symbol) {
    if (Operation *used = module.lookupSymbol(symbol.getAttr()))
      collectSymbols(module, used, names);
  });
}

OwningOpRef<ModuleOp> tessera::extractStage(ModuleOp module, StringRef stage, StringRef kernel) {
  OwningOpRef<ModuleOp> copy = module.clone();
  for (auto recorded : copy->getOps<tile::KernelOp>())
    for (StringRef name : {tilegpu::chosenName, tilegpu::decisionsName})
      recorded->removeAttr(name);
  bool wantsScheduled = stage != "tile";
  llvm::SmallDenseSet<StringAttr> kept;
  if (!kernel.empty())
    if (Operation *op = copy->lookupSymbol(kernel))
      collectSymbols(*copy, op, kept);
  for (Operation &op : llvm::make_early_inc_range(*copy->getBody())) {
    auto scheduled = dyn_cast<tilegpu::TargetModuleOp>(op);
    bool keep = static_cast<bool>(scheduled) == wantsScheduled;
    if (keep && !scheduled && !kernel.empty())
      keep = kept.contains(SymbolTable::getSymbolName(&op));
    if (!keep) {
      op.erase();
      continue;
    }
    if (scheduled && !kernel.empty())
      for (Operation &inner : llvm::make_early_inc_range(scheduled.getBody().front()))
        if (auto symbol = dyn_cast<SymbolOpInterface>(inner); symbol && symbol.getName() != kernel)
          inner.erase();
  }
  return copy;
}
