// SPDX-License-Identifier: Apache-2.0
// One worker with the code generator's module: started when it is first needed, asked one thing at a time, given an artifact
// once, forgotten when it was lost.

import { signal } from "@preact/signals";
import { fail, ok, type Result } from "../base/result";
import type { CodeFiles, CodeWorkerLike, FromCodeWorker, ToCodeWorker } from "./code-messages";

export type CodeState =
  { phase: "absent" } | { phase: "loading"; received: number; total: number } | { phase: "ready" } | { phase: "failed"; message: string };

/** `superseded`: a later question took this one's place. */
export type CodeError = { kind: "superseded" | "unavailable" | "crash" | "timeout" | "cancelled"; message: string };

export interface CodeOptions {
  spawn: () => CodeWorkerLike;
  files: CodeFiles;
  /** What crosses the network; 0 when unknown. */
  packedBytes?: number;
  /** Whether a service worker answers the page's requests. */
  controlled: () => boolean;
  limitMs?: number;
}

/** The program, frozen; `name` is its digest, by which the worker knows whether it holds it. */
export interface FrozenProgram {
  artifact: Uint8Array<ArrayBuffer>;
  name: string;
}

type Request = Exclude<ToCodeWorker, { kind: "load" }>;
export type CodeReply = Extract<FromCodeWorker, { kind: "answer" | "ran" }>;

export interface HostListener {
  /** It may be asked now. */
  onReady(): void;
  /** Nothing is under way, and what waits will find no worker. */
  onLost(error: CodeError): void;
  onOutput?(text: string): void;
  onProgress?(kernel: string, done: number, total: number): void;
}

export class CodeHost {
  readonly state = signal<CodeState>({ phase: "absent" });
  private worker: CodeWorkerLike | null = null;
  private pending: ((reply: Result<CodeReply, CodeError>) => void) | null = null;
  private held = "";
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly options: CodeOptions,
    private readonly listener: HostListener,
  ) {}

  get isFree(): boolean {
    return this.pending === null && this.state.value.phase === "ready" && this.worker !== null;
  }

  /** A worker, if there is none. */
  start(): void {
    if (this.worker) return;
    const { spawn, files, controlled } = this.options;
    const worker = spawn();
    this.worker = worker;
    this.state.value = { phase: "loading", received: 0, total: files.bytes };
    worker.onmessage = ({ data }) => this.worker === worker && this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (this.worker === worker) this.lose({ kind: "crash", message: event.message || "the worker died without a word" });
    };
    worker.postMessage({ kind: "load", files, controlled: controlled() });
  }

  /** Only while it `isFree`. `limitMs` of 0: as long as it takes. */
  ask(program: FrozenProgram, request: Request, limitMs: number, settle: (reply: Result<CodeReply, CodeError>) => void): void {
    this.pending = settle;
    const what = request.kind === "run" ? "the run" : "generating code";
    if (limitMs > 0)
      this.timer = setTimeout(
        () => this.lose({ kind: "timeout", message: `${what} took more than ${limitMs / 1000} s and was stopped` }),
        limitMs,
      );
    const isHeld = this.held === program.name;
    this.held = program.name;
    this.worker?.postMessage({ ...request, ...(isHeld ? {} : { artifact: program.artifact }) });
  }

  /** The worker is of no use any more; the next start makes another. */
  lose(error: CodeError): void {
    this.worker?.terminate();
    this.worker = null;
    this.held = "";
    this.state.value = error.kind === "cancelled" ? { phase: "absent" } : { phase: "failed", message: error.message };
    this.settle(fail(error));
    this.listener.onLost(error);
  }

  private hear(message: FromCodeWorker): void {
    switch (message.kind) {
      case "loading":
        this.state.value = { phase: "loading", received: message.received, total: message.total };
        return;
      case "output":
        return this.listener.onOutput?.(message.text);
      case "progress":
        return this.listener.onProgress?.(message.kernel, message.done, message.total);
      case "unloaded":
        return this.lose({ kind: "unavailable", message: message.message });
      case "crash":
        return this.lose({ kind: "crash", message: message.what });
      case "ready":
        this.state.value = { phase: "ready" };
        break;
      case "refused":
        this.held = ""; // what it was given may be what it refused
        this.settle(fail({ kind: "unavailable", message: message.message }));
        break;
      default:
        this.settle(ok(message));
    }
    this.listener.onReady();
  }

  private settle(reply: Result<CodeReply, CodeError>): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const pending = this.pending;
    this.pending = null;
    pending?.(reply);
  }
}
