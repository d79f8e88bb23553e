// SPDX-License-Identifier: Apache-2.0
// What a runner measured of kernels, as numbers that can be compared and drawn. Times are a GPU's by events, counts the emulator's,
// and what neither gives is the cost model's prediction: a value never goes without the word for which it is.

export type BenchMeans = "gpu" | "emulator" | "model";

export interface BenchKernel {
  name: string;
  launches: number;
  /** Milliseconds, one a run, all launches together; of a GPU only. */
  samples: number[];
  /** The emulator's. */
  warpInstructions: number | null;
  /** The model's, for all launches. */
  predictedMicroseconds: number | null;
}

export interface BenchResult {
  means: BenchMeans;
  kernels: BenchKernel[];
  /** The same of the artifact that it was compared with, measured in turn. */
  before: BenchKernel[];
}

export interface Measure {
  value: number;
  unit: string;
}

export const benchUnits: Record<BenchMeans, string> = {
  gpu: "µs, median of a GPU's times by events",
  emulator: "warp instructions, counted by the emulator (no time)",
  model: "µs, predicted by the cost model (no time)",
};

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? NaN)) / 2;
}

/** In the unit of `benchUnits`; null where the kernel has no such number. */
export function valueOf(kernel: BenchKernel, means: BenchMeans): number | null {
  if (means === "gpu") return kernel.samples.length > 0 ? 1000 * median(kernel.samples) : null;
  return means === "emulator" ? kernel.warpInstructions : kernel.predictedMicroseconds;
}

/** A GPU's time over the model's prediction; null where either is missing. */
export function measuredOverPredicted(kernel: BenchKernel, means: BenchMeans): number | null {
  const measured = means === "gpu" ? valueOf(kernel, means) : null;
  const predicted = kernel.predictedMicroseconds;
  return measured !== null && predicted !== null && predicted > 0 ? measured / predicted : null;
}

/** A point of a sweep: the value of the constant, and what came of it. */
export interface SweepPoint {
  at: number;
  result: BenchResult | null;
  /** Why there is none. */
  problem: string;
}

export interface SweepCurves {
  at: number[];
  kernels: { name: string; values: (number | null)[] }[];
  means: BenchMeans | null;
}

/** One curve a kernel; values of other means than the first point's are left out, since they are of another unit. */
export function curvesOf(points: readonly SweepPoint[]): SweepCurves {
  const sorted = [...points].sort((a, b) => a.at - b.at);
  const means = sorted.find((point) => point.result)?.result?.means ?? null;
  const names = [...new Set(sorted.flatMap((point) => point.result?.kernels.map(({ name }) => name) ?? []))];
  const valueAt = ({ result }: SweepPoint, name: string) => {
    const kernel = result && result.means === means ? result.kernels.find((each) => each.name === name) : undefined;
    return kernel && means ? valueOf(kernel, means) : null;
  };
  return {
    at: sorted.map((point) => point.at),
    kernels: names.map((name) => ({ name, values: sorted.map((point) => valueAt(point, name)) })),
    means,
  };
}
