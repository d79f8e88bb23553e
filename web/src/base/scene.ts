// SPDX-License-Identifier: Apache-2.0
// Where the tilings pane draws what, in CSS pixels: one panel for the grid, one for every array. An array of rank 2 is a plane of
// rows and columns; rank 1 is one row; of a higher rank every index of the leading axes is a plane of its own, beside each
// other. All arrays of a launch share one scale, so that a block of 64x64 is as large in one array as in another; a side that
// would be thinner than `thinnest` is widened, for an array that cannot be seen tells nothing. Where nothing has more than one axis, grid
// and arrays are rows as wide as the pane, below each other, so that programs stand above their blocks.
//
// Worked example: x 512x1024 and y 1024x512 in a pane 600 wide. The longest side is 1024, drawn `square` = 176 pixels long, so
// x is 176 wide and 88 high, y 88 wide and 176 high. The block [256:512, 0:1024] of x is the lower half of its plane.

import { formatShape, formatTuple } from "./format";
import { axesFastestFirst, blockAt, blocksOf, drawnOperands, programNumber } from "./tilings";
import type { Box, Launch, Operand } from "./protocol";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One drawn plane of an array or a grid; `leading` are the indices of the axes before the last two. */
export interface Plane extends Rect {
  leading: number[];
  rows: number;
  columns: number;
}

export interface Panel extends Rect {
  title: string;
  subtitle: string;
  /** Index among `drawnOperands`; -1 for the grid. */
  operand: number;
  planes: Plane[];
  /** Planes that there are but that are not drawn. */
  hiddenPlanes: number;
}

export interface Scene {
  width: number;
  height: number;
  panels: Panel[];
}

const square = 176;
const widest = 960;
const thinnest = 14;
const heading = 36;
const gap = 28;
const planeGap = 6;
const mostPlanes = 16;
const cellSize = 24;

export function layOut(launch: Launch, width: number): Scene {
  const operands = drawnOperands(launch);
  const sides = operands.flatMap((operand) => operand.shape.slice(-2));
  const flat = launch.grid.length < 2 && operands.every((operand) => operand.shape.length < 2);
  const longest = flat ? Math.max(square, Math.min(width, widest) - 2) : square;
  const scale = Math.min(longest / Math.max(1, ...sides), cellSize);
  const panels = [gridPanel(launch, longest), ...operands.map((operand, index) => operandPanel(operand, index, scale))];
  return flow(panels, Math.max(width, 120));
}

/** Puts panels beside each other, as many as fit, then below. */
function flow(panels: Panel[], width: number): Scene {
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  let right = 0;
  for (const panel of panels) {
    if (x > 0 && x + panel.width > width) {
      x = 0;
      y += rowHeight + 18;
      rowHeight = 0;
    }
    move(panel, x, y);
    right = Math.max(right, x + panel.width);
    rowHeight = Math.max(rowHeight, panel.height);
    x += panel.width + gap;
  }
  return { width: right, height: y + rowHeight, panels };
}

function move(panel: Panel, x: number, y: number): void {
  panel.x += x;
  panel.y += y;
  for (const plane of panel.planes) {
    plane.x += x;
    plane.y += y;
  }
}

function gridPanel(launch: Launch, longest: number): Panel {
  const axes = axesFastestFirst(launch);
  const size = (axis: number | undefined) => (axis === undefined ? 1 : (launch.grid[axis] ?? 1));
  const columns = size(axes[0]);
  const rows = size(axes[1]);
  const cell = Math.min(cellSize, longest / Math.max(columns, rows, 1));
  const leading = launch.grid.filter((_, axis) => axis !== axes[0] && axis !== axes[1]);
  return panel(-1, `grid ${formatTuple(launch.grid)}`, orderNote(launch), {
    leadingSizes: leading,
    rows,
    columns,
    width: Math.max(columns * cell, thinnest),
    height: Math.max(rows * cell, thinnest),
  });
}

function orderNote(launch: Launch): string {
  if (launch.programs === 1) return "one program";
  const fastest = axesFastestFirst(launch)[0] ?? 0;
  return launch.grid.length < 2 ? `${launch.programs} programs` : `${launch.programs} programs, axis ${fastest} fastest`;
}

function operandPanel(operand: Operand, index: number, scale: number): Panel {
  const rows = operand.shape.length < 2 ? 1 : (operand.shape.at(-2) ?? 1);
  const columns = operand.shape.at(-1) ?? 1;
  const block = operand.block && operand.block.origin === "block-spec" ? `block ${formatShape(operand.block.shape)}` : "";
  const origin = operand.block?.origin === "whole" ? "whole array" : operand.block?.origin === "recorded" ? "as accessed" : block;
  return panel(index, operand.name, `${operand.dtype} ${formatShape(operand.shape)}${origin ? `, ${origin}` : ""}`, {
    leadingSizes: operand.shape.slice(0, -2),
    rows,
    columns,
    width: Math.max(columns * scale, thinnest),
    height: Math.max(rows * scale, operand.shape.length < 2 ? 22 : thinnest),
  });
}

interface PlaneSizes {
  leadingSizes: number[];
  rows: number;
  columns: number;
  width: number;
  height: number;
}

