// SPDX-License-Identifier: Apache-2.0
// Whole programs, their launches by their PTX in the emulator of the code generator's module: what `tessera run --device
// emulator` does, in this tab. In a worker of its own, so that PTX is shown meanwhile and a run is cancelled by ending it.

import { readResult } from "../base/read";
import type { RunAnswer, RunOptions } from "../base/protocol";
import { fail, type Result } from "../base/result";
import { type CodeError, CodeHost, type CodeOptions, type FrozenProgram, type HostListener } from "./code-host";

export interface RunListener extends Pick<HostListener, "onOutput" | "onProgress"> {
  /** The module is on its way: bytes of it. */
  onLoading?(received: number, total: number): void;
}

interface Waiting {
  program: FrozenProgram;
  options: RunOptions;
  settle: (result: Result<RunAnswer, CodeError>) => void;
}

export class CodeRunner {
  private readonly host: CodeHost;
  private listener: RunListener = {};
  private waiting: Waiting | null = null;

  constructor(options: CodeOptions) {
    this.host = new CodeHost(options, {
      onReady: () => this.pump(),
      onLost: (error) => this.refuse(error),
      onOutput: (text) => this.listener.onOutput?.(text),
      onProgress: (kernel, done, total) => this.listener.onProgress?.(kernel, done, total),
    });
    this.host.state.subscribe((state) => state.phase === "loading" && this.listener.onLoading?.(state.received, state.total));
  }

  /** One at a time: whoever runs has ended the run before. */
  run(program: FrozenProgram, options: RunOptions, listener: RunListener): Promise<Result<RunAnswer, CodeError>> {
    return new Promise((settle) => {
      this.listener = listener;
      this.waiting = { program, options, settle };
      this.host.start();
      this.pump();
    });
  }

  cancel(): void {
    this.host.lose({ kind: "cancelled", message: "cancelled; the worker was ended" });
  }

  private pump(): void {
    if (!this.waiting || !this.host.isFree) return;
    const { program, options, settle } = this.waiting;
    this.waiting = null;
    this.host.ask(program, { kind: "run", options }, 0, (reply) => {
      if (!reply.ok) return settle(reply);
      if (reply.value.kind !== "ran") return settle(fail({ kind: "unavailable", message: "the worker answered another question" }));
      const result = readResult(reply.value.result);
      settle(result.ok ? result : fail({ kind: "unavailable", message: result.error }));
    });
  }

  private refuse(error: CodeError): void {
    const { waiting } = this;
    this.waiting = null;
    waiting?.settle(fail(error));
  }
}
