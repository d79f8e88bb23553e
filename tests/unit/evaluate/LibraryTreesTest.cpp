// SPDX-License-Identifier: Apache-2.0
// Trees that are kept from one run to the next: their names stay the same ones, nothing else of a run stays.
#include "compiler/frontend/evaluate/LibraryTrees.h"
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::frontend;

namespace {
const syntax::NameExpr &nameIn(const LibraryTrees::Tree &tree) {
  return *llvm::cast<syntax::NameExpr>(llvm::cast<syntax::ExprStmt>(tree.program.body[0])->value);
}
} // namespace

TEST(LibraryTrees, aRunNeedNotReadWhatAnEarlierOneHasRead) {
  LibraryTrees trees;
  trees.beginRun();
  EXPECT_EQ(trees.find("enum", 0), nullptr);
  DiagnosticSink sink;
  LibraryTrees::Tree &read = trees.read("enum", 0, "<enum>", "name\n", sink);
  const char *name = nameIn(read).name.data();
  int value = 0;
  nameIn(read).owner = &value;
  EXPECT_GT(read.program.body[0]->range.begin.line, LibraryTrees::firstLine);
  trees.endRun();

  trees.beginRun();
  LibraryTrees::Tree *kept = trees.find("enum", 0);
  ASSERT_EQ(kept, &read);
  EXPECT_EQ(nameIn(*kept).owner, nullptr);
  EXPECT_EQ(trees.find("enum", 1), nullptr);
  syntax::Context program(trees.names());
  EXPECT_EQ(program.intern("name").data(), name);
  LibraryTrees::Tree &other = trees.read("enum", 1, "<enum>", "other\n", sink);
  EXPECT_GT(other.program.body[0]->range.begin.line, kept->program.body[0]->range.begin.line);
}

TEST(LibraryTrees, namesOfProgramsDoNotStay) {
  LibraryTrees trees;
  trees.beginRun();
  DiagnosticSink sink;
  trees.read("enum", 0, "<enum>", "name\n", sink);
  size_t names = trees.names().size();
  {
    syntax::Context program(trees.names());
    for (int i = 0; i < 100; ++i)
      program.intern("of the program " + std::to_string(i));
    program.intern("read by both");
    trees.read("enum", 1, "<enum>", "read_by_both\n'read by both'\n", sink);
  }
  EXPECT_EQ(trees.names().size(), names + 102);
  trees.endRun();
  EXPECT_EQ(trees.names().size(), names + 2);
}

TEST(LibraryTrees, aTextWithErrorsIsNotKept) {
  LibraryTrees trees;
  trees.beginRun();
  DiagnosticSink sink;
  trees.read("enum", 0, "<enum>", "name = (\n", sink);
  EXPECT_TRUE(sink.hasErrors());
  trees.endRun();
  EXPECT_EQ(trees.find("enum", 0), nullptr);
}

TEST(LibraryTrees, aRunInsideAnotherHasItsOwn) {
  auto shared = std::make_shared<LibraryTrees>();
  TreesInRun outer(shared);
  TreesInRun inner(shared);
  EXPECT_EQ(&outer->names(), &shared->names());
  EXPECT_NE(&inner->names(), &shared->names());
}
