// SPDX-License-Identifier: Apache-2.0
// What a user gives, checked and in the compiler's form. Every complaint names the argument, what it is and what was expected.

import type { CompileParams } from "../../../src/base/protocol";
import type { Sources } from "./diagnostics.js";
import { UsageError } from "./errors.js";

/** What stands for a literal of Python: `null` is None, a list a list, an object a dict. */
export type Literal = number | bigint | string | boolean | null | readonly Literal[] | { readonly [name: string]: Literal };

/** A program of several files, by their paths with `/`; it imports those beside the one that runs. */
export type SourceFiles =
  | { files: Readonly<Record<string, string>>; main: string }
  /** Runs a file by its dotted name, as `python -m` does. */
  | { files: Readonly<Record<string, string>>; module: string };

/** A program: its text, or its files. */
export type Source = string | SourceFiles;

export interface CompileOptions {
  /** What the text is called in messages and in PTX; `program.py` if nothing is said. */
  file?: string;
  /** A GPU architecture: `sm_90a` or `sm_80`. */
  target?: string;
  /** Literals in place of those that the program assigns at module level: `{M: 512}`. */
  set?: Readonly<Record<string, Literal>>;
  /** Choices of the schedule: `{stages: 3}`, or a text as `tessera tune` prints it. */
  tune?: string | Readonly<Record<string, string | number>>;
  /** Folders of `files` whose modules may be imported, beside the folder of the file that runs. */
  path?: readonly string[];
}

export interface Input {
  request: Omit<CompileParams, "target"> & { target?: string; settings?: Record<string, string> };
  sources: Sources;
}

export function nameType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  const name = typeof value === "object" ? (value.constructor?.name ?? "object") : typeof value;
  return `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}

export function expectString(what: string, value: unknown): string {
  if (typeof value !== "string") throw new UsageError(`\`${what}\` is ${nameType(value)}, expected a string`);
  return value;
}

/** Whole and at least `least`. */
export function expectCount(what: string, value: unknown, least: number): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least)
    throw new UsageError(`\`${what}\` is ${typeof value === "number" ? value : nameType(value)}, expected a whole number from ${least} on`);
  return value;
}

export function expectOneOf<T extends string>(what: string, value: unknown, words: readonly T[]): T {
  if (!words.includes(value as T)) {
    const told = typeof value === "string" ? `"${value}"` : nameType(value);
    throw new UsageError(`\`${what}\` is ${told}, expected one of ${words.map((word) => `"${word}"`).join(", ")}`);
  }
  return value as T;
}

/** An option that is misspelt would do nothing and say nothing. */
export function expectOptions(what: string, options: object | undefined, known: readonly string[]): void {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new UsageError(`the options of \`${what}\` are ${nameType(options)}, expected an object`);
  const odd = Object.keys(options).find((name) => !known.includes(name));
  if (odd !== undefined)
    throw new UsageError(`\`${what}\` has no option \`${odd}\`; it has ${known.map((name) => `\`${name}\``).join(", ")}`);
}

export const compileOptionNames = ["file", "target", "set", "tune", "path", "maxMilliseconds", "signal"] as const;

export function readInput(source: Source, options: CompileOptions): Input {
  const { target, set, tune, path = [] } = options;
  const program = readSource(source, options.file);
  if (target !== undefined) program.request.target = expectString("target", target);
  if (set !== undefined) program.request.settings = readSettings(set);
  if (tune !== undefined) program.request.tune = readTuning(tune);
  if (!Array.isArray(path)) throw new UsageError(`\`path\` is ${nameType(path)}, expected a list of folders`);
  const folders = [
    ...(program.request.folders ?? []),
    ...(path as string[]).map((folder, index) => expectString(`path[${index}]`, folder)),
  ];
  if (folders.length > 0) program.request.folders = folders;
  return program;
}

function readSource(source: Source, file: string | undefined): Input {
  if (typeof source === "string") {
    const name = expectString("file", file ?? "program.py");
    return { request: { file: name, source }, sources: { [name]: source } };
  }
  const { files, main, module } = (source ?? {}) as { files?: unknown; main?: unknown; module?: unknown };
  if (typeof files !== "object" || files === null)
    throw new UsageError(`the program is ${nameType(source)}, expected its text, or {files, main} or {files, module}`);
  if (file !== undefined) throw new UsageError("`file` is of a program of one text; `main` says which of `files` runs");
  const sources = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, expectString(`files["${path}"]`, text)]));
  const all = Object.entries(sources).map(([path, text]) => ({ path, text }));
  if (module !== undefined) {
    if (main !== undefined) throw new UsageError("both `main` and `module` say what runs; give one of them");
    return { request: { file: "", source: "", files: all, module: expectString("module", module) }, sources };
  }
  const name = expectString("main", main);
  const text = sources[name];
  if (text === undefined) throw new UsageError(`\`main\` is "${name}", which is none of \`files\`: ${Object.keys(sources).join(", ")}`);
  const others = all.filter(({ path }) => path !== name);
  // As under `python PATH` at the top of the files: what lies there can be imported, too.
  return { request: { file: name, source: text, files: others, ...(name.includes("/") ? { folders: [""] } : {}) }, sources };
}

function readSettings(set: unknown): Record<string, string> {
  if (typeof set !== "object" || set === null || Array.isArray(set))
    throw new UsageError(`\`set\` is ${nameType(set)}, expected an object of names and literals, as in {M: 512}`);
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, formatLiteral(`set.${name}`, value)]));
}

/** As Python writes it. A whole number is an int, as nothing tells 2.0 from 2 here; `"2.0"` would be a string. */
export function formatLiteral(what: string, value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new UsageError(`\`${what}\` is ${value}, which no literal of Python is`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map((part, index) => formatLiteral(`${what}[${index}]`, part)).join(", ")}]`;
  if (typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    const parts = Object.entries(value as object).map(([key, part]) => `${JSON.stringify(key)}: ${formatLiteral(`${what}.${key}`, part)}`);
    return `{${parts.join(", ")}}`;
  }
  throw new UsageError(`\`${what}\` is ${nameType(value)}, expected a number, a string, a boolean, null, or lists and objects of them`);
}

function readTuning(tune: unknown): string {
  if (typeof tune === "string") return tune;
  if (typeof tune !== "object" || tune === null || Array.isArray(tune))
    throw new UsageError(`\`tune\` is ${nameType(tune)}, expected a text or an object of choices, as in {stages: 3}`);
  return Object.entries(tune)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(";");
}
