// SPDX-License-Identifier: Apache-2.0
// Finds objects of NumPy's protocols among arguments; see the header.
#include "compiler/frontend/library/arrays/ArrayClasses.h"
#include "compiler/frontend/evaluate/Evaluator.h"

using namespace tessera;
using namespace tessera::frontend;

bool frontend::isArrayOfClass(Value value) {
  InstancePart *part = value->instancePart();
  return part && part->instanceType->find("_isOfClass");
}

/// Whether the object answers NumPy itself. Arrays of complex numbers and of items are the library's own.
static bool takesPart(Value value, unsigned depth = 0) {
  if (auto *sequence = llvm::dyn_cast<SequenceObject>(value); sequence && !value->instancePart())
    return depth < 3 && llvm::any_of(sequence->items, [&](Value item) { return takesPart(item, depth + 1); });
  InstancePart *part = value->instancePart();
  if (!part || !part->instanceType->isUser || part->instanceType->find("_isComplex") ||
      part->instanceType->find("_isItems"))
    return false;
  for (llvm::StringRef name :
       {"_isOfClass", "__array_ufunc__", "__array_function__", "__array__", "__array_interface__"})
    if (part->instanceType->find(name))
      return true;
  return false;
}

std::optional<Value> frontend::callOnClasses(Evaluator &evaluator, const LibraryEntry &entry, Value self,
                                             const Arguments &arguments) {
  llvm::StringRef module = entry.module;
  if (!module.starts_with("numpy") && module != "jax.Array")
    return std::nullopt;
  bool isMethod = entry.kind == EntryKind::method && self;
  bool isMet = (isMethod && isArrayOfClass(self)) ||
               llvm::any_of(arguments.positional, [](Value value) { return takesPart(value); }) ||
               llvm::any_of(arguments.keywords, [](const Keyword &keyword) { return takesPart(keyword.second); });
  if (!isMet)
    return std::nullopt;
  std::optional<Value> answer = evaluator.textMember("numpy.classes", "_call");
  if (!answer || !*answer)
    return Value(nullptr);
  std::vector<Value> positional(arguments.positional.begin(), arguments.positional.end());
  if (isMethod)
    positional.insert(positional.begin(), self);
  DictObject *keywords = evaluator.dict();
  for (const auto &[name, value] : arguments.keywords)
    keywords->set(evaluator, name, value);
  Value function = evaluator.make<BuiltinObject>(&entry, nullptr);
  bool isUfunc = llvm::StringRef(entry.signature).contains("out=None, *, where=");
  return evaluator.call(*answer, {function, evaluator.string(entry.name), evaluator.boolean(isMethod),
                                  evaluator.boolean(isUfunc), evaluator.tuple(std::move(positional)), keywords});
}

Value frontend::withoutClass(Evaluator &evaluator, Value value) {
  return isArrayOfClass(value) ? evaluator.getAttribute(value, "_array") : value;
}
