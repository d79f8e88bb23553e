// SPDX-License-Identifier: Apache-2.0
// Code of prints and asserts: see Reports.h. A block that shares its program with others says what its first part says.
#include "compiler/codegen/Reports.h"
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/LayoutFacts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

SmallVector<Operation *> codegen::getReportSites(tilegpu::KernelOp kernel) {
  SmallVector<Operation *> sites;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<tilegpu::PrintOp, tilegpu::AssertOp>(op))
      sites.push_back(op);
  });
  return sites;
}

uint32_t codegen::countReportingThreads(Operation *site) {
  if (site->getParentOfType<tilegpu::WarpMapOp>())
    return tilegpu::lanesPerWarp;
  return static_cast<uint32_t>(site->getParentOfType<tilegpu::KernelOp>().getWarpsOfTensor() * tilegpu::lanesPerWarp);
}

OperandRange codegen::getReportedValues(Operation *site) {
  if (auto print = dyn_cast<tilegpu::PrintOp>(site))
    return print.getValues();
  return cast<tilegpu::AssertOp>(site).getValues();
}

uint32_t codegen::getReportedWords(Type element) { return element.getIntOrFloatBitWidth() > 32 ? 2 : 1; }

/// Registers of an array that hold elements which no other register of the thread holds.
static SmallVector<int32_t> getOwnRegisters(Type type) {
  LinearLayout layout = tilegpu::getLayout(type);
  int32_t copies = layout::getCopies(layout).registers;
  SmallVector<int32_t> registers;
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); ++reg)
    if (!(reg & copies))
      registers.push_back(reg);
  return registers;
}

uint32_t codegen::countReportedElements(Type type) { return static_cast<uint32_t>(getOwnRegisters(type).size()); }

//===-- one thread's record -----------------------------------------------------------------------------------===//

Value Distributor::getProgramNumber() {
  Type i32 = builder.getI32Type();
  Value plane = arith::MulIOp::create(builder, loc, NVVM::BlockIdZOp::create(builder, loc, i32),
                                      NVVM::GridDimYOp::create(builder, loc, i32));
  Value row = arith::AddIOp::create(builder, loc, plane, NVVM::BlockIdYOp::create(builder, loc, i32));
  Value before = arith::MulIOp::create(builder, loc, row, NVVM::GridDimXOp::create(builder, loc, i32));
  return arith::AddIOp::create(builder, loc, before, getBlockX());
}

void Distributor::appendWords(Value element, SmallVectorImpl<Value> &words) {
  Type type = element.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  Type i32 = builder.getI32Type();
  if (isa<FloatType>(type))
    element = arith::BitcastOp::create(builder, loc, builder.getIntegerType(bits), element);
  if (bits < 32)
    element = arith::ExtUIOp::create(builder, loc, i32, element);
  if (bits <= 32) {
    words.push_back(element);
    return;
  }
  words.push_back(arith::TruncIOp::create(builder, loc, i32, element));
  Value high = arith::ShRUIOp::create(builder, loc, element, constant(element.getType(), 32));
  words.push_back(arith::TruncIOp::create(builder, loc, i32, high));
}

void Distributor::appendElements(Value array, SmallVectorImpl<Value> &words) {
  LinearLayout layout = tilegpu::getLayout(array.getType());
  ArrayRef<int64_t> shape = cast<RankedTensorType>(array.getType()).getShape();
  for (int32_t reg : getOwnRegisters(array.getType())) {
    layout::Basis coordinates = layout.apply(reg);
    Value index = constant(0);
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      Value scaled = arith::MulIOp::create(builder, loc, index, constant(shape[axis]));
      index = arith::AddIOp::create(builder, loc, scaled,
                                    addCoordinate(layout, axis, getThreadCoordinate(layout, axis), coordinates[axis]));
    }
    words.push_back(index);
    appendWords(get(array)[reg], words);
  }
}

/// Reserves place for the words, and writes them where there is any.
void Distributor::emitRecord(ArrayRef<Value> words) {
  Value buffer = getParameter(getReportsParameter());
  Type i32 = builder.getI32Type();
  auto at = [&](Value index) {
    return LLVM::GEPOp::create(builder, loc, buffer.getType(), i32, buffer, ArrayRef<LLVM::GEPArg>{index});
  };
  Value count = constant(static_cast<int64_t>(words.size()));
  Value begin = LLVM::AtomicRMWOp::create(builder, loc, LLVM::AtomicBinOp::add, buffer, count,
                                          LLVM::AtomicOrdering::monotonic, "device");
  Value capacity = LLVM::LoadOp::create(builder, loc, i32, at(constant(1)), /*alignment=*/4);
  Value end = arith::AddIOp::create(builder, loc, begin, count);
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, end, capacity);
  auto branch = scf::IfOp::create(builder, loc, fits, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  for (auto [index, word] : llvm::enumerate(words)) {
    Value place = arith::AddIOp::create(builder, loc, begin, constant(static_cast<int64_t>(index) + reportHeaderWords));
    LLVM::StoreOp::create(builder, loc, word, at(place), /*alignment=*/4);
  }
}

LogicalResult Distributor::visitReport(Operation *op) {
  SmallVector<Operation *> sites = getReportSites(kernel);
  int64_t site = llvm::find(sites, op) - sites.begin();
  SmallVector<Type> arrays;
  for (Value value : getReportedValues(op))
    if (isa<RankedTensorType>(value.getType()))
      arrays.push_back(value.getType());
  // With one array its owners tell, with none the team's first thread, with several everybody: the host takes what is
  // told twice once.
  Value speaks = arrays.size() == 1 ? getWriterPredicate(arrays.front())
                 : arrays.empty()   ? getWriterPredicate(builder.getI32Type())
                                    : Value();
  auto require = [&](Value condition) {
    speaks = speaks ? Value(arith::AndIOp::create(builder, loc, speaks, condition)) : condition;
  };
  if (kernel.getParts() > 1) {
    Value part = arith::AndIOp::create(builder, loc, getBlockX(), constant(kernel.getParts() - 1));
    require(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, part, constant(0)));
  }
  if (auto assertion = dyn_cast<tilegpu::AssertOp>(op))
    require(arith::XOrIOp::create(builder, loc, getScalar(assertion.getCondition()), constant(builder.getI1Type(), 1)));
  if (!speaks)
    speaks = constant(builder.getI1Type(), 1);
  // Coordinates are made where the kernel begins, not in the branch.
  for (Value value : getReportedValues(op))
    if (isa<RankedTensorType>(value.getType()))
      for (size_t axis = 0; axis < tilegpu::getLayout(value.getType()).rank(); ++axis)
        getThreadCoordinate(tilegpu::getLayout(value.getType()), axis);
  Value thread = team->getFlatThread();
  auto branch = scf::IfOp::create(builder, loc, speaks, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  SmallVector<Value> words = {constant(site), getProgramNumber(), thread};
  for (Value value : getReportedValues(op)) {
    if (isa<RankedTensorType>(value.getType()))
      appendElements(value, words);
    else
      appendWords(getScalar(value), words);
  }
  emitRecord(words);
  return success();
}
