// SPDX-License-Identifier: Apache-2.0
// PTX of any compiler, run thread by thread, with typed arrays as its memory. An array becomes an allocation in global memory, and a
// pointer to it the kernel's argument; afterwards all of it is read back into a new array. Names and meanings are the Python package's.

import type { Diagnostic } from "../../../src/base/protocol";
import { asTypedData, dtypes, isTypedArray, likeArray, toNpy, TypedData, TypedScalar, type AnyTypedArray } from "./arrays.js";
import { CompileError, RunError, UsageError } from "./errors.js";
import { expectCount, expectOneOf, expectString, nameType } from "./input.js";
import type { NamedBytes } from "./messages.js";
import type { Ask, Limit } from "./module-worker.js";
import type { Prediction } from "./results.js";

/** A number, or up to three. */
export type Extent = number | readonly number[];

/**
 * One argument of a kernel: an array; a number, which takes the type that the kernel declares; `scalar("f32", 2)`, whose type is its own;
 * or a string as `tessera emulate --arg` takes it (`"f32[64]=zeros"`, `"map(0)=box:64x64,swizzle:128"`).
 */
export type Argument = AnyTypedArray | TypedData | TypedScalar | number | bigint | boolean | string;

export interface EmulateOptions extends Limit {
  /** The kernel; the only one if nothing is said. */
  entry?: string;
  /** CTAs; 1 if nothing is said. */
  grid?: Extent;
  /** Threads; what the kernel requires, or 1, if nothing is said. */
  block?: Extent;
  /** CTAs of a cluster. */
  cluster?: Extent;
  /** Dynamic shared memory. */
  sharedBytes?: number;
  /** `"race"` reports accesses that nothing orders. */
  check?: "race" | "none";
  /** Runs it under so many orders of its warps, from `seed` (0) on. */
  schedules?: number;
  seed?: number;
  /** Lets it read what nothing has written. */
  allowUninitialized?: boolean;
  /** Thread instructions after which it is ended. */
  limit?: number;
  /** Predicts by a model what the launch takes on a card (`card`, or the model's own choice). No measurement. */
  time?: boolean;
  card?: string;
}

/** What a launch left. */
export interface Emulation {
  /** The kernel that ran. */
  entry: string;
  /**
   * One an argument: for an array, what is in its memory after the run (of the first schedule), of the same kind as the one that was given;
   * null for anything else.
   */
  arrays: (AnyTypedArray | TypedData | null)[];
  /** What the kernel printed. */
  output: string;
  /** What threads executed in all schedules. */
  threadInstructions: number;
  /** Of the first schedule: sectors of global memory, turns of shared memory and more. No count is a time. */
  counts: Record<string, number>;
  /** Numbers of the arguments whose arrays another schedule left with other contents. */
  differing: number[];
  diagnostics: Diagnostic[];
  prediction: Prediction | null;
}

interface Entry {
  name: string;
  parameters: { name?: string; type: string; size: number }[];
  requiredThreads?: number[];
}

interface Ran {
  ok: boolean;
  threadInstructions: number;
  counts?: Record<string, number>;
  digests: Record<string, string>;
  output: string;
  diagnostics: Diagnostic[];
  time?: Prediction;
  whyNoTime?: string;
}

const file = "kernel.ptx";

