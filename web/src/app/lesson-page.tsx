// SPDX-License-Identifier: Apache-2.0
// A lesson: programs in steps. Each is run in this tab when it comes into view, checked, and what is worth seeing of it is drawn; what
// improved over the step before is computed from the two.

import { render, type ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount, formatMilliseconds, plural } from "../base/format";
import { termsIn } from "../base/glossary";
import type { SourceRange } from "../base/protocol";
import { changesOf, summarize } from "../base/timeline-compare";
import { highlightLines } from "../editor/highlight";
import { Message } from "../panes/DiagnosticsPane";
import { Words } from "../panes/Term";
import { percent } from "../panes/TimelineFacts";
import { measuresOf, timelineOf, verdictOf, type StepResult } from "./lesson-measures";
import { engine, runOf, startStep, target, type StepRun } from "./lesson-run";
import { BankGrid, StepTilings, StepTimeline } from "./lesson-views";
import { addressOf, lessonAt, lessons } from "./lessons";
import type { Lesson, Step } from "./lessons/lesson";
import { shareAddress } from "./session";
import { followTheme, nextTheme } from "./theme";
import "./lessons.css";

function Bar({ title }: { title: string }) {
  return (
    <header class="bar">
      <h1>
        <img src="./icon.svg" alt="" width="16" height="16" /> {title}
      </h1>
      <a href="./">Playground</a>
      {title !== "Lessons" && <a href="./lessons.html">Lessons</a>}
      <a href="./guide/index.html">Guide</a>
      <a href="./reference/index.html">Reference</a>
      <span class="spacer" />
      <button onClick={nextTheme}>Light or dark</button>
    </header>
  );
}

function Contents() {
  return (
    <>
      <Bar title="Lessons" />
      <main class="tutorial">
        <section>
          <p>
            Short walks through one idea each. Every program in them runs in this tab when you come to it, and every number comes from that
            run or from the compiler. Any step opens in the playground, to be changed.
          </p>
          <ul class="lesson-cards">
            {lessons.map((lesson) => (
              <li key={lesson.name}>
                <a href={addressOf(lesson)}>{lesson.title}</a>
                <p>{lesson.summary}</p>
                <p class="quiet">{lesson.steps.length} steps</p>
              </li>
            ))}
          </ul>
        </section>
      </main>
    </>
  );
}

function LessonView({ lesson }: { lesson: Lesson }) {
  const shown = lesson.steps.filter((step) => step.source !== "");
  const next = lessons[lessons.indexOf(lesson) + 1];
  const seen = new Set<string>();
  return (
    <>
      <Bar title={lesson.title} />
      <main class="tutorial">
        <section>
          {lesson.intro.map((paragraph) => (
            <p key={paragraph}>
              <Words text={paragraph} seen={seen} />
            </p>
          ))}
          {lesson.steps.some((step) => step.draws.includes("timeline")) && (
            <p class="note-box">
              <strong>Cycles (model)</strong> are counted by a model of copies, products and stores. They show who waits for whom, and are
              not a GPU&rsquo;s time. A hatched box is a wait; where the row of a tensor core is empty there is a bubble, and the table
              names it.
            </p>
          )}
        </section>
        {shown.map((step) => (
          <StepSection key={step.name} lesson={lesson} step={step} number={lesson.steps.indexOf(step) + 1} />
        ))}
        <section>
          <h2>Further</h2>
          <ul>
            {lesson.further.map((other) => (
              <li key={other.name}>
                <a href={`./?example=${other.name}&pane=${lesson.pane}`}>{other.name}.py</a> {other.text}
              </li>
            ))}
            {next && (
              <li>
                The next lesson: <a href={addressOf(next)}>{next.title}</a>.
              </li>
            )}
          </ul>
        </section>
      </main>
    </>
  );
}

/** Terms are explained where they first come up: what the introduction or an earlier step has is known. */
function knownBefore(lesson: Lesson, number: number): Set<string> {
  const seen = new Set<string>();
  const texts = [...lesson.intro, ...lesson.steps.slice(0, number - 1).flatMap((step) => [...step.text, step.look])];
  for (const text of texts) for (const part of text.split("`").filter((_, index) => index % 2 === 0)) termsIn(part, seen);
  return seen;
}

