// SPDX-License-Identifier: Apache-2.0
// Lines matched between two texts, values followed from pass to pass, bands of source lines.

import { describe, expect, test } from "vitest";
import { bandCount, bandsOfSource, bandsOfText } from "../../../web/src/base/bands";
import { step, trail, trailToMachine } from "../../../web/src/base/follow";
import { definitionOf, linesOfIr, usersOf } from "../../../web/src/base/ir-text";
import { matchLines } from "../../../web/src/base/match-lines";
import type { LineSpan, Snapshot } from "../../../web/src/base/protocol";

test("lines are matched by the longest common part", () => {
  expect([...matchLines([..."abcd"], [..."acxd"])]).toEqual([0, -1, 1, 3]);
  expect([...matchLines([], [..."ab"])]).toEqual([]);
  expect([...matchLines([..."ab"], [])]).toEqual([-1, -1]);
  expect([...matchLines([..."abcabba"], [..."cbabac"])].filter((at) => at >= 0).length).toBe(4);
  // Nothing in common, and too long to search: nothing is claimed.
  const long = (sign: string) => Array.from({ length: 2000 }, (_, index) => `${sign}${index}`);
  expect([...matchLines([...long("a"), "end"], [...long("b"), "end"])].filter((at) => at >= 0)).toEqual([2000]);
});

test("random edits: what is matched is equal, in order, and no shorter than what was left alone", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
  for (let round = 0; round < 200; round++) {
    const before = Array.from({ length: random(40) }, () => String(random(6)));
    const after: string[] = [];
    let left = 0;
    for (const line of before) {
      if (random(5) === 0) continue;
      if (random(5) === 0) after.push("new");
      after.push(line);
      left++;
    }
    const pairs = [...matchLines(before, after)].flatMap((to, from) => (to >= 0 ? [[from, to] as const] : []));
    for (const [from, to] of pairs) expect(after[to]).toBe(before[from]);
    expect(pairs.every(([, to], index) => index === 0 || to > (pairs[index - 1]?.[1] ?? -1))).toBe(true);
    expect(pairs.length).toBeGreaterThanOrEqual(left);
  }
});

/** A kernel of lines `text @source line`. */
function snapshot(pass: string, stage: string, ...body: string[]): Snapshot {
  const rows = body.map((row) => /^(.*?)(?: @(\d+)(?:-(\d+))?)?$/.exec(row) as RegExpExecArray);
  const spans = rows.map(([, , first = "0", last = first]): LineSpan => [Number(first), Number(last)]);
  const text = [`${stage}.kernel @k(%x: !t, %y: !t) {`, ...rows.map((row) => `  ${row[1]}`), "}"].join("\n");
  return {
    stage,
    pass,
    reason: "",
    changed: true,
    text,
    sourceLines: [[1, 9], ...spans, [0, 0]],
    sourceFiles: ["a.py"],
  };
}

