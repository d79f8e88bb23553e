// SPDX-License-Identifier: Apache-2.0
// Dtype values: their names, equality across spellings (`x.dtype == jnp.float32` holds), and calling one to make an array.
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/arrays/ByteOrder.h"
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

/// `f`, `d`, `B`: NumPy's character for a dtype. Those of ml_dtypes have theirs.
static std::string charOf(DType dtype) {
  static constexpr std::pair<DType, char> characters[] = {
      {DType::boolean, '?'}, {DType::int8, 'b'},    {DType::uint8, 'B'},   {DType::int16, 'h'},   {DType::uint16, 'H'}, {DType::int32, 'i'},
      {DType::uint32, 'I'},  {DType::int64, 'l'},   {DType::uint64, 'L'},  {DType::float16, 'e'}, {DType::float32, 'f'}, {DType::float64, 'd'},
      {DType::bfloat16, 'E'}};
  for (auto [known, character] : characters)
    if (known == dtype)
      return std::string(1, character);
  return "V";
}

static char kindOf(DType dtype) {
  return dtype == DType::boolean ? 'b' : numerics::isFloat(dtype) ? 'f' : numerics::isUnsigned(dtype) ? 'u' : 'i';
}

/// `<f4`, `|u1`
static std::string codeOf(DType dtype, bool isSwapped) {
  unsigned size = numerics::getByteSize(dtype);
  bool isNative = charOf(dtype) != "V" && dtype != DType::bfloat16;
  return std::string(1, size == 1 ? '|' : isSwapped ? '>' : '<') + (isNative ? kindOf(dtype) : 'V') + std::to_string(size);
}

/// NumPy's short names: `f4`, `<i8`, `d`, `?`, `half`.
static std::optional<DType> parseShortName(llvm::StringRef name) {
  static constexpr std::pair<llvm::StringLiteral, DType> words[] = {
      {"half", DType::float16}, {"single", DType::float32}, {"double", DType::float64}, {"float", DType::float64}, {"int", DType::int64},
      {"long", DType::int64},   {"byte", DType::int8},      {"ubyte", DType::uint8},    {"short", DType::int16},  {"intc", DType::int32},
      {"bool_", DType::boolean}, {"uint", DType::uint64}, {"q", DType::int64},      {"p", DType::int64},    {"Q", DType::uint64},     {"P", DType::uint64},
      {"intp", DType::int64},   {"uintp", DType::uint64},   {"longlong", DType::int64}, {"ulonglong", DType::uint64}, {"ushort", DType::uint16}, {"uintc", DType::uint32},
      {"int_", DType::int64},   {"ulong", DType::uint64},   {"float_", DType::float64},
      // As where the C compiler's `long double` is a `double` (MSVC): NumPy has no wider float then.
      {"g", DType::float64},    {"longdouble", DType::float64}, {"longfloat", DType::float64}};
  for (auto [word, dtype] : words)
    if (word == name)
      return dtype;
  if (!name.empty() && llvm::StringRef("<>=|").contains(name.front()))
    name = name.drop_front();
  for (unsigned k = 0; k <= static_cast<unsigned>(DType::float64); ++k) {
    auto dtype = static_cast<DType>(k);
    if (charOf(dtype) != "V" && (name == charOf(dtype) || (dtype != DType::bfloat16 && name == llvm::StringRef(codeOf(dtype, false)).drop_front())))
      return dtype;
  }
  return std::nullopt;
}

