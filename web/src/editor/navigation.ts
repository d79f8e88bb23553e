// SPDX-License-Identifier: Apache-2.0
// Going to a definition, listing where a name is used, renaming it: by F12, Shift+F12 and F2, a definition also by a click with Ctrl. The
// host knows the program's other files and puts what is found on screen; a rename is typed into a bar above the text.

import { Prec, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, showPanel, type Panel } from "@codemirror/view";
import { hints, inCode, showHint } from "./hint";
import type { Place, ProgramNames, Rename } from "./program-names";

export interface NavigationHost {
  names(): ProgramNames;
  /** Of the file that is shown. */
  path(): string;
  goTo(place: Place): void;
  showReferences(name: string, places: Place[]): void;
  rename(from: string, to: string, rename: Rename): void;
}

export function navigation(host: NavigationHost): Extension {
  return [
    hints,
    renamePanels(host),
    Prec.high(
      keymap.of([
        { key: "F12", run: (view) => goToDefinition(view, host), shift: (view) => findReferences(view, host), preventDefault: true },
        { key: "F2", run: startRename, preventDefault: true },
      ]),
    ),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (event.button !== 0 || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at === null) return false;
        event.preventDefault();
        view.dispatch({ selection: { anchor: at } });
        view.focus();
        goToDefinition(view, host);
        return true;
      },
    }),
  ];
}

export function goToDefinition(view: EditorView, host: NavigationHost): boolean {
  const found = host.names().definition(host.path(), view.state.selection.main.head);
  if (found.ok) host.goTo(found.value);
  else showHint(view, found.error);
  return true;
}

export function findReferences(view: EditorView, host: NavigationHost): boolean {
  const at = view.state.selection.main.head;
  const found = host.names().references(host.path(), at);
  if (found.ok) host.showReferences(wordAt(view.state, at), found.value);
  else showHint(view, found.error);
  return true;
}

function wordAt(state: EditorState, at: number): string {
  const word = state.wordAt(at);
  return word ? state.sliceDoc(word.from, word.to) : "";
}

//===-- renaming --===//

const setRenaming = StateEffect.define<number | null>();

export function startRename(view: EditorView): boolean {
  view.dispatch({ effects: setRenaming.of(view.state.selection.main.head) });
  return true;
}

function renamePanels(host: NavigationHost): Extension {
  return StateField.define<number | null>({
    create: () => null,
    update(at, transaction) {
      for (const effect of transaction.effects) if (effect.is(setRenaming)) return effect.value;
      return transaction.docChanged ? null : at;
    },
    provide: (field) => showPanel.from(field, (at) => (at === null ? null : (view) => renamePanel(view, at, host))),
  });
}

function renamePanel(view: EditorView, at: number, host: NavigationHost): Panel {
  const close = () => {
    view.dispatch({ effects: setRenaming.of(null) });
    view.focus();
  };
  const target = host.names().renameable(host.path(), at);
  const dom = document.createElement("form");
  dom.className = "rename-panel";
  dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  });
  const field = document.createElement("input");
  const problem = Object.assign(document.createElement("span"), { className: "bad-text", id: "rename-problem" });
  problem.setAttribute("role", "alert");
  const cancel = Object.assign(document.createElement("button"), { type: "button", textContent: "Cancel", onclick: close });
  if (!target.ok) {
    dom.setAttribute("aria-label", "rename");
    problem.append("not renamed: ", ...inCode(target.error));
    cancel.textContent = "Close";
    dom.append(problem, cancel);
    return { dom, top: true, mount: () => cancel.focus() };
  }
  const { text } = target.value;
  const label = Object.assign(document.createElement("label"), { textContent: `Rename ${text} to ` });
  Object.assign(field, { type: "text", value: text, spellcheck: false, autocomplete: "off" });
  field.setAttribute("aria-describedby", "rename-problem");
  field.setAttribute("autocapitalize", "off");
  field.oninput = () => problem.replaceChildren();
  label.append(field);
  const submit = Object.assign(document.createElement("button"), { type: "submit", textContent: "Rename", className: "primary" });
  dom.setAttribute("aria-label", `rename ${text}`);
  dom.onsubmit = (event) => {
    event.preventDefault();
    const wanted = field.value.trim();
    if (wanted === text) return close();
    const rename = host.names().rename(host.path(), at, wanted);
    if (!rename.ok) {
      problem.replaceChildren(...inCode(rename.error));
      field.focus();
      return;
    }
    close();
    host.rename(text, wanted, rename.value);
  };
  dom.append(label, submit, cancel, problem);
  return {
    dom,
    top: true,
    mount: () => {
      field.focus();
      field.select();
    },
  };
}
