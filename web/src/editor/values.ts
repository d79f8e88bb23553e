// SPDX-License-Identifier: Apache-2.0
// The value that somebody follows through the IR: its name wherever its kernel has it, the line that defines it.

import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

/** A name from one line to another, both from 0 and inclusive; without a name only the line. */
export interface MarkedValue {
  line: number;
  last: number;
  name: string;
}

export const markValues = StateEffect.define<readonly MarkedValue[]>();

const definition = Decoration.line({ class: "cm-followed" });
const name = Decoration.mark({ class: "cm-value" });

export const markedValues: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = transaction.docChanged ? Decoration.none : marks;
    for (const effect of transaction.effects) if (effect.is(markValues)) next = draw(transaction.state, effect.value);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function draw({ doc }: EditorState, values: readonly MarkedValue[]): DecorationSet {
  const names = new Map<number, string[]>();
  const lines = new Set<number>();
  for (const { line, last, name: each } of values) {
    lines.add(line);
    for (let at = line; each && at <= Math.min(last, doc.lines - 1); at++) names.set(at, [...(names.get(at) ?? []), each]);
  }
  const builder = new RangeSetBuilder<Decoration>();
  for (const at of [...new Set([...lines, ...names.keys()])].sort((a, b) => a - b)) {
    if (at >= doc.lines) break;
    const line = doc.line(at + 1);
    if (lines.has(at)) builder.add(line.from, line.from, definition);
    for (const match of line.text.matchAll(/%[\w$.-]+/g))
      if (names.get(at)?.includes(match[0])) builder.add(line.from + match.index, line.from + match.index + match[0].length, name);
  }
  return builder.finish();
}
