// SPDX-License-Identifier: Apache-2.0
// One knob: less, its value, more. Arrow keys in the field step too; Shift makes steps fine. A value that the knob can't have stays in the
// field and is marked, and the program keeps the one that it has.

import { useEffect, useState } from "preact/hooks";
import type { Turnable } from "./knobs";

export function KnobStepper({ knob, label }: { knob: Turnable; label: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [knob.value]);
  const isWrong = typed !== null && typed !== knob.value;
  const commit = () => {
    if (typed === null || typed === knob.value) return setTyped(null);
    if (knob.set(typed.trim())) setTyped(null);
  };
  if (knob.kind === "bool")
    return (
      <span class="joined stepper" role="group" aria-label={label}>
        {["False", "True"].map((value) => (
          <button key={value} aria-pressed={knob.value === value} onClick={() => knob.set(value)}>
            {value}
          </button>
        ))}
      </span>
    );
  return (
    <span class="joined stepper" role="group" aria-label={label}>
      <button aria-label={`${label}: less`} title="less (Shift: by one)" onClick={(event) => knob.step(-1, event.shiftKey)}>
        −
      </button>
      <input
        type="text"
        inputMode="decimal"
        size={Math.max(4, knob.value.length)}
        aria-label={label}
        aria-invalid={isWrong}
        value={typed ?? knob.value}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          else if (event.key === "Escape") setTyped(null);
          else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
            event.preventDefault();
            knob.step(event.key === "ArrowUp" ? 1 : -1, event.shiftKey);
          }
        }}
      />
      <button aria-label={`${label}: more`} title="more (Shift: by one)" onClick={(event) => knob.step(1, event.shiftKey)}>
        +
      </button>
    </span>
  );
}
