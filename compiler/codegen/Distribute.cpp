// SPDX-License-Identifier: Apache-2.0
// The frame of a thread's code: the function and its parameters, where the program stands in the grid, loops and branches.
#include "compiler/codegen/Distribute.h"
#include "compiler/codegen/ScalarElements.h"
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tilegpu/ir/Registers.h"
#include "compiler/tilegpu/ir/UnalignedAccess.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

Distributor::Distributor(tilegpu::KernelOp kernel) : kernel(kernel), builder(kernel.getContext()), loc(getLoc(kernel.getLoc())), team(std::make_unique<TeamCode>(*this)) {}
Distributor::~Distributor() = default;

/// LLVM's debug locations are points: the start of the source range.
Location Distributor::getLoc(Location original) {
  SourceRange range = toRange(original);
  if (!range.isValid())
    return UnknownLoc::get(kernel.getContext());
  return FileLineColLoc::get(kernel.getContext(), range.file, range.begin.line, range.begin.column);
}

LogicalResult Distributor::fail(Operation *op, const Twine &what) {
  return emitDiagnostic(op->getLoc(), DiagnosticId::codegenFailed, Severity::error,
                        "`" + op->getName().getStringRef() + "` " + what + " in kernel `" + kernel.getSymName() + "`");
}

Value Distributor::constant(Type type, int64_t value) {
  return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, value));
}

int64_t Distributor::countRegisters(Type type) {
  return isa<RankedTensorType>(type) ? tilegpu::getLayout(type).inputSize(layout::registerDim) : 1;
}

//===-- the function ------------------------------------------------------------------------------------------===//

/// What LLVM may know of an array's address: no more than its size is a multiple of. LLVM reads the elements between and behind those that are asked for
/// where alignment says that they are in one page, and so past the end of an array of 3 numbers.
static int64_t getToldAlignment(tilegpu::RefType ref, int64_t alignment) {
  if (ShapedType::isDynamicShape(ref.getShape()))
    return alignment;
  int64_t bytes = ref.getElementBytes();
  for (int64_t extent : ref.getShape())
    bytes *= extent;
  return bytes ? std::min(alignment, bytes & -bytes) : alignment;
}

LLVM::LLVMFuncOp Distributor::createFunction() {
  SmallVector<Type> types;
  for (Type type : kernel.getArgumentTypes()) {
    if (isa<tilegpu::RefType>(type))
      types.push_back(LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Global)));
    else
      types.push_back(type.isInteger(1) ? builder.getI8Type() : type);
  }
  if (kernel.getLinearGrid())
    types.append(kernel.getAxisOrder().size(), builder.getI32Type());
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Global));
  types.append((kernel.getWorkspaceBytes() > 0 ? 1 : 0) + (kernel.getReports() ? 1 : 0), pointer);
  size_t firstMap = types.size();
  if (kernel.getTensorMaps())
    types.append(kernel.getTensorMaps()->size(), LLVM::LLVMPointerType::get(builder.getContext()));
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), types);
  auto created = LLVM::LLVMFuncOp::create(builder, loc, kernel.getSymName(), type);
  created->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  created->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                   builder.getDenseI32ArrayAttr({static_cast<int32_t>(kernel.getThreads())}));
  for (auto [index, argument] : llvm::enumerate(kernel.getArgumentTypes()))
    if (auto ref = dyn_cast<tilegpu::RefType>(argument))
      created.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(), builder.getI64IntegerAttr(getToldAlignment(ref, kernel.getAlignment(index))));
  if (kernel.getClusterSize() > 1)
    created->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                     builder.getDenseI32ArrayAttr({static_cast<int32_t>(kernel.getClusterSize()), 1, 1}));
  // What setmaxnreg takes and gives back is counted from the registers that the kernel begins with.
  if (auto registers = kernel->getAttrOfType<IntegerAttr>(tilegpu::launchRegistersName))
    created->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(), builder.getI32IntegerAttr(static_cast<int32_t>(registers.getInt())));
  // A tensor map by value. Without `grid_constant` LLVM would copy it to the stack, where TMA can't read it.
  auto map = LLVM::LLVMArrayType::get(builder.getI8Type(), 128);
  for (size_t index = firstMap; index < types.size(); ++index) {
    created.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(), TypeAttr::get(map));
    created.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(), builder.getI64IntegerAttr(64));
    created.setArgAttr(index, NVVM::NVVMDialect::getGridConstantAttrName(), builder.getUnitAttr());
  }
  return created;
}

