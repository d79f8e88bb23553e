// SPDX-License-Identifier: Apache-2.0
// `tessera.toml`, read by toml++. Every key is asked for by name; those that nobody asked for are refused, so that a
// misspelt one is not taken for its default. All that is wrong is told at once.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include "runner/cli/CiConfig.h"
#include "compiler/driver/Compiler.h"
#include "runner/cli/Glob.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <set>
#include <toml++/toml.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace fs = std::filesystem;

/// A step of the sweep is a run; more are a mistake.
static constexpr int64_t mostSeconds = 86400;

static std::string nameOf(toml::node_type type) {
  switch (type) {
  case toml::node_type::table:
    return "a table";
  case toml::node_type::array:
    return "an array";
  case toml::node_type::string:
    return "a string";
  case toml::node_type::integer:
    return "an integer";
  case toml::node_type::floating_point:
    return "a float";
  case toml::node_type::boolean:
    return "a boolean";
  default:
    return "a date or time";
  }
}

namespace {
/// What is wrong, by its place.
class Errors {
public:
  explicit Errors(std::string file) : file(std::move(file)) {}
  void add(const toml::source_region &region, const std::string &message) {
    found.push_back({region.begin.line, region.begin.column, message});
  }
  bool isEmpty() const { return found.empty(); }
  std::vector<std::string> take() {
    llvm::stable_sort(found, [](const Entry &a, const Entry &b) {
      return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    std::vector<std::string> texts;
    for (const Entry &entry : found)
      texts.push_back(llvm::formatv("{0}:{1}:{2}: {3}", file, entry.line, entry.column, entry.message).str());
    return texts;
  }

private:
  struct Entry {
    uint32_t line, column;
    std::string message;
  };
  std::string file;
  std::vector<Entry> found;
};

/// A table whose keys are asked for one by one; `finish` refuses the rest.
class Table {
public:
  Table(const toml::table &table, std::string name, Errors &errors)
      : table(table), name(std::move(name)), errors(errors) {}

  const toml::node *take(const std::string &key) {
    if (!llvm::is_contained(known, key))
      known.push_back(key);
    return table.get(key);
  }
  /// The value of `key` where it has one of this type; one of another type is an error.
  template <typename Value> std::optional<Value> takeValue(const std::string &key, const char *expected) {
    const toml::node *node = take(key);
    if (!node)
      return std::nullopt;
    // An integer is a number, too; nothing else becomes what it is not.
    std::optional<Value> value =
        std::is_same_v<Value, double> && node->is_integer() ? node->value<Value>() : node->value_exact<Value>();
    if (!value)
      refuseType(*node, key, expected);
    return value;
  }
  /// Its strings, and where each of them is.
  std::vector<std::pair<std::string, toml::source_region>> takeStrings(const std::string &key) {
    std::vector<std::pair<std::string, toml::source_region>> strings;
    const toml::node *node = take(key);
    if (!node)
      return strings;
    const toml::array *array = node->as_array();
    if (!array)
      refuseType(*node, key, "an array of strings");
    else
      for (const toml::node &element : *array)
        if (std::optional<std::string> text = element.value_exact<std::string>())
          strings.emplace_back(*text, element.source());
        else
          refuseType(element, key, "an array of strings");
    return strings;
  }
  void refuseType(const toml::node &node, const std::string &key, const std::string &expected) {
    errors.add(node.source(), "`" + key + "` is " + nameOf(node.type()) + ", expected " + expected);
  }
  void refuse(const toml::node &node, const std::string &message) { errors.add(node.source(), message); }
  void refuse(const std::string &message) { errors.add(table.source(), message); }
  void finish() {
    for (const auto &[key, node] : table) {
      std::string text(key.str()), nearest;
      if (llvm::is_contained(known, text))
        continue;
      unsigned best = 3;
      for (const std::string &other : known)
        if (unsigned edits = llvm::StringRef(text).edit_distance(other, true, best); edits < best) {
          best = edits;
          nearest = other;
        }
      errors.add(key.source(), "unknown key `" + text + "` in " + name + ", " +
                                   (nearest.empty() ? "expected one of `" + llvm::join(known, "`, `") + "`"
                                                    : "did you mean `" + nearest + "`?"));
    }
  }

private:
  const toml::table &table;
  std::string name;
  Errors &errors;
  std::vector<std::string> known;
};

class Reader {
public:
  Reader(const std::string &file, Errors &errors) : errors(errors) { config.folder = fs::path(file).parent_path(); }
  CiConfig read(const toml::table &root);

private:
  void readSections(Table &root, const char *name, const std::function<void(Table &)> &read);
  void readFiles(Table &table, CiSection &section);
  void readTest(Table &table);
  void readCheck(Table &table);
  void readBench(Table &table);
  void readBaseline(Table &table, CiBenchSection &section);
  void readNames(Table &table, const char *key, const char *option, CiSection &section);
  void readSettings(Table &table, CiSection &section);
  void readSweep(Table &table, CiSection &section);
  std::string getPath(const std::string &relative) const {
    return (fs::path(config.folder) / relative).lexically_normal().generic_string();
  }

  Errors &errors;
  CiConfig config;
};
} // namespace

//===-- depth --------------------------------------------------------------------------------------------------===//

namespace {
/// Looks for a dotted key of more parts than any of ours has, before toml++ makes a table of each: it walks tables by
/// recursion, and bounds the nesting of values only. Where the text is no TOML, toml++ stops before what this misreads.
class KeyScan {
public:
  explicit KeyScan(llvm::StringRef text) : rest(text) {}
  /// The place of the dot too many, `{0, 0}` for none.
  toml::source_position run();

private:
  void skip(size_t count);
  void skipString();

