// SPDX-License-Identifier: Apache-2.0
// Finds what is complex among arguments, and the text that answers; see the header.
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/library/arrays/PythonSource.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::isa;

/// The hidden text (`# hidden: NAME`) of the library that has the module; empty for modules that don't compute with
/// arrays.
static llvm::StringRef textOf(llvm::StringRef module) {
  if (module.starts_with("numpy"))
    return module.starts_with("numpy.random") ? "" : "numpy.complex";
  if (module.starts_with("jax.numpy") || module == "jax.Array" || module == "jax.lax")
    return "jax.numpy.complex";
  if (module == "torch" || module == "torch.Tensor" || module == "torch.linalg" || module == "torch.testing" ||
      module == "torch.special" || module == "torch.autograd")
    return "torch.complex";
  return "";
}

static llvm::StringRef textOf(Flavour flavour) {
  return flavour == Flavour::numpy   ? "numpy.complex"
         : flavour == Flavour::jax   ? "jax.numpy.complex"
         : flavour == Flavour::torch ? "torch.complex"
                                     : "";
}

static bool isNameOfDType(llvm::StringRef text) {
  static constexpr llvm::StringLiteral names[] = {"complex", "complex64",   "complex128",   "csingle", "cdouble",
                                                  "c8",      "c16",         "<c8",          "<c16",    "complex_",
                                                  "cfloat",  "clongdouble", "singlecomplex"};
  return llvm::is_contained(names, text);
}

/// `F`, `D`, `G`: characters of complex dtypes, which elsewhere are orders of memory and the like.
static bool isCharOfDType(Value value) {
  auto *text = dyn_cast<StrObject>(value);
  return text && (text->value == "F" || text->value == "D" || text->value == "G");
}

/// Whether a positional argument stands where a dtype does.
static bool standsForDType(const LibraryEntry &entry, size_t index) {
  static constexpr llvm::StringLiteral first[] = {"dtype",         "astype",      "view",       "can_cast",
                                                  "promote_types", "result_type", "issubdtype", "finfo"};
  static constexpr llvm::StringLiteral second[] = {"array", "asarray",    "asanyarray", "zeros",         "ones",
                                                   "empty", "frombuffer", "can_cast",   "promote_types", "result_type"};
  return (index == 0 && llvm::is_contained(first, llvm::StringRef(entry.name))) ||
         (index == 1 && llvm::is_contained(second, llvm::StringRef(entry.name)));
}

bool frontend::isComplexArray(Value value) {
  auto *instance = dyn_cast<InstanceObject>(value);
  return instance && isComplexOperand(instance) && llvm::isa_and_nonnull<ArrayObject>(instance->attributes.find("_re"));
}

Value frontend::mapComplex(Evaluator &evaluator, Value array, llvm::function_ref<Value(ArrayObject *)> replace) {
  auto *instance = llvm::cast<InstanceObject>(array);
  auto *copy = evaluator.make<InstanceObject>(instance->instanceType);
  for (const auto &[name, value] : instance->attributes.entries()) {
    if (!value)
      continue;
    auto *part = dyn_cast<ArrayObject>(value);
    Value replaced = part ? replace(part) : value;
    if (!replaced)
      return nullptr;
    copy->attributes.set(name, replaced);
  }
  return copy;
}

bool frontend::isComplexOperand(Value value) {
  InstancePart *part = value->instancePart();
  return isa<ComplexObject>(value) || (part && part->instanceType->find("_isComplex"));
}

bool frontend::holdsComplex(Value value, unsigned depth) {
  if (isComplexOperand(value))
    return true;
  if (auto *type = dyn_cast<ClassObject>(value))
    return type->module == "builtins" && type->name == "complex";
  if (auto *text = dyn_cast<StrObject>(value))
    return depth == 0 && isNameOfDType(text->value);
  if (auto *sequence = dyn_cast<SequenceObject>(value); sequence && depth < 16)
    return llvm::any_of(sequence->items, [&](Value item) { return holdsComplex(item, depth + 1); });
  return false;
}

bool frontend::mayBeComplex(llvm::StringRef module) { return !textOf(module).empty(); }

std::optional<Value> frontend::callOnComplex(Evaluator &evaluator, const LibraryEntry &entry, Value self,
                                             const Arguments &arguments) {
  auto *receiver = llvm::dyn_cast_or_null<ArrayObject>(self); // NumPy's arrays and JAX's share methods
  llvm::StringRef text = receiver && !textOf(entry.module).empty() ? textOf(receiver->flavour) : textOf(entry.module);
  if (text.empty())
    return std::nullopt;
  bool isComplex = llvm::any_of(arguments.keywords, [](const Keyword &keyword) {
    return holdsComplex(keyword.second) || (keyword.first == "dtype" && isCharOfDType(keyword.second));
  });
  for (auto [index, value] : llvm::enumerate(arguments.positional))
    isComplex = isComplex || holdsComplex(value) || (isCharOfDType(value) && standsForDType(entry, index));
  if (!isComplex)
    return std::nullopt;
  std::optional<Value> function = evaluator.textMember(text, entry.name);
  if (!function)
    return Value(evaluator.notSupported("`" + publicName(&entry) + "` of complex numbers"));
  return callSource(evaluator, *function, entry, self, arguments);
}

Value frontend::operateOnComplex(Evaluator &evaluator, Flavour flavour, llvm::StringRef method, Value left,
                                 Value right) {
  std::optional<Value> operate =
      textOf(flavour).empty() ? std::nullopt : evaluator.textMember(textOf(flavour), "_operate");
  if (!operate)
    return evaluator.notSupported("a complex number in an operation of tensors");
  return *operate ? evaluator.call(*operate, {evaluator.string(method), left, right}) : nullptr;
}

Value frontend::complexConstant(Call &call) {
  std::optional<Value> found = call.evaluator.textMember(textOf(llvm::StringRef(call.entry->module)), call.entry->name);
  return found ? *found : call.evaluator.notSupported("`" + publicName(call.entry) + "`");
}
