// SPDX-License-Identifier: Apache-2.0
// torch's gradients. The operations of `@main` are what torch calls the graph: `backward` walks them
// (library/derivatives) from a tensor's value to the values of leaves. A value is active when an operation made it of
// an active one while gradients were enabled; since that may change at any statement, operations are looked at in the
// order in which they were recorded, before anything depends on it. In-place writes need no versions: a tensor's older
// contents are values too. A leaf that is written to without gradients is the same leaf, whose value is another one.
#include "compiler/frontend/library/torch/Autograd.h"
#include "compiler/frontend/library/torch/TorchCalls.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// What is remembered of the host program.
struct Tape {
  std::unique_ptr<Differentiator> values; // active values, and leaves; null while there is no leaf
  bool isEnabled = true;
  mlir::Operation *bookmark = nullptr; // what stands before it has been looked at
  llvm::DenseMap<mlir::Value, TorchTensor *> owners;
  std::vector<TorchTensor *> retaining; // tensors that are no leaves and want their gradient
  /// Of a value: the tensor that asked first, and functions that see its gradient, which Python adds and removes.
  llvm::DenseMap<mlir::Value, std::pair<TorchTensor *, ListObject *>> hooks;
  llvm::DenseMap<TorchTensor *, ListObject *> accumulated; // functions of leaves, called when `.grad` has changed
  llvm::DenseSet<mlir::Operation *> freed;                 // by `backward` without `retain_graph`

  bool isActive(mlir::Value value) const { return values && values->isActive(value); }
};
} // namespace

Raised frontend::runtimeError(Evaluator &evaluator, const llvm::Twine &message) {
  return evaluator.raise(DiagnosticId::raised, message.str());
}

/// The tape, having looked at all that was recorded.
static Tape &tapeOf(Evaluator &evaluator) {
  Tape &tape = evaluator.state<Tape>();
  if (!tape.values)
    return tape;
  mlir::Block &block = evaluator.mainFunction().getBody().front();
  mlir::Operation *next = tape.bookmark ? tape.bookmark->getNextNode() : block.empty() ? nullptr : &block.front();
  if (!next)
    return tape;
  for (; next; next = next->getNextNode())
    if (tape.isEnabled)
      tape.values->spread(next);
  mlir::OpBuilder builder = evaluator.hostBuilder();
  tape.bookmark = makeBookmark(builder, evaluator.location());
  return tape;
}

bool frontend::isGradientMode(Evaluator &evaluator) { return evaluator.state<Tape>().isEnabled; }

bool frontend::setGradientMode(Evaluator &evaluator, bool isEnabled) {
  return std::exchange(tapeOf(evaluator).isEnabled, isEnabled);
}

//===-- leaves ------------------------------------------------------------------------------------------------===//

void frontend::torchFollowLeaf(Evaluator &evaluator, TorchTensor *tensor) {
  Tape &tape = tapeOf(evaluator);
  tape.values->leaves.insert(tensor->value);
  tape.values->active.insert(tensor->value);
  tape.owners[tensor->value] = tensor;
}

bool frontend::torchRequireGradient(Evaluator &evaluator, TorchTensor *tensor) {
  if (!numerics::isFloat(tensor->dtype))
    return runtimeError(evaluator, "only Tensors of floating point and complex dtype can require gradients"), false;
  Tape &tape = evaluator.state<Tape>();
  if (!tape.values) {
    tape.values = std::make_unique<Differentiator>(evaluator, "backward", /*launchesAreConstant=*/true);
    mlir::OpBuilder builder = evaluator.hostBuilder();
    tape.bookmark = makeBookmark(builder, evaluator.location());
  }
  tapeOf(evaluator);
  if (tensor->requiresGradient || tape.isActive(tensor->value))
    return true;
  // A value of its own: another tensor may have the same one, a clone or a view.
  Emitter emitter = emitterHere(evaluator);
  mlir::Value value = torchDetached(emitter, tensor->value);
  if (tensor->root() == tensor && !tensor->uninitialized)
    tensor->setContents(evaluator, value);
  else
    tensor->value = value;
  tensor->requiresGradient = true;
  torchFollowLeaf(evaluator, tensor);
  return true;
}

