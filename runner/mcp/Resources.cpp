// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Resources.h"
#include "compiler/driver/Compiler.h"
#include "runner/mcp/Describe.h"
#include "runner/mcp/Reference.h"
#include "runner/mcp/Schema.h"
#include "runner/mcp/Texts.h"
#include "shared/protocol/Json.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static constexpr llvm::StringLiteral examples = "tessera://examples/", reference = "tessera://reference/",
                                     guide = "tessera://guide/";

static const Text *findText(llvm::ArrayRef<Text> texts, llvm::StringRef name) {
  for (const Text &text : texts)
    if (text.name == name)
      return &text;
  return nullptr;
}

/// The examples in the order of `index.json`: `{file, title, summary, language}`.
static const Array &exampleIndex() {
  static const Array index = [] {
    const Text *text = findText(exampleTexts(), "index.json");
    std::string error;
    std::optional<Value> read = text ? protocol::parseJson(text->text, error) : std::nullopt;
    return read && read->getAsArray() ? *read->getAsArray() : Array();
  }();
  return index;
}

static const Array &referenceModules() {
  static const Value whole = Compiler::reference();
  return itemsOf(*whole.getAsObject(), "modules");
}

/// A guide's first line is `# Title`.
static std::string titleOf(const Text &text) { return text.text.split('\n').first.ltrim("# ").str(); }

static std::string stemOf(llvm::StringRef name) { return name.rsplit('.').first.str(); }

Array mcp::listResources() {
  Array list;
  auto add = [&](std::string uri, std::string name, std::string title, std::string description, const char *type) {
    list.push_back(Object{{"uri", std::move(uri)},
                          {"name", std::move(name)},
                          {"title", std::move(title)},
                          {"description", std::move(description)},
                          {"mimeType", type}});
  };
  for (const Text &text : guideTexts())
    add(guide.str() + stemOf(text.name), stemOf(text.name), titleOf(text), "how to go about it with these tools",
        "text/markdown");
  for (const Value &value : exampleIndex()) {
    const Object &one = *value.getAsObject();
    std::string file = fieldOf(one, "file");
    add(examples.str() + file, file, fieldOf(one, "title"),
        fieldOf(one, "summary") + " (" + fieldOf(one, "language") + ")", "text/x-python");
  }
  for (const Value &value : referenceModules()) {
    const Object &module = *value.getAsObject();
    std::string name = fieldOf(module, "name");
    add(reference.str() + name, name, name, fieldOf(module, "summary"), "text/plain");
  }
  return list;
}

Array mcp::listResourceTemplates() {
  auto make = [](llvm::StringRef uri, const char *name, const char *title, const char *description, const char *type) {
    return Object{
        {"uriTemplate", uri}, {"name", name}, {"title", title}, {"description", description}, {"mimeType", type}};
  };
  return Array{make("tessera://examples/{file}", "example", "An example kernel",
                    "a program of Pallas or Triton that compiles and runs as it is", "text/x-python"),
               make("tessera://reference/{module}", "reference", "A module of the library",
                    "the names of a module, for example triton.language, with signatures and where they work",
                    "text/plain"),
               make("tessera://guide/{page}", "guide", "A guide", "how to find and mend something with these tools",
                    "text/markdown")};
}

static Object makeContents(llvm::StringRef uri, const char *type, std::string text) {
  return Object{{"uri", protocol::toUtf8(uri)}, {"mimeType", type}, {"text", protocol::toUtf8(text)}};
}

std::optional<Object> mcp::readResource(llvm::StringRef uri, std::string &nearest) {
  llvm::StringRef rest = uri;
  if (rest.consume_front(examples)) {
    if (const Text *text = findText(exampleTexts(), rest))
      return makeContents(uri, rest.ends_with(".json") ? "application/json" : "text/x-python", text->text.str());
  } else if (rest.consume_front(guide)) {
    if (const Text *text = findText(guideTexts(), (rest + ".md").str()))
      return makeContents(uri, "text/markdown", text->text.str());
  } else if (rest.consume_front(reference)) {
    for (const Value &module : referenceModules())
      if (fieldOf(*module.getAsObject(), "name") == rest)
        return makeContents(uri, "text/plain", describeModule(*module.getAsObject()));
  }
  std::vector<std::string> known;
  for (const Value &one : listResources())
    known.push_back(fieldOf(*one.getAsObject(), "uri"));
  nearest = findNearest(uri, known);
  return std::nullopt;
}

//===-- prompts ------------------------------------------------------------------------------------------------===//

namespace {
struct Prompt {
  const char *name, *title, *description, *guide, *task;
};
} // namespace

static constexpr Prompt prompts[] = {
    {"find-race", "Find a race", "Find and mend races, missing waits and deadlocks of a kernel", "races",
     "Find out whether the kernels of FILE have a race, a missing wait or a deadlock, mend what you find, and show "
     "that "
     "it is gone under several schedules."},
    {"mend-blocks", "Mend block shapes", "Find and mend wrong block shapes, grids and index maps", "block-shapes",
     "Make FILE compile and compute what it should: its block shapes, its grid or its index maps are wrong."},
    {"speed-up", "Speed up a kernel", "Find what a kernel waits for and make it faster", "slow-kernels",
     "Make the kernels of FILE faster without changing what they compute. Give the predicted times before and after, "
     "and "
     "call them predictions."},
};

Array mcp::listPrompts(bool hasFiles) {
  const char *file = hasFiles ? "the program, a path below the server's root"
                              : "the program, as you call it; its text goes to the tools as `source`";
  Array list;
  for (const Prompt &prompt : prompts)
    list.push_back(Object{{"name", prompt.name},
                          {"title", prompt.title},
                          {"description", prompt.description},
                          {"arguments", Array{Object{{"name", "file"}, {"description", file}, {"required", true}}}}});
  return list;
}

std::optional<Object> mcp::getPrompt(llvm::StringRef name, const Object &arguments, std::string &error) {
  std::vector<std::string> names;
  for (const Prompt &prompt : prompts) {
    names.push_back(prompt.name);
    if (name != prompt.name)
      continue;
    std::string file = fieldOf(arguments, "file");
    if (file.empty()) {
      error = "prompt `" + name.str() + "` needs the argument `file`, a text";
      return std::nullopt;
    }
    const Text *page = findText(guideTexts(), std::string(prompt.guide) + ".md");
    std::string task = prompt.task;
    task.replace(task.find("FILE"), 4, "`" + file + "`");
    std::string text = task + "\n\n" + (page ? page->text.str() : "");
    return Object{{"description", prompt.description},
                  {"messages", Array{Object{{"role", "user"},
                                            {"content", Object{{"type", "text"}, {"text", protocol::toUtf8(text)}}}}}}};
  }
  std::string nearest = findNearest(name, names);
  error = "there is no prompt `" + protocol::toUtf8(name) + "`" +
          (nearest.empty() ? "; `prompts/list` has them" : "; did you mean `" + nearest + "`?");
  return std::nullopt;
}
