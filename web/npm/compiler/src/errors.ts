// SPDX-License-Identifier: Apache-2.0
// What this package throws, all of it a `TesseraError`: the class says who can do something about it. The names and their meanings are
// those of the Python package (runner/packages/python).

import type { Diagnostic } from "../../../src/base/protocol";
import { formatDiagnostic, type Sources } from "./diagnostics.js";
import type { RunResult } from "./results.js";

/** Anything that this package throws on purpose, but for the reason of a signal that was aborted. */
export class TesseraError extends Error {
  override name = "TesseraError";
}

/** An argument is wrong: a type, a name that is none, a value that does not fit. */
export class UsageError extends TesseraError {
  override name = "UsageError";
}

/** What a message says of diagnostics: the errors, each with its line of the text. */
function tell(diagnostics: readonly Diagnostic[], sources: Sources, otherwise: string): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map((one) => formatDiagnostic(one, sources)).join("\n") || otherwise;
}

/**
 * The program does not compile, raises an exception of its own while it is evaluated, or has a kernel without code for the target. Of
 * `emulate`: the PTX is refused.
 */
export class CompileError extends TesseraError {
  override name = "CompileError";
  constructor(
    /** In source order, each with its range and, where there is one, a fix. */
    readonly diagnostics: readonly Diagnostic[],
    sources: Sources = {},
    /** What the program printed before it failed, as far as somebody ran it. */
    readonly output = "",
  ) {
    super(tell(diagnostics, sources, "the program does not compile"));
  }
  /** The diagnostics that are errors. */
  get errors(): Diagnostic[] {
    return this.diagnostics.filter(({ severity }) => severity === "error");
  }
}

/** A check of the program failed, a launch did, or a run found a race, a deadlock or a bad access. */
export class RunError extends TesseraError {
  override name = "RunError";
  constructor(
    readonly diagnostics: readonly Diagnostic[],
    sources: Sources = {},
    /** All that there is of the run; of `emulate` nothing. */
    readonly result: RunResult | null = null,
  ) {
    super(tell(diagnostics, sources, "the run failed"));
  }
  get errors(): Diagnostic[] {
    return this.diagnostics.filter(({ severity }) => severity === "error");
  }
}

/** There is not enough memory, or something else of this machine: the program may be right. */
export class InfrastructureError extends TesseraError {
  override name = "InfrastructureError";
}

/** `maxMilliseconds` were over. What ran was ended. */
export class TimedOut extends TesseraError {
  override name = "TimedOut";
}

/** A module can't be loaded, or crashed. A crash is a bug of Tessera's; the next question finds a fresh module. */
export class ModuleError extends TesseraError {
  override name = "ModuleError";
}
