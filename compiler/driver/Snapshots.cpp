// SPDX-License-Identifier: Apache-2.0
// Text of a module with a map to the source. MLIR's printer tells at which line each operation starts; an operation's
// location tells its source lines. Lines that start no operation (closing braces, block headers) map to nothing.
#include "compiler/driver/Snapshots.h"
#include "compiler/driver/Compiler.h"
#include "compiler/support/Diagnostic.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/ir/Decisions.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "mlir/IR/AsmState.h"
#include "shared/protocol/TextStream.h"

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

PrintedModule tessera::printModule(ModuleOp module, bool isVerified) {
  PrintedModule printed;
  AsmState::LocationMap starts;
  {
    DecisionsAside aside(module);
    OpPrintingFlags flags = OpPrintingFlags().printNameLocAsPrefix();
    AsmState state(module, isVerified ? flags.assumeVerified() : flags, &starts);
    protocol::TextStream os(printed.text);
    module->print(os, state);
    os << '\n';
  }

  printed.sourceLines.resize(llvm::count(printed.text, '\n'), {0, 0});
  printed.fileOfLine.resize(printed.sourceLines.size(), 0);
  SmallVector<Operation *> firstOfLine(printed.sourceLines.size()); // the map of operations has no order
  for (auto &[op, position] : starts)
    if (!isa<ModuleOp>(op) && position.first > 0 && position.first <= firstOfLine.size())
      firstOfLine[position.first - 1] = op;
  for (auto [line, op] : llvm::enumerate(firstOfLine)) {
    SourceRange range = op ? toRange(op->getLoc()) : SourceRange();
    if (!range.isValid())
      continue;
    printed.sourceLines[line] = {range.begin.line, std::max(range.begin.line, range.end.line)};
    auto known = llvm::find(printed.sourceFiles, range.file);
    printed.fileOfLine[line] = static_cast<uint32_t>(known - printed.sourceFiles.begin());
    if (known == printed.sourceFiles.end())
      printed.sourceFiles.push_back(std::move(range.file));
  }
  return printed;
}

/// All that a module consists of, in words: equal words are an equal module. Unlike MLIR's fingerprint no hash of it
/// all, which would take five times as long; of an operation's properties it is their hash.
static std::vector<uint64_t> collectWords(ModuleOp module) {
  std::vector<uint64_t> words;
  auto add = [&](const void *pointer) { words.push_back(reinterpret_cast<uintptr_t>(pointer)); };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    add(op);
    add(op->getName().getAsOpaquePointer());
    add(op->getLoc().getAsOpaquePointer());
    add(op->getDiscardableAttrDictionary().getAsOpaquePointer());
    words.push_back(op->hashProperties());
    for (Value operand : op->getOperands())
      add(operand.getAsOpaquePointer());
    for (Type type : op->getResultTypes())
      add(type.getAsOpaquePointer());
    for (Block *successor : op->getSuccessors())
      add(successor);
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        add(&block);
        for (BlockArgument argument : block.getArguments()) {
          add(argument.getType().getAsOpaquePointer());
          add(argument.getLoc().getAsOpaquePointer());
        }
      }
    add(op->getBlock());
  });
  return words;
}

void SnapshotRecorder::recordTrace(ModuleOp module) {
  snapshots.clear();
  last.clear();
  record("tile", "trace", "what the front end recorded from the program's text", module);
}

void SnapshotRecorder::record(StringRef stage, StringRef pass, StringRef reason, ModuleOp module) {
  std::vector<uint64_t> words = collectWords(module);
  PrintedModule printed;
  bool isSame = words == last;
  if (!isSame) {
    last = std::move(words);
    printed = printModule(module, isVerified);
    isSame = !snapshots.empty() && snapshots.back().text == printed.text;
  }
  if (isSame) {
    Snapshot same = snapshots.back();
    same.stage = stage.str(), same.pass = pass.str(), same.reason = reason.str();
    same.changed = false;
    snapshots.push_back(std::move(same));
    return;
  }
  snapshots.push_back({stage.str(), pass.str(), reason.str(), /*changed=*/true, std::move(printed.text),
                       std::move(printed.sourceLines), std::move(printed.fileOfLine), std::move(printed.sourceFiles)});
}

std::vector<Snapshot> SnapshotRecorder::take() { return std::move(snapshots); }

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
