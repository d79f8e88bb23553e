// SPDX-License-Identifier: Apache-2.0
// How the editor is set up, kept in this browser. The size is of all code on the page, by styles.css's own variable.

import { effect, signal } from "@preact/signals";
import { readSettings, usualSettings } from "../base/editor-settings";
import { kept } from "../base/storage";

const key = "tessera.editor";

export const editorSettings = signal(usualSettings);

/** Reads what is kept, and keeps what is set from now on. */
export function followEditorSettings(): void {
  editorSettings.value = readSettings(kept.get(key));
  effect(() => {
    const settings = editorSettings.value;
    const usual = JSON.stringify(settings) === JSON.stringify(usualSettings);
    if (usual) kept.remove(key);
    else kept.set(key, JSON.stringify(settings));
    const root = document.documentElement.style;
    if (settings.fontSize === usualSettings.fontSize) root.removeProperty("--code-size");
    else root.setProperty("--code-size", `${settings.fontSize}px`);
  });
}
