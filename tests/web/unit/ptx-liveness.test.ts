// SPDX-License-Identifier: Apache-2.0
// Registers alive along a PTX text: straight lines, loops, guards, vectors, scopes, and all PTX of the emulator's tests.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pressureOf } from "../../../web/src/base/ptx-liveness";

/** What the lines take for granted is written above them. */
const given =
  "mov.b64 %rd1, 0; mov.b64 %rd2, 0; mov.b32 %r4, 0; mov.b32 %r3, 0; mov.b32 %r2, 0; mov.b32 %r1, 0; setp.eq.u32 %p1, 0, 0;";
const kernel = (body: string, registers = ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;") =>
  `.version 8.0\n.visible .entry k(\n\t.param .u64 k_param_0\n)\n.reqntid 128\n{\n\t${registers} ${given}\n${body}\n}\n`;
const first = 8;

/** `line: pred/b16/b32/b64`, lines of the body from 1. */
function curve(body: string, registers?: string): string[] {
  const points = pressureOf(kernel(body, registers))[0]?.points ?? [];
  return points
    .filter(({ line }) => line >= first)
    .map(({ line, alive }) => `${line - first + 1}: ${alive.pred}/${alive.b16}/${alive.b32}/${alive.b64}`);
}

describe("registers alive behind each instruction", () => {
  test("are those that are read later", () => {
    expect(
      curve("mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, 1;\nmul.lo.u32 %r3, %r1, %r2;\nst.global.u32 [%rd1], %r3;"),
    ).toEqual(["1: 0/0/1/1", "2: 0/0/2/1", "3: 0/0/1/1", "4: 0/0/0/0"]);
  });

  test("stay alive round a loop, of which the text's order tells nothing", () => {
    const loop = [
      "mov.u32 %r1, 0;",
      "mov.u32 %r2, 7;",
      "$L1:",
      "add.u32 %r1, %r1, %r2;",
      "setp.lt.u32 %p1, %r1, 100;",
      "@%p1 bra $L1;",
      "st.global.u32 [%rd1], %r1;",
      "ret;",
    ].join("\n");
    // %r2 is alive to the branch, since the loop reads it again.
    expect(curve(loop)).toEqual([
      "1: 0/0/1/1",
      "2: 0/0/2/1",
      "4: 0/0/2/1",
      "5: 1/0/2/1",
      "6: 0/0/2/1",
      "7: 0/0/0/0",
      "8: 0/0/0/0",
    ]);
  });

  test("a guarded write keeps the old value alive, a full one ends it", () => {
    expect(curve("mov.u32 %r1, 1;\n@%p1 mov.u32 %r1, 2;\nst.shared.u32 [%r2], %r1;")).toEqual([
      "1: 1/0/2/0",
      "2: 0/0/2/0",
      "3: 0/0/0/0",
    ]);
    expect(curve("mov.u32 %r1, 1;\nmov.u32 %r1, 2;\nst.shared.u32 [%r2], %r1;").slice(0, 2)).toEqual([
      "1: 0/0/2/0",
      "2: 0/0/2/0",
    ]);
  });

  test("vectors, pairs of predicates, accumulators, scopes and instructions of several lines are read", () => {
    expect(curve("ld.global.v2.b32 {%r1, %r2}, [%rd1];\nst.global.v2.b32 [%rd2], {%r1, %r2};")).toEqual([
      "1: 0/0/2/1",
      "2: 0/0/0/0",
    ]);
    expect(curve("setp.eq.u32 %p1|%p2, %r1, %r2;\nselp.u32 %r3, 1, 0, %p1;\n@%p2 st.shared.u32 [%r4], %r3;")[0]).toBe(
      "1: 2/0/1/0",
    );
    // An accumulator is added to: it was alive before.
    expect(
      curve(
        "mov.b32 %r1, 0;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16\n  {%r1, %r2},\n  %rd1, %rd2, %p1;\nst.shared.b32 [%r3], %r1;",
      ),
    ).toEqual(["1: 1/0/3/2", "2: 0/0/3/0", "5: 0/0/0/0"]);
    expect(
      curve(
        "mov.b32 %r1, 1;\n{\n.reg .b64 %r1;\nmov.b64 %r1, 2;\nst.shared.b64 [%r2], %r1;\n}\nst.shared.b32 [%r2], %r1;",
      ),
    ).toEqual(["1: 0/0/2/0", "4: 0/0/2/1", "5: 0/0/2/0", "7: 0/0/0/0"]);
    expect(
      curve(
        "bar.sync %r1, %r2;\nmbarrier.try_wait.parity.shared.b64 %p1, [%r3], %r4; // %r5\n@%p1 bra $out;\nadd.u32 %r1, %r1, 1;\n$out: ret;",
      )[0],
    ).toBe("1: 0/0/3/0");
  });

  test("count twice in the total where they have 64 bits; predicates count apart", () => {
    const [pressure] = pressureOf(
      kernel("mov.b64 %rd1, 1;\nmov.b16 %h1, 1;\nsetp.eq.u32 %p1, 0, 0;\n@%p1 st.global.b16 [%rd1], %h1;"),
    );
    expect(pressure).toMatchObject({ name: "k", most: 3, at: 8 });
    expect(pressure?.points.slice(7).map(({ total }) => total)).toEqual([2, 3, 3, 0]);
  });

  test("are none before something is written: an accumulator that a first product does not add to", () => {
    const text =
      ".visible .entry k()\n{\n.reg .b32 %r<9>;\nbar.sync 0;\nwgmma.mma_async.sync {%r1, %r2}, 0, 0, 0;\nst.shared.v2.b32 [0], {%r1, %r2};\n}\n";
    expect(pressureOf(text)[0]?.points.map(({ total }) => total)).toEqual([0, 2, 0]);
  });

  test("what is never read takes its register for its own instruction only", () => {
    expect(curve("mov.u32 %r1, 1;\nret;")).toEqual(["1: 0/0/1/0", "2: 0/0/0/0"]);
  });
});

const folder = join(import.meta.dirname, "../../emulator/kernels");
describe("the emulator's kernels", () => {
  test.each(readdirSync(folder).filter((name) => name.endsWith(".ptx")))("%s is read", (name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const read = pressureOf(text);
    const lines = text.split("\n");
    expect(read.length).toBeGreaterThan(0);
    for (const { points } of read.filter((one) => one.points.length > 0)) {
      // Nothing is alive where a kernel ends.
      for (const { line, total } of points) {
        expect(total).toBeGreaterThanOrEqual(0);
        if (/^\s*(?:ret|exit);/.test(lines[line - 1] ?? "")) expect(total).toBe(0);
      }
      // Before a kernel's first instruction nothing is alive: what it writes itself is all.
      expect(points[0]?.total).toBeLessThanOrEqual(8);
    }
  });
});
