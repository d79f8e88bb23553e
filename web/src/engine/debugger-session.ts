// SPDX-License-Identifier: Apache-2.0
// One launch in the debugger, as signals: where it stands, what is seen there, breakpoints. It has a worker of its own,
// so that a run of the form does not end it. A worker that was stopped is replaced, and goes where the old one stood.

import { signal } from "@preact/signals";
import type { LoadAnswer, PrepareAnswer } from "../base/emulator";
import {
  requestOfBreakpoint,
  sameBreakpoint,
  sameWarp,
  waitsAt,
  type Breakpoint,
  type ConditionProblem,
  type DebugTarget,
  type DebugView,
  type SharedWords,
  type SourceLine,
  type WarpName,
} from "../base/debugger";
import { describeEventPlace, type EventPlace } from "../base/timeline-places";
import type { EmulatorError, EmulatorHost } from "./emulator-host";
import type { NamedBytes } from "./emulator-messages";

export type DebuggerState =
  | { phase: "idle" }
  | { phase: "loading"; received: number; total: number }
  /** `instructions` of the replay under way, 0 before it has told any. */
  | { phase: "working"; instructions: number; startedAt: number }
  | { phase: "failed"; message: string };

type Answer = DebugView & { problem?: ConditionProblem };

/** Commands that wait behind the one under way: a key that is held down does not pile up more. */
const mostWaiting = 4;
/** Each is a replay. */
const mostTries = 2000;

export class DebuggerSession {
  readonly target = signal<DebugTarget | null>(null);
  readonly view = signal<DebugView | null>(null);
  /** What was shown before, for what has changed. */
  readonly before = signal<DebugView | null>(null);
  readonly state = signal<DebuggerState>({ phase: "idle" });
  readonly breakpoints = signal<Breakpoint[]>([]);
  readonly problem = signal<ConditionProblem | null>(null);
  /** Why it stands where it does, while it has not moved on. */
  readonly said = signal("");

  private files: NamedBytes[] = [];
  private isReady = false;
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();
  /** Answers of an older target are dropped. */
  private age = 0;

  constructor(private readonly host: EmulatorHost) {}

  /** Begins at the launch's first instruction, or where `command` leads from there. */
  async start(target: DebugTarget, files: NamedBytes[], command?: string, fields: object = {}): Promise<void> {
    if (target.text !== this.target.peek()?.text) this.breakpoints.value = [];
    this.age++;
    this.files = files;
    this.isReady = false;
    this.target.value = target;
    this.view.value = null;
    this.before.value = null;
    this.problem.value = null;
    this.said.value = "";
    await this.go(command ?? "goTo", command ? fields : { step: 0 });
  }

  /** Begins where an event of a timeline is: at its PTX line, when its warp comes there for that time. */
  async startAtEvent(target: DebugTarget, files: NamedBytes[], place: EventPlace): Promise<void> {
    await this.start(target, files);
    const { cta, warp } = place;
    const age = this.age;
    if (!this.isReady) return;
    this.state.value = { phase: "working", instructions: 0, startedAt: performance.now() };
    if (warp !== null) await this.host.call<Answer>("debug", { command: "follow", cta, warp });
    const text = target.text.split("\n")[place.line - 1] ?? "";
    let reached = 0;
    for (let tries = 0; reached < place.time && tries < mostTries; tries++) {
      const answer = await this.host.call<Answer>("debug", { command: "line", line: place.line, followed: warp !== null });
      if (age !== this.age) return;
      if (!answer.ok) return this.fail(answer.error);
      const view = answer.value.value;
      this.view.value = view;
      if (view.stop.reason !== "reached") break;
      // Others of the CTA's warps come by whose guard lets nobody act.
      if (view.stop.warp.cta !== cta || view.stop.mask === 0) continue;
      if (!place.mbarrier) reached++;
      else if (waitsAt(view, text, place.mbarrier)) reached = place.time;
    }
    this.state.value = { phase: "idle" };
    this.said.value = describeEventPlace(place, reached);
  }

  leave(): void {
    this.age++;
    this.host.stop();
    this.isReady = false;
    this.target.value = null;
    this.view.value = null;
    this.state.value = { phase: "idle" };
  }

  /** Ends the replay under way. */
  stop(): void {
    this.host.stop();
  }

  noteLoading(received: number, total: number): void {
    if (this.target.peek() && !this.isReady) this.state.value = { phase: "loading", received, total };
  }

  noteProgress(instructions: number): void {
    const state = this.state.peek();
    if (state.phase === "working") this.state.value = { ...state, instructions };
  }

  go(command: string, fields: object = {}): Promise<void> {
    if (this.waiting >= mostWaiting) return this.last.then(() => undefined);
    const age = this.age;
    this.waiting++;
    const mine = this.last.then(() => this.goNow(command, fields, age)).finally(() => this.waiting--);
    this.last = mine;
    return mine;
  }

