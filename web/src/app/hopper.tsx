// SPDX-License-Identifier: Apache-2.0
// hopper.html: a matrix product on Hopper in steps. Each step's program is run in this tab when it comes into view, checked for races, and its
// timeline is drawn; what improved over the step before is computed from the two timelines.

import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount, formatMilliseconds, plural } from "../base/format";
import type { RunAnswer, SourceRange } from "../base/protocol";
import { blocksIn, rangeOf, type Timeline } from "../base/timeline";
import { changesOf, summarize, type Summary } from "../base/timeline-compare";
import { bufferColours } from "../base/timeline-colours";
import { blockText, type TimeWindow } from "../base/timeline-scene";
import { highlightLines } from "../editor/highlight";
import { Engine } from "../engine/engine";
import { getModule, spawnWorker } from "../engine/load";
import { Message } from "../panes/DiagnosticsPane";
import { Bubbles, KindLegend, percent, Readout, units } from "../panes/TimelineFacts";
import { TimelineChart } from "../panes/TimelineChart";
import { textOfExample } from "./examples";
import { further, sizes, steps, withSizes, type Step } from "./hopper-steps";
import { shareAddress } from "./session";
import { followTheme, nextTheme, theme } from "./theme";

const engine = new Engine({ spawn: spawnWorker, module: getModule, onOutput: () => undefined, onProgress: () => undefined });
const target = "sm_90a";

type StepRun = { phase: "waiting" } | { phase: "running" } | { phase: "failed"; message: string } | { phase: "done"; answer: RunAnswer };
const runs = new Map(steps.map((step) => [step.name, signal<StepRun>({ phase: "waiting" })]));

const sourceOf = (step: Step) => withSizes(textOfExample(step.name));

async function runStep(step: Step): Promise<void> {
  const run = runs.get(step.name);
  if (!run || run.value.phase !== "waiting") return;
  run.value = { phase: "running" };
  const input = { file: `${step.name}.py`, source: sourceOf(step), target };
  const answer = await engine.run(input, { seed: 0, schedules: 1, checkRaces: true, timeline: true });
  run.value = answer.ok ? { phase: "done", answer: answer.value } : { phase: "failed", message: answer.error.message };
}

function timelineOf(name: string): Timeline | undefined {
  const run = runs.get(name)?.value;
  return run?.phase === "done" ? run.answer.launches.find((launch) => launch.timeline)?.timeline : undefined;
}

function Tutorial() {
  const shown = steps.filter((step) => sourceOf(step) !== "");
  return (
    <>
      <header class="bar">
        <h1>
          <img src="./icon.svg" alt="" width="16" height="16" /> Hopper by hand
        </h1>
        <a href="./">Playground</a>
        <span class="spacer" />
        <button onClick={nextTheme}>Light or dark</button>
      </header>
      <main class="tutorial">
        <section>
          <p>
            On Hopper a fast kernel says itself who does what: a copy engine moves tiles into shared memory, tensor cores multiply them from
            there, and both work beside the warpgroups that asked. These programs are Pallas kernels of the <code>plgpu</code> kind, a
            matrix product of {sizes["M"]}×{sizes["K"]} by {sizes["K"]}×{sizes["N"]} in bfloat16, each step a small change to the one
            before.
          </p>
          <p>
            Every program on this page runs in this tab when you come to it: its numbers are compared with <code>jnp.dot</code>, its
            accesses are checked for races, and what each part did when is drawn below it.
          </p>
          <p class="note-box">
            <strong>Cycles (model)</strong> are counted by a model of copies, products and stores. They show who waits for whom, and are not
            a GPU&rsquo;s time. A hatched box is a wait; where the row of a tensor core is empty there is a bubble, and the table names it.
          </p>
        </section>
        {shown.map((step) => (
          <StepSection key={step.name} step={step} number={steps.indexOf(step) + 1} />
        ))}
        <section>
          <h2>Further</h2>
          <ul>
            {further.map((other) => (
              <li key={other.name}>
                <a href={`./?example=${other.name}&pane=timeline`}>{other.name}.py</a> {other.text}
              </li>
            ))}
          </ul>
        </section>
      </main>
    </>
  );
}

