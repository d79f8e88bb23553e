// SPDX-License-Identifier: Apache-2.0
// Launching Triton kernels. A launch specializes the kernel as Triton does: constexpr parameters and the integer 1 are values known
// while compiling, tensors become flat Refs, other numbers scalars, each with the divisibility that its value has. Then the body
// is recorded, and the tensors that it stores to are bound to the launch's results.
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/library/triton/Strategy.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

const char TritonFunction::tag = 0;
const char TritonHandle::tag = 0;

namespace {

/// One parameter of the kernel as the launch passes it.
struct KernelParameter {
  std::string name;
  Value given = nullptr;          // what the body sees when it is not an argument of the kernel
  TorchTensor *tensor = nullptr;  // a pointer argument
  mlir::Type scalar;              // a scalar argument's type
  DType dtype = DType::int32;
  mlir::Value value;              // a scalar argument's value in the host program
  int64_t divisibility = 1;
  bool isArgument() const { return tensor || scalar; }
};

class TritonLauncher {
public:
  TritonLauncher(Evaluator &evaluator, TritonFunction *function, Value grid) : evaluator(evaluator), function(function), gridValue(grid) {}
  Value run(Arguments &arguments);

private:
  bool bindArguments(Arguments &arguments);
  bool readOption(const Keyword &keyword);
  bool specialize(const ParameterInfo &parameter, Value value, Range range);
  bool specializeTensor(KernelParameter &result, TorchTensor *tensor, Range range);
  bool specializeNumber(KernelParameter &result, Value number, bool mayBecomeConstant);
  bool readGrid();
  tile::KernelOp recordKernel();
  Value launch(tile::KernelOp kernel);

