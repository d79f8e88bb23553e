// SPDX-License-Identifier: Apache-2.0
// Bounds of blocks whose units, reads and stalls are counted here by hand.
#include "shared/sass/IssueBounds.h"
#include <gtest/gtest.h>

using namespace tessera::sass;

namespace {

RegisterRange registers(int first, int count = 1) {
  return first < 0 ? RegisterRange() : RegisterRange{static_cast<uint8_t>(first), static_cast<uint16_t>(count)};
}

MachineInstruction make(Operation operation, RegisterRange a = {}, RegisterRange b = {}, RegisterRange c = {},
                        uint8_t reuse = 0, uint8_t stall = 1) {
  MachineInstruction instruction;
  instruction.operation = operation;
  instruction.a = a, instruction.b = b, instruction.c = c;
  instruction.reuse = reuse;
  instruction.stall = stall;
  return instruction;
}

IssueBounds bound(std::vector<MachineInstruction> instructions, unsigned architecture = 90) {
  MachineCode code{architecture, std::move(instructions)};
  return boundIssue(code, 0, static_cast<uint32_t>(code.instructions.size()));
}

MachineInstruction ffma(int a, int b, int c, uint8_t reuse = 0) {
  return make(Operation::fma32, registers(a), registers(b), registers(c), reuse);
}

TEST(IssueBounds, TwoBanksGiveTwoRegistersACycle) {
  // Even: 2, 4, 6, 8; odd: 1, 3.
  IssueBounds bounds = bound({ffma(2, 4, 1), ffma(6, 8, 3)});
  EXPECT_EQ(bounds[Resource::slots], 2);
  EXPECT_EQ(bounds[Resource::fma], 2);
  EXPECT_EQ(bounds[Resource::ports], 4);
  EXPECT_EQ(bounds.limit(), Resource::ports);
  // The lanes of sm_80 take as long: nothing is lost there.
  bounds = bound({ffma(2, 4, 1), ffma(6, 8, 3)}, 80);
  EXPECT_EQ(bounds[Resource::fma], 4);
  EXPECT_EQ(bounds.limit(), Resource::ports);
  EXPECT_EQ(bounds.cycles[static_cast<unsigned>(Resource::ports)], 4);
}

TEST(IssueBounds, AMarkedOperandIsNotReadAgain) {
  EXPECT_EQ(bound({ffma(2, 4, 6, /*reuse=*/1), ffma(2, 8, 10)})[Resource::ports], 5);
  EXPECT_EQ(bound({ffma(2, 4, 6), ffma(2, 8, 10)})[Resource::ports], 6);
  // As another operand it is.
  EXPECT_EQ(bound({ffma(2, 4, 6, /*reuse=*/1), ffma(8, 2, 10)})[Resource::ports], 6);
  // Only the next instruction has it, if it marks nothing itself.
  EXPECT_EQ(bound({ffma(2, 4, 6, /*reuse=*/1), ffma(8, 10, 12), ffma(2, 4, 6)})[Resource::ports], 9);
  EXPECT_EQ(bound({ffma(2, 4, 6, /*reuse=*/1), ffma(2, 10, 12, /*reuse=*/1), ffma(2, 4, 6)})[Resource::ports], 7);
}

TEST(IssueBounds, ARegisterThatIsTwoOperandsIsReadOnce) { EXPECT_EQ(bound({ffma(2, 2, 2)})[Resource::ports], 1); }

TEST(IssueBounds, APairHasARegisterOfEachBank) {
  IssueBounds bounds = bound({make(Operation::fp64, registers(2, 2), registers(4, 2), registers(6, 2))});
  EXPECT_EQ(bounds[Resource::ports], 3);
  EXPECT_EQ(bounds[Resource::fp64], 2);
  EXPECT_EQ(bound({make(Operation::fp64, registers(2, 2))}, 80)[Resource::fp64], 4);
}

TEST(IssueBounds, ProductsOfIntegersHaveOneHalfOfTheUnit) {
  IssueBounds bounds = bound({make(Operation::integerProduct), make(Operation::integerProduct), ffma(1, 2, 3)});
  EXPECT_EQ(bounds[Resource::fma], 3);
  EXPECT_EQ(bounds[Resource::fmaHeavy], 4);
  EXPECT_EQ(bounds.limit(), Resource::fmaHeavy);
  bounds = bound({make(Operation::integerProduct), ffma(1, 2, 3)}, 80);
  EXPECT_EQ(bounds[Resource::fma], 4);
  EXPECT_EQ(bounds[Resource::fmaHeavy], 0);
}

TEST(IssueBounds, UnitsOfFewLanes) {
  IssueBounds bounds =
      bound({make(Operation::special, registers(2)), make(Operation::conversion), make(Operation::alu, registers(2)),
             make(Operation::sharedLoad, registers(2)), make(Operation::warpExchange), make(Operation::half)});
  EXPECT_EQ(bounds[Resource::special], 8);
  EXPECT_EQ(bounds[Resource::conversion], 2);
  EXPECT_EQ(bounds[Resource::alu], 2);
  EXPECT_EQ(bounds[Resource::memory], 8);
  EXPECT_EQ(bounds[Resource::half], 1);
  EXPECT_EQ(bounds[Resource::ports], 1); // the alu's: queues read later
  EXPECT_EQ(bound({make(Operation::special), make(Operation::conversion)}, 80)[Resource::special], 16);
}

TEST(IssueBounds, AWarpAloneWaitsForItsStalls) {
  IssueBounds bounds = bound({make(Operation::alu, {}, {}, {}, 0, 4), make(Operation::alu, {}, {}, {}, 0, 0),
                              make(Operation::branch, {}, {}, {}, 0, 5)});
  EXPECT_EQ(bounds.alone, 10u);
  EXPECT_EQ(bounds[Resource::slots], 3);
}

TEST(IssueBounds, WhatIsNotCountedIsTold) {
  IssueBounds bounds = bound({make(Operation::wgmma), make(Operation::mma), make(Operation::unknown), ffma(1, 2, 3)});
  EXPECT_EQ(bounds.uncounted, 3u);
  EXPECT_EQ(bounds[Resource::slots], 4);
}

TEST(IssueBounds, OtherRatesCanBeTried) {
  MachineCode code{90, {ffma(2, 4, 6), make(Operation::special), make(Operation::integerProduct)}};
  tessera::rates::Rates rates = tessera::rates::hopper;
  ASSERT_TRUE(setRate(rates, "portReads", 2));
  ASSERT_TRUE(setRate(rates, "specialCycles", 9));
  ASSERT_TRUE(setRate(rates, "fmaUnits", 1));
  IssueBounds bounds = boundIssue(code, 0, 3, rates);
  EXPECT_EQ(bounds[Resource::ports], 1.5);
  EXPECT_EQ(bounds[Resource::special], 9);
  EXPECT_EQ(bounds[Resource::fma], 3);
  EXPECT_EQ(bounds[Resource::fmaHeavy], 0);
  EXPECT_EQ(boundIssue(code, 0, 3)[Resource::ports], 3);
}

TEST(IssueBounds, OnlyTheBlockItself) {
  MachineCode code{90, {ffma(2, 4, 6), ffma(2, 4, 6), ffma(2, 4, 6)}};
  EXPECT_EQ(boundIssue(code, 1, 2)[Resource::ports], 3);
  EXPECT_EQ(boundIssue(code, 1, 1)[Resource::slots], 0);
}

} // namespace
