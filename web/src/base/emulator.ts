// SPDX-License-Identifier: Apache-2.0
// What the emulator's module is asked and answers (wasm/emulator/README.md has the fields), and the form of a launch:
// rows that become the arguments of `tessera emulate`, word for word, so that what runs here runs there.

import type { AccessCount } from "./accesses";
import type { Diagnostic } from "./protocol";

export interface EmulatorParameter {
  name: string;
  /** As PTX names it; of an array of bytes (a struct, a tensor map) that of an element. */
  type: string;
  offset: number;
  size: number;
  alignment: number;
}

export interface EmulatorEntry {
  name: string;
  parameters: EmulatorParameter[];
  staticShared: number;
  requiredThreads?: number[];
  maximalThreads?: number[];
  requiredCluster?: number[];
}

export interface LoadAnswer {
  ok: boolean;
  diagnostics: Diagnostic[];
  entries?: EmulatorEntry[];
  target?: string;
  /** That run code of the target, for predicted times. */
  cards?: TimedCard[];
}

export interface PrepareAnswer {
  ok: boolean;
  diagnostics: Diagnostic[];
  /** `argument` counts from 0; null where it is the launch as a whole. */
  problem?: { message: string; argument: number | null };
}

/**
 * Sectors are 32 bytes of global memory, wavefronts turns of shared memory, `sharedIdeal` those without bank
 * conflicts.
 */
export interface EmulatorCounts {
  globalReadSectors: number;
  globalWriteSectors: number;
  sharedWavefronts: number;
  sharedIdeal: number;
  localBytes: number;
}

export interface SeedAnswer {
  ok: boolean;
  seed: number;
  threadInstructions: number;
  warpInstructions: number;
  counts?: EmulatorCounts;
  /** The same, instruction by instruction. */
  accesses?: AccessCount[];
  /** Of the bytes of each array after the run, by the argument's number. */
  digests: Record<string, string>;
  output: string;
  /** Those that no earlier seed of this launch has shown. */
  diagnostics: Diagnostic[];
  /** Where one was asked for, and if not, why. */
  time?: PredictedTime;
  whyNoTime?: string;
}

/** Integers beyond 2^53 and what is no finite number are texts. */
export type ElementText = number | string;

export interface ArraySummary {
  argument: number;
  dtype: string;
  shape: number[];
  elements: number;
  minimum?: ElementText;
  maximum?: ElementText;
  nans: number;
  infinities: number;
  /** Elements of which the kernel left a byte unwritten. */
  unwritten: number;
  changed: boolean;
  first: ElementText[];
}

// --- the form

export const elementTypes = [
  "f32",
  "f16",
  "bf16",
  "f64",
  "tf32",
  "e4m3",
  "e5m2",
  "u8",
  "s8",
  "u16",
  "s16",
  "u32",
  "s32",
  "u64",
  "s64",
] as const;

export const contentsKinds = ["random", "iota", "zeros", "full", "empty", "file"] as const;
export type ContentsKind = (typeof contentsKinds)[number];

export const argumentKinds = ["array", "scalar", "value", "address", "map", "memory"] as const;
export type ArgumentKind = (typeof argumentKinds)[number];

export interface ArgumentRow {
  kind: ArgumentKind;
  type: string;
  /** `64,128` of an array; of a scalar nothing. */
  shape: string;
  contents: ContentsKind;
  /** The seed, the value or the file's name, as `contents` wants one; the scalar's value. */
  detail: string;
  /** The array that an address or a map is of. */
  of: string;
  /** Bytes of an address, or a map's `box:64x64,swizzle:128`. */
  fields: string;
}

export interface LaunchForm {
  entry: string;
  grid: string;
  block: string;
  /** Empty: what the kernel requires. */
  cluster: string;
  /** Bytes of dynamic shared memory. */
  smem: string;
  rows: ArgumentRow[];
  checkRaces: boolean;
  /** How many orders, from `seed` on. */
  schedules: string;
  seed: string;
  allowUninitialized: boolean;
  /** The card that a time is predicted for; empty: none. */
  card: string;
}

