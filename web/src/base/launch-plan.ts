// SPDX-License-Identifier: Apache-2.0
// How a program launches a kernel, as the form of the emulator: grid, block and arguments in the order in which a device
// passes them (runner/device/KernelPlan.h). Read off the IR that every compile brings: `tile.launch` tells the grid, arrays
// and scalars, the head of `tilegpu.kernel` what the schedule adds to them (blocks, extents, workspace, tensor maps).
//
// What arrays hold is known where the program fills one with a constant. Else it is not in the IR: floats are random then,
// whole numbers zero, so that they stay within what they may index.

import { elementTypes, guessForm, type ArgumentRow, type ContentsKind, type EmulatorEntry, type LaunchForm } from "./emulator";

export interface PlannedParameter {
  name: string;
  access: "read" | "write" | "readwrite" | "scratch" | "scalar";
  /** Null of a scalar. An extent that only the launch knows is -1. */
  shape: number[] | null;
  /** As MLIR has it. */
  element: string;
}

export interface KernelPlan {
  name: string;
  parameters: PlannedParameter[];
  /** The grid's axes, fastest first. */
  axisOrder: number[];
  /** The grid's extents are parameters. */
  isLinearGrid: boolean;
  /** Of every launch, whatever its grid; 0: its grid says. */
  blocks: number;
  parts: number;
  cluster: number;
  sharedBytes: number;
  workspaceBytes: number;
  hasReports: boolean;
  maps: { argument: number; box: number[]; swizzle: number; shape: number[] }[];
}

export interface LaunchOperand {
  shape: number[] | null;
  element: string;
  /** The constant that it is, of an array that of all its elements; null where only a run knows. */
  value: string | null;
}

export interface ProgramLaunch {
  kernel: string;
  /** Of the IR, from 0. */
  line: number;
  grid: number[];
  operands: LaunchOperand[];
  results: LaunchOperand[];
}

export interface FilledForm {
  form: LaunchForm;
  /** Arguments whose contents are not the program's, by their numbers. */
  invented: number[];
}

/** A launch of the program that a form can be filled from. */
export interface OfferedLaunch extends FilledForm {
  label: string;
}

/** Words of a buffer for what a kernel prints: what does not fit is not written. */
const reportWords = 4096;

/** The head of a kernel in scheduled IR. `recorded`: the IR before, which tells what is the launch's own memory. */
export function readPlan(scheduled: string, recorded: string, kernel: string): KernelPlan | null {
  const head = headOf(scheduled, "tilegpu.kernel", kernel);
  if (head === null) return null;
  const scratch = scratchIn(headOf(recorded, "tile.kernel", kernel) ?? "");
  const attributes = head.slice(head.lastIndexOf(") attributes {"));
  const number = (name: string) => Number(new RegExp(`\\b${name} = (\\d+)`).exec(attributes)?.[1] ?? 0);
  const list = (name: string) => numbersIn(new RegExp(`\\b${name} = array<i64: ([^>]*)>`).exec(attributes)?.[1] ?? "");
  return {
    name: kernel,
    parameters: readParameters(head, scratch),
    axisOrder: list("axis_order"),
    isLinearGrid: /\blinear_grid\b/.test(attributes),
    blocks: number("blocks"),
    parts: Math.max(1, number("parts")),
    cluster: list("cluster").reduce((product, size) => product * size, 1),
    sharedBytes: number("shared_bytes"),
    workspaceBytes: number("workspace_bytes"),
    hasReports: /[{ ,]reports[,}]/.test(attributes),
    maps: [
      ...attributes.matchAll(/#tilegpu\.tensor_map<argument = (\d+), box = \[([^\]]*)\], swizzle = (\d+)(?:, shape = \[([^\]]*)\])?>/g),
    ].map(([, argument, box = "", swizzle, shape = ""]) => ({
      argument: Number(argument),
      box: numbersIn(box),
      swizzle: Number(swizzle),
      shape: numbersIn(shape),
    })),
  };
}

/** A kernel's mbarriers by the program's names: where each lies in its dynamic shared memory, 8 bytes a slot. */
export function readBarriers(scheduled: string, kernel: string): { name: string; offset: number }[] {
  const lines = scheduled.split("\n");
  const begin = lines.findIndex((line) => line.trimStart().startsWith(`tilegpu.kernel @${kernel}(`));
  if (begin < 0) return [];
  const end = lines.findIndex((line, index) => index > begin && /^\s*tilegpu\.(?:kernel|module) @/.test(line));
  return lines.slice(begin, end < 0 ? lines.length : end).flatMap((line) => {
    const found = /tilegpu\.alloc_barrier "([^"]+)" \{[^}]*\boffset = (\d+)/.exec(line);
    return found ? [{ name: found[1] ?? "", offset: Number(found[2]) }] : [];
  });
}

