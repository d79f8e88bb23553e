// SPDX-License-Identifier: Apache-2.0
// Looking up names in the compiler's own table: by path, by the last part of a method's name, and by what people type into a search box.

import type { ReferenceAnswer, ReferenceEntry } from "./protocol";

/** An entry under the module that has it. */
export interface FoundEntry {
  module: string;
  entry: ReferenceEntry;
}

/** The entry of a full path such as `jax.numpy.sum` or `jax.Array.astype`. */
export function findEntry(table: ReferenceAnswer, path: string): ReferenceEntry | null {
  for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) {
    const module = table.modules.find((candidate) => candidate.name === path.slice(0, dot));
    const entry = module?.entries.find((candidate) => candidate.name === path.slice(dot + 1));
    if (entry) return entry;
  }
  return null;
}

/** Methods and properties of this name in any class: what `x.astype` may mean where nobody knows what `x` is. */
export function findMembers(table: ReferenceAnswer, name: string): FoundEntry[] {
  return table.modules.flatMap((module) =>
    module.entries.filter((entry) => entry.name.endsWith(`.${name}`)).map((entry) => ({ module: module.name, entry })),
  );
}

/** `jax.numpy.sum(a, axis=None)`, as a title. */
export function titleOf({ module, entry }: FoundEntry): string {
  const isCalled = ["function", "decorator", "method", "type"].includes(entry.kind);
  return `${module}.${entry.name}${isCalled ? entry.signature : ""}`;
}

/** The name's place in the site's reference, relative to the site's root (web/pages); null for parts that it leaves out. */
export function pageOf({ module, entry }: FoundEntry): string | null {
  return entry.name.split(".").some((part) => /^_(?!_)/.test(part)) ? null : `reference/${module}.html#${entry.name}`;
}

/** Where a name works, in words. */
export function placesOf(entry: ReferenceEntry): string {
  if (!entry.supported) return "not supported yet";
  return (entry.devices ?? []).join(", ");
}

/**
 * The modules with the entries that have every word of `text` in their path or summary; all when there is no word. Within a module, names
 * that begin with the first word come first.
 */
export function searchReference(table: ReferenceAnswer, text: string): ReferenceAnswer["modules"] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return table.modules.filter((module) => module.entries.length > 0);
  const has = (module: string, entry: ReferenceEntry) => {
    const haystack = `${module}.${entry.name} ${entry.summary}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  };
  const begins = (entry: ReferenceEntry) => (entry.name.toLowerCase().startsWith(first) ? 0 : 1);
  return table.modules
    .map((module) => ({
      ...module,
      entries: module.entries.filter((entry) => has(module.name, entry)).sort((a, b) => begins(a) - begins(b)),
    }))
    .filter((module) => module.entries.length > 0);
}
