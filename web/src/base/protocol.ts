// SPDX-License-Identifier: Apache-2.0
// The JSON of shared/protocol/README.md as types, and the guards that let a runner's answer in. The wasm module is built with
// this page and is trusted to keep to the types; a runner is another program of perhaps another age, so what it says is read
// field by field: unknown fields are ignored, a missing or odd one makes the whole answer unreadable, with its name.

import type { BenchResult } from "./bench";
import type { Timeline } from "./timeline";

/** The greatest protocol number that this page understands. */
export const protocolVersion = 1;

/** Lines and columns count from 1; columns in Unicode code points; `end` is exclusive. */
export interface Position {
  line: number;
  column: number;
}

export interface SourceRange {
  file: string;
  begin: Position;
  end: Position;
}

export interface DiagnosticNote {
  message: string;
  range: SourceRange | null;
}

export interface Diagnostic {
  id: string;
  severity: "error" | "warning" | "remark";
  fault: "user" | "bug" | "environment";
  message: string;
  range: SourceRange | null;
  notes: DiagnosticNote[];
  fix?: { title: string; range: SourceRange; text: string };
}

export interface VersionAnswer {
  protocol: number;
  version: string;
  targets: string[];
  stages: string[];
  codegen: boolean;
}

export interface CompileAnswer {
  protocol: number;
  ok: boolean;
  /** Not `ok`, but the program did something that can be seen before the error: `run` does it and ends with the error. */
  begun?: boolean;
  diagnostics: Diagnostic[];
  kernels: string[];
  milliseconds: number;
}

export interface ShowAnswer {
  text: string | null;
  diagnostics: Diagnostic[];
}

/** Source lines, first and last, both inclusive; `[0, 0]` for none. Of a line of IR also which of `sourceFiles` they are of, where not of the first. */
export type LineSpan = [first: number, last: number, file?: number];

export interface Snapshot {
  stage: string;
  pass: string;
  reason: string;
  changed: boolean;
  text: string;
  sourceLines: LineSpan[];
  /** Absent from compilers older than this page. */
  sourceFiles?: string[];
}

/**
 * As it is sent: a pass that changed nothing has the text of the one before it; `sourceLines` are three numbers a line, since thousands
 * of small lists take longer to copy than the text.
 */
export type SentSnapshot = Omit<Snapshot, "text" | "sourceLines"> & { text?: string; sourceLines?: ArrayLike<number> };

export interface SnapshotsAnswer {
  snapshots: SentSnapshot[];
}

export function fillSnapshots(sent: readonly SentSnapshot[]): Snapshot[] {
  let last: Pick<Snapshot, "text" | "sourceLines" | "sourceFiles"> = { text: "", sourceLines: [] };
  return sent.map((snapshot) => {
    const { text, sourceLines = [], sourceFiles, ...rest } = snapshot;
    if (text !== undefined) last = { text, sourceLines: spansOf(sourceLines), ...(sourceFiles && { sourceFiles }) };
    return { ...rest, ...last };
  });
}

function spansOf(numbers: ArrayLike<number>): LineSpan[] {
  const spans: LineSpan[] = [];
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const [first = 0, last = 0, file = 0] = [numbers[at], numbers[at + 1], numbers[at + 2]];
    spans.push(file === 0 ? [first, last] : [first, last, file]);
  }
  return spans;
}

/** What one program sees of an array: begin and end (exclusive), one number an axis; null where it touches nothing. */
export type Box = [begin: number[], end: number[]];

export interface Operand {
  name: string;
  role: "read" | "write" | "readwrite" | "scalar" | "scratch";
  dtype: string;
  shape: number[];
  range: SourceRange | null;
  block: { shape: number[]; squeezed: number[]; origin: "block-spec" | "whole" | "recorded" } | null;
  boxes: (Box | null)[];
}

export interface Launch {
  range: SourceRange | null;
  grid: number[];
  order: "row-major" | "column-major";
  programs: number;
  recorded: number;
  operands: Operand[];
}

export interface KernelTilings {
  name: string;
  range: SourceRange | null;
  source: "pallas" | "triton" | "mosaic_gpu";
  launches: Launch[];
}

export interface TilingsAnswer {
  kernels: KernelTilings[];
}

/** The coordinate that each bit of an input's number adds by exclusive or; an input of one value is absent. */
export interface LayoutBases {
  register?: number[][];
  lane?: number[][];
  warp?: number[][];
}

export interface ValueLayout {
  op: string;
  range: SourceRange | null;
  dtype: string;
  shape: number[];
  layout: LayoutBases;
  text: string;
  registers: number;
  copies: boolean;
}

