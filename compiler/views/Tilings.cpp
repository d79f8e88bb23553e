// SPDX-License-Identifier: Apache-2.0
// Tilings: for each launch of `@main` and each of its kernel's arguments, the box of the array that every program sees.
// A box comes from the block spec (its index map is evaluated at every grid point), from what the interpreter saw the program
// touch (`recorded`; Triton has no block specs), or is the whole array. Boxes are clipped to the array: a ragged last
// block is drawn as the part that exists.
#include "compiler/views/Tilings.h"
#include "compiler/tile/ir/BlockPadding.h"
#include "shared/numerics/DType.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tile;
using interpreter::LaunchRecord;

namespace {
using Box = std::pair<std::vector<int64_t>, std::vector<int64_t>>;

llvm::json::Array toJson(ArrayRef<int64_t> list) { return llvm::json::Array(list); }

llvm::json::Value toJson(const std::optional<Box> &box) {
  if (!box)
    return nullptr;
  return llvm::json::Array{toJson(ArrayRef<int64_t>(box->first)), toJson(ArrayRef<int64_t>(box->second))};
}

/// The grid point of program `index`. Pallas counts the last axis fastest, Triton the first.
std::vector<int64_t> pointOf(int64_t index, ArrayRef<int64_t> grid, bool firstAxisFastest) {
  std::vector<int64_t> point(grid.size());
  for (size_t i = 0; i < grid.size(); ++i) {
    size_t axis = firstAxisFastest ? i : grid.size() - 1 - i;
    point[axis] = index % grid[axis];
    index /= grid[axis];
  }
  return point;
}

/// Whether the block's index map reads prefetched scalars, so that only a run knows the block.
bool readsScalars(KernelOp kernel, BlockAttr block) {
  auto map = block.getIndexMap() ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(kernel, block.getIndexMap()) : func::FuncOp();
  return map && llvm::any_of(map.getArgumentTypes(), [](Type type) { return isa<RefType>(type); });
}

/// What a launch hands to one argument of its kernel.
struct Operand {
  unsigned index;             // the kernel's argument
  Type array;                 // the host array; null for scratch
  SourceRange range;          // where the parameter stands in the user's text
};

class LaunchTiling {
public:
  LaunchTiling(LaunchOp launch, KernelOp kernel, const LaunchRecord *record)
      : launch(launch), kernel(kernel), record(record), triton(kernel.getSource() == "triton") {
    for (int64_t extent : launch.getGrid())
      programs *= extent;
    listed = std::min(programs, views::listedProgramLimit);
  }

  llvm::json::Object make() {
    llvm::json::Array operands;
    size_t input = 0, output = 0;
    for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
      Access access = kernel.getAccess(index);
      Type array;
      if (access == Access::read || access == Access::readwrite)
        array = launch.getInputs()[input++].getType();
      if (access == Access::write || access == Access::readwrite)
        array = launch.getOutputs()[output++].getType();
      operands.push_back(makeOperand({index, array, toRange(kernel.getArgument(index).getLoc())}));
    }
    return llvm::json::Object{{"range", tessera::toJson(toRange(launch.getLoc()))},
            {"grid", toJson(launch.getGrid())},
            {"order", triton ? "column-major" : "row-major"},
            {"programs", programs},
            {"recorded", listed},
            {"operands", std::move(operands)}};
  }

private:
  LaunchOp launch;
  KernelOp kernel;
  const LaunchRecord *record;
  bool triton;
  int64_t programs = 1, listed = 1;

  llvm::json::Object makeOperand(const Operand &operand) {
    auto ref = dyn_cast<RefType>(kernel.getArgumentTypes()[operand.index]);
    BlockAttr block = kernel.getBlock(operand.index);
    bool isScratch = !operand.array;
    SmallVector<int64_t> shape(isScratch ? ref.getShape() : tile::getShape(operand.array));
    bool readsMemory = block && readsScalars(kernel, block);
    StringRef origin = block && !readsMemory ? "block-spec" : record && (triton || readsMemory) ? "recorded" : "whole";
    llvm::json::Array boxes;
    if (ref && !isScratch)
      for (int64_t program = 0; program < listed; ++program)
        boxes.push_back(toJson(boxOf(operand, block, origin, shape, program)));

    llvm::json::Object blockJson{{"shape", toJson(block ? block.getShape() : ArrayRef<int64_t>(shape))},
                                 {"squeezed", toJson(block ? block.getSqueezed() : ArrayRef<int64_t>())},
                                 {"origin", origin}};
    StringRef role = !ref ? "scalar" : stringifyAccess(kernel.getAccess(operand.index));
    Type element = ref ? ref.getElementType() : operand.array;
    return llvm::json::Object{{"name", kernel.getArgumentName(operand.index)},
            {"role", role},
            {"dtype", llvm::StringRef(numerics::getName(interpreter::toDType(element)).data())},
            {"shape", toJson(shape)},
            {"range", tessera::toJson(operand.range)},
            {"block", std::move(blockJson)},
            {"boxes", std::move(boxes)}};
  }

