// SPDX-License-Identifier: Apache-2.0
// Timelines of two programs, A above B on one axis, so that what is longer is longer: they move and zoom together. Cycles and steps are
// a model's and the emulator's, never a GPU's.

import { useMemo, useState } from "preact/hooks";
import type { Figure } from "../base/figures";
import { formatCount } from "../base/format";
import type { LaunchTime, SourceRange } from "../base/protocol";
import { blocksIn, rangeOf, type Timeline } from "../base/timeline";
import { bufferColours } from "../base/timeline-colours";
import { changesOf, summarize } from "../base/timeline-compare";
import { blockText, type TimeWindow } from "../base/timeline-scene";
import type { Fact } from "../engine/variants";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { KindLegend, Readout, units } from "./TimelineFacts";
import { TimelineChart } from "./TimelineChart";
import { Rows, Scroll } from "./variant-rows";
import { useFact, useTimelines, type Side } from "./variant-sides";

interface Sides {
  a: Side;
  b: Side;
}

export function VariantTimelines({ a, b, theme }: Sides & { theme: string }) {
  const [ofA, ofB] = [useTimelines(a), useTimelines(b)];
  const launches = Math.min(ofA?.value?.length ?? 0, ofB?.value?.length ?? 0);
  const areBoth = Boolean(ofA?.value && ofB?.value);
  return (
    <Scroll label="timelines of A and B">
      {!areBoth && <RunOne name="A" side={a} fact={ofA} />}
      {!areBoth && b.id !== a.id && <RunOne name="B" side={b} fact={ofB} />}
      {Array.from({ length: launches }, (_, at) => {
        const [first, second] = [ofA?.value?.[at], ofB?.value?.[at]];
        return (
          first &&
          second && (
            <div key={at} class="compared-launch">
              <Drawn a={{ side: a, launch: first }} b={{ side: b, launch: second }} theme={theme} />
              <TimelineRows a={first} b={second} />
            </div>
          )
        );
      })}
    </Scroll>
  );
}

interface Traced {
  side: Side;
  launch: LaunchTime;
}

/** Both on the axis of the longer one. What is shown of each is one block: the n-th that it recorded. */
function Drawn({ a, b, theme }: { a: Traced; b: Traced; theme: string }) {
  const [window, setWindow] = useState<TimeWindow | null>(null);
  const [block, setBlock] = useState(0);
  const [first, second] = [a.launch.timeline, b.launch.timeline];
  if (!first || !second) return null;
  if (first.unit !== second.unit) return <p class="note">{`A is in ${first.unit}, B in ${second.unit}: there is no axis for both.`}</p>;
  const span = Math.max(first.length, second.length);
  const blocks = Math.max(blocksIn(first).length, blocksIn(second).length);
  const part = { window, onWindow: setWindow, span, block, theme };
  return (
    <div class="compared-timelines">
      <div class="toolbar">
        <span class="quiet">{`${units[first.unit]}; both on one axis of ${formatCount(Math.round(span))}`}</span>
        {blocks > 1 && (
          <label>
            Block{" "}
            <select value={block} onChange={(event) => setBlock(Number(event.currentTarget.value))}>
              {Array.from({ length: blocks }, (_, index) => (
                <option key={index} value={index}>
                  {index}
                </option>
              ))}
            </select>
          </label>
        )}
        <button disabled={window === null} onClick={() => setWindow(null)}>
          Show all
        </button>
      </div>
      <One name="A" traced={a} timeline={first} {...part} />
      <One name="B" traced={b} timeline={second} {...part} />
    </div>
  );
}

interface OneProps {
  name: string;
  traced: Traced;
  timeline: Timeline;
  window: TimeWindow | null;
  onWindow: (window: TimeWindow | null) => void;
  span: number;
  block: number;
  theme: string;
}