/** What a launch would take on a card, by the emulator's model of time: shared/protocol has the fields. */
export interface PredictedTime {
  model: string;
  card: string;
  microseconds: number;
  range: [number, number];
  cycles: number;
  clock: number;
  /** Whose order of instructions it is: without an assembler that of a stand-in. */
  order: "ptxas" | "stand-in";
  limit: string;
  limitShare: number;
  ctas: number;
  processors: number;
  residentCtas: number;
  residencyLimit: string;
  memoryBytes: number;
  l2Bytes: number;
  warpCycles: Record<string, number>;
  /** Of the PTX, the longest first. */
  places: { line: number; share: number }[];
  doubts: string;
}

/** A card that the model of time has, for people by `name`. */
export interface TimedCard {
  card: string;
  name: string;
}

/** As the module's `prepare` takes it. */
export interface LaunchRequest {
  entry: string;
  grid: number[];
  block: number[];
  cluster?: number[];
  smem: number;
  arguments: string[];
}

export interface RunSettings {
  seed: number;
  schedules: number;
  checkRaces: boolean;
  allowUninitialized: boolean;
  card?: string;
}

const byteSizes: Record<string, number> = {
  f64: 8,
  u64: 8,
  s64: 8,
  b64: 8,
  f32: 4,
  tf32: 4,
  u32: 4,
  s32: 4,
  b32: 4,
  f16: 2,
  bf16: 2,
  u16: 2,
  s16: 2,
  b16: 2,
};
export const sizeOfType = (type: string): number => byteSizes[type] ?? 1;

export function emptyRow(kind: ArgumentKind = "array"): ArgumentRow {
  return { kind, type: "f32", shape: "1024", contents: "random", detail: "0", of: "0", fields: "" };
}

/** What a parameter most likely is. An address may be anything: an array of random floats is the guess. */
export function guessRow(parameter: EmulatorParameter, index: number): ArgumentRow {
  const { type, size } = parameter;
  const isSingle = size === sizeOfType(type);
  if (!isSingle && size === 128) return { ...emptyRow("map"), fields: "box:64x64,swizzle:128" };
  if (!isSingle) return { ...emptyRow("value"), type: "u8", shape: String(size), contents: "zeros" };
  if (size === 8 && !type.startsWith("f")) return { ...emptyRow("array"), detail: String(index) };
  const isFloat = type.startsWith("f");
  return {
    ...emptyRow("scalar"),
    type: type.replace(/^b/, "u"),
    shape: "",
    detail: isFloat ? "1.0" : size === 4 ? "1024" : "1",
  };
}

/** The form that a kernel begins with. */
export function guessForm(entry: EmulatorEntry): LaunchForm {
  const threads = entry.requiredThreads ?? entry.maximalThreads;
  return {
    entry: entry.name,
    grid: "1",
    block: threads ? trimSizes(threads) : "128",
    cluster: "",
    smem: "0",
    rows: entry.parameters.map(guessRow),
    checkRaces: true,
    schedules: "5",
    seed: "0",
    allowUninitialized: false,
    card: "",
  };
}

/** `256,1,1` is `256`; a 0 stands for 1. */
function trimSizes(sizes: readonly number[]): string {
  const all = sizes.map((size) => Math.max(1, size));
  while (all.length > 1 && all.at(-1) === 1) all.pop();
  return all.join(",");
}

/** What stands behind `=`. */
function contentsOf({ contents, detail }: ArgumentRow): string {
  if (contents === "random") return `random:${detail.trim() || "0"}`;
  if (contents === "full") return `full:${detail.trim()}`;
  return contents === "file" ? `@${detail.trim()}` : contents;
}

/** The argument as `--arg` of `tessera emulate` takes it. */
export function specOf(row: ArgumentRow): string {
  const shape = row.shape.trim().replace(/\s*[x,]\s*/g, ",");
  switch (row.kind) {
    case "scalar":
      return `${row.type}=${row.detail.trim()}`;
    case "address":
      return `&${row.of.trim()}${row.fields.trim() && row.fields.trim() !== "0" ? `+${row.fields.trim()}` : ""}`;
    case "map":
      return `map(${row.of.trim()})=${row.fields.trim()}`;
    case "value":
    case "memory":
      return `${row.kind} ${row.type}[${shape}]=${contentsOf(row)}`;
    default:
      return row.contents === "file" && shape === "" ? contentsOf(row) : `${row.type}[${shape}]=${contentsOf(row)}`;
  }
}

