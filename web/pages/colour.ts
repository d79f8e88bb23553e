// SPDX-License-Identifier: Apache-2.0
// Python as HTML, coloured as the editor colours it.

import { pythonLanguage } from "@codemirror/lang-python";
import { classHighlighter, highlightCode } from "@lezer/highlight";

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A line a `<span>`, so that a counter can number them. */
export function colourLines(text: string): string {
  let lines = "<span>";
  const put = (part: string, classes: string) => (lines += classes ? `<i class="${classes}">${escapeHtml(part)}</i>` : escapeHtml(part));
  highlightCode(text, pythonLanguage.parser.parse(text), classHighlighter, put, () => (lines += "\n</span><span>"));
  return `${lines}</span>`;
}

/** Only what has a colour is marked: pages of hundreds of examples would be twice as long with every name in a tag. */
export function colourPython(text: string): string {
  let html = "";
  const put = (part: string, classes: string) => {
    const shown = /tok-(keyword|string|number|bool|comment|className|meta)\b/.exec(classes)?.[0];
    html += shown && part.trim() ? `<i class="${shown}">${escapeHtml(part)}</i>` : escapeHtml(part);
  };
  highlightCode(text, pythonLanguage.parser.parse(text), classHighlighter, put, () => (html += "\n"));
  return html;
}
