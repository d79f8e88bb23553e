// SPDX-License-Identifier: Apache-2.0
// `tessera doc`: a name of the library with its signature, what it does and where it works, or a module's names, or all modules. The
// answers come from the compiler's own tables, which are also what programs are compiled with.
#include "compiler/driver/Compiler.h"
#include "runner/cli/Command.h"
#include "runner/cli/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <CLI/Option.hpp>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct DocCommand {
  std::string name;
  std::string words; // to search for, in place of a name
  bool json = false;
};

/// One entry of the tables under the name that a user writes.
struct Found {
  std::string module;
  const llvm::json::Object *entry;
};

/// The reference, with look-ups.
class Reference {
public:
  Reference() : whole(Compiler::reference()) {}
  const llvm::json::Array &modules() const { return *whole.getAsObject()->getArray("modules"); }
  const llvm::json::Object *module(llvm::StringRef name) const;
  std::vector<Found> find(llvm::StringRef name) const;
  std::vector<std::string> near(llvm::StringRef name) const;
  std::vector<Found> search(llvm::StringRef words) const;

private:
  llvm::json::Value whole;
};
} // namespace

static std::string field(const llvm::json::Object &object, llvm::StringRef name) { return object.getString(name).value_or("").str(); }

/// What people call a module after importing it.
static std::string expand(llvm::StringRef name) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> shorts[] = {
      {"jnp", "jax.numpy"}, {"np", "numpy"}, {"lax", "jax.lax"}, {"pl", "jax.experimental.pallas"}, {"tl", "triton.language"},
      {"plgpu", "jax.experimental.pallas.mosaic_gpu"}, {"pltpu", "jax.experimental.pallas.tpu"}, {"jtu", "jax._src.test_util"},
      {"st", "hypothesis.strategies"}, {"F", "torch.nn.functional"}, {"parameterized", "absl.testing.parameterized"},
      {"absltest", "absl.testing.absltest"}};
  auto [head, rest] = name.split('.');
  for (const auto &[alias, module] : shorts)
    if (head == alias)
      return rest.empty() ? module.str() : (module + "." + rest).str();
  return name.str();
}

const llvm::json::Object *Reference::module(llvm::StringRef name) const {
  for (const llvm::json::Value &value : modules())
    if (field(*value.getAsObject(), "name") == name)
      return value.getAsObject();
  return nullptr;
}

/// All entries that `name` may mean: `jax.numpy.sum`, or `sum` and `Array.astype` in any module.
std::vector<Found> Reference::find(llvm::StringRef name) const {
  std::vector<Found> exact, loose;
  for (const llvm::json::Value &value : modules()) {
    const llvm::json::Object &module = *value.getAsObject();
    std::string moduleName = field(module, "name");
    for (const llvm::json::Value &item : *module.getArray("entries")) {
      std::string entry = field(*item.getAsObject(), "name");
      if (moduleName + "." + entry == name)
        exact.push_back({moduleName, item.getAsObject()});
      else if (entry == name || llvm::StringRef(entry).ends_with("." + name.str()))
        loose.push_back({moduleName, item.getAsObject()});
    }
  }
  return exact.empty() ? loose : exact;
}

