// SPDX-License-Identifier: Apache-2.0
// Launching Triton kernels. A launch specializes the kernel as Triton does: constexpr parameters and the integer 1 are values known
// while compiling, tensors become flat Refs, other numbers scalars, each with the divisibility that its value has.
#include "compiler/frontend/library/triton/Launcher.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- arguments ---------------------------------------------------------------------------------------------===//

/// Whether a parameter's annotation is `tl.constexpr`.
static bool isConstexpr(const ParameterInfo &parameter) {
  auto *type = llvm::dyn_cast_or_null<ClassObject>(parameter.annotation);
  if (type && type->name == "constexpr")
    return true;
  auto *text = llvm::dyn_cast_or_null<StrObject>(parameter.annotation);
  return text && (text->value == "tl.constexpr" || text->value == "constexpr" || text->value == "triton.language.constexpr");
}

/// The dtype that a parameter's annotation asks for: `n: tl.int64`, `"u32"`; empty for others.
static std::optional<DType> annotatedType(const ParameterInfo &parameter) {
  if (auto *type = llvm::dyn_cast_or_null<DTypeObject>(parameter.annotation))
    return type->style == DTypeStyle::triton ? std::optional(type->dtype) : std::nullopt;
  auto *text = llvm::dyn_cast_or_null<StrObject>(parameter.annotation);
  if (!text)
    return std::nullopt;
  llvm::StringRef name = text->value;
  name.consume_front("triton.language.") || name.consume_front("tl.");
  auto parsed = parseTritonType(name);
  return parsed && !parsed->second ? std::optional(parsed->first) : std::nullopt;
}

/// `num_warps` and its kin; false with an exception pending when it is none of them.
bool TritonLauncher::readOption(const Keyword &keyword) {
  // Numbers are kept with the kernel, for who makes code of it. Flags say how to launch or compile and change no result.
  static const llvm::StringRef numbers[] = {"num_warps", "num_stages", "num_ctas", "maxnreg"};
  static const llvm::StringRef flags[] = {"launch_pdl", "launch_cooperative_grid", "enable_fp_fusion", "sanitize_overflow", "debug", "clc", "enable_reflect_ftz"};
  const auto &[name, given] = keyword;
  if (llvm::is_contained(numbers, name) || llvm::is_contained(flags, name)) {
    optionKeywords.push_back(keyword);
    if (isNone(given))
      return true;
    std::optional<int64_t> value = evaluator.toInt(given, name);
    if (!value)
      return false;
    if (llvm::is_contained(flags, name)) {
      if (*value)
        options.push_back({name, *value});
      return true;
    }
    bool isPower = *value > 0 && (*value & (*value - 1)) == 0;
    if (*value <= 0 || (name != "num_stages" && name != "maxnreg" && !isPower))
      return evaluator.raise(DiagnosticId::valueError, "`" + name + "` is " + std::to_string(*value) + ", not a positive " +
                                                           (name == "num_stages" || name == "maxnreg" ? "number" : "power of two")),
             false;
    options.push_back({name, *value});
    return true;
  }
  if ((name == "extern_libs" && isa<DictObject>(given)) || name == "stream")
    return true; // libdevice's functions are the compiler's own; launches are in order in every stream
  if (name == "grid" || name == "warmup" || name == "ir_override" || name == "ptx_options")
    return evaluator.notSupported("the launch option `" + name + "`"), false;
  std::vector<std::string> names = {"num_warps", "num_stages"};
  for (const ParameterInfo &parameter : function->function->parameters)
    names.push_back(parameter.name);
  Raised raised = evaluator.raise(DiagnosticId::argumentError, "kernel `" + function->function->name + "` has no parameter `" + name + "`, and no launch option is called so");
  std::vector<std::string> near = nearestNames(name, names);
  if (!near.empty())
    raised.note("did you mean `" + near.front() + "`?");
  return false;
}

bool TritonLauncher::bindArguments(Arguments &passed) {
  const std::vector<ParameterInfo> &declared = function->function->parameters;
  Arguments mine;
  mine.positional = passed.positional;
  mine.positionalRanges = passed.positionalRanges;
  for (auto [index, keyword] : llvm::enumerate(passed.keywords)) {
    if (llvm::none_of(declared, [&, &name = keyword.first](const ParameterInfo &parameter) { return parameter.name == name; })) {
      if (!readOption(keyword))
        return false;
      continue;
    }
    mine.keywords.push_back(keyword);
    if (index < passed.keywordRanges.size())
      mine.keywordRanges.push_back(passed.keywordRanges[index]);
  }
  llvm::SmallVector<Value> values;
  llvm::SmallVector<bool> given;
  llvm::SmallVector<Range> ranges;
  if (!evaluator.bind(function->function->name, declared, mine, values, &given, &ranges, function->function->range()))
    return false;
  for (auto [index, parameter] : llvm::enumerate(declared)) {
    bound.push_back({parameter.name, values[index]});
    Range range = index < ranges.size() && ranges[index].isValid() ? ranges[index] : evaluator.range();
    if (!specialize(parameter, values[index], range, parameters.emplace_back()))
      return false;
  }
  return true;
}

