// SPDX-License-Identifier: Apache-2.0
// Reads a runner's JSON (and the module's results, which have the same not-quite-numbers) into the types of protocol.ts. A `Reader` walks the value by field names and remembers the path, so that
// the one error it makes says which field was odd: "`job.state` is 7, expected a string".

import { fail, ok, type Result } from "./result";
import type { BenchKernel, BenchResult } from "./bench";
import { readTimeline, type Timeline } from "./timeline";
import {
  protocolVersion,
  usualPriority,
  type Check,
  type Device,
  type Diagnostic,
  type Fleet,
  type FleetDevice,
  type Job,
  type JobEvent,
  type JobState,
  type JobSummary,
  type KernelText,
  type LaunchTime,
  type Problem,
  type RunAnswer,
  type Sandbox,
  type SourceRange,
  type Worker,
} from "./protocol";

/** Thrown inside this file only; `read` turns it into an answer. */
class Unreadable extends Error {}

class Reader {
  constructor(
    private readonly value: unknown,
    private readonly path: string,
  ) {}

  private refuse(expected: string): never {
    const seen = this.value === undefined ? "missing" : `\`${(JSON.stringify(this.value) ?? "?").slice(0, 40)}\``;
    throw new Unreadable(`\`${this.path}\` is ${seen}, expected ${expected}`);
  }
  get absent(): boolean {
    return this.value === undefined || this.value === null;
  }
  field(name: string): Reader {
    if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value)) this.refuse("an object");
    return new Reader((this.value as Record<string, unknown>)[name], this.path ? `${this.path}.${name}` : name);
  }
  text(): string {
    return typeof this.value === "string" ? this.value : this.refuse("a string");
  }
  textOr(fallback: string): string {
    return this.absent ? fallback : this.text();
  }
  number(): number {
    return typeof this.value === "number" ? this.value : this.refuse("a number");
  }
  numberOr(fallback: number): number {
    return this.absent ? fallback : this.number();
  }
  /** A number that may be none: JSON has no NaN and no infinity, they travel as strings. */
  measure(): number {
    if (this.absent || this.value === "nan") return NaN;
    if (this.value === "inf") return Infinity;
    return this.value === "-inf" ? -Infinity : this.number();
  }
  flag(): boolean {
    return typeof this.value === "boolean" ? this.value : this.refuse("true or false");
  }
  list<T>(read: (item: Reader) => T): T[] {
    if (this.absent) return [];
    if (!Array.isArray(this.value)) this.refuse("a list");
    return this.value.map((item, index) => read(new Reader(item, `${this.path}[${index}]`)));
  }
  optional<T>(read: (item: Reader) => T): T | undefined {
    return this.absent ? undefined : read(this);
  }
  texts(): Record<string, string> {
    if (this.absent) return {};
    if (typeof this.value !== "object" || Array.isArray(this.value)) this.refuse("an object");
    const names = Object.keys(this.value as object);
    return Object.fromEntries(names.map((name) => [name, this.field(name).text()]));
  }
  oneOf<T extends string>(choices: readonly T[]): T {
    const text = this.text();
    return choices.includes(text as T) ? (text as T) : this.refuse(`one of ${choices.join(", ")}`);
  }
  timeline(): Timeline {
    const timeline = readTimeline(this.value);
    if (!timeline.ok) throw new Unreadable(`\`${this.path}\`: ${timeline.error}`);
    return timeline.value;
  }
  protocol(): number {
    const number = this.number();
    if (number > protocolVersion)
      throw new Unreadable(`the runner speaks protocol ${number}, this page up to ${protocolVersion}: reload the page for a newer one`);
    return number;
  }
}

function range(reader: Reader): SourceRange | null {
  if (reader.absent) return null;
  const position = (at: Reader) => ({ line: at.field("line").number(), column: at.field("column").number() });
  return {
    file: reader.field("file").textOr(""),
    begin: position(reader.field("begin")),
    end: position(reader.field("end")),
  };
}

function diagnostic(reader: Reader): Diagnostic {
  return {
    id: reader.field("id").text(),
    severity: reader.field("severity").oneOf(["error", "warning", "remark"] as const),
    fault: reader.field("fault").oneOf(["user", "bug", "environment"] as const),
    message: reader.field("message").text(),
    range: range(reader.field("range")),
    notes: reader.field("notes").list((note) => ({
      message: note.field("message").text(),
      range: range(note.field("range")),
    })),
  };
}

function check(reader: Reader): Check {
  return {
    range: range(reader.field("range")),
    passed: reader.field("passed").flag(),
    message: reader.field("message").textOr(""),
    elements: reader.field("elements").numberOr(0),
    mismatched: reader.field("mismatched").numberOr(0),
    maxAbsolute: reader.field("maxAbsolute").measure(),
    maxRelative: reader.field("maxRelative").measure(),
  };
}

