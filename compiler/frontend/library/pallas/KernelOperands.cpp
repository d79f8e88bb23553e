// SPDX-License-Identifier: Apache-2.0
// What a kernel works on: the arrays, results and buffers of a call as operands, with names, aliases and blocks.
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/NonNumeric.h"
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/pallas/KernelRecorder.h"
#include "compiler/frontend/library/pallas/PairSpecs.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool KernelRecorder::readInputs(llvm::ArrayRef<Value> arguments) {
  inputTree = evaluator.tuple(arguments.vec());
  if (configuration.prefetchedCount > arguments.size())
    return evaluator.raise(DiagnosticId::valueError, "`num_scalar_prefetch` is " + std::to_string(configuration.prefetchedCount) + " but kernel `" +
                                                         kernelName + "` is called with " + std::to_string(arguments.size()) +
                                                         (arguments.size() == 1 ? " array" : " arrays")), false;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    for (const TreeLeaf &leaf : flattenWithPaths(evaluator, argument)) {
      std::string origin = "args[" + std::to_string(index) + "]" + leaf.path;
      if (isa<KeyArray>(leaf.value))
        return evaluator.notSupported("a typed random key as an input of a kernel"), false;
      if (isComplexOperand(leaf.value))
        return evaluator.notSupported("an array of complex numbers as an input of a kernel"), false;
      if (isItemsOperand(leaf.value))
        return evaluator.notSupported("an array whose items are no numbers as an input of a kernel"), false;
      Value held = findHostArray(evaluator, leaf.value);
      std::optional<Operand> operand = asOperand(held ? held : leaf.value);
      if (!operand)
        return evaluator
            .raise(DiagnosticId::typeError, "input " + origin + " of kernel `" + kernelName + "` is a `" + leaf.value->typeName(evaluator) + "`, not an array")
            .note("bind what is not an array with `functools.partial`"), false;
      mlir::Value value = materialize(evaluator, *operand, canonicalizeX32(operand->type.dtype));
      if (!value)
        return false;
      KernelOperand input;
      input.shape.assign(operand->shape().begin(), operand->shape().end());
      input.dtype = canonicalizeX32(operand->type.dtype);
      input.origin = origin;
      input.shapeRange = toRange(value.getLoc());
      if (held)
        givenRefs.push_back({leaf.value, value, static_cast<unsigned>(inputs.size()), input.shape, input.dtype});
      inputs.push_back(input);
      inputValues.push_back(value);
    }
    if (index + 1 == configuration.prefetchedCount)
      scalarCount = inputs.size();
  }
  return true;
}

bool KernelRecorder::readOutputs() {
  bool isSequence = isa<SequenceObject>(configuration.outShape) && !cast<SequenceObject>(configuration.outShape)->namedType;
  outputTree = isSequence ? configuration.outShape : evaluator.tuple({configuration.outShape});
  for (const TreeLeaf &leaf : flattenWithPaths(evaluator, configuration.outShape)) {
    KernelOperand output;
    output.origin = "outputs" + leaf.path;
    if (!readShaped(evaluator, leaf.value, output, "out_shape"))
      return false;
    outputs.push_back(output);
  }
  return true;
}

bool KernelRecorder::readScratch() {
  Value shapes = configuration.scratchShapes;
  bool isSequence = isa<SequenceObject>(shapes);
  scratchTree = isNone(shapes) ? evaluator.tuple({}) : isSequence || hasScratchByName() ? shapes : evaluator.tuple({shapes});
  for (const TreeLeaf &leaf : flattenWithPaths(evaluator, scratchTree)) {
    KernelOperand buffer;
    buffer.origin = "scratch" + leaf.path;
    if (!readShaped(evaluator, leaf.value, buffer, "scratch_shapes"))
      return false;
    scratch.push_back(buffer);
  }
  return true;
}

