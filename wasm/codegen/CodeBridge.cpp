// SPDX-License-Identifier: Apache-2.0
// The exports of the browser's code generator, a module of its own beside the compiler's: an artifact in, what lies
// below `tilegpu` out, and what comes of running it. Marshalling only; README.md says how a page calls it. One thread,
// one artifact at a time.
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
#include "runner/device/EmulatorDevice.h"
#include "runner/device/FrozenProgram.h"
#include "runner/device/RunOnDevice.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <emscripten.h>

// Both ask the module's options at each call, so that a page may set them late.
EM_JS(void, reportCodeOutput, (const char *text, size_t size), {
  if (Module["onOutput"])
    Module["onOutput"](UTF8ToString(text, size));
});
EM_JS(void, reportCodeProgress, (const char *kernel, size_t size, double done, double total), {
  if (Module["onProgress"])
    Module["onProgress"](UTF8ToString(kernel, size), done, total);
});

using namespace tessera;
namespace json = llvm::json;

namespace {

/// An artifact as the code generator holds it.
struct Loaded {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::unique_ptr<runner::FrozenProgram> program; // dies before its context

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
  mlir::OwningOpRef<mlir::ModuleOp> module = parseModuleText(&loaded->context, llvm::toStringRef(read->module), sink);
  if (!module)
    return nullptr;
  loaded->program = std::make_unique<runner::FrozenProgram>(std::move(module), read->manifest.target);
  return loaded;
}

json::Array toArray(const std::vector<Diagnostic> &diagnostics) {
  json::Array array;
  for (const Diagnostic &diagnostic : diagnostics)
    array.push_back(toJson(diagnostic));
  return array;
}

/// Every kernel's text, or null and the reason among the diagnostics; one that is refused does not keep the others.
json::Value generate(Loaded &loaded, llvm::ArrayRef<std::string> names, llvm::StringRef stage) {
  auto start = std::chrono::steady_clock::now();
  DiagnosticSink sink;
  std::vector<mlir::FailureOr<std::string>> texts =
      codegen::generateAll(loaded.program->module(), names, loaded.program->target(), stage, sink);
  json::Array kernels;
  for (auto [name, text] : llvm::zip(names, texts))
    kernels.push_back(
        json::Object{{"name", name}, {"text", succeeded(text) ? json::Value(std::move(*text)) : json::Value(nullptr)}});
  std::chrono::duration<double, std::milli> milliseconds = std::chrono::steady_clock::now() - start;
  return json::Object{{"kernels", std::move(kernels)},
                      {"diagnostics", toArray(sink.takeSorted())},
                      {"milliseconds", milliseconds.count()}};
}

/// The whole program, its launches by their PTX in the emulator.
json::Value run(Loaded &loaded, const runner::DeviceSettings &settings, bool compares) {
  runner::EmulatorDevice device;
  interpreter::RunOptions options;
  options.comparesDevice = compares;
  options.onOutput = [](llvm::StringRef text) { reportCodeOutput(text.data(), text.size()); };
  options.onProgress = [](llvm::StringRef kernel, int64_t done, int64_t total) {
    reportCodeProgress(kernel.data(), kernel.size(), double(done), double(total));
  };
  return runner::runOnDevice(*loaded.program, device, settings, std::move(options)).json;
}

json::Object succeed(json::Value value) { return json::Object{{"ok", true}, {"value", std::move(value)}}; }
json::Object refuse(llvm::StringRef why) { return json::Object{{"ok", false}, {"error", json::fixUTF8(why)}}; }

json::Object answerRun(State &state, const json::Object &request) {
  runner::DeviceSettings settings;
  if (!protocol::readCount(request, "seed", 0, settings.seed) ||
      !protocol::readCount(request, "schedules", 1, settings.schedules))
    return refuse("`seed` is not a whole number from 0 on, or `schedules` not one from 1 on");
  settings.checksRaces = request.getBoolean("checkRaces").value_or(true);
  settings.tracesTimeline = request.getBoolean("timeline").value_or(false);
  return succeed(run(*state.loaded, settings, request.getBoolean("compare").value_or(true)));
}

json::Object answer(State &state, const json::Object &request, llvm::ArrayRef<uint8_t> bytes) {
  std::string method = request.getString("method").value_or("").str();
  if (method == "load") {
    DiagnosticSink sink;
    state.loaded.reset();
    state.loaded = load(bytes, sink);
    return succeed(
        json::Object{{"kernels", state.loaded ? json::Array(state.loaded->program->kernels()) : json::Array()},
                     {"diagnostics", toArray(sink.takeSorted())}});
  }
  if (method != "generate" && method != "run")
    return refuse("unknown method `" + method + "`");
  if (!state.loaded)
    return refuse("`" + method + "` before an artifact is loaded");
  if (method == "run")
    return answerRun(state, request);
  std::string stage = request.getString("stage").value_or("").str();
  if (stage != "llvm" && stage != "ptx")
    return refuse("`stage` is `" + stage + "`, expected `llvm` or `ptx`");
  std::vector<std::string> names = state.loaded->program->kernels();
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
  state.reply = protocol::toText(json::Value(std::move(reply)));
  return state.reply.c_str();
}
