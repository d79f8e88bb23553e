// SPDX-License-Identifier: Apache-2.0
// The editor's theme as the playground's: VS Code says on the body which of four kinds it is, and pane.css takes its colours. What is
// drawn on a canvas is told the theme by its kind and its ground, and repaints when either changes.

import { signal } from "@preact/signals";

export const theme = signal("");

export function followTheme(): void {
  const read = () => {
    const { classList } = document.body;
    const isLight = classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light");
    document.documentElement.dataset["theme"] = isLight ? "light" : "dark";
    const ground = getComputedStyle(document.documentElement).getPropertyValue("--vscode-editor-background");
    theme.value = `${document.body.className} ${ground}`;
  };
  const watcher = new MutationObserver(read);
  watcher.observe(document.body, { attributeFilter: ["class", "data-vscode-theme-id"] });
  // The colours themselves stand on the root; `data-theme` there is ours and no news.
  watcher.observe(document.documentElement, { attributeFilter: ["style"] });
  read();
}
