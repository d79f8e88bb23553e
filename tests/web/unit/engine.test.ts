// SPDX-License-Identifier: Apache-2.0
// The engine's promises: the latest text wins, a call that hangs or crashes costs a worker and nothing else, runs don't block
// typing. Time is faked; workers answer when a test says so.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Engine, type EngineLimits } from "../../../web/src/engine/engine";
import { WorkerHost } from "../../../web/src/engine/host";
import { fakeWorkers, settle } from "./fake-worker";

const limits: EngineLimits = { compileMs: 1000, tilingsMs: 1000, runMs: 5000, graceMs: 100 };
const input = (source: string) => ({ file: "k.py", source, target: "sm_90a" });
const compiled = { protocol: 1, ok: true, diagnostics: [], kernels: [], milliseconds: 1 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("one worker", () => {
  test("starts once, when it is first needed", async () => {
    const { workers, options } = fakeWorkers();
    const host = new WorkerHost(options);
    expect(workers).toHaveLength(0);
    await Promise.all([host.ready(), host.ready()]);
    expect(workers).toHaveLength(1);
  });

  test("a call that takes too long ends the worker, and the next call has a fresh one", async () => {
    const { workers, options } = fakeWorkers();
    const host = new WorkerHost(options);
    const call = host.call("compile", input("a"), 500);
    await settle();
    vi.advanceTimersByTime(501);
    expect(await call).toMatchObject({
      ok: false,
      error: { kind: "timeout", message: "`compile` took more than 0.5 s and was stopped" },
    });
    expect(workers[0]?.terminated).toBe(true);
    const next = host.call("version", {}, 500);
    await settle();
    workers[1]?.answer({ version: "1" });
    expect(await next).toMatchObject({ ok: true, value: { value: { version: "1" } } });
  });

  test("a crash names the method and carries the stack; a late word of the dead worker is not heard", async () => {
    const { workers, options } = fakeWorkers();
    const host = new WorkerHost(options);
    const call = host.call("tilings", {}, 500);
    await settle();
    workers[0]?.send({ kind: "crash", what: "RuntimeError: unreachable", stack: "at wasm[12]" });
    expect(await call).toEqual({
      ok: false,
      error: { kind: "crash", message: "RuntimeError: unreachable", stack: "at wasm[12]", method: "tilings" },
    });
    expect(workers[0]?.terminated).toBe(true);
    expect(host.age).toBe(1);
  });

  test("a worker that dies without a word is a crash too, even while it starts", async () => {
    const { workers, options } = fakeWorkers();
    const host = new WorkerHost(options);
    const call = host.call("version", {}, 500);
    await Promise.resolve();
    await Promise.resolve();
    workers[0]?.onerror?.({ message: "out of memory" });
    expect(await call).toMatchObject({ ok: false, error: { kind: "crash", message: "out of memory" } });
  });

  test("a module that cannot be loaded is told, and tried again with the next call", async () => {
    const { options, workers } = fakeWorkers(() => ({}));
    let broken = true;
    const host = new WorkerHost({
      ...options,
      module: async () => (broken ? { ok: false, error: "404" } : options.module()),
    });
    expect(await host.call("version", {}, 500)).toMatchObject({
      ok: false,
      error: { kind: "unavailable", message: "404" },
    });
    broken = false;
    expect((await host.call("version", {}, 500)).ok).toBe(true);
    expect(workers.map((worker) => worker.terminated)).toEqual([true, false]);
  });

  test("one that has grown large is replaced after its answer", async () => {
    const { workers, options } = fakeWorkers();
    const host = new WorkerHost({ ...options, memoryLimit: 100 });
    const call = host.call("version", {}, 500);
    await settle();
    workers[0]?.answer({}, undefined, 101);
    expect((await call).ok).toBe(true);
    expect(workers[0]?.terminated).toBe(true);
  });
});

describe("compiling", () => {
  test("of many texts that wait only the latest is compiled", async () => {
    const { workers, options } = fakeWorkers();
    const engine = new Engine(options, limits);
    const answers = ["a", "b", "c"].map((source) => engine.compile(input(source)));
    await settle();
    workers[0]?.answer(compiled);
    await settle();
    workers[0]?.answer(compiled);
    const results = await Promise.all(answers);
    expect(workers[0]?.asked.map((call) => call.source)).toEqual(["a", "c"]);
    expect(results[1]).toMatchObject({ ok: false, error: { kind: "superseded" } });
    expect(results[2]?.ok).toBe(true);
    expect(workers[0]?.terminated).toBe(false);
  });

  test("one that is outdated and does not end soon is ended, and the new text compiled in a new worker", async () => {
    const { workers, options } = fakeWorkers();
    const engine = new Engine(options, limits);
    const first = engine.compile(input("hangs"));
    await settle();
    const second = engine.compile(input("good"));
    vi.advanceTimersByTime(limits.graceMs + 1);
    expect(await first).toMatchObject({ ok: false, error: { kind: "superseded" } });
    await settle();
    expect(workers[0]?.terminated).toBe(true);
    workers[1]?.answer(compiled);
    expect((await second).ok).toBe(true);
  });

  test("the same text after a crash is compiled by a new worker", async () => {
    const { workers, options } = fakeWorkers();
    const engine = new Engine(options, limits);
    const first = engine.compile(input("a"));
    await settle();
    workers[0]?.send({ kind: "crash", what: "abort", stack: "" });
    expect(await first).toMatchObject({ ok: false, error: { kind: "crash", method: "compile" } });
    await settle();
    expect(workers).toHaveLength(2);
    const second = engine.compile(input("b"));
    await settle();
    workers[1]?.answer(compiled);
    expect((await second).ok).toBe(true);
  });

  test("a view of a program whose worker is gone compiles it again first", async () => {
    const { workers, options } = fakeWorkers((method) => (method === "compile" ? compiled : { snapshots: [] }));
    const engine = new Engine(options, limits);
    const program = input("a");
    await engine.compile(program);
    await engine.snapshots(program);
    expect(workers[0]?.methods).toEqual(["compile", "snapshots"]);
    workers[0]?.onerror?.({ message: "killed" });
    expect((await engine.snapshots(program)).ok).toBe(true);
    expect(workers[1]?.methods).toEqual(["compile", "snapshots"]);
  });
});

describe("running", () => {
  const respond = (method: string) =>
    method === "compile"
      ? compiled
      : method === "run"
        ? { ok: true, device: "interpreter" }
        : { snapshots: [], kernels: [] };

  test("has a worker of its own: typing goes on", async () => {
    const { workers, options } = fakeWorkers();
    const engine = new Engine(options, limits);
    const run = engine.run(input("slow"));
    await settle();
    workers[0]?.answer(compiled);
    await settle();
    expect(workers[0]?.methods).toEqual(["compile", "run"]);
    const compile = engine.compile(input("typed"));
    await settle();
    workers[1]?.answer(compiled);
    expect((await compile).ok).toBe(true);
    vi.advanceTimersByTime(limits.graceMs * 2);
    expect(workers[0]?.terminated).toBe(false);
    workers[0]?.answer({ ok: true, device: "interpreter" });
    expect((await run).ok).toBe(true);
  });

  test("cancelling ends its worker; the next run has a new one", async () => {
    const { workers, options } = fakeWorkers();
    const engine = new Engine(options, limits);
    const run = engine.run(input("slow"));
    await settle();
    engine.cancelRun();
    expect(await run).toMatchObject({ ok: false, error: { kind: "cancelled" } });
    expect(workers[0]?.terminated).toBe(true);
    for (const worker of workers.slice(1)) worker.respond = respond;
    const again = engine.run(input("slow"));
    await settle();
    const last = workers.at(-1);
    last?.answer(compiled);
    await settle();
    last?.answer({ ok: true, device: "interpreter" });
    expect((await again).ok).toBe(true);
  });

  test("goes before tilings under way, which are made afterwards", async () => {
    const { workers, options } = fakeWorkers();
    const engine = new Engine(options, limits);
    const program = input("a");
    const tilings = engine.tilings(program);
    await settle();
    workers[0]?.answer(compiled);
    await settle();
    expect(workers[0]?.methods).toEqual(["compile", "tilings"]);
    const run = engine.run(program);
    await settle();
    expect(workers[0]?.terminated).toBe(true);
    for (const value of [compiled, { ok: true, device: "interpreter" }, { kernels: [] }]) {
      workers[1]?.answer(value);
      await settle();
    }
    expect(workers[1]?.methods).toEqual(["compile", "run", "tilings"]);
    expect([(await run).ok, (await tilings).ok]).toEqual([true, true]);
  });

  test("a result that is none of the protocol's is not shown as one", async () => {
    const { options } = fakeWorkers((method) => (method === "compile" ? compiled : { ok: 1 }));
    expect(await new Engine(options, limits).run(input("a"))).toMatchObject({
      ok: false,
      error: { kind: "unavailable" },
    });
  });
});
