// SPDX-License-Identifier: Apache-2.0
// Traces as JSON: a row for everybody, in Chrome's format with nothing that overlaps; and what a full trace keeps.
#include "runner/emulator/trace/TraceJson.h"
#include "llvm/Support/JSON.h"
#include <gtest/gtest.h>

using namespace tessera::emulator;

namespace {

using Kind = Trace::Kind;

Trace::Event make(Kind kind, uint32_t cta, int32_t warp, uint64_t begin, uint64_t end, std::string what) {
  Trace::Event event;
  event.kind = kind;
  event.cta = cta;
  event.warp = warp;
  event.begin = begin;
  event.end = end;
  event.what = std::move(what);
  return event;
}

/// A warp that waits for one of three copies, and a product of a warpgroup of the second CTA.
Trace example() {
  Trace trace;
  trace.places = {{"tiles", 0x400, 0x2000, 2}};
  trace.add(0, make(Kind::run, 0, 0, 0, 10, "run"));
  Trace::Event copy = make(Kind::copy, 0, -1, 4, 20, "TMA \"load\"\n");
  copy.bytes = 128;
  copy.ptxLine = 30;
  trace.place(0x1400, copy);
  int64_t cause = trace.add(0, copy);
  trace.add(0, make(Kind::copy, 0, -1, 2, 8, "first"));
  trace.add(0, make(Kind::copy, 0, -1, 8, 9, "third"));
  Trace::Event product = make(Kind::wgmma, 1, -1, 5, 6, "wgmma");
  product.warpgroup = 1;
  product.count = 4;
  trace.add(0, product);
  Trace::Event wait = make(Kind::wait, 0, 0, 10, 20, "wait");
  wait.waitsFor = cause;
  trace.add(0, wait);
  return trace;
}

llvm::json::Object parse(const std::string &text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  EXPECT_TRUE(bool(value)) << text;
  return value && value->getAsObject() ? *value->getAsObject() : llvm::json::Object();
}

} // namespace

TEST(TraceJson, GivesEverybodyARow) {
  llvm::json::Object json = parse(toTimelineJson(example()));
  std::string rows;
  for (const llvm::json::Value &row : *json.getArray("rows"))
    rows += (*row.getAsObject()->getString("name") + ";").str();
  EXPECT_EQ(rows, "copies;warp 0;warpgroup 1, wgmma;");
  EXPECT_EQ(*(*json.getArray("rows"))[2].getAsObject()->getInteger("warpgroup"), 1);
  std::string events;
  for (const llvm::json::Value &event : *json.getArray("events"))
    events += std::to_string(*event.getAsObject()->getInteger("row")) + ":" +
              std::to_string(*event.getAsObject()->getInteger("begin")) + " ";
  EXPECT_EQ(events, "1:0 0:2 0:4 2:5 0:8 1:10 ");
  EXPECT_EQ(*json.getInteger("length"), 20);
}

TEST(TraceJson, TellsWhatIsKnownOfAnEvent) {
  llvm::json::Object json = parse(toTimelineJson(example()));
  const llvm::json::Object &copy = *(*json.getArray("events"))[2].getAsObject();
  EXPECT_EQ(*copy.getString("name"), "tiles[1]: TMA \"load\"\n 128 B");
  EXPECT_EQ(*copy.getInteger("ptxLine"), 30);
  EXPECT_EQ(*copy.getString("buffer"), "tiles");
  EXPECT_EQ(*copy.getInteger("slot"), 1);
  EXPECT_EQ(*copy.getInteger("step"), 0);
  EXPECT_FALSE(copy.get("waitsFor"));
  EXPECT_EQ(*(*json.getArray("events"))[3].getAsObject()->getString("name"), "wgmma x 4");
  EXPECT_EQ(*(*json.getArray("events"))[5].getAsObject()->getInteger("waitsFor"), 2);
}

TEST(TraceJson, CutsNamesBetweenCharacters) {
  Trace trace;
  std::string name = "x";
  for (int i = 0; i < 200; ++i)
    name += "ä";
  trace.add(0, make(Kind::run, 0, 0, 0, 1, name));
  EXPECT_EQ((*parse(toTimelineJson(trace)).getArray("events"))[0].getAsObject()->getString("name")->size(), 199u);
}

TEST(TraceJson, WritesChromeTraces) {
  llvm::json::Object json = parse(toChromeTrace(example()));
  const llvm::json::Array &events = *json.getArray("traceEvents");
  ASSERT_EQ(events.size(), 8u + 6u) << "four rows: the copies need two";
  EXPECT_EQ(*(*events[5].getAsObject()).getObject("args")->getString("name"), "copies (2)");
  const llvm::json::Object &last = *events.back().getAsObject();
  EXPECT_EQ(*last.getString("ph"), "X");
  EXPECT_EQ(*last.getInteger("ts"), 10);
  EXPECT_EQ(*last.getInteger("dur"), 10);
  EXPECT_TRUE(parse(toChromeTrace({})).getArray("traceEvents")->empty());
}

TEST(Trace, AFullOneKeepsTheFirstClustersWhole) {
  Trace trace;
  trace.limit = 6;
  for (int i = 0; i < 4; ++i)
    for (uint32_t cluster : {2u, 0u, 1u})
      trace.add(cluster, make(Kind::run, 0, 0, i, i + 1, "run"));
  EXPECT_EQ(trace.clusters.size(), 1u);
  EXPECT_EQ(trace.clusters.at(0).size(), 4u);
  EXPECT_EQ(trace.dropped, 8u);
  EXPECT_EQ(trace.size(), 4u);
  EXPECT_EQ(trace.find(1, 0), nullptr);
  for (int i = 4; i < 9; ++i)
    trace.add(0, make(Kind::run, 0, 0, i, i + 1, "run"));
  EXPECT_EQ(trace.clusters.at(0).size(), 6u) << "the only one is cut";
  EXPECT_EQ(*parse(toTimelineJson(trace)).getInteger("dropped"), 11);
}

TEST(Trace, PartsOfOneKeyAreOneEvent) {
  Trace trace;
  Trace::Event part = make(Kind::copy, 0, -1, 4, 9, "cp.async");
  part.bytes = 512;
  Trace::Key key{0, 7, 0, -1, -1}, other{0, 7, 1, -1, -1};
  int64_t first = trace.addPart(0, key, part);
  part.begin = 2, part.end = 12;
  EXPECT_EQ(trace.addPart(0, key, part), first);
  EXPECT_NE(trace.addPart(0, other, part), first);
  EXPECT_NE(trace.addPart(1, key, part), -1);
  EXPECT_EQ(trace.nameEvent(*trace.find(0, first)), "cp.async 1024 B");
  EXPECT_EQ(trace.find(0, first)->begin, 2u);
  EXPECT_EQ(trace.find(0, first)->end, 12u);
}

TEST(Trace, PlacesAreFoundByTheirBytes) {
  Trace trace;
  trace.places = {{"full", 0x400, 32, 4}, {"tile", 0x800, 256, 0}};
  Trace::Event event;
  EXPECT_FALSE(trace.place(0x3ff, event));
  EXPECT_TRUE(trace.place(0x41f, event));
  EXPECT_EQ(event.place, 0);
  EXPECT_EQ(event.slot, 3);
  EXPECT_FALSE(trace.place(0x420, event));
  EXPECT_TRUE(trace.place(0x8ff, event));
  EXPECT_EQ(event.place, 1);
  EXPECT_EQ(event.slot, -1);
}
