// SPDX-License-Identifier: Apache-2.0
// The small tables: numbers as people read them, outputs compared, names of passes, imports.

import { describe, expect, test } from "vitest";
import { compareOutputs, compareRuns } from "../../../web/src/base/compare";
import {
  formatBytes,
  formatCount,
  formatDifference,
  formatMilliseconds,
  formatTuple,
} from "../../../web/src/base/format";
import type { RunAnswer, Snapshot } from "../../../web/src/base/protocol";
import { kernelOfLines } from "../../../web/src/base/ir-text";
import { findEntry } from "../../../web/src/base/reference";
import { readImports } from "../../../web/src/editor/library";
import { findComparison, findPass, nameOf } from "../../../web/src/panes/passes";

test.each([
  [formatMilliseconds(0.0042), "4.2 µs"],
  [formatMilliseconds(3.25), "3.25 ms"],
  [formatMilliseconds(812.4), "812 ms"],
  [formatMilliseconds(3120), "3.12 s"],
  [formatMilliseconds(NaN), "?"],
  [formatBytes(512), "512 B"],
  [formatBytes(3 * 1024 * 1024), "3 MiB"],
  [formatBytes(1_850_000), "1.76 MiB"],
  [formatCount(1048576), "1,048,576"],
  [formatDifference(4.768e-7), "4.77e-7"],
  [formatDifference(0), "0"],
  [formatDifference(NaN), "nan"],
  [formatDifference(Infinity), "inf"],
  [formatTuple([]), "()"],
  [formatTuple([8]), "(8,)"],
])("%s reads %s", (shown, expected) => expect(shown).toBe(expected));

describe("comparison of outputs", () => {
  test("equal texts are the same", () => expect(compareOutputs("[1. 2.]\n", "[1. 2.]\n").verdict).toBe("same"));

  test("last digits and column widths may differ, and the difference is told", () => {
    const result = compareOutputs("z [ 1.0000001 -2.5]", "z [1.0000002  -2.5]");
    expect(result.verdict).toBe("close");
    expect(result.message).toContain("1.00e-7");
  });

  test.each([
    ["[1. 2.]", "[1. 2.5]", "the numbers differ: largest relative difference 0.2"],
    ["nan", "1.0", "largest relative difference inf"],
    ["a 1\nb 2", "a 1\nc 2", "the output differs from line 2 on"],
    ["1 2", "1 2 3", "the output differs from line 1 on"],
    ["0", "1e-30", "the numbers differ"],
  ])("%j is not %j", (here, there, message) => {
    const result = compareOutputs(here, there);
    expect(result.verdict).toBe("different");
    expect(result.message).toContain(message);
  });

  test("a check that fails on one side only decides", () => {
    const run = (passed: boolean) => ({ output: "", checks: [{ passed, range: null }] }) as unknown as RunAnswer;
    expect(compareRuns(run(true), run(false)).message).toBe("check 1 passes here and fails there");
    expect(compareRuns(run(true), run(true)).verdict).toBe("same");
  });
});

describe("passes", () => {
  let made = 0;
  const pass = (stage: string, name: string): Snapshot => ({
    stage,
    pass: name,
    reason: "",
    changed: true,
    text: `tile.kernel @k() {\n ${name} ${++made}\n}\n`,
    sourceLines: [],
  });
  const all = [pass("tile", "trace"), pass("tile", "clean"), pass("tile", "clean"), pass("tilegpu", "clean")];
  const tile = all.slice(0, 3);

  test("one that runs twice is told apart", () => {
    expect(all.map((snapshot) => nameOf(all, snapshot))).toEqual([
      "tile/trace",
      "tile/clean",
      "tile/clean#2",
      "tilegpu/clean",
    ]);
    expect(findPass(tile, "clean#2")).toBe(all[2]);
  });

  test("a name from an old link falls back to the last", () => {
    expect(findPass(tile, "gone")).toBe(all[2]);
    expect(findPass([], "trace")).toBeNull();
  });

  test("compared with the one before across stages, with any, with none", () => {
    const last = all[3] as Snapshot;
    expect(findComparison(all, last, "previous")).toBe(all[2]);
    expect(findComparison(all, last, "tile/trace")).toBe(all[0]);
    expect(findComparison(all, last, "tile/gone")).toBeNull();
    expect(findComparison(all, all[0] as Snapshot, "previous")).toBeNull();
  });
});

test("imports say what a name stands for", () => {
  const names = readImports(
    "import jax\nimport jax.numpy as jnp\nfrom jax.experimental import pallas as pl, foo\nimport triton.language as tl\n  import os.path\n",
  );
  expect(Object.fromEntries(names)).toEqual({
    jax: "jax",
    jnp: "jax.numpy",
    pl: "jax.experimental.pallas",
    foo: "jax.experimental.foo",
    tl: "triton.language",
    os: "os",
  });
  const entry = { name: "zeros", kind: "function", signature: "zeros(shape)", summary: "", supported: true };
  expect(findEntry({ modules: [{ name: "jax.numpy", summary: "", entries: [entry] }] }, "jax.numpy.zeros")).toBe(entry);
  expect(findEntry({ modules: [] }, "zeros")).toBeNull();
});

test("a line of IR knows the kernel around it, braces in strings aside", () => {
  const text = [
    "module {",
    '  tile.kernel @a(%x: i32) attributes {s = "}"} {',
    "    %0 = op {",
    "    }",
    "  }",
    "  func.func private @m() -> i32 {",
    "  }",
    "}",
  ];
  expect(kernelOfLines(text)).toEqual(["", "a", "a", "a", "a", "m", "m", ""]);
});
