// SPDX-License-Identifier: Apache-2.0
// Knobs of the program: what its text and its schedules leave to be chosen. A step changes the text where it stands, and every pane
// follows; a sweep tries many values of one knob in the background and draws what the cost model says of them.

import { useSignal, type Signal } from "@preact/signals";
import { kept } from "../base/storage";
import { useKnobs, type Turnable } from "./knobs";
import { KnobStepper } from "./KnobStepper";
import { usePage } from "./page";
import { SweepView } from "./SweepView";
import { Empty } from "./widgets";
import "./knobs.css";

const stripKey = "tessera.knobs";

/** Whether the strip stands below the editor. */
export function isStripWanted(): boolean {
  return kept.get(stripKey) === "below";
}

export function KnobsPane({ theme, strip }: { theme: string; strip: Signal<boolean> }) {
  const knobs = useKnobs();
  const swept = useSignal("");
  const { workspace } = usePage();
  const sweep = workspace.sweep;
  const setStrip = (wanted: boolean) => {
    strip.value = wanted;
    kept.set(stripKey, wanted ? "below" : "");
  };
  if (knobs.length === 0)
    return (
      <Empty>
        Numbers that this program leaves to be chosen come here: constants of the module (<code>BLOCK = 128</code>), literals of a launch,
        and choices of a kernel's schedule.
      </Empty>
    );
  const groups = [...new Set(knobs.map(({ group }) => group))];
  const begin = (knob: Turnable) => {
    swept.value = knob.id;
    void sweep?.start({ knob: knob.id, frame: knob.frame, name: knob.name, values: knob.usual, inputOf: knob.inputWith });
  };
  return (
    <div class="knobs">
      <div class="toolbar">
        <label>
          <input type="checkbox" checked={strip.value} onChange={(event) => setStrip(event.currentTarget.checked)} />
          Keep below the editor
        </label>
        <span class="quiet">A step changes the text; undo takes it back. Powers of two double, with Shift a step is one.</span>
      </div>
      <div class="knobs-body">
        <div class="knob-groups">
          {groups.map((group) => (
            <section key={group} aria-label={group}>
              <h2>{group}</h2>
              <ul class="knob-list">
                {knobs
                  .filter((knob) => knob.group === group)
                  .map((knob) => (
                    <KnobRow key={knob.id} knob={knob} onSweep={sweep ? () => begin(knob) : null} />
                  ))}
              </ul>
            </section>
          ))}
        </div>
        {sweep && (
          <SweepView sweep={sweep} knob={knobs.find(({ id }) => id === (swept.value || sweep.state.value?.knob)) ?? null} theme={theme} />
        )}
      </div>
    </div>
  );
}

function KnobRow({ knob, onSweep }: { knob: Turnable; onSweep: (() => void) | null }) {
  const { goTo, place } = usePage();
  const { range } = knob;
  return (
    <li title={knob.meaning}>
      <span class="knob-name">
        {range ? (
          <button class="link" title={`to ${place(range)}`} onClick={() => goTo(range)}>
            <code>{knob.name}</code>
          </button>
        ) : (
          <code>{knob.name}</code>
        )}
        {knob.meaning && <span class="quiet"> {knob.meaning}</span>}
      </span>
      <KnobStepper knob={knob} label={knob.name} />
      {onSweep && (
        <button onClick={onSweep} aria-label={`sweep ${knob.name}`} title="try its neighbours, and draw what the model says">
          Sweep
        </button>
      )}
      {knob.release && (
        <button class="link" onClick={knob.release} aria-label={`let the compiler choose ${knob.name}`}>
          automatic
        </button>
      )}
    </li>
  );
}

/** Below the editor: the knobs of the text alone, beside every other pane. */
export function KnobStrip() {
  const knobs = useKnobs().filter(({ range }) => range !== null);
  if (knobs.length === 0) return null;
  return (
    <div class="knob-strip" role="group" aria-label="knobs" tabIndex={0}>
      {knobs.map((knob) => (
        <span class="knob" key={knob.id}>
          <code>{knob.name}</code> <KnobStepper knob={knob} label={knob.name} />
        </span>
      ))}
    </div>
  );
}
