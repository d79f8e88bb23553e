// SPDX-License-Identifier: Apache-2.0
// The code generator as the page sees it: absent until somebody asks for what lies below `tilegpu`, then a worker with a module
// of its own. One question is under way at a time; of those that come meanwhile only the last is asked, since each follows the
// text or the view as it is now.

import { signal } from "@preact/signals";
import { fail, ok, type Result } from "../base/result";
import type { CodeAnswer, CodeFiles, CodeWorkerLike, FromCodeWorker, MachineStage } from "./code-messages";

export type CodeState =
  { phase: "absent" } | { phase: "loading"; received: number; total: number } | { phase: "ready" } | { phase: "failed"; message: string };

export interface CodeQuestion {
  /** The program, frozen; `name` is its digest, by which the worker knows whether it holds it. */
  artifact: Uint8Array<ArrayBuffer>;
  name: string;
  stage: MachineStage;
  /** One kernel, or all. */
  kernel?: string;
}

/** `superseded`: a later question took this one's place. */
export type CodeError = { kind: "superseded" | "unavailable" | "crash" | "timeout"; message: string };
type Answered = Result<CodeAnswer, CodeError>;

export interface CodeOptions {
  spawn: () => CodeWorkerLike;
  files: CodeFiles;
  /** What crosses the network; 0 when unknown. */
  packedBytes?: number;
  /** Whether a service worker answers the page's requests. */
  controlled: () => boolean;
  limitMs?: number;
}

interface Asked {
  question: CodeQuestion;
  settle: (answer: Answered) => void;
}

const superseded: CodeError = { kind: "superseded", message: "something else was asked for meanwhile" };

export class CodeGenerator {
  readonly state = signal<CodeState>({ phase: "absent" });
  private worker: CodeWorkerLike | null = null;
  private current: Asked | null = null;
  private waiting: Asked | null = null;
  /** The digest of the artifact that the worker holds. */
  private held = "";
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly options: CodeOptions) {}

  /** What loading the module takes from the network; 0 when unknown. */
  get packedBytes(): number {
    return this.options.packedBytes ?? 0;
  }

  generate(question: CodeQuestion): Promise<Answered> {
    return new Promise((settle) => {
      this.waiting?.settle(fail(superseded));
      this.waiting = { question, settle };
      this.pump();
    });
  }

  private pump(): void {
    if (this.current || !this.waiting) return;
    if (!this.worker) this.load();
    if (this.state.value.phase !== "ready" || !this.worker) return;
    this.current = this.waiting;
    this.waiting = null;
    const { artifact, name, stage, kernel } = this.current.question;
    const limitMs = this.options.limitMs ?? 60_000;
    this.timer = setTimeout(
      () => this.lose({ kind: "timeout", message: `generating code took more than ${limitMs / 1000} s and was stopped` }),
      limitMs,
    );
    const isHeld = this.held === name;
    this.held = name;
    this.worker.postMessage({ kind: "generate", stage, ...(isHeld ? {} : { artifact }), ...(kernel === undefined ? {} : { kernel }) });
  }

  private load(): void {
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

  private hear(message: FromCodeWorker): void {
    if (message.kind === "loading") this.state.value = { phase: "loading", received: message.received, total: message.total };
    else if (message.kind === "ready") this.state.value = { phase: "ready" };
    else if (message.kind === "unloaded") this.lose({ kind: "unavailable", message: message.message });
    else if (message.kind === "crash") this.lose({ kind: "crash", message: message.what });
    else if (message.kind === "answer") this.settle(ok(message.answer));
    else {
      this.held = ""; // what it was given may be what it refused
      this.settle(fail({ kind: "unavailable", message: message.message }));
    }
    this.pump();
  }

  private settle(answer: Answered): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const asked = this.current;
    this.current = null;
    asked?.settle(answer);
  }

  /** The worker is of no use any more; the next question starts another. */
  private lose(error: CodeError): void {
    this.worker?.terminate();
    this.worker = null;
    this.held = "";
    this.state.value = { phase: "failed", message: error.message };
    const { current, waiting } = this;
    this.waiting = null;
    if (current) this.settle(fail(error));
    waiting?.settle(fail(error));
  }
}
