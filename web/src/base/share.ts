// SPDX-License-Identifier: Apache-2.0
// Share links: `#v1=` and base64url(deflate(JSON)). The state lives in the fragment, which a browser never sends to a server.
// A link made once works for ever: fields may be added to `SharedState`, none renamed or dropped, and another shape would be
// `#v2=` beside this one. tests/web/fixtures/links.json holds links of every age.

import { deflateSync, Inflate } from "fflate";
import type { Project, SourceFile } from "./files.ts";
import { bytesOf } from "./files.ts";
import { formatBytes } from "./format.ts";
import { fail, ok, type Result } from "./result.ts";

export interface SharedState {
  /** The file that runs: all that a link of one file has. */
  source: string;
  file: string;
  target?: string;
  /** Choices of the schedule made by hand. */
  tune?: string;
  /** The files around it, in order, and the place of `file` among them. */
  files?: SourceFile[];
  at?: number;
  /** `file` runs by its dotted name. */
  asModule?: boolean;
  /** The file in the editor, where that is another one. */
  shown?: string;
  /** Programs that were pinned to be compared with this one. */
  variants?: SharedVariant[];
  /** What the panes show; every field may be missing or stale, and is then ignored. */
  view?: {
    pane?: string;
    stage?: string;
    pass?: string;
    diff?: string;
    kernel?: number;
    launch?: number;
    program?: number;
    /** The layouts': which kernel, and which of its values. */
    layoutKernel?: number;
    layoutValue?: number;
    /** The timeline's: which trace and block, the event that is chosen, and the stretch of time that is seen. */
    trace?: string;
    block?: string;
    /** What of the variants is compared. */
    compared?: string;
    event?: number;
    begin?: number;
    end?: number;
  };
}

/** A pinned program: its fields are a link's own. */
export interface SharedVariant extends Omit<SharedState, "variants" | "view"> {
  name: string;
}

/** As many are kept beside a program. */
export const mostVariants = 20;

/** A kernel's text is kilobytes. What inflates to more than this is no kernel but a bomb or an accident. */
const greatestText = 1 << 20;

/** Why there can be no link of this, or null. */
export function whyUnshareable(state: SharedState): string | null {
  const bytes = bytesOf(JSON.stringify(state));
  if (bytes <= greatestText) return null;
  return `The files have ${formatBytes(bytes)}, and a link holds at most ${formatBytes(greatestText)}.`;
}

export function encodeShare(state: SharedState): string {
  const json = new TextEncoder().encode(JSON.stringify(state));
  return "v1=" + toBase64Url(deflateSync(json, { level: 9 }));
}

/** The fields of a link that say what the program is. */
export function shareProject({ files, main, asModule, shown }: Project): SharedState {
  const at = Math.max(
    0,
    files.findIndex((file) => file.path === main),
  );
  const others = files.filter((_, index) => index !== at);
  return {
    source: files[at]?.text ?? "",
    file: main,
    ...(others.length > 0 ? { files: others } : {}),
    ...(others.length > 0 && at > 0 ? { at } : {}),
    ...(asModule ? { asModule } : {}),
    ...(shown !== main ? { shown } : {}),
  };
}

export function projectOfShared({ source, file, files = [], at = 0, asModule = false, shown = file }: SharedState): Project {
  const all = [...files.slice(0, at), { path: file, text: source }, ...files.slice(at)];
  return { files: all, main: file, asModule, shown: all.some(({ path }) => path === shown) ? shown : file };
}

/** `fragment` without the `#`. Null when it is no share link at all; a failure when it is a broken one. */
export function decodeShare(fragment: string): Result<SharedState> | null {
  const version = /^v(\d+)=/.exec(fragment);
  if (!version) return null;
  if (version[1] !== "1") return fail(`the link is of version ${version[1]}, this page reads version 1: it was made by a newer playground`);
  const bytes = fromBase64Url(fragment.slice(version[0].length));
  if (!bytes) return fail("the link has characters that no link has: it was changed on its way");
  const text = inflate(bytes);
  if (!text.ok) return text;
  return readState(text.value);
}

