// SPDX-License-Identifier: Apache-2.0
// One colour per array, the same wherever the array is seen. The hues are Okabe and Ito's, which stay apart for the common kinds of
// colour blindness; each has a light and a dark shade for the two themes (styles.css, `--array-0` and so on). A colour never
// stands alone: the array's name is always beside it. Past eight arrays the hues repeat, and the name tells.

import type { KernelTilings } from "./protocol";

export const hues = 8;

export interface ArrayColour {
  /** The kernel's parameter, as in the text. */
  name: string;
  hue: number;
}

/** Colours of a kernel's arrays, by their order among its operands; scalars have none. */
export function coloursOf(kernel: KernelTilings): ArrayColour[] {
  const operands = kernel.launches[0]?.operands ?? [];
  return operands.filter((operand) => operand.role !== "scalar").map((operand, index) => ({ name: operand.name, hue: index % hues }));
}

export function hueOf(kernel: KernelTilings, name: string): number {
  return coloursOf(kernel).find((colour) => colour.name === name)?.hue ?? 0;
}
