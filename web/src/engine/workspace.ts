// SPDX-License-Identifier: Apache-2.0
// What the page knows about the program at hand, as signals: its files, what compiling it said, its IR, its tilings, its run. Edits
// come in through `edit` and `change`; everything else follows. A value always belongs to `input`, the text last sent to the compiler; what an
// older text brought stays on screen, marked stale, until the new one's arrives, so that panes don't flicker as one types.

import { batch, computed, signal, type Signal } from "@preact/signals";

import { type Project, projectOfOne } from "../base/files";
import { fail, ok, type Result } from "../base/result";
import type {
  Candidate,
  CompileAnswer,
  Diagnostic,
  ExplainAnswer,
  KernelLayouts,
  KernelTilings,
  ReferenceAnswer,
  RunAnswer,
  RunOptions,
  Snapshot,
  VersionAnswer,
} from "../base/protocol";

import type { BackgroundCompiler } from "./background";
import type { CodeGenerator } from "./code";
import type { CodeRunner } from "./code-runner";
import type { CodeAnswer, MachineStage } from "./code-messages";
import type { CodeError } from "./code-host";
import type { Engine } from "./engine";
import { FileList } from "./file-list";
import { FollowedView, noView, type View } from "./followed";
import { inputOf } from "./input";
import { type Input, type LaneError, sameInput } from "./lane";
import { Sweep } from "./sweep";
import { type Pinned, VariantList } from "./variants";

export type { View } from "./followed";

export interface CrashReport {
  input: Input;
  method: string;
  message: string;
  stack: string;
  version: string;
}

/** Who runs launches in this tab: kernels are interpreted as they were recorded, or their PTX is emulated. */
export type TabDevice = "interpreter" | "emulator";

export type RunState =
  | { phase: "idle" }
  | { phase: "running"; input: Input; output: string; progress: string; startedAt: number }
  | { phase: "done"; input: Input; options: RunOptions; result: RunAnswer }
  | { phase: "failed"; input: Input; output: string; message: string };

export type EngineState =
  { phase: "loading"; received: number; total: number } | { phase: "ready"; version: VersionAnswer } | { phase: "failed"; message: string };

const quietMs = 150;

/** What not every page has. */
export interface WorkspaceParts {
  /** For what lies below `tilegpu`. */
  code?: CodeGenerator;
  /** For runs as PTX. */
  codeRunner?: CodeRunner;
  /** For what compares and sweeps. */
  background?: BackgroundCompiler;
}

export class Workspace {
  readonly list = new FileList();
  /** The text in the editor. */
  readonly text = computed(() => this.list.shown.value.text);
  /** The file that runs. */
  readonly file = computed(() => this.list.main.value.path);
  readonly target = signal("sm_90a");
  /** Choices of the schedule made by hand; all panes follow. */
  readonly tune = signal("");
  readonly engineState = signal<EngineState>({ phase: "loading", received: 0, total: 0 });
  /** The program that the compiler last answered for. */
  readonly input = signal<Input | null>(null);
  readonly compiled = signal<View<CompileAnswer>>(noView);
  /** Views of `input`, each filled while somebody looks at it. */
  readonly snapshots: Signal<View<Snapshot[]>>;
  readonly tilings: Signal<View<KernelTilings[]>>;
  readonly layouts: Signal<View<KernelLayouts[]>>;
  readonly schedule: Signal<View<ExplainAnswer>>;
  private readonly followed: Pick<FollowedView<unknown>, "wait" | "show" | "giveUp">[] = [];
  private readonly followedSnapshots: FollowedView<Snapshot[]>;
  private readonly followedTilings: FollowedView<KernelTilings[]>;
  readonly run = signal<RunState>({ phase: "idle" });
  /** For the next run in this tab, both. */
  readonly runDevice = signal<TabDevice>("interpreter");
  readonly runOptions = signal<RunOptions>({ seed: 0, schedules: 1, checkRaces: true, timeline: true });
  /** The launch that compiling runs right now, because the program's Python asks for its result. */
  readonly compileProgress = signal("");
  /** What generating code for `input` had to say. */
  private readonly codeSaid = signal<{ input: Input | null; diagnostics: Diagnostic[] }>({ input: null, diagnostics: [] });
  readonly crash = signal<CrashReport | null>(null);
  readonly reference = signal<ReferenceAnswer | null>(null);
  /** Grows when the user changes text or target, and not when a page or a module does. */
  readonly edits = signal(0);

