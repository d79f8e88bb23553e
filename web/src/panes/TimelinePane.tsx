// SPDX-License-Identifier: Apache-2.0
// Who copied, multiplied and waited when, in one launch of a kernel of warpgroups: from the last run in this tab, from a runner's, or
// from a file that the command line wrote. Below the drawing stands what is pointed at, and where the time went.

import { useMemo, useRef, useState } from "preact/hooks";
import { formatCount, plural } from "../base/format";
import type { KernelTilings, LineSpan, SourceRange } from "../base/protocol";
import { blocksIn, comesFrom, rangeOf, type BlockName, type Timeline } from "../base/timeline";
import { bufferColours } from "../base/timeline-colours";
import { placeOfEvent } from "../base/timeline-places";
import { blockText } from "../base/timeline-scene";
import { sameProgram } from "../engine/runner-session";
import { Message } from "./DiagnosticsPane";
import { NoTimeline, OpenTrace } from "./NoTimeline";
import { usePage } from "./page";
import { unlit } from "./view-state";
import { useBarriers, useDebugLaunch } from "./program-launches";
import { listSources, originsOf, type Origin, type TimelineSource } from "./timeline-sources";
import { Bubbles, KindLegend, Overlaps, Readout, units } from "./TimelineFacts";
import { TimelineChart, type ChartHandle } from "./TimelineChart";
import { saveFile } from "./widgets";

export function TimelinePane(props: { theme: string }) {
  const { view } = usePage();
  const sources = useSources();
  const chosen = sources.find((source) => source.key === view.trace.value) ?? sources[0];
  const beside = sources.find((source) => source.key === view.traceBeside.value && source !== chosen);
  if (!chosen) return <NoTimeline />;
  return (
    <div class="timeline">
      <Failure origin={chosen.origin} />
      <SourceView key={chosen.key} source={chosen} sources={sources} theme={props.theme} main />
      {beside && <SourceView key={beside.key} source={beside} sources={sources} theme={props.theme} main={false} />}
    </div>
  );
}

/** A run that found a race or a deadlock has a timeline too; what it found stands above it. */
function Failure(props: { origin: Origin }) {
  const { workspace, runner, view, goTo, place } = usePage();
  const run = workspace.run.value;
  const here = run.phase === "done" ? run.result : null;
  const result = props.origin === "runner" ? runner.submission.value?.result : here;
  const error = result?.diagnostics.find((diagnostic) => diagnostic.severity === "error");
  if (!error) return null;
  return (
    <p class="outdated failure">
      <span class="pill bad">✗ {error.id}</span> <Message text={error.message} />{" "}
      {error.range && (
        <button class="link" onClick={() => error.range && goTo(error.range)}>
          {place(error.range)}
        </button>
      )}{" "}
      <button class="link" onClick={() => (view.pane.value = props.origin === "runner" ? "runner" : "results")}>
        how to mend it
      </button>
    </p>
  );
}

function useSources(): TimelineSource[] {
  const { workspace, runner, view, place } = usePage();
  const run = workspace.run.value;
  const submission = runner.submission.value;
  const input = workspace.input.value;
  return listSources(
    run.phase === "done" ? { launches: run.result.launches, stale: run.input !== input } : null,
    submission?.result ? { launches: submission.result.launches, stale: !sameProgram(submission.input, input) } : null,
    view.traceFiles.value,
    place,
  );
}

