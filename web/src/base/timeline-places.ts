// SPDX-License-Identifier: Apache-2.0
// Where an event of the emulator's timeline is in the run that a debugger steps through. The timeline's clock is its cluster's own and
// the debugger counts instructions of all warps, so the way from one to the other is the PTX line: the n-th event of a row at a line is
// the n-th time that the row's warp comes there.
//
// Exact for barriers, and for waits at a named mbarrier, which the timeline tells by slot and phase. Any other wait that took no time is
// no event, and copies and products of one group are one: `isExact` says so.

import { formatCount, plural } from "./format";
import { bufferOf, kindOf, nameOfEvent, type Timeline } from "./timeline";

export interface EventPlace {
  /** Of the PTX. */
  line: number;
  /** Linear, as the debugger counts them. */
  cta: number;
  /** Null where the row is no warp's: whichever of the CTA comes there. */
  warp: number | null;
  /** From 1. */
  time: number;
  isExact: boolean;
  /** What is waited for: only there it stops. `offset` is in the kernel's dynamic shared memory. */
  mbarrier?: { offset: number; phase: number };
  /** `wait full[1], step 120`. */
  what: string;
}

/** Null where the event names no instruction, or its clock is no run of PTX. */
export function placeOfEvent(
  timeline: Timeline,
  event: number,
  barriers: readonly { name: string; offset: number }[] = [],
): EventPlace | null {
  const line = timeline.ptxLine[event] ?? 0;
  const row = timeline.row[event];
  const told = timeline.rows[row ?? -1];
  if (timeline.unit !== "steps" || line <= 0 || row === undefined || !told) return null;
  let time = 0;
  for (let index = 0; index <= event; index++) if (timeline.row[index] === row && timeline.ptxLine[index] === line) time++;
  const blocks = 1 + Math.max(...timeline.rows.map(({ block }) => block));
  const kind = kindOf(timeline, event);
  const mbarrier = kind === "wait" && told.warp !== undefined ? mbarrierOf(timeline, event, barriers) : null;
  const begin = formatCount(timeline.begin[event] ?? 0);
  return {
    line,
    cta: told.cluster * blocks + told.block,
    warp: told.warp ?? null,
    time,
    isExact: kind === "barrier" || mbarrier !== null,
    ...(mbarrier ? { mbarrier } : {}),
    what: `${nameOfEvent(timeline, event)}, ${told.name}, step ${begin} of the timeline`,
  };
}

/** The step of a wait is the phase that it waits for. */
function mbarrierOf(timeline: Timeline, event: number, barriers: readonly { name: string; offset: number }[]) {
  const named = barriers.filter(({ name }) => name === bufferOf(timeline, event));
  const [first] = named;
  const phase = timeline.step[event] ?? -1;
  if (!first || named.length > 1 || phase < 0) return null;
  return { offset: first.offset + 8 * Math.max(0, timeline.slot[event] ?? 0), phase };
}

/** What the debugger says of where it stands: `reached` times it came to the line, of those that were wanted. */
export function describeEventPlace({ line, warp, time, isExact, mbarrier, what }: EventPlace, reached: number): string {
  const who = warp === null ? "a warp of its CTA" : `warp ${warp}`;
  if (reached < time)
    return `From the timeline: ${what}. In this run ${who} comes to line ${line} ${reached === 0 ? "never" : `only ${plural(reached, "time")}`}: the arrays hold other numbers than the program's.`;
  const when = mbarrier ? `to wait for phase ${mbarrier.phase} there` : `for the ${ordinal(time)} time`;
  const where = `From the timeline: ${what}. It stands where ${who} comes to line ${line} ${when}.`;
  return isExact
    ? where
    : `${where} The timeline leaves out waits that took no time and joins copies and products of a group, so the event may be a later one of these.`;
}

function ordinal(count: number): string {
  const tens = count % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th");
  return `${count}${ending}`;
}
