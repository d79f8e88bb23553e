// SPDX-License-Identifier: Apache-2.0
// The C exports of the wasm module: one request as JSON in, one answer as JSON out, over driver/Compiler.h. Marshalling
// only: what a field means is shared/protocol's to say, how it is called is README.md's. One thread, one Program at a
// time.
#include "compiler/driver/Compiler.h"
#include "compiler/driver/Explain.h"
#include "compiler/support/ProgramFiles.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SHA256.h"
#include <chrono>
#include <emscripten.h>

using namespace tessera;
namespace json = llvm::json;

// Both ask the module's options at each call, so that a page may set them late. UTF8ToString stops at a NUL of the
// text's own.
EM_JS(void, reportOutput, (const char *text, size_t size), {
  if (Module["onOutput"])
    Module["onOutput"](UTF8ToString(text, size));
});
EM_JS(void, reportProgress, (const char *kernel, size_t size, double done, double total), {
  if (Module["onProgress"])
    Module["onProgress"](UTF8ToString(kernel, size), done, total);
});

// The text of a part of the library that is a file beside the module, as a C string of malloc's; 0 where it can't be
// had.
EM_JS(char *, fetchLibraryText, (const char *file, size_t size), {
  const text = Module["onLibrary"] ? Module["onLibrary"](UTF8ToString(file, size)) : null;
  if (text == null)
    return 0;
  const bytes = lengthBytesUTF8(text) + 1;
  const pointer = _malloc(bytes);
  if (pointer)
    stringToUTF8(text, pointer, bytes);
  return pointer;
});

namespace {

std::optional<std::string> fetchText(llvm::StringRef file) {
  char *text = fetchLibraryText(file.data(), file.size());
  if (!text)
    return std::nullopt;
  std::string copy = text;
  free(text);
  return copy;
}

constexpr int protocolVersion = 1;
/// MLIR's context keeps every type, attribute and location for ever: renewed, a tab that recompiles as one types stays
/// small.
constexpr int compilesPerContext = 64;

/// What `compile` is asked to compile.
struct ProgramText {
  std::string file, source;
  std::unique_ptr<ListedFiles> files; // it is among them; null: it is one file
  ImportOptions imports;
};

struct State {
  std::unique_ptr<Compiler> compiler;
  ProgramText text;                 // of `program`
  std::string tune;                 // what it was compiled with
  std::unique_ptr<Program> program; // dies before its compiler
  int compiles = 0;
  std::vector<uint8_t> bytes; // what `freeze` made last
  std::string reply;          // valid until the next call
};

State &getState() {
  static State state;
  return state;
}

/// An answer, or why the request was none.
struct Answer {
  std::optional<json::Value> value;
  std::string error;

  Answer(json::Value value) : value(std::move(value)) {}
  static Answer refuse(const llvm::Twine &why) {
    Answer answer{nullptr};
    answer.value.reset();
    answer.error = why.str();
    return answer;
  }
};

double getMilliseconds(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - since).count();
}

template <typename Items> json::Array toArray(const Items &items) {
  json::Array array;
  for (const auto &item : items)
    array.push_back(toJson(item));
  return array;
}

/// A pass that changed nothing has the text of the one before it, which is not sent again.
json::Value listSnapshots(Program &program) {
  json::Array array;
  for (const Snapshot &snapshot : program.snapshots())
    array.push_back(toJson(snapshot, /*withText=*/snapshot.changed));
  return json::Object{{"snapshots", std::move(array)}};
}

void tellProgress(llvm::StringRef kernel, int64_t done, int64_t total) {
  reportProgress(kernel.data(), kernel.size(), double(done), double(total));
}

Answer version() {
  return json::Value(json::Object{{"protocol", protocolVersion},
                                  {"version", getVersion()},
                                  {"targets", json::Array(Compiler::targets())},
                                  {"stages", json::Array{"tile", "tilegpu", "llvm", "ptx", "sass"}},
                                  {"codegen", false}});
}

/// Reads a list of strings, or of what `read` makes of an item; false when it is there and no such list.
bool readList(const json::Object &request, llvm::StringRef name, llvm::function_ref<bool(const json::Value &)> read) {
  const json::Value *given = request.get(name);
  return !given || (given->getAsArray() && llvm::all_of(*given->getAsArray(), read));
}

bool readSettings(const json::Object &request, std::vector<Setting> &settings) {
  const json::Value *given = request.get("settings");
  if (!given)
    return true;
  if (!given->getAsObject())
    return false;
  for (const auto &[name, value] : *given->getAsObject()) {
    if (!value.getAsString())
      return false;
    settings.push_back({llvm::StringRef(name).str(), value.getAsString()->str()});
  }
  return true;
}

