// SPDX-License-Identifier: Apache-2.0
// Sends the frozen program to a runner and shows what comes back: devices, the job's state as it changes, its numbers beside this
// tab's, and the PTX that it ran.

import { useEffect } from "preact/hooks";
import { formatBytes, formatMilliseconds, plural } from "../base/format";
import { isFinal, type Device, type Job } from "../base/protocol";
import { tracesElsewhere, type RunnerSession, type Submission } from "../engine/runner-session";
import { BenchPanel } from "./BenchPanel";
import { DiagnosticList, Message } from "./DiagnosticsPane";
import { JobOrigin } from "./FleetJob";
import { JobHistory } from "./JobHistory";
import { usePage } from "./page";
import { Output, ResultView } from "./ResultView";

export function RunnerPane(props: { seen: boolean }) {
  const { runner } = usePage();
  // Only a look at this pane asks anything of any address.
  useEffect(() => {
    if (props.seen) void runner.probe();
  }, [props.seen]);
  return (
    <div class="runner">
      <Connect runner={runner} />
      <ConnectionState runner={runner} />
      {runner.connection.value.phase === "connected" && <FleetLink />}
      {runner.connection.value.phase === "connected" && <Submit runner={runner} devices={runner.connection.value.devices} />}
      {runner.submission.value && <SubmissionView submission={runner.submission.value} />}
      {runner.connection.value.phase === "connected" && (
        <BenchPanel device={runner.connection.value.devices.find(({ id }) => id === runner.device.value)} />
      )}
      <JobHistory />
    </div>
  );
}

function Connect({ runner }: { runner: RunnerSession }) {
  return (
    <form
      class="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        void runner.connect();
      }}
    >
      <label class="grow">
        Runner
        <input
          type="text"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          placeholder="http://127.0.0.1:8420"
          value={runner.address.value}
          onInput={(event) => (runner.address.value = event.currentTarget.value)}
        />
      </label>
      <label>
        Token
        <input
          type="password"
          autocomplete="off"
          placeholder="if it wants one"
          value={runner.token.value}
          onInput={(event) => (runner.token.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={runner.connection.value.phase === "connecting"}>
        {runner.connection.value.phase === "connected" ? "Reconnect" : "Connect"}
      </button>
    </form>
  );
}

/** In a tab of its own, which inherits the token by its opener. */
function FleetLink() {
  return (
    <p class="fleet-link">
      <a href="./fleet.html" target="_blank" rel="opener">
        Devices, queue and recent jobs
      </a>
    </p>
  );
}

function ConnectionState({ runner }: { runner: RunnerSession }) {
  const state = runner.connection.value;
  if (state.phase === "connected") return null;
  if (state.phase === "connecting") return <p class="quiet pad">Looking for a runner…</p>;
  return (
    <div class="empty">
      {state.phase === "failed" && !state.guessed && (
        <p class="bad-text">
          <Message text={state.message} />
        </p>
      )}
      {state.phase === "failed" && state.guessed && <p>The place that served this page has no runner.</p>}
      <p>
        A runner finishes, runs and times what this tab compiled, on the devices of the machine it is on. To start one with this page beside
        it:
      </p>
      <pre tabIndex={0}>./dev play</pre>
      <p class="quiet">
        or <code>tessera serve</code> on a GPU machine, then give its address above. Its PTX, numbers and times come here. Your text stays
        in this tab unless you tick the box for it.
      </p>
    </div>
  );
}

