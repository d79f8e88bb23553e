// SPDX-License-Identifier: Apache-2.0
// Traces as JSON: rows hold no two events that overlap, and the text parses.
#include "runner/emulator/trace/TraceJson.h"
#include "llvm/Support/JSON.h"
#include <gtest/gtest.h>

using namespace tessera::emulator;

namespace {

Trace example() {
  Trace trace;
  trace.add({Trace::Kind::run, 0, 0, 0, 0, 10, "run", 0, 0});
  trace.add({Trace::Kind::copy, 0, 0, -1, 4, 20, "TMA \"load\"\n", 3, 30});
  trace.add({Trace::Kind::copy, 0, 0, -1, 2, 8, "first", 0, 0});
  trace.add({Trace::Kind::copy, 0, 0, -1, 8, 9, "third", 0, 0});
  trace.add({Trace::Kind::wgmma, 0, 1, 4, 5, 6, "wgmma", 0, 0});
  trace.add({Trace::Kind::wait, 0, 0, 0, 10, 20, "wait", 0, 0});
  return trace;
}

llvm::json::Object parse(const std::string &text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  EXPECT_TRUE(bool(value)) << text;
  return value && value->getAsObject() ? *value->getAsObject() : llvm::json::Object();
}

} // namespace

TEST(TraceJson, GivesOverlappingEventsRowsOfTheirOwn) {
  llvm::json::Object json = parse(toTimelineJson(example()));
  std::string rows;
  for (const llvm::json::Value &row : *json.getArray("rows"))
    rows += (*row.getAsObject()->getString("name") + ";").str();
  EXPECT_EQ(rows, "warp 0;copies;copies (2);warp 4, wgmma;");
  std::string events;
  for (const llvm::json::Value &event : *json.getArray("events"))
    events += std::to_string(*event.getAsObject()->getInteger("row")) + ":" + std::to_string(*event.getAsObject()->getInteger("begin")) + " ";
  EXPECT_EQ(events, "0:0 1:2 2:4 3:5 1:8 0:10 ");
  EXPECT_EQ(*(*json.getArray("events"))[2].getAsObject()->getString("name"), "TMA \"load\"\n");
  EXPECT_EQ(*(*json.getArray("events"))[2].getAsObject()->getInteger("ptxLine"), 30);
}

TEST(TraceJson, CountsWhatWasDropped) {
  Trace trace;
  trace.limit = 1;
  trace.add({});
  trace.add({});
  EXPECT_EQ(*parse(toTimelineJson(trace)).getInteger("dropped"), 1);
}

TEST(TraceJson, WritesChromeTraces) {
  llvm::json::Object json = parse(toChromeTrace(example()));
  const llvm::json::Array &events = *json.getArray("traceEvents");
  ASSERT_EQ(events.size(), 8u + 6u);
  const llvm::json::Object &last = *events.back().getAsObject();
  EXPECT_EQ(*last.getString("ph"), "X");
  EXPECT_EQ(*last.getInteger("ts"), 10);
  EXPECT_EQ(*last.getInteger("dur"), 10);
  EXPECT_TRUE(parse(toChromeTrace({})).getArray("traceEvents")->empty());
}