FailureOr<OwningOpRef<ModuleOp>> Distributor::run() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  if (kernel.getSharedBytes() > 0 || kernel.getWarpgroups() > 0) {
    auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
    shared = LLVM::GlobalOp::create(builder, loc, bytes, /*isConstant=*/false, LLVM::Linkage::External, "shared_memory", Attribute(),
                                    /*alignment=*/1024, /*addrSpace=*/static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  }
  function = createFunction();
  Block *entry = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(entry);
  for (auto [index, argument] : llvm::enumerate(kernel.getArguments())) {
    Value value = entry->getArgument(index);
    if (argument.getType().isInteger(1))
      value = arith::TruncIOp::create(builder, loc, argument.getType(), value);
    set(argument, {value});
  }
  if (failed(team->begin()))
    return failure();
  if (failed(visitBlock(kernel.getBody().front())))
    return failure();
  team->end();
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return module;
}

//===-- where this program and this thread stand --------------------------------------------------------------===//

Value Distributor::getThread() { return team->getThread(); }

Value Distributor::getBlockX() {
  if (!blockX) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&function.getBody().front());
    blockX = NVVM::BlockIdXOp::create(builder, loc, builder.getI32Type());
  }
  return blockX;
}

Value Distributor::getProgramId(int64_t axis) {
  if (Value index = team->getClusterIndex(axis))
    return index;
  ArrayRef<int64_t> order = kernel.getAxisOrder();
  int64_t position = llvm::find(order, axis) - order.begin();
  Type i32 = builder.getI32Type();
  if (position == 1 && !kernel.getLinearGrid())
    return NVVM::BlockIdYOp::create(builder, loc, i32);
  if (position == 2 && !kernel.getLinearGrid())
    return NVVM::BlockIdZOp::create(builder, loc, i32);
  Value id = getBlockX();
  if (kernel.getParts() > 1)
    id = arith::ShRUIOp::create(builder, loc, id, constant(llvm::Log2_64(kernel.getParts())));
  if (!kernel.getLinearGrid())
    return id;
  unsigned firstExtent = getFirstExtentParameter();
  // A cluster is consecutive blocks: its axes are the fastest.
  if (kernel.getClusterSize() > 1)
    id = arith::DivUIOp::create(builder, loc, id, constant(kernel.getClusterSize()));
  for (int64_t faster : order.take_front(position).drop_front(kernel.getCluster().size()))
    id = arith::DivUIOp::create(builder, loc, id, getParameter(firstExtent + faster));
  if (position + 1 == static_cast<int64_t>(order.size()))
    return id;
  return arith::RemUIOp::create(builder, loc, id, getParameter(firstExtent + axis));
}

Value Distributor::getNumPrograms(int64_t axis) {
  if (int64_t extent = team->getClusterExtent(axis))
    return constant(extent);
  if (kernel.getLinearGrid())
    return getParameter(getFirstExtentParameter() + axis);
  ArrayRef<int64_t> order = kernel.getAxisOrder();
  int64_t position = llvm::find(order, axis) - order.begin();
  Type i32 = builder.getI32Type();
  if (position == 1)
    return NVVM::GridDimYOp::create(builder, loc, i32);
  if (position == 2)
    return NVVM::GridDimZOp::create(builder, loc, i32);
  Value count = NVVM::GridDimXOp::create(builder, loc, i32);
  if (kernel.getParts() > 1)
    count = arith::ShRUIOp::create(builder, loc, count, constant(llvm::Log2_64(kernel.getParts())));
  return count;
}