  /** What compiling and, while the text is the one that ran, running had to say. */
  readonly diagnostics = computed<Diagnostic[]>(() => {
    const compiled = this.compiled.value.value?.diagnostics ?? [];
    const run = this.run.value;
    const ran = run.phase === "done" && run.input === this.input.value ? run.result.diagnostics : [];
    const code = this.codeSaid.value.input === this.input.value ? this.codeSaid.value.diagnostics : [];
    // A run of a program with errors ends with those errors.
    const placeOf = (one: Diagnostic) => `${one.range?.file}:${one.range?.begin.line}`;
    const same = (a: Diagnostic, b: Diagnostic) => a.id === b.id && a.message === b.message && placeOf(a) === placeOf(b);
    return [...compiled, ...[...ran, ...code].filter((one) => !compiled.some((other) => same(one, other)))];
  });
  /** How many errors each file of the list has, by its path. */
  readonly errorsByFile = computed(() => {
    const counts = new Map<string, number>();
    for (const { severity, range } of this.diagnostics.value) {
      const path = severity === "error" && range ? this.list.named(range.file)?.path : undefined;
      if (path !== undefined) counts.set(path, (counts.get(path) ?? 0) + 1);
    }
    return counts;
  });
  readonly ranThis = computed(() => {
    const run = this.run.value;
    return run.phase === "done" && run.input === this.input.value ? run.result : null;
  });

  /** Programs that were pinned, to be compared with this one. */
  readonly variants: VariantList;
  /** Of one knob; null where there is no worker for it. */
  readonly sweep: Sweep | null;

  readonly code: CodeGenerator | null;
  readonly background: BackgroundCompiler | null;
  private readonly codeRunner: CodeRunner | null;
  private latest: Input | null = null;
  private unshown = "";
  private outputTimer: ReturnType<typeof setTimeout> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private lastCompileMs = 0;

  constructor(
    private readonly engine: Engine,
    parts: WorkspaceParts = {},
  ) {
    this.code = parts.code ?? null;
    this.codeRunner = parts.codeRunner ?? null;
    this.background = parts.background ?? null;
    this.sweep = this.background && new Sweep(this.background);
    this.variants = new VariantList(this.background, this.code);
    this.followedSnapshots = this.follow((input) => engine.snapshots(input));
    this.snapshots = this.followedSnapshots.view;
    this.followedTilings = this.follow(async (input) => kernelsOf(await engine.tilings(input)));
    this.tilings = this.followedTilings.view;
    this.layouts = this.follow(async (input) => kernelsOf(await engine.layouts(input))).view;
    this.schedule = this.follow((input) => engine.explain(input)).view;
  }

  private follow<T>(ask: (input: Input) => Promise<Result<T, LaneError>>): FollowedView<T> {
    const made = new FollowedView(ask, (input, error) => this.reportCrash(input, error));
    this.followed.push(made);
    return made;
  }

  async start(): Promise<void> {
    const version = await this.engine.start();
    if (!version.ok) {
      if (version.error.kind === "crash") this.reportCrash({ file: this.file.value, source: "", target: this.target.value }, version.error);
      this.engineState.value = { phase: "failed", message: version.error.message };
      return;
    }
    batch(() => {
      this.engineState.value = { phase: "ready", version: version.value };
      if (!version.value.targets.includes(this.target.value)) this.target.value = version.value.targets.at(-1) ?? this.target.value;
    });
    this.compileNow();
  }

  async retry(): Promise<void> {
    this.engineState.value = { phase: "loading", received: 0, total: 0 };
    await this.start();
  }

  /** A keystroke's worth of change of the file in the editor, or of that number: compiles when the typing pauses. */
  edit(text: string, id = this.list.shown.value.id): void {
    if (text === this.list.files.value.find((file) => file.id === id)?.text) return;
    batch(() => {
      this.list.setText(id, text);
      this.edits.value++;
    });
    if (this.timer) clearTimeout(this.timer);
    // A text that takes long to compile is compiled less eagerly, so that a slow machine stays usable.
    this.timer = setTimeout(() => this.compileNow(), Math.min(1000, quietMs + this.lastCompileMs));
  }

  /** A change of the list: compiles at once. */
  change<T>(make: (list: FileList) => T): T {
    const made = batch(() => {
      this.edits.value++;
      return make(this.list);
    });
    this.compileNow();
    return made;
  }

  /** Another program altogether: what was chosen for the last one is not meant for it. */
  open(project: Project): void {
    this.change((list) => {
      this.tune.value = "";
      this.variants.set([]);
      list.open(project);
    });
  }