bool KernelRecorder::readAliases() {
  if (isNone(configuration.aliases))
    return true;
  auto *dict = dyn_cast<DictObject>(configuration.aliases);
  if (!dict)
    return evaluator.raise(DiagnosticId::typeError, "`input_output_aliases` is a `" + configuration.aliases->typeName(evaluator) +
                                                        "`, not a dict of input numbers to output numbers"), false;
  for (const HashTable::Entry &entry : dict->table.entries()) {
    if (!entry.key)
      continue;
    std::optional<int64_t> in = evaluator.toInt(entry.key, "input_output_aliases"), out = in ? evaluator.toInt(entry.value, "input_output_aliases") : std::nullopt;
    if (!out)
      return false;
    std::string mapping = "input_output_aliases contains the mapping '" + std::to_string(*in) + ":" + std::to_string(*out) + "' ";
    auto isOutside = [](int64_t index, size_t count) { return index < 0 || index >= static_cast<int64_t>(count); };
    if (isOutside(*in, inputs.size()))
      return evaluator.raise(DiagnosticId::valueError, mapping + "with input index " + std::to_string(*in) + " outside the range [0, " + std::to_string(inputs.size()) + ")"), false;
    if (isOutside(*out, outputs.size()))
      return evaluator.raise(DiagnosticId::valueError, mapping + "with output index " + std::to_string(*out) + " outside the range [0, " + std::to_string(outputs.size()) + ")"), false;
    const KernelOperand &input = inputs[*in], &output = outputs[*out];
    if (input.shape != output.shape || input.dtype != output.dtype)
      return evaluator.raise(DiagnosticId::valueError, mapping + "referring to input[" + std::to_string(*in) + "] with abstract value " +
                                                           describeAbstract(input.dtype, input.shape) + " and to output[" + std::to_string(*out) +
                                                           "] with a different abstract value " + describeAbstract(output.dtype, output.shape)), false;
    aliasOfOutput[*out] = *in;
  }
  return true;
}

/// Names operands after the kernel's parameters, as far as it has some. Whether their number is right is told when it is called.
void KernelRecorder::nameOperands() {
  std::vector<std::string> names;
  std::string variadic = "ref";
  if (std::optional<std::vector<ParameterInfo>> parameters = evaluator.parametersOf(configuration.kernel)) {
    using ParameterKind = syntax::Parameter::Kind;
    for (const ParameterInfo &parameter : *parameters) {
      if (parameter.kind == ParameterKind::positional || parameter.kind == ParameterKind::positionalOnly)
        names.push_back(parameter.name);
      else if (parameter.kind == ParameterKind::varArgs)
        variadic = parameter.name;
    }
  }
  evaluator.clearPending();
  size_t position = 0, next = 0;
  auto nameTree = [&](Value tree) {
    for (Value part : cast<SequenceObject>(tree)->items) {
      std::string name = position < names.size() ? names[position] : variadic + "_" + std::to_string(position - names.size());
      ++position;
      for (const TreeLeaf &leaf : flattenWithPaths(evaluator, part))
        operand(next++).name = name + leaf.path;
    }
  };
  nameTree(inputTree);
  nameTree(outputTree);
  if (!hasScratchByName())
    return nameTree(scratchTree);
  for (const TreeLeaf &leaf : flattenWithPaths(evaluator, scratchTree))
    operand(next++).name = llvm::StringRef(leaf.path).trim("[]'").str();
}

bool KernelRecorder::resolveBlocks(llvm::ArrayRef<Value> arguments) {
  Value blocked = evaluator.tuple(arguments.drop_front(configuration.prefetchedCount).vec());
  llvm::MutableArrayRef<KernelOperand> withSpecs = llvm::MutableArrayRef<KernelOperand>(inputs).drop_front(scalarCount);
  if (!pairSpecs(evaluator, configuration.inSpecs, blocked, withSpecs, "in_specs", "inputs") ||
      !pairSpecs(evaluator, configuration.outSpecs, configuration.outShape, outputs, "out_specs", "out_shape"))
    return false;
  for (size_t index = 0; index < arrayCount(); ++index) {
    std::optional<ResolvedBlock> block = resolveBlock(evaluator, operand(index));
    if (!block)
      return false;
    blocks.push_back(*block);
  }
  return true;
}
