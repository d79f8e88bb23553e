// SPDX-License-Identifier: Apache-2.0
// What the page and the emulator's worker say to each other. One call at a time; a worker that has thrown is never used
// again.

import type { ModuleFiles } from "./module";

/** A .npy file that `@name` of an argument means. */
export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

export type ToEmulator =
  | { kind: "start"; files: ModuleFiles; glue: string; controlled: boolean }
  | { kind: "call"; id: number; request: { method: string } & Record<string, unknown>; files: NamedBytes[] };

export type FromEmulator =
  | { kind: "loading"; received: number; total: number }
  | { kind: "ready" }
  | { kind: "unloaded"; message: string }
  /** How many instructions a replay of the debugger has executed. */
  | { kind: "progress"; instructions: number }
  /** `bytes` after `array`; `memory` is the module's whole memory. */
  | { kind: "answer"; id: number; reply: EmulatorReply; memory: number; bytes?: Uint8Array<ArrayBuffer> }
  | { kind: "lost"; what: string; stack: string; outOfMemory: boolean };

export type EmulatorReply = { ok: true; value: unknown } | { ok: false; error: string };

/** The part of `Worker` that the host needs; tests bring their own. */
export interface EmulatorWorkerLike {
  postMessage(message: ToEmulator): void;
  terminate(): void;
  onmessage: ((event: { data: FromEmulator }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null;
}