std::optional<Value> DTypeObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "__instancecheck__" && style == DTypeStyle::numpyScalar)
    return evaluator.libraryMember("numpy.dtype", name, this);
  if (name == "itemsize")
    return evaluator.integer(numerics::getByteSize(dtype));
  if (name == "name" || name == "__name__")
    return evaluator.string(style == DTypeStyle::triton ? spell() : std::string(numerics::getName(dtype)));
  if (style == DTypeStyle::triton && (name == "primitive_bitwidth" || name == "itemsize_bits"))
    return evaluator.integer(numerics::getBitWidth(dtype));
  if (style == DTypeStyle::triton && (name == "element_ty" || name == "scalar"))
    return Value(this);
  if (style == DTypeStyle::triton && (name == "int_bitwidth" || name == "fp_mantissa_width")) {
    static const std::pair<DType, int64_t> mantissas[] = {{DType::float8_e4m3fn, 3}, {DType::float8_e5m2, 2}, {DType::float16, 10}, {DType::bfloat16, 7}, {DType::float32, 23}, {DType::float64, 52}};
    if (name == "int_bitwidth" && !numerics::isFloat(dtype))
      return evaluator.integer(numerics::getBitWidth(dtype));
    for (auto [type, width] : mantissas)
      if (name == "fp_mantissa_width" && type == dtype)
        return evaluator.integer(width);
    return std::nullopt;
  }
  if (style == DTypeStyle::torch && name == "is_floating_point")
    return evaluator.boolean(numerics::isFloat(dtype));
  if (style == DTypeStyle::torch && name == "is_complex") // those are library Python's (torch/complex_class.py)
    return evaluator.boolean(false);
  if (style == DTypeStyle::torch && name == "is_signed")
    return evaluator.boolean(dtype != DType::boolean && !numerics::isUnsigned(dtype));
  if (style == DTypeStyle::jaxScalar && name == "dtype")
    return evaluator.make<DTypeObject>(canonicalizeX32(dtype), DTypeStyle::numpyDType);
  bool isNumpys = style == DTypeStyle::numpyDType;
  if (isNumpys && (name == "str" || name == "char" || name == "byteorder"))
    return evaluator.string(name == "str" ? codeOf(dtype, false) : name == "byteorder" ? (numerics::getByteSize(dtype) == 1 ? "|" : "=") : charOf(dtype));
  if (isNumpys && name == "alignment")
    return evaluator.integer(numerics::getByteSize(dtype));
  if (isNumpys && name == "shape")
    return evaluator.tuple({});
  if (isNumpys && name == "ndim")
    return evaluator.integer(0);
  if (isNumpys && (name == "fields" || name == "names" || name == "subdtype" || name == "metadata"))
    return evaluator.none();
  if (isNumpys && (name == "isnative" || name == "hasobject"))
    return evaluator.boolean(name == "isnative");
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
    else if (name == "is_ptr" || name == "is_block" || name == "is_void" || name == "is_const")
      answer = false;
    else if (name == "is_fp8")
      answer = numerics::isFloat(dtype) && numerics::getBitWidth(dtype) == 8;
    else if (name == "is_bool")
      answer = dtype == DType::boolean;
    else if (name == "is_standard_floating")
      answer = numerics::isFloat(dtype) && numerics::getBitWidth(dtype) > 8;
    else if (name == "is_int8" || name == "is_int16" || name == "is_int32" || name == "is_int64" || name == "is_uint8" || name == "is_uint16" || name == "is_uint32" || name == "is_uint64" ||
             name == "is_int1" || name == "is_fp8e4nv" || name == "is_fp8e5")
      answer = name.drop_front(3) == spell();
    else if (name == "is_fp16" || name == "is_bf16" || name == "is_fp32" || name == "is_fp64")
      answer = name.drop_front(3) == spell();
    else
      return std::nullopt;
    return evaluator.function(name.str(), [answer](Evaluator &e, Arguments &) { return e.boolean(answer); });
  }
  if (style == DTypeStyle::triton)
    return name == "value" ? std::optional<Value>(this) : evaluator.libraryMember("triton.language.dtype", name, this);
  return isNumpys ? evaluator.libraryMember("numpy.dtype", name, this) : std::nullopt;
}

void DTypeObject::listAttributes(Evaluator &, std::vector<std::string> &names) {
  for (const char *name : {"itemsize", "name", "kind", "dtype"})
    names.push_back(name);
}

