// SPDX-License-Identifier: Apache-2.0
// Keeps one worker alive behind a promise: starts it when it is first needed, gives it one call at a time, ends it when a call
// takes too long or is cancelled, and forgets it when it crashed. The next call finds a fresh one. A new worker knows no
// program; `age` tells callers that theirs is gone.

import { fail, ok, type Result } from "../base/result";
import type { Method, Methods } from "../base/protocol";
import type { FromWorker, WorkerLike } from "./messages";

export type CallError =
  /** The module threw, or the worker died. A bug of ours, whatever the program was. */
  | { kind: "crash"; message: string; stack: string; method: string }
  | { kind: "timeout"; message: string }
  | { kind: "cancelled"; message: string }
  /** The module refused the request, or there is no module. */
  | { kind: "unavailable"; message: string };

export interface Answer<M extends Method> {
  value: Methods[M]["answer"];
  bytes?: Uint8Array<ArrayBuffer>;
}

export interface HostOptions {
  spawn: () => WorkerLike;
  /** The compiled module and its glue, once and for all workers. */
  module: () => Promise<Result<{ module: WebAssembly.Module; glue: string }>>;
  /** An idle worker whose memory has grown beyond this many bytes is replaced. */
  memoryLimit?: number;
  onOutput?: (text: string) => void;
  onProgress?: (kernel: string, done: number, total: number) => void;
}

const replaced: CallError = { kind: "cancelled", message: "the worker was replaced, for it had grown large" };

interface Pending {
  method: string;
  settle: (result: Result<Answer<Method>, CallError>) => void;
  timer: ReturnType<typeof setTimeout> | null;
}

export class WorkerHost {
  private worker: WorkerLike | null = null;
  private starting: Promise<Result<void, CallError>> | null = null;
  private started: ((result: Result<void, CallError>) => void) | null = null;
  private pending: Pending | null = null;
  private nextId = 1;
  /** Grows whenever a worker is lost, and with it the program that it held. */
  age = 0;
  /** How long the last worker took from its start to ready. */
  startMilliseconds = 0;
  /** When it was ready, in milliseconds since 1970, by its own clock. */
  readyAt = 0;

  constructor(private readonly options: HostOptions) {}

  /** Starts a worker if there is none. */
  ready(): Promise<Result<void, CallError>> {
    this.starting ??= this.start();
    return this.starting;
  }

  /** At most one call at a time; a caller that overlaps is told so, since it is a bug of the engine. */
  async call<M extends Method>(method: M, params: Methods[M]["params"], limitMs: number): Promise<Result<Answer<M>, CallError>> {
    if (this.pending)
      return fail({ kind: "unavailable", message: `\`${method}\` was asked while \`${this.pending.method}\` was under way` });
    return new Promise((resolve) => {
      // `pending` is set before anything is awaited, so that `stop` reaches a call that waits for its worker.
      const mine: Pending = { method, settle: resolve as Pending["settle"], timer: null };
      this.pending = mine;
      void this.ready().then((state) => {
        if (this.pending !== mine) return;
        if (!state.ok) return this.settle(fail(state.error));
        mine.timer = setTimeout(
          () => this.stop({ kind: "timeout", message: `\`${method}\` took more than ${limitMs / 1000} s and was stopped` }),
          limitMs,
        );
        this.worker?.postMessage({ kind: "call", id: this.nextId, request: { ...params, method } });
        return undefined;
      });
    });
  }

  get isStarted(): boolean {
    return this.worker !== null && this.started === null;
  }

  get busy(): boolean {
    return this.pending !== null;
  }

  /** Ends the worker and with it the call under way. */
  stop(reason: CallError): void {
    this.drop(reason);
    this.settle(fail(reason));
  }

  private async start(): Promise<Result<void, CallError>> {
    // The worker starts up while the module is still loading.
    const worker = this.options.spawn();
    this.worker = worker;
    worker.onmessage = (event) => this.worker === worker && this.receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (this.worker === worker) this.crashed(event.message || "the worker died without a word", "");
    };
    const ready = new Promise<Result<void, CallError>>((resolve) => (this.started = resolve));
    const module = await this.options.module();
    // Dropped meanwhile: whoever did it has told why.
    if (this.worker !== worker) return ready;
    if (module.ok) worker.postMessage({ kind: "start", ...module.value });
    else this.drop({ kind: "unavailable", message: module.error });
    return ready;
  }

  private receive(message: FromWorker): void {
    if (message.kind === "loading" || message.kind === "module" || message.kind === "unloaded") return; // for engine/load.ts
    if (message.kind === "ready") {
      this.startMilliseconds = message.milliseconds;
      this.readyAt = message.at;
      this.started?.(ok(undefined));
      this.started = null;
    } else if (message.kind === "output") this.options.onOutput?.(message.text);
    else if (message.kind === "progress") this.options.onProgress?.(message.kernel, message.done, message.total);
    else if (message.kind === "crash") this.crashed(message.what, message.stack);
    else if (message.id === this.nextId) {
      this.nextId++;
      if (message.memory > (this.options.memoryLimit ?? Infinity)) this.drop(replaced);
      const { reply, bytes } = message;
      this.settle(reply.ok ? ok({ value: reply.value, ...(bytes ? { bytes } : {}) }) : fail({ kind: "unavailable", message: reply.error }));
    }
  }

  private crashed(message: string, stack: string): void {
    this.stop({ kind: "crash", message, stack, method: this.pending?.method ?? "start" });
  }

  private drop(reason: CallError): void {
    this.worker?.terminate();
    this.worker = null;
    this.starting = null;
    this.started?.(fail(reason));
    this.started = null;
    this.nextId++;
    this.age++;
  }

  private settle(result: Result<Answer<Method>, CallError>): void {
    const pending = this.pending;
    this.pending = null;
    if (pending?.timer) clearTimeout(pending.timer);
    pending?.settle(result);
  }
}
