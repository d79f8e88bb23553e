// SPDX-License-Identifier: Apache-2.0
// PTX in the tab's emulator, as signals: the text, its kernels, the form of a launch, and what the last run showed.
// `runLaunch` is the entry for whoever has PTX and arrays of his own: nothing of the form is needed for it.

import { signal } from "@preact/signals";
import {
  checkForm,
  guessForm,
  requestOf,
  settingsOf,
  toNpy,
  type ArraySummary,
  type EmulatorEntry,
  type LaunchForm,
  type LaunchRequest,
  type LoadAnswer,
  type PrepareAnswer,
  type RunSettings,
  type SeedAnswer,
  type TimedCard,
} from "../base/emulator";
import type { OfferedLaunch } from "../base/launch-plan";
import type { Diagnostic } from "../base/protocol";
import { fail, ok, type Result } from "../base/result";
import type { EventPlace } from "../base/timeline-places";
import type { DebuggerSession } from "./debugger-session";
import type { EmulatorError, EmulatorHost } from "./emulator-host";
import type { NamedBytes } from "./emulator-messages";

/** Bytes of an array that a launch takes as its argument `index`. */
export interface LaunchArray {
  argument: number;
  /** As NumPy names it: `<f4`, `<i8`, and `|V2` or `|V1` for what NumPy has not. */
  dtype: string;
  shape: number[];
  bytes: Uint8Array;
}

export interface EmulatorResult {
  fileName: string;
  /** The text that ran, for the places of what was found. */
  text: string;
  launch: LaunchRequest;
  /** Those that the launch's `@name`s mean. */
  files: NamedBytes[];
  settings: RunSettings;
  seeds: SeedAnswer[];
  diagnostics: Diagnostic[];
  /** After the first order's run. */
  arrays: ArraySummary[];
  /** Arrays that another order leaves with other bytes, and the first seed that shows it. */
  differing: Record<string, number>;
  output: string;
  milliseconds: number;
}

export type EmulatorState =
  | { phase: "idle" }
  | { phase: "loading"; received: number; total: number }
  | { phase: "running"; seed: number; done: number; of: number; startedAt: number }
  | { phase: "failed"; message: string }
  /** The module refused an argument, by its number, or the launch. */
  | { phase: "refused"; message: string; argument: number | null };

/** Memory of an idle worker beyond which it is replaced: a module's memory never shrinks. */
const idleMemory = 512 * 2 ** 20;

export class EmulatorSession {
  readonly text = signal("");
  readonly fileName = signal("kernel.ptx");
  readonly entries = signal<EmulatorEntry[]>([]);
  /** For which a time can be predicted. */
  readonly cards = signal<TimedCard[]>([]);
  /** Why the text is refused; empty while it was not looked at. */
  readonly complaints = signal<Diagnostic[]>([]);
  readonly form = signal<LaunchForm | null>(null);
  /** Launches of a program that begin this kernel's form, and which one it was filled from; -1: it was guessed. */
  readonly launches = signal<OfferedLaunch[]>([]);
  readonly launch = signal(-1);
  readonly state = signal<EmulatorState>({ phase: "idle" });
  readonly result = signal<EmulatorResult | null>(null);
  /** .npy files that were opened, for `@name`. */
  readonly files = signal<NamedBytes[]>([]);

  private age = 0;
  /** The text that `entries` and `complaints` are of. */
  private looked = "";

  constructor(
    private readonly host: EmulatorHost,
    readonly stepper: DebuggerSession,
  ) {}

  /**
   * Another text: its kernels are looked up and the form begins anew, as the program launches the kernel where `offer` knows that: by
   * its launch number `chosen`, or the first.
   */
  async open(fileName: string, text: string, offer?: (entry: EmulatorEntry) => OfferedLaunch[], chosen = 0): Promise<void> {
    this.fileName.value = fileName;
    this.text.value = text;
    this.result.value = null;
    this.form.value = null;
    this.guessed();
    await this.look();
    const form = this.form.peek();
    const entry = this.entries.peek().find(({ name }) => name === form?.entry);
    if (!offer || !entry || this.text.peek() !== text) return;
    this.launches.value = offer(entry);
    this.chooseLaunch(chosen);
  }

