// SPDX-License-Identifier: Apache-2.0
// The jobs that this browser has sent, newest first: enough to find one again, to ask its runner for it, and to open its program. No token
// and no result is kept.

import { isFinal, type Job, type JobState } from "./protocol";

export interface HistoryEntry {
  id: string;
  /** The runner's. */
  address: string;
  device: string;
  /** The file that ran. */
  file: string;
  artifact: string;
  /** Milliseconds since 1970. */
  time: number;
  state: JobState;
  /** In a few words: checks, the first error. */
  result: string;
  /** A share link's fragment of the program; absent where that would be long. */
  program?: string;
}

export const mostEntries = 40;
/** Of all programs together there is little room (localStorage has 5 MB for the whole page). */
export const longestProgram = 20_000;

const states: JobState[] = ["queued", "running", "succeeded", "failed", "cancelled", "timed-out"];

export function readHistory(kept: string | null): HistoryEntry[] {
  try {
    const list = JSON.parse(kept ?? "[]") as unknown;
    return (Array.isArray(list) ? (list as Record<string, unknown>[]) : []).flatMap((item) => {
      const text = (name: string) => (typeof item?.[name] === "string" ? (item[name] as string) : "");
      const time = item?.["time"];
      const state = states.find((name) => name === item?.["state"]);
      if (!text("id") || !text("address") || typeof time !== "number" || !state) return [];
      const entry: HistoryEntry = {
        id: text("id"),
        address: text("address"),
        device: text("device"),
        file: text("file"),
        artifact: text("artifact"),
        time,
        state,
        result: text("result"),
      };
      return [text("program") ? { ...entry, program: text("program") } : entry];
    });
  } catch {
    return [];
  }
}

/** With `entry` at the top, in the place of what was known of the same job. */
export function remember(entries: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const others = entries.filter(({ id, address }) => id !== entry.id || address !== entry.address);
  return [entry, ...others].sort((a, b) => b.time - a.time).slice(0, mostEntries);
}

/** What a job came to, in words. */
export function outcomeOf(job: Job): string {
  if (job.problem) return job.problem.detail || job.problem.title;
  const { result } = job;
  if (!result) return isFinal(job.state) ? "" : "under way";
  const error = result.diagnostics.find(({ severity }) => severity === "error");
  if (error) return error.message;
  const failed = result.checks.filter(({ passed }) => !passed).length;
  if (failed > 0) return `${failed} of ${result.checks.length} checks failed`;
  return result.checks.length > 0 ? `${result.checks.length} checks passed` : "ran to the end";
}
