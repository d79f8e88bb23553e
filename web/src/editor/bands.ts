// SPDX-License-Identifier: Apache-2.0
// Lines in bands of colour: those of one band came from one source line (base/bands.ts).

import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

/** For each line its band, -1 for none; an empty list takes all away. */
export const setBands = StateEffect.define<readonly number[]>();

const marks: Decoration[] = [];

function mark(band: number): Decoration {
  return (marks[band] ??= Decoration.line({ class: `cm-band cm-band-${band}` }));
}

export const lineBands: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(bands, transaction) {
    // While one types, lines keep their bands until the new text is compiled.
    let next = transaction.docChanged ? bands.map(transaction.changes) : bands;
    for (const effect of transaction.effects) if (effect.is(setBands)) next = draw(transaction.state, effect.value);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function draw(state: EditorState, bands: readonly number[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (let line = 1; line <= Math.min(bands.length, state.doc.lines); line++) {
    const band = bands[line - 1] ?? -1;
    const at = state.doc.line(line).from;
    if (band >= 0) builder.add(at, at, mark(band));
  }
  return builder.finish();
}
