// SPDX-License-Identifier: Apache-2.0
// The timeline before it is drawn: reading, lanes, what a window shows, and where the time went. The numbers follow from the rules that
// fixtures/fake-module.js states, by hand.

import { describe, expect, test } from "vitest";
import {
  blocksIn,
  bufferOf,
  comesFrom,
  kindOf,
  nameOfEvent,
  rangeOf,
  readTimeline,
  readTimelineFile,
  type Timeline,
} from "../../../web/src/base/timeline";
import { explainWait, groupBubbles, loadsOf, whyOf } from "../../../web/src/base/timeline-bubbles";
import { bufferColours } from "../../../web/src/base/timeline-colours";
import { nameOrigin } from "../../../web/src/panes/timeline-sources";
import { changesOf, summarize } from "../../../web/src/base/timeline-compare";
import {
  eventAt,
  firstAfter,
  layOutTimeline,
  marksOf,
  nearestIn,
  neighbour,
  pan,
  reveal,
  ticksOf,
  wholeWindow,
  within,
  zoom,
} from "../../../web/src/base/timeline-scene";
import { readResult } from "../../../web/src/base/read";
import type { KernelTilings } from "../../../web/src/base/protocol";
import { makeTimeline } from "../fixtures/fake-module";

function read(json: unknown): Timeline {
  const timeline = readTimeline(json);
  if (!timeline.ok) throw new Error(timeline.error);
  return timeline.value;
}

const row = (name: string, warpgroup = 0, cta = 0) => ({ name, cluster: 0, cta, warpgroup });
const event = (kind: string, begin: number, end: number, more: object = {}) => ({
  row: 0,
  kind,
  begin,
  end,
  name: `${kind} ${begin}`,
  ...more,
});

