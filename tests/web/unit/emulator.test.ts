// SPDX-License-Identifier: Apache-2.0
// The emulator's form and session: rows become the words of the command line, what is wrong is told at its field, and a
// worker that is lost is replaced.

import { describe, expect, test } from "vitest";
import {
  bytesOfRow,
  checkForm,
  commandOf,
  emptyRow,
  guessForm,
  parseSizes,
  requestOf,
  settingsOf,
  specOf,
  toNpy,
  type EmulatorEntry,
} from "../../../web/src/base/emulator";
import { DebuggerSession } from "../../../web/src/engine/debugger-session";
import { EmulatorHost } from "../../../web/src/engine/emulator-host";
import type { EmulatorWorkerLike, FromEmulator, ToEmulator } from "../../../web/src/engine/emulator-messages";
import { EmulatorSession } from "../../../web/src/engine/emulator-session";

const parameter = (name: string, type: string, size: number) => ({ name, type, offset: 0, size, alignment: 8 });
const entry: EmulatorEntry = {
  name: "add",
  parameters: [
    parameter("x", "u64", 8),
    parameter("n", "u32", 4),
    parameter("a", "f32", 4),
    parameter("s", "b8", 24),
    parameter("m", "b8", 128),
  ],
  staticShared: 0,
  requiredThreads: [128, 2, 0],
};

describe("the form", () => {
  test("begins with what the parameters most likely are", () => {
    const form = guessForm(entry);
    expect(form.block).toBe("128,2");
    expect(form.rows.map(specOf)).toEqual([
      "f32[1024]=random:0",
      "u32=1024",
      "f32=1.0",
      "value u8[24]=zeros",
      "map(0)=box:64x64,swizzle:128",
    ]);
    expect([form.schedules, form.checkRaces]).toEqual(["5", true]);
  });

  test("writes every kind of argument as the command line takes it", () => {
    const row = { ...emptyRow("array"), type: "bf16", shape: "64 x 128" };
    expect(specOf({ ...row, contents: "full", detail: "1.5" })).toBe("bf16[64,128]=full:1.5");
    expect(specOf({ ...row, contents: "empty" })).toBe("bf16[64,128]=empty");
    expect(specOf({ ...row, contents: "file", detail: "x.npy" })).toBe("bf16[64,128]=@x.npy");
    expect(specOf({ ...row, shape: "", contents: "file", detail: "x.npy" })).toBe("@x.npy");
    expect(specOf({ ...row, kind: "memory", contents: "zeros" })).toBe("memory bf16[64,128]=zeros");
    expect(specOf({ ...row, kind: "address", of: "2", fields: "256" })).toBe("&2+256");
    expect(specOf({ ...row, kind: "address", of: "2", fields: "" })).toBe("&2");
  });

  test("says what is wrong at its field", () => {
    const form = guessForm(entry);
    expect(checkForm(form)).toEqual({});
    const wrong = checkForm({
      ...form,
      grid: "0",
      block: "1,2,3,4",
      cluster: "x",
      smem: "-1",
      schedules: "0",
      seed: "1.5",
    });
    expect(Object.keys(wrong)).toEqual(["grid", "block", "cluster", "smem", "schedules", "seed"]);
    expect(parseSizes(" 4 x 2 ")).toEqual([4, 2]);
    expect(parseSizes("4,,2")).toBeNull();
  });

  test("makes a request, and the same as a command", () => {
    const form = { ...guessForm(entry), grid: "4, 2", cluster: "2", smem: "1024" };
    expect(requestOf(form)).toMatchObject({ entry: "add", grid: [4, 2], block: [128, 2], cluster: [2], smem: 1024 });
    expect(commandOf("my add.ptx", form)).toBe(
      "tessera emulate 'my add.ptx' --entry add --grid '4, 2' --block 128,2 --cluster 2 --smem 1024 " +
        "--arg 'f32[1024]=random:0' --arg u32=1024 --arg f32=1.0 --arg 'value u8[24]=zeros' --arg 'map(0)=box:64x64,swizzle:128' " +
        "--schedules 5 --check race",
    );
  });

  test("a card asks for a time, here and as a command", () => {
    const form = { ...guessForm(entry), card: "h200" };
    expect(settingsOf(form)).toMatchObject({ card: "h200" });
    expect(commandOf("add.ptx", form)).toMatch(/ --check race --time --card h200$/);
    expect(settingsOf(guessForm(entry))).not.toHaveProperty("card");
  });

  test("counts bytes", () => {
    expect(bytesOfRow({ ...emptyRow(), type: "f16", shape: "64,128" })).toBe(16384);
    expect(bytesOfRow({ ...emptyRow(), shape: "64," })).toBe(0);
    expect(bytesOfRow(emptyRow("scalar"))).toBe(0);
  });

  test("an array becomes NumPy's file", () => {
    const file = toNpy("<f4", [2], new Uint8Array(8).fill(7));
    expect((file.length - 8) % 64).toBe(0);
    expect(new TextDecoder().decode(file.subarray(10, 70))).toContain(
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }",
    );
    expect(file.at(-1)).toBe(7);
  });
});