bool frontend::torchAllowsInPlace(Evaluator &evaluator, TorchTensor *tensor, bool isPart) {
  Tape &tape = evaluator.state<Tape>();
  if (!tape.values || !tape.isEnabled || tensor->isDetached ||
      !(tensor->requiresGradient || tensor->root()->requiresGradient))
    return true;
  return runtimeError(evaluator, llvm::Twine(tensor->requiresGradient && !isPart ? "a" : "a view of a") +
                                     " leaf Variable that requires grad is being used in an in-place operation."),
         false;
}

mlir::Value frontend::torchAsRemembered(Evaluator &evaluator, mlir::Value value) {
  Tape &tape = evaluator.state<Tape>();
  if (tape.isEnabled || !tape.isActive(value))
    return value;
  Emitter emitter = emitterHere(evaluator);
  return torchDetached(emitter, value);
}

mlir::Value frontend::torchDetached(Emitter &emitter, mlir::Value value) {
  return isFloating(value) ? markStop(emitter, value) : value;
}

bool frontend::torchWantsGradient(Evaluator &evaluator, Value value) {
  auto *tensor = dyn_cast<TorchTensor>(value);
  return tensor && (tensor->requiresGradient || tapeOf(evaluator).isActive(tensor->value));
}

static bool isLeaf(Evaluator &evaluator, TorchTensor *tensor) {
  return tensor->requiresGradient || !torchWantsGradient(evaluator, tensor);
}

static Value requiresGradMethod(Call &call) {
  std::optional<bool> on = call.evaluator.truth(call["requires_grad"]);
  if (!on)
    return nullptr;
  if (*on && !numerics::isFloat(cast<TorchTensor>(call.self)->dtype))
    return runtimeError(call.evaluator, "only Tensors of floating point dtype can require gradients");
  return cast<TorchTensor>(call.self)->setAttribute(call.evaluator, "requires_grad", call.evaluator.boolean(*on))
             ? call.self
             : nullptr;
}

bool TorchTensor::setAttribute(Evaluator &evaluator, llvm::StringRef name, Value given) {
  if (std::optional<bool> done = setOwnAttribute(evaluator, name, given))
    return *done;
  if (name == "grad") {
    if (!isNone(given) && !isa<TorchTensor>(given))
      return evaluator.raise(DiagnosticId::typeError,
                             "assigned grad expected to be a Tensor or None but got grad of type " +
                                 given->typeName(evaluator)),
             false;
    gradient = isNone(given) ? nullptr : given;
    return true;
  }
  if (name == "data") {
    auto *other = dyn_cast<TorchTensor>(given);
    if (!other)
      return evaluator.raise(DiagnosticId::typeError,
                             "Variable data has to be a tensor, but got " + given->typeName(evaluator)),
             false;
    if (requiresGradient && !numerics::isFloat(other->dtype))
      return runtimeError(evaluator, "data set to a tensor that requires gradients must be floating point or complex "
                                     "dtype"),
             false;
    shareMemory(evaluator, other);
    return true;
  }
  if (name == "_is_param") {
    std::optional<bool> on = evaluator.truth(given);
    isParameter = on.value_or(false);
    return on.has_value();
  }
  if (name != "requires_grad")
    return ArrayObject::setAttribute(evaluator, name, given);
  std::optional<bool> on = evaluator.truth(given);
  if (!on)
    return false;
  if (*on)
    return torchRequireGradient(evaluator, this);
  Tape &tape = tapeOf(evaluator);
  if (!::isLeaf(evaluator, this))
    return runtimeError(evaluator, "you can only change requires_grad flags of leaf variables. If you want to use a "
                                   "computed variable in a subgraph that doesn't require "
                                   "differentiation use var_no_grad = var.detach()."),
           false;
  if (requiresGradient) {
    tape.values->active.erase(value);
    tape.owners.erase(value);
  }
  requiresGradient = false;
  return true;
}

//===-- backward ----------------------------------------------------------------------------------------------===//

namespace {
/// A walk from some tensors.
struct Backward {
  explicit Backward(Evaluator &evaluator) : evaluator(evaluator) {}
  Evaluator &evaluator;
  bool createGraph = false, retainGraph = false;
  std::unique_ptr<Differentiator> walk;

