// SPDX-License-Identifier: Apache-2.0
// The code generator's worker: started by the first question, given an artifact once, replaced when it is lost.

import { expect, test, vi } from "vitest";
import { CodeGenerator, type CodeQuestion } from "../../../web/src/engine/code";
import type { CodeWorkerLike, FromCodeWorker, ToCodeWorker } from "../../../web/src/engine/code-messages";

class FakeCodeWorker implements CodeWorkerLike {
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
  answer(text: string): void {
    this.send({ kind: "answer", answer: { kernels: [{ name: "k", text }], diagnostics: [], milliseconds: 1 } });
  }
}

function make(limitMs = 60_000) {
  const workers: FakeCodeWorker[] = [];
  const spawn = () => {
    workers.push(new FakeCodeWorker());
    return workers.at(-1) as FakeCodeWorker;
  };
  const files = { wasm: "code.wasm", glue: "code.js", bytes: 100 };
  return { workers, code: new CodeGenerator({ spawn, files, controlled: () => false, limitMs }) };
}

const question = (name: string, stage: CodeQuestion["stage"] = "ptx"): CodeQuestion => ({
  artifact: new Uint8Array([1]),
  name,
  stage,
});
const textOf = (answer: Awaited<ReturnType<CodeGenerator["generate"]>>) =>
  answer.ok ? answer.value.kernels[0]?.text : answer.error.kind;

test("nothing is loaded before somebody asks, and the load is told in bytes", async () => {
  const { workers, code } = make();
  expect(code.state.value).toEqual({ phase: "absent" });
  expect(workers).toHaveLength(0);
  const answer = code.generate(question("a"));
  expect(workers[0]?.asked).toMatchObject([{ kind: "load", files: { wasm: "code.wasm" } }]);
  workers[0]?.send({ kind: "loading", received: 40, total: 100 });
  expect(code.state.value).toEqual({ phase: "loading", received: 40, total: 100 });
  workers[0]?.send({ kind: "ready" });
  workers[0]?.answer("text");
  expect(textOf(await answer)).toBe("text");
});

test("an artifact crosses to the worker once", async () => {
  const { workers, code } = make();
  for (const [name, stage] of [
    ["a", "ptx"],
    ["a", "llvm"],
    ["b", "ptx"],
  ] as const) {
    const answer = code.generate(question(name, stage));
    workers[0]?.send({ kind: "ready" });
    workers[0]?.answer(name);
    await answer;
  }
  const given = workers[0]?.asked.flatMap((asked) => (asked.kind === "generate" ? ["artifact" in asked] : []));
  expect(given).toEqual([true, false, true]);
});

test("of questions that come while one is under way only the last is asked", async () => {
  const { workers, code } = make();
  const answers = ["a", "b", "c"].map((name) => code.generate(question(name)).then(textOf));
  workers[0]?.send({ kind: "ready" });
  workers[0]?.answer("of c");
  expect(await Promise.all(answers)).toEqual(["superseded", "superseded", "of c"]);
});

test("a worker that crashes is replaced, and the next one is given the artifact again", async () => {
  const { workers, code } = make();
  const lost = code.generate(question("a"));
  workers[0]?.send({ kind: "ready" });
  workers[0]?.send({ kind: "crash", what: "RuntimeError: unreachable" });
  expect(await lost).toMatchObject({ ok: false, error: { kind: "crash", message: "RuntimeError: unreachable" } });
  expect(workers[0]?.terminated).toBe(true);
  const again = code.generate(question("a"));
  workers[1]?.send({ kind: "ready" });
  expect(workers[1]?.asked[1]).toMatchObject({ kind: "generate", artifact: new Uint8Array([1]) });
  workers[1]?.answer("text");
  expect(textOf(await again)).toBe("text");
});

test("a module that can't be had is asked for again by the next question", async () => {
  const { workers, code } = make();
  const first = code.generate(question("a"));
  workers[0]?.send({ kind: "unloaded", message: "answers 404" });
  expect(await first).toMatchObject({ ok: false, error: { kind: "unavailable", message: "answers 404" } });
  expect(code.state.value).toEqual({ phase: "failed", message: "answers 404" });
  void code.generate(question("a"));
  expect(workers).toHaveLength(2);
});

test("what takes too long is stopped", async () => {
  vi.useFakeTimers();
  const { workers, code } = make(1000);
  const answer = code.generate(question("a"));
  workers[0]?.send({ kind: "ready" });
  vi.advanceTimersByTime(1001);
  expect(textOf(await answer)).toBe("timeout");
  expect(workers[0]?.terminated).toBe(true);
  vi.useRealTimers();
});
