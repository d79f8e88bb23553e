// SPDX-License-Identifier: Apache-2.0
// Stepping through launches: where one stands, what is seen there, and that a step back is the step before.
#include "runner/emulator/debug/Debugger.h"
#include "runner/emulator/ptx/Parser.h"
#include "tests/unit/emulator/RunPtx.h"

using namespace tessera;
using namespace tessera::emulator;

namespace {

/// A module of one kernel, and a debugger of it. Lines of `body` count from 5.
struct Session {
  DiagnosticSink sink;
  std::unique_ptr<Program> program;
  std::optional<Debugger> debugger;

  explicit Session(const std::string &body, LaunchShape shape = {{1, 1, 1}, {64, 1, 1}, {0, 0, 0}, 0},
                   RunOptions options = {}) {
    program = load(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry kernel(.param .u64 out)\n" + body,
                   "test.ptx", sink);
    EXPECT_FALSE(sink.hasErrors()) << (sink.all().empty() ? "" : render(sink.all()[0]));
    auto prepare = [](GlobalMemory &memory) {
      uint64_t address = memory.allocate(1024, "out", true).address;
      std::vector<uint8_t> parameters(8);
      std::memcpy(parameters.data(), &address, 8);
      return parameters;
    };
    debugger.emplace(*program, *program->find("kernel"), shape, prepare, options);
  }
  Debugger *operator->() { return &*debugger; }
  const RegisterView *find(const std::string &name) {
    for (const RegisterView &view : debugger->view().registers)
      if (view.name == name)
        return &view;
    return nullptr;
  }
  uint64_t valueOf(const std::string &name, unsigned lane) {
    const RegisterView *view = find(name);
    EXPECT_NE(view, nullptr) << name;
    return view ? view->lanes[lane] : ~0ull;
  }
};

uint32_t lineOf(const Stop &stop) { return stop.ptx.begin.line; }

/// Two warps; each thread writes its number to shared memory and reads its neighbour warp's.
const char *exchange = R"({
	.reg .pred %p<2>; .reg .b16 %h<2>; .reg .b32 %r<9>; .reg .f32 %f<2>; .reg .b64 %rd<3>;
	.shared .align 8 .b8 box[256];
	// the file's name stands behind the kernel
	.loc 1 20 1
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, box;
	mad.lo.u32 %r3, %r1, 4, %r2;
	.loc 1 21 1
	st.shared.u32 [%r3], %r1;
	bar.sync 0;
	.loc 1 22 1
	xor.b32 %r4, %r3, 128;
	ld.shared.u32 %r5, [%r4];
	setp.lt.u32 %p1, %r5, 40;
	cvt.rn.f32.u32 %f1, %r5;
	cvt.u16.u32 %h1, %r5;
	ret;
}
.file 1 "box.cu"
)";
constexpr uint32_t firstLine = 10, storeLine = 14, barrierLine = 15, loadLine = 18, setpLine = 19, retLine = 22;

} // namespace

TEST(Debugger, RunsToALineAndShowsRegistersByTheirTypes) {
  Session session(exchange);
  const Stop &stop = session->runToLine(retLine);
  EXPECT_EQ(stop.reason, Stop::Reason::reached);
  EXPECT_EQ(lineOf(stop), retLine);
  EXPECT_EQ(stop.source.file, "box.cu");
  EXPECT_EQ(stop.source.begin.line, 22u);
  unsigned warp = stop.warp.warp;
  for (unsigned lane : {0u, 7u, 8u, 31u}) {
    uint64_t other = (1 - warp) * 32 + lane;
    EXPECT_EQ(session.valueOf("%r5", lane), other);
    EXPECT_EQ(session.valueOf("%p1", lane), other < 40);
    EXPECT_EQ(session.valueOf("%h1", lane), other);
    auto bits = static_cast<uint32_t>(session.valueOf("%f1", lane));
    float value;
    std::memcpy(&value, &bits, 4);
    EXPECT_EQ(value, static_cast<float>(other));
  }
  EXPECT_EQ(session.find("%f1")->type, ptx::Type::f32);
  EXPECT_EQ(session.find("%p1")->type, ptx::Type::pred);
}

