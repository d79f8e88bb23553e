// SPDX-License-Identifier: Apache-2.0
// Registers over a program: how many virtual ones are alive behind each instruction of a PTX text, by class, as a curve in the text's
// order. Pointing at it, or arrow keys, tell the line; a click or Enter goes there. It is no count of a GPU's registers, and says so.

import { useMemo, useRef, useState } from "preact/hooks";
import { plural } from "../base/format";
import { pressureOf, type FunctionPressure, type PressurePoint } from "../base/ptx-liveness";
import { option } from "./options";
import "./pressure.css";

/** Whether the curve is open, wherever PTX is shown. */
const shown = option("tessera.pressure", true);

const height = 72;
const layers = [
  { name: "b64", words: "of 64 bits, two each" },
  { name: "b32", words: "of 32 bits" },
  { name: "b16", words: "of 16 bits" },
] as const;

interface Props {
  text: string;
  /** The function that is looked at, where that is chosen elsewhere. */
  function?: string;
  onGo: (line: number) => void;
}

export function PressureCurve({ text, function: wanted, onGo }: Props) {
  const functions = useMemo(() => pressureOf(text).filter(({ points }) => points.length > 1), [text]);
  const [name, setName] = useState("");
  const chosen = functions.find((one) => one.name === (wanted ?? name)) ?? functions[0];
  if (!chosen) return null;
  const { most, at, points } = chosen;
  return (
    <details
      class="pressure"
      open={shown.value.value}
      onToggle={(event) => event.currentTarget.open !== shown.value.peek() && shown.toggle()}
    >
      <summary>
        Virtual registers alive{" "}
        <span class="quiet">{`at most ${most} of 32 bits, behind line ${points[at]?.line}; counted in the PTX, before ptxas allocates`}</span>
      </summary>
      {functions.length > 1 && wanted === undefined && (
        <label class="pressure-choice">
          Function{" "}
          <select value={chosen.name} onChange={(event) => setName(event.currentTarget.value)}>
            {functions.map((one) => (
              <option key={one.name}>{one.name}</option>
            ))}
          </select>
        </label>
      )}
      <Curve key={chosen.name} pressure={chosen} text={text} onGo={onGo} />
    </details>
  );
}

function Curve({ pressure, text, onGo }: { pressure: FunctionPressure; text: string; onGo: (line: number) => void }) {
  const { points, most, at } = pressure;
  const [cursor, setCursor] = useState(at);
  const [pointed, setPointed] = useState(-1);
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.split("\n"), [text]);
  const paths = useMemo(() => layers.map((_, index) => areaOf(points, index, most)), [points, most]);
  const seen = useMemo(() => layers.filter(({ name }) => points.some(({ alive }) => alive[name] > 0)), [points]);
  const index = pointed >= 0 ? pointed : Math.min(cursor, points.length - 1);
  const point = points[index];
  if (!point) return null;
  const find = (event: MouseEvent) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.max(0, Math.min(points.length - 1, Math.floor(((event.clientX - left) / width) * points.length)));
  };
  const go = (to: number) => {
    setCursor(to);
    const line = points[to]?.line;
    if (line !== undefined) onGo(line);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.round(points.length / 20));
    const steps: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: page, PageDown: -page };
    const last = points.length - 1;
    if (event.key === "Enter") go(index);
    else if (event.key === "Home" || event.key === "End") setCursor(event.key === "Home" ? 0 : last);
    else if (event.key === "m") setCursor(at);
    else if (steps[event.key] !== undefined) setCursor(Math.max(0, Math.min(last, cursor + (steps[event.key] ?? 0))));
    else return;
    event.preventDefault();
  };
  const told = describePoint(point);
  return (
    <>
      <div
        ref={box}
        class="pressure-curve"
        role="slider"
        tabIndex={0}
        aria-label="virtual registers alive along the PTX; arrow keys move, M goes to the most, Enter to the line"
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={index}
        aria-valuetext={`line ${point.line}: ${told}`}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => setPointed(find(event))}
        onPointerLeave={() => setPointed(-1)}
        onClick={(event) => go(find(event))}
      >
        <svg viewBox={`0 0 ${points.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {paths.map((path, layer) => (
            <path key={layer} class={`pressure-${layers[layer]?.name}`} d={path} />
          ))}
          <path class="pressure-here" d={`M${index + 0.5} 0V${height}`} />
        </svg>
        <span class="pressure-most" aria-hidden="true">
          {most}
        </span>
      </div>
      <p class="pressure-words small">
        <button class="link" onClick={() => go(index)}>{`line ${point.line}`}</button>
        {`: ${told} `}
        <code>{lines[point.line - 1]?.trim().replace(/\s+/g, " ").slice(0, 90)}</code>
      </p>
      <ul class="pressure-legend quiet small">
        {seen.map(({ name, words }) => (
          <li key={name}>
            <span class={`pressure-swatch pressure-${name}`} aria-hidden="true" /> {words}
          </li>
        ))}
      </ul>
    </>
  );
}

function describePoint({ alive, total }: PressurePoint): string {
  const parts = [
    ...(alive.b64 > 0 ? [`${alive.b64} of 64 bits`] : []),
    ...(alive.b32 > 0 ? [`${alive.b32} of 32`] : []),
    ...(alive.b16 > 0 ? [`${alive.b16} of 16`] : []),
  ];
  const of = parts.length > 1 || alive.b64 + alive.b16 > 0 ? ` (${parts.join(", ")})` : "";
  return `${plural(total, "register")} of 32 bits${of}, ${plural(alive.pred, "predicate")}.`;
}

/** The stretch between the layers below and this one, a step an instruction. */
function areaOf(points: readonly PressurePoint[], layer: number, most: number): string {
  const scale = (count: number) => (height - (count / Math.max(1, most)) * (height - 4)).toFixed(1);
  const upTo = ({ alive }: PressurePoint, end: number) =>
    (end > 0 ? 2 * alive.b64 : 0) + (end > 1 ? alive.b32 : 0) + (end > 2 ? alive.b16 : 0);
  const upper = points.map((point, x) => `L${x} ${scale(upTo(point, layer + 1))}H${x + 1}`);
  const lower = points.map((point, x) => `L${x + 1} ${scale(upTo(point, layer))}H${x}`).reverse();
  return `M0 ${height}${upper.join("")}${lower.join("")}Z`;
}
