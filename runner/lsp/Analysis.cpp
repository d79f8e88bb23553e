// SPDX-License-Identifier: Apache-2.0
#include "runner/lsp/Analysis.h"
#include "compiler/support/ProgramFiles.h"
#include "runner/device/NativeCodeGenerator.h"
#include "llvm/ADT/STLExtras.h"
#include <filesystem>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;
namespace fs = std::filesystem;

namespace {
/// What a program imports: open texts first, then the disk.
class WorkspaceFiles : public SourceFiles {
public:
  WorkspaceFiles(const Documents &documents, std::string folder, std::set<std::string> &asked)
      : documents(documents), folder(std::move(folder)), asked(asked) {}
  std::optional<std::string> read(llvm::StringRef path) override {
    std::string absolute = fs::path(folder).append(path.str()).lexically_normal().string();
    DocumentRef document = documents.read(absolute);
    if (!document)
      return std::nullopt;
    asked.insert(absolute);
    return document->text();
  }
  bool isFolder(llvm::StringRef path) override {
    std::error_code error;
    return fs::is_directory(fs::path(folder).append(path.str()), error);
  }
  std::string workingFolder() override { return folder; }

private:
  const Documents &documents;
  std::string folder;
  std::set<std::string> &asked;
};

SourceRange readRange(const llvm::json::Object *value) {
  SourceRange range;
  if (!value)
    return range;
  auto position = [&](llvm::StringRef name) {
    const llvm::json::Object *point = value->getObject(name);
    return point ? SourcePosition{static_cast<uint32_t>(point->getInteger("line").value_or(0)),
                                  static_cast<uint32_t>(point->getInteger("column").value_or(0))}
                 : SourcePosition();
  };
  range.file = value->getString("file").value_or("").str();
  range.begin = position("begin");
  range.end = position("end");
  return range;
}

std::vector<PlacedLayout> readLayouts(const llvm::json::Value &layouts) {
  std::vector<PlacedLayout> found;
  const llvm::json::Array *kernels = layouts.getAsObject() ? layouts.getAsObject()->getArray("kernels") : nullptr;
  for (const llvm::json::Value &kernel : kernels ? *kernels : llvm::json::Array()) {
    const llvm::json::Array *values = kernel.getAsObject()->getArray("values");
    for (const llvm::json::Value &each : values ? *values : llvm::json::Array()) {
      const llvm::json::Object &value = *each.getAsObject();
      PlacedLayout layout;
      layout.range = readRange(value.getObject("range"));
      layout.kernel = kernel.getAsObject()->getString("name").value_or("").str();
      layout.type = value.getString("dtype").value_or("").str() + "[";
      if (const llvm::json::Array *shape = value.getArray("shape"))
        for (const llvm::json::Value &extent : *shape)
          layout.type += (&extent == &shape->front() ? "" : ", ") + std::to_string(extent.getAsInteger().value_or(0));
      layout.type += "]";
      layout.text = value.getString("text").value_or("").str();
      layout.registers = value.getInteger("registers").value_or(0);
      layout.hasCopies = value.getBoolean("copies").value_or(false);
      found.push_back(std::move(layout));
    }
  }
  return found;
}
} // namespace

AnalysisRef lsp::analyze(Compiler &compiler, const Documents &documents, DocumentRef document,
                         const AnalysisOptions &options) {
  auto begin = std::chrono::steady_clock::now();
  auto analysis = std::make_shared<Analysis>();
  analysis->document = document;
  WorkspaceFiles files(documents, fs::path(document->path).parent_path().string(), analysis->files);
  CompileOptions compile;
  compile.target = options.target;
  // A file of a package is a module of it, so that its `from . import x` is understood.
  PackagePlace place = findPackage(document->path);
  compile.imports.package = place.package;
  compile.imports.folders.push_back(place.folder);
  compile.imports.files = &files;
  llvm::append_range(compile.imports.folders, options.folders);
  std::unique_ptr<Program> program = compiler.compile(document->path, document->text(), compile);
  analysis->files.insert(document->path);
  analysis->ok = program->ok();
  // The plan of every kernel is what code lenses and hovers tell.
  for (const Diagnostic &diagnostic : program->diagnostics())
    if (diagnostic.id != DiagnosticId::schedulePlan)
      analysis->diagnostics.push_back(diagnostic);
  analysis->values = collectValues(*program);
  if (program->ok()) {
    analysis->layouts = readLayouts(program->layouts());
    analysis->explanation = explainProgram(*program);
  }
  analysis->milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return analysis;
}

/// The compiler walks trees by recursion, and counts on a main thread's stack.
static constexpr unsigned stackBytes = 32u << 20;

Analyzer::Analyzer(const Documents &documents, std::function<void(AnalysisRef)> onDone)
    : documents(documents), onDone(std::move(onDone)), thread(std::optional<unsigned>(stackBytes), [this] { work(); }) {
}

Analyzer::~Analyzer() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    ends = true;
  }
  wanted.notify_all();
  thread.join();
}

void Analyzer::request(DocumentRef document) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    llvm::erase_if(waiting, [&](const DocumentRef &one) { return one->path == document->path; });
    waiting.push_back(std::move(document));
  }
  wanted.notify_all();
}

void Analyzer::setOptions(AnalysisOptions chosen) {
  std::lock_guard<std::mutex> lock(mutex);
  options = std::move(chosen);
}

AnalysisRef Analyzer::find(const std::string &path) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = done.find(path);
  return found == done.end() ? nullptr : found->second;
}

void Analyzer::forget(const std::string &path) {
  std::lock_guard<std::mutex> lock(mutex);
  done.erase(path);
  llvm::erase_if(waiting, [&](const DocumentRef &one) { return one->path == path; });
}

std::vector<std::string> Analyzer::findReaders(const std::string &file) const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<std::string> readers;
  for (const auto &[path, analysis] : done)
    if (path != file && analysis->files.count(file))
      readers.push_back(path);
  return readers;
}

void Analyzer::work() {
  // Types and attributes of all programs stay in a compiler's context: a new one now and then gives that back.
  constexpr unsigned mostPrograms = 200;
  std::unique_ptr<CodeGenerator> generator = makeNativeCodeGenerator();
  std::unique_ptr<Compiler> compiler;
  for (unsigned programs = 0;; ++programs) {
    DocumentRef document;
    AnalysisOptions chosen;
    {
      std::unique_lock<std::mutex> lock(mutex);
      wanted.wait(lock, [this] { return ends || !waiting.empty(); });
      if (ends)
        return;
      document = waiting.back();
      waiting.pop_back();
      chosen = options;
    }
    if (programs % mostPrograms == 0)
      compiler = std::make_unique<Compiler>(generator.get());
    AnalysisRef analysis = analyze(*compiler, documents, document, chosen);
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!documents.find(document->path)) // closed meanwhile
        continue;
      done[document->path] = analysis;
    }
    onDone(analysis);
  }
}
