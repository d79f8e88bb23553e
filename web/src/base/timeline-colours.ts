// SPDX-License-Identifier: Apache-2.0
// Which hue a buffer of a timeline has: the same as everywhere for a kernel's own arrays, and the next free ones, in order of appearance,
// for buffers that only the trace knows. What is only waited for, a barrier, has none: waits are drawn without colour.

import { coloursOf, hues } from "./colours";
import type { KernelTilings } from "./protocol";
import { copiedBuffers } from "./timeline-scene";
import type { Timeline } from "./timeline";

export interface BufferColour {
  name: string;
  hue: number;
}

/** In the order in which the buffers appear. */
export function bufferColours(timeline: Timeline, kernel: KernelTilings | undefined): BufferColour[] {
  const known = new Map((kernel ? coloursOf(kernel) : []).map((colour) => [colour.name, colour.hue]));
  const copied = copiedBuffers(timeline);
  const drawn = timeline.buffers.filter((_, index) => copied.has(index));
  const taken = new Set(drawn.flatMap((name) => known.get(name) ?? []));
  let next = 0;
  return drawn.map((name) => {
    const hue = known.get(name);
    if (hue !== undefined) return { name, hue };
    while (taken.size < hues && taken.has(next % hues)) next++;
    taken.add(next % hues);
    return { name, hue: next++ % hues };
  });
}