/// A run of thread bits whose bases double along `axis` alone is one shift and one mask.
Value Distributor::getThreadCoordinate(const LinearLayout &layout, size_t axis) {
  Value &known = coordinates[{layout.str(), axis}];
  if (known)
    return known;
  Value tid = getThread();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(tid.getDefiningOp());
  SmallVector<int32_t> parts; // the coordinate that each bit of the thread's number gives
  for (StringRef input : {StringRef(layout::laneDim), StringRef(layout::warpDim)})
    for (const layout::Basis &basis : layout.bases(input))
      parts.push_back(basis[axis]);
  Value sum;
  for (size_t bit = 0; bit < parts.size();) {
    if (parts[bit] == 0) {
      ++bit;
      continue;
    }
    size_t end = bit + 1;
    bool isSingleBit = llvm::isPowerOf2_32(parts[bit]);
    while (isSingleBit && end < parts.size() && parts[end] == parts[end - 1] * 2)
      ++end;
    Value piece = arith::ShRUIOp::create(builder, loc, tid, constant(bit));
    if (end < parts.size())
      piece = arith::AndIOp::create(builder, loc, piece, constant((int64_t(1) << (end - bit)) - 1));
    piece = arith::MulIOp::create(builder, loc, piece, constant(parts[bit]));
    sum = sum ? Value(arith::XOrIOp::create(builder, loc, sum, piece)) : piece;
    bit = end;
  }
  return known = sum ? sum : constant(0);
}

Value Distributor::addCoordinate(const LinearLayout &layout, size_t axis, Value part, int32_t coordinate) {
  if (coordinate == 0)
    return part;
  int32_t threadBits = 0;
  for (StringRef input : {StringRef(layout::laneDim), StringRef(layout::warpDim)})
    for (const layout::Basis &basis : layout.bases(input))
      threadBits |= basis[axis];
  if (threadBits & coordinate)
    return arith::XOrIOp::create(builder, loc, part, constant(coordinate));
  return arith::AddIOp::create(builder, loc, part, constant(coordinate));
}

//===-- control flow ------------------------------------------------------------------------------------------===//

LogicalResult Distributor::visitBlock(Block &block) {
  for (Operation &op : block) {
    Location outer = loc;
    loc = getLoc(op.getLoc());
    LogicalResult result = visit(&op);
    loc = outer;
    if (failed(result))
      return failure();
  }
  return success();
}

LogicalResult Distributor::visit(Operation *op) {
  if (std::optional<LogicalResult> done = team->visit(op))
    return *done;
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tilegpu::ReturnOp) { return success(); })
      .Case([&](tilegpu::ProgramIdOp id) { return set(id, {getProgramId(id.getAxis())}), success(); })
      .Case([&](tilegpu::NumProgramsOp count) { return set(count, {getNumPrograms(count.getAxis())}), success(); })
      .Case([&](tilegpu::ProgramPartOp part) {
        Value index = arith::AndIOp::create(builder, loc, getBlockX(), constant(static_cast<int64_t>(kernel.getParts()) - 1));
        return set(part, {index}), success();
      })
      .Case([&](tilegpu::LoadOp load) { return visitLoad(load), success(); })
      .Case([&](tilegpu::StoreOp store) { return visitStore(store), success(); })
      .Case([&](tilegpu::GatherOp gather) { return visitGather(gather), success(); })
      .Case([&](tilegpu::ScatterOp scatter) { return visitScatter(scatter), success(); })
      .Case([&](tilegpu::IotaOp iota) { return visitIota(iota), success(); })
      .Case([&](tilegpu::SplatOp splat) {
        return set(splat, Registers(countRegisters(splat.getType()), getScalar(splat.getInput()))), success();
      })
      .Case([&](tilegpu::BroadcastOp broadcast) { return visitBroadcast(broadcast), success(); })
      // The layout went along, so each register holds what it held.
      .Case<tilegpu::ReshapeOp, tilegpu::TransposeOp>([&](auto same) {
        Registers values = get(same.getInput());
        return set(same, std::move(values)), success();
      })
      .Case([&](tilegpu::SliceOp slice) { return visitSlice(slice), success(); })
      .Case<tilegpu::PrintOp, tilegpu::AssertOp>([&](auto report) { return visitReport(report); })
      .Case([&](scf::ForOp loop) { return visitFor(loop); })
      .Case([&](scf::IfOp branch) { return visitIf(branch); })
      .Case([&](scf::WhileOp loop) { return visitWhile(loop); })
      .Case<scf::YieldOp, scf::ConditionOp>([&](Operation *yield) { return visitYield(yield), success(); })
      .Default([&](Operation *other) { return visitElementwise(other); });
}

