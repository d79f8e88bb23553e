// SPDX-License-Identifier: Apache-2.0
// What the debugger of the emulator's module answers (wasm/emulator/README.md has the fields), and what follows from it:
// values by their types, lanes by where they stand, banks, and in words where a launch stands and why.

import type { LaunchRequest } from "./emulator";
import { formatCount, plural } from "./format";
import { linesOf } from "./machine-lines";
import type { Diagnostic, SourceRange } from "./protocol";

export interface WarpName {
  /** Linear, x fastest. */
  cta: number;
  warp: number;
}

export interface DebugStop {
  reason: "begin" | "reached" | "fault" | "end";
  /** Instructions of warps executed before it: the same number is the same place of the run. */
  step: number;
  warp: WarpName;
  /** Lanes that are about to execute. */
  mask: number;
  function: string;
  ptx: SourceRange | null;
  source: SourceRange | null;
  diagnostics: Diagnostic[];
  /** What the instruction itself is about to be reported for. */
  upcoming: Diagnostic[];
  /** What it is about to wait for; empty: it can be executed now. */
  waitsFor: string;
}

export interface DebugFragment {
  mask: number;
  function: string;
  line: number;
  source: SourceRange | null;
  waitsFor: string;
}

export interface DebugWarp extends WarpName {
  exists: number;
  live: number;
  fragments: DebugFragment[];
}

export interface RegisterWriter {
  step: number;
  line: number;
  mask: number;
}

export interface DebugRegister {
  name: string;
  type: string;
  /** Bits in hexadecimal; one for all where they agree. */
  lanes: string[];
  writers: RegisterWriter[];
}

export interface DebugMbarrier {
  address: number;
  name: string;
  /** Phases that have ended. */
  phase: number;
  expected: number;
  /** Arrivals and bytes that are still to come. */
  arrivals: number;
  bytes: number;
  waiters: (WarpName & { lanes: number; phase: number })[];
}

export interface DebugCta {
  cta: number;
  sharedBytes: number;
  wordsWritten: number;
  mbarriers: DebugMbarrier[];
}

export interface DebugOperation {
  what: string;
  warp: WarpName;
  line: number;
  source: SourceRange | null;
  /** 0: not told. */
  bytes: number;
  address: number;
  name: string;
  hasRead: boolean;
}

export interface DebugAccess {
  space: string;
  /** Of a lane; 0: not known. */
  bytes: number;
  mask: number;
  addresses: (string | null)[];
  places: (string | null)[];
  wavefronts: number;
  idealWavefronts: number;
  sectors: number;
}

export interface SharedVariable {
  name: string;
  address: number;
  size: number;
}

export interface DebugView {
  stop: DebugStop;
  followed: WarpName;
  warps: DebugWarp[];
  ctas: DebugCta[];
  function: string;
  registers: DebugRegister[];
  /** Registers that the next instruction reads in lanes where nothing has written them. */
  unwritten: { name: string; mask: number }[];
  operations: DebugOperation[];
  accesses: DebugAccess[];
  variables: SharedVariable[];
}

export interface WordWriter extends WarpName {
  step: number;
  line: number;
  lane?: number;
  copy?: string;
}

/** Bits in hexadecimal, which of the four bytes were written, and by whom last. */
export type SharedWord = [string, number, WordWriter | null];

export interface SharedWords {
  cta: number;
  first: number;
  words: SharedWord[];
}

/** At a line of the PTX, or, where `source` says, at the instructions with which a line of the source begins. */
export interface Breakpoint {
  line: number;
  source?: SourceLine;
  condition: string;
}

/** `file` as the PTX's `.file` has it. */
export interface SourceLine {
  file: string;
  line: number;
}

/** A condition that can't be read: `breakpoint` is its number in the list. */
export interface ConditionProblem {
  breakpoint: number;
  message: string;
}

/** The launch that is stepped through. */
export interface DebugTarget {
  fileName: string;
  text: string;
  launch: LaunchRequest;
  seed: number;
  checkRaces: boolean;
  allowUninitialized: boolean;
}

export const laneCount = 32;
export const bankCount = 32;
/** The first address of a CTA's own shared memory. */
export const sharedBase = 0x400;

export const sameWarp = (a: WarpName, b: WarpName) => a.cta === b.cta && a.warp === b.warp;
export const hasLane = (mask: number, lane: number) => ((mask >>> lane) & 1) === 1;

