// SPDX-License-Identifier: Apache-2.0
// The parts of `tessera mcp` that need no process: pages, schemas, messages, lines of PTX, the root.
#include "runner/mcp/Describe.h"
#include "runner/mcp/Message.h"
#include "runner/mcp/Page.h"
#include "runner/mcp/PtxLines.h"
#include "runner/mcp/Root.h"
#include "runner/mcp/RunnerAccess.h"
#include "runner/mcp/Schema.h"
#include "runner/mcp/Tool.h"
#include "runner/mcp/Turns.h"
#include "shared/protocol/Json.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

//===-- pages --------------------------------------------------------------------------------------------------===//

static std::string joinPages(llvm::StringRef text, size_t limit) {
  std::string whole;
  std::optional<size_t> next = 0;
  for (size_t pages = 0; next && pages <= text.size() + 1; ++pages) {
    Page page = cutPage(text, *next, limit);
    EXPECT_EQ(page.offset, *next);
    EXPECT_LE(page.text.size(), std::max<size_t>(limit, 4));
    EXPECT_TRUE(llvm::json::isUTF8(page.text));
    whole += page.text;
    next = page.next;
  }
  return whole;
}

TEST(McpPage, PagesMakeUpTheWholeWhateverTheLimit) {
  std::string text = "one\ntwo é\n\nthree 漢字 and a line that is long 🙂🙂🙂\nend";
  for (size_t limit = 1; limit < 80; ++limit)
    EXPECT_EQ(joinPages(text, limit), text) << limit;
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    std::string made;
    for (int j = 0; j < 300; ++j)
      made += std::array<const char *, 5>{"a", "\n", "é", "漢", "🙂"}[random() % 5];
    EXPECT_EQ(joinPages(made, 1 + random() % 60), made);
  }
}

TEST(McpPage, EndsBehindALineWhereItCan) {
  Page page = cutPage("aaaa\nbbbb\ncccc\n", 0, 12);
  EXPECT_EQ(page.text, "aaaa\nbbbb\n");
  EXPECT_EQ(page.next, 10u);
  EXPECT_NE(describeRest(page).find("\"offset\": 10"), std::string::npos);
  EXPECT_EQ(describeRest(cutPage("short", 0, 100)), "");
}

TEST(McpPage, AnOffsetInsideACharacterOrBeyondTheEndIsMoved) {
  EXPECT_EQ(cutPage("é!", 1, 10).text, "é!");
  Page beyond = cutPage("abc", 100, 10);
  EXPECT_EQ(beyond.text, "");
  EXPECT_EQ(beyond.offset, 3u);
  EXPECT_FALSE(beyond.next);
  EXPECT_EQ(cutPage("", 0, 10).text, "");
}

//===-- schemas ------------------------------------------------------------------------------------------------===//

static std::string check(const Object &schema, llvm::StringRef json) {
  std::string error;
  std::optional<Value> value = protocol::parseJson(json, error);
  EXPECT_TRUE(value) << error;
  return findMismatch(schema, *value).value_or("");
}

static Object sample() {
  return objectOf(Object{{"file", textOf("a file")},
                         {"count", countOf("how many", 1, 10, 3)},
                         {"device", oneOf({"interpreter", "emulator"}, "where")},
                         {"flag", flagOf("whether")},
                         {"names", listOf(textOf("a name"), "names", 2)},
                         {"set", Object{{"type", "object"},
                                        {"additionalProperties", Object{{"type", Array{"string", "number"}}}}}}},
                  {"file"});
}

TEST(McpSchema, TakesWhatFits) {
  EXPECT_EQ(check(sample(), R"({"file": "a"})"), "");
  EXPECT_EQ(check(sample(), R"({"file": "a", "count": 10, "device": "emulator", "flag": true, "names": ["x", "y"],
                                "set": {"M": 1, "N": "2"}})"),
            "");
  EXPECT_EQ(check(sample(), R"({"file": "a", "count": 3.0})"), "");
}

