// SPDX-License-Identifier: Apache-2.0
// A diagnostic as the command line prints it.

import type { Diagnostic, SourceRange } from "../../../src/base/protocol";

/** Texts by the names that ranges have for them. */
export type Sources = Readonly<Record<string, string>>;

/** `file:line:column: severity: message [id]`; with the file's text, its line and a marker below it, too. */
export function formatDiagnostic(diagnostic: Diagnostic, sources: Sources = {}): string {
  const { range, severity, message, id, notes, fix } = diagnostic;
  const lines = [`${place(range)}${severity}: ${message.trim()} [${id}]`, ...mark(range, sources)];
  for (const note of notes) lines.push(`${place(note.range)}note: ${note.message}`, ...mark(note.range, sources));
  if (fix) lines.push(`note: ${fix.title}`);
  return lines.join("\n");
}

function place(range: SourceRange | null): string {
  return range ? `${range.file}:${range.begin.line}:${range.begin.column}: ` : "";
}

/** Columns count code points, not what JavaScript's strings are made of. */
function mark(range: SourceRange | null, sources: Sources): string[] {
  const text = range ? sources[range.file]?.split(/\r?\n/)[range.begin.line - 1] : undefined;
  if (!range || text === undefined) return [];
  const line = [...text.replaceAll("\t", " ")];
  const end = range.end.line === range.begin.line ? range.end.column : line.length + 1;
  const width = Math.max(1, Math.min(end, line.length + 1) - range.begin.column);
  return [`    ${line.join("")}`, `    ${" ".repeat(range.begin.column - 1)}^${"~".repeat(width - 1)}`];
}