/** `0-3,8`. */
export function describeMask(mask: number): string {
  const parts: string[] = [];
  for (let lane = 0; lane < laneCount; lane++) {
    if (!hasLane(mask, lane)) continue;
    const begin = lane;
    while (lane + 1 < laneCount && hasLane(mask, lane + 1)) lane++;
    parts.push(lane > begin ? `${begin}-${lane}` : String(begin));
  }
  return parts.join(",") || "none";
}

/** `all lanes`, `lane 3`, `lanes 0-7`. */
export function nameLanes(mask: number, of = 0xffffffff): string {
  if (mask >>> 0 === of >>> 0) return "all lanes";
  return (mask & (mask - 1)) === 0 ? `lane ${describeMask(mask)}` : `lanes ${describeMask(mask)}`;
}

// --- values

export const radixes = ["by type", "decimal", "hexadecimal", "float"] as const;
export type Radix = (typeof radixes)[number];

const bitsOf = (type: string): number => (type === "pred" ? 1 : Number(/\d+/.exec(type)?.[0] ?? 32) * (type.includes("x2") ? 2 : 1));

function floatOf(bits: bigint, width: number): string {
  const bytes = new DataView(new ArrayBuffer(8));
  if (width === 64) {
    bytes.setBigUint64(0, bits);
    return String(Number(bytes.getFloat64(0).toPrecision(8)));
  }
  bytes.setUint32(0, Number(bits & 0xffffffffn));
  return String(Number(bytes.getFloat32(0).toPrecision(7)));
}

function halfOf(bits: number, type: string): string {
  if (type.startsWith("bf")) return floatOf(BigInt(bits) << 16n, 32);
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits >> 15 ? -1 : 1;
  if (exponent === 31) return fraction ? "NaN" : sign > 0 ? "Infinity" : "-Infinity";
  return String(sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)));
}

/** A register's or word's bits as `radix` wants them; `by type`: floats as numbers, signed ones with their sign, bits as whole numbers. */
export function formatBits(hex: string, type: string, radix: Radix): string {
  const bits = BigInt(`0x${hex || "0"}`);
  const width = bitsOf(type);
  if (type === "pred") return bits === 1n ? "true" : "false";
  if (radix === "hexadecimal") return `0x${hex.padStart(Math.max(1, width / 4), "0")}`;
  const isHalf = /^b?f16$/.test(type);
  if (isHalf && radix !== "decimal") return halfOf(Number(bits), type);
  if (/^b?f16x2$/.test(type) && radix !== "decimal") {
    const half = type.slice(0, -2);
    return `${halfOf(Number(bits & 0xffffn), half)} ${halfOf(Number(bits >> 16n), half)}`;
  }
  const isFloat = /^(?:f|tf)(?:32|64)$/.test(type);
  if ((radix === "float" || (radix === "by type" && isFloat)) && (width === 32 || width === 64)) return floatOf(bits, width);
  const isSigned = type.startsWith("s");
  return String(isSigned ? BigInt.asIntN(width, bits) : bits);
}

export const laneOf = (register: DebugRegister, lane: number): string => register.lanes[register.lanes.length === 1 ? 0 : lane] ?? "0";

/** Registers of which a lane holds other bits than before; of another warp or function nothing is known. */
export function changedRegisters(now: DebugView, before: DebugView | null): Map<string, number> {
  const changed = new Map<string, number>();
  if (!before || !sameWarp(now.followed, before.followed) || now.function !== before.function) return changed;
  const earlier = new Map(before.registers.map((register) => [register.name, register]));
  for (const register of now.registers) {
    const old = earlier.get(register.name);
    let mask = 0;
    for (let lane = 0; lane < laneCount; lane++) if (!old || laneOf(old, lane) !== laneOf(register, lane)) mask |= 1 << lane;
    if (mask !== 0) changed.set(register.name, mask >>> 0);
  }
  return changed;
}

/** Registers that a line of PTX names, in its order. */
export function namedRegisters(line: string): string[] {
  const code = line.replace(/\/\/.*$/, "");
  return [...new Set(code.match(/%[\w$]+/g) ?? [])];
}

// --- lanes