export async function emulate(ask: Ask, ptx: string, args: readonly Argument[], options: EmulateOptions): Promise<Emulation> {
  if (!Array.isArray(args)) throw new UsageError(`\`args\` are ${nameType(args)}, expected a list, one entry an argument of the kernel`);
  const { seed = 0, schedules = 1, check, card, time } = options;
  if (check !== undefined) expectOneOf("check", check, ["race", "none"]);
  if (card !== undefined) expectString("card", card);
  expectCount("seed", seed, 0);
  expectCount("schedules", schedules, 1);
  const value = async <T>(method: string, fields: object, files?: NamedBytes[]) =>
    (await ask({ request: { ...fields, method }, ...(files ? { files } : {}) })).value as T;
  const loaded = await value<{ ok: boolean; diagnostics: Diagnostic[]; entries: Entry[] }>("load", { file, text: ptx });
  if (!loaded.ok) throw new CompileError(loaded.diagnostics, { [file]: ptx });
  const entry = findEntry(loaded.entries, options.entry);
  const files: NamedBytes[] = [];
  const given = args.map((argument, index) => readArgument(argument, index, entry, files));
  await prepare(value, entry, options, given, files);
  const fields = {
    checkRaces: check === "race",
    allowUninitialized: options.allowUninitialized ?? false,
    counts: true,
    namesSeed: schedules > 1,
    ...(options.limit === undefined ? {} : { limit: expectCount("limit", options.limit, 1) }),
  };
  const runs: Ran[] = [];
  const arrays: Emulation["arrays"] = [];
  for (let done = 0; done < schedules; ++done) {
    const isTimed = done === 0 && (time || card !== undefined);
    const predicted = isTimed ? { time: card === undefined ? {} : { card } } : {};
    runs.push(await value<Ran>("run", { ...fields, seed: seed + done, ...predicted }));
    if (done === 0 && runs[0]?.ok) for (const [index, one] of given.entries()) arrays.push(await readBack(ask, index, one));
  }
  const diagnostics = once(runs.flatMap((run) => run.diagnostics));
  if (!runs.every(({ ok }) => ok)) throw new RunError(diagnostics, { [file]: ptx });
  const first = runs[0] as Ran;
  if (first.whyNoTime !== undefined && (time || card !== undefined)) throw new UsageError(`no time can be predicted: ${first.whyNoTime}`);
  const differs = (index: number) => runs.some(({ digests }) => digests[index] !== first.digests[index]);
  return {
    entry: entry.name,
    arrays,
    output: runs.map(({ output }) => output).join(""),
    threadInstructions: runs.reduce((sum, run) => sum + run.threadInstructions, 0),
    counts: first.counts ?? {},
    differing: given.flatMap((one, index) => (one.array && differs(index) ? [index] : [])),
    diagnostics,
    prediction: first.time ?? null,
  };
}

function findEntry(entries: readonly Entry[], asked: string | undefined): Entry {
  const found = asked === undefined && entries.length === 1 ? entries[0] : entries.find(({ name }) => name === asked);
  if (found) return found;
  const listed = entries.map(({ name }) => `\`${name}\``).join(", ") || "none";
  throw new UsageError(
    `${asked === undefined ? "`entry` is not given" : `there is no kernel \`${String(asked)}\``}; the kernels of this PTX are ${listed}`,
  );
}

async function prepare(
  value: <T>(method: string, fields: object, files?: NamedBytes[]) => Promise<T>,
  entry: Entry,
  options: EmulateOptions,
  given: readonly Given[],
  files: NamedBytes[],
): Promise<void> {
  const { grid = 1, block = entry.requiredThreads ?? 1, cluster, sharedBytes = 0 } = options;
  const prepared = await value<{ ok: boolean; diagnostics: Diagnostic[]; problem?: { message: string; argument: number | null } }>(
    "prepare",
    {
      entry: entry.name,
      grid: readExtent("grid", grid),
      block: readExtent("block", block),
      ...(cluster === undefined ? {} : { cluster: readExtent("cluster", cluster) }),
      smem: expectCount("sharedBytes", sharedBytes, 0),
      arguments: given.map(({ text }) => text),
    },
    files,
  );
  if (prepared.ok) return;
  const { problem, diagnostics } = prepared;
  if (problem) throw new UsageError(`${problem.argument === null ? "" : `\`args[${problem.argument}]\`: `}${problem.message}`);
  throw new UsageError(diagnostics.map(({ message }) => message).join("\n"));
}

function readExtent(what: string, extent: unknown): number[] {
  const numbers: unknown[] = Array.isArray(extent) ? extent : [extent];
  if (numbers.length < 1 || numbers.length > 3 || !numbers.every((size) => Number.isSafeInteger(size) && (size as number) > 0))
    throw new UsageError(
      `\`${what}\` is ${JSON.stringify(extent) ?? nameType(extent)}, expected a positive whole number, or one to three of them`,
    );
  return [...(numbers as number[]), 1, 1].slice(0, 3);
}

