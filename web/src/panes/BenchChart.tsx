// SPDX-License-Identifier: Apache-2.0
// Curves of a sweep, a kernel each, in the hues of arrays. What is drawn stands in the table below, too.

import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { SweepCurves } from "../base/bench";
import { readPaint } from "./draw";

const height = 220;

export function BenchChart(props: { curves: SweepCurves; constant: string; unit: string }) {
  const { curves, constant, unit } = props;
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = parent.current;
    if (!box) return;
    const paint = readPaint(box);
    const hues = curves.kernels.map((_, index) => paint.arrays[index % paint.arrays.length] ?? paint.text);
    const axis = { stroke: paint.quiet, grid: { stroke: paint.faint, width: 1 }, ticks: { stroke: paint.faint } };
    const width = () => Math.max(200, box.clientWidth);
    const series = curves.kernels.map(({ name }, index) => ({
      label: name,
      stroke: hues[index],
      width: 2,
      points: { show: true },
      spanGaps: true,
    }));
    const options = {
      width: width(),
      height,
      scales: { x: { time: false } },
      axes: [
        { ...axis, label: constant },
        { ...axis, label: unit, size: 70 },
      ],
      series: [{ label: constant }, ...series],
      legend: { show: series.length > 1, live: false },
      cursor: { y: false },
    } as uPlot.Options;
    const data = [curves.at, ...curves.kernels.map(({ values }) => values)] as uPlot.AlignedData;
    let gone = false;
    let chart: uPlot | null = null;
    const watcher = new ResizeObserver(() => chart?.setSize({ width: width(), height }));
    // Few visits draw a sweep.
    void import("uplot").then(({ default: Plot }) => {
      if (gone) return;
      chart = new Plot(options, data, box);
      watcher.observe(box);
    });
    return () => {
      gone = true;
      watcher.disconnect();
      chart?.destroy();
    };
  }, [curves.at.length, curves.kernels.map(({ values }) => values.join()).join(";")]);
  return <div class="bench-chart" ref={parent} role="img" aria-label={`curves over ${constant}; the table below has the numbers`} />;
}