  /** What is on screen is kept to be compared with. */
  pin(name: string): void {
    batch(() => {
      this.variants.add({ name, project: this.list.project, target: this.target.value, tune: this.tune.value });
      this.edits.value++;
    });
  }

  /** A pinned program becomes the one on screen; all that is pinned stays. */
  openVariant({ project, target, tune }: Pinned): void {
    batch(() => {
      this.target.value = target;
      this.tune.value = tune;
      this.change((list) => list.open(project));
    });
  }

  unpin(id: number): void {
    batch(() => {
      this.variants.remove(id);
      this.edits.value++;
    });
  }

  openText(text: string, file: string): void {
    this.open(projectOfOne(file, text));
  }

  setTarget(target: string): void {
    if (target === this.target.value) return;
    batch(() => {
      this.target.value = target;
      this.edits.value++;
    });
    this.compileNow();
  }

  setTune(tune: string): void {
    if (tune === this.tune.value) return;
    batch(() => {
      this.tune.value = tune;
      this.edits.value++;
    });
    this.compileNow();
  }

  /** What the model says of a kernel with each choice made otherwise, or why it says nothing; null when the text has moved on. */
  async findCandidates(kernel: string): Promise<Candidate[] | string | null> {
    const input = this.input.value;
    if (!input) return "Nothing is compiled yet.";
    const answer = await this.engine.candidates(input, kernel);
    if (input !== this.input.value || (!answer.ok && answer.error.kind === "superseded")) return null;
    return answer.ok ? answer.value.candidates : `${answer.error.message}.`;
  }

