// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the tilings pane: which program is where in the grid, which blocks an operand falls into, which programs touch
// a block. No pixels here (scene.ts has them).
//
// Launch order gives every program a number p. In a row-major grid the last axis is the fastest: grid (2, 3) runs (0, 0), (0, 1),
// (0, 2), (1, 0), ..; in a column-major one (Triton's) the first: (0, 0), (1, 0), (0, 1), .. An empty grid is one program, ().

import type { Box, Launch, Operand } from "./protocol";

export function programPoint(launch: Launch, program: number): number[] {
  const point = new Array<number>(launch.grid.length).fill(0);
  let rest = program;
  for (const axis of axesFastestFirst(launch)) {
    const size = launch.grid[axis] ?? 1;
    point[axis] = rest % size;
    rest = Math.floor(rest / size);
  }
  return point;
}

export function programNumber(launch: Launch, point: readonly number[]): number {
  let program = 0;
  for (const axis of axesFastestFirst(launch).reverse()) program = program * (launch.grid[axis] ?? 1) + (point[axis] ?? 0);
  return program;
}

export function axesFastestFirst(launch: Launch): number[] {
  const axes = launch.grid.map((_, axis) => axis);
  return launch.order === "column-major" ? axes : axes.reverse();
}

/** One operand's distinct boxes and who touches which. */
export interface Blocks {
  boxes: Box[];
  /** For each listed program its box's index in `boxes`, -1 where it touches nothing. */
  ofProgram: Int32Array;
}

const cache = new WeakMap<Operand, Blocks>();

export function blocksOf(operand: Operand): Blocks {
  const known = cache.get(operand);
  if (known) return known;
  const indices = new Map<string, number>();
  const boxes: Box[] = [];
  const ofProgram = new Int32Array(operand.boxes.length).fill(-1);
  for (const [program, box] of operand.boxes.entries()) {
    if (!box || isEmpty(box)) continue;
    const key = box[0].join() + ":" + box[1].join();
    let index = indices.get(key);
    if (index === undefined) {
      index = boxes.length;
      indices.set(key, index);
      boxes.push(box);
    }
    ofProgram[program] = index;
  }
  const blocks = { boxes, ofProgram };
  cache.set(operand, blocks);
  return blocks;
}

function isEmpty(box: Box): boolean {
  return box[0].some((begin, axis) => begin >= (box[1][axis] ?? 0));
}

export function programsTouching(blocks: Blocks, block: number): number[] {
  const programs: number[] = [];
  for (const [program, index] of blocks.ofProgram.entries()) if (index === block) programs.push(program);
  return programs;
}

/** The first block that holds `element`; -1 for none. Blocks may overlap: then the earliest in launch order wins. */
export function blockAt(blocks: Blocks, element: readonly number[]): number {
  return blocks.boxes.findIndex((box) => element.every((at, axis) => at >= (box[0][axis] ?? 0) && at < (box[1][axis] ?? 0)));
}

/** `[512:1024, 0:512]`, as Python slices it; `[all]` for a whole array. */
export function formatBox(box: Box, shape: readonly number[]): string {
  if (shape.length === 0) return "the scalar";
  const parts = box[0].map((begin, axis) => {
    const end = box[1][axis] ?? 0;
    if (begin === 0 && end === shape[axis]) return ":";
    return end === begin + 1 ? String(begin) : `${begin}:${end}`;
  });
  return `[${parts.join(", ")}]`;
}

/** Operands that are drawn: arrays. Scalars have no blocks. */
export function drawnOperands(launch: Launch): Operand[] {
  return launch.operands.filter((operand) => operand.role !== "scalar" && operand.role !== "scratch");
}