function StepSection({ lesson, step, number }: { lesson: Lesson; step: Step; number: number }) {
  const seen = knownBefore(lesson, number);
  const section = useRef<HTMLElement>(null);
  const run = runOf(step).value;
  const [lit, setLit] = useState<SourceRange | null>(null);
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        startStep(lesson, step);
      },
      { rootMargin: "200px" },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const link = shareAddress({ source: step.source, file: `${step.name}.py`, target, view: { pane: lesson.pane } });
  return (
    <section ref={section} class="step" aria-labelledby={step.name} id={`step-${number}`}>
      <h2 id={step.name}>
        {number}. {step.title}
      </h2>
      {step.text.map((paragraph) => (
        <p key={paragraph}>
          <Words text={paragraph} seen={seen} />
        </p>
      ))}
      <div class="step-parts">
        <Source text={step.source} lit={lit} name={step.name} />
        <div class="step-run">
          <Verdict lesson={lesson} step={step} run={run} />
          {run.phase === "done" && <Drawings step={step} result={run.result} onLit={setLit} />}
        </div>
      </div>
      <p>
        <strong>Look at:</strong> <Words text={step.look} seen={seen} />
      </p>
      {run.phase === "done" && <Numbers lesson={lesson} step={step} result={run.result} />}
      <p>
        <a href={link.replace(/[^/]*(?=#)/, "")}>Open in the playground</a>
      </p>
    </section>
  );
}

function Drawings(props: { step: Step; result: StepResult; onLit: (range: SourceRange | null) => void }) {
  const { step, result } = props;
  const timeline = timelineOf(result);
  const buffers = result.layouts.flatMap((kernel) => kernel.buffers).filter((buffer) => buffer.shape.length > 1);
  return (
    <>
      {step.draws.includes("tilings") && <StepTilings title={step.title} kernels={result.tilings} />}
      {step.draws.includes("banks") && buffers.slice(0, 2).map((buffer, index) => <BankGrid key={index} buffer={buffer} />)}
      {step.draws.includes("timeline") && timeline && <StepTimeline title={step.title} timeline={timeline} onLit={props.onLit} />}
    </>
  );
}

function Verdict({ lesson, step, run }: { lesson: Lesson; step: Step; run: StepRun }) {
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
  const { ok, diagnostics, milliseconds } = run.result.run;
  const error = diagnostics.find((diagnostic) => diagnostic.severity === "error");
  const isFound = step.expects !== undefined && error?.id === step.expects;
  return (
    <div class="verdict" role="status">
      <span class={ok === (step.expects === undefined) || isFound ? "pill good" : "pill bad"}>{wordOf(lesson, step, ok, error?.id)}</span>
      {error && <Message text={error.message} />}
      {error?.notes.map((note, index) => (
        <p key={index} class="quiet">
          {note.range ? `line ${note.range.begin.line}: ` : ""}
          <Message text={note.message} />
        </p>
      ))}
      <span class="quiet">interpreted in this tab in {formatMilliseconds(milliseconds)} of CPU time</span>
    </div>
  );
}

/** A step that is wrong on purpose has done what it should when it is found out. */
function wordOf(lesson: Lesson, step: Step, ok: boolean, error: string | undefined): string {
  if (step.expects === undefined) return ok ? `✓ ${lesson.good}` : `✗ ${error ?? "failed"}`;
  if (error === step.expects) return `✓ ${error} is found`;
  return ok ? `✗ ${step.expects} is not found` : `✗ ${error ?? "failed"}`;
}

/** The step's own numbers, beside those of the step that it is compared with. */
function Numbers({ lesson, step, result }: { lesson: Lesson; step: Step; result: StepResult }) {
  const before = lesson.steps.find((each) => each.name === step.after);
  const other = before ? runOf(before).value : null;
  const number = before ? lesson.steps.indexOf(before) + 1 : 0;
  if (before && other?.phase !== "done") return <p class="quiet">What improved over step {number} is said here once that has run.</p>;
  const old = other?.phase === "done" ? other.result : null;
  const isTimeline = lesson.measures.length === 1 && lesson.measures[0] === "tensor core";
  if (isTimeline) return old ? <TimelineComparison number={number} before={old} after={result} /> : null;
  const [here, there] = [measuresOf(result, lesson.measures), old ? measuresOf(old, lesson.measures) : []];
  if (here.length === 0) return null;
  return (
    <ComparisonTable caption={old ? `Compared with step ${number}` : "In numbers"} head="of this step" before={old ? `step ${number}` : ""}>
      {here.map((measure) => {
        const match = there.find(({ label }) => label === measure.label);
        return (
          <tr key={measure.label}>
            <td>{measure.label}</td>
            {old && <td class="number">{match?.text ?? "none"}</td>}
            <td class="number">{measure.text}</td>
            {old && <td>{match ? verdictOf(match, measure) : ""}</td>}
          </tr>
        );
      })}
    </ComparisonTable>
  );
}

function ComparisonTable(props: { caption: string; head: string; before: string; children: ComponentChildren }) {
  return (
    <div class="scroll-x" role="group" aria-label={props.before ? "comparison" : "numbers"} tabIndex={0}>
      <table class="improved">
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{props.head}</th>
            {props.before && (
              <th scope="col" class="number">
                {props.before}
              </th>
            )}
            <th scope="col" class="number">
              here
            </th>
            {props.before && (
              <th scope="col">
                <span class="unseen">change</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}

function TimelineComparison(props: { number: number; before: StepResult; after: StepResult }) {
  const [one, other] = [timelineOf(props.before), timelineOf(props.after)];
  const [before, after] = useMemo(() => [one && summarize(one), other && summarize(other)], [one, other]);
  if (!before || !after) return null;
  return (
    <ComparisonTable caption={`Compared with step ${props.number}`} head="of a tensor core’s time" before={`step ${props.number}`}>
      <tr>
        <td>busy</td>
        <td class="number">{percent(before.busy)}</td>
        <td class="number">{percent(after.busy)}</td>
        <td>{shareChange(after.busy - before.busy, true)}</td>
      </tr>
      {changesOf(before, after).map((change) => (
        <tr key={change.label}>
          <td>bubble: {change.label}</td>
          <td class="number">{percent(change.before)}</td>
          <td class="number">{percent(change.after)}</td>
          <td>{change.after < 0.005 ? "went away" : change.before < 0.005 ? "new" : shareChange(change.after - change.before, false)}</td>
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
    </ComparisonTable>
  );
}

function shareChange(change: number, moreIsBetter: boolean): string {
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

function Page() {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const follow = () => {
      setFragment(location.hash);
      window.scrollTo(0, 0);
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  const lesson = lessonAt(location.pathname, fragment);
  useEffect(() => {
    document.title = `${lesson?.title ?? "Lessons"} - Tessera`;
  }, [lesson]);
  return lesson ? <LessonView key={lesson.name} lesson={lesson} /> : <Contents />;
}

followTheme();
void engine.start();
// For the console and for tests.
Object.assign(window, { tessera: { engine } });
document.body.classList.add("document");
const root = document.getElementById("app");
if (root) render(<Page />, root);