  bool run(llvm::ArrayRef<Value> roots, llvm::ArrayRef<Value> gradients);
  /// Hands a complete gradient to the value's hooks, which may change it or give another.
  bool callHooks(mlir::Value value);
  /// The gradient of a value as a tensor like `like`; None where there is none.
  Value get(mlir::Value value, TorchTensor *like);
};
} // namespace

/// Whether two tensors' shapes fit; else an error.
static bool addRoot(Backward &backward, size_t index, TorchTensor *root, Value given) {
  Evaluator &evaluator = backward.evaluator;
  if (!torchWantsGradient(evaluator, root)) {
    Raised raised = runtimeError(evaluator, "element " + llvm::Twine(index) +
                                                " of tensors does not require grad and does not have a grad_fn");
    if (auto launch = root->value.getDefiningOp<tile::LaunchOp>())
      raised.note("it is written by the kernel `" + launch.getKernel().str() +
                  "`: what a kernel computes has a gradient inside of a `torch.autograd.Function` only");
    return false;
  }
  mlir::Value cotangent;
  if (isNone(given)) {
    if (countElements(root->shape()) != 1)
      return runtimeError(evaluator, "grad can be implicitly created only for scalar outputs"), false;
    cotangent = emitterHere(evaluator).constant(1, root->dtype, root->shape());
  } else {
    auto *tensor = dyn_cast<TorchTensor>(given);
    if (!tensor)
      return evaluator.raise(DiagnosticId::typeError,
                             "gradients can be either Tensors or None, but got " + given->typeName(evaluator)),
             false;
    auto size = [](TorchTensor *of) {
      std::string text;
      for (int64_t extent : of->shape())
        text += (text.empty() ? "" : ", ") + std::to_string(extent);
      return "torch.Size([" + text + "])";
    };
    if (tensor->shape() != root->shape())
      return runtimeError(evaluator, "Mismatch in shape: grad_output[" + llvm::Twine(index) + "] has a shape of " +
                                         size(tensor) + " and output[" + llvm::Twine(index) + "] has a shape of " +
                                         size(root) + "."),
             false;
    cotangent = emitterHere(evaluator).cast(tensor->value, tensor->dtype, root->dtype);
  }
  backward.walk->add(root->value, cotangent);
  return true;
}

bool Backward::callHooks(mlir::Value value) {
  auto [tensor, hooks] = tapeOf(evaluator).hooks.lookup(value);
  if (!hooks)
    return true;
  for (Value hook : std::vector<Value>(hooks->items)) {
    auto *gradient = cast<TorchTensor>(get(value, tensor));
    Value result = evaluator.call(hook, {gradient});
    if (!result)
      return false;
    auto *given = isNone(result) ? gradient : dyn_cast<TorchTensor>(result);
    if (!given || given->shape() != tensor->shape())
      return runtimeError(evaluator, "the hook of a tensor's gradient gives a `" + result->typeName(evaluator) +
                                         "`, expected None or a tensor of the gradient's shape"),
             false;
    walk->derivatives[value] = emitterHere(evaluator).cast(given->value, given->dtype, tensor->dtype);
  }
  return true;
}

bool Backward::run(llvm::ArrayRef<Value> roots, llvm::ArrayRef<Value> gradients) {
  Tape &tape = tapeOf(evaluator);
  if (!tape.values)
    tape.values = std::make_unique<Differentiator>(evaluator, "backward", true);
  walk = std::make_unique<Differentiator>(tape.values.get());
  if (!tape.hooks.empty())
    walk->onComplete = [this](mlir::Value value) { return callHooks(value); };
  bool wasEnabled = setGradientMode(evaluator, createGraph);
  bool succeeded = true;
  for (size_t index = 0; succeeded && index < roots.size(); ++index) {
    auto *root = dyn_cast<TorchTensor>(roots[index]);
    if (!root)
      succeeded = (evaluator.raise(DiagnosticId::typeError, "`backward` starts from tensors, not from a `" +
                                                                roots[index]->typeName(evaluator) + "`"),
                   false);
    else
      succeeded = addRoot(*this, index, root, gradients[index]);
  }
  succeeded = succeeded && walk->reverse();
  for (mlir::Operation *op : walk->visited) {
    if (succeeded && tape.freed.contains(op))
      succeeded = (runtimeError(evaluator, "Trying to backward through the graph a second time (or directly access "
                                           "saved tensors after they have already been freed). Saved "
                                           "intermediate values of the graph are freed when you call .backward() or "
                                           "autograd.grad(). Specify retain_graph=True if you need to "
                                           "backward through the graph a second time or if you need to access saved "
                                           "tensors after calling backward."),
                   false);
    if (!retainGraph)
      tape.freed.insert(op);
  }
  setGradientMode(evaluator, wasEnabled);
  return succeeded;
}

