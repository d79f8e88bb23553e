// SPDX-License-Identifier: Apache-2.0
// The debugger's page: bits as values, lanes as letters, banks, what has changed; and a session that goes on where it
// stood when its worker is gone.

import { describe, expect, test } from "vitest";
import {
  awaitedPhase,
  changedRegisters,
  describeAccess,
  describeLanes,
  describeMask,
  describeStop,
  describeWriter,
  formatBits,
  laneLetters,
  nameAddress,
  namedRegisters,
  reachedWords,
  sourceLinesOf,
  waitsAt,
  type DebugAccess,
  type DebugView,
} from "../../../web/src/base/debugger";
import { DebuggerSession } from "../../../web/src/engine/debugger-session";
import { EmulatorHost } from "../../../web/src/engine/emulator-host";
import type { EmulatorWorkerLike, ToEmulator } from "../../../web/src/engine/emulator-messages";

const range = (line: number) => ({ file: "k.ptx", begin: { line, column: 2 }, end: { line, column: 9 } });

function viewAt(step: number, part: Partial<DebugView> = {}): DebugView {
  return {
    stop: {
      reason: "reached",
      step,
      warp: { cta: 0, warp: 0 },
      mask: 0xff,
      function: "k",
      ptx: range(10 + step),
      source: null,
      diagnostics: [],
      upcoming: [],
      waitsFor: "",
    },
    followed: { cta: 0, warp: 0 },
    warps: [
      { cta: 0, warp: 0, exists: 0xffffffff, live: 0xffffffff, fragments: [] },
      { cta: 0, warp: 1, exists: 0xffffffff, live: 0xffffffff, fragments: [] },
    ],
    ctas: [{ cta: 0, sharedBytes: 4096, wordsWritten: 0, mbarriers: [] }],
    function: "k",
    registers: [],
    unwritten: [],
    operations: [],
    accesses: [],
    variables: [{ name: "box", address: 0x400, size: 256 }],
    ...part,
  };
}

describe("values", () => {
  test("are read by their types, and as one likes", () => {
    expect(formatBits("ffffffff", "s32", "by type")).toBe("-1");
    expect(formatBits("ffffffff", "b32", "by type")).toBe("4294967295");
    expect(formatBits("3f800000", "f32", "by type")).toBe("1");
    expect(formatBits("3f800000", "b32", "float")).toBe("1");
    expect(formatBits("3f800000", "f32", "hexadecimal")).toBe("0x3f800000");
    expect(formatBits("7", "b64", "hexadecimal")).toBe("0x0000000000000007");
    expect(formatBits("3ff8000000000000", "f64", "by type")).toBe("1.5");
    expect(formatBits("3c00", "f16", "by type")).toBe("1");
    expect(formatBits("c000", "f16", "by type")).toBe("-2");
    expect(formatBits("3fc0", "bf16", "by type")).toBe("1.5");
    expect(formatBits("c0003c00", "f16x2", "by type")).toBe("1 -2");
    expect(formatBits("1", "pred", "hexadecimal")).toBe("true");
  });

  test("changed ones are those of another lane's bits, of the same warp", () => {
    const register = (lanes: string[]) => ({ name: "%r1", type: "b32", lanes, writers: [] });
    const before = viewAt(1, { registers: [register(["5"])] });
    const lanes = Array.from({ length: 32 }, (_, lane) => (lane === 3 ? "6" : "5"));
    const now = viewAt(2, { registers: [register(lanes)] });
    expect([...changedRegisters(now, before)]).toEqual([["%r1", 8]]);
    expect(changedRegisters(now, { ...before, followed: { cta: 0, warp: 1 } }).size).toBe(0);
    expect(changedRegisters(now, null).size).toBe(0);
  });

  test("a line names its registers", () => {
    expect(namedRegisters("\t@%p1 mad.lo.s32 %r3, %r1, 4, %r1; // %r9")).toEqual(["%p1", "%r3", "%r1"]);
  });
});