  /** The form as that launch of the program fills it; what is checked and how often stays as it is set. */
  chooseLaunch(index: number): void {
    const offered = this.launches.peek()[index];
    const form = this.form.peek();
    if (!offered || !form) return;
    const { checkRaces, schedules, seed, allowUninitialized, card } = form;
    this.form.value = { ...offered.form, checkRaces, schedules, seed, allowUninitialized, card };
    this.launch.value = index;
  }

  private guessed(): void {
    this.launches.value = [];
    this.launch.value = -1;
  }

  /** What was typed; the form stays as long as the kernel is there. */
  async look(): Promise<void> {
    if (this.state.value.phase === "running") return;
    const age = ++this.age;
    const text = this.text.value;
    if (text.trim() === "") {
      this.entries.value = [];
      this.complaints.value = [];
      return;
    }
    const answer = await this.host.call<LoadAnswer>("load", { file: this.fileName.value, text });
    if (age !== this.age) return;
    if (!answer.ok) {
      this.tellError(answer.error);
      return;
    }
    this.state.value = { phase: "idle" };
    this.looked = text;
    this.takeEntries(answer.value.value);
  }

  /** While a run waits for the module it is the run that is told of. */
  noteLoading(received: number, total: number): void {
    if (this.state.value.phase !== "running") this.state.value = { phase: "loading", received, total };
  }

  private takeEntries({ entries = [], diagnostics, cards = [] }: LoadAnswer): void {
    this.complaints.value = diagnostics;
    this.entries.value = entries;
    this.cards.value = cards;
    const known = this.form.value;
    // A card of another target has no time for this text.
    const form = known && !cards.some(({ card }) => card === known.card) ? { ...known, card: "" } : known;
    if (form !== known) this.form.value = form;
    const entry = entries.find(({ name }) => name === form?.entry);
    // A kernel of other parameters wants another form.
    if (form && entry && form.rows.filter(({ kind }) => kind !== "memory").length === entry.parameters.length) return;
    const chosen = entry ?? entries[0];
    this.guessed();
    if (chosen) this.form.value = guessForm(chosen);
  }

  chooseEntry(name: string): void {
    const entry = this.entries.value.find((candidate) => candidate.name === name);
    this.guessed();
    if (entry) this.form.value = guessForm(entry);
  }

  addFile(name: string, bytes: Uint8Array): void {
    this.files.value = [...this.files.value.filter((file) => file.name !== name), { name, bytes }];
  }

  /** Runs the form, for the text as it is: who pastes and runs at once has not given `look` its time. */
  async run(): Promise<EmulatorResult | null> {
    if (this.looked !== this.text.value) await this.look();
    const form = this.form.value;
    if (!form || Object.keys(checkForm(form)).length > 0) return null;
    const launched = await this.runLaunch(this.fileName.value, this.text.value, requestOf(form), settingsOf(form), this.files.value);
    return launched.ok ? launched.value : null;
  }

  /** Steps through the form's launch under its first seed, from its beginning or from where `event` says. */
  async debug(event?: EventPlace): Promise<void> {
    if (this.looked !== this.text.value) await this.look();
    const form = this.form.value;
    if (!form || Object.keys(checkForm(form)).length > 0) return;
    const { seed, checkRaces, allowUninitialized } = settingsOf(form);
    const target = { fileName: this.fileName.value, text: this.text.value, launch: requestOf(form), seed, checkRaces, allowUninitialized };
    await (event ? this.stepper.startAtEvent(target, this.files.value, event) : this.stepper.start(target, this.files.value));
  }

  /**
   * Steps through the run that has found `diagnostic`, from where it was found; `origin`: from a race's first access.
   */
  async debugReport(result: EmulatorResult, diagnostic: Diagnostic, origin: boolean): Promise<void> {
    const { fileName, text, launch, settings } = result;
    const found = result.seeds.find(({ diagnostics }) => diagnostics.includes(diagnostic));
    const { checkRaces, allowUninitialized } = settings;
    const target = { fileName, text, launch, seed: found?.seed ?? settings.seed, checkRaces, allowUninitialized };
    await this.stepper.start(target, result.files, "report", { message: diagnostic.message, origin });
  }

