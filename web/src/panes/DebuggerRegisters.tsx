// SPDX-License-Identifier: Apache-2.0
// Registers of the followed warp by lane: those that the next instruction names first, then what has changed, then the
// rest. Beside each who wrote it.

import { useState } from "preact/hooks";
import {
  changedRegisters,
  formatBits,
  hasLane,
  laneCount,
  laneOf,
  namedRegisters,
  nameLanes,
  radixes,
  type DebugRegister,
  type DebugView,
  type Radix,
} from "../base/debugger";
import { formatCount, plural } from "../base/format";

interface RegistersProps {
  view: DebugView;
  before: DebugView | null;
  /** The line of PTX that comes next. */
  line: string;
  radix: Radix;
  onRadix: (radix: Radix) => void;
  onStep: (step: number) => void;
}

/** Rows that are drawn unless more are asked for: a kernel may have a thousand registers. */
const mostRows = 24;

export function DebuggerRegisters({ view, before, line, radix, onRadix, onStep }: RegistersProps) {
  const [filter, setFilter] = useState("");
  const [all, setAll] = useState(false);
  const changed = changedRegisters(view, before);
  const named = namedRegisters(line);
  const rank = ({ name }: DebugRegister) => (named.includes(name) ? named.indexOf(name) : changed.has(name) ? 1000 : 2000);
  const wanted = view.registers.filter(({ name }) => name.includes(filter.trim())).sort((a, b) => rank(a) - rank(b));
  const shown = all ? wanted : wanted.slice(0, mostRows);
  return (
    <section class="debugger-section" aria-label="registers">
      <h2>Registers</h2>
      <div class="row">
        <label>
          shown{" "}
          <select value={radix} onChange={(event) => onRadix(event.currentTarget.value as Radix)}>
            {radixes.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          named{" "}
          <input type="text" class="code sizes" value={filter} placeholder="%r" onInput={(event) => setFilter(event.currentTarget.value)} />
        </label>
        {view.unwritten.map(({ name, mask }) => (
          <span key={name} class="bad-text">
            nothing has written <code>{name}</code> in {nameLanes(mask)}
          </span>
        ))}
      </div>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="registers by lane">
        <table class="registers by-lane">
          <thead>
            <tr>
              <th scope="col">register</th>
              <th scope="col">written by</th>
              {Array.from({ length: laneCount }, (_, lane) => (
                <th key={lane} scope="col">
                  {lane}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((register) => (
              <Row
                key={register.name}
                register={register}
                changed={changed.get(register.name) ?? 0}
                isNamed={named.includes(register.name)}
                radix={radix}
                onStep={onStep}
              />
            ))}
          </tbody>
        </table>
      </div>
      {wanted.length > shown.length && (
        <button onClick={() => setAll(true)}>{`Show ${plural(wanted.length - shown.length, "more register")}`}</button>
      )}
    </section>
  );
}

interface RowProps {
  register: DebugRegister;
  changed: number;
  isNamed: boolean;
  radix: Radix;
  onStep: (step: number) => void;
}

function Row({ register, changed, isNamed, radix, onStep }: RowProps) {
  const { name, type, lanes, writers } = register;
  const written = writers.reduce((mask, writer) => mask | writer.mask, 0);
  const isUniform = lanes.length === 1 && written >>> 0 === 0xffffffff;
  return (
    <tr class={isNamed ? "named" : ""}>
      <th scope="row">
        <code>{name}</code> <span class="quiet">.{type}</span>
        {changed !== 0 && <span class="changed-sign"> changed</span>}
      </th>
      <td class="writers">
        {writers.map(({ step, line, mask }) => (
          <button key={`${step}-${line}`} class="link" title="go to where it was written" onClick={() => onStep(step)}>
            {`line ${line}, step ${formatCount(step)}${writers.length > 1 || mask >>> 0 !== 0xffffffff ? `, ${nameLanes(mask)}` : ""}`}
          </button>
        ))}
      </td>
      {isUniform ? (
        <td colSpan={laneCount} class={changed ? "changed uniform code" : "uniform code"}>
          {formatBits(lanes[0] ?? "0", type, radix)} <span class="quiet">in all lanes</span>
        </td>
      ) : (
        Array.from({ length: laneCount }, (_, lane) => (
          <td key={lane} class={hasLane(changed, lane) ? "changed code" : "code"}>
            {hasLane(written, lane) ? formatBits(laneOf(register, lane), type, radix) : "–"}
          </td>
        ))
      )}
    </tr>
  );
}
