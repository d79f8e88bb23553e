// SPDX-License-Identifier: Apache-2.0
// What a command answered, as read-only documents beside the editor. One document a command and file: asking again replaces its text.
// Places in it, as compilers write them, are links.

import { dirname, isAbsolute, join } from "node:path";
import { DocumentLink, EventEmitter, languages, Range, Uri, ViewColumn, window, workspace } from "vscode";
import type { Disposable, TextDocument, TextDocumentContentProvider } from "vscode";

export const scheme = "tessera";

/** The server's words for languages, as the editor's. */
const languageIds: Record<string, string> = { ptx: "ptx", mlir: "tessera-ir", json: "json" };

interface Shown {
  text: string;
  /** Where relative places are from. */
  source: string;
}

export class Texts implements TextDocumentContentProvider, Disposable {
  private readonly shown = new Map<string, Shown>();
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  private readonly disposables = [
    workspace.registerTextDocumentContentProvider(scheme, this),
    languages.registerDocumentLinkProvider({ scheme }, { provideDocumentLinks: (document) => this.findPlaces(document) }),
    workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === scheme && this.shown.delete(uri.toString())),
    this.changed,
  ];

  dispose(): void {
    for (const one of this.disposables) one.dispose();
  }

  provideTextDocumentContent(uri: Uri): string {
    // A document that the editor restored, or one that was closed: nobody knows its text any more.
    return this.shown.get(uri.toString())?.text ?? "Run the command again to see its answer.\n";
  }

  /** `title` is `program.py: PTX`; `source` the file that it is about. */
  async show(source: Uri, title: string, text: string, language: string): Promise<void> {
    const uri = Uri.from({ scheme, path: `/${title}`, query: source.toString() });
    this.shown.set(uri.toString(), { text, source: source.fsPath });
    const document = await workspace.openTextDocument(uri);
    this.changed.fire(uri);
    await languages.setTextDocumentLanguage(document, languageIds[language] ?? "plaintext");
    const seen = window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
    await window.showTextDocument(document, { viewColumn: seen?.viewColumn ?? ViewColumn.Beside, preserveFocus: true, preview: false });
  }

  private findPlaces(document: TextDocument): DocumentLink[] {
    const source = this.shown.get(document.uri.toString())?.source;
    if (source === undefined || document.languageId !== "plaintext") return [];
    return placesIn(document.getText()).map(({ from, to, file, line, column }) => {
      const range = new Range(document.positionAt(from), document.positionAt(to));
      const path = isAbsolute(file) ? file : join(dirname(source), file);
      return new DocumentLink(range, Uri.file(path).with({ fragment: `L${line},${column}` }));
    });
  }
}

/** `matmul.py:12:10`, at the start of a line or behind a blank. */
export function placesIn(text: string): { from: number; to: number; file: string; line: number; column: number }[] {
  return [...text.matchAll(/(?<=^|\s)([^\s:]+\.py):(\d+)(?::(\d+))?/gm)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    file: match[1] ?? "",
    line: Number(match[2]),
    column: Number(match[3] ?? 1),
  }));
}
