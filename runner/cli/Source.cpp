// SPDX-License-Identifier: Apache-2.0
// Files in and out. What a file is decides its first bytes, not its name.
#include "runner/cli/Source.h"
#include "runner/cli/Preloaded.h"
#include "runner/cli/Terminal.h"
#include "runner/cli/Tune.h"
#include "runner/device/NativeCodeGenerator.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

static constexpr size_t inputLimit = size_t(64) << 20;

void SourceOptions::addTo(CLI::App &command, const std::string &fileHelp) {
  command.add_option("FILE", file, fileHelp + "; - reads standard input")->required();
  command.add_flag("-m,--module", isModule,
                   "FILE is the dotted name of a module, as in `-m package.module`: it is looked for below the folder "
                   "that this runs in, then below each `--path`");
  command
      .add_option("--path", folders,
                  "a folder whose modules the program may import; may be given again. The file's own folder is one")
      ->type_name("FOLDER")
      ->take_all()
      ->allow_extra_args(false);
  // For whoever runs programs of others: they may put any folder on `sys.path`.
  command.add_option("--within", within, "modules outside of this folder are not there")
      ->type_name("FOLDER")
      ->group("");
  command.add_option("--target", target, "the GPU to compile for, for example sm_90a (`tessera version` lists them)");
  command
      .add_option("--set", settings,
                  "NAME=VALUE: run with this Python literal in place of the one that the program assigns to NAME at "
                  "module level")
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option("--tune", tune,
                  "NAME=VALUE or KERNEL.NAME=VALUE: choose for the compiler, as in stages=3; its remarks say what it "
                  "chose (`compile` prints them). auto: what `tessera tune` found, or finds now")
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command.add_flag("--json", json, "answer in JSON (shared/protocol) on standard output");
}

Result<std::string> cli::readInput(const std::string &file) {
  auto refuse = [&](const char *reason) {
    return makeProblem(ProblemCode::badRequest, "can't read `" + file + "`: " + reason);
  };
  if (const std::string *text = findPreloaded(file))
    return *text;
  struct stat status{};
  std::FILE *input = file == "-" ? stdin : std::fopen(file.c_str(), "rb");
  if (!input)
    return refuse(std::strerror(errno));
  std::string text;
  bool isFolder = fstat(fileno(input), &status) == 0 && S_ISDIR(status.st_mode);
  char chunk[65536];
  for (size_t got; !isFolder && text.size() <= inputLimit && (got = std::fread(chunk, 1, sizeof chunk, input)) > 0;)
    text.append(chunk, got);
  bool failed = std::ferror(input) != 0;
  int error = errno;
  if (input != stdin)
    std::fclose(input);
  if (isFolder)
    return refuse("it is a folder");
  if (failed)
    return refuse(std::strerror(error));
  if (text.size() > inputLimit)
    return refuse("it is larger than 64 MiB");
  return text;
}

Status cli::writeOutput(const std::string &file, llvm::StringRef bytes) {
  if (file == "-") {
    print(bytes);
    flushOutput();
    return Done();
  }
  std::FILE *output = std::fopen(file.c_str(), "wb");
  if (!output)
    return makeProblem(ProblemCode::unavailable, "can't write `" + file + "`: " + std::strerror(errno));
  bool written = std::fwrite(bytes.data(), 1, bytes.size(), output) == bytes.size();
  int error = errno;
  if (std::fclose(output) != 0 && written) {
    written = false;
    error = errno;
  }
  if (!written)
    return makeProblem(ProblemCode::unavailable, "can't write `" + file + "`: " + std::strerror(error));
  return Done();
}

/// `NAME=VALUE` taken apart.
static Result<std::vector<Setting>> readSettings(const SourceOptions &options) {
  std::vector<Setting> settings;
  for (const std::string &text : options.settings) {
    auto [name, value] = llvm::StringRef(text).split('=');
    if (name.trim().empty() || value.trim().empty())
      return makeProblem(ProblemCode::badRequest,
                         "`--set` is `" + text + "`, expected NAME=VALUE, for example `--set N=512`");
    settings.push_back({name.trim().str(), value.trim().str()});
  }
  return settings;
}

std::vector<Diagnostic> cli::withoutPlans(llvm::ArrayRef<Diagnostic> diagnostics) {
  std::vector<Diagnostic> others;
  llvm::copy_if(diagnostics, std::back_inserter(others),
                [](const Diagnostic &diagnostic) { return diagnostic.id != DiagnosticId::schedulePlan; });
  return others;
}

/// What the front end says of the settings has no place in the file: it is about the command line.
static std::optional<Problem> findRefusedSetting(const Program &program) {
  for (const Diagnostic &diagnostic : program.diagnostics()) {
    bool isAboutSetting = diagnostic.id == DiagnosticId::unknownName || diagnostic.id == DiagnosticId::valueError;
    if (!isAboutSetting || diagnostic.range.isValid())
      continue;
    std::string text = "`--set`: " + diagnostic.message;
    for (const DiagnosticNote &note : diagnostic.notes)
      text += "; " + note.message;
    return makeProblem(ProblemCode::badRequest, text);
  }
  return std::nullopt;
}