  compileNow(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.engineState.value.phase !== "ready") return;
    const input = inputOf(this.list.project, this.target.value, this.tune.value);
    if (this.latest && sameInput(this.latest, input)) return;
    this.latest = input;
    void this.compile(input);
  }

  /** The text that is on screen, compiled; typing that has not paused yet is taken as it is. */
  current(): Input | null {
    this.compileNow();
    return this.latest;
  }

  /** The program at hand as a runner takes it; null before there is one. */
  async freeze(includeSource: boolean): Promise<Awaited<ReturnType<Engine["freeze"]>> | null> {
    const input = this.current();
    return input ? this.engine.freeze(input, includeSource) : null;
  }

  async startRun(): Promise<RunAnswer | null> {
    const input = this.current();
    if (!input || this.run.value.phase === "running") return null;
    this.run.value = { phase: "running", input, output: "", progress: "", startedAt: performance.now() };
    const options = this.runOptions.value;
    const result = await (this.runDevice.value === "emulator" ? this.emulate(input, options) : this.engine.run(input, options));
    this.flushOutput();
    const output = this.run.value.phase === "running" ? this.run.value.output : "";
    if (result.ok) {
      this.run.value = { phase: "done", input, options, result: result.value };
      return result.value;
    }
    this.run.value = { phase: "failed", input, output, message: result.error.message };
    if (result.error.kind === "crash") this.reportCrash(input, result.error);
    return null;
  }

  /** The program, frozen, its kernels as PTX in the emulator; each launch's results are compared with the interpreter's. */
  private async emulate(input: Input, options: RunOptions): Promise<Result<RunAnswer, LaneError>> {
    if (!this.codeRunner) return fail({ kind: "unavailable", message: "this page has no emulator" });
    const frozen = await this.engine.freeze(input, false);
    if (!frozen.ok) return frozen;
    if (this.run.value.phase !== "running") return fail({ kind: "cancelled", message: "cancelled" });
    const { content: artifact, sha256: name } = frozen.value;
    const answer = await this.codeRunner.run({ artifact, name }, options, {
      onOutput: (text) => this.appendOutput(text),
      onProgress: (kernel, done, total) => this.noteProgress(kernel, done, total),
      onLoading: (received, total) => this.noteLoading(received, total),
    });
    return answer.ok ? answer : fail(toLaneError(answer.error));
  }

  cancelRun(): void {
    this.engine.cancelRun();
    if (this.runDevice.value === "emulator" && this.run.value.phase === "running") this.codeRunner?.cancel();
  }

  /** Gathers: a program may print a thousand lines before the screen is drawn once. */
  appendOutput(text: string): void {
    this.unshown += text;
    this.outputTimer ??= setTimeout(() => this.flushOutput(), 50);
  }

  noteProgress(kernel: string, done: number, total: number): void {
    const run = this.run.value;
    if (run.phase === "running") this.run.value = { ...run, progress: `${kernel}: program ${done} of ${total}` };
  }

  private noteLoading(received: number, total: number): void {
    const run = this.run.value;
    const isThere = received >= total;
    const share = Math.round((100 * received) / Math.max(1, total));
    if (run.phase === "running")
      this.run.value = { ...run, progress: isThere ? "making PTX of each kernel" : `loading the code generator: ${share} %` };
  }

  noteCompileProgress(kernel: string, done: number, total: number): void {
    this.compileProgress.value = done < total ? `running ${kernel}, whose result the program asks for: program ${done} of ${total}` : "";
  }

  /** The program's text at a stage that has no snapshots here, or why there is none. */
  async show(stage: string): Promise<{ text: string | null; reason: string }> {
    const input = this.input.value;
    if (!input) return { text: null, reason: "Nothing is compiled yet." };
    const answer = await this.engine.show(input, stage);
    if (!answer.ok) return { text: null, reason: `${answer.error.message}.` };
    return { text: answer.value.text, reason: answer.value.diagnostics.map((diagnostic) => `${diagnostic.message}.`).join(" ") };
  }

  /** The program at a stage that the code generator makes, and what it said; null when something else is asked for meanwhile. */
  async lower(stage: MachineStage, kernel?: string): Promise<CodeAnswer | string | null> {
    const input = this.input.value;
    if (!input || !this.code) return "Nothing is compiled yet.";
    const frozen = await this.engine.freeze(input, false);
    if (input !== this.input.value) return null;
    if (!frozen.ok) return `${frozen.error.message}.`;
    const { content: artifact, sha256: name } = frozen.value;
    const answer = await this.code.generate({ artifact, name, stage, ...(kernel === undefined ? {} : { kernel }) });
    if (!answer.ok) return answer.error.kind === "superseded" ? null : `${answer.error.message}.`;
    this.codeSaid.value = { input, diagnostics: answer.value.diagnostics };
    return answer.value;
  }

  async loadReference(): Promise<void> {
    if (this.reference.value) return;
    const reference = await this.engine.reference();
    if (reference.ok) this.reference.value = reference.value;
  }

  private flushOutput(): void {
    if (this.outputTimer) clearTimeout(this.outputTimer);
    this.outputTimer = null;
    const run = this.run.value;
    if (run.phase === "running" && this.unshown) this.run.value = { ...run, output: run.output + this.unshown };
    this.unshown = "";
  }

  private async compile(input: Input): Promise<void> {
    this.compiled.value = { ...this.compiled.value, stale: true, loading: true };
    for (const view of this.followed) view.wait();
    const begin = performance.now();
    const asked = this.engine.compile(input, this.followedSnapshots.isWatched);
    if (this.followedTilings.isWatched) this.engine.prepareTilings(input);
    const answer = await asked;
    if (input !== this.latest) return;
    this.compileProgress.value = "";
    this.lastCompileMs = performance.now() - begin;
    if (!answer.ok) {
      this.fail(input, answer.error);
      return;
    }
    batch(() => {
      this.input.value = input;
      this.compiled.value = { value: answer.value, stale: false, loading: false, error: null };
      if (!answer.value.ok) for (const view of this.followed) view.giveUp(null);
    });
    if (answer.value.ok) await Promise.all(this.followed.map((view) => view.show(input)));
  }

  private fail(input: Input, error: LaneError): void {
    if (error.kind === "superseded") return;
    const failed = { value: null, stale: false, loading: false, error: error.message };
    batch(() => {
      this.input.value = input;
      this.compiled.value = failed;
      for (const view of this.followed) view.giveUp(error.message);
    });
    if (error.kind === "crash") this.reportCrash(input, error);
  }

  private reportCrash(input: Input, error: LaneError & { kind: "crash" }): void {
    const state = this.engineState.value;
    const version = state.phase === "ready" ? state.version.version : "unknown";
    this.crash.value = { input, method: error.method, message: error.message, stack: error.stack, version };
  }
}

function kernelsOf<T>(answer: Result<{ kernels: T }, LaneError>): Result<T, LaneError> {
  return answer.ok ? ok(answer.value.kernels) : answer;
}

/** What a run's worker died of is the page's to tell, like the compiler's. */
function toLaneError({ kind, message }: CodeError): LaneError {
  if (kind === "crash") return { kind, message, stack: "", method: "run" };
  return { kind: kind === "superseded" ? "cancelled" : kind, message };
}