function One({ name, traced, timeline, window, onWindow, span, block, theme }: OneProps) {
  const { side, launch } = traced;
  const { goTo, place } = usePage();
  const [selected, setSelected] = useState(-1);
  const [pointed, setPointed] = useState(-1);
  const kernel = useFact(side, "tilings").value?.find((candidate) => candidate.name === launch.kernel);
  const colours = useMemo(() => bufferColours(timeline, kernel), [timeline, kernel]);
  const blocks = useMemo(() => blocksIn(timeline), [timeline]);
  const shown = blocks[Math.min(block, blocks.length - 1)] ?? null;
  const home = (range: SourceRange) => (range.file ? range : { ...range, file: kernel?.range?.file ?? "" });
  // The text that a pinned program was made of is not the one in the editor.
  const open = side.id === 0 ? (range: SourceRange) => goTo(home(range)) : null;
  const count = formatCount(Math.round(timeline.length));
  return (
    <section class="compared-timeline" aria-label={`timeline of ${name}`}>
      <h2>
        {`${name}: ${side.name}`} <span class="quiet">{`${count} ${timeline.unit}${shown ? `, ${blockText(shown)}` : ""}`}</span>
      </h2>
      <TimelineChart
        timeline={timeline}
        choice={{ block: shown, slots: true }}
        colours={colours}
        label={`timeline of ${name}, ${launch.kernel}, ${count} ${timeline.unit}`}
        span={span}
        window={window}
        onWindow={onWindow}
        selected={selected}
        onSelect={setSelected}
        onPoint={setPointed}
        onOpen={(event) => {
          const range = rangeOf(timeline, event);
          if (range) open?.(range);
        }}
        theme={theme}
        tallest={260}
      />
      <Readout timeline={timeline} event={pointed >= 0 ? pointed : selected} onGo={open} place={(range) => place(home(range))} />
      {name === "B" && <KindLegend timeline={timeline} colours={colours} unit="" />}
    </section>
  );
}

/** Stays where it is until both are there: the other's button does not move away from under a pointer. */
function RunOne({ name, side, fact }: { name: string; side: Side; fact: Fact<LaunchTime[]> | null }) {
  const { workspace } = usePage();
  const { input } = side;
  /** What is in the editor runs as it stands there, though the page may still wait for the end of typing. */
  const start = () => {
    const now = side.id === 0 ? workspace.current() : input;
    if (now) void workspace.variants.run(now);
  };
  if (fact?.value) return <p class="note run-one">{`${name}: its timeline is here.`}</p>;
  if (fact?.loading)
    return (
      <p class="note run-one">
        {`${name} runs… `}
        <button onClick={() => input && workspace.variants.cancelRun(input)}>Cancel</button>
      </p>
    );
  return (
    <p class="note run-one">
      {name}: {fact ? <Message text={fact.reason} /> : "its timeline comes from a run in this tab."}{" "}
      {!fact && (
        <button disabled={!input} onClick={start}>
          {`Run ${name}`}
        </button>
      )}
    </p>
  );
}

function TimelineRows({ a, b }: { a: LaunchTime; b: LaunchTime }) {
  if (!a.timeline || !b.timeline) return null;
  const [before, after] = [summarize(a.timeline), summarize(b.timeline)];
  const figure = (key: string, label: string, unit: Figure["unit"], value: number): Figure => ({ key, label, unit, value, word: "" });
  const waits = changesOf(before, after, 0.005);
  const figures = (summary: typeof before, side: "before" | "after") => [
    figure("length", "cycles (model)", "count", summary.length),
    figure("busy", "tensor cores busy", "share", summary.busy),
    figure("blocks", "blocks recorded", "count", summary.blocks),
    ...waits.map((change) => figure(`wait ${change.label}`, `waiting: ${change.label}`, "share", change[side])),
  ];
  const title = a.kernel === b.kernel ? a.kernel : `${a.kernel}, ${b.kernel}`;
  return <Rows title={<code>{title}</code>} a={figures(before, "before")} b={figures(after, "after")} />;
}
