// SPDX-License-Identifier: Apache-2.0
// The table of opcodes.

#include "runner/emulator/program/Builder.h"
#include <gtest/gtest.h>

using namespace tessera::emulator;

static bool buildOne(InstructionBuilder &) { return true; }
static bool buildOther(InstructionBuilder &) { return true; }

TEST(Forms, AModifierSelectsAFamily) {
  Forms forms;
  forms.add("cp", buildOne, "async");
  forms.add("cp", buildOther, "bulk");
  ptx::Instruction instruction;
  instruction.opcode = "cp";
  EXPECT_EQ(forms.find(instruction), nullptr);
  instruction.modifiers = {"async", "cg"};
  EXPECT_EQ(forms.find(instruction), &buildOne);
  instruction.modifiers = {"async", "bulk"};
  EXPECT_EQ(forms.find(instruction), &buildOther);
}

TEST(Forms, NearNamesAreFound) {
  Forms forms;
  for (const char *name : {"add", "and", "wgmma"})
    forms.add(name, buildOne);
  EXPECT_EQ(forms.nearest("wgma"), (std::vector<std::string>{"wgmma"}));
  EXPECT_TRUE(forms.nearest("something").empty());
}
