// SPDX-License-Identifier: Apache-2.0
// Measuring on a runner, once or for several values of a constant: one job after the other, so that they do not disturb each other. The
// program that is measured is the one at hand when it began.

import { signal } from "@preact/signals";
import { findConstants, setConstant } from "../base/constants";
import type { SweepPoint } from "../base/bench";
import { isFinal, type Device } from "../base/protocol";
import { describeError } from "../base/result";
import type { Input } from "./lane";
import type { RunnerSession } from "./runner-session";

export interface Sweep {
  device: Device;
  input: Input;
  /** Empty: the program as it is. */
  constant: string;
  points: SweepPoint[];
  /** Of how many. */
  wanted: number;
  phase: "running" | "ended" | "stopped";
  /** Where the job at hand is. */
  progress: string;
}

export class BenchSession {
  readonly sweep = signal<Sweep | null>(null);
  /** The artifact that was measured last, for the next one to be compared with. */
  readonly last = signal<{ sha256: string; address: string; file: string } | null>(null);
  private stopping: AbortController | null = null;

  constructor(private readonly runner: RunnerSession) {}

  get busy(): boolean {
    return this.sweep.value?.phase === "running";
  }

  /** `values` of `constant`; none: the program as it is. `baseline` is an artifact that the runner has. */
  async measure(device: Device, input: Input, constant: string, values: readonly number[], baseline: string | null): Promise<void> {
    if (this.busy) return;
    this.stopping = new AbortController();
    const { signal: stop } = this.stopping;
    const wanted = constant ? values : [NaN];
    this.sweep.value = { device, input, constant, points: [], wanted: wanted.length, phase: "running", progress: "" };
    for (const at of wanted) {
      const point = await this.point(device, constant ? withConstant(input, constant, at) : input, at, baseline, stop);
      if (stop.aborted) break;
      this.change({ points: [...(this.sweep.value?.points ?? []), point], progress: "" });
    }
    this.change({ phase: stop.aborted ? "stopped" : "ended", progress: "" });
  }

  stop(): void {
    this.stopping?.abort();
  }

  private async point(device: Device, input: Input | string, at: number, baseline: string | null, stop: AbortSignal): Promise<SweepPoint> {
    const failed = (problem: string): SweepPoint => ({ at, result: null, problem });
    if (typeof input === "string") return failed(input);
    try {
      const sent = await this.runner.sendAside(
        device,
        input,
        { bench: baseline ? { baseline } : {} },
        (progress) => this.change({ progress }),
        stop,
      );
      if (!sent.ok) return failed(sent.error.message);
      const { job, sha256, address } = sent.value;
      if (job.problem) return failed(job.problem.detail || job.problem.title);
      if (!isFinal(job.state) || !job.result?.bench) return failed(describeNone(job.state, job.result?.diagnostics[0]?.message));
      if (Number.isNaN(at)) this.last.value = { sha256, address, file: input.file };
      return { at, result: job.result.bench, problem: "" };
    } catch (thrown) {
      return failed(describeError(thrown));
    }
  }

  private change(fields: Partial<Sweep>): void {
    if (this.sweep.value) this.sweep.value = { ...this.sweep.value, ...fields };
  }
}

function describeNone(state: string, message: string | undefined): string {
  return message ?? `the job ended as ${state} and measured nothing`;
}

/** The program with another value of a constant of the file that runs; in words, where it has none of this name. */
function withConstant(input: Input, name: string, value: number): Input | string {
  const constant = findConstants(input.source).find((each) => each.name === name);
  return constant
    ? { ...input, source: setConstant(input.source, constant, value) }
    : `\`${name}\` is no number that the file assigns once`;
}
