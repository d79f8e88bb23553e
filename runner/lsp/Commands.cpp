// SPDX-License-Identifier: Apache-2.0
#include "runner/lsp/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/MemoryBuffer.h"
#include <filesystem>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;
namespace fs = std::filesystem;

namespace {
struct Command {
  llvm::StringLiteral name, title, language;
  bool isOfKernel; // takes `kernel`
};
constexpr Command commands[] = {
    {"tessera.run", "run", "text", false},           {"tessera.ptx", "PTX", "ptx", true},
    {"tessera.stage", "IR", "mlir", true},           {"tessera.explain", "schedule", "text", false},
    {"tessera.timeline", "timeline", "json", false}, {"tessera.time", "predicted time", "text", false},
    {"tessera.test", "tests", "text", false},
};
constexpr llvm::StringLiteral stopName = "tessera.stop";

/// A child's command line; `timelineFile` is where it writes the timeline, if it is asked for one.
std::vector<std::string> makeArguments(const Command &command, const Session &session, const DocumentRef &document,
                                       const llvm::json::Object &given, const std::string &timelineFile) {
  std::vector<std::string> words;
  std::string kernel = given.getString("kernel").value_or("").str();
  std::string stage = given.getString("stage").value_or("tilegpu").str();
  auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  bool isStdin = true;
  if (command.name == "tessera.run")
    add({"run"});
  else if (command.name == "tessera.ptx")
    add({"show", "--stage", "ptx"});
  else if (command.name == "tessera.stage")
    add({"show", "--stage", stage});
  else if (command.name == "tessera.explain")
    add({"compile", "--explain"});
  else if (command.name == "tessera.timeline")
    add({"run", "--timeline", timelineFile});
  else if (command.name == "tessera.time")
    add({"run", "--device", "emulator", "--time", "--skip-values"});
  else
    add({"test"}), isStdin = false; // tests are found by their file's name
  if (command.isOfKernel && !kernel.empty())
    add({"--kernel", kernel});
  add({"--target", session.settings.analysis.target});
  for (const std::string &folder : session.settings.analysis.folders)
    add({"--path", folder});
  words.push_back(isStdin ? "-" : document->path);
  return words;
}

/// The last words of an answer that has no end.
std::string cut(std::string text) {
  constexpr size_t most = 1 << 20;
  if (text.size() > most)
    text = text.substr(0, most) + "\n[cut after 1 MiB]\n";
  return llvm::json::isUTF8(text) ? text : llvm::json::fixUTF8(text);
}
} // namespace

std::vector<std::string> lsp::listCommands() {
  std::vector<std::string> names;
  for (const Command &command : commands)
    names.push_back(command.name.str());
  names.push_back(stopName.str());
  return names;
}

Commands::~Commands() {
  stopAll();
  for (const std::unique_ptr<Running> &one : running)
    one->thread.join();
}

void Commands::stopAll() {
  for (const std::unique_ptr<Running> &one : running)
    one->isCancelled = true;
}

void Commands::forgetDone() {
  llvm::erase_if(running, [](std::unique_ptr<Running> &one) {
    if (one->isDone)
      one->thread.join();
    return one->isDone.load();
  });
}

void Commands::start(const Session &session, const llvm::json::Object &params, Reply reply) {
  forgetDone();
  llvm::StringRef name = params.getString("command").value_or("");
  if (name == stopName) {
    stopAll();
    return reply(nullptr, "");
  }
  const Command *command = llvm::find_if(commands, [&](const Command &one) { return one.name == name; });
  if (command == std::end(commands))
    return reply(nullptr, "there is no command `" + name.str() + "`; there are " + llvm::join(listCommands(), ", "));
  const llvm::json::Array *arguments = params.getArray("arguments");
  const llvm::json::Object *first = arguments && !arguments->empty() ? (*arguments)[0].getAsObject() : nullptr;
  std::optional<llvm::StringRef> uri = first ? first->getString("uri") : std::nullopt;
  std::string path;
  if (uri) {
    llvm::Expected<llvm::lsp::URIForFile> file = llvm::lsp::URIForFile::fromURI(*uri);
    if (file)
      path = file->file().str();
    else
      llvm::consumeError(file.takeError());
  }
  DocumentRef document = path.empty() ? nullptr : session.documents.read(path);
  if (!document)
    return reply(nullptr, "`" + name.str() + "` takes `{\"uri\": ..}` of a file that is open or on the disk");
  constexpr size_t mostRunning = 4;
  if (running.size() >= mostRunning)
    return reply(nullptr, llvm::formatv("{0} commands are running; `tessera.stop` ends them", running.size()));

  std::string timelineFile;
  if (command->name == "tessera.timeline") {
    llvm::SmallString<128> file;
    if (llvm::sys::fs::createTemporaryFile("tessera-timeline", "json", file))
      return reply(nullptr, "can't write a temporary file");
    timelineFile = file.str().str();
  }
  mcp::ChildPlan plan;
  plan.arguments = makeArguments(*command, session, document, *first, timelineFile);
  plan.input = document->text();
  plan.folder = fs::path(path).parent_path().string();
  plan.seconds = 300;

  running.push_back(std::make_unique<Running>());
  Running &one = *running.back();
  one.thread =
      std::thread([command, plan = std::move(plan), timelineFile, document, reply = std::move(reply), &one]() mutable {
        Result<mcp::ChildOutcome> outcome = mcp::runBoundedChild(plan, one.isCancelled, [](double) {});
        if (!outcome) {
          reply(nullptr, outcome.problem().detail);
        } else {
          std::string text = outcome->output + outcome->errors;
          std::string file = fs::path(document->path).filename().string();
          for (size_t at = 0; (at = text.find("<stdin>", at)) != std::string::npos; at += file.size())
            text.replace(at, 7, file);
          if (outcome->isOverdue)
            text += llvm::formatv("[ended after {0:f0} s]\n", plan.seconds);
          if (outcome->isCancelled)
            text += "[stopped]\n";
          if (outcome->signal && !outcome->isCancelled && !outcome->isOverdue)
            text += llvm::formatv("[the compiler ended by signal {0}: a bug of ours]\n", outcome->signal);
          llvm::json::Object result{{"title", (file + ": " + command->title).str()},
                                    {"language", outcome->code == 0 ? llvm::StringRef(command->language) : "text"},
                                    {"text", cut(std::move(text))},
                                    {"code", outcome->code}};
          if (!timelineFile.empty())
            if (auto file = llvm::MemoryBuffer::getFile(timelineFile)) {
              llvm::Expected<llvm::json::Value> timeline = llvm::json::parse((*file)->getBuffer());
              if (timeline)
                result["timeline"] = std::move(*timeline);
              else
                llvm::consumeError(timeline.takeError());
            }
          reply(std::move(result), "");
        }
        if (!timelineFile.empty())
          llvm::sys::fs::remove(timelineFile);
        one.isDone = true;
      });
}
