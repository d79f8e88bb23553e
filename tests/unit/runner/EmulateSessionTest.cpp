// SPDX-License-Identifier: Apache-2.0
// The session behind the browser's emulator: what a page asks and is answered, in JSON.
#include "runner/cli/EmulateSession.h"
#include "runner/cli/Npy.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace json = llvm::json;

namespace {

/// Adds one to `n` floats, and reads a word of shared memory that another thread wrote without a barrier where `races`.
std::string kernel(bool races = false) {
  return std::string(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry increment(.param .u64 x, .param .u64 out, .param .u32 n)
{
	.reg .pred %p1; .reg .f32 %f<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
	.shared .align 4 .b8 box[256];
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd2, [out];
	ld.param.u32 %r2, [n];
	mov.u32 %r1, %tid.x;
	mov.u32 %r3, box;
	mad.lo.u32 %r4, %r1, 4, %r3;
	st.shared.u32 [%r4], %r1;
)") + (races ? "" : "\tbar.sync 0;\n") +
         R"(	xor.b32 %r5, %r4, 128;
	ld.shared.u32 %r6, [%r5];
	setp.ge.u32 %p1, %r1, %r2;
	@%p1 bra $end;
	mul.wide.u32 %rd3, %r1, 4;
	add.s64 %rd4, %rd1, %rd3;
	add.s64 %rd5, %rd2, %rd3;
	ld.global.f32 %f1, [%rd4];
	add.f32 %f2, %f1, 0f3F800000;
	st.global.f32 [%rd5], %f2;
$end:
	ret;
}
)";
}

/// The answer's value; a request that is refused fails the test.
json::Object ask(EmulateSession &session, json::Object request) {
  json::Value answer = session.call(request);
  json::Object &object = *answer.getAsObject();
  EXPECT_TRUE(object.getBoolean("ok").value_or(false)) << object.getString("error").value_or("").str();
  json::Object *value = object.getObject("value");
  return value ? std::move(*value) : json::Object();
}

std::string errorOf(EmulateSession &session, json::Object request) {
  json::Value answer = session.call(request);
  return answer.getAsObject()->getString("error").value_or("").str();
}

json::Object loadRequest(std::string text) {
  return json::Object{{"method", "load"}, {"file", "k.ptx"}, {"text", std::move(text)}};
}

json::Object prepareRequest(const std::vector<std::string> &arguments) {
  return json::Object{{"method", "prepare"}, {"block", json::Array{64}}, {"arguments", json::Array(arguments)}};
}

json::Object runRequest(int64_t seed, bool checksRaces = false) {
  return json::Object{{"method", "run"}, {"seed", seed}, {"checkRaces", checksRaces}};
}

} // namespace

TEST(EmulateSession, RunsAndTellsWhatTheArraysHold) {
  EmulateSession session;
  json::Object loaded = ask(session, loadRequest(kernel()));
  EXPECT_EQ(loaded.getArray("entries")->size(), 1u);
  EXPECT_EQ(loaded.getString("target"), "sm_80");
  EXPECT_TRUE(*ask(session, prepareRequest({"f32[64]=iota", "f32[64]=empty", "u32=60"})).getBoolean("ok"));
  json::Object run = ask(session, runRequest(0, true));
  EXPECT_TRUE(*run.getBoolean("ok"));
  EXPECT_GT(*run.getInteger("threadInstructions"), 64 * 10);
  EXPECT_EQ(*run.getObject("counts")->getInteger("sharedWavefronts"),
            *run.getObject("counts")->getInteger("sharedIdeal"));
  json::Object arrays = ask(session, json::Object{{"method", "arrays"}});
  const json::Object &in = *(*arrays.getArray("arrays"))[0].getAsObject();
  const json::Object &out = *(*arrays.getArray("arrays"))[1].getAsObject();
  EXPECT_FALSE(*in.getBoolean("changed"));
  EXPECT_EQ(*out.getNumber("maximum"), 60);
  EXPECT_EQ(*out.getInteger("unwritten"), 4);
  EXPECT_EQ(*(*out.getArray("first"))[2].getAsNumber(), 3);
  ask(session, json::Object{{"method", "array"}, {"argument", 1}});
  ASSERT_EQ(session.bytes().size(), 256u);
  float last;
  std::memcpy(&last, &session.bytes()[59 * 4], 4);
  EXPECT_EQ(last, 60);
}

TEST(EmulateSession, TellsEachRaceOnce) {
  EmulateSession session;
  ask(session, loadRequest(kernel(true)));
  ask(session, prepareRequest({"f32[64]=iota", "f32[64]=empty", "u32=64"}));
  json::Object request = runRequest(0, true);
  request["allowUninitialized"] = true;
  json::Object first = ask(session, json::Object(request)), second = ask(session, std::move(request));
  ASSERT_GT(first.getArray("diagnostics")->size(), 0u);
  for (const json::Value &diagnostic : *first.getArray("diagnostics"))
    EXPECT_EQ(*diagnostic.getAsObject()->getString("id"), "data-race");
  EXPECT_FALSE(*second.getBoolean("ok"));
  EXPECT_EQ(second.getArray("diagnostics")->size(), 0u);
}