function Submit({ runner, devices }: { runner: RunnerSession; devices: Device[] }) {
  const { workspace } = usePage();
  const compiled = workspace.compiled.value;
  const device = devices.find((item) => item.id === runner.device.value);
  const connection = runner.connection.value;
  return (
    <div class="submit">
      <fieldset>
        <legend>Device{connection.phase === "connected" ? ` of tessera ${connection.version}` : ""}</legend>
        {devices.length === 0 && <p class="quiet">The runner lists no device.</p>}
        {devices.map((item) => (
          <label key={item.id} class="device">
            <input type="radio" name="device" checked={item.id === runner.device.value} onChange={() => (runner.device.value = item.id)} />
            <span>
              <strong>{item.name}</strong> <span class="quiet">{factsOf(item)}</span>
              {item.note && <span class="quiet block">{item.note}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <div class="row">
        <button class="primary" disabled={!device || !compiled.value?.ok || runner.busy} onClick={() => void runner.submit()}>
          {device ? `Submit to ${device.id}` : "Submit"}
        </button>
        <label class="check">
          <input
            type="checkbox"
            checked={runner.includeSource.value}
            onChange={(event) => (runner.includeSource.value = event.currentTarget.checked)}
          />
          send the source text too
        </label>
        {device && tracesElsewhere(device) && (
          <label class="check" title="who copied, multiplied and waited when, of the first blocks of each launch">
            <input
              type="checkbox"
              checked={runner.timeline.value}
              onChange={(event) => (runner.timeline.value = event.currentTarget.checked)}
            />
            keep a timeline ({device.timeline})
          </label>
        )}
      </div>
      {compiled.value && !compiled.value.ok && <p class="quiet">The program has errors: there is nothing to submit.</p>}
    </div>
  );
}

function factsOf(device: Device): string {
  const facts = [device.id];
  if (device.target) facts.push(device.target);
  if (device.memoryBytes) facts.push(formatBytes(device.memoryBytes));
  if (device.driver) facts.push(`driver ${device.driver}`);
  return facts.join(" · ");
}

const phases: Record<Submission["phase"], string> = {
  freezing: "freezing the program",
  uploading: "sending the artifact",
  submitting: "queueing the job",
  following: "",
  ended: "",
};

function SubmissionView({ submission }: { submission: Submission }) {
  const { runner } = usePage();
  const { job, error, result } = submission;
  return (
    <div class="job" aria-label="job">
      <p class="verdict" aria-live="polite">
        {job ? (
          <span class={`pill ${tone(job)}`}>{job.state}</span>
        ) : (
          <span class={error ? "pill bad" : "pill"}>{error ? "not sent" : phases[submission.phase]}</span>
        )}
        {job?.state === "queued" && <span>position {job.position} in the queue</span>}
        {job && <JobOrigin job={job} />}
        {submission.phase !== "ended" && <span class="quiet">{submission.progress}</span>}
        {job && isFinal(job.state) && <span class="quiet">{duration(job)}</span>}
        {job && !isFinal(job.state) && <button onClick={() => void runner.cancel()}>Cancel</button>}
      </p>
      {submission.sha256 && (
        <p class="quiet small">
          artifact <code title={submission.sha256}>{submission.sha256.slice(0, 16)}…</code> {formatBytes(submission.bytes)}
          {job && (
            <>
              {" "}
              · job <code>{job.id}</code> on {job.device}
            </>
          )}
        </p>
      )}
      {error && (
        <p class="bad-text">
          <Message text={error.message} /> <span class="id">{error.code}</span>
        </p>
      )}
      {job?.problem && (
        <>
          <p class="bad-text">
            <Message text={job.problem.detail || job.problem.title} /> <span class="id">{job.problem.code}</span>
          </p>
          <DiagnosticList diagnostics={job.problem.diagnostics} fixable={false} />
        </>
      )}
      <ComparisonView submission={submission} />
      <TimelineLink submission={submission} />
      {result ? <ResultView result={result} here={false} /> : submission.output && <Output text={submission.output} live />}
    </div>
  );
}

function ComparisonView({ submission }: { submission: Submission }) {
  const { runner, workspace } = usePage();
  const comparison = runner.comparison.value;
  if (!submission.result) return null;
  if (comparison)
    return (
      <p class="comparison">
        <span class={comparison.verdict === "different" ? "pill bad" : "pill good"}>
          {comparison.verdict === "different" ? "✗ not the same" : "✓ same numbers"}
        </span>
        <span>as in this tab: {comparison.message}</span>
      </p>
    );
  if (workspace.run.value.phase === "running") return <p class="quiet">This tab is still running the program, for comparison.</p>;
  return (
    <p class="comparison">
      <span class="quiet">Not compared: the text has changed since, or this tab's run did not end.</span>
    </p>
  );
}

function TimelineLink({ submission }: { submission: Submission }) {
  const { view } = usePage();
  const launches = submission.result?.launches ?? [];
  const traced = launches.filter((launch) => launch.timeline).length;
  if (!submission.result || !submission.timeline) return null;
  if (traced === 0) return <p class="quiet">No launch made a timeline.</p>;
  const left = launches.length - traced;
  return (
    <p class="comparison">
      <button onClick={() => (view.pane.value = "timeline")}>Timeline of {plural(traced, "launch", "launches")}</button>
      {left > 0 && <span class="quiet">{plural(left, "launch", "launches")} more have none: the events of a job are limited.</span>}
    </p>
  );
}

function tone(job: Job): string {
  return job.state === "succeeded" ? "good" : isFinal(job.state) ? "bad" : "";
}

function duration(job: Job): string {
  const ran = Date.parse(job.finishedAt ?? "") - Date.parse(job.startedAt ?? "");
  const waited = Date.parse(job.startedAt ?? "") - Date.parse(job.createdAt);
  return Number.isFinite(ran) && Number.isFinite(waited)
    ? `waited ${formatMilliseconds(Math.max(0, waited))}, took ${formatMilliseconds(Math.max(0, ran))}`
    : "";
}
