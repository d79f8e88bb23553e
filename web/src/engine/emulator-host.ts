// SPDX-License-Identifier: Apache-2.0
// Keeps the emulator's worker behind a promise: started when it is first asked, ended when it is stopped or has thrown.
// The next call finds a fresh one, which knows no text: `load`, `prepare` and `run` belong together and are asked again
// after a loss.

import { fail, ok, type Result } from "../base/result";
import type { EmulatorWorkerLike, FromEmulator, NamedBytes } from "./emulator-messages";
import type { ModuleFiles } from "./module";

export interface EmulatorError {
  /**
   * `memory`: the kernel wanted more than there is. `lost`: a bug of ours. `refused`: the request was wrong, or there
   * is no module.
   */
  kind: "stopped" | "memory" | "lost" | "refused";
  message: string;
}

export interface EmulatorHostOptions {
  spawn: () => EmulatorWorkerLike;
  files: () => { files: ModuleFiles; glue: string; controlled: boolean };
  onLoading?: (received: number, total: number) => void;
  onReady?: () => void;
  onProgress?: (instructions: number) => void;
}

export interface EmulatorAnswer<T> {
  value: T;
  bytes?: Uint8Array<ArrayBuffer>;
}

type Settle = (result: Result<EmulatorAnswer<unknown>, EmulatorError>) => void;

export class EmulatorHost {
  private worker: EmulatorWorkerLike | null = null;
  private pending: Settle | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private id = 0;
  /** The module's memory after the last answer. */
  memory = 0;

  constructor(private readonly options: EmulatorHostOptions) {}

  /** After the calls before it. */
  call<T>(method: string, params: object, files: NamedBytes[] = []): Promise<Result<EmulatorAnswer<T>, EmulatorError>> {
    const mine = this.last.then(() => this.callNow<T>(method, params, files));
    this.last = mine;
    return mine;
  }

  private callNow<T>(method: string, params: object, files: NamedBytes[]): Promise<Result<EmulatorAnswer<T>, EmulatorError>> {
    return new Promise((resolve) => {
      this.pending = resolve as Settle;
      this.worker ??= this.start();
      this.worker.postMessage({ kind: "call", id: ++this.id, request: { ...params, method }, files });
    });
  }

  stop(): void {
    this.drop({ kind: "stopped", message: "stopped" });
  }

  private start(): EmulatorWorkerLike {
    const worker = this.options.spawn();
    worker.onmessage = ({ data }) => this.worker === worker && this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (this.worker === worker) this.drop({ kind: "lost", message: event.message || "the emulator's worker died without a word" });
    };
    worker.postMessage({ kind: "start", ...this.options.files() });
    return worker;
  }

  private receive(message: FromEmulator): void {
    if (message.kind === "loading") this.options.onLoading?.(message.received, message.total);
    else if (message.kind === "ready") this.options.onReady?.();
    else if (message.kind === "progress") this.options.onProgress?.(message.instructions);
    else if (message.kind === "unloaded") this.drop({ kind: "refused", message: message.message });
    else if (message.kind === "lost")
      this.drop(
        message.outOfMemory
          ? { kind: "memory", message: message.what.replace(/^OutOfMemory: /, "") }
          : { kind: "lost", message: message.what },
      );
    else if (message.id === this.id) {
      this.memory = message.memory;
      const { reply, bytes } = message;
      this.settle(reply.ok ? ok({ value: reply.value, ...(bytes ? { bytes } : {}) }) : fail({ kind: "refused", message: reply.error }));
    }
  }

  private drop(reason: EmulatorError): void {
    this.worker?.terminate();
    this.worker = null;
    this.id++;
    this.settle(fail(reason));
  }

  private settle(result: Result<EmulatorAnswer<unknown>, EmulatorError>): void {
    const pending = this.pending;
    this.pending = null;
    pending?.(result);
  }
}
