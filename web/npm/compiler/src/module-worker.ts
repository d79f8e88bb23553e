// SPDX-License-Identifier: Apache-2.0
// One module behind promises: loaded and started when it is first asked, asked one thing after the other, ended when a question takes too
// long, is aborted or crashes. The next question finds a fresh thread, which is given the module that was compiled once.

import { InfrastructureError, ModuleError, TimedOut, UsageError } from "./errors.js";
import type { Call, FromWorker, ModuleName } from "./messages.js";
import type { Platform, Thread } from "./platform.js";

/** How long a question may take. */
export interface Limit {
  /** Ends the work with `TimedOut` after so many milliseconds; loading a module does not count. 300,000 if nothing is said. */
  maxMilliseconds?: number | undefined;
  /** Ends the work when it is aborted; the promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface Hooks {
  /** What a program prints, as it prints it. */
  onOutput?: ((text: string) => void) | undefined;
  /** How many programs of a launch have run. */
  onProgress?: ((kernel: string, done: number, total: number) => void) | undefined;
}

type Question = Omit<Call, "kind" | "id">;

interface Answer {
  value: unknown;
  bytes?: Uint8Array | undefined;
}

export type Ask = (question: Question) => Promise<Answer>;

/** A module's memory never shrinks: one that has grown beyond this is ended when it has answered. */
const memoryLimit = 1 << 30;
const usualMilliseconds = 300_000;

const titles: Record<ModuleName, string> = { compiler: "the compiler", code: "the code generator", emulator: "the emulator" };

export class ModuleWorker {
  /** What the thread holds: a program's or an artifact's key. Nobody's once the thread is lost. */
  holds: unknown = null;
  private thread: Thread | null = null;
  private compiled: Promise<WebAssembly.Module> | null = null;
  private ready: Promise<void> | null = null;
  private rejectReady: (error: unknown) => void = () => undefined;
  private pending: { resolve: (answer: Answer) => void; reject: (error: unknown) => void; hooks: Hooks } | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private id = 0;
  private memory = 0;
  private isClosed = false;

  constructor(
    private readonly platform: Platform,
    private readonly which: ModuleName,
    private readonly onLoading: (received: number, total: number) => void,
  ) {}

  /** Questions that belong together, after those before them. `what` names them in messages. */
  async use<T>(what: string, limit: Limit, hooks: Hooks, body: (ask: Ask) => Promise<T>): Promise<T> {
    const { signal, maxMilliseconds = usualMilliseconds } = limit;
    if (!(maxMilliseconds > 0)) throw new UsageError(`\`maxMilliseconds\` is ${maxMilliseconds}, expected a positive number`);
    const before = this.last;
    let leave = () => undefined as void;
    this.last = new Promise<void>((resolve) => (leave = resolve));
    try {
      await untilAborted(before, signal);
      return await this.work(what, maxMilliseconds, signal, hooks, body);
    } finally {
      // Who gave up while waiting hands the place on only when it would have been theirs.
      void before.then(leave);
    }
  }

  /** Ends the thread, and what is under way with it. */
  close(): void {
    this.isClosed = true;
    this.drop(new UsageError("this Tessera was closed; `createTessera` makes another"));
  }

  private async work<T>(
    what: string,
    maxMilliseconds: number,
    signal: AbortSignal | undefined,
    hooks: Hooks,
    body: (ask: Ask) => Promise<T>,
  ): Promise<T> {
    // Who gives up while the module is on its way leaves it to the next question.
    await untilAborted(this.start(), signal);
    const onAbort = () => this.drop(signal?.reason);
    signal?.addEventListener("abort", onAbort);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const over = () =>
        this.drop(new TimedOut(`${what} took more than ${maxMilliseconds} ms and was ended; \`maxMilliseconds\` gives it longer`));
      // Beyond this a timer would end at once.
      if (maxMilliseconds < 2 ** 31) timer = setTimeout(over, maxMilliseconds);
      return await body((question) => this.ask(question, hooks));
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      if (this.memory > memoryLimit) this.drop(null);
    }
  }

  private start(): Promise<void> {
    if (this.isClosed) return Promise.reject(new UsageError("this Tessera was closed; `createTessera` makes another"));
    this.ready ??= this.startNow();
    return this.ready;
  }

  private async startNow(): Promise<void> {
    const { platform, which } = this;
    this.compiled ??= platform.loadModule(platform.wasm[which], this.onLoading);
    let module: WebAssembly.Module;
    try {
      module = await this.compiled;
    } catch (thrown) {
      this.compiled = this.ready = null;
      throw new ModuleError(`${titles[which]} could not be loaded: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
    if (this.isClosed) throw new UsageError("this Tessera was closed; `createTessera` makes another");
    const started = new Promise<void>((resolve, reject) => {
      this.rejectReady = reject;
      const thread: Thread = platform.startThread({
        onMessage: (message) => {
          if (this.thread !== thread) return;
          if (message.kind === "ready") resolve();
          else this.hear(message);
        },
        onDeath: (message) => this.thread === thread && this.drop(this.lost(message)),
      });
      this.thread = thread;
      thread.hold(true);
      thread.post({ kind: "start", which, glue: platform.glue[which], module, libraries: platform.libraries });
    });
    await started;
    this.thread?.hold(false);
  }

  private ask(question: Question, hooks: Hooks): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (!this.thread) return reject(new ModuleError(`${titles[this.which]}'s thread is gone; ask again`));
      this.pending = { resolve, reject, hooks };
      this.thread.hold(true);
      this.thread.post({ kind: "call", id: ++this.id, ...question });
    });
  }

  private hear(message: FromWorker): void {
    const hooks = this.pending?.hooks;
    if (message.kind === "output") hooks?.onOutput?.(message.text);
    else if (message.kind === "progress") hooks?.onProgress?.(message.kernel, message.done, message.total);
    else if (message.kind === "crash") this.drop(this.explain(message.name, message.message));
    else if (message.kind === "answer" && message.id === this.id) {
      const { reply, bytes } = message;
      this.memory = message.memory;
      const pending = this.pending;
      this.pending = null;
      this.thread?.hold(false);
      if (reply.ok) pending?.resolve({ value: reply.value, bytes });
      else pending?.reject(new UsageError(reply.error));
    }
  }

  private explain(name: string, message: string): Error {
    if (name === "OutOfMemory" || /out of memory|could not allocate|cannot enlarge memory/i.test(message))
      return new InfrastructureError(`not enough memory in the module: ${message}`);
    return this.lost(`${name}: ${message}`);
  }

  private lost(message: string): Error {
    return new ModuleError(`${titles[this.which]} crashed, which is a bug of Tessera's; please report it with the program\n${message}`);
  }

  private drop(error: unknown): void {
    const { pending, rejectReady } = this;
    this.thread?.terminate();
    this.thread = this.ready = this.holds = this.pending = null;
    this.memory = 0;
    this.id++;
    this.rejectReady = () => undefined;
    rejectReady(error);
    pending?.reject(error);
  }
}

/** `promise`, or the signal's reason as soon as it is aborted. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