function headOf(text: string, operation: string, kernel: string): string | null {
  const begin = `${operation} @${kernel}(`;
  return text.split("\n").find((line) => line.trimStart().startsWith(begin)) ?? null;
}

function numbersIn(text: string): number[] {
  return (text.match(/-?\d+/g) ?? []).map(Number);
}

const parameterPattern = /%[\w$.-]+: (!\w+\.ref<[^>]*>|\w+)(?: \{([^}]*)\})?/g;

function readParameters(head: string, scratch: Set<number>): PlannedParameter[] {
  return [...head.slice(0, head.lastIndexOf(") attributes {")).matchAll(parameterPattern)].map(([, type = "", facts = ""], index) => {
    const access = /access<(\w+)>/.exec(facts)?.[1] ?? "read";
    const ref = /^!\w+\.ref<(.*?)(?:, .*)?>$/.exec(type)?.[1];
    const { shape, element } = readShape(ref ?? type);
    const name = /\bname = "([^"]*)"/.exec(facts)?.[1] ?? "";
    if (ref === undefined) return { name, access: "scalar", shape: null, element };
    const isOne = access === "read" || access === "write" || access === "readwrite";
    return { name, access: scratch.has(index) ? "scratch" : isOne ? access : "readwrite", shape, element };
  });
}

function scratchIn(head: string): Set<number> {
  const all = [...head.matchAll(parameterPattern)];
  return new Set(all.flatMap(([, , facts = ""], index) => (facts.includes("access<scratch>") ? [index] : [])));
}

/** `256x512xbf16`; `?` is -1. */
function readShape(text: string): { shape: number[]; element: string } {
  const parts = text.split("x");
  // Element types have an `x` of their own only in names that never stand in a launch.
  const element = parts.pop() ?? "";
  return { shape: parts.map((part) => (part === "?" ? -1 : Number(part))), element };
}

/** The program's launches of a kernel, in its order. */
export function readLaunches(recorded: string, kernel: string): ProgramLaunch[] {
  const lines = recorded.split("\n");
  const constants = new Map<string, string>();
  const launches: ProgramLaunch[] = [];
  for (const [number, line] of lines.entries()) {
    // A name means something else in each function.
    if (/^ {0,2}(?:func\.func|tile\.kernel)\b/.test(line)) constants.clear();
    const constant = /^\s*(%[\w$.-]+) = arith\.constant (?:dense<([^[\]]*?)>|(\S+))(?: : .*)?$/.exec(line);
    if (constant?.[1]) constants.set(constant[1], constant[2] ?? constant[3] ?? "");
    const launch = /\btile\.launch @([\w$.]+) grid \[([^\]]*)\]\((.*?)\)(?: \{.*\})? : \((.*?)\) -> (.*)$/.exec(line);
    if (!launch || launch[1] !== kernel) continue;
    const [, , grid = "", operands = "", types = "", results = ""] = launch;
    const names = operands.split(",").map((name) => name.trim());
    launches.push({
      kernel,
      line: number,
      grid: numbersIn(grid),
      operands: readTypes(types).map((type, index) => ({ ...type, value: readConstant(constants.get(names[index] ?? ""), type.element) })),
      results: readTypes(results).map((type) => ({ ...type, value: null })),
    });
  }
  return launches;
}

function readTypes(text: string): { shape: number[] | null; element: string }[] {
  return [...text.matchAll(/tensor<([^>]*)>|([a-zA-Z]\w*)/g)].map(([, tensor, scalar = ""]) =>
    tensor === undefined ? { shape: null, element: scalar } : readShape(tensor),
  );
}

/** As the emulator takes a number; MLIR writes floats that have no short decimal form by their bits. */
function readConstant(text: string | undefined, element: string): string | null {
  if (text === undefined || text === "") return null;
  if (text === "true" || text === "false") return text === "true" ? "1" : "0";
  if (/^0x[0-9A-F]+$/i.test(text) && /^b?f/.test(element)) return floatOf(BigInt(text), element);
  return Number.isFinite(Number(text)) ? (/^-?\d+$/.test(text) ? text : String(Number(text))) : null;
}

function floatOf(bits: bigint, element: string): string | null {
  const view = new DataView(new ArrayBuffer(8));
  if (element === "f64") view.setBigUint64(0, bits);
  else if (element === "f32" || element === "bf16") view.setUint32(0, Number(element === "bf16" ? bits << 16n : bits));
  else return null;
  const value = element === "f64" ? view.getFloat64(0) : view.getFloat32(0);
  return Number.isFinite(value) ? String(value) : null;
}

