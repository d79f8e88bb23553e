// SPDX-License-Identifier: Apache-2.0
// Tools for clients elsewhere: what names a file is gone from their schemas, and with it from what `tools/call` takes,
// as a schema is both. What is left says the same in words that fit.
#include "runner/mcp/Tool.h"
#include "llvm/ADT/StringRef.h"

using namespace tessera::runner;
using llvm::json::Array;
using llvm::json::Object;

/// They name files, or folders of modules, or what only files have.
static constexpr llvm::StringLiteral ofFiles[] = {"file", "module", "path", "baseline", "expect"};

/// In place of words about files.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> words[] = {
    {"source", "the program's text; it may import what `doc` lists, and no modules of your own"},
    {"args", "the kernel's arguments in its order"},
    {"baselineSource", "the baseline's text"},
    {"device", "where to measure. auto: this runner's GPU; emulator: counts, the same on every machine; model: "
               "predictions; also what a device has to have, `h100 or memory>=80GB`"},
};

mcp::Tool mcp::withoutFiles(const Tool &tool) {
  Tool text = tool;
  Object &properties = *text.input.getObject("properties");
  for (llvm::StringRef name : ofFiles)
    properties.erase(name);
  Array required;
  for (const char *name : {"source", "baselineSource"})
    if (properties.get(name))
      required.push_back(name);
  if (!required.empty())
    text.input["required"] = std::move(required);
  for (const auto &[name, description] : words)
    if (Object *property = properties.getObject(name); property && !(name == "device" && !tool.reachesOut))
      (*property)["description"] = description.str();
  if (Object *arguments = properties.getObject("args")) // an array of a file is one, too
    (*arguments->getObject("items"))["description"] =
        "`u32=1000` a scalar; `f32[64,128]=iota|zeros|empty|random:SEED|full:VALUE` an array in global memory";
  if (tool.name == "emulate")
    (*properties.getObject("source"))["description"] = "the PTX text";
  if (tool.name == "test")
    (*properties.getObject("source"))["description"] = "the text of the file of tests";
  if (tool.name == "bench")
    text.description = "Measures what a program's kernels cost on a GPU of this runner, as a job of its queue. Without "
                       "a GPU it refuses, unless `device` is emulator, which counts.";
  return text;
}
