// SPDX-License-Identifier: Apache-2.0
// What runs answer: shared/protocol's JSON as it is, where base/protocol.ts does not have it in another form.

import type { Check, Diagnostic, SourceRange } from "../../../src/base/protocol";

/** What a launch would take on a card, by a model. Never a measurement. */
export interface Prediction {
  isPrediction: true;
  model: string;
  card: string;
  microseconds: number;
  /** The least and the most by the clock alone. */
  range: [least: number, most: number];
  cycles: number;
  /** In MHz. */
  clock: number;
  /** Whose order of instructions it is: without `ptxas` a stand-in's. */
  order: string;
  /** What limits the launch, and how much of the time it does (0 to 1). */
  limit: string;
  limitShare: number;
  memoryBytes: number;
  /** Empty where there are none. */
  doubts: string;
  /** The other fields of shared/protocol's "Result". */
  [field: string]: unknown;
}

export interface TimelineEvent {
  /** Index into `rows`. */
  row: number;
  kind: "run" | "wait" | "copy" | "wgmma" | "store" | "barrier";
  begin: number;
  end: number;
  name: string;
  line?: number;
  /** Line and column of the beginning, and of the end. */
  range?: [number, number, number, number];
  /** Index into `files`; absent for the first. */
  file?: number;
  ptxLine?: number;
  /** A shared buffer or barrier, the index along its first axis, and how often that was used before. */
  buffer?: string;
  slot?: number;
  step?: number;
  /** The event that ended a wait. */
  waitsFor?: number;
}

/** Who did what when in a launch: cycles of a model or steps of the emulator, never a GPU's time. */
export interface Timeline {
  unit: string;
  /** Events beyond the limit. */
  dropped: number;
  length?: number;
  files?: string[];
  rows: { name: string; cluster: number; cta: number; warpgroup?: number; warp?: number }[];
  events: TimelineEvent[];
}

export interface LaunchTimeline {
  kernel: string;
  grid: number[];
  timeline: Timeline;
}

export interface LaunchResult {
  kernel: string;
  range: SourceRange | null;
  grid: number[];
  /** CPU time of this machine. */
  milliseconds: number;
  timing: string;
  samples: number[];
  /** Of a kernel of warpgroups: how many orders of its agents were run. */
  schedules?: number;
  timeline?: Timeline;
}

/** A program's run: what it printed and wrote, its checks, its launches, and the PTX of its kernels. */
export interface RunResult {
  ok: boolean;
  device: "interpreter" | "emulator";
  deviceNote: string;
  output: string;
  /** Files that the program wrote; nothing is written here. */
  files: Record<string, string>;
  diagnostics: Diagnostic[];
  milliseconds: number;
  peakBytes: number;
  checks: Check[];
  launches: LaunchResult[];
  /** By the kernel's name; of the emulator. */
  ptx: Record<string, string>;
}

/** A pass of the pipeline. */
export interface Pass {
  stage: string;
  pass: string;
  reason: string;
  changed: boolean;
}