TEST(Debugger, StepsInstructionsOfOneWarpAndBack) {
  Session session(exchange);
  EXPECT_EQ(lineOf(session->stepInstruction()), firstLine);
  std::vector<uint32_t> lines{firstLine};
  std::vector<uint64_t> steps{session->stop().step};
  for (int k = 0; k < 5; ++k) {
    lines.push_back(lineOf(session->stepInstruction()));
    steps.push_back(session->stop().step);
    EXPECT_EQ(session->stop().warp, (WarpName{0, 0}));
  }
  EXPECT_EQ(lines, (std::vector<uint32_t>{10, 11, 12, 14, 15, 17}));
  for (size_t k = lines.size() - 1; k-- > 0;) {
    EXPECT_EQ(lineOf(session->stepBack()), lines[k]);
    EXPECT_EQ(session->stop().step, steps[k]);
    EXPECT_EQ(session->stop().warp, (WarpName{0, 0}));
  }
}

TEST(Debugger, StepsSourceLinesAndToBarriers) {
  Session session(exchange);
  session->stepInstruction();
  EXPECT_EQ(session->stepSourceLine().source.begin.line, 21u);
  EXPECT_EQ(lineOf(session->stop()), storeLine);
  EXPECT_EQ(lineOf(session->stepToBarrier()), barrierLine);
  EXPECT_EQ(session->stepSourceLine().source.begin.line, 22u);
  EXPECT_EQ(session->stepToBarrier().reason, Stop::Reason::end);
  EXPECT_TRUE(session->stop().diagnostics.empty());
}

TEST(Debugger, ShowsWhoWroteSharedMemoryLast) {
  Session session(exchange);
  session->runToLine(loadLine);
  const CtaView &cta = session->view().ctas.at(0);
  ASSERT_EQ(cta.shared.size(), 256u);
  EXPECT_EQ(cta.countWritten(), 64u);
  const WriterView &writer = cta.writers.at(37);
  EXPECT_EQ(writer.warp.warp, 1u);
  EXPECT_EQ(writer.lane, 5u);
  EXPECT_EQ(writer.copy, nullptr);
  EXPECT_EQ(writer.function->places[writer.place].ptx.line, storeLine);
  EXPECT_EQ(cta.shared[37 * 4], 37);
  session->runToLine(storeLine); // behind it: the second warp's is the next
  EXPECT_EQ(session->goTo(0).step, 0u);
  EXPECT_TRUE(session->view().ctas.at(0).writers.empty());
}

TEST(Debugger, ShowsLanesThatHaveParted) {
  Session session(R"({
	.reg .pred %p<2>; .reg .b32 %r<4>;
	mov.u32 %r1, %laneid;
	setp.lt.u32 %p1, %r1, 8;
	@%p1 bra $few;
	mov.u32 %r2, 1;
	bra $end;
$few:
	mov.u32 %r2, 2;
$end:
	bar.warp.sync -1;
	ret;
}
)",
                  {{1, 1, 1}, {32, 1, 1}, {0, 0, 0}, 0});
  const Stop &many = session->runToLine(10);
  EXPECT_EQ(many.mask, 0xffffff00u);
  ASSERT_EQ(session->view().warps.at(0).fragments.size(), 2u);
  const Stop &few = session->runToLine(13);
  EXPECT_EQ(few.mask, 0xffu);
}

TEST(Debugger, ShowsMbarriersAndWhoWaits) {
  Session session(R"({
	.reg .pred %p<3>; .reg .b32 %r<4>; .reg .b64 %rd<3>;
	.shared .align 8 .b64 full;
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, full;
	setp.ne.u32 %p1, %r1, 0;
	@%p1 bra $after;
	mbarrier.init.shared.b64 [%r2], 2;
	mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r2], 512;
$after:
	bar.sync 0;
	mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
	ret;
}
)");
  session->runToLine(16);
  const CtaView &cta = session->view().ctas.at(0);
  ASSERT_EQ(cta.mbarriers.size(), 1u);
  EXPECT_EQ(cta.mbarriers[0].name, "full");
  EXPECT_EQ(cta.mbarriers[0].phase, 0u);
  EXPECT_EQ(cta.mbarriers[0].expected, 2);
  EXPECT_EQ(cta.mbarriers[0].pendingArrivals, 1);
  EXPECT_EQ(cta.mbarriers[0].pendingBytes, 512);
}

