// SPDX-License-Identifier: Apache-2.0
// `@triton.jit` functions, and the handles of recorded kernels: what is asked of them besides a launch (see
// Launch.cpp).
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Recording.h"
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/triton/CompileErrors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

const char TritonFunction::tag = 0;
const char TritonHandle::tag = 0;

//===-- functions and handles ---------------------------------------------------------------------------------===//

/// `params`: what a launch asks of each parameter.
static Value describeParameters(Evaluator &evaluator, FunctionObject *function) {
  std::vector<Value> all;
  for (auto [number, parameter] : llvm::enumerate(function->parameters)) {
    auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("triton.runtime.jit", "KernelParam"));
    auto *type = llvm::dyn_cast_or_null<ClassObject>(parameter.annotation);
    record->set("num", evaluator.integer(static_cast<int64_t>(number))).set("name", evaluator.string(parameter.name));
    record->set("is_constexpr", evaluator.boolean(type && type->name == "constexpr"));
    record->set("has_default", evaluator.boolean(parameter.defaultValue != nullptr));
    all.push_back(record);
  }
  return evaluator.list(std::move(all));
}

std::optional<Value> TritonFunction::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "fn")
    return Value(function);
  if (name == "src" || name == "raw_src")
    return Value(evaluator.string(source.empty() ? sourceOfFunction(evaluator, function) : source));
  if (name == "params")
    return describeParameters(evaluator, function);
  if (name == "_unsafe_update_src") {
    TritonFunction *changed = this;
    return evaluator.function("_unsafe_update_src", [changed](Evaluator &e, Arguments &arguments) -> Value {
      auto *text = arguments.positional.size() == 1 ? dyn_cast<StrObject>(arguments.positional[0]) : nullptr;
      if (!text)
        return e.raise(DiagnosticId::typeError, "`_unsafe_update_src` takes the new source as text");
      FunctionObject *made = Interpretation::of(e).redefine(*changed->function, text->value);
      if (!made)
        return nullptr;
      made->attributes.set("__triton_jit__", e.boolean(true));
      changed->function = made;
      changed->source = text->value;
      return e.none();
    });
  }
  if (name == "arg_names") {
    std::vector<Value> names;
    for (const ParameterInfo &parameter : function->parameters)
      names.push_back(evaluator.string(parameter.name));
    return evaluator.list(std::move(names));
  }
  TritonFunction *self = this;
  if (name == "warmup")
    return evaluator.function("warmup",
                              [self](Evaluator &e, Arguments &arguments) { return warmUpTriton(e, self, arguments); });
  if (name == "run")
    return evaluator.function("run", [self](Evaluator &e, Arguments &arguments) -> Value {
      Value grid = nullptr;
      bool warmup = false;
      llvm::erase_if(arguments.keywords, [&](const Keyword &keyword) {
        if (keyword.first == "grid")
          grid = keyword.second;
        else if (keyword.first == "warmup")
          warmup = e.truth(keyword.second).value_or(false);
        else
          return false;
        return true;
      });
      arguments.keywordRanges.clear();
      if (!grid)
        return e.raise(DiagnosticId::argumentError, "`run` of a kernel needs `grid`");
      return warmup ? warmUpTriton(e, self, arguments) : launchTriton(e, self, grid, arguments);
    });
  if (name == "constexprs") {
    std::vector<Value> numbers;
    for (auto [number, parameter] : llvm::enumerate(function->parameters))
      if (auto *type = llvm::dyn_cast_or_null<ClassObject>(parameter.annotation); type && type->name == "constexpr")
        numbers.push_back(evaluator.integer(static_cast<int64_t>(number)));
    return evaluator.list(std::move(numbers));
  }
  if (name == "do_not_specialize" || name == "do_not_specialize_on_alignment") {
    std::vector<Value> names;
    for (const std::string &parameter : name == "do_not_specialize" ? unspecialized : unaligned)
      names.push_back(evaluator.string(parameter));
    return evaluator.list(std::move(names));
  }
  if (name == "cache_key" || name == "hash") {
    std::string text = source.empty() ? sourceOfFunction(evaluator, function) : source;
    return evaluator.string(llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, /*Width=*/16));
  }
  if (name == "noinline" || name == "debug" || name == "_is_gluon")
    return evaluator.boolean(false);
  if (name == "module")
    return function->getAttribute(evaluator, "__module__");
  if (name == "cache" || name == "device_caches") {
    if (!compiled)
      compiled = evaluator.dict();
    if (name == "cache")
      return compiled;
    Value target = evaluator.call(evaluator.importModule("triton.runtime.driver.active", evaluator.range())
                                      ->getAttribute(evaluator, "get_current_target")
                                      .value_or(nullptr),
                                  {});
    if (!target)
      return Value(nullptr);
    DictObject *devices =
        evaluator
            .dict(); // one device: the kernels, keys of them, the target, the compiler's back end, what binds arguments
    Value device = evaluator.tuple({compiled, evaluator.dict(), target, evaluator.none(), evaluator.none()});
    return devices->setItem(evaluator, evaluator.integer(0), device) ? devices : Value(nullptr);
  }
  if (name == "starting_line_number" && function->definition)
    return evaluator.integer(evaluator.where(function->definition->headerRange).begin.line);
  if (name == "pre_run_hooks")
    return evaluator.list(hooks);
  if (name == "add_pre_run_hook")
    return evaluator.function("add_pre_run_hook", [self](Evaluator &e, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1 || !e.isCallable(arguments.positional[0]))
        return e.raise(DiagnosticId::typeError,
                       "`add_pre_run_hook` takes a function, which is called with the arguments of each launch");
      self->hooks.push_back(arguments.positional[0]);
      return e.none();
    });
  for (llvm::StringRef later : {"preload"})
    if (name == later)
      return Value(evaluator.notSupported("`" + name.str() + "` of a Triton kernel"));
  return function->getAttribute(evaluator, name);
}

