// SPDX-License-Identifier: Apache-2.0
// Gradients through `torch.autograd.Function`: `apply` calls the user's `forward` and remembers it in its result; `y.backward(dy)` calls the
// user's `backward` and adds what it gives to `.grad` of the inputs that asked for it. torch's own operations are not
// differentiated: what they make of a tensor asks for no gradient, and `backward` of it is an error.
#include "compiler/frontend/library/torch/TorchCalls.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace tessera::frontend {
/// One call of a Function.
class GradientNode {
public:
  ClassObject *function;
  InstanceObject *context;
  std::vector<Value> inputs; // of `forward`, without the context
  size_t outputs = 1;
};
} // namespace tessera::frontend

namespace {
/// The calls of a program; they live as long as its tensors.
struct GradientNodes {
  std::vector<std::unique_ptr<GradientNode>> all;
};
} // namespace

static bool wantsGradient(Value value) {
  auto *tensor = dyn_cast<TorchTensor>(value);
  return tensor && tensor->requiresGradient;
}

static InstanceObject *makeContext(Evaluator &evaluator, llvm::ArrayRef<Value> inputs) {
  auto *type = evaluator.make<ClassObject>("FunctionCtx");
  type->module = "torch.autograd.function";
  type->isUser = true;
  type->resolutionOrder = {type};
  auto *context = evaluator.make<InstanceObject>(type);
  std::vector<Value> needs;
  for (Value input : inputs)
    needs.push_back(evaluator.boolean(wantsGradient(input)));
  context->attributes.set("needs_input_grad", evaluator.tuple(std::move(needs)));
  context->attributes.set("saved_tensors", evaluator.tuple({}));
  context->attributes.set("save_for_backward", evaluator.function("save_for_backward", [context](Evaluator &e, Arguments &arguments) -> Value {
    context->attributes.set("saved_tensors", e.tuple(std::vector<Value>(arguments.positional.begin(), arguments.positional.end())));
    return e.none();
  }));
  for (const char *name : {"mark_non_differentiable", "mark_dirty", "set_materialize_grads"})
    context->attributes.set(name, evaluator.function(name, [](Evaluator &e, Arguments &) -> Value { return e.none(); }));
  return context;
}

/// `Function.apply(*args)`; the class comes first.
static Value applyFunction(Evaluator &evaluator, Arguments &arguments) {
  auto *function = arguments.positional.empty() ? nullptr : dyn_cast<ClassObject>(arguments.positional[0]);
  Value forward = function ? evaluator.getAttribute(function, "forward") : nullptr;
  if (!forward)
    return nullptr;
  std::vector<Value> inputs(arguments.positional.begin() + 1, arguments.positional.end());
  InstanceObject *context = makeContext(evaluator, inputs);
  Arguments passed;
  passed.positional.push_back(context);
  llvm::append_range(passed.positional, inputs);
  passed.keywords = arguments.keywords;
  Value result = evaluator.call(forward, passed);
  if (!result || llvm::none_of(inputs, wantsGradient))
    return result;
  std::vector<Value> outputs = {result};
  if (auto *sequence = dyn_cast<SequenceObject>(result))
    outputs = sequence->items;
  auto &nodes = evaluator.state<GradientNodes>().all;
  nodes.push_back(std::make_unique<GradientNode>());
  *nodes.back() = {function, context, inputs, outputs.size()};
  for (Value output : outputs)
    if (auto *tensor = dyn_cast<TorchTensor>(output); tensor && numerics::isFloat(tensor->dtype) && !llvm::is_contained(inputs, output)) {
      tensor->requiresGradient = true;
      tensor->source = nodes.back().get();
    }
  return result;
}

static bool propagate(Evaluator &evaluator, TorchTensor *tensor, Value gradient);

static bool propagateNode(Evaluator &evaluator, GradientNode &node, Value gradient) {
  if (node.outputs != 1)
    return evaluator.notSupported("`backward` through a Function with several outputs"), false;
  Value backward = evaluator.getAttribute(node.function, "backward");
  Value result = backward ? evaluator.call(backward, {node.context, gradient}) : nullptr;
  if (!result)
    return false;
  std::vector<Value> gradients = {result};
  if (auto *sequence = dyn_cast<SequenceObject>(result))
    gradients = sequence->items;
  if (gradients.size() < node.inputs.size())
    return evaluator.raise(DiagnosticId::typeError, "`" + node.function->name + ".backward` returns " + std::to_string(gradients.size()) + " gradients for " +
                                                        std::to_string(node.inputs.size()) + " inputs"),
           false;
  for (auto [input, part] : llvm::zip(node.inputs, gradients))
    if (wantsGradient(input) && !isNone(part) && !propagate(evaluator, cast<TorchTensor>(input), part))
      return false;
  return true;
}

static bool propagate(Evaluator &evaluator, TorchTensor *tensor, Value gradient) {
  auto *values = dyn_cast<TorchTensor>(gradient);
  if (!values)
    return evaluator.raise(DiagnosticId::typeError, "a gradient is a `" + gradient->typeName(evaluator) + "`, not a tensor"), false;
  if (values->shape() != tensor->shape())
    return evaluator.raise(DiagnosticId::shapeMismatch, "the gradient has shape " + formatShape(values->shape()) + " but " + describe(evaluator, tensor) + " has " +
                                                            formatShape(tensor->shape())),
           false;
  if (!evaluator.step())
    return false;
  if (tensor->source)
    return propagateNode(evaluator, *tensor->source, gradient);
  tensor->gradient = tensor->gradient ? torchBinary(evaluator, Binary::add, tensor->gradient, gradient, "backward") : gradient;
  return tensor->gradient != nullptr;
}

