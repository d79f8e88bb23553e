// SPDX-License-Identifier: Apache-2.0
// A word beside the cursor that goes with the next key: why something that was asked for can't be done there.

import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { EditorView, showTooltip, type Tooltip } from "@codemirror/view";

const setHint = StateEffect.define<string>();

export const hints: Extension = StateField.define<Tooltip | null>({
  create: () => null,
  update(hint, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setHint)) return effect.value === "" ? null : tooltipOf(effect.value, transaction.state.selection.main.head);
    return transaction.docChanged || transaction.selection ? null : hint;
  },
  provide: (field) => showTooltip.from(field),
});

function tooltipOf(message: string, pos: number): Tooltip {
  return {
    pos,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "entry-card editor-hint";
      dom.setAttribute("role", "status");
      dom.append(...inCode(message));
      return { dom };
    },
  };
}

export function showHint(view: EditorView, message: string): void {
  view.dispatch({ effects: setHint.of(message) });
}

/** Backticks mark code in messages. */
export function inCode(message: string): (Node | string)[] {
  return message
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part : Object.assign(document.createElement("code"), { textContent: part })));
}
