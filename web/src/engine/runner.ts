// SPDX-License-Identifier: Apache-2.0
// A client of shared/protocol's HTTP. Every answer is read by base/read.ts before anyone sees it; every failure says what to do.

import { describeError, fail, ok, type Result } from "../base/result";
import { isFinal, type Device, type Fleet, type Job, type JobEvent, type JobOptions, type Problem } from "../base/protocol";
import { readDevices, readFleet, readJob, readJobEvent, readProblem, readRunnerVersion } from "../base/read";
import { EventParser } from "./sse";

export interface RunnerError {
  /** `unreachable` when nobody answered, `unreadable` when what answered is no runner; else the problem's code. */
  code: string;
  message: string;
  problem?: Problem;
}

/** Cleans up what people paste: no trailing slash, a scheme, no path of the API. */
export function readAddress(text: string): Result<string> {
  const trimmed = text.trim().replace(/\/+$/, "").replace(/\/v1$/, "");
  if (!trimmed || /^\w+:$/.test(trimmed)) return fail("give the runner's address, for example `http://127.0.0.1:8420`");
  const full = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  try {
    const url = new URL(full);
    if (url.protocol !== "http:" && url.protocol !== "https:")
      return fail(`\`${url.protocol}\` is no way to a runner, expected http or https`);
    return ok(url.origin + url.pathname.replace(/\/+$/, ""));
  } catch {
    return fail(`\`${trimmed}\` is not an address, expected for example \`http://127.0.0.1:8420\``);
  }
}

export class Runner {
  constructor(
    readonly address: string,
    private readonly token: string = "",
    private readonly ask: typeof fetch = (...all) => fetch(...all),
  ) {}

  version(): Promise<Result<string, RunnerError>> {
    return this.json("/v1/version", {}, readRunnerVersion);
  }

  devices(): Promise<Result<Device[], RunnerError>> {
    return this.json("/v1/devices", {}, readDevices);
  }

  /** What runs jobs and which, what waits, and the jobs made last. */
  async fleet(): Promise<Result<Fleet, RunnerError>> {
    const fleet = await this.json("/v1/fleet?recent=50", {}, readFleet);
    return !fleet.ok && fleet.error.code === "not-found"
      ? fail({
          code: "not-found",
          message: "this runner is of an earlier version, which does not tell of its devices and queue",
        })
      : fleet;
  }

  /** What a job has printed so far. */
  async output(id: string): Promise<Result<string, RunnerError>> {
    const headers = { Accept: "text/plain" };
    const response = await this.send(`/v1/jobs/${encodeURIComponent(id)}/output`, { headers, signal: AbortSignal.timeout(30_000) });
    return response.ok ? ok(await response.value.text().catch(() => "")) : response;
  }

  async upload(sha256: string, content: Uint8Array<ArrayBuffer>): Promise<Result<void, RunnerError>> {
    const headers = { "Content-Type": "application/octet-stream" };
    return this.json(`/v1/artifacts/${sha256}`, { method: "PUT", body: content, headers }, () => ok(undefined));
  }

  /** `key` makes the request safe to send again: the same key gives the same job. */
  submit(artifact: string, device: string, key: string, options: JobOptions = {}): Promise<Result<Job, RunnerError>> {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
    return this.json(
      "/v1/jobs",
      {
        method: "POST",
        headers,
        body: JSON.stringify(Object.keys(options).length > 0 ? { artifact, device, options } : { artifact, device }),
      },
      readJob,
    );
  }

  job(id: string): Promise<Result<Job, RunnerError>> {
    return this.json(`/v1/jobs/${encodeURIComponent(id)}`, {}, readJob);
  }

  cancel(id: string): Promise<Result<Job, RunnerError>> {
    return this.json(`/v1/jobs/${encodeURIComponent(id)}:cancel`, { method: "POST" }, readJob);
  }

  /** Follows a job to its end; a broken connection is taken up again after the last event seen. Answers the final job. */
  async follow(id: string, onEvent: (event: JobEvent) => void, signal: AbortSignal): Promise<Result<Job, RunnerError>> {
    let lastId = "";
    for (let failures = 0; failures < 6 && !signal.aborted;) {
      const before = lastId;
      const ended = await this.stream(
        id,
        lastId,
        (event, eventId) => {
          lastId = eventId || lastId;
          onEvent(event);
        },
        signal,
      );
      if (!ended.ok && ended.error.problem) return ended;
      const job = await this.job(id);
      if (job.ok && isFinal(job.value.state)) return job;
      failures = lastId !== before ? 0 : failures + 1;
      await pause(Math.min(250 * 2 ** failures, 5000), signal);
    }
    if (signal.aborted) return fail({ code: "aborted", message: "no longer followed" });
    return fail({ code: "unreachable", message: "the runner stopped answering; the job goes on there, connect again to see it" });
  }

  private async stream(
    id: string,
    lastId: string,
    onEvent: (event: JobEvent, id: string) => void,
    signal: AbortSignal,
  ): Promise<Result<void, RunnerError>> {
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    if (lastId) headers["Last-Event-ID"] = lastId;
    const response = await this.send(`/v1/jobs/${encodeURIComponent(id)}/events`, { headers, signal });
    if (!response.ok) return response;
    const parser = new EventParser();
    try {
      const reader = response.value.body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        for (const event of parser.push(part.value)) {
          const read = readEvent(event.kind, event.data);
          if (read.ok && read.value) onEvent(read.value, event.id);
        }
      return ok(undefined);
    } catch (thrown) {
      return fail({ code: "unreachable", message: describeError(thrown) });
    }
  }

  private async json<T>(path: string, init: RequestInit, read: (value: unknown) => Result<T>): Promise<Result<T, RunnerError>> {
    const response = await this.send(path, { ...init, signal: init.signal ?? AbortSignal.timeout(30_000) });
    if (!response.ok) return response;
    try {
      const value = read(await response.value.json());
      return value.ok ? value : fail({ code: "unreadable", message: `${this.address} answered something odd: ${value.error}` });
    } catch (thrown) {
      return fail({ code: "unreadable", message: `${this.address}${path} is not a runner's answer: ${describeError(thrown)}` });
    }
  }

  private async send(path: string, init: RequestInit): Promise<Result<Response, RunnerError>> {
    const headers = new Headers(init.headers);
    if (!headers.has("Accept")) headers.set("Accept", "application/json");
    if (this.token) headers.set("Authorization", `Bearer ${this.token}`);
    let response: Response;
    try {
      response = await this.ask(this.address + path, { ...init, headers, cache: "no-store" });
    } catch (thrown) {
      return fail({
        code: "unreachable",
        message: `no answer from ${this.address} (${describeError(thrown)}): is a runner there, and does it allow this page's origin?`,
      });
    }
    return response.ok ? ok(response) : fail(await readRefusal(response, this.address + path));
  }
}

async function readRefusal(response: Response, address: string): Promise<RunnerError> {
  const body = await response.text().catch(() => "");
  try {
    const problem = readProblem(JSON.parse(body));
    if (problem.ok && response.headers.get("Content-Type")?.includes("problem"))
      return { code: problem.value.code, message: problem.value.detail || problem.value.title, problem: problem.value };
  } catch {
    // Not JSON: then it is no runner that answers, and the status is all that there is to say.
  }
  return { code: "unreadable", message: `${address} answers ${response.status} ${response.statusText}: not a runner` };
}

function readEvent(kind: string, data: string): Result<JobEvent | null> {
  try {
    return readJobEvent(kind, JSON.parse(data));
  } catch (thrown) {
    return fail(describeError(thrown));
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
