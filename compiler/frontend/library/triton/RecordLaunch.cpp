// SPDX-License-Identifier: Apache-2.0
// Recording the body of a specialized kernel, and launching what was recorded. The tensors that the body stores to are
// bound to the launch's results. Parameters that share memory which the kernel changes become one Ref, so that what is
// stored through one is seen through the other. A tensor that was reinterpreted (`triton.reinterpret`, `x.view(dtype)`)
// is converted around the launch, bit for bit.
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/frontend/library/triton/CompileErrors.h"
#include "compiler/frontend/library/triton/Launcher.h"
#include "compiler/frontend/library/triton/Strategy.h"
#include "mlir/IR/Matchers.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- recording ---------------------------------------------------------------------------------------------===//

/// Gives the kernel's body an argument.
mlir::Value TritonLauncher::declare(tile::KernelOp kernel, mlir::Block &entry, int index) {
  const KernelArgument &argument = arguments[index];
  mlir::MLIRContext *context = evaluator.context();
  mlir::Type type = argument.scalar;
  if (argument.isPointer)
    type = tile::RefType::get({mlir::ShapedType::kDynamic}, frontend::getElementType(context, argument.dtype));
  mlir::Location location = evaluator.location(function->function->range());
  return entry.addArgument(type, mlir::NameLoc::get(mlir::StringAttr::get(context, argument.name),
                                                    location)); // printed under the user's name
}

/// The parameter as the body sees it.
Value TritonLauncher::show(const Seen &seen) {
  if (seen.isTuple) {
    std::vector<Value> items;
    for (const Seen &item : seen.items)
      items.push_back(show(item));
    TupleObject *tuple = evaluator.tuple(std::move(items));
    tuple->namedType = cast<TupleObject>(seen.given)->namedType;
    return tuple;
  }
  if (seen.argument < 0)
    return seen.given;
  const KernelArgument &argument = arguments[seen.argument];
  if (!argument.isPointer)
    return wrapTriton(evaluator, declared[seen.argument], argument.dtype);
  auto *base = evaluator.make<TritonRef>(declared[seen.argument], argument.dtype, argument.name);
  base->owner = argument.tensor;
  base->pointees = !argument.tensor || argument.tensor->pointees.empty() ? nullptr : &argument.tensor->pointees;
  mlir::Value offset;
  if (seen.tensor && seen.tensor->offset != 0)
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
bool TritonLauncher::joinShared(tile::KernelOp kernel) {
  mlir::Block &entry = kernel.getBody().front();
  for (size_t first = 0; first < arguments.size(); ++first) {
    bool isChanged = false;
    for (size_t index = first; index < arguments.size(); ++index)
      isChanged |= arguments[first].tensor && arguments[index].tensor == arguments[first].tensor &&
                   findUsage(kernel, index).writes;
    for (size_t index = arguments.size(); isChanged && --index > first;) {
      if (arguments[index].tensor != arguments[first].tensor)
        continue;
      if (arguments[index].dtype != arguments[first].dtype)
        return evaluator.notSupported("one tensor as `" + arguments[first].name + "` and, under another dtype, as `" +
                                      arguments[index].name + "` of a kernel that writes to it"),
               false;
      entry.getArgument(index).replaceAllUsesWith(entry.getArgument(first));
      entry.eraseArgument(index);
      arguments[first].divisibility = std::min(arguments[first].divisibility, arguments[index].divisibility);
      arguments.erase(arguments.begin() + index);
    }
  }
  return true;
}

/// Writes down what was found out about the arguments while the body was recorded.
void TritonLauncher::finish(tile::KernelOp kernel) {
  mlir::Builder builder(evaluator.context());
  kernel.setFunctionType(builder.getFunctionType(kernel.getBody().front().getArgumentTypes(), {}));
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    kernel.setArgAttr(index, tile::KernelOp::argumentNameName, builder.getStringAttr(argument.name));
    if (argument.divisibility != 1)
      kernel.setArgAttr(index, tile::KernelOp::divisibilityName, builder.getI64IntegerAttr(argument.divisibility));
    if (!argument.isPointer) {
      kernel.setAccess(index, tile::Access::read);
      continue;
    }
    // A tensor that is stored to keeps what is not written, unless nothing was in it.
    Usage usage = findUsage(kernel, index);
    kernel.setAccess(index, !usage.writes ? tile::Access::read
                            : usage.reads || !argument.tensor || !argument.tensor->uninitialized
                                ? tile::Access::readwrite
                                : tile::Access::write);
  }
}

