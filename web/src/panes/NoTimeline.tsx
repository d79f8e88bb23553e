// SPDX-License-Identifier: Apache-2.0
// The timeline pane while it has nothing to draw: what would fill it. Kernels of warpgroups have a timeline here, by the interpreter; those
// whose pipeline the compiler made have one where their PTX runs, on a runner's emulator.

import { useRef, useState } from "preact/hooks";
import { readTimelineFile, type TimelineFile } from "../base/timeline";
import { usePage } from "./page";
import type { ViewState } from "./view-state";
import { Empty } from "./widgets";

export function NoTimeline() {
  const { workspace, view, run: startRun } = usePage();
  const run = workspace.run.value;
  const [problem, setProblem] = useState("");
  const go = () => {
    workspace.runOptions.value = { ...workspace.runOptions.value, timeline: true };
    startRun();
    view.pane.value = "timeline";
  };
  if (run.phase === "running") return <Empty>The program runs. Its timeline comes when it has ended.</Empty>;
  const kept = run.phase !== "done" || run.options.timeline;
  const plain = run.phase === "done" && kept;
  return (
    <Empty>
      <p>
        {run.phase !== "done"
          ? "Who copied, multiplied, stored and waited when comes here. Run a program with a kernel of warpgroups (plgpu.kernel) for a model of it:"
          : kept
            ? "This program launched no kernel of warpgroups (plgpu.kernel), so this tab has nothing to draw: it runs what the kernels say, which has no copies under way and no waits."
            : "The run was asked to keep no timeline."}
      </p>
      <div class="row">
        {!plain && (
          <button class="primary" onClick={go}>
            {run.phase === "done" ? "Run again" : "Run in this tab"}
          </button>
        )}
        <OpenTrace onProblem={setProblem} />
      </div>
      {problem && <p class="bad-text">{problem}</p>}
      <OfEmulator wanted={plain} />
      <p>Times are cycles of a model of the machine, or steps of the emulator: never a GPU&rsquo;s time.</p>
    </Empty>
  );
}

/** The way to the timeline of any kernel's PTX. */
function OfEmulator(props: { wanted: boolean }) {
  const { workspace, runner, view } = usePage();
  const submission = runner.submission.value;
  const tracer = runner.tracer;
  const connection = runner.connection.value;
  const submit = () => {
    if (!tracer) return;
    runner.device.value = tracer.id;
    runner.timeline.value = true;
    void runner.submit();
  };
  if (runner.busy)
    return (
      <p>
        {submission?.timeline
          ? "The runner’s emulator runs the program. Its timeline comes when it has ended."
          : "The runner has a job of this tab under way."}
      </p>
    );
  const untraced = submission?.result && submission.timeline;
  return (
    <>
      <p>
        {untraced
          ? "The runner’s job made no timeline: none of its launches came to its end on the emulator. The Runner pane says why."
          : "What the compiler makes of any kernel, with the pipelines and warpgroups that it chooses by itself, has a timeline on a runner’s PTX emulator:"}
      </p>
      <div class="row">
        {tracer ? (
          <button class={props.wanted ? "primary" : ""} disabled={!workspace.compiled.value.value?.ok} onClick={submit}>
            Run on the runner&rsquo;s emulator
          </button>
        ) : (
          <button class={props.wanted ? "primary" : ""} onClick={() => (view.pane.value = "runner")}>
            {connection.phase === "connected" ? "Choose another runner" : "Connect to a runner"}
          </button>
        )}
        {!tracer && (
          <span class="quiet">
            {connection.phase === "connected"
              ? "This one’s devices make no timelines of PTX."
              : "then choose its emulator, with “keep a timeline”, and submit"}
          </span>
        )}
      </div>
    </>
  );
}

/** Beside what is drawn already, if that is the program's own; else in its place. */
export function showTrace(view: ViewState, name: string, file: TimelineFile): void {
  const others = view.traceFiles.value.filter((other) => other.name !== name);
  const first = others.length === 0 && view.trace.value === "";
  view.traceFiles.value = [...others, { name, launches: file.launches }];
  if (first) view.traceBeside.value = `${name} 0`;
  else view.trace.value = `${name} 0`;
}

/** A file of `tessera run --timeline` or `tessera emulate --trace`. It is read here and goes nowhere. */
export function OpenTrace(props: { onProblem: (problem: string) => void }) {
  const { view } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const open = async (file: File) => {
    const read = readTimelineFile(await file.text());
    if (!read.ok) return props.onProblem(`${file.name}: ${read.error}.`);
    props.onProblem("");
    showTrace(view, file.name, read.value);
  };
  return (
    <>
      <button
        title="a file of `tessera run --timeline` or `tessera emulate --trace`; it stays in this tab"
        onClick={() => input.current?.click()}
      >
        Open a trace…
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="trace file"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) void open(file);
        }}
      />
    </>
  );
}
