// SPDX-License-Identifier: Apache-2.0
// `triton.compile(ASTSource(...))`, the class of jitted functions, and the names around both that programs import.
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/library/triton/CompileErrors.h"
#include "compiler/frontend/library/triton/Launcher.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::isa;

static Value makeRecord(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass(call.entry->module, call.entry->name));
  for (auto [index, parameter] : llvm::enumerate(*call.parameters))
    record->set(parameter.name, call[index]);
  return record;
}

/// `"*fp32, i32"`, as older programs write a signature, by position.
static DictObject *splitSignature(Evaluator &evaluator, llvm::StringRef text) {
  DictObject *dict = evaluator.dict();
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (auto [index, part] : llvm::enumerate(parts))
    if (!dict->table.insert(evaluator, evaluator.integer(static_cast<int64_t>(index)), evaluator.string(part.trim())))
      return nullptr;
  return dict;
}

static Value compileHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *source = dyn_cast<RecordObject>(call["src"]);
  if (!source || source->recordType->name != "ASTSource")
    return evaluator.raise(DiagnosticId::typeError, "`triton.compile` takes an `ASTSource`, not a `" + call["src"]->typeName(evaluator) + "`", call.rangeOf("src"))
        .note("compiling from a file of IR or PTX is not supported");
  TritonFunction *function = innermostTriton(source->field("fn"));
  if (!function)
    return evaluator.raise(DiagnosticId::typeError, "`fn` of an `ASTSource` is a function under `@triton.jit`");
  Value types = source->field("signature"), constants = source->field("constexprs");
  auto *signature = isa<StrObject>(types) ? splitSignature(evaluator, llvm::cast<StrObject>(types)->value) : dyn_cast<DictObject>(types);
  if (!signature)
    return evaluator.hasPending() ? nullptr : Value(evaluator.raise(DiagnosticId::typeError, "`signature` of an `ASTSource` is a dict of types by parameter"));
  // `target` chooses no other target than the program's; `attrs` are hints.
  return compileTriton(evaluator, function, signature, dyn_cast<DictObject>(constants), dyn_cast<DictObject>(call["options"]));
}

static Value makeJitFunction(Call &call) {
  Value given = call["fn"];
  if (auto *function = dyn_cast<TritonFunction>(given))
    given = function->function;
  return makeTritonFunction(call.evaluator, given);
}
static Value jitFunctionClass(Call &call) { return call.evaluator.libraryClass("triton.runtime.jit", "JITFunction"); }
static Value identity(Call &call) { return call[size_t(0)]; }

/// The same memory as another dtype: `triton.reinterpret(x, tl.float8e5)`.
static Value reinterpretHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *tensor = dyn_cast<TorchTensor>(call["tensor"]);
  std::optional<DType> type = tensor ? toDType(evaluator, call["dtype"], "dtype", DType::float32, false) : std::nullopt;
  if (!tensor)
    return evaluator.raise(DiagnosticId::typeError, "`triton.reinterpret` takes a tensor, not a `" + call["tensor"]->typeName(evaluator) + "`", call.rangeOf("tensor"));
  return type ? torchViewAs(evaluator, tensor, *type) : nullptr;
}

#define TESSERA_FUNCTION(module, name, signature, summary, handler) {module, name, EntryKind::function, signature, summary, handler}
#define TESSERA_SOURCE(module) \
  {module, "ASTSource", EntryKind::type, "(fn, signature, constexprs=None, attrs=None)", "A kernel with the types of its parameters (`*fp32`, `i32`) and values of the constexpr ones.", makeRecord}
static const LibraryEntry entries[] = {
    TESSERA_FUNCTION("triton", "compile", "(src, target=None, options=None, _env_vars=None)",
                     "Records a kernel for types of arguments; the program's target is the target.", compileHandler),
    TESSERA_FUNCTION("triton.compiler", "compile", "(src, target=None, options=None, _env_vars=None)",
                     "Records a kernel for types of arguments; the program's target is the target.", compileHandler),
    TESSERA_SOURCE("triton.compiler"),
    TESSERA_SOURCE("triton.compiler.compiler"),
    {"triton.compiler", "CompiledKernel", EntryKind::type, "", "A compiled kernel.", nullptr},
    {"triton.runtime.jit", "JITFunction", EntryKind::type, "(fn, version=None, do_not_specialize=None, do_not_specialize_on_alignment=None, debug=None, noinline=None, repr=None, launch_metadata=None)",
     "A function under `@triton.jit`.", makeJitFunction},
    {"triton.runtime.jit", "KernelParam", EntryKind::type, "", "A kernel's parameter.", nullptr},
    {"triton.runtime.jit", "MockTensor", EntryKind::type, "(dtype, shape=None)", "Stands for a tensor in `warmup`.", makeRecord},
    {"triton", "MockTensor", EntryKind::type, "(dtype, shape=None)", "Stands for a tensor in `warmup`.", makeRecord},
    {"triton", "JITFunction", EntryKind::constant, "", "A function under `@triton.jit`.", jitFunctionClass},
    {"triton.runtime", "JITFunction", EntryKind::constant, "", "A function under `@triton.jit`.", jitFunctionClass},
    TESSERA_FUNCTION("triton", "reinterpret", "(tensor, dtype)", "The same memory as another dtype.", reinterpretHandler),
    TESSERA_FUNCTION("triton.runtime.jit", "reinterpret", "(tensor, dtype)", "The same memory as another dtype.", reinterpretHandler),
    {"triton.runtime.jit", "TensorWrapper", EntryKind::type, "", "A reinterpreted tensor; here it is a tensor itself.", nullptr},
    {"triton", "TensorWrapper", EntryKind::type, "", "A reinterpreted tensor; here it is a tensor itself.", nullptr},
    {"triton", "must_use_result", EntryKind::decorator, "(fn)", "Marks a function whose result must be used; that is not checked here.", identity},
};

void library::registerTritonCompile(LibraryTable &table) {
  static const LibraryModule modules[] = {{"triton.compiler.compiler", "Compiling kernels."}, {"triton.runtime.jit", "Functions under `@triton.jit`."}};
  table.add(modules, entries);
  registerTritonErrors(table);
}
