// SPDX-License-Identifier: Apache-2.0
// Do two devices print the same numbers? Texts are cut into numbers and what stands between them. Equal texts are `same`. Where
// everything between the numbers agrees (white space aside: columns shift with digits) and the numbers differ, the largest
// relative difference decides: sums taken in another order on a GPU differ in the last digits of a float32, and no more.

import { formatDifference } from "./format";
import type { RunAnswer } from "./protocol";

export interface Comparison {
  verdict: "same" | "close" | "different";
  /** One sentence for people; for `different` it says where. */
  message: string;
  largest: number;
}

/** A few dozen units in the last place of float32, what reassociated sums of a thousand terms reach. */
export const closeEnough = 1e-5;

const numberPattern = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\bnan\b|[-+]?\binf\b/g;

export function compareRuns(here: RunAnswer, there: RunAnswer): Comparison {
  const verdicts = compareChecks(here, there);
  if (verdicts) return { verdict: "different", message: verdicts, largest: Infinity };
  return compareOutputs(here.output, there.output);
}

function compareChecks(here: RunAnswer, there: RunAnswer): string | null {
  if (here.checks.length !== there.checks.length) return `${here.checks.length} checks ran here and ${there.checks.length} there`;
  for (const [index, check] of here.checks.entries())
    if (check.passed !== there.checks[index]?.passed)
      return `check ${index + 1}${check.range ? ` (line ${check.range.begin.line})` : ""} ${check.passed ? "passes here and fails there" : "fails here and passes there"}`;
  return null;
}

export function compareOutputs(here: string, there: string): Comparison {
  if (here === there) return { verdict: "same", message: "same numbers, digit for digit", largest: 0 };
  const between = (text: string) => text.replace(numberPattern, "#").replace(/\s+/g, "");
  if (between(here) !== between(there)) {
    const line = firstDifferentLine(here, there);
    return { verdict: "different", message: `the output differs from line ${line} on`, largest: Infinity };
  }
  const ours = here.match(numberPattern) ?? [];
  const theirs = there.match(numberPattern) ?? [];
  let largest = 0;
  for (const [index, text] of ours.entries()) largest = Math.max(largest, difference(text, theirs[index] ?? ""));
  const size = formatDifference(largest);
  if (largest <= closeEnough)
    return { verdict: "close", message: `same numbers but for the last digits: largest relative difference ${size}`, largest };
  return { verdict: "different", message: `the numbers differ: largest relative difference ${size}`, largest };
}

function difference(a: string, b: string): number {
  if (a === b) return 0;
  const x = Number(a);
  const y = Number(b);
  if (!Number.isFinite(x) || !Number.isFinite(y)) return Infinity;
  const size = Math.max(Math.abs(x), Math.abs(y));
  return size === 0 ? 0 : Math.abs(x - y) / size;
}

function firstDifferentLine(a: string, b: string): number {
  const theirs = b.split("\n");
  const at = a.split("\n").findIndex((line, index) => line !== theirs[index]);
  return at < 0 ? a.split("\n").length : at + 1;
}