export interface BufferAccess {
  kind: "read" | "write";
  range: SourceRange | null;
  vectorBytes?: number;
  wavefronts?: number;
  ideal?: number;
}

export interface SharedBuffer {
  name: string;
  range: SourceRange | null;
  dtype: string;
  shape: number[];
  offset: number;
  bytes: number;
  swizzle: number;
  /** First and last operation that has to do with it. */
  life: [number, number];
  accesses: BufferAccess[];
}

export interface KernelLayouts {
  name: string;
  target: string;
  range: SourceRange | null;
  warps: number;
  warpgroups: number;
  sharedBytes: number;
  values: ValueLayout[];
  /** Values beyond those that are listed. */
  left: number;
  buffers: SharedBuffer[];
}

export interface LayoutsAnswer {
  kernels: KernelLayouts[];
}

/** What was decided, or stood in the way, and why. */
export interface ExplainedReason {
  range: SourceRange | null;
  what: string;
  why: string;
  remedy?: string;
}

export interface SchedulePlan {
  threads: number;
  /** Of the launch; 0 where it is not known. */
  blocks: number;
  partsOfProgram: number;
  cluster: number;
  persistent: boolean;
  order: string;
  sharedBytes: number;
  workspaceBytes: number;
  registers: number;
  registersAtMost: number;
  roles: { name: string; warpgroups: number; registers: number }[];
  buffers: { name: string; range: SourceRange | null; type: string; stages: number; bytes: number; swizzle: number }[];
  products: { range: SourceRange | null; instruction: string; type: string; operands: string; whyNotBetter?: string }[];
  accesses: {
    range: SourceRange | null;
    kind: string;
    array: string;
    type: string;
    how: string;
    vectorBytes: number;
    whyNotBetter?: string;
  }[];
}

/** The cost model's, for ranking schedules. */
export interface SchedulePrediction {
  microseconds: number;
  limit: string;
  blocks: number;
  blocksPerProcessor: number;
  waves: number;
  registers: number;
  /** Floating-point operations, and bytes of global memory. */
  operations: number;
  memoryBytes: number;
  /** The least that the card needs for these products alone, or for these bytes alone, whichever is more. */
  rooflineMicroseconds: number;
  guesses: boolean;
}

export interface ScheduleChoice {
  name: string;
  meaning: string;
  value: number;
  /** By `--tune`, or by the compiler. */
  from: "asked" | "cost";
  /** That `tessera tune` tries. */
  others: number[];
  whyNoOther?: string;
}

export interface ExplainedKernel {
  name: string;
  source: string;
  form: "warpgroups" | "block program" | "none";
  range: SourceRange | null;
  grids: number[][];
  plan?: SchedulePlan;
  /** The cost model's, for ranking schedules: never a GPU's time. */
  prediction?: SchedulePrediction;
  choices?: ScheduleChoice[];
  decisions: ExplainedReason[];
  obstacles: ExplainedReason[];
  refusals: ExplainedReason[];
}

/** The kernel with one choice made otherwise; no prediction where it has no such schedule. */
export interface Candidate {
  name: string;
  value: number;
  prediction: SchedulePrediction | null;
}

export interface CandidatesAnswer {
  kernel: string;
  candidates: Candidate[];
}

export interface ExplainAnswer {
  target: string;
  /** That the prediction is for. */
  card: string;
  kernels: ExplainedKernel[];
}

export interface Check {
  range: SourceRange | null;
  passed: boolean;
  message: string;
  elements: number;
  mismatched: number;
  maxAbsolute: number;
  maxRelative: number;
}

export interface LaunchTime {
  kernel: string;
  range: SourceRange | null;
  grid: number[];
  milliseconds: number;
  timing: string;
  samples: number[];
  /** Of a kernel of warpgroups: how many orders of its agents were run. */
  schedules?: number;
  /** Packed (base/timeline.ts) where it is read: in the worker, or when a runner's answer arrives. */
  timeline?: Timeline;
}

export interface KernelText {
  name: string;
  ptx?: string;
  registers?: number;
  sharedBytes?: number;
  spillBytes?: number;
}

export interface RunAnswer {
  protocol: number;
  ok: boolean;
  device: string;
  deviceNote: string;
  output: string;
  files: Record<string, string>;
  diagnostics: Diagnostic[];
  milliseconds: number;
  peakBytes: number;
  checks: Check[];
  launches: LaunchTime[];
  kernels: KernelText[];
  /** Of a job that measures. */
  bench?: BenchResult;
}

export interface ReferenceEntry {
  name: string;
  kind: string;
  signature: string;
  summary: string;
  supported: boolean;
  /** Where it works; empty when it is not supported. Absent from compilers older than this page. */
  devices?: string[];
}

