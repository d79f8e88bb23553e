// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import {
  bankOf,
  byteOffset,
  bytesOfType,
  describeHolder,
  elementAt,
  elementsOf,
  flatten,
  holderOf,
  holdersOf,
  planeOf,
  unflatten,
  wavefrontsOfMatrix,
} from "../../../web/src/base/layouts";
import type { SharedBuffer, ValueLayout } from "../../../web/src/base/protocol";

// compiler/layout's worked example: wgmma's accumulator of 64 x 8.
const wgmma: ValueLayout = {
  op: "tilegpu.read_accumulator",
  range: null,
  dtype: "f32",
  shape: [64, 8],
  layout: {
    register: [
      [0, 1],
      [8, 0],
    ],
    lane: [
      [0, 2],
      [0, 4],
      [1, 0],
      [2, 0],
      [4, 0],
    ],
    warp: [
      [16, 0],
      [32, 0],
    ],
  },
  text: "wgmma",
  registers: 4,
  copies: false,
};

function buffer(swizzle: number, shape: number[], dtype = "f32"): SharedBuffer {
  return { name: "b", range: null, dtype, shape, offset: 0, bytes: 0, swizzle, life: [0, 1], accesses: [] };
}

describe("who holds what", () => {
  test("bits add up by exclusive or", () => {
    expect(elementAt(wgmma.layout, 2, { register: 3, lane: 5, warp: 2 })).toEqual([32 + 8 + 1, 1 + 2]);
    expect(elementsOf(wgmma, 4, 0)).toEqual([
      [1, 0],
      [1, 1],
      [9, 0],
      [9, 1],
    ]);
  });

  test("every element has one holder, and the holder holds it", () => {
    const { copies } = holdersOf(wgmma);
    for (let element = 0; element < 64 * 8; element++) {
      const holder = holderOf(wgmma, element);
      if (!holder) throw new Error(`nobody holds ${element}`);
      expect(flatten(wgmma.shape, elementAt(wgmma.layout, 2, holder))).toBe(element);
      expect(copies[element]).toBe(1);
    }
  });

  test("lanes beyond a small value hold copies; the first is named", () => {
    const row: ValueLayout = {
      ...wgmma,
      shape: [4],
      layout: { lane: [[1], [2], [0], [0], [0]] },
      registers: 1,
      copies: true,
    };
    expect(holderOf(row, 3)).toEqual({ register: 0, lane: 3, warp: 0 });
    expect(holdersOf(row).copies[3]).toBe(8);
    expect(describeHolder({ register: 0, lane: 3, warp: 0 }, 8)).toBe("warp 0, lane 3, register 0, and 7 copies");
  });

  test("places and numbers are inverse", () => {
    for (const shape of [[7], [3, 5], [2, 3, 4]])
      for (let index = 0; index < shape.reduce((a, b) => a * b, 1); index++)
        expect(flatten(shape, unflatten(shape, index))).toBe(index);
    expect(planeOf([2, 3, 4])).toEqual({ rows: 6, columns: 4 });
    expect(planeOf([])).toEqual({ rows: 1, columns: 1 });
  });
});

describe("shared memory", () => {
  test("rows without gaps of 128 bytes are all on the same banks", () => {
    expect([0, 1, 2].map((row) => bankOf(buffer(0, [8, 32]), 4, row, 0))).toEqual([0, 0, 0]);
  });

  test("a swizzle of 128 bytes moves each row's 16-byte chunks by the row's number", () => {
    const swizzled = buffer(128, [8, 32]);
    expect([0, 1, 2, 7].map((row) => bankOf(swizzled, 4, row, 0))).toEqual([0, 4, 8, 28]);
    const places = new Set(
      Array.from({ length: 8 * 32 }, (_, index) => byteOffset(swizzled, 4, Math.floor(index / 32), index % 32)),
    );
    expect(places.size).toBe(256);
  });

  test("of 64 bytes by half the row's number, of 32 by a quarter", () => {
    expect([0, 1, 2, 3].map((row) => byteOffset(buffer(64, [8, 16]), 4, row, 0))).toEqual([0, 64, 128 + 16, 192 + 16]);
    expect([0, 3, 4].map((row) => byteOffset(buffer(32, [8, 8]), 4, row, 0))).toEqual([0, 96, 128 + 16]);
  });

  test("wider rows are panels, each with all its rows", () => {
    expect(byteOffset(buffer(128, [8, 64]), 4, 1, 32)).toBe(8 * 128 + 128 + 16);
  });

  test("bytes of a type", () =>
    expect(["f32", "bf16", "i1", "f8E4M3FN", "f64"].map(bytesOfType)).toEqual([4, 2, 1, 1, 8]));
});

describe("8 rows of 16 bytes", () => {
  const buffer = (shape: number[], swizzle: number) => ({
    name: "s",
    range: null,
    dtype: "bf16",
    shape,
    offset: 0,
    bytes: 0,
    swizzle,
    life: [0, 1] as [number, number],
    accesses: [],
  });
  test("lie in one bank's column without a swizzle, and in banks of their own with it", () => {
    expect(wavefrontsOfMatrix(buffer([64, 64], 0), 2)).toBe(8);
    expect(wavefrontsOfMatrix(buffer([64, 64], 128), 2)).toBe(1);
    expect(wavefrontsOfMatrix(buffer([64, 32], 64), 2)).toBe(1);
    expect(wavefrontsOfMatrix(buffer([64, 16], 32), 2)).toBe(1);
    expect(wavefrontsOfMatrix(buffer([64, 8], 0), 2)).toBe(1);
    expect(wavefrontsOfMatrix(buffer([4, 64], 0), 2)).toBeNull();
    expect(wavefrontsOfMatrix(buffer([64, 3], 0), 2)).toBeNull();
  });
});
