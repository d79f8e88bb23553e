// SPDX-License-Identifier: Apache-2.0
// The code generator's protocol (wasm/codegen): what its module answers, and what the page and its worker say to each other.

import type { Diagnostic, RunAnswer, RunOptions } from "../base/protocol";
import type { ModuleFiles } from "./module";

export const machineStages = ["llvm", "ptx"] as const;
export type MachineStage = (typeof machineStages)[number];

/** Every kernel's text; null for one that is refused, with the reason among the diagnostics. */
export interface CodeAnswer {
  kernels: { name: string; text: string | null }[];
  diagnostics: Diagnostic[];
  milliseconds: number;
}

export interface CodeFiles extends ModuleFiles {
  /** The address of tessera-code.js. */
  glue: string;
}

export type ToCodeWorker =
  | { kind: "load"; files: CodeFiles; controlled: boolean }
  /** `artifact` where the worker does not hold it yet; no `kernel` stands for all. */
  | { kind: "generate"; artifact?: Uint8Array<ArrayBuffer>; stage: MachineStage; kernel?: string }
  | { kind: "run"; artifact?: Uint8Array<ArrayBuffer>; options: RunOptions };

export type FromCodeWorker =
  | { kind: "loading"; received: number; total: number }
  | { kind: "ready" }
  | { kind: "unloaded"; message: string }
  | { kind: "answer"; answer: CodeAnswer }
  /** While a run is under way. */
  | { kind: "output"; text: string }
  | { kind: "progress"; kernel: string; done: number; total: number }
  | { kind: "ran"; result: RunAnswer }
  /** The module refused the request. */
  | { kind: "refused"; message: string }
  /** Something was thrown: the module's state is unknown, and this is the worker's last word. */
  | { kind: "crash"; what: string };

/** The part of `Worker` that the page needs; tests bring their own. */
export interface CodeWorkerLike {
  postMessage(message: ToCodeWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromCodeWorker }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null;
}
