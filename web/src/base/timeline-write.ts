// SPDX-License-Identifier: Apache-2.0
// A packed timeline as the protocol's JSON again: what `readTimelineFile` and the command line's readers take.

import { bufferOf, kindOf, nameOfEvent, type Timeline } from "./timeline";

/** The file of several launches. */
export function writeTimelineFile(launches: readonly { kernel: string; grid: number[]; timeline: Timeline }[]): string {
  const told = launches.map(({ kernel, grid, timeline }) => ({ kernel, grid, timeline: toJson(timeline) }));
  return JSON.stringify({ launches: told });
}

function toJson(timeline: Timeline): object {
  const files = [...new Set(timeline.ranges.map(({ file }) => file))];
  const rows = timeline.rows.map(({ name, cluster, block, warpgroup }) => ({ name, cluster, cta: block, warpgroup }));
  const events = Array.from({ length: timeline.count }, (_, event) => {
    const range = timeline.ranges[timeline.range[event] ?? -1];
    const [buffer, slot, step] = [bufferOf(timeline, event), timeline.slot[event] ?? -1, timeline.step[event] ?? -1];
    const [ptxLine, waitsFor] = [timeline.ptxLine[event] ?? 0, timeline.waitsFor[event] ?? -1];
    return {
      row: timeline.row[event],
      kind: kindOf(timeline, event),
      begin: timeline.begin[event],
      end: timeline.end[event],
      name: nameOfEvent(timeline, event),
      ...(buffer ? { buffer } : {}),
      ...(slot >= 0 ? { slot } : {}),
      ...(step >= 0 ? { step } : {}),
      ...(range
        ? { file: files.indexOf(range.file), range: [range.begin.line, range.begin.column, range.end.line, range.end.column] }
        : {}),
      ...(ptxLine > 0 ? { ptxLine } : {}),
      ...(waitsFor >= 0 ? { waitsFor } : {}),
    };
  });
  return { unit: timeline.unit, dropped: timeline.dropped, length: timeline.length, files, rows, events };
}
