// SPDX-License-Identifier: Apache-2.0
// The library as the reference shows it: what the compiler's own table says (`tessera doc --json`, the module's `reference`), without parts
// whose name begins with an underscore, and with names that are found in several modules told once: the others say where.

import type { ReferenceAnswer, ReferenceEntry } from "../src/base/protocol";
import { chooseExamples, type Example } from "./examples.ts";

export interface LibraryEntry {
  path: string;
  module: string;
  entry: ReferenceEntry;
  /** Where the same name is told, if it is not told here. */
  elsewhere: string | null;
  example: Example | null;
}

export interface LibraryModule {
  name: string;
  summary: string;
  /** A part of the library whose path has an underscore: programs reach it, nobody should begin there. */
  isInternal: boolean;
  entries: LibraryEntry[];
}

/** `forward` of a layer runs when the layer is called, and `extra_repr` when it is printed: the class's example shows them. */
const shownByClass = /\.(forward|extra_repr)$/;

/** `tl.core.abs` is told as "`tl.abs`.": a constant whose sentence is another name, or the sentence of a function of the same name. */
function findTold(reference: ReferenceAnswer, module: string, { name, kind, summary }: ReferenceEntry): string | null {
  if (kind !== "constant" || name.includes(".")) return null;
  const root = module.split(".")[0];
  for (const other of reference.modules) {
    if (other.name === module || other.name.split(".")[0] !== root || isPrivate(other.name)) continue;
    const isAbove = module.startsWith(`${other.name}.`);
    const same = other.entries.find((entry) => entry.name === name && (entry.kind !== "constant" || isAbove));
    if (same && (same.summary === summary || /^`[\w.]+`\.?$/.test(summary))) return `${other.name}.${name}`;
  }
  return null;
}

const isPrivate = (path: string) => path.split(".").some((part) => /^_(?!_)/.test(part));

export function readLibrary(reference: ReferenceAnswer): LibraryModule[] {
  const examples = chooseExamples(reference);
  const told = new Map<string, LibraryEntry>();
  const aliases = new Map<LibraryEntry, string[]>();
  const modules = [...reference.modules].sort((a, b) => Number(isPrivate(a.name)) - Number(isPrivate(b.name)));
  const read = new Map<string, LibraryModule>();
  for (const { name: module, summary, entries } of modules) {
    const list: LibraryEntry[] = [];
    for (const entry of entries) {
      if (isPrivate(entry.name)) continue;
      const path = `${module}.${entry.name}`;
      const key = [module.split(".")[0], entry.name, entry.kind, entry.signature, entry.summary, entry.supported].join("\0");
      const first = told.get(key);
      const elsewhere = first?.path ?? findTold(reference, module, entry);
      const one: LibraryEntry = { path, module, entry, elsewhere, example: examples.get(path) ?? null };
      list.push(one);
      if (first) aliases.get(first)?.push(path);
      else if (!elsewhere) {
        told.set(key, one);
        aliases.set(one, []);
      }
    }
    if (list.length > 0) read.set(module, { name: module, summary, isInternal: isPrivate(module), entries: list });
  }
  // The module that tells a name may itself point on.
  const all = new Map([...read.values()].flatMap(({ entries }) => entries).map((one) => [one.path, one]));
  for (const one of all.values()) {
    const seen = new Set([one.path]);
    for (let next = one.elsewhere; next !== null && !seen.has(next); next = all.get(next)?.elsewhere ?? null) {
      seen.add(next);
      one.elsewhere = next;
    }
  }
  for (const [entry, others] of aliases) {
    entry.example ??= others.map((path) => examples.get(path)).find(Boolean) ?? null;
    if (!entry.example && shownByClass.test(entry.path)) {
      const owner = entry.path.replace(shownByClass, "");
      entry.example = examples.get(owner) ?? null;
    }
  }
  return reference.modules.flatMap(({ name }) => read.get(name) ?? []);
}

/** Names that are told, supported, and have no example. */
export function withoutExample(library: LibraryModule[]): string[] {
  return library.flatMap(({ entries }) =>
    entries.filter(({ entry, elsewhere, example }) => entry.supported && !elsewhere && !example).map(({ path }) => path),
  );
}