function SourceView(props: { source: TimelineSource; sources: TimelineSource[]; theme: string; main: boolean }) {
  const { source, main } = props;
  const { timeline } = source;
  const { workspace, view, goTo, place } = usePage();
  const [problem, setProblem] = useState("");
  const [pointed, setPointed] = useState(-1);
  const [own, setOwn] = useState<{ window: { from: number; to: number } | null; event: number }>({ window: null, event: -1 });
  const chart = useRef<ChartHandle | null>(null);
  const kernel = (workspace.tilings.value.value ?? []).find((candidate: KernelTilings) => candidate.name === source.kernel);
  const colours = useMemo(() => bufferColours(timeline, kernel), [timeline, kernel]);
  const blocks = useMemo(() => blocksIn(timeline), [timeline]);
  const [alone, setAlone] = useState("");
  const blockChoice = main ? view.block.value : alone;
  const block = blockOf(blocks, blockChoice);
  const selected = main ? valid(view.event.value, timeline) : own.event;
  const window = main ? view.timeWindow.value : own.window;
  const select = (event: number) => {
    if (main) view.event.value = event;
    else setOwn({ ...own, event });
    light(event >= 0 ? event : -1);
  };
  // The emulator knows lines and no files: they are taken for those of the kernel's.
  const home = (range: SourceRange) => (range.file ? range : { ...range, file: kernel?.range?.file ?? "" });
  const light = (event: number) => {
    const own = event >= 0 ? rangeOf(timeline, event) : null;
    const range = own && home(own);
    // A range of whole lines ends where the next one begins.
    const last = range && range.end.column === 1 ? Math.max(range.begin.line, range.end.line - 1) : range?.end.line;
    view.litSource.value = range && last ? { file: range.file, lines: [[range.begin.line, last]] } : unlit;
    view.pointedSource.value = range ? { file: range.file, line: range.begin.line, by: "pointer" } : null;
  };
  const lit = useLit(timeline, pointed >= 0 || selected >= 0);
  const onPtx = usePtx(source);
  const onDebug = useDebug(source);
  const shown = pointed >= 0 ? pointed : selected;
  return (
    <section class="timeline-source" aria-label={source.title}>
      {main ? (
        <Toolbar {...props} blocks={blocks} block={block} chart={chart} onProblem={setProblem} />
      ) : (
        <div class="toolbar">
          <strong>{source.title}</strong>
          <BlockChoice blocks={blocks} block={block} onChoose={setAlone} />
          <button onClick={() => (view.traceBeside.value = "")}>Close</button>
        </div>
      )}
      {problem && <p class="outdated bad-text">{problem}</p>}
      {source.foreign && <p class="outdated">{source.foreign}</p>}
      {timeline.dropped > 0 && (
        <p class="outdated">
          {timeline.unit === "steps"
            ? `${plural(timeline.count, "event")} of the first ${plural(blocks.length, "block")} are kept, ${formatCount(timeline.dropped)} others are not.`
            : `The first ${formatCount(timeline.count)} events are kept, ${formatCount(timeline.dropped)} later ones are not: run it at a smaller size.`}
        </p>
      )}
      <div class="timeline-body">
        <KindLegend timeline={timeline} colours={colours} unit={units[timeline.unit]} />
        <TimelineChart
          timeline={timeline}
          choice={{ block, slots: view.slots.value }}
          colours={colours}
          label={`timeline of ${source.title}, ${plural(timeline.count, "event")}`}
          window={window}
          onWindow={(next) => (main ? (view.timeWindow.value = next) : setOwn({ ...own, window: next }))}
          selected={selected}
          onSelect={select}
          onPoint={(event) => {
            setPointed(event);
            light(event >= 0 ? event : selected);
          }}
          onOpen={(event) => {
            const range = rangeOf(timeline, event);
            if (range) goTo(home(range));
          }}
          lit={lit}
          theme={props.theme}
          onMade={(made) => (chart.current = made)}
        />
        <Readout
          timeline={timeline}
          event={shown}
          onGo={(range) => goTo(home(range))}
          place={(range) => place(home(range))}
          onPtx={onPtx}
          onDebug={onDebug(selected)}
        />
        {timeline.unit === "steps" ? (
          <Overlaps timeline={timeline} block={block} />
        ) : (
          <Bubbles
            timeline={timeline}
            block={block}
            onShow={(bubble) => {
              const room = (bubble.end - bubble.begin) * 2;
              const next = { from: Math.max(0, bubble.begin - room), to: Math.min(Math.max(1, timeline.length), bubble.end + room) };
              if (main) view.timeWindow.value = next;
              else setOwn({ window: next, event: bubble.wait });
              if (main && bubble.wait >= 0) view.event.value = bubble.wait;
              light(bubble.wait);
            }}
          />
        )}
      </div>
    </section>
  );
}

/** Goes to a line of a kernel's PTX in the IR pane, which has the PTX of the runner's job for the text at hand; null without it. */
function usePtx(source: TimelineSource): ((line: number) => void) | null {
  const { runner, view } = usePage();
  const kernels = runner.submission.value?.result?.kernels ?? [];
  const index = kernels.findIndex((kernel) => kernel.name === source.kernel && kernel.ptx !== undefined);
  if (source.origin !== "runner" || source.foreign || index < 0) return null;
  return (line) => {
    // The texts of several kernels stand one below the other.
    const before = kernels.slice(0, index).reduce((sum, kernel) => sum + (kernel.ptx ? kernel.ptx.split("\n").length : 0), 0);
    view.stage.value = "ptx";
    view.pass.value = "";
    if (view.narrow.value) view.pane.value = "ir";
    view.ptxLine.value = before + line;
  };
}

/** A way from an event into the debugger: where the kernel's PTX is at hand and the event names an instruction of it. */
function useDebug(source: TimelineSource): (event: number) => (() => void) | null {
  const { workspace, runner } = usePage();
  const debug = useDebugLaunch();
  const barriersOf = useBarriers();
  const run = workspace.run.value;
  const here = run.phase === "done" ? run : null;
  const result = source.origin === "runner" ? runner.submission.value?.result : here?.result;
  const seed = source.origin === "run" ? (here?.options.seed ?? 0) : 0;
  return (event) => {
    if (event < 0 || source.origin === "file" || source.foreign) return null;
    const place = placeOfEvent(source.timeline, event, barriersOf(source.kernel));
    return place && result ? debug(result, Number(source.key.split(" ")[1]), seed, place) : null;
  };
}

