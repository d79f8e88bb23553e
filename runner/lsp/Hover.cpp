// SPDX-License-Identifier: Apache-2.0
// What stands under the pointer: what the name means, what the value is and where its kernel keeps it, and what the
// line costs. Numbers of time are a model's, and say so.
#include "runner/lsp/Session.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;

static bool isInside(const SourceRange &range, SourcePosition position) {
  return !(position < range.begin) && position < range.end;
}

static bool isSmaller(const SourceRange &one, const SourceRange &other) {
  if (one.end.line - one.begin.line != other.end.line - other.begin.line)
    return one.end.line - one.begin.line < other.end.line - other.begin.line;
  return one.begin.line == one.end.line && one.end.column - one.begin.column < other.end.column - other.begin.column;
}

/// The values that the innermost expression at the place makes.
static std::vector<const PlacedValue *> findMade(const Analysis &analysis, const std::string &path,
                                                 SourcePosition position) {
  std::vector<const PlacedValue *> found;
  for (const PlacedValue &value : analysis.values) {
    if (value.isParameter || value.range.file != path || !isInside(value.range, position))
      continue;
    if (!found.empty() && isSmaller(value.range, found.front()->range))
      found.clear();
    if (found.empty() || !isSmaller(found.front()->range, value.range))
      found.push_back(&value);
  }
  return found;
}

static std::string code(const std::string &text) { return "```python\n" + text + "\n```\n"; }

static std::string sayTime(double microseconds) {
  if (microseconds < 1000)
    return llvm::formatv("{0:f1} us", microseconds);
  return llvm::formatv("{0:f3} ms", microseconds / 1000);
}

/// What the schedule does at the line, and what a kernel costs at its first one.
static std::string sayCost(const Analysis &analysis, const std::string &path, uint32_t line) {
  std::vector<std::string> lines;
  auto add = [&](std::string text) {
    if (!llvm::is_contained(lines, text))
      lines.push_back(std::move(text));
  };
  auto isHere = [&](const SourceRange &range) {
    return range.file == path && range.begin.line <= line && line <= std::max(range.begin.line, range.end.line);
  };
  for (const ExplainedKernel &kernel : analysis.explanation.kernels) {
    for (const ExplainedProduct &product : kernel.products)
      if (isHere(product.range))
        add("product: `" + product.instruction + "`, " + product.type + ", " + product.operands +
            (product.whyNotBetter.empty() ? "" : "; " + product.whyNotBetter));
    for (const ExplainedAccess &access : kernel.accesses)
      if (isHere(access.range))
        add(access.kind + " of " + (access.array.empty() ? "" : "`" + access.array + "`, ") + access.type + ": " +
            access.how + (access.vectorBytes ? llvm::formatv(", {0} bytes at a time", access.vectorBytes).str() : "") +
            (access.whyNotBetter.empty() ? "" : "; " + access.whyNotBetter));
    if (!isHere(kernel.range))
      continue;
    if (kernel.prediction)
      add(llvm::formatv("by the cost model: {0} on {1}, limited by {2}; {3} blocks, {4} registers a thread",
                        sayTime(kernel.prediction->microseconds), analysis.explanation.card, kernel.prediction->limit,
                        kernel.prediction->blocks, kernel.prediction->registers));
    for (const ExplainedReason &reason : kernel.refusals)
      add("no schedule: " + reason.what + (reason.why.empty() ? "" : "; " + reason.why));
  }
  std::string text;
  for (const std::string &each : lines)
    text += "- " + each + "\n";
  return text;
}

