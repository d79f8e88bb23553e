// SPDX-License-Identifier: Apache-2.0
// The launches of the program at hand as the emulator's form takes them, from the IR that compiling it brought.

import type { EmulatorEntry } from "../base/emulator";
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
