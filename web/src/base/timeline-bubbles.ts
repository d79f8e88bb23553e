// SPDX-License-Identifier: Apache-2.0
// Where the time of a launch went: how busy each tensor core was, and each stretch in which one had nothing to do, with the wait that
// filled it and what ended that wait. A stretch is named by facts of the trace alone: the wait of the same warpgroup that covers most of
// it, and the event that the trace says ended that wait. Nothing is inferred from names.
//
// Worked example: the tensor core of warpgroup 0 works in [100, 200) and [260, 360) of a launch of 400 cycles. It is busy for 200, half of
// the time. It is idle in [0, 100), before its first product; in [200, 260), where warpgroup 0 waits in [205, 258) for a copy that
// was issued at 150 and ends at 258: under way when the wait began, so more of them in flight hide it; and in [360, 400), after its last.

import { bufferOf, durationOf, kindOf, kinds, nameOfEvent, type Timeline } from "./timeline";
import { formatCount } from "./format";

/** Why a wait lasted, by what ended it. */
export type Why = "issued late" | "under way" | "arrived late" | "unknown";

export interface Bubble {
  /** The row that had nothing to do: a tensor core's, or, where no event is a product, the waiting row itself. */
  row: number;
  begin: number;
  end: number;
  /** The wait that covers most of it; -1 before the first product or after the last without a wait. */
  wait: number;
  place: "before the first" | "between" | "after the last";
}

export interface RowLoad {
  row: number;
  busy: number;
  /** Share of the launch's length. */
  share: number;
  bubbles: Bubble[];
}

const wgmma = kinds.indexOf("wgmma");
const waitKind = kinds.indexOf("wait");

/** Rows that compute: those with products; where there are none, those that run. */
export function computingRows(timeline: Timeline): number[] {
  const products = new Set<number>();
  const running = new Set<number>();
  for (let event = 0; event < timeline.count; event++) {
    const row = timeline.row[event] ?? 0;
    if (timeline.kind[event] === wgmma) products.add(row);
    else if (timeline.kind[event] === waitKind) running.add(row);
  }
  return [...(products.size > 0 ? products : running)].sort((a, b) => a - b);
}

/** Load and bubbles of the rows that compute, in order of rows. */
export function loadsOf(timeline: Timeline): RowLoad[] {
  const rows = computingRows(timeline);
  const byRow = eventsOfRows(timeline);
  return rows.map((row) => loadOf(timeline, row, byRow));
}

function eventsOfRows(timeline: Timeline): number[][] {
  const byRow: number[][] = timeline.rows.map(() => []);
  for (let event = 0; event < timeline.count; event++) byRow[timeline.row[event] ?? 0]?.push(event);
  return byRow;
}

function loadOf(timeline: Timeline, row: number, byRow: number[][]): RowLoad {
  const own = byRow[row] ?? [];
  const products = own.filter((event) => timeline.kind[event] === wgmma);
  if (products.length === 0) return loadOfWaits(timeline, row, own);
  const told = timeline.rows[row];
  const waits = timeline.rows
    .flatMap((other, index) =>
      told && other.cluster === told.cluster && other.block === told.block && other.warpgroup === told.warpgroup
        ? (byRow[index] ?? [])
        : [],
    )
    .filter((event) => timeline.kind[event] === waitKind)
    .sort((a, b) => (timeline.begin[a] ?? 0) - (timeline.begin[b] ?? 0));
  const gaps = gapsBetween(timeline, products);
  return {
    row,
    busy: timeline.length - gaps.reduce((sum, gap) => sum + gap.end - gap.begin, 0),
    share: timeline.length > 0 ? 1 - gaps.reduce((sum, gap) => sum + gap.end - gap.begin, 0) / timeline.length : 0,
    bubbles: nameGaps(timeline, row, gaps, waits),
  };
}

/** Without products, a row's waits themselves are the bubbles. */
function loadOfWaits(timeline: Timeline, row: number, own: number[]): RowLoad {
  const waits = own.filter((event) => timeline.kind[event] === waitKind);
  const idle = waits.reduce((sum, event) => sum + durationOf(timeline, event), 0);
  const bubbles = waits.map((wait): Bubble => ({
    row,
    begin: timeline.begin[wait] ?? 0,
    end: timeline.end[wait] ?? 0,
    wait,
    place: "between",
  }));
  return { row, busy: timeline.length - idle, share: timeline.length > 0 ? 1 - idle / timeline.length : 0, bubbles };
}

interface Gap {
  begin: number;
  end: number;
  place: Bubble["place"];
}