TEST(Debugger, StopsBeforeAFaultAndGoesBackFromIt) {
  Session session(R"({
	.reg .b32 %r<4>; .reg .b64 %rd<3>;
	mov.u32 %r1, %tid.x;
	mov.u64 %rd1, 64;
	st.global.u32 [%rd1], %r1;
	ret;
}
)");
  const Stop &stop = session->runToLine(99);
  EXPECT_EQ(stop.reason, Stop::Reason::fault);
  EXPECT_EQ(lineOf(stop), 9u);
  ASSERT_EQ(stop.diagnostics.size(), 1u);
  EXPECT_EQ(session.valueOf("%rd1", 3), 64u);
  EXPECT_EQ(lineOf(session->stepBack()), 8u);
  EXPECT_TRUE(session->stop().diagnostics.empty());
}

TEST(Debugger, StopsWhereNobodyCanGoOn) {
  Session session(R"({
	.reg .pred %p<2>; .reg .b32 %r<4>;
	mov.u32 %r1, %tid.x;
	setp.lt.u32 %p1, %r1, 32;
	@%p1 bra $end;
	bar.sync 0, 64;
$end:
	bar.sync 1, 64;
	ret;
}
)");
  const Stop &stop = session->runToLine(99);
  EXPECT_EQ(stop.reason, Stop::Reason::fault);
  ASSERT_FALSE(stop.diagnostics.empty());
  EXPECT_EQ(stop.diagnostics[0].id, DiagnosticId::deadlock);
  unsigned waiting = 0;
  for (const WarpView &warp : session->view().warps)
    for (const FragmentView &fragment : warp.fragments)
      waiting += !fragment.waitsFor.empty();
  EXPECT_GE(waiting, 1u);
}

TEST(Debugger, GoesToTheAccessThatRaces) {
  std::string text = exchange;
  text.replace(text.find("\tbar.sync 0;"), 12, "\t// no wait");
  RunOptions options;
  options.checksRaces = true;
  options.checksInitialization = false;
  Session session(text, {{1, 1, 1}, {64, 1, 1}, {0, 0, 0}, 0}, options);
  const Stop &stop = session->runToReport();
  EXPECT_EQ(stop.reason, Stop::Reason::reached);
  EXPECT_TRUE(lineOf(stop) == storeLine || lineOf(stop) == loadLine) << lineOf(stop);
  EXPECT_TRUE(stop.diagnostics.empty()); // it is about to happen
  ASSERT_EQ(stop.upcoming.size(), 1u);
  EXPECT_EQ(stop.upcoming[0].id, DiagnosticId::dataRace);
  uint64_t later = stop.step;
  uint32_t line = lineOf(stop);
  WarpName warp = stop.warp;
  const Stop &origin = session->runToReport(nullptr, /*toOrigin=*/true);
  EXPECT_LT(origin.step, later);
  EXPECT_NE(origin.warp, warp);
  EXPECT_NE(lineOf(origin), line);
  EXPECT_EQ(session->runToLine(99).reason, Stop::Reason::end);
  ASSERT_FALSE(session->stop().diagnostics.empty());
  EXPECT_EQ(session->stop().diagnostics[0].id, DiagnosticId::dataRace);
}

TEST(Debugger, EverySeedIsItsOwnRunAndComesBackTheSame) {
  for (uint64_t seed : {0, 1, 5}) {
    RunOptions options;
    options.seed = seed;
    Session session(exchange, {{2, 1, 1}, {64, 1, 1}, {0, 0, 0}, 0}, options);
    Stop there = session->runToLine(setpLine);
    uint64_t value = session.valueOf("%r5", 9);
    session->stepInstruction();
    session->stepInstruction();
    session->stepBack();
    const Stop &back = session->stepBack();
    EXPECT_EQ(back.step, there.step) << seed;
    EXPECT_EQ(back.warp, there.warp) << seed;
    EXPECT_EQ(session.valueOf("%r5", 9), value) << seed;
  }
}

