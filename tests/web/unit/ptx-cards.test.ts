// SPDX-License-Identifier: Apache-2.0
// The cards of PTX's opcodes against the emulator's own table: what runs there is explained here, and nothing else is.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { modifierText, opcodeCard, ptxCardAt } from "../../../web/src/base/ptx-cards";
import { ptxOpcodes, ptxRegisters } from "../../../web/src/base/ptx-opcodes";

const emulator = join(import.meta.dirname, "../../../runner/emulator");
const sources = readdirSync(join(emulator, "instructions"))
  .filter((name) => name.endsWith(".cpp"))
  .map((name) => readFileSync(join(emulator, "instructions", name), "utf8"));

/** The opcodes that `Forms::add` is given, and the forms that a modifier selects (`cp.bulk`). */
function formsOfEmulator(): Set<string> {
  const forms = new Set<string>();
  for (const text of sources) {
    for (const [, opcode = "", when] of text.matchAll(/forms\.add\("(\w+)", [^;]*?(?:, "(\w+)")?\);/g))
      forms.add(when ? `${opcode}.${when}` : opcode);
    // A table of pairs, then a loop over it.
    for (const [, table = ""] of text.matchAll(/std::pair<const char \*, Builder> all\[\] = \{([\s\S]*?)\};/g))
      for (const [, opcode = ""] of table.matchAll(/\{"(\w+)", build/g)) forms.add(opcode);
    // Video instructions: a name, and the same with 2 and 4 behind it.
    for (const [, both, name = ""] of text.matchAll(/add(Both|Simd)<[^>]*>\(forms, "(\w+)"\);/g))
      for (const ending of [...(both === "Both" ? [""] : []), "2", "4"]) forms.add(name + ending);
  }
  return forms;
}

test("every opcode of the emulator's table has a card, and every card is of an opcode that the emulator has", () => {
  const forms = [...formsOfEmulator()];
  const opcodes = new Set(forms.map((form) => form.split(".")[0] ?? ""));
  expect(opcodes.size).toBeGreaterThan(110);
  expect([...opcodes].filter((opcode) => !ptxOpcodes[opcode])).toEqual([]);
  expect(Object.keys(ptxOpcodes).filter((form) => !opcodes.has(form.split(".")[0] ?? ""))).toEqual([]);
  // A form of its own there has words of its own here; types select nothing that a reader would call another instruction.
  const selected = forms.filter((form) => form.includes(".") && !/\.(cc|[befs]\w*\d+\w*|tf32)$/.test(form));
  const said = (form: string) => {
    const [opcode = "", when = ""] = form.split(".");
    return Object.keys(ptxOpcodes).some((key) => key.startsWith(`${opcode}.`) && key.split(".").includes(when));
  };
  expect(selected.length).toBeGreaterThan(7);
  expect(selected.filter((form) => !said(form))).toEqual([]);
});

test("every modifier that a family takes is explained", () => {
  const taken = new Set<string>();
  for (const text of sources)
    for (const [call] of text.matchAll(/\b(?:take|takeOneOf|isLeft|takenOrLeft)\((?:\{[^}]*\}|"[^"]*")/g))
      for (const [, word = ""] of call.matchAll(/"([^"]+)"/g)) taken.add(word);
  expect(taken.size).toBeGreaterThan(100);
  expect([...taken].filter((word) => !modifierText("", word)).sort()).toEqual([]);
});

test("every special register of the emulator has a card", () => {
  const text = readFileSync(join(emulator, "program/Adapt.cpp"), "utf8");
  const names = [...text.matchAll(/\{"(%\w+)", Special::/g)].map((match) => match[1] ?? "");
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !ptxRegisters[name])).toEqual([]);
});

test("a card takes the modifiers one by one, by what they mean for this opcode", () => {
  const card = opcodeCard("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16", 32);
  expect(card?.parts?.map((part) => part.name)).toEqual([
    ".mma_async",
    ".sync",
    ".aligned",
    ".m64n128k16",
    ".f32",
    ".bf16",
    ".bf16",
  ]);
  expect(card?.parts?.[3]?.text).toBe("a product of 64 × 16 by 16 × 128, into 64 × 128");
  expect(card?.parts?.filter((part) => part.marked).map((part) => part.name)).toEqual([".m64n128k16"]);
  expect(
    opcodeCard("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes")?.text,
  ).toContain("tensor map");
  expect(opcodeCard("cp.async.cg.shared.global")?.text).toContain("4 to 16 bytes");
  expect(opcodeCard("ld.shared::cta.v4.b32")?.parts?.map((part) => part.name)).toEqual([".shared::cta", ".v4", ".b32"]);
  expect(opcodeCard("nonsense.rn")).toBeNull();
});

test("what is under the pointer decides", () => {
  const line = "\t@!%p1 add.rn.ftz.f32 \t%f3, %tid.x, 0f3F800000; // sub.f32";
  const title = (word: string) => ptxCardAt(line, line.indexOf(word) + 1)?.card.title;
  expect(title("add.rn")).toBe("add.rn.ftz.f32");
  expect(title("%tid.x")).toBe("%tid.x");
  expect(title("%f3")).toBeUndefined();
  expect(title("sub.f32")).toBeUndefined();
  expect(ptxCardAt("\t.loc\t1 2 3", 2)?.card.title).toBe(".loc");
  expect(ptxCardAt("$L__BB0_2: bra.uni $L__BB0_1;", 12)?.card.title).toBe("bra.uni");
});
