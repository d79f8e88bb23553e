// SPDX-License-Identifier: Apache-2.0
// Every operation that a stage may show has a card: ours by their definitions, MLIR's by our table.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cardOf, operationCardAt, ourOperations } from "../../../web/src/base/operations";
import { upstreamOperations } from "../../../web/src/base/upstream-operations";

const root = join(import.meta.dirname, "../../..");
const list = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(root, folder, name));

describe.each(["tile", "tilegpu"])("dialect %s", (dialect) => {
  const texts = list(`compiler/${dialect}/ir`, ".td").map((file) => readFileSync(file, "utf8"));
  const mnemonics = texts.flatMap((text) =>
    [...text.matchAll(/^def \w+Op : \w+<"(\w+)"/gm)].map((match) => match[1] ?? ""),
  );

  test("every operation of its definitions has a card with a summary", () => {
    expect(mnemonics.length).toBeGreaterThan(30);
    // None is defined in a form that is not looked for here.
    expect(texts.flatMap((text) => [...text.matchAll(/^def \w+Op\b/gm)]).length).toBe(mnemonics.length);
    expect(mnemonics.filter((name) => !ourOperations[`${dialect}.${name}`]?.summary)).toEqual([]);
  });

  test("every type and attribute with a summary has a card", () => {
    const names = texts.flatMap((text) =>
      [...text.matchAll(/^def \w+_(\w+(?:Type|Attr)) : (?:\w+_Type|AttrDef)</gm)].map((match) => match[1] ?? ""),
    );
    const cards = Object.keys(ourOperations).filter(
      (name) => /^[!#]/.test(name) && name.slice(1).startsWith(`${dialect}.`),
    );
    expect(cards.length).toBe(names.length);
  });
});

test("every operation of MLIR's dialects that our compiler's sources or tests name has a card", () => {
  const named = new Set<string>();
  for (const file of list("tests/compiler", ".mlir"))
    for (const match of readFileSync(file, "utf8").matchAll(/(?:= |^\s*)"?((?:arith|math|scf|func)\.[a-z_0-9]+)\b/gm))
      named.add(match[1] ?? "");
  for (const file of list("compiler", ".cpp"))
    for (const match of readFileSync(file, "utf8").matchAll(/\b(arith|math|scf|func)::(\w+)Op\b/g))
      named.add(`${match[1]}.${(match[2] ?? "").toLowerCase()}`);
  expect(named.size).toBeGreaterThan(60);
  // C++ writes `AddIOp` for `addi`, `IndexSwitchOp` for `index_switch`, and has longer words for a few.
  const longer: Record<string, string> = {
    "math.countleadingzeros": "math.ctlz",
    "math.counttrailingzeros": "math.cttz",
    "arith.constantint": "arith.constant",
  };
  const known = new Set(Object.keys(upstreamOperations).map((name) => name.replaceAll("_", "")));
  expect([...named].filter((name) => !known.has((longer[name] ?? name).replaceAll("_", "")))).toEqual([]);
});

test("a card is found under the pointer, and only there", () => {
  const line =
    "    %0 = tile.load %x_ref[%i, 0] sizes [1, 128] drop [0] : !tile.ref<64x128xf32> -> tensor<128xf32>  // tile.store";
  const at = (word: string) => operationCardAt(line, line.indexOf(word) + 1);
  expect(at("tile.load")?.card.title).toBe("tile.load");
  expect(at("tile.load")?.card.text).toBe("Reads a slice of a Ref.");
  expect(at("!tile.ref")?.card.title).toBe("!tile.ref");
  expect(at("tensor")?.card.title).toBe("tensor");
  expect(at("x_ref")).toBeNull();
  expect(at("sizes")).toBeNull();
  expect(at("tile.store")).toBeNull();
  expect(line.slice(at("tile.load")?.from, at("tile.load")?.to)).toBe("tile.load");
  expect(cardOf("f8E4M3FN")?.text).toBe("A float of 8 bits: 4 exponent, 3 mantissa.");
  // Examples keep their lines.
  expect(cardOf("tile.load")?.more?.some((part) => part.startsWith("    %row = tile.load"))).toBe(true);
});
