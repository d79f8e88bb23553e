// SPDX-License-Identifier: Apache-2.0
// What one timeline has better than another: how busy the tensor cores are, and which bubbles went away or came. Shares, not cycles, because
// the two kernels may cut the work into different numbers of programs.

import { blocksIn, type Timeline } from "./timeline";
import { groupBubbles, loadsOf } from "./timeline-bubbles";

export interface Summary {
  /** Mean over the rows that compute. */
  busy: number;
  length: number;
  blocks: number;
  /** Mean share of the computing rows' time, by what was waited for; the largest first. */
  bubbles: { label: string; share: number }[];
}

export function summarize(timeline: Timeline): Summary {
  const loads = loadsOf(timeline);
  const rows = Math.max(1, loads.length);
  const shares = new Map<string, number>();
  for (const group of groupBubbles(timeline, loads)) shares.set(group.label, (shares.get(group.label) ?? 0) + group.share / rows);
  return {
    busy: loads.reduce((sum, load) => sum + load.share, 0) / rows,
    length: timeline.length,
    blocks: blocksIn(timeline).length,
    bubbles: [...shares].map(([label, share]) => ({ label, share })).sort((a, b) => b.share - a.share),
  };
}

export interface Change {
  label: string;
  before: number;
  after: number;
}

/** Bubbles whose share changed by at least `least` of the launch, the greatest change first. */
export function changesOf(before: Summary, after: Summary, least = 0.02): Change[] {
  const shareOf = (summary: Summary, label: string) => summary.bubbles.find((bubble) => bubble.label === label)?.share ?? 0;
  const labels = new Set([...before.bubbles, ...after.bubbles].map((bubble) => bubble.label));
  return [...labels]
    .map((label) => ({ label, before: shareOf(before, label), after: shareOf(after, label) }))
    .filter((change) => Math.abs(change.after - change.before) >= least)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
}
