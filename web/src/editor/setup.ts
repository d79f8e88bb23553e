// SPDX-License-Identifier: Apache-2.0
// What of the editor a user sets: an extension that is made anew with every change. Vim's keys are a package of their own, which is not
// loaded before they are asked for; until it is there the usual keys work.

import { indentUnit } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import type { EditorSettings } from "../base/editor-settings";
import { indentOf } from "./format";

let vimKeys: Extension | null = null;

/** Whether vim's keys are there now; asks for them where they are wanted. `onReady` is called when they come. */
export function loadVim(onReady: () => void): void {
  if (vimKeys) return;
  void import("@replit/codemirror-vim").then(
    ({ vim }) => {
      vimKeys = vim({ status: true });
      onReady();
    },
    // Without a network the usual keys stay; the next change of a setting tries again.
    () => undefined,
  );
}

/** Goes before all other keys. */
export function keysOf(settings: EditorSettings): Extension {
  return settings.vim && vimKeys ? vimKeys : [];
}

export function setupOf(settings: EditorSettings, text: string): Extension {
  return [
    settings.lineNumbers ? lineNumbers() : [],
    settings.wrap ? EditorView.lineWrapping : [],
    indentUnit.of(settings.indent > 0 ? " ".repeat(settings.indent) : indentOf(text)),
    EditorState.tabSize.of(settings.indent > 0 ? settings.indent : 4),
  ];
}
