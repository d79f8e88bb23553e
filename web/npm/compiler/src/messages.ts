// SPDX-License-Identifier: Apache-2.0
// What a worker is told and tells. One call is under way at a time, and a worker that has thrown is never used again.

/** The three modules of wasm/: each is a file of its own, loaded when it is first needed. */
export type ModuleName = "compiler" | "code" | "emulator";

export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

export interface Call {
  kind: "call";
  id: number;
  request: { method: string } & Record<string, unknown>;
  /** An artifact, of the code generator's `load`. */
  artifact?: Uint8Array;
  /** Of the emulator's `prepare`. */
  files?: NamedBytes[];
}

export type ToWorker =
  /** `libraries`: the addresses of the library's parts in Python, by their folder's name. */
  { kind: "start"; which: ModuleName; glue: string; module: WebAssembly.Module; libraries: Record<string, string> } | Call;

export type Reply = { ok: true; value: unknown } | { ok: false; error: string };

export type FromWorker =
  | { kind: "ready" }
  /** `memory` is all of the module's, which never shrinks. */
  | { kind: "answer"; id: number; reply: Reply; memory: number; bytes?: Uint8Array }
  | { kind: "output"; text: string }
  | { kind: "progress"; kernel: string; done: number; total: number }
  /** The worker's last word: the module's state is unknown. */
  | { kind: "crash"; name: string; message: string };