export interface ReferenceAnswer {
  modules: { name: string; summary: string; entries: ReferenceEntry[] }[];
}

export interface FreezeAnswer {
  sha256: string;
  bytes: number;
}

/** How kernels run whose threads take turns: those of warpgroups, and in the emulator all. */
export interface RunOptions {
  /** Which order of the agents: 0 takes them in turn. */
  seed: number;
  /** How many orders, from that seed on. */
  schedules: number;
  checkRaces: boolean;
  timeline: boolean;
}

export interface CompileParams {
  file: string;
  source: string;
  target: string;
  /** Choices of the schedule, as `--tune` takes them. */
  tune?: string;
  /** Those around `file`, which may import them; absent for a program of one file. */
  files?: { path: string; text: string }[];
  /** Where modules are looked for beside the folder of `file`. */
  folders?: string[];
  /** Runs `file` by its dotted name. */
  module?: string;
  /** `snapshots` will be asked: they are taken while the passes run. */
  keepsSnapshots?: boolean;
}

/** Every method of the module, with what it takes and answers. */
export interface Methods {
  version: { params: object; answer: VersionAnswer };
  compile: { params: CompileParams; answer: CompileAnswer };
  show: { params: { stage: string; pass?: string; kernel?: string }; answer: ShowAnswer };
  snapshots: { params: object; answer: SnapshotsAnswer };
  tilings: { params: object; answer: TilingsAnswer };
  layouts: { params: object; answer: LayoutsAnswer };
  explain: { params: object; answer: ExplainAnswer };
  candidates: { params: { kernel: string }; answer: CandidatesAnswer };
  run: { params: { maxMilliseconds?: number } & Partial<RunOptions>; answer: RunAnswer };
  freeze: { params: { includeSource: boolean }; answer: FreezeAnswer };
  reference: { params: object; answer: ReferenceAnswer };
}
export type Method = keyof Methods;

export interface Device {
  id: string;
  kind: string;
  name: string;
  note: string;
  target?: string;
  memoryBytes?: number;
  driver?: string;
  /** What the timelines that it makes count; absent where it makes none. */
  timeline?: string;
}

/** Of `POST /v1/jobs`. */
export interface JobOptions {
  timeline?: boolean;
  /** Measures instead of running; `baseline` is the artifact that it is compared with. */
  bench?: { baseline?: string };
}

export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled" | "timed-out";

export interface Problem {
  title: string;
  status: number;
  detail: string;
  code: string;
  diagnostics: Diagnostic[];
}

/** What stands around jobs, as far as it is told. */
export interface Sandbox {
  mode: string;
  holds: boolean;
  missing: { name: string; why: string }[];
  /** What jobs on GPUs lack. */
  gpus?: string;
}

export interface FleetDevice extends Device {
  /** What jobs may ask for it by. */
  words: string[];
  /** `id` is empty where the job is none of this token's. */
  job?: { id: string; startedAt: string };
}

export interface Worker {
  /** Empty: the machine that answers. */
  name: string;
  state: "ready" | "draining" | "drained" | "silent";
  version: string;
  devices: FleetDevice[];
  sandbox?: Sandbox;
  seenAt?: string;
}

export interface JobSummary {
  id: string;
  device: string;
  state: JobState;
  createdAt: string;
  startedAt?: string;
  finishedAt?: string;
  attempt: number;
  /** Why it failed. */
  reason: string;
}

/** Of `GET /v1/fleet`. */
export interface Fleet {
  /** By the clock that all its times are of. */
  at: string;
  kind: "fleet" | "machine";
  workers: Worker[];
  queue: { device: string; jobs: number; oldestAt: string }[];
  jobs: JobSummary[];
}

export interface Job {
  id: string;
  artifact: string;
  device: string;
  state: JobState;
  position: number;
  /** 0 to 9; of a runner that tells none, the usual one. */
  priority: number;
  /** The name of the token that asked for it. */
  owner?: string;
  /** The trace that it belongs to (W3C Trace Context). */
  traceparent?: string;
  createdAt: string;
  startedAt?: string;
  finishedAt?: string;
  result?: RunAnswer;
  problem?: Problem;
  /** Attempts that ended without an outcome. */
  lostAttempts?: { attempt: number; reason: string }[];
}

export type JobEvent =
  | { kind: "state"; job: Job }
  | { kind: "output"; text: string }
  | { kind: "progress"; kernel: string; done: number; total: number; message: string }
  | { kind: "result"; result: RunAnswer };

/** What a job has that asks for none. */
export const usualPriority = 5;

export function isFinal(state: JobState): boolean {
  return state !== "queued" && state !== "running";
}
