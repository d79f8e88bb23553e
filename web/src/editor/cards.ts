// SPDX-License-Identifier: Apache-2.0
// Cards over words of a text: of what the pointer rests on, and by a key of what the cursor is on. Tables of cards are large and
// seldom asked, so they are fetched when the first card is.

import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import type { Card, FindCard } from "../base/cards";

export const findOperation: FindCard = async (line, column) => (await import("../base/operations")).operationCardAt(line, column);
export const findLlvm: FindCard = async (line, column) => (await import("../base/llvm-cards")).llvmCardAt(line, column);
export const findPtx: FindCard = async (line, column) => (await import("../base/ptx-cards")).ptxCardAt(line, column);

/** By the language of a text. */
export const finders = { mlir: findOperation, llvm: findLlvm, ptx: findPtx };

const setCard = StateEffect.define<Tooltip | null>();

/** The card that a key has opened: it goes with the cursor's next move. */
const openCard = StateField.define<Tooltip | null>({
  create: () => null,
  update(open, transaction) {
    for (const effect of transaction.effects) if (effect.is(setCard)) return effect.value;
    return transaction.selection || transaction.docChanged ? null : open;
  },
  provide: (field) => showTooltip.from(field),
});

/** `keys` open the card at the cursor and close it again. */
export function cardsOn(find: () => FindCard, keys: readonly string[]): Extension {
  const toggle = (view: EditorView) => {
    const head = view.state.selection.main.head;
    if (view.state.field(openCard)) view.dispatch({ effects: setCard.of(null) });
    else
      void cardAt(view, find(), head).then((tooltip) => {
        if (view.state.selection.main.head === head) view.dispatch({ effects: setCard.of(tooltip) });
      });
    return true;
  };
  const close = (view: EditorView) => {
    if (!view.state.field(openCard)) return false;
    view.dispatch({ effects: setCard.of(null) });
    return true;
  };
  return [
    openCard,
    hoverTooltip((view, position) => cardAt(view, find(), position), { hideOnChange: true }),
    keymap.of([...keys.map((key) => ({ key, run: toggle })), { key: "Escape", run: close }]),
  ];
}

async function cardAt(view: EditorView, find: FindCard, position: number): Promise<Tooltip | null> {
  const line = view.state.doc.lineAt(position);
  const found = await find(line.text, position - line.from);
  if (!found) return null;
  return {
    pos: line.from + found.from,
    end: line.from + found.to,
    above: true,
    create: () => ({ dom: drawCard(found.card) }),
  };
}

export function drawCard(card: Card): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "entry-card word-card";
  dom.setAttribute("role", "status");
  const title = dom.appendChild(document.createElement("code"));
  title.className = "word-title";
  title.append(...(card.parts ? markTitle(card) : [card.title]));
  dom.appendChild(paragraph(card.text));
  if (card.parts) {
    const list = dom.appendChild(document.createElement("dl"));
    for (const part of card.parts) {
      const name = list.appendChild(document.createElement("dt"));
      name.textContent = part.name;
      const text = list.appendChild(document.createElement("dd"));
      text.append(...pieces(part.text));
      for (const each of part.marked ? [name, text] : []) each.classList.add("marked");
    }
  }
  for (const text of card.more ?? []) {
    if (text.startsWith("    ")) {
      const code = dom.appendChild(document.createElement("pre"));
      code.textContent = text.replace(/^ {4}/gm, "");
      code.tabIndex = 0; // it may be wider than the card
    } else dom.appendChild(paragraph(text));
  }
  return dom;
}

/** The opcode's name with the modifier that is meant standing out. */
function markTitle(card: Card): (string | HTMLElement)[] {
  const names = card.parts?.map((part) => part.name) ?? [];
  const head = card.title.slice(0, card.title.length - names.join("").length);
  return [
    head,
    ...(card.parts ?? []).map((part) => {
      if (!part.marked) return part.name;
      const mark = document.createElement("mark");
      mark.textContent = part.name;
      return mark;
    }),
  ];
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.append(...pieces(text));
  return element;
}

function pieces(text: string): (string | HTMLElement)[] {
  return text.split("`").map((part, index) => {
    if (index % 2 === 0) return part;
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}