/** Answers as the module does; `hang` as a text does not answer a run, `burst` takes all memory. */
class FakeEmulator implements EmulatorWorkerLike {
  static made: FakeEmulator[] = [];
  onmessage: EmulatorWorkerLike["onmessage"] = null;
  onerror: EmulatorWorkerLike["onerror"] = null;
  terminated = false;
  private text = "";
  constructor() {
    FakeEmulator.made.push(this);
  }
  terminate(): void {
    this.terminated = true;
  }
  postMessage(message: ToEmulator): void {
    if (message.kind === "call") queueMicrotask(() => this.answer(message));
  }
  private say(data: FromEmulator): void {
    this.onmessage?.({ data });
  }
  private answer({ id, request, files }: ToEmulator & { kind: "call" }): void {
    const value = this.valueOf(request, files.length);
    if (value === undefined) return;
    if (value === null) this.say({ kind: "lost", what: "OutOfMemory: too much", stack: "", outOfMemory: true });
    else this.say({ kind: "answer", id, reply: { ok: true, value }, memory: 1 });
  }
  private valueOf(request: Record<string, unknown>, files: number): object | null | undefined {
    if (request["method"] === "load") {
      this.text = String(request["text"]);
      return { ok: true, diagnostics: [], entries: [entry] };
    }
    if (request["method"] === "prepare") return { ok: true, diagnostics: [], arguments: request["arguments"], files };
    if (request["method"] === "arrays") return { arrays: [] };
    if (this.text === "hang") return undefined;
    if (this.text === "burst") return null;
    const seed = Number(request["seed"]);
    return {
      ok: true,
      seed,
      threadInstructions: 1,
      warpInstructions: 1,
      digests: { 0: seed < 2 ? "a" : "b" },
      output: "",
      diagnostics: [],
    };
  }
}

function makeSession(): EmulatorSession {
  FakeEmulator.made = [];
  const makeHost = () =>
    new EmulatorHost({
      spawn: () => new FakeEmulator(),
      files: () => ({ files: { wasm: "", bytes: 0 }, glue: "", controlled: false }),
    });
  return new EmulatorSession(makeHost(), new DebuggerSession(makeHost()));
}

describe("the session", () => {
  test("runs every order, and names the first whose arrays differ", async () => {
    const session = makeSession();
    await session.open("add.ptx", "text");
    const result = await session.run();
    expect(result?.seeds.map(({ seed }) => seed)).toEqual([0, 1, 2, 3, 4]);
    expect(result?.differing).toEqual({ 0: 2 });
    expect(session.state.value).toEqual({ phase: "idle" });
  });

  test("a run can be stopped, and the next one finds a fresh worker", async () => {
    const session = makeSession();
    await session.open("add.ptx", "hang");
    const running = session.run();
    await new Promise((resolve) => setTimeout(resolve, 5));
    session.stop();
    expect(await running).toBeNull();
    expect(session.state.value).toEqual({ phase: "failed", message: "stopped" });
    expect(FakeEmulator.made.map(({ terminated }) => terminated)).toEqual([true]);
    await session.open("add.ptx", "text");
    expect((await session.run())?.seeds.length).toBe(5);
    expect(FakeEmulator.made.length).toBe(2);
  });

  test("too much memory is the kernel's matter, and costs the worker", async () => {
    const session = makeSession();
    await session.open("add.ptx", "burst");
    expect(await session.run()).toBeNull();
    expect(session.state.value).toEqual({ phase: "failed", message: "too much" });
    expect(FakeEmulator.made[0]?.terminated).toBe(true);
  });

  test("takes anybody's arrays in the place of arguments", async () => {
    const session = makeSession();
    const launch = { entry: "add", grid: [1], block: [32], smem: 0, arguments: ["bf16[2]", "u32=2"] };
    const settings = { seed: 0, schedules: 1, checkRaces: false, allowUninitialized: false };
    const arrays = [{ argument: 0, dtype: "|V2", shape: [2], bytes: new Uint8Array(4) }];
    const ran = await session.runWithArrays("k.ptx", "text", launch, arrays, settings);
    expect(ran.ok && ran.value.launch.arguments).toEqual(["bf16[2]=@argument-0.npy", "u32=2"]);
  });
});
