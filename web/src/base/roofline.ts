// SPDX-License-Identifier: Apache-2.0
// The roofline of a card with a program's kernels under it, all by the cost model: a kernel's place is how many operations it has for each
// byte of global memory, and how many of them it does in a microsecond if its prediction is right. No number here is a GPU's.
//
// A worked example. 137 G operations, 96 MiB and 150.5 µs: 1365 operations a byte, 913 T operations a second. On a card with 989 T and
// 3.0 TB/s the slope meets the roof at 330 operations a byte, so this kernel lies under the flat part, at 92 % of it.

import { everyCard, type Card } from "./gpu-cards";
import { formatAmount } from "./format";
import type { ExplainedKernel, SchedulePlan } from "./protocol";

/** What an instruction can do at most with elements of a type. */
export interface Roof {
  /** `wgmma of bf16`. */
  label: string;
  /** Operations a microsecond of the whole card. */
  rate: number;
}

export interface KernelPoint {
  kernel: string;
  /** Operations a byte of global memory. */
  intensity: number;
  /** Operations a microsecond, predicted. */
  rate: number;
  /** The highest of the roofs of what it multiplies with; null where its products are not told. */
  roof: Roof | null;
}

/** Where a kernel stands, or in words why it stands nowhere. */
export function pointOf(kernel: ExplainedKernel, card: Card): KernelPoint | string {
  const { prediction, plan } = kernel;
  if (!prediction) return kernel.form === "none" ? "it has no schedule" : "the program does not launch it";
  if (!(prediction.operations > 0)) return "the model counts the operations of products, and it has none: its bytes are what counts";
  if (!(prediction.memoryBytes > 0)) return "the model sees no bytes of global memory";
  const roofs = plan ? roofsOf(plan, card) : [];
  return {
    kernel: kernel.name,
    intensity: prediction.operations / prediction.memoryBytes,
    rate: prediction.operations / prediction.microseconds,
    roof: roofs[0] ?? null,
  };
}

/** Of a kernel's products, the highest first. */
export function roofsOf(plan: SchedulePlan, card: Card): Roof[] {
  const roofs = new Map<string, number>();
  for (const { instruction, type } of plan.products) {
    // `64x128x64xbf16, sums f32`
    const element = /x([a-z]\w*)(?:,|$)/.exec(type)?.[1];
    const bits = Number(/\d+/.exec(element ?? "")?.[0]);
    const perCycle = operationsPerCycle(instruction, bits, card);
    if (element !== undefined && perCycle !== null) roofs.set(`${instruction} of ${element}`, perCycle * card.processors * card.megahertz);
  }
  return [...roofs].map(([label, rate]) => ({ label, rate })).sort((a, b) => b.rate - a.rate);
}

function operationsPerCycle(instruction: string, bits: number, card: Card): number | null {
  if (instruction === "multiply-adds") return everyCard.fmaOperations;
  const speed = 16 / Math.max(8, bits);
  if (!Number.isFinite(speed)) return null;
  if (instruction === "wgmma") return card.wgmmaOperations * speed;
  return instruction === "mma.sync" ? card.mmaOperations * speed : null;
}

/** All roofs of a program, the highest first, and the card's for elements of 16 bits where it has no products. */
export function allRoofs(kernels: readonly ExplainedKernel[], card: Card): Roof[] {
  const roofs = new Map(kernels.flatMap(({ plan }) => (plan ? roofsOf(plan, card).map((roof) => [roof.label, roof] as const) : [])));
  if (roofs.size === 0) {
    const perCycle = Math.max(card.wgmmaOperations, card.mmaOperations);
    return [{ label: "products of 16 bits", rate: perCycle * card.processors * card.megahertz }];
  }
  return [...roofs.values()].sort((a, b) => b.rate - a.rate);
}

/** In words, as a reader of the chart would say it. */
export function describePoint(point: KernelPoint, card: Card): string {
  const ceiling = ceilingOf(point, card);
  const share = ceiling ? `, ${percentOf(point.rate / ceiling.rate)} of ${ceiling.what}` : "";
  return `${formatNumber(point.intensity)} operations a byte, ${formatAmount(point.rate * 1e6)} operations a second predicted${share}`;
}

