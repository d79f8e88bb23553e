// SPDX-License-Identifier: Apache-2.0
// All that the package has, but for `createTessera`, which Node and pages have each their own of.

export { array, scalar, TypedData, TypedScalar, type AnyTypedArray, type Dtype } from "./arrays.js";
export { Program, Tessera } from "./compiler.js";
export type { Artifact, FreezeOptions, LoadingProgress, RunOptions } from "./compiler.js";
export { formatDiagnostic, type Sources } from "./diagnostics.js";
export type { Argument, EmulateOptions, Emulation, Extent } from "./emulation.js";
export { CompileError, InfrastructureError, ModuleError, RunError, TesseraError, TimedOut, UsageError } from "./errors.js";
export type { CompileOptions, Literal, Source, SourceFiles } from "./input.js";
export type { Hooks, Limit } from "./module-worker.js";
export type { LaunchResult, LaunchTimeline, Pass, Prediction, RunResult, Timeline, TimelineEvent } from "./results.js";
export type {
  Box,
  BufferAccess,
  Check,
  Diagnostic,
  DiagnosticNote,
  ExplainAnswer,
  ExplainedKernel,
  ExplainedReason,
  KernelLayouts,
  KernelTilings,
  Launch,
  LayoutBases,
  Operand,
  Position,
  ReferenceEntry,
  ScheduleChoice,
  SchedulePlan,
  SchedulePrediction,
  SharedBuffer,
  SourceRange,
  ValueLayout,
} from "../../../src/base/protocol";

/** Of `createTessera`. */
export interface TesseraOptions {
  /**
   * Where this package's folder lies, for pages whose bundler left the files `wasm/` and `dist/worker.js` behind: an address that ends with
   * `/`.
   */
  base?: string | URL;
  /** How far a module is on its way. */
  onLoading?: (progress: import("./compiler.js").LoadingProgress) => void;
  /** Gives up on loading. */
  signal?: AbortSignal;
}
