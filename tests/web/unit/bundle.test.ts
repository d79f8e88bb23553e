// SPDX-License-Identifier: Apache-2.0
// Bundles: what goes in comes out, a stranger's zip is looked at with care. Arrays as modules. Frames' addresses.

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readBundle, writeBundle, type BundleParts } from "../../../web/src/base/bundle";
import { embedAddress, embedSnippet, readEmbed } from "../../../web/src/base/embed";
import { readSettings, usualSettings } from "../../../web/src/base/editor-settings";
import { describeNpy, moduleOfArray, readNpyHead } from "../../../web/src/base/npy";
import type { RunAnswer } from "../../../web/src/base/protocol";
import { projectOfShared, type SharedState } from "../../../web/src/base/share";
import { readTimeline, readTimelineFile } from "../../../web/src/base/timeline";

const state: SharedState = {
  source: "import ops\n",
  file: "pkg/main.py",
  files: [
    { path: "ops.py", text: "x = 1\n" },
    { path: "pkg/last.py", text: "" },
  ],
  at: 1,
  asModule: true,
  shown: "ops.py",
  target: "sm_80",
  tune: "k:stages=3",
  view: { pane: "layouts", launch: 2 },
};

const trace = {
  unit: "cycles",
  length: 9,
  dropped: 2,
  files: ["", "ops.py"],
  rows: [{ name: "warpgroup 0", cluster: 1, cta: 2, warpgroup: 0 }],
  events: [
    { row: 0, kind: "copy", begin: 0, end: 4, name: "a", buffer: "a", slot: 1, step: 0, file: 1, range: [1, 2, 1, 4] },
    { row: 0, kind: "wait", begin: 1, end: 9, name: "w", waitsFor: 0, ptxLine: 7 },
  ],
};

function result(): RunAnswer {
  const timeline = readTimeline(trace);
  if (!timeline.ok) throw new Error(timeline.error);
  const launch = { kernel: "k", range: null, grid: [2], milliseconds: 1, timing: "cpu-wall", samples: [1] };
  return {
    protocol: 1,
    ok: true,
    device: "interpreter",
    deviceNote: "",
    output: "[1. 2.]\n",
    files: {},
    diagnostics: [],
    milliseconds: 1,
    peakBytes: 1,
    checks: [],
    launches: [{ ...launch, timeline: timeline.value }],
    kernels: [],
  };
}

const parts: BundleParts = {
  state,
  version: "0.1.0",
  protocol: 1,
  made: "2026-11-27T10:00:00Z",
  artifact: { sha256: "ab", content: new Uint8Array([1, 2, 3]) },
  ptx: [{ name: "k/1", text: ".version 8.0\n", from: "a runner" }],
  results: [{ from: "tab", result: result() }],
};

test("a bundle holds everything under names that a person finds, and is the same twice", () => {
  const bytes = writeBundle(parts);
  expect(writeBundle(parts)).toEqual(bytes);
  const entries = unzipSync(bytes);
  expect(Object.keys(entries).sort()).toEqual([
    "README.md",
    "program.tessera",
    "ptx/k_1.ptx",
    "results/tab-output.txt",
    "results/tab-timeline.json",
    "results/tab.json",
    "src/ops.py",
    "src/pkg/last.py",
    "src/pkg/main.py",
    "tessera.json",
  ]);
  const readme = strFromU8(entries["README.md"] ?? new Uint8Array());
  expect(readme).toContain("tessera 0.1.0, protocol 1, for sm_80");
  expect(readme).toContain("tessera run -m pkg.main --tune 'k:stages=3'");
  expect(readme).toContain("never a GPU's");
  expect(strFromU8(entries["results/tab.json"] ?? new Uint8Array())).not.toContain('"timeline"');
});

test("it comes back as it was", () => {
  const read = readBundle(writeBundle(parts));
  if (!read.ok || Array.isArray(read.value)) throw new Error("no bundle");
  expect(projectOfShared(read.value.state)).toEqual(projectOfShared(state));
  expect(read.value.state).toEqual(state);
  expect(read.value.ptx).toEqual([{ path: "k_1.ptx", text: ".version 8.0\n" }]);
  const timeline = readTimelineFile(read.value.timelines[0]?.text ?? "");
  const original = readTimeline(trace);
  expect(timeline.ok && original.ok && timeline.value.launches[0]?.timeline).toEqual(original.ok && original.value);
});

test("a text that was changed in it is the text that opens", () => {
  const entries = unzipSync(writeBundle(parts));
  entries["src/ops.py"] = strToU8("x = 2\r\n");
  const read = readBundle(zipSync(entries));
  expect(read.ok && !Array.isArray(read.value) && read.value.state.files?.[0]).toEqual({
    path: "ops.py",
    text: "x = 2\n",
  });
});

