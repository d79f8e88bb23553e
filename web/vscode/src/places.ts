// SPDX-License-Identifier: Apache-2.0
// From the compiler's places to the editor's: files by the name that the compiler knows them by, columns in code points.

import { dirname, isAbsolute, join } from "node:path";
import { Range, Uri, ViewColumn, window, workspace, type TextDocument } from "vscode";
import { LineIndex } from "../../src/base/positions";
import type { SourceRange } from "../../src/base/protocol";

/** `<stdin>` is the text that was sent, and a range without a file is of it too. */
export function fileOf(name: string, main: Uri): Uri {
  if (!name || name === "<stdin>") return main;
  return Uri.file(isAbsolute(name) ? name : join(dirname(main.fsPath), name));
}

export function rangeIn(document: TextDocument, range: SourceRange): Range {
  const { from, to } = new LineIndex(document.getText()).span(range);
  return new Range(document.positionAt(from), document.positionAt(to));
}

/** In the column where the file is seen already; else in the first, since a pane stands beside it. */
export async function reveal(range: SourceRange, main: Uri): Promise<void> {
  const document = await workspace.openTextDocument(fileOf(range.file, main));
  const seen = window.visibleTextEditors.find((editor) => editor.document === document);
  const selection = rangeIn(document, range);
  await window.showTextDocument(document, { viewColumn: seen?.viewColumn ?? ViewColumn.One, selection });
}
