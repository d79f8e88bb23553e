// SPDX-License-Identifier: Apache-2.0
// The compiler as the page sees it. Two workers share one compiled module: the first compiles and shows, and is never blocked
// for long; the second executes programs (runs, and tilings, which may have to run a Triton program to see what it touches),
// so that one can go on typing while a program runs, and cancel it by ending the worker.

import type {
  CandidatesAnswer,
  CompileAnswer,
  ExplainAnswer,
  FreezeAnswer,
  LayoutsAnswer,
  ReferenceAnswer,
  RunAnswer,
  RunOptions,
  ShowAnswer,
  Snapshot,
  TilingsAnswer,
  VersionAnswer,
} from "../base/protocol";
import { fillSnapshots } from "../base/protocol";
import { readResult } from "../base/read";
import { fail, ok, type Result } from "../base/result";

import { type HostOptions, WorkerHost } from "./host";
import { type Input, Lane, type LaneError } from "./lane";

export interface EngineLimits {
  compileMs: number;
  tilingsMs: number;
  runMs: number;
  /** How long an outdated call may go on before its worker is ended. */
  graceMs: number;
}

export const usualLimits: EngineLimits = { compileMs: 20_000, tilingsMs: 60_000, runMs: 3_600_000, graceMs: 1_500 };

const memoryLimit = 768 * 2 ** 20;

export interface Frozen extends FreezeAnswer {
  content: Uint8Array<ArrayBuffer>;
}

export interface EngineOptions extends Omit<HostOptions, "memoryLimit"> {
  /** A launch that compiling runs, because the program's Python asks for its result. */
  onCompileProgress?: HostOptions["onProgress"];
}

export class Engine {
  private readonly compiling: Lane;
  private readonly executing: Lane;
  private readonly limits: EngineLimits;

  constructor(options: EngineOptions, limits: EngineLimits = usualLimits) {
    this.limits = limits;
    const { onCompileProgress, ...executing } = options;
    const { spawn, module } = options;
    this.compiling = new Lane(new WorkerHost({ spawn, module, onProgress: onCompileProgress, memoryLimit }), limits.compileMs);
    this.executing = new Lane(new WorkerHost({ ...executing, memoryLimit }), limits.compileMs);
  }

  /** Starts the compiling worker; answers when it can be asked. */
  async start(): Promise<Result<VersionAnswer, LaneError>> {
    return value(await this.compiling.submit("version", {}, null, { limitMs: this.limits.compileMs }));
  }

  get startMilliseconds(): number {
    return this.compiling.host.startMilliseconds;
  }

  get readyAt(): number {
    return this.compiling.host.readyAt;
  }

  /**
   * The latest input wins; an older one that is still waiting or under way answers `superseded`. Snapshots that will be asked for are
   * taken meanwhile, which costs half of asking afterwards.
   */
  async compile(input: Input, keepsSnapshots = false): Promise<Result<CompileAnswer, LaneError>> {
    this.compiling.moveOn(this.limits.graceMs);
    this.executing.moveOn(this.limits.graceMs);
    const params = keepsSnapshots ? { ...input, keepsSnapshots } : input;
    return value(await this.compiling.submit("compile", params, input, { limitMs: this.limits.compileMs, follows: true }));
  }

  async snapshots(input: Input): Promise<Result<Snapshot[], LaneError>> {
    const answer = value(await this.compiling.submit("snapshots", {}, input, { limitMs: this.limits.compileMs, follows: true }));
    return answer.ok ? ok(fillSnapshots(answer.value.snapshots)) : answer;
  }

  async show(input: Input, stage: string): Promise<Result<ShowAnswer, LaneError>> {
    return value(await this.compiling.submit("show", { stage }, input, { limitMs: this.limits.compileMs, follows: true }));
  }

  /** `tilings` will be asked of this text: the worker that makes them compiles it at the same time, not afterwards. */
  prepareTilings(input: Input): void {
    // One that has not started would take the first answer's time to do so.
    if (this.executing.host.isStarted)
      void this.executing.submit("compile", input, input, { limitMs: this.limits.tilingsMs, follows: true });
  }

  async tilings(input: Input): Promise<Result<TilingsAnswer, LaneError>> {
    return value(await this.executing.submit("tilings", {}, input, { limitMs: this.limits.tilingsMs, follows: true }));
  }

  async layouts(input: Input): Promise<Result<LayoutsAnswer, LaneError>> {
    return value(await this.compiling.submit("layouts", {}, input, { limitMs: this.limits.compileMs, follows: true }));
  }

  async explain(input: Input): Promise<Result<ExplainAnswer, LaneError>> {
    return value(await this.compiling.submit("explain", {}, input, { limitMs: this.limits.compileMs, follows: true }));
  }

  /** In the worker that executes: the one that compiles is free for what is typed meanwhile. */
  async candidates(input: Input, kernel: string): Promise<Result<CandidatesAnswer, LaneError>> {
    return value(await this.executing.submit("candidates", { kernel }, input, { limitMs: this.limits.runMs, follows: true }));
  }

  async freeze(input: Input, includeSource: boolean): Promise<Result<Frozen, LaneError>> {
    const answer = await this.compiling.submit("freeze", { includeSource }, input, { limitMs: this.limits.compileMs });
    if (!answer.ok) return answer;
    if (!answer.value.bytes) return fail({ kind: "unavailable", message: "`freeze` answered without bytes" });
    return ok({ ...answer.value.value, content: answer.value.bytes });
  }

  async run(input: Input, options: Partial<RunOptions> = {}): Promise<Result<RunAnswer, LaneError>> {
    const answer = value(await this.executing.submit("run", options, input, { limitMs: this.limits.runMs, urgent: true }));
    if (!answer.ok) return answer;
    const result = readResult(answer.value);
    return result.ok ? result : fail({ kind: "unavailable", message: result.error });
  }

  cancelRun(): void {
    this.executing.cancel("run", { kind: "cancelled", message: "cancelled; the worker was ended" });
  }

  async reference(): Promise<Result<ReferenceAnswer, LaneError>> {
    return value(await this.compiling.submit("reference", {}, null, { limitMs: this.limits.compileMs }));
  }
}

function value<T>(answer: Result<{ value: T }, LaneError>): Result<T, LaneError> {
  return answer.ok ? ok(answer.value.value) : answer;
}
