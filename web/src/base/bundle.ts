// SPDX-License-Identifier: Apache-2.0
// A program with all that came of it, as one zip: its files as they are, what compiling and running made, and a README that says by which
// versions. `tessera.json` has the fields of a share link, so a bundle opens as a link does; the rest is for people and other tools.

import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from "fflate";
import { limits, type SourceFile } from "./files";
import { formatBytes } from "./format";
import type { RunAnswer } from "./protocol";
import { fail, ok, type Result } from "./result";
import { projectOfShared, readShared, type SharedState } from "./share";
import { writeTimelineFile } from "./timeline-write";

export interface BundleParts {
  state: SharedState;
  /** Of the compiler and the page, as it says. */
  version: string;
  protocol: number;
  /** RFC 3339. */
  made: string;
  artifact?: { sha256: string; content: Uint8Array };
  /** By the kernel's name, and who made it. */
  ptx: { name: string; text: string; from: string }[];
  results: { from: string; result: RunAnswer }[];
}

export interface OpenedBundle {
  state: SharedState;
  timelines: { name: string; text: string }[];
  ptx: SourceFile[];
  made: string;
  version: string;
}

/** A zip's promise of its contents; more is refused unread. */
const greatest = 64 << 20;
const format = 1;

export function writeBundle(parts: BundleParts): Uint8Array<ArrayBuffer> {
  const { state, version, protocol, made, artifact } = parts;
  const files: Zippable = {};
  const put = (path: string, text: string) => (files[path] = strToU8(text));
  for (const { path, text } of projectOfShared(state).files) put(`src/${path}`, text);
  // The texts stand in src, where they can be read and changed.
  const { source: _, files: __, ...told } = state;
  const names = projectOfShared(state).files.map(({ path }) => path);
  put("tessera.json", `${JSON.stringify({ format, version, protocol, made, files: names, state: told }, null, 2)}\n`);
  if (artifact) files["program.tessera"] = artifact.content;
  for (const { name, text } of parts.ptx) put(`ptx/${safe(name)}.ptx`, text);
  for (const { from, result } of parts.results) {
    const timed = result.launches.flatMap(({ kernel, grid, timeline }) => (timeline ? [{ kernel, grid, timeline }] : []));
    const plain = { ...result, launches: result.launches.map(({ timeline: _left, ...launch }) => launch) };
    put(`results/${from}.json`, `${JSON.stringify(plain, null, 2)}\n`);
    if (result.output) put(`results/${from}-output.txt`, result.output);
    if (timed.length > 0) put(`results/${from}-timeline.json`, writeTimelineFile(timed));
  }
  put("README.md", readme(parts, Object.keys(files)));
  // One time for all: the same bundle twice is the same bytes.
  return zipSync(files, {
    level: 6,
    mtime: new Date(Math.max(Date.parse(made), Date.parse("1980-01-02T00:00:00Z"))),
  }) as Uint8Array<ArrayBuffer>;
}

function safe(name: string): string {
  return name.replace(/[^\p{L}\p{N}_.-]/gu, "_");
}

function readme({ state, version, protocol, made, artifact, ptx, results }: BundleParts, names: readonly string[]): string {
  const run = state.asModule ? `-m ${state.file.replace(/\.py$/, "").replaceAll("/", ".")}` : state.file;
  const line = (path: string, what: string) => `- \`${path}\`: ${what}`;
  const made_ = [
    line("src/", `the program; \`${state.file}\` runs`),
    line("tessera.json", "target, choices and what was shown; drop the whole zip on the playground and it opens so"),
    ...(artifact ? [line("program.tessera", `the program frozen, sha256 ${artifact.sha256}; \`tessera run\` takes it`)] : []),
    ...ptx.map(({ name, from }) => line(`ptx/${safe(name)}.ptx`, `PTX of \`${name}\`, made by ${from}`)),
    ...results.map(({ from, result }) =>
      line(`results/${from}*`, `a run on \`${result.device}\`${result.ok ? "" : ", which failed"}; times are ${timesOf(result)}`),
    ),
  ];
  const rest = names.length > 0 ? made_ : [];
  return [
    `# ${state.file}`,
    "",
    `Made ${made} by tessera ${version}, protocol ${protocol}, for ${state.target ?? "its usual target"}.`,
    "",
    ...rest,
    "",
    "```",
    `$ cd src && tessera run ${run}${state.tune ? ` --tune '${state.tune}'` : ""}`,
    "```",
    "",
  ].join("\n");
}

