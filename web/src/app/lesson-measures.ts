// SPDX-License-Identifier: Apache-2.0
// What a step of a lesson came to, in numbers: all of them from what ran or was compiled in this tab. Two steps are compared by the
// numbers that both have.

import { formatBytes, formatCount, formatMilliseconds } from "../base/format";
import { bytesOfType, wavefrontsOfMatrix } from "../base/layouts";
import type { ExplainAnswer, KernelLayouts, KernelTilings, Launch, Operand, RunAnswer } from "../base/protocol";
import type { Timeline } from "../base/timeline";
import { summarize } from "../base/timeline-compare";
import type { Measured } from "./lessons/lesson";

export interface StepResult {
  run: RunAnswer;
  tilings: KernelTilings[];
  layouts: KernelLayouts[];
  explained: ExplainAnswer | null;
}

export interface Measure {
  label: string;
  value: number;
  text: string;
  /** Which direction is an improvement; empty where neither is one by itself. */
  better: "more" | "less" | "";
}

export function timelineOf(result: StepResult): Timeline | undefined {
  return result.run.launches.find((launch) => launch.timeline)?.timeline;
}

export function measuresOf(result: StepResult, kinds: readonly Measured[]): Measure[] {
  return kinds.flatMap((kind) => makers[kind](result));
}

const makers: Record<Measured, (result: StepResult) => Measure[]> = {
  "tensor core": ofTensorCore,
  grid: ofGrid,
  bytes: ofBytes,
  registers: ofRegisters,
  banks: ofBanks,
  prediction: ofPrediction,
};

function ofTensorCore(result: StepResult): Measure[] {
  const timeline = timelineOf(result);
  const summary = timeline && summarize(timeline);
  if (!summary) return [];
  return [
    { label: "a tensor core is busy", value: summary.busy, text: `${(100 * summary.busy).toFixed(1)} %`, better: "more" },
    { label: "the whole launch, cycles (model)", value: summary.length, text: formatCount(Math.round(summary.length)), better: "" },
  ];
}

const launchesOf = (tilings: readonly KernelTilings[]) => tilings.flatMap(({ launches }) => launches);
const arraysOf = (launch: Launch) => launch.operands.filter(({ role }) => role !== "scalar" && role !== "scratch");

function ofGrid({ tilings }: StepResult): Measure[] {
  const programs = launchesOf(tilings).reduce((sum, launch) => sum + launch.programs, 0);
  return programs > 0 ? [{ label: "programs", value: programs, text: formatCount(programs), better: "" }] : [];
}

function bytesIn(operand: Operand, program: number): number {
  const box = operand.boxes[program];
  if (!box) return 0;
  return box[0].reduce(
    (size, begin, axis) => size * Math.max(0, Math.min(operand.shape[axis] ?? 1, box[1][axis] ?? 1) - Math.max(0, begin)),
    bytesOfType(operand.dtype),
  );
}

/** Blocks of a grid may lie beyond what is listed: then they are counted as those that are. */
function ofBytes({ tilings }: StepResult): Measure[] {
  const launches = launchesOf(tilings);
  const [first] = launches;
  if (!first) return [];
  const most = Math.max(...launches.map((launch) => arraysOf(launch).reduce((sum, operand) => sum + bytesIn(operand, 0), 0)));
  let [read, written, whole] = [0, 0, 0];
  for (const launch of launches)
    for (const operand of arraysOf(launch)) {
      const listed = operand.boxes.length;
      let sum = 0;
      for (let program = 0; program < listed; program++) sum += bytesIn(operand, program);
      const all = listed > 0 ? (sum * launch.programs) / listed : 0;
      if (operand.role !== "write") {
        read += all;
        whole += operand.shape.reduce((size, extent) => size * extent, bytesOfType(operand.dtype));
      }
      if (operand.role !== "read") written += all;
    }
  return [
    { label: "bytes that a program sees", value: most, text: formatBytes(most), better: "less" },
    { label: "bytes that all programs see to read", value: read, text: formatBytes(Math.round(read)), better: "less" },
    {
      label: "… of the bytes there are to read",
      value: whole > 0 ? read / whole : 0,
      text: whole > 0 ? `${Number((read / whole).toPrecision(3))} times` : "none",
      better: "less",
    },
    { label: "bytes that all programs see to write", value: written, text: formatBytes(Math.round(written)), better: "less" },
  ];
}

