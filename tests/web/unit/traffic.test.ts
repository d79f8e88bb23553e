// SPDX-License-Identifier: Apache-2.0
// Counts of instructions become flows between levels, by what each instruction is.

import { expect, test } from "vitest";
import { lossFactor, trafficOf } from "../../../web/src/base/traffic";

const text = [
  "  ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1];",
  "  @%p1 st.global.b32 [%rd2], %r1;",
  "  cp.async.cg.shared.global [%r1], [%rd1], 16;",
  "  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], [%r4];",
  "  cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd1, {%r2, %r3}], [%r4];",
  "  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, %r4}, [%r5];",
  "  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r5], {%r1, %r2, %r3, %r4};",
  "  st.shared.b32 [%r5], %r1;",
  "  st.local.b32 [%rd3], %r1;",
  "  atom.global.add.u32 %r1, [%rd1], 1;",
].join("\n");

test("each way is summed, with what would do and the line that moved most", () => {
  const flows = trafficOf(
    [
      { line: 1, requests: 4, sectors: 64, idealSectors: 64 },
      { line: 2, requests: 4, sectors: 128, idealSectors: 16 },
      { line: 3, requests: 4, sectors: 8, idealSectors: 8 },
      { line: 4, requests: 4, sectors: 32, idealSectors: 32 },
      { line: 5, requests: 4, sectors: 16, idealSectors: 16 },
      { line: 6, requests: 4, wavefronts: 16, idealWavefronts: 16 },
      { line: 7, requests: 4, wavefronts: 16, idealWavefronts: 16 },
      { line: 8, requests: 4, wavefronts: 32, idealWavefronts: 4 },
      { line: 9, requests: 4, localBytes: 512 },
      { line: 10, requests: 4, sectors: 4, idealSectors: 4 },
    ],
    text,
  );
  const told = Object.fromEntries(
    flows.map((flow) => [`${flow.from} to ${flow.to}`, [flow.bytes, flow.best, flow.lines]]),
  );
  expect(told).toEqual({
    "global to registers": [32 * 68, 32 * 68, [1, 10]],
    "registers to global": [32 * 128, 32 * 16, [2]],
    "global to shared": [32 * 40, 32 * 40, [4, 3]],
    "shared to global": [32 * 16, 32 * 16, [5]],
    "shared to registers": [128 * 16, 128 * 16, [6]],
    "registers to shared": [128 * 48, 128 * 20, [8, 7]],
    "registers to local": [512, 0, [9]],
  });
  const [, stores] = flows;
  expect(stores && lossFactor(stores)).toBe(8);
});

test("nothing that is counted is no picture", () => {
  expect(trafficOf([{ line: 1, requests: 0 }], text)).toEqual([]);
});