/// Why the lists of the request are none, or nothing. Without `files` and `module` there are none.
std::string readLists(const json::Object &request, ListedFiles &files, std::vector<std::string> &folders) {
  auto addFile = [&](const json::Value &item) {
    const json::Object *entry = item.getAsObject();
    auto path = entry ? entry->getString("path") : std::nullopt;
    auto content = entry ? entry->getString("text") : std::nullopt;
    if (path && content)
      files.add(*path, content->str());
    return path && content;
  };
  auto addFolder = [&](const json::Value &item) {
    folders.push_back(item.getAsString().value_or("").str());
    return item.getAsString().has_value();
  };
  if (!readList(request, "files", addFile))
    return "`files` is not a list of `{path, text}`, both strings";
  return readList(request, "folders", addFolder) ? "" : "`folders` is not a list of strings";
}

/// `file` and `source` with the `files` around them, or the one of those that `module` means. Gives why the request is
/// none, or nothing.
std::string readProgram(const json::Object &request, ProgramText &program) {
  auto file = request.getString("file"), source = request.getString("source");
  const json::Value *module = request.get("module");
  if (module && !module->getAsString())
    return "`module` is not a string";
  if (!module && (!file || !source))
    return "`compile` needs `file` and `source`, both strings";
  program.files = std::make_unique<ListedFiles>();
  std::vector<std::string> folders;
  if (std::string error = readLists(request, *program.files, folders); !error.empty())
    return error;
  if (file && source)
    program.files->add(*file, source->str());
  if (module) {
    std::string error;
    std::optional<FoundProgram> found = findProgram(*program.files, *module->getAsString(), folders, "", error);
    if (!found)
      return error;
    program.file = found->file;
    program.source = program.files->read(found->file).value_or("");
    program.imports = std::move(found->imports);
    return "";
  }
  program.file = file->str();
  program.source = source->str();
  if (!request.get("files")) {
    program.files = nullptr;
    return "";
  }
  program.imports = {program.files.get(), std::move(folders), ""};
  program.imports.folders.insert(program.imports.folders.begin(), folderOf(program.file));
  return "";
}

Answer compile(State &state, const json::Object &request) {
  CompileOptions options;
  if (const json::Value *target = request.get("target")) {
    if (!target->getAsString())
      return Answer::refuse("`target` is not a string");
    options.target = target->getAsString()->str();
  }
  if (const json::Value *tune = request.get("tune")) {
    if (!tune->getAsString())
      return Answer::refuse("`tune` is not a string");
    options.tune = tune->getAsString()->str();
  }
  if (!readSettings(request, options.settings))
    return Answer::refuse("`settings` is not an object of names and Python literals, all strings");
  ProgramText text;
  if (std::string error = readProgram(request, text); !error.empty())
    return Answer::refuse(error);
  options.imports = text.imports;
  options.keepsSnapshots = request.getBoolean("keepsSnapshots").value_or(false);
  options.onProgress = tellProgress;
  auto start = std::chrono::steady_clock::now();
  state.program.reset();
  state.tune = options.tune;
  state.text = std::move(text);
  if (!state.compiler || state.compiles++ % compilesPerContext == 0)
    state.compiler = std::make_unique<Compiler>();
  state.program = state.compiler->compile(state.text.file, state.text.source, options);
  return json::Value(json::Object{{"protocol", protocolVersion},
                                  {"ok", state.program->ok()},
                                  {"begun", state.program->hasBegun()},
                                  {"diagnostics", toArray(state.program->diagnostics())},
                                  {"kernels", json::Array(state.program->kernels())},
                                  {"milliseconds", getMilliseconds(start)}});
}

Answer show(Program &program, const json::Object &request) {
  auto stage = request.getString("stage");
  if (!stage)
    return Answer::refuse("`show` needs `stage`, a string");
  DiagnosticSink sink;
  auto text =
      program.show(*stage, request.getString("pass").value_or(""), request.getString("kernel").value_or(""), sink);
  return json::Value(json::Object{{"text", text ? json::Value(std::move(*text)) : json::Value(nullptr)},
                                  {"diagnostics", toArray(sink.takeSorted())}});
}

Answer run(Program &program, const json::Object &request) {
  interpreter::RunOptions options;
  interpreter::WarpgroupRunOptions &warpgroups = options.warpgroups;
  if (!protocol::readCount(request, "seed", 0, warpgroups.seed) ||
      !protocol::readCount(request, "schedules", 1, warpgroups.schedules))
    return Answer::refuse("`seed` is not a whole number from 0 on, or `schedules` not one from 1 on");
  warpgroups.checksRaces = request.getBoolean("checkRaces").value_or(true);
  warpgroups.tracesTimeline = request.getBoolean("timeline").value_or(false);
  options.onOutput = [](llvm::StringRef text) { reportOutput(text.data(), text.size()); };
  options.onProgress = tellProgress;
  if (const json::Value *limit = request.get("maxMilliseconds")) {
    auto milliseconds = limit->getAsNumber();
    if (!milliseconds || !(*milliseconds > 0))
      return Answer::refuse("`maxMilliseconds` is not a positive number");
    auto start = std::chrono::steady_clock::now();
    options.isCancelled = [start, most = *milliseconds] { return getMilliseconds(start) > most; };
  }
  return toJson(program.run(std::move(options)));
}

