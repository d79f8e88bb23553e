// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Describe.h"
#include "runner/mcp/Page.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

const Object &mcp::answerOf(const Ended &ended) { return objectIn(ended.json); }

const Object &mcp::objectIn(const Value &value) {
  static const Object none;
  return value.getAsObject() ? *value.getAsObject() : none;
}

Object mcp::listSchema(llvm::StringRef description) {
  return Object{{"type", "array"}, {"items", Object{{"type", "object"}}}, {"description", description}};
}

const Array &mcp::itemsOf(const Object &object, llvm::StringRef name) {
  static const Array none;
  const Array *items = object.getArray(name);
  return items ? *items : none;
}

std::string mcp::fieldOf(const Object &object, llvm::StringRef name) {
  return object.getString(name).value_or("").str();
}

int64_t mcp::countIn(const Object &object, llvm::StringRef name) { return object.getInteger(name).value_or(0); }

//===-- lines --------------------------------------------------------------------------------------------------===//

std::string mcp::SourceLines::line(llvm::StringRef file, int64_t number) {
  auto [entry, isNew] = texts.try_emplace(file);
  if (isNew)
    entry->second = file == plan.name && !plan.text.empty() ? plan.text : place.root.readText(file);
  llvm::StringRef rest = entry->second;
  for (int64_t i = 1; i < number && !rest.empty(); ++i)
    rest = rest.split('\n').second;
  return rest.split('\n').first.rtrim('\r').str();
}

/// The bytes of `line` before the code point `column`, which counts from 1.
static size_t findColumn(llvm::StringRef line, int64_t column) {
  size_t at = 0;
  for (int64_t i = 1; i < column && at < line.size(); ++i)
    for (++at; at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80;)
      ++at;
  return at;
}

std::string mcp::SourceLines::text(const Object &range) {
  const Object *begin = range.getObject("begin"), *end = range.getObject("end");
  if (!begin || !end || countIn(*begin, "line") != countIn(*end, "line"))
    return "";
  std::string whole = line(fieldOf(range, "file"), countIn(*begin, "line"));
  size_t from = findColumn(whole, countIn(*begin, "column")), to = findColumn(whole, countIn(*end, "column"));
  return from < to ? whole.substr(from, to - from) : "";
}

//===-- diagnostics --------------------------------------------------------------------------------------------===//

static std::string describePoint(const Object *point) {
  return point ? std::to_string(mcp::countIn(*point, "line")) + ":" + std::to_string(mcp::countIn(*point, "column"))
               : "";
}

std::string mcp::describePlace(const Object *range) {
  return range ? fieldOf(*range, "file") + ":" + describePoint(range->getObject("begin")) : "";
}

static std::string describeFix(const Object &fix, mcp::SourceLines &lines) {
  const Object *range = fix.getObject("range");
  std::string text = "  fix: " + mcp::fieldOf(fix, "title");
  if (!range)
    return text + "\n";
  std::string old = lines.text(*range), instead = protocol::toText(mcp::fieldOf(fix, "text"));
  bool isInsertion = range->get("begin") && range->get("end") && *range->get("begin") == *range->get("end");
  text += isInsertion ? ": insert " + instead + " at " + mcp::describePlace(range)
                      : ": replace " + (old.empty() ? "" : "`" + old + "` at ") + mcp::describePlace(range) + " to " +
                            describePoint(range->getObject("end")) + " by " + instead;
  return text + "\n";
}

/// Of a line that is shown.
static constexpr size_t mostColumns = 240;

std::string mcp::describe(const Object &diagnostic, SourceLines &lines) {
  const Object *range = diagnostic.getObject("range");
  std::string place = describePlace(range), message = llvm::StringRef(fieldOf(diagnostic, "message")).trim('\n').str();
  std::string text = (place.empty() ? "" : place + ": ") + fieldOf(diagnostic, "severity") + ": " + message + " [" +
                     fieldOf(diagnostic, "id") + "]\n";
  auto addLine = [&](const Object &range) {
    const Object *begin = range.getObject("begin");
    std::string line = begin ? lines.line(fieldOf(range, "file"), countIn(*begin, "line")) : "";
    if (line.size() > mostColumns)
      line = cutPage(line, 0, mostColumns).text + " ..";
    if (!line.empty())
      text += "    " + std::to_string(countIn(*begin, "line")) + " | " + line + "\n";
  };
  if (range)
    addLine(*range);
  for (const Value &value : itemsOf(diagnostic, "notes")) {
    const Object &note = objectIn(value);
    const Object *where = note.getObject("range");
    std::string noted = describePlace(where);
    text += "  " + (noted.empty() ? "" : noted + ": ") + "note: " + fieldOf(note, "message") + "\n";
    if (where)
      addLine(*where);
  }
  if (const Object *fix = diagnostic.getObject("fix"))
    text += describeFix(*fix, lines);
  return text;
}

std::string mcp::describeAll(const Array &diagnostics, SourceLines &lines) {
  std::string text;
  for (const Value &value : diagnostics)
    text += describe(objectIn(value), lines);
  return text;
}

bool mcp::hasErrors(const Array &diagnostics) {
  return llvm::any_of(diagnostics, [](const Value &value) { return fieldOf(objectIn(value), "severity") == "error"; });
}