static Value backwardMethod(Call &call) {
  auto *tensor = cast<TorchTensor>(call.self);
  if (!tensor->requiresGradient)
    return call.evaluator.raise(DiagnosticId::notSupported, "`backward` of a tensor that is not the result of a `torch.autograd.Function` is not supported")
        .note("torch's own operations are not differentiated here: compute the reference's gradient by a formula");
  Value gradient = call["gradient"];
  if (isNone(gradient)) {
    if (!tensor->shape().empty())
      return call.evaluator.raise(DiagnosticId::valueError, "grad can be implicitly created only for scalar outputs");
    gradient = wrapTorch(call.evaluator, emitterHere(call.evaluator).constant(1, tensor->dtype), tensor->dtype, tensor->onGpu);
  }
  return propagate(call.evaluator, tensor, gradient) ? call.evaluator.none() : nullptr;
}

static Value requiresGradMethod(Call &call) {
  std::optional<bool> on = call.evaluator.truth(call["requires_grad"]);
  if (!on)
    return nullptr;
  return cast<TorchTensor>(call.self)->setAttribute(call.evaluator, "requires_grad", call.evaluator.boolean(*on)) ? call.self : nullptr;
}

bool TorchTensor::setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) {
  if (name == "grad") {
    if (!isNone(value) && !isa<TorchTensor>(value))
      return evaluator.raise(DiagnosticId::typeError, "`grad` is a tensor or None, not a `" + value->typeName(evaluator) + "`"), false;
    gradient = isNone(value) ? nullptr : value;
    return true;
  }
  if (name != "requires_grad")
    return ArrayObject::setAttribute(evaluator, name, value);
  std::optional<bool> on = evaluator.truth(value);
  if (on && *on && !numerics::isFloat(dtype))
    return evaluator.raise(DiagnosticId::dtypeMismatch, "only tensors of floats have gradients, not `torch." + std::string(numerics::getName(dtype)) + "`"), false;
  if (on)
    requiresGradient = *on;
  return on.has_value();
}

//===-- the table ---------------------------------------------------------------------------------------------===//

/// The base class: a class of its own, whose `apply` knows which derived class it is called on.
static Value functionClass(Call &call) {
  auto *type = call.evaluator.make<ClassObject>("Function");
  type->module = "torch.autograd";
  type->resolutionOrder = {type, call.evaluator.builtinClass("object")};
  type->bases = {call.evaluator.builtinClass("object")};
  Value apply = call.evaluator.function("apply", applyFunction);
  type->attributes.set("apply", call.evaluator.make<DescriptorObject>(DescriptorObject::Role::classMethod, apply));
  return type;
}

namespace {
/// `torch.no_grad()`: a context and a decorator that change nothing, since nothing is differentiated by itself.
class NoGradient : public ExtensionObject {
public:
  NoGradient() : ExtensionObject(&tag) {}
  Value enter(Evaluator &evaluator) override { return evaluator.none(); }
  std::optional<bool> exit(Evaluator &, Value) override { return false; }
  Value call(Evaluator &evaluator, Arguments &arguments) override {
    return arguments.positional.size() == 1 ? arguments.positional[0] : Value(evaluator.raise(DiagnosticId::argumentError, "`torch.no_grad()` decorates one function"));
  }

private:
  static const char tag;
};
const char NoGradient::tag = 0;
} // namespace

static Value noGradHandler(Call &call) { return call.evaluator.make<NoGradient>(); }
static Value gradProperty(Call &call) {
  Value gradient = cast<TorchTensor>(call.self)->gradient;
  return gradient ? gradient : call.evaluator.none();
}

static const LibraryEntry entries[] = {
    {"torch.autograd", "Function", EntryKind::constant, "", "A function with a `forward` and a `backward` of its own, called with `apply`.", functionClass},
    {"torch", "no_grad", EntryKind::function, "()", "Without gradients.", noGradHandler},
    {"torch", "inference_mode", EntryKind::function, "()", "Without gradients.", noGradHandler},
    {"torch.Tensor", "backward", EntryKind::method, "(gradient=None, retain_graph=None)", "Computes the gradients of the inputs of the `torch.autograd.Function` that made the tensor.",
     backwardMethod},
    {"torch.Tensor", "requires_grad_", EntryKind::method, "(requires_grad=True)", "Asks for gradients.", requiresGradMethod},
    {"torch.Tensor", "requires_grad", EntryKind::property, "", "Whether gradients are asked for.",
     [](Call &call) -> Value { return call.evaluator.boolean(cast<TorchTensor>(call.self)->requiresGradient); }},
    {"torch.Tensor", "grad", EntryKind::property, "", "The gradient, or None.", gradProperty},
};

void library::registerTorchAutograd(LibraryTable &table) {
  static const LibraryModule modules[] = {{"torch.autograd", "Gradients."}};
  table.add(modules, entries);
}