/** Where none of these events (in order of their beginnings) is under way. */
function gapsBetween(timeline: Timeline, events: number[]): Gap[] {
  const gaps: Gap[] = [];
  let until = 0;
  events.forEach((event, index) => {
    const begin = timeline.begin[event] ?? 0;
    if (begin > until) gaps.push({ begin: until, end: begin, place: index === 0 ? "before the first" : "between" });
    until = Math.max(until, timeline.end[event] ?? 0);
  });
  if (timeline.length > until) gaps.push({ begin: until, end: timeline.length, place: "after the last" });
  return gaps;
}

/** Both lists are in order of time: one walk names all gaps. */
function nameGaps(timeline: Timeline, row: number, gaps: Gap[], waits: number[]): Bubble[] {
  let first = 0;
  return gaps.map((gap) => {
    while (first < waits.length && (timeline.end[waits[first] ?? 0] ?? 0) <= gap.begin) first++;
    let wait = -1;
    let most = 0;
    for (let at = first; at < waits.length; at++) {
      const event = waits[at] ?? 0;
      if ((timeline.begin[event] ?? 0) >= gap.end) break;
      const shared = Math.min(gap.end, timeline.end[event] ?? 0) - Math.max(gap.begin, timeline.begin[event] ?? 0);
      if (shared <= most) continue;
      most = shared;
      wait = event;
    }
    return { row, ...gap, wait };
  });
}

export function whyOf(timeline: Timeline, wait: number): Why {
  const cause = timeline.waitsFor[wait] ?? -1;
  if (cause < 0) return "unknown";
  const late = (timeline.begin[cause] ?? 0) > (timeline.begin[wait] ?? 0);
  const kind = kindOf(timeline, cause);
  if (kind === "barrier" || kind === "run") return "arrived late";
  return late ? "issued late" : "under way";
}

/** One sentence about a wait: for what, how long, and what would have ended it sooner. */
export function explainWait(timeline: Timeline, wait: number): string {
  const cycles = `${formatCount(Math.round(durationOf(timeline, wait)))} ${timeline.unit}`;
  const cause = timeline.waitsFor[wait] ?? -1;
  const name = nameOfEvent(timeline, wait);
  if (cause < 0) return `${name}: ${cycles}; the trace does not say what ended it`;
  const what = nameOfEvent(timeline, cause);
  const since = (timeline.begin[cause] ?? 0) - (timeline.begin[wait] ?? 0);
  const apart = formatCount(Math.abs(Math.round(since)));
  const why = whyOf(timeline, wait);
  if (why === "arrived late") return `${name}: ${cycles}, until ${timeline.rows[timeline.row[cause] ?? 0]?.name ?? ""} came to \`${what}\``;
  if (why === "issued late") return `${name}: ${cycles}; \`${what}\` was begun ${apart} ${timeline.unit} after the wait`;
  const hide = kindOf(timeline, cause) === "copy" ? ": issue it earlier, with more slots in flight" : "";
  return `${name}: ${cycles}; \`${what}\`, begun ${apart} ${timeline.unit} before, was still under way${hide}`;
}

/** Bubbles of one cause, summed. */
export interface BubbleGroup {
  key: string;
  row: number;
  /** What it is called: the wait's buffer or name without its slot, or where it lies. */
  label: string;
  why: Why | "";
  cycles: number;
  share: number;
  count: number;
  largest: Bubble;
}

export function groupBubbles(timeline: Timeline, loads: readonly RowLoad[]): BubbleGroup[] {
  const groups = new Map<string, BubbleGroup>();
  for (const bubble of loads.flatMap((load) => load.bubbles)) {
    const label = labelOf(timeline, bubble);
    const why = bubble.wait < 0 ? "" : whyOf(timeline, bubble.wait);
    const key = `${bubble.row}/${label}/${why}`;
    const cycles = bubble.end - bubble.begin;
    const group = groups.get(key) ?? { key, row: bubble.row, label, why, cycles: 0, share: 0, count: 0, largest: bubble };
    group.cycles += cycles;
    group.count++;
    group.share = timeline.length > 0 ? group.cycles / timeline.length : 0;
    if (cycles > group.largest.end - group.largest.begin) group.largest = bubble;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.cycles - a.cycles);
}

export function labelOf(timeline: Timeline, bubble: Bubble): string {
  if (bubble.wait < 0) return bubble.place === "between" ? "no wait: other work" : `${bubble.place} product`;
  const place = bubble.place === "between" ? "" : `, ${bubble.place} product`;
  return (nameOfEvent(timeline, bubble.wait).replace(/\[[^\]]*\]/g, "") || bufferOf(timeline, bubble.wait)) + place;
}
