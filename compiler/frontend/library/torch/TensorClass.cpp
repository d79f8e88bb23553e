// SPDX-License-Identifier: Apache-2.0
// Attributes that a program gives to tensors, and classes of a program that derive from `torch.Tensor` or
// `torch.nn.Parameter`. A tensor of such a class is a tensor like any other that knows its class (`own`): what the
// language asks of it goes to the class first, and to the tensor otherwise.
//
// What torch computes of a tensor of a class that derives from `torch.Tensor` has the class, too, and no attributes, as
// the `__torch_function__` that every class inherits makes it; of parameters it is a plain tensor. A class with a
// `__torch_function__` of its own is refused.
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/evaluate/OutArgument.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/torch/TorchCalls.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// The evaluator's state: whether a tensor has such a class, so that results are looked at.
struct TensorClasses {
  bool areThere = false;
};
} // namespace

ClassObject *TorchTensor::type(Evaluator &evaluator) {
  if (derived)
    return own->instanceType;
  return isParameter ? evaluator.libraryClass("torch.nn.parameter", "Parameter")
                     : evaluator.libraryClass("torch", "Tensor");
}

bool TorchTensor::setClass(Evaluator &evaluator, Value given) {
  auto *type = dyn_cast<ClassObject>(given);
  ClassObject *tensors = evaluator.libraryClass("torch", "Tensor");
  ClassObject *parameters = evaluator.libraryClass("torch.nn.parameter", "Parameter");
  if (!type || !type->isSubclassOf(tensors))
    return evaluator.raise(DiagnosticId::typeError,
                           "the class of a tensor derives from torch.Tensor, which " +
                               (type ? "`" + type->name + "`" : "a `" + given->typeName(evaluator) + "`") +
                               " does not"),
           false;
  for (llvm::StringRef name : {"__torch_function__", "__torch_dispatch__"})
    if (Value method = type->find(name); method && !isNone(method))
      return evaluator.notSupported("a class `" + type->name + "` of tensors with a `" + name.str() + "` of its own"),
             false;
  derived = type->isUser;
  isParameter = type->isSubclassOf(parameters);
  if (!own && derived)
    own = std::make_unique<InstancePart>(type);
  else if (own)
    own->instanceType = type;
  evaluator.state<TensorClasses>().areThere |= derived && !isParameter;
  return true;
}

//===-- attributes ------------------------------------------------------------------------------------------------===//

std::optional<Value> TorchTensor::getOwnAttribute(Evaluator &evaluator, llvm::StringRef name, bool isKnown) {
  if (name == "__class__")
    return Value(type(evaluator));
  if (!own && name == "__dict__")
    own = std::make_unique<InstancePart>(type(evaluator));
  if (!own)
    return std::nullopt;
  uint8_t hooks = derived ? own->instanceType->hooks : 0;
  bool isOwn = name == "__dict__" || own->attributes.find(name) || (derived && own->instanceType->find(name)) ||
               (hooks & ClassObject::hasGetAttribute) || (!isKnown && (hooks & ClassObject::hasGetAttr));
  return isOwn ? getInstanceAttribute(evaluator, this, *own, name) : std::nullopt;
}

std::optional<bool> TorchTensor::setOwnAttribute(Evaluator &evaluator, llvm::StringRef name, Value given) {
  if (name == "__class__")
    return setClass(evaluator, given);
  bool isPlain = own && std::exchange(own->plain, false); // `super().__setattr__` and `object`'s
  if (derived && (own->instanceType->find(name) || name == "__dict__" ||
                  (!isPlain && (own->instanceType->hooks & ClassObject::hasSetAttr)))) {
    own->plain = isPlain;
    return setInstanceAttribute(evaluator, this, *own, name, given);
  }
  const LibraryEntry *entry = LibraryTable::get().find("torch.Tensor", name);
  if (name == "grad" || name == "data" || name == "requires_grad" || name == "_is_param" ||
      (entry && entry->kind == EntryKind::property))
    return std::nullopt; // the tensor's own
  if (!own)
    own = std::make_unique<InstancePart>(type(evaluator));
  own->plain = true;
  return setInstanceAttribute(evaluator, this, *own, name, given);
}

bool TorchTensor::deleteAttribute(Evaluator &evaluator, llvm::StringRef name) {
  return own ? deleteInstanceAttribute(evaluator, this, *own, name) : ArrayObject::deleteAttribute(evaluator, name);
}

//===-- what the language asks ------------------------------------------------------------------------------------===//

std::optional<Value> TorchTensor::ask(Evaluator &evaluator, llvm::StringRef name, llvm::ArrayRef<Value> arguments) {
  return derived ? askClass(evaluator, this, *own, name, arguments) : std::nullopt;
}

std::optional<Value> TorchTensor::askOperation(Evaluator &evaluator, const llvm::Twine &name, Value other) {
  return derived ? askOperator(evaluator, this, *own, name, other) : std::nullopt;
}

Value TorchTensor::call(Evaluator &evaluator, Arguments &arguments) {
  Value method = derived ? own->instanceType->find("__call__") : nullptr;
  return method ? evaluator.make<BoundMethodObject>(this, method)->call(evaluator, arguments)
                : ArrayObject::call(evaluator, arguments);
}

std::optional<bool> TorchTensor::contains(Evaluator &evaluator, Value item) {
  std::optional<Value> result = ask(evaluator, "__contains__", {item});
  if (!result)
    return ArrayObject::contains(evaluator, item);
  return *result ? evaluator.truth(*result) : std::nullopt;
}

