// SPDX-License-Identifier: Apache-2.0
// The roofline's arithmetic, by numbers that can be checked by hand, and that the page's cards are the cost model's.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cards, everyCard, findCard, type Card } from "../../../web/src/base/gpu-cards";
import type { ExplainedKernel, SchedulePlan, SchedulePrediction } from "../../../web/src/base/protocol";
import {
  allRoofs,
  ceilingOf,
  describePoint,
  occupancyOf,
  planeOf,
  pointOf,
  roofPath,
  roofsOf,
} from "../../../web/src/base/roofline";

const compiler = join(import.meta.dirname, "../../../compiler");
const rates = join(import.meta.dirname, "../../../shared/rates");
const h100 = findCard("H100 SXM") as Card;

const product = (instruction: string, type: string) => ({ range: null, instruction, type, operands: "" });
const plan = (change: Partial<SchedulePlan> = {}): SchedulePlan => ({
  threads: 256,
  blocks: 132,
  partsOfProgram: 1,
  cluster: 1,
  persistent: false,
  order: "",
  sharedBytes: 98304,
  workspaceBytes: 0,
  registers: 128,
  registersAtMost: 255,
  roles: [],
  buffers: [],
  products: [product("wgmma", "64x128x64xbf16, sums f32")],
  accesses: [],
  ...change,
});
const prediction = (change: Partial<SchedulePrediction> = {}): SchedulePrediction => ({
  microseconds: 150.5,
  limit: "products",
  blocks: 132,
  blocksPerProcessor: 2,
  waves: 1,
  registers: 128,
  operations: 137438953472,
  memoryBytes: 100663296,
  rooflineMicroseconds: 139,
  guesses: false,
  ...change,
});
const kernel = (change: Partial<ExplainedKernel> = {}): ExplainedKernel => ({
  name: "matmul",
  source: "triton",
  form: "warpgroups",
  range: null,
  grids: [],
  plan: plan(),
  prediction: prediction(),
  decisions: [],
  obstacles: [],
  refusals: [],
  ...change,
});

describe("the cards are the model's", () => {
  const cardFacts = readFileSync(join(rates, "Cards.def"), "utf8");
  const rateFacts = readFileSync(join(rates, "Rates.def"), "utf8");
  const targets = readFileSync(join(compiler, "tilegpu/ir/Target.cpp"), "utf8");
  /** The numbers of a row: of Ampere, of Hopper. */
  const rate = (name: string) => {
    const row = new RegExp(`RATE\\(${name}, (?:.*\\n)*?.*\\)\\)`).exec(rateFacts)?.[0] ?? "";
    return [...row.matchAll(/\(([\d.e]+), [A-Z],/g)].map((match) => Number(match[1]));
  };
  /** Cards of the table, a target's usual one first. */
  const rows = [...cardFacts.matchAll(/^CARD\((\w+), "[\w-]+", "(\w+)", "([^"]+)", (\w+)\)/gm)].map((match) => ({
    id: match[1] ?? "",
    target: match[2] ?? "",
    name: match[3] ?? "",
    generation: ["ampere", "hopper"].indexOf(match[4] ?? ""),
  }));
  const usual = rows.filter((row, at) => rows.findIndex(({ target }) => target === row.target) === at);

  test("each target's usual card is here, and no other", () => {
    expect(usual.length).toBeGreaterThan(1);
    expect(cards.map(({ name }) => name)).toEqual(usual.map(({ name }) => name));
  });

  test.each(usual)("$name", ({ id, target, name, generation }) => {
    const fact = (what: string) => Number(new RegExp(`CARD_FACT\\(${id}, ${what}, ([\\d.e]+),`).exec(cardFacts)?.[1]);
    const shared = Number(
      new RegExp(`\\{"${target}"\\},\\s*\\{"[^"]*"\\}(?:,\\s*\\d+){4},\\s*(\\d+)`).exec(targets)?.[1],
    );
    expect(findCard(name)).toEqual({
      name,
      processors: fact("processors"),
      megahertz: fact("specClock"),
      wgmmaOperations: rate("tensorOperations16")[generation],
      mmaOperations: rate("mmaOperations16")[generation],
      memoryBytes: fact("memoryCopy") * 1e3, // GB/s to bytes a microsecond
      sharedBytes: shared,
    });
    expect(rate("sharedMost")[generation]).toBe(shared);
  });

  test("what every card has", () => {
    const [schedulers, lanes, cycles] = ["schedulers", "warpLanes", "fma32Cycles"].map((name) => rate(name)[1] ?? NaN);
    expect(everyCard).toEqual({
      fmaOperations: (2 * (schedulers ?? NaN) * (lanes ?? NaN)) / (cycles ?? NaN),
      threads: (rate("residentWarps")[1] ?? NaN) * (lanes ?? NaN),
      blocks: rate("residentBlocks")[1],
      registers: rate("registers")[1],
      sharedBytesPerBlock: rate("sharedReserved")[1],
    });
    expect(targets.match(/\b65536\b/g)?.length).toBe(usual.length);
  });
});