/** A letter a fragment, `A` for the lanes that execute next; `×` has exited, a space is no thread. */
export function laneLetters(warp: DebugWarp, stop: DebugStop): string {
  const order = [...warp.fragments];
  const isCurrent = ({ mask }: DebugFragment) => sameWarp(warp, stop.warp) && (mask & stop.mask) !== 0;
  order.sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
  let letters = "";
  for (let lane = 0; lane < laneCount; lane++) {
    const at = order.findIndex(({ mask }) => hasLane(mask, lane));
    const guarded = at === 0 && isCurrent(order[0] as DebugFragment) && !hasLane(stop.mask, lane);
    if (at >= 0) letters += guarded ? "a" : String.fromCharCode(65 + Math.min(at, 25));
    else letters += hasLane(warp.exists, lane) ? "×" : " ";
  }
  return letters;
}

/** Where a warp's lanes are, a sentence a fragment. */
export function describeLanes(warp: DebugWarp): string[] {
  const parts = warp.fragments.map(
    ({ mask, line, waitsFor }) => `${nameLanes(mask, warp.exists)} at line ${line}${waitsFor ? `, waiting for ${waitsFor}` : ""}`,
  );
  const exited = (warp.exists & ~warp.live) >>> 0;
  return exited ? [...parts, `${nameLanes(exited, warp.exists)} exited`] : parts;
}

export const nameWarp = ({ cta, warp }: WarpName, several = true) => (several ? `warp ${warp} of CTA ${cta}` : `warp ${warp}`);

// --- shared memory

/** `box+148` for an address, by the variable that it is in. */
export function nameAddress(variables: readonly SharedVariable[], address: number): string {
  let found: SharedVariable | null = null;
  for (const variable of variables) {
    const isThere = variable.address <= address && (variable.size === 0 || address < variable.address + variable.size);
    if (isThere && (!found || found.address < variable.address)) found = variable;
  }
  const hex = `0x${address.toString(16)}`;
  if (!found) return hex;
  const past = address - found.address;
  return `${found.name}${past ? `+${past}` : ""} (${hex})`;
}

export const wordOf = (address: number) => Math.floor((address - sharedBase) / 4);
export const bankOf = (word: number) => (word + sharedBase / 4) % bankCount;

/** The lanes that reach each word of the CTA's own shared memory, and how many different words each bank is asked for. */
export function reachedWords(accesses: readonly DebugAccess[]): { lanes: Map<number, number>; turns: number[] } {
  const lanes = new Map<number, number>();
  for (const { space, addresses, bytes } of accesses) {
    if (space !== "shared") continue;
    addresses.forEach((text, lane) => {
      if (text === null) return;
      const address = Number(BigInt(`0x${text}`) & 0xffffffn);
      const last = wordOf(address + Math.max(1, bytes) - 1);
      for (let word = wordOf(address); word <= last; word++) lanes.set(word, ((lanes.get(word) ?? 0) | (1 << lane)) >>> 0);
    });
  }
  const turns = new Array<number>(bankCount).fill(0);
  for (const word of lanes.keys()) turns[bankOf(word)] = (turns[bankOf(word)] ?? 0) + 1;
  return { lanes, turns };
}

export function describeWriter(writer: WordWriter | null, several: boolean): string {
  if (!writer) return "nothing has written it";
  const by = writer.copy
    ? `a ${writer.copy} that ${nameWarp(writer, several)} issued`
    : `lane ${writer.lane} of ${nameWarp(writer, several)}`;
  return `written last by ${by}, line ${writer.line}, step ${formatCount(writer.step)}`;
}

// --- in words

/** Where the launch stands and why, as one sentence. */
export function describeStop({ stop, ctas }: DebugView): string {
  const several = ctas.length > 1 || stop.warp.cta > 0;
  const errors = stop.diagnostics.filter(({ severity }) => severity === "error").length;
  if (stop.reason === "end")
    return `The launch is over after ${plural(stop.step, "instruction")}: ${errors > 0 ? plural(errors, "error") : "nothing was reported"}.`;
  const who = `${nameLanes(stop.mask)} of ${nameWarp(stop.warp, several)}`;
  const where = `line ${stop.ptx?.begin.line ?? "?"}, step ${formatCount(stop.step)}`;
  if (stop.reason === "fault") return `The launch ended here: ${where}, ${who}.`;
  return `Before ${where}: ${who} ${(stop.mask & (stop.mask - 1)) === 0 ? "is" : "are"} about to execute it.`;
}