TEST(McpSchema, SaysWhatWasSeenAndExpected) {
  EXPECT_EQ(check(sample(), "[]"), "arguments: saw `[]`, expected object");
  EXPECT_EQ(check(sample(), "{}"), "argument `file` is missing");
  EXPECT_EQ(check(sample(), R"({"file": 1})"), "argument `file`: saw `1`, expected string");
  EXPECT_EQ(check(sample(), R"({"file": "a", "fil": 1})"), "there is no argument `fil`; did you mean `file`?");
  EXPECT_EQ(check(sample(), R"({"file": "a", "count": 11})"), "argument `count`: saw `11`, expected from `1` to `10`");
  EXPECT_EQ(check(sample(), R"({"file": "a", "count": 3.5})"), "argument `count`: saw `3.5`, expected integer");
  EXPECT_EQ(check(sample(), R"({"file": "a", "count": 1e300})"),
            "argument `count`: saw `1.0000000000000001e+300`, expected integer");
  EXPECT_EQ(
      check(sample(), R"({"file": "a", "device": "emulater"})"),
      "argument `device`: saw `\"emulater\"`, expected `\"interpreter\"` or `\"emulator\"`; did you mean `emulator`?");
  EXPECT_EQ(check(sample(), R"({"file": "a", "flag": "yes"})"), "argument `flag`: saw `\"yes\"`, expected boolean");
  EXPECT_EQ(check(sample(), R"({"file": "a", "names": ["x", 2]})"), "argument `names[1]`: saw `2`, expected string");
  EXPECT_EQ(check(sample(), R"({"file": "a", "names": ["x", "y", "z"]})"),
            "argument `names` has 3 items, expected at most 2");
  EXPECT_EQ(check(sample(), R"({"file": "a", "set": {"M": []}})"),
            "argument `set.M`: saw `[]`, expected string or number");
  EXPECT_NE(check(sample(), R"({"file": "a\u0000b"})"), "");
}

TEST(McpSchema, EveryToolsSchemaIsWellFormedAndItsDefaultsFit) {
  for (const Tool &tool : listTools()) {
    EXPECT_EQ(tool.input.getBoolean("additionalProperties"), false) << tool.name;
    for (const auto &[name, property] : *tool.input.getObject("properties")) {
      const Object &schema = *property.getAsObject();
      EXPECT_TRUE(schema.getString("description")) << tool.name << "." << name.str();
      if (const Value *value = schema.get("default"))
        EXPECT_EQ(findMismatch(schema, *value), std::nullopt) << tool.name << "." << name.str();
    }
  }
}

TEST(McpSchema, ToolsOfTextsNameNoFiles) {
  ASSERT_EQ(listTools(/*hasFiles=*/false).size(), listTools().size());
  for (const Tool &tool : listTools(/*hasFiles=*/false)) {
    const Object &properties = *tool.input.getObject("properties");
    for (const char *name : {"file", "module", "path", "baseline", "expect"})
      EXPECT_FALSE(properties.get(name)) << tool.name << "." << name;
    std::string text = tool.description + protocol::toText(Object(tool.input));
    for (const char *word : {"below the", "root", "@FILE", "`file`", "git:"})
      EXPECT_EQ(text.find(word), std::string::npos) << tool.name << ": " << word;
    EXPECT_EQ(tool.input.get("required") != nullptr, tool.name != "doc") << tool.name;
  }
}

TEST(McpSchema, NearestIsNearEnough) {
  EXPECT_EQ(findNearest("compil", {"run", "compile"}), "compile");
  EXPECT_EQ(findNearest("xyzzy", {"run", "compile"}), "");
  EXPECT_EQ(findNearest("sm_90", {"sm_80", "sm_90a"}), "sm_90a");
  EXPECT_EQ(findNearest("", {}), "");
}

//===-- messages -----------------------------------------------------------------------------------------------===//

static ReadMessage read(llvm::StringRef json) {
  std::string error;
  return readMessage(*protocol::parseJson(json, error));
}

TEST(McpMessage, TellsRequestsNotificationsAndResponses) {
  ReadMessage request = read(R"({"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"a": 1}})");
  ASSERT_TRUE(request.message);
  EXPECT_EQ(request.message->id, Value(7));
  EXPECT_EQ(request.message->method, "ping");
  EXPECT_EQ(request.message->params.getInteger("a"), 1);
  EXPECT_FALSE(read(R"({"jsonrpc": "2.0", "method": "x"})").message->id);
  EXPECT_TRUE(read(R"({"jsonrpc": "2.0", "id": "a", "result": {}})").message->isResponse);
}

TEST(McpMessage, AnswersWithTheIdWhereThereIsOne) {
  EXPECT_EQ(read(R"({"jsonrpc": "2.0", "id": 7, "method": 5})").id, Value(7));
  EXPECT_EQ(read(R"({"jsonrpc": "2.0", "id": 1.5, "method": "x"})").id, Value(nullptr));
  EXPECT_EQ(read(R"({"jsonrpc": "2.0", "id": 7, "method": "x", "params": []})").error.code, invalidParams);
  EXPECT_EQ(read("5").error.code, invalidRequest);
}