Value Backward::get(mlir::Value value, TorchTensor *like) {
  mlir::Value found = walk->derivatives.lookup(value);
  if (!found)
    return evaluator.none();
  Emitter emitter = emitterHere(evaluator);
  if (!createGraph && tapeOf(evaluator).isActive(found))
    found = torchDetached(emitter, found);
  DType type = like->dtype; // the tensor may have got another one since it was used
  for (DType each : {DType::float16, DType::bfloat16, DType::float32, DType::float64})
    if (getElementType(found.getContext(), each) == tile::getElementType(found.getType()))
      type = each;
  return evaluator.make<TorchTensor>(found, type, like->onGpu);
}

/// Adds to `.grad`, in place unless the sum is to be differentiated.
static bool accumulate(Backward &backward, TorchTensor *tensor, Value part) {
  if (isNone(part))
    return true;
  auto *before = llvm::dyn_cast_or_null<TorchTensor>(tensor->gradient);
  if (!before) {
    tensor->gradient = part;
    return true;
  }
  bool wasEnabled = setGradientMode(backward.evaluator, backward.createGraph);
  Value sum = torchBinary(backward.evaluator, Binary::add, before, part, "backward");
  if (sum && !backward.createGraph)
    before->setContents(backward.evaluator, cast<TorchTensor>(sum)->value);
  else
    tensor->gradient = sum;
  setGradientMode(backward.evaluator, wasEnabled);
  return sum != nullptr;
}

/// Adds to the `.grad` of a leaf and calls the functions that want to know.
static bool accumulateLeaf(Backward &backward, TorchTensor *leaf, Value part) {
  if (!accumulate(backward, leaf, part))
    return false;
  ListObject *hooks = isNone(part) ? nullptr : tapeOf(backward.evaluator).accumulated.lookup(leaf);
  for (Value hook : hooks ? std::vector<Value>(hooks->items) : std::vector<Value>()) {
    Value result = backward.evaluator.call(hook, {leaf});
    if (result && !isNone(result))
      return runtimeError(backward.evaluator, "Tensor post accumulate grad hooks should return None."), false;
    if (!result)
      return false;
  }
  return true;
}

/// Reads `retain_graph` (None: as `create_graph`) and `create_graph`.
static bool readFlags(Call &call, Backward &backward) {
  std::optional<bool> create = call.evaluator.truth(call["create_graph"]);
  std::optional<bool> retain =
      !create || isNone(call["retain_graph"]) ? create : call.evaluator.truth(call["retain_graph"]);
  backward.createGraph = create.value_or(false);
  backward.retainGraph = retain.value_or(false);
  return retain.has_value();
}

/// Tensors given alone or in a sequence.
static std::optional<std::vector<Value>> readTensors(Evaluator &evaluator, Value given) {
  return isa<TorchTensor>(given) ? std::vector<Value>{given} : evaluator.toVector(given);
}

static std::optional<std::vector<Value>> readGradients(Evaluator &evaluator, Value given, size_t count) {
  std::optional<std::vector<Value>> gradients =
      isNone(given) ? std::vector<Value>(count, evaluator.none()) : readTensors(evaluator, given);
  if (gradients && gradients->size() != count)
    return runtimeError(evaluator,
                        "got " + llvm::Twine(count) + " tensors and " + llvm::Twine(gradients->size()) + " gradients");
  return gradients;
}

