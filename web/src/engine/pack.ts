// SPDX-License-Identifier: Apache-2.0
// For workers: what is large in an answer, in a form that crosses to the page quickly.

import type { SentSnapshot } from "../base/protocol";
import { readTimeline } from "../base/timeline";

/** A timeline of many objects would take the page longer to receive than the module took to make it. */
export function packTimelines(launches: { timeline?: unknown }[]): void {
  for (const launch of launches) {
    const timeline = launch.timeline ? readTimeline(launch.timeline) : null;
    // What can't be packed stays as it is: the page refuses it by the name of the field.
    if (timeline?.ok) launch.timeline = timeline.value;
  }
}

/** Numbers of one type are copied as a block. */
export function packSnapshots(snapshots: SentSnapshot[]): void {
  for (const snapshot of snapshots) if (snapshot.sourceLines) snapshot.sourceLines = Int32Array.from(snapshot.sourceLines);
}