bool TritonLauncher::specialize(const ParameterInfo &parameter, Value value, Range range, Seen &seen) {
  seen.given = value;
  std::string kernel = "kernel `" + function->function->name + "`";
  if (isConstexpr(parameter)) {
    if (isa<ArrayObject>(value))
      return evaluator.raise(DiagnosticId::typeError, "the constexpr parameter `" + parameter.name + "` of " + kernel + " got a tensor", range), false;
    return true;
  }
  auto *record = dyn_cast<RecordObject>(value);
  Value mocked = record && record->recordType->name == "MockTensor" ? record->field("dtype") : value;
  if (auto *type = dyn_cast<DTypeObject>(mocked); isWarmup && type && type->style == DTypeStyle::torch) {
    seen.argument = addPointer(nullptr, type->dtype, parameter.name, /*isAligned=*/true);
    return true;
  }
  if (auto *tensor = dyn_cast<TorchTensor>(value))
    return specializeTensor(parameter.name, tensor, range, seen);
  if (auto *descriptor = dyn_cast<HostDescriptor>(value)) {
    seen.descriptor = descriptor;
    return specializeTensor(parameter.name, descriptor->base, range, seen);
  }
  if (auto *tuple = dyn_cast<TupleObject>(value)) {
    seen.isTuple = true;
    seen.items.resize(tuple->items.size());
    for (auto [index, item] : llvm::enumerate(tuple->items)) {
      ParameterInfo part;
      part.name = parameter.name + "_" + std::to_string(index);
      if (!specialize(part, item, range, seen.items[index]))
        return false;
    }
    return true;
  }
  // `tl.constexpr(4)`, also inside a tuple.
  bool isConstant = isa<NumberObject, StrObject>(value) && value->isDerived() && !value->instancePart();
  if (isNone(value) || innermostTriton(value) || isa<DTypeObject>(value) || isConstant)
    return true;
  if (isa<BoolObject, IntObject, FloatObject>(value))
    return specializeNumber(parameter.name, value, annotatedType(parameter), seen);
  Raised raised = evaluator.raise(DiagnosticId::typeError, "the argument `" + parameter.name + "` of " + kernel + " is a `" + value->typeName(evaluator) + "`", range);
  raised.note(isa<StrObject>(value) ? "annotate the parameter with `tl.constexpr`: text is known while compiling" : "a kernel takes tensors and numbers");
  return false;
}

int TritonLauncher::addPointer(TorchTensor *root, DType type, const std::string &name, bool isAligned) {
  KernelArgument argument;
  argument.name = name;
  argument.isPointer = true;
  argument.tensor = root;
  argument.dtype = type;
  argument.divisibility = isAligned ? 16 : 1;
  arguments.push_back(argument);
  return static_cast<int>(arguments.size()) - 1;
}

bool TritonLauncher::specializeTensor(const std::string &name, TorchTensor *tensor, Range range, Seen &seen) {
  if (!tensor->onGpu && evaluator.options().device != "cpu") // on a CPU, Triton interprets its kernels
    return evaluator.raise(DiagnosticId::valueError, "the argument `" + name + "` of kernel `" + function->function->name + "` is a tensor on the CPU, which a kernel can't reach", range)
               .note("make it with `device='cuda'`, or move it with `.cuda()`"),
           false;
  seen.tensor = tensor;
  bool isAligned = tensor->offset * numerics::getByteSize(tensor->dtype) % 16 == 0 && !llvm::is_contained(function->unaligned, name);
  seen.argument = addPointer(tensor->root(), tensor->dtype, name, isAligned);
  return true;
}

