// SPDX-License-Identifier: Apache-2.0
// Timelines of the emulator, in steps: what they tell that the interpreter's do not, and the choice between the two.

import { describe, expect, test } from "vitest";
import type { LaunchTime } from "../../../web/src/base/protocol";
import { readTimeline, type Timeline } from "../../../web/src/base/timeline";
import { explainWait, loadsOf } from "../../../web/src/base/timeline-bubbles";
import { overlapOf } from "../../../web/src/base/timeline-overlap";
import { layOutTimeline } from "../../../web/src/base/timeline-scene";
import { listSources, originsOf } from "../../../web/src/panes/timeline-sources";

function read(json: unknown): Timeline {
  const timeline = readTimeline(json);
  if (!timeline.ok) throw new Error(timeline.error);
  return timeline.value;
}

/** As `runner/emulator/trace/TraceJson.cpp` writes it: two slots of a and b, four warps, products of a warpgroup. */
const traced = read({
  unit: "steps",
  dropped: 0,
  length: 100,
  rows: [
    { name: "copies", cluster: 0, cta: 0, warp: -1 },
    { name: "warp 0", cluster: 0, cta: 0, warp: 0 },
    { name: "warpgroup 0, wgmma", cluster: 0, cta: 0, warpgroup: 0 },
    { name: "warp 4", cluster: 0, cta: 0, warp: 4 },
    { name: "copies", cluster: 1, cta: 0, warp: -1 },
  ],
  events: [
    { row: 0, kind: "copy", begin: 0, end: 40, name: "a[0]: TMA load", buffer: "a", slot: 0, line: 9, ptxLine: 30 },
    { row: 4, kind: "copy", begin: 0, end: 90, name: "a[0]: TMA load", buffer: "a", slot: 0 },
    { row: 3, kind: "run", begin: 0, end: 50, name: "run" },
    { row: 0, kind: "copy", begin: 1, end: 40, name: "b[0]: TMA load", buffer: "b", slot: 0 },
    { row: 0, kind: "copy", begin: 5, end: 60, name: "a[1]: TMA load", buffer: "a", slot: 1 },
    { row: 1, kind: "wait", begin: 5, end: 40, name: "wait ready[0], phase 0", buffer: "ready", slot: 0, waitsFor: 3 },
    { row: 2, kind: "wgmma", begin: 45, end: 70, name: "b[0]: wgmma x 4", buffer: "b", slot: 0 },
    { row: 1, kind: "wait", begin: 46, end: 50, name: "wait free[0], phase 1", waitsFor: 2 },
    { row: 2, kind: "wgmma", begin: 72, end: 80, name: "b[1]: wgmma x 4", buffer: "b", slot: 1 },
    { row: 1, kind: "wait", begin: 80, end: 90, name: "wait" },
    { row: 0, kind: "copy", begin: 85, end: 95, name: "a[0]: TMA load", buffer: "a", slot: 0 },
  ],
});

describe("an emulator's trace", () => {
  test("events know their line of the PTX, and products of a warpgroup their warpgroup", () => {
    expect([...traced.ptxLine.slice(0, 2)]).toEqual([30, 0]);
    expect(traced.rows.map((row) => row.warpgroup)).toEqual([-1, 0, 0, 1, -1]);
  });

  test("what is under way together is counted, by buffers, of one block or of all", () => {
    expect(overlapOf(traced, { cluster: 0, block: 0 })).toEqual({
      flights: [
        { name: "a", copies: 3, most: 2 },
        { name: "b", copies: 1, most: 1 },
      ],
      products: 2,
      beside: 1,
    });
    expect(overlapOf(traced, null).flights[0]).toEqual({ name: "a", copies: 4, most: 2 });
    expect(overlapOf(read({ rows: [], events: [] }), null)).toEqual({ flights: [], products: 0, beside: 0 });
  });

  test("a wait's sentence says what ended it and gives no advice: steps are no durations", () => {
    expect(explainWait(traced, 5)).toBe("wait ready[0], phase 0: 35 steps, ended by `b[0]: TMA load` of copies");
    expect(explainWait(traced, 7)).toBe("wait free[0], phase 1: 4 steps, ended by warp 4");
    expect(explainWait(traced, 9)).toContain("does not say what ended it");
    expect(loadsOf(traced).some((load) => load.multiplies)).toBe(true);
  });

  test("twelve copies at once have a lane each", () => {
    const many = read({
      rows: [{ name: "copies", warp: -1 }],
      events: Array.from({ length: 12 }, (_, at) => ({ row: 0, kind: "copy", begin: at, end: 50 })),
    });
    expect(layOutTimeline(many, { block: null, slots: false }).bands[0]?.lanes).toHaveLength(12);
  });
});

describe("whose timeline", () => {
  const model = read({ unit: "cycles (model)", rows: [], events: [] });
  const launch = (kernel: string, timeline: Timeline | null, grid = [4]): LaunchTime => ({
    kernel,
    range: null,
    grid,
    milliseconds: 1,
    timing: "cpu-wall",
    samples: [],
    ...(timeline ? { timeline } : {}),
  });
  const run = { launches: [launch("f", model), launch("g", null), launch("g", model)], stale: false };
  const runner = { launches: [launch("f", traced), launch("g", traced, [8])], stale: true };

  test("all there are, by where they are from; launches without one are passed over", () => {
    const sources = listSources(run, runner, [
      { name: "t.json", launches: [{ kernel: "h", grid: [1], timeline: traced }] },
    ]);
    expect(sources.map(({ key, title }) => `${key} = ${title}`)).toEqual([
      "run 0 = Interpreter (cycles, model): f grid (4,)",
      "run 2 = Interpreter (cycles, model): g grid (4,)",
      "runner 0 = Emulator on the runner (steps): f grid (4,)",
      "runner 1 = Emulator on the runner (steps): g grid (8,)",
      "t.json 0 = t.json: h grid (1,)",
    ]);
    expect(sources.map(({ foreign }) => foreign !== "")).toEqual([false, false, true, true, false]);
    expect(listSources(null, null, [])).toEqual([]);
  });

  test("going from one to the other stays with the kernel", () => {
    const sources = listSources(run, runner, []);
    const shown = sources.find((source) => source.key === "runner 1");
    expect(shown && originsOf(sources, shown)).toEqual([
      { origin: "run", name: "Interpreter (cycles, model)", key: "run 2" },
      { origin: "runner", name: "Emulator on the runner (steps)", key: "runner 1" },
    ]);
  });

  test("a runner's interpreter is called one", () => {
    expect(listSources(null, run, [])[0]?.title).toContain("Interpreter on the runner (cycles, model)");
  });
});
