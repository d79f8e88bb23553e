// SPDX-License-Identifier: Apache-2.0
// What a launch moved, as a picture: levels of memory as boxes, and between them arrows as wide as their bytes. The table of accesses
// below tells it line by line.

import type { AccessCount } from "../base/accesses";
import { formatBytes, plural } from "../base/format";
import { lossFactor, trafficOf, type Flow, type Level } from "../base/traffic";
import { usePlaces } from "./page";
import "./traffic.css";

const places: Record<Level, { x: number; y: number; name: string; note: string }> = {
  global: { x: 1, y: 72, name: "Global memory", note: "through L2, by sectors" },
  shared: { x: 281, y: 72, name: "Shared memory", note: "by turns of 32 banks" },
  registers: { x: 561, y: 72, name: "Registers", note: "of the threads" },
  local: { x: 561, y: 206, name: "Local memory", note: "spills, arrays of threads" },
};
const [boxWidth, boxHeight] = [150, 48];
const [thinnest, widest] = [2, 18];

interface Props {
  accesses: AccessCount[];
  text: string;
  fileName: string;
}

export function MemoryTraffic({ accesses, text, fileName }: Props) {
  const flows = trafficOf(accesses, text);
  if (flows.length === 0) return null;
  const most = Math.max(...flows.map(({ bytes }) => bytes));
  const hasLocal = flows.some(({ from, to }) => from === "local" || to === "local");
  const shown = (Object.keys(places) as Level[]).filter((level) => level !== "local" || hasLocal);
  // Room for the arcs that there are.
  const goes = (from: Level, to: Level) => flows.some((flow) => flow.from === from && flow.to === to);
  const top = goes("global", "registers") ? 0 : 44;
  const bottom = hasLocal ? 258 : goes("registers", "global") ? 192 : 140;
  return (
    <figure class="traffic">
      <figcaption>
        Bytes by level <span class="quiet">as the emulator counted them in this run; caches are not modelled, and no count is a time</span>
      </figcaption>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="bytes moved between levels of memory">
        <svg viewBox={`0 ${top} 790 ${bottom - top}`} role="img" aria-label={flows.map(describe).join(". ")}>
          <defs>
            <marker
              id="traffic-end"
              viewBox="0 0 4 4"
              refX="2"
              refY="2"
              markerWidth="10"
              markerHeight="10"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 0L4 2L0 4Z" />
            </marker>
          </defs>
          {flows.map((flow) => (
            <Arrow key={`${flow.from} ${flow.to}`} flow={flow} width={thinnest + (widest - thinnest) * (flow.bytes / most)} />
          ))}
          {shown.map((level) => (
            <Box key={level} level={level} />
          ))}
        </svg>
      </div>
      <ul class="traffic-list small">
        {flows.map((flow) => (
          <Words key={`${flow.from} ${flow.to}`} flow={flow} fileName={fileName} />
        ))}
      </ul>
    </figure>
  );
}

function Box({ level }: { level: Level }) {
  const { x, y, name, note } = places[level];
  return (
    <g class="traffic-box">
      <rect x={x + 1} y={y} width={boxWidth} height={boxHeight} rx="4" />
      <text x={x + boxWidth / 2} y={y + 20} text-anchor="middle">
        {name}
      </text>
      <text class="note" x={x + boxWidth / 2} y={y + 37} text-anchor="middle">
        {note}
      </text>
    </g>
  );
}

interface Line {
  path: string;
  /** Where its words stand. */
  x: number;
  y: number;
  anchor: "middle" | "start" | "end";
}

/** Neighbours are joined by straight lines, the two ways beside each other; global memory and registers by arcs above and below. */
function lineOf({ from, to }: Flow, width: number): Line {
  const [begin, end] = [places[from], places[to]];
  const isBack = begin.x > end.x || begin.y > end.y;
  if (begin.y !== end.y) {
    const x = begin.x + (isBack ? 120 : 92);
    const [y1, y2] = isBack ? [begin.y, end.y + boxHeight + 8] : [begin.y + boxHeight, end.y - 8];
    const away = width / 2 + 6;
    return { path: `M${x} ${y1}V${y2}`, x: x + (isBack ? away : -away), y: (y1 + y2) / 2 + 4, anchor: isBack ? "start" : "end" };
  }
  if (Math.abs(begin.x - end.x) < 300) {
    const y = begin.y + boxHeight / 2 + (isBack ? 12 : -12);
    const [x1, x2] = isBack ? [begin.x, end.x + boxWidth + 8] : [begin.x + boxWidth, end.x - 8];
    return { path: `M${x1} ${y}H${x2}`, x: (x1 + x2) / 2, y: y + (isBack ? width / 2 + 12 : -width / 2 - 4), anchor: "middle" };
  }
  const [x1, x2] = [begin.x + 60, end.x + 60];
  const [y1, y2] = isBack ? [begin.y + boxHeight, end.y + boxHeight + 8] : [begin.y, end.y - 8];
  const bend = isBack ? 58 : -58;
  const y = (y1 + y2) / 2 + 0.75 * bend + (isBack ? width / 2 + 13 : -width / 2 - 5);
  return { path: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 + bend} ${x2} ${y2}`, x: (x1 + x2) / 2, y, anchor: "middle" };
}

function Arrow({ flow, width }: { flow: Flow; width: number }) {
  const { path, x, y, anchor } = lineOf(flow, width);
  const isBad = lossFactor(flow) >= 1.05 || flow.from === "local" || flow.to === "local";
  return (
    <g class={isBad ? "traffic-flow lossy" : "traffic-flow"}>
      <path d={path} stroke-width={width} marker-end="url(#traffic-end)" />
      <text x={x} y={y} text-anchor={anchor}>
        {formatBytes(flow.bytes) + (isBad && flow.best > 0 ? ` (${lossFactor(flow).toFixed(2)}×)` : "")}
      </text>
    </g>
  );
}

const names: Record<Level, string> = { global: "global memory", shared: "shared memory", registers: "registers", local: "local memory" };

function describe(flow: Flow): string {
  const { from, to, bytes, best, units } = flow;
  const by = from === "global" || to === "global" ? ` in ${plural(units, "sector")}` : units > 0 ? ` in ${plural(units, "turn")}` : "";
  const factor = lossFactor(flow);
  const loss = factor >= 1.05 ? `, ${factor.toFixed(2)} times the ${formatBytes(best)} that would do` : "";
  return `From ${names[from]} to ${names[to]}: ${formatBytes(bytes)}${by}${loss}`;
}

function Words({ flow, fileName }: { flow: Flow; fileName: string }) {
  const { goTo } = usePlaces();
  const [line] = flow.lines;
  return (
    <li>
      {describe(flow)}
      {line !== undefined && (
        <>
          {flow.lines.length > 1 ? "; most by " : "; by "}
          <button
            class="link"
            onClick={() => goTo({ file: fileName, begin: { line, column: 1 }, end: { line, column: 1 } })}
          >{`line ${line}`}</button>
        </>
      )}
      .
    </li>
  );
}
