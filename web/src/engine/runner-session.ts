// SPDX-License-Identifier: Apache-2.0
// One page's dealings with a runner, as signals: where it is, what devices it has, and the job sent last. Nothing is asked of any
// address before the user opens the runner's pane or submits, and nothing but the frozen program ever travels.

import { computed, signal } from "@preact/signals";
import { compareRuns, type Comparison } from "../base/compare";
import { longestProgram, outcomeOf, readHistory, remember, type HistoryEntry } from "../base/job-history";
import { isFinal, type Device, type Job, type JobEvent, type JobOptions, type RunAnswer } from "../base/protocol";
import { fail, ok, type Result } from "../base/result";
import { encodeShare, shareProject } from "../base/share";
import { kept, keptInTab, runnerKeys } from "../base/storage";
import { BenchSession } from "./bench-session";
import type { Engine } from "./engine";
import { sameInput, type Input } from "./lane";
import { readAddress, Runner, type RunnerError } from "./runner";
import type { Workspace } from "./workspace";

export type Connection =
  | { phase: "none" }
  | { phase: "connecting" }
  | { phase: "connected"; version: string; devices: Device[] }
  | { phase: "failed"; message: string; /** The address was only guessed, not given. */ guessed: boolean };

export interface Submission {
  /** The runner that it went to, whatever address is being typed since. */
  address: string;
  input: Input;
  device: Device;
  /** A timeline was asked for. */
  timeline: boolean;
  phase: "freezing" | "uploading" | "submitting" | "following" | "ended";
  sha256: string;
  bytes: number;
  job: Job | null;
  output: string;
  progress: string;
  result: RunAnswer | null;
  error: RunnerError | null;
}

const { address: addressKey, token: tokenKey } = runnerKeys;
const historyKey = "tessera.jobs";
/** How often the place in a queue is asked for: no event tells that it has changed. */
const queueMs = 2000;

/** A job that was sent beside the one that the pane shows. */
export interface SentAside {
  job: Job;
  sha256: string;
  address: string;
}

export class RunnerSession {
  readonly address = signal(kept.get(addressKey) ?? "");
  readonly token = signal(keptInTab.get(tokenKey) ?? "");
  readonly connection = signal<Connection>({ phase: "none" });
  readonly device = signal("");
  readonly includeSource = signal(false);
  /** Keep who did what when, on a device whose timelines this tab can't make itself. */
  readonly timeline = signal(true);
  readonly submission = signal<Submission | null>(null);
  /** This tab's numbers beside the runner's; null until both are there. */
  readonly comparison = computed<Comparison | null>(() => {
    const theirs = this.submission.value;
    const ours = this.workspace.run.value;
    if (!theirs?.result || ours.phase !== "done" || !sameProgram(ours.input, theirs.input)) return null;
    return compareRuns(ours.result, theirs.result);
  });

  /** Jobs that this browser has sent, newest first. */
  readonly history = signal<HistoryEntry[]>(readHistory(kept.get(historyKey)));

  private runner: Runner | null = null;
  private following: AbortController | null = null;

  /** Measuring, beside what is run. */
  readonly bench = new BenchSession(this);

  constructor(
    private readonly engine: Engine,
    private readonly workspace: Workspace,
    private readonly origin: string,
  ) {
    if (!this.address.value) this.address.value = origin;
  }

  /** Looks once whether the place that served this page (or the one used last) has a runner. */
  async probe(): Promise<void> {
    if (this.connection.value.phase === "none" && this.address.value) await this.connect(true);
  }

