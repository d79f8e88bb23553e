// SPDX-License-Identifier: Apache-2.0
// What stands in the text without being of it: shapes behind names, how the kernel moves and multiplies at the end of a
// line, and what one may do with a kernel above it.
#include "runner/lsp/Session.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;

static bool isPartOfName(char c) { return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

/// Where `name` ends, left of byte `end` of the line, as what is assigned there; none where it stands as anything else.
static std::optional<size_t> findTarget(llvm::StringRef line, llvm::StringRef name, size_t end) {
  llvm::StringRef left = line.take_front(end);
  for (size_t at = left.rfind(name); at != llvm::StringRef::npos;
       at = at ? left.take_front(at + name.size() - 1).rfind(name) : llvm::StringRef::npos) {
    size_t behind = at + name.size();
    bool isWhole = (at == 0 || (!isPartOfName(left[at - 1]) && left[at - 1] != '.')) &&
                   (behind == left.size() || !isPartOfName(left[behind]));
    // `x = `, `x: T = `, `x += `, `a, x = `, `(x, b) = `, `x := `, `for x in`: what makes it a target stands between it
    // and the value.
    llvm::StringRef between = left.drop_front(behind);
    bool isAssigned =
        between.contains('=') || between.ltrim(" ,)abcdefghijklmnopqrstuvwxyz_0123456789").starts_with("in ");
    if (isWhole && isAssigned)
      return behind;
    if (at == 0)
      break;
  }
  return std::nullopt;
}

/// Where the parameter `name` of a function ends whose first lines are `range`; none where that is not seen.
static std::optional<SourcePosition> findParameter(const LineIndex &lines, const SourceRange &range,
                                                   llvm::StringRef name) {
  size_t begin = lines.offsetOf(range.begin), end = std::max(lines.offsetOf(range.end), begin);
  llvm::StringRef text = llvm::StringRef(lines.text()).slice(begin, end);
  for (size_t at = text.find(name, text.find('(')); at != llvm::StringRef::npos; at = text.find(name, at + 1)) {
    size_t behind = at + name.size();
    if ((at > 0 && isPartOfName(text[at - 1])) || (behind < text.size() && isPartOfName(text[behind])))
      continue;
    llvm::StringRef before = text.take_front(behind);
    size_t lineStart = before.rfind('\n');
    uint32_t down = static_cast<uint32_t>(before.count('\n'));
    uint32_t column = lineStart == llvm::StringRef::npos ? range.begin.column + static_cast<uint32_t>(behind)
                                                         : static_cast<uint32_t>(behind - lineStart);
    return SourcePosition{range.begin.line + down, column};
  }
  return std::nullopt;
}

/// Byte of a column of a line.
static size_t toByte(llvm::StringRef line, uint32_t column) {
  size_t at = 0;
  for (uint32_t passed = 1; passed < column && at < line.size(); ++passed)
    do
      ++at;
    while (at < line.size() && (static_cast<unsigned char>(line[at]) & 0xc0) == 0x80);
  return at;
}

static uint32_t toColumn(llvm::StringRef line, size_t byte) {
  uint32_t column = 1;
  for (char c : line.take_front(byte))
    column += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return column;
}

llvm::json::Value Session::inlayHints(const llvm::json::Object &params) {
  DocumentRef document = findDocument(params);
  AnalysisRef analysis = document ? analyzer.find(document->path) : nullptr;
  const llvm::json::Object *range = params.getObject("range");
  if (!analysis || !range || analysis->document->version != document->version)
    return llvm::json::Array();
  std::optional<SourcePosition> begin = document->lines.toSource(range->get("start"));
  std::optional<SourcePosition> end = document->lines.toSource(range->get("end"));
  if (!begin || !end)
    return llvm::json::Array();
  auto isAsked = [&](uint32_t line) { return begin->line <= line && line <= end->line; };

  // One hint a name: what is recorded several times there has several types.
  std::map<std::pair<uint32_t, uint32_t>, std::vector<const PlacedValue *>> shapes;
  for (const PlacedValue &value : analysis->values) {
    if (!settings.showsShapes || value.name.empty() || value.range.file != document->path ||
        !isAsked(value.range.begin.line))
      continue;
    if (value.isParameter) {
      if (std::optional<SourcePosition> place = findParameter(document->lines, value.range, value.name))
        shapes[{place->line, place->column}].push_back(&value);
      continue;
    }
    llvm::StringRef line = document->lines.line(value.range.begin.line);
    if (std::optional<size_t> behind = findTarget(line, value.name, toByte(line, value.range.begin.column)))
      shapes[{value.range.begin.line, toColumn(line, *behind)}].push_back(&value);
  }
  llvm::json::Array hints;
  for (const auto &[place, values] : shapes) {
    llvm::json::Object hint{{"position", document->lines.toProtocol(SourcePosition{place.first, place.second})},
                            {"label", ": " + joinTypes(values)},
                            {"kind", 1}};
    std::string tooltip = values.front()->block.empty() ? "" : "each program sees a " + values.front()->block;
    for (const PlacedLayout &layout : analysis->layouts)
      if (layout.range.file == document->path && layout.range.begin == values.front()->range.begin &&
          layout.range.end == values.front()->range.end)
        tooltip += (tooltip.empty() ? "" : "\n") + layout.type + ", " + std::to_string(layout.registers) +
                   " registers a thread: " + layout.text;
    if (!tooltip.empty())
      hint["tooltip"] = tooltip;
    hints.push_back(std::move(hint));
  }

  std::map<uint32_t, std::vector<std::string>> ends;
  auto addAtEnd = [&](const SourceRange &where, const std::string &text) {
    if (where.file != document->path || !isAsked(where.begin.line))
      return;
    std::vector<std::string> &words = ends[where.begin.line];
    if (llvm::find(words, text) == words.end())
      words.push_back(text);
  };
  for (const ExplainedKernel &kernel : analysis->explanation.kernels) {
    if (!settings.showsLayouts)
      break;
    for (const ExplainedProduct &product : kernel.products)
      addAtEnd(product.range, product.instruction + " " + product.type);
    for (const ExplainedAccess &access : kernel.accesses)
      addAtEnd(access.range, access.kind + " by " + access.how +
                                 (access.vectorBytes ? ", " + std::to_string(access.vectorBytes) + " bytes" : ""));
  }
  for (const auto &[line, words] : ends) {
    llvm::StringRef text = document->lines.line(line);
    hints.push_back(llvm::json::Object{
        {"position", document->lines.toProtocol(SourcePosition{line, toColumn(text, text.rtrim().size())})},
        {"label", llvm::join(words, "; ")},
        {"paddingLeft", true}});
  }
  return hints;
}

llvm::json::Value Session::codeLenses(const llvm::json::Object &params) {
  DocumentRef document = findDocument(params);
  AnalysisRef analysis = document ? analyzer.find(document->path) : nullptr;
  if (!analysis || !settings.showsLenses)
    return llvm::json::Array();
  llvm::json::Array lenses;
  // Of a kernel alone is what takes one; runs, schedules and timelines are of the program.
  auto add = [&](const SourceRange &range, const std::string &title, const std::string &command,
                 const std::string &kernel) {
    llvm::json::Object arguments{{"uri", toUri(document->path)}};
    if (!kernel.empty())
      arguments["kernel"] = kernel;
    lenses.push_back(
        llvm::json::Object{{"range", document->lines.toProtocol(range)},
                           {"command", llvm::json::Object{{"title", title},
                                                          {"command", command},
                                                          {"arguments", llvm::json::Array{std::move(arguments)}}}}});
  };
  std::set<uint32_t> lines;
  for (const ExplainedKernel &kernel : analysis->explanation.kernels) {
    if (kernel.range.file != document->path)
      continue;
    // Recorded for several launches, a kernel stands once in the text.
    if (!lines.insert(kernel.range.begin.line).second)
      continue;
    SourceRange range{kernel.range.file, kernel.range.begin, kernel.range.begin};
    add(range, "run", "tessera.run", "");
    add(range, "PTX", "tessera.ptx", kernel.name);
    add(range, "schedule", "tessera.explain", "");
    add(range, "timeline", "tessera.timeline", "");
    if (kernel.prediction)
      add(range,
          llvm::formatv("model: {0:f1} us on {1}, {2}", kernel.prediction->microseconds, analysis->explanation.card,
                        kernel.prediction->limit),
          "tessera.explain", "");
  }
  if (lenses.empty()) {
    SourceRange first{document->path, {1, 1}, {1, 1}};
    add(first, "run", "tessera.run", "");
  }
  return lenses;
}