  run(): Promise<void> {
    return this.go("run", this.stops());
  }

  runBack(): Promise<void> {
    return this.go("runBack", this.stops());
  }

  private stops(): { breakpoints: object[] } {
    return { breakpoints: this.breakpoints.peek().map(requestOfBreakpoint) };
  }

  /** The next or the last warp of those that are seen. */
  followNext(by: 1 | -1): Promise<void> {
    const view = this.view.peek();
    if (!view || view.warps.length === 0) return Promise.resolve();
    const at = view.warps.findIndex((warp) => sameWarp(warp, view.followed));
    const next = view.warps[(at + by + view.warps.length) % view.warps.length] as WarpName;
    return this.go("follow", { cta: next.cta, warp: next.warp });
  }

  toggleBreakpoint(line: number): void {
    this.toggle({ line, condition: "" });
  }

  /** At the instructions with which a line of the source begins. */
  toggleSource(source: SourceLine): void {
    this.toggle({ line: 0, source, condition: "" });
  }

  toggle(breakpoint: Breakpoint): void {
    const all = this.breakpoints.peek();
    this.problem.value = null;
    this.breakpoints.value = all.some((one) => sameBreakpoint(one, breakpoint))
      ? all.filter((one) => !sameBreakpoint(one, breakpoint))
      : [...all, breakpoint].sort((a, b) => (a.source?.line ?? 0) - (b.source?.line ?? 0) || a.line - b.line);
  }

  async setCondition(breakpoint: Breakpoint, condition: string): Promise<void> {
    this.breakpoints.value = this.breakpoints.peek().map((one) => (sameBreakpoint(one, breakpoint) ? { ...one, condition } : one));
    if (!this.isReady) return;
    const age = this.age;
    const answer = await this.host.call<{ problem?: ConditionProblem }>("debug", { command: "check", ...this.stops() });
    if (age === this.age && answer.ok) this.problem.value = answer.value.value.problem ?? null;
  }

  /** Words of shared memory, as the launch stands. */
  async readShared(cta: number, first: number, count: number): Promise<SharedWords | null> {
    if (!this.isReady) return null;
    const answer = await this.host.call<SharedWords>("debug", { command: "shared", cta, first, count });
    return answer.ok ? answer.value.value : null;
  }

  private async goNow(command: string, fields: object, age: number): Promise<void> {
    if (age !== this.age) return;
    this.state.value = { phase: "working", instructions: 0, startedAt: performance.now() };
    if (!this.isReady && !(await this.prepare(age))) return;
    const answer = await this.host.call<Answer>("debug", { command, ...fields });
    if (age !== this.age) return;
    if (!answer.ok) return this.fail(answer.error);
    this.state.value = { phase: "idle" };
    const view = answer.value.value;
    this.problem.value = view.problem ?? null;
    if (!view.problem) this.show(view);
    if (this.view.peek()?.stop.step !== this.before.peek()?.stop.step) this.said.value = "";
  }

  private show(view: DebugView): void {
    this.before.value = this.view.peek();
    this.view.value = view;
  }

  /** Loads the text and stands where the worker before this one stood. */
  private async prepare(age: number): Promise<boolean> {
    const target = this.target.peek();
    if (!target) return false;
    const { fileName: file, text, launch, seed, checkRaces, allowUninitialized } = target;
    const loaded = await this.host.call<LoadAnswer>("load", { file, text });
    if (age !== this.age) return false;
    if (!loaded.ok) return (this.fail(loaded.error), false);
    if (!loaded.value.value.ok) return this.refuse("the PTX is refused: the Emulator says why");
    const prepared = await this.host.call<PrepareAnswer>("prepare", launch, this.files);
    if (age !== this.age) return false;
    if (!prepared.ok) return (this.fail(prepared.error), false);
    const { problem, diagnostics } = prepared.value.value;
    const why = problem?.message ?? diagnostics[0]?.message;
    if (why !== undefined) return this.refuse(why);
    const started = await this.host.call<Answer>("debug", { command: "start", seed, checkRaces, allowUninitialized });
    if (age !== this.age) return false;
    if (!started.ok) return (this.fail(started.error), false);
    this.isReady = true;
    const view = this.view.peek();
    if (!view) return true;
    await this.host.call<Answer>("debug", { command: "goTo", step: view.stop.step });
    const followed = await this.host.call<Answer>("debug", { command: "follow", ...view.followed });
    return age === this.age && (followed.ok || (this.fail(followed.error), false));
  }

  private refuse(message: string): false {
    this.state.value = { phase: "failed", message };
    return false;
  }

  private fail({ kind, message }: EmulatorError): void {
    this.isReady = false;
    const words =
      kind === "stopped"
        ? "stopped: it stands where it was"
        : kind === "lost"
          ? `the emulator broke, which is a bug of Tessera's: ${message}`
          : message;
    this.state.value = { phase: "failed", message: words };
  }
}
