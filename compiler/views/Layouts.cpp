// SPDX-License-Identifier: Apache-2.0
// Layouts: a walk over each `tilegpu.kernel`. Values that came from one place of the user's text, look alike and are held alike are told once: the
// first of them. A buffer's life is counted in operations, in the order of the text.
#include "compiler/views/Layouts.h"
#include "compiler/layout/LayoutBuilders.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/layout/WarpgroupLayouts.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;
using layout::LinearLayout;

static llvm::json::Array toJson(ArrayRef<int64_t> list) { return llvm::json::Array(list); }

static std::string getTypeName(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// The bases of each input, the lowest bit first.
static llvm::json::Object describe(const LinearLayout &layout) {
  llvm::json::Object bases;
  for (const LinearLayout::Input &input : layout.inputs()) {
    llvm::json::Array list;
    for (const layout::Basis &basis : input.bases)
      list.push_back(llvm::json::Array(ArrayRef<int32_t>(basis)));
    bases[input.name] = std::move(list);
  }
  return bases;
}

static int64_t getBits(Type type) { return getElementType(type).getIntOrFloatBitWidth(); }

namespace {
/// A buffer in shared memory with what touches it.
struct Buffer {
  AllocSharedOp op;
  int64_t first = 0, last = 0;
  llvm::json::Array accesses;
  std::set<std::string> told;
};

class KernelLayouts {
public:
  explicit KernelLayouts(KernelOp kernel) : kernel(kernel) {}

  llvm::json::Object make() {
    kernel.getBody().walk([&](Operation *op) { visit(op); });
    llvm::json::Array list;
    for (auto &[value, buffer] : buffers)
      list.push_back(describeBuffer(buffer));
    return llvm::json::Object{{"name", kernel.getSymName()},
            {"target", kernel.getTarget().name},
            {"range", tessera::toJson(toRange(kernel.getLoc()))},
            {"warps", kernel.getNumWarps()},
            {"warpgroups", kernel.getWarpgroups()},
            {"sharedBytes", static_cast<int64_t>(kernel.getSharedBytes())},
            {"values", std::move(values)},
            {"left", left},
            {"buffers", std::move(list)}};
  }

private:
  void visit(Operation *op) {
    ++position;
    if (auto alloc = dyn_cast<AllocSharedOp>(op))
      buffers[alloc.getResult()] = {alloc, position, position, {}, {}};
    for (Value operand : op->getOperands())
      if (auto found = buffers.find(getBase(operand)); found != buffers.end())
        found->second.last = position;
    visitAccess(op);
    for (Value result : op->getResults())
      if (isa<RankedTensorType>(result.getType()))
        tell(op, result.getType());
  }

  static Value getBase(Value value) { return isa<RefType>(value.getType()) ? getBaseRef(value) : Value(); }

  void tell(Operation *op, Type type) {
    LinearAttr attribute = getLayoutAttr(type);
    if (!attribute || op->hasTrait<OpTrait::ConstantLike>())
      return;
    const LinearLayout &layout = attribute.getLayout();
    SourceRange range = toRange(op->getLoc());
    std::string key = std::to_string(range.begin.line) + ":" + std::to_string(range.begin.column) + ":" + std::to_string(range.end.column) + getTypeName(type);
    if (!told.insert(key).second)
      return;
    if (values.size() >= views::listedValueLimit) {
      ++left;
      return;
    }
    bool isTeam = layout.inputSize(layout::warpDim) == layout::warpsOfWarpgroup;
    layout::Copies copies = layout::getCopies(layout);
    values.push_back(llvm::json::Object{{"op", op->getName().getStringRef()},
                                        {"range", tessera::toJson(range)},
                                        {"dtype", getTypeName(getElementType(type))},
                                        {"shape", toJson(getShape(type))},
                                        {"layout", describe(layout)},
                                        {"text", isTeam ? layout::describeLayout(layout, getBits(type)) : layout.str()},
                                        {"registers", layout.inputSize(layout::registerDim)},
                                        {"copies", copies.any()}});
  }

  /// Loads and stores of a whole two-dimensional buffer, whose banks the algebra knows.
  void visitAccess(Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    auto store = dyn_cast<StoreOp>(op);
    if (!load && !store)
      return;
    Value ref = load ? load.getRef() : store.getRef();
    auto found = buffers.find(getBase(ref));
    if (found == buffers.end())
      return;
    Type type = load ? load.getType() : store.getValue().getType();
    SourceRange range = toRange(op->getLoc());
    llvm::json::Object access{{"kind", load ? "read" : "write"}, {"range", tessera::toJson(range)}};
    if (std::optional<layout::BankReport> report = countConflicts(found->second.op, type)) {
      access["vectorBytes"] = report->vectorBytes;
      access["wavefronts"] = report->wavefronts;
      access["ideal"] = report->ideal;
    }
    std::string key = (load ? "r" : "w") + std::to_string(range.begin.line) + ":" + std::to_string(range.begin.column) + getTypeName(type);
    if (found->second.told.insert(key).second && found->second.accesses.size() < views::listedValueLimit)
      found->second.accesses.push_back(std::move(access));
  }

  static std::optional<layout::BankReport> countConflicts(AllocSharedOp op, Type type) {
    auto ref = cast<RefType>(op.getResult().getType());
    LinearAttr attribute = getLayoutAttr(type);
    if (!attribute || getShape(type).size() < 2)
      return std::nullopt;
    ArrayRef<int64_t> shape = getShape(type);
    int64_t bytes = ref.getElementBytes(), rows = 1, swizzle = static_cast<int64_t>(op.getSwizzle().value_or(0));
    for (int64_t extent : shape.drop_back())
      rows *= extent;
    std::optional<LinearLayout> registers = attribute.getLayout().reshaped({rows, shape.back()});
    if (!registers)
      return std::nullopt;
    if (swizzle == 0)
      return layout::countBankConflicts(*registers, layout::makeRowMajor({rows, shape.back()}), bytes);
    if (shape.back() * bytes != swizzle)
      return std::nullopt; // several panels: each thread's place in one is the same as here, but no layout says so yet
    return layout::countBankConflicts(*registers, layout::makeTmaSwizzled(rows, swizzle, bytes), bytes);
  }

  llvm::json::Object describeBuffer(Buffer &buffer) {
    auto ref = cast<RefType>(buffer.op.getResult().getType());
    int64_t bytes = ref.getElementBytes();
    for (int64_t extent : ref.getShape())
      bytes *= extent;
    return llvm::json::Object{{"name", buffer.op.getName()},
            {"range", tessera::toJson(toRange(buffer.op.getLoc()))},
            {"dtype", getTypeName(ref.getElementType())},
            {"shape", toJson(ref.getShape())},
            {"offset", static_cast<int64_t>(buffer.op.getOffset().value_or(0))},
            {"bytes", bytes},
            {"swizzle", static_cast<int64_t>(buffer.op.getSwizzle().value_or(0))},
            {"life", llvm::json::Array{buffer.first, buffer.last}},
            {"accesses", std::move(buffer.accesses)}};
  }

  KernelOp kernel;
  int64_t position = 0, left = 0;
  llvm::json::Array values;
  std::set<std::string> told;
  llvm::MapVector<Value, Buffer> buffers;
};
} // namespace

llvm::json::Value tessera::views::makeLayouts(ModuleOp module) {
  llvm::json::Array kernels;
  for (auto target : module.getOps<TargetModuleOp>())
    for (auto kernel : target.getBody().getOps<KernelOp>())
      kernels.push_back(KernelLayouts(kernel).make());
  return llvm::json::Object{{"kernels", std::move(kernels)}};
}
