// SPDX-License-Identifier: Apache-2.0
// A runner's workers with their devices, what waits for them, and the jobs made last. All ages are as of the answer's own clock.

import { formatAge, formatBytes, formatMilliseconds } from "../base/format";
import { isFinal, type Fleet, type FleetDevice, type JobState, type JobSummary, type Sandbox, type Worker } from "../base/protocol";
import { Message } from "./DiagnosticsPane";

export function FleetView(props: { fleet: Fleet; onJob: (id: string) => void }) {
  const { fleet, onJob } = props;
  return (
    <>
      <Summary fleet={fleet} />
      <section aria-labelledby="fleet-workers">
        <h2 id="fleet-workers">{fleet.kind === "fleet" ? "Workers" : "Devices"}</h2>
        {fleet.workers.length === 0 && (
          <p class="quiet">
            No worker is there: jobs are refused until one is. <code>tessera worker --database ..</code> starts one.
          </p>
        )}
        <ul class="workers">
          {fleet.workers.map((worker) => (
            <WorkerCard key={worker.name} worker={worker} fleet={fleet} onJob={onJob} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="fleet-queue">
        <h2 id="fleet-queue">Queue</h2>
        <Queue fleet={fleet} />
      </section>
      <section aria-labelledby="fleet-jobs">
        <h2 id="fleet-jobs">Recent jobs</h2>
        <Jobs fleet={fleet} onJob={onJob} />
      </section>
    </>
  );
}

function Summary({ fleet }: { fleet: Fleet }) {
  const here = fleet.workers.filter(({ state }) => state !== "silent");
  const devices = here.flatMap((worker) => worker.devices);
  const waiting = fleet.queue.reduce((sum, { jobs }) => sum + jobs, 0);
  const oldest = Math.min(...fleet.queue.map(({ oldestAt }) => Date.parse(oldestAt)));
  const facts: [string, string, string][] = [
    ["Devices busy", `${devices.filter(({ job }) => job).length}`, `of ${devices.length}`],
    ["Jobs waiting", `${waiting}`, waiting > 0 ? `oldest ${formatAge(Date.parse(fleet.at) - oldest)}` : ""],
  ];
  if (fleet.kind === "fleet") facts.unshift(["Workers", `${here.length}`, silentText(fleet.workers.length - here.length)]);
  return (
    <dl class="fleet-summary">
      {facts.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong> <span class="quiet">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function silentText(count: number): string {
  return count > 0 ? `and ${count} not heard of` : "";
}

function WorkerCard({ worker, fleet, onJob }: { worker: Worker; fleet: Fleet; onJob: (id: string) => void }) {
  const seen = worker.seenAt ? Date.parse(fleet.at) - Date.parse(worker.seenAt) : 0;
  return (
    <li class={`worker ${worker.state}`}>
      <div class="worker-head">
        <h3>{worker.name || "This machine"}</h3>
        {worker.state === "draining" && (
          <span class="pill warn" title="it finishes what it runs and takes nothing more">
            draining
          </span>
        )}
        {worker.state === "drained" && (
          <span class="pill warn" title="it takes no further jobs until somebody undrains it">
            drained
          </span>
        )}
        {worker.state === "silent" && <span class="pill bad">not heard of for {formatAge(seen)}</span>}
        {worker.sandbox && <SandboxPill sandbox={worker.sandbox} />}
        {worker.version && <span class="quiet version">tessera {worker.version}</span>}
      </div>
      {worker.sandbox && <SandboxGaps sandbox={worker.sandbox} />}
      <ul class="fleet-devices">
        {worker.devices.map((device) => (
          <DeviceRow key={device.id} device={device} worker={worker} at={Date.parse(fleet.at)} onJob={onJob} />
        ))}
      </ul>
    </li>
  );
}

function SandboxPill({ sandbox }: { sandbox: Sandbox }) {
  if (sandbox.mode === "off") return <span class="pill bad">no sandbox</span>;
  return sandbox.holds ? <span class="pill good">✓ sandbox</span> : <span class="pill bad">sandbox has gaps</span>;
}

/** Where the walls that stand suffice, what others lack concerns nobody. */
function SandboxGaps({ sandbox }: { sandbox: Sandbox }) {
  const gaps = sandbox.holds || sandbox.mode === "off" ? [] : sandbox.missing;
  if (gaps.length === 0 && !sandbox.gpus) return null;
  return (
    <details>
      <summary>{gaps.length > 0 ? "What the sandbox lacks" : "What jobs on GPUs lack"}</summary>
      <ul class="gaps">
        {gaps.map(({ name, why }) => (
          <li key={name}>
            {name}
            {why && <span class="quiet">: {why}</span>}
          </li>
        ))}
        {sandbox.gpus && (
          <li>
            on GPUs<span class="quiet">: {sandbox.gpus}</span>
          </li>
        )}
      </ul>
    </details>
  );
}

function DeviceRow(props: { device: FleetDevice; worker: Worker; at: number; onJob: (id: string) => void }) {
  const { device, worker, at } = props;
  const facts = [device.id];
  if (device.target) facts.push(device.target);
  if (device.memoryBytes) facts.push(formatBytes(device.memoryBytes));
  if (device.driver) facts.push(`driver ${device.driver}`);
  const words = device.words.filter((word) => word !== device.id && word !== device.kind);
  return (
    <li>
      <span class={`fleet-device-state ${device.job ? "busy" : worker.state}`}>
        {device.job ? (
          <>
            busy {formatAge(at - Date.parse(device.job.startedAt))}
            {device.job.id ? (
              <>
                {" "}
                with <JobLink id={device.job.id} onJob={props.onJob} />
              </>
            ) : (
              " with another token's job"
            )}
          </>
        ) : (
          { ready: "idle", draining: "ending", drained: "takes none", silent: "lost" }[worker.state]
        )}
      </span>
      <span class="fleet-device-name">
        <strong>{device.name}</strong> <span class="quiet">{facts.join(" · ")}</span>
      </span>
      {words.length > 0 && (
        <span class="words">
          {words.map((word) => (
            <code key={word}>{word}</code>
          ))}
        </span>
      )}
    </li>
  );
}

/** The first digits tell jobs of a screen apart; the whole id is its name for machines and for the pointer. */
function JobLink({ id, onJob }: { id: string; onJob: (id: string) => void }) {
  return (
    <button class="link code" title={id} onClick={() => onJob(id)}>
      {id.length > 14 ? `${id.slice(0, 12)}…` : id}
    </button>
  );
}

function Queue({ fleet }: { fleet: Fleet }) {
  if (fleet.queue.length === 0) return <p class="quiet">Nothing waits.</p>;
  return (
    <table class="queue">
      <thead>
        <tr>
          <th scope="col">for</th>
          <th scope="col" class="number">
            jobs
          </th>
          <th scope="col" class="number">
            oldest waits
          </th>
          <th scope="col">
            <span class="unseen">who could run it</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {fleet.queue.map(({ device, jobs, oldestAt }) => (
          <tr key={device}>
            <td class="code">{device}</td>
            <td class="number">{jobs}</td>
            <td class="number">{formatAge(Date.parse(fleet.at) - Date.parse(oldestAt))}</td>
            <td class="bad-text">{whyUnserved(fleet, device)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const bytesOf: Record<string, number> = { MB: 1e6, GB: 1e9, MiB: 2 ** 20, GiB: 2 ** 30 };

/** Whether a device has what a term of a job's wish asks for: a word, or `memory>=80GB`. */
function holds(device: FleetDevice, term: string): boolean {
  const memory = /^memory>=([\d.]+)(MB|GB|MiB|GiB)$/.exec(term);
  if (memory) return (device.memoryBytes ?? 0) >= Number(memory[1]) * (bytesOf[memory[2] ?? ""] ?? 0);
  return device.id === term || device.words.includes(term);
}

/** Why nobody takes jobs that ask for `wanted` (`h200 or memory>=80GB and lab-1`) now; empty where somebody does. */
export function whyUnserved(fleet: Fleet, wanted: string): string {
  const wishes = wanted.split(" or ").map((wish) => wish.split(" and "));
  const able = fleet.workers.filter(({ devices }) =>
    devices.some((device) => wishes.some((terms) => terms.every((term) => holds(device, term)))),
  );
  if (able.some(({ state }) => state === "ready")) return "";
  return able.some(({ state }) => state === "drained") ? "its device is drained" : "no device is there for it";
}

const signs: Record<JobState, string> = { queued: "…", running: "▸", succeeded: "✓", failed: "✗", cancelled: "–", "timed-out": "✗" };

/** Roles are said because a narrow screen lays rows out anew, which would take them away. */
function Jobs({ fleet, onJob }: { fleet: Fleet; onJob: (id: string) => void }) {
  if (fleet.jobs.length === 0) return <p class="quiet">No job was made so far.</p>;
  return (
    <table class="fleet-jobs" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {["job", "state", "device", "waited", "took", "ago", "why"].map((name) => (
            <th key={name} scope="col" role="columnheader" class={/^(waited|took|ago)$/.test(name) ? "number" : ""}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {fleet.jobs.map((job) => (
          <JobRow key={job.id} job={job} at={Date.parse(fleet.at)} onJob={onJob} />
        ))}
      </tbody>
    </table>
  );
}

function JobRow({ job, at, onJob }: { job: JobSummary; at: number; onJob: (id: string) => void }) {
  const { waited, took, ago } = timesOf(job, at);
  const tone = job.state === "succeeded" ? "good" : isFinal(job.state) && job.state !== "cancelled" ? "bad" : "";
  return (
    <tr role="row">
      <td role="cell" class="cell-job">
        <JobLink id={job.id} onJob={onJob} />
      </td>
      <td role="cell" class="cell-state">
        <span class={`pill ${tone}`}>
          <span aria-hidden="true">{signs[job.state]}</span> {job.state}
        </span>
        {job.attempt > 1 && <span class="quiet"> attempt {job.attempt}</span>}
      </td>
      <td role="cell" class="cell-device code">
        {job.device}
      </td>
      <td role="cell" class="cell-waited number">
        <span class="narrow-only">waited </span>
        {lasting(waited)}
      </td>
      <td role="cell" class="cell-took number">
        {took === null ? (
          <span class="wide-only quiet">–</span>
        ) : (
          <>
            <span class="narrow-only">{isFinal(job.state) ? "took " : "runs for "}</span>
            {lasting(took)}
          </>
        )}
      </td>
      <td role="cell" class="cell-ago number quiet">
        {formatAge(ago)}
        <span class="narrow-only"> ago</span>
      </td>
      <td role="cell" class="cell-why">
        {job.reason && <Message text={job.reason} />}
      </td>
    </tr>
  );
}

function lasting(milliseconds: number): string {
  return milliseconds < 60_000 ? formatMilliseconds(milliseconds) : formatAge(milliseconds);
}

/** In milliseconds, as of `at`. `took` is null for what has not begun; what ended before it began has waited to its end. */
export function timesOf(job: JobSummary, at: number): { waited: number; took: number | null; ago: number } {
  const [created, started, finished] = [job.createdAt, job.startedAt, job.finishedAt].map((time) => (time ? Date.parse(time) : null));
  const most = (value: number) => Math.max(0, value);
  return {
    waited: most((started ?? finished ?? at) - (created ?? at)),
    took: started == null ? null : most((finished ?? at) - started),
    ago: most(at - (created ?? at)),
  };
}
