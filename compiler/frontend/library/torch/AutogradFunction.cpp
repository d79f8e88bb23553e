// SPDX-License-Identifier: Apache-2.0
// `torch.autograd.Function`: `apply` calls the user's `forward` without remembering what it does, and marks its outputs
// with a rule that calls the user's `backward` (library/derivatives).
#include "compiler/frontend/library/torch/Autograd.h"
#include "compiler/frontend/library/torch/TorchCalls.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static InstanceObject *makeContext(Evaluator &evaluator, llvm::ArrayRef<Value> inputs) {
  auto *type = evaluator.make<ClassObject>("FunctionCtx");
  type->module = "torch.autograd.function";
  type->isUser = true;
  type->resolutionOrder = {type};
  auto *context = evaluator.make<InstanceObject>(type);
  std::vector<Value> needs;
  for (Value input : inputs)
    needs.push_back(evaluator.boolean(torchWantsGradient(evaluator, input)));
  context->attributes.set("needs_input_grad", evaluator.tuple(std::move(needs)));
  // Methods that keep their arguments, under another name.
  for (auto [method, name] :
       {std::pair("save_for_backward", "saved_tensors"), std::pair("mark_non_differentiable", "_constant"),
        std::pair("mark_dirty", "_dirty"), std::pair("set_materialize_grads", "_materializes")}) {
    context->attributes.set(name, evaluator.tuple({}));
    context->attributes.set(
        method,
        evaluator.function(method, [context, name = std::string(name)](Evaluator &e, Arguments &arguments) -> Value {
          context->attributes.set(
              name, e.tuple(std::vector<Value>(arguments.positional.begin(), arguments.positional.end())));
          return e.none();
        }));
  }
  return context;
}

static bool listHas(InstanceObject *context, llvm::StringRef name, Value item) {
  return llvm::is_contained(cast<TupleObject>(context->attributes.find(name))->items, item);
}

namespace {
/// One call of a Function that is to be differentiated.
struct FunctionCall {
  ClassObject *function;
  InstanceObject *context;
  std::vector<Value> inputs, outputs;
  std::vector<TorchTensor *> differentiated; // outputs, of which gradients come in
  llvm::SmallVector<size_t> wanted;          // inputs that are tensors of floats

  Value backward(Evaluator &evaluator, Value given) const;
};
} // namespace

/// The user's `backward`, for the cotangents of `differentiated`; the gradients of `wanted`.
Value FunctionCall::backward(Evaluator &evaluator, Value given) const {
  std::vector<Value> cotangents = cast<SequenceObject>(given)->items, passed = {context}, results;
  auto *flag = cast<TupleObject>(context->attributes.find("_materializes"));
  std::optional<bool> materializes = flag->items.empty() ? std::optional<bool>(true) : evaluator.truth(flag->items[0]);
  if (!materializes)
    return nullptr;
  for (Value output : outputs) {
    auto found = llvm::find(differentiated, output);
    auto *tensor = dyn_cast<TorchTensor>(output);
    if (found != differentiated.end())
      passed.push_back(cotangents[found - differentiated.begin()]);
    else if (tensor && *materializes)
      passed.push_back(wrapTorch(evaluator, emitterHere(evaluator).constant(0, tensor->dtype, tensor->shape()),
                                 tensor->dtype, tensor->onGpu));
    else
      passed.push_back(evaluator.none());
  }
  Value function = evaluator.getAttribute(this->function, "backward");
  Arguments arguments;
  arguments.positional.append(passed.begin(), passed.end());
  Value result = function ? evaluator.call(function, arguments) : nullptr;
  if (!result)
    return nullptr;
  std::vector<Value> parts = {result};
  if (auto *sequence = dyn_cast<SequenceObject>(result))
    parts = sequence->items;
  // More than there are inputs may be None.
  while (parts.size() > inputs.size() && isNone(parts.back()))
    parts.pop_back();
  std::string name = "function " + this->function->name + "Backward returned an ";
  if (parts.size() != inputs.size())
    return runtimeError(evaluator, name + "incorrect number of gradients (expected " + llvm::Twine(inputs.size()) +
                                       ", got " + llvm::Twine(parts.size()) + ")");
  for (size_t index : wanted) {
    auto *input = cast<TorchTensor>(inputs[index]);
    if (isNone(parts[index])) {
      results.push_back(parts[index]);
      continue;
    }
    auto *tensor = dyn_cast<TorchTensor>(parts[index]);
    if (!tensor)
      return evaluator.raise(DiagnosticId::typeError,
                             "expected Variable or None (got " + parts[index]->typeName(evaluator) + ")");
    if (tensor->shape() != input->shape())
      return runtimeError(evaluator, "F" + name.substr(1) + "invalid gradient at index " + llvm::Twine(index) +
                                         " - got " + formatShape(tensor->shape()) +
                                         " but expected shape compatible with " + formatShape(input->shape()));
    results.push_back(torchCast(evaluator, tensor, input->dtype));
  }
  return evaluator.list(std::move(results));
}