function panel(operand: number, title: string, subtitle: string, sizes: PlaneSizes): Panel {
  const all = sizes.leadingSizes.reduce((product, size) => product * size, 1);
  const count = Math.min(all, mostPlanes);
  const shrink = count > 2 ? 0.5 : count > 1 ? 0.75 : 1;
  const width = Math.max(sizes.width * shrink, thinnest);
  const height = Math.max(sizes.height * shrink, thinnest);
  const perRow = count <= 4 ? count : Math.ceil(Math.sqrt(count));
  const planes: Plane[] = [];
  for (let index = 0; index < count; index++)
    planes.push({
      x: (index % perRow) * (width + planeGap),
      y: heading + Math.floor(index / perRow) * (height + planeGap),
      width,
      height,
      leading: unravel(index, sizes.leadingSizes),
      rows: sizes.rows,
      columns: sizes.columns,
    });
  const last = planes.at(-1);
  const hidden = all > count ? `${subtitle}, ${all - count} planes not drawn` : subtitle;
  const right = Math.max(...planes.map((plane) => plane.x + plane.width), 0);
  return {
    x: 0,
    y: 0,
    // Headings are at most as wide as their text: up to 6.6 pixels a character in the small type of common systems.
    width: Math.max(right, title.length * 7.2, hidden.length * 6.6),
    height: last ? last.y + last.height : heading,
    title,
    subtitle: hidden,
    operand,
    planes,
    hiddenPlanes: all - count,
  };
}

function unravel(index: number, sizes: readonly number[]): number[] {
  const point = new Array<number>(sizes.length).fill(0);
  let rest = index;
  for (let axis = sizes.length - 1; axis >= 0; axis--) {
    const size = sizes[axis] ?? 1;
    point[axis] = rest % size;
    rest = Math.floor(rest / size);
  }
  return point;
}

/** The rectangles of `box` in its array's planes: one for every drawn plane that it reaches into. */
export function rectsOf(panel: Panel, box: Box): Rect[] {
  const rank = box[0].length;
  const columns: [number, number] = rank === 0 ? [0, 1] : [box[0][rank - 1] ?? 0, box[1][rank - 1] ?? 0];
  const rows: [number, number] = rank < 2 ? [0, 1] : [box[0][rank - 2] ?? 0, box[1][rank - 2] ?? 0];
  return panel.planes
    .filter((plane) => plane.leading.every((at, axis) => at >= (box[0][axis] ?? 0) && at < (box[1][axis] ?? 0)))
    .map((plane) => part(plane, rows, columns));
}

function part(plane: Plane, rows: readonly [number, number], columns: readonly [number, number]): Rect {
  const sx = plane.width / plane.columns;
  const sy = plane.height / plane.rows;
  return {
    x: plane.x + columns[0] * sx,
    y: plane.y + rows[0] * sy,
    width: (columns[1] - columns[0]) * sx,
    height: (rows[1] - rows[0]) * sy,
  };
}

/** The cell of a program in the grid's panel; null when its plane is not drawn. */
export function cellOf(launch: Launch, panel: Panel, point: readonly number[]): Rect | null {
  const [column, row] = axesFastestFirst(launch);
  const leading = point.filter((_, axis) => axis !== column && axis !== row);
  const plane = panel.planes.find((candidate) => candidate.leading.every((at, axis) => at === leading[axis]));
  if (!plane) return null;
  const at = (axis: number | undefined) => (axis === undefined ? 0 : (point[axis] ?? 0));
  return part(plane, [at(row), at(row) + 1], [at(column), at(column) + 1]);
}

export type Hit = { kind: "program"; program: number } | { kind: "block"; operand: number; block: number; element: number[] };

/** What lies under a point of the scene. */
export function hitTest(launch: Launch, scene: Scene, x: number, y: number): Hit | null {
  for (const panel of scene.panels)
    for (const plane of panel.planes) {
      if (x < plane.x || y < plane.y || x >= plane.x + plane.width || y >= plane.y + plane.height) continue;
      const row = Math.floor(((y - plane.y) / plane.height) * plane.rows);
      const column = Math.floor(((x - plane.x) / plane.width) * plane.columns);
      return panel.operand < 0 ? hitGrid(launch, plane, row, column) : hitOperand(launch, panel, plane, row, column);
    }
  return null;
}

function hitGrid(launch: Launch, plane: Plane, row: number, column: number): Hit | null {
  const [fast, next] = axesFastestFirst(launch);
  const leading = [...plane.leading];
  const point = launch.grid.map((_, axis) => (axis === fast ? column : axis === next ? row : (leading.shift() ?? 0)));
  const program = programNumber(launch, point);
  return program < launch.recorded ? { kind: "program", program } : null;
}

function hitOperand(launch: Launch, panel: Panel, plane: Plane, row: number, column: number): Hit | null {
  const operand = drawnOperands(launch)[panel.operand];
  if (!operand) return null;
  const tail = operand.shape.length === 0 ? [] : operand.shape.length === 1 ? [column] : [row, column];
  const element = [...plane.leading, ...tail];
  const block = blockAt(blocksOf(operand), element);
  return block < 0 ? null : { kind: "block", operand: panel.operand, block, element };
}
