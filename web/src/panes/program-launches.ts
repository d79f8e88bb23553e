// SPDX-License-Identifier: Apache-2.0
// The launches of the program at hand as the emulator's form takes them, from the IR that compiling it brought.

import type { EmulatorEntry } from "../base/emulator";
import type { RunAnswer } from "../base/protocol";
import type { EventPlace } from "../base/timeline-places";
import { formatTuple } from "../base/format";
import { formOfLaunch, readLaunches, readPlan, type OfferedLaunch } from "../base/launch-plan";
import { usePage } from "./page";

/** Those of an entry's kernel; none where the program at hand does not launch it, or in another form. */
export function useLaunches(): (entry: EmulatorEntry) => OfferedLaunch[] {
  const { workspace, place } = usePage();
  const snapshots = workspace.snapshots.value.value ?? [];
  const tilings = workspace.tilings.value.value ?? [];
  return (entry) => {
    const recorded = snapshots.findLast(({ stage }) => stage === "tile")?.text ?? "";
    const scheduled = snapshots.findLast(({ stage }) => stage === "tilegpu")?.text ?? "";
    const plan = readPlan(scheduled, recorded, entry.name);
    if (!plan) return [];
    const places = tilings.find(({ name }) => name === entry.name)?.launches ?? [];
    return readLaunches(recorded, entry.name).flatMap((launch, index) => {
      const filled = formOfLaunch(plan, launch, entry);
      if (!filled) return [];
      const range = places[index]?.range;
      return [{ ...filled, label: `grid ${formatTuple(launch.grid)}${range ? `, ${place(range)}` : ""}` }];
    });
  };
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
