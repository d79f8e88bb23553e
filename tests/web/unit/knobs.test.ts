// SPDX-License-Identifier: Apache-2.0
// Knobs are found by where they stand, step as their values are written, and are turned in the text.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kindOf, numberOf, readValues, stepValue, usualValues } from "../../../web/src/base/knob-values";
import type { Span } from "../../../web/src/base/positions";
import { changeBetween, moveSpan } from "../../../web/src/base/text-change";
import { findKnobs, turn } from "../../../web/src/editor/knobs";

/** The place of `part` in `text`. */
function placeOf(text: string, part: string): Span {
  const from = text.indexOf(part);
  if (from < 0) throw new Error(`no ${part}`);
  return { from, to: from + part.length };
}
const named = (text: string, launches: string[] = [], kernels: string[] = []) =>
  findKnobs(
    text,
    launches.map((part) => placeOf(text, part)),
    kernels.map((part) => placeOf(text, part)),
  ).map(({ name, text: value }) => `${name}=${value}`);

test("constants of the module are knobs, whatever they are called", () => {
  const text = `"""64"""
X = 64
A, B = 1, -2
C: int = 3
D = E = True
SHAPE = (8, 6)
F = 1e-5; G = 1_000
TEXT = "64"
SUM = X + 1
x[0] = 5
if X:
  H = 0x10
for i in range(3):
  j = 4
def f(n=5):
  k = 6
`;
  expect(named(text)).toEqual([
    "X=64",
    "A=1",
    "B=-2",
    "C=3",
    "D = E=True",
    "SHAPE[0]=8",
    "SHAPE[1]=6",
    "F=1e-5",
    "G=1_000",
    "x[0]=5",
    "H=0x10",
  ]);
});

test("literals of a launch are knobs where the front end says that a launch is", () => {
  const text = "y = table[0](1, n=2)\nadd[(16,)](x, 1024, 2 * n, *rest, BLOCK=128, num_warps=4, f=lambda i: 3)\n";
  expect(named(text)).toEqual([]);
  expect(named(text, ["add[(16,)](x, 1024, 2 * n, *rest, BLOCK=128, num_warps=4, f=lambda i: 3)"])).toEqual([
    "grid[0]=16",
    "argument 2=1024",
    "BLOCK=128",
    "num_warps=4",
  ]);
});

test("a launch of Pallas is the calls within calls, without what index maps compute", () => {
  const text = `def f(x):
  return pl.pallas_call(
      kernel,
      grid=(2, 4),
      in_specs=[pl.BlockSpec((8, x.shape[1] // 2), lambda i, j: (i, 0), pipeline_mode=pl.Buffered(3))],
      interpret=False,
  )(x, 7)
`;
  const expected = [
    "grid[0]=2",
    "grid[1]=4",
    "in_specs[0](0)[0]=8",
    "in_specs[0].pipeline_mode(0)=3",
    "interpret=False",
    "argument 2=7",
  ];
  const all = text.slice(text.indexOf("pl.pallas_call"), text.lastIndexOf(")") + 1);
  expect(named(text, [all])).toEqual(expected);
  // The range may be of the inner call alone.
  expect(named(text, [all.slice(0, all.lastIndexOf("(x, 7)"))])).toEqual(expected.slice(0, -1));
});

test("defaults of a kernel's parameters are knobs, of other functions not", () => {
  const text = "@triton.jit\ndef add(x_ptr, n=3, BLOCK: tl.constexpr = 128):\n  pass\ndef host(m=5):\n  pass\n";
  expect(named(text, [], ["def add"])).toEqual(["add: n=3", "add: BLOCK=128"]);
  expect(named(text, [], ["@triton.jit\ndef add"])).toEqual(["add: n=3", "add: BLOCK=128"]);
  // A kernel made within a function is not that function.
  expect(named("def host(m=5):\n  return call(kernel)\n", [], ["call(kernel)"])).toEqual([]);
});

test("a knob keeps its key when its value or its place changes, and one of the same name gets a number", () => {
  const keys = (text: string) => findKnobs(text).map(({ key }) => key);
  expect(keys("n = 1\nn = 2\n")).toEqual(["module n", "module n #2"]);
  expect(keys("# more\nn = 1024\nn = 2\n")).toEqual(["module n", "module n #2"]);
});