describe("lanes", () => {
  const fragments = [
    { mask: 0xfff00, function: "k", line: 13, source: null, waitsFor: "barrier 0" },
    { mask: 0x000ff, function: "k", line: 10, source: null, waitsFor: "" },
  ];
  const warp = { cta: 0, warp: 0, exists: 0x7fffffff, live: 0xfffff, fragments };

  test("have letters by where they stand", () => {
    const { stop } = viewAt(0);
    expect(laneLetters(warp, { ...stop, mask: 0x0f })).toBe("AAAAaaaaBBBBBBBBBBBB××××××××××× ");
    expect(laneLetters({ ...warp, warp: 1 }, stop)).toBe("BBBBBBBBAAAAAAAAAAAA××××××××××× ");
  });

  test("are told in words", () => {
    expect(describeLanes(warp)).toEqual([
      "lanes 8-19 at line 13, waiting for barrier 0",
      "lanes 0-7 at line 10",
      "lanes 20-30 exited",
    ]);
    expect(describeMask(0)).toBe("none");
  });

  test("the stop is a sentence", () => {
    const view = viewAt(12);
    expect(describeStop(view)).toBe("Before line 22, step 12: lanes 0-7 of warp 0 are about to execute it.");
    const end = { ...view.stop, reason: "end" as const };
    expect(describeStop({ ...view, stop: end })).toBe(
      "The launch is over after 12 instructions: nothing was reported.",
    );
    expect(describeStop({ ...view, stop: { ...view.stop, reason: "fault" } })).toContain("ended here: line 22");
  });
});

describe("shared memory", () => {
  const access = (addresses: number[], part: Partial<DebugAccess> = {}): DebugAccess => ({
    space: "shared",
    bytes: 4,
    mask: 0xffffffff,
    addresses: addresses.map((address) => address.toString(16)),
    places: addresses.map(() => ""),
    wavefronts: 1,
    idealWavefronts: 1,
    sectors: 0,
    ...part,
  });

  test("counts the words that each bank is asked for", () => {
    const { lanes, turns } = reachedWords([access([0x400, 0x480, 0x500, 0x400, 0x404])]);
    expect(turns.slice(0, 3)).toEqual([3, 1, 0]);
    expect(lanes.get(0)).toBe(0b1001);
    expect(reachedWords([access([0x400], { bytes: 16 })]).turns.slice(0, 5)).toEqual([1, 1, 1, 1, 0]);
    expect(reachedWords([access([0x400], { space: "global" })]).lanes.size).toBe(0);
  });

  test("conflicts and sectors are told", () => {
    expect(describeAccess(access([], { wavefronts: 32 }))).toBe(
      "bank conflicts: 32 turns of shared memory where 1 would do",
    );
    expect(describeAccess(access([]))).toBe("1 turn of shared memory: no bank conflict");
    expect(describeAccess(access([], { space: "global", sectors: 4 }))).toBe("4 sectors of 32 bytes for 128 bytes");
  });

  test("words have names and writers", () => {
    expect(nameAddress([{ name: "box", address: 0x400, size: 256 }], 0x494)).toBe("box+148 (0x494)");
    expect(nameAddress([], 0x494)).toBe("0x494");
    const writer = { cta: 0, warp: 1, step: 1234, line: 14, lane: 5 };
    expect(describeWriter(writer, false)).toBe("written last by lane 5 of warp 1, line 14, step 1,234");
    expect(describeWriter({ cta: 0, warp: 1, step: 3, line: 14, copy: "bulk copy" }, true)).toBe(
      "written last by a bulk copy that warp 1 of CTA 0 issued, line 14, step 3",
    );
    expect(describeWriter(null, false)).toBe("nothing has written it");
  });
});