function benchKernel(reader: Reader): BenchKernel {
  const counts = reader.field("counts").optional((item) => item.field("warpInstructions").measure());
  const predicted = reader.field("prediction").optional((item) => item.field("microseconds").measure());
  return {
    name: reader.field("name").text(),
    launches: reader.field("launches").numberOr(1),
    samples: reader.field("samples").list((sample) => sample.number()),
    warpInstructions: counts ?? null,
    predictedMicroseconds: predicted ?? null,
  };
}

function bench(reader: Reader): BenchResult {
  return {
    means: reader.field("means").oneOf(["gpu", "emulator", "model"] as const),
    kernels: reader.field("kernels").list(benchKernel),
    before: reader.field("before").list(benchKernel),
  };
}

function launch(reader: Reader): LaunchTime {
  const schedules = reader.field("schedules").optional((item) => item.number());
  const timeline = reader.field("timeline").optional((item) => item.timeline());
  return {
    ...(schedules === undefined ? {} : { schedules }),
    ...(timeline === undefined ? {} : { timeline }),
    kernel: reader.field("kernel").text(),
    range: range(reader.field("range")),
    grid: reader.field("grid").list((axis) => axis.number()),
    milliseconds: reader.field("milliseconds").numberOr(0),
    timing: reader.field("timing").textOr("cpu-wall"),
    samples: reader.field("samples").list((sample) => sample.number()),
  };
}

function kernel(reader: Reader): KernelText {
  const text: KernelText = { name: reader.field("name").text() };
  const ptx = reader.field("ptx").optional((item) => item.text());
  if (ptx !== undefined) text.ptx = ptx;
  for (const name of ["registers", "sharedBytes", "spillBytes"] as const) {
    const number = reader.field(name).optional((item) => item.number());
    if (number !== undefined) text[name] = number;
  }
  return text;
}

function result(reader: Reader): RunAnswer {
  return {
    protocol: reader.field("protocol").absent ? protocolVersion : reader.field("protocol").protocol(),
    ok: reader.field("ok").flag(),
    device: reader.field("device").text(),
    deviceNote: reader.field("deviceNote").textOr(""),
    output: reader.field("output").textOr(""),
    files: reader.field("files").texts(),
    diagnostics: reader.field("diagnostics").list(diagnostic),
    milliseconds: reader.field("milliseconds").numberOr(0),
    peakBytes: reader.field("peakBytes").numberOr(0),
    checks: reader.field("checks").list(check),
    launches: reader.field("launches").list(launch),
    kernels: reader.field("kernels").list(kernel),
    ...(reader.field("bench").absent ? {} : { bench: bench(reader.field("bench")) }),
  };
}

function problem(reader: Reader): Problem {
  return {
    title: reader.field("title").textOr("the runner refused"),
    status: reader.field("status").numberOr(0),
    detail: reader.field("detail").textOr(""),
    code: reader.field("code").textOr("internal"),
    diagnostics: reader.field("diagnostics").list(diagnostic),
  };
}

const states: readonly JobState[] = ["queued", "running", "succeeded", "failed", "cancelled", "timed-out"];

function job(reader: Reader): Job {
  const value: Job = {
    id: reader.field("id").text(),
    artifact: reader.field("artifact").text(),
    device: reader.field("device").text(),
    state: reader.field("state").oneOf(states),
    position: reader.field("position").numberOr(0),
    priority: reader.field("priority").numberOr(usualPriority),
    createdAt: reader.field("createdAt").textOr(""),
  };
  for (const name of ["startedAt", "finishedAt", "owner", "traceparent"] as const) {
    const text = reader.field(name).optional((item) => item.text());
    if (text) value[name] = text;
  }
  const itsResult = reader.field("result").optional(result);
  if (itsResult) value.result = itsResult;
  const itsProblem = reader.field("problem").optional(problem);
  if (itsProblem) value.problem = itsProblem;
  const lost = reader.field("lostAttempts").list((item) => ({
    attempt: item.field("attempt").numberOr(0),
    reason: item.field("reason").textOr(""),
  }));
  if (lost.length > 0) value.lostAttempts = lost;
  return value;
}