/// `x.backward(...)` and `torch.autograd.backward(tensors, ...)`.
static Value backwardHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Backward backward(evaluator);
  std::optional<std::vector<Value>> roots = readTensors(evaluator, call.self ? call.self : call["tensors"]), only;
  std::optional<std::vector<Value>> gradients =
      roots ? readGradients(evaluator, call[call.self ? "gradient" : "grad_tensors"], roots->size()) : std::nullopt;
  if (!gradients || !readFlags(call, backward) ||
      (!isNone(call["inputs"]) && !(only = readTensors(evaluator, call["inputs"]))) ||
      !backward.run(*roots, *gradients))
    return nullptr;
  Tape &tape = tapeOf(evaluator);
  llvm::SetVector<mlir::Value> reached = backward.walk->reached;
  for (mlir::Value leaf : reached)
    if (TorchTensor *owner = tape.owners.lookup(leaf); owner && (!only || llvm::is_contained(*only, owner)))
      if (!accumulateLeaf(backward, owner, backward.get(leaf, owner)))
        return nullptr;
  for (TorchTensor *tensor : tape.retaining)
    if (!accumulate(backward, tensor, backward.get(tensor->value, tensor)))
      return nullptr;
  tapeOf(evaluator);
  return evaluator.none();
}

/// `torch.autograd.grad(outputs, inputs, ...)`.
static Value gradHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Backward backward(evaluator);
  if (!refuseArguments(call, {"is_grads_batched"}))
    return nullptr;
  std::optional<std::vector<Value>> roots = readTensors(evaluator, call["outputs"]),
                                    inputs = roots ? readTensors(evaluator, call["inputs"]) : std::nullopt;
  std::optional<std::vector<Value>> gradients =
      inputs ? readGradients(evaluator, call["grad_outputs"], roots->size()) : std::nullopt;
  std::optional<bool> zeros = gradients ? evaluator.truth(call["materialize_grads"]) : std::nullopt;
  std::optional<bool> unused = !zeros || isNone(call["allow_unused"]) ? zeros : evaluator.truth(call["allow_unused"]);
  if (!unused || !readFlags(call, backward))
    return nullptr;
  for (Value input : *inputs)
    if (!torchWantsGradient(evaluator, input))
      return runtimeError(evaluator, "One of the differentiated Tensors does not require grad");
  if (!backward.run(*roots, *gradients))
    return nullptr;
  std::vector<Value> results;
  for (Value input : *inputs) {
    auto *tensor = cast<TorchTensor>(input);
    Value part = backward.get(tensor->value, tensor);
    if (isNone(part) && !*unused)
      return runtimeError(evaluator, "One of the differentiated Tensors appears to not have been used in the graph. "
                                     "Set allow_unused=True if this is the desired behavior.");
    if (isNone(part) && *zeros)
      part = wrapTorch(evaluator, emitterHere(evaluator).constant(0, tensor->dtype, tensor->shape()), tensor->dtype,
                       tensor->onGpu);
    results.push_back(part);
  }
  tapeOf(evaluator);
  return evaluator.tuple(std::move(results));
}

//===-- with and without gradients ----------------------------------------------------------------------------===//

namespace {
/// `torch.no_grad()` and its kin: a context and a decorator.
class GradientMode : public ExtensionObject {
public:
  explicit GradientMode(bool isEnabled) : ExtensionObject(&tag), isEnabled(isEnabled) {}
  Value enter(Evaluator &evaluator) override {
    before.push_back(setGradientMode(evaluator, isEnabled));
    return evaluator.none();
  }
  std::optional<bool> exit(Evaluator &evaluator, Value) override {
    if (!before.empty())
      setGradientMode(evaluator, before.back());
    if (!before.empty())
      before.pop_back();
    return false;
  }
  Value call(Evaluator &evaluator, Arguments &arguments) override {
    if (arguments.positional.size() != 1)
      return evaluator.raise(DiagnosticId::argumentError, "as a decorator this takes one function");
    return decorate(evaluator, arguments.positional[0], isEnabled);
  }
  static Value decorate(Evaluator &evaluator, Value function, bool isEnabled) {
    return evaluator.function(
        "no_grad",
        [function, isEnabled](Evaluator &e, Arguments &arguments) {
          bool wasEnabled = setGradientMode(e, isEnabled);
          Value result = e.call(function, arguments);
          setGradientMode(e, wasEnabled);
          return result;
        },
        function);
  }

private:
  const bool isEnabled;
  std::vector<bool> before;
  static const char tag;
};
const char GradientMode::tag = 0;
} // namespace

