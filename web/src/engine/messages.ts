// SPDX-License-Identifier: Apache-2.0
// What the page and the worker say to each other. One call is under way at a time, and a worker that has thrown is never used
// again, so there is no cancelling and no state beyond these messages.

import type { Method, Methods } from "../base/protocol";

export type ToWorker =
  /** Read the glue while the module is still on its way. */
  | { kind: "prepare"; glue: string }
  | { kind: "start"; glue: string; module: WebAssembly.Module }
  | { kind: "call"; id: number; request: { method: Method } & Record<string, unknown> };

export type FromWorker =
  | { kind: "ready"; milliseconds: number }
  /** `bytes` are the artifact's, after `freeze`; `memory` is the module's whole memory, which never shrinks. */
  | { kind: "answer"; id: number; reply: Reply; memory: number; bytes?: Uint8Array<ArrayBuffer> }
  | { kind: "output"; text: string }
  | { kind: "progress"; kernel: string; done: number; total: number }
  /** Something was thrown: the module's state is unknown, and this is the worker's last word. */
  | { kind: "crash"; what: string; stack: string };

export type Reply = { ok: true; value: Methods[Method]["answer"] } | { ok: false; error: string };

/** The part of `Worker` that the engine needs; tests bring their own. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null;
}

/** What createTessera (wasm/bridge) gives. */
export interface TesseraModule {
  call(request: object): Reply;
  bytes(): Uint8Array<ArrayBuffer>;
  HEAPU8?: Uint8Array;
  onOutput?: (text: string) => void;
  onProgress?: (kernel: string, done: number, total: number) => void;
}

export interface TesseraOptions {
  instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
  print(text: string): void;
  printErr(text: string): void;
  onAbort(what: unknown): void;
  onOutput(text: string): void;
  onProgress(kernel: string, done: number, total: number): void;
}
