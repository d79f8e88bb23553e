// SPDX-License-Identifier: Apache-2.0
// The tool `doc`: what programs may use of JAX, NumPy, Pallas, Triton, torch and the rest, from the compiler's own
// tables.
#include "runner/mcp/Describe.h"
#include "runner/mcp/Reference.h"
#include "runner/mcp/Schema.h"
#include "runner/mcp/SourceArguments.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

std::string mcp::describeEntry(llvm::StringRef module, const Object &entry) {
  std::string kind = fieldOf(entry, "kind"), signature = fieldOf(entry, "signature"), where;
  for (const Value &device : itemsOf(entry, "devices"))
    where += (where.empty() ? "" : ", ") + device.getAsString().value_or("").str();
  std::string text = (module.empty() ? "" : module.str() + ".") + fieldOf(entry, "name");
  text += kind == "module" ? ", another name of " + signature : signature;
  return text + "\n    " + fieldOf(entry, "summary") + "\n    " + kind + "; " +
         (entry.getBoolean("supported").value_or(false) ? "supported: " + where : "known, not supported") + "\n";
}

std::string mcp::describeModule(const Object &module) {
  std::string text = fieldOf(module, "name") + "\n    " + fieldOf(module, "summary") + "\n\n";
  for (const Value &entry : itemsOf(module, "entries"))
    text += describeEntry("", objectIn(entry));
  return text;
}

static Result<Plan> planDoc(const Object &arguments, const Place &place) {
  std::vector<std::string> words = {"doc", "--json"};
  std::string name = textIn(arguments, "name"), search = textIn(arguments, "search");
  if (!name.empty() && !search.empty())
    return makeProblem(ProblemCode::badRequest, "`name` and `search` do not go together");
  if (!search.empty())
    words.push_back("--search=" + search);
  if (!name.empty())
    words.insert(words.end(), {"--", name});
  return planCommand(arguments, place, std::move(words));
}

static Answer tellDoc(const Ended &ended) {
  const Object &json = answerOf(ended);
  Answer answer;
  answer.facts = Object{{"ok", true}};
  if (const Object *module = json.getObject("module")) {
    answer.text = describeModule(*module);
    answer.facts["modules"] = Array{Object(*module)};
  } else if (const Array *modules = json.getArray("modules")) {
    Array told;
    for (const Value &value : *modules) {
      const Object &one = objectIn(value);
      answer.text += fieldOf(one, "name") + " (" + std::to_string(itemsOf(one, "entries").size()) +
                     " names): " + fieldOf(one, "summary") + "\n";
      told.push_back(Object{{"name", fieldOf(one, "name")}, {"summary", fieldOf(one, "summary")}});
    }
    answer.facts["modules"] = std::move(told);
  } else {
    const Array &entries = itemsOf(json, "entries");
    for (const Value &value : entries)
      answer.text += describeEntry(fieldOf(objectIn(value), "module"), objectIn(value));
    if (entries.empty()) {
      answer = refuse("nothing in the library has all of these words: `" + textIn(ended.arguments, "search") + "`",
                      {"fewer or other words find more; `doc` without arguments lists the modules"});
    } else {
      answer.facts["entries"] = Array(entries);
    }
  }
  return answer;
}

void mcp::addDocTool(std::vector<Tool> &tools) {
  Object entry{{"type", "array"}, {"items", Object{{"type", "object"}}}};
  Object name =
      textOf("`jnp.cumsum`, `pl.BlockSpec`, `plgpu.wgmma_wait`, `Array.astype`, or a module: `triton.language`");
  Object search = textOf("words, all of which are in the name, the signature or the summary: `atomic add`");
  name["maxLength"] = search["maxLength"] = 300;
  tools.push_back(
      {"doc", "Library reference",
       "What programs may use of JAX, NumPy, Pallas, Mosaic GPU, Triton and torch: a name's signature, what "
       "it does and where it works; a module's names; a search. Without arguments: the modules.",
       makeInput(Takes::nothing, Object{{"name", std::move(name)}, {"search", std::move(search)}}, 30),
       Object{{"entries", Object(entry)}, {"modules", std::move(entry)}}, false, planDoc, tellDoc, true});
}
