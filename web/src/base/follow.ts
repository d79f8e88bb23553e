// SPDX-License-Identifier: Apache-2.0
// Follows a value from one pass to another. What stands for it is found by what is known, in this order:
//   1. its line is there as it was, apart from the names of values, and of the same source lines;
//   2. one operation of that name (in whatever dialect) and those source lines takes the place of one that went;
//   3. an operation that took it is still there, and takes something else in its place;
//   4. what is new of its source lines.
// The last is no proof that one stands for the other, and is told as what it is. Below `tilegpu` there are no values: lines of LLVM IR or
// PTX of the same source lines are all that is known.

import { baseName, definitionOf, linesOfIr, usersOf, type IrLine } from "./ir-text";
import { matchLines } from "./match-lines";
import type { LineSpan, Snapshot } from "./protocol";

/** A value, by the line that defines it (from 0) and its name; without a name the operation of the line. */
export interface Chosen {
  line: number;
  name: string;
}

export type Fate =
  /** Nothing but names changed. */
  | "same"
  /** The same operation with other types, attributes or operands, or the one that took its place. */
  | "changed"
  /** Its users take another value now. */
  | "replaced"
  /** What is new of its source lines, more than one. */
  | "split"
  /** Nothing is known to stand for it. */
  | "gone";

export interface Step {
  fate: Fate;
  places: Chosen[];
}

export interface Trail {
  places: Chosen[];
  /** What happened on the way, without passes in which nothing did. */
  events: { pass: string; fate: Fate; operation: string; name: string }[];
  /** By the source lines alone: there are no values here. */
  byLines: boolean;
}

const matches = new WeakMap<Snapshot, WeakMap<Snapshot, Int32Array>>();

function matchOf(before: Snapshot, after: Snapshot): Int32Array {
  let known = matches.get(before);
  if (!known) matches.set(before, (known = new WeakMap()));
  let match = known.get(after);
  if (!match) {
    const keys = (snapshot: Snapshot, other: Snapshot) => {
      const names = scopesFor(snapshot, other);
      return linesOfIr(snapshot).map((line, index) => `${names[index]}|${line.span.join()}|${normal(line.shape)}`);
    };
    known.set(after, (match = matchLines(keys(before, after), keys(after, before))));
  }
  return match;
}

/**
 * The function of each line, by a name that the same function has in the other text. A kernel stands there twice once it is scheduled: as it
 * was recorded, and as it is. Where the other text has it once, it goes on as the scheduled one.
 */
function scopesFor(snapshot: Snapshot, other: Snapshot): string[] {
  const lines = linesOfIr(snapshot);
  const isBeside = linesOfIr(other).some((line) => line.scheduled);
  const twice = new Set(lines.filter((line) => line.scheduled).map((line) => line.scope));
  return lines.map(({ scope, scheduled }) => {
    if (isBeside) return scheduled ? `scheduled ${scope}` : scope;
    return scheduled || !twice.has(scope) ? scope : `recorded ${scope}`;
  });
}

/** Indentation went with `trim`; where a kernel moves from one dialect to the other its own lines stay its own. */
function normal(shape: string): string {
  return shape.replace(/^(?:tile|tilegpu)\.(kernel|return)\b/, "$1");
}

export function step(before: Snapshot, after: Snapshot, chosen: Chosen): Step {
  if (before.text === after.text) return { fate: "same", places: [chosen] };
  const [from, to] = [linesOfIr(before), linesOfIr(after)];
  const match = matchOf(before, after);
  const line = from[chosen.line];
  if (!line) return { fate: "gone", places: [] };
  const position = line.defines.indexOf(chosen.name);
  const placeAt = (at: number): Chosen => ({ line: at, name: position < 0 ? "" : (to[at]?.defines[position] ?? to[at]?.defines[0] ?? "") });
  const [scopes, scopesAfter] = [scopesFor(before, after), scopesFor(after, before)];
  const scope = scopes[chosen.line] ?? "";
  const same = scope.startsWith("recorded ") ? asRecorded(line, to) : (match[chosen.line] ?? -1);
  if (same >= 0) return { fate: "same", places: [placeAt(same)] };

  const taken = new Set(match);
  const indices = (lines: readonly IrLine[], names: readonly string[], isFree: (index: number) => boolean) =>
    lines.flatMap((other, index) =>
      isFree(index) && names[index] === scope && other.operation !== "" && isSameSpan(other.span, line.span) ? [index] : [],
    );
  const went = indices(from, scopes, (index) => (match[index] ?? -1) < 0);
  const came = indices(to, scopesAfter, (index) => !taken.has(index));
  const kind = mnemonic(line.operation);
  const alike = (lines: readonly IrLine[], among: readonly number[]) =>
    among.filter((index) => mnemonic(lines[index]?.operation ?? "") === kind);
  const [mine, theirs] = [alike(from, went), alike(to, came)];
  if (mine.length === theirs.length && mine.length > 0)
    return { fate: "changed", places: [placeAt(theirs[mine.indexOf(chosen.line)] as number)] };
  if (went.length === 1 && came.length === 1) return { fate: "changed", places: [placeAt(came[0] as number)] };
  const replacement = replacementOf(from, to, match, chosen);
  if (replacement) return { fate: "replaced", places: [replacement] };
  if (came.length > 0 && isKnownSpan(line.span)) return { fate: "split", places: came.map(placeAt) };
  return { fate: "gone", places: [] };
}

