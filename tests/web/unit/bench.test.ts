// SPDX-License-Identifier: Apache-2.0
// Measurements: which number is which, curves over a constant, the constants that a program has, and the jobs that were sent.

import { describe, expect, test } from "vitest";
import {
  curvesOf,
  measuredOverPredicted,
  median,
  valueOf,
  type BenchKernel,
  type SweepPoint,
} from "../../../web/src/base/bench";
import { findConstants, mostPoints, readValues, setConstant } from "../../../web/src/base/constants";
import { mostEntries, outcomeOf, readHistory, remember, type HistoryEntry } from "../../../web/src/base/job-history";
import { readJob } from "../../../web/src/base/read";

const kernel = (name: string, fields: Partial<BenchKernel> = {}): BenchKernel => ({
  name,
  launches: 1,
  samples: [],
  warpInstructions: null,
  predictedMicroseconds: null,
  ...fields,
});

test("a value is of what it was made by, and of nothing else", () => {
  const all = kernel("k", { samples: [0.3, 0.1, 0.2], warpInstructions: 7, predictedMicroseconds: 100 });
  expect(valueOf(all, "gpu")).toBeCloseTo(200);
  expect(valueOf(all, "emulator")).toBe(7);
  expect(valueOf(all, "model")).toBe(100);
  expect(valueOf(kernel("k"), "gpu")).toBeNull();
  expect(measuredOverPredicted(all, "gpu")).toBeCloseTo(2);
  expect(measuredOverPredicted(all, "emulator")).toBeNull();
  expect(measuredOverPredicted(kernel("k", { samples: [1] }), "gpu")).toBeNull();
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("curves are sorted, have gaps where something failed, and no two units", () => {
  const point = (at: number, means: "gpu" | "model", value: number): SweepPoint => ({
    at,
    problem: "",
    result: { means, before: [], kernels: [kernel("k", { samples: [value], predictedMicroseconds: value })] },
  });
  const curves = curvesOf([
    point(4, "gpu", 0.002),
    { at: 2, result: null, problem: "no" },
    point(1, "gpu", 0.001),
    point(8, "model", 5),
  ]);
  expect(curves.means).toBe("gpu");
  expect(curves.at).toEqual([1, 2, 4, 8]);
  expect(curves.kernels[0]?.values).toEqual([1, null, 2, null]);
});

describe("constants", () => {
  test("numbers that are assigned once, at module level", () => {
    const text = [
      '"""',
      "DOC = 1",
      '"""',
      "N = 1_024  # rows",
      "RATE: float = 1e-3",
      "twice = 1",
      "twice += 2",
      "  inner = 3",
      "expr = 2 * N",
      "equal == 4",
      "NEG = -2",
    ].join("\n");
    expect(findConstants(text).map(({ name, value }) => [name, value])).toEqual([
      ["N", 1024],
      ["RATE", 0.001],
      ["NEG", -2],
    ]);
    const [n] = findConstants(text);
    expect(n && setConstant(text, n, 64).split("\n")[3]).toBe("N = 64  # rows");
  });
  test.each([
    ["64, 128 256,", [64, 128, 256]],
    ["64..512 *2", [64, 128, 256, 512]],
    ["0..48 + 16", [0, 16, 32, 48]],
    ["1, 1", [1]],
  ])("%s", (text, values) => expect(readValues(text)).toEqual(values));
  test.each([
    ["", /give values/],
    ["a", /a is no number/],
    ["0..8 *2", /never reaches/],
    ["8..1 +1", /never reaches/],
    [`0..${mostPoints} +1`, /at most/],
  ])("%s is refused", (text, why) => expect(readValues(text)).toMatch(why));
});

describe("the jobs that were sent", () => {
  const entry = (id: string, time: number, fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
    id,
    address: "http://a",
    device: "d",
    file: "f.py",
    artifact: "x",
    time,
    state: "queued",
    result: "",
    ...fields,
  });
  test("a job is there once, with its latest state; the oldest go", () => {
    let all: HistoryEntry[] = [];
    for (let at = 0; at < mostEntries + 5; at++) all = remember(all, entry(`j${at}`, at));
    all = remember(all, entry("j10", 10, { state: "succeeded" }));
    expect(all.length).toBe(mostEntries);
    expect(all.filter(({ id }) => id === "j10")).toMatchObject([{ state: "succeeded" }]);
    expect(all[0]?.id).toBe(`j${mostEntries + 4}`);
    expect(remember(all, entry("j10", 10, { address: "http://b" })).filter(({ id }) => id === "j10").length).toBe(2);
    expect(readHistory(JSON.stringify(all))).toEqual(all);
  });
  test("what is kept and can't be read is left out", () => {
    expect(readHistory("{")).toEqual([]);
    expect(readHistory('[null, {"id": "a"}, {"id": "a", "address": "b", "time": 1, "state": "odd"}]')).toEqual([]);
  });
  test("a job's outcome in words", () => {
    const job = (fields: object) => {
      const read = readJob({
        id: "j",
        artifact: "a",
        device: "d",
        state: "failed",
        position: 0,
        createdAt: "",
        ...fields,
      });
      if (!read.ok) throw new Error(read.error);
      return outcomeOf(read.value);
    };
    const result = { ok: true, device: "d", checks: [], diagnostics: [] };
    expect(job({ state: "queued" })).toBe("under way");
    expect(job({ problem: { title: "t", detail: "no room", code: "x" } })).toBe("no room");
    expect(job({ state: "succeeded", result })).toBe("ran to the end");
    expect(
      job({
        result: { ...result, bench: { means: "emulator", kernels: [{ name: "k", counts: { warpInstructions: 3 } }] } },
      }),
    ).toBe("ran to the end");
  });
  test("a measurement in a result is read, and an odd one refused", () => {
    const job = (bench: object) =>
      readJob({
        id: "j",
        artifact: "a",
        device: "d",
        state: "succeeded",
        position: 0,
        createdAt: "",
        result: { ok: true, device: "d", bench },
      });
    const read = job({
      means: "gpu",
      kernels: [{ name: "k", launches: 2, samples: [1], prediction: { microseconds: 4 } }],
      before: [],
    });
    expect(read.ok && read.value.result?.bench).toEqual({
      means: "gpu",
      before: [],
      kernels: [kernel("k", { launches: 2, samples: [1], predictedMicroseconds: 4 })],
    });
    const odd = job({ means: "stopwatch", kernels: [] });
    expect(odd.ok ? "" : odd.error).toContain("bench.means");
  });
});