/** Counts its steps; a command `hang` is never answered. */
class FakeDebugger implements EmulatorWorkerLike {
  static asked: Record<string, unknown>[] = [];
  onmessage: EmulatorWorkerLike["onmessage"] = null;
  onerror: EmulatorWorkerLike["onerror"] = null;
  private step = 0;
  terminate(): void {}
  postMessage(message: ToEmulator): void {
    if (message.kind === "call") queueMicrotask(() => this.answer(message));
  }
  private answer({ id, request }: ToEmulator & { kind: "call" }): void {
    FakeDebugger.asked.push(request);
    if (request["command"] === "hang") {
      this.onmessage?.({ data: { kind: "progress", instructions: 262144 } });
      return;
    }
    this.onmessage?.({ data: { kind: "answer", id, reply: { ok: true, value: this.valueOf(request) }, memory: 1 } });
  }
  private valueOf(request: Record<string, unknown>): object {
    if (request["method"] !== "debug") return { ok: true, diagnostics: [], entries: [] };
    const breakpoints = (request["breakpoints"] ?? []) as { condition: string }[];
    const wrong = breakpoints.findIndex(({ condition }) => condition === "wrong");
    if (wrong >= 0) return { problem: { breakpoint: wrong, message: "`wrong` is no register" } };
    if (request["command"] === "check") return {};
    if (request["command"] === "goTo") this.step = Number(request["step"]);
    if (request["command"] === "instruction") this.step++;
    const followed =
      request["command"] === "follow" ? { cta: request["cta"], warp: request["warp"] } : { cta: 0, warp: 0 };
    return viewAt(this.step, { followed } as Partial<DebugView>);
  }
}

function makeSession(): DebuggerSession {
  FakeDebugger.asked = [];
  const host: EmulatorHost = new EmulatorHost({
    spawn: () => new FakeDebugger(),
    files: () => ({ files: { wasm: "", bytes: 0 }, glue: "", controlled: false }),
    onProgress: (instructions) => session.noteProgress(instructions),
  });
  const session: DebuggerSession = new DebuggerSession(host);
  return session;
}

const target = {
  fileName: "k.ptx",
  text: "text",
  launch: { entry: "k", grid: [1], block: [32], smem: 0, arguments: [] },
  seed: 3,
  checkRaces: true,
  allowUninitialized: false,
};
const commandsAsked = () => FakeDebugger.asked.map(({ method, command }) => command ?? method);

describe("the session", () => {
  test("loads, prepares and starts under the seed, then steps", async () => {
    const session = makeSession();
    await session.start(target, []);
    await session.go("instruction");
    await session.go("instruction");
    expect(commandsAsked()).toEqual(["load", "prepare", "start", "goTo", "instruction", "instruction"]);
    expect(FakeDebugger.asked[2]).toMatchObject({ seed: 3, checkRaces: true });
    expect(session.view.value?.stop.step).toBe(2);
    expect(session.before.value?.stop.step).toBe(1);
  });

  test("a replay that is stopped leaves it where it stood, and the next step goes on from there", async () => {
    const session = makeSession();
    await session.start(target, []);
    await session.go("goTo", { step: 7 });
    const hanging = session.go("hang");
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(session.state.value).toMatchObject({ phase: "working", instructions: 262144 });
    session.stop();
    await hanging;
    expect(session.state.value.phase).toBe("failed");
    expect(session.view.value?.stop.step).toBe(7);
    await session.go("instruction");
    expect(session.view.value?.stop.step).toBe(8);
    expect(session.state.value).toEqual({ phase: "idle" });
  });

  test("keys that are held do not pile up", async () => {
    const session = makeSession();
    await session.start(target, []);
    await Promise.all(Array.from({ length: 50 }, () => session.go("instruction")));
    expect(session.view.value?.stop.step).toBe(4);
  });

  test("breakpoints are kept in order, and a condition that can't be read is told at its own", async () => {
    const session = makeSession();
    await session.start(target, []);
    session.toggleBreakpoint(12);
    session.toggleBreakpoint(4);
    await session.setCondition({ line: 12, condition: "" }, "wrong");
    expect(session.problem.value).toEqual({ breakpoint: 1, message: "`wrong` is no register" });
    await session.run();
    expect(session.view.value?.stop.step).toBe(0);
    await session.setCondition({ line: 12, condition: "" }, "%r1 == 1");
    expect(session.problem.value).toBeNull();
    session.toggleBreakpoint(4);
    expect(session.breakpoints.value).toEqual([{ line: 12, condition: "%r1 == 1" }]);
  });

  test("follows one warp after the other", async () => {
    const session = makeSession();
    await session.start(target, []);
    await session.followNext(1);
    expect(session.view.value?.followed).toEqual({ cta: 0, warp: 1 });
    await session.followNext(1);
    expect(session.view.value?.followed).toEqual({ cta: 0, warp: 0 });
  });

  test("a source line is stopped at by its file, and keeps its own condition", async () => {
    const session = makeSession();
    await session.start(target, []);
    session.toggleBreakpoint(12);
    session.toggleSource({ file: "k.py", line: 12 });
    await session.setCondition({ line: 0, source: { file: "k.py", line: 12 }, condition: "" }, "%r1 == 2");
    await session.run();
    expect(FakeDebugger.asked.at(-1)?.["breakpoints"]).toEqual([
      { line: 12, condition: "" },
      { file: "k.py", sourceLine: 12, condition: "%r1 == 2" },
    ]);
    session.toggleSource({ file: "k.py", line: 12 });
    expect(session.breakpoints.value).toEqual([{ line: 12, condition: "" }]);
  });

  test("an event is where its warp comes to its line for that time, and is told until a step is made", async () => {
    const session = makeSession();
    const place = { line: 88, cta: 0, warp: 3, time: 3, isExact: true, what: "wait full[0]" };
    await session.startAtEvent(target, [], place);
    const asked = FakeDebugger.asked.filter(({ method }) => method === "debug").map(({ command }) => command);
    expect(asked.slice(-4)).toEqual(["follow", "line", "line", "line"]);
    expect(FakeDebugger.asked.at(-1)).toMatchObject({ line: 88, followed: true });
    expect(session.said.value).toContain("for the 3rd time");
    await session.go("instruction");
    expect(session.said.value).toBe("");
  });
});