/// What the model predicts of the kernel with each single choice made otherwise: all that `explain` lists as `others`.
Answer candidates(State &state, const json::Object &request) {
  auto name = request.getString("kernel");
  if (!name)
    return Answer::refuse("`candidates` needs `kernel`, a string");
  Explanation explanation = explainProgram(*state.program, state.tune);
  auto kernel = llvm::find_if(explanation.kernels, [&](const ExplainedKernel &one) { return one.name == *name; });
  if (kernel == explanation.kernels.end())
    return Answer::refuse("the program launches no kernel `" + *name + "`");
  if (!Compiler::isTunable(*name))
    return Answer::refuse("the name of `" + *name + "` can't stand in a choice");
  int64_t done = 0, total = 0;
  for (const ExplainedChoice &choice : kernel->choices)
    total += int64_t(choice.others.size());
  json::Array found;
  for (const ExplainedChoice &choice : kernel->choices)
    for (int64_t value : choice.others) {
      tellProgress(*name, done++, total);
      // The later of two choices of one name holds.
      std::string change = (*name + "." + choice.name + "=" + llvm::Twine(value)).str();
      std::unique_ptr<Program> other = state.program->reschedule(state.tune + ";" + change);
      std::optional<KernelEstimate> estimate = other && other->ok() ? other->estimate(*name) : std::nullopt;
      found.push_back(json::Object{{"name", choice.name},
                                   {"value", value},
                                   {"prediction", estimate ? toJson(*estimate) : json::Value(nullptr)}});
    }
  return json::Value(json::Object{{"kernel", name->str()}, {"candidates", std::move(found)}});
}

Answer freeze(State &state, const json::Object &request) {
  FreezeOptions options;
  options.includeSource = request.getBoolean("includeSource").value_or(false);
  if (options.includeSource && state.text.files)
    options.moduleTexts = state.text.files->readFiles(state.text.file);
  state.bytes = state.program->freeze(options);
  return json::Value(json::Object{{"sha256", llvm::toHex(llvm::SHA256::hash(state.bytes), /*LowerCase=*/true)},
                                  {"bytes", int64_t(state.bytes.size())}});
}

Answer answer(State &state, const json::Object &request) {
  auto method = request.getString("method");
  if (!method)
    return Answer::refuse("the request has no `method`");
  enum { unknown, needsNothing, needsProgram, needsOutput, needsModule };
  auto need = llvm::StringSwitch<int>(*method)
                  .Cases({"version", "reference", "compile"}, needsNothing)
                  .Cases({"show", "snapshots"}, needsProgram)
                  .Case("run", needsOutput)
                  .Cases({"tilings", "layouts", "explain", "candidates", "freeze"}, needsModule)
                  .Default(unknown);
  if (need == unknown)
    return Answer::refuse("unknown method `" + *method + "`");
  if (need >= needsProgram && !state.program)
    return Answer::refuse("`" + *method + "` before any `compile`");
  bool isThere = state.program && (state.program->ok() || (need == needsOutput && state.program->hasBegun()));
  if (need >= needsOutput && !isThere)
    return Answer::refuse("`" + *method + "` of a program with errors");
  if (*method == "version")
    return version();
  if (*method == "reference")
    return Compiler::reference();
  if (*method == "compile")
    return compile(state, request);
  if (*method == "show")
    return show(*state.program, request);
  if (*method == "snapshots")
    return listSnapshots(*state.program);
  if (*method == "tilings")
    return state.program->tilings();
  if (*method == "layouts")
    return state.program->layouts();
  if (*method == "explain")
    return toJson(explainProgram(*state.program, state.tune));
  if (*method == "candidates")
    return candidates(state, request);
  return *method == "run" ? run(*state.program, request) : freeze(state, request);
}

Answer answerText(State &state, llvm::StringRef text) {
  llvm::Expected<json::Value> request = json::parse(text);
  if (!request)
    return Answer::refuse("the request is not JSON: " + llvm::toString(request.takeError()));
  if (!request->getAsObject())
    return Answer::refuse("the request is not a JSON object");
  return answer(state, *request->getAsObject());
}

} // namespace

extern "C" {

/// `requestJson` is NUL-terminated UTF-8. The answer belongs to the module and is valid until the next call.
EMSCRIPTEN_KEEPALIVE const char *tessera_call(const char *requestJson) {
  Compiler::setLibraryFetcher(fetchText);
  State &state = getState();
  Answer result = answerText(state, requestJson);
  state.reply = protocol::toText(result.value ? json::Object{{"ok", true}, {"value", std::move(*result.value)}}
                                              : json::Object{{"ok", false}, {"error", json::fixUTF8(result.error)}});
  return state.reply.c_str();
}

/// What the last `freeze` made; valid until the next.
EMSCRIPTEN_KEEPALIVE const uint8_t *tessera_bytes() { return getState().bytes.data(); }
EMSCRIPTEN_KEEPALIVE size_t tessera_bytes_size() { return getState().bytes.size(); }

} // extern "C"
