// SPDX-License-Identifier: Apache-2.0
// What a kernel's tilings and layouts come to in bytes and conflicts, as numbers that two variants of it can be compared by.

import type { Figure, Unit } from "./figures";
import { bytesOfType } from "./layouts";
import type { Box, KernelLayouts, KernelTilings, Launch, Operand } from "./protocol";

function figure(key: string, label: string, unit: Unit, value: number | null): Figure {
  return { key, label, unit, value, word: "" };
}

/** Of the first launch: programs, and what they see of each array, all programs together. */
export function tilingFigures({ launches }: KernelTilings): Figure[] {
  const launch = launches[0];
  if (!launch) return [];
  return [
    figure("programs", "programs", "count", launch.programs),
    ...launch.operands.filter(({ boxes }) => boxes.length > 0).map((operand) => touchedFigure(operand, launch)),
  ];
}

/** An element that two programs see counts twice: that is what the cache has to bear. */
function touchedFigure(operand: Operand, launch: Launch): Figure {
  const { name, role, dtype, boxes } = operand;
  const elements = boxes.reduce((sum, box) => sum + (box ? countOf(box) : 0), 0);
  // Of a launch with too many programs only some are listed.
  const all = launch.recorded > 0 ? elements * (launch.programs / launch.recorded) : 0;
  return figure(`touched ${name}`, `${name}, ${role}, by all programs`, "bytes", all * bytesOfType(dtype));
}

function countOf([begin, end]: Box): number {
  return begin.reduce((product, from, axis) => product * Math.max(0, (end[axis] ?? from) - from), 1);
}

export function layoutFigures({ sharedBytes, warps, values, buffers }: KernelLayouts): Figure[] {
  return [
    figure("warps", "warps", "count", warps),
    figure("shared", "shared memory", "bytes", sharedBytes),
    figure(
      "held",
      "registers of the largest value",
      "count",
      values.length > 0 ? Math.max(...values.map(({ registers }) => registers)) : null,
    ),
    ...buffers.flatMap((buffer, index) => {
      const name = buffer.name || `buffer ${index}`;
      const told = buffer.accesses.filter(({ wavefronts, ideal }) => wavefronts !== undefined && ideal !== undefined);
      const sum = (of: "wavefronts" | "ideal") => told.reduce((all, access) => all + (access[of] ?? 0), 0);
      return [
        figure(`bytes ${name}`, `${name}, bytes`, "bytes", buffer.bytes),
        figure(`swizzle ${name}`, `${name}, swizzle`, "bytes", buffer.swizzle),
        figure(
          `conflicts ${name}`,
          `${name}, wavefronts beyond the ideal`,
          "count",
          told.length > 0 ? sum("wavefronts") - sum("ideal") : null,
        ),
      ];
    }),
  ];
}