interface Given {
  /** As `--arg` takes it. */
  text: string;
  array?: TypedData;
  /** A bare typed array came, and one goes back. */
  isBare?: boolean;
}

function readArgument(argument: unknown, index: number, entry: Entry, files: NamedBytes[]): Given {
  if (typeof argument === "string") return { text: argument };
  if (argument instanceof TypedScalar) return { text: `${argument.dtype}=${formatNumber(argument.value, dtypes[argument.dtype].like)}` };
  const isBare = isTypedArray(argument);
  if (isBare || argument instanceof TypedData) {
    const array = isBare ? asTypedData(argument) : argument;
    const name = `argument-${index}.npy`;
    files.push({ name, bytes: toNpy(array) });
    return { text: `${array.dtype}[${array.shape.join(",") || "1"}]=@${name}`, array, isBare };
  }
  if (typeof argument === "number" || typeof argument === "bigint" || typeof argument === "boolean") {
    const { parameters } = entry;
    const parameter = parameters[index];
    if (!parameter) throw new UsageError(`\`args\` has more than ${index} entries, and \`${entry.name}\` takes ${parameters.length}`);
    return { text: declareNumber(argument, index, parameter) };
  }
  throw new UsageError(
    `\`args[${index}]\` is ${nameType(argument)}, expected a typed array, \`array(..)\`, a number, \`scalar(..)\`, or a string as ` +
      "`tessera emulate --arg` takes it",
  );
}

/** A number with the type that the kernel declares. PTX may declare an `f32` as `b32`: a fraction says that it is one. */
function declareNumber(value: number | bigint | boolean, index: number, { type, size }: Entry["parameters"][0]): string {
  const here = `parameter ${index} of the kernel`;
  if (/^b?f\d/.test(type)) return `${type}=${formatNumber(value, "Float64Array")}`;
  const isWhole = typeof value !== "number" || Number.isInteger(value);
  if (!isWhole) {
    const float = { 2: "f16", 4: "f32", 8: "f64" }[size];
    if (!type.startsWith("b") || !float) throw new UsageError(`\`args[${index}]\` is ${value}, and ${here} is \`${type}\``);
    return `${float}=${formatNumber(value, "Float64Array")}`;
  }
  if (![1, 2, 4, 8].includes(size)) throw new UsageError(`\`args[${index}]\` is a number, and ${here} has ${size} bytes`);
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw new UsageError(`\`args[${index}]\` is ${value}, which a number is not exact for; write it as a bigint`);
  const whole = BigInt(value);
  const bits = BigInt(8 * size);
  if (whole < -(1n << (bits - 1n)) || whole >= 1n << bits)
    throw new UsageError(`\`args[${index}]\` is ${whole}, and ${here} has ${bits} bits`);
  return `${whole < 0n ? "s" : "u"}${bits}=${whole}`;
}

/** As Python writes it, which is how the command line reads it. */
function formatNumber(value: number | bigint | boolean, like: string): string {
  if (typeof value !== "number") return String(typeof value === "boolean" ? Number(value) : value);
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return like.startsWith("Float") && Number.isInteger(value) ? `${value}.0`.replace(/^(.*e.*)\.0$/, "$1") : String(value);
}

async function readBack(ask: Ask, index: number, { array, isBare }: Given): Promise<AnyTypedArray | TypedData | null> {
  if (!array) return null;
  const { bytes = new Uint8Array() } = await ask({ request: { method: "array", argument: index } });
  const data = likeArray(array.data, bytes);
  return isBare ? data : new TypedData(array.dtype, data, array.shape);
}

/** Several schedules may find the same. */
function once(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
}