//===-- the rest -----------------------------------------------------------------------------------------------===//

TEST(McpPtxLines, LinesOfPtxAreLinesOfTheProgram) {
  llvm::StringRef ptx =
      ".visible .entry k()\n{\n.loc 1 7 3\nadd;\n\t.loc\t1 0 5\nmul;\n.loc 2 9 1\nsub;\n.loc 1 8 1\nret;\n";
  std::vector<int64_t> lines = mapLines(ptx);
  EXPECT_EQ(lines[1], 0);
  EXPECT_EQ(lines[4], 7);
  EXPECT_EQ(lines[6], 7); // line 0 is nobody's
  EXPECT_EQ(lines[8], 0); // of another file
  EXPECT_EQ(lines[10], 8);
  Object time{{"places", Array{Object{{"line", 4}, {"share", 0.25}}, Object{{"line", 6}, {"share", 0.5}},
                               Object{{"line", 10}, {"share", 0.125}}, Object{{"line", 999}, {"share", 0.1}}}}};
  EXPECT_EQ(shareByLine(time, ptx), (std::map<int64_t, double>{{7, 0.75}, {8, 0.125}}));
  EXPECT_TRUE(mapLines(".loc\n.loc x\n.loc 1").size() == 4);
}

TEST(McpRoot, NeitherDotsNorLinksLeadOut) {
  namespace fs = std::filesystem;
  fs::path folder = fs::temp_directory_path() / ("tessera-root-" + std::to_string(getpid()));
  fs::create_directories(folder / "in" / "sub");
  std::ofstream(folder / "out.py") << "secret";
  std::ofstream(folder / "in" / "a.py") << "text";
  fs::create_directory_symlink(folder, folder / "in" / "up");
  Result<Root> root = Root::open((folder / "in").string());
  ASSERT_TRUE(root);
  EXPECT_EQ(*root->resolve("a.py"), "a.py");
  EXPECT_EQ(*root->resolve("sub/../a.py"), "a.py");
  EXPECT_EQ(*root->resolve((folder / "in" / "a.py").string()), "a.py");
  EXPECT_EQ(root->readText("a.py"), "text");
  for (const char *name : {"../out.py", "up/out.py", "/etc/passwd", "sub/../../out.py"}) {
    EXPECT_FALSE(root->resolve(name)) << name;
    EXPECT_EQ(root->readText(name), "") << name;
  }
  EXPECT_NE(root->resolve("b.py").problem().detail.find("did you mean `a.py`"), std::string::npos);
  EXPECT_FALSE(Root::open((folder / "nowhere").string()));
  fs::remove_all(folder);
}

TEST(McpRoot, WithoutOneThereIsNoFile) {
  Root root = Root::none();
  EXPECT_FALSE(root.isThere());
  EXPECT_EQ(root.path(), "/");
  for (const char *name : {"etc/passwd", "/etc/passwd", ".", ""}) {
    EXPECT_FALSE(root.resolve(name)) << name;
    EXPECT_EQ(root.readText(name), "") << name;
  }
}

//===-- turns --------------------------------------------------------------------------------------------------===//

/// Who gets turns, in their order, when `parallel` of greedy's run, two more of greedy's wait and then modest's one.
static std::string orderOfTurns(unsigned parallel) {
  Turns turns(parallel);
  std::atomic<bool> never{false};
  std::unique_ptr<Turns::Turn> one = turns.wait("greedy", never), two;
  if (parallel > 1)
    two = turns.wait("greedy", never);
  std::mutex mutex;
  std::string order;
  std::vector<std::thread> threads;
  auto enter = [&](std::string owner) {
    size_t before = turns.countWaiting();
    threads.emplace_back([&, owner] {
      std::unique_ptr<Turns::Turn> turn = turns.wait(owner, never);
      std::lock_guard lock(mutex);
      order += owner[0];
    });
    while (turns.countWaiting() == before)
      std::this_thread::yield();
  };
  enter("greedy");
  enter("greedy");
  enter("modest");
  EXPECT_EQ(turns.countRunning(), parallel);
  one.reset();
  for (std::thread &thread : threads)
    thread.join();
  two.reset();
  EXPECT_EQ(turns.countRunning(), 0u);
  return order;
}

