// SPDX-License-Identifier: Apache-2.0
// A text to read, or two of them as a difference: side by side where there is room, else one column with what is gone above what has come.

import { defaultKeymap } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { cardsOn, finders } from "./cards";
import { mlir } from "./mlir";
import { ptx } from "./ptx";
import { editorTheme } from "./theme";

export type Language = "python" | "mlir" | "ptx" | "llvm";

export interface Comparison {
  language: Language;
  a: string | null;
  b: string | null;
  /** Two columns. */
  wide: boolean;
  label: string;
}

// Beyond this a difference is coarser instead of slower.
const diffConfig = { scanLimit: 2000, timeout: 300 };
const collapseUnchanged = { margin: 4, minSize: 8 };

/** Puts it into `parent`; the answer takes it out again. */
export function showComparison(parent: HTMLElement, { language, a, b, wide, label }: Comparison): () => void {
  const plain = (name: string) => extensions(language, name);
  if (a !== null && b !== null && wide) {
    const view = new MergeView({
      parent,
      a: { doc: a, extensions: plain(`${label}, A`) },
      b: { doc: b, extensions: plain(`${label}, B`) },
      gutter: true,
      highlightChanges: true,
      diffConfig,
      collapseUnchanged,
    });
    return () => view.destroy();
  }
  const unified =
    a !== null && b !== null
      ? unifiedMergeView({
          original: a,
          mergeControls: false,
          gutter: true,
          highlightChanges: true,
          syntaxHighlightDeletions: true,
          diffConfig,
          collapseUnchanged,
        })
      : [];
  const name = a !== null && b !== null ? `${label}, from A to B` : `${label}, ${a !== null ? "A" : "B"}`;
  const view = new EditorView({ parent, state: EditorState.create({ doc: b ?? a ?? "", extensions: [plain(name), unified] }) });
  return () => view.destroy();
}

function extensions(language: Language, label: string): Extension {
  return [
    EditorState.readOnly.of(true),
    lineNumbers(),
    search({ top: true }),
    language === "python" ? python() : [language === "ptx" ? ptx : mlir, cardsOn(() => finders[language], ["i", "Mod-i"])],
    editorTheme,
    EditorView.contentAttributes.of({ "aria-label": `${label}, read only`, tabindex: "0" }),
    keymap.of([...defaultKeymap, ...searchKeymap]),
  ];
}
