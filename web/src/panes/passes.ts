// SPDX-License-Identifier: Apache-2.0
// Names for passes that share links can hold: `stage/pass`, and `stage/pass#2` for a pass that runs twice in a stage.

import type { Snapshot } from "../base/protocol";

export function passesOf(all: readonly Snapshot[], stage: string): Snapshot[] {
  return all.filter((snapshot) => snapshot.stage === stage);
}

export function nameOf(all: readonly Snapshot[], snapshot: Snapshot): string {
  const same = all.filter((other) => other.stage === snapshot.stage && other.pass === snapshot.pass);
  const at = same.indexOf(snapshot);
  return `${snapshot.stage}/${snapshot.pass}${at > 0 ? `#${at + 1}` : ""}`;
}

/** The pass of that name within one stage; the last one when the name is empty or stale. */
export function findPass(passes: readonly Snapshot[], name: string): Snapshot | null {
  return passes.find((pass) => nameOf(passes, pass).split("/")[1] === name) ?? passes.at(-1) ?? null;
}

/** What `shown` is compared with: null for nothing, or when there is no such pass. */
export function findComparison(all: readonly Snapshot[], shown: Snapshot, diff: string): Snapshot | null {
  if (!diff) return null;
  if (diff === "previous") return all[all.indexOf(shown) - 1] ?? null;
  return all.find((snapshot) => nameOf(all, snapshot) === diff) ?? null;
}