function valid(event: number, timeline: Timeline): number {
  return event >= 0 && event < timeline.count ? event : -1;
}

/** "" is the first block, "all" all, "1/0" block 0 of cluster 1. */
function blockOf(blocks: BlockName[], choice: string): BlockName | null {
  if (choice === "all") return null;
  return blocks.find((block) => `${block.cluster}/${block.block}` === choice) ?? blocks[0] ?? null;
}

/** Which events come from the source lines that are pointed at, elsewhere than here. */
function useLit(timeline: Timeline, here: boolean): ((event: number) => boolean) | null {
  const { view, workspace } = usePage();
  const pointed = view.pointedSource.value;
  const lit = pointed ? { file: pointed.file, lines: [[pointed.line, pointed.line]] as LineSpan[] } : view.litSource.value;
  // A timeline from elsewhere may name the one file otherwise.
  const file = workspace.list.several.value ? lit.file : "";
  const { lines } = lit;
  const key = file + lines.map((span) => span.join("-")).join();
  return useMemo(() => {
    if (here || lines.length === 0) return null;
    const ranges = timeline.ranges.map((_, index) => index);
    // By range, not by event: a step's events share their places.
    const inside = new Set(ranges.filter((range) => comesFrom(timeline, timeline.range.indexOf(range), lines, file)));
    // A line that nothing here came from dims nothing.
    return inside.size > 0 ? (event: number) => inside.has(timeline.range[event] ?? -1) : null;
  }, [timeline, here, key]);
}

interface ToolbarProps {
  source: TimelineSource;
  sources: TimelineSource[];
  blocks: BlockName[];
  block: BlockName | null;
  chart: { current: ChartHandle | null };
  onProblem: (problem: string) => void;
}

function Toolbar({ source, sources, blocks, block, chart, onProblem }: ToolbarProps) {
  const { view } = usePage();
  const restart = () => {
    view.timeWindow.value = null;
    view.event.value = -1;
    view.block.value = "";
  };
  const choose = (key: string) => {
    view.trace.value = key;
    restart();
  };
  const origins = originsOf(sources, source);
  const own = sources.filter((other) => other.origin === source.origin);
  return (
    <div class="toolbar">
      {origins.length > 1 ? (
        <div class="joined" role="group" aria-label="whose timeline">
          {origins.map(({ origin, name, key }) => (
            <button key={origin} aria-pressed={origin === source.origin} onClick={() => choose(key)}>
              {name}
            </button>
          ))}
        </div>
      ) : (
        <strong>{origins[0]?.name}</strong>
      )}
      <label>
        Launch
        <select value={source.key} onChange={(event) => choose(event.currentTarget.value)}>
          {own.map(({ key, launch }) => (
            <option key={key} value={key}>
              {launch}
            </option>
          ))}
        </select>
      </label>
      <BlockChoice blocks={blocks} block={block} onChoose={(name) => (view.block.value = name)} />
      {sources.length > 1 && (
        <label>
          Beside
          <select value={view.traceBeside.value} onChange={(event) => (view.traceBeside.value = event.currentTarget.value)}>
            <option value="">nothing</option>
            {sources
              .filter((other) => other !== source)
              .map(({ key, title }) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
          </select>
        </label>
      )}
      <label>
        <input type="checkbox" checked={view.slots.value} onChange={(event) => (view.slots.value = event.currentTarget.checked)} /> Slots
      </label>
      <div class="joined" role="group" aria-label="zoom">
        <button aria-label="zoom out" title="zoom out ( - )" onClick={() => chart.current?.zoomBy(2)}>
          −
        </button>
        <button title="all of it ( 0 )" onClick={() => chart.current?.showAll()}>
          All
        </button>
        <button aria-label="zoom in" title="zoom in ( + )" onClick={() => chart.current?.zoomBy(0.5)}>
          +
        </button>
      </div>
      <OpenTrace onProblem={onProblem} />
      <button
        onClick={() =>
          chart.current &&
          saveFile(
            `${source.kernel || "trace"}-timeline.svg`,
            chart.current.toSvg(`${source.title} · ${units[source.timeline.unit]}`),
            "image/svg+xml",
          )
        }
      >
        Export SVG
      </button>
    </div>
  );
}

function BlockChoice(props: { blocks: BlockName[]; block: BlockName | null; onChoose: (name: string) => void }) {
  const { blocks, block } = props;
  if (blocks.length < 2) return null;
  return (
    <label>
      Block
      <select value={block ? `${block.cluster}/${block.block}` : "all"} onChange={(event) => props.onChoose(event.currentTarget.value)}>
        <option value="all">all {blocks.length}</option>
        {blocks.map((each) => (
          <option key={`${each.cluster}/${each.block}`} value={`${each.cluster}/${each.block}`}>
            {blockText(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
