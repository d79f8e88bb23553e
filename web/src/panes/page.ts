// SPDX-License-Identifier: Apache-2.0
// What every pane is given: the program's state, the view's, the runner's, and a way to the editor.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Diagnostic, SourceRange } from "../base/protocol";
import type { RunnerSession } from "../engine/runner-session";
import type { Workspace } from "../engine/workspace";
import type { ViewState } from "./view-state";

export interface Page {
  workspace: Workspace;
  view: ViewState;
  runner: RunnerSession;
  /** Shows a place in the editor. */
  goTo(range: SourceRange): void;
  /** A place in words: its line, and its file where there are several. */
  place(range: SourceRange): string;
  fix(diagnostic: Diagnostic): void;
  /** Runs in this tab and shows the results. */
  run(): void;
  announce(message: string): void;
  /** Files that the user dropped or chose. */
  openFiles(files: File[]): Promise<void>;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("a pane outside of the page");
  return page;
}
