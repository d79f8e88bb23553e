// SPDX-License-Identifier: Apache-2.0
// A view of the program that is asked for while somebody looks at it, and only then: what nobody sees costs no compile
// anything. "Looking" is subscribing to the signal, as a component does that reads it while it is on screen.

import { signal, type Signal } from "@preact/signals";
import type { Result } from "../base/result";
import type { Input, LaneError } from "./lane";

export interface View<T> {
  value: T | null;
  /** The value belongs to an older text. */
  stale: boolean;
  loading: boolean;
  error: string | null;
}

export const noView = { value: null, stale: false, loading: false, error: null };

export class FollowedView<T> {
  readonly view: Signal<View<T>>;
  private watched = false;
  /** The program that is to be shown; null while none compiles. */
  private wanted: Input | null = null;
  /** What was asked for last. */
  private asked: Input | null = null;

  constructor(
    private readonly ask: (input: Input) => Promise<Result<T, LaneError>>,
    private readonly onCrash: (input: Input, error: LaneError & { kind: "crash" }) => void,
  ) {
    this.view = signal<View<T>>(noView, {
      watched: () => {
        this.watched = true;
        // Who subscribes is in the middle of reading.
        queueMicrotask(() => void this.fill());
      },
      unwatched: () => (this.watched = false),
    });
  }

  /** Somebody looks. */
  get isWatched(): boolean {
    return this.watched;
  }

  /** Another text is being compiled. */
  wait(): void {
    this.wanted = null;
    const { value } = this.view.peek();
    this.view.value = { value, stale: value !== null, loading: true, error: null };
  }

  /** It has compiled. */
  show(input: Input): Promise<void> {
    this.wanted = input;
    if (!this.watched) this.view.value = { ...this.view.peek(), loading: false };
    return this.fill();
  }

  /** It has not: with errors of its own, or, with `error`, because the compiler gave no answer. */
  giveUp(error: string | null): void {
    this.view.value = error === null ? { ...this.view.peek(), loading: false } : { ...noView, error };
  }

  private async fill(): Promise<void> {
    const input = this.wanted;
    if (!this.watched || !input || this.asked === input) return;
    this.asked = input;
    const before = this.view.peek();
    if (!before.loading) this.view.value = { ...before, loading: true };
    const answer = await this.ask(input);
    if (input !== this.wanted) return;
    if (answer.ok) {
      this.view.value = { value: answer.value, stale: false, loading: false, error: null };
    } else if (answer.error.kind !== "superseded") {
      this.view.value = { ...noView, error: answer.error.message };
      if (answer.error.kind === "crash") this.onCrash(input, answer.error);
    }
  }
}
