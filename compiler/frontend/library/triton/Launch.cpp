// SPDX-License-Identifier: Apache-2.0
// Launching Triton kernels. A launch specializes the kernel as Triton does: constexpr parameters and the integer 1 are values known
// while compiling, tensors become flat Refs, other numbers scalars, each with the divisibility that its value has. Then the body
// is recorded, and the tensors that it stores to are bound to the launch's results. Parameters that share memory which the kernel
// changes become one Ref, so that what is stored through one is seen through the other.
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/library/triton/BlockPointers.h"
#include "compiler/frontend/library/triton/HostDescriptor.h"
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/triton/Strategy.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// One argument of the recorded kernel.
struct KernelArgument {
  std::string name;
  TorchTensor *tensor = nullptr; // a root: a pointer argument
  mlir::Type scalar;             // a scalar argument's type
  DType dtype = DType::int32;
  mlir::Value value; // a scalar argument's value in the host program
  int64_t divisibility = 1;
};

/// What the body sees for a parameter: a value as it is, or something around an argument.
struct Seen {
  Value given = nullptr;
  int argument = -1;
  TorchTensor *tensor = nullptr;         // of a pointer; may be a view of the argument's
  HostDescriptor *descriptor = nullptr;  // around the pointer
  std::vector<Seen> items;               // of a tuple
  bool isTuple = false;
};

class TritonLauncher {
public:
  TritonLauncher(Evaluator &evaluator, TritonFunction *function, Value grid) : evaluator(evaluator), function(function), gridValue(grid) {}
  Value run(Arguments &arguments);
  Value warmUp(Arguments &arguments);

private:
  bool bindArguments(Arguments &arguments);
  bool readOption(const Keyword &keyword);
  bool specialize(const ParameterInfo &parameter, Value value, Range range, Seen &seen);
  bool specializeTensor(const std::string &name, TorchTensor *tensor, Range range, Seen &seen);
  bool specializeNumber(const std::string &name, Value number, Seen &seen);
  int addPointer(TorchTensor *root, const std::string &name, bool isAligned);
  bool readGrid();
  tile::KernelOp recordKernel();
  mlir::Value declare(tile::KernelOp kernel, mlir::Block &entry, int index);
  Value show(const Seen &seen);
  void joinShared(tile::KernelOp kernel);
  void finish(tile::KernelOp kernel);
  Value launch(tile::KernelOp kernel);

  Evaluator &evaluator;
  TritonFunction *function;
  Value gridValue;
  std::vector<KernelArgument> arguments;
  std::vector<mlir::Value> declared; // the kernel's block arguments, one an argument
  std::vector<Seen> parameters;
  std::vector<std::pair<std::string, Value>> bound; // for the grid's function
  std::vector<std::pair<std::string, int64_t>> options;
  std::vector<Keyword> optionKeywords;
  std::vector<int64_t> grid;
};

} // namespace

//===-- arguments ---------------------------------------------------------------------------------------------===//

/// Whether a parameter's annotation is `tl.constexpr`.
static bool isConstexpr(const ParameterInfo &parameter) {
  auto *type = llvm::dyn_cast_or_null<ClassObject>(parameter.annotation);
  if (type && type->name == "constexpr")
    return true;
  auto *text = llvm::dyn_cast_or_null<StrObject>(parameter.annotation);
  return text && (text->value == "tl.constexpr" || text->value == "constexpr" || text->value == "triton.language.constexpr");
}