/** What an access costs or reaches, in a sentence; empty where there is nothing to tell. */
export function describeAccess(access: DebugAccess): string {
  if (access.space === "shared" && access.wavefronts > 0) {
    const much = `${plural(access.wavefronts, "turn")} of shared memory`;
    return access.wavefronts > access.idealWavefronts
      ? `bank conflicts: ${much} where ${access.idealWavefronts} would do`
      : `${much}: no bank conflict`;
  }
  if (access.space === "global" && access.sectors > 0)
    return `${plural(access.sectors, "sector")} of 32 bytes for ${plural(popCount(access.mask) * access.bytes, "byte")}`;
  return "";
}

export function popCount(mask: number): number {
  let count = 0;
  for (let lane = 0; lane < laneCount; lane++) count += hasLane(mask, lane) ? 1 : 0;
  return count;
}

// --- waits

/** Which mbarrier the instruction that is about to be executed asks, and for which phase, by what its registers hold; null for others. */
export function awaitedPhase(view: DebugView, line: string): { address: number; phase: number } | null {
  const asked = /mbarrier\.(?:try|test)_wait\S*\.parity\S*\s+[^,]+,\s*\[\s*([%\w$]+)\s*(?:\+\s*(\d+)\s*)?\]\s*,\s*([%\w$]+)/.exec(line);
  if (!asked) return null;
  const lane = Array.from({ length: laneCount }, (_, each) => each).find((each) => hasLane(view.stop.mask, each)) ?? 0;
  const valueOf = (word: string): number | null => {
    if (/^\d+$/.test(word)) return Number(word);
    const register = view.registers.find(({ name }) => name === word);
    if (register) return Number(BigInt(`0x${laneOf(register, lane)}`) & 0xffffffn);
    return view.variables.find(({ name }) => name === word)?.address ?? null;
  };
  const [base, parity] = [valueOf(asked[1] ?? ""), valueOf(asked[3] ?? "")];
  if (base === null || parity === null) return null;
  const address = base + Number(asked[2] ?? 0);
  const barrier = view.ctas.find(({ cta }) => cta === view.stop.warp.cta)?.mbarriers.find((each) => each.address === address);
  if (!barrier) return null;
  // The phase of that parity that runs, or else the last one, which has ended.
  return { address, phase: (barrier.phase & 1) === (parity & 1) ? barrier.phase : barrier.phase - 1 };
}

/** The kernel's dynamic shared memory, as our code generator names it. */
const dynamicShared = "shared_memory";

/** Whether the launch stands where that phase of the mbarrier at `offset` is waited for. */
export function waitsAt(view: DebugView, line: string, { offset, phase }: { offset: number; phase: number }): boolean {
  const begin = view.variables.find(({ name }) => name === dynamicShared)?.address;
  const awaited = awaitedPhase(view, line);
  return awaited !== null && begin !== undefined && awaited.address === begin + offset && awaited.phase === phase;
}

// --- breakpoints

const keyOf = ({ line, source }: Breakpoint) => (source ? `${source.file}:${source.line}` : String(line));
export const sameBreakpoint = (a: Breakpoint, b: Breakpoint) => keyOf(a) === keyOf(b);

export function nameBreakpoint({ line, source }: Breakpoint): string {
  return source ? `${source.file.slice(source.file.lastIndexOf("/") + 1)}:${source.line}` : `line ${line}`;
}

/** As the module takes it. */
export function requestOfBreakpoint({ line, source, condition }: Breakpoint): object {
  return source ? { file: source.file, sourceLine: source.line, condition } : { line, condition };
}

/** Source lines that a PTX text has instructions of, and the PTX lines where each begins: a `.loc` holds up to the next. */
export function sourceLinesOf(text: string): { source: SourceLine; ptxLines: number[] }[] {
  const { sourceLines, sourceFiles } = linesOf("ptx", text);
  const found = new Map<string, { source: SourceLine; ptxLines: number[] }>();
  let before = "";
  text.split("\n").forEach((line, index) => {
    const [number = 0, , file = 0] = sourceLines[index] ?? [];
    // Directives, labels and what is empty are no instructions.
    if (!/^\s+(?:[{@]\s*)*[a-z%!]/.test(line) || number === 0) return;
    const source = { file: sourceFiles[file] ?? "", line: number };
    const key = `${source.file}:${number}`;
    const known = found.get(key) ?? { source, ptxLines: [] };
    found.set(key, known);
    if (key !== before) known.ptxLines.push(index + 1);
    before = key;
  });
  return [...found.values()].sort((a, b) => a.source.file.localeCompare(b.source.file) || a.source.line - b.source.line);
}