tile::KernelOp TritonLauncher::recordKernel() {
  mlir::OpBuilder builder(evaluator.context());
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  mlir::Location location = evaluator.location(function->function->range());
  auto kernel = tile::KernelOp::create(builder, location, evaluator.uniqueSymbol(function->function->name),
                                       builder.getFunctionType({}, {}), "triton");
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
    auto *rest = parameter.kind == syntax::Parameter::Kind::varArgs ? dyn_cast<TupleObject>(value) : nullptr;
    if (rest)
      shown.positional.append(rest->items.begin(), rest->items.end());
    else if (parameter.kind == syntax::Parameter::Kind::keywordOnly)
      shown.keywords.push_back({parameter.name, value});
    else
      shown.positional.push_back(value);
  }
  TritonGrid &current = evaluator.state<TritonGrid>();
  current.grid = &grid;
  for (const auto &[name, value] : options)
    if (name == "num_warps")
      current.warps = value;
  current.argumentFor = [&](TorchTensor *tensor) {
    for (auto [index, argument] : llvm::enumerate(arguments))
      if (argument.tensor == tensor && argument.dtype == tensor->dtype)
        return declared[index];
    int index = addPointer(tensor, tensor->dtype, "pointee_" + std::to_string(arguments.size()), /*isAligned=*/true);
    declared.push_back(declare(kernel, entry, index));
    return declared.back();
  };
  current.numberFor = [&](mlir::Value value) -> std::optional<int64_t> {
    auto at = llvm::find(declared, value);
    mlir::Value passed = at == declared.end() ? mlir::Value() : arguments[at - declared.begin()].value;
    return passed ? getKnownInteger(passed) : std::nullopt;
  };
  current.function = function;
  Value result = evaluator.call(function->function, shown);
  if (!result)
    wrapCompileError(evaluator, function);
  current = {};
  if (result && !isNone(result)) {
    evaluator.raise(DiagnosticId::kernelSignature, "kernel `" + function->function->name + "` returns a value")
        .note("a kernel returns nothing: it stores its results with `tl.store`");
    result = nullptr;
  }
  if (!result) {
    discard(evaluator, kernel);
    return {};
  }
  tile::ReturnOp::create(evaluator.builder(), location);
  if (!joinShared(kernel)) {
    discard(evaluator, kernel);
    return {};
  }
  finish(kernel);
  return kernel;
}

/// All elements in one axis as another dtype; itself where the dtype is the same.
static mlir::Value reinterpret(Evaluator &evaluator, mlir::Value contents, DType from, DType to) {
  return from == to ? contents : torchReinterpret(evaluator, contents, from, to);
}

Value TritonLauncher::launch(tile::KernelOp kernel) {
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> results;
  llvm::SmallVector<const KernelArgument *> written;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    tile::Access access = kernel.getAccess(index);
    if (!argument.isPointer) {
      operands.push_back(argument.value);
      continue;
    }
    mlir::Value contents = reinterpret(evaluator, argument.tensor->value, argument.tensor->dtype, argument.dtype);
    if (access != tile::Access::write)
      operands.push_back(contents);
    if (access == tile::Access::read)
      continue;
    written.push_back(&argument);
    results.push_back(contents.getType());
  }
  auto launched =
      tile::LaunchOp::create(evaluator.builder(), evaluator.location(), results, kernel.getSymName(), grid, operands);
  for (auto [argument, result] : llvm::zip(written, launched.getOutputs())) {
    TorchTensor *root = argument->tensor;
    mlir::Value contents = reinterpret(evaluator, result, argument->dtype, root->dtype);
    root->setContents(
        evaluator, argument->dtype == root->dtype ? contents : emitterHere(evaluator).reshape(contents, root->shape()));
  }
  return evaluator.make<TritonHandle>(kernel.getSymName().str(), function, optionKeywords);
}

/// What `launch` would launch; none where tensors are not there but their types only.
std::optional<TritonLaunchShape> TritonLauncher::describeLaunch(tile::KernelOp kernel) {
  TritonLaunchShape shape;
  shape.grid = grid;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    tile::Access access = kernel.getAccess(index);
    mlir::Attribute number;
    if (!argument.isPointer) {
      if (!argument.value || !matchPattern(argument.value, m_Constant(&number)))
        return std::nullopt;
      shape.inputs.push_back({argument.value.getType(), number});
      continue;
    }
    auto type =
        argument.tensor ? dyn_cast<mlir::RankedTensorType>(argument.tensor->value.getType()) : mlir::RankedTensorType();
    if (!type || !type.hasStaticShape())
      return std::nullopt;
    if (argument.tensor->dtype != argument.dtype)
      type = mlir::RankedTensorType::get({type.getNumElements() * numerics::getByteSize(argument.tensor->dtype) /
                                          numerics::getByteSize(argument.dtype)},
                                         frontend::getElementType(evaluator.context(), argument.dtype));
    if (access != tile::Access::write)
      shape.inputs.push_back({type, {}});
    if (access != tile::Access::read)
      shape.outputs.push_back(type);
  }
  return shape;
}