function StepSection({ step, number }: { step: Step; number: number }) {
  const section = useRef<HTMLElement>(null);
  const run = runs.get(step.name)?.value ?? { phase: "waiting" };
  const [lit, setLit] = useState<SourceRange | null>(null);
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        void runStep(step);
      },
      { rootMargin: "200px" },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const source = sourceOf(step);
  const link = shareAddress({ source, file: `${step.name}.py`, target, view: { pane: "timeline" } }).replace(/[^/]*(?=#)/, "");
  const timeline = timelineOf(step.name);
  return (
    <section ref={section} class="step" aria-labelledby={step.name} id={`step-${number}`}>
      <h2 id={step.name}>
        {number}. {step.title}
      </h2>
      {step.text.map((paragraph) => (
        <p key={paragraph}>
          <Message text={paragraph} />
        </p>
      ))}
      <div class="step-parts">
        <Source text={source} lit={lit} name={step.name} />
        <div class="step-run">
          <Verdict run={run} />
          {timeline && <StepTimeline step={step} timeline={timeline} onLit={setLit} />}
        </div>
      </div>
      <p>
        <strong>Look at:</strong> <Message text={step.look} />
      </p>
      {timeline && step.after && <Improved step={step} />}
      <p>
        <a href={link}>Open in the playground</a>
      </p>
    </section>
  );
}

function Verdict({ run }: { run: StepRun }) {
  if (run.phase === "waiting" || run.phase === "running")
    return (
      <p class="verdict" role="status">
        <span class="pill">{run.phase === "running" ? "running" : "not yet run"}</span>
      </p>
    );
  if (run.phase === "failed")
    return (
      <p class="verdict" role="status">
        <span class="pill bad">✗ stopped</span> <Message text={run.message} />
      </p>
    );
  const error = run.answer.diagnostics.find((diagnostic) => diagnostic.severity === "error");
  return (
    <p class="verdict" role="status">
      <span class={run.answer.ok ? "pill good" : "pill bad"}>{run.answer.ok ? "✓ as jnp.dot, no race" : `✗ ${error?.id ?? "failed"}`}</span>
      {error && <Message text={error.message} />}
      <span class="quiet">interpreted in this tab in {formatMilliseconds(run.answer.milliseconds)} of CPU time</span>
    </p>
  );
}

function StepTimeline(props: { step: Step; timeline: Timeline; onLit: (range: SourceRange | null) => void }) {
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
        label={`timeline of ${props.step.title}, ${plural(timeline.count, "event")}`}
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

function Improved({ step }: { step: Step }) {
  const before = timelineOf(step.after);
  const after = timelineOf(step.name);
  const [one, other] = useMemo(() => [before && summarize(before), after && summarize(after)], [before, after]);
  const number = steps.findIndex((each) => each.name === step.after) + 1;
  if (!one || !other) return <p class="quiet">What improved over step {number} is said here once that has run.</p>;
  return <Comparison number={number} before={one} after={other} />;
}

function Comparison(props: { number: number; before: Summary; after: Summary }) {
  const { before, after } = props;
  const changes = changesOf(before, after);
  return (
    <div class="scroll-x" role="group" aria-label="comparison" tabIndex={0}>
      <table class="improved">
        <caption>Compared with step {props.number}</caption>
        <thead>
          <tr>
            <th scope="col">of a tensor core&rsquo;s time</th>
            <th scope="col" class="number">
              step {props.number}
            </th>
            <th scope="col" class="number">
              here
            </th>
            <th scope="col">
              <span class="unseen">change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>busy</td>
            <td class="number">{percent(before.busy)}</td>
            <td class="number">{percent(after.busy)}</td>
            <td>{verdictOf(after.busy - before.busy, true)}</td>
          </tr>
          {changes.map((change) => (
            <tr key={change.label}>
              <td>bubble: {change.label}</td>
              <td class="number">{percent(change.before)}</td>
              <td class="number">{percent(change.after)}</td>
              <td>{change.after < 0.005 ? "went away" : change.before < 0.005 ? "new" : verdictOf(change.after - change.before, false)}</td>
            </tr>
          ))}
          <tr>
            <td>the whole launch, cycles (model)</td>
            <td class="number">{formatCount(Math.round(before.length))}</td>
            <td class="number">{formatCount(Math.round(after.length))}</td>
            <td>
              {plural(before.blocks, "program")} there, {formatCount(after.blocks)} here
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function verdictOf(change: number, moreIsBetter: boolean): string {
  if (Math.abs(change) < 0.005) return "the same";
  return change > 0 === moreIsBetter ? "better" : "worse";
}

function Source(props: { text: string; lit: SourceRange | null; name: string }) {
  const lines = useMemo(() => highlightLines(props.text), [props.text]);
  const box = useRef<HTMLPreElement>(null);
  const first = props.lit?.begin.line ?? 0;
  const last = props.lit ? (props.lit.end.column === 1 && props.lit.end.line > first ? props.lit.end.line - 1 : props.lit.end.line) : 0;
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>(".lit");
    if (!line || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    if (line.offsetTop < scrollTop || line.offsetTop > scrollTop + clientHeight - 20)
      box.current.scrollTop = line.offsetTop - clientHeight / 3;
  }, [first]);
  return (
    <pre ref={box} class="step-source" tabIndex={0} aria-label={`${props.name}.py`}>
      {lines.map((pieces, index) => (
        <span key={index} class={index + 1 >= first && index + 1 <= last ? "line lit" : "line"}>
          {pieces.map((piece, at) =>
            piece.classes ? (
              <span key={at} class={piece.classes}>
                {piece.text}
              </span>
            ) : (
              piece.text
            ),
          )}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

followTheme();
void engine.start();
// For the console and for tests.
Object.assign(window, { tessera: { engine } });
document.body.classList.add("document");
const root = document.getElementById("app");
if (root) render(<Tutorial />, root);