  std::optional<Box> boxOf(const Operand &operand, BlockAttr block, StringRef origin, ArrayRef<int64_t> shape, int64_t program) {
    if (origin == "recorded")
      return recordedBox(operand.index, shape, program);
    Box box{std::vector<int64_t>(shape.size(), 0), std::vector<int64_t>(shape.begin(), shape.end())};
    if (!block || origin == "whole")
      return box;
    std::vector<int64_t> indices(shape.size(), 0);
    if (FlatSymbolRefAttr map = block.getIndexMap()) {
      DiagnosticSink ignored; // the front end has reported a map that fails
      auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(kernel, map);
      if (!function)
        return std::nullopt;
      auto result = interpreter::evaluateIndexMap(function, pointOf(program, launch.getGrid(), triton), shape.size(), ignored);
      if (failed(result))
        return std::nullopt;
      indices = *result;
    }
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      int64_t extent = block.getShape()[axis];
      int64_t begin = block.isElementAxis(axis) ? indices[axis] : indices[axis] * extent;
      if (ArrayRef<int64_t> padding = tile::getPadding(kernel, operand.index); !padding.empty())
        begin -= padding[2 * axis];
      box.first[axis] = std::clamp<int64_t>(begin, 0, shape[axis]);
      box.second[axis] = std::clamp<int64_t>(begin + extent, 0, shape[axis]);
      if (box.first[axis] >= box.second[axis])
        return std::nullopt;
    }
    return box;
  }

  /// A Triton argument is a flat Ref: its box is an interval of the flat array. A multi-dimensional host array shows the
  /// smallest box of whole leading-axis slices that holds the interval.
  std::optional<Box> recordedBox(unsigned argument, ArrayRef<int64_t> shape, int64_t program) {
    if (program >= static_cast<int64_t>(record->accesses.size()) || argument >= record->accesses[program].size())
      return std::nullopt;
    const interpreter::AccessBox &seen = record->accesses[program][argument];
    if (seen.begin.empty() || seen.begin[0] >= seen.end[0])
      return std::nullopt;
    if (seen.begin.size() == shape.size())
      return Box{seen.begin, seen.end};
    Box box{std::vector<int64_t>(shape.size(), 0), std::vector<int64_t>(shape.begin(), shape.end())};
    int64_t first = seen.begin[0], last = seen.end[0] - 1, inner = 1;
    for (int64_t extent : shape)
      inner *= extent;
    for (size_t axis = 0; axis < shape.size() && inner > 0; ++axis) {
      inner /= std::max<int64_t>(shape[axis], 1);
      int64_t from = first / inner, to = last / inner;
      box.first[axis] = from;
      box.second[axis] = to + 1;
      if (from != to)
        break; // more than one slice of this axis: the inner axes are whole
      first %= inner;
      last %= inner;
    }
    return box;
  }
};

SmallVector<LaunchOp> launchesOf(ModuleOp module) {
  SmallVector<LaunchOp> launches;
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    main.walk([&](LaunchOp launch) { launches.push_back(launch); });
  return launches;
}
} // namespace

bool views::needsRecording(ModuleOp module) {
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    if (kernel.getSource() == "triton")
      return true;
    for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
      if (BlockAttr block = kernel.getBlock(index); block && readsScalars(kernel, block))
        return true;
  }
  return false;
}

llvm::json::Value views::makeTilings(ModuleOp module, ArrayRef<LaunchRecord> recorded) {
  SmallVector<LaunchOp> launches = launchesOf(module);
  llvm::json::Array kernels;
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    llvm::json::Array tilings;
    for (auto [index, launch] : llvm::enumerate(launches)) {
      if (launch.getKernel() != kernel.getSymName())
        continue;
      const LaunchRecord *record = index < recorded.size() ? &recorded[index] : nullptr;
      tilings.push_back(LaunchTiling(launch, kernel, record).make());
    }
    kernels.push_back(llvm::json::Object{{"name", kernel.getSymName()},
                                         {"range", tessera::toJson(toRange(kernel.getLoc()))},
                                         {"source", kernel.getSource()},
                                         {"launches", std::move(tilings)}});
  }
  return llvm::json::Object{{"kernels", std::move(kernels)}};
}
