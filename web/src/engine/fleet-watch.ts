// SPDX-License-Identifier: Apache-2.0
// Asks a runner again and again what it does: every few seconds while something changes, less and less often while nothing does or
// nobody answers, and not at all while nobody looks.

import { signal } from "@preact/signals";
import type { Fleet } from "../base/protocol";
import type { Result } from "../base/result";
import type { RunnerError } from "./runner";

const second = 1000;
export const busyPause = 2 * second;
export const longestPause = 15 * second;
export const longestFailure = 60 * second;

/** What tells time and whether the page is seen; tests give others. */
export interface Surroundings {
  wait(then: () => void, milliseconds: number): () => void;
  isHidden(): boolean;
  onShown(then: () => void): () => void;
}

const browser: Surroundings = {
  wait: (then, milliseconds) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
  isHidden: () => document.hidden,
  onShown: (then) => {
    const listen = () => !document.hidden && then();
    document.addEventListener("visibilitychange", listen);
    return () => document.removeEventListener("visibilitychange", listen);
  },
};

export class FleetWatch {
  readonly fleet = signal<Fleet | null>(null);
  /** Of the last question; what was known before stays in `fleet`. */
  readonly error = signal<RunnerError | null>(null);
  readonly asking = signal(false);

  private pause = busyPause;
  private cancelWait: (() => void) | null = null;
  private readonly forgetShown: () => void;
  private stopped = false;

  constructor(
    private readonly ask: () => Promise<Result<Fleet, RunnerError>>,
    private readonly around: Surroundings = browser,
  ) {
    this.forgetShown = around.onShown(() => void this.look());
  }

  /** Asks now, and then again by itself. */
  async look(): Promise<void> {
    if (this.stopped || this.asking.value) return;
    this.cancelWait?.();
    this.cancelWait = null;
    this.asking.value = true;
    const answer = await this.ask();
    this.asking.value = false;
    if (this.stopped) return;
    this.pause = pauseAfter(this.fleet.value, answer, this.pause);
    this.error.value = answer.ok ? null : answer.error;
    if (answer.ok) this.fleet.value = answer.value;
    // Without a token the next answer is the same; while hidden, being shown asks again.
    const isFutile = !answer.ok && (answer.error.code === "unauthorized" || answer.error.code === "not-found");
    if (!isFutile && !this.around.isHidden()) this.cancelWait = this.around.wait(() => void this.tick(), this.pause);
  }

  stop(): void {
    this.stopped = true;
    this.cancelWait?.();
    this.forgetShown();
  }

  private tick(): void {
    this.cancelWait = null;
    if (!this.around.isHidden()) void this.look();
  }
}

/** How long to wait after `answer`, where it was `before` after the one that gave `known`. */
export function pauseAfter(known: Fleet | null, answer: Result<Fleet, RunnerError>, before: number): number {
  if (!answer.ok) return Math.min(before * 2, longestFailure);
  const isBusy = answer.value.queue.length > 0 || answer.value.workers.some(({ devices }) => devices.some(({ job }) => job));
  if (isBusy || !known || isNews(known, answer.value)) return busyPause;
  return Math.min(before * 1.5, longestPause);
}

/** Whether anything but the clocks differs. */
function isNews(one: Fleet, other: Fleet): boolean {
  const said = (fleet: Fleet) => JSON.stringify([fleet.workers.map((worker) => ({ ...worker, seenAt: "" })), fleet.queue, fleet.jobs]);
  return said(one) !== said(other);
}
