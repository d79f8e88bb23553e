// SPDX-License-Identifier: Apache-2.0
// A curve through the values of a sweep, by uPlot, which is loaded with the first one. A click takes the value below the pointer; the table
// beside it has the same numbers for who sees no canvas, and the same values as buttons.

import { useEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { numberOf } from "../base/knob-values";
import { readPaint } from "./draw";

interface SweepChartProps {
  /** Values in rising order, as written. */
  names: string[];
  /** Null where there is none. */
  values: (number | null)[];
  /** The place of the value that the program has; -1 where it is another one. */
  current: number;
  label: string;
  format: (value: number) => string;
  theme: string;
  onChoose: (at: number) => void;
}

const height = 220;

export function SweepChart(props: SweepChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const { names, values, current, label, theme } = props;
  useEffect(() => {
    const element = frame.current;
    if (!element || width < 80) return;
    let chart: uPlot | null = null;
    let isGone = false;
    void Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]).then(([{ default: UPlot }]) => {
      if (!isGone) chart = draw(UPlot, element, latest, width);
    });
    return () => {
      isGone = true;
      chart?.destroy();
    };
  }, [width, theme, label, current, JSON.stringify([names, values])]);
  return <div ref={frame} class="sweep-chart" style={{ height: `${height}px` }} role="img" aria-label={label} />;
}

function draw(UPlot: typeof uPlot, element: HTMLElement, latest: { current: SweepChartProps }, width: number): uPlot {
  const { names, values, current, format } = latest.current;
  const paint = readPaint(element);
  const xs = names.map(numberOf);
  // Doublings stand at equal distances.
  const doubles = xs.length > 2 && xs.every((x, at) => x > 0 && (at === 0 || x === 2 * (xs[at - 1] ?? 0)));
  const places = doubles ? xs.map((x) => Math.log2(x)) : xs;
  const nameAt = (place: number) => names[places.findIndex((other) => Math.abs(other - place) < 1e-9)] ?? "";
  const font = "11px system-ui, sans-serif";
  const axis = { stroke: paint.quiet, font, grid: { stroke: paint.faint, width: 1 }, ticks: { stroke: paint.faint, width: 1, size: 4 } };
  const chart = new UPlot(
    {
      width,
      height,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { size: 9 } },
      scales: {
        x: { time: false, range: (_chart, from, to) => padded(from, to, 0.05) },
        y: { range: (_chart, from, to) => padded(from, to, 0.1) },
      },
      axes: [
        { ...axis, splits: () => places, values: (_chart, splits) => splits.map(nameAt) },
        { ...axis, size: 64, values: (_chart, splits) => splits.map((value) => (value < 0 ? "" : format(value))) },
      ],
      series: [
        {},
        {
          stroke: paint.accent,
          width: 2,
          spanGaps: false,
          points: { show: true, size: 7, fill: paint.accent, stroke: paint.surface },
        },
      ],
      hooks: { draw: [(made) => markCurrent(made, places[current], paint.text)] },
    },
    [places, values],
    element,
  );
  chart.over.addEventListener("click", () => {
    const at = chart.cursor.idx;
    if (typeof at === "number") latest.current.onChoose(at);
  });
  return chart;
}

function padded(from: number, to: number, share: number): [number, number] {
  const room = (to - from || Math.abs(to) || 1) * share;
  return [from - room, to + room];
}

/** A dashed line at the value that the program has. */
function markCurrent(chart: uPlot, place: number | undefined, colour: string): void {
  if (place === undefined) return;
  const { ctx, bbox } = chart;
  const x = Math.round(chart.valToPos(place, "x", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
