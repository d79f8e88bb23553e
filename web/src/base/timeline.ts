// SPDX-License-Identifier: Apache-2.0
// Who did what when in one launch: of the interpreter's run of a kernel of warpgroups (`cycles` of its latency model) or of the PTX
// emulator's trace (`steps`). Neither is a GPU's time. The JSON (shared/protocol, "timeline") has an object an event; with 200,000 of
// them that is slow to hand from a worker to the page and slow to walk at a pointer's pace, so it is packed into columns once.
// Names, buffers and ranges repeat from step to step and are kept once each.

import { fail, ok, type Result } from "./result";
import type { LineSpan, SourceRange } from "./protocol";

export const kinds = ["run", "wait", "copy", "wgmma", "store", "barrier"] as const;
export type Kind = (typeof kinds)[number];

export interface TimelineRow {
  /** `warpgroup 0`, `TMA loads`; unique within its block or not. */
  name: string;
  cluster: number;
  block: number;
  /** -1: of no warpgroup. */
  warpgroup: number;
  /** Of a row of the emulator's that is one warp's. */
  warp?: number;
}

/** Cycles of the interpreter's model, steps of the emulator, nanoseconds of its model of time. */
export type TimeUnit = "cycles" | "steps" | "ns";

/** Columns: entry i of each is event i's. Events are in order of their beginnings. */
export interface Timeline {
  unit: TimeUnit;
  rows: TimelineRow[];
  count: number;
  row: Uint32Array;
  /** Index into `kinds`. */
  kind: Uint8Array;
  begin: Float64Array;
  end: Float64Array;
  /** Index into `names`. */
  name: Uint32Array;
  /** Index into `buffers`; -1: none. */
  buffer: Int32Array;
  slot: Int32Array;
  step: Int32Array;
  /** Index into `ranges`; -1: no place in the source. */
  range: Int32Array;
  /** Line of the kernel's PTX; 0: none. */
  ptxLine: Int32Array;
  /** Of a wait: the event that ended it; -1: unknown. */
  waitsFor: Int32Array;
  names: string[];
  buffers: string[];
  ranges: SourceRange[];
  /** Events that were left out because there were too many. */
  dropped: number;
  /** Of the whole launch, in `unit`. */
  length: number;
}

/** A table that gives each key one number. */
class Pool<T> {
  readonly values: T[] = [];
  private readonly numbers = new Map<string, number>();
  put(key: string, value: () => T): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.values.length);
    return this.values.push(value()) - 1;
  }
}

class Unreadable extends Error {}

/** Reads the protocol's JSON; what was packed already (by the worker) is taken as it is. */
export function readTimeline(value: unknown): Result<Timeline> {
  if (isPacked(value)) return ok(value);
  try {
    return ok(pack(value));
  } catch (thrown) {
    if (thrown instanceof Unreadable) return fail(thrown.message);
    throw thrown;
  }
}

function isPacked(value: unknown): value is Timeline {
  return typeof value === "object" && value !== null && (value as { begin?: unknown }).begin instanceof Float64Array;
}

type Fields = Record<string, unknown>;

function pack(value: unknown): Timeline {
  const told = fieldsOf(value, "timeline");
  const rows = listOf(told["rows"], "rows").map((row, index) => readRow(fieldsOf(row, `rows[${index}]`)));
  const events = listOf(told["events"], "events");
  const timeline = empty(events.length, rows, told);
  const names = new Pool<string>();
  const buffers = new Pool<string>();
  const ranges = new Pool<SourceRange>();
  const files = Array.isArray(told["files"]) ? (told["files"] as unknown[]).map(String) : [];
  events.forEach((item, index) => {
    const event = fieldsOf(item, `events[${index}]`);
    const row = numberOf(event["row"], index, "row");
    if (!(row >= 0 && row < rows.length)) throw new Unreadable(`\`events[${index}].row\` is ${row}, and there are ${rows.length} rows`);
    const kind = kinds.indexOf(event["kind"] as Kind);
    if (kind < 0) throw new Unreadable(`\`events[${index}].kind\` is ${shorten(event["kind"])}, expected one of ${kinds.join(", ")}`);
    timeline.row[index] = row;
    timeline.kind[index] = kind;
    timeline.begin[index] = numberOf(event["begin"], index, "begin");
    timeline.end[index] = Math.max(numberOf(event["end"], index, "end"), timeline.begin[index] ?? 0);
    const name = typeof event["name"] === "string" ? event["name"] : "";
    timeline.name[index] = names.put(name, () => name);
    const buffer = event["buffer"];
    timeline.buffer[index] = typeof buffer === "string" && buffer !== "" ? buffers.put(buffer, () => buffer) : -1;
    timeline.slot[index] = orNone(event["slot"]);
    timeline.step[index] = orNone(event["step"]);
    timeline.range[index] = rangeNumber(event, ranges, files);
    timeline.ptxLine[index] = Math.max(0, orNone(event["ptxLine"], 0));
    timeline.waitsFor[index] = orNone(event["waitsFor"]);
    timeline.length = Math.max(timeline.length, timeline.end[index] ?? 0);
  });
  for (let index = 0; index < events.length; index++) if ((timeline.waitsFor[index] ?? -1) >= events.length) timeline.waitsFor[index] = -1;
  return { ...timeline, names: names.values, buffers: buffers.values, ranges: ranges.values };
}

function readUnit(told: unknown): TimeUnit {
  if (told === "ns") return "ns";
  return typeof told === "string" && told.startsWith("cycles") ? "cycles" : "steps";
}

