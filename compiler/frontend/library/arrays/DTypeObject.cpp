// SPDX-License-Identifier: Apache-2.0
// Dtype values: their names, equality across spellings (`x.dtype == jnp.float32` holds), and calling one to make an array.
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/jax/Array.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using numerics::DType;

const char DTypeObject::tag = 0;

std::string DTypeObject::spell() const {
  if (key)
    return "key<fry>";
  std::string name(numerics::getName(dtype));
  switch (style) {
  case DTypeStyle::torch:
    return "torch." + name;
  case DTypeStyle::triton: {
    // `fp32`, `int32`, `uint8`, `bf16`, `int1`
    if (dtype == DType::boolean)
      return "int1";
    if (dtype == DType::bfloat16)
      return "bf16";
    if (dtype == DType::float8_e4m3fn)
      return "fp8e4nv";
    if (dtype == DType::float8_e5m2)
      return "fp8e5";
    return numerics::isFloat(dtype) ? "fp" + std::to_string(numerics::getBitWidth(dtype)) : name;
  }
  default:
    return name;
  }
}

ClassObject *DTypeObject::type(Evaluator &evaluator) {
  switch (style) {
  case DTypeStyle::torch:
    return evaluator.libraryClass("torch", "dtype");
  case DTypeStyle::triton:
    return evaluator.libraryClass("triton.language", "dtype");
  default:
    return evaluator.libraryClass("numpy", "dtype");
  }
}

std::optional<Value> DTypeObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "itemsize")
    return evaluator.integer(numerics::getByteSize(dtype));
  if (name == "name" || name == "__name__")
    return evaluator.string(style == DTypeStyle::triton ? spell() : std::string(numerics::getName(dtype)));
  if (style == DTypeStyle::triton && (name == "primitive_bitwidth" || name == "itemsize_bits"))
    return evaluator.integer(numerics::getBitWidth(dtype));
  if (style == DTypeStyle::triton && (name == "element_ty" || name == "scalar"))
    return Value(this);
  if (style == DTypeStyle::torch && name == "is_floating_point")
    return evaluator.boolean(numerics::isFloat(dtype));
  if (style == DTypeStyle::jaxScalar && name == "dtype")
    return evaluator.make<DTypeObject>(dtype, DTypeStyle::numpyDType);
  if (name == "kind" && style != DTypeStyle::torch && style != DTypeStyle::triton)
    return evaluator.string(dtype == DType::boolean          ? "b"
                            : numerics::isFloat(dtype)       ? "f"
                            : numerics::isUnsigned(dtype)    ? "u"
                                                             : "i");
  if (name == "type" && style == DTypeStyle::numpyDType)
    return evaluator.make<DTypeObject>(dtype, DTypeStyle::numpyScalar);
  // `tl.float32.is_floating()` and the like
  if (style == DTypeStyle::triton && name.starts_with("is_")) {
    bool answer;
    if (name == "is_floating")
      answer = numerics::isFloat(dtype);
    else if (name == "is_int")
      answer = !numerics::isFloat(dtype);
    else if (name == "is_int_signed")
      answer = numerics::isSigned(dtype);
    else if (name == "is_int_unsigned")
      answer = numerics::isUnsigned(dtype) || dtype == DType::boolean;
    else if (name == "is_fp16" || name == "is_bf16" || name == "is_fp32" || name == "is_fp64")
      answer = name.drop_front(3) == spell();
    else
      return std::nullopt;
    return evaluator.function(name.str(), [answer](Evaluator &e, Arguments &) { return e.boolean(answer); });
  }
  return std::nullopt;
}

void DTypeObject::listAttributes(Evaluator &, std::vector<std::string> &names) {
  for (const char *name : {"itemsize", "name", "kind", "dtype"})
    names.push_back(name);
}

Value DTypeObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (style != DTypeStyle::jaxScalar && style != DTypeStyle::numpyScalar)
    return Object::call(evaluator, arguments);
  if (arguments.positional.size() != 1 || !arguments.keywords.empty())
    return evaluator.raise(DiagnosticId::argumentError, "`" + spell() + "` takes one value and got " +
                                                            std::to_string(arguments.positional.size()));
  return makeJaxArray(evaluator, arguments.positional[0], dtype,
                      style == DTypeStyle::jaxScalar ? Flavour::jax : Flavour::numpy);
}