TEST(EmulateSession, StepsThroughALaunch) {
  EmulateSession session;
  auto debug = [](json::Object fields) {
    fields["method"] = "debug";
    return fields;
  };
  auto lineOf = [](const json::Object &answer) {
    const json::Object *ptx = answer.getObject("stop")->getObject("ptx");
    return ptx ? *ptx->getObject("begin")->getInteger("line") : -1;
  };
  ask(session, loadRequest(kernel(true)));
  ask(session, prepareRequest({"f32[64]=iota", "f32[64]=empty", "u32=64"}));
  EXPECT_EQ(errorOf(session, debug(json::Object{{"command", "instruction"}})),
            "`debug` begins with `start`, of a launch that was prepared");
  EXPECT_EQ(lineOf(ask(session,
                       debug(json::Object{{"command", "start"}, {"checkRaces", true}, {"allowUninitialized", true}}))),
            8);
  json::Object stepped = ask(session, debug(json::Object{{"command", "instruction"}}));
  EXPECT_EQ(lineOf(stepped), 9);
  EXPECT_EQ(*(*stepped.getArray("registers"))[0].getAsObject()->getString("name"), "%rd1");
  json::Object report = ask(session, debug(json::Object{{"command", "report"}}));
  EXPECT_EQ(report.getObject("stop")->getArray("upcoming")->size(), 1u);
  EXPECT_LT(lineOf(report), 17);
  // What does not fit: nothing has moved.
  EXPECT_EQ(errorOf(session, debug(json::Object{{"command", "fly"}})), "unknown command `fly` of `debug`");
  json::Object wrong{{"line", 14}, {"condition", "%r99 == 1"}};
  json::Object refused =
      ask(session, debug(json::Object{{"command", "run"}, {"breakpoints", json::Array{std::move(wrong)}}}));
  EXPECT_EQ(*refused.getObject("problem")->getString("message"), "`increment` has no register `%r99`");
  json::Object words = ask(session, debug(json::Object{{"command", "shared"}, {"cta", 0}, {"first", 5}, {"count", 2}}));
  ASSERT_EQ(words.getArray("words")->size(), 2u);
  const json::Array &word = *(*words.getArray("words"))[0].getAsArray();
  EXPECT_EQ(*word[0].getAsString(), "5");
  EXPECT_EQ(*word[2].getAsObject()->getInteger("line"), 14);
  EXPECT_EQ(*word[2].getAsObject()->getInteger("lane"), 5);
  // A run in between takes nothing away.
  EXPECT_FALSE(*ask(session, runRequest(0, true)).getBoolean("ok"));
  EXPECT_EQ(lineOf(ask(session, debug(json::Object{{"command", "goTo"}, {"step", 1}}))), 9);
}

TEST(EmulateSession, SaysWhatIsWrongWithALaunch) {
  EmulateSession session;
  EXPECT_NE(errorOf(session, runRequest(0)).find("without a launch"), std::string::npos);
  EXPECT_NE(errorOf(session, prepareRequest({})).find("without a text"), std::string::npos);
  EXPECT_EQ(errorOf(session, json::Object{{"method", "fly"}}), "unknown method `fly`");
  EXPECT_FALSE(*ask(session, loadRequest("nonsense")).getBoolean("ok"));
  ask(session, loadRequest(kernel()));
  json::Object wrong = ask(session, prepareRequest({"f32[64]=iota", "f32[64]=sometimes", "u32=64"}));
  EXPECT_EQ(*wrong.getObject("problem")->getInteger("argument"), 1);
  json::Object few = ask(session, prepareRequest({"f32[64]=iota"}));
  EXPECT_EQ(*(*few.getArray("diagnostics"))[0].getAsObject()->getString("id"), "launch-argument");
  EXPECT_NE(errorOf(session, runRequest(0)).find("without a launch"), std::string::npos);
  json::Object request = prepareRequest({"f32[64]=iota"});
  request["grid"] = json::Array{0};
  EXPECT_NE(errorOf(session, std::move(request)).find("whole numbers from 1 on"), std::string::npos);
  request = prepareRequest({"f32[64]=iota"});
  request["entry"] = "other";
  EXPECT_EQ(*ask(session, std::move(request)).getObject("problem")->getString("message"),
            "there is no kernel `other`, but `increment`");
}

TEST(EmulateSession, TakesArraysByName) {
  EmulateSession session;
  ask(session, loadRequest(kernel()));
  std::vector<std::string> arguments{"f32[64]=@x.npy", "f32[64]=empty", "u32=64"};
  EXPECT_NE(ask(session, prepareRequest(arguments)).getObject("problem")->getString("message")->find("no file `x.npy`"),
            llvm::StringRef::npos);
  numerics::Array array(numerics::DType::float32, {64});
  array.setDouble(3, 41);
  session.putFile("x.npy", writeNpy(array));
  ask(session, prepareRequest(arguments));
  ask(session, runRequest(0));
  json::Object arrays = ask(session, json::Object{{"method", "arrays"}});
  EXPECT_EQ(*(*(*arrays.getArray("arrays"))[1].getAsObject()->getArray("first"))[3].getAsNumber(), 42);
}

TEST(EmulateSession, RefusesWhatDoesNotFit) {
  EmulateSession session({1 << 20});
  ask(session, loadRequest(kernel()));
  json::Object large = ask(session, prepareRequest({"f32[64]=iota", "f32[200000]=empty", "u32=64"}));
  EXPECT_EQ(*large.getObject("problem")->getInteger("argument"), 1);
  EXPECT_NE(large.getObject("problem")->getString("message")->find("there are 1 MB for them here"),
            llvm::StringRef::npos);
}
