// SPDX-License-Identifier: Apache-2.0
// Ready data, as it comes: what the compiler's commands print, what the package's functions answer, or one of either's parts. A page's data
// may be old or of something else, so what can't be drawn is told by name, in the place of the drawing.

import type { KernelLayouts, KernelTilings } from "../../../src/base/protocol";
import { fail, ok, type Result } from "../../../src/base/result";
import { readTimelineFile } from "../../../src/base/timeline";

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isList = Array.isArray as (value: unknown) => value is unknown[];

/** `{kernels}`, a list of kernels, or one kernel. */
function kernelsOf(data: unknown, fields: readonly string[], how: string): Result<Fields[]> {
  const list = isObject(data) && isList(data["kernels"]) ? data["kernels"] : isList(data) ? data : [data];
  for (const [index, kernel] of list.entries()) {
    const missing = isObject(kernel) ? fields.find((name) => !isList(kernel[name])) : "";
    if (missing === "") return fail(`\`kernels[${index}]\` is no object; this takes what ${how} prints`);
    if (missing !== undefined) return fail(`\`kernels[${index}].${missing}\` is no list; this takes what ${how} prints`);
  }
  return ok(list as Fields[]);
}

export function readTilings(data: unknown): Result<KernelTilings[]> {
  const kernels = kernelsOf(data, ["launches"], "`tessera show --tilings`");
  if (!kernels.ok) return kernels;
  for (const [index, { launches }] of kernels.value.entries())
    for (const [number, launch] of (launches as unknown[]).entries())
      if (!isObject(launch) || !isList(launch["grid"]) || !isList(launch["operands"]))
        return fail(`\`kernels[${index}].launches[${number}]\` has no lists \`grid\` and \`operands\``);
  return ok(kernels.value as unknown as KernelTilings[]);
}

export function readLayouts(data: unknown): Result<KernelLayouts[]> {
  return kernelsOf(data, ["values", "buffers"], "`tessera show --layouts`") as unknown as Result<KernelLayouts[]>;
}

/** `{launches}`, a list of launches with timelines, or a bare timeline; as the text that panes read. */
export function readTimelines(data: unknown): Result<string> {
  const text = JSON.stringify(isList(data) ? { launches: data } : data);
  const read = readTimelineFile(text);
  return read.ok ? ok(text) : fail(`${read.error}; this takes what \`tessera run --timeline FILE\` writes`);
}

/** Without the program's text its places lead nowhere. */
export function withoutPlaces<T>(data: T): T {
  return JSON.parse(JSON.stringify(data, (key, value: unknown) => (key === "range" ? null : value))) as T;
}
