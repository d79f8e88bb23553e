// SPDX-License-Identifier: Apache-2.0
// A program's launch as the emulator's form: arguments in a device's order, CUDA's grid, what the schedule adds.

import { describe, expect, test } from "vitest";
import { specOf, type EmulatorEntry } from "../../../web/src/base/emulator";
import { cudaGrid, formOfLaunch, readBarriers, readLaunches, readPlan } from "../../../web/src/base/launch-plan";

const access = (kind: string, name: string) =>
  `{tilegpu.access = #tilegpu.access<${kind}>, tilegpu.alignment = 16 : i64, tilegpu.name = "${name}"}`;
const head = (name: string, parameters: string, attributes: string) =>
  `  tilegpu.module @sm_90a {\n    tilegpu.kernel @${name}(${parameters}) attributes {${attributes}} {\n`;

const recorded = `module {
  func.func @main() {
    %x = arith.constant dense<1.000000e+00> : tensor<98432xf32>
    %cst = arith.constant 5.000000e-01 : f32
    %cst_1 = arith.constant 0x3FC00000 : f32
    %c98432_i32 = arith.constant 98432 : i32
    %out = tile.launch @add grid [97](%x, %y, %c98432_i32, %cst) : (tensor<98432xf32>, tensor<98432xf32>, i32, f32) -> tensor<98432xf32>
    %more = tile.launch @add grid [97](%y, %y, %seen, %cst_1) : (tensor<98432xf32>, tensor<98432xf32>, i32, f32) -> tensor<98432xf32>
    return
  }
  tile.kernel @add(%x_ptr: !tile.ref<?xf32> {tile.access = #tile.access<read>, tile.name = "x_ptr"}) attributes {source = "triton"} {
  tile.kernel @mm(%a: !tile.ref<64x64xf16> {tile.access = #tile.access<read>, tile.name = "a"}, %s: !tile.ref<8x4xf32> {tile.access = #tile.access<scratch>, tile.name = "s"}) attributes {source = "pallas"} {
`;
const scheduled = head(
  "add",
  `%x_ptr: !tilegpu.ref<?xf32> ${access("read", "x_ptr")}, %y_ptr: !tilegpu.ref<?xf32> ${access("read", "y_ptr")}, ` +
    `%o_ptr: !tilegpu.ref<?xf32> ${access("write", "o_ptr")}, %n: i32 ${access("read", "n")}, %p: f32 ${access("read", "p")}`,
  "axis_order = array<i64: 0>, blocks = 0 : i64, cluster = array<i64>, num_warps = 4 : i64, parts = 1 : i64, shared_bytes = 512 : i64, workspace_bytes = 0 : i64",
);

const entryOf = (name: string, sizes: number[]): EmulatorEntry => ({
  name,
  parameters: sizes.map((size, index) => ({ name: `p${index}`, type: "b8", offset: 0, size, alignment: 8 })),
  staticShared: 0,
  requiredThreads: [128, 0, 0],
});

