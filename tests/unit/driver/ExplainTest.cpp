// SPDX-License-Identifier: Apache-2.0
// What is said of a kernel's schedule.
#include "compiler/driver/Explain.h"
#include "compiler/schedule/Choices.h"
#include "tests/unit/driver/TunedPrograms.h"
#include <set>

using namespace tessera;

namespace {
class ExplainTest : public TunedProgramTest {
protected:
  static std::string print(const Explanation &explanation) {
    std::string text;
    llvm::raw_string_ostream(text) << toJson(explanation);
    return text;
  }
};
} // namespace

TEST_F(ExplainTest, AnArtifactExplainsItself) {
  auto program = compile(productText);
  std::string told = print(explainProgram(*program));
  EXPECT_NE(told.find("\"wgmma\""), std::string::npos) << told;
  auto thawed = compiler.thaw(program->freeze({}));
  ASSERT_TRUE(thawed->ok());
  EXPECT_EQ(print(explainProgram(*thawed)), told);
}

TEST_F(ExplainTest, ChoicesSayWhetherTheyWereAskedFor) {
  Explanation explanation = explainProgram(*compile(productText, "product.stages=2"), "product.stages=2;copy.config=1");
  ASSERT_EQ(explanation.kernels.size(), 1u);
  std::set<std::string> asked;
  for (const ExplainedChoice &choice : explanation.kernels.front().choices)
    if (choice.isAsked)
      asked.insert(choice.name);
  EXPECT_EQ(asked, std::set<std::string>{"stages"});
}

TEST_F(ExplainTest, WhatWasDecidedIsInNoTextOfTheProgram) {
  auto program = compile(productText);
  ASSERT_FALSE(explainProgram(*program).kernels.front().decisions.empty());
  DiagnosticSink sink;
  for (const char *stage : {"tile", "tilegpu"})
    EXPECT_EQ(program->show(stage, "", "", sink).value_or("schedule.").find("schedule."), std::string::npos) << stage;
  for (const Snapshot &snapshot : program->snapshots())
    EXPECT_EQ(snapshot.text.find("schedule.decisions"), std::string::npos) << snapshot.pass;
}

TEST_F(ExplainTest, EveryNameHasValuesToTry) {
  std::set<std::string> names, tried;
  for (llvm::StringRef name : schedule::getChoiceNames())
    names.insert(name.str());
  for (const schedule::ChoiceValues &choice : schedule::getChoiceValues()) {
    EXPECT_FALSE(choice.values.empty());
    tried.insert(choice.name.str());
  }
  EXPECT_EQ(names, tried);
}