/// Calls `forward`, without remembering what it does.
static Value callForward(Evaluator &evaluator, ClassObject *function, InstanceObject *context, Arguments &arguments) {
  Value forward = evaluator.getAttribute(function, "forward");
  if (!forward)
    return nullptr;
  // Of two kinds: with the context in front, or with a `setup_context` that sees inputs and outputs.
  bool isSplit = std::any_of(function->resolutionOrder.begin(), function->resolutionOrder.end(),
                             [](ClassObject *type) { return type->attributes.find("setup_context"); });
  Arguments passed;
  if (!isSplit)
    passed.positional.push_back(context);
  passed.positional.append(arguments.positional.begin() + 1, arguments.positional.end());
  passed.keywords = arguments.keywords;
  Value result = evaluator.call(forward, passed);
  if (!result || !isSplit)
    return result;
  Value setUp = evaluator.getAttribute(function, "setup_context");
  std::vector<Value> inputs(arguments.positional.begin() + 1, arguments.positional.end());
  return setUp && evaluator.call(setUp, {context, evaluator.tuple(std::move(inputs)), result}) ? result : nullptr;
}

/// `Function.apply(*args)`; the class comes first.
static Value applyFunction(Evaluator &evaluator, Arguments &arguments) {
  auto *function = arguments.positional.empty() ? nullptr : dyn_cast<ClassObject>(arguments.positional[0]);
  if (!function)
    return evaluator.raise(DiagnosticId::typeError,
                           "`apply` belongs to a class derived from `torch.autograd.Function`");
  auto known = std::make_shared<FunctionCall>();
  known->function = function;
  known->inputs.assign(arguments.positional.begin() + 1, arguments.positional.end());
  known->context = makeContext(evaluator, known->inputs);
  bool isRemembered = isGradientMode(evaluator) &&
                      llvm::any_of(known->inputs, [&](Value input) { return torchWantsGradient(evaluator, input); });
  OwnRule rule;
  Values inputs, outputs;
  std::vector<ArrayObject *> inputArrays;
  for (auto [index, input] : llvm::enumerate(known->inputs))
    if (auto *tensor = dyn_cast<TorchTensor>(input); tensor && numerics::isFloat(tensor->dtype)) {
      known->wanted.push_back(index);
      inputs.push_back(tensor->value); // as of now: `forward` may change it
      inputArrays.push_back(tensor);
    }
  bool wasEnabled = setGradientMode(evaluator, false);
  Value result = callForward(evaluator, function, known->context, arguments);
  setGradientMode(evaluator, wasEnabled);
  if (!result || !isRemembered)
    return result;
  auto *sequence = dyn_cast<SequenceObject>(result);
  known->outputs = sequence ? sequence->items : std::vector<Value>{result};
  for (Value &output : known->outputs) {
    auto *tensor = dyn_cast<TorchTensor>(output);
    if (!tensor || !numerics::isFloat(tensor->dtype) || listHas(known->context, "_constant", tensor))
      continue;
    if (llvm::is_contained(known->inputs, output) && !listHas(known->context, "_dirty", output))
      output = tensor = evaluator.make<TorchTensor>(tensor->value, tensor->dtype, tensor->onGpu);
    known->differentiated.push_back(tensor);
    outputs.push_back(tensor->value);
    rule.like.push_back(tensor);
  }
  rule.outputs = outputs.size();
  rule.inputs = inputs.size();
  rule.name = function->name;
  rule.like.insert(rule.like.end(), inputArrays.begin(), inputArrays.end());
  rule.reverse = evaluator.function(
      "backward", [known](Evaluator &e, Arguments &given) { return known->backward(e, given.positional[2]); });
  if (outputs.empty())
    return result;
  Values marked = markOwn(evaluator, rule, outputs, inputs, {});
  for (auto [tensor, value] : llvm::zip(known->differentiated, marked)) {
    if (tensor->root() == tensor)
      tensor->setContents(evaluator, value);
    else
      tensor->value = value;
  }
  if (!sequence)
    return known->outputs[0];
  return isa<TupleObject>(sequence) ? Value(evaluator.tuple(known->outputs)) : evaluator.list(known->outputs);
}

/// The base class: a class of its own, whose `apply` knows which derived class it is called on.
Value frontend::autogradFunctionClass(Call &call) {
  auto *type = call.evaluator.make<ClassObject>("Function");
  type->module = "torch.autograd";
  type->resolutionOrder = {type, call.evaluator.builtinClass("object")};
  type->bases = {call.evaluator.builtinClass("object")};
  Value apply = call.evaluator.function("apply", applyFunction);
  type->attributes.set("apply", call.evaluator.make<DescriptorObject>(DescriptorObject::Role::classMethod, apply));
  return type;
}