Value DTypeObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (style != DTypeStyle::jaxScalar && style != DTypeStyle::numpyScalar)
    return Object::call(evaluator, arguments);
  if (arguments.positional.empty() && arguments.keywords.empty())
    arguments.positional.push_back(evaluator.integer(0));
  if (arguments.positional.size() == 1 && isa<StrObject>(arguments.positional[0])) { // np.float32("inf")
    Value number = evaluator.call(evaluator.builtinClass(numerics::isFloat(dtype) ? "float" : "int"), {arguments.positional[0]});
    if (!number)
      return nullptr;
    arguments.positional[0] = number;
  }
  if (arguments.positional.size() != 1 || !arguments.keywords.empty())
    return evaluator.raise(DiagnosticId::argumentError, "`" + spell() + "` takes one value and got " +
                                                            std::to_string(arguments.positional.size()));
  return makeJaxArray(evaluator, arguments.positional[0], style == DTypeStyle::jaxScalar ? canonicalizeX32(dtype) : dtype,
                      style == DTypeStyle::jaxScalar ? Flavour::jax : Flavour::numpy);
}

std::optional<Value> DTypeObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (op != CompareOp::equal && op != CompareOp::notEqual)
    return std::nullopt;
  auto *text = dyn_cast<StrObject>(other);
  bool isNumpys = style == DTypeStyle::numpyDType || style == DTypeStyle::numpyScalar;
  std::optional<DType> dtypeOfOther = text && isNumpys ? parseShortName(text->value) : std::nullopt; // `x.dtype == "d"`
  if (!dtypeOfOther)
    dtypeOfOther = asDType(evaluator, other);
  auto *object = dyn_cast<DTypeObject>(other);
  bool equal = dtypeOfOther && *dtypeOfOther == dtype && key == (object && object->key) && !isSwappedDType(evaluator, other);
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

std::optional<uint64_t> DTypeObject::hash(Evaluator &) { return static_cast<size_t>(dtype) * 7919 + key; }

//===-- the other byte order --------------------------------------------------------------------------------------===//

namespace {
/// `>i4`: told from `<i4` by what it says of itself.
class SwappedDType : public DTypeObject {
public:
  explicit SwappedDType(DType dtype) : DTypeObject(dtype, DTypeStyle::numpyDType) {}
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override {
    if (name == "isnative")
      return evaluator.boolean(false);
    if (name == "byteorder")
      return evaluator.string(">");
    return name == "str" ? std::optional<Value>(evaluator.string(codeOf(dtype, true))) : DTypeObject::getAttribute(evaluator, name);
  }
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override {
    if (op != CompareOp::equal && op != CompareOp::notEqual)
      return std::nullopt;
    auto *text = dyn_cast<StrObject>(other);
    std::optional<DType> known = text ? parseShortName(text->value) : asDType(evaluator, other);
    bool equal = known && *known == dtype && isSwappedDType(evaluator, other);
    return evaluator.boolean(equal == (op == CompareOp::equal));
  }
  std::optional<std::string> repr(Evaluator &) override { return "dtype('" + codeOf(dtype, true) + "')"; }
  std::optional<std::string> str(Evaluator &) override { return codeOf(dtype, true); }
  std::optional<uint64_t> hash(Evaluator &evaluator) override { return *DTypeObject::hash(evaluator) + 1; }
};
} // namespace

bool frontend::isSwappedDType(Evaluator &evaluator, Value value) {
  if (auto *object = dyn_cast<DTypeObject>(value)) {
    std::optional<Value> isNative = object->style == DTypeStyle::numpyDType ? object->getAttribute(evaluator, "isnative") : std::nullopt;
    return isNative && !cast<BoolObject>(*isNative)->value;
  }
  auto *text = dyn_cast<StrObject>(value);
  if (!text || !llvm::StringRef(text->value).starts_with(">"))
    return false;
  std::optional<DType> type = parseShortName(text->value);
  return type && numerics::getByteSize(*type) > 1;
}