/** What is above a point: the slope of memory or its roof, whichever is lower. */
export function ceilingOf(point: KernelPoint, card: Card): { what: string; rate: number } | null {
  if (!point.roof) return null;
  const slope = point.intensity * card.memoryBytes;
  return slope < point.roof.rate ? { what: "what memory allows", rate: slope } : { what: point.roof.label, rate: point.roof.rate };
}

export function percentOf(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function formatNumber(value: number): string {
  return value >= 1000 ? formatAmount(value).replace(" k", "k") : String(Number(value.toPrecision(3)));
}

/** How many blocks a multiprocessor holds, and which of its parts allows no more. */
export interface Occupancy {
  /** Share of the multiprocessor's threads. */
  share: number;
  /** `registers`, `shared memory`, `threads`, `blocks`; empty where the numbers that are told don't explain the model's. */
  limits: string[];
}

/** By the same division as the model's (CostModel.cpp, countResidents); null where there is no prediction. */
export function occupancyOf({ plan, prediction }: ExplainedKernel, card: Card): Occupancy | null {
  if (!plan || !prediction || plan.threads <= 0) return null;
  const { threads, blocks, registers, sharedBytesPerBlock } = everyCard;
  const held = prediction.blocksPerProcessor;
  const byPart: [string, number][] = [
    ["registers", registers / (Math.ceil(Math.max(1, prediction.registers) / 8) * 8 * plan.threads)],
    ["shared memory", (card.sharedBytes + sharedBytesPerBlock) / (plan.sharedBytes + sharedBytesPerBlock)],
    ["threads", threads / plan.threads],
    ["blocks", blocks],
  ];
  const limits = byPart.filter(([, most]) => Math.max(1, Math.floor(most)) === held).map(([name]) => name);
  const isExplained = byPart.every(([, most]) => Math.max(1, Math.floor(most)) >= held);
  return { share: (held * plan.threads) / threads, limits: isExplained ? limits : [] };
}

/** A chart's plane: both axes are logarithms to ten. */
export interface Plane {
  x(intensity: number): number;
  y(rate: number): number;
  xTicks: number[];
  yTicks: number[];
  box: { left: number; top: number; right: number; bottom: number };
}

export function planeOf(points: readonly KernelPoint[], roofs: readonly Roof[], card: Card, width: number, height: number): Plane {
  const box = { left: 52, top: 10, right: width - 16, bottom: height - 34 };
  const highest = Math.max(...roofs.map(({ rate }) => rate));
  const ridge = highest / card.memoryBytes;
  const intensities = [...points.map(({ intensity }) => intensity), ridge];
  const rates = [...points.map(({ rate }) => rate), ...roofs.map(({ rate }) => rate)];
  const [left, right] = [Math.floor(Math.log10(Math.min(...intensities) / 3)), Math.ceil(Math.log10(Math.max(...intensities) * 3))];
  const [low, high] = [Math.floor(Math.log10(Math.min(...rates) / 2)), Math.log10(highest * 2)];
  const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => 10 ** (from + index));
  return {
    x: (intensity) => box.left + ((Math.log10(intensity) - left) / (right - left)) * (box.right - box.left),
    y: (rate) => box.bottom - ((Math.log10(rate) - low) / (high - low)) * (box.bottom - box.top),
    xTicks: range(left, right),
    yTicks: range(low, Math.floor(high)),
    box,
  };
}

/** The line of one roof: up the slope of memory as far as it is below, then flat. */
export function roofPath(roof: Roof, card: Card, plane: Plane): string {
  const { box } = plane;
  const ridge = roof.rate / card.memoryBytes;
  const bend = Math.min(box.right, Math.max(box.left, plane.x(ridge)));
  const leftmost = plane.xTicks[0] ?? 1;
  // The slope may leave the plane below.
  const lowest = plane.yTicks[0] ?? 1;
  const start = Math.max(leftmost, lowest / card.memoryBytes);
  const slope = start < ridge ? `M${plane.x(start).toFixed(1)} ${plane.y(start * card.memoryBytes).toFixed(1)}L` : "M";
  return `${slope}${bend.toFixed(1)} ${plane.y(roof.rate).toFixed(1)}L${box.right} ${plane.y(roof.rate).toFixed(1)}`;
}
