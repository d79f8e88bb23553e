// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import {
  readDevices,
  readJob,
  readJobEvent,
  readProblem,
  readResult,
  readRunnerVersion,
} from "../../../web/src/base/read";

const job = {
  id: "j1",
  artifact: "ab",
  device: "interpreter",
  state: "queued",
  position: 2,
  createdAt: "2026-01-01T00:00:00Z",
};
const result = { protocol: 1, ok: true, device: "interpreter", output: "x\n" };

describe("answers of a runner", () => {
  test("a whole result is read, unknown fields are not kept", () => {
    const range = { file: "k.py", begin: { line: 1, column: 1 }, end: { line: 1, column: 5 } };
    const read = readResult({
      ...result,
      later: 1,
      checks: [
        { range, passed: false, message: "m", elements: 4, mismatched: 1, maxAbsolute: "nan", maxRelative: "inf" },
      ],
      launches: [{ kernel: "k", range: null, grid: [2, 2], milliseconds: 1.5, timing: "gpu-events", samples: [1, 2] }],
      kernels: [{ name: "k", ptx: ".version 8.0", registers: 32 }],
      files: { "k.ptx": "text" },
    });
    expect(read.ok && read.value).toMatchObject({
      checks: [{ passed: false, maxAbsolute: NaN, maxRelative: Infinity, range }],
      launches: [{ grid: [2, 2], samples: [1, 2] }],
      kernels: [{ name: "k", ptx: ".version 8.0", registers: 32 }],
      files: { "k.ptx": "text" },
    });
    expect(read.ok && "later" in read.value).toBe(false);
  });

  test("what may be missing may be missing", () => {
    const read = readResult({ ok: false, device: "interpreter" });
    expect(read).toMatchObject({ ok: true, value: { ok: false, checks: [], launches: [], kernels: [], output: "" } });
  });

  test.each([
    [{ ...job, state: "sleeping" }, '`job.state` is `"sleeping"`, expected one of queued'],
    [{ ...job, id: 7 }, "`job.id` is `7`, expected a string"],
    [{ ...job, result: { ...result, ok: "yes" } }, '`job.result.ok` is `"yes"`, expected true or false'],
    [{ ...job, result: { ...result, launches: [{ kernel: "k", grid: ["a"] }] } }, "`job.result.launches[0].grid[0]`"],
    [null, "`job` is `null`, expected an object"],
    [[], "`job` is `[]`, expected an object"],
  ])("number %# is refused by the name of its field", (value, message) => {
    const read = readJob(value);
    expect(read.ok ? "" : read.error).toContain(message);
  });

  test("whose a job is, how urgent, and its trace", () => {
    expect(readJob(job)).toMatchObject({ ok: true, value: { priority: 5 } });
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const owned = { ...job, owner: "ci", priority: 8, traceparent };
    expect(readJob(owned)).toMatchObject({ ok: true, value: { owner: "ci", priority: 8, traceparent } });
    expect(readJob({ ...job, priority: "high" }).ok).toBe(false);
  });

  test("a newer protocol is refused", () => {
    const read = readRunnerVersion({ protocol: 2, version: "9.0" });
    expect(read.ok ? "" : read.error).toContain("the runner speaks protocol 2");
  });

  test("devices, problems and events", () => {
    expect(
      readDevices({ devices: [{ id: "cuda:0", kind: "cuda", name: "H100", note: "", memoryBytes: 1 }] }),
    ).toMatchObject({ ok: true, value: [{ id: "cuda:0", memoryBytes: 1 }] });
    expect(
      readProblem({ type: "urn:tessera:problem:queue-full", title: "t", status: 429, detail: "d", code: "queue-full" }),
    ).toMatchObject({ ok: true, value: { code: "queue-full", diagnostics: [] } });
    expect(readJobEvent("state", job)).toMatchObject({ ok: true, value: { kind: "state", job: { position: 2 } } });
    expect(readJobEvent("output", { text: "a" })).toEqual({ ok: true, value: { kind: "output", text: "a" } });
    expect(readJobEvent("of-a-later-age", {})).toEqual({ ok: true, value: null });
    expect(readJobEvent("output", {}).ok).toBe(false);
  });
});