/** One to three whole numbers from 1 on, with commas or an `x` between. */
export function parseSizes(text: string): number[] | null {
  const parts = text.trim().split(/\s*[,x]\s*/);
  if (parts.length > 3 || !parts.every((part) => /^\d+$/.test(part))) return null;
  const sizes = parts.map(Number);
  return sizes.every((size) => size >= 1 && size < 2 ** 32) ? sizes : null;
}

export type FormField = "grid" | "block" | "cluster" | "smem" | "schedules" | "seed";

/** What is wrong with the launch's own fields, by field; arguments are the module's to read. */
export function checkForm(form: LaunchForm): Partial<Record<FormField, string>> {
  const wrong: Partial<Record<FormField, string>> = {};
  const sizes = "X,Y,Z, each 1 or more";
  if (!parseSizes(form.grid)) wrong.grid = sizes;
  if (!parseSizes(form.block)) wrong.block = sizes;
  if (form.cluster.trim() && !parseSizes(form.cluster)) wrong.cluster = `${sizes}, or nothing`;
  if (!/^\d+$/.test(form.smem.trim())) wrong.smem = "a number of bytes";
  const schedules = Number(form.schedules.trim() || "x");
  if (!Number.isInteger(schedules) || schedules < 1 || schedules > 1000) wrong.schedules = "1 to 1000";
  if (!/^\d{1,15}$/.test(form.seed.trim())) wrong.seed = "a whole number";
  return wrong;
}

/** Only for a form that `checkForm` has nothing against. */
export function requestOf(form: LaunchForm): LaunchRequest {
  const cluster = form.cluster.trim() ? parseSizes(form.cluster) : null;
  return {
    entry: form.entry,
    grid: parseSizes(form.grid) ?? [1],
    block: parseSizes(form.block) ?? [1],
    ...(cluster ? { cluster } : {}),
    smem: Number(form.smem),
    arguments: form.rows.map(specOf),
  };
}

export function settingsOf(form: LaunchForm): RunSettings {
  return {
    seed: Number(form.seed),
    schedules: Number(form.schedules),
    checkRaces: form.checkRaces,
    allowUninitialized: form.allowUninitialized,
    ...(form.card ? { card: form.card } : {}),
  };
}

/** Bytes of a row's array; 0 for what is none or can't be read yet. */
export function bytesOfRow(row: ArgumentRow): number {
  if (row.kind !== "array" && row.kind !== "memory") return 0;
  const parts = row.shape.trim().split(/\s*[,x]\s*/);
  if (!parts.every((part) => /^\d+$/.test(part))) return 0;
  return parts.reduce((product, part) => product * Number(part), sizeOfType(row.type));
}

const quote = (word: string) => (/^[\w./:=,@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The same run on the command line. */
export function commandOf(fileName: string, form: LaunchForm): string {
  const words = ["tessera", "emulate", fileName, "--entry", form.entry, "--grid", form.grid, "--block", form.block];
  if (form.cluster.trim()) words.push("--cluster", form.cluster.trim());
  if (form.smem.trim() !== "0") words.push("--smem", form.smem.trim());
  for (const row of form.rows) words.push("--arg", specOf(row));
  if (form.seed.trim() !== "0") words.push("--seed", form.seed.trim());
  words.push("--schedules", form.schedules.trim());
  if (form.checkRaces) words.push("--check", "race");
  if (form.allowUninitialized) words.push("--allow-uninitialized");
  if (form.card) words.push("--time", "--card", form.card);
  return words.map(quote).join(" ");
}

// --- arrays as bytes

/** An array as NumPy's file, which is how bytes reach the module. `dtype` as NumPy names it: `<f4`, `<i8`, `|V1`. */
export function toNpy(dtype: string, shape: readonly number[], bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  let header = `{'descr': '${dtype}', 'fortran_order': False, 'shape': (${sizes}), }`;
  header += " ".repeat((64 - ((10 + header.length + 1) % 64)) % 64) + "\n";
  const file = new Uint8Array(10 + header.length + bytes.length);
  file.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  for (let at = 0; at < header.length; at++) file[10 + at] = header.charCodeAt(at);
  file.set(bytes, 10 + header.length);
  return file;
}
