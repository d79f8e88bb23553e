// SPDX-License-Identifier: Apache-2.0
// The compiler as promises. Each module holds one program at a time: a `Program` that is asked while another is held is compiled again,
// which nobody sees but by the time it takes.

import type {
  CompileAnswer,
  Diagnostic,
  ExplainAnswer,
  FreezeAnswer,
  KernelLayouts,
  KernelTilings,
  ReferenceAnswer,
  ShowAnswer,
  SnapshotsAnswer,
  VersionAnswer,
} from "../../../src/base/protocol";
import { emulate, type Argument, type EmulateOptions, type Emulation } from "./emulation.js";
import { CompileError, InfrastructureError, ModuleError, RunError, TimedOut, UsageError } from "./errors.js";
import { compileOptionNames, expectCount, expectOneOf, expectOptions, expectString, readInput } from "./input.js";
import type { CompileOptions, Input, Source } from "./input.js";
import { ModuleWorker, type Ask, type Hooks, type Limit } from "./module-worker.js";
import type { Platform } from "./platform.js";
import type { LaunchResult, LaunchTimeline, Pass, RunResult } from "./results.js";

/** The greatest version of shared/protocol that this package reads. */
const protocol = 1;

export interface RunOptions extends Limit, Hooks {
  /** `interpreter` is the reference; `emulator` runs the launches by their PTX, and loads the code generator (4.5 MB) for it. */
  device?: "interpreter" | "emulator";
  /** Races are looked for where threads take turns (kernels of warpgroups; the emulator); `"none"` leaves that out. */
  check?: "race" | "none";
  /** On the emulator: each launch in the interpreter too, and results that differ by more than rounding are an error. */
  compare?: boolean;
  /** The first order of what runs side by side, and how many orders are run. */
  seed?: number;
  schedules?: number;
  /** Keeps who did what when in each launch. */
  timeline?: boolean;
}

export interface FreezeOptions extends Limit {
  /** Keeps the texts of the program in the artifact. */
  includeSource?: boolean;
}

export interface Artifact {
  sha256: string;
  bytes: Uint8Array;
}

const limitNames = ["maxMilliseconds", "signal"] as const;
const runNames = ["device", "check", "compare", "seed", "schedules", "timeline", "onOutput", "onProgress", ...limitNames] as const;
const emulateNames = [
  ...["entry", "grid", "block", "cluster", "sharedBytes", "check", "seed", "schedules", "allowUninitialized", "limit", "time", "card"],
  ...limitNames,
] as const;

/** What the parts of a `Tessera` share. */
interface Modules {
  compiler: ModuleWorker;
  code: ModuleWorker;
  emulator: ModuleWorker;
}

export interface LoadingProgress {
  module: "compiler" | "code" | "emulator";
  /** Bytes, unpacked; `total` is 0 where it is not known. */
  received: number;
  total: number;
}

/** A compiler of one's own, in threads of its own. Made by `createTessera`. */
export class Tessera {
  private readonly modules: Modules;
  private told: VersionAnswer | null = null;

  /** Not for users: `createTessera`. */
  constructor(platform: Platform, onLoading: ((progress: LoadingProgress) => void) | undefined) {
    const make = (module: keyof Modules) =>
      new ModuleWorker(platform, module, (received, total) => onLoading?.({ module, received, total }));
    this.modules = { compiler: make("compiler"), code: make("code"), emulator: make("emulator") };
  }

  /** Not for users: loads the compiler's module. */
  async start(limit: Limit): Promise<this> {
    const told = await this.modules.compiler.use("`createTessera`", limit, {}, (ask) => valueOf<VersionAnswer>(ask, "version"));
    if (told.protocol > protocol)
      throw new ModuleError(`the module speaks protocol ${told.protocol} and this package ${protocol}: they are of two versions`);
    this.told = told;
    return this;
  }

  /** `0.1.0 (7bbebd89)`: the version, and the commit. */
  get version(): string {
    return this.told?.version ?? "";
  }

  /** What `target` may be. */
  get targets(): string[] {
    return [...(this.told?.targets ?? [])];
  }

  /**
   * Compiles a program.
   *
   * Throws `CompileError` with diagnostics, `UsageError` for arguments that are wrong, `TimedOut`.
   */
  async compile(source: Source, options: CompileOptions & Limit = {}): Promise<Program> {
    expectOptions("compile", options, compileOptionNames);
    const input = this.read(source, options);
    const answer = await this.modules.compiler.use("`compile`", options, {}, (ask) => compile(ask, input, this.modules.compiler));
    if (!answer.ok) throw new CompileError(answer.diagnostics, input.sources);
    return new Program(this.modules, input, answer);
  }