/** CUDA's grid for a launch; null where the kernel takes no such grid. */
export function cudaGrid({ axisOrder, blocks, parts, isLinearGrid }: KernelPlan, grid: readonly number[]): number[] | null {
  if (grid.some((extent) => extent <= 0) || (blocks === 0 && grid.length > axisOrder.length)) return null;
  if (blocks > 0) return [blocks * parts, 1, 1];
  const extents = [parts, 1, 1];
  axisOrder.forEach((axis, position) => {
    const extent = grid[axis] ?? 1;
    if (position === 0 || isLinearGrid) extents[0] = (extents[0] ?? 1) * extent;
    else extents[position] = extent;
  });
  return extents;
}

/** The grid's extents as parameters. */
function extentsOf({ axisOrder, blocks, cluster, isLinearGrid }: KernelPlan, grid: readonly number[]): number[] {
  if (!isLinearGrid) return [];
  return axisOrder.map((_, axis) => (blocks > 0 ? (axis === 0 ? blocks / cluster : 1) : (grid[axis] ?? 1)));
}

const mlirTypes: Record<string, string> = { f8E4M3FN: "e4m3", f8E5M2: "e5m2", i1: "u8" };

function elementType(element: string): string | null {
  const name = mlirTypes[element] ?? (element.startsWith("ui") ? element.slice(1).replace("i", "u") : element.replace(/^i/, "s"));
  return elementTypes.find((type) => type === name) ?? null;
}

/** The form of a launch; null where it does not fit the kernel's parameters. */
export function formOfLaunch(plan: KernelPlan, launch: ProgramLaunch, entry: EmulatorEntry): FilledForm | null {
  const grid = cudaGrid(plan, launch.grid);
  const filled = argumentRows(plan, launch);
  if (!grid || !filled) return null;
  const { rows, invented } = filled;
  const row = (part: Partial<ArgumentRow>): ArgumentRow => ({
    ...{ kind: "array", type: "u8", shape: "", contents: "zeros", detail: "", of: "0", fields: "" },
    ...part,
  });
  for (const extent of extentsOf(plan, launch.grid)) rows.push(row({ kind: "scalar", type: "s32", detail: String(extent) }));
  const count = grid.reduce((product, size) => product * size, 1);
  if (plan.workspaceBytes > 0) rows.push(row({ shape: String(plan.workspaceBytes * count) }));
  if (plan.hasReports) rows.push(row({ type: "u32", shape: String(reportWords) }));
  for (const map of plan.maps) {
    const fields = mapFields(map, rows[map.argument]?.shape ?? "");
    rows.push(row({ kind: "map", of: String(map.argument), fields }));
  }
  if (rows.length !== entry.parameters.length) return null;
  while (grid.length > 1 && grid.at(-1) === 1) grid.pop();
  return { form: { ...guessForm(entry), grid: grid.join(","), smem: String(plan.sharedBytes), rows }, invented };
}

function mapFields({ box, swizzle, shape }: KernelPlan["maps"][number], ofArray: string): string {
  const sizes = shape.join("x");
  const other = shape.length > 0 && sizes !== ofArray.replaceAll(",", "x");
  return `box:${box.join("x")}${swizzle > 0 ? `,swizzle:${swizzle}` : ""}${other ? `,dims:${sizes}` : ""}`;
}

/** Inputs and outputs are told apart by the kernel: the launch lists each side by itself. */
function argumentRows(plan: KernelPlan, launch: ProgramLaunch): { rows: ArgumentRow[]; invented: number[] } | null {
  const [operands, results] = [[...launch.operands], [...launch.results]];
  const rows: ArgumentRow[] = [];
  const invented: number[] = [];
  for (const [index, { access, shape: declared, element }] of plan.parameters.entries()) {
    const given = access === "read" || access === "readwrite" || access === "scalar" ? operands.shift() : undefined;
    const taken = access === "write" || access === "readwrite" ? results.shift() : undefined;
    const type = elementType(element);
    if (!type || (access !== "scratch" && !given && !taken)) return null;
    const base = { type, of: "0", fields: "" };
    if (access === "scalar") {
      if (given?.value === null) invented.push(index);
      rows.push({ ...base, kind: "scalar", shape: "", contents: "zeros", detail: given?.value ?? "1" });
      continue;
    }
    const shape = given?.shape ?? taken?.shape ?? declared ?? [];
    if (shape.some((extent) => extent < 0)) return null;
    const { contents, detail, isKnown } = contentsOf(access, given, type, index);
    if (!isKnown) invented.push(index);
    // An array of rank 0 is one element to the emulator.
    rows.push({ ...base, kind: "array", shape: shape.join(",") || "1", contents, detail });
  }
  return { rows, invented };
}

function contentsOf(access: string, given: LaunchOperand | undefined, type: string, index: number) {
  const as = (contents: ContentsKind, detail = "", isKnown = true) => ({ contents, detail, isKnown });
  if (access === "write") return as("empty");
  if (access === "scratch") return as("zeros");
  if (given?.value != null) return Number(given.value) === 0 ? as("zeros") : as("full", given.value);
  return /^[us]\d/.test(type) ? as("zeros", "", false) : as("random", String(index), false);
}