function empty(count: number, rows: TimelineRow[], told: Fields): Timeline {
  return {
    unit: readUnit(told["unit"]),
    rows,
    count,
    row: new Uint32Array(count),
    kind: new Uint8Array(count),
    begin: new Float64Array(count),
    end: new Float64Array(count),
    name: new Uint32Array(count),
    buffer: new Int32Array(count),
    slot: new Int32Array(count),
    step: new Int32Array(count),
    range: new Int32Array(count),
    ptxLine: new Int32Array(count),
    waitsFor: new Int32Array(count),
    names: [],
    buffers: [],
    ranges: [],
    dropped: orNone(told["dropped"], 0),
    length: orNone(told["length"], 0),
  };
}

/** The emulator knows warps where the interpreter knows warpgroups. */
function readRow(row: Fields): TimelineRow {
  const warp = orNone(row["warp"]);
  return {
    name: typeof row["name"] === "string" ? row["name"] : "",
    cluster: orNone(row["cluster"], 0),
    block: orNone(row["cta"], 0),
    warpgroup: row["warpgroup"] === undefined ? warpgroupOf(warp) : orNone(row["warpgroup"]),
    ...(warp >= 0 ? { warp } : {}),
  };
}

function warpgroupOf(warp: number): number {
  return warp < 0 ? -1 : warp >> 2;
}

/** `[line, column, line, column]`, or a mere line, as the emulator knows it from PTX's `.loc`. */
function rangeNumber(event: Fields, ranges: Pool<SourceRange>, files: readonly string[]): number {
  const range = event["range"];
  const file = files[orNone(event["file"], 0)] ?? "";
  if (Array.isArray(range) && range.length === 4 && range.every((part) => typeof part === "number")) {
    const [line = 0, column = 0, lastLine = 0, lastColumn = 0] = range as number[];
    const place = { file, begin: { line, column }, end: { line: lastLine, column: lastColumn } };
    return ranges.put(`${file}:${range.join(":")}`, () => place);
  }
  const line = orNone(event["line"]);
  if (line < 1) return -1;
  return ranges.put(`${file}:${line}`, () => ({ file, begin: { line, column: 1 }, end: { line: line + 1, column: 1 } }));
}

function orNone(value: unknown, none = -1): number {
  return typeof value === "number" && Number.isFinite(value) ? value : none;
}

function numberOf(value: unknown, index: number, field: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new Unreadable(`\`events[${index}].${field}\` is ${shorten(value)}, expected a number`);
}

function fieldsOf(value: unknown, path: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Unreadable(`\`${path}\` is ${shorten(value)}, expected an object`);
}

function listOf(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Unreadable(`\`${path}\` is ${shorten(value)}, expected a list`);
}

function shorten(value: unknown): string {
  return value === undefined ? "missing" : `\`${(JSON.stringify(value) ?? "?").slice(0, 40)}\``;
}

/** A file that `tessera run --timeline` or `tessera emulate --trace` wrote: several launches' timelines, or a bare one. */
export interface TimelineFile {
  launches: { kernel: string; grid: number[]; timeline: Timeline }[];
}

export function readTimelineFile(text: string): Result<TimelineFile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail("the file is no JSON, or was cut short");
  }
  const launches = (value as { launches?: unknown } | null)?.launches;
  if (!Array.isArray(launches)) {
    const timeline = readTimeline(value);
    return timeline.ok ? ok({ launches: [{ kernel: "", grid: [], timeline: timeline.value }] }) : timeline;
  }
  const read: TimelineFile["launches"] = [];
  for (const launch of launches as Fields[]) {
    if (!launch?.["timeline"]) continue;
    const timeline = readTimeline(launch["timeline"]);
    if (!timeline.ok) return timeline;
    const grid = Array.isArray(launch["grid"]) ? launch["grid"].filter((size): size is number => typeof size === "number") : [];
    read.push({ kernel: typeof launch["kernel"] === "string" ? launch["kernel"] : "", grid, timeline: timeline.value });
  }
  return read.length > 0 ? ok({ launches: read }) : fail("the file holds no timeline");
}

//===-- asking --===//

export function kindOf(timeline: Timeline, event: number): Kind {
  return kinds[timeline.kind[event] ?? 0] ?? "run";
}

export function nameOfEvent(timeline: Timeline, event: number): string {
  return timeline.names[timeline.name[event] ?? -1] || kindOf(timeline, event);
}

export function rangeOf(timeline: Timeline, event: number): SourceRange | null {
  return timeline.ranges[timeline.range[event] ?? -1] ?? null;
}

export function bufferOf(timeline: Timeline, event: number): string {
  return timeline.buffers[timeline.buffer[event] ?? -1] ?? "";
}

export function durationOf(timeline: Timeline, event: number): number {
  return (timeline.end[event] ?? 0) - (timeline.begin[event] ?? 0);
}

/** Whether the event came from a source line within one of these spans (both ends inclusive) of `file`; an event without a file is of any. */
export function comesFrom(timeline: Timeline, event: number, lines: readonly LineSpan[], file = ""): boolean {
  const range = rangeOf(timeline, event);
  if (!range || (range.file && file && range.file !== file)) return false;
  const last = range.end.column === 1 && range.end.line > range.begin.line ? range.end.line - 1 : range.end.line;
  return lines.some(([from, to]) => range.begin.line <= to && last >= from);
}

/** A block of the launch: a CTA of a cluster. */
export interface BlockName {
  cluster: number;
  block: number;
}

export function blocksIn(timeline: Timeline): BlockName[] {
  const seen = new Map<string, BlockName>();
  for (const { cluster, block } of timeline.rows) seen.set(`${cluster}/${block}`, { cluster, block });
  return [...seen.values()].sort((a, b) => a.cluster - b.cluster || a.block - b.block);
}
