// SPDX-License-Identifier: Apache-2.0
// Python text in colours without an editor: for pages that only show it.

import { pythonLanguage } from "@codemirror/lang-python";
import { classHighlighter, highlightCode } from "@lezer/highlight";

export interface Piece {
  text: string;
  /** Classes such as `tok-keyword`; empty for plain text. */
  classes: string;
}

/** One list of pieces a line. */
export function highlightLines(text: string): Piece[][] {
  const lines: Piece[][] = [[]];
  highlightCode(
    text,
    pythonLanguage.parser.parse(text),
    classHighlighter,
    (piece, classes) => lines.at(-1)?.push({ text: piece, classes }),
    () => lines.push([]),
  );
  return lines;
}
