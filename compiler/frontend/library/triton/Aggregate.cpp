// SPDX-License-Identifier: Apache-2.0
// `@triton.aggregate`: a class of kernel values. Its instances are Python objects while compiling, so fields, methods and `__init__` are
// Python's; loops and branches carry them by their fields (InstanceObject::collectValues). What the decorator adds is an `__init__` that
// takes the annotated fields in order, and methods under `@triton.jit` that bind like plain ones.
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

/// The annotated fields of a class and its bases, in the order in which they are written.
static std::vector<std::string> fieldsOf(ClassObject *type) {
  std::vector<std::string> fields;
  for (ClassObject *part : llvm::reverse(type->resolutionOrder))
    if (auto *annotations = llvm::dyn_cast_or_null<DictObject>(part->attributes.find("__annotations__")))
      for (const HashTable::Entry &entry : annotations->table.entries())
        if (auto *name = llvm::dyn_cast_or_null<StrObject>(entry.key); name && !llvm::is_contained(fields, name->value))
          fields.push_back(name->value);
  return fields;
}

/// `Name(a, b, c=...)`: every field once.
static Value initialize(Evaluator &evaluator, ClassObject *type, Arguments &arguments) {
  std::vector<ParameterInfo> parameters(1);
  parameters[0].name = "self";
  for (const std::string &field : fieldsOf(type)) {
    parameters.emplace_back().name = field;
    parameters.back().defaultValue = type->find(field);
  }
  llvm::SmallVector<Value> values;
  if (!evaluator.bind(type->name + ".__init__", parameters, arguments, values))
    return nullptr;
  for (size_t k = 1; k < values.size(); ++k)
    if (!evaluator.setAttribute(values[0], parameters[k].name, values[k]))
      return nullptr;
  return evaluator.none();
}

static Value aggregateHandler(Call &call) {
  auto *type = dyn_cast<ClassObject>(call["cls"]);
  if (!type || !type->isUser)
    return call.evaluator.raise(DiagnosticId::typeError, "`@triton.aggregate` stands above a class");
  std::vector<std::pair<std::string, Value>> methods;
  for (const auto &[name, value] : type->attributes.entries())
    if (auto *function = llvm::dyn_cast_or_null<TritonFunction>(value))
      methods.emplace_back(name, function->function);
  for (const auto &[name, function] : methods)
    type->attributes.set(name, function);
  if (!type->find("__init__"))
    type->attributes.set("__init__", call.evaluator.function("__init__", [type](Evaluator &e, Arguments &arguments) { return initialize(e, type, arguments); }));
  return type;
}

/// A copy with some fields changed.
static Value replaceHandler(Call &call) {
  auto *instance = dyn_cast<InstanceObject>(call["obj"]);
  if (!instance)
    return call.evaluator.raise(DiagnosticId::typeError, "`aggregate_replace` takes an instance of an aggregate, not a `" + call["obj"]->typeName(call.evaluator) + "`");
  auto *copy = call.evaluator.make<InstanceObject>(instance->instanceType);
  for (const auto &[name, value] : instance->attributes.entries())
    if (value)
      copy->attributes.set(name, value);
  for (const HashTable::Entry &entry : llvm::cast<DictObject>(call["kwargs"])->table.entries()) {
    auto *name = llvm::dyn_cast_or_null<StrObject>(entry.key);
    if (name && !copy->attributes.find(name->value))
      return call.evaluator.raise(DiagnosticId::unknownAttribute, "`" + instance->instanceType->name + "` has no field `" + name->value + "`");
    if (name)
      copy->attributes.set(name->value, entry.value);
  }
  return copy;
}

#define TESSERA_AGGREGATE(module, name) {module, name, EntryKind::decorator, "(cls)", "A class of kernel values, with an `__init__` that takes its annotated fields.", aggregateHandler}
#define TESSERA_REPLACE(module) {module, "aggregate_replace", EntryKind::function, "(obj, **kwargs)", "A copy of an aggregate with some fields changed.", replaceHandler}
static const LibraryEntry entries[] = {
    TESSERA_AGGREGATE("triton", "aggregate"),
    TESSERA_AGGREGATE("triton.language", "aggregate"),
    TESSERA_AGGREGATE("triton.language.core", "aggregate"),
    TESSERA_AGGREGATE("triton.language.core", "_aggregate"),
    TESSERA_REPLACE("triton"),
    TESSERA_REPLACE("triton.language"),
    TESSERA_REPLACE("triton.language.core"),
};

void library::registerTritonAggregates(LibraryTable &table) { table.add({}, entries); }
