// SPDX-License-Identifier: Apache-2.0
// What the steps of a lesson draw: a timeline, tilings, the banks of a buffer.

import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { hueOf } from "../base/colours";
import { formatShape, formatTuple, plural } from "../base/format";
import { bankOf, bytesOfType } from "../base/layouts";
import type { KernelTilings, Launch, SharedBuffer, SourceRange } from "../base/protocol";
import { layOut } from "../base/scene";
import { drawnOperands, formatBox, programPoint } from "../base/tilings";
import { blocksIn, rangeOf, type Timeline } from "../base/timeline";
import { bufferColours } from "../base/timeline-colours";
import { blockText, type TimeWindow } from "../base/timeline-scene";
import { canvasSurface, paintScene, readPaint } from "../panes/draw";
import { TimelineChart } from "../panes/TimelineChart";
import { Bubbles, KindLegend, Readout, units } from "../panes/TimelineFacts";
import { theme } from "./theme";

export function StepTimeline(props: { title: string; timeline: Timeline; onLit: (range: SourceRange | null) => void }) {
  const { timeline } = props;
  const [window, setWindow] = useState<TimeWindow | null>(null);
  const [selected, setSelected] = useState(-1);
  const [pointed, setPointed] = useState(-1);
  const blocks = useMemo(() => blocksIn(timeline), [timeline]);
  const [at, setAt] = useState(0);
  const block = blocks[at] ?? null;
  const colours = useMemo(() => bufferColours(timeline, undefined), [timeline]);
  const light = (event: number) => props.onLit(event >= 0 ? rangeOf(timeline, event) : null);
  return (
    <>
      <KindLegend timeline={timeline} colours={colours} unit={units[timeline.unit]} />
      {blocks.length > 1 && (
        <label>
          Block{" "}
          <select value={String(at)} onChange={(event) => setAt(Number(event.currentTarget.value))}>
            {blocks.map((each, index) => (
              <option key={index} value={String(index)}>
                {blockText(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <TimelineChart
        timeline={timeline}
        choice={{ block, slots: false }}
        colours={colours}
        label={`timeline of ${props.title}, ${plural(timeline.count, "event")}`}
        window={window}
        onWindow={setWindow}
        selected={selected}
        onSelect={(event) => {
          setSelected(event);
          light(event);
        }}
        onPoint={(event) => {
          setPointed(event);
          light(event >= 0 ? event : selected);
        }}
        theme={theme.value}
        tallest={420}
      />
      <Readout timeline={timeline} event={pointed >= 0 ? pointed : selected} onGo={props.onLit} />
      <Bubbles
        timeline={timeline}
        block={block}
        onShow={(bubble) => {
          const room = (bubble.end - bubble.begin) * 2;
          setWindow({ from: Math.max(0, bubble.begin - room), to: Math.min(timeline.length, bubble.end + room) });
          setSelected(bubble.wait);
          light(bubble.wait);
        }}
      />
    </>
  );
}

/** The first launch's grid and arrays, a program at a time. */
export function StepTilings(props: { title: string; kernels: readonly KernelTilings[] }) {
  const [kernel] = props.kernels.filter(({ launches }) => launches.length > 0);
  const launch = kernel?.launches[0];
  return kernel && launch ? <LaunchPicture title={props.title} kernel={kernel} launch={launch} /> : null;
}

function LaunchPicture({ title, kernel, launch }: { title: string; kernel: KernelTilings; launch: Launch }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(560);
  const [program, setProgram] = useState(0);
  const slider = useId();
  const listed = Math.max(1, Math.min(launch.recorded, launch.programs));
  const operands = useMemo(() => drawnOperands(launch), [launch]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth || 560));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const scene = useMemo(() => layOut(launch, width - 4), [launch, width]);
  const ground = theme.value;
  useEffect(() => {
    const [element, context] = [canvas.current, canvas.current?.getContext("2d")];
    if (!element || !context) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.ceil((scene.width + 2) * ratio);
    element.height = Math.ceil((scene.height + 2) * ratio);
    element.style.width = `${scene.width + 2}px`;
    element.style.height = `${scene.height + 2}px`;
    context.setTransform(ratio, 0, 0, ratio, ratio, ratio);
    const hues = operands.map((operand) => hueOf(kernel, operand.name));
    const surface = canvasSurface(context, getComputedStyle(element).fontFamily);
    paintScene(surface, scene, launch, { program, hovered: -1, block: null }, readPaint(element.parentElement ?? element), hues);
  }, [scene, program, ground]);
  const sees = operands.map((operand) => {
    const box = operand.boxes[program];
    return `${operand.name}${box ? formatBox(box, operand.shape) : ": nothing"}`;
  });
  return (
    <div class="step-tilings">
      <div class="scene" ref={frame} role="group" aria-label={`tilings of ${title}`} tabIndex={0}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`grid ${formatTuple(launch.grid)} and ${plural(operands.length, "array")}; the line below says what is filled`}
        />
      </div>
      <label for={slider}>Program</label>
      <input
        id={slider}
        type="range"
        min={0}
        max={listed - 1}
        value={program}
        disabled={listed < 2}
        aria-valuetext={`program ${formatTuple(programPoint(launch, program))}`}
        onInput={(event) => setProgram(Number(event.currentTarget.value))}
      />
      <p class="code" role="status">
        {formatTuple(programPoint(launch, program))} sees {sees.join(", ")}
      </p>
    </div>
  );
}

const drawnRows = 8;
const drawnWords = 32;

/** Which bank the words of a buffer's first rows are in. The first word of each row is what a column's reader wants at once. */
export function BankGrid({ buffer }: { buffer: SharedBuffer }) {
  const size = bytesOfType(buffer.dtype);
  const columns = buffer.shape.at(-1) ?? 1;
  const perWord = Math.max(1, 4 / size);
  const words = Math.min(drawnWords, Math.ceil(columns / perWord));
  const rows = Math.min(
    drawnRows,
    buffer.shape.slice(0, -1).reduce((product, extent) => product * extent, 1),
  );
  const banks = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: words }, (_, word) => bankOf(buffer, size, row, Math.floor(word * perWord))),
  );
  const column = banks.map((row) => row[0] ?? 0);
  const cell = 17;
  return (
    <figure class="banks">
      <div class="scroll-x" role="group" aria-label={`banks of ${buffer.name || "a buffer"}`} tabIndex={0}>
        <svg width={words * cell + 1} height={rows * cell + 1} role="img" aria-label={`banks of the first ${rows} rows`}>
          {banks.flatMap((row, y) =>
            row.map((bank, x) => (
              <g key={`${y}/${x}`} class={bank === column[0] ? "bank marked" : "bank"}>
                <rect x={x * cell + 0.5} y={y * cell + 0.5} width={cell} height={cell} />
                <text x={x * cell + cell / 2 + 0.5} y={y * cell + cell / 2 + 4}>
                  {bank}
                </text>
              </g>
            )),
          )}
        </svg>
      </div>
      <figcaption>
        <code>{buffer.name || "a buffer"}</code> {buffer.dtype} {formatShape(buffer.shape)},{" "}
        {buffer.swizzle > 0 ? `swizzle of ${buffer.swizzle} bytes` : "no swizzle"}: the first words of its first rows are in banks{" "}
        {column.join(", ")}: {plural(new Set(column).size, "different one")}.
      </figcaption>
    </figure>
  );
}
