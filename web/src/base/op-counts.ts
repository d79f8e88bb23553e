// SPDX-License-Identifier: Apache-2.0
// How many operations of each kind a text has: MLIR's by their names, PTX's by their opcodes. Counted as they stand in the text, not as
// often as they run.

import type { Figure } from "./figures";

/** `scf.for`, `tilegpu.wgmma`: of lines within a kernel. Names of MLIR's operations have a dot. */
export function countMlir(text: string, opening: RegExp = /^\s*tilegpu\.kernel\b/): Map<string, number> {
  const counts = new Map<string, number>();
  let closing: string | null = null;
  for (const line of text.split("\n")) {
    if (closing === null) {
      const opens = opening.exec(line);
      if (opens) closing = `${/^\s*/.exec(line)?.[0] ?? ""}}`;
      continue;
    }
    if (line.startsWith(closing) && line.trimEnd() === closing) closing = null;
    const name = /^\s*(?:%[\w$.#:-]+(?:,\s*%[\w$.#:-]+)*\s*=\s*)?"?([a-z_]\w*(?:\.[\w$]+)+)/.exec(line)?.[1];
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** By the opcode's first part, and for moves also what they move to or from: `ld.global`, `wgmma.mma_async`, `add`. */
export function countPtx(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) {
    const opcode = /^\s+(?:@!?%\w+\s+)?([a-z][\w]*(?:\.[\w:]+)*)\s*[^:]*;/.exec(line)?.[1];
    if (!opcode) continue;
    const [first = "", second = ""] = opcode.split(".");
    const name =
      /^(ld|st|cp|wgmma|mbarrier|bar|barrier|atom|red|mma|ldmatrix|fence)$/.test(first) && second !== "" ? `${first}.${second}` : first;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

export function totalOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** The most frequent first. */
export function countFigures(counts: ReadonlyMap<string, number>): Figure[] {
  const figure = (label: string, value: number): Figure => ({ key: `count ${label}`, label, unit: "count", value, word: "" });
  const each = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return [figure("all", totalOf(counts)), ...each.map(([name, count]) => figure(name, count))];
}