  Evaluator &evaluator;
  TritonFunction *function;
  Value gridValue;
  std::vector<KernelParameter> parameters;
  std::vector<std::pair<std::string, Value>> bound; // for the grid's function
  std::vector<std::pair<std::string, int64_t>> options;
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
  return text && (text->value == "tl.constexpr" || text->value == "constexpr");
}

/// `num_warps` and its kin; false with an exception pending when it is none of them.
bool TritonLauncher::readOption(const Keyword &keyword) {
  static const llvm::StringRef numbers[] = {"num_warps", "num_stages", "num_ctas", "maxnreg"};
  static const llvm::StringRef ignored[] = {"debug", "warmup", "grid"};
  if (llvm::is_contained(numbers, keyword.first)) {
    if (isNone(keyword.second))
      return true;
    std::optional<int64_t> value = evaluator.toInt(keyword.second, keyword.first);
    if (!value)
      return false;
    if (*value <= 0 || (keyword.first == "num_warps" && (*value & (*value - 1))))
      return evaluator.raise(DiagnosticId::valueError, "`" + keyword.first + "` is " + std::to_string(*value) + ", not a positive " +
                                                           (keyword.first == "num_warps" ? "power of two" : "number")),
             false;
    if (keyword.first == "num_ctas" && *value != 1)
      return evaluator.notSupported("`num_ctas=" + std::to_string(*value) + "`"), false;
    options.push_back({keyword.first, *value});
    return true;
  }
  if (llvm::is_contained(ignored, keyword.first))
    return evaluator.notSupported("the launch option `" + keyword.first + "`"), false;
  std::vector<std::string> names = {"num_warps", "num_stages"};
  for (const ParameterInfo &parameter : function->function->parameters)
    names.push_back(parameter.name);
  Raised raised = evaluator.raise(DiagnosticId::argumentError, "kernel `" + function->function->name + "` has no parameter `" + keyword.first + "`, and no launch option is called so");
  std::vector<std::string> near = nearestNames(keyword.first, names);
  if (!near.empty())
    raised.note("did you mean `" + near.front() + "`?");
  return false;
}

bool TritonLauncher::bindArguments(Arguments &arguments) {
  const std::vector<ParameterInfo> &declared = function->function->parameters;
  Arguments mine;
  mine.positional = arguments.positional;
  mine.positionalRanges = arguments.positionalRanges;
  for (auto [index, keyword] : llvm::enumerate(arguments.keywords)) {
    if (llvm::none_of(declared, [&, &name = keyword.first](const ParameterInfo &parameter) { return parameter.name == name; })) {
      if (!readOption(keyword))
        return false;
      continue;
    }
    mine.keywords.push_back(keyword);
    if (index < arguments.keywordRanges.size())
      mine.keywordRanges.push_back(arguments.keywordRanges[index]);
  }
  llvm::SmallVector<Value> values;
  llvm::SmallVector<bool> passed;
  llvm::SmallVector<Range> ranges;
  if (!evaluator.bind(function->function->name, declared, mine, values, &passed, &ranges, evaluator.where(function->function->range())))
    return false;
  for (auto [index, parameter] : llvm::enumerate(declared)) {
    if (parameter.kind == syntax::Parameter::Kind::varArgs || parameter.kind == syntax::Parameter::Kind::varKeywords)
      return evaluator.notSupported("a Triton kernel with `*" + parameter.name + "`"), false;
    bound.push_back({parameter.name, values[index]});
    Range range = index < ranges.size() && ranges[index].isValid() ? ranges[index] : evaluator.range();
    if (!specialize(parameter, values[index], range))
      return false;
  }
  return true;
}

bool TritonLauncher::specialize(const ParameterInfo &parameter, Value value, Range range) {
  KernelParameter &result = parameters.emplace_back();
  result.name = parameter.name;
  result.given = value;
  if (isConstexpr(parameter)) {
    if (isa<ArrayObject>(value))
      return evaluator.raise(DiagnosticId::typeError, "the constexpr parameter `" + parameter.name + "` of kernel `" + function->function->name + "` got a tensor", range), false;
    return true;
  }
  if (auto *tensor = dyn_cast<TorchTensor>(value))
    return specializeTensor(result, tensor, range);
  if (isNone(value) || isa<TritonFunction>(value) || isa<DTypeObject>(value))
    return true;
  if (isa<BoolObject, IntObject, FloatObject>(value))
    return specializeNumber(result, value, !llvm::is_contained(function->unspecialized, parameter.name));
  Raised raised = evaluator.raise(DiagnosticId::typeError, "the argument `" + parameter.name + "` of kernel `" + function->function->name + "` is a `" +
                                                               value->typeName(evaluator) + "`",
                                  range);
  raised.note(isa<StrObject>(value) ? "annotate the parameter with `tl.constexpr`: text is known while compiling" : "a kernel takes tensors and numbers");
  return false;
}

bool TritonLauncher::specializeTensor(KernelParameter &result, TorchTensor *tensor, Range range) {
  if (!tensor->onGpu && evaluator.options().device != "cpu") // on a CPU, Triton interprets its kernels
    return evaluator.raise(DiagnosticId::valueError, "the argument `" + result.name + "` of kernel `" + function->function->name + "` is a tensor on the CPU, which a kernel can't reach", range)
               .note("make it with `device='cuda'`, or move it with `.cuda()`"),
           false;
  result.tensor = tensor;
  result.dtype = tensor->dtype;
  result.divisibility = tensor->offset * numerics::getByteSize(tensor->dtype) % 16 == 0 ? 16 : 1;
  return true;
}

bool TritonLauncher::specializeNumber(KernelParameter &result, Value number, bool mayBecomeConstant) {
  if (isa<FloatObject>(number)) {
    result.dtype = DType::float32;
  } else if (isa<BoolObject>(number)) {
    result.dtype = DType::boolean;
  } else {
    std::optional<int64_t> value = cast<IntObject>(number)->value.asInt64();
    if (!value)
      return evaluator.raise(DiagnosticId::valueError, "the argument `" + result.name + "` does not fit 64 bits"), false;
    if (*value == 1 && mayBecomeConstant)
      return true; // a constant of the body
    result.dtype = *value >= INT32_MIN && *value <= INT32_MAX ? DType::int32 : DType::int64;
    if (*value % 16 == 0 && mayBecomeConstant)
      result.divisibility = 16;
  }
  result.scalar = frontend::getElementType(evaluator.context(), result.dtype);
  std::optional<Operand> operand = asOperand(number);
  result.value = materialize(evaluator, *operand, result.dtype);
  return result.value != nullptr;
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

tile::KernelOp TritonLauncher::recordKernel() {
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  mlir::Location location = evaluator.location(function->function->range());
  llvm::SmallVector<mlir::Type> types;
  for (const KernelParameter &parameter : parameters) {
    if (parameter.tensor)
      types.push_back(tile::RefType::get({mlir::ShapedType::kDynamic}, frontend::getElementType(evaluator.context(), parameter.dtype)));
    else if (parameter.scalar)
      types.push_back(parameter.scalar);
  }
  auto kernel = tile::KernelOp::create(builder, location, evaluator.uniqueSymbol(function->function->name), builder.getFunctionType(types, {}), "triton");
  llvm::SmallVector<mlir::NamedAttribute> attributes;
  for (const auto &[name, value] : options)
    attributes.push_back(builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
  if (!attributes.empty())
    kernel.setOptionsAttr(builder.getDictionaryAttr(attributes));
  mlir::Block &entry = kernel.getBody().emplaceBlock();
  Arguments arguments;
  TritonStrategy strategy;
  Trace trace(TraceKind::triton, &strategy);
  TraceScope scope(evaluator, trace, &entry);
  for (const KernelParameter &parameter : parameters) {
    Value seen = parameter.given;
    if (parameter.isArgument()) {
      unsigned index = entry.getNumArguments();
      mlir::StringAttr name = builder.getStringAttr(parameter.name);
      mlir::Value argument = entry.addArgument(types[index], mlir::NameLoc::get(name, location)); // printed under the user's name
      kernel.setArgAttr(index, tile::KernelOp::argumentNameName, name);
      if (parameter.divisibility != 1)
        kernel.setArgAttr(index, tile::KernelOp::divisibilityName, builder.getI64IntegerAttr(parameter.divisibility));
      if (parameter.tensor) {
        auto *base = evaluator.make<RefObject>(argument, parameter.dtype, parameter.name);
        mlir::Value offset;
        if (parameter.tensor->offset != 0)
          offset = emitterHere(evaluator).constantInt(parameter.tensor->offset, DType::int64);
        seen = evaluator.make<TritonPointer>(base, offset, offset ? DType::int64 : DType::int32);
      } else {
        seen = wrapTriton(evaluator, argument, parameter.dtype);
      }
    }
    arguments.positional.push_back(seen);
  }
  TritonGrid &current = evaluator.state<TritonGrid>();
  current.grid = &grid;
  // Keyword-only parameters are passed by name.
  for (size_t index = parameters.size(); index-- > 0;) {
    if (function->function->parameters[index].kind != syntax::Parameter::Kind::keywordOnly)
      continue;
    arguments.keywords.push_back({parameters[index].name, arguments.positional[index]});
    arguments.positional.erase(arguments.positional.begin() + index);
  }
  Value result = evaluator.call(function->function, arguments);
  current.grid = nullptr;
  if (result && !isNone(result)) {
    evaluator.raise(DiagnosticId::kernelSignature, "kernel `" + function->function->name + "` returns a value").note("a kernel returns nothing: it stores its results with `tl.store`");
    result = nullptr;
  }
  if (result)
    tile::ReturnOp::create(evaluator.builder(), location);
  else
    kernel.erase();
  return result ? kernel : tile::KernelOp();
}

/// Sets what the body does with each argument. A tensor that is stored to keeps what is not written, unless nothing was in it.
static void setAccesses(tile::KernelOp kernel, llvm::ArrayRef<TorchTensor *> tensors) {
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    if (!tensor)
      continue;
    Usage usage = findUsage(kernel, index);
    tile::Access access = !usage.writes                                          ? tile::Access::read
                          : usage.reads || !tensor->root()->uninitialized ? tile::Access::readwrite
                                                                                 : tile::Access::write;
    kernel.setAccess(index, access);
  }
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    if (!tensors[index])
      kernel.setAccess(index, tile::Access::read);
}

Value TritonLauncher::launch(tile::KernelOp kernel) {
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> results;
  llvm::SmallVector<TorchTensor *> written;
  unsigned index = 0;
  for (const KernelParameter &parameter : parameters) {
    if (!parameter.isArgument())
      continue;
    tile::Access access = kernel.getAccess(index++);
    if (!parameter.tensor) {
      operands.push_back(parameter.value);
      continue;
    }
    TorchTensor *root = parameter.tensor->root();
    if (access != tile::Access::write)
      operands.push_back(root->value);
    if (access == tile::Access::read)
      continue;
    if (llvm::is_contained(written, root))
      return evaluator.notSupported("a kernel that stores to one tensor through two parameters (`" + parameter.name + "` is the second)");
    written.push_back(root);
    results.push_back(root->value.getType());
  }
  auto launched = tile::LaunchOp::create(evaluator.builder(), evaluator.location(), results, kernel.getSymName(), grid, operands);
  for (auto [root, result] : llvm::zip(written, launched.getOutputs()))
    root->setContents(evaluator, result);
  return evaluator.make<TritonHandle>(kernel.getSymName().str());
}

Value TritonLauncher::run(Arguments &arguments) {
  if (evaluator.trace().kind != TraceKind::host)
    return evaluator.raise(DiagnosticId::valueError, "kernel `" + function->function->name + "` is launched from inside a kernel or a traced function");
  if (!bindArguments(arguments) || !readGrid())
    return nullptr;
  tile::KernelOp kernel = recordKernel();
  if (!kernel)
    return nullptr;
  llvm::SmallVector<TorchTensor *> tensors;
  for (const KernelParameter &parameter : parameters)
    if (parameter.isArgument())
      tensors.push_back(parameter.tensor);
  setAccesses(kernel, tensors);
  return launch(reuseKernel(evaluator, kernel));
}

//===-- functions and handles ---------------------------------------------------------------------------------===//

std::optional<Value> TritonFunction::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "fn")
    return Value(function);
  if (name == "arg_names") {
    std::vector<Value> names;
    for (const ParameterInfo &parameter : function->parameters)
      names.push_back(evaluator.string(parameter.name));
    return evaluator.list(std::move(names));
  }
  for (llvm::StringRef later : {"warmup", "run", "cache", "best_config"})
    if (name == later)
      return Value(evaluator.notSupported("`" + name.str() + "` of a Triton kernel"));
  return function->getAttribute(evaluator, name);
}

