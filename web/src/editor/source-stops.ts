// SPDX-License-Identifier: Apache-2.0
// Breakpoints beside the lines of the source, while its kernel is stepped through: a dot where a line has instructions, a full one
// where it is stopped at, an arrow where the launch stands. A click or F9 sets and takes them. Without a launch there is no gutter.

import { RangeSet, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { EditorView, gutter, type GutterMarker, keymap } from "@codemirror/view";
import { Sign } from "./sign";

export interface SourceStops {
  /** Lines that have instructions, from 1. */
  code: readonly number[];
  breakpoints: readonly number[];
  current: number | null;
}

export const setSourceStops = StateEffect.define<SourceStops | null>();

const stops = StateField.define<SourceStops | null>({
  create: () => null,
  update: (now, transaction) => transaction.effects.reduce((last, effect) => (effect.is(setSourceStops) ? effect.value : last), now),
});

const possible = new Sign("·", "stop-possible");
const breakpoint = new Sign("●", "stop-sign");
const arrow = new Sign("▶", "here-sign");
const both = new Sign("▶●", "here-sign");

function signsOf(state: EditorState): RangeSet<GutterMarker> {
  const shown = state.field(stops);
  if (!shown) return RangeSet.empty;
  const signs = new Map<number, GutterMarker>(shown.code.map((line) => [line, possible]));
  for (const line of shown.breakpoints) signs.set(line, breakpoint);
  if (shown.current !== null) signs.set(shown.current, shown.breakpoints.includes(shown.current) ? both : arrow);
  const inText = [...signs].filter(([line]) => line >= 1 && line <= state.doc.lines);
  return RangeSet.of(
    inText.map(([line, sign]) => sign.range(state.doc.line(line).from)),
    true,
  );
}

/** `onToggle` is asked only for lines that have instructions. */
export function sourceStops(onToggle: (line: number) => void): Extension {
  const toggle = (view: EditorView, position: number): boolean => {
    const { number } = view.state.doc.lineAt(position);
    const shown = view.state.field(stops);
    if (!shown) return false;
    if (shown.code.includes(number) || shown.breakpoints.includes(number)) onToggle(number);
    return true;
  };
  return [
    stops,
    EditorView.editorAttributes.compute([stops], (state): Record<string, string> => (state.field(stops) ? { class: "cm-stepping" } : {})),
    gutter({
      class: "cm-source-stops",
      markers: (view) => signsOf(view.state),
      initialSpacer: () => both,
      domEventHandlers: { mousedown: (view, block) => toggle(view, block.from) },
    }),
    keymap.of([{ key: "F9", run: (view) => toggle(view, view.state.selection.main.head) }]),
  ];
}
