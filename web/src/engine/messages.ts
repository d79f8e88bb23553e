// SPDX-License-Identifier: Apache-2.0
// What the page and the worker say to each other. One call is under way at a time, and a worker that has thrown is never used
// again, so there is no cancelling and no state beyond these messages.

import type { Method, Methods } from "../base/protocol";
import type { ModuleFiles } from "./module";

export type ToWorker =
  /** For the first worker: load the module, hand it over, start it. */
  | { kind: "load"; files: ModuleFiles; glue: string; controlled: boolean }
  | { kind: "start"; glue: string; module: WebAssembly.Module }
  | { kind: "call"; id: number; request: { method: Method } & Record<string, unknown> };

export type FromWorker =
  /** `at`: when, in milliseconds since 1970; the page may be busy and hear of it later. */
  | { kind: "ready"; milliseconds: number; at: number }
  /** Of the first worker only. */
  | { kind: "loading"; received: number; total: number }
  | { kind: "module"; module: WebAssembly.Module }
  | { kind: "unloaded"; message: string }
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
  /** The text of a part of the library that is a file beside the module; null where it can't be had. */
  onLibrary(file: string): string | null;
}
