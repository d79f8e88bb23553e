// SPDX-License-Identifier: Apache-2.0
// The C exports of the emulator's module: a request as JSON in, an answer as JSON out, over
// runner/cli/EmulateSession.h, and bytes beside them. What is asked is checked there; here it only gets across.
#include "runner/cli/EmulateSession.h"
#include "shared/protocol/Json.h"
#include <emscripten.h>
#include <new>

using namespace tessera;
using runner::cli::EmulateSession;

EM_JS(void, reportEmulatorOutput, (const char *text, size_t size), {
  if (Module["onOutput"])
    Module["onOutput"](UTF8ToString(text, size));
});

EM_JS(void, reportEmulatorProgress, (double instructions), {
  if (Module["onProgress"])
    Module["onProgress"](instructions);
});

// Leaves all of C++ behind: the module is not to be used again, and whoever called knows why.
EM_JS(void, throwOutOfMemory, (), {
  const error = new Error("the kernel and its check take more memory than the 2 GB that a tab has for them");
  error.name = "OutOfMemory";
  throw error;
});

namespace {

/// Of the module's 2 GB; the rest is for the text, shared memory and what the race checker remembers.
constexpr uint64_t arrayBytes = uint64_t(1408) << 20;

struct Module {
  EmulateSession session{{arrayBytes}};
  std::string reply; // valid until the next call

  Module() {
    std::set_new_handler(throwOutOfMemory);
    session.onProgress = [](uint64_t instructions) { reportEmulatorProgress(static_cast<double>(instructions)); };
    session.onOutput = [](std::string_view text) { reportEmulatorOutput(text.data(), text.size()); };
  }
};

Module &getModule() {
  static Module module;
  return module;
}

llvm::json::Value answer(llvm::StringRef text) {
  std::string error;
  std::optional<llvm::json::Value> request = protocol::parseJson(text, error);
  if (!request || !request->getAsObject())
    return llvm::json::Object{{"ok", false}, {"error", "the request is no JSON object: " + error}};
  return getModule().session.call(*request->getAsObject());
}

} // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char *emulator_call(const char *request) {
  getModule().reply = protocol::toText(answer(request));
  return getModule().reply.c_str();
}

/// Keeps a copy of `size` bytes as the file `name`.
EMSCRIPTEN_KEEPALIVE void emulator_file(const char *name, const char *bytes, size_t size) {
  getModule().session.putFile(name, std::string(bytes, size));
}

EMSCRIPTEN_KEEPALIVE const uint8_t *emulator_bytes() { return getModule().session.bytes().data(); }
EMSCRIPTEN_KEEPALIVE size_t emulator_bytes_size() { return getModule().session.bytes().size(); }
}
