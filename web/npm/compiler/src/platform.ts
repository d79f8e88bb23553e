// SPDX-License-Identifier: Apache-2.0
// What differs between Node and a page: where files are, how a module is read, what a thread is.

import type { FromWorker, ModuleName, ToWorker } from "./messages.js";

export interface Thread {
  post(message: ToWorker): void;
  terminate(): void;
  /** Something is awaited of it, or nothing any more: in Node an idle thread does not keep the process from ending. */
  hold(isAwaited: boolean): void;
}

export interface Hearing {
  onMessage(message: FromWorker): void;
  /** It could not be started, or died. */
  onDeath(message: string): void;
}

export interface Platform {
  startThread(hearing: Hearing): Thread;
  /** Throws what can be told to a user. `onProgress` counts bytes of the module, unpacked; `total` is 0 where it is not known. */
  loadModule(address: string, onProgress: (received: number, total: number) => void): Promise<WebAssembly.Module>;
  glue: Record<ModuleName, string>;
  wasm: Record<ModuleName, string>;
  libraries: Record<string, string>;
}

/** Folders of the library that are written in Python; a test compares them with the compiler's own. */
export const libraryFolders = ["derivatives", "jax", "mosaic_gpu", "numpy", "pallas", "python", "testing", "torch", "triton"] as const;
