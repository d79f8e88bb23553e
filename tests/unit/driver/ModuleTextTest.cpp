// SPDX-License-Identifier: Apache-2.0
// What is refused before MLIR's parser sees it, and that nothing of ours is.
#include "compiler/driver/ModuleText.h"
#include "compiler/driver/Compiler.h"
#include "shared/artifact/Artifact.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace tessera;

static std::string repeat(llvm::StringRef piece, size_t times) {
  std::string text;
  for (size_t i = 0; i < times; ++i)
    text += piece;
  return text;
}

static std::string withAttribute(const std::string &attribute) {
  return "\"builtin.module\"() ({}) {a = " + attribute + "} : () -> ()\n";
}

static void expectExcess(const std::string &text, llvm::StringRef part) {
  std::optional<std::string> excess = findExcess(text);
  ASSERT_TRUE(excess) << text.substr(0, 200);
  EXPECT_NE(excess->find(part.str()), std::string::npos) << *excess;
}

/// `#a0 = FIRST`, then each by two of the one before.
static std::string doubleAliases(llvm::StringRef first, size_t count) {
  std::string text = "#a0 = " + first.str() + "\n";
  for (size_t i = 1; i < count; ++i) {
    std::string before = "#a" + std::to_string(i - 1);
    text += "#a" + std::to_string(i) + " = [" + before + ", " + before + "]\n";
  }
  return text + withAttribute("#a" + std::to_string(count - 1));
}

TEST(ModuleText, DepthIsBounded) {
  for (auto [opening, closing] : {std::pair("[", "]"), {"{a = ", "}"}, {"() -> (", ")"}, {"loc(fused<", ">)"}}) {
    EXPECT_FALSE(findExcess(withAttribute(repeat(opening, 400) + "1" + repeat(closing, 400)))) << opening;
    expectExcess(withAttribute(repeat(opening, 2000) + "1" + repeat(closing, 2000)), "nested more than 1024 deep");
  }
  expectExcess(repeat("\"scf.if\"() ({", 2000) + repeat("}) : () -> ()", 2000), "nested more than");
}

TEST(ModuleText, DepthByAliasesIsBounded) {
  std::string text = "#a0 = [1]\n";
  for (int i = 1; i < 3000; ++i)
    text += "#a" + std::to_string(i) + " = [#a" + std::to_string(i - 1) + "]\n";
  expectExcess(text, "nested more than 1024 deep (line 1025)");
  // Where lines end means nothing to the parser.
  std::replace(text.begin(), text.end(), '\n', ' ');
  expectExcess(text, "nested more than");
}

TEST(ModuleText, WhatAliasesStandForIsBounded) {
  EXPECT_FALSE(findExcess(doubleAliases("[1]", 10)));
  expectExcess(doubleAliases("[1]", 64), "an alias stands for more than");
  expectExcess("#a = [#a]\n", "stands in itself");
}

TEST(ModuleText, AModuleBehindAnAliasIsNotPartOfIt) {
  std::string body = "#a = \"text\"\n\"builtin.module\"() ({" +
                     repeat("\"tile.nothing\"() {x = #a} : () -> ()\n", 60'000) + "}) : () -> ()\n";
  EXPECT_FALSE(findExcess(body));
}

TEST(ModuleText, WhatOurModulesNeverHoldIsRefused) {
  for (const char *attribute :
       {"affine_map<(d0) -> (---d0)>", "affine_set<(d0) : (d0 >= 0)>", "tuple<i1>", "memref<4xf32>",
        "dense_resource<x> : tensor<4xi32>", "distinct[0]<1>", "sparse<0, 1> : tensor<4xi32>"})
    expectExcess(withAttribute(attribute), "which no program's module does");
  expectExcess("{-#\n dialect_resources: {} #-}", "resources");
  // As names they are fine.
  EXPECT_FALSE(findExcess(withAttribute("@tuple") + withAttribute("\"memref<4xf32>\"") + "// affine_map<"));
}

TEST(ModuleText, BracketsStringsAndBytesAreWhole) {
  expectExcess("", "empty");
  expectExcess(withAttribute("[1"), "closes nothing");
  expectExcess("(", "inside of brackets");
  expectExcess(withAttribute("\"a\\\""), "inside of a string");
  expectExcess(std::string("a\0b", 3), "the byte 0");
  expectExcess(withAttribute(repeat("9", 100'000)), "100000 digits");
}

TEST(ModuleText, WhatIsRefusedIsAnAlteredArtifact) {
  Compiler compiler;
  auto program = compiler.compile("a.py", "print(1)\n");
  auto good = artifact::read(program->freeze({}));
  ASSERT_TRUE(good);
  for (const std::string &text :
       {std::string(), std::string("ML\xefR and more"), std::string("\"builtin.module\"() ({"), withAttribute("1"),
        withAttribute("nonsense")}) {
    auto thawed = compiler.thaw(artifact::write(good->manifest, llvm::arrayRefFromStringRef(text)));
    ASSERT_EQ(thawed->diagnostics().size(), 1u) << text;
    EXPECT_EQ(thawed->diagnostics()[0].id, DiagnosticId::artifactAltered);
    EXPECT_NE(thawed->diagnostics()[0].message.find("the artifact's module can't be read: "), std::string::npos);
  }
}

TEST(ModuleText, NothingBehindTheTextIsRead) {
  mlir::MLIRContext context;
  std::string module = "\"builtin.module\"() ({\n^bb0:\n}) : () -> ()\n#a = i3";
  std::string longer = module + "z";
  DiagnosticSink sink;
  EXPECT_TRUE(parseModuleText(&context, llvm::StringRef(longer).take_front(module.size()), sink));
  EXPECT_TRUE(sink.all().empty()) << sink.all()[0].message;
}

TEST(ModuleText, AThawedProgramFreezesToTheSameModule) {
  Compiler compiler;
  auto program = compiler.compile("a.py", "import jax.numpy as jnp\n"
                                          "x = jnp.linspace(0, 1, 300) / 3 + jnp.float32('nan')\n"
                                          "print(x, 'text with \\\"quotes\\\" and \\u00e9', -1e-30)\n");
  ASSERT_TRUE(program->ok());
  std::vector<uint8_t> bytes = program->freeze({});
  auto thawed = compiler.thaw(bytes);
  ASSERT_TRUE(thawed->ok()) << thawed->diagnostics()[0].message;
  auto first = artifact::read(bytes), second = artifact::read(thawed->freeze({}));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(llvm::toStringRef(first->module), llvm::toStringRef(second->module));
  EXPECT_EQ(thawed->run({}).output, program->run({}).output);
}
