// SPDX-License-Identifier: Apache-2.0
// How the next run in this tab goes about kernels whose threads take turns, those of warpgroups or all as PTX: in which order, whether
// races are looked for, whether the timeline is kept.

import type { RunOptions } from "../base/protocol";
import { usePage } from "../panes/page";
import { Popover } from "../panes/widgets";

const mostSeed = 2 ** 32 - 1;

export function RunOptionsMenu() {
  const { workspace } = usePage();
  const options = workspace.runOptions.value;
  const set = (change: Partial<RunOptions>) => (workspace.runOptions.value = { ...options, ...change });
  const usual = options.seed === 0 && options.schedules === 1 && options.checkRaces && options.timeline;
  return (
    <Popover label="Options" title="how kernels run in this tab" marked={!usual}>
      <p class="quiet">Of kernels of warpgroups (plgpu), and of all that run as PTX, in this tab:</p>
      <label class="check">
        <input type="checkbox" checked={options.checkRaces} onChange={(event) => set({ checkRaces: event.currentTarget.checked })} />
        Check races
      </label>
      <label class="check">
        <input type="checkbox" checked={options.timeline} onChange={(event) => set({ timeline: event.currentTarget.checked })} />
        Keep the timeline
      </label>
      <label class="field">
        Seed
        <Count value={options.seed} least={0} most={mostSeed} onChange={(seed) => set({ seed })} />
      </label>
      <p class="quiet small">0 takes the agents in turn; any other number draws an order of its own.</p>
      <label class="field">
        Orders
        <Count value={options.schedules} least={1} most={10_000} onChange={(schedules) => set({ schedules })} />
      </label>
      <p class="quiet small">How many orders are run, from that seed on. The first one&rsquo;s results and timeline are shown.</p>
    </Popover>
  );
}

function Count(props: { value: number; least: number; most: number; onChange: (value: number) => void }) {
  const { least, most } = props;
  return (
    <input
      type="number"
      min={least}
      max={most}
      step={1}
      value={props.value}
      onChange={(event) => {
        const value = Math.round(Number(event.currentTarget.value));
        const taken = Number.isFinite(value) ? Math.max(least, Math.min(most, value)) : props.value;
        event.currentTarget.value = String(taken);
        props.onChange(taken);
      }}
    />
  );
}
