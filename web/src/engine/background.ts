// SPDX-License-Identifier: Apache-2.0
// A third worker, for questions about programs that are not on screen: other values of a knob, variants that were pinned. It starts when
// it is first asked, does one job after the other, and goes when nobody has asked for a while. What is typed never waits for it.

import { fillSnapshots } from "../base/protocol";
import type { CompileAnswer, Diagnostic, ExplainAnswer, KernelLayouts, KernelTilings, RunAnswer, Snapshot } from "../base/protocol";
import { readResult } from "../base/read";
import { fail, ok, type Result } from "../base/result";
import type { Frozen } from "./engine";
import { type HostOptions, WorkerHost } from "./host";
import { type Input, Lane, type LaneError } from "./lane";

/** What can be known of a program besides whether it compiles. */
export interface Parts {
  explain: ExplainAnswer;
  snapshots: Snapshot[];
  layouts: KernelLayouts[];
  tilings: KernelTilings[];
}
export type Part = keyof Parts;

/** Parts are absent where the program has errors. */
export interface Examined extends Partial<Parts> {
  compiled: CompileAnswer;
}

/** `cancelled`: whoever asked has given up. */
export type BackgroundError = { kind: "cancelled" | "failed"; message: string };

const cancelled: BackgroundError = { kind: "cancelled", message: "cancelled" };
const given = { kind: "cancelled" as const, message: "cancelled; the worker was ended" };
const idle = { kind: "cancelled" as const, message: "the worker was not needed" };

export interface BackgroundLimits {
  compileMs: number;
  runMs: number;
  idleMs: number;
}

export class BackgroundCompiler {
  private readonly lane: Lane;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private leaving: ReturnType<typeof setTimeout> | null = null;
  /** What the worker of that age holds. */
  private held: { input: Input; age: number; answer: CompileAnswer } | null = null;

  constructor(
    options: Omit<HostOptions, "memoryLimit">,
    private readonly limits: BackgroundLimits = { compileMs: 60_000, runMs: 3_600_000, idleMs: 60_000 },
  ) {
    this.lane = new Lane(new WorkerHost({ ...options, memoryLimit: 768 * 2 ** 20 }), limits.compileMs);
  }

  /** Compiles, and asks for `parts` of what compiled. Ending a job under way costs the worker, never the next job. */
  examine(input: Input, parts: readonly Part[], signal?: AbortSignal): Promise<Result<Examined, BackgroundError>> {
    return this.inTurn(signal, async () => {
      const compiled = await this.compile(input, parts.includes("snapshots"));
      if (!compiled.ok) return compiled;
      const examined: Examined = { compiled: compiled.value };
      if (!examined.compiled.ok) return ok(examined);
      for (const part of parts) {
        const answer = await this.ask(part, input);
        if (!answer.ok) return answer;
        Object.assign(examined, { [part]: answer.value });
      }
      return ok(examined);
    });
  }

  /** Nothing is done where the worker has that program already. */
  private async compile(input: Input, keepsSnapshots: boolean): Promise<Result<CompileAnswer, LaneError>> {
    const { host } = this.lane;
    if (this.held?.input === input && this.held.age === host.age) return ok(this.held.answer);
    const params = keepsSnapshots ? { ...input, keepsSnapshots } : input;
    const compiled = await this.lane.submit("compile", params, input, { limitMs: this.limits.compileMs });
    if (!compiled.ok) return compiled;
    this.held = { input, age: host.age, answer: compiled.value.value };
    return ok(this.held.answer);
  }

  private async ask(part: Part, input: Input): Promise<Result<Parts[Part], LaneError>> {
    const answer = await this.lane.submit(part, {}, input, { limitMs: this.limits.compileMs });
    if (!answer.ok) return answer;
    const { value } = answer.value;
    if ("snapshots" in value) return ok(fillSnapshots(value.snapshots));
    return ok(
      part === "explain" ? (value as ExplainAnswer) : ((value as { kernels: KernelLayouts[] | KernelTilings[] }).kernels as Parts[Part]),
    );
  }

  freeze(input: Input, signal?: AbortSignal): Promise<Result<Frozen, BackgroundError>> {
    return this.inTurn(signal, async () => {
      const answer = await this.lane.submit("freeze", { includeSource: false }, input, { limitMs: this.limits.compileMs });
      if (!answer.ok) return answer;
      const { value, bytes } = answer.value;
      return bytes ? ok({ ...value, content: bytes }) : fail({ kind: "unavailable", message: "`freeze` answered without bytes" });
    });
  }

  /** For its timelines: one order of the agents. */
  run(input: Input, signal?: AbortSignal): Promise<Result<RunAnswer, BackgroundError>> {
    return this.inTurn(signal, async () => {
      const options = { seed: 0, schedules: 1, checkRaces: false, timeline: true };
      const answer = await this.lane.submit("run", options, input, { limitMs: this.limits.runMs });
      if (!answer.ok) return answer;
      const result = readResult(answer.value.value);
      return result.ok ? result : fail({ kind: "unavailable", message: result.error });
    });
  }

  private inTurn<T>(signal: AbortSignal | undefined, job: () => Promise<Result<T, LaneError>>): Promise<Result<T, BackgroundError>> {
    if (this.leaving) clearTimeout(this.leaving);
    this.leaving = null;
    this.waiting++;
    const mine = this.last.then(async (): Promise<Result<T, BackgroundError>> => {
      if (signal?.aborted) return fail(cancelled);
      // Only this job is under way, so ending the worker ends nobody else's.
      const onAbort = () => this.lane.host.stop(given);
      signal?.addEventListener("abort", onAbort);
      const answer = await job();
      signal?.removeEventListener("abort", onAbort);
      if (answer.ok) return answer;
      return fail(signal?.aborted ? cancelled : { kind: "failed", message: answer.error.message });
    });
    this.last = mine.then(() => this.leaveWhenIdle());
    return mine;
  }

  private leaveWhenIdle(): void {
    this.waiting--;
    if (this.waiting === 0) this.leaving = setTimeout(() => this.lane.host.stop(idle), this.limits.idleMs);
  }
}

/** The first thing that is wrong, with its line: what a list of many programs has room for. */
export function firstError(diagnostics: readonly Diagnostic[]): string {
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (!error) return "it does not compile, and the compiler does not say why";
  return error.range ? `line ${error.range.begin.line}: ${error.message}` : error.message;
}
