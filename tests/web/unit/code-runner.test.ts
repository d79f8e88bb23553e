// SPDX-License-Identifier: Apache-2.0
// Runs of whole programs as PTX: the worker starts with the first, is given an artifact once, and is ended by a cancel.

import { expect, test } from "vitest";
import { CodeRunner } from "../../../web/src/engine/code-runner";
import type { CodeWorkerLike, FromCodeWorker, ToCodeWorker } from "../../../web/src/engine/code-messages";

class FakeWorker implements CodeWorkerLike {
  onmessage: CodeWorkerLike["onmessage"] = null;
  onerror: CodeWorkerLike["onerror"] = null;
  terminated = false;
  asked: ToCodeWorker[] = [];
  postMessage(message: ToCodeWorker): void {
    this.asked.push(message);
  }
  terminate(): void {
    this.terminated = true;
  }
  send(message: FromCodeWorker): void {
    this.onmessage?.({ data: message });
  }
}

const options = { seed: 3, schedules: 5, checkRaces: true, timeline: false };
const result = {
  protocol: 1,
  ok: true,
  device: "emulator",
  deviceNote: "",
  output: "1\n",
  files: {},
  diagnostics: [],
  milliseconds: 1,
  peakBytes: 1,
  checks: [],
  launches: [],
  kernels: [],
};

function make() {
  const workers: FakeWorker[] = [];
  const spawn = () => {
    workers.push(new FakeWorker());
    return workers.at(-1) as FakeWorker;
  };
  const files = { wasm: "code.wasm", glue: "code.js", bytes: 100 };
  return { workers, runner: new CodeRunner({ spawn, files, controlled: () => false }) };
}

const program = (name: string) => ({ artifact: new Uint8Array([1]), name });

test("a run tells of the module's way, of what is printed and of launches, then its result", async () => {
  const { workers, runner } = make();
  const told: unknown[] = [];
  const answer = runner.run(program("a"), options, {
    onLoading: (received) => told.push(["loading", received]),
    onOutput: (text) => told.push(text),
    onProgress: (...words) => told.push(words),
  });
  workers[0]?.send({ kind: "loading", received: 40, total: 100 });
  workers[0]?.send({ kind: "ready" });
  expect(workers[0]?.asked[1]).toEqual({ kind: "run", options, artifact: new Uint8Array([1]) });
  workers[0]?.send({ kind: "output", text: "1\n" });
  workers[0]?.send({ kind: "progress", kernel: "k", done: 0, total: 4 });
  workers[0]?.send({ kind: "ran", result } as FromCodeWorker);
  expect(await answer).toMatchObject({ ok: true, value: { device: "emulator", output: "1\n" } });
  expect(told).toEqual([["loading", 0], ["loading", 40], "1\n", ["k", 0, 4]]);
});

test("the same program again does not cross to the worker", async () => {
  const { workers, runner } = make();
  const first = runner.run(program("a"), options, {});
  workers[0]?.send({ kind: "ready" });
  workers[0]?.send({ kind: "ran", result } as FromCodeWorker);
  await first;
  void runner.run(program("a"), options, {});
  expect(workers[0]?.asked[2]).toEqual({ kind: "run", options });
});

test("a cancelled run ends its worker, whether the module is there or on its way", async () => {
  const { workers, runner } = make();
  for (const isReady of [false, true]) {
    const answer = runner.run(program("a"), options, {});
    const worker = workers.at(-1);
    if (isReady) worker?.send({ kind: "ready" });
    runner.cancel();
    expect(await answer).toMatchObject({ ok: false, error: { kind: "cancelled" } });
    expect(worker?.terminated).toBe(true);
  }
  expect(workers).toHaveLength(2);
});

test("an answer that can't be read is refused by the name of the field", async () => {
  const { workers, runner } = make();
  const answer = runner.run(program("a"), options, {});
  workers[0]?.send({ kind: "ready" });
  workers[0]?.send({ kind: "ran", result: { ...result, launches: 3 } } as unknown as FromCodeWorker);
  expect(await answer).toMatchObject({ ok: false, error: { message: expect.stringContaining("launches") } });
});