std::optional<uint64_t> TorchTensor::hash(Evaluator &evaluator) {
  std::optional<Value> result = ask(evaluator, "__hash__");
  return result ? hashOfMethod(evaluator, *result) : ArrayObject::hash(evaluator);
}

std::optional<Value> TorchTensor::formatByClass(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (!derived || std::exchange(own->plain, false))
    return std::nullopt;
  if (!conversion && own->instanceType->find("__format__"))
    return ask(evaluator, "__format__", {evaluator.string(spec)});
  bool hasText = own->instanceType->find("__str__") && conversion != 'r' && conversion != 'a';
  llvm::StringRef method = hasText ? "__str__" : "__repr__";
  if (!own->instanceType->find(method) || !spec.empty())
    return std::nullopt;
  std::optional<Value> made = evaluator.step() ? ask(evaluator, method) : Value(nullptr);
  if (!made || !*made || isa<TextObject>(*made)) // may hold a tensor's text
    return made;
  std::optional<std::string> text = textOfMethod(evaluator, *made, method);
  return text ? evaluator.string(*text) : Value(nullptr);
}

//===-- results ---------------------------------------------------------------------------------------------------===//

/// The class that results have for this operand: the last in line of those that are no parameters; `known` is that of
/// the operands before.
static ClassObject *classOfResults(Value operand, ClassObject *known, unsigned depth = 0) {
  if (auto *tensor = dyn_cast<TorchTensor>(operand); tensor && tensor->isDerived() && !tensor->isParameter) {
    ClassObject *type = tensor->instancePart()->instanceType;
    return !known || type->isSubclassOf(known) ? type : known;
  }
  if (auto *sequence = dyn_cast<SequenceObject>(operand); sequence && depth < 2)
    for (Value item : sequence->items)
      known = classOfResults(item, known, depth + 1);
  return known;
}

static bool giveClass(Evaluator &evaluator, Value result, ClassObject *type, llvm::ArrayRef<Value> operands) {
  if (auto *tensor = dyn_cast<TorchTensor>(result))
    return tensor->isDerived() || tensor->isParameter || llvm::is_contained(operands, result) ||
           tensor->setClass(evaluator, type);
  auto *sequence = dyn_cast<SequenceObject>(result);
  return !sequence ||
         llvm::all_of(sequence->items, [&](Value item) { return giveClass(evaluator, item, type, operands); });
}

Value frontend::withClassOf(Evaluator &evaluator, Value result, llvm::ArrayRef<Value> operands) {
  if (!result || !evaluator.state<TensorClasses>().areThere)
    return result;
  ClassObject *type = nullptr;
  for (Value operand : operands)
    if (operand)
      type = classOfResults(operand, type);
  return !type || giveClass(evaluator, result, type, operands) ? result : nullptr;
}

/// The result of a library's call.
static Value finishCall(Call &call, Value result) {
  llvm::StringRef name = call.entry->name;
  if (name == "as_subclass" || name == "_make_subclass" || name == "grad")
    return result;
  llvm::SmallVector<Value> operands(call.values.begin(), call.values.end());
  operands.push_back(call.self);
  return withClassOf(call.evaluator, result, operands);
}

//===-- making them -----------------------------------------------------------------------------------------------===//

static Value asClass(Call &call, TorchTensor *data, Value type, bool requiresGrad) {
  Value made = call.evaluator.getAttribute(data, "data");
  auto *tensor = llvm::cast_or_null<TorchTensor>(made);
  if (!tensor || !tensor->setClass(call.evaluator, type))
    return nullptr;
  return !requiresGrad || torchRequireGradient(call.evaluator, tensor) ? made : nullptr;
}

/// `torch.Tensor._make_subclass(cls, data, require_grad)`: the memory of `data` as a tensor of the class.
static Value makeSubclass(Call &call) {
  auto *data = dyn_cast<TorchTensor>(call["data"]);
  std::optional<bool> requiresGrad = call.evaluator.truth(call["require_grad"]);
  if (!data)
    return call.evaluator.raise(DiagnosticId::typeError,
                                "_make_subclass(): argument 'data' (position 2) must be Tensor, not " +
                                    call["data"]->typeName(call.evaluator));
  return requiresGrad ? asClass(call, data, call["cls"], *requiresGrad) : nullptr;
}

/// `x.as_subclass(cls)`: a view of the tensor, with its derivatives.
static Value asSubclass(Call &call) {
  auto *tensor = cast<TorchTensor>(call.self);
  llvm::SmallVector<int64_t> strides(tensor->strides);
  TorchTensor *made = tensor->makeView(call.evaluator, strides, tensor->offset,
                                       [](Emitter &, mlir::Value contents) { return contents; });
  return made && made->setClass(call.evaluator, call["cls"]) ? made : nullptr;
}

static const LibraryEntry entries[] = {
    {"torch.Tensor", "_make_subclass", EntryKind::function, "(cls, data, require_grad=False)",
     "The memory of a tensor as one of a class.", makeSubclass},
    {"torch", "_of_class", EntryKind::function, "(result, operand)", "What torch computed of a tensor, in its class.",
     [](Call &call) { return withClassOf(call.evaluator, call["result"], {call["operand"]}); }},
    {"torch.Tensor", "as_subclass", EntryKind::method, "(cls)", "The tensor as one of a class.", asSubclass},
    {"torch.Tensor", "__reduce_ex__", EntryKind::method, "(protocol)", "What pickle needs.", sourceHandler},
    {"torch.Tensor", "__reduce__", EntryKind::method, "()", "What pickle needs.", sourceHandler},
};

void library::registerTorchClasses(LibraryTable &table) {
  table.add({}, entries);
  OutArgument::finish = finishCall;
}