/// `no_grad()`, `no_grad(function)`, `inference_mode(mode)`, `enable_grad()`.
static Value modeHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  bool isEnabled = llvm::StringRef(call.entry->name) == "enable_grad";
  Value given = call[size_t(0)];
  if (evaluator.isCallable(given) && !isa<BoolObject>(given))
    return GradientMode::decorate(evaluator, given, isEnabled);
  if (llvm::StringRef(call.entry->name) == "inference_mode") {
    std::optional<bool> mode = evaluator.truth(given);
    if (!mode)
      return nullptr;
    isEnabled = !*mode && evaluator.state<Tape>().isEnabled;
  }
  return evaluator.make<GradientMode>(isEnabled);
}

/// `torch.set_grad_enabled(mode)` acts at once; as a context it is undone at its end.
static Value setGradEnabledHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<bool> mode = evaluator.truth(call["mode"]);
  if (!mode)
    return nullptr;
  bool wasEnabled = setGradientMode(evaluator, *mode);
  class Once : public GradientMode {
  public:
    Once(bool isEnabled, bool before) : GradientMode(isEnabled), before(before) {}
    std::optional<bool> exit(Evaluator &evaluator, Value) override {
      setGradientMode(evaluator, before);
      return false;
    }
    const bool before;
  };
  return evaluator.make<Once>(*mode, wasEnabled);
}

//===-- the table ---------------------------------------------------------------------------------------------===//

static TorchTensor *self(Call &call) { return cast<TorchTensor>(call.self); }

static Value gradProperty(Call &call) { return self(call)->gradient ? self(call)->gradient : call.evaluator.none(); }

/// What torch calls the operation that made a tensor, as far as the operation tells: `MulBackward0`.
static std::string nameOfGradient(Evaluator &evaluator, mlir::Value value) {
  static const std::pair<llvm::StringRef, llvm::StringRef> known[] = {
      {"addf", "Add"},         {"subf", "Sub"},     {"mulf", "Mul"},    {"divf", "Div"},
      {"negf", "Neg"},         {"absf", "Abs"},     {"powf", "Pow"},    {"maximumf", "Maximum"},
      {"minimumf", "Minimum"}, {"select", "Where"}, {"reduce", "Sum"},  {"dot", "Mm"},
      {"concatenate", "Cat"},  {"reshape", "View"}, {"cast", "ToCopy"}, {"broadcast", "Expand"},
      {"take", "Index"},       {"put", "IndexPut"}, {"scan", "Cumsum"}, {"update_slice", "CopySlices"},
  };
  mlir::Operation *op = value.getDefiningOp();
  if (OwnRule *rule = findOwnRule(evaluator, op))
    return rule->name + "Backward";
  std::string name = op->getName().stripDialect().str();
  for (const auto &[from, to] : known)
    if (name == from)
      name = to.str();
  name[0] = llvm::toUpper(name[0]);
  return name + "Backward0";
}

std::string frontend::torchGradientText(Evaluator &evaluator, TorchTensor *tensor) {
  if (tensor->requiresGradient)
    return "!grequires_grad=True";
  return torchWantsGradient(evaluator, tensor) ? "!ggrad_fn=<" + nameOfGradient(evaluator, tensor->value) + ">" : "";
}

/// An object named after the operation that made the tensor.
static Value gradFnProperty(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (isLeaf(evaluator, self(call)))
    return evaluator.none();
  auto *type = evaluator.make<ClassObject>(nameOfGradient(evaluator, self(call)->value));
  type->isUser = true;
  type->resolutionOrder = {type, evaluator.builtinClass("object")};
  return evaluator.make<InstanceObject>(type);
}

static Value hooksMethod(Call &call) {
  if (!torchWantsGradient(call.evaluator, self(call)))
    return runtimeError(call.evaluator, "cannot register a hook on a tensor that doesn't require gradient");
  auto &[tensor, hooks] = tapeOf(call.evaluator).hooks[self(call)->value];
  if (!hooks) {
    tensor = self(call);
    hooks = call.evaluator.list({});
  }
  return hooks;
}

