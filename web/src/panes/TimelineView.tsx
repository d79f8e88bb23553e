// SPDX-License-Identifier: Apache-2.0
// The timeline of a run, launch by launch: the playground's chart and its facts, without what the playground compares it with. For places
// other than the playground: the extension for VS Code, and documentation pages.

import { useMemo, useRef, useState } from "preact/hooks";
import { formatTuple, plural } from "../base/format";
import { blocksIn, rangeOf, readTimelineFile, type BlockName, type Timeline, type TimelineFile } from "../base/timeline";
import { bufferColours } from "../base/timeline-colours";
import { blockText, type TimeWindow } from "../base/timeline-scene";
import type { View } from "../engine/followed";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { TimelineChart, type ChartHandle } from "./TimelineChart";
import { Bubbles, KindLegend, Overlaps, Readout, units } from "./TimelineFacts";
import { litBy, unlit } from "./view-state";
import { Empty, saveFile } from "./widgets";

/** `told` is what `tessera run --timeline` writes. */
export function TimelineView(props: { told: View<string>; theme: string; onAgain: () => void }) {
  const { value, stale, loading, error } = props.told;
  const read = useMemo(() => (value === null ? null : readTimelineFile(value)), [value]);
  const [chosen, setChosen] = useState(0);
  if (!read?.ok)
    return (
      <Empty>
        <Message text={loading ? "Running…" : `No timeline: ${error ?? (read ? read.error : "nothing ran")}.`} />
        <button onClick={props.onAgain}>Run again</button>
      </Empty>
    );
  const { launches } = read.value;
  const index = launches[chosen] ? chosen : 0;
  const launch = launches[index];
  if (!launch) return null;
  return (
    <div class="timeline">
      {stale && (
        <p class="outdated">
          This is of an earlier text.{" "}
          <button class="link" onClick={props.onAgain}>
            Run again
          </button>
        </p>
      )}
      <LaunchView key={`${index} ${value?.length}`} launches={launches} launch={launch} theme={props.theme} onChoose={setChosen} />
    </div>
  );
}

type Launch = TimelineFile["launches"][number];

function LaunchView(props: { launches: Launch[]; launch: Launch; theme: string; onChoose: (index: number) => void }) {
  const { timeline, kernel } = props.launch;
  const { view, goTo, place } = usePage();
  const chart = useRef<ChartHandle | null>(null);
  const [window, setWindow] = useState<TimeWindow | null>(null);
  const [selected, setSelected] = useState(-1);
  const [pointed, setPointed] = useState(-1);
  const [slots, setSlots] = useState(true);
  const blocks = useMemo(() => blocksIn(timeline), [timeline]);
  const [block, setBlock] = useState<BlockName | null>(blocks[0] ?? null);
  const colours = useMemo(() => bufferColours(timeline, undefined), [timeline]);
  const light = (event: number) => {
    const range = event >= 0 ? rangeOf(timeline, event) : null;
    view.litSource.value = range ? litBy(range) : unlit;
  };
  const select = (event: number) => {
    setSelected(event);
    light(event);
  };
  const point = (event: number) => {
    setPointed(event);
    light(event >= 0 ? event : selected);
  };
  const open = (event: number) => {
    const range = rangeOf(timeline, event);
    if (range) goTo(range);
  };
  const exportSvg = () => {
    const caption = `${kernel} · ${units[timeline.unit]}`;
    if (chart.current) saveFile(`${kernel || "trace"}-timeline.svg`, chart.current.toSvg(caption), "image/svg+xml");
  };
  return (
    <section class="timeline-source" aria-label={kernel}>
      <div class="toolbar">
        <LaunchChoice {...props} />
        <BlockChoice blocks={blocks} block={block} onChoose={setBlock} />
        <label>
          <input type="checkbox" checked={slots} onChange={(event) => setSlots(event.currentTarget.checked)} /> Slots
        </label>
        <div class="joined" role="group" aria-label="zoom">
          <button aria-label="zoom out" title="zoom out ( - )" onClick={() => chart.current?.zoomBy(2)}>
            −
          </button>
          <button title="all of it ( 0 )" onClick={() => setWindow(null)}>
            All
          </button>
          <button aria-label="zoom in" title="zoom in ( + )" onClick={() => chart.current?.zoomBy(0.5)}>
            +
          </button>
        </div>
        <button onClick={exportSvg}>Export SVG</button>
      </div>
      {timeline.dropped > 0 && (
        <p class="outdated">{`${plural(timeline.count, "event")} are kept, later ones are not: run it at a smaller size.`}</p>
      )}
      <div class="timeline-body">
        <KindLegend timeline={timeline} colours={colours} unit={units[timeline.unit]} />
        <TimelineChart
          timeline={timeline}
          choice={{ block, slots }}
          colours={colours}
          label={`timeline of ${kernel}, ${plural(timeline.count, "event")}`}
          window={window}
          onWindow={setWindow}
          selected={selected}
          onSelect={select}
          onPoint={point}
          onOpen={open}
          theme={props.theme}
          onMade={(made) => (chart.current = made)}
        />
        <Readout timeline={timeline} event={pointed >= 0 ? pointed : selected} onGo={goTo} place={place} />
        {timeline.unit === "steps" ? (
          <Overlaps timeline={timeline} block={block} />
        ) : (
          <Bubbles
            timeline={timeline}
            block={block}
            onShow={(bubble) => {
              setWindow(around(bubble, timeline));
              select(bubble.wait);
            }}
          />
        )}
      </div>
    </section>
  );
}

/** A bubble with as much before and after it as it is long, twice. */
function around({ begin, end }: { begin: number; end: number }, timeline: Timeline): TimeWindow {
  const room = (end - begin) * 2;
  return { from: Math.max(0, begin - room), to: Math.min(Math.max(1, timeline.length), end + room) };
}

function LaunchChoice({ launches, launch, onChoose }: { launches: Launch[]; launch: Launch; onChoose: (index: number) => void }) {
  const name = ({ kernel, grid }: Launch) => `${kernel} grid ${formatTuple(grid)}`;
  if (launches.length < 2) return <strong>{name(launch)}</strong>;
  return (
    <label>
      Launch
      <select value={String(launches.indexOf(launch))} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {launches.map((each, index) => (
          <option key={index} value={String(index)}>
            {name(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function BlockChoice({
  blocks,
  block,
  onChoose,
}: {
  blocks: BlockName[];
  block: BlockName | null;
  onChoose: (block: BlockName | null) => void;
}) {
  if (blocks.length < 2) return null;
  const at = block ? blocks.findIndex((each) => each.cluster === block.cluster && each.block === block.block) : -1;
  return (
    <label>
      Block
      <select value={String(at)} onChange={(event) => onChoose(blocks[Number(event.currentTarget.value)] ?? null)}>
        <option value="-1">all {blocks.length}</option>
        {blocks.map((each, index) => (
          <option key={index} value={String(index)}>
            {blockText(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
