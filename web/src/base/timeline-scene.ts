// SPDX-License-Identifier: Apache-2.0
// Where the timeline pane draws what. A band is a row of the trace (who) or a slot of a buffer (what); events of a band that overlap lie
// in lanes of their own, found greedily: by their beginnings, each into the first lane that is free by then. Across is time, mapped by
// a window; down are bands, and only those in view are drawn. A lane's events neither overlap nor go back, so what a window holds
// and what lies under the pointer is found by halving, and events too thin to be told apart are passed over a pixel at a time:
// a frame costs what it shows, not what the trace holds.
//
// Worked example: copies [0, 10), [4, 14), [10, 20) of one row need two lanes: the first and the third share one.

import { bufferOf, durationOf, kinds, type BlockName, type Timeline } from "./timeline";

/** Times at the left and the right edge of the drawing. */
export interface TimeWindow {
  from: number;
  to: number;
}

export interface Lane {
  events: Uint32Array;
  y: number;
}

export interface Band {
  label: string;
  /** What screen readers and the readout say: the block too, where several are shown. */
  title: string;
  /** -1: a slot's band. */
  row: number;
  /** Of a slot's band. */
  buffer: string;
  lanes: Lane[];
  y: number;
  height: number;
}

export interface Heading {
  text: string;
  y: number;
}

export interface TimelineScene {
  bands: Band[];
  headings: Heading[];
  height: number;
}

export const laneHeight = 18;
const bandGap = 4;
const headingHeight = 20;

export interface SceneChoice {
  /** Null: every block. */
  block: BlockName | null;
  /** Bands of buffers' slots below those of who acts. */
  slots: boolean;
}

export function layOutTimeline(timeline: Timeline, choice: SceneChoice): TimelineScene {
  const scene: TimelineScene = { bands: [], headings: [], height: 0 };
  const wanted = (row: number) => {
    const told = timeline.rows[row];
    return told !== undefined && (!choice.block || (told.cluster === choice.block.cluster && told.block === choice.block.block));
  };
  const byRow: number[][] = timeline.rows.map(() => []);
  const bySlot = new Map<string, { label: string; title: string; buffer: string; slot: number; block: string; events: number[] }>();
  const copied = choice.slots ? copiedBuffers(timeline) : new Set<number>();
  for (let event = 0; event < timeline.count; event++) {
    const row = timeline.row[event] ?? 0;
    if (!wanted(row)) continue;
    byRow[row]?.push(event);
    if (!copied.has(timeline.buffer[event] ?? -1)) continue;
    const told = timeline.rows[row];
    const block = blockText(told ?? { cluster: 0, block: 0 });
    const buffer = bufferOf(timeline, event);
    const slot = timeline.slot[event] ?? -1;
    const label = slot < 0 ? buffer : `${buffer}[${slot}]`;
    const key = `${block}/${label}`;
    const found = bySlot.get(key) ?? { label, title: `${label} of ${block}`, buffer, slot, block, events: [] };
    found.events.push(event);
    bySlot.set(key, found);
  }
  const several = choice.block === null && new Set(timeline.rows.map(blockText)).size > 1;
  placeRows(timeline, scene, byRow, wanted, several);
  placeSlots(timeline, scene, [...bySlot.values()], several);
  return scene;
}

export function blockText(name: BlockName): string {
  return `cluster ${name.cluster}, block ${name.block}`;
}

/** Buffers that something asynchronous writes or reads: the others have no slots worth a band. */
export function copiedBuffers(timeline: Timeline): Set<number> {
  const asynchronous = new Set([kinds.indexOf("copy"), kinds.indexOf("store"), kinds.indexOf("wgmma")]);
  const found = new Set<number>();
  for (let event = 0; event < timeline.count; event++) {
    const buffer = timeline.buffer[event] ?? -1;
    if (buffer >= 0 && asynchronous.has(timeline.kind[event] ?? 0)) found.add(buffer);
  }
  return found;
}

function placeRows(timeline: Timeline, scene: TimelineScene, byRow: number[][], wanted: (row: number) => boolean, several: boolean): void {
  let block = "";
  const order = timeline.rows
    .map((row, index) => ({ row, index }))
    .filter(({ index }) => wanted(index))
    .sort((a, b) => a.row.cluster - b.row.cluster || a.row.block - b.row.block || a.index - b.index);
  for (const { row, index } of order) {
    const text = blockText(row);
    if (several && text !== block) addHeading(scene, text);
    block = text;
    addBand(
      timeline,
      scene,
      { label: row.name, title: several ? `${row.name}, ${text}` : row.name, row: index, buffer: "" },
      byRow[index] ?? [],
    );
  }
}

