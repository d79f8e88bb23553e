// SPDX-License-Identifier: Apache-2.0
// The exports of the browser's code generator, a module of its own beside the compiler's: an artifact in, what lies
// below `tilegpu` out. Marshalling only; README.md says how a page calls it. One thread, one artifact at a time.
#include "compiler/codegen/Codegen.h"
#include "compiler/driver/ModuleText.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/ir/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/MLIRContext.h"
#include "shared/artifact/Artifact.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else // toolchain/list-objects links it natively
#define EMSCRIPTEN_KEEPALIVE [[gnu::used]]
#endif

using namespace tessera;
namespace json = llvm::json;

namespace {

/// An artifact as the code generator holds it.
struct Loaded {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::string target;
  mlir::OwningOpRef<mlir::ModuleOp> module; // dies before its context

  Loaded() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::math::MathDialect, mlir::scf::SCFDialect,
                    tile::TileDialect, tilegpu::TileGpuDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }
};

struct State {
  std::unique_ptr<Loaded> loaded;
  std::string reply; // valid until the next call
};

/// Reported where the bytes are no artifact of ours; then nothing is loaded.
std::unique_ptr<Loaded> load(llvm::ArrayRef<uint8_t> bytes, DiagnosticSink &sink) {
  artifact::Result<artifact::Artifact> read = artifact::read(bytes);
  if (!read) {
    sink.add(read.refusal().toDiagnostic());
    return nullptr;
  }
  auto loaded = std::make_unique<Loaded>();
  loaded->target = read->manifest.target;
  loaded->module = parseModuleText(&loaded->context, llvm::toStringRef(read->module), sink);
  return loaded->module ? std::move(loaded) : nullptr;
}

json::Array toArray(const std::vector<Diagnostic> &diagnostics) {
  json::Array array;
  for (const Diagnostic &diagnostic : diagnostics)
    array.push_back(toJson(diagnostic));
  return array;
}

std::vector<std::string> listKernels(mlir::ModuleOp module) {
  std::vector<std::string> names;
  for (auto kernel : module.getOps<tile::KernelOp>())
    names.push_back(kernel.getSymName().str());
  return names;
}

/// Every kernel's text, or null and the reason among the diagnostics; one that is refused does not keep the others.
json::Value generate(Loaded &loaded, llvm::ArrayRef<std::string> names, llvm::StringRef stage) {
  auto start = std::chrono::steady_clock::now();
  DiagnosticSink sink;
  std::vector<mlir::FailureOr<std::string>> texts =
      codegen::generateAll(*loaded.module, names, loaded.target, stage, sink);
  json::Array kernels;
  for (auto [name, text] : llvm::zip(names, texts))
    kernels.push_back(
        json::Object{{"name", name}, {"text", succeeded(text) ? json::Value(std::move(*text)) : json::Value(nullptr)}});
  std::chrono::duration<double, std::milli> milliseconds = std::chrono::steady_clock::now() - start;
  return json::Object{{"kernels", std::move(kernels)},
                      {"diagnostics", toArray(sink.takeSorted())},
                      {"milliseconds", milliseconds.count()}};
}

json::Object succeed(json::Value value) { return json::Object{{"ok", true}, {"value", std::move(value)}}; }
json::Object refuse(llvm::StringRef why) { return json::Object{{"ok", false}, {"error", json::fixUTF8(why)}}; }

json::Object answer(State &state, const json::Object &request, llvm::ArrayRef<uint8_t> bytes) {
  std::string method = request.getString("method").value_or("").str();
  if (method == "load") {
    DiagnosticSink sink;
    state.loaded.reset();
    state.loaded = load(bytes, sink);
    return succeed(
        json::Object{{"kernels", state.loaded ? json::Array(listKernels(*state.loaded->module)) : json::Array()},
                     {"diagnostics", toArray(sink.takeSorted())}});
  }
  if (method != "generate")
    return refuse("unknown method `" + method + "`");
  if (!state.loaded)
    return refuse("`generate` before an artifact is loaded");
  std::string stage = request.getString("stage").value_or("").str();
  if (stage != "llvm" && stage != "ptx")
    return refuse("`stage` is `" + stage + "`, expected `llvm` or `ptx`");
  std::vector<std::string> names = listKernels(*state.loaded->module);
  if (auto kernel = request.getString("kernel"))
    names = {kernel->str()};
  return succeed(generate(*state.loaded, names, stage));
}

json::Object answerText(State &state, llvm::StringRef text, llvm::ArrayRef<uint8_t> bytes) {
  llvm::Expected<json::Value> request = json::parse(text);
  if (!request)
    return refuse("the request is not JSON: " + llvm::toString(request.takeError()));
  if (!request->getAsObject())
    return refuse("the request is not a JSON object");
  return answer(state, *request->getAsObject(), bytes);
}

} // namespace

/// `requestJson` is NUL-terminated UTF-8; `bytes` are the artifact of `load`. The answer belongs to the module and is
/// valid until the next call.
extern "C" EMSCRIPTEN_KEEPALIVE const char *tessera_code_call(const char *requestJson, const uint8_t *bytes,
                                                              size_t size) {
  static State state;
  json::Object reply = answerText(state, requestJson, {bytes, size});
  state.reply.clear();
  llvm::raw_string_ostream(state.reply) << json::Value(std::move(reply));
  return state.reply.c_str();
}