/// What usually mends an error, where its own notes do not say all of it.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> advice[] = {
    {"unknown-name", "look the name up with the tool `doc`"},
    {"unknown-attribute", "look the name up with the tool `doc`: it lists what a module has"},
    {"unknown-module", "`doc` without a name lists the modules; modules of your own are found beside the file and in "
                       "the folders of `path`"},
    {"not-supported", "write it with what `doc` says is supported"},
    {"argument-error", "`doc` gives the signature"},
    {"dot-inner-size",
     "the columns of the first block must be the rows of the second: change a BlockSpec's block shape "
     "(then its index map counts other blocks), and look at the result with the tool `tilings`"},
    {"shape-mismatch", "compare the block shapes: the tool `tilings` shows which program sees which block"},
    {"block-spec", "a block shape has one entry for each axis of its array; the tool `tilings` shows both"},
    {"index-map",
     "an index map has a parameter for each axis of the grid and gives one index for each axis of the block"},
    {"out-of-bounds", "mask the access, or make the grid and the block cover the array exactly; `tilings` shows both"},
    {"check-failed",
     "the kernel computes something else than the program expects: run it with `device` interpreter and "
     "emulator; where these differ (`compare`), look for a race with `check` race"},
    {"deadlock", "count what each barrier expects against who arrives, on every path, in every round of the loop"},
    {"unawaited-operation", "wait for the operation before the kernel or scope ends, as the note says"},
    {"memory-uninitialized",
     "write before reading: initialise accumulators, and wait for the copy that fills the buffer"},
    {"block-too-large", "take smaller blocks, or more warps (`num_warps`)"},
    {"shared-memory-limit", "take fewer stages or smaller tiles (`tune`: stages=2)"},
    {"no-schedule", "the kernel has no GPU code; it runs in the interpreter only"},
    {"step-limit", "the program's own Python does not end: look at its loops"},
    {"internal-error", "this is a bug of Tessera, not of the program; another form of the same statement may pass"},
};

/// Of a race, by what its notes say.
static std::string adviseOnRace(const Object &diagnostic) {
  bool isAcrossBlocks = false, isTold = false;
  for (const Value &value : mcp::itemsOf(diagnostic, "notes")) {
    std::string note = mcp::fieldOf(mcp::objectIn(value), "message");
    isAcrossBlocks |= llvm::StringRef(note).contains("CTAs of one launch");
    isTold |= llvm::StringRef(note).contains("`plgpu.");
  }
  if (isTold)
    return "put the wait that the note names between the two places: behind the operation that reads or writes last, "
           "before the buffer is used again; then run again with several `schedules`";
  if (isAcrossBlocks)
    return "programs of one launch update the same element: in place of load, change and store use one atomic "
           "(`tl.atomic_add(pointer, value)`, `plgpu` likewise), or give each program an element of its own and reduce "
           "in a second launch";
  return "order the two accesses: a barrier (`tl.debug_barrier`, `__syncthreads`) or a wait between them, or places "
         "that "
         "do not overlap; then run again with several `schedules`";
}

std::vector<std::string> mcp::adviseOn(const Array &diagnostics) {
  std::vector<std::string> all;
  auto add = [&](std::string one) {
    if (!llvm::is_contained(all, one))
      all.push_back(std::move(one));
  };
  for (const Value &value : diagnostics) {
    const Object &diagnostic = objectIn(value);
    std::string id = fieldOf(diagnostic, "id");
    if (fieldOf(diagnostic, "severity") == "remark" && id != "no-schedule")
      continue;
    if (diagnostic.getObject("fix"))
      add("apply the fix of `" + id + "` as it stands");
    if (id == "data-race")
      add(adviseOnRace(diagnostic));
    for (const auto &[known, words] : advice)
      if (known == id)
        add(id + ": " + words.str());
  }
  return all;
}

//===-- numbers ------------------------------------------------------------------------------------------------===//

std::string mcp::formatNumber(double number, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, number);
  if (std::fabs(number) >= std::pow(10, digits) && std::fabs(number) < 1e15)
    std::snprintf(text, sizeof text, "%.0f", number); // 12345, not 1.23e+04
  return text;
}

std::string mcp::formatMicroseconds(double microseconds) {
  return microseconds >= 1000 ? formatNumber(microseconds / 1000, 4) + " ms" : formatNumber(microseconds, 4) + " us";
}

std::string mcp::formatBytes(double bytes) {
  for (const auto &[least, unit] : {std::pair(1e9, " GB"), std::pair(1e6, " MB"), std::pair(1e4, " KB")})
    if (bytes >= least)
      return formatNumber(bytes / (least == 1e4 ? 1e3 : least)) + unit;
  return formatNumber(bytes, 5) + " B";
}

std::string mcp::formatPercent(double share) { return formatNumber(share * 100, 2) + " %"; }

static std::string join(const Array &numbers, llvm::StringRef separator) {
  std::string text;
  for (const Value &number : numbers)
    text += (text.empty() ? "" : separator.str()) + std::to_string(number.getAsInteger().value_or(0));
  return text;
}

std::string mcp::formatShape(const Array &shape) { return shape.empty() ? "scalar" : join(shape, "x"); }
std::string mcp::formatGrid(const Array &grid) { return grid.empty() ? "1" : join(grid, " x "); }