function ofRegisters({ layouts, explained }: StepResult): Measure[] {
  const measures: Measure[] = [];
  const values = layouts.flatMap((kernel) => kernel.values);
  const accesses = (explained?.kernels ?? []).flatMap((kernel) => kernel.plan?.accesses ?? []).filter(({ vectorBytes }) => vectorBytes > 0);
  if (accesses.length > 0) {
    const widths = accesses.map(({ vectorBytes }) => vectorBytes);
    for (const [label, value] of [
      ["widest access of a thread", Math.max(...widths)],
      ["narrowest access of a thread", Math.min(...widths)],
    ] as const)
      measures.push({ label, value, text: formatBytes(value), better: "more" });
  }
  const layoutsSeen = new Set(values.map(({ shape, text }) => `${shape.join()} ${text}`)).size;
  if (layoutsSeen > 0)
    measures.push({ label: "different layouts of values", value: layoutsSeen, text: formatCount(layoutsSeen), better: "less" });
  return measures;
}

function ofBanks({ layouts }: StepResult): Measure[] {
  const buffers = layouts.flatMap((kernel) => kernel.buffers);
  if (buffers.length === 0) return [];
  const swizzle = Math.max(...buffers.map((buffer) => buffer.swizzle));
  const told = buffers
    .flatMap((buffer) => buffer.accesses)
    .flatMap(({ wavefronts, ideal }) => (wavefronts && ideal ? [wavefronts / ideal] : []));
  const columns = buffers.flatMap((buffer) => wavefrontsOfMatrix(buffer, bytesOfType(buffer.dtype)) ?? []);
  const measures: Measure[] = [{ label: "swizzle", value: swizzle, text: swizzle > 0 ? formatBytes(swizzle) : "none", better: "" }];
  if (told.length > 0)
    measures.push({
      label: "waves of the worst access, of the least there could be",
      value: Math.max(...told),
      text: `${Number(Math.max(...told).toPrecision(3))} times`,
      better: "less",
    });
  if (columns.length > 0)
    measures.push({
      label: "turns to read an 8 × 8 matrix (1 is the least)",
      value: Math.max(...columns),
      text: formatCount(Math.max(...columns)),
      better: "less",
    });
  return measures;
}

function ofPrediction({ explained }: StepResult): Measure[] {
  const predictions = (explained?.kernels ?? []).flatMap(({ prediction }) => prediction ?? []);
  if (predictions.length === 0) return [];
  const total = predictions.reduce((sum, { microseconds }) => sum + microseconds, 0);
  const slowest = predictions.reduce((worst, one) => (one.microseconds > worst.microseconds ? one : worst));
  return [
    {
      label: `time that the cost model predicts (${explained?.card ?? ""})`,
      value: total,
      text: formatMilliseconds(total / 1000),
      better: "less",
    },
    { label: "… limited by", value: 0, text: slowest.limit, better: "" },
    { label: "blocks", value: slowest.blocks, text: formatCount(slowest.blocks), better: "" },
    { label: "waves of blocks", value: slowest.waves, text: String(Number(slowest.waves.toPrecision(3))), better: "" },
  ];
}

/** `better`, `worse`, the same, or nothing where neither direction is an improvement. */
export function verdictOf(before: Measure, after: Measure): string {
  if (before.text === after.text) return "the same";
  if (after.better === "") return "";
  return after.value > before.value === (after.better === "more") ? "better" : "worse";
}