  /**
   * Compiles a program and runs it.
   *
   * Throws `CompileError`, `RunError` where a check, a launch or a schedule is wrong, `TimedOut`, `InfrastructureError`.
   */
  async run(source: Source, options: CompileOptions & RunOptions = {}): Promise<RunResult> {
    expectOptions("run", options, [...new Set([...compileOptionNames, ...runNames])]);
    const input = this.read(source, options);
    const { compiler } = this.modules;
    const { answer, output } = await compiler.use("`run`", options, options, async (ask) => {
      const answer = await compile(ask, input, compiler);
      // What it did before it failed is worth seeing.
      const begun = answer.begun ? await valueOf<{ output: string }>(ask, "run") : null;
      return { answer, output: begun?.output ?? "" };
    });
    if (!answer.ok) throw new CompileError(answer.diagnostics, input.sources, output);
    return runProgram(this.modules, input, options);
  }

  /**
   * Runs one kernel of a PTX text, of any compiler, and answers the arrays as it left them. The arrays that are given are not changed.
   *
   * Throws `CompileError` for PTX that is refused, `RunError` for a fault or a race, with the PTX's line or the source's, `UsageError` for
   * arguments that do not fit the kernel.
   */
  async emulate(ptx: string, args: readonly Argument[] = [], options: EmulateOptions = {}): Promise<Emulation> {
    expectOptions("emulate", options, emulateNames);
    expectString("ptx", ptx);
    return this.modules.emulator.use("`emulate`", options, {}, (ask) => emulate(ask, ptx, args, options));
  }

  /** What is known of Python, JAX, Pallas, NumPy, Triton and torch, by module and name. */
  async reference(limit: Limit = {}): Promise<ReferenceAnswer["modules"]> {
    const answer = await this.modules.compiler.use("`reference`", limit, {}, (ask) => valueOf<ReferenceAnswer>(ask, "reference"));
    return answer.modules;
  }

  /** Ends the threads; what is under way is rejected. In Node idle threads end by themselves with the process. */
  close(): void {
    for (const module of Object.values(this.modules) as ModuleWorker[]) module.close();
  }

  private read(source: Source, options: CompileOptions): Input {
    const input = readInput(source, options);
    if (input.request.target !== undefined) expectOneOf("target", input.request.target, this.targets);
    return input;
  }
}

/** A program that compiles. Made by `Tessera.compile`. What does not run it is asked once and kept. */
export class Program {
  /** The names of the kernels that the program launches. */
  readonly kernels: readonly string[];
  /** Warnings, and remarks on how the kernels are scheduled. */
  readonly diagnostics: readonly Diagnostic[];
  private readonly kept = new Map<string, Promise<unknown>>();

  /** Not for users: `Tessera.compile`. */
  constructor(
    private readonly modules: Modules,
    private readonly input: Input,
    answer: CompileAnswer,
  ) {
    this.kernels = answer.kernels;
    this.diagnostics = answer.diagnostics;
  }

  /**
   * The program at a stage (`tile`, `tilegpu`, `llvm` or `ptx`), or right after a pass of the first two. `kernel` takes one kernel of it.
   *
   * Throws `UsageError` for names that are none, `CompileError` where a kernel has no code at that stage.
   */
  async show(stage = "tile", options: { pass?: string; kernel?: string } & Limit = {}): Promise<string> {
    expectOptions("show", options, ["pass", "kernel", ...limitNames]);
    const { pass, kernel } = options;
    expectString("stage", stage);
    if (stage === "sass") throw new UsageError('`stage` is "sass", which takes `ptxas`: the command line has it (`tessera show`)');
    expectOneOf("stage", stage, ["tile", "tilegpu", "llvm", "ptx"]);
    if (kernel !== undefined) this.expectKernel(kernel);
    if (stage === "llvm" || stage === "ptx") {
      if (pass !== undefined) throw new UsageError(`\`pass\` is of the stages \`tile\` and \`tilegpu\`, not of \`${stage}\``);
      return this.keep(`${stage} ${kernel ?? ""}`, () => generate(this.modules, this.input, stage, kernel, options));
    }
    if (pass !== undefined) expectString("pass", pass);
    const fields = { stage, ...(pass === undefined ? {} : { pass }), ...(kernel === undefined ? {} : { kernel }) };
    const { text, diagnostics } = await this.ask<ShowAnswer>("show", options, fields);
    if (text !== null) return text;
    const unknown = diagnostics.find(({ id }) => id === "unknown-stage");
    if (unknown) throw new UsageError([unknown.message, ...unknown.notes.map(({ message }) => message)].join("; "));
    throw new CompileError(diagnostics, this.input.sources);
  }

