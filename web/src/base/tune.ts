// SPDX-License-Identifier: Apache-2.0
// Choices of the schedule made by hand, as `--tune` takes them: `matmul_kernel.stages=3;attention.warps=8`.

/** `tune` with that choice, or without it where `value` is null. */
export function choose(tune: string, kernel: string, name: string, value: number | null): string {
  const place = `${kernel}.${name}=`;
  const others = tune.split(";").filter((entry) => entry !== "" && !entry.startsWith(place));
  return [...others, ...(value === null ? [] : [`${place}${value}`])].join(";");
}

/** Whether choices for this kernel can be written down. */
export function isTunable(kernel: string): boolean {
  return /^\w+$/.test(kernel);
}