function device(reader: Reader): Device {
  const value: Device = {
    id: reader.field("id").text(),
    kind: reader.field("kind").text(),
    name: reader.field("name").textOr(reader.field("id").text()),
    note: reader.field("note").textOr(""),
  };
  const target = reader.field("target").optional((item) => item.text());
  if (target !== undefined) value.target = target;
  const memory = reader.field("memoryBytes").optional((item) => item.number());
  if (memory !== undefined) value.memoryBytes = memory;
  const driver = reader.field("driver").optional((item) => item.text());
  if (driver !== undefined) value.driver = driver;
  const timeline = reader.field("timeline").optional((item) => item.text());
  if (timeline) value.timeline = timeline;
  return value;
}

function sandbox(reader: Reader): Sandbox {
  const walls = reader.field("walls").list((wall) => ({
    name: wall.field("name").text(),
    holds: wall.field("holds").flag(),
    why: wall.field("why").textOr(""),
  }));
  const value: Sandbox = {
    mode: reader.field("mode").textOr("off"),
    holds: reader.field("holds").flag(),
    missing: walls.filter((wall) => !wall.holds).map(({ name, why }) => ({ name, why })),
  };
  const gpus = reader.field("gpus").optional((item) => item.text());
  if (gpus) value.gpus = gpus;
  return value;
}

function fleetDevice(reader: Reader): FleetDevice {
  const value: FleetDevice = { ...device(reader), words: reader.field("words").list((word) => word.text()) };
  const held = reader.field("job").optional((item) => ({ id: item.field("id").textOr(""), startedAt: item.field("startedAt").text() }));
  if (held) value.job = held;
  return value;
}

function worker(reader: Reader): Worker {
  const value: Worker = {
    name: reader.field("name").textOr(""),
    state: reader.field("state").oneOf(["ready", "draining", "drained", "silent"] as const),
    version: reader.field("version").textOr(""),
    devices: reader.field("devices").list(fleetDevice),
  };
  const walls = reader.field("sandbox").optional(sandbox);
  if (walls) value.sandbox = walls;
  const seen = reader.field("seenAt").optional((item) => item.text());
  if (seen) value.seenAt = seen;
  return value;
}

function jobSummary(reader: Reader): JobSummary {
  const value: JobSummary = {
    id: reader.field("id").text(),
    device: reader.field("device").text(),
    state: reader.field("state").oneOf(states),
    createdAt: reader.field("createdAt").text(),
    attempt: reader.field("attempt").numberOr(0),
    reason: reader.field("reason").textOr(""),
  };
  for (const name of ["startedAt", "finishedAt"] as const) {
    const time = reader.field(name).optional((item) => item.text());
    if (time !== undefined) value[name] = time;
  }
  return value;
}

function fleet(reader: Reader): Fleet {
  reader.field("protocol").protocol();
  return {
    at: reader.field("at").text(),
    kind: reader.field("kind").oneOf(["fleet", "machine"] as const),
    workers: reader.field("workers").list(worker),
    queue: reader.field("queue").list((item) => ({
      device: item.field("device").text(),
      jobs: item.field("jobs").number(),
      oldestAt: item.field("oldestAt").text(),
    })),
    jobs: reader.field("jobs").list(jobSummary),
  };
}

function read<T>(value: unknown, name: string, parse: (reader: Reader) => T): Result<T> {
  try {
    return ok(parse(new Reader(value, name)));
  } catch (thrown) {
    if (thrown instanceof Unreadable) return fail(thrown.message);
    throw thrown;
  }
}

export const readJob = (value: unknown): Result<Job> => read(value, "job", job);
export const readResult = (value: unknown): Result<RunAnswer> => read(value, "result", result);
export const readProblem = (value: unknown): Result<Problem> => read(value, "problem", problem);
export const readDevices = (value: unknown): Result<Device[]> => read(value, "answer", (reader) => reader.field("devices").list(device));
export const readFleet = (value: unknown): Result<Fleet> => read(value, "answer", fleet);
export const readRunnerVersion = (value: unknown): Result<string> =>
  read(value, "answer", (reader) => {
    reader.field("protocol").protocol();
    return reader.field("version").text();
  });

/** An event of a job's stream; null for a kind that this page does not know, which is no error. */
export function readJobEvent(kind: string, value: unknown): Result<JobEvent | null> {
  if (kind === "state") return read(value, "event", (reader) => ({ kind: "state", job: job(reader) }));
  if (kind === "output") return read(value, "event", (reader) => ({ kind: "output", text: reader.field("text").text() }));
  if (kind === "result") return read(value, "event", (reader) => ({ kind: "result", result: result(reader) }));
  if (kind !== "progress") return ok(null);
  return read(value, "event", (reader) => ({
    kind: "progress",
    kernel: reader.field("kernel").textOr(""),
    done: reader.field("done").numberOr(0),
    total: reader.field("total").numberOr(0),
    message: reader.field("message").textOr(""),
  }));
}
