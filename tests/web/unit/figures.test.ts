// SPDX-License-Identifier: Apache-2.0
// Two variants in numbers: what a difference says, which rows stand beside each other, what is counted.

import { expect, test } from "vitest";
import { alignFigures, differenceOf, programFigures, unionOf, type Figure } from "../../../web/src/base/figures";
import { layoutFigures, tilingFigures } from "../../../web/src/base/memory-figures";
import { countFigures, countMlir, countPtx } from "../../../web/src/base/op-counts";
import type { ExplainAnswer, KernelLayouts, KernelTilings } from "../../../web/src/base/protocol";

const figure = (unit: Figure["unit"], value: number | null, word = ""): Figure => ({
  key: "k",
  label: "l",
  unit,
  value,
  word,
});

test.each([
  [figure("time", 100), figure("time", 110), "+10 µs, +10 %"],
  [figure("time", 100), figure("time", 75), "−25 µs, −25 %"],
  [figure("bytes", 65536), figure("bytes", 98304), "+32 KiB, +50 %"],
  [figure("count", 0), figure("count", 3), "+3"],
  [figure("share", 0.5), figure("share", 0.75), "+25 points"],
  [figure("count", 7), figure("count", 7), "same"],
  [figure("count", null), figure("count", 7), "only in B"],
  [figure("count", 7), undefined, "only in A"],
  [figure("count", null), figure("count", null), "–"],
  [figure("word", null, "memory"), figure("word", null, "products"), "products, was memory"],
  [figure("word", null, "memory"), figure("word", null, "memory"), "same"],
])("%o to %o is %s", (a, b, expected) => {
  expect(differenceOf(a, b)).toBe(expected);
});

test("rows stand beside each other by their keys, and what only B has comes last", () => {
  const of = (key: string, value: number): Figure => ({ key, label: key, unit: "count", value, word: "" });
  const rows = alignFigures([of("x", 1), of("y", 2)], [of("z", 3), of("x", 4)]);
  expect(rows.map(({ label, a, b }) => [label, a?.value, b?.value])).toEqual([
    ["x", 1, 4],
    ["y", 2, undefined],
    ["z", undefined, 3],
  ]);
  expect(unionOf(["b", "a"], ["c", "a"])).toEqual(["b", "a", "c"]);
});

test("a program's times are added up, its registers are the greatest, its limit the longest kernel's", () => {
  const kernel = (name: string, microseconds: number, limit: string, registers: number) => ({
    name,
    prediction: { microseconds, limit, registers, waves: 1, operations: 10, memoryBytes: 5 },
  });
  const explanation = {
    target: "",
    card: "",
    kernels: [kernel("a", 10, "memory", 200), kernel("b", 30, "products", 64), { name: "c" }],
  };
  const figures = programFigures(explanation as unknown as ExplainAnswer);
  const find = (key: string) => figures.find((one) => one.key === key);
  expect(find("predicted")?.value).toBe(40);
  expect(find("limit")?.word).toBe("products");
  expect(find("registers")?.value).toBe(200);
  expect(find("shared")?.value).toBeNull();
  expect(programFigures({ ...explanation, kernels: [] } as unknown as ExplainAnswer)[0]?.value).toBeNull();
});

test("operations of kernels are counted, and not those around them", () => {
  const text = `module {
  tile.kernel @k() {
    tile.return
  }
  tilegpu.target @sm_90a {
    tilegpu.kernel @k(%x: !tilegpu.ref<4xf32>) {
      %c0 = arith.constant 0 : index
      %0, %1 = scf.for %i = %c0 to %c0 {
        %2:2 = "tilegpu.load"(%x) : ()
        // arith.addf is only spoken of
        scf.yield %2#0, %2#1
      }
      tilegpu.return
    }
  }
  tile.launch @k
}
`;
  expect([...countMlir(text)]).toEqual([
    ["arith.constant", 1],
    ["scf.for", 1],
    ["tilegpu.load", 1],
    ["scf.yield", 1],
    ["tilegpu.return", 1],
  ]);
  expect([...countMlir(text, /^\s*tile\.kernel\b/)]).toEqual([["tile.return", 1]]);
});

test("instructions of PTX are counted by what they do", () => {
  const text = `.version 8.1
.visible .entry k(
	.param .u64 k_param_0
)
{
	.reg .b32 	%r<8>;
	ld.param.b64 	%rd1, [k_param_0];
	@%p1 ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1];
	@!%p1 bra 	$L__BB0_2;
$L__BB0_2:
	add.s32 	%r5, %r1, %r2;
	// add.s32 in a comment;
	wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {%f1}, %rd2, %rd3, 1;
	ret;
}
`;
  expect(Object.fromEntries(countPtx(text))).toEqual({
    "ld.param": 1,
    "ld.global": 1,
    bra: 1,
    add: 1,
    "wgmma.mma_async": 1,
    ret: 1,
  });
  expect(countFigures(countPtx(text)).slice(0, 2)).toMatchObject([
    { label: "all", value: 6 },
    { label: "add", value: 1 },
  ]);
});

test("bytes that all programs see, and wavefronts beyond the ideal", () => {
  const tilings = {
    name: "k",
    launches: [
      {
        programs: 8,
        recorded: 4,
        operands: [
          {
            name: "x",
            role: "read",
            dtype: "f16",
            boxes: [
              [
                [0, 0],
                [4, 8],
              ],
              [
                [0, 0],
                [4, 8],
              ],
              null,
              [
                [4, 0],
                [6, 8],
              ],
            ],
          },
          { name: "n", role: "scalar", dtype: "i32", boxes: [] },
        ],
      },
    ],
  };
  // (32 + 32 + 0 + 16) elements of two bytes, of half of the programs.
  expect(tilingFigures(tilings as unknown as KernelTilings)).toMatchObject([
    { label: "programs", value: 8 },
    { label: "x, read, by all programs", value: 320 },
  ]);
  const access = (wavefronts?: number, ideal?: number) => ({ kind: "read", range: null, wavefronts, ideal });
  const buffer = { name: "s", bytes: 1024, swizzle: 128, accesses: [access(8, 1), access(4, 4), access()] };
  const layouts = { sharedBytes: 1024, warps: 4, values: [{ registers: 4 }, { registers: 64 }], buffers: [buffer] };
  const figures = layoutFigures(layouts as unknown as KernelLayouts);
  expect(figures.find(({ key }) => key === "held")?.value).toBe(64);
  expect(figures.find(({ key }) => key === "conflicts s")?.value).toBe(7);
});
