// SPDX-License-Identifier: Apache-2.0
// The elements, as a page's script sees them. They are defined by importing the package.

/** What the elements ask of a compiler; `createTessera` of tessera-kernels makes one. */
export interface ElementCompiler {
  compile(source: string, options: { file?: string; target?: string; set?: Record<string, never> }): Promise<ElementProgram>;
}

export interface ElementProgram {
  tilings(): Promise<readonly object[]>;
  layouts(): Promise<readonly object[]>;
  timeline(device: "interpreter" | "emulator"): Promise<readonly object[]>;
}

/** Which compiler the page's elements share: called once, when the first of them with a program comes into view. */
export function useCompiler(make: () => Promise<ElementCompiler>): void;

/** What the three have in common. */
export interface TesseraElement extends HTMLElement {
  /** A program's text. Null: what `src` names, or the element's `<script>` has. */
  source: string | null;
  /** Ready data, in the place of a program: what the compiler answered elsewhere, parsed. */
  data: object | null;
  /** The attribute of the same name; so are the others. The address of a program (`.py`) or of data (`.json`). */
  src: string;
  /** `sm_90a` or `sm_80`. */
  target: string;
  /** JSON: literals in place of those that the program assigns at module level. */
  set: string;
  /** The accessible name. */
  label: string;
  /** `light` or `dark`; empty follows the page's `color-scheme`. */
  theme: string;
  /** Resolves when what was given last is drawn, or what is wrong is told. */
  readonly settled: Promise<void>;
}

/** `<tessera-tilings>`: which program of a launch touches which block. */
export interface TesseraTilings extends TesseraElement {}
/** `<tessera-layouts>`: which lane of which warp holds what, and where buffers lie in shared memory. */
export interface TesseraLayouts extends TesseraElement {}
/** `<tessera-timeline>`: who did what when. */
export interface TesseraTimeline extends TesseraElement {
  /** `interpreter` or `emulator`; empty tries both, in this order. */
  device: string;
}

export const TesseraTilings: { new (): TesseraTilings; prototype: TesseraTilings };
export const TesseraLayouts: { new (): TesseraLayouts; prototype: TesseraLayouts };
export const TesseraTimeline: { new (): TesseraTimeline; prototype: TesseraTimeline };

/** `{id, message, range}` and more of each, or null where something else went wrong, which `message` tells. */
export interface TesseraErrorDetail {
  message: string;
  diagnostics: readonly object[] | null;
}

/** A place of the source was asked for. */
export interface TesseraPlaceDetail {
  file: string;
  begin: { line: number; column: number };
  end: { line: number; column: number };
}

declare global {
  interface HTMLElementTagNameMap {
    "tessera-tilings": TesseraTilings;
    "tessera-layouts": TesseraLayouts;
    "tessera-timeline": TesseraTimeline;
  }
  interface HTMLElementEventMap {
    "tessera-error": CustomEvent<TesseraErrorDetail>;
    "tessera-place": CustomEvent<TesseraPlaceDetail>;
  }
}