describe("reading", () => {
  test("an event names its file by number, none being the first", () => {
    const place = { line: 3, range: [3, 1, 3, 9] };
    const events = [event("copy", 0, 1, place), event("copy", 1, 2, { ...place, file: 1 }), event("run", 2, 3, place)];
    const timeline = read({
      unit: "cycles (model)",
      files: ["main.py", "pkg/ops.py"],
      rows: [row("warpgroup 0")],
      events,
    });
    expect([0, 1, 2].map((index) => rangeOf(timeline, index)?.file)).toEqual(["main.py", "pkg/ops.py", "main.py"]);
    expect(comesFrom(timeline, 1, [[3, 3]], "pkg/ops.py")).toBe(true);
    expect(comesFrom(timeline, 1, [[3, 3]], "main.py")).toBe(false);
    const older = read({ unit: "steps", rows: [row("warp 0")], events });
    expect(rangeOf(older, 0)?.file).toBe("");
    expect(comesFrom(older, 0, [[3, 3]], "main.py")).toBe(true);
  });

  test("nanoseconds of the model of time are a unit of their own", () => {
    const timeline = read({ unit: "ns", rows: [row("warp 0")], events: [] });
    expect(timeline.unit).toBe("ns");
    expect(nameOrigin("runner", timeline)).toBe("Emulator on the runner (ns, predicted)");
  });

  test("every field of the protocol arrives", () => {
    const timeline = read({
      unit: "cycles (model)",
      dropped: 3,
      length: 900,
      rows: [row("warpgroup 0"), { name: "TMA loads", cluster: 1, cta: 2, warpgroup: -1 }],
      events: [
        {
          row: 1,
          kind: "copy",
          begin: 10,
          end: 700,
          name: "copy x",
          buffer: "x_smem",
          slot: 1,
          step: 4,
          line: 12,
          range: [12, 3, 13, 9],
        },
        { row: 0, kind: "wait", begin: 20, end: 700, name: "wait for full[1]", waitsFor: 0 },
      ],
    });
    expect(timeline).toMatchObject({ unit: "cycles", dropped: 3, length: 900, count: 2, buffers: ["x_smem"] });
    expect(timeline.rows[1]).toEqual({ name: "TMA loads", cluster: 1, block: 2, warpgroup: -1 });
    expect([timeline.slot[0], timeline.step[0], timeline.waitsFor[0]]).toEqual([1, 4, -1]);
    expect(rangeOf(timeline, 0)).toMatchObject({ begin: { line: 12, column: 3 }, end: { line: 13, column: 9 } });
    expect([kindOf(timeline, 1), nameOfEvent(timeline, 1), bufferOf(timeline, 1)]).toEqual([
      "wait",
      "wait for full[1]",
      "",
    ]);
    expect([timeline.slot[1], timeline.range[1], timeline.waitsFor[1]]).toEqual([-1, -1, 0]);
  });

  test("the emulator's trace: steps, warps, lines, no length", () => {
    const timeline = read({
      unit: "steps",
      dropped: 0,
      rows: [{ name: "warp 5", cluster: 0, cta: 0, warp: 5 }],
      events: [{ row: 0, kind: "run", begin: 0, end: 40, name: "run", line: 7, ptxLine: 90 }],
    });
    expect(timeline).toMatchObject({ unit: "steps", length: 40 });
    expect(timeline.rows[0]?.warpgroup).toBe(1);
    expect(comesFrom(timeline, 0, [[7, 7]])).toBe(true);
    expect(comesFrom(timeline, 0, [[8, 8]])).toBe(false);
  });

  test("what was packed is taken as it is, so that a worker may pack", () => {
    const timeline = read(makeTimeline());
    expect(readTimeline(structuredClone(timeline))).toMatchObject({ ok: true, value: { count: timeline.count } });
    const launch = { kernel: "k", grid: [2], milliseconds: 1, timing: "cpu-wall", samples: [], schedules: 8 };
    const result = {
      protocol: 1,
      ok: true,
      device: "interpreter",
      launches: [{ ...launch, timeline }, { ...launch, timeline: makeTimeline() }, launch],
    };
    const answer = readResult(result);
    expect(answer.ok && answer.value.launches.map((one) => one.timeline?.count)).toEqual([
      timeline.count,
      timeline.count,
      undefined,
    ]);
    expect(answer.ok && answer.value.launches[0]?.schedules).toBe(8);
  });

  test.each([
    [{}, "`rows` is missing, expected a list"],
    [{ rows: [], events: [event("run", 0, 1)] }, "`events[0].row` is 0, and there are 0 rows"],
    [{ rows: [row("a")], events: [event("sleep", 0, 1)] }, '`events[0].kind` is `"sleep"`, expected one of run'],
    [
      { rows: [row("a")], events: [{ row: 0, kind: "run", begin: "0", end: 1 }] },
      '`events[0].begin` is `"0"`, expected a number',
    ],
    [7, "`timeline` is `7`, expected an object"],
  ])("number %# is refused by the name of its field", (json, message) => {
    const timeline = readTimeline(json);
    expect(timeline.ok ? "" : timeline.error).toContain(message);
    const answer = readResult({ ok: true, device: "x", launches: [{ kernel: "k", timeline: json }] });
    expect(answer.ok ? "" : answer.error).toContain("`result.launches[0].timeline`: ");
  });

  test("files of both tools open, others say what they are", () => {
    const whole = readTimelineFile(
      JSON.stringify({ launches: [{ kernel: "k", grid: [2, 1], timeline: makeTimeline() }, { kernel: "other" }] }),
    );
    expect(whole.ok && whole.value.launches.map(({ kernel, grid }) => [kernel, grid])).toEqual([["k", [2, 1]]]);
    expect(readTimelineFile(JSON.stringify(makeTimeline()))).toMatchObject({
      ok: true,
      value: { launches: [{ kernel: "" }] },
    });
    expect(readTimelineFile("{")).toEqual({ ok: false, error: "the file is no JSON, or was cut short" });
    expect(readTimelineFile('{"launches": []}')).toEqual({ ok: false, error: "the file holds no timeline" });
    expect(readTimelineFile("null").ok).toBe(false);
  });
});

