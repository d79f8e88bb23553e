// SPDX-License-Identifier: Apache-2.0
// Names for what the compiler laid out.
#include "runner/device/SharedPlaces.h"
#include "compiler/support/Diagnostic.h"
#include "llvm/ADT/MapVector.h"
#include <set>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::tilegpu;

/// The name of the kernel's argument, or of the value as the program assigned it.
static std::string findName(mlir::Value value) {
  if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
    if (auto kernel = mlir::dyn_cast<KernelOp>(argument.getOwner()->getParentOp()))
      if (auto name = kernel.getArgAttrOfType<mlir::StringAttr>(argument.getArgNumber(), "tilegpu.name"))
        return name.str();
  if (auto named = mlir::dyn_cast<mlir::NameLoc>(value.getLoc()))
    return named.getName().str();
  return {};
}

/// Of a buffer that has no name of its own: of what is first copied into it.
static std::string findCopied(AllocSharedOp alloc, KernelOp kernel) {
  std::string name;
  kernel.getBody().walk([&](mlir::Operation *op) {
    if (!mlir::isa<LoadAsyncOp, GatherAsyncOp>(op))
      return mlir::WalkResult::advance();
    bool isInto = llvm::any_of(llvm::drop_begin(op->getOperands()), [&](mlir::Value operand) {
      return mlir::isa<RefType>(operand.getType()) && getBaseRef(operand) == alloc.getResult();
    });
    if (isInto)
      name = findName(getBaseRef(op->getOperand(0)));
    return name.empty() ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
  });
  return name;
}

static std::string nameBuffer(AllocSharedOp alloc, KernelOp kernel) {
  std::string name = alloc.getName().str();
  if (name.empty())
    name = findName(alloc.getResult());
  if (name.empty())
    name = findCopied(alloc, kernel);
  return name.empty() ? "buffer of line " + std::to_string(toRange(alloc.getLoc()).begin.line) : name;
}

std::vector<emulator::TracePlace> runner::nameSharedPlaces(KernelOp kernel) {
  std::vector<emulator::TracePlace> places;
  std::set<std::string> taken;
  auto add = [&](std::string name, std::optional<uint64_t> offset, int64_t bytes, int64_t slots) {
    if (!offset)
      return;
    for (int copy = 2; !taken.insert(name).second; ++copy)
      name = name.substr(0, name.find(" (")) + " (" + std::to_string(copy) + ")";
    places.push_back(
        {std::move(name), static_cast<uint32_t>(*offset), static_cast<uint32_t>(bytes), static_cast<uint32_t>(slots)});
  };
  kernel.getBody().walk([&](mlir::Operation *op) {
    if (auto alloc = mlir::dyn_cast<AllocSharedOp>(op)) {
      auto ref = mlir::cast<RefType>(alloc.getResult().getType());
      int64_t bytes = ref.getElementBytes();
      for (int64_t extent : ref.getShape())
        bytes *= extent;
      add(nameBuffer(alloc, kernel), alloc.getOffset(), bytes, ref.getShape().size() > 2 ? ref.getShape().front() : 0);
    } else if (auto barrier = mlir::dyn_cast<AllocBarrierOp>(op)) {
      int64_t count = mlir::cast<BarrierType>(barrier.getResult().getType()).getCount();
      std::string name = barrier.getName().empty() ? findName(barrier.getResult()) : barrier.getName().str();
      add(name.empty() ? "barrier" : std::move(name), barrier.getOffset(), 8 * count, count > 1 ? count : 0);
    }
  });
  llvm::sort(places,
             [](const emulator::TracePlace &a, const emulator::TracePlace &b) { return a.address < b.address; });
  return places;
}
