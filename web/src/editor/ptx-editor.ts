// SPDX-License-Identifier: Apache-2.0
// An editor of PTX: the text, underlines where the emulator had something to say, and a way to a place. It knows
// nothing of who runs it.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { LineIndex } from "../base/positions";
import type { Diagnostic, SourceRange } from "../base/protocol";
import { cardsOn, findPtx } from "./cards";
import { toEditorDiagnostics } from "./diagnostics";
import { ptx } from "./ptx";
import { editorTheme } from "./theme";

export class PtxEditor {
  private readonly view: EditorView;
  private silent = false;

  constructor(parent: HTMLElement, text: string, onEdit: (text: string) => void) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          lintGutter(),
          history(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          highlightSelectionMatches(),
          drawSelection(),
          ptx,
          cardsOn(() => findPtx, ["Mod-i"]),
          search({ top: true }),
          editorTheme,
          EditorState.tabSize.of(4),
          EditorView.contentAttributes.of({ "aria-label": "PTX to run", spellcheck: "false", tabindex: "0" }),
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.silent) onEdit(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  /** Another text from outside: nobody is told of it. */
  show(text: string): void {
    if (text === this.view.state.doc.toString()) return;
    this.silent = true;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
    });
    this.silent = false;
  }

  /** Underlines what is of `file`, in the text as it is now. */
  underline(diagnostics: readonly Diagnostic[], file: string): void {
    this.view.dispatch(setDiagnostics(this.view.state, toEditorDiagnostics(diagnostics, this.view.state.doc.toString(), file)));
  }

  goTo(range: SourceRange): void {
    const { from, to } = new LineIndex(this.view.state.doc.toString()).visibleSpan(range);
    this.view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center", x: "nearest" }),
    });
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }
}
