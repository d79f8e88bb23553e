// SPDX-License-Identifier: Apache-2.0
// Numbers that only a compiled kernel has. Programs divide the device's registers and shared memory by them to see how
// many programs fit on a multiprocessor, so they are asked for while the program is evaluated. The kernel is compiled
// then and there, alone, for the launches that the program has made so far, or, where it was only warmed up, for a
// launch with the warm-up's arguments on a grid that is not known; where types stood for tensors, for no launch in
// particular.
//
// Shared memory is what the schedule places, and the driver checks in the end that it stayed true
// (`EvaluateOptions::told`). Registers are counted by ptxas, which is not run here: they are the compiler's estimate,
// and a remark says so.
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/triton/Jit.h"
#include "mlir/IR/Matchers.h"

using namespace tessera;
using namespace tessera::frontend;

static constexpr int64_t mostRegisters = 255; // that a thread can have

/// How `@main` launches the kernel; none where an argument is not known before the run.
static std::optional<std::vector<TritonLaunchShape>> findLaunches(mlir::ModuleOp module, llvm::StringRef kernel) {
  std::vector<TritonLaunchShape> launches;
  bool isKnown = true;
  module.walk([&](tile::LaunchOp launch) {
    if (launch.getKernel() != kernel)
      return;
    TritonLaunchShape &shape = launches.emplace_back();
    shape.grid.assign(launch.getGrid().begin(), launch.getGrid().end());
    for (mlir::Value input : launch.getInputs()) {
      mlir::Attribute number;
      bool isArray = llvm::isa<mlir::RankedTensorType>(input.getType());
      isKnown &= isArray || matchPattern(input, m_Constant(&number));
      shape.inputs.push_back({input.getType(), isArray ? mlir::Attribute() : number});
    }
    shape.outputs.assign(launch.getOutputs().getTypes().begin(), launch.getOutputs().getTypes().end());
  });
  return isKnown ? std::optional(std::move(launches)) : std::nullopt;
}

/// A module of the kernel and its launches, whose arrays are zeros. A kernel that nobody launches or asks about would
/// not be compiled.
static mlir::OwningOpRef<mlir::ModuleOp> isolate(tile::KernelOp kernel, llvm::ArrayRef<TritonLaunchShape> launches) {
  mlir::Location location = kernel.getLoc();
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(location);
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module->getBody());
  builder.clone(*kernel);
  auto main = mlir::func::FuncOp::create(builder, location, "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(main.addEntryBlock());
  for (const TritonLaunchShape &launch : launches) {
    llvm::SmallVector<mlir::Value> inputs;
    for (auto [type, number] : launch.inputs)
      inputs.push_back(mlir::arith::ConstantOp::create(
          builder, location, number ? llvm::cast<mlir::TypedAttr>(number) : builder.getZeroAttr(type)));
    tile::LaunchOp::create(builder, location, launch.outputs, kernel.getSymName(), launch.grid, inputs);
  }
  if (launches.empty()) {
    auto text = tile::KernelTextOp::create(builder, location, tile::TextType::get(builder.getContext()),
                                           kernel.getSymName(), "ptx");
    tile::PrintOp::create(builder, location, text);
  }
  mlir::func::ReturnOp::create(builder, location);
  return module;
}

static std::optional<KernelNumbers> measure(Evaluator &evaluator, TritonHandle *handle, const std::string &what) {
  if (!evaluator.options().hostValues)
    return evaluator.raise(DiagnosticId::notSupported,
                           what + " is asked for, and nothing here compiles while the program is evaluated"),
           std::nullopt;
  auto kernel = evaluator.module().lookupSymbol<tile::KernelOp>(handle->kernel);
  std::optional<std::vector<TritonLaunchShape>> launches = findLaunches(evaluator.module(), handle->kernel);
  if (!kernel || !launches)
    return evaluator.raise(DiagnosticId::notSupported,
                           what + " is not known: an argument of a launch is not known before the program runs"),
           std::nullopt;
  if (launches->empty() && handle->warmedUp) {
    // Two grids are no grid that the code could be made for.
    launches->assign(2, *handle->warmedUp);
    ++launches->back().grid.front();
  }
  mlir::OwningOpRef<mlir::ModuleOp> module = isolate(kernel, *launches);
  DiagnosticSink reasons;
  std::optional<KernelNumbers> numbers = evaluator.options().hostValues->measure(*module, handle->kernel, reasons);
  if (numbers)
    return numbers;
  Raised raised =
      evaluator.raise(DiagnosticId::notSupported, what + " is not known: there is no GPU code of the kernel");
  if (!reasons.all().empty())
    raised.note(reasons.all().front().message, reasons.all().front().range);
  return std::nullopt;
}

Value frontend::getKernelNumber(Evaluator &evaluator, TritonHandle *handle, llvm::StringRef name) {
  std::string what = "`" + name.str() + "` of kernel `" + handle->kernel + "`";
  std::optional<KernelNumbers> numbers = measure(evaluator, handle, what);
  if (!numbers)
    return nullptr;
  if (name.ends_with("shared")) {
    if (evaluator.options().told)
      evaluator.options().told->push_back({handle->kernel, numbers->sharedBytes, evaluator.where()});
    return evaluator.integer(numbers->sharedBytes);
  }
  const char *wayOut = "`tessera show --stage=ptx` and `ptxas -v` count them";
  if (name == "n_spills" && numbers->registers > mostRegisters)
    return evaluator
        .raise(DiagnosticId::notSupported, what + " is not known: by the compiler's estimate a thread needs " +
                                               std::to_string(numbers->registers) + " registers, more than the " +
                                               std::to_string(mostRegisters) + " that there are")
        .note(wayOut);
  int64_t value = name == "n_spills" ? 0 : std::min(numbers->registers, mostRegisters);
  if (Diagnostic *told = reportOnce(evaluator, DiagnosticId::notSupported, evaluator.where(),
                                    what + " is the compiler's estimate, " + std::to_string(value) +
                                        ": ptxas is not run while the program is evaluated",
                                    Severity::remark))
    told->note(wayOut);
  return evaluator.integer(value);
}
