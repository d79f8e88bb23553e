// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { decodeShare, encodeShare } from "../../../web/src/base/share";
import { choose, isTunable } from "../../../web/src/base/tune";
import { sameInput } from "../../../web/src/engine/lane";

test("a choice replaces an earlier one of its name and kernel, and only that", () => {
  let tune = choose("", "matmul", "stages", 3);
  expect(tune).toBe("matmul.stages=3");
  tune = choose(tune, "matmul", "warps", 8);
  tune = choose(tune, "matmul_1", "stages", 2);
  tune = choose(tune, "matmul", "stages", 5);
  expect(tune).toBe("matmul.warps=8;matmul_1.stages=2;matmul.stages=5");
  expect(choose(tune, "matmul", "warps", null)).toBe("matmul_1.stages=2;matmul.stages=5");
  expect(choose("matmul.warps=8", "matmul", "warps", null)).toBe("");
});

test("what the command line can write down can be chosen", () => {
  expect(["matmul_kernel", "k1"].map(isTunable)).toEqual([true, true]);
  expect(["a.b", "<lambda>", ""].map(isTunable)).toEqual([false, false, false]);
});

test("another choice is another program to the compiler", () => {
  const input = { file: "a.py", source: "", target: "sm_90a" };
  expect(sameInput(input, { ...input })).toBe(true);
  expect(sameInput(input, { ...input, tune: "k.stages=3" })).toBe(false);
});

test("a link holds the choices", () => {
  const state = { source: "x = 1", file: "a.py", tune: "k.stages=3" };
  expect(decodeShare(encodeShare(state))).toEqual({ ok: true, value: state });
});