/// `num_warps` and its kin; false with an exception pending when it is none of them.
bool TritonLauncher::readOption(const Keyword &keyword) {
  // Numbers are kept with the kernel, for who makes code of it. Flags say how to launch or compile and change no result.
  static const llvm::StringRef numbers[] = {"num_warps", "num_stages", "num_ctas", "maxnreg"};
  static const llvm::StringRef flags[] = {"launch_pdl", "launch_cooperative_grid", "enable_fp_fusion", "sanitize_overflow", "debug", "clc"};
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
  if (name == "extern_libs" && isa<DictObject>(given))
    return true; // libdevice's functions are the compiler's own
  if (name == "grid" || name == "warmup" || name == "stream" || name == "ir_override" || name == "ptx_options")
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
  if (!evaluator.bind(function->function->name, declared, mine, values, &given, &ranges, evaluator.where(function->function->range())))
    return false;
  for (auto [index, parameter] : llvm::enumerate(declared)) {
    if (parameter.kind == syntax::Parameter::Kind::varArgs || parameter.kind == syntax::Parameter::Kind::varKeywords)
      return evaluator.notSupported("a Triton kernel with `*" + parameter.name + "`"), false;
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
  if (isNone(value) || innermostTriton(value) || isa<DTypeObject>(value))
    return true;
  if (isa<BoolObject, IntObject, FloatObject>(value))
    return specializeNumber(parameter.name, value, seen);
  Raised raised = evaluator.raise(DiagnosticId::typeError, "the argument `" + parameter.name + "` of " + kernel + " is a `" + value->typeName(evaluator) + "`", range);
  raised.note(isa<StrObject>(value) ? "annotate the parameter with `tl.constexpr`: text is known while compiling" : "a kernel takes tensors and numbers");
  return false;
}

int TritonLauncher::addPointer(TorchTensor *root, const std::string &name, bool isAligned) {
  KernelArgument argument;
  argument.name = name;
  argument.tensor = root;
  argument.dtype = root->dtype;
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
  seen.argument = addPointer(tensor->root(), name, isAligned);
  return true;
}

bool TritonLauncher::specializeNumber(const std::string &name, Value number, Seen &seen) {
  bool isSpecialized = !llvm::is_contained(function->unspecialized, name);
  KernelArgument argument;
  argument.name = name;
  if (isa<FloatObject>(number)) {
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

//===-- recording ---------------------------------------------------------------------------------------------===//

/// Gives the kernel's body an argument.
mlir::Value TritonLauncher::declare(tile::KernelOp kernel, mlir::Block &entry, int index) {
  const KernelArgument &argument = arguments[index];
  mlir::MLIRContext *context = evaluator.context();
  mlir::Type type = argument.scalar;
  if (argument.tensor)
    type = tile::RefType::get({mlir::ShapedType::kDynamic}, frontend::getElementType(context, argument.dtype));
  mlir::Location location = evaluator.location(function->function->range());
  return entry.addArgument(type, mlir::NameLoc::get(mlir::StringAttr::get(context, argument.name), location)); // printed under the user's name
}

/// The parameter as the body sees it.
Value TritonLauncher::show(const Seen &seen) {
  if (seen.isTuple) {
    std::vector<Value> items;
    for (const Seen &item : seen.items)
      items.push_back(show(item));
    return evaluator.tuple(std::move(items));
  }
  if (seen.argument < 0)
    return seen.given;
  const KernelArgument &argument = arguments[seen.argument];
  if (!seen.tensor)
    return wrapTriton(evaluator, declared[seen.argument], argument.dtype);
  auto *base = evaluator.make<TritonRef>(declared[seen.argument], argument.dtype, argument.name);
  base->owner = seen.tensor->root();
  base->pointees = seen.tensor->root()->pointees.empty() ? nullptr : &seen.tensor->root()->pointees;
  mlir::Value offset;
  if (seen.tensor->offset != 0)
    offset = emitterHere(evaluator).constantInt(seen.tensor->offset, DType::int64);
  auto *pointer = evaluator.make<TritonPointer>(base, offset, offset ? DType::int64 : DType::int32);
  if (!seen.descriptor)
    return pointer;
  BlockWindow window;
  window.base = pointer;
  for (auto [extent, stride] : llvm::zip(seen.descriptor->shape, seen.descriptor->strides)) {
    window.shape.push_back(evaluator.integer(extent));
    window.strides.push_back(evaluator.integer(stride));
  }
  window.block.assign(seen.descriptor->block.begin(), seen.descriptor->block.end());
  return evaluator.make<TensorDescriptor>(std::move(window), seen.descriptor->padsWithNan);
}

/// One argument for all parameters that are one tensor, or views of it, where the kernel changes it.
void TritonLauncher::joinShared(tile::KernelOp kernel) {
  mlir::Block &entry = kernel.getBody().front();
  for (size_t first = 0; first < arguments.size(); ++first) {
    bool isChanged = false;
    for (size_t index = first; index < arguments.size(); ++index)
      isChanged |= arguments[first].tensor && arguments[index].tensor == arguments[first].tensor && findUsage(kernel, index).writes;
    for (size_t index = arguments.size(); isChanged && --index > first;) {
      if (arguments[index].tensor != arguments[first].tensor)
        continue;
      entry.getArgument(index).replaceAllUsesWith(entry.getArgument(first));
      entry.eraseArgument(index);
      arguments[first].divisibility = std::min(arguments[first].divisibility, arguments[index].divisibility);
      arguments.erase(arguments.begin() + index);
    }
  }
}

/// Writes down what was found out about the arguments while the body was recorded.
void TritonLauncher::finish(tile::KernelOp kernel) {
  mlir::Builder builder(evaluator.context());
  kernel.setFunctionType(builder.getFunctionType(kernel.getBody().front().getArgumentTypes(), {}));
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    kernel.setArgAttr(index, tile::KernelOp::argumentNameName, builder.getStringAttr(argument.name));
    if (argument.divisibility != 1)
      kernel.setArgAttr(index, tile::KernelOp::divisibilityName, builder.getI64IntegerAttr(argument.divisibility));
    if (!argument.tensor) {
      kernel.setAccess(index, tile::Access::read);
      continue;
    }
    // A tensor that is stored to keeps what is not written, unless nothing was in it.
    Usage usage = findUsage(kernel, index);
    kernel.setAccess(index, !usage.writes                                         ? tile::Access::read
                            : usage.reads || !argument.tensor->uninitialized ? tile::Access::readwrite
                                                                                  : tile::Access::write);
  }
}

tile::KernelOp TritonLauncher::recordKernel() {
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  mlir::Location location = evaluator.location(function->function->range());
  auto kernel = tile::KernelOp::create(builder, location, evaluator.uniqueSymbol(function->function->name), builder.getFunctionType({}, {}), "triton");
  llvm::SmallVector<mlir::NamedAttribute> attributes;
  for (const auto &[name, value] : options)
    attributes.push_back(builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
  if (!attributes.empty())
    kernel.setOptionsAttr(builder.getDictionaryAttr(attributes));
  mlir::Block &entry = kernel.getBody().emplaceBlock();
  TritonStrategy strategy;
  Trace trace(TraceKind::triton, &strategy);
  TraceScope scope(evaluator, trace, &entry);
  for (size_t index = 0; index < arguments.size(); ++index)
    declared.push_back(declare(kernel, entry, static_cast<int>(index)));
  Arguments shown;
  for (auto [index, seen] : llvm::enumerate(parameters)) {
    const ParameterInfo &parameter = function->function->parameters[index];
    Value value = show(seen);
    if (parameter.kind == syntax::Parameter::Kind::keywordOnly)
      shown.keywords.push_back({parameter.name, value});
    else
      shown.positional.push_back(value);
  }
  TritonGrid &current = evaluator.state<TritonGrid>();
  current.grid = &grid;
  current.argumentFor = [&](TorchTensor *tensor) {
    for (auto [index, argument] : llvm::enumerate(arguments))
      if (argument.tensor == tensor)
        return declared[index];
    int index = addPointer(tensor, "pointee_" + std::to_string(arguments.size()), /*isAligned=*/true);
    declared.push_back(declare(kernel, entry, index));
    return declared.back();
  };
  Value result = evaluator.call(function->function, shown);
  current = {};
  if (result && !isNone(result)) {
    evaluator.raise(DiagnosticId::kernelSignature, "kernel `" + function->function->name + "` returns a value").note("a kernel returns nothing: it stores its results with `tl.store`");
    result = nullptr;
  }
  if (!result) {
    kernel.erase();
    return {};
  }
  tile::ReturnOp::create(evaluator.builder(), location);
  joinShared(kernel);
  finish(kernel);
  return kernel;
}

Value TritonLauncher::launch(tile::KernelOp kernel) {
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> results;
  llvm::SmallVector<TorchTensor *> written;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    tile::Access access = kernel.getAccess(index);
    if (!argument.tensor) {
      operands.push_back(argument.value);
      continue;
    }
    if (access != tile::Access::write)
      operands.push_back(argument.tensor->value);
    if (access == tile::Access::read)
      continue;
    written.push_back(argument.tensor);
    results.push_back(argument.tensor->value.getType());
  }
  auto launched = tile::LaunchOp::create(evaluator.builder(), evaluator.location(), results, kernel.getSymName(), grid, operands);
  for (auto [root, result] : llvm::zip(written, launched.getOutputs()))
    root->setContents(evaluator, result);
  return evaluator.make<TritonHandle>(kernel.getSymName().str(), function, optionKeywords);
}

Value TritonLauncher::run(Arguments &passed) {
  if (evaluator.trace().kind != TraceKind::host)
    return evaluator.raise(DiagnosticId::valueError, "kernel `" + function->function->name + "` is launched from inside a kernel or a traced function");
  if (!bindArguments(passed) || !readGrid())
    return nullptr;
  tile::KernelOp kernel = recordKernel();
  return kernel ? launch(reuseKernel(evaluator, kernel)) : nullptr;
}

/// The kernel stays in the module: `handle.asm` shows it, and a launch that records the same uses it.
Value TritonLauncher::warmUp(Arguments &passed) {
  gridValue = evaluator.tupleOfInts({1});
  for (auto keyword = passed.keywords.begin(); keyword != passed.keywords.end(); ++keyword)
    if (keyword->first == "grid") {
      gridValue = keyword->second;
      if (!passed.keywordRanges.empty())
        passed.keywordRanges.erase(passed.keywordRanges.begin() + (keyword - passed.keywords.begin()));
      passed.keywords.erase(keyword);
      break;
    }
  if (!bindArguments(passed) || !readGrid())
    return nullptr;
  tile::KernelOp kernel = recordKernel();
  return kernel ? evaluator.make<TritonHandle>(reuseKernel(evaluator, kernel).getSymName().str(), function, optionKeywords) : nullptr;
}

Value frontend::launchTriton(Evaluator &evaluator, TritonFunction *function, Value grid, Arguments &arguments) {
  return TritonLauncher(evaluator, function, grid).run(arguments);
}
Value frontend::warmUpTriton(Evaluator &evaluator, TritonFunction *function, Arguments &arguments) {
  return TritonLauncher(evaluator, function, nullptr).warmUp(arguments);
}
