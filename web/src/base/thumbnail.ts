// SPDX-License-Identifier: Apache-2.0
// A launch's tilings, small: the planes of its arrays and where program 0 looks, as rectangles without colours, so that what was
// kept in a light theme is right in a dark one.

import { hueOf } from "./colours";
import type { KernelTilings } from "./protocol";
import { layOut, rectsOf } from "./scene";
import { blocksOf, drawnOperands } from "./tilings";

export interface ThumbnailShape {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Which of the theme's array hues fills it; -1 for the ground of an array or a grid. */
  hue: number;
}

export interface Thumbnail {
  width: number;
  height: number;
  shapes: ThumbnailShape[];
}

const size = { width: 72, height: 40 };
/** An attention kernel has half a dozen arrays of some planes each; more than this is not seen at this size. */
const mostShapes = 64;

/** Of the first launch that has something to draw. */
export function thumbnailOf(kernels: readonly KernelTilings[]): Thumbnail | null {
  const kernel = kernels.find(({ launches }) => launches.some((launch) => drawnOperands(launch).length > 0));
  const launch = kernel?.launches.find((each) => drawnOperands(each).length > 0);
  if (!kernel || !launch) return null;
  const scene = layOut(launch, 520);
  const operands = drawnOperands(launch);
  const shapes: ThumbnailShape[] = [];
  for (const panel of scene.panels) {
    const operand = operands[panel.operand];
    if (!operand) continue;
    shapes.push(...panel.planes.map(({ x, y, width, height }) => ({ x, y, width, height, hue: -1 })));
    const blocks = blocksOf(operand);
    const box = blocks.boxes[blocks.ofProgram[0] ?? -1];
    if (box) shapes.push(...rectsOf(panel, box).map((rect) => ({ ...rect, hue: hueOf(kernel, operand.name) })));
  }
  return shrink(shapes.slice(0, mostShapes));
}

function shrink(shapes: readonly ThumbnailShape[]): Thumbnail | null {
  if (shapes.length === 0) return null;
  const left = Math.min(...shapes.map(({ x }) => x));
  const top = Math.min(...shapes.map(({ y }) => y));
  const scale = Math.min(
    size.width / Math.max(1, Math.max(...shapes.map(({ x, width }) => x + width)) - left),
    size.height / Math.max(1, Math.max(...shapes.map(({ y, height }) => y + height)) - top),
  );
  const tenth = (length: number) => Math.round(length * scale * 10) / 10;
  return {
    ...size,
    shapes: shapes.map(({ x, y, width, height, hue }) => ({
      x: tenth(x - left),
      y: tenth(y - top),
      width: Math.max(1, tenth(width)),
      height: Math.max(1, tenth(height)),
      hue,
    })),
  };
}