static Value accumulatedMethod(Call &call) {
  if (!torchWantsGradient(call.evaluator, self(call)))
    return runtimeError(call.evaluator, "cannot register a hook on a tensor that doesn't require gradient");
  if (!isLeaf(call.evaluator, self(call)))
    return runtimeError(call.evaluator, "post accumulate grad hooks cannot be registered on non-leaf tensors");
  ListObject *&hooks = tapeOf(call.evaluator).accumulated[self(call)];
  hooks = hooks ? hooks : call.evaluator.list({});
  return hooks;
}

static Value retainGradMethod(Call &call) {
  Tape &tape = tapeOf(call.evaluator);
  if (!torchWantsGradient(call.evaluator, self(call)))
    return runtimeError(call.evaluator, "can't retain_grad on Tensor that has requires_grad=False");
  if (!self(call)->requiresGradient && !llvm::is_contained(tape.retaining, self(call)))
    tape.retaining.push_back(self(call));
  return call.evaluator.none();
}

static const LibraryEntry entries[] = {
    {"torch.autograd", "Function", EntryKind::constant, "",
     "A function with a `forward` and a `backward` of its own, called with `apply`.", autogradFunctionClass},
    {"torch.autograd", "backward", EntryKind::function,
     "(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None)",
     "Adds the gradients of tensors to `.grad` of the leaves.", backwardHandler},
    {"torch.autograd", "grad", EntryKind::function,
     "(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None, "
     "is_grads_batched=False, materialize_grads=False)",
     "The gradients of outputs along inputs.", gradHandler},
    {"torch", "no_grad", EntryKind::function, "(func=None)", "Without gradients.", modeHandler},
    {"torch", "enable_grad", EntryKind::function, "(func=None)", "With gradients, inside of `no_grad`.", modeHandler},
    {"torch", "inference_mode", EntryKind::function, "(mode=True)", "Without gradients.", modeHandler},
    {"torch", "set_grad_enabled", EntryKind::function, "(mode)",
     "With or without gradients from here on, or in a `with`.", setGradEnabledHandler},
    {"torch", "is_grad_enabled", EntryKind::function, "()", "Whether operations are remembered for gradients.",
     [](Call &call) -> Value { return call.evaluator.boolean(call.evaluator.state<Tape>().isEnabled); }},
    {"torch.Tensor", "backward", EntryKind::method,
     "(gradient=None, retain_graph=None, create_graph=False, inputs=None)",
     "Adds the gradients to `.grad` of the leaves.", backwardHandler},
    {"torch.Tensor", "requires_grad_", EntryKind::method, "(requires_grad=True)", "Asks for gradients.",
     requiresGradMethod},
    {"torch.Tensor", "requires_grad", EntryKind::property, "", "Whether the tensor has a gradient.",
     [](Call &call) -> Value { return call.evaluator.boolean(torchWantsGradient(call.evaluator, call.self)); }},
    {"torch.Tensor", "is_leaf", EntryKind::property, "", "Whether no operation that is remembered made the tensor.",
     [](Call &call) -> Value { return call.evaluator.boolean(isLeaf(call.evaluator, self(call))); }},
    {"torch.Tensor", "grad_fn", EntryKind::property, "",
     "An object named after the operation that made the tensor, or None.", gradFnProperty},
    {"torch.Tensor", "retain_grad", EntryKind::method, "()", "Keeps the gradient of a tensor that is no leaf.",
     retainGradMethod},
    {"torch.Tensor", "_hooks", EntryKind::method, "()",
     "The functions that see its gradient, a list; for the library itself.", hooksMethod},
    {"torch.Tensor", "_accumulated", EntryKind::method, "()",
     "The functions that are called when its `.grad` has changed, a list; for the library itself.", accumulatedMethod},
    {"torch.Tensor", "grad", EntryKind::property, "", "The gradient, or None.", gradProperty},
};

void library::registerTorchAutograd(LibraryTable &table) {
  static const LibraryModule modules[] = {{"torch.autograd", "Gradients."}};
  table.add(modules, entries);
}