  /** PTX of all kernels, or of one: byte for byte what `tessera show --stage=ptx` prints. Loads the code generator (4.5 MB) first. */
  async ptx(kernel?: string, limit: Limit = {}): Promise<string> {
    return this.show("ptx", { ...limit, ...(kernel === undefined ? {} : { kernel }) });
  }

  /** The pipeline: each pass, in order. */
  async passes(limit: Limit = {}): Promise<Pass[]> {
    const { snapshots } = await this.ask<SnapshotsAnswer>("snapshots", limit);
    return snapshots.map(({ stage, pass, reason, changed }) => ({ stage, pass, reason, changed }));
  }

  /** Of each kernel, its launches and which program touches which block. */
  async tilings(limit: Limit = {}): Promise<KernelTilings[]> {
    return (await this.ask<{ kernels: KernelTilings[] }>("tilings", limit)).kernels;
  }

  /** Of each scheduled kernel, where its values and buffers live. */
  async layouts(limit: Limit = {}): Promise<KernelLayouts[]> {
    return (await this.ask<{ kernels: KernelLayouts[] }>("layouts", limit)).kernels;
  }

  /** How each kernel is scheduled and why, and a cost model's prediction of it: no GPU's time. */
  async explain(limit: Limit = {}): Promise<ExplainAnswer> {
    return this.ask<ExplainAnswer>("explain", limit);
  }

  /**
   * Who did what when, of each launch: on the emulator in its steps, of any kernel; in the interpreter in cycles of a model, of kernels of
   * warpgroups. Throws what `run` throws.
   */
  async timeline(device: "interpreter" | "emulator" = "emulator", options: Omit<RunOptions, "device"> = {}): Promise<LaunchTimeline[]> {
    const { launches } = await this.run({ ...options, device, timeline: true });
    const told = (launch: LaunchResult) =>
      launch.timeline ? [{ kernel: launch.kernel, grid: launch.grid, timeline: launch.timeline }] : [];
    return launches.flatMap(told);
  }

  /** Runs it: see `Tessera.run`. */
  async run(options: RunOptions = {}): Promise<RunResult> {
    expectOptions("run", options, runNames);
    return runProgram(this.modules, this.input, options);
  }

  /** The artifact: what a runner takes, and the code generator. */
  async freeze(options: FreezeOptions = {}): Promise<Artifact> {
    expectOptions("freeze", options, ["includeSource", ...limitNames]);
    return freeze(this.modules, this.input, options.includeSource ?? false, options);
  }

  private expectKernel(kernel: unknown): void {
    if (this.kernels.includes(kernel as string)) return;
    const listed = this.kernels.map((name) => `\`${name}\``).join(", ") || "none";
    throw new UsageError(
      `there is no kernel ${typeof kernel === "string" ? `\`${kernel}\`` : String(kernel)}; the program's are ${listed}`,
    );
  }

  private ask<T>(method: string, limit: Limit, fields: object = {}): Promise<T> {
    const ask = () => withProgram(this.modules.compiler, `\`${method}\``, this.input, limit, {}, (ask) => valueOf<T>(ask, method, fields));
    return this.keep(`${method} ${JSON.stringify(fields)}`, ask);
  }

  /** Somebody else's limit must not be another's error: what fails is forgotten. */
  private async keep<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key) as Promise<T> | undefined;
    if (known) return structuredClone(await known);
    const made = await make();
    this.kept.set(key, Promise.resolve(made));
    return structuredClone(made);
  }
}

async function valueOf<T>(ask: Ask, method: string, fields: object = {}): Promise<T> {
  return (await ask({ request: { ...fields, method } })).value as T;
}

async function compile(ask: Ask, input: Input, worker: ModuleWorker): Promise<CompileAnswer> {
  worker.holds = null;
  const answer = await valueOf<CompileAnswer>(ask, "compile", input.request);
  if (answer.ok) worker.holds = input;
  return answer;
}

/** `body` where the module holds the program. */
function withProgram<T>(
  worker: ModuleWorker,
  what: string,
  input: Input,
  limit: Limit,
  hooks: Hooks,
  body: (ask: Ask) => Promise<T>,
): Promise<T> {
  return worker.use(what, limit, hooks, async (ask) => {
    if (worker.holds !== input) await compile(ask, input, worker);
    return body(ask);
  });
}

