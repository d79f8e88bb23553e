// SPDX-License-Identifier: Apache-2.0
// Accesses in the order in which they lose.

import { expect, test } from "vitest";
import { lossOf, rowsOf } from "../../../web/src/base/accesses";

const strided = { line: 7, requests: 4, sectors: 128, idealSectors: 16 };
const conflicting = { line: 5, requests: 2, wavefronts: 64, idealWavefronts: 2 };
const fine = { line: 9, requests: 8, sectors: 32, idealSectors: 32 };

test("what loses most bytes stands first, what loses nothing as the text has it", () => {
  const rows = rowsOf([fine, { ...fine, line: 10 }, strided, conflicting]);
  expect(rows.map(({ line }) => line)).toEqual([5, 7, 9, 10]);
  expect(rows.map(lossOf)).toEqual([62 * 128, 112 * 32, 0, 0]);
});

test("each access of a warp, beside the best", () => {
  expect(rowsOf([strided])[0]).toMatchObject({ kind: "global", perRequest: 32, factor: 8 });
  expect(rowsOf([conflicting])[0]).toMatchObject({ kind: "shared", perRequest: 32, factor: 32 });
});

test("a generic access of two kinds is two rows, local memory is all loss", () => {
  const rows = rowsOf([{ ...strided, ...conflicting, localBytes: 512 }]);
  expect(rows.map(({ kind }) => kind)).toEqual(["shared", "global", "local"]);
  expect(rows[2]?.factor).toBe(Infinity);
});