test("turning a knob changes its literal and nothing else", () => {
  const text = "a = 1  # 😀 1\nb = -2.5\n";
  const [a, b] = findKnobs(text);
  expect(a && turn(text, a, "16")).toBe("a = 16  # 😀 1\nb = -2.5\n");
  expect(b && turn(text, b, "0.5")).toBe("a = 1  # 😀 1\nb = 0.5\n");
  expect(b).toMatchObject({ line: 2, column: 5 });
});

test.each([
  // Powers of two double; one at a time with Shift.
  ["64", 1, false, "128"],
  ["64", -1, false, "32"],
  ["64", 1, true, "65"],
  ["1", 1, false, "2"],
  ["1", -1, false, "0"],
  ["0", 1, false, "1"],
  ["3", 1, false, "4"],
  ["3", -1, false, "2"],
  ["-1", 1, false, "0"],
  ["-2", -1, false, "-3"],
  ["1_024", 1, false, "2_048"],
  ["0x40", 1, false, "0x80"],
  ["True", 1, false, "False"],
  ["False", -1, true, "True"],
  ["0.5", 1, false, "0.6"],
  ["0.5", -1, true, "0.49"],
  ["0.9", 1, false, "1.0"],
  ["2.", 1, false, "3.0"],
  ["-0.1", 1, false, "0.0"],
  ["1e-5", 1, false, "2e-5"],
  ["1e-5", -1, false, "9e-6"],
  ["9e-5", 1, false, "10e-5"],
] as const)("%s steps by %i (fine: %s) to %s", (text, by, fine, expected) => {
  expect(stepValue(text, by, fine)).toBe(expected);
  expect(kindOf(expected)).toBe(kindOf(text));
});

test("a sweep tries neighbours, and what a person lists", () => {
  expect(usualValues("64")).toEqual(["16", "32", "64", "128", "256"]);
  expect(usualValues("2")).toEqual(["1", "2", "4", "8"]);
  expect(usualValues("3")).toEqual(["1", "2", "3", "4", "5"]);
  expect(usualValues("True")).toEqual(["False", "True"]);
  expect(readValues("64, 16 32;64", "int")).toEqual({ ok: true, value: ["16", "32", "64"] });
  expect(readValues("16..128", "int")).toEqual({ ok: true, value: ["16", "32", "64", "128"] });
  expect(readValues("3..6", "int")).toEqual({ ok: true, value: ["3", "4", "5", "6"] });
  expect(readValues("0.5, 1", "float")).toEqual({ ok: true, value: ["0.5", "1"] });
  expect(readValues("16, many", "int")).toEqual({ ok: false, error: "`many` is no whole number" });
  expect(readValues(" ", "int").ok).toBe(false);
  expect(readValues("1..1000000 ", "int")).toMatchObject({ ok: false });
});

test("what is no literal of Python's is no value", () => {
  expect(["1j", "0b2", "1__0", "one", "", "--1", "1_"].map(kindOf)).toEqual(Array(7).fill(null));
  expect(["0b11", "0o17", "-1_0", ".5"].map(numberOf)).toEqual([3, 15, -10, 0.5]);
});

test("knobs of every example stand where they say and turning one to its own value changes nothing", () => {
  const folder = join(import.meta.dirname, "../../../shared/kernels");
  let count = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".py"))) {
    const text = readFileSync(join(folder, name), "utf8");
    for (const knob of findKnobs(text)) {
      expect(turn(text, knob, knob.text)).toBe(text);
      expect(text.split("\n")[knob.line - 1]?.slice(knob.column - 1)).toMatch(
        new RegExp(`^${knob.text.replace(/[.+]/g, "\\$&")}`),
      );
      count++;
    }
  }
  expect(count).toBeGreaterThan(100);
});

test("what was changed is the smallest stretch, and places around it are still known", () => {
  expect(changeBetween("a = 64\nb = 1\n", "a = 128\nb = 1\n")).toEqual({ from: 4, to: 6, insert: "128" });
  expect(changeBetween("same", "same")).toEqual({ from: 4, to: 4, insert: "" });
  expect(changeBetween("aa", "aaa")).toEqual({ from: 2, to: 2, insert: "a" });
  expect(changeBetween("x😀y", "x😁y")).toEqual({ from: 1, to: 3, insert: "😁" });
  const change = changeBetween("k(64)\nlaunch(x)\n", "k(128)\nlaunch(x)\n");
  expect(moveSpan({ from: 6, to: 15 }, change)).toEqual({ from: 7, to: 16 });
  expect(moveSpan({ from: 0, to: 5 }, change)).toEqual({ from: 0, to: 6 });
  expect(moveSpan({ from: 0, to: 1 }, change)).toEqual({ from: 0, to: 1 });
});