TEST(McpTurns, TheNextIsOfWhoeverHasTheFewestOrWaitedForLongest) {
  EXPECT_EQ(orderOfTurns(2), "mgg");
  EXPECT_EQ(orderOfTurns(1), "mgg");
}

TEST(McpTurns, WhoIsCancelledWaitsNoMore) {
  Turns turns(1);
  std::atomic<bool> never{false}, isCancelled{false};
  std::unique_ptr<Turns::Turn> one = turns.wait("a", never);
  std::unique_ptr<Turns::Turn> other;
  std::thread thread([&] { other = turns.wait("b", isCancelled); });
  while (turns.countWaiting() == 0)
    std::this_thread::yield();
  isCancelled = true;
  turns.wakeAll();
  thread.join();
  EXPECT_FALSE(other);
  EXPECT_EQ(turns.countWaiting(), 0u);
}

//===-- frames -------------------------------------------------------------------------------------------------===//

TEST(McpFrames, ComeInAnyPieces) {
  std::string text = writeFrame(Object{{"method", "PUT"}}, std::string("a\n\0b", 4)) + writeFrame(Object{}, "") +
                     writeFrame(Object{{"n", 1}}, std::string(100000, 'x'));
  for (size_t piece : {size_t(1), size_t(7), size_t(4096), text.size()}) {
    FrameReader reader(200000);
    std::vector<Frame> frames;
    for (size_t at = 0; at < text.size(); at += piece) {
      reader.feed(llvm::StringRef(text).substr(at, piece));
      while (std::optional<Frame> frame = reader.next())
        frames.push_back(std::move(*frame));
    }
    ASSERT_EQ(frames.size(), 3u) << piece;
    EXPECT_EQ(frames[0].head.getString("method"), "PUT");
    EXPECT_EQ(frames[0].body, std::string("a\n\0b", 4));
    EXPECT_EQ(frames[1].body, "");
    EXPECT_EQ(frames[2].body.size(), 100000u);
    EXPECT_FALSE(reader.isBroken());
  }
}

TEST(McpFrames, WhatIsNoneBreaksTheReader) {
  for (std::string text : {std::string("{\"bytes\":-1}\n"), std::string("{\"bytes\":101}\n"), std::string("{}\n"),
                           std::string("[]\n"), std::string("nonsense\n"), std::string(70000, 'x'),
                           "{\"a\":\"" + std::string(70000, 'x') + "\",\"bytes\":0}\n"}) {
    FrameReader reader(100);
    reader.feed(text);
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.isBroken()) << text.substr(0, 30);
    reader.feed("{\"bytes\":0}\n");
    EXPECT_FALSE(reader.next());
  }
}

TEST(McpDescribe, DiagnosticsHaveTheirLineAndFix) {
  Result<Root> root = Root::open(".");
  ASSERT_TRUE(root);
  Place place{*root, "", 60, 0};
  Plan plan;
  plan.name = "k.py";
  plan.text = "a = 1\né = b + 1\n";
  SourceLines lines(plan, place);
  std::string error;
  Value diagnostic = *protocol::parseJson(
      R"({"id": "unknown-name", "severity": "error", "message": "no `b`", "notes": [{"message": "a note", "range": null}],
          "range": {"file": "k.py", "begin": {"line": 2, "column": 5}, "end": {"line": 2, "column": 6}},
          "fix": {"title": "did you mean `a`?", "text": "a",
                  "range": {"file": "k.py", "begin": {"line": 2, "column": 5}, "end": {"line": 2, "column": 6}}}})",
      error);
  EXPECT_EQ(describe(*diagnostic.getAsObject(), lines),
            "k.py:2:5: error: no `b` [unknown-name]\n    2 | é = b + 1\n  note: a note\n"
            "  fix: did you mean `a`?: replace `b` at k.py:2:5 to 2:6 by \"a\"\n");
  EXPECT_EQ(adviseOn(Array{diagnostic}).size(), 2u);
}

TEST(McpDescribe, Numbers) {
  EXPECT_EQ(formatNumber(12345.6), "12346");
  EXPECT_EQ(formatNumber(0.012345), "0.0123");
  EXPECT_EQ(formatMicroseconds(12.3456), "12.35 us");
  EXPECT_EQ(formatMicroseconds(2500), "2.5 ms");
  EXPECT_EQ(formatBytes(1024), "1024 B");
  EXPECT_EQ(formatBytes(98304), "98.3 KB");
  EXPECT_EQ(formatBytes(8388608), "8.39 MB");
}