Value TritonLauncher::run(Arguments &passed) {
  if (evaluator.trace().kind != TraceKind::host)
    return evaluator.raise(DiagnosticId::valueError, "kernel `" + function->function->name +
                                                         "` is launched from inside a kernel or a traced function");
  for (Value hook : function->hooks) {
    Arguments copy = passed;
    if (!evaluator.call(hook, copy))
      return nullptr;
  }
  if (!bindArguments(passed) || !readGrid())
    return nullptr;
  std::string key = specializationKey();
  bool isNew = !function->compiled || !function->compiled->find(evaluator, key);
  if (isNew && !callKnobHook(evaluator, "jit_cache_hook", function, key))
    return nullptr;
  tile::KernelOp kernel = recordKernel();
  if (!kernel)
    return nullptr;
  kernel = reuseKernel(evaluator, kernel);
  if (isNew && !callKnobHook(evaluator, "jit_post_compile_hook", function, key))
    return nullptr;
  Value handle = callKnobHook(evaluator, "launch_enter_hook", function, key) ? launch(kernel) : nullptr;
  if (!handle || !callKnobHook(evaluator, "launch_exit_hook", function, key))
    return nullptr;
  if (!function->compiled)
    function->compiled = evaluator.dict();
  function->compiled->set(evaluator, key, handle);
  return handle;
}

/// What Triton would compile a kernel of its own for: types and divisibility of arguments, values of constants,
/// options.
std::string TritonLauncher::specializationKey() {
  std::string key;
  std::function<void(const Seen &)> add = [&](const Seen &seen) {
    if (seen.isTuple) {
      key += "(";
      llvm::for_each(seen.items, add);
      key += ")";
    } else if (seen.argument < 0) {
      key += evaluator.repr(seen.given).value_or("?") + ", ";
      evaluator.clearPending();
    } else {
      const KernelArgument &argument = arguments[seen.argument];
      key += std::string(argument.isPointer ? "*" : "") + std::string(numerics::getName(argument.dtype)) +
             (argument.divisibility == 16 ? "D, " : ", ");
    }
  };
  llvm::for_each(parameters, add);
  for (const auto &[name, value] : options)
    key += name + "=" + std::to_string(value) + ", ";
  return key;
}

/// The kernel stays in the module: `handle.asm` shows it, and a launch that records the same uses it.
Value TritonLauncher::warmUp(Arguments &passed) {
  isWarmup = true;
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
  if (!kernel)
    return nullptr;
  std::optional<TritonLaunchShape> shape = describeLaunch(kernel);
  return evaluator.make<TritonHandle>(reuseKernel(evaluator, kernel).getSymName().str(), function, optionKeywords,
                                      std::move(shape));
}

/// An entry of a dict by a parameter's name, number or, as a path, a tuple of one number.
static Value findFor(Evaluator &evaluator, DictObject *dict, const std::string &name, int64_t number) {
  if (Value value = dict ? dict->find(evaluator, name) : nullptr)
    return value;
  for (const HashTable::Entry &entry : dict ? dict->table.entries() : std::vector<HashTable::Entry>()) {
    auto *path = llvm::dyn_cast_or_null<TupleObject>(entry.key);
    auto *index = llvm::dyn_cast_or_null<IntObject>(path && path->items.size() == 1 ? path->items[0] : entry.key);
    if (index && index->value.asInt64() == number)
      return entry.value;
  }
  return nullptr;
}

Value TritonLauncher::compile(DictObject *signature, DictObject *constants, DictObject *launchOptions) {
  for (auto [number, parameter] : llvm::enumerate(function->function->parameters)) {
    Seen &seen = parameters.emplace_back();
    if (Value constant = findFor(evaluator, constants, parameter.name, number)) {
      seen.given = constant;
      continue;
    }
    Value type = findFor(evaluator, signature, parameter.name, number);
    auto *text = llvm::dyn_cast_or_null<StrObject>(type);
    if (!text && parameter.defaultValue)
      seen.given = parameter.defaultValue;
    else if (!text || text->value == "constexpr")
      return evaluator.raise(DiagnosticId::valueError,
                             "`" + parameter.name + "` of kernel `" + function->function->name +
                                 "` has neither a type in `signature` nor a value in `constexprs`");
    else if (!specializeType(parameter.name, text->value, seen))
      return nullptr;
  }
  for (const HashTable::Entry &entry : launchOptions ? launchOptions->table.entries() : std::vector<HashTable::Entry>())
    if (auto *name = llvm::dyn_cast_or_null<StrObject>(entry.key))
      if (!readOption({name->value, entry.value}))
        return nullptr;
  grid = {1};
  tile::KernelOp kernel = recordKernel();
  return kernel
             ? evaluator.make<TritonHandle>(reuseKernel(evaluator, kernel).getSymName().str(), function, optionKeywords)
             : nullptr;
}

Value frontend::launchTriton(Evaluator &evaluator, TritonFunction *function, Value grid, Arguments &arguments) {
  return TritonLauncher(evaluator, function, grid).run(arguments);
}
Value frontend::warmUpTriton(Evaluator &evaluator, TritonFunction *function, Arguments &arguments) {
  return TritonLauncher(evaluator, function, nullptr).warmUp(arguments);
}
Value frontend::compileTriton(Evaluator &evaluator, TritonFunction *function, DictObject *signature,
                              DictObject *constants, DictObject *options) {
  return TritonLauncher(evaluator, function, nullptr).compile(signature, constants, options);
}