Value TritonFunction::getItem(Evaluator &evaluator, Value grid) {
  TritonFunction *self = this;
  return evaluator.function(
      function->name,
      [self, grid](Evaluator &e, Arguments &arguments) { return launchTriton(e, self, grid, arguments); }, function);
}

/// Numbers that a function returns are scalars of the kernel for its caller.
static Value returned(Evaluator &evaluator, Value value) {
  auto *tuple = dyn_cast<TupleObject>(value);
  if (!tuple)
    return RecordingStrategy::of(evaluator.trace().strategy)->assigned(evaluator, value);
  std::vector<Value> items;
  for (Value item : tuple->items) {
    items.push_back(returned(evaluator, item));
    if (!items.back())
      return nullptr;
  }
  if (items == tuple->items)
    return tuple;
  TupleObject *made = evaluator.tuple(std::move(items));
  made->namedType = tuple->namedType;
  return made;
}

Value TritonFunction::call(Evaluator &evaluator, Arguments &arguments) {
  if (evaluator.trace().kind != TraceKind::triton)
    return evaluator
        .raise(DiagnosticId::typeError,
               "the Triton function `" + function->name + "` is called like a Python function, outside a kernel")
        .note("launch it with a grid: `" + function->name + "[grid](...)`");
  Range at = evaluator.range();
  TritonFunction *&current = evaluator.state<TritonGrid>().function;
  TritonFunction *caller = std::exchange(current, this);
  Value result = evaluator.call(function, arguments);
  current = caller;
  if (result)
    result = returned(evaluator, result);
  if (!result) {
    wrapCompileError(evaluator, this);
    if (caller)
      wrapCompileError(evaluator, caller, at);
  }
  return result;
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
  static constexpr std::pair<const char *, const char *> stages[] = {
      {"ttir", "tile"}, {"ttgir", "tilegpu"}, {"llir", "llvm"}, {"ptx", "ptx"}, {"cubin", "sass"}, {"sass", "sass"}};
  const std::string kernel;
};
const char TritonAsm::tag = 0;

} // namespace