Value TritonFunction::getItem(Evaluator &evaluator, Value grid) {
  TritonFunction *self = this;
  return evaluator.function(
      function->name, [self, grid](Evaluator &e, Arguments &arguments) { return TritonLauncher(e, self, grid).run(arguments); }, function);
}

Value TritonFunction::call(Evaluator &evaluator, Arguments &arguments) {
  if (evaluator.trace().kind != TraceKind::triton)
    return evaluator.raise(DiagnosticId::typeError, "the Triton function `" + function->name + "` is called like a Python function, outside a kernel")
        .note("launch it with a grid: `" + function->name + "[grid](...)`");
  return evaluator.call(function, arguments);
}

namespace {

/// `handle.asm`: Triton's stage names, and ours that stand nearest.
class TritonAsm : public ExtensionObject {
public:
  explicit TritonAsm(std::string kernel) : ExtensionObject(&tag), kernel(std::move(kernel)) {}
  Value getItem(Evaluator &evaluator, Value key) override;
  Value iterate(Evaluator &evaluator) override {
    std::vector<Value> names;
    for (auto [triton, ours] : stages)
      names.push_back(evaluator.string(triton));
    return evaluator.iteratorOver(std::move(names));
  }
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  std::optional<bool> contains(Evaluator &, Value item) override {
    auto *text = dyn_cast<StrObject>(item);
    return text && find(text->value);
  }
  static const char tag;

private:
  static const char *find(llvm::StringRef name) {
    for (auto [triton, ours] : stages)
      if (name == triton)
        return ours;
    return nullptr;
  }
  /// `cubin` is a binary in Triton; here it is the disassembly that a runner has, or the reason why there is none.
  static constexpr std::pair<const char *, const char *> stages[] = {{"ttir", "tile"}, {"ttgir", "tilegpu"}, {"llir", "llvm"}, {"ptx", "ptx"}, {"cubin", "sass"}, {"sass", "sass"}};
  const std::string kernel;
};
const char TritonAsm::tag = 0;

} // namespace

