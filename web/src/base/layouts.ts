// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the layouts pane: which lane of which warp holds which element in which register, and on which bank of shared memory a byte falls.
// A layout is linear over bits: the coordinates of (register, lane, warp) are the exclusive or of those of their numbers' bits.

import type { LayoutBases, SharedBuffer, ValueLayout } from "./protocol";

export interface Holder {
  register: number;
  lane: number;
  warp: number;
}

export const lanesPerWarp = 32;

function addBits(point: number[], bases: number[][] | undefined, number: number): void {
  for (let bit = 0; number >> bit; ++bit)
    if ((number >> bit) & 1) bases?.[bit]?.forEach((coordinate, axis) => (point[axis] = (point[axis] ?? 0) ^ coordinate));
}

/** The element in `register` of `lane` of `warp`. */
export function elementAt(layout: LayoutBases, rank: number, holder: Holder): number[] {
  const point = new Array<number>(rank).fill(0);
  addBits(point, layout.register, holder.register);
  addBits(point, layout.lane, holder.lane);
  addBits(point, layout.warp, holder.warp);
  return point;
}

export function countOf(bases: number[][] | undefined): number {
  return 1 << (bases?.length ?? 0);
}

export function flatten(shape: readonly number[], point: readonly number[]): number {
  return shape.reduce((index, extent, axis) => index * extent + (point[axis] ?? 0), 0);
}

export function unflatten(shape: readonly number[], index: number): number[] {
  const point = new Array<number>(shape.length).fill(0);
  for (let axis = shape.length - 1; axis >= 0; --axis) {
    const extent = shape[axis] ?? 1;
    point[axis] = index % extent;
    index = Math.floor(index / extent);
  }
  return point;
}

/** Who holds each element, the first of those with copies, and how many hold it. */
export interface Holders {
  /** `(warp * 32 + lane) * registers + register`, by element in row-major order. */
  first: Int32Array;
  copies: Uint16Array;
  registers: number;
}

const cache = new WeakMap<ValueLayout, Holders>();

export function holdersOf(value: ValueLayout): Holders {
  const known = cache.get(value);
  if (known) return known;
  const elements = value.shape.reduce((product, extent) => product * extent, 1);
  const registers = countOf(value.layout.register),
    warps = countOf(value.layout.warp);
  const holders = { first: new Int32Array(elements).fill(-1), copies: new Uint16Array(elements), registers };
  for (let warp = 0; warp < warps; ++warp)
    for (let lane = 0; lane < lanesPerWarp; ++lane)
      for (let register = 0; register < registers; ++register) {
        const index = flatten(value.shape, elementAt(value.layout, value.shape.length, { register, lane, warp }));
        if (index >= elements) continue;
        if (holders.first[index] === -1) holders.first[index] = (warp * lanesPerWarp + lane) * registers + register;
        holders.copies[index] = (holders.copies[index] ?? 0) + 1;
      }
  cache.set(value, holders);
  return holders;
}

export function holderOf(value: ValueLayout, element: number): Holder | null {
  const { first, registers } = holdersOf(value);
  const at = first[element] ?? -1;
  if (at < 0) return null;
  const thread = Math.floor(at / registers);
  return { register: at % registers, lane: thread % lanesPerWarp, warp: Math.floor(thread / lanesPerWarp) };
}

/** What a lane holds, register by register. */
export function elementsOf(value: ValueLayout, lane: number, warp: number): number[][] {
  return Array.from({ length: countOf(value.layout.register) }, (_, register) =>
    elementAt(value.layout, value.shape.length, { register, lane, warp }),
  );
}

/** A value as a plane: its last axis across, all others down. */
export function planeOf(shape: readonly number[]): { rows: number; columns: number } {
  const columns = shape.length ? (shape[shape.length - 1] ?? 1) : 1;
  return { rows: shape.slice(0, -1).reduce((product, extent) => product * extent, 1), columns };
}

export const banks = 32,
  bankBytes = 4;

/** Where byte `byte` of a row of a buffer lies, from the buffer's start: rows without gaps, or panels with swizzled 16-byte chunks. */
export function byteOffset(buffer: SharedBuffer, elementBytes: number, row: number, column: number): number {
  const { columns } = planeOf(buffer.shape);
  const inRow = column * elementBytes;
  if (!buffer.swizzle) return row * columns * elementBytes + inRow;
  const matrixRows = buffer.shape.length > 1 ? (buffer.shape[buffer.shape.length - 2] ?? 1) : 1;
  const matrix = Math.floor(row / matrixRows),
    line = row % matrixRows;
  const panel = Math.floor(inRow / buffer.swizzle),
    within = inRow % buffer.swizzle;
  const chunks = buffer.swizzle / 16;
  // The chunk's number is changed by that of the 128-byte line it is in.
  const start = line * buffer.swizzle;
  const chunk = Math.floor(within / 16) ^ (Math.floor(start / 128) % chunks);
  return matrix * matrixRows * columns * elementBytes + panel * matrixRows * buffer.swizzle + start + chunk * 16 + (within % 16);
}

export function bankOf(buffer: SharedBuffer, elementBytes: number, row: number, column: number): number {
  return Math.floor((buffer.offset + byteOffset(buffer, elementBytes, row, column)) / bankBytes) % banks;
}

/**
 * The wavefronts in which 8 rows of 16 bytes each are read: what tensor cores, `ldmatrix` and the copy engine take at a time. 1 where they lie
 * in 32 banks of their own; null for a buffer that has no such rows. The worst of the chunks counts.
 *
 * Worked example: rows of 128 bytes without a swizzle begin in one bank all, so that 8 of them take 8 wavefronts; swizzled by 128 bytes
 * each row's chunk lies in other banks, and they take 1.
 */
export function wavefrontsOfMatrix(buffer: SharedBuffer, elementBytes: number): number | null {
  const { rows, columns } = planeOf(buffer.shape);
  const step = 16 / elementBytes;
  if (rows < 8 || !Number.isInteger(step) || columns % step !== 0) return null;
  let worst = 1;
  for (let column = 0; column < columns; column += step) {
    const uses = new Array<number>(banks).fill(0);
    for (let row = 0; row < 8; row++) {
      const first = bankOf(buffer, elementBytes, row, column);
      for (let word = 0; word < 4; word++) uses[(first + word) % banks] = (uses[(first + word) % banks] ?? 0) + 1;
    }
    worst = Math.max(worst, ...uses);
  }
  return worst;
}

export function bytesOfType(dtype: string): number {
  const bits = Number(/\d+/.exec(dtype)?.[0] ?? 32);
  return Math.max(1, bits / 8);
}

export function describeHolder(holder: Holder, copies: number): string {
  const rest = copies > 1 ? `, and ${copies - 1} ${copies === 2 ? "copy" : "copies"}` : "";
  return `warp ${holder.warp}, lane ${holder.lane}, register ${holder.register}${rest}`;
}