llvm::json::Value Session::hover(const llvm::json::Object &params) {
  std::optional<Asked> asked = findAsked(params);
  if (!asked)
    return nullptr;
  const std::string &path = asked->document->path;
  AnalysisRef analysis = analyzer.find(path);
  // Places of an older version of the text are no places of this one.
  bool isFresh = analysis && analysis->document->version == asked->document->version;
  std::string key = llvm::StringRef(path).ltrim('/').str();
  const language::ProgramNames &known = names();
  std::optional<language::Meaning> meaning = known.meaningAt(key, asked->position);

  std::vector<std::string> parts;
  SourceRange range = meaning ? meaning->range : SourceRange();
  std::vector<const PlacedValue *> values;
  if (isFresh && meaning && !meaning->isMember && meaning->kind == language::Meaning::Kind::own)
    values = findNamed(*analysis, path, meaning->name, asked->position, known.symbols(key));
  bool isName = !values.empty();
  if (isFresh && values.empty())
    values = findMade(*analysis, path, asked->position);
  // Pointing at `jnp` of `jnp.dot(a, b)` asks for the module, not for the product.
  bool isPart = meaning && meaning->kind != language::Meaning::Kind::own &&
                meaning->kind != language::Meaning::Kind::none && !isName && !values.empty() &&
                values.front()->range.begin == meaning->range.begin;
  if (!values.empty()) {
    const PlacedValue &first = *values.front();
    std::string title = isName ? first.name + ": " + joinTypes(values) : "→ " + joinTypes(values);
    parts.push_back(code(title));
    std::string more;
    if (!first.block.empty())
      more += "- each program sees a " + first.block + "\n";
    if (!first.kernel.empty())
      more += "- in kernel `" + first.kernel + "`\n";
    for (const PlacedLayout &layout : analysis->layouts)
      if (layout.range.file == path && layout.range.begin == first.range.begin && layout.range.end == first.range.end)
        more += "- in registers as `" + layout.type + "`: " + std::to_string(layout.registers) + " a thread" +
                (layout.hasCopies ? ", some held by several threads" : "") + "; " + layout.text + "\n";
    if (!more.empty())
      parts.push_back(more);
    if (!isName && !isPart)
      range = first.range;
  }
  if (meaning && meaning->kind == language::Meaning::Kind::own && !isName && !meaning->detail.empty())
    parts.insert(parts.begin(), code(meaning->name + meaning->detail));
  if (meaning && meaning->kind == language::Meaning::Kind::own && !meaning->documentation.empty())
    parts.push_back(meaning->documentation + "\n");
  std::vector<const LibraryEntry *> entries;
  if (meaning && meaning->kind == language::Meaning::Kind::library) {
    if (const LibraryEntry *entry = library.find(meaning->path))
      entries.push_back(entry);
    else if (llvm::StringRef summary = library.summaryOfModule(meaning->path); !summary.empty())
      parts.push_back(code("import " + meaning->path) + summary.str() + "\n");
  } else if (meaning && meaning->kind == language::Meaning::Kind::none) {
    for (const std::string &module : meaning->starredModules)
      if (const LibraryEntry *entry = library.find(module + "." + meaning->name))
        entries.push_back(entry);
    if (const LibraryEntry *entry = meaning->isMember ? nullptr : library.find("builtins." + meaning->name))
      entries.push_back(entry);
    if (meaning->isMember)
      entries = library.findMembers(meaning->name);
  }
  constexpr size_t mostEntries = 3; // that `x.astype` may be where nobody knows what `x` is
  for (size_t i = 0; i < std::min(mostEntries, entries.size()); ++i)
    parts.push_back(code(entries[i]->title()) + entries[i]->summary + "  \n*" + entries[i]->where + "*\n");
  if (isFresh)
    if (std::string cost = sayCost(*analysis, path, asked->position.line); !cost.empty())
      parts.push_back("This line:\n" + cost);
  if (parts.empty())
    return nullptr;
  llvm::json::Object answer{
      {"contents", llvm::json::Object{{"kind", "markdown"}, {"value", llvm::join(parts, "\n---\n")}}}};
  if (range.isValid())
    answer["range"] = asked->document->lines.toProtocol(range);
  return answer;
}
