// SPDX-License-Identifier: Apache-2.0
// Two kinds of marks that both editors carry: lines lit from elsewhere (the other editor, the tilings), and arrays in their colour.

import { RangeSetBuilder, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import type { ArrayColour } from "../base/colours";
import type { LineSpan, SourceRange } from "../base/protocol";

/** The arrays of a kernel, to be coloured inside its function. */
export interface ColouredKernel {
  name: string;
  range: SourceRange | null;
  colours: ArrayColour[];
}

export const setKernels = StateEffect.define<ColouredKernel[]>();
export const kernelsField = StateField.define<ColouredKernel[]>({
  create: () => [],
  update: (kernels, transaction) => transaction.effects.reduce((now, effect) => (effect.is(setKernels) ? effect.value : now), kernels),
});

/** Lines to light, from 1, both ends inclusive. */
export const lightLines = StateEffect.define<LineSpan[]>();

const lit = Decoration.line({ class: "cm-lit" });

export const litLines: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = transaction.docChanged ? Decoration.none : marks;
    for (const effect of transaction.effects) {
      if (!effect.is(lightLines)) continue;
      const lines = new Set<number>();
      for (const [first, last] of effect.value)
        for (let line = Math.max(1, first); line <= Math.min(last, transaction.state.doc.lines); line++) lines.add(line);
      const builder = new RangeSetBuilder<Decoration>();
      for (const line of [...lines].sort((a, b) => a - b)) {
        const at = transaction.state.doc.line(line).from;
        builder.add(at, at, lit);
      }
      next = builder.finish();
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** A mark in an array's colour. The name itself is the label; the colour is the second sign. */
export function arrayMark(hue: number): Decoration {
  marks[hue] ??= Decoration.mark({ class: `array array-${hue}` });
  return marks[hue];
}
const marks: Decoration[] = [];

/** Calls `onLine` with the line under the pointer (null when it leaves), and again only when it changes. */
export function lineUnderPointer(onLine: (line: number | null) => void): Extension {
  let last: number | null = null;
  const tell = (line: number | null) => {
    if (line === last) return;
    last = line;
    onLine(line);
  };
  return EditorView.domEventHandlers({
    mousemove(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      tell(at === null ? null : view.state.doc.lineAt(at).number);
    },
    mouseleave: () => tell(null),
  });
}
