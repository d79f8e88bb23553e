// SPDX-License-Identifier: Apache-2.0
// What passes between the extension and the page of a pane.

import type { KernelLayouts, KernelTilings, LineSpan, SourceRange } from "../../src/base/protocol";

export type PaneKind = "tilings" | "layouts" | "timeline";

/** As `View` of the playground: what an older text brought stays, marked stale. */
export interface PaneView<T> {
  value: T | null;
  stale: boolean;
  loading: boolean;
  error: string | null;
}

/** To the page. A timeline is the JSON's text: the page reads and packs it as a file's. */
export type ToPane = { file: string } & (
  | { kind: "tilings"; view: PaneView<KernelTilings[]> }
  | { kind: "layouts"; view: PaneView<KernelLayouts[]> }
  | { kind: "timeline"; view: PaneView<string> }
);

export type FromPane =
  | { kind: "ready" }
  | { kind: "reveal"; range: SourceRange }
  /** Lines to be lit in the editor, each `[first, last]`; none puts the light out. */
  | { kind: "light"; file: string; lines: LineSpan[] }
  | { kind: "save"; name: string; text: string }
  | { kind: "again" };
