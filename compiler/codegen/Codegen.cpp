// SPDX-License-Identifier: Apache-2.0
// The stages below `tilegpu`, one after the other: one thread's code, its mathematics written out, the LLVM dialect, PTX,
// and the machine's own code where the tools for it are installed.
#include "compiler/codegen/Codegen.h"
#include "compiler/codegen/BackEnd.h"
#include "compiler/codegen/Disassemble.h"
#include "compiler/codegen/Distribute.h"
#include "compiler/codegen/ExpandMath.h"
#include "compiler/support/PassDiagnostics.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace tessera;

/// One thread's code of a kernel in LLVM's hands; null, and reported, where there is none.
static std::unique_ptr<codegen::LlvmKernel> lower(tilegpu::KernelOp kernel) {
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
  FailureOr<std::string> text = failure();
  std::string error = {}; // LLVM's
  DiagnosticSink sink = {};

  void generate(StringRef stage) {
    std::unique_ptr<codegen::LlvmKernel> lowered = lower(kernel);
    if (!lowered)
      return;
    if (stage == "llvm")
      text = lowered->print();
    else if (llvm::Expected<std::string> ptx = lowered->emitPtx())
      text = std::move(*ptx);
    else
      error = llvm::toString(ptx.takeError());
  }
};

/// While it lives, threads of `pool` may make operations, types and attributes in a context that has been used by one
/// thread alone, without locks, which is faster.
class SharedContext {
public:
  SharedContext(MLIRContext &context, llvm::ThreadPoolInterface &pool) : context(context) {
    context.setThreadPool(pool);
  }
  ~SharedContext() { context.disableMultithreading(); }

private:
  MLIRContext &context;
};
} // namespace

/// How much there is to be done for a kernel, to tell large ones from small ones.
static size_t countOperations(tilegpu::KernelOp kernel) {
  size_t count = 0;
  kernel.walk([&](Operation *) { ++count; });
  return count;
}

/// A kernel, and how much there is to be done for it.
using Sized = std::pair<size_t, Work *>;

/// When the last of `order` would be done, which are begun in this order by `threads` threads that share `cores` cores.
static double predictTime(ArrayRef<Sized> order, size_t threads, size_t cores) {
  SmallVector<double> running;
  double time = 0;
  while (!order.empty() || !running.empty()) {
    for (; !order.empty() && running.size() < threads; order = order.drop_front())
      running.push_back(static_cast<double>(order.front().first));
    double least = *std::min_element(running.begin(), running.end());
    time += least * std::max(1.0, static_cast<double>(running.size()) / static_cast<double>(cores));
    for (double &left : running)
      left -= least;
    llvm::erase_if(running, [](double left) { return left <= 0; });
  }
  return time;
}

/// Kernels of one size share cores best when all are under way; one that is much larger than others should share its
/// core with none, or it is alone at the end.
static size_t chooseThreads(ArrayRef<Sized> order, size_t cores) {
  size_t best = cores;
  for (size_t threads = cores + 1; threads <= 2 * cores && threads <= order.size(); ++threads)
    if (predictTime(order, threads, cores) < predictTime(order, best, cores))
      best = threads;
  return std::min(best, order.size());
}

/// Whose kernel this thread is at: what MLIR says meanwhile is said of that one.
static thread_local Work *currentWork = nullptr;

/// A kernel is lowered and printed by one thread, and others at the same time: no kernel refers to another, LLVM's part
/// has a context for each, and MLIR's is made fit for it. Large ones come first.
static void generateKernels(ArrayRef<Work *> all, StringRef stage) {
  if (all.empty())
    return;
  MLIRContext &context = *all.front()->kernel.getContext();
  codegen::loadForLowering(context);
  DiagnosticCollector collector(&context, []() -> DiagnosticSink & { return currentWork->sink; });
  auto generateOne = [stage](Work *work) {
    currentWork = work;
    work->generate(stage);
    currentWork = nullptr;
  };
  if (all.size() == 1 || !llvm::llvm_is_multithreaded()) {
    llvm::for_each(all, generateOne);
    return;
  }
  SmallVector<Sized> order;
  for (Work *work : all)
    order.push_back({countOperations(work->kernel), work});
  llvm::stable_sort(order, [](auto &one, auto &other) { return one.first > other.first; });
  llvm::DefaultThreadPool pool(
      llvm::hardware_concurrency(chooseThreads(order, llvm::hardware_concurrency().compute_thread_count())));
  SharedContext shared(context, pool);
  for (auto [count, work] : order)
    pool.async([&generateOne, work = work] { generateOne(work); });
  pool.wait();
}

std::vector<FailureOr<std::string>> tessera::codegen::generateAll(ModuleOp module, ArrayRef<std::string> names,
                                                                  StringRef targetName, StringRef stage,
                                                                  DiagnosticSink &sink) {
  std::vector<FailureOr<std::string>> texts(names.size(), failure());
  if (stage != "llvm" && stage != "ptx" && stage != "sass") {
    sink.report(DiagnosticId::unknownStage, {}, "stage is `" + stage.str() + "`, expected `llvm`, `ptx` or `sass`");
    return texts;
  }
  std::vector<Work> all(names.size());
  std::vector<Work *> found;
  for (auto [work, name] : llvm::zip(all, names))
    if ((work.kernel = findKernel(module, name, targetName, sink)))
      found.push_back(&work);
  generateKernels(found, stage);
  for (auto [text, work, name] : llvm::zip(texts, all, names)) {
    text = std::move(work.text);
    size_t errorsBefore = sink.errorCount();
    for (const Diagnostic &diagnostic : work.sink.all())
      sink.add(diagnostic);
    if (succeeded(text) && stage == "sass")
      text = disassemble(*text, work.kernel.getTarget(), sink);
    if (!work.kernel || succeeded(text) || sink.errorCount() != errorsBefore)
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
