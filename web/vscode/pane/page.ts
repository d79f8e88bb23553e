// SPDX-License-Identifier: Apache-2.0
// What the playground's panes are given in a webview: views that the extension fills, and ways to the editor that are messages.

import { effect, signal } from "@preact/signals";
import { nameLine } from "../../src/base/positions";
import type { KernelLayouts, KernelTilings, SourceRange } from "../../src/base/protocol";
import { noView, type View } from "../../src/engine/followed";
import type { Page } from "../../src/panes/page";
import { makeStandIn } from "../../src/panes/stand-in";
import type { ViewState } from "../../src/panes/view-state";
import type { FromPane } from "../src/messages";

export const tilings = signal<View<KernelTilings[]>>(noView);
export const layouts = signal<View<KernelLayouts[]>>(noView);
export const timeline = signal<View<string>>(noView);

export function makePage(send: (message: FromPane) => void): Page {
  const places = {
    has: () => true,
    goTo: (range: SourceRange) => send({ kind: "reveal", range }),
    place: placeOf,
    spot: ({ begin }: SourceRange) => `${begin.line}:${begin.column}`,
    // Fixes are the editor's own business.
    fix: (diagnostic: { range: SourceRange | null }) => diagnostic.range && send({ kind: "reveal", range: diagnostic.range }),
  };
  const page = makeStandIn({ tilings, layouts }, places, "an editor");
  followLight(page.view, send);
  return page;
}

/** The text that was sent has no name worth telling; an imported file has. */
export function placeOf(range: SourceRange): string {
  const name = range.file === "<stdin>" ? "" : range.file.slice(range.file.lastIndexOf("/") + 1);
  return nameLine({ ...range, file: name }, name !== "");
}

/** What a pane points at is lit in the editor. */
function followLight(view: ViewState, send: (message: FromPane) => void): void {
  let last = "[]";
  effect(() => {
    const { file, lines } = view.litSource.value;
    const now = JSON.stringify(lines.length > 0 ? [file, lines] : []);
    if (now !== last) send({ kind: "light", file, lines: [...lines] });
    last = now;
  });
}
