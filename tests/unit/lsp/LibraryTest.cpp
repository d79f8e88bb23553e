// SPDX-License-Identifier: Apache-2.0
// The table of library names by the paths that programs use.
#include "runner/lsp/Library.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <set>

using namespace tessera::runner::lsp;

static bool has(const std::vector<LibraryEntry> &entries, const char *name) {
  return llvm::any_of(entries, [&](const LibraryEntry &entry) { return entry.name == name; });
}

TEST(LibraryTest, NamesAreFoundByTheirPaths) {
  Library library;
  const LibraryEntry *sum = library.find("jax.numpy.sum");
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->title().substr(0, 17), "jax.numpy.sum(a, ");
  EXPECT_FALSE(sum->where.empty());
  EXPECT_TRUE(library.find("builtins.print"));
  EXPECT_FALSE(library.find("jax.numpy.no_such_name"));
  EXPECT_FALSE(library.find(""));
  EXPECT_FALSE(library.find("..."));
}

TEST(LibraryTest, MembersOfModulesAndClasses) {
  Library library;
  EXPECT_TRUE(has(library.listMembers("jax.numpy"), "sum"));
  EXPECT_TRUE(has(library.listMembers("jax"), "numpy"));
  EXPECT_FALSE(has(library.listMembers("jax.numpy"), "print"));
  EXPECT_TRUE(library.listMembers("no.such.module").empty());
  EXPECT_FALSE(library.findMembers("astype").empty());
  EXPECT_TRUE(library.findMembers("no_such_method").empty());
  std::vector<std::string> modules = library.listSubmodules("jax.experimental");
  EXPECT_TRUE(llvm::is_contained(modules, "pallas"));
  EXPECT_FALSE(library.summaryOfModule("triton.language").empty());
}

TEST(LibraryTest, EachMethodIsOfferedOnce) {
  Library library;
  std::vector<const LibraryEntry *> all = library.listAllMembers();
  std::set<std::string> names;
  for (const LibraryEntry *entry : all)
    EXPECT_TRUE(names.insert(llvm::StringRef(entry->name).rsplit('.').second.str()).second) << entry->name;
  EXPECT_GT(names.size(), 50u);
}
