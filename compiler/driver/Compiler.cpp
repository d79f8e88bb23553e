// SPDX-License-Identifier: Apache-2.0
// The door: text or bytes in, a program out. One MLIR context serves all programs of a compiler; it is single-threaded,
// because the browser is, and because a small module gains nothing from threads.
#include "compiler/driver/Compiler.h"
#include "compiler/driver/HostRun.h"
#include "compiler/driver/ModuleText.h"
#include "compiler/driver/Pipeline.h"
#include "compiler/driver/Program.h"
#include "compiler/frontend/BenchFile.h"
#include "compiler/frontend/Frontend.h"
#include "compiler/schedule/Choices.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tilegpu/ir/Target.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "shared/artifact/Artifact.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace mlir;
using namespace tessera;

struct Compiler::Impl {
  MLIRContext context;
  CodeGenerator *generator;
  std::shared_ptr<frontend::LibraryTrees> libraryTrees = frontend::makeLibraryTrees();

  explicit Impl(CodeGenerator *generator) : context(MLIRContext::Threading::DISABLED), generator(generator) {
    DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    registerPasses();
  }
};

Compiler::Compiler(CodeGenerator *generator) : impl(std::make_unique<Impl>(generator)) {}
Compiler::~Compiler() = default;

std::string tessera::getVersion() { return std::string(TESSERA_VERSION) + " (" + TESSERA_COMMIT + ")"; }

std::vector<std::string> Compiler::targets() {
  std::vector<std::string> names;
  for (const tilegpu::Target &target : tilegpu::getTargets())
    names.push_back(target.name.str());
  return names;
}

llvm::json::Value Compiler::reference() { return frontend::libraryReference(); }

void Compiler::setLibraryFetcher(std::optional<std::string> (*fetch)(StringRef file)) {
  frontend::setLibraryFetcher(fetch);
}

