// SPDX-License-Identifier: Apache-2.0
// Diagnostics of the compiler as the editor's: exact ranges, notes below the message, the fix as a button. Those of another file
// or of no place have no line here; the Diagnostics pane lists them all. What a run found wrong between two places (a race's two
// accesses, who waits for whom) is underlined at both: the second one in another manner, saying which message it belongs to.

import type { Diagnostic as EditorDiagnostic } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import { LineIndex, nameLine } from "../base/positions";
import type { Diagnostic } from "../base/protocol";

const severities = { error: "error", warning: "warning", remark: "info" } as const;

/** Those of `file`, and underlines of `file` for those of others that are of two places. */
export function toEditorDiagnostics(diagnostics: readonly Diagnostic[], text: string, file: string): EditorDiagnostic[] {
  const index = new LineIndex(text);
  return diagnostics.flatMap((diagnostic) => {
    if (diagnostic.range?.file !== file) return otherPlaces(diagnostic, index, file);
    const { from, to } = index.visibleSpan(diagnostic.range);
    const item: EditorDiagnostic = {
      from,
      to,
      severity: severities[diagnostic.severity],
      source: diagnostic.id,
      message: describe(diagnostic),
      renderMessage: () => renderMessage(describe(diagnostic)),
    };
    if (diagnostic.fix) item.actions = [{ name: diagnostic.fix.title.replaceAll("`", ""), apply: (view) => applyFix(view, diagnostic) }];
    return [item, ...otherPlaces(diagnostic, index, file)];
  });
}

/** Findings of a run of agents, whose second place is as much to blame as the first. */
const ofTwoPlaces = new Set([
  "data-race",
  "deadlock",
  "barrier-misuse",
  "mbarrier-misuse",
  "async-misuse",
  "unawaited-operation",
  "register-in-flight",
]);

function otherPlaces(diagnostic: Diagnostic, index: LineIndex, file: string): EditorDiagnostic[] {
  const { range } = diagnostic;
  if (!ofTwoPlaces.has(diagnostic.id) || !range) return [];
  return diagnostic.notes.flatMap((note) => {
    if (note.range?.file !== file) return [];
    const { from, to } = index.visibleSpan(note.range);
    const message = `${note.message}\n${nameLine(range, range.file !== file)}: ${diagnostic.message}`;
    return [
      {
        from,
        to,
        severity: "warning",
        source: diagnostic.id,
        message,
        renderMessage: () => renderMessage(message),
        markClass: "cm-other-place",
      },
    ];
  });
}

export function describe(diagnostic: Diagnostic): string {
  const notes = diagnostic.notes.map(
    (note) => `\n${note.range ? `${nameLine(note.range, note.range.file !== diagnostic.range?.file)}: ` : ""}${note.message}`,
  );
  const bug = diagnostic.fault === "bug" ? "\nthis is a bug of Tessera's, not of your program" : "";
  return diagnostic.message + notes.join("") + bug;
}

/** Backticks mark code in messages. */
function renderMessage(message: string): Node {
  const all = document.createElement("span");
  for (const [index, part] of message.split("`").entries()) {
    if (index % 2 === 0) all.append(part);
    else all.append(Object.assign(document.createElement("code"), { textContent: part }));
  }
  return all;
}

/** Places in the fix are those of the text that was compiled; the caller makes sure that it is still there. */
export function applyFix(view: EditorView, diagnostic: Diagnostic): void {
  if (!diagnostic.fix) return;
  const { from, to } = new LineIndex(view.state.doc.toString()).span(diagnostic.fix.range);
  view.dispatch({
    changes: { from, to, insert: diagnostic.fix.text },
    selection: { anchor: from + diagnostic.fix.text.length },
    scrollIntoView: true,
  });
  view.focus();
}
