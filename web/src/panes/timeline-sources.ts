// SPDX-License-Identifier: Apache-2.0
// The timelines that there are to look at: of this tab's last run, of the runner's last job, and of files. A kernel may have one of each: of
// the interpreter's model, in cycles, and of the emulator's run of its PTX, in steps.

import { formatTuple } from "../base/format";
import { nameLine } from "../base/positions";
import type { LaunchTime, SourceRange } from "../base/protocol";
import type { Timeline, TimelineFile } from "../base/timeline";

export type Origin = "run" | "runner" | "file";

export interface TimelineSource {
  /** `run 0`, `runner 2`, `name.json 0`: what a link or a choice names it by. */
  key: string;
  origin: Origin;
  /** The launch alone: where it is from is told by its origin. */
  launch: string;
  /** With its origin. */
  title: string;
  kernel: string;
  timeline: Timeline;
  /** Why it is not of the text at hand; empty when it is. */
  foreign: string;
}

export interface Traced {
  launches: LaunchTime[];
  /** Of an earlier text. */
  stale: boolean;
}

const earlier = "This is of an earlier text.";

export function listSources(
  run: Traced | null,
  runner: Traced | null,
  files: readonly (TimelineFile & { name: string })[],
  place: (range: SourceRange) => string = (range) => nameLine(range, false),
): TimelineSource[] {
  const sources: TimelineSource[] = [];
  const add = (origin: Origin, { launches, stale }: Traced) =>
    launches.forEach(({ kernel, grid, range, timeline }, index) => {
      if (!timeline) return;
      const launch = `${kernel} grid ${formatTuple(grid)}${range ? `, ${place(range)}` : ""}`;
      const title = `${nameOrigin(origin, timeline)}: ${launch}`;
      sources.push({ key: `${origin} ${index}`, origin, launch, title, kernel, timeline, foreign: stale ? earlier : "" });
    });
  if (run) add("run", run);
  if (runner) add("runner", runner);
  for (const file of files)
    file.launches.forEach(({ kernel, grid, timeline }, index) => {
      const launch = `${file.name}${kernel ? `: ${kernel} grid ${formatTuple(grid)}` : ""}`;
      sources.push({ key: `${file.name} ${index}`, origin: "file", launch, title: launch, kernel, timeline, foreign: "" });
    });
  return sources;
}

/** `Interpreter (cycles, model)`, `Emulator on the runner (steps)`. */
export function nameOrigin(origin: Origin, timeline: Timeline): string {
  if (origin === "file") return "Files";
  const who = timeline.unit === "cycles" ? "Interpreter" : "Emulator";
  const unit = { cycles: "cycles, model", steps: "steps", ns: "ns, predicted" }[timeline.unit];
  return `${who}${origin === "runner" ? " on the runner" : ""} (${unit})`;
}

export interface OriginChoice {
  origin: Origin;
  name: string;
  /** What choosing it shows: the launch of the same kernel as the one shown, if there is one. */
  key: string;
}

/** Where timelines are from, in order; for who looks at `shown`. */
export function originsOf(sources: readonly TimelineSource[], shown: TimelineSource): OriginChoice[] {
  const choices: OriginChoice[] = [];
  for (const origin of ["run", "runner", "file"] as const) {
    const own = sources.filter((source) => source.origin === origin);
    const first = own[0];
    if (!first) continue;
    const same =
      shown.origin === origin
        ? shown
        : (own.find(({ launch }) => launch === shown.launch) ?? own.find(({ kernel }) => kernel === shown.kernel));
    choices.push({ origin, name: nameOrigin(origin, first.timeline), key: (same ?? first).key });
  }
  return choices;
}
