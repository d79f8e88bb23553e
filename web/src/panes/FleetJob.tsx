// SPDX-License-Identifier: Apache-2.0
// One job of a runner, whoever sent it: its state, why it failed, what it printed, its result. Asked for anew while it goes on.

import { useEffect, useState } from "preact/hooks";
import { isFinal, usualPriority, type Job } from "../base/protocol";
import type { Runner, RunnerError } from "../engine/runner";
import { DiagnosticList, Message } from "./DiagnosticsPane";
import { placesElsewhere, PlacesContext } from "./page";
import { Output, ResultView } from "./ResultView";
import { CopyButton, Dialog } from "./widgets";

const pause = 2000;

interface Known {
  job: Job | null;
  output: string;
  error: RunnerError | null;
}

export function FleetJob(props: { runner: Runner; id: string; onClose: () => void }) {
  const { job, output, error } = useJob(props.runner, props.id);
  return (
    <Dialog title="Job" wide onClose={props.onClose}>
      <div class="row">
        <code>{props.id}</code>
        <CopyButton text={props.id} label="Copy" />
      </div>
      {!job && !error && <p class="quiet">Asking the runner…</p>}
      {error && (
        <p class="bad-text">
          <Message text={error.message} />
        </p>
      )}
      {job && (
        <PlacesContext.Provider value={placesElsewhere}>
          <JobBody job={job} output={output} />
        </PlacesContext.Provider>
      )}
    </Dialog>
  );
}

function JobBody({ job, output }: { job: Job; output: string }) {
  const tone = job.state === "succeeded" ? "good" : isFinal(job.state) && job.state !== "cancelled" ? "bad" : "";
  return (
    <div class="fleet-job">
      <p class="verdict">
        <span class={`pill ${tone}`}>{job.state}</span>
        <span>
          on <code>{job.device}</code>
        </span>
        {job.state === "queued" && <span class="quiet">{job.position} before it</span>}
        <JobOrigin job={job} />
        <span class="quiet">
          artifact <code title={job.artifact}>{job.artifact.slice(0, 12)}…</code>
        </span>
      </p>
      {job.problem && (
        <>
          <p class="bad-text">
            <Message text={job.problem.detail || job.problem.title} /> <span class="id">{job.problem.code}</span>
          </p>
          <DiagnosticList diagnostics={job.problem.diagnostics} fixable={false} />
        </>
      )}
      {job.lostAttempts && (
        <ul class="gaps">
          {job.lostAttempts.map(({ attempt, reason }) => (
            <li key={attempt}>
              attempt {attempt} was lost: <Message text={reason} />
            </li>
          ))}
        </ul>
      )}
      {job.result ? <ResultView result={job.result} here={false} /> : <Output text={output} live={!isFinal(job.state)} />}
    </div>
  );
}

/** Whose a job is and how urgent, where that is more than usual; the trace that it belongs to. */
export function JobOrigin({ job }: { job: Job }) {
  return (
    <>
      {job.owner && (
        <span class="quiet">
          of <code>{job.owner}</code>
        </span>
      )}
      {job.priority !== usualPriority && <span class="quiet">priority {job.priority}</span>}
      {job.traceparent && (
        <span class="quiet">
          trace <code title={job.traceparent}>{job.traceparent.split("-")[1]?.slice(0, 12)}…</code>
        </span>
      )}
    </>
  );
}

function useJob(runner: Runner, id: string): Known {
  const [known, setKnown] = useState<Known>({ job: null, output: "", error: null });
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const ask = async () => {
      const job = await runner.job(id);
      // A result holds what was printed.
      const output = job.ok && !job.value.result ? await runner.output(id) : null;
      if (gone) return;
      setKnown((before) => ({
        job: job.ok ? job.value : before.job,
        output: output?.ok ? output.value : before.output,
        error: job.ok ? null : job.error,
      }));
      if (!job.ok || !isFinal(job.value.state)) timer = window.setTimeout(() => void ask(), job.ok ? pause : 5 * pause);
    };
    setKnown({ job: null, output: "", error: null });
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [runner, id]);
  return known;
}