TEST(Debugger, TellsWhoWroteRegisters) {
  Session session(R"({
	.reg .pred %p<2>; .reg .b32 %r<5>;
	mov.u32 %r1, %laneid;
	setp.lt.u32 %p1, %r1, 8;
	mov.u32 %r2, 1;
	@%p1 mov.u32 %r2, 2;
	@%p1 mov.u32 %r3, 3;
	add.u32 %r4, %r2, 4;
	ret;
}
)",
                  {{1, 1, 1}, {32, 1, 1}, {0, 0, 0}, 0});
  session->runToLine(13);
  std::map<uint32_t, uint32_t> masks; // by line
  for (const RegisterWriter &writer : session.find("%r2")->writers)
    masks[writer.ptx.begin.line] |= writer.mask;
  EXPECT_EQ(masks, (std::map<uint32_t, uint32_t>{{9, 0xffffff00u}, {10, 0xffu}}));
  ASSERT_EQ(session.find("%r3")->writers.size(), 1u);
  EXPECT_EQ(session.find("%r3")->writers[0].mask, 0xffu);
  uint64_t step = session.find("%r3")->writers[0].step;
  EXPECT_EQ(lineOf(session->goTo(step)), 11u);
  EXPECT_TRUE(session.find("%r3")->writers.empty()); // it has not been executed yet
}

TEST(Debugger, FollowsAnotherWarpWhereItStands) {
  Session session(exchange);
  uint64_t step = session->runToLine(barrierLine).step;
  EXPECT_EQ(session.valueOf("%r1", 3), 3u);
  const Stop &stop = session->follow({0, 1});
  EXPECT_EQ(stop.step, step);
  EXPECT_EQ(stop.warp.warp, 0u);
  EXPECT_TRUE(session.find("%r1")->writers.empty()); // it has not begun
  EXPECT_EQ(lineOf(session->stepInstruction()), firstLine + 1);
  EXPECT_EQ(session->stop().warp.warp, 1u);
  EXPECT_EQ(session.valueOf("%r1", 3), 35u);
}

TEST(Debugger, StopsAtBreakpointsAndGoesBackToThem) {
  Session session(exchange);
  Breakpoint store, load, source;
  store.line = storeLine;
  load.line = loadLine;
  source.sourceFile = "box.cu";
  source.sourceLine = 22;
  EXPECT_EQ(lineOf(session->run({store, load})), storeLine);
  EXPECT_EQ(session->stop().warp.warp, 0u);
  EXPECT_EQ(lineOf(session->run({load})), loadLine);
  uint64_t step = session->stop().step;
  EXPECT_EQ(lineOf(session->runBack({store})), storeLine);
  EXPECT_EQ(session->stop().warp.warp, 1u); // the last one before
  EXPECT_LT(session->stop().step, step);
  EXPECT_EQ(session->runBack({load}).step, 0u);
  EXPECT_EQ(lineOf(session->run({source})), loadLine - 1);
  EXPECT_EQ(session->run({}).reason, Stop::Reason::end);
}

TEST(Debugger, ABreakpointAtABarrierStopsAWarpOnce) {
  Session session(exchange);
  Breakpoint barrier;
  barrier.line = barrierLine;
  EXPECT_EQ(session->run({barrier}).warp.warp, 0u);
  EXPECT_FALSE(session->stop().waitsFor.empty()); // the other has not come
  EXPECT_EQ(session->run({barrier}).warp.warp, 1u);
  EXPECT_TRUE(session->stop().waitsFor.empty());
  EXPECT_EQ(session->run({barrier}).reason, Stop::Reason::end);
}

TEST(Debugger, ConditionsCompareRegistersByLane) {
  auto stopsAt = [](const std::string &text) -> std::string {
    Session session(exchange);
    Breakpoint breakpoint;
    breakpoint.line = retLine;
    std::string why;
    breakpoint.condition = BreakCondition::parse(text, *session.program->find("kernel"), why);
    if (!breakpoint.condition)
      return why;
    const Stop &stop = session->run({breakpoint});
    return stop.reason == Stop::Reason::end ? "never" : "warp " + std::to_string(stop.warp.warp);
  };
  EXPECT_EQ(stopsAt("%r1 == 37"), "warp 1");
  EXPECT_EQ(stopsAt("%r1 == 37 in lane 5"), "warp 1");
  EXPECT_EQ(stopsAt("%r1 == 37 in lane 4"), "never");
  EXPECT_EQ(stopsAt("%r1 >= 32 in every lane"), "warp 1");
  EXPECT_EQ(stopsAt("%tid.x == 40 and %r5 != %r1"), "warp 1");
  EXPECT_EQ(stopsAt("%f1 > 62.5"), "warp 0"); // it has read the other one's
  EXPECT_EQ(stopsAt("%r1 < -1"), "never");
  EXPECT_EQ(stopsAt("%p1 == 1 and %warpid == 0"), "warp 0");
  EXPECT_EQ(stopsAt("%r99 == 1"), "`kernel` has no register `%r99`");
  EXPECT_EQ(stopsAt("%r1 = 1"), "`=` is no comparison: `==` is");
  EXPECT_EQ(stopsAt("%r1 == 1 in lane 32"), "`32` is no lane: a warp has lanes 0 to 31");
  EXPECT_EQ(stopsAt("%r1 == 1 in warp 2"),
            "`warp` stands behind `in`, where `lane 3`, `any lane` or `every lane` must");
  EXPECT_EQ(stopsAt("%r1 =="), "a register (`%r5`) or a number is missing at the end");
  EXPECT_EQ(stopsAt("1 == %r1"), "a comparison begins with a register (`%r5`), not with a number");
  EXPECT_EQ(stopsAt("%r1 == 1 or %r2 == 2").substr(0, 4), "`or ");
  EXPECT_EQ(stopsAt("%h1 > 0.5").substr(0, 26), "only registers of 32 and 6");
  EXPECT_EQ(stopsAt("%r1 == 12abc").substr(0, 7), "`12abc`");
}