Value frontend::makeNumpyDType(Evaluator &evaluator, DType dtype, bool isSwapped) {
  if (isSwapped && numerics::getByteSize(dtype) > 1)
    return evaluator.make<SwappedDType>(dtype);
  return evaluator.make<DTypeObject>(dtype, DTypeStyle::numpyDType);
}

//===-- reading dtypes --------------------------------------------------------------------------------------------===//

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

/// Whether NumPy has the dtype and we do not: complex numbers, texts, objects, records, times, wide floats.
static bool isKnownElsewhere(Value value) {
  if (auto *builtin = dyn_cast<ClassObject>(value))
    return builtin->module == "builtins" && (builtin->name == "complex" || builtin->name == "object" || builtin->name == "str" || builtin->name == "bytes");
  auto *text = dyn_cast<StrObject>(value);
  if (!text)
    return isa<SequenceObject>(value) || isa<DictObject>(value); // records
  llvm::StringRef name = text->value;
  if (name == "object" || name == "str" || name == "bytes" || name == "void" || name == "complex" || name == "longdouble" || name.starts_with("complex") ||
      name.starts_with("datetime64") || name.starts_with("timedelta64"))
    return true;
  if (name.contains(','))
    return true;
  name = name.ltrim("<>=|");
  if (name.empty() || !llvm::StringRef("SUVMmOcFDGga").contains(name[0]))
    return false;
  llvm::StringRef rest = name.drop_front().take_until([](char c) { return c == '['; });
  return llvm::all_of(rest, llvm::isDigit);
}

std::optional<DType> frontend::toDType(Evaluator &evaluator, Value value, llvm::StringRef what, DType absent, bool x32) {
  if (isNone(value))
    return absent;
  // NumPy's `i8` has eight bytes, Triton's eight bits: here the former is meant.
  auto *name = dyn_cast<StrObject>(value);
  std::optional<DType> dtype = name ? parseShortName(name->value) : std::nullopt;
  if (!dtype)
    dtype = asDType(evaluator, value);
  if (!dtype) {
    std::string seen = evaluator.repr(value).value_or(value->typeName(evaluator));
    evaluator.clearPending();
    if (isKnownElsewhere(value))
      return evaluator.raise(DiagnosticId::notSupported, "the dtype `" + seen + "` is not supported yet").note("there are booleans, integers and floats");
    return evaluator.raise(DiagnosticId::typeError, "`" + what.str() + "` is `" + seen + "`, which is not a dtype")
        .note("dtypes are for example `jnp.float32`, `torch.float16`, `tl.int32` or `\"bfloat16\"`");
  }
  if (!x32 || canonicalizeX32(*dtype) == *dtype)
    return dtype;
  auto *scalar = dyn_cast<DTypeObject>(value); // `jnp.float64` is what a program says for any float
  if (!isa<ClassObject>(value) && !(scalar && scalar->style == DTypeStyle::jaxScalar))
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
  static const std::pair<llvm::StringRef, DType> numpyAliases[] = {
      {"intc", DType::int32},  {"int_", DType::int64},   {"intp", DType::int64},   {"longlong", DType::int64}, {"byte", DType::int8},   {"short", DType::int16},
      {"ubyte", DType::uint8}, {"ushort", DType::uint16}, {"uintc", DType::uint32}, {"uint", DType::uint64},    {"uintp", DType::uint64}, {"ulonglong", DType::uint64},
      {"longdouble", DType::float64}};
  std::optional<DType> dtype = numerics::parseDType(name.str());
  for (auto [alias, type] : aliases)
    if (alias == name)
      dtype = type;
  for (auto [alias, type] : numpyAliases)
    if (alias == name && style == DTypeStyle::numpyScalar)
      dtype = type;
  if (!dtype)
    return call.evaluator.notSupported("the dtype `" + publicName(call.entry) + "`");
  return call.evaluator.make<DTypeObject>(*dtype, style);
}
