// SPDX-License-Identifier: Apache-2.0
// A link made once works for ever: fixtures/links.json only ever grows.

import { deflateSync } from "fflate";
import { describe, expect, test } from "vitest";
import { projectOfOne, type Project } from "../../../web/src/base/files";
import {
  decodeShare,
  encodeShare,
  projectOfShared,
  shareProject,
  whyUnshareable,
  type SharedState,
} from "../../../web/src/base/share";
import links from "../fixtures/links.json";

const link = (value: unknown) =>
  "v1=" + Buffer.from(deflateSync(new TextEncoder().encode(JSON.stringify(value)))).toString("base64url");

describe("share links", () => {
  test.each(links as { made: string; link: string; state: SharedState }[])(
    "the link of $made still reads",
    ({ link, state }) => {
      expect(decodeShare(link)).toEqual({ ok: true, value: state });
    },
  );

  test.each([
    { source: "", file: "kernel.py" },
    { source: "x = '😀 \\u0000 é'\n\ttab", file: "ünïcode.py", target: "sm_80" },
    {
      source: "a".repeat(100_000),
      file: "k.py",
      view: {
        pane: "tilings",
        stage: "tile",
        pass: "tile-cleanup",
        diff: "previous",
        kernel: 1,
        launch: 0,
        program: 3,
      },
    },
  ] satisfies SharedState[])("state number %# survives a round trip", (state) => {
    const fragment = encodeShare(state);
    expect(fragment).toMatch(/^v1=[A-Za-z0-9_-]+$/);
    expect(decodeShare(fragment)).toEqual({ ok: true, value: state });
  });

  test("a fragment that is no link is none", () => {
    expect(decodeShare("")).toBeNull();
    expect(decodeShare("section-2")).toBeNull();
  });

  test("every prefix of a link is broken or none, never wrong", () => {
    const whole = encodeShare({ source: "print(1)\n".repeat(20), file: "k.py" });
    for (let length = 3; length < whole.length; length++) expect(decodeShare(whole.slice(0, length))?.ok).toBe(false);
  });

  test("what is wrong is said", () => {
    const error = (fragment: string) => {
      const result = decodeShare(fragment);
      return result && !result.ok ? result.error : "none";
    };
    expect(error("v2=AAAA")).toContain("version 2");
    expect(error("v1=%20")).toContain("characters");
    expect(error("v1=AAAA")).toContain("changed on its way");
    expect(error(link({ file: "k.py" }))).toContain("holds no program");
    expect(error(link([1]))).toContain("holds no program");
    expect(error(link({ source: "a".repeat(2 << 20) }))).toContain("more than 1048576 bytes");
  });

  test("fields of another type are left out, unknown ones too", () => {
    const value = {
      source: "x",
      file: 7,
      target: null,
      later: true,
      view: { pane: 3, stage: "tile", program: -1, kernel: 1.5, launch: 2 },
    };
    expect(decodeShare(link(value))).toEqual({
      ok: true,
      value: { source: "x", file: "kernel.py", view: { stage: "tile", launch: 2 } },
    });
  });
});

describe("links of several files", () => {
  const project: Project = {
    files: [
      { path: "pkg/__init__.py", text: "" },
      { path: "pkg/ops.py", text: "def add(): pass # 😀" },
      { path: "main.py", text: "import pkg" },
    ],
    main: "pkg/ops.py",
    asModule: true,
    shown: "main.py",
  };

  test("the program comes back as it was: order, what runs and how, what is shown", () => {
    const state = decodeShare(encodeShare(shareProject(project)));
    expect(state?.ok && projectOfShared(state.value)).toEqual(project);
  });

  test("a program of one file makes the link that it always made", () => {
    expect(shareProject(projectOfOne("k.py", "x"))).toEqual({ source: "x", file: "k.py" });
    expect(projectOfShared({ source: "x", file: "k.py" })).toEqual(projectOfOne("k.py", "x"));
  });

  test("a page that knows one file only reads the file that runs", () => {
    expect(shareProject(project)).toMatchObject({ file: "pkg/ops.py", source: "def add(): pass # 😀" });
  });

  test("what is odd is left out: entries that are no files, second ones of a path, places that are none", () => {
    const files = [
      { path: "a.py", text: "a" },
      { path: "a.py", text: "again" },
      { path: "k.py", text: "main again" },
    ];
    const odd = [7, null, { path: "b.py" }, { path: "", text: "" }];
    const read = (value: object) => decodeShare(link({ source: "x", file: "k.py", ...value }));
    expect(read({ files: [...files, ...odd], at: 9, asModule: "yes", shown: "gone.py" })).toEqual({
      ok: true,
      value: { source: "x", file: "k.py", files: [{ path: "a.py", text: "a" }] },
    });
    expect(read({ files: {}, at: 1 })).toEqual({ ok: true, value: { source: "x", file: "k.py" } });
  });

  test("what is too large for a link says so before there is one", () => {
    const state = (length: number) => ({
      source: "",
      file: "k.py",
      files: [{ path: "big.py", text: "a".repeat(length) }],
    });
    expect(whyUnshareable(state(1 << 19))).toBeNull();
    expect(whyUnshareable(state(2 << 20))).toBe("The files have 2 MiB, and a link holds at most 1 MiB.");
    const largest = state((1 << 20) - JSON.stringify(state(0)).length);
    expect(whyUnshareable(largest)).toBeNull();
    expect(decodeShare(encodeShare(largest))?.ok).toBe(true);
  });
});