async function freeze({ compiler }: Modules, input: Input, includeSource: boolean, limit: Limit): Promise<Artifact> {
  return withProgram(compiler, "`freeze`", input, limit, {}, async (ask) => {
    const { value, bytes = new Uint8Array() } = await ask({ request: { method: "freeze", includeSource } });
    return { sha256: (value as FreezeAnswer).sha256, bytes };
  });
}

/** `body` where the code generator holds the program's artifact. */
async function withArtifact<T>(
  modules: Modules,
  what: string,
  input: Input,
  limit: Limit,
  hooks: Hooks,
  body: (ask: Ask) => Promise<T>,
): Promise<T> {
  const { code } = modules;
  const artifact = code.holds === input ? null : (await freeze(modules, input, false, limit)).bytes;
  return code.use(what, limit, hooks, async (ask) => {
    if (code.holds !== input) {
      code.holds = null;
      const bytes = artifact ?? (await freeze(modules, input, false, limit)).bytes;
      const { value } = await ask({ request: { method: "load" }, artifact: bytes });
      const { diagnostics } = value as { diagnostics: Diagnostic[] };
      if (diagnostics.some(({ severity }) => severity === "error")) throw new CompileError(diagnostics, input.sources);
      code.holds = input;
    }
    return body(ask);
  });
}

interface Generated {
  kernels: { name: string; text: string | null }[];
  diagnostics: Diagnostic[];
}

async function generate(modules: Modules, input: Input, stage: "llvm" | "ptx", kernel: string | undefined, limit: Limit): Promise<string> {
  const fields = { stage, ...(kernel === undefined ? {} : { kernel }) };
  const made = await withArtifact(modules, `\`${stage}\``, input, limit, {}, (ask) => valueOf<Generated>(ask, "generate", fields));
  if (made.kernels.some(({ text }) => text === null)) throw new CompileError(made.diagnostics, input.sources);
  return made.kernels.map(({ text }) => text).join("");
}

type Ran = Omit<RunResult, "ptx"> & { kernels?: { name: string; ptx?: string }[] };

async function runProgram(modules: Modules, input: Input, options: RunOptions): Promise<RunResult> {
  const { device = "interpreter", maxMilliseconds } = options;
  expectOneOf("device", device, ["interpreter", "emulator"]);
  const fields = readRunOptions(options);
  const isOnEmulator = device === "emulator";
  if (!isOnEmulator && options.compare) throw new UsageError("`compare` is of the emulator: the interpreter is what it compares with");
  const compared = isOnEmulator ? { compare: options.compare ?? false } : {};
  // The interpreter ends a run by itself, and keeps what was printed; a little later its thread would be ended.
  const own = isOnEmulator || maxMilliseconds === undefined ? {} : { maxMilliseconds };
  const limit = own.maxMilliseconds === undefined ? options : { ...options, maxMilliseconds: own.maxMilliseconds * 1.5 + 500 };
  const ask = (ask: Ask) => valueOf<Ran>(ask, "run", { ...fields, ...compared, ...own });
  const told = isOnEmulator
    ? await withArtifact(modules, "`run`", input, limit, options, ask)
    : await withProgram(modules.compiler, "`run`", input, limit, options, ask);
  const { kernels = [], ...rest } = told;
  const result: RunResult = { ...rest, ptx: Object.fromEntries(kernels.flatMap(({ name, ptx }) => (ptx ? [[name, ptx]] : []))) };
  if (!result.ok) throw failureOf(result, input, maxMilliseconds);
  return result;
}

function readRunOptions({ check, seed, schedules, timeline }: RunOptions): object {
  return {
    ...(check === undefined ? {} : { checkRaces: expectOneOf("check", check, ["race", "none"]) === "race" }),
    ...(seed === undefined ? {} : { seed: expectCount("seed", seed, 0) }),
    ...(schedules === undefined ? {} : { schedules: expectCount("schedules", schedules, 1) }),
    ...(timeline === undefined ? {} : { timeline: Boolean(timeline) }),
  };
}

function failureOf(result: RunResult, { sources }: Input, maxMilliseconds: number | undefined): Error {
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.some(({ id }) => id === "cancelled") && maxMilliseconds !== undefined)
    return new TimedOut(`\`run\` took more than ${maxMilliseconds} ms and was ended; \`maxMilliseconds\` gives it longer`);
  if (errors.length > 0 && errors.every(({ fault }) => fault === "environment"))
    return new InfrastructureError(errors.map(({ message }) => message).join("\n"));
  return new RunError(result.diagnostics, sources, result);
}
