// SPDX-License-Identifier: Apache-2.0
// Records a kernel for the operands of one call of `pallas_call`, and a launch of it. The steps, in order: read the arrays and the
// results' shapes (KernelOperands.cpp); pair each with its spec; make the kernel's Refs; record the index maps; call the user's function
// on the Refs; see from what it recorded which Refs are read and written (RecordKernel.cpp); launch (LaunchKernel.cpp).
//
// The kernel's arguments are the prefetched scalars, the other inputs, the outputs, the scratch buffers, and last those that
// `run_scoped` adds while the body is recorded. An index map takes an i32 a grid axis and then the scalars' Refs.
#pragma once

#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/Refs.h"

namespace tessera::frontend {

/// One call of a kernel.
class KernelRecorder {
public:
  KernelRecorder(Evaluator &evaluator, const PallasCallConfiguration &configuration) : evaluator(evaluator), configuration(configuration) {}
  Value run(llvm::ArrayRef<Value> arguments);

private:
  bool readInputs(llvm::ArrayRef<Value> arguments);
  bool readOutputs();
  bool readScratch();
  bool readAliases();
  void nameOperands();
  bool resolveBlocks(llvm::ArrayRef<Value> arguments);
  tile::KernelOp makeKernel();
  bool recordIndexMaps(tile::KernelOp kernel);
  std::optional<Arguments> makeRefs(mlir::Block *entry);
  bool checkParameters(const Arguments &arguments);
  bool recordBody(tile::KernelOp kernel);
  void nameAxes();
  void resetSemaphores(tile::KernelOp kernel);
  bool shareAliases(tile::KernelOp kernel);
  void setAccesses(tile::KernelOp kernel);
  std::string describeArguments() const;
  tile::KernelOp record(llvm::ArrayRef<Value> arguments);
  bool hasPrograms() const { return !llvm::is_contained(configuration.grid, 0); }
  Value launch(tile::KernelOp kernel);
  Value skipLaunch();
  bool hasScratchByName() const { return llvm::isa<DictObject>(configuration.scratchShapes); }
  size_t arrayCount() const { return inputs.size() + outputs.size(); }
  size_t operandCount() const { return arrayCount() + scratch.size(); }
  KernelOperand &operand(size_t index) {
    if (index < inputs.size())
      return inputs[index];
    index -= inputs.size();
    return index < outputs.size() ? outputs[index] : scratch[index - outputs.size()];
  }

  Evaluator &evaluator;
  const PallasCallConfiguration &configuration;
  std::string kernelName;
  Value inputTree = nullptr, outputTree = nullptr, scratchTree = nullptr; // tuples: one entry a parameter
  std::vector<KernelOperand> inputs, outputs, scratch;
  size_t scalarCount = 0; // of the inputs: leaves of the prefetched arguments
  std::vector<mlir::Value> inputValues;
  std::vector<HostRef> givenRefs, usedRefs; // of `jax.new_ref`: inputs, and those that the body found
  std::vector<ResolvedBlock> blocks;      // inputs, then outputs
  std::map<size_t, size_t> aliasOfOutput; // output -> input whose contents it starts with
};

/// A kernel's argument as the Ref that its operand describes.
PallasRef *makeRef(Evaluator &evaluator, mlir::Value value, const KernelOperand &operand);
/// Writes a whole number to all of an integer Ref.
void fillRef(Evaluator &evaluator, PallasRef *ref, int64_t value);
/// What memory that nobody wrote holds: NaN, the smallest signed integer, 0 for unsigned ones, False.
mlir::Value makeUninitialized(Emitter &emitter, DType type, llvm::ArrayRef<int64_t> shape);

} // namespace tessera::frontend
