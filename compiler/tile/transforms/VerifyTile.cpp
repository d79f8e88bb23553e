// SPDX-License-Identifier: Apache-2.0
// The border of `tile`: what the operations' own verifiers can't see, because it spans operations or is no matter of validity.
// Every finding is reported; the pass fails at its end.
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tile/transforms/Passes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;

namespace tessera::tile {
#define GEN_PASS_DEF_VERIFYTILEPASS
#include "compiler/tile/transforms/Passes.h.inc"
} // namespace tessera::tile

namespace {

/// Element types that the interpreter, the scheduler and the code generator share.
bool isKnownElement(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && llvm::is_contained({1u, 2u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return type.isIndex() || type.isF16() || type.isBF16() || type.isF32() || type.isF64() || isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// Whether `op` is one of `tilegpu`'s in a kernel of warpgroups, which may have them.
bool isOfWarpgroups(Operation *op) {
  auto kernel = op->getParentOfType<tile::KernelOp>();
  return op->getName().getDialectNamespace() == "tilegpu" && kernel && kernel.getSource() == "mosaic_gpu";
}

class Verifier {
public:
  explicit Verifier(ModuleOp module) : module(module) {}

  LogicalResult run() {
    for (Operation &op : *module.getBody()) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        checkBody(function, function.getBody());
      else if (auto kernel = dyn_cast<tile::KernelOp>(op))
        checkKernel(kernel);
    }
    module.walk([&](tile::LaunchOp launch) { checkLaunch(launch); });
    return failure(failed);
  }

private:
  void fail(Operation *op, DiagnosticId id, const Twine &message) {
    failed = true;
    emitDiagnostic(op->getLoc(), id, Severity::error, message);
  }
  void bug(Operation *op, const Twine &message) { fail(op, DiagnosticId::internalError, message); }

  void checkBody(Operation *owner, Region &body) {
    if (!llvm::hasSingleElement(body))
      bug(owner, "its body is not one block");
    body.walk([&](Operation *op) { checkOp(op); });
  }

  void checkOp(Operation *op) {
    StringRef name = op->getName().getStringRef();
    bool isOwn = isa_and_nonnull<tile::TileDialect, arith::ArithDialect, math::MathDialect, scf::SCFDialect, func::FuncDialect>(op->getDialect());
    if (!isOwn && !isOfWarpgroups(op))
      return bug(op, "`" + name + "` does not belong to `tile`");
    if (!toRange(op->getLoc()).isValid())
      bug(op, "`" + name + "` has no place in the source");
    for (Type type : op->getResultTypes()) {
      if (type.getDialect().getNamespace() == "tilegpu") // barriers and accumulators
        continue;
      auto ref = dyn_cast<tile::RefType>(type); // of `tile.select_ref`
      Type element = ref ? ref.getElementType() : tile::getElementType(type);
      if (!isa<tile::TextType>(type) && !isKnownElement(element))
        bug(op, "`" + name + "` has a result of an element type that no later stage knows");
    }
  }

  void checkKernel(tile::KernelOp kernel) {
    checkBody(kernel, kernel.getBody());
    for (unsigned index = 0, end = kernel.getNumArguments(); index != end; ++index) {
      tile::Access access = kernel.getAccess(index);
      if (access == tile::Access::scratch && kernel.getBlock(index))
        bug(kernel, "`" + kernel.getArgumentName(index) + "` is scratch and has a block spec");
      for (Operation *user : kernel.getArgument(index).getUsers())
        if (isa<tile::StoreOp, tile::ScatterOp>(user) && access == tile::Access::read &&
            isa<tile::RefType>(kernel.getArgument(index).getType()))
          bug(user, "stores to `" + kernel.getArgumentName(index) + "`, whose access is `read`");
    }
    kernel.walk([&](Operation *op) {
      if (auto load = dyn_cast<tile::LoadOp>(op))
        checkSlice(kernel, load, "reads");
      else if (auto store = dyn_cast<tile::StoreOp>(op))
        checkSlice(kernel, store, "writes");
    });
  }

  /// An access without a mask whose offsets are constants.
  template <typename OpT> void checkSlice(tile::KernelOp kernel, OpT op, StringRef verb) {
    if (op.getMask())
      return;
    tile::RefType ref = op.getRef().getType();
    for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
      std::optional<int64_t> offset = getConstantIntValue(op.getOffset(axis));
      int64_t extent = ref.getShape()[axis], size = op.getSizes()[axis];
      if (!offset || ShapedType::isDynamic(extent) || size == 0)
        continue;
      int64_t last = *offset + (size - 1) * op.getStride(axis);
      int64_t outside = *offset < 0 || *offset >= extent ? *offset : last;
      if (outside >= 0 && outside < extent)
        continue;
      auto argument = dyn_cast<BlockArgument>(op.getRef());
      std::string name = argument ? kernel.getArgumentName(argument.getArgNumber()) : "the Ref";
      fail(op, DiagnosticId::outOfBounds, "`" + kernel.getSymName() + "` " + verb + " index " + Twine(outside) + " along axis " + Twine(axis) + " of `" + name +
                                              "`, which has " + Twine(extent) + " there");
    }
  }

  void checkLaunch(tile::LaunchOp launch) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<tile::KernelOp>(launch, launch.getKernelAttr());
    if (!kernel)
      return bug(launch, "launches `" + launch.getKernel() + "`, which is not a kernel");
    int64_t programs = 1;
    for (int64_t extent : launch.getGrid())
      if (__builtin_mul_overflow(programs, extent, &programs) || programs > INT32_MAX)
        return bug(launch, "the grid has more than 2147483647 programs");
    size_t gridRank = launch.getGrid().size();
    for (unsigned index = 0, end = kernel.getNumArguments(); index != end; ++index)
      if (tile::BlockAttr block = kernel.getBlock(index); block && block.getIndexMap())
        checkIndexMap(launch, kernel, index, block, gridRank);
    kernel.walk([&](Operation *op) {
      std::optional<int64_t> axis;
      if (auto id = dyn_cast<tile::ProgramIdOp>(op))
        axis = id.getAxis();
      else if (auto count = dyn_cast<tile::NumProgramsOp>(op))
        axis = count.getAxis();
      // Triton's missing axes have one program.
      if (axis && *axis >= static_cast<int64_t>(std::max<size_t>(gridRank, kernel.getSource() == "triton" ? 3 : 0)))
        bug(op, "asks for axis " + Twine(*axis) + " of a grid of " + Twine(gridRank) + " axes");
    });
  }

  void checkIndexMap(tile::LaunchOp launch, tile::KernelOp kernel, unsigned index, tile::BlockAttr block, size_t gridRank) {
    auto map = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(launch, block.getIndexMap());
    std::string name = kernel.getArgumentName(index);
    if (!map)
      return bug(kernel, "the index map of `" + name + "`, `" + block.getIndexMap().getValue() + "`, is not a function");
    auto isInteger = [](Type type) { return type.isSignlessInteger(); };
    // After the grid's indices come the Refs of prefetched scalars: the kernel's first arguments.
    ArrayRef<Type> types = map.getArgumentTypes();
    size_t refs = types.size() < gridRank ? 0 : types.size() - gridRank;
    bool takesScalars = refs <= kernel.getNumArguments() && types.drop_front(std::min(gridRank, types.size())) == kernel.getArgumentTypes().take_front(refs);
    if (types.size() < gridRank || map.getNumResults() != block.getShape().size() || !llvm::all_of(types.take_front(gridRank), isInteger) || !takesScalars ||
        !llvm::all_of(map.getResultTypes(), isInteger))
      bug(map, "as the index map of `" + name + "` it takes " + Twine(map.getNumArguments()) + " indices to " + Twine(map.getNumResults()) +
                   ", but the grid has " + Twine(gridRank) + " axes and the array " + Twine(block.getShape().size()));
    for (Type type : types.take_front(gridRank))
      if (!type.isInteger(32))
        bug(map, "an index map takes `i32`");
  }

  ModuleOp module;
  bool failed = false;
};

struct VerifyTilePass : tile::impl::VerifyTilePassBase<VerifyTilePass> {
  void runOnOperation() override {
    if (failed(Verifier(getOperation()).run()))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