bool Compiler::isTunable(StringRef kernel) {
  return !kernel.empty() && llvm::all_of(kernel, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Takes `FUNCTION.config=2` and `FUNCTION.config[KEY]=2` out of `tune`, for the front end; the rest is the schedule's.
/// False with the reason in `error`.
static bool splitTune(StringRef tune, std::string &rest, std::vector<frontend::ConfigurationChoice> &configurations,
                      std::string &error) {
  SmallVector<StringRef> entries, kept;
  tune.split(entries, ';', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries) {
    auto [name, value] = entry.rsplit('=');
    frontend::ConfigurationChoice choice;
    StringRef function = name, key;
    if (function.consume_back("]"))
      std::tie(function, key) = function.split('[');
    bool isOfKey = function != name;
    if (function != "config" && !function.consume_back(".config")) {
      kept.push_back(entry);
    } else if (function == "config" || function.empty() || (isOfKey && key.empty()) ||
               value.getAsInteger(10, choice.index)) {
      error = "`" + entry.str() + "`: expected a kernel" + (isOfKey ? ", a key" : "") + " and a number, as in `" +
              (isOfKey ? "matmul_kernel.config[M=256,float16]=1" : "matmul_kernel.config=1") + "`";
      return false;
    } else {
      choice.function = function.str();
      choice.key = key.str();
      configurations.push_back(std::move(choice));
    }
  }
  rest = llvm::join(kept, ";");
  return true;
}

/// By function, in order of first launches.
static std::vector<AutotunedKernel> collectAutotuned(ArrayRef<frontend::AutotunedLaunch> launches) {
  std::vector<AutotunedKernel> kernels;
  for (const frontend::AutotunedLaunch &launch : launches) {
    auto known =
        llvm::find_if(kernels, [&](const AutotunedKernel &kernel) { return kernel.function == launch.function; });
    if (known == kernels.end())
      known = kernels.insert(kernels.end(), {launch.function, launch.configs, launch.chosen, {}, {}});
    if (llvm::none_of(known->keys, [&](const AutotunedKey &key) { return key.key == launch.key; }))
      known->keys.push_back({launch.key, launch.kept, launch.chosen});
    if (!launch.kernel.empty() && !llvm::is_contained(known->kernels, launch.kernel))
      known->kernels.push_back(launch.kernel);
  }
  return kernels;
}

/// Every choice must be of a kernel, and of a key, that the program launches.
static void checkChoices(ArrayRef<frontend::ConfigurationChoice> choices, ArrayRef<AutotunedKernel> kernels,
                         DiagnosticSink &sink) {
  for (const frontend::ConfigurationChoice &choice : choices) {
    auto kernel = llvm::find_if(kernels, [&](const AutotunedKernel &one) { return one.function == choice.function; });
    if (kernel == kernels.end()) {
      sink.report(DiagnosticId::scheduleChoice, {},
                  "`--tune`: `" + choice.function + ".config` is chosen, but no kernel `" + choice.function +
                      "` under `triton.autotune` is launched");
      continue;
    }
    std::vector<std::string> keys;
    for (const AutotunedKey &key : kernel->keys)
      keys.push_back("`" + key.key + "`");
    if (!choice.key.empty() && !llvm::is_contained(keys, "`" + choice.key + "`"))
      sink.report(DiagnosticId::scheduleChoice, {},
                  "`--tune`: `" + choice.function + ".config[" + choice.key + "]` is chosen, but `" + choice.function +
                      "` is not launched with that key")
          .note("its keys are " + llvm::join(keys, ", "));
  }
}

/// The file, or the point of its benchmarks that is asked for; nobody asks in the browser, whose module is at its
/// limit.
static OwningOpRef<ModuleOp> evaluate(MLIRContext &context, StringRef fileName, StringRef source,
                                      [[maybe_unused]] BenchmarkEvaluation *benchmark,
                                      const frontend::EvaluateOptions &options, DiagnosticSink &sink,
                                      OwningOpRef<ModuleOp> &begun) {
#ifndef __EMSCRIPTEN__
  if (benchmark)
    return frontend::evaluateBenchmark(context, fileName, source, options, *benchmark, sink);
#endif
  return frontend::evaluateProgram(context, fileName, source, options, sink, &begun);
}

std::unique_ptr<Program> Compiler::compile(StringRef fileName, StringRef source, const CompileOptions &options) {
  DiagnosticSink sink;
  std::string choices, wrongChoice;
  frontend::EvaluateOptions evaluateOptions;
  bool isSplit = splitTune(options.tune, choices, evaluateOptions.configurations, wrongChoice);
  auto program = std::make_unique<CompiledProgram>(impl->generator, options.target, choices, options.keepsSnapshots);
  if (!llvm::is_contained(targets(), options.target)) {
    sink.report(DiagnosticId::unknownTarget, {}, "no target is called `" + options.target + "`")
        .note("the targets are `" + llvm::join(targets(), "`, `") + "`");
    program->fail(sink);
    return program;
  }
  if (!isSplit || failed(schedule::parseChoices(&impl->context, choices, wrongChoice))) {
    sink.report(DiagnosticId::scheduleChoice, {}, "`--tune`: " + wrongChoice);
    program->fail(sink);
    return program;
  }
  std::vector<frontend::AutotunedLaunch> autotuned;
  evaluateOptions.autotuned = &autotuned;
  std::vector<frontend::ToldShared> told;
  evaluateOptions.told = &told;
  evaluateOptions.target = options.target;
  if (options.stepLimit)
    evaluateOptions.stepLimit = options.stepLimit;
  if (options.pythonMemoryLimit)
    evaluateOptions.memoryLimit = options.pythonMemoryLimit;
  interpreter::RunOptions hostOptions;
  hostOptions.isCancelled = options.isCancelled;
  hostOptions.onProgress = options.onProgress;
  hostOptions.memoryLimit = options.hostMemoryLimit;
  hostOptions.inlineAssembly = impl->generator ? impl->generator->inlineAssembly() : nullptr;
  HostRun hostRun(
      hostOptions,
      [&](ModuleOp launched, StringRef kernel, DiagnosticSink &reasons) {
        return measureKernel(launched, options.target, choices, kernel, reasons);
      },
      [&](ModuleOp recorded, StringRef kernel, StringRef stage) {
        return showRecordedKernel(recorded, impl->generator, options.target, kernel, stage);
      });
  evaluateOptions.imports = options.imports;
  evaluateOptions.hostValues = options.runsHostCode ? &hostRun : nullptr;
  for (const Setting &setting : options.settings)
    evaluateOptions.settings.push_back({setting.name, setting.value});
  OwningOpRef<ModuleOp> module, begun;
  {
    // What MLIR itself says while the front end builds is a bug of ours unless the front end reports it too.
    DiagnosticCollector collector(&impl->context, sink);
    evaluateOptions.libraryTrees = impl->libraryTrees;
    module = evaluate(impl->context, fileName, source, options.benchmark, evaluateOptions, sink, begun);
    if (module && !sink.hasErrors() && failed(verify(*module)) && !sink.hasErrors())
      sink.report(DiagnosticId::internalError, {}, "the front end recorded a module that does not verify");
  }
  std::vector<AutotunedKernel> kernels = collectAutotuned(autotuned);
  if (module)
    checkChoices(evaluateOptions.configurations, kernels, sink);
  program->keepAutotuned(std::move(kernels));
  if (!module || sink.hasErrors()) {
    program->fail(sink);
    program->keepBegun(std::move(begun));
  } else {
    // A point's program is not the one that was recorded: what was run of that is no part of this.
    std::optional<interpreter::SettledProgram> settled = options.benchmark ? std::nullopt : hostRun.settle(*module);
    program->compile(std::move(module), fileName.str(), source.str(), sink, told);
    if (program->ok())
      program->keepSettled(std::move(settled));
  }
  return program;
}

TestSummary Compiler::test(StringRef fileName, StringRef source, const TestOptions &options,
                           llvm::function_ref<bool(const TestReport &)> onCase) {
  if (llvm::is_contained(targets(), options.target))
    return runTests(impl->context, impl->generator, impl->libraryTrees, fileName, source, options, onCase);
  TestSummary summary;
  summary.diagnostics.emplace_back(DiagnosticId::unknownTarget, SourceRange(),
                                   "no target is called `" + options.target + "`");
  return summary;
}

std::unique_ptr<Program> Compiler::thaw(ArrayRef<uint8_t> bytes) {
  DiagnosticSink sink;
  auto failed = [&] {
    auto program = std::make_unique<CompiledProgram>(impl->generator, "");
    program->fail(sink);
    return program;
  };
  artifact::Result<artifact::Artifact> read = artifact::read(bytes);
  if (!read) {
    sink.add(read.refusal().toDiagnostic());
    return failed();
  }
  const std::string &target = read->manifest.target;
  if (!llvm::is_contained(targets(), target)) {
    sink.report(DiagnosticId::unknownTarget, {},
                "the artifact is for target `" + target + "`, which this build does not have");
    return failed();
  }
  OwningOpRef<ModuleOp> module = parseModuleText(&impl->context, llvm::toStringRef(read->module), sink);
  if (!module)
    return failed();
  auto program = std::make_unique<CompiledProgram>(impl->generator, target);
  program->adopt(std::move(module), read->manifest, sink);
  return program;
}