void Distributor::visitYield(Operation *op) {
  SmallVector<Value> values;
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (loop && isCarriedInPairs(loop, static_cast<unsigned>(index)))
      llvm::append_range(values, getCarriedPairs(operand));
    else
      llvm::append_range(values, get(operand));
  OperationState state(loc, op->getName(), values, TypeRange());
  builder.create(state);
}

LogicalResult Distributor::visitFor(scf::ForOp op) {
  SmallVector<Value> inits;
  for (auto [index, init] : llvm::enumerate(op.getInitArgs()))
    if (isCarriedInPairs(op, static_cast<unsigned>(index)))
      llvm::append_range(inits, getCarriedPairs(init));
    else
      llvm::append_range(inits, get(init));
  auto loop = scf::ForOp::create(builder, loc, getScalar(op.getLowerBound()), getScalar(op.getUpperBound()),
                                 getScalar(op.getStep()), inits);
  if (op.getUnsignedCmp())
    loop.setUnsignedCmp(true);
  OpBuilder::InsertionGuard guard(builder);
  // A loop that carries nothing is built with its yield; ours comes from the body.
  if (inits.empty())
    loop.getBody()->getTerminator()->erase();
  builder.setInsertionPointToEnd(loop.getBody());
  set(op.getInductionVar(), {loop.getInductionVar()});
  auto spread = [&](ValueRange from, ValueRange to) {
    size_t next = 0;
    for (auto [index, value] : llvm::enumerate(from)) {
      int64_t count = countRegisters(value.getType());
      if (isCarriedInPairs(op, static_cast<unsigned>(index))) {
        count /= tilegpu::unalignedElements;
        set(value, splitPairs(to.slice(next, count), tilegpu::getElementType(value.getType())));
      } else {
        set(value, llvm::to_vector(to.slice(next, count)));
      }
      next += count;
    }
  };
  spread(op.getRegionIterArgs(), loop.getRegionIterArgs());
  if (failed(visitBlock(*op.getBody())))
    return failure();
  spread(op.getResults(), loop.getResults());
  return success();
}

LogicalResult Distributor::visitIf(scf::IfOp op) {
  SmallVector<Type> types;
  for (Value result : op.getResults())
    types.append(countRegisters(result.getType()), getRegisterType(tilegpu::getElementType(result.getType())));
  OperationState state(loc, op->getName(), {getScalar(op.getCondition())}, types);
  Region *thenRegion = state.addRegion(), *elseRegion = state.addRegion();
  auto branch = cast<scf::IfOp>(builder.create(state));
  (void)thenRegion, (void)elseRegion;
  for (auto [from, to] : llvm::zip(op->getRegions(), branch->getRegions())) {
    if (from.empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&to);
    if (failed(visitBlock(from.front())))
      return failure();
  }
  size_t next = 0;
  for (Value result : op.getResults()) {
    int64_t count = countRegisters(result.getType());
    set(result, Registers(branch.getResults().slice(next, count)));
    next += count;
  }
  return success();
}

LogicalResult Distributor::visitWhile(scf::WhileOp op) {
  SmallVector<Value> inits;
  for (Value init : op.getInits())
    llvm::append_range(inits, get(init));
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.append(countRegisters(type), getRegisterType(tilegpu::getElementType(type)));
  auto loop = scf::WhileOp::create(builder, loc, types, inits);
  for (auto [from, to] : llvm::zip(op->getRegions(), loop->getRegions())) {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = builder.createBlock(&to);
    for (BlockArgument argument : from.getArguments()) {
      Registers values;
      for (int64_t i = 0; i < countRegisters(argument.getType()); ++i)
        values.push_back(block->addArgument(getRegisterType(tilegpu::getElementType(argument.getType())), getLoc(argument.getLoc())));
      set(argument, std::move(values));
    }
    if (failed(visitBlock(from.front())))
      return failure();
  }
  size_t next = 0;
  for (Value result : op.getResults()) {
    int64_t count = countRegisters(result.getType());
    set(result, Registers(loop.getResults().slice(next, count)));
    next += count;
  }
  return success();
}