Result<LoadedProgram> cli::loadProgram(const SourceOptions &options) {
  std::vector<std::string> targets = Compiler::targets();
  if (!options.target.empty() && !llvm::is_contained(targets, options.target)) {
    std::string known;
    for (const std::string &target : targets)
      known += (known.empty() ? "`" : ", `") + target + "`";
    return makeProblem(ProblemCode::badRequest, "`--target` is `" + options.target + "`, expected one of " + known);
  }
  Result<std::vector<Setting>> settings = readSettings(options);
  if (!settings)
    return settings.problem();
  LoadedProgram loaded;
  std::string file = options.file;
  if (!options.within.empty())
    loaded.modules->confineTo(options.within);
  ImportOptions imports;
  if (options.isModule) {
    std::string error;
    std::optional<FoundProgram> found =
        findProgram(*loaded.modules, options.file, options.folders, "; `--path` adds a folder", error);
    if (!found)
      return makeProblem(ProblemCode::badRequest, error);
    file = std::move(found->file);
    imports = std::move(found->imports);
  } else {
    imports = importsOf(*loaded.modules, file, options.folders);
  }
  Result<std::string> input = readInput(file);
  if (!input)
    return input.problem();
  loaded.name = file == "-" ? "<stdin>" : file;
  loaded.generator = makeNativeCodeGenerator();
  loaded.compiler = std::make_unique<Compiler>(loaded.generator.get());
  auto begin = std::chrono::steady_clock::now();
  if (llvm::StringRef(*input).starts_with("TESSERA\x1A")) {
    if (!settings->empty())
      return makeProblem(ProblemCode::badRequest, "`--set` changes a program's text, but `" + options.file +
                                                      "` is an artifact; compile its source with `--set`");
    if (!options.tune.empty())
      return makeProblem(ProblemCode::badRequest, "`--tune` chooses while a program is compiled, but `" + options.file +
                                                      "` is an artifact; compile its source with `--tune`");
    loaded.artifact.assign(input->begin(), input->end());
    loaded.program = loaded.compiler->thaw(loaded.artifact);
    if (loaded.program->ok() && !options.target.empty() && loaded.program->target() != options.target)
      return makeProblem(ProblemCode::badRequest, "`--target` is `" + options.target + "`, but `" + options.file +
                                                      "` is an artifact for `" + loaded.program->target().str() +
                                                      "`; compile its source for another target");
    if (auto manifest = artifact::readManifest(loaded.artifact); manifest && manifest->sourceText) {
      loaded.source = *manifest->sourceText;
      loaded.modules->add(manifest->fileName, loaded.source);
      for (auto &[name, text] : manifest->moduleTexts)
        loaded.modules->add(name, text);
    }
  } else {
    CompileOptions compile;
    if (!options.target.empty())
      compile.target = options.target;
    compile.settings = *settings;
    compile.imports = std::move(imports);
    compile.benchmark = options.benchmark;
    loaded.modules->add(loaded.name, *input);
    std::vector<std::string> tune = options.tune;
    bool isAuto = llvm::is_contained(tune, "auto");
    llvm::erase(tune, "auto");
    compile.tune = llvm::join(tune, ";");
    loaded.program = loaded.compiler->compile(loaded.name, *input, compile);
    if (std::optional<Problem> refused = findRefusedSetting(*loaded.program); refused && !settings->empty())
      return *refused;
    loaded.source = std::move(*input);
    loaded.options = std::move(compile);
    if (std::string found = isAuto && loaded.program->ok() ? findAutoTune(loaded, options.json) : ""; !found.empty()) {
      loaded.options.tune = addChoices(loaded.options.tune, found);
      loaded.program = loaded.compiler->compile(loaded.name, loaded.source, loaded.options);
    }
  }
  loaded.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return loaded;
}

FreezeOptions LoadedProgram::freezeOptions(bool includeSource) const {
  FreezeOptions options;
  options.includeSource = includeSource;
  if (includeSource)
    options.moduleTexts = modules->others(name);
  return options;
}

Status cli::writeTimelines(const std::string &file, const llvm::json::Object &run) {
  llvm::json::Array timelines;
  if (const llvm::json::Array *launches = run.getArray("launches"))
    for (const llvm::json::Value &value : *launches) {
      const llvm::json::Object *launch = value.getAsObject(); // perhaps of a runner of another version
      const llvm::json::Value *timeline = launch ? launch->get("timeline") : nullptr;
      const llvm::json::Value *kernel = launch ? launch->get("kernel") : nullptr,
                              *grid = launch ? launch->get("grid") : nullptr;
      if (timeline && kernel && grid)
        timelines.push_back(llvm::json::Object{{"kernel", *kernel}, {"grid", *grid}, {"timeline", *timeline}});
    }
  if (timelines.empty())
    std::fprintf(stderr, "no launch made a timeline: only kernels of warpgroups have one on the interpreter, every "
                         "kernel on the emulator\n");
  return writeOutput(file, protocol::toText(llvm::json::Object{{"launches", std::move(timelines)}}) + "\n");
}
