// SPDX-License-Identifier: Apache-2.0
// What a trace in steps can tell of a pipeline. Steps have no durations of copies and products: what is asynchronous is under way until
// somebody can't go on without it. So how long something took means nothing, and what was under way together is what the program allows.
//
// Worked example: copies into two slots of `a` in [0, 40) and [5, 60), a product in [45, 70): at most two copies of `a` at once, and one product
// of one with a copy beside it.

import { bufferOf, kindOf, type BlockName, type Timeline } from "./timeline";

export interface Flight {
  /** The buffer; empty where the trace does not know it. */
  name: string;
  copies: number;
  /** At once. */
  most: number;
}

export interface Overlap {
  flights: Flight[];
  products: number;
  /** Of them, those during which a copy was under way. */
  beside: number;
}

/** Of one block, or the most of any where `block` is null. */
export function overlapOf(timeline: Timeline, block: BlockName | null): Overlap {
  const blocks = new Map<string, { copies: number[]; products: number[] }>();
  for (let event = 0; event < timeline.count; event++) {
    const row = timeline.rows[timeline.row[event] ?? 0];
    if (!row || (block && (row.cluster !== block.cluster || row.block !== block.block))) continue;
    const kind = kindOf(timeline, event);
    if (kind !== "copy" && kind !== "wgmma") continue;
    const key = `${row.cluster}/${row.block}`;
    const own = blocks.get(key) ?? { copies: [], products: [] };
    own[kind === "copy" ? "copies" : "products"].push(event);
    blocks.set(key, own);
  }
  const flights = new Map<string, Flight>();
  const overlap: Overlap = { flights: [], products: 0, beside: 0 };
  for (const { copies, products } of blocks.values()) {
    const byBuffer = new Map<string, number[]>();
    for (const copy of copies) byBuffer.set(bufferOf(timeline, copy), [...(byBuffer.get(bufferOf(timeline, copy)) ?? []), copy]);
    for (const [name, own] of byBuffer) {
      const flight = flights.get(name) ?? { name, copies: 0, most: 0 };
      flight.copies += own.length;
      flight.most = Math.max(flight.most, mostAtOnce(timeline, own));
      flights.set(name, flight);
    }
    overlap.products += products.length;
    overlap.beside += countBeside(timeline, products, copies);
  }
  overlap.flights = [...flights.values()];
  return overlap;
}

/** `events` are in order of their beginnings. */
function mostAtOnce(timeline: Timeline, events: number[]): number {
  const ends = events.map((event) => timeline.end[event] ?? 0).sort((a, b) => a - b);
  let over = 0;
  let most = 0;
  events.forEach((event, index) => {
    while ((ends[over] ?? Infinity) <= (timeline.begin[event] ?? 0)) over++;
    most = Math.max(most, index + 1 - over);
  });
  return most;
}

/** Both in order of their beginnings. */
function countBeside(timeline: Timeline, products: number[], copies: number[]): number {
  let next = 0;
  let until = -1; // the latest end of the copies that began before the product's end
  let beside = 0;
  for (const product of [...products].sort((a, b) => (timeline.end[a] ?? 0) - (timeline.end[b] ?? 0))) {
    while (next < copies.length && (timeline.begin[copies[next] ?? 0] ?? 0) < (timeline.end[product] ?? 0))
      until = Math.max(until, timeline.end[copies[next++] ?? 0] ?? 0);
    if (until > (timeline.begin[product] ?? 0)) beside++;
  }
  return beside;
}
