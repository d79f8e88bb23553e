// SPDX-License-Identifier: Apache-2.0
// What every pane is given: the program's state, the view's, the runner's, and a way to the editor.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { isSameFile } from "../base/files";
import type { Diagnostic, SourceRange } from "../base/protocol";
import type { EmulatorSession } from "../engine/emulator-session";
import type { RunnerSession } from "../engine/runner-session";
import type { Workspace } from "../engine/workspace";
import type { ViewState } from "./view-state";

/** Where the places that a run names lead to. */
export interface Places {
  /** The text is there to be looked at. */
  has(range: SourceRange): boolean;
  /** Shows a place in the editor. */
  goTo(range: SourceRange): void;
  /** A place in words: its line, and its file where there are several. */
  place(range: SourceRange): string;
  /** The same, with its column, as compilers write it. */
  spot(range: SourceRange): string;
  fix(diagnostic: Diagnostic): void;
}

export interface Page extends Places {
  workspace: Workspace;
  view: ViewState;
  runner: RunnerSession;
  /** PTX in this tab, and its debugger. */
  emulator: EmulatorSession;
  /** Runs in this tab and shows the results. */
  run(): void;
  announce(message: string): void;
  /** Files that the user dropped or chose. */
  openFiles(files: File[]): Promise<void>;
  openSettings(): void;
}

/** Whether a place of PTX's `.file` is in the program at hand: PTX may be anybody's, of another program's files. */
export function isOfProgram({ has, workspace }: Page, range: SourceRange): boolean {
  const file = workspace.list.named(range.file);
  return has(range) && file !== undefined && isSameFile(range.file, file.path);
}

export const PageContext = createContext<Page | null>(null);

/** Beside a page without a program: what runs there is somebody else's. */
export const PlacesContext = createContext<Places | null>(null);

export const placesElsewhere: Places = {
  has: () => false,
  goTo: () => undefined,
  place: ({ file, begin }) => `${file.slice(file.lastIndexOf("/") + 1)} ${begin.line}`,
  spot: ({ file, begin }) => `${file.slice(file.lastIndexOf("/") + 1)}:${begin.line}:${begin.column}`,
  fix: () => undefined,
};

export function usePlaces(): Places {
  const [places, page] = [useContext(PlacesContext), useContext(PageContext)];
  const found = places ?? page;
  if (!found) throw new Error("a pane outside of the page");
  return found;
}

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("a pane outside of the page");
  return page;
}
