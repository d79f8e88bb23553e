// SPDX-License-Identifier: Apache-2.0
// Names for passes that share links can hold: `stage/pass`, and `stage/pass#2` for a pass that runs twice in a stage. And which of
// them, and which of their lines, is worth looking at first.

import { matchLines } from "../base/match-lines";
import type { Snapshot } from "../base/protocol";

export function passesOf(all: readonly Snapshot[], stage: string): Snapshot[] {
  return all.filter((snapshot) => snapshot.stage === stage);
}

export function nameOf(all: readonly Snapshot[], snapshot: Snapshot): string {
  const same = all.filter((other) => other.stage === snapshot.stage && other.pass === snapshot.pass);
  const at = same.indexOf(snapshot);
  return `${snapshot.stage}/${snapshot.pass}${at > 0 ? `#${at + 1}` : ""}`;
}

/** The pass of that name within one stage; the last one that did something to a kernel when the name is empty or stale. */
export function findPass(passes: readonly Snapshot[], name: string): Snapshot | null {
  return passes.find((pass) => nameOf(passes, pass).split("/")[1] === name) ?? lastThatMatters(passes);
}

/**
 * The last pass after which a kernel reads otherwise than before, and the last that changed anything where none did: what the host
 * does with its arrays is not what a kernel's author came to see.
 */
export function lastThatMatters(passes: readonly Snapshot[]): Snapshot | null {
  // The first one has nothing before it: it made the kernels.
  const changesKernel = (pass: Snapshot, index: number) => {
    const before = passes[index - 1];
    return pass.changed && (!before || kernelsOf(pass) !== kernelsOf(before));
  };
  const last = passes.findLastIndex(changesKernel);
  return passes[last] ?? passes.findLast((pass) => pass.changed) ?? passes.at(-1) ?? null;
}

/** The first line of the first kernel, from 1; 1 where there is none. */
export function firstKernelLine(text: string): number {
  const at = text.split("\n").findIndex((line) => /^\s*\w+\.kernel\b/.test(line));
  return at < 0 ? 1 : at + 1;
}

/** Each render asks again, of texts as long as a book's chapter. */
const foundKernels = new WeakMap<Snapshot, string>();

/** The kernels of a module's text, one below the other: each from its opening line to the line that closes it, which is as far in. */
function kernelsOf(pass: Snapshot): string {
  const known = foundKernels.get(pass);
  if (known !== undefined) return known;
  const kept: string[] = [];
  let closing: string | null = null;
  for (const line of pass.text.split("\n")) {
    const opens: RegExpExecArray | false | null = closing === null && /^(\s*)\w+\.kernel\b/.exec(line);
    if (opens) closing = `${opens[1]}}`;
    if (closing !== null) kept.push(line);
    if (line === closing) closing = null;
  }
  const kernels = kept.join("\n");
  foundKernels.set(pass, kernels);
  return kernels;
}

/** What `shown` is compared with: null for nothing, or when there is no such pass. */
export function findComparison(all: readonly Snapshot[], shown: Snapshot, diff: string): Snapshot | null {
  if (!diff) return null;
  if (diff === "previous") return all[all.indexOf(shown) - 1] ?? null;
  return all.find((snapshot) => nameOf(all, snapshot) === diff) ?? null;
}

/** A place that one can stop at on the way of a program: a pass, or a stage that has none here. */
export interface Stop {
  stage: string;
  pass: Snapshot | null;
  /** What is worth stopping at. */
  changed: boolean;
}

/** The whole way. SASS is on it, but is made elsewhere, so that there is nothing to see. */
export function stopsOf(all: readonly Snapshot[], stages: readonly string[]): Stop[] {
  return stages.flatMap((stage): Stop[] => {
    const passes = passesOf(all, stage);
    if (passes.length === 0) return [{ stage, pass: null, changed: stage !== "sass" }];
    return passes.map((pass) => ({ stage, pass, changed: pass.changed }));
  });
}

export function stopAt(stops: readonly Stop[], stage: string, shown: Snapshot | null): number {
  return stops.findIndex((stop) => stop.stage === stage && stop.pass === shown);
}

/** The next stop after `at`, or the one before, at which something changed; -1 where there is none. */
export function nextChanged(stops: readonly Stop[], at: number, by: 1 | -1): number {
  for (let next = at + by; next >= 0 && next < stops.length; next += by) if (stops[next]?.changed) return next;
  return -1;
}

export interface Changes {
  added: number;
  removed: number;
}

const counted = new WeakMap<Snapshot, Changes>();

/**
 * How many lines came and went from the pass before to this one. Names of values are no difference, since one more value renumbers all
 * that follow; unless they are the only one.
 */
export function changesOf(all: readonly Snapshot[], pass: Snapshot): Changes {
  const known = counted.get(pass);
  if (known) return known;
  const before = all[all.indexOf(pass) - 1]?.text ?? "";
  const shapes = (text: string) => text.replace(/%[\w$#:-]+/g, "%").replace(/^ +/gm, "");
  const byShape = countLines(shapes(before), shapes(pass.text));
  const isSame = byShape.added + byShape.removed === 0 && before !== pass.text;
  const changes = isSame ? countLines(before, pass.text) : byShape;
  counted.set(pass, changes);
  return changes;
}

function countLines(before: string, after: string): Changes {
  if (before === after) return { added: 0, removed: 0 };
  const [from, to] = [before, after].map((text) => text.split("\n").filter((line) => line !== "")) as [string[], string[]];
  const kept = matchLines(from, to).filter((line) => line >= 0).length;
  return { added: to.length - kept, removed: from.length - kept };
}
