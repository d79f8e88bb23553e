// SPDX-License-Identifier: Apache-2.0
// A call of a kernel: found among the earlier traces or recorded, and launched; see KernelRecorder.h.
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/pallas/KernelRecorder.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// The function's own name, through partials and wrappers; `kernel` for a lambda.
static std::string nameOfFunction(Value function) {
  if (auto *partial = dyn_cast<PartialObject>(function))
    return nameOfFunction(partial->function);
  if (auto *wrapper = dyn_cast<WrapperObject>(function); wrapper && wrapper->wrapped)
    return nameOfFunction(wrapper->wrapped);
  if (auto *bound = dyn_cast<BoundMethodObject>(function))
    return nameOfFunction(bound->function);
  auto *plain = dyn_cast<FunctionObject>(function);
  return !plain || plain->lambda || plain->name.empty() ? "kernel" : plain->name;
}

mlir::Value frontend::makeUninitialized(Emitter &emitter, DType type, llvm::ArrayRef<int64_t> shape) {
  if (numerics::isFloat(type))
    return emitter.constant(std::numeric_limits<double>::quiet_NaN(), type, shape);
  bool isSigned = numerics::isSigned(type) && type != DType::boolean;
  int64_t least = isSigned ? static_cast<int64_t>(~uint64_t(0) << (numerics::getBitWidth(type) - 1)) : 0;
  return emitter.constantInt(least, type, shape);
}

Value frontend::makeEmpty(Evaluator &evaluator, DType type, llvm::ArrayRef<int64_t> shape) {
  Emitter emitter = emitterHere(evaluator);
  return wrap(evaluator, makeUninitialized(emitter, type, shape), type);
}

Value KernelRecorder::launch(tile::KernelOp kernel) {
  Emitter emitter = emitterHere(evaluator);
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> results;
  std::vector<size_t> resultOfArgument(arrayCount());
  for (size_t index = 0; index < arrayCount(); ++index) {
    tile::Access access = kernel.getAccess(index);
    const KernelOperand &current = operand(index);
    bool isInput = index < inputs.size();
    if (access != tile::Access::write) {
      mlir::Value value;
      if (isInput)
        value = inputValues[index];
      else if (auto alias = aliasOfOutput.find(index - inputs.size()); alias != aliasOfOutput.end())
        value = inputValues[alias->second];
      else
        value = makeUninitialized(emitter, current.dtype, current.shape);
      operands.push_back(value);
    }
    if (access != tile::Access::read) {
      resultOfArgument[index] = results.size();
      results.push_back(getArrayType(evaluator.context(), current.shape, current.dtype));
    }
  }
  size_t ownResults = results.size();
  addHostOperands(kernel, usedRefs, operands, results);
  auto launched = emitter.create<tile::LaunchOp>(results, kernel.getSymName(), configuration.grid, operands);
  if (!updateHostRefs(evaluator, kernel, usedRefs, launched.getOutputs().drop_front(ownResults)))
    return nullptr;
  for (const HostRef &ref : givenRefs)
    if (kernel.getAccess(ref.argument) == tile::Access::readwrite &&
        !updateHostRefs(evaluator, kernel, ref, launched.getOutputs().drop_front(resultOfArgument[ref.argument])))
      return nullptr;
  std::vector<Value> arrays;
  for (auto [index, output] : llvm::enumerate(outputs))
    arrays.push_back(wrap(evaluator, launched.getOutputs()[resultOfArgument[inputs.size() + index]], output.dtype));
  llvm::ArrayRef<Value> rest = arrays;
  return unflattenTree(evaluator, configuration.outShape, rest);
}

/// A grid without programs: an output is the input that it is aliased to, or was written by nobody.
Value KernelRecorder::skipLaunch() {
  if (Diagnostic *remark = reportOnce(evaluator, DiagnosticId::gridError, evaluator.where(configuration.range),
                                      "the grid " + formatShape(configuration.grid) + " has no programs: `" + kernelName + "` does not run", Severity::remark))
    remark->note("its outputs are undefined: here NaN, or the smallest integer; an aliased output is its input");
  Emitter emitter = emitterHere(evaluator);
  std::vector<Value> arrays;
  for (auto [index, output] : llvm::enumerate(outputs)) {
    auto alias = aliasOfOutput.find(index);
    mlir::Value value = alias != aliasOfOutput.end() ? inputValues[alias->second] : makeUninitialized(emitter, output.dtype, output.shape);
    arrays.push_back(wrap(evaluator, value, output.dtype));
  }
  llvm::ArrayRef<Value> rest = arrays;
  return unflattenTree(evaluator, configuration.outShape, rest);
}

/// What a trace of the kernel depends on besides the `pallas_call` itself.
std::string KernelRecorder::describeArguments() const {
  std::string text = std::to_string(evaluator.state<TraceGeneration>().number) + (areDebugChecksEnabled(evaluator) ? "c" : "") + (isX64() ? "x" : "");
  for (const KernelOperand &input : inputs)
    text += " " + input.origin + describeAbstract(input.dtype, input.shape);
  return text;
}

/// Null with an exception pending.
tile::KernelOp KernelRecorder::record(llvm::ArrayRef<Value> arguments) {
  nameOperands();
  if (!resolveBlocks(arguments))
    return {};
  tile::KernelOp kernel = makeKernel();
  if (!recordIndexMaps(kernel) || !recordBody(kernel) || !shareAliases(kernel)) {
    eraseKernel(evaluator, kernel);
    return {};
  }
  setAccesses(kernel);
  return reuseKernel(evaluator, kernel);
}

Value KernelRecorder::run(llvm::ArrayRef<Value> arguments) {
  TraceKind kind = evaluator.trace().kind;
  if (isInKernel(evaluator) || kind == TraceKind::indexMap || kind == TraceKind::triton)
    return evaluator.raise(DiagnosticId::notSupported, "`pl.pallas_call` inside a kernel is not supported").note("call the function that the inner kernel runs");
  kernelName = configuration.name.empty() ? nameOfFunction(configuration.kernel) : configuration.name;
  if (!readInputs(arguments) || !readOutputs() || !readScratch() || !readAliases())
    return nullptr;
  std::string key = describeArguments();
  tile::KernelOp kernel = configuration.traces->find(evaluator, key);
  if (!kernel && !(kernel = record(arguments)))
    return nullptr;
  if (hasPrograms()) {
    if (usedRefs.empty()) // which another call would not find
      configuration.traces->keep(key, kernel);
    return launch(kernel);
  }
  if (mlir::SymbolTable::symbolKnownUseEmpty(kernel, evaluator.module()))
    eraseKernel(evaluator, kernel);
  return skipLaunch();
}

Value frontend::callKernel(Evaluator &evaluator, const PallasCallConfiguration &configuration, llvm::ArrayRef<Value> arguments) {
  return KernelRecorder(evaluator, configuration).run(arguments);
}