Value TritonAsm::getItem(Evaluator &evaluator, Value key) {
  auto *text = dyn_cast<StrObject>(key);
  const char *stage = text ? find(text->value) : nullptr;
  if (!stage)
    return evaluator
        .raise(DiagnosticId::keyError, "`asm` has no stage `" + (text ? text->value : key->typeName(evaluator)) + "`")
        .note("the stages are `ttir`, `ttgir`, `llir`, `ptx` and `cubin`");
  mlir::OpBuilder builder = evaluator.hostBuilder();
  auto op = tile::KernelTextOp::create(builder, evaluator.location(), tile::TextType::get(evaluator.context()), kernel,
                                       stage);
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

namespace {
/// `handle.metadata`.
class TritonMetadata : public ExtensionObject {
public:
  explicit TritonMetadata(TritonHandle *handle) : ExtensionObject(&tag), handle(handle) {}
  TritonHandle *const handle;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override {
    if (name == "shared")
      return getKernelNumber(evaluator, handle, "metadata.shared");
    if (name == "name")
      return evaluator.string(handle->kernel);
    if (name == "target")
      return evaluator.call(evaluator.importModule("triton.runtime.driver.active", evaluator.range())
                                ->getAttribute(evaluator, "get_current_target")
                                .value_or(nullptr),
                            {});
    for (const auto &[option, value] : handle->options)
      if (name == option)
        return value;
    const std::pair<llvm::StringRef, int64_t> usual[] = {
        {"num_warps", 4}, {"num_stages", 3}, {"num_ctas", 1}, {"warp_size", 32}};
    for (auto [option, value] : usual)
      if (name == option)
        return evaluator.integer(value);
    return std::nullopt;
  }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};
const char TritonMetadata::tag = 0;
} // namespace

std::optional<Value> TritonHandle::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "asm")
    return evaluator.make<TritonAsm>(kernel);
  if (name == "name")
    return evaluator.string(kernel);
  if (name == "metadata")
    return evaluator.make<TritonMetadata>(this);
  if (name == "_init_handles")
    return evaluator.function("_init_handles", [](Evaluator &e, Arguments &) -> Value { return e.none(); });
  if (name == "n_regs" || name == "n_spills" || name == "shared")
    return getKernelNumber(evaluator, this, name);
  for (llvm::StringRef later : {"kernel", "n_max_threads", "src", "function", "run", "hash"})
    if (name == later)
      return Value(evaluator.notSupported("`" + name.str() + "` of a compiled kernel"));
  return std::nullopt;
}

/// A compiled kernel is launched with all its arguments, constexpr ones too, and the options that it was compiled with.
Value TritonHandle::getItem(Evaluator &evaluator, Value grid) {
  TritonHandle *self = this;
  return evaluator.function(
      function->function->name,
      [self, grid](Evaluator &e, Arguments &arguments) {
        for (const Keyword &option : self->options)
          arguments.keywords.push_back(option);
        arguments.keywordRanges.clear();
        return launchTriton(e, self->function, grid, arguments);
      },
      function->function);
}

/// Names or positions of parameters. False with an exception pending.
static bool readParameters(Evaluator &evaluator, FunctionObject *function, Value given,
                           llvm::SmallVectorImpl<std::string> &names) {
  if (isNone(given))
    return true;
  std::optional<std::vector<Value>> items = evaluator.toVector(given);
  if (!items)
    return false;
  for (Value item : *items) {
    auto *index = dyn_cast<IntObject>(item);
    std::optional<int64_t> position = index ? index->value.asInt64() : std::nullopt;
    if (position && *position >= 0 && *position < static_cast<int64_t>(function->parameters.size()))
      names.push_back(function->parameters[*position].name);
    else if (auto *name = dyn_cast<StrObject>(item))
      names.push_back(name->value);
  }
  return true;
}

TritonFunction *frontend::makeTritonFunction(Evaluator &evaluator, Value function) {
  auto *plain = dyn_cast<FunctionObject>(function);
  if (!plain || plain->lambda) {
    evaluator.raise(DiagnosticId::typeError,
                    "`@triton.jit` takes a `def`, not a `" + function->typeName(evaluator) + "`");
    return nullptr;
  }
  for (const ParameterInfo &parameter : plain->parameters)
    if (parameter.kind == syntax::Parameter::Kind::varKeywords) {
      evaluator.raise(DiagnosticId::typeError, "JIT functions do not support **kwargs", parameter.range);
      return nullptr;
    }
  plain->attributes.set("__triton_jit__", evaluator.boolean(true)); // see Interpretation::admitGlobal
  return evaluator.make<TritonFunction>(plain);
}

static Value jitFunction(Evaluator &evaluator, Value function, Value unspecialized, Value unaligned) {
  if (isa<TritonFunction>(function))
    return function;
  TritonFunction *result = makeTritonFunction(evaluator, function);
  bool done = result && readParameters(evaluator, result->function, unspecialized, result->unspecialized) &&
              readParameters(evaluator, result->function, unaligned, result->unaligned);
  return done ? result : nullptr;
}

Value frontend::jitHandlerOfTriton(Call &call) {
  // `debug`, `noinline`, `repr` and `launch_metadata` change no result.
  Value unspecialized = call["do_not_specialize"], unaligned = call["do_not_specialize_on_alignment"];
  if (isNone(call["fn"]))
    return call.evaluator.function("jit", [unspecialized, unaligned](Evaluator &e, Arguments &arguments) -> Value {
      if (arguments.positional.size() != 1)
        return e.raise(DiagnosticId::argumentError, "`@triton.jit(...)` is a decorator and takes one function");
      return jitFunction(e, arguments.positional[0], unspecialized, unaligned);
    });
  return jitFunction(call.evaluator, call["fn"], unspecialized, unaligned);
}