  /** Runs any text with arrays of the caller's: each stands in the place of the argument that it names. */
  runWithArrays(
    fileName: string,
    text: string,
    launch: LaunchRequest,
    arrays: LaunchArray[],
    settings: RunSettings,
  ): Promise<Result<EmulatorResult, string>> {
    const specs = [...launch.arguments];
    const files = arrays.map(({ argument, dtype, shape, bytes }) => {
      const name = `argument-${argument}.npy`;
      // `bf16[64]` says what two bytes are; where nothing stands there, the file's own type does.
      specs[argument] = `${(specs[argument] ?? "").split("=")[0] ?? ""}=@${name}`.replace(/^=/, "");
      return { name, bytes: toNpy(dtype, shape, bytes) };
    });
    return this.runLaunch(fileName, text, { ...launch, arguments: specs }, settings, files);
  }

  async runLaunch(
    fileName: string,
    text: string,
    launch: LaunchRequest,
    settings: RunSettings,
    files: NamedBytes[],
  ): Promise<Result<EmulatorResult, string>> {
    if (this.state.value.phase === "running") return fail("a run is under way");
    this.age++;
    const startedAt = performance.now();
    const progress = (done: number) =>
      (this.state.value = { phase: "running", seed: settings.seed + done, done, of: settings.schedules, startedAt });
    progress(0);
    const result: EmulatorResult = {
      fileName,
      text,
      launch,
      files,
      settings,
      seeds: [],
      diagnostics: [],
      arrays: [],
      differing: {},
      output: "",
      milliseconds: 0,
    };
    const ready = await this.prepare(fileName, text, launch, files);
    if (!ready.ok) return ready;
    for (let done = 0; done < settings.schedules; done++) {
      progress(done);
      const seed = await this.host.call<SeedAnswer>("run", {
        seed: settings.seed + done,
        checkRaces: settings.checkRaces,
        allowUninitialized: settings.allowUninitialized,
        namesSeed: settings.schedules > 1,
        ...(settings.card && done === 0 ? { time: { card: settings.card } } : {}),
      });
      if (!seed.ok) return fail(this.endWith(result, seed.error, startedAt));
      take(result, seed.value.value);
      if (done > 0) continue;
      const arrays = await this.host.call<{ arrays: ArraySummary[] }>("arrays", {});
      if (!arrays.ok) return fail(this.endWith(result, arrays.error, startedAt));
      result.arrays = arrays.value.value.arrays;
    }
    result.milliseconds = performance.now() - startedAt;
    this.result.value = result;
    this.state.value = { phase: "idle" };
    if (this.host.memory > idleMemory) this.host.stop();
    return ok(result);
  }

  private async prepare(fileName: string, text: string, launch: LaunchRequest, files: NamedBytes[]): Promise<Result<null>> {
    const loaded = await this.host.call<LoadAnswer>("load", { file: fileName, text });
    if (!loaded.ok) return fail(this.tellError(loaded.error));
    if (!loaded.value.value.ok) {
      if (text === this.text.value) this.complaints.value = loaded.value.value.diagnostics;
      return fail(this.refuse("the PTX is refused: its diagnostics say why", null));
    }
    const prepared = await this.host.call<PrepareAnswer>("prepare", launch, files);
    if (!prepared.ok) return fail(this.tellError(prepared.error));
    const { problem, diagnostics } = prepared.value.value;
    if (problem) return fail(this.refuse(problem.message, problem.argument));
    const [first] = diagnostics;
    return first ? fail(this.refuse(first.message, null)) : ok(null);
  }

  /** Ends a run, and with it the worker. */
  stop(): void {
    this.host.stop();
  }

  /** What was shown before the end stays to be seen. */
  private endWith(result: EmulatorResult, error: EmulatorError, startedAt: number): string {
    result.milliseconds = performance.now() - startedAt;
    this.result.value = result.seeds.length > 0 ? result : null;
    return this.tellError(error);
  }

  private tellError(error: EmulatorError): string {
    const { kind, message } = error;
    const words =
      kind === "stopped" ? "stopped" : kind === "lost" ? `the emulator broke, which is a bug of Tessera's: ${message}` : message;
    this.state.value = { phase: "failed", message: words };
    return words;
  }

  private refuse(message: string, argument: number | null): string {
    this.state.value = { phase: "refused", message, argument };
    return message;
  }
}

function take(result: EmulatorResult, seed: SeedAnswer): void {
  const [first] = result.seeds;
  result.seeds.push(seed);
  result.diagnostics.push(...seed.diagnostics);
  if (!first) result.output = seed.output;
  for (const [argument, digest] of Object.entries(seed.digests))
    if (first && first.digests[argument] !== digest) result.differing[argument] ??= seed.seed;
}
