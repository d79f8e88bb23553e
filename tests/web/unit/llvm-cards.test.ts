// SPDX-License-Identifier: Apache-2.0
// Every instruction of LLVM IR, and every intrinsic that our code generator's sources name, has a card.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { llvmCardAt, llvmCardOf, llvmOpcodes } from "../../../web/src/base/llvm-cards";

const root = join(import.meta.dirname, "../../../compiler");
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(?:cpp|h)$/.test(name))
  .map((name) => readFileSync(join(root, name), "utf8"));

test("every instruction that our sources make has a card", () => {
  const named = new Set(
    sources.flatMap((text) => [...text.matchAll(/\bLLVM::(\w+)Op\b/g)].map((match) => match[1]?.toLowerCase() ?? "")),
  );
  expect(named.size).toBeGreaterThan(40);
  // What C++ calls otherwise, what is a constant or a name and no instruction, and intrinsics.
  const other: Record<string, string> = {
    return: "ret",
    condbr: "br",
    gep: "getelementptr",
    llvmfunc: "define",
    callintrinsic: "call",
    inlineasm: "call",
  };
  const noInstruction = new Set([
    "addressof",
    "constant",
    "global",
    "poison",
    "undef",
    "atomicbin",
    "metadata",
    "zero",
    "comdat",
    "module",
  ]);
  const isKnown = (name: string) => {
    const opcode = other[name] ?? name;
    const isIntrinsic = [
      "fma",
      "fabs",
      "maxnum",
      "minnum",
      "maximum",
      "minimum",
      "smax",
      "smin",
      "umax",
      "umin",
      "copysign",
      "sqrt",
    ].includes(name);
    return noInstruction.has(name) || (isIntrinsic ? llvmCardOf(`@llvm.${name}.f32`, false) : llvmOpcodes[opcode]);
  };
  expect([...named].filter((name) => !isKnown(name))).toEqual([]);
});

test("every intrinsic that they name has a card", () => {
  const named = new Set(
    sources.flatMap((text) => [...text.matchAll(/"(llvm\.[a-z0-9_.]+)"/g)].map((match) => match[1] ?? "")),
  );
  expect(named.size).toBeGreaterThan(8);
  expect([...named].filter((name) => !llvmCardOf(`@${name}`, false))).toEqual([]);
});

test("cards tell the parts of an intrinsic's name", () => {
  const line = "  %5 = call float @llvm.nvvm.ex2.approx.ftz.f32(float %4), !dbg !7";
  const card = llvmCardAt(line, line.indexOf("ex2"))?.card;
  expect(card?.text).toContain("Two to the power");
  expect(card?.parts).toEqual([
    { name: ".ftz", text: "numbers too small for a normal float become zero" },
    { name: ".f32", text: "a float of 32 bits" },
  ]);
  expect(llvmCardAt("  %1 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", 25)?.card.text).toContain(
    "number in its block",
  );
});

test("an opcode is one where it stands first; elsewhere words are flags, types and spaces", () => {
  const line = "  %12 = add nuw i32 %add, 4 ; add";
  expect(llvmCardAt(line, 9)?.card.title).toBe("add");
  expect(llvmCardAt(line, line.indexOf("nuw"))?.card.text).toContain("unsigned");
  expect(llvmCardAt(line, line.indexOf("i32"))?.card.text).toContain("32 bits");
  expect(llvmCardAt(line, line.indexOf("%add") + 2)).toBeNull();
  expect(llvmCardAt(line, line.indexOf("; add") + 3)).toBeNull();
  const store = "  store <4 x float> %9, ptr addrspace(1) %7, align 16, !dbg !9";
  expect(llvmCardAt(store, 3)?.card.title).toBe("store");
  expect(llvmCardAt(store, store.indexOf("addrspace") + 3)?.card.text).toBe("Global memory.");
});

test("within inline assembly a word is PTX", () => {
  const line =
    '  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16;", "r,l,~{memory}"(i32 %4, ptr %5)';
  const found = llvmCardAt(line, line.indexOf("async"));
  expect(found?.card.title).toBe("cp.async.cg.shared.global");
  expect(found && line.slice(found.from, found.to)).toBe("cp.async.cg.shared.global");
  expect(llvmCardAt(line, 3)?.card.title).toBe("call");
  expect(llvmCardAt(line, line.indexOf("r,l"))).toBeNull();
});
