// SPDX-License-Identifier: Apache-2.0
// The launches of the program at hand as the emulator's form takes them, from the IR that compiling it brought.

import type { EmulatorEntry } from "../base/emulator";
import type { RunAnswer, Snapshot } from "../base/protocol";
import type { EventPlace } from "../base/timeline-places";
import { formatTuple } from "../base/format";
import { formOfLaunch, readBarriers, readLaunches, readPlan, type OfferedLaunch } from "../base/launch-plan";
import { usePage, type Page } from "./page";

/** The last of a stage, of the text at hand. Looked at when something is opened: following it would cost every keystroke. */
function latest({ workspace }: Page, stage: string): Snapshot | null {
  const { value, stale } = workspace.snapshots.peek();
  return stale ? null : (value?.findLast((snapshot) => snapshot.stage === stage) ?? null);
}

/** Those of an entry's kernel; none where the program at hand does not launch it, or in another form. */
export function useLaunches(): (entry: EmulatorEntry) => OfferedLaunch[] {
  const page = usePage();
  return (entry) => {
    const [recorded, scheduled] = [latest(page, "tile"), latest(page, "tilegpu")];
    const plan = recorded && scheduled && readPlan(scheduled.text, recorded.text, entry.name);
    if (!plan) return [];
    return readLaunches(recorded.text, entry.name).flatMap((launch) => {
      const filled = formOfLaunch(plan, launch, entry);
      return filled ? [{ ...filled, label: `grid ${formatTuple(launch.grid)}${placeOf(page, recorded, launch.line)}` }] : [];
    });
  };
}

function placeOf({ place }: Page, { sourceLines, sourceFiles }: Snapshot, index: number): string {
  const [line = 0, , file = 0] = sourceLines[index] ?? [];
  if (line === 0) return "";
  const at = { line, column: 1 };
  return `, ${place({ file: sourceFiles?.[file] ?? "", begin: at, end: at })}`;
}

/** The mbarriers of a kernel of the program at hand, by name. */
export function useBarriers(): (kernel: string) => { name: string; offset: number }[] {
  const page = usePage();
  return (kernel) => readBarriers(latest(page, "tilegpu")?.text ?? "", kernel);
}

/**
 * A way from a launch of a result, by its number, into the debugger: to its beginning, or to `place`. Null where the kernel's PTX is not
 * at hand. `seed`: of the order in which it ran.
 */
export function useDebugLaunch(): (result: RunAnswer, index: number, seed: number, place?: EventPlace) => (() => void) | null {
  const { emulator, view } = usePage();
  const offer = useLaunches();
  return ({ kernels, launches }, index, seed, place) => {
    const kernel = launches[index]?.kernel;
    const text = kernels.find(({ name }) => name === kernel)?.ptx;
    if (kernel === undefined || text === undefined) return null;
    const nth = launches.slice(0, index).filter((launch) => launch.kernel === kernel).length;
    return () => {
      view.pane.value = "emulator";
      void emulator.open(`${kernel}.ptx`, text, offer, nth).then(() => {
        const form = emulator.form.peek();
        if (form) emulator.form.value = { ...form, seed: String(seed) };
        return emulator.debug(place);
      });
    };
  };
}
