// SPDX-License-Identifier: Apache-2.0
// What a launch moved between the levels of memory, from the emulator's counts of each instruction and from what the instruction is:
// global memory in sectors of 32 bytes, which is what L2 is asked for, shared memory in turns of 128. Tensor cores read shared memory
// by themselves and copies write it by themselves: neither takes turns that are counted. No count is a time.

import type { AccessCount } from "./accesses";

export type Level = "global" | "shared" | "registers" | "local";

export interface Flow {
  from: Level;
  to: Level;
  bytes: number;
  /** What the same data would take at best. */
  best: number;
  /** Sectors or turns; 0 of local memory. */
  units: number;
  /** The PTX lines that did it, those that moved most first. */
  lines: number[];
}

/** Flows that moved something; `text` is the PTX whose lines are counted. */
export function trafficOf(accesses: readonly AccessCount[], text: string): Flow[] {
  const lines = text.split("\n");
  const flows = new Map<string, Flow & { byLine: [number, number][] }>();
  const add = (line: number, [from, to]: [Level, Level], bytes: number, best: number, units: number) => {
    const key = `${from} ${to}`;
    const flow = flows.get(key) ?? { from, to, bytes: 0, best: 0, units: 0, lines: [], byLine: [] };
    flow.bytes += bytes;
    flow.best += best;
    flow.units += units;
    flow.byLine.push([line, bytes]);
    flows.set(key, flow);
  };
  for (const { line, sectors = 0, idealSectors = sectors, wavefronts = 0, idealWavefronts = wavefronts, localBytes = 0 } of accesses) {
    const opcode = /^\s*(?:[\w$]+:)?\s*(?:\{\s*)?(?:@!?%?[\w$]+\s+)?([a-z]\S*)/.exec(lines[line - 1] ?? "")?.[1] ?? "";
    if (sectors > 0) add(line, wayOfGlobal(opcode), 32 * sectors, 32 * idealSectors, sectors);
    if (wavefronts > 0)
      add(line, isWrite(opcode) ? ["registers", "shared"] : ["shared", "registers"], 128 * wavefronts, 128 * idealWavefronts, wavefronts);
    if (localBytes > 0) add(line, isWrite(opcode) ? ["registers", "local"] : ["local", "registers"], localBytes, 0, 0);
  }
  return [...flows.values()].map(({ byLine, ...flow }) => ({
    ...flow,
    lines: byLine.toSorted((a, b) => b[1] - a[1]).map(([line]) => line),
  }));
}

const isWrite = (opcode: string) => /^(?:st|red|stmatrix|multimem\.(?:st|red))(?:\.|$|m)/.test(opcode);

/** Copies go by themselves: their destination is named first. */
function wayOfGlobal(opcode: string): [Level, Level] {
  if (/^cp\./.test(opcode)) {
    const spaces = opcode.match(/\.(?:global|shared)(?:::\w+)?(?=\.|$)/g) ?? [];
    if (opcode.includes("reduce") || spaces[0]?.startsWith(".global")) return ["shared", "global"];
    return ["global", "shared"];
  }
  return isWrite(opcode) ? ["registers", "global"] : ["global", "registers"];
}

/** How many times the best it is; 1 where nothing is lost or nothing could be better. */
export function lossFactor({ bytes, best }: Flow): number {
  return best > 0 ? bytes / best : 1;
}
