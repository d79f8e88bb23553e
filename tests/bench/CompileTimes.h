// SPDX-License-Identifier: Apache-2.0
// How long a program takes from its text to PTX: by stage, by kernel and by pass. CPU time of this process, the best of
// several runs, so that a busy machine shows less; and of the whole the time by the clock, with the kernels beside each
// other as a person gets them.
#pragma once

#include "compiler/codegen/Codegen.h"
#include "compiler/driver/Compiler.h"
#include "compiler/driver/Pipeline.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <ctime>

namespace tessera::bench {

inline double milliseconds() { return 1e3 * static_cast<double>(clock()) / CLOCKS_PER_SEC; }

inline double wallMilliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The best time of `repetitions` calls, by `now`.
template <typename Work> double best(int repetitions, Work work, double now() = milliseconds) {
  double result = 1e12;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    double start = now();
    work();
    result = std::min(result, now() - start);
  }
  return result;
}

inline std::string read(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// Each pass by itself on what the one before left, from the module that the front end recorded.
inline void measurePasses(Program &program) {
  llvm::ArrayRef<Snapshot> snapshots = program.snapshots();
  mlir::DialectRegistry registry;
  registerDialects(registry);
  registerPasses();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::OwningOpRef<mlir::ModuleOp> module = snapshots.empty() ? nullptr : mlir::parseSourceString<mlir::ModuleOp>(snapshots.front().text, &context);
  if (!module) {
    llvm::outs() << "  the recorded module does not parse; passes are not told apart\n";
    return;
  }
  for (const PipelineStep &step : getPipeline({program.target().str(), {}})) {
    mlir::OwningOpRef<mlir::ModuleOp> before = module->clone();
    auto runOn = [&](mlir::ModuleOp on) {
      mlir::PassManager manager(&context);
      manager.enableVerifier(false); // as `runSteps`
      return mlir::succeeded(addStep(manager, step)) && mlir::succeeded(manager.run(on));
    };
    double time = 1e12;
    for (int repetition = 0; repetition < 3; ++repetition) {
      module = before->clone();
      double start = milliseconds();
      if (!runOn(*module)) {
        llvm::outs() << "  " << step.pass << " fails\n";
        return;
      }
      time = std::min(time, milliseconds() - start);
    }
    if (time >= 0.2)
      llvm::outs() << llvm::format("  %-44s %9.2f ms\n", step.pass.c_str(), time);
  }
}

/// From `source`'s text to PTX, in CPU time; `aim` is for one kernel with its part of the text, 0 for none. False, with the reason, where there is no code.
inline bool measureCompiling(const std::string &file, const std::string &source, const std::vector<Setting> &settings, double aim, bool tellsPasses = true,
                             double *milliseconds = nullptr, const std::string &target = "sm_90a") {
  CompileOptions options;
  options.target = target;
  options.settings = settings;
  Compiler compiler;
  std::unique_ptr<Program> program;
  double compile = best(5, [&] { program = compiler.compile(file, source, options); });
  if (!program->ok()) {
    llvm::outs() << "  does not compile: " << (program->diagnostics().empty() ? "no file" : program->diagnostics().front().message) << "\n";
    return false;
  }
  llvm::outs() << llvm::format("  %-44s %9.2f ms\n", "source to tilegpu", compile);
  double total = compile, slowest = 0;
  for (const std::string &kernel : program->kernels()) {
    DiagnosticSink sink;
    size_t bytes = 0;
    double time = best(5, [&] {
      sink = DiagnosticSink();
      mlir::FailureOr<std::string> ptx = codegen::generate(program->module(), kernel, program->target(), "ptx", sink);
      bytes = mlir::succeeded(ptx) ? ptx->size() : 0;
    });
    double lowered = best(3, [&] { (void)codegen::generate(program->module(), kernel, program->target(), "llvm", sink); });
    if (!bytes) {
      llvm::outs() << "  `" << kernel << "` has no code: " << sink.all().front().message << "\n";
      return false;
    }
    llvm::outs() << llvm::format("  %-44s %9.2f ms, of which %.2f to LLVM IR; %zu bytes\n", ("`" + kernel + "`: tilegpu to PTX").c_str(), time, lowered, bytes);
    total += time;
    slowest = std::max(slowest, time);
  }
  llvm::outs() << llvm::format("  %-44s %9.2f ms\n", "source to PTX", total);
  double wall = best(
      5,
      [&] {
        DiagnosticSink sink;
        program = compiler.compile(file, source, options);
        (void)codegen::generateAll(program->module(), program->kernels(), program->target(), "ptx", sink);
      },
      wallMilliseconds);
  llvm::outs() << llvm::format("  %-44s %9.2f ms\n", "source to PTX, by the clock", wall);
  if (aim > 0)
    llvm::outs() << llvm::format("  %-44s %9.2f ms (aim %.0f)\n", "the slowest kernel, with its part of the text",
                                 slowest + compile / static_cast<double>(program->kernels().size()), aim);
  if (milliseconds)
    *milliseconds = total;
  if (tellsPasses)
    measurePasses(*program);
  return true;
}

} // namespace tessera::bench