test("any zip with Python in it is a folder; what is none is refused with a reason", () => {
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  expect(readBundle(zip({ "a/b.py": "1", "a/c.txt": "2", "../d.py": "3" }))).toEqual({
    ok: true,
    value: [{ path: "a/b.py", text: "1" }],
  });
  const why = (bytes: Uint8Array) => {
    const read = readBundle(bytes);
    return read.ok ? "" : read.error;
  };
  expect(why(zip({ "c.txt": "2" }))).toContain("no Python file");
  expect(why(new Uint8Array([1, 2, 3]))).toContain("no zip");
  expect(why(writeBundle(parts).slice(0, 200))).toContain("cut short");
  expect(why(zip({ "tessera.json": "{" }))).toContain("no JSON");
  expect(why(zip({ "tessera.json": '{"format": 2}' }))).toContain("newer playground");
  expect(why(zip({ "tessera.json": '{"state": {"file": "a.py"}}' }))).toContain("lacks the file that runs");
  const bomb = zip({ "a.py": "1" });
  // What the directory at its end promises of the file's size.
  const directory = bomb.findIndex((byte, at) => byte === 0x50 && bomb[at + 1] === 0x4b && bomb[at + 2] === 1);
  new DataView(bomb.buffer, bomb.byteOffset).setUint32(directory + 24, 65 << 20, true);
  expect(why(bomb)).toContain("more than 64 MiB");
});

function npy(head: string, bytes = 16, version = 1): Uint8Array {
  const text = head.padEnd(53, " ") + "\n";
  const length = version === 1 ? [text.length, 0] : [text.length, 0, 0, 0];
  const begin = [0x93, ...strToU8("NUMPY"), version, 0, ...length, ...strToU8(text)];
  const all = new Uint8Array(begin.length + bytes);
  all.set(begin);
  return all;
}

test("an array's head is read, of any version", () => {
  const head = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
  for (const version of [1, 2, 3]) {
    const read = readNpyHead(npy(head, 16, version));
    expect(read).toEqual({ ok: true, value: { dtype: "<f4", shape: [2, 2] } });
    expect(read.ok && describeNpy(read.value)).toBe("f32[2, 2]");
  }
  expect(describeNpy({ dtype: "|b1", shape: [3] })).toBe("bool[3]");
  expect(describeNpy({ dtype: "<i8", shape: [] })).toBe("i64[]");
  expect(readNpyHead(new Uint8Array(20)).ok).toBe(false);
  expect(readNpyHead(npy(head).slice(0, 30)).ok).toBe(false);
});

test("an array becomes a module that writes its file", () => {
  const bytes = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }");
  const made = moduleOfArray("2 in.put.npy", bytes, ["_2_in_put_npy.py"]);
  if (!made.ok) throw new Error(made.error);
  expect(made.value.path).toBe("_2_in_put_npy2.py");
  expect(made.value.use).toBe('import _2_in_put_npy2, then np.load("2 in.put.npy")');
  expect(made.value.text).toContain("f32[4]");
  const packed = /b64decode\("([^"]*)"\)/.exec(made.value.text)?.[1] ?? "";
  expect(Uint8Array.from(atob(packed), (unit) => unit.charCodeAt(0))).toEqual(bytes);
  expect(moduleOfArray("x.npy", new Uint8Array(4), [])).toMatchObject({ ok: false });
  const large = moduleOfArray("x.npy", npy("{'descr': '<f4', 'shape': (9,), }", 1 << 20), []);
  expect(large.ok ? "" : large.error).toContain("at most");
});

test("frames: names that are none are left out, and the snippet is one element", () => {
  const known = ["source", "ir", "tilings"];
  expect(readEmbed("?embed=1&panes=tilings,source,what", known, ["source"])).toEqual({ panes: ["source", "tilings"] });
  expect(readEmbed("?embed=1", known, ["source"])).toEqual({ panes: ["source"] });
  expect(readEmbed("?embed=0", known, ["source"])).toBeNull();
  expect(readEmbed("", known, ["source"])).toBeNull();
  const address = embedAddress("https://a.b/c/", ["source", "ir"], "v1=x");
  expect(address).toBe("https://a.b/c/?embed=1&panes=source,ir#v1=x");
  expect(embedSnippet(address, 'a "b" <c>', 300)).toContain('title="a &#34;b&#34; &#60;c&#62;"');
});

test("settings of any age are read", () => {
  expect(readSettings(null)).toEqual(usualSettings);
  expect(readSettings("{")).toEqual(usualSettings);
  expect(readSettings('{"fontSize": 400, "indent": 3, "vim": 1, "wrap": true, "new": 2}')).toEqual({
    ...usualSettings,
    wrap: true,
  });
  expect(readSettings('{"fontSize": 18, "indent": 2, "vim": true}')).toEqual({
    ...usualSettings,
    fontSize: 18,
    indent: 2,
    vim: true,
  });
});