function placeSlots(
  timeline: Timeline,
  scene: TimelineScene,
  slots: { label: string; title: string; buffer: string; slot: number; block: string; events: number[] }[],
  several: boolean,
): void {
  slots.sort((a, b) => a.block.localeCompare(b.block, "en", { numeric: true }) || a.buffer.localeCompare(b.buffer) || a.slot - b.slot);
  let block = "";
  for (const slot of slots) {
    if (slot.block !== block) addHeading(scene, several ? `buffers of ${slot.block}` : "buffers and their slots");
    block = slot.block;
    addBand(timeline, scene, { label: slot.label, title: several ? slot.title : slot.label, row: -1, buffer: slot.buffer }, slot.events);
  }
}

function addHeading(scene: TimelineScene, text: string): void {
  scene.headings.push({ text, y: scene.height });
  scene.height += headingHeight;
}

function addBand(timeline: Timeline, scene: TimelineScene, band: Pick<Band, "label" | "title" | "row" | "buffer">, events: number[]): void {
  const lanes = splitLanes(timeline, events).map((lane, index) => ({ events: lane, y: scene.height + index * laneHeight }));
  if (lanes.length === 0) lanes.push({ events: new Uint32Array(), y: scene.height });
  const height = lanes.length * laneHeight;
  scene.bands.push({ ...band, lanes, y: scene.height, height });
  scene.height += height + bandGap;
}

/** More lanes than these are no picture: what is left over shares the last. Two operands of eight slots each have their own. */
const mostLanes = 16;

function splitLanes(timeline: Timeline, events: number[]): Uint32Array[] {
  const lanes: number[][] = [];
  const free: number[] = [];
  for (const event of events) {
    const begin = timeline.begin[event] ?? 0;
    let lane = free.findIndex((until) => until <= begin);
    if (lane < 0) lane = free.length < mostLanes ? free.length : mostLanes - 1;
    (lanes[lane] ??= []).push(event);
    free[lane] = Math.max(timeline.end[event] ?? 0, free[lane] ?? 0);
  }
  return lanes.map((lane) => Uint32Array.from(lane));
}

/** The first entry whose event ends after `time`; the lane's length when there is none. */
export function firstAfter(timeline: Timeline, lane: Uint32Array, time: number): number {
  let low = 0;
  let high = lane.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timeline.end[lane[middle] ?? 0] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * What is drawn of an event: from `x`, `width` pixels, at least one. `more`: how many others lie within the same pixel, and `cover` which
 * share of it all of them fill, of the first 64: so a lane that is idle half of the time looks so from afar too.
 */
export interface Mark {
  event: number;
  x: number;
  width: number;
  more: number;
  cover: number;
}

/** Marks of a lane in a window that is `width` pixels wide, from left to right; at most about one a pixel. */
export function marksOf(timeline: Timeline, lane: Uint32Array, window: TimeWindow, width: number): Mark[] {
  const scale = width / Math.max(1e-9, window.to - window.from);
  const marks: Mark[] = [];
  let at = firstAfter(timeline, lane, window.from);
  while (at < lane.length) {
    const event = lane[at] ?? 0;
    const begin = timeline.begin[event] ?? 0;
    if (begin >= window.to) break;
    const x = Math.max(0, (begin - window.from) * scale);
    const right = Math.min(width, ((timeline.end[event] ?? 0) - window.from) * scale);
    if (right - x >= 1) {
      marks.push({ event, x, width: right - x, more: 0, cover: 1 });
      at++;
      continue;
    }
    // Thinner than a pixel: the longest of those that end within this pixel stands for all of them.
    const next = Math.max(at + 1, firstAfter(timeline, lane, window.from + (Math.floor(x) + 1) / scale));
    const seen = Math.min(next, at + 64);
    let longest = event;
    let filled = durationOf(timeline, event);
    for (let index = at + 1; index < seen; index++) {
      const other = lane[index] ?? 0;
      filled += durationOf(timeline, other);
      if (durationOf(timeline, other) > durationOf(timeline, longest)) longest = other;
    }
    const after = lane[seen];
    const span = (after === undefined ? (timeline.end[lane[seen - 1] ?? 0] ?? 0) : (timeline.begin[after] ?? 0)) - begin;
    marks.push({ event: longest, x, width: 1, more: next - at - 1, cover: Math.min(1, filled / Math.max(span, 1 / scale, 1e-9)) });
    at = next;
  }
  return marks;
}

/** The event under a point of the drawing, within `near` pixels; -1 for none. */
export function eventAt(
  timeline: Timeline,
  scene: TimelineScene,
  window: TimeWindow,
  width: number,
  x: number,
  y: number,
  near = 3,
): number {
  const lane = scene.bands.flatMap((band) => band.lanes).find((candidate) => y >= candidate.y && y < candidate.y + laneHeight);
  if (!lane) return -1;
  const scale = Math.max(1e-9, window.to - window.from) / width;
  const time = window.from + x * scale;
  const at = firstAfter(timeline, lane.events, time);
  const candidates = [at - 1, at].flatMap((index) => lane.events[index] ?? []);
  const distance = (event: number) => Math.max((timeline.begin[event] ?? 0) - time, time - (timeline.end[event] ?? 0), 0) / scale;
  const best = candidates.sort((a, b) => distance(a) - distance(b))[0];
  return best !== undefined && distance(best) <= near ? best : -1;
}

/** The band in which an event is first drawn. */
export function bandOf(scene: TimelineScene, event: number): number {
  return scene.bands.findIndex((band) => band.lanes.some((lane) => lane.events.includes(event)));
}

/** The event next to `event` in time within its band; `event` itself at an end. Events are numbered in order of time. */
export function neighbour(band: Band, event: number, direction: 1 | -1): number {
  let best = -1;
  for (const { events } of band.lanes) {
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((events[middle] ?? 0) >= event) high = middle;
      else low = middle + 1;
    }
    const other = events[direction < 0 ? low - 1 : events[low] === event ? low + 1 : low];
    if (other !== undefined && (best < 0 || (direction > 0 ? other < best : other > best))) best = other;
  }
  return best < 0 ? event : best;
}

