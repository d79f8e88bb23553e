// SPDX-License-Identifier: Apache-2.0
// From an event of the emulator's timeline to the place of the run where the debugger stops.

import { describe, expect, test } from "vitest";
import { readTimeline, type Timeline } from "../../../web/src/base/timeline";
import { describeEventPlace, placeOfEvent } from "../../../web/src/base/timeline-places";

function timelineOf(unit: string): Timeline {
  const read = readTimeline({
    unit,
    rows: [
      { name: "copies", cluster: 1, cta: 1, warp: -1 },
      { name: "warp 3", cluster: 1, cta: 1, warp: 3 },
      { name: "warp 0", cluster: 0, cta: 0, warp: 0 },
    ],
    events: [
      { row: 1, kind: "run", begin: 0, end: 4, name: "run" },
      { row: 1, kind: "wait", begin: 4, end: 9, name: "wait full[0]", ptxLine: 88 },
      { row: 0, kind: "copy", begin: 5, end: 9, name: "a[0]: TMA load", ptxLine: 70 },
      { row: 2, kind: "wait", begin: 5, end: 9, name: "wait full[0]", ptxLine: 88 },
      { row: 1, kind: "wait", begin: 12, end: 14, name: "wait full[1]", ptxLine: 88, buffer: "full", slot: 1, step: 4 },
      { row: 1, kind: "barrier", begin: 14, end: 15, name: "barrier", ptxLine: 95 },
    ],
  });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

describe("an event of the emulator's timeline", () => {
  const timeline = timelineOf("steps");

  test("is the warp's n-th time at its PTX line", () => {
    expect(placeOfEvent(timeline, 4)).toMatchObject({ line: 88, cta: 3, warp: 3, time: 2, isExact: false });
    expect(placeOfEvent(timeline, 3)).toMatchObject({ cta: 0, warp: 0, time: 1 });
    expect(placeOfEvent(timeline, 5)).toMatchObject({ line: 95, time: 1, isExact: true });
  });

  test("of a wait at a named mbarrier is its slot's phase, whichever time that is", () => {
    const place = placeOfEvent(timeline, 4, [
      { name: "empty", offset: 0 },
      { name: "full", offset: 32 },
    ]);
    expect(place).toMatchObject({ isExact: true, mbarrier: { offset: 40, phase: 4 } });
    expect(place && describeEventPlace(place, 2)).toContain("comes to line 88 to wait for phase 4 there.");
    // Two of one name can't be told apart.
    const same = { name: "full", offset: 32 };
    expect(placeOfEvent(timeline, 4, [same, same])).toMatchObject({ isExact: false, time: 2 });
  });

  test("of a copy is any warp's of the CTA", () => {
    expect(placeOfEvent(timeline, 2)).toMatchObject({ line: 70, cta: 3, warp: null });
  });

  test("without an instruction, or of a model, is nowhere", () => {
    expect(placeOfEvent(timeline, 0)).toBeNull();
    expect(placeOfEvent(timelineOf("cycles (model)"), 4)).toBeNull();
  });

  test("is told with what is not certain of it", () => {
    const place = placeOfEvent(timeline, 4);
    if (!place) throw new Error("no place");
    expect(describeEventPlace(place, 2)).toContain("warp 3 comes to line 88 for the 2nd time");
    expect(describeEventPlace(place, 2)).toContain("may be a later one");
    expect(describeEventPlace({ ...place, isExact: true }, 2)).not.toContain("may be");
    expect(describeEventPlace(place, 1)).toContain("only 1 time:");
    expect(describeEventPlace({ ...place, time: 112 }, 112)).toContain("112th");
  });
});
