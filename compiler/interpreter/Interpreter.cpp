// SPDX-License-Identifier: Apache-2.0
// The door: decodes `@main`, runs it, and gathers what happened.
#include "compiler/interpreter/Decoder.h"
#include <chrono>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;

RunResult tessera::interpreter::runProgram(ModuleOp module, const RunOptions &options) {
  auto start = std::chrono::steady_clock::now();
  RunResult result;
  Run run(options, result);
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.getNumArguments() != 0) {
    run.fail(DiagnosticId::internalError, module.getLoc(), "the module has no `@main` without arguments to run");
  } else {
    Code code;
    Decoder decoder(code, run, /*isRepeated=*/false);
    if (succeeded(decoder.decodeFunction(main))) {
      Frame frame(run, code);
      frame.execute();
    }
  }
  result.ok = !run.stopped && !run.sink.hasErrors();
  result.diagnostics = run.sink.takeSorted();
  result.peakBytes = run.pool.getPeak();
  result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return result;
}

struct IndexMap::Impl {
  RunOptions options;
  RunResult result;
  Run run{options, result};
  Code code;
  std::unique_ptr<Frame> frame;
};

IndexMap::IndexMap() = default;
IndexMap::IndexMap(IndexMap &&) noexcept = default;
IndexMap &IndexMap::operator=(IndexMap &&) noexcept = default;
IndexMap::~IndexMap() = default;

FailureOr<IndexMap> IndexMap::create(func::FuncOp map, size_t gridRank, size_t rank, DiagnosticSink &sink) {
  IndexMap result;
  result.rank = rank;
  if (!map)
    return FailureOr<IndexMap>(std::move(result));
  if (map.getNumArguments() != gridRank || map.getNumResults() != rank ||
      !llvm::all_of(map.getArgumentTypes(), [](Type type) { return type.isInteger(); }) ||
      !llvm::all_of(map.getResultTypes(), [](Type type) { return type.isInteger(); })) {
    sink.report(DiagnosticId::indexMap, toRange(map.getLoc()),
                "the index map takes " + std::to_string(map.getNumArguments()) + " indices to " + std::to_string(map.getNumResults()) +
                    ", but the grid has " + std::to_string(gridRank) + " axes and the array " + std::to_string(rank));
    return failure();
  }
  result.impl = std::make_unique<Impl>();
  Decoder decoder(result.impl->code, result.impl->run, /*isRepeated=*/true);
  if (mlir::failed(decoder.decodeFunction(map))) {
    for (const Diagnostic &diagnostic : result.impl->run.sink.all())
      sink.add(diagnostic);
    return failure();
  }
  result.impl->frame = std::make_unique<Frame>(result.impl->run, result.impl->code);
  return FailureOr<IndexMap>(std::move(result));
}

FailureOr<std::vector<int64_t>> IndexMap::evaluate(ArrayRef<int64_t> point, DiagnosticSink &sink) {
  std::vector<int64_t> indices(rank, 0);
  if (!impl)
    return indices;
  Frame &frame = *impl->frame;
  for (auto [argument, coordinate] : llvm::zip(impl->code.arguments, point))
    frame.setScalar(argument.slot, static_cast<uint64_t>(coordinate));
  if (!frame.execute()) {
    for (const Diagnostic &diagnostic : impl->run.sink.all())
      sink.add(diagnostic);
    return failure();
  }
  for (size_t axis = 0; axis < rank; ++axis)
    indices[axis] = frame.readInt(impl->code.results[axis]);
  return indices;
}

FailureOr<std::vector<int64_t>> tessera::interpreter::evaluateIndexMap(func::FuncOp map, ArrayRef<int64_t> point, size_t rank, DiagnosticSink &sink) {
  FailureOr<IndexMap> evaluator = IndexMap::create(map, point.size(), rank, sink);
  if (mlir::failed(evaluator))
    return failure();
  return evaluator->evaluate(point, sink);
}