std::vector<std::string> Reference::near(llvm::StringRef name) const {
  std::vector<std::pair<unsigned, std::string>> ranked;
  bool isPath = name.contains('.');
  size_t size = isPath ? name.rsplit('.').second.size() : name.size();
  unsigned limit = size < 3 ? 1 : std::max<unsigned>(2, static_cast<unsigned>(size) / 3);
  auto consider = [&](const std::string &candidate, llvm::StringRef compared) {
    unsigned edits = name.edit_distance(compared, true, limit);
    if (edits <= limit)
      ranked.emplace_back(edits, candidate);
  };
  for (const llvm::json::Value &value : modules()) {
    std::string module = field(*value.getAsObject(), "name");
    consider(module, module);
    for (const llvm::json::Value &item : *value.getAsObject()->getArray("entries")) {
      std::string entry = field(*item.getAsObject(), "name"), full = module + "." + entry;
      consider(full, isPath ? full : entry);
    }
  }
  llvm::stable_sort(ranked, [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto &[edits, candidate] : ranked)
    if (names.size() < 3 && !llvm::is_contained(names, candidate))
      names.push_back(candidate);
  return names;
}

/// Entries that have every word in their name, summary or signature: names first, the shorter the better.
std::vector<Found> Reference::search(llvm::StringRef words) const {
  llvm::SmallVector<llvm::StringRef> parts;
  words.split(parts, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::vector<std::pair<size_t, Found>> ranked;
  for (const llvm::json::Value &value : modules()) {
    const llvm::json::Object &module = *value.getAsObject();
    std::string moduleName = field(module, "name");
    for (const llvm::json::Value &item : *module.getArray("entries")) {
      const llvm::json::Object &entry = *item.getAsObject();
      std::string name = moduleName + "." + field(entry, "name"),
                  text = field(entry, "summary") + " " + field(entry, "signature");
      bool inName =
          llvm::all_of(parts, [&](llvm::StringRef part) { return llvm::StringRef(name).contains_insensitive(part); });
      bool inAll = llvm::all_of(parts, [&](llvm::StringRef part) {
        return llvm::StringRef(name).contains_insensitive(part) || llvm::StringRef(text).contains_insensitive(part);
      });
      if (inAll)
        ranked.emplace_back(name.size() + (inName ? 0 : 1000), Found{moduleName, &entry});
    }
  }
  llvm::stable_sort(ranked, [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<Found> found;
  for (auto &[rank, one] : ranked)
    found.push_back(std::move(one));
  return found;
}

//===-- text ---------------------------------------------------------------------------------------------------===//

/// Text in lines of at most 100 columns.
static std::string wrap(llvm::StringRef text, const std::string &indent) {
  std::string result = indent;
  size_t column = indent.size();
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, ' ');
  for (llvm::StringRef word : words) {
    if (column > indent.size() && column + 1 + word.size() > 100) {
      result += "\n" + indent;
      column = indent.size();
    }
    if (column > indent.size())
      result += " ", ++column;
    result += word;
    column += word.size();
  }
  return result + "\n";
}

static void printEntry(const Found &found) {
  const llvm::json::Object &entry = *found.entry;
  std::string kind = field(entry, "kind"), signature = field(entry, "signature");
  bool isCalled = kind == "function" || kind == "decorator" || kind == "method" || kind == "type";
  print(found.module + "." + field(entry, "name") + (isCalled ? signature : "") + "\n");
  print(wrap(field(entry, "summary"), "    "));
  if (kind == "module")
    print("    another name of " + signature + "\n");
  std::string where;
  if (const llvm::json::Array *devices = entry.getArray("devices"))
    for (const llvm::json::Value &device : *devices)
      where += (where.empty() ? "" : ", ") + device.getAsString().value_or("").str();
  bool supported = entry.getBoolean("supported").value_or(false);
  print("    " + kind + "; " + (supported ? where : "known, not supported yet") + "\n");
}

static void printModule(const llvm::json::Object &module) {
  print(field(module, "name") + "\n" + wrap(field(module, "summary"), "    ") + "\n");
  for (const llvm::json::Value &item : *module.getArray("entries")) {
    const llvm::json::Object &entry = *item.getAsObject();
    std::string name = field(entry, "name");
    bool supported = entry.getBoolean("supported").value_or(false);
    print("  " + name + std::string(name.size() < 26 ? 26 - name.size() : 1, ' ') + field(entry, "summary") + (supported ? "" : " (not supported yet)") + "\n");
  }
}

static void listModules(const Reference &reference) {
  for (const llvm::json::Value &value : reference.modules()) {
    const llvm::json::Object &module = *value.getAsObject();
    std::string name = field(module, "name"), count = std::to_string(module.getArray("entries")->size());
    print(name + std::string(name.size() < 40 ? 40 - name.size() : 1, ' ') + std::string(5 - std::min<size_t>(4, count.size()), ' ') + count + "  " + field(module, "summary") + "\n");
  }
}

static llvm::json::Array toJson(const std::vector<Found> &found) {
  llvm::json::Array entries;
  for (const Found &one : found) {
    llvm::json::Object entry = *one.entry;
    entry["module"] = one.module;
    entries.push_back(std::move(entry));
  }
  return entries;
}

static int searchFor(const DocCommand &command, const Reference &reference) {
  std::vector<Found> found = reference.search(command.words);
  if (command.json) {
    printJson(llvm::json::Object{{"entries", toJson(found)}});
    return exitOk;
  }
  if (found.empty()) {
    complain("nothing in the library has the words `" + command.words + "`; fewer words find more");
    return exitUsage;
  }
  for (const Found &one : found)
    print(one.module + "." + field(*one.entry, "name") + "  " + field(*one.entry, "summary") + "\n");
  flushOutput();
  return exitOk;
}

static int run(const DocCommand &command) {
  Reference reference;
  if (!command.words.empty())
    return searchFor(command, reference);
  if (command.name.empty()) {
    if (command.json)
      printJson(llvm::json::Object{{"modules", llvm::json::Array(reference.modules())}});
    else
      listModules(reference);
    flushOutput();
    return exitOk;
  }
  std::string name = expand(command.name);
  const llvm::json::Object *module = reference.module(name);
  std::vector<Found> found = module ? std::vector<Found>() : reference.find(name);
  if (!module && found.empty()) {
    std::vector<std::string> near = reference.near(name);
    complain("nothing in the library is called `" + command.name + "`" + (near.empty() ? "; `tessera doc` lists the modules" : "; did you mean `" + llvm::join(near, "`, `") + "`?"));
    return exitUsage;
  }
  if (command.json) {
    printJson(module ? llvm::json::Value(llvm::json::Object{{"module", llvm::json::Object(*module)}})
                     : llvm::json::Value(llvm::json::Object{{"entries", toJson(found)}}));
    return exitOk;
  }
  if (module)
    printModule(*module);
  for (size_t i = 0; i < found.size(); ++i) {
    if (i)
      print("\n");
    printEntry(found[i]);
  }
  flushOutput();
  return exitOk;
}

void cli::addDoc(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<DocCommand>();
  CLI::App *sub = addCommand(app, "doc", "what the library has: a name, a module, or all modules", exitCode, [command] { return run(*command); });
  CLI::Option *name =
      sub->add_option("NAME", command->name, "for example jnp.sum, pl.BlockSpec, triton.language, Array.astype");
  sub->add_option("--search", command->words, "names whose name, summary or signature has all of these words")
      ->excludes(name);
  sub->add_flag("--json", command->json, "answer in JSON");
}