Value TritonAsm::getItem(Evaluator &evaluator, Value key) {
  auto *text = dyn_cast<StrObject>(key);
  const char *stage = text ? find(text->value) : nullptr;
  if (!stage)
    return evaluator.raise(DiagnosticId::keyError, "`asm` has no stage `" + (text ? text->value : key->typeName(evaluator)) + "`")
        .note("the stages are `ttir`, `ttgir`, `llir`, `ptx` and `cubin`");
  mlir::OpBuilder builder = evaluator.hostBuilder();
  auto op = tile::KernelTextOp::create(builder, evaluator.location(), tile::TextType::get(evaluator.context()), kernel, stage);
  return evaluator.make<TextObject>(op.getResult());
}

std::optional<Value> TritonAsm::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name != "keys")
    return std::nullopt;
  TritonAsm *self = this;
  return evaluator.function("keys", [self](Evaluator &e, Arguments &) -> Value {
    Value iterator = self->iterate(e);
    std::optional<std::vector<Value>> names = e.toVector(iterator);
    return names ? e.list(std::move(*names)) : nullptr;
  });
}

std::optional<Value> TritonHandle::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "asm")
    return evaluator.make<TritonAsm>(kernel);
  if (name == "name")
    return evaluator.string(kernel);
  for (llvm::StringRef later : {"n_regs", "n_spills", "metadata", "shared", "kernel", "n_max_threads"})
    if (name == later)
      return Value(evaluator.notSupported("`" + name.str() + "` of a launched kernel"));
  return std::nullopt;
}