describe("lanes and windows", () => {
  const overlapping = read({
    rows: [row("a")],
    events: [event("copy", 0, 10), event("copy", 4, 14), event("copy", 10, 20)],
  });

  test("what overlaps lies in lanes of its own, and no more than that", () => {
    const scene = layOutTimeline(overlapping, { block: null, slots: false });
    expect(scene.bands[0]?.lanes.map((lane) => [...lane.events])).toEqual([[0, 2], [1]]);
  });

  test("slots have bands of their own, of buffers that something is copied to or multiplied from", () => {
    const timeline = read(makeTimeline({ steps: 4, slots: 2 }));
    const scene = layOutTimeline(timeline, { block: null, slots: true });
    expect(scene.bands.filter((band) => band.row < 0).map((band) => band.label)).toEqual([
      "acc",
      "acc_smem",
      "x_smem[0]",
      "x_smem[1]",
      "y_smem[0]",
      "y_smem[1]",
    ]);
    const slot = scene.bands.find((band) => band.label === "x_smem[1]");
    expect(slot?.lanes.flatMap((lane) => [...lane.events]).map((one) => timeline.step[one])).toEqual([1, 3]);
    expect(layOutTimeline(timeline, { block: null, slots: false }).bands).toHaveLength(4);
  });

  test("one block alone, or all of them with their names", () => {
    const timeline = read(makeTimeline({ blocks: 3 }));
    expect(blocksIn(timeline)).toEqual([0, 1, 2].map((block) => ({ cluster: 0, block })));
    const one = layOutTimeline(timeline, { block: { cluster: 0, block: 1 }, slots: false });
    expect(one.bands.map((band) => timeline.rows[band.row]?.block)).toEqual([1, 1, 1, 1]);
    const all = layOutTimeline(timeline, { block: null, slots: false });
    expect(all.headings.map((heading) => heading.text)).toEqual([0, 1, 2].map((block) => `cluster 0, block ${block}`));
  });

  test("a window shows its events, cut at its edges; thin ones share a pixel and say how much of it they fill", () => {
    const lane =
      layOutTimeline(overlapping, { block: null, slots: false }).bands[0]?.lanes[0]?.events ?? new Uint32Array();
    expect(marksOf(overlapping, lane, { from: 5, to: 15 }, 100)).toEqual([
      { event: 0, x: 0, width: 50, more: 0, cover: 1 },
      { event: 2, x: 50, width: 50, more: 0, cover: 1 },
    ]);
    // 100 events of 5 in every 10: from afar half full, a mark a pixel.
    const many = read({
      rows: [row("a")],
      events: Array.from({ length: 100 }, (_, index) => event("run", index * 10, index * 10 + 5)),
    });
    const all = layOutTimeline(many, { block: null, slots: false }).bands[0]?.lanes[0]?.events ?? new Uint32Array();
    const marks = marksOf(many, all, { from: 0, to: 1000 }, 10);
    expect(marks).toHaveLength(10);
    expect(marks.reduce((sum, mark) => sum + mark.more + 1, 0)).toBe(100);
    for (const mark of marks) expect(mark.cover).toBeCloseTo(0.5, 1);
  });

  test("200,000 events cost a frame no more marks than pixels", () => {
    const events = Array.from({ length: 200_000 }, (_, index) => event("run", index * 4, index * 4 + 3));
    const timeline = read({ rows: [row("a")], events });
    const lane = layOutTimeline(timeline, { block: null, slots: true }).bands[0]?.lanes[0]?.events ?? new Uint32Array();
    expect(lane).toHaveLength(200_000);
    expect(marksOf(timeline, lane, wholeWindow(timeline), 1000).length).toBeLessThanOrEqual(1001);
    expect(marksOf(timeline, lane, { from: 400_000, to: 400_400 }, 1000)).toHaveLength(100);
  }, 60_000);

  test("what lies under the pointer, with a little room", () => {
    const scene = layOutTimeline(overlapping, { block: null, slots: false });
    const at = (x: number, y: number) => eventAt(overlapping, scene, { from: 0, to: 20 }, 200, x, y);
    expect([at(50, 5), at(150, 5), at(50, 25), at(5, 25), at(38, 25), at(50, 200)]).toEqual([0, 2, 1, -1, 1, -1]);
    expect(firstAfter(overlapping, Uint32Array.from([0, 2]), 10)).toBe(1);
  });

  test("an axis that several share is as long as the longest", () => {
    const timeline = overlapping;
    expect(wholeWindow(timeline, timeline.length + 500)).toEqual({ from: 0, to: timeline.length + 500 });
    expect(wholeWindow(timeline, 1)).toEqual(wholeWindow(timeline));
  });

  test("keys step through a band in order of time, across its lanes", () => {
    const band = layOutTimeline(overlapping, { block: null, slots: false }).bands[0];
    if (!band) throw new Error("no band");
    expect([neighbour(band, -1, 1), neighbour(band, 0, 1), neighbour(band, 1, 1), neighbour(band, 2, 1)]).toEqual([
      0, 1, 2, 2,
    ]);
    expect([neighbour(band, 2, -1), neighbour(band, 0, -1)]).toEqual([1, 0]);
    expect([nearestIn(overlapping, band, 2), nearestIn(overlapping, band, 100)]).toEqual([0, 2]);
  });

  test("zooming keeps the time under the pointer, and stays within the launch", () => {
    const whole = { from: 0, to: 1000 };
    expect(zoom(whole, whole, 250, 0.5)).toEqual({ from: 125, to: 625 });
    expect(zoom({ from: 125, to: 625 }, whole, 250, 2)).toEqual(whole);
    expect(zoom({ from: 0, to: 20 }, whole, 10, 0.01)).toEqual({ from: 2, to: 18 });
    expect(pan({ from: 0, to: 100 }, whole, 0.5)).toEqual({ from: 50, to: 150 });
    expect(pan({ from: 0, to: 100 }, whole, -1)).toEqual({ from: 0, to: 100 });
    expect(within({ from: 950, to: 1050 }, whole)).toEqual({ from: 900, to: 1000 });
    expect(reveal({ from: 0, to: 100 }, whole, 500, 520)).toEqual({ from: 460, to: 560 });
    expect(reveal({ from: 0, to: 100 }, whole, 10, 20)).toEqual({ from: 0, to: 100 });
    expect(ticksOf({ from: 0, to: 1000 }, 900)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
    expect(ticksOf({ from: 130, to: 330 }, 200)).toEqual([200, 300]);
  });
});

describe("where the time went", () => {
  // The worked example of base/timeline-bubbles.ts.
  const example = read({
    unit: "cycles (model)",
    length: 400,
    rows: [row("warpgroup 0"), row("tensor core of warpgroup 0"), row("TMA loads", -1)],
    events: [
      event("wgmma", 100, 200, { row: 1 }),
      event("copy", 150, 258, { row: 2, name: "copy x to x_smem[1]" }),
      event("wait", 205, 258, { name: "wait for full[1]", waitsFor: 1 }),
      event("wgmma", 260, 360, { row: 1 }),
    ],
  });

  test("a tensor core's idle stretches are told apart and named by the wait in them", () => {
    expect(loadsOf(example)).toEqual([
      {
        row: 1,
        multiplies: true,
        busy: 200,
        share: 0.5,
        bubbles: [
          { row: 1, begin: 0, end: 100, place: "before the first", wait: -1 },
          { row: 1, begin: 200, end: 260, place: "between", wait: 2 },
          { row: 1, begin: 360, end: 400, place: "after the last", wait: -1 },
        ],
      },
    ]);
  });

  test("warpgroups of a block share its tensor cores: they are idle when nobody multiplies", () => {
    const timeline = read({
      length: 100,
      rows: [
        row("warpgroup 0"),
        row("warpgroup 1", 1),
        row("tensor core of warpgroup 0"),
        row("tensor core of warpgroup 1", 1),
        row("warpgroup 2", 2),
      ],
      events: [
        event("wgmma", 0, 40, { row: 2 }),
        event("wait", 5, 80, { row: 4, name: "wait for consumed[0]" }),
        event("wait", 20, 90, { row: 0, name: "wait for slots['ready'][1]" }),
        event("wgmma", 30, 60, { row: 3 }),
        event("wait", 60, 85, { row: 1, name: "wait for turn" }),
        event("wgmma", 90, 100, { row: 3 }),
      ],
    });
    // Busy in [0, 60) and [90, 100). The third warpgroup multiplies nothing: its wait names no bubble.
    expect(loadsOf(timeline)).toMatchObject([{ row: 2, busy: 70, bubbles: [{ begin: 60, end: 90, wait: 2 }] }]);
    expect(groupBubbles(timeline, loadsOf(timeline)).map((group) => group.label)).toEqual(["wait for ready"]);
  });

  test("the sentence says what ended the wait, and when that began", () => {
    expect(whyOf(example, 2)).toBe("under way");
    expect(explainWait(example, 2)).toBe(
      "wait for full[1]: 53 cycles; `copy x to x_smem[1]`, begun 55 cycles before, was still under way: issue it earlier, with more slots in flight",
    );
    const late = read({
      unit: "cycles (model)",
      rows: [row("a")],
      events: [event("wait", 0, 90, { waitsFor: 1 }), event("store", 30, 90), event("wait", 95, 99)],
    });
    expect(explainWait(late, 0)).toBe("wait 0: 90 cycles; `store 30` was begun 30 cycles after the wait");
    expect(explainWait(late, 2)).toContain("does not say what ended it");
    const arrival = read({
      unit: "cycles (model)",
      rows: [row("warpgroup 0"), row("warpgroup 1", 1)],
      events: [event("wait", 0, 90, { waitsFor: 1 }), event("barrier", 89, 90, { row: 1, name: "arrive" })],
    });
    expect(explainWait(arrival, 0)).toContain("until warpgroup 1 came to `arrive`");
  });

  test("bubbles of one cause are one line, the largest first", () => {
    const timeline = read(makeTimeline({ steps: 6, slots: 2 }));
    // Copies of 600 hide behind nothing with two slots: by hand, products end at 820, 1020, 1620, 1820, 2420, 2620 after 600 + 20.
    const loads = loadsOf(timeline);
    expect(loads.map((load) => [timeline.rows[load.row]?.name, load.busy])).toEqual([
      ["tensor core of warpgroup 1", 1200],
    ]);
    const groups = groupBubbles(timeline, loads);
    expect(groups.map((group) => [group.label, group.why, group.count, group.cycles])).toEqual([
      ["wait for full", "under way", 2, 800],
      ["wait for full, before the first product", "under way", 1, 620],
      ["after the last product", "", 1, 300],
    ]);
    expect(groups[0]?.largest).toMatchObject({ begin: 1020, end: 1420 });
  });

  test("with more slots the copies hide, and only the first is waited for", () => {
    const timeline = read(makeTimeline({ steps: 6, slots: 6, copyCycles: 600, productCycles: 200 }));
    expect(groupBubbles(timeline, loadsOf(timeline)).map((group) => group.label)).toEqual([
      "wait for full, before the first product",
      "after the last product",
    ]);
  });

  test("two timelines are compared by shares: what went away, what came", () => {
    // By the rules: 6 products of 200 each end at 2,620 and the store at 2,920 with two slots; with six they end at 1,820 and 2,120.
    const two = summarize(read(makeTimeline({ steps: 6, slots: 2, blocks: 2 })));
    const six = summarize(read(makeTimeline({ steps: 6, slots: 6 })));
    expect([two.length, two.blocks, six.length, six.blocks]).toEqual([2920, 2, 2120, 1]);
    expect([two.busy, six.busy]).toEqual([1200 / 2920, 1200 / 2120].map((share) => expect.closeTo(share, 6) as number));
    const changes = changesOf(two, six);
    expect(changes[0]).toEqual({ label: "wait for full", before: expect.closeTo(800 / 2920, 6) as number, after: 0 });
    expect(changesOf(two, two)).toEqual([]);
  });

  test("where nothing multiplies, the waits are the bubbles", () => {
    const timeline = read({
      length: 100,
      rows: [row("warpgroup 0")],
      events: [event("wait", 10, 40), event("run", 40, 100)],
    });
    expect(loadsOf(timeline)).toMatchObject([
      { row: 0, busy: 70, share: 0.7, bubbles: [{ begin: 10, end: 40, wait: 0 }] },
    ]);
  });
});

test("a kernel's arrays keep their hues, other buffers get the next free ones, barriers none", () => {
  const timeline = read(makeTimeline());
  const kernel = {
    launches: [
      {
        operands: [
          { name: "y_smem", role: "scratch" },
          { name: "o", role: "write" },
        ],
      },
    ],
  } as unknown as KernelTilings;
  expect(bufferColours(timeline, kernel)).toEqual([
    { name: "x_smem", hue: 1 },
    { name: "y_smem", hue: 0 },
    { name: "acc", hue: 2 },
    { name: "acc_smem", hue: 3 },
  ]);
});