  async connect(guessed = false): Promise<void> {
    const address = readAddress(this.address.value);
    if (!address.ok) {
      this.connection.value = { phase: "failed", message: address.error, guessed: false };
      return;
    }
    this.connection.value = { phase: "connecting" };
    const runner = new Runner(address.value, this.token.value);
    const version = await runner.version();
    const devices = version.ok ? await runner.devices() : version;
    if (!version.ok || !devices.ok) {
      const error = !version.ok ? version.error : (devices as { error: RunnerError }).error;
      this.connection.value = { phase: "failed", message: explain(error), guessed: guessed && address.value === this.origin };
      return;
    }
    this.runner = runner;
    this.address.value = address.value;
    if (address.value !== this.origin) kept.set(addressKey, address.value);
    else kept.remove(addressKey);
    keptInTab.set(tokenKey, this.token.value);
    // A GPU before the interpreter: that is what a runner is for.
    const best = devices.value.find((device) => device.kind === "cuda") ?? devices.value[0];
    if (!devices.value.some((device) => device.id === this.device.value)) this.device.value = best?.id ?? "";
    this.connection.value = { phase: "connected", version: version.value, devices: devices.value };
  }

  disconnect(): void {
    this.following?.abort();
    this.runner = null;
    this.connection.value = { phase: "none" };
  }

  async submit(): Promise<void> {
    const connection = this.connection.value;
    const device = connection.phase === "connected" ? connection.devices.find((item) => item.id === this.device.value) : undefined;
    const input = this.workspace.current();
    const runner = this.runner;
    if (!device || !input || !runner || this.busy) return;
    const submission: Submission = {
      input,
      address: runner.address,
      device,
      timeline: this.timeline.value && tracesElsewhere(device),
      phase: "freezing",
      sha256: "",
      bytes: 0,
      job: null,
      output: "",
      progress: "",
      result: null,
      error: null,
    };
    this.submission.value = submission;
    const failed = await this.send(runner, submission);
    if (failed) this.change({ phase: "ended", error: failed });
  }

  /** The connected runner's PTX emulator, if it makes timelines. */
  get tracer(): Device | undefined {
    const connection = this.connection.value;
    return connection.phase === "connected" ? connection.devices.find(tracesElsewhere) : undefined;
  }

  get busy(): boolean {
    const phase = this.submission.value?.phase;
    return phase !== undefined && phase !== "ended";
  }

  async cancel(): Promise<void> {
    const job = this.submission.value?.job;
    if (!job || !this.runner || isFinal(job.state)) return;
    const answer = await this.runner.cancel(job.id);
    if (answer.ok) this.change({ job: answer.value });
  }

  private async send(runner: Runner, { input, device, timeline }: Submission): Promise<RunnerError | null> {
    const frozen = await this.engine.freeze(input, this.includeSource.value);
    if (!frozen.ok) return { code: "freeze", message: `the program could not be frozen: ${frozen.error.message}` };
    this.change({ phase: "uploading", sha256: frozen.value.sha256, bytes: frozen.value.bytes });
    const uploaded = await runner.upload(frozen.value.sha256, frozen.value.content);
    if (!uploaded.ok) return uploaded.error;
    this.change({ phase: "submitting" });
    const job = await runner.submit(frozen.value.sha256, device.id, newKey(), timeline ? { timeline } : {});
    if (!job.ok) return job.error;
    this.change({ phase: "following", job: job.value });
    this.note(job.value, runner.address, input);
    this.following = new AbortController();
    const watching = this.watchQueue(runner, job.value.id);
    const ended = await runner.follow(job.value.id, (event) => this.hear(event), this.following.signal);
    clearInterval(watching);
    if (!ended.ok) return ended.error;
    this.note(ended.value, runner.address, input);
    const result = ended.value.result ?? this.submission.value?.result ?? null;
    this.change({ phase: "ended", job: ended.value, result });
    // The other half of the comparison, unless it is there already.
    if (result && !this.comparison.value && this.workspace.run.value.phase !== "running" && sameProgram(this.workspace.current(), input))
      void this.workspace.startRun();
    return null;
  }

