// SPDX-License-Identifier: Apache-2.0
// Programs in numbers that can be set side by side: what the cost model predicts of each kernel and what its schedule takes, and the
// difference of two of them. Predictions are the model's; no number here is a GPU's.

import { formatAmount, formatBytes, formatCount, formatMilliseconds } from "./format";
import type { ExplainAnswer, ExplainedKernel } from "./protocol";

export type Unit = "time" | "bytes" | "count" | "amount" | "share" | "word";

export interface Figure {
  key: string;
  label: string;
  unit: Unit;
  /** Null where it is not told, and of words. Times are in microseconds. */
  value: number | null;
  word: string;
}

function number(key: string, label: string, unit: Unit, value: number | null | undefined): Figure {
  return { key, label, unit, value: value ?? null, word: "" };
}

export function formatFigure({ unit, value, word }: Figure): string {
  if (unit === "word") return word || "–";
  return value === null ? "–" : formatUnit(unit, value);
}

export function formatUnit(unit: Unit, value: number): string {
  if (unit === "time") return formatMilliseconds(value / 1000);
  if (unit === "bytes") return formatBytes(Math.round(value));
  if (unit === "amount") return formatAmount(value);
  if (unit === "share") return `${Math.round(1000 * value) / 10} %`;
  return formatCount(value);
}

/** In the order of a table. */
export function kernelFigures({ prediction, plan, choices = [] }: ExplainedKernel): Figure[] {
  const share = prediction && prediction.rooflineMicroseconds > 0 ? prediction.rooflineMicroseconds / prediction.microseconds : null;
  return [
    number("predicted", "predicted time", "time", prediction?.microseconds),
    { key: "limit", label: "limited by", unit: "word", value: null, word: prediction?.limit ?? "" },
    number("roofline", "share of the roofline", "share", share),
    number("blocks", "blocks", "count", prediction?.blocks),
    number("residents", "blocks a multiprocessor", "count", prediction?.blocksPerProcessor),
    number("waves", "waves", "count", prediction?.waves),
    number("registers", "registers a thread", "count", prediction?.registers ?? plan?.registers),
    number("shared", "shared memory", "bytes", plan?.sharedBytes),
    number("threads", "threads a block", "count", plan?.threads),
    number("operations", "operations of products", "amount", prediction?.operations),
    number("memory", "bytes of global memory", "bytes", prediction?.memoryBytes),
    ...choices.map(({ name, value }) => number(`choice ${name}`, `${name} (choice)`, "count", value)),
  ];
}

/** Of the whole program: times, operations and bytes together, of the rest the greatest; what limits is of the longest kernel. */
export function programFigures({ kernels }: ExplainAnswer): Figure[] {
  const predicted = kernels.flatMap(({ prediction }) => (prediction ? [prediction] : []));
  const plans = kernels.flatMap(({ plan }) => (plan ? [plan] : []));
  const sum = (values: number[]) => (values.length > 0 ? values.reduce((all, value) => all + value, 0) : null);
  const most = (values: number[]) => (values.length > 0 ? Math.max(...values) : null);
  const longest = predicted.toSorted((a, b) => b.microseconds - a.microseconds)[0];
  return [
    number("predicted", "predicted time", "time", sum(predicted.map(({ microseconds }) => microseconds))),
    { key: "limit", label: "limited by", unit: "word", value: null, word: longest?.limit ?? "" },
    number("shared", "shared memory", "bytes", most(plans.map(({ sharedBytes }) => sharedBytes))),
    number("registers", "registers a thread", "count", most(predicted.map(({ registers }) => registers))),
    number("waves", "waves", "count", most(predicted.map(({ waves }) => waves))),
    number("operations", "operations of products", "amount", sum(predicted.map(({ operations }) => operations))),
    number("memory", "bytes of global memory", "bytes", sum(predicted.map(({ memoryBytes }) => memoryBytes))),
  ];
}

/** What of a figure became of it: `+12 µs, +10 %`, `same`, `memory, was products`. */
export function differenceOf(a: Figure | undefined, b: Figure | undefined): string {
  const unit = a?.unit ?? b?.unit ?? "count";
  if (unit === "word") {
    const [before, after] = [a?.word || "–", b?.word || "–"];
    return before === after ? "same" : `${after}, was ${before}`;
  }
  const [before, after] = [a?.value ?? null, b?.value ?? null];
  if (before === null && after === null) return "–";
  if (before === null) return "only in B";
  if (after === null) return "only in A";
  if (before === after) return "same";
  const sign = after > before ? "+" : "−";
  const size = formatUnit(unit, Math.abs(after - before));
  const points = unit === "share" ? `${sign}${size.replace(" %", " points")}` : `${sign}${size}`;
  return before === 0 || unit === "share" ? points : `${points}, ${signedPercent(after / before - 1)}`;
}

export function signedPercent(share: number): string {
  const rounded = Math.round(share * 1000) / 10;
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : "±"}${Math.abs(rounded)} %`;
}

export interface FigureRow {
  label: string;
  a: Figure | undefined;
  b: Figure | undefined;
}

/** Two lists of figures by their keys, in A's order, then what only B has. */
export function alignFigures(a: readonly Figure[], b: readonly Figure[]): FigureRow[] {
  const ofB = new Map(b.map((figure) => [figure.key, figure]));
  const rows: FigureRow[] = a.map((figure) => ({ label: figure.label, a: figure, b: ofB.get(figure.key) }));
  const keys = new Set(a.map(({ key }) => key));
  return [...rows, ...b.filter(({ key }) => !keys.has(key)).map((figure) => ({ label: figure.label, a: undefined, b: figure }))];
}

/** Names of both lists, those of the first in front. */
export function unionOf(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}