test("a product lies under the roof of its instruction", () => {
  const point = pointOf(kernel(), h100);
  if (typeof point === "string") throw new Error(point);
  expect(point.intensity).toBeCloseTo(1365.33, 1);
  expect(point.rate).toBeCloseTo(913215637, -1);
  // 132 multiprocessors x 4,096 a cycle x 1,830 MHz.
  expect(ceilingOf(point, h100)).toEqual({ what: "wgmma of bf16", rate: 132 * 4096 * 1830 });
  expect(describePoint(point, h100)).toBe(
    "1.37k operations a byte, 913 T operations a second predicted, 92 % of wgmma of bf16",
  );
});

test("a product of few operations a byte lies under the slope of memory", () => {
  const point = pointOf(
    kernel({ prediction: prediction({ operations: 1e9, memoryBytes: 1e8, microseconds: 50 }) }),
    h100,
  );
  if (typeof point === "string") throw new Error(point);
  expect(ceilingOf(point, h100)).toEqual({ what: "what memory allows", rate: 10 * 3000e3 });
  expect(describePoint(point, h100)).toContain("67 % of what memory allows");
});

test("bytes go twice as fast as 16 bits, words half, multiply-adds by their own rate", () => {
  const all = plan({
    products: [
      product("wgmma", "64x128x32xf8E4M3FN, sums f32"),
      product("mma.sync", "16x8x8xf32, sums f32"),
      product("multiply-adds", "16x16x16xf64, sums f64"),
      product("something else", "16x16x16xf16, sums f32"),
    ],
  });
  const perCycle = roofsOf(all, h100).map(({ label, rate }) => [label, rate / 132 / 1830]);
  expect(perCycle).toEqual([
    ["wgmma of f8E4M3FN", 8192],
    ["mma.sync of f32", 1270],
    ["multiply-adds of f64", 256],
  ]);
});

test("a kernel without a place says why", () => {
  expect(pointOf(kernel({ prediction: prediction({ operations: 0 }) }), h100)).toContain("has none");
  const { prediction: _, ...unlaunched } = kernel();
  expect(pointOf(unlaunched, h100)).toBe("the program does not launch it");
  expect(pointOf({ ...unlaunched, form: "none" }, h100)).toBe("it has no schedule");
});

test("occupancy names what allows no more blocks", () => {
  // 65,536 registers / (128 x 256) are 2; 233,472 bytes / 99,328 are 2 as well; 2,048 threads / 256 are 8.
  expect(occupancyOf(kernel(), h100)).toEqual({ share: 0.25, limits: ["registers", "shared memory"] });
  const small = kernel({
    plan: plan({ sharedBytes: 0, threads: 64 }),
    prediction: prediction({ registers: 32, blocksPerProcessor: 32 }),
  });
  expect(occupancyOf(small, h100)).toEqual({ share: 1, limits: ["registers", "threads", "blocks"] });
});

test("occupancy that the numbers do not explain is not explained", () => {
  expect(occupancyOf(kernel({ prediction: prediction({ blocksPerProcessor: 5 }) }), h100)?.limits).toEqual([]);
  expect(occupancyOf(kernel({ prediction: prediction({ blocksPerProcessor: 1 }) }), h100)?.limits).toEqual([]);
});

test("the plane holds all dots, and a roof bends where memory's slope meets it", () => {
  const point = pointOf(kernel(), h100);
  if (typeof point === "string") throw new Error(point);
  const roofs = allRoofs([kernel()], h100);
  const plane = planeOf([point], roofs, h100, 380, 260);
  const { box } = plane;
  for (const x of [plane.x(point.intensity)]) expect(x > box.left && x < box.right).toBe(true);
  for (const y of [plane.y(point.rate), plane.y(roofs[0]?.rate ?? 0)]) expect(y > box.top && y < box.bottom).toBe(true);
  const [, bend] = roofPath(roofs[0] ?? { label: "", rate: 1 }, h100, plane).split("L");
  expect(Number(bend?.split(" ")[0])).toBeCloseTo(plane.x((132 * 4096 * 1830) / 3000e3), 0);
  expect(roofPath(roofs[0] ?? { label: "", rate: 1 }, h100, plane)).not.toContain("NaN");
});

test("without products the roof is the card's for 16 bits", () => {
  expect(allRoofs([kernel({ plan: plan({ products: [] }) })], h100)).toEqual([
    { label: "products of 16 bits", rate: 132 * 4096 * 1830 },
  ]);
});
