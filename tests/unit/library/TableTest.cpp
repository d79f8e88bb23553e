// SPDX-License-Identifier: Apache-2.0
// The library's tables as data: every entry says what it is, and refers to modules and classes that exist.
#include "compiler/frontend/evaluate/Library.h"
#include "gtest/gtest.h"

using namespace tessera::frontend;

namespace {

TEST(LibraryTable, EveryEntryHasASummaryAndASignature) {
  const LibraryTable &table = LibraryTable::get();
  for (llvm::StringRef module : table.moduleNames()) {
    EXPECT_FALSE(llvm::StringRef(table.findModule(module)->summary).empty()) << module.str();
    for (const LibraryEntry *entry : table.entriesOf(module)) {
      std::string name = module.str() + "." + entry->name;
      EXPECT_FALSE(llvm::StringRef(entry->summary).empty()) << name;
      llvm::StringRef signature = entry->signature;
      bool callable = entry->kind == EntryKind::function || entry->kind == EntryKind::decorator || entry->kind == EntryKind::method;
      if (callable)
        EXPECT_TRUE(signature.starts_with("(") && signature.ends_with(")")) << name << " " << signature.str();
    }
  }
}

TEST(LibraryTable, AliasesNameModules) {
  const LibraryTable &table = LibraryTable::get();
  for (llvm::StringRef module : table.moduleNames())
    for (const LibraryEntry *entry : table.entriesOf(module))
      if (entry->kind == EntryKind::module)
        EXPECT_TRUE(table.isPackage(entry->signature)) << module.str() << "." << entry->name << " is " << entry->signature;
}

TEST(LibraryTable, HasTheNamesOfThePallasQuickstart) {
  const LibraryTable &table = LibraryTable::get();
  const std::pair<const char *, const char *> names[] = {
      {"jax.experimental.pallas", "pallas_call"}, {"jax.experimental.pallas", "BlockSpec"}, {"jax.experimental.pallas", "program_id"},
      {"jax.experimental.pallas.tpu", "SMEM"},    {"jax", "ShapeDtypeStruct"},              {"jax", "vmap"},
      {"jax", "jit"},                             {"jax.numpy", "maximum"},                 {"jax.random", "split"},
      {"jax.random", "key"},                      {"jax.random", "normal"},                 {"jax.numpy", "matmul"},
      {"numpy.testing", "assert_allclose"}};
  for (auto [module, name] : names) {
    const LibraryEntry *entry = table.find(module, name);
    ASSERT_TRUE(entry) << module << "." << name;
    EXPECT_TRUE(entry->handler) << module << "." << name;
  }
}

TEST(LibraryTable, NamesThatAreNotSupportedAreKnown) {
  const LibraryTable &table = LibraryTable::get();
  for (auto [module, name] : {std::pair("jax", "closure_convert"), std::pair("jax.lax", "all_to_all"), std::pair("jax.lax", "psum_scatter"),
                              std::pair("jax.experimental.pallas.mosaic_gpu", "Transform")}) {
    const LibraryEntry *entry = table.find(module, name);
    ASSERT_TRUE(entry) << module << "." << name;
    EXPECT_FALSE(entry->handler) << module << "." << name;
  }
}

} // namespace