function readState(text: string): Result<SharedState> {
  try {
    const state = readShared(JSON.parse(text));
    return state ? ok(state) : fail("the link holds no program");
  } catch {
    return fail("the link is cut short or was changed on its way");
  }
}

/** Takes the fields that it knows; null where there is no program. What is kept between visits has the same fields. */
export function readShared(value: unknown): SharedState | null {
  if (typeof value !== "object" || value === null || !("source" in value) || typeof value.source !== "string") return null;
  const fields = value as Record<string, unknown>;
  const state: SharedState = {
    source: value.source,
    file: typeof fields["file"] === "string" && fields["file"] ? fields["file"] : "kernel.py",
  };
  if (typeof fields["target"] === "string") state.target = fields["target"];
  const tune = fields["tune"];
  if (typeof tune === "string" && tune !== "") state.tune = tune;
  const files = readFiles(fields["files"], state.file);
  if (files.length > 0) state.files = files;
  const at = fields["at"];
  if (typeof at === "number" && Number.isInteger(at) && at > 0 && at <= files.length) state.at = at;
  if (fields["asModule"] === true) state.asModule = true;
  const shown = fields["shown"];
  if (typeof shown === "string" && files.some(({ path }) => path === shown)) state.shown = shown;
  const variants = readVariants(fields["variants"]);
  if (variants.length > 0) state.variants = variants;
  if (typeof fields["view"] === "object" && fields["view"] !== null) state.view = readView(fields["view"]);
  return state;
}

/** Those that can be read, in order. */
function readVariants(value: unknown): SharedVariant[] {
  return (Array.isArray(value) ? (value as unknown[]) : []).slice(0, mostVariants).flatMap((item) => {
    const inner = typeof item === "object" && item !== null ? { ...item, variants: undefined, view: undefined } : null;
    const state = readShared(inner);
    const name = (item as { name?: unknown } | null)?.name;
    return state ? [{ ...state, name: typeof name === "string" && name !== "" ? name : "variant" }] : [];
  });
}

/** No two of one path, and none of `main`'s. */
function readFiles(value: unknown, main: string): SourceFile[] {
  const taken = new Set([main]);
  return (Array.isArray(value) ? (value as unknown[]) : []).flatMap((item) => {
    if (typeof item !== "object" || item === null) return [];
    const { path, text } = item as Record<string, unknown>;
    if (typeof path !== "string" || path === "" || typeof text !== "string" || taken.has(path)) return [];
    taken.add(path);
    return [{ path, text }];
  });
}

function readView(value: object): NonNullable<SharedState["view"]> {
  const fields = value as Record<string, unknown>;
  const view: NonNullable<SharedState["view"]> = {};
  for (const name of ["pane", "stage", "pass", "diff", "trace", "block", "compared"] as const) {
    const text = fields[name];
    if (typeof text === "string") view[name] = text;
  }
  for (const name of ["kernel", "launch", "program", "layoutKernel", "layoutValue", "event", "begin", "end"] as const) {
    const number = fields[name];
    if (typeof number === "number" && Number.isInteger(number) && number >= 0) view[name] = number;
  }
  return view;
}

function inflate(bytes: Uint8Array): Result<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let finished = false;
  try {
    const stream = new Inflate((chunk, final) => {
      size += chunk.length;
      if (size > greatestText) throw new RangeError("too much text");
      chunks.push(chunk);
      finished ||= final;
    });
    stream.push(bytes, true);
  } catch (thrown) {
    if (thrown instanceof RangeError) return fail(`the link holds more than ${greatestText} bytes: no kernel is that long`);
    return fail("the link is cut short or was changed on its way");
  }
  if (!finished) return fail("the link is cut short or was changed on its way");
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return ok(new TextDecoder().decode(all));
}

export function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  try {
    const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(raw, (unit) => unit.charCodeAt(0));
  } catch {
    return null;
  }
}