describe("a wait", () => {
  const register = (name: string, bits: string) => ({ name, type: "b32", lanes: [bits], writers: [] });
  const barrier = (address: number, phase: number) => ({
    ...{ address, name: "", phase, expected: 1, arrivals: 1, bytes: 0, waiters: [] },
  });
  const view = viewAt(1, {
    registers: [register("%r45", "408"), register("%r46", "1")],
    ctas: [{ cta: 0, sharedBytes: 4096, wordsWritten: 0, mbarriers: [barrier(0x400, 2), barrier(0x408, 3)] }],
    variables: [{ name: "shared_memory", address: 0x400, size: 0 }],
  });
  const line = "\tmbarrier.try_wait.parity.shared::cta.b64 done, [%r45], %r46;";

  test("is for the phase of its parity that runs, or that has just ended", () => {
    expect(awaitedPhase(view, line)).toEqual({ address: 0x408, phase: 3 });
    expect(awaitedPhase(view, line.replace("%r46", "0"))).toEqual({ address: 0x408, phase: 2 });
    expect(awaitedPhase(view, line.replace("[%r45]", "[shared_memory+0]").replace("%r46", "0"))).toEqual({
      address: 0x400,
      phase: 2,
    });
    expect(awaitedPhase(view, "\tadd.s32 %r1, %r45, %r46;")).toBeNull();
  });

  test("is found by the mbarrier's place in the kernel's memory", () => {
    expect(waitsAt(view, line, { offset: 8, phase: 3 })).toBe(true);
    expect(waitsAt(view, line, { offset: 0, phase: 3 })).toBe(false);
    expect(waitsAt(view, line, { offset: 8, phase: 2 })).toBe(false);
  });
});

test("a source line begins where the one before it ends", () => {
  const text = [
    "// Generated by LLVM NVPTX Back-End",
    ".visible .entry k(",
    "{",
    "\t.reg .b32 %r<3>;",
    "\t.loc\t1 13 0",
    "\tmov.u32 %r1, 0;",
    "$L__tmp0:",
    "\t.loc\t1 14 5",
    "\t// a remark",
    "\t@%p1 bra $L__tmp0;",
    "\tadd.s32 %r1, %r1, 1;",
    "\t.loc\t1 13 9",
    "\tret;",
    "}",
    '\t.file\t1 "k.py"',
  ].join("\n");
  expect(sourceLinesOf(text)).toEqual([
    { source: { file: "k.py", line: 13 }, ptxLines: [6, 13] },
    { source: { file: "k.py", line: 14 }, ptxLines: [10] },
  ]);
});
