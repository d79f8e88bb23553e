// SPDX-License-Identifier: Apache-2.0
// A timeline as shared/protocol/README.md describes it: what is not there is left out, numbers stay whole.
#include "compiler/driver/Compiler.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {
interpreter::Timeline makeTimeline() {
  interpreter::Timeline timeline;
  timeline.rows = {{"warpgroup 0", 0, 1, 0}, {"TMA loads", 0, 1, -1}};
  interpreter::Timeline::Event copy{
      1, "copy", 10, 700, "copy x to a_smem[1]", "a_smem", 1, 3, {"k.py", {12, 3}, {12, 40}}, -1};
  interpreter::Timeline::Event wait{0, "wait", 20, 700, "wait for full[1]", "", -1, -1, {}, 0};
  timeline.events = {copy, wait};
  timeline.dropped = 2;
  timeline.length = 800;
  return timeline;
}

TEST(TimelineJson, RowsAndEventsAreAsDocumented) {
  llvm::json::Value value = toJson(makeTimeline());
  const llvm::json::Object &timeline = *value.getAsObject();
  EXPECT_EQ(timeline.getString("unit"), "cycles (model)");
  EXPECT_EQ(timeline.getInteger("dropped"), 2);
  EXPECT_EQ(timeline.getInteger("length"), 800);
  const llvm::json::Object &row = *(*timeline.getArray("rows"))[1].getAsObject();
  EXPECT_EQ(row.getString("name"), "TMA loads");
  EXPECT_EQ(row.getInteger("cta"), 1);
  EXPECT_EQ(row.getInteger("warpgroup"), -1);
  const llvm::json::Object &copy = *(*timeline.getArray("events"))[0].getAsObject();
  EXPECT_EQ(copy.getString("kind"), "copy");
  EXPECT_EQ(copy.getInteger("end"), 700);
  EXPECT_EQ(copy.getString("buffer"), "a_smem");
  EXPECT_EQ(copy.getInteger("slot"), 1);
  EXPECT_EQ(copy.getInteger("step"), 3);
  EXPECT_EQ(copy.getInteger("line"), 12);
  EXPECT_EQ(*copy.get("range"), llvm::json::Value(llvm::json::Array{12, 3, 12, 40}));
  EXPECT_FALSE(copy.get("waitsFor"));
}

TEST(TimelineJson, WhatIsNotThereIsLeftOut) {
  llvm::json::Value value = toJson(makeTimeline());
  const llvm::json::Object &wait = *(*value.getAsObject()->getArray("events"))[1].getAsObject();
  EXPECT_EQ(wait.getInteger("waitsFor"), 0);
  for (const char *name : {"buffer", "slot", "step", "line", "range", "file"})
    EXPECT_FALSE(wait.get(name)) << name;
}

TEST(TimelineJson, AnEventNamesItsFileByNumber) {
  interpreter::Timeline timeline = makeTimeline();
  timeline.events.push_back(timeline.events[0]);
  timeline.events.back().range.file = "ops.py";
  llvm::json::Value value = toJson(timeline);
  const llvm::json::Object &object = *value.getAsObject();
  EXPECT_EQ(*object.get("files"), llvm::json::Value(llvm::json::Array{"k.py", "ops.py"}));
  const llvm::json::Array &events = *object.getArray("events");
  EXPECT_FALSE(events[0].getAsObject()->get("file")); // the first
  EXPECT_EQ(events[2].getAsObject()->getInteger("file"), 1);
}

TEST(TimelineJson, ALaunchCarriesItsTimelineAndItsSchedules) {
  interpreter::RunResult result;
  result.launches.resize(2);
  result.launches[1].timeline = makeTimeline();
  result.launches[1].schedules = 20;
  llvm::json::Value value = toJson(result);
  const llvm::json::Array &launches = *value.getAsObject()->getArray("launches");
  EXPECT_FALSE(launches[0].getAsObject()->get("timeline"));
  EXPECT_FALSE(launches[0].getAsObject()->get("schedules"));
  EXPECT_EQ(launches[1].getAsObject()->getInteger("schedules"), 20);
  EXPECT_TRUE(launches[1].getAsObject()->getObject("timeline"));
}
} // namespace