std::optional<Value> DTypeObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (op != CompareOp::equal && op != CompareOp::notEqual)
    return std::nullopt;
  std::optional<DType> dtypeOfOther = asDType(evaluator, other);
  auto *object = dyn_cast<DTypeObject>(other);
  bool equal = dtypeOfOther && *dtypeOfOther == dtype && key == (object && object->key);
  return evaluator.boolean(equal == (op == CompareOp::equal));
}

std::optional<std::string> DTypeObject::repr(Evaluator &) {
  switch (style) {
  case DTypeStyle::jaxScalar:
    return "<class 'jax.numpy." + spell() + "'>";
  case DTypeStyle::numpyScalar:
    return "<class 'numpy." + spell() + "'>";
  case DTypeStyle::numpyDType:
    return key ? spell() : "dtype('" + spell() + "')";
  default:
    return spell();
  }
}

std::optional<std::string> DTypeObject::str(Evaluator &evaluator) {
  return style == DTypeStyle::numpyDType ? spell() : *repr(evaluator);
}

std::optional<size_t> DTypeObject::hash(Evaluator &) { return static_cast<size_t>(dtype) * 7919 + key; }

//===-- reading dtypes ----------------------------------------------------------------------------------------===//

std::optional<DType> frontend::asDType(Evaluator &evaluator, Value value) {
  if (auto *object = dyn_cast<DTypeObject>(value))
    return object->dtype;
  if (auto *name = dyn_cast<StrObject>(value))
    return numerics::parseDType(name->value);
  if (auto *builtin = dyn_cast<ClassObject>(value); builtin && builtin->module == "builtins") {
    if (builtin->name == "float")
      return DType::float64;
    if (builtin->name == "int")
      return DType::int64;
    if (builtin->name == "bool")
      return DType::boolean;
  }
  return std::nullopt;
}

std::optional<DType> frontend::toDType(Evaluator &evaluator, Value value, llvm::StringRef what, DType absent, bool x32) {
  if (isNone(value))
    return absent;
  std::optional<DType> dtype = asDType(evaluator, value);
  if (!dtype) {
    std::string seen = evaluator.repr(value).value_or(value->typeName(evaluator));
    evaluator.clearPending();
    return evaluator.raise(DiagnosticId::typeError, "`" + what.str() + "` is `" + seen + "`, which is not a dtype")
        .note("dtypes are for example `jnp.float32`, `torch.float16`, `tl.int32` or `\"bfloat16\"`");
  }
  if (!x32 || canonicalizeX32(*dtype) == *dtype)
    return dtype;
  if (!isa<ClassObject>(value))
    reportOnce(evaluator, DiagnosticId::dtypeMismatch, evaluator.where(),
               "`" + std::string(numerics::getName(*dtype)) + "` becomes `" +
                                std::string(numerics::getName(canonicalizeX32(*dtype))) + "`: JAX's 64-bit mode is off",
                            Severity::warning);
  return canonicalizeX32(*dtype);
}

Value frontend::makeDTypeConstant(Call &call) {
  llvm::StringRef module = call.entry->module, name = call.entry->name;
  DTypeStyle style = module.starts_with("torch")    ? DTypeStyle::torch
                     : module.starts_with("triton") ? DTypeStyle::triton
                     : module == "numpy"            ? DTypeStyle::numpyScalar
                                                    : DTypeStyle::jaxScalar;
  static const std::pair<llvm::StringRef, DType> aliases[] = {
      {"bool", DType::boolean},      {"bool_", DType::boolean},        {"float", DType::float32},
      {"double", DType::float64},    {"half", DType::float16},         {"int", DType::int32},
      {"long", DType::int64},        {"short", DType::int16},          {"float8_e4m3fn", DType::float8_e4m3fn},
      {"float8_e5m2", DType::float8_e5m2}, {"float8e4nv", DType::float8_e4m3fn}, {"float8e5", DType::float8_e5m2},
      {"int1", DType::boolean},      {"single", DType::float32}};
  std::optional<DType> dtype = numerics::parseDType(name.str());
  for (auto [alias, type] : aliases)
    if (alias == name)
      dtype = type;
  if (!dtype)
    return call.evaluator.notSupported("the dtype `" + publicName(call.entry) + "`");
  if (style == DTypeStyle::jaxScalar)
    dtype = canonicalizeX32(*dtype);
  return call.evaluator.make<DTypeObject>(*dtype, style);
}