static Value makeTritonFunction(Evaluator &evaluator, Value function, Value doNotSpecialize) {
  if (isa<TritonFunction>(function))
    return function;
  auto *plain = dyn_cast<FunctionObject>(function);
  if (!plain || plain->lambda)
    return evaluator.raise(DiagnosticId::typeError, "`@triton.jit` takes a `def`, not a `" + function->typeName(evaluator) + "`");
  auto *result = evaluator.make<TritonFunction>(plain);
  if (isNone(doNotSpecialize))
    return result;
  std::optional<std::vector<Value>> items = evaluator.toVector(doNotSpecialize);
  if (!items)
    return nullptr;
  for (Value item : *items) {
    auto *index = dyn_cast<IntObject>(item);
    std::optional<int64_t> position = index ? index->value.asInt64() : std::nullopt;
    if (position && *position >= 0 && *position < static_cast<int64_t>(plain->parameters.size()))
      result->unspecialized.push_back(plain->parameters[*position].name);
    else if (auto *name = dyn_cast<StrObject>(item))
      result->unspecialized.push_back(name->value);
  }
  return result;
}

Value frontend::jitHandlerOfTriton(Call &call) {
  // `debug`, `noinline`, `repr` and `launch_metadata` change no result.
  Value doNotSpecialize = call["do_not_specialize"];
  if (isNone(call["fn"]))
    return call.evaluator.function("jit", [doNotSpecialize](Evaluator &e, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1)
        return e.raise(DiagnosticId::argumentError, "`@triton.jit(...)` is a decorator and takes one function");
      return makeTritonFunction(e, arguments.positional[0], doNotSpecialize);
    });
  return makeTritonFunction(call.evaluator, call["fn"], doNotSpecialize);
}