describe("a value", () => {
  const first = snapshot(
    "trace",
    "tile",
    "%0 = tile.load %x : t @2",
    "%1 = tile.load %x : t @2",
    "%2 = arith.addf %0, %1 : t @3",
    "%3 = arith.mulf %2, %2 : t @4",
    "tile.store %3, %y : t @5",
  );

  test("that is renumbered is the same", () => {
    const later = snapshot(
      "more",
      "tile",
      "%c = arith.constant 1 : t @2",
      ...first.text
        .split("\n")
        .slice(1, -1)
        .map((line, at) => `${line.trim().replace(/%(\d)/g, "%v$1")} @${at < 2 ? 2 : at + 1}`),
    );
    expect(step(first, later, { line: 3, name: "%2" })).toEqual({ fate: "same", places: [{ line: 4, name: "%v2" }] });
    expect(step(later, first, { line: 4, name: "%v2" })).toEqual({ fate: "same", places: [{ line: 3, name: "%2" }] });
  });

  test("whose duplicate stayed is replaced by that, as its users say", () => {
    const later = snapshot(
      "cse",
      "tile",
      "%0 = tile.load %x : t @2",
      "%1 = arith.addf %0, %0 : t @3",
      "%2 = arith.mulf %1, %1 : t @4",
      "tile.store %2, %y : t @5",
    );
    expect(step(first, later, { line: 2, name: "%1" })).toEqual({
      fate: "replaced",
      places: [{ line: 1, name: "%0" }],
    });
  });

  test("of another dialect takes its place by its source line and name", () => {
    const later = snapshot(
      "place",
      "tilegpu",
      "%0 = tilegpu.load %x vector 4 : t @2",
      "%1 = tilegpu.load %x vector 4 : t @2",
      "%2 = arith.addf %0, %1 : u @3",
      "%3 = arith.mulf %2, %2 : u @4",
      "tilegpu.store %3, %y : u @5",
    );
    expect(step(first, later, { line: 2, name: "%1" })).toEqual({ fate: "changed", places: [{ line: 2, name: "%1" }] });
    expect(step(first, later, { line: 5, name: "" })).toEqual({ fate: "changed", places: [{ line: 5, name: "" }] });
  });

  test("that becomes several is split, and that is all that is claimed", () => {
    const later = snapshot(
      "split",
      "tile",
      "%0 = tile.load %x : t @2",
      "%1 = tile.load %x : t @2",
      "%a = tile.half %0 @3",
      "%b = tile.half %1 @3",
      "%2 = tile.join %a, %b @3",
      "tile.store %2, %y : t @5",
    );
    const split = step(first, later, { line: 3, name: "%2" });
    expect(split.fate).toBe("split");
    expect(split.places.map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  test("that nothing stands for is gone, and says after which pass", () => {
    const later = snapshot("drop", "tile", "%0 = tile.load %x : t @2", "tile.store %0, %y : t @5");
    expect(step(first, later, { line: 4, name: "%3" }).fate).toBe("replaced"); // the store takes %0 now
    expect(step(first, later, { line: 3, name: "%2" })).toEqual({ fate: "gone", places: [] });
    const end = trail([first, later, later], 0, 2, { line: 3, name: "%2" });
    expect(end.places).toEqual([]);
    expect(end.events).toEqual([{ pass: "drop", fate: "gone", operation: "", name: "" }]);
  });

  test("is followed through many passes, there and back", () => {
    const renumbered = snapshot(
      "two",
      "tile",
      ...first.text
        .split("\n")
        .slice(1, -1)
        .map((line, at) => `${line.trim().replace(/%(\d)/g, "%n$1")} @${at < 2 ? 2 : at + 1}`),
    );
    const cse = snapshot(
      "cse",
      "tile",
      "%0 = tile.load %x : t @2",
      "%1 = arith.addf %0, %0 : t @3",
      "%2 = arith.mulf %1, %1 : t @4",
      "tile.store %2, %y : t @5",
    );
    const there = trail([first, renumbered, cse], 0, 2, { line: 4, name: "%3" });
    expect(there).toEqual({ places: [{ line: 3, name: "%2" }], events: [], byLines: false });
    expect(trail([first, renumbered, cse], 2, 0, { line: 3, name: "%2" }).places).toEqual([{ line: 4, name: "%3" }]);
  });

  test("has lines of its source lines in PTX, and no more is claimed", () => {
    const ptx: Snapshot = {
      stage: "ptx",
      pass: "",
      reason: "",
      changed: true,
      text: "a\nb\nc\nd",
      sourceLines: [
        [2, 2],
        [4, 4],
        [4, 4],
        [0, 0],
      ],
      sourceFiles: ["a.py"],
    };
    expect(trailToMachine(first, [{ line: 4, name: "%3" }], ptx)).toEqual({
      places: [
        { line: 1, name: "" },
        { line: 2, name: "" },
      ],
      events: [],
      byLines: true,
    });
    expect(trailToMachine(first, [{ line: 4, name: "%3" }], { ...ptx, sourceFiles: ["b.py"] }).places).toEqual([]);
  });

  test("goes on in the scheduled kernel, beside which the recorded one stays", () => {
    const body = ["%0 = tile.load %x : t", "%1 = tile.dot %0, %0 : t", "tile.store %1, %y : t"];
    const kernel = (indent: string, lines: string[]) => [
      `${indent}tile.kernel @k(%x: !t, %y: !t) {`,
      ...lines.map((line) => `${indent}  ${line}`),
      `${indent}}`,
    ];
    const spans: LineSpan[] = [
      [1, 9],
      [2, 2],
      [3, 3],
      [4, 4],
      [0, 0],
    ];
    const recorded = { stage: "tile", pass: "trace", reason: "", changed: true };
    const alone: Snapshot = {
      ...recorded,
      text: ["module {", ...kernel("  ", body), "}"].join("\n"),
      sourceLines: [[0, 0], ...spans, [0, 0]],
    };
    const beside = (lines: string[]): Snapshot => ({
      ...recorded,
      stage: "tilegpu",
      pass: "select",
      text: ["module {", ...kernel("  ", body), "  tilegpu.module @sm {", ...kernel("    ", lines), "  }", "}"].join(
        "\n",
      ),
      sourceLines: [[0, 0], ...spans, [0, 0], ...spans, [0, 0], [0, 0]],
    });
    const [copied, lowered] = [beside(body), beside(body.map((line) => line.replace("tile.dot", "tilegpu.dot mma")))];
    expect(step(alone, copied, { line: 3, name: "%1" })).toEqual({ fate: "same", places: [{ line: 9, name: "%1" }] });
    expect(step(copied, lowered, { line: 9, name: "%1" })).toEqual({
      fate: "changed",
      places: [{ line: 9, name: "%1" }],
    });
    // The recorded one stays what it is, and both go back to where they came from.
    expect(step(copied, lowered, { line: 3, name: "%1" })).toEqual({ fate: "same", places: [{ line: 3, name: "%1" }] });
    expect(step(copied, alone, { line: 9, name: "%1" })).toEqual({ fate: "same", places: [{ line: 3, name: "%1" }] });
    expect(step(copied, alone, { line: 3, name: "%1" })).toEqual({ fate: "same", places: [{ line: 3, name: "%1" }] });
  });

  test("is defined once, however often its name is used in regions", () => {
    const nested = snapshot(
      "loops",
      "tile",
      "%r:2 = scf.for %i = %0 to %1 iter_args(%a = %x, %b = %y) -> (t, t) { @2",
      "%0 = tile.load %a @3",
      "scf.yield %0, %b @4",
      "}",
      "%0 = arith.addf %r#0, %r#1 : t @5",
    );
    const lines = linesOfIr(nested);
    expect(lines[1]?.defines).toEqual(["%r", "%i", "%a", "%b"]);
    expect(lines[1]?.takes).toEqual(["%0", "%1", "%x", "%y"]);
    expect(definitionOf(lines, 5, "%r#1")).toBe(1);
    expect(definitionOf(lines, 3, "%0")).toBe(2);
    expect(usersOf(lines, 2, "%0")).toEqual([3]);
    expect(definitionOf(lines, 2, "%x")).toBe(0);
    expect(definitionOf(lines, 2, "%z")).toBe(-1);
  });
});

test("bands: neighbours differ, a body does not take its head's colour, stages agree", () => {
  const text = snapshot("trace", "tile", "scf.for { @2-6", "%0 = a.b @3", "%1 = a.c @4-5", "}");
  expect(bandsOfText(text)).toEqual([1, 2, 3, 4, -1, -1]);
  expect(bandsOfSource(text, (name) => name === "a.py")).toEqual([1, 2, 3, 4, 4]);
  expect(bandsOfSource(text, () => false)).toEqual([]);
  expect(
    new Set(
      [...Array(bandCount).keys()].map((line) => bandsOfText({ ...text, sourceLines: [[line + 1, line + 1]] })[0]),
    ).size,
  ).toBe(bandCount);
});

test("what only frames the program has no band", () => {
  const text: Snapshot = {
    stage: "tile",
    pass: "trace",
    reason: "",
    changed: true,
    text: "module {\n  func.func @main() {\n    %0 = a.b\n    return\n  }\n}",
    sourceLines: [
      [0, 0],
      [1, 1],
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
    ],
  };
  expect(bandsOfText(text)).toEqual([-1, -1, 1, -1, -1, -1]);
});
