// SPDX-License-Identifier: Apache-2.0
// The compiler that a page's elements share: made when the first program comes into view, never for ready data.

import type { ElementCompiler } from "../types/data";

let make: (() => Promise<ElementCompiler>) | null = null;
let made: Promise<ElementCompiler> | null = null;

export function useCompiler(other: () => Promise<ElementCompiler>): void {
  make = other;
  made = null;
}

/** One that could not be had is asked for again by the next element. */
export function getCompiler(): Promise<ElementCompiler> {
  if (!make)
    return Promise.reject(
      new Error("this page has no compiler: import `tessera-elements` in place of `tessera-elements/data`, or give ready data"),
    );
  made ??= make();
  made.catch(() => (made = null));
  return made;
}