/** The event of a band that is nearest to a time. */
export function nearestIn(timeline: Timeline, band: Band, time: number): number {
  let best = -1;
  let least = Infinity;
  for (const lane of band.lanes) {
    const at = firstAfter(timeline, lane.events, time);
    for (const event of [lane.events[at - 1], lane.events[at]]) {
      if (event === undefined) continue;
      const away = Math.max((timeline.begin[event] ?? 0) - time, time - (timeline.end[event] ?? 0), 0);
      if (away < least) [least, best] = [away, event];
    }
  }
  return best;
}

//===-- windows --===//

/** `span`: of an axis that several share. */
export function wholeWindow(timeline: Timeline, span = 0): TimeWindow {
  return { from: 0, to: Math.max(1, timeline.length, span) };
}

/** Zooms by `factor` (less than 1: nearer) and keeps `time` where it is. Never nearer than 16 cycles, never wider than all. */
export function zoom(window: TimeWindow, whole: TimeWindow, time: number, factor: number): TimeWindow {
  const size = Math.min(whole.to - whole.from, Math.max(Math.min(16, whole.to - whole.from), (window.to - window.from) * factor));
  const share = (time - window.from) / Math.max(1e-9, window.to - window.from);
  return within({ from: time - share * size, to: time + (1 - share) * size }, whole);
}

/** Moves by a share of the window's width. */
export function pan(window: TimeWindow, whole: TimeWindow, share: number): TimeWindow {
  const by = (window.to - window.from) * share;
  return within({ from: window.from + by, to: window.to + by }, whole);
}

/** Moves a window so that it lies within all there is. */
export function within(window: TimeWindow, whole: TimeWindow): TimeWindow {
  const size = Math.min(window.to - window.from, whole.to - whole.from);
  const from = Math.max(whole.from, Math.min(whole.to - size, window.from));
  return { from, to: from + size };
}

/** A window that shows this stretch with some room around it; the present one when it does so already. */
export function reveal(window: TimeWindow, whole: TimeWindow, begin: number, end: number): TimeWindow {
  if (begin >= window.from && end <= window.to) return window;
  const size = Math.max(window.to - window.from, (end - begin) * 1.25);
  const middle = (begin + end) / 2;
  return within({ from: middle - size / 2, to: middle + size / 2 }, whole);
}

/** Ticks at round times, about one in `spacing` pixels. */
export function ticksOf(window: TimeWindow, width: number, spacing = 90): number[] {
  const rough = ((window.to - window.from) * spacing) / Math.max(1, width);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((unit) => unit * power).find((unit) => unit >= rough) ?? power * 10;
  const ticks: number[] = [];
  for (let time = Math.ceil(window.from / step) * step; time <= window.to; time += step) ticks.push(time);
  return ticks;
}
