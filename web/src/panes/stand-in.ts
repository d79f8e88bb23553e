// SPDX-License-Identifier: Apache-2.0
// What the playground's panes are given where there is no playground: views that somebody else fills, and ways to places. Only what
// TilingsPane, LayoutsPane and TimelineView read is there; the types below say which that is, and a pane that begins to read more fails
// here with a name.

import { signal, type Signal } from "@preact/signals";
import type { CompileAnswer, Diagnostic, KernelLayouts, KernelTilings } from "../base/protocol";
import { noView, type View } from "../engine/followed";
import type { Page, Places } from "./page";
import { ViewState } from "./view-state";

export interface StandInViews {
  tilings: Signal<View<KernelTilings[]>>;
  layouts: Signal<View<KernelLayouts[]>>;
}

type Known = Pick<Page["workspace"], "tilings" | "layouts"> & {
  compiled: { value: View<CompileAnswer> };
  diagnostics: { value: Diagnostic[] };
};

/** `where` is named by what is thrown for something that is not there. */
export function makeStandIn({ tilings, layouts }: StandInViews, places: Places, where: string): Page {
  const workspace: Known = { tilings, layouts, compiled: signal(noView), diagnostics: signal([]) };
  const nowhere = (name: string) =>
    new Proxy({}, { get: (_, field) => { throw new Error(`\`${name}.${String(field)}\` is not there in ${where}`); } }); // prettier-ignore
  return {
    ...places,
    workspace: workspace as unknown as Page["workspace"],
    view: new ViewState(),
    runner: nowhere("runner") as Page["runner"],
    emulator: nowhere("emulator") as Page["emulator"],
    run: () => undefined,
    announce: () => undefined,
    openFiles: () => Promise.resolve(),
    openSettings: () => undefined,
  };
}