TEST(Debugger, ShowsWhereAnInstructionReaches) {
  Session session(exchange);
  session->runToLine(loadLine);
  ASSERT_EQ(session->view().accesses.size(), 1u);
  const AccessView &access = session->view().accesses[0];
  EXPECT_EQ(access.space, ptx::Space::shared);
  EXPECT_EQ(access.bytes, 4u);
  EXPECT_EQ(access.mask, ~0u);
  unsigned other = 1 - session->stop().warp.warp;
  EXPECT_EQ(access.addresses[3], 0x400 + 128 * other + 12);
  EXPECT_EQ(access.places[3], "box+" + std::to_string(128 * other + 12));
  EXPECT_EQ(access.wavefronts, 1u);
}

TEST(Debugger, StopsAtAGuardThatPartsLanesBeforeACollective) {
  Session session(R"({
	.reg .pred %p<2>; .reg .b32 %r<4>;
	mov.u32 %r1, %laneid;
	setp.lt.u32 %p1, %r1, 8;
	@%p1 bar.sync 0;
	ret;
}
)",
                  {{1, 1, 1}, {32, 1, 1}, {0, 0, 0}, 0});
  const Stop &stop = session->runToReport();
  EXPECT_EQ(stop.reason, Stop::Reason::fault);
  EXPECT_EQ(lineOf(stop), 9u);
  EXPECT_EQ(stop.mask, 0xffu);
  EXPECT_EQ(session.valueOf("%p1", 7), 1u);
  EXPECT_EQ(session.valueOf("%p1", 8), 0u);
}

TEST(Debugger, ShowsCopiesInFlightAndThatTheyWrite) {
  const std::string body = R"({
	.reg .pred %p<3>; .reg .b32 %r<4>; .reg .b64 %rd<3>; .reg .f32 %f<2>;
	.shared .align 128 .b8 box[256]; .shared .align 8 .b64 full;
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, box;
	mov.u32 %r3, full;
	mbarrier.init.shared.b64 [%r3], 1;
	fence.proxy.async;
	mbarrier.arrive.expect_tx.shared.b64 %rd2, [%r3], 256;
	cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 256, [%r3];
$wait:
	mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0;
	@!%p2 bra $wait;
	ld.shared.f32 %f1, [%r2];
	ret;
}
)";
  Session session(body, {{1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0});
  session->runToLine(17);
  ASSERT_EQ(session->view().operations.size(), 1u);
  const OperationView &copy = session->view().operations[0];
  EXPECT_EQ(copy.ptx.begin.line, 15u);
  EXPECT_EQ(copy.bytes, 256u);
  EXPECT_EQ(copy.sharedName, "box");
  EXPECT_FALSE(copy.hasRead);
  EXPECT_NE(session->stop().waitsFor.find("256 bytes"), std::string::npos) << session->stop().waitsFor;
  session->runToLine(19);
  EXPECT_TRUE(session->view().operations.empty());
  const WriterView &writer = session->view().ctas.at(0).writers.at(5);
  ASSERT_NE(writer.copy, nullptr);
  EXPECT_EQ(writer.function->places[writer.place].ptx.line, 15u);
}
