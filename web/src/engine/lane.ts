// SPDX-License-Identifier: Apache-2.0
// A queue in front of one worker. Every job is about a program (its input); the lane compiles that program first when the worker
// holds another one, or none since it was replaced. Jobs that follow the text as it is typed are dropped when the text moves
// on: waiting ones at once, the one under way after a moment's grace, because ending it costs a worker.

import { fail, ok, type Result } from "../base/result";
import type { CompileAnswer, CompileParams, Method, Methods } from "../base/protocol";
import type { Answer, CallError, WorkerHost } from "./host";

export type Input = CompileParams;

export function sameInput(a: Input, b: Input): boolean {
  if (a.file !== b.file || a.source !== b.source || a.target !== b.target || a.module !== b.module || a.tune !== b.tune) return false;
  if (a.files?.length !== b.files?.length) return false;
  return (a.files ?? []).every(({ path, text }, index) => path === b.files?.[index]?.path && text === b.files[index].text);
}

/** The text of a file as it was compiled. */
export function textOf(input: Input, path: string): string | undefined {
  return path === input.file ? input.source : input.files?.find((file) => file.path === path)?.text;
}

export type LaneError = CallError | { kind: "superseded"; message: string };

interface Job<M extends Method = Method> {
  method: M;
  params: object;
  /** Null for questions about no program (`version`, `reference`). */
  input: Input | null;
  limitMs: number;
  /** Follows the text: dropped when a newer text comes. */
  follows: boolean;
  /** Goes first and ends what is under way, which is done again afterwards. */
  urgent: boolean;
  settle: (result: Result<Answer<M>, LaneError>) => void;
}

export interface JobOptions {
  limitMs: number;
  follows?: boolean;
  urgent?: boolean;
}

const superseded: LaneError = { kind: "superseded", message: "the text has changed since" };

export class Lane {
  private readonly waiting: Job[] = [];
  private current: Job | null = null;
  private held: { input: Input; age: number; answer: CompileAnswer } | null = null;
  private grace: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly host: WorkerHost,
    private readonly compileLimitMs: number,
  ) {}

  submit<M extends Method>(
    method: M,
    params: Methods[M]["params"],
    input: Input | null,
    options: JobOptions,
  ): Promise<Result<Answer<M>, LaneError>> {
    return new Promise((resolve) => {
      const job: Job = {
        method,
        params,
        input,
        limitMs: options.limitMs,
        follows: options.follows ?? false,
        urgent: options.urgent ?? false,
        settle: resolve as Job["settle"],
      };
      if (job.urgent) this.waiting.unshift(job);
      else this.waiting.push(job);
      if (job.urgent && this.current && !this.current.urgent) this.host.stop(preempted);
      this.pump();
    });
  }

  /** The text has moved on: whatever follows it and is older is of no use any more. */
  moveOn(graceMs: number): void {
    for (let index = this.waiting.length - 1; index >= 0; index--) {
      const job = this.waiting[index];
      if (!job?.follows) continue;
      this.waiting.splice(index, 1);
      job.settle(fail(superseded));
    }
    if (this.current?.follows) this.grace ??= setTimeout(() => this.host.stop(outlived), graceMs);
  }

  /** Ends the job under way if it is `method`, and takes waiting ones off the queue. */
  cancel(method: Method, reason: CallError): void {
    for (const job of this.waiting.filter((candidate) => candidate.method === method)) {
      this.waiting.splice(this.waiting.indexOf(job), 1);
      job.settle(fail(reason));
    }
    if (this.current?.method === method) this.host.stop(reason);
  }

  private pump(): void {
    if (this.current) return;
    const job = this.waiting.shift();
    if (!job) return;
    this.current = job;
    void this.perform(job).then((result) => {
      this.current = null;
      if (this.grace) clearTimeout(this.grace);
      this.grace = null;
      if (!result.ok && result.error === preempted) this.waiting.splice(1, 0, job);
      else job.settle(!result.ok && result.error === outlived ? fail(superseded) : result);
      // A lost worker is replaced while nobody waits for it.
      if (!result.ok && result.error.kind !== "unavailable") void this.host.ready();
      this.pump();
    });
  }

  private async perform(job: Job): Promise<Result<Answer<Method>, LaneError>> {
    if (!job.input) return this.host.call(job.method, job.params as never, job.limitMs);
    if (job.method === "compile") {
      const compiled = await this.compile(job.input, job.params as CompileParams, job.limitMs);
      return compiled.ok ? ok({ value: compiled.value }) : compiled;
    }
    const held = await this.hold(job.input);
    if (!held.ok) return held;
    return this.host.call(job.method, job.params as never, job.limitMs);
  }

  /** Makes the worker hold `input` compiled. */
  private async hold(input: Input): Promise<Result<CompileAnswer, CallError>> {
    if (this.held?.input === input && this.held.age === this.host.age) return ok(this.held.answer);
    return this.compile(input, input, this.compileLimitMs);
  }

  private async compile(input: Input, params: CompileParams, limitMs: number): Promise<Result<CompileAnswer, CallError>> {
    this.held = null;
    const answer = await this.host.call("compile", { ...params }, limitMs);
    if (!answer.ok) return answer;
    this.held = { input, age: this.host.age, answer: answer.value.value };
    return ok(answer.value.value);
  }
}

// Reasons that the lane itself ends a call for; told apart by identity.
const preempted: CallError = { kind: "cancelled", message: "ended for something more urgent" };
const outlived: CallError = { kind: "cancelled", message: "the text has changed since" };
