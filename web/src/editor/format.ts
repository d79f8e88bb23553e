// SPDX-License-Identifier: Apache-2.0
// Lays out Python as ruff does, by ruff's own module. That is 11 MB (3 MB packed), so nothing of it is loaded before somebody asks for it, and
// from then on it is kept for visits without a network.

import { diff } from "@codemirror/merge";
import { describeError, fail, ok, type Result } from "../base/result";

export interface FormatRules {
  lineLength: number;
  /** Columns of an indentation. */
  indent: number;
}

/** Written by the build (vite.config.ts): the module's size. */
declare const __RUFF_BYTES__: number;

type Ruff = typeof import("@astral-sh/ruff-wasm-web");
let loading: Promise<Ruff> | null = null;

/** The text laid out anew, or why not. `onLoad` hears bytes while the module arrives. */
export async function format(
  text: string,
  { lineLength, indent }: FormatRules,
  onLoad: (received: number, total: number) => void,
): Promise<Result<string>> {
  try {
    loading ??= load(onLoad);
    const ruff = await loading;
    const workspace = new ruff.Workspace(
      { "line-length": lineLength, "indent-width": indent, format: { "indent-style": "space", "quote-style": "preserve" } },
      ruff.PositionEncoding.Utf16,
    );
    try {
      return ok(workspace.format(text));
    } finally {
      workspace.free();
    }
  } catch (thrown) {
    // Where the module did not arrive, it is asked for anew.
    if (!isLoaded) loading = null;
    return fail(isLoaded ? describeError(thrown) : `the formatter did not load: ${describeError(thrown)}`);
  }
}

let isLoaded = false;

async function load(onLoad: (received: number, total: number) => void): Promise<Ruff> {
  const [ruff, { default: address }] = await Promise.all([
    import("@astral-sh/ruff-wasm-web"),
    import("@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm?url"),
  ]);
  const bytes = await fetchKept(address, onLoad);
  await ruff.default({ module_or_path: bytes });
  isLoaded = true;
  return ruff;
}

/** The service worker answers from any cache; it deletes none of this name. */
async function fetchKept(address: string, onLoad: (received: number, total: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${response.status} ${response.statusText}`);
  const parts: Uint8Array[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    received += part.value.length;
    onLoad(received, __RUFF_BYTES__);
  }
  const bytes = new Uint8Array(received);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  void keep(address, bytes);
  return bytes;
}

async function keep(address: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const name = `ruff-${address.split("/").at(-1)}`;
    for (const other of await caches.keys()) if (other.startsWith("ruff-") && other !== name) await caches.delete(other);
    const cache = await caches.open(name);
    await cache.put(address, new Response(bytes, { headers: { "Content-Type": "application/wasm" } }));
  } catch {
    // No caches on plain http, or no room: it is loaded again next time.
  }
}

/** Only what differs, so that the cursor, marks and undo stay with their places. */
export function changesBetween(before: string, after: string): { from: number; to: number; insert: string }[] {
  return diff(before, after).map(({ fromA, toA, fromB, toB }) => ({ from: fromA, to: toA, insert: after.slice(fromB, toB) }));
}

/** The columns of an indentation, as the text has it. */
export function indentOf(text: string): string {
  const first = /:[ \t]*(?:#.*)?\n([ \t]+)\S/.exec(text)?.[1];
  return first === undefined ? "    " : first.includes("\t") ? "\t" : " ".repeat(first.length > 8 ? 4 : first.length);
}
