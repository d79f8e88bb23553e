// SPDX-License-Identifier: Apache-2.0
// The stages below `tilegpu`, one after the other: one thread's code, its mathematics written out, the LLVM dialect, PTX,
// and the machine's own code where the tools for it are installed.
#include "compiler/codegen/Codegen.h"
#include "compiler/codegen/BackEnd.h"
#include "compiler/codegen/Disassemble.h"
#include "compiler/codegen/Distribute.h"
#include "compiler/codegen/ExpandMath.h"
#include "compiler/support/PassDiagnostics.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace tessera;

/// One thread's code of a kernel in LLVM's hands; null, and reported, where there is none.
static std::unique_ptr<codegen::LlvmKernel> lower(tilegpu::KernelOp kernel, DiagnosticSink &sink) {
  DiagnosticCollector collector(kernel.getContext(), sink);
  FailureOr<OwningOpRef<ModuleOp>> thread = codegen::distribute(kernel);
  if (failed(thread))
    return nullptr;
  codegen::keepRoundedDivisions(thread->get());
  if (failed(codegen::expandMath(thread->get())))
    return nullptr;
  codegen::lowerDivisions(thread->get());
  if (failed(codegen::lowerToLLVM(thread->get())))
    return nullptr;
  return codegen::LlvmKernel::translate(thread->get(), kernel.getTarget());
}

namespace {
/// A kernel on its way to text, and whatever kept it from being one.
struct Work {
  tilegpu::KernelOp kernel;
  std::unique_ptr<codegen::LlvmKernel> lowered;
  FailureOr<std::string> text = failure();
  std::string error = {}; // LLVM's
  bool isTold = false;    // in the sink

  void print(StringRef stage) {
    if (stage == "llvm")
      text = lowered->print();
    else if (llvm::Expected<std::string> ptx = lowered->emitPtx())
      text = std::move(*ptx);
    else
      error = llvm::toString(ptx.takeError());
    lowered.reset();
  }
};
} // namespace

/// How much there is to be done for a kernel, to tell large ones from small ones.
static size_t countOperations(tilegpu::KernelOp kernel) {
  size_t count = 0;
  if (kernel)
    kernel.walk([&](Operation *) { ++count; });
  return count;
}

/// LLVM's part, most of the time, has a context for each kernel, so other threads do it while this one, which alone
/// touches MLIR's context, lowers the next. Large ones come first.
static void printAll(MutableArrayRef<Work> all, StringRef stage, DiagnosticSink &sink) {
  SmallVector<std::pair<size_t, Work *>> order;
  for (Work &work : all)
    order.push_back({countOperations(work.kernel), &work});
  llvm::stable_sort(order, [](auto &one, auto &other) { return one.first > other.first; });
  // Twice as many threads as there are cores: kernels that don't divide evenly share the cores to the end, where one
  // thread a core would leave the last kernel alone with one of them.
  std::optional<llvm::DefaultThreadPool> pool;
  if (all.size() > 1) {
    unsigned cores = llvm::hardware_concurrency().compute_thread_count();
    pool.emplace(llvm::hardware_concurrency(std::min<size_t>(2 * cores, all.size())));
  }
  for (auto [count, next] : order) {
    Work &work = *next;
    size_t errorsBefore = sink.errorCount();
    work.lowered = work.kernel ? lower(work.kernel, sink) : nullptr;
    work.isTold |= sink.errorCount() != errorsBefore;
    if (!work.lowered)
      continue;
    if (pool)
      pool->async([&work, stage] { work.print(stage); });
    else
      work.print(stage);
  }
  if (pool)
    pool->wait();
}

std::vector<FailureOr<std::string>> tessera::codegen::generateAll(ModuleOp module, ArrayRef<std::string> names,
                                                                  StringRef targetName, StringRef stage,
                                                                  DiagnosticSink &sink) {
  std::vector<FailureOr<std::string>> texts(names.size(), failure());
  if (stage != "llvm" && stage != "ptx" && stage != "sass") {
    sink.report(DiagnosticId::unknownStage, {}, "stage is `" + stage.str() + "`, expected `llvm`, `ptx` or `sass`");
    return texts;
  }
  module.getContext()
      ->loadDialect<arith::ArithDialect, math::MathDialect, scf::SCFDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  std::vector<Work> all;
  for (const std::string &name : names)
    all.push_back({findKernel(module, name, targetName, sink), nullptr});
  printAll(all, stage, sink);
  for (auto [text, work, name] : llvm::zip(texts, all, names)) {
    text = std::move(work.text);
    size_t errorsBefore = sink.errorCount();
    if (succeeded(text) && stage == "sass")
      text = disassemble(*text, work.kernel.getTarget(), sink);
    if (!work.kernel || succeeded(text) || work.isTold || sink.errorCount() != errorsBefore)
      continue;
    sink.report(DiagnosticId::codegenFailed, toRange(work.kernel.getLoc()),
                "no code for kernel `" + name + "` at stage `" + stage.str() + "` for `" + targetName.str() + "`" +
                    (work.error.empty() ? "" : ": " + work.error))
        .note("replay with the kernel's text at stage `tilegpu`");
  }
  return texts;
}

FailureOr<std::string> tessera::codegen::generate(ModuleOp module, StringRef kernel, StringRef target, StringRef stage,
                                                  DiagnosticSink &sink) {
  std::string name = kernel.str();
  return std::move(generateAll(module, name, target, stage, sink).front());
}