/** A GPU's only where a GPU's events took them. */
function timesOf(result: RunAnswer): string {
  const { launches } = result;
  if (launches.length > 0 && launches.every(({ timing }) => timing === "gpu-events")) return "a GPU's, by events";
  return "of a CPU that interpreted it, never a GPU's";
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** The entries of a zip, as text where they are wanted; refused where it promises too much. */
function unpack(bytes: Uint8Array, wanted: (name: string) => boolean): Result<Record<string, Uint8Array>> {
  let promised = 0;
  try {
    const entries = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted(name)) return false;
        promised += originalSize;
        if (promised > greatest) throw new RangeError("too much");
        return true;
      },
    });
    const real = Object.values(entries).reduce((sum, entry) => sum + entry.length, 0);
    return real > greatest ? fail(`it holds more than ${formatBytes(greatest)}`) : ok(entries);
  } catch (thrown) {
    return fail(thrown instanceof RangeError ? `it holds more than ${formatBytes(greatest)}` : "it is cut short, or no zip");
  }
}

/** A bundle, or any zip with Python files in it: then those, as a folder's. */
export function readBundle(bytes: Uint8Array): Result<OpenedBundle | SourceFile[]> {
  const wanted = (name: string) => name === "tessera.json" || /\.(py|ptx)$/.test(name) || /^results\/[^/]*-timeline\.json$/.test(name);
  const entries = unpack(bytes, wanted);
  if (!entries.ok) return entries;
  const texts = Object.entries(entries.value).map(([path, content]) => ({ path, text: strFromU8(content).replaceAll("\r\n", "\n") }));
  const own = texts.find(({ path }) => path === "tessera.json");
  if (!own) {
    const python = texts.filter(({ path }) => path.endsWith(".py") && !path.split("/").includes(".."));
    if (python.length === 0) return fail("there is no Python file in it");
    return python.length > limits.files ? fail(`it has ${python.length} files, and a program here at most ${limits.files}`) : ok(python);
  }
  return readOwn(own.text, texts);
}

function readOwn(json: string, texts: readonly SourceFile[]): Result<OpenedBundle> {
  let head: Record<string, unknown>;
  try {
    head = JSON.parse(json) as Record<string, unknown>;
  } catch {
    return fail("its `tessera.json` is no JSON");
  }
  if (typeof head["format"] === "number" && head["format"] > format) return fail("it was made by a newer playground");
  const told = (head["state"] ?? {}) as Record<string, unknown>;
  const order = Array.isArray(head["files"]) ? (head["files"] as unknown[]).map(String) : [];
  const rank = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);
  const files = texts
    .filter(({ path }) => path.startsWith("src/") && path.endsWith(".py"))
    .map(({ path, text }) => ({ path: path.slice("src/".length), text }))
    .sort((a, b) => rank(a.path) - rank(b.path));
  const main = files.find(({ path }) => path === told["file"]);
  const others = files.filter((file) => file !== main);
  const state = main && readShared({ ...told, source: main.text, files: others });
  if (!state) return fail("it lacks the file that runs");
  const text = (field: string) => (typeof head[field] === "string" ? head[field] : "");
  return ok({
    state,
    timelines: texts
      .filter(({ path }) => path.endsWith("-timeline.json"))
      .map(({ path, text }) => ({ name: path.slice("results/".length), text })),
    ptx: texts.filter(({ path }) => path.startsWith("ptx/")).map(({ path, text }) => ({ path: path.slice("ptx/".length), text })),
    made: text("made"),
    version: text("version"),
  });
}
