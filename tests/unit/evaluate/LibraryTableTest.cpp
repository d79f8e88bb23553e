// SPDX-License-Identifier: Apache-2.0
// The library as data: every entry must be usable as the reference page, the binding and the suggestions use it.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "gtest/gtest.h"
#include "mlir/IR/MLIRContext.h"
#include <set>

using namespace tessera;
using namespace tessera::frontend;

TEST(LibraryTable, EverySignatureParses) {
  mlir::MLIRContext context;
  DiagnosticSink sink;
  Evaluator evaluator(context, {}, sink);
  const LibraryTable &table = LibraryTable::get();
  std::vector<std::string> groups;
  for (llvm::StringRef module : table.moduleNames()) {
    groups.push_back(module.str());
    for (const LibraryEntry *entry : table.entriesOf(module))
      if (entry->kind == EntryKind::type)
        groups.push_back(module == "builtins" ? entry->name : (module + "." + entry->name).str());
  }
  for (const std::string &group : groups)
    for (const LibraryEntry *entry : table.entriesOf(group))
      if (entry->kind != EntryKind::module && entry->kind != EntryKind::constant && entry->kind != EntryKind::property) {
        EXPECT_FALSE(evaluator.state<Signatures>().of(evaluator, *entry).broken) << group << "." << entry->name << entry->signature;
      }
}

TEST(LibraryTable, NoNameIsListedTwiceAndEachHasASummary) {
  const LibraryTable &table = LibraryTable::get();
  for (llvm::StringRef module : table.moduleNames()) {
    std::set<std::string> seen;
    for (const LibraryEntry *entry : table.entriesOf(module)) {
      EXPECT_TRUE(seen.insert(entry->name).second) << module.str() << "." << entry->name << " twice";
      EXPECT_NE(std::string(entry->summary), "") << module.str() << "." << entry->name;
    }
  }
}

TEST(LibraryTable, ModuleEntriesLeadToModules) {
  const LibraryTable &table = LibraryTable::get();
  for (llvm::StringRef module : table.moduleNames())
    for (const LibraryEntry *entry : table.entriesOf(module))
      if (entry->kind == EntryKind::module) {
        EXPECT_TRUE(table.isPackage(entry->signature)) << module.str() << "." << entry->name << " -> " << entry->signature;
      }
}

TEST(LibraryTable, ReferenceListsMethodsUnderTheirClass) {
  llvm::json::Value reference = libraryReference();
  bool found = false;
  for (const llvm::json::Value &module : *reference.getAsObject()->getArray("modules"))
    for (const llvm::json::Value &entry : *module.getAsObject()->getArray("entries"))
      if (entry.getAsObject()->getString("name") == "list.append") {
        found = true;
        EXPECT_EQ(entry.getAsObject()->getString("kind"), "method");
        EXPECT_EQ(entry.getAsObject()->getBoolean("supported"), true);
      }
  EXPECT_TRUE(found);
}

TEST(LibraryTable, ReferenceFollowsNamesOfOtherModules) {
  llvm::json::Value reference = libraryReference();
  std::string signature, method;
  for (const llvm::json::Value &module : *reference.getAsObject()->getArray("modules"))
    for (const llvm::json::Value &entry : *module.getAsObject()->getArray("entries")) {
      const llvm::json::Object &told = *entry.getAsObject();
      if (module.getAsObject()->getString("name") != "torch.nn")
        continue;
      if (told.getString("name") == "Linear")
        signature = told.getString("signature").value_or("").str();
      if (told.getString("name") == "Linear.forward")
        method = told.getString("signature").value_or("").str();
    }
  EXPECT_EQ(signature, "(in_features, out_features, bias=True, device=None, dtype=None)");
  EXPECT_EQ(method, "(input)");
}

TEST(LibraryTable, NearestNamesComeByDistance) {
  EXPECT_EQ(nearestNames("zeors", {"ones", "zeros", "zeros_like"}), std::vector<std::string>{"zeros"});
  EXPECT_TRUE(nearestNames("x", {"y", "z"}).empty());
  EXPECT_EQ(nearestNames("blockspec", {"BlockSpec"}), std::vector<std::string>{"BlockSpec"});
}
