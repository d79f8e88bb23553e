// SPDX-License-Identifier: Apache-2.0
// Completion and hover text from the compiler's own table of names, so that the editor offers what compiles and nothing else. The
// file's imports say what a prefix stands for: after `import jax.numpy as jnp`, `jnp.` is `jax.numpy`.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { hoverTooltip, type Tooltip } from "@codemirror/view";
import type { Extension } from "@codemirror/state";
import type { ReferenceAnswer } from "../base/protocol";
import { findEntry, findMembers, pageOf, placesOf, titleOf, type FoundEntry } from "../base/reference";

type Library = () => ReferenceAnswer | null;

/** What names at the left of a dot stand for, for example `pl` for `jax.experimental.pallas`. */
export function readImports(text: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const match of text.matchAll(/^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?/gm)) {
    const [, module = "", alias] = match;
    if (alias) names.set(alias, module);
    else names.set(module.split(".")[0] ?? module, module.split(".")[0] ?? module);
  }
  for (const match of text.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([\w \t,]+)/gm))
    for (const item of (match[2] ?? "").split(",")) {
      const [name, alias] = item.trim().split(/[ \t]+as[ \t]+/);
      if (name) names.set(alias ?? name, `${match[1]}.${name}`);
    }
  return names;
}

export function resolvePath(path: string, text: string): string {
  const [head = "", ...rest] = path.split(".");
  return [readImports(text).get(head) ?? head, ...rest].join(".");
}

export function completeLibrary(library: Library): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const before = context.matchBefore(/[A-Za-z_][\w.]*\.\w*/);
    const table = library();
    if (!before || !table) return null;
    const dot = before.text.lastIndexOf(".");
    const path = resolvePath(before.text.slice(0, dot), context.state.doc.toString());
    const options = optionsIn(table, path);
    return options.length === 0 ? null : { from: before.from + dot + 1, options, validFor: /^\w*$/ };
  };
}

function optionsIn(table: ReferenceAnswer, path: string): Completion[] {
  const options = new Map<string, Completion>();
  for (const module of table.modules) {
    if (module.name.startsWith(path + ".")) {
      const name = module.name.slice(path.length + 1).split(".")[0] ?? "";
      options.set(name, { label: name, type: "namespace", info: module.summary });
    }
    if (module.name !== path) continue;
    for (const entry of module.entries)
      if (entry.supported)
        options.set(entry.name, {
          label: entry.name,
          type: entry.kind === "function" ? "function" : "constant",
          detail: shorten(entry.signature),
          info: entry.summary,
        });
  }
  return [...options.values()];
}

function shorten(signature: string): string {
  return signature.length > 48 ? signature.slice(0, 47) + "…" : signature;
}

export function hoverLibrary(library: Library): Extension {
  return hoverTooltip((view, position): Tooltip | null => {
    const table = library();
    const line = view.state.doc.lineAt(position);
    const at = position - line.from;
    for (const match of line.text.matchAll(/[A-Za-z_][\w.]*/g)) {
      if (!table || at < match.index || at > match.index + match[0].length) continue;
      // Up to the end of the word under the pointer: in `jnp.linalg.norm`, the pointer says how much is meant.
      const wordEnd = match[0].indexOf(".", at - match.index);
      const path = wordEnd < 0 ? match[0] : match[0].slice(0, wordEnd);
      const found = explain(table, path, view.state.doc.toString());
      if (found.length === 0) return null;
      return {
        pos: line.from + match.index,
        end: line.from + match.index + path.length,
        above: true,
        create: () => ({ dom: cards(found) }),
      };
    }
    return null;
  });
}

/** What the name at `path` is: one entry, or for `x.astype` those methods that it may be, three at most. */
export function explain(table: ReferenceAnswer, path: string, text: string): FoundEntry[] {
  const full = resolvePath(path, text);
  const entry = findEntry(table, full);
  if (entry) return [{ module: full.slice(0, full.length - entry.name.length - 1), entry }];
  const builtin = path.includes(".") ? null : findEntry(table, `builtins.${path}`);
  if (builtin) return [{ module: "builtins", entry: builtin }];
  const dot = path.lastIndexOf(".");
  const head = path.slice(0, path.indexOf("."));
  return dot < 0 || readImports(text).has(head) ? [] : findMembers(table, path.slice(dot + 1)).slice(0, 3);
}

function cards(found: FoundEntry[]): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "entry-card";
  for (const one of found) {
    const code = dom.appendChild(document.createElement("code"));
    code.textContent = titleOf(one);
    const text = dom.appendChild(document.createElement("p"));
    text.textContent = one.entry.summary;
    const places = placesOf(one.entry);
    const address = pageOf(one);
    if (!places && !address) continue;
    const where = dom.appendChild(document.createElement("p"));
    where.className = "quiet";
    where.textContent = places;
    if (!address) continue;
    // In a tab of its own: whoever rests on a name is in the middle of a text.
    const link = document.createElement("a");
    link.href = `./${address}`;
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = "example";
    where.append(places ? ", " : "", link);
  }
  return dom;
}
