// SPDX-License-Identifier: Apache-2.0
// Where the time of a launch went: how busy each block's tensor cores were, and each stretch in which they had nothing to do, with the wait
// that filled it and what ended that wait. Warpgroups of a block share its tensor cores, so they are idle only when nobody's product is under
// way. A stretch is named by facts of the trace alone: the wait, by a warpgroup that multiplies, that covers most of it, and the event that
// the trace says ended that wait. Nothing is inferred from names.
//
// Worked example: the tensor cores work in [100, 200) and [260, 360) of a launch of 400 cycles. They are busy for 200, half of
// the time. They are idle in [0, 100), before its first product; in [200, 260), where warpgroup 0 waits in [205, 258) for a copy that
// was issued at 150 and ends at 258: under way when the wait began, so more of them in flight hide it; and in [360, 400), after its last.

import { durationOf, kindOf, kinds, nameOfEvent, type Timeline } from "./timeline";
import { formatCount } from "./format";

/** Why a wait lasted, by what ended it. */
export type Why = "issued late" | "under way" | "arrived late" | "unknown";

export interface Bubble {
  /** The row that had nothing to do: the block's first tensor core's, or, where no event is a product, the waiting row itself. */
  row: number;
  begin: number;
  end: number;
  /** The wait that covers most of it; -1 before the first product or after the last without a wait. */
  wait: number;
  place: "before the first" | "between" | "after the last";
}

export interface RowLoad {
  row: number;
  /** Of a block's tensor cores; else of one row that waits. */
  multiplies: boolean;
  busy: number;
  /** Share of the launch's length. */
  share: number;
  bubbles: Bubble[];
}

const wgmma = kinds.indexOf("wgmma");
const waitKind = kinds.indexOf("wait");

/** Load and bubbles of the tensor cores of each block; where nothing multiplies, of the rows that wait. In order of rows. */
export function loadsOf(timeline: Timeline): RowLoad[] {
  const byRow: number[][] = timeline.rows.map(() => []);
  for (let event = 0; event < timeline.count; event++) byRow[timeline.row[event] ?? 0]?.push(event);
  const has = (row: number, kind: number) => (byRow[row] ?? []).some((event) => timeline.kind[event] === kind);
  const rows = timeline.rows.map((_, row) => row);
  const multiplying = rows.filter((row) => has(row, wgmma));
  if (multiplying.length === 0) return rows.filter((row) => has(row, waitKind)).map((row) => loadOfWaits(timeline, row, byRow[row] ?? []));
  const blocks = new Map<string, number[]>();
  for (const row of multiplying) {
    const key = `${timeline.rows[row]?.cluster}/${timeline.rows[row]?.block}`;
    blocks.set(key, [...(blocks.get(key) ?? []), row]);
  }
  return [...blocks.values()].map((own) => loadOfBlock(timeline, own, byRow));
}

/** `rows` are those of one block that multiply. */
function loadOfBlock(timeline: Timeline, rows: number[], byRow: number[][]): RowLoad {
  const inOrder = (events: number[]) => events.sort((a, b) => a - b);
  const ofKind = (row: number, kind: number) => (byRow[row] ?? []).filter((event) => timeline.kind[event] === kind);
  const products = inOrder(rows.flatMap((row) => ofKind(row, wgmma)));
  const first = timeline.rows[rows[0] ?? 0];
  const warpgroups = new Set(rows.map((row) => timeline.rows[row]?.warpgroup));
  const waits = inOrder(
    timeline.rows.flatMap((other, row) =>
      other.cluster === first?.cluster && other.block === first.block && warpgroups.has(other.warpgroup) ? ofKind(row, waitKind) : [],
    ),
  );
  const gaps = gapsBetween(timeline, products);
  const idle = gaps.reduce((sum, gap) => sum + gap.end - gap.begin, 0);
  const row = rows[0] ?? 0;
  return {
    row,
    multiplies: true,
    busy: timeline.length - idle,
    share: shareOf(timeline, timeline.length - idle),
    bubbles: nameGaps(timeline, row, gaps, waits),
  };
}

function shareOf(timeline: Timeline, part: number): number {
  return timeline.length > 0 ? part / timeline.length : 0;
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
  return { row, multiplies: false, busy: timeline.length - idle, share: shareOf(timeline, timeline.length - idle), bubbles };
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

/** Both lists are in order of their beginnings: one walk names all gaps. */
function nameGaps(timeline: Timeline, row: number, gaps: Gap[], waits: number[]): Bubble[] {
  let first = 0;
  return gaps.map((gap) => {
    // Waits of several warpgroups overlap, so one that is over may stand behind one that is not: passed over below.
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
  const who = timeline.rows[timeline.row[cause] ?? 0]?.name ?? "";
  // Steps are no durations: what a copy was late by is the emulator's choice.
  if (timeline.unit === "steps") return `${name}: ${cycles}, ended by ${kindOf(timeline, cause) === "run" ? who : `\`${what}\` of ${who}`}`;
  const since = (timeline.begin[cause] ?? 0) - (timeline.begin[wait] ?? 0);
  const apart = formatCount(Math.abs(Math.round(since)));
  const why = whyOf(timeline, wait);
  if (why === "arrived late") return `${name}: ${cycles}, until ${who} came to \`${what}\``;
  if (why === "issued late") return `${name}: ${cycles}; \`${what}\` was begun ${apart} ${timeline.unit} after the wait`;
  return `${name}: ${cycles}; \`${what}\`, begun ${apart} ${timeline.unit} before, was still under way${remedyOf(timeline, cause)}`;
}

/** More copies in flight hide a copy's latency, and do nothing where the engine is busy with others all along. */
function remedyOf(timeline: Timeline, cause: number): string {
  if (kindOf(timeline, cause) !== "copy") return "";
  const [row, begin, end] = [timeline.row[cause], timeline.begin[cause] ?? 0, timeline.end[cause] ?? 0];
  let before = 0;
  for (let event = 0; event < timeline.count && (timeline.begin[event] ?? 0) < end; event++) {
    const ended = timeline.end[event] ?? 0;
    if (event !== cause && timeline.row[event] === row && ended > begin && ended <= end) before++;
  }
  // One is the other operand of the same step.
  if (before < 2) return ": issue it earlier, with more slots in flight";
  return `: the copy engine brought ${before} others meanwhile, so fewer bytes for each product would help more than more slots`;
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
  // `wait for slots['ready'][1]` is one of those for `ready`: a tree's keys name its buffers, numbers their slots.
  const name = nameOfEvent(timeline, bubble.wait).replace(/\b\w+\['([^']+)'\]/g, "$1");
  return name.replace(/\[\d+(?:, *\d+)*\]/g, "") + place;
}
