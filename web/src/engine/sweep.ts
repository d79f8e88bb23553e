// SPDX-License-Identifier: Apache-2.0
// One knob with many values: each is compiled in the background, one after the other, and what the cost model says of it is kept. Values
// that don't compile keep their first error. A sweep can be given up; what it has found by then stays.

import { signal } from "@preact/signals";
import type { ExplainAnswer } from "../base/protocol";
import { type BackgroundCompiler, firstError } from "./background";
import type { Input } from "./lane";

export interface SweepPoint {
  /** As it stands in the program. */
  value: string;
  /** Null while it waits, and where there is an error. */
  explanation: ExplainAnswer | null;
  error: string;
}

export interface SweepState {
  /** What is swept, and everything else about the program: whoever compares it knows whether this is still about the text at hand. */
  knob: string;
  frame: string;
  name: string;
  points: SweepPoint[];
  /** How many are answered. */
  done: number;
  phase: "running" | "done" | "cancelled";
}

export interface SweepQuestion {
  knob: string;
  frame: string;
  name: string;
  values: readonly string[];
  /** The program with that value. */
  inputOf: (value: string) => Input;
}

export class Sweep {
  readonly state = signal<SweepState | null>(null);
  private control: AbortController | null = null;

  constructor(private readonly background: BackgroundCompiler) {}

  /** Another sweep takes the place of the one under way. */
  async start({ knob, frame, name, values, inputOf }: SweepQuestion): Promise<void> {
    this.control?.abort();
    const control = new AbortController();
    this.control = control;
    const points = values.map((value): SweepPoint => ({ value, explanation: null, error: "" }));
    this.state.value = { knob, frame, name, points, done: 0, phase: "running" };
    for (const [at, value] of values.entries()) {
      const answer = await this.background.examine(inputOf(value), ["explain"], control.signal);
      if (this.control !== control) return;
      if (control.signal.aborted || (!answer.ok && answer.error.kind === "cancelled")) break;
      const error = !answer.ok ? answer.error.message : answer.value.compiled.ok ? "" : firstError(answer.value.compiled.diagnostics);
      this.tell(at, { value, error, explanation: (answer.ok && answer.value.explain) || null });
    }
    this.change({ phase: control.signal.aborted ? "cancelled" : "done" });
  }

  cancel(): void {
    this.control?.abort();
  }

  private tell(at: number, point: SweepPoint): void {
    const points = [...(this.state.peek()?.points ?? [])];
    points[at] = point;
    this.change({ points, done: at + 1 });
  }

  private change(change: Partial<SweepState>): void {
    const state = this.state.peek();
    if (state) this.state.value = { ...state, ...change };
  }
}