/** The line of a recorded kernel in a text that has it alone. */
function asRecorded(line: IrLine, to: readonly IrLine[]): number {
  return to.findIndex((other) => other.scope === line.scope && other.shape === line.shape && isSameSpan(other.span, line.span));
}

/** What the first operation that took the value, and is still there, takes in its place. */
function replacementOf(from: readonly IrLine[], to: readonly IrLine[], match: Int32Array, chosen: Chosen): Chosen | null {
  if (!chosen.name) return null;
  for (const user of usersOf(from, chosen.line, chosen.name)) {
    const at = match[user] ?? -1;
    const takes = from[user]?.takes ?? [];
    if (at < 0 || to[at]?.takes.length !== takes.length) continue;
    const name = to[at].takes[takes.findIndex((taken) => baseName(taken) === chosen.name)];
    const line = name === undefined ? -1 : definitionOf(to, at, name);
    if (name !== undefined && line >= 0) return { line, name: baseName(name) };
  }
  return null;
}

function mnemonic(operation: string): string {
  return operation.replace(/^\w+\./, "");
}

function isSameSpan(a: LineSpan, b: LineSpan): boolean {
  return a[0] === b[0] && a[1] === b[1] && (a[2] ?? 0) === (b[2] ?? 0);
}

function isKnownSpan(span: LineSpan): boolean {
  return span[0] > 0;
}

const mostPlaces = 64;

/** Follows `chosen` of `all[from]` through every pass on the way to `all[to]`, in either direction. */
export function trail(all: readonly Snapshot[], from: number, to: number, chosen: Chosen): Trail {
  const events: Trail["events"] = [];
  let places = [chosen];
  for (let at = from; at !== to && places.length > 0;) {
    const next = at + Math.sign(to - at);
    const [before, after] = [all[at], all[next]];
    if (!before || !after) break;
    const steps = places.map((place) => step(before, after, place));
    const told = steps.find(({ fate }) => fate !== "same");
    places = distinct(steps.flatMap((one) => one.places)).slice(0, mostPlaces);
    if (told) {
      const place = places[0];
      const line = place && linesOfIr(after)[place.line];
      // A pass is named by the text after it: going back it is undone, and is the one that is left.
      const pass = next > at ? after.pass : before.pass;
      const fate = places.length > 1 ? "split" : places.length === 0 ? "gone" : told.fate;
      events.push({ pass, fate, operation: line?.operation ?? "", name: place?.name ?? "" });
    }
    at = next;
  }
  return { places, events, byLines: false };
}

/** Lines of a text without values that come from the same source lines. */
export function trailToMachine(before: Snapshot, places: readonly Chosen[], machine: Snapshot): Trail {
  const spans = places.flatMap(({ line }) => {
    const span = linesOfIr(before)[line]?.span;
    return span && isKnownSpan(span) ? [span] : [];
  });
  const isNamed = (span: LineSpan, other: LineSpan) => {
    const [name, otherName] = [before.sourceFiles?.[span[2] ?? 0] ?? "", machine.sourceFiles?.[other[2] ?? 0] ?? ""];
    return name === "" || otherName === "" || name === otherName;
  };
  const covers = (other: LineSpan) => spans.some((span) => other[0] >= span[0] && other[0] <= span[1] && isNamed(span, other));
  const lines = machine.sourceLines.flatMap((span, line) => (span[0] > 0 && covers(span) ? [{ line, name: "" }] : []));
  return { places: lines, events: [], byLines: true };
}

function distinct(places: readonly Chosen[]): Chosen[] {
  const seen = new Map(places.map((place) => [`${place.line} ${place.name}`, place]));
  return [...seen.values()];
}
