// SPDX-License-Identifier: Apache-2.0
// Open texts and their changes, one after the other as an editor sends them.
#include "runner/lsp/Documents.h"
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::runner::lsp;

static llvm::json::Array parse(const char *text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  return value ? *value->getAsArray() : llvm::json::Array();
}

static constexpr const char *insertAtEnd =
    R"([{"range": {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 2}}, "text": "c\nd"},
        {"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 1}}, "text": "\u00f6"}])";

TEST(DocumentsTest, LaterChangesCountInWhatEarlierOnesLeft) {
  Documents documents;
  DocumentRef first = documents.open("/a.py", 1, "ab");
  DocumentRef second = documents.change("/a.py", 2, parse(insertAtEnd));
  ASSERT_TRUE(second);
  EXPECT_EQ(second->text(), "abc\n\u00f6");
  EXPECT_EQ(first->text(), "ab"); // who still reads it
  EXPECT_EQ(documents.find("/a.py")->version, 2);
}

TEST(DocumentsTest, AChangeWithoutARangeIsTheWholeText) {
  Documents documents;
  documents.open("/a.py", 1, "ab");
  EXPECT_EQ(documents.change("/a.py", 2, parse(R"([{"text": "x"}])"))->text(), "x");
  EXPECT_EQ(documents.change("/a.py", 3, parse(R"([{"range": null, "text": "y"}])"))->text(), "y");
}

TEST(DocumentsTest, WhatIsNoChangeLeavesTheText) {
  Documents documents;
  documents.open("/a.py", 1, "ab");
  for (const char *text :
       {R"([3])", R"([{}])", R"([{"range": {}, "text": ""}])",
        R"([{"range": {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 1}}, "text": ""}])"})
    EXPECT_FALSE(documents.change("/a.py", 2, parse(text))) << text;
  EXPECT_EQ(documents.find("/a.py")->text(), "ab");
  EXPECT_FALSE(documents.change("/b.py", 2, parse(R"([{"text": "x"}])")));
}

TEST(DocumentsTest, OpenTextsStandOverTheDisk) {
  Documents documents;
  EXPECT_FALSE(documents.read("/there/is/no/such.py"));
  documents.open("/there/is/no/such.py", 1, "x = 1");
  EXPECT_EQ(documents.read("/there/is/no/such.py")->text(), "x = 1");
  documents.close("/there/is/no/such.py");
  EXPECT_FALSE(documents.read("/there/is/no/such.py"));
  EXPECT_TRUE(documents.read(TESSERA_SOURCE_DIR "/shared/kernels/matmul.py"));
  EXPECT_FALSE(documents.read(TESSERA_SOURCE_DIR));
}

TEST(DocumentsTest, AFileOfAPackageIsAModuleOfIt) {
  PackagePlace inside = findPackage(TESSERA_SOURCE_DIR "/shared/packages/gated_mlp/gated_mlp/there_is_none.py");
  EXPECT_EQ(inside.folder, TESSERA_SOURCE_DIR "/shared/packages/gated_mlp");
  EXPECT_EQ(inside.package, "gated_mlp");
  PackagePlace outside = findPackage(TESSERA_SOURCE_DIR "/shared/kernels/matmul.py");
  EXPECT_EQ(outside.folder, TESSERA_SOURCE_DIR "/shared/kernels");
  EXPECT_EQ(outside.package, "");
}
