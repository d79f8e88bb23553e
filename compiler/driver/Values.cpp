// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/Values.h"
#include "compiler/driver/Compiler.h"
#include "compiler/support/Diagnostic.h"
#include "compiler/tile/ir/Tile.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace mlir;
using namespace tessera;

/// `f32[512, 1024]`; a scalar is `f32`, an extent that only the launch knows `?`. Whether integers are signed is a
/// matter of each operation: both are `i32`.
static std::string toText(Type element, ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream(text) << element;
  if (shape.empty())
    return text;
  text += '[';
  for (auto [axis, extent] : llvm::enumerate(shape))
    text += (axis ? ", " : "") + (ShapedType::isDynamic(extent) ? std::string("?") : std::to_string(extent));
  return text + ']';
}

/// Empty for what is no array, number or Ref: barriers, keys of a launch, text.
static std::string toText(Type type) {
  if (auto array = dyn_cast<RankedTensorType>(type))
    return array.getElementType().isIntOrIndexOrFloat() ? toText(array.getElementType(), array.getShape()) : "";
  if (auto ref = dyn_cast<tile::RefType>(type)) {
    if (!ref.getElementType().isIntOrFloat())
      return "";
    std::string place = ref.getMemorySpace() == tile::MemorySpace::any
                            ? ""
                            : " in " + tile::stringifyMemorySpace(ref.getMemorySpace()).str();
    return "Ref " + toText(ref.getElementType(), ref.getShape()) + place;
  }
  return type.isIntOrIndexOrFloat() ? toText(type, {}) : "";
}

static std::string nameOf(Location location) {
  auto named = dyn_cast<NameLoc>(location);
  return named ? named.getName().str() : "";
}

std::vector<PlacedValue> tessera::collectValues(const Program &program) {
  std::vector<PlacedValue> values;
  ModuleOp traced = program.tracedModule();
  if (!traced)
    return values;
  std::set<std::string> seen;
  auto add = [&](PlacedValue value) {
    const auto &[begin, end] = std::make_pair(value.range.begin, value.range.end);
    std::string key = value.range.file + '\n' + std::to_string(begin.line) + ':' + std::to_string(begin.column) + ':' +
                      std::to_string(end.line) + ':' + std::to_string(end.column) + '\n' + value.name + '\n' +
                      value.type + value.block + '\n' + value.kernel;
    if (value.range.isValid() && !value.type.empty() && seen.insert(std::move(key)).second)
      values.push_back(std::move(value));
  };
  for (Operation &function : traced.getOps()) {
    auto kernel = dyn_cast<tile::KernelOp>(function);
    // Index maps are functions, too: their values are nobody's.
    if (!kernel && SymbolTable::getSymbolName(&function) != "main")
      continue;
    std::string kernelName = kernel ? kernel.getSymName().str() : "";
    for (unsigned index = 0; kernel && index < kernel.getNumArguments(); ++index) {
      BlockArgument argument = kernel.getArgument(index);
      tile::BlockAttr block = kernel.getBlock(index);
      PlacedValue value{
          toRange(argument.getLoc()), kernel.getArgumentName(index), toText(argument.getType()), "", kernelName,
          /*isParameter=*/true};
      if (block)
        value.block = "block " + toText(block.getArray().getElementType(), block.getShape()) + " of " +
                      toText(Type(block.getArray()));
      add(std::move(value));
    }
    function.walk([&](Operation *op) {
      for (Value result : op->getResults())
        add({toRange(op->getLoc()), op->getNumResults() == 1 ? nameOf(op->getLoc()) : "", toText(result.getType()), "",
             kernelName});
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            if (op != &function && isa<NameLoc>(argument.getLoc()))
              add({toRange(argument.getLoc()), nameOf(argument.getLoc()), toText(argument.getType()), "", kernelName});
    });
  }
  return values;
}