bool TritonLauncher::specializeNumber(const std::string &name, Value number, std::optional<DType> asked, Seen &seen) {
  bool isSpecialized = !llvm::is_contained(function->unspecialized, name);
  KernelArgument argument;
  argument.name = name;
  if (asked) {
    // The annotation says the type, so that no value is special.
    auto *integer = dyn_cast<IntObject>(number);
    if (numerics::isInteger(*asked) && !isa<IntObject, BoolObject>(number))
      return evaluator.raise(DiagnosticId::typeError, "the argument `" + name +
                                                          "` is a float, but its annotation says `" +
                                                          std::string(numerics::getName(*asked)) + "`"),
             false;
    unsigned width = numerics::getBitWidth(*asked);
    if (integer && numerics::isInteger(*asked)) {
      bool fits = numerics::isUnsigned(*asked) ? !integer->value.isNegative() && integer->value.bitLength() <= width
                                               : integer->value.value().getSignificantBits() <= width;
      if (!fits)
        return evaluator.raise(DiagnosticId::valueError, "the argument `" + name + "` is " + integer->value.toString() +
                                                             ", which does not fit `" +
                                                             std::string(numerics::getName(*asked)) + "`"),
               false;
      std::optional<int64_t> value = integer->value.asInt64();
      if (value && *value % 16 == 0 && isSpecialized && !llvm::is_contained(function->unaligned, name))
        argument.divisibility = 16;
    }
    argument.dtype = *asked;
  } else if (isa<FloatObject>(number)) {
    argument.dtype = DType::float32;
  } else if (isa<BoolObject>(number)) {
    argument.dtype = DType::boolean;
  } else {
    const Integer &integer = cast<IntObject>(number)->value;
    std::optional<int64_t> value = integer.asInt64();
    if (!value && (integer.isNegative() || integer.bitLength() > 64))
      return evaluator.raise(DiagnosticId::valueError, "the argument `" + name + "` does not fit 64 bits"), false;
    if (value && *value == 1 && isSpecialized)
      return true; // a constant of the body
    argument.dtype = !value ? DType::uint64 : *value >= INT32_MIN && *value <= INT32_MAX ? DType::int32 : DType::int64;
    if (value && *value % 16 == 0 && isSpecialized && !llvm::is_contained(function->unaligned, name))
      argument.divisibility = 16;
  }
  argument.scalar = frontend::getElementType(evaluator.context(), argument.dtype);
  std::optional<Operand> operand = asOperand(number);
  argument.value = materialize(evaluator, *operand, argument.dtype);
  seen.argument = static_cast<int>(arguments.size());
  arguments.push_back(argument);
  return argument.value != nullptr;
}

std::optional<std::pair<DType, bool>> frontend::parseTritonType(llvm::StringRef text) {
  static const std::pair<llvm::StringRef, DType> names[] = {
      {"i1", DType::boolean}, {"i8", DType::int8},     {"i16", DType::int16},   {"i32", DType::int32},   {"i64", DType::int64},     {"u1", DType::boolean},
      {"u8", DType::uint8},   {"u16", DType::uint16},  {"u32", DType::uint32},  {"u64", DType::uint64},  {"fp16", DType::float16},  {"bf16", DType::bfloat16},
      {"fp32", DType::float32}, {"f32", DType::float32}, {"fp64", DType::float64}, {"fp8e5", DType::float8_e5m2}, {"fp8e4nv", DType::float8_e4m3fn}};
  text = text.split(':').first.trim();
  bool isPointer = text.consume_front("*");
  text.consume_front("k"); // `*kfp32`: only read
  for (auto [name, type] : names)
    if (text == name)
      return std::make_pair(type, isPointer);
  if (std::optional<DType> type = numerics::parseDType(text.str()))
    return std::make_pair(*type, isPointer);
  return std::nullopt;
}

/// An argument that no value is known of.
bool TritonLauncher::specializeType(const std::string &name, llvm::StringRef type, Seen &seen) {
  auto parsed = parseTritonType(type);
  if (!parsed)
    return evaluator.notSupported("the type `" + type.str() + "` of `" + name + "` in a signature"), false;
  if (parsed->second) {
    seen.argument = addPointer(nullptr, parsed->first, name, type.ends_with(":16"));
    return true;
  }
  KernelArgument argument;
  argument.name = name;
  argument.dtype = parsed->first;
  argument.scalar = frontend::getElementType(evaluator.context(), argument.dtype);
  argument.divisibility = type.ends_with(":16") ? 16 : 1;
  seen.argument = static_cast<int>(arguments.size());
  arguments.push_back(argument);
  return true;
}

bool TritonLauncher::readGrid() {
  Value given = gridValue;
  if (evaluator.isCallable(given) && !isa<SequenceObject>(given)) {
    DictObject *meta = evaluator.dict();
    for (const auto &[name, value] : bound)
      meta->set(evaluator, name, value);
    for (const auto &[name, value] : options)
      meta->set(evaluator, name, evaluator.integer(value));
    given = evaluator.call(given, {meta});
    if (!given)
      return false;
  }
  std::vector<Value> items = {given};
  if (auto *sequence = dyn_cast<SequenceObject>(given))
    items = sequence->items;
  if (items.empty() || items.size() > 3)
    return evaluator.raise(DiagnosticId::gridError, "the grid has " + std::to_string(items.size()) + " axes, expected 1 to 3"), false;
  for (Value item : items) {
    auto *integer = dyn_cast<IntObject>(item);
    std::optional<int64_t> extent = integer ? integer->value.asInt64() : std::nullopt;
    if (!extent || *extent <= 0 || *extent > INT32_MAX) {
      std::string seen = evaluator.repr(item).value_or(item->typeName(evaluator));
      evaluator.clearPending();
      return evaluator.raise(DiagnosticId::gridError, "axis " + std::to_string(grid.size()) + " of the grid is `" + seen + "`, not a positive integer")
                 .note(isa<FloatObject>(item) ? "use `//` or `triton.cdiv(a, b)` instead of `/`" : "a grid says how many programs there are along each axis"),
             false;
    }
    grid.push_back(*extent);
  }
  return true;
}