  static constexpr size_t mostParts = 8;
  llvm::StringRef rest;
  uint32_t line = 1, column = 1;
};
} // namespace

void KeyScan::skip(size_t count) {
  for (char c : rest.take_front(count)) {
    column = c == '\n' ? 1 : column + ((c & 0xC0) != 0x80);
    line += c == '\n';
  }
  rest = rest.drop_front(std::min(count, rest.size()));
}

/// At its quotes: one of a kind, or three for a string of several lines.
void KeyScan::skipString() {
  char kind = rest.front();
  std::string three(3, kind);
  llvm::StringRef quotes = rest.starts_with(three) ? llvm::StringRef(three) : llvm::StringRef(three).take_front(1);
  skip(quotes.size());
  while (!rest.empty() && !rest.starts_with(quotes) && (quotes.size() > 1 || rest.front() != '\n'))
    skip(kind == '"' && rest.front() == '\\' ? 2 : 1);
  skip(quotes.size());
}

toml::source_position KeyScan::run() {
  for (size_t dots = 0; !rest.empty();) {
    char c = rest.front();
    if (c == '"' || c == '\'') {
      skipString();
      continue;
    }
    if (c == '#') {
      skip(rest.find('\n'));
      continue;
    }
    bool goesOn = llvm::isAlnum(c) || llvm::StringRef(" \t_-.").contains(c);
    dots = goesOn ? dots + (c == '.') : 0;
    if (dots >= mostParts)
      return {line, column};
    skip(1);
  }
  return {0, 0};
}

//===-- Python literals ----------------------------------------------------------------------------------------===//

/// In quotes, with everything but plain characters by its number: neither commas nor quotes in it part a sweep.
static std::string quote(const std::string &text) {
  std::string quoted = "\"";
  for (char c : text) {
    bool isPlain = static_cast<unsigned char>(c) >= 0x80 || (llvm::isPrint(c) && !llvm::StringRef("\"'\\").contains(c));
    quoted += isPlain ? std::string(1, c) : "\\x" + llvm::toHex(llvm::StringRef(&c, 1), /*LowerCase=*/true);
  }
  return quoted + "\"";
}

/// What Python's program would write for it, or nothing.
static std::optional<std::string> toPython(const toml::node &node) {
  if (auto value = node.value_exact<bool>())
    return *value ? "True" : "False";
  if (auto value = node.value_exact<int64_t>())
    return std::to_string(*value);
  if (auto value = node.value_exact<std::string>())
    return quote(*value);
  if (auto value = node.value_exact<double>(); value && std::isfinite(*value)) {
    std::string text = llvm::formatv("{0}", llvm::format("%.17g", *value)).str();
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  const toml::array *array = node.as_array();
  if (!array)
    return std::nullopt;
  std::vector<std::string> elements;
  for (const toml::node &element : *array) {
    std::optional<std::string> text = toPython(element);
    if (!text)
      return std::nullopt;
    elements.push_back(*text);
  }
  return "[" + llvm::join(elements, ", ") + "]";
}

static bool isIdentifier(llvm::StringRef name) {
  return !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || (c & 0x80); });
}

void Reader::readSettings(Table &table, CiSection &section) {
  const toml::node *node = table.take("set");
  if (!node)
    return;
  const toml::table *settings = node->as_table();
  if (!settings)
    return table.refuseType(*node, "set", "a table of names and values, as in `{ M = 256 }`");
  for (const auto &[key, value] : *settings) {
    std::string name(key.str());
    std::optional<std::string> text = toPython(value);
    if (!isIdentifier(name))
      errors.add(key.source(), "`" + name + "` is no name of Python's");
    else if (!text)
      table.refuseType(value, name, "a number, a boolean, a string or an array of them");
    else
      section.arguments.push_back("--set=" + name + "=" + *text);
  }
}

void Reader::readSweep(Table &table, CiSection &section) {
  const toml::node *node = table.take("sweep");
  if (!node)
    return;
  const toml::table *sweep = node->as_table();
  if (!sweep)
    return table.refuseType(*node, "sweep", "a table of names and arrays, as in `{ N = [256, 512] }`");
  for (const auto &[key, values] : *sweep) {
    std::string name(key.str());
    const toml::array *array = values.as_array();
    std::vector<std::string> texts;
    if (!isIdentifier(name)) {
      errors.add(key.source(), "`" + name + "` is no name of Python's");
    } else if (!array) {
      table.refuseType(values, name, "an array of values");
    } else if (array->empty()) {
      table.refuse(values, "`" + name + "` has no values to sweep");
    } else {
      for (const toml::node &value : *array)
        if (std::optional<std::string> text = toPython(value))
          texts.push_back(*text);
        else
          table.refuseType(value, name, "numbers, booleans, strings or arrays of them");
      section.arguments.push_back("--sweep=" + name + "=" + llvm::join(texts, ","));
    }
  }
}

//===-- sections -----------------------------------------------------------------------------------------------===//

void Reader::readFiles(Table &table, CiSection &section) {
  bool optional = table.takeValue<bool>("optional", "a boolean").value_or(false);
  std::vector<std::pair<std::string, toml::source_region>> patterns = table.takeStrings("files");
  const toml::node *given = table.take("files");
  if (!given || (given->is_array() && given->as_array()->empty()))
    table.refuse("there are no `files` in this section, expected patterns, as in `files = [\"kernels/*.py\"]`");
  for (const auto &[pattern, place] : patterns) {
    Result<std::vector<std::string>> found = findFiles(config.folder, pattern);
    if (!found) {
      errors.add(place, "`" + pattern + "` is no pattern: " + found.problem().detail);
      continue;
    }
    if (found->empty() && !optional)
      errors.add(place, "`" + pattern + "` matches no file; `optional = true` lets a section have none");
    for (const std::string &file : *found)
      if (std::string path = getPath(file); !llvm::is_contained(section.files, path))
        section.files.push_back(path);
  }
}

void Reader::readNames(Table &table, const char *key, const char *option, CiSection &section) {
  for (const auto &[name, place] : table.takeStrings(key))
    if (name.empty())
      errors.add(place, std::string("`") + key + "` has an empty string");
    else
      section.arguments.push_back(std::string(option) + "=" + name);
}

void Reader::readTest(Table &table) {
  CiSection section;
  readFiles(table, section);
  if (auto words = table.takeValue<std::string>("words", "a string"); words && !words->empty())
    section.arguments.insert(section.arguments.end(), {"-k", *words});
  if (const toml::node *node = table.take("as")) {
    auto believed = node->value_exact<std::string>();
    if (believed != "cpu" && believed != "h100")
      table.refuse(*node, "`as` is not `\"cpu\"` or `\"h100\"`");
    else
      section.arguments.push_back("--as=" + *believed);
  }
  config.tests.push_back(std::move(section));
}

void Reader::readCheck(Table &table) {
  CiSection section;
  readFiles(table, section);
  section.arguments = {"--check=race",
                       "--device=" + table.takeValue<std::string>("device", "a string").value_or("emulator")};
  if (const toml::node *node = table.take("schedules")) {
    auto count = node->value_exact<int64_t>();
    auto word = node->value_exact<std::string>();
    if (count && *count > 0)
      section.arguments.push_back("--schedules=" + std::to_string(*count));
    else if (word && *word == "exhaustive")
      section.arguments.push_back("--schedules=exhaustive");
    else
      table.refuse(*node, "`schedules` is a number of them from 1 on, or `\"exhaustive\"`");
  }
  readSettings(table, section);
  readNames(table, "tune", "--tune", section);
  config.checks.push_back(std::move(section));
}

void Reader::readBaseline(Table &table, CiBenchSection &section) {
  const toml::node *node = table.take("baseline");
  if (!node)
    return;
  auto text = node->value_exact<std::string>();
  if (!text || text->empty() || *text == "git:")
    return table.refuse(*node, "`baseline` is not `\"auto\"`, `\"none\"`, `\"git:COMMIT\"` or a file");
  section.baseline = *text;
  if (*text == "auto" || *text == "none" || llvm::StringRef(*text).starts_with("git:"))
    return;
  section.baseline = getPath(*text);
  std::error_code error;
  if (!fs::is_regular_file(section.baseline, error))
    table.refuse(*node, "there is no file `" + section.baseline + "`");
  else if (section.files.size() > 1)
    table.refuse(*node,
                 "a file is the baseline of one file, but `files` names " + std::to_string(section.files.size()));
}

void Reader::readBench(Table &table) {
  CiBenchSection section;
  readFiles(table, section);
  readBaseline(table, section);
  if (auto threshold = table.takeValue<double>("threshold", "a number")) {
    if (!(*threshold >= 0 && *threshold <= 1000))
      table.refuse(*table.take("threshold"), "`threshold` is percent, expected a number from 0 to 1000");
    section.arguments.push_back(llvm::formatv("--threshold={0}", llvm::format("%.17g", *threshold)).str());
  }
  section.arguments.push_back("--device=" + table.takeValue<std::string>("device", "a string").value_or("auto"));
  readNames(table, "kernels", "--kernel", section);
  readSettings(table, section);
  readSweep(table, section);
  readNames(table, "tune", "--tune", section);
  config.benches.push_back(std::move(section));
}

void Reader::readSections(Table &root, const char *name, const std::function<void(Table &)> &read) {
  const toml::node *node = root.take(name);
  if (!node)
    return;
  auto readOne = [&](const toml::table &table) {
    Table section(table, std::string("`") + name + "`", errors);
    read(section);
    section.finish();
  };
  if (const toml::table *table = node->as_table())
    return readOne(*table);
  const toml::array *array = node->as_array();
  if (!array)
    return root.refuseType(*node, name, std::string("a section, `[") + name + "]`, or several, `[[" + name + "]]`");
  for (const toml::node &element : *array)
    if (const toml::table *table = element.as_table())
      readOne(*table);
    else
      root.refuseType(element, name, "an array of tables");
}

CiConfig Reader::read(const toml::table &root) {
  Table table(root, "the configuration", errors);
  if (const toml::node *node = table.take("target")) {
    std::vector<std::string> targets = Compiler::targets();
    auto target = node->value_exact<std::string>();
    if (!target)
      table.refuseType(*node, "target", "a string");
    else if (!llvm::is_contained(targets, *target))
      table.refuse(*node, "`target` is `" + *target + "`, expected one of `" + llvm::join(targets, "`, `") + "`");
    else
      config.target = {"--target=" + *target};
  }
  for (const auto &[path, place] : table.takeStrings("path")) {
    std::error_code error;
    std::string folder = getPath(path);
    if (path.empty() || !fs::is_directory(folder, error))
      errors.add(place, "`path` has `" + path + "`, which is no folder");
    else
      config.common.push_back("--path=" + folder);
  }
  if (auto seconds = table.takeValue<int64_t>("timeout", "an integer")) {
    if (*seconds < 1 || *seconds > mostSeconds)
      table.refuse(*table.take("timeout"),
                   "`timeout` is seconds, expected a number from 1 to " + std::to_string(mostSeconds));
    config.timeout = *seconds;
  }
  readSections(table, "test", [this](Table &section) { readTest(section); });
  readSections(table, "check", [this](Table &section) { readCheck(section); });
  readSections(table, "bench", [this](Table &section) { readBench(section); });
  bool hasNone = config.tests.empty() && config.checks.empty() && config.benches.empty();
  if (hasNone && errors.isEmpty())
    table.refuse("there is nothing to do, expected `[test]`, `[check]` or `[[bench]]`");
  table.finish();
  return std::move(config);
}

std::optional<CiConfig> cli::readCiConfig(const std::string &file, const std::string &text,
                                          std::vector<std::string> &errors) {
  Errors found(file);
  if (toml::source_position deep = KeyScan(text).run(); deep.line) {
    found.add({deep, deep, nullptr}, "a dotted key of so many parts is none of `tessera ci`");
    errors = found.take();
    return std::nullopt;
  }
  toml::parse_result parsed = toml::parse(text, file);
  std::optional<CiConfig> config;
  if (parsed)
    config = Reader(file, found).read(parsed.table());
  else
    found.add(parsed.error().source(), std::string(parsed.error().description()));
  errors = found.take();
  if (!errors.empty())
    config.reset();
  return config;
}
