// SPDX-License-Identifier: Apache-2.0
// Names for passes that share links can hold: `stage/pass`, and `stage/pass#2` for a pass that runs twice in a stage. And which of
// them, and which of their lines, is worth looking at first.

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
  const changesKernel = (pass: Snapshot, index: number) =>
    pass.changed && (index === 0 || kernelsOf(pass.text) !== kernelsOf(passes[index - 1]?.text ?? ""));
  const last = passes.findLastIndex(changesKernel);
  return passes[last] ?? passes.findLast((pass) => pass.changed) ?? passes.at(-1) ?? null;
}

/** The first line of the first kernel, from 1; 1 where there is none. */
export function firstKernelLine(text: string): number {
  const at = text.split("\n").findIndex((line) => /^\s*\w+\.kernel\b/.test(line));
  return at < 0 ? 1 : at + 1;
}

/** The kernels of a module's text, one below the other: each from its opening line to the line that closes it, which is as far in. */
function kernelsOf(text: string): string {
  const kept: string[] = [];
  let closing: string | null = null;
  for (const line of text.split("\n")) {
    const opens = /^(\s*)\w+\.kernel\b/.exec(line);
    if (closing === null && opens) closing = `${opens[1]}}`;
    if (closing !== null) kept.push(line);
    if (line === closing) closing = null;
  }
  return kept.join("\n");
}

/** What `shown` is compared with: null for nothing, or when there is no such pass. */
export function findComparison(all: readonly Snapshot[], shown: Snapshot, diff: string): Snapshot | null {
  if (!diff) return null;
  if (diff === "previous") return all[all.indexOf(shown) - 1] ?? null;
  return all.find((snapshot) => nameOf(all, snapshot) === diff) ?? null;
}
