// SPDX-License-Identifier: Apache-2.0
// What each instruction of a launch did to memory, as the emulator counted it on the real addresses, and what it would
// have taken at best. No count is a time.

import type { SourceRange } from "./protocol";

/** Of one PTX line. Sectors are 32 bytes of global memory, wavefronts turns of shared memory. */
export interface AccessCount {
  line: number;
  source?: SourceRange;
  /** Accesses of warps, or rows of an asynchronous copy. */
  requests: number;
  sectors?: number;
  idealSectors?: number;
  wavefronts?: number;
  idealWavefronts?: number;
  localBytes?: number;
}

export type AccessKind = "global" | "shared" | "local";

export interface AccessRow {
  line: number;
  source: SourceRange | null;
  kind: AccessKind;
  requests: number;
  /** Sectors, wavefronts or bytes: in all, and at best. */
  taken: number;
  ideal: number;
  /** What each access takes; at best `ideal / requests`. */
  perRequest: number;
  /** How many times the best it is; 1 where nothing is lost. */
  factor: number;
}

/** Those that lose most first; what loses nothing as the text has it. A generic access may be of two kinds: two rows. */
export function rowsOf(accesses: AccessCount[]): AccessRow[] {
  const rows = accesses.flatMap((access) => [
    ...(access.sectors ? [rowOf(access, "global", access.sectors, access.idealSectors ?? access.sectors)] : []),
    ...(access.wavefronts ? [rowOf(access, "shared", access.wavefronts, access.idealWavefronts ?? access.wavefronts)] : []),
    // Local memory is what registers did not hold: all of it is lost.
    ...(access.localBytes ? [rowOf(access, "local", access.localBytes, 0)] : []),
  ]);
  return rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => lossOf(b.row) - lossOf(a.row) || a.index - b.index)
    .map(({ row }) => row);
}

/** In bytes that moved for nothing: a turn of shared memory moves 128. */
export function lossOf({ kind, taken, ideal }: AccessRow): number {
  const unit = kind === "global" ? 32 : kind === "shared" ? 128 : 1;
  return unit * Math.max(0, taken - ideal);
}

function rowOf(access: AccessCount, kind: AccessKind, taken: number, ideal: number): AccessRow {
  const { line, source, requests } = access;
  return {
    line,
    source: source ?? null,
    kind,
    requests,
    taken,
    ideal,
    perRequest: taken / Math.max(1, requests),
    factor: ideal > 0 ? taken / ideal : Infinity,
  };
}
