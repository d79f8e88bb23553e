// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import type { Box, Launch, Operand } from "../../../web/src/base/protocol";
import { cellOf, hitTest, layOut, rectsOf } from "../../../web/src/base/scene";
import {
  blockAt,
  blocksOf,
  formatBox,
  programNumber,
  programPoint,
  programsTouching,
} from "../../../web/src/base/tilings";

function operand(shape: number[], boxes: (Box | null)[], name = "x"): Operand {
  return {
    name,
    role: "read",
    dtype: "f32",
    shape,
    range: null,
    block: { shape, squeezed: [], origin: "block-spec" },
    boxes,
  };
}

function launch(grid: number[], order: Launch["order"], operands: Operand[] = []): Launch {
  const programs = grid.reduce((product, size) => product * size, 1);
  return { range: null, grid, order, programs, recorded: programs, operands };
}

describe("launch order", () => {
  test("the last axis is the fastest in a row-major grid, the first in a column-major one", () => {
    const points = (order: Launch["order"]) =>
      [0, 1, 2, 3, 4, 5].map((program) => programPoint(launch([2, 3], order), program).join());
    expect(points("row-major")).toEqual(["0,0", "0,1", "0,2", "1,0", "1,1", "1,2"]);
    expect(points("column-major")).toEqual(["0,0", "1,0", "0,1", "1,1", "0,2", "1,2"]);
  });

  test.each([[[]], [[8]], [[2, 3]], [[2, 3, 4]], [[1, 5, 1, 2]]])("number and point are inverse in grid %j", (grid) => {
    for (const order of ["row-major", "column-major"] as const) {
      const it = launch(grid, order);
      for (let program = 0; program < it.programs; program++)
        expect(programNumber(it, programPoint(it, program))).toBe(program);
    }
  });
});

describe("blocks", () => {
  const rows: Box = [
    [0, 0],
    [2, 4],
  ];
  const lower: Box = [
    [2, 0],
    [4, 4],
  ];

  test("equal boxes are one block; programs are found from it", () => {
    const blocks = blocksOf(operand([4, 4], [rows, rows, lower, null]));
    expect(blocks.boxes).toEqual([rows, lower]);
    expect([...blocks.ofProgram]).toEqual([0, 0, 1, -1]);
    expect(programsTouching(blocks, 0)).toEqual([0, 1]);
  });

  test("the element decides the block; an empty box is none", () => {
    const blocks = blocksOf(
      operand(
        [4, 4],
        [
          [
            [0, 0],
            [0, 4],
          ],
          rows,
          lower,
        ],
      ),
    );
    expect(blockAt(blocks, [3, 1])).toBe(1);
    expect(blockAt(blocks, [1, 1])).toBe(0);
    expect(blockAt(blocks, [4, 0])).toBe(-1);
  });

  test("boxes read like slices", () => {
    expect(
      formatBox(
        [
          [512, 0],
          [1024, 512],
        ],
        [1024, 512],
      ),
    ).toBe("[512:1024, :]");
    expect(formatBox([[3], [4]], [8])).toBe("[3]");
    expect(formatBox([[], []], [])).toBe("the scalar");
  });
});

describe("the scene", () => {
  const halves: Box[] = [
    [
      [0, 0],
      [512, 1024],
    ],
    [
      [512, 0],
      [1024, 1024],
    ],
  ];

  test("arrays share a scale and blocks cover their share of the plane", () => {
    const it = launch([2], "row-major", [operand([1024, 1024], halves), operand([512, 1024], [null, null], "y")]);
    const [, x, y] = layOut(it, 2000).panels;
    expect(y?.planes[0]?.height).toBeCloseTo((x?.planes[0]?.height ?? 0) / 2);
    const plane = x?.planes[0];
    const [rect] = x ? rectsOf(x, halves[1] as Box) : [];
    expect(rect).toMatchObject({ x: plane?.x, width: plane?.width });
    expect((rect?.y ?? 0) - (plane?.y ?? 0)).toBeCloseTo((plane?.height ?? 0) / 2);
  });

  test("panels that do not fit go below", () => {
    const it = launch([2], "row-major", [operand([1024, 1024], halves), operand([1024, 1024], halves, "y")]);
    const wide = layOut(it, 2000);
    const narrow = layOut(it, 300);
    expect(new Set(wide.panels.map((panel) => panel.y)).size).toBe(1);
    expect(new Set(narrow.panels.map((panel) => panel.y)).size).toBeGreaterThan(1);
    expect(narrow.width).toBeLessThanOrEqual(300);
  });

  test("pointing at what is drawn gives it back, for every program and every block", () => {
    for (const [grid, order] of [
      [[2, 2], "row-major"],
      [[3, 2], "column-major"],
      [[2, 2, 2], "row-major"],
      [[7], "row-major"],
    ] as const) {
      const it = launch([...grid], order);
      const scene = layOut(it, 900);
      for (let program = 0; program < it.programs; program++) {
        const cell = scene.panels[0] && cellOf(it, scene.panels[0], programPoint(it, program));
        expect(cell && hitTest(it, scene, cell.x + cell.width / 2, cell.y + cell.height / 2)).toEqual({
          kind: "program",
          program,
        });
      }
    }
    const it = launch([2], "row-major", [
      operand(
        [2, 8, 8],
        [
          [
            [0, 0, 0],
            [1, 8, 8],
          ],
          [
            [1, 0, 0],
            [2, 8, 8],
          ],
        ],
      ),
    ]);
    const scene = layOut(it, 900);
    const panel = scene.panels[1];
    const [rect] = panel
      ? rectsOf(panel, [
          [1, 0, 0],
          [2, 8, 8],
        ])
      : [];
    expect(rect && hitTest(it, scene, rect.x + 1, rect.y + 1)).toMatchObject({
      kind: "block",
      operand: 0,
      block: 1,
      element: [1, 0, 0],
    });
    expect(hitTest(it, scene, -5, -5)).toBeNull();
  });

  test("a program that is not listed cannot be pointed at", () => {
    const it = { ...launch([2, 2], "row-major"), recorded: 1 };
    const scene = layOut(it, 900);
    const cell = scene.panels[0] && cellOf(it, scene.panels[0], [1, 1]);
    expect(cell && hitTest(it, scene, cell.x + 1, cell.y + 1)).toBeNull();
  });

  test("planes beyond the sixteenth are counted, not drawn", () => {
    const it = launch([], "row-major", [
      operand(
        [40, 4, 4],
        [
          [
            [0, 0, 0],
            [40, 4, 4],
          ],
        ],
      ),
    ]);
    const panel = layOut(it, 900).panels[1];
    expect(panel?.planes).toHaveLength(16);
    expect(panel?.hiddenPlanes).toBe(24);
    expect(panel?.subtitle).toMatch(/, 24 planes not drawn$/);
    expect(panel?.width).toBeGreaterThan(6 * (panel?.subtitle.length ?? 0)); // its caption fits
  });

  test("scalars, empty shapes and huge arrays have finite planes", () => {
    const it = launch([1], "row-major", [
      operand([], [[[], []]]),
      operand([100_000_000], [[[0], [1]]], "y"),
      operand([0, 4], [null], "z"),
    ]);
    for (const panel of layOut(it, 500).panels) {
      expect(Number.isFinite(panel.width) && Number.isFinite(panel.height)).toBe(true);
      for (const plane of panel.planes)
        expect(plane.width > 0 && plane.height > 0 && Number.isFinite(plane.width)).toBe(true);
    }
  });
});