  /** Freezes, sends and follows a job without showing it as the pane's own. */
  async sendAside(
    device: Device,
    input: Input,
    options: JobOptions,
    tell: (progress: string) => void,
    stop: AbortSignal,
  ): Promise<Result<SentAside, RunnerError>> {
    const runner = this.runner;
    if (!runner) return fail({ code: "unreachable", message: "no runner is connected" });
    const frozen = await this.engine.freeze(input, false);
    if (!frozen.ok) return fail({ code: "freeze", message: frozen.error.message });
    const { sha256, content } = frozen.value;
    const uploaded = await runner.upload(sha256, content);
    if (!uploaded.ok) return uploaded;
    const job = await runner.submit(sha256, device.id, newKey(), options);
    if (!job.ok) return job;
    this.note(job.value, runner.address, input);
    const onEvent = (event: JobEvent) => {
      if (event.kind === "progress") tell(event.message || `${event.kernel}: ${event.done} of ${event.total}`);
      if (event.kind === "state" && event.job.state === "queued") tell(`position ${event.job.position} in the queue`);
    };
    const ended = await runner.follow(job.value.id, onEvent, stop);
    if (stop.aborted) void runner.cancel(job.value.id);
    if (!ended.ok) return ended;
    this.note(ended.value, runner.address, input);
    return ok({ job: ended.value, sha256, address: runner.address });
  }

  /** The runner at `address`, where that is the connected one. */
  runnerAt(address: string): Runner | null {
    return this.runner?.address === address ? this.runner : null;
  }

  forgetHistory(): void {
    this.history.value = [];
    kept.remove(historyKey);
  }

  private note(job: Job, address: string, input: Input): void {
    const { history } = this;
    const known = history.value.find((entry) => entry.id === job.id && entry.address === address);
    const { project } = this.workspace.list;
    const isThis = sameProgram(this.workspace.current(), input);
    const program = known?.program ?? (isThis ? encodeShare({ ...shareProject(project), target: input.target }) : "");
    const time = known?.time ?? Date.now();
    const { id, device, artifact, state } = job;
    const entry: HistoryEntry = { id, address, device, artifact, state, time, file: input.file, result: outcomeOf(job) };
    history.value = remember(history.value, program && program.length <= longestProgram ? { ...entry, program } : entry);
    kept.set(historyKey, JSON.stringify(history.value));
  }

  private watchQueue(runner: Runner, id: string): ReturnType<typeof setInterval> {
    return setInterval(() => {
      if (this.submission.value?.job?.state !== "queued") return;
      void runner.job(id).then((job) => {
        const now = this.submission.value?.job;
        if (job.ok && now?.id === id && now.state === "queued" && job.value.state === "queued") this.change({ job: job.value });
      });
    }, queueMs);
  }

  private hear(event: JobEvent): void {
    const now = this.submission.value;
    if (!now) return;
    // Queued again: its attempt was lost, and the next says everything once more.
    if (event.kind === "state") this.change({ job: { ...now.job, ...event.job }, ...(event.job.state === "queued" ? { output: "" } : {}) });
    else if (event.kind === "output") this.change({ output: now.output + event.text });
    else if (event.kind === "result") this.change({ result: event.result });
    else this.change({ progress: event.message || `${event.kernel}: ${event.done} of ${event.total}` });
  }

  private change(fields: Partial<Submission>): void {
    if (this.submission.value) this.submission.value = { ...this.submission.value, ...fields };
  }
}

/** A device whose timelines tell what this tab's can't: those of the interpreter are made here, too. */
export function tracesElsewhere(device: Device): boolean {
  return device.timeline !== undefined && device.kind !== "interpreter";
}

export function sameProgram(a: Input | null, b: Input | null): boolean {
  return a !== null && b !== null && sameInput(a, b);
}

function explain(error: RunnerError): string {
  return error.code === "unauthorized"
    ? `${error.message || "the runner wants a token"}: give the token that it was started with`
    : error.message;
}

/** `crypto.randomUUID` exists on secure origins only; a playground on a plain http host must submit too. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
