// SPDX-License-Identifier: Apache-2.0
// What the playground's panes are given where there is no playground: views that the extension fills, and ways to the editor that are
// messages. Only what TilingsPane and LayoutsPane read is there; the types below say which that is, and a pane that begins to read more
// fails here with a name.

import { effect, signal } from "@preact/signals";
import { nameLine } from "../../src/base/positions";
import type { CompileAnswer, Diagnostic, KernelLayouts, KernelTilings, SourceRange } from "../../src/base/protocol";
import { noView, type View } from "../../src/engine/followed";
import type { Page } from "../../src/panes/page";
import { ViewState } from "../../src/panes/view-state";
import type { FromPane } from "../src/messages";

export const tilings = signal<View<KernelTilings[]>>(noView);
export const layouts = signal<View<KernelLayouts[]>>(noView);
export const timeline = signal<View<string>>(noView);

type Known = Pick<Page["workspace"], "tilings" | "layouts"> & {
  compiled: { value: View<CompileAnswer> };
  diagnostics: { value: Diagnostic[] };
};

export function makePage(send: (message: FromPane) => void): Page {
  const workspace: Known = { tilings, layouts, compiled: signal(noView), diagnostics: signal([]) };
  const view = new ViewState();
  const nowhere = (name: string) =>
    new Proxy({}, { get: (_, field) => { throw new Error(`\`${name}.${String(field)}\` is not there in an editor`); } }); // prettier-ignore
  followLight(view, send);
  return {
    workspace: workspace as unknown as Page["workspace"],
    view,
    runner: nowhere("runner") as Page["runner"],
    emulator: nowhere("emulator") as Page["emulator"],
    has: () => true,
    goTo: (range) => send({ kind: "reveal", range }),
    place: placeOf,
    spot: ({ begin }) => `${begin.line}:${begin.column}`,
    // Fixes are the editor's own business.
    fix: (diagnostic) => diagnostic.range && send({ kind: "reveal", range: diagnostic.range }),
    run: () => undefined,
    announce: () => undefined,
    openFiles: () => Promise.resolve(),
    openSettings: () => undefined,
  };
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