describe("a launch of the program", () => {
  test("gives grid, block, shapes, types and constants, in the kernel's order", () => {
    const plan = readPlan(scheduled, recorded, "add");
    const launches = readLaunches(recorded, "add");
    expect(launches.map(({ line }) => line)).toEqual([6, 7]);
    const filled = plan && launches[0] && formOfLaunch(plan, launches[0], entryOf("add", [8, 8, 8, 4, 4]));
    expect(filled?.form).toMatchObject({ entry: "add", grid: "97", block: "128", smem: "512" });
    expect(filled?.form.rows.map(specOf)).toEqual([
      "f32[98432]=full:1",
      "f32[98432]=random:1",
      "f32[98432]=empty",
      "s32=98432",
      "f32=0.5",
    ]);
    // What `%y` holds only a run knows.
    expect(filled?.invented).toEqual([1]);
  });

  test("a scalar that only a run knows is told, a float by its bits is read", () => {
    const plan = readPlan(scheduled, recorded, "add");
    const second = readLaunches(recorded, "add")[1];
    const filled = plan && second && formOfLaunch(plan, second, entryOf("add", [8, 8, 8, 4, 4]));
    expect(filled?.form.rows.slice(3).map(specOf)).toEqual(["s32=1", "f32=1.5"]);
    expect(filled?.invented).toEqual([0, 1, 3]);
  });

  test("of other parameters is none", () => {
    const plan = readPlan(scheduled, recorded, "add");
    const [first] = readLaunches(recorded, "add");
    expect(plan && first && formOfLaunch(plan, first, entryOf("add", [8, 8]))).toBeNull();
    expect(readPlan(scheduled, recorded, "other")).toBeNull();
  });

  test("what the schedule adds follows: extents, workspace, reports, tensor maps", () => {
    const text = head(
      "mm",
      `%a: !tilegpu.ref<64x64xf16> ${access("read", "a")}, %s: !tilegpu.ref<8x4xf32> ${access("readwrite", "s")}, ` +
        `%i: !tilegpu.ref<3xi32> ${access("read", "i")}, %o: !tilegpu.ref<?xbf16> ${access("readwrite", "o")}`,
      "axis_order = array<i64: 1, 0>, blocks = 0 : i64, cluster = array<i64: 2>, linear_grid, num_warps = 4 : i64, parts = 2 : i64, reports, shared_bytes = 4096 : i64, " +
        "tensor_maps = [#tilegpu.tensor_map<argument = 0, box = [32, 64], swizzle = 128>, #tilegpu.tensor_map<argument = 3, box = [8, 8], swizzle = 0, shape = [16, 8]>], workspace_bytes = 256 : i64",
    );
    const launch = {
      kernel: "mm",
      line: 0,
      grid: [4, 3],
      operands: [
        { shape: [64, 64], element: "f16", value: null },
        { shape: [3], element: "i32", value: null },
        { shape: [128], element: "bf16", value: "0" },
      ],
      results: [{ shape: [128], element: "bf16", value: null }],
    };
    const plan = readPlan(text, recorded, "mm");
    expect(plan?.parameters.map((parameter) => parameter.access)).toEqual(["read", "scratch", "read", "readwrite"]);
    const filled = plan && formOfLaunch(plan, launch, entryOf("mm", [8, 8, 8, 8, 4, 4, 8, 8, 128, 128]));
    expect(filled?.form.grid).toBe("24");
    expect(filled?.form.rows.map(specOf)).toEqual([
      "f16[64,64]=random:0",
      "f32[8,4]=zeros",
      "s32[3]=zeros",
      "bf16[128]=zeros",
      "s32=4",
      "s32=3",
      "u8[6144]=zeros",
      "u32[4096]=zeros",
      "map(0)=box:32x64,swizzle:128",
      "map(3)=box:8x8,dims:16x8",
    ]);
  });

  test("CUDA's grid is the axes in the schedule's order, or the schedule's own", () => {
    const plan = readPlan(scheduled, recorded, "add");
    if (!plan) throw new Error("no plan");
    expect(cudaGrid({ ...plan, axisOrder: [2, 1, 0] }, [4, 3, 2])).toEqual([2, 3, 4]);
    expect(cudaGrid({ ...plan, axisOrder: [1, 0], parts: 3 }, [4, 2])).toEqual([6, 4, 1]);
    expect(cudaGrid({ ...plan, blocks: 132, parts: 1 }, [1000])).toEqual([132, 1, 1]);
    expect(cudaGrid(plan, [0])).toBeNull();
    expect(cudaGrid(plan, [])).toEqual([1, 1, 1]);
  });
});

test("mbarriers are those of their own kernel", () => {
  const body = (name: string, offset: number) =>
    `      %2 = tilegpu.alloc_barrier "${name}" {arrivals = 2 : i64, offset = ${offset} : i64} : <4>\n`;
  const text =
    head("a", "", "parts = 1 : i64") +
    body("ready", 0) +
    body("free", 32) +
    "    }\n    tilegpu.kernel @b() {\n" +
    body("ready", 64);
  expect(readBarriers(text, "a")).toEqual([
    { name: "ready", offset: 0 },
    { name: "free", offset: 32 },
  ]);
  expect(readBarriers(text, "b")).toEqual([{ name: "ready", offset: 64 }]);
  expect(readBarriers(text, "c")).toEqual([]);
});
