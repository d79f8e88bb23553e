// SPDX-License-Identifier: Apache-2.0
// PTX to be read while it is stepped through: the line that is about to be executed, lines where other lanes stand,
// breakpoints in the gutter. It knows nothing of who runs it.

import { defaultKeymap } from "@codemirror/commands";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  gutter,
  type GutterMarker,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { cardsOn, findPtx } from "./cards";
import { ptx } from "./ptx";
import { Sign } from "./sign";
import { editorTheme } from "./theme";

export interface ListingMarks {
  /** About to be executed; null where nothing is. */
  current: number | null;
  /** Where other lanes stand. */
  others: readonly number[];
  /** `isOfSource`: a source line begins there that is stopped at. */
  breakpoints: readonly { line: number; isConditional: boolean; isOfSource?: boolean }[];
}

// Shapes as well as colours: a breakpoint with a condition is a diamond.
const breakpoint = new Sign("●", "stop-sign");
const conditional = new Sign("◆", "stop-sign");
const ofSource = new Sign("○", "stop-sign");
const arrow = new Sign("▶", "here-sign");
const both = new Sign("▶●", "here-sign");

const none: ListingMarks = { current: null, others: [], breakpoints: [] };
const setMarks = StateEffect.define<ListingMarks>();
const marks = StateField.define<ListingMarks>({
  create: () => none,
  update: (now, transaction) => transaction.effects.reduce((last, effect) => (effect.is(setMarks) ? effect.value : last), now),
  provide: (field) => EditorView.decorations.compute([field], (state) => decorate(state, state.field(field))),
});

function decorate(state: EditorState, { current, others }: ListingMarks): DecorationSet {
  const kinds = new Map(others.map((line) => [line, "cm-elsewhere"]));
  if (current !== null) kinds.set(current, "cm-here");
  const builder = new RangeSetBuilder<Decoration>();
  for (const [line, kind] of [...kinds].sort(([a], [b]) => a - b))
    if (line >= 1 && line <= state.doc.lines) {
      const at = state.doc.line(line).from;
      builder.add(at, at, Decoration.line({ class: kind, ...(kind === "cm-here" ? { attributes: { "aria-current": "step" } } : {}) }));
    }
  return builder.finish();
}

function signsOf(state: EditorState): RangeSet<GutterMarker> {
  const { current, breakpoints } = state.field(marks);
  const signs = new Map<number, GutterMarker>(
    breakpoints.map(({ line, isConditional, isOfSource }) => [line, isConditional ? conditional : isOfSource ? ofSource : breakpoint]),
  );
  if (current !== null) signs.set(current, signs.has(current) ? both : arrow);
  const inText = [...signs].filter(([line]) => line >= 1 && line <= state.doc.lines);
  return RangeSet.of(
    inText.map(([line, sign]) => sign.range(state.doc.line(line).from)),
    true,
  );
}

export class PtxListing {
  private readonly view: EditorView;

  constructor(parent: HTMLElement, text: string, onToggle: (line: number) => void) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.readOnly.of(true),
          marks,
          gutter({
            class: "cm-breakpoints",
            markers: (view) => signsOf(view.state),
            initialSpacer: () => both,
            domEventHandlers: {
              mousedown: (view, block) => (onToggle(view.state.doc.lineAt(block.from).number), true),
            },
          }),
          lineNumbers(),
          highlightActiveLine(),
          drawSelection(),
          ptx,
          cardsOn(() => findPtx, ["i", "Mod-i"]),
          search({ top: true }),
          editorTheme,
          EditorState.tabSize.of(4),
          EditorView.contentAttributes.of({
            "aria-label": "PTX that is stepped through, read only; i explains a word",
            "aria-readonly": "true",
            tabindex: "0",
          }),
          keymap.of([...defaultKeymap, ...searchKeymap]),
        ],
      }),
    });
  }

  show(text: string): void {
    if (text !== this.view.state.doc.toString())
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  mark(next: ListingMarks): void {
    const before = this.view.state.field(marks);
    this.view.dispatch({ effects: setMarks.of(next) });
    if (next.current !== null && next.current !== before.current) this.goTo(next.current);
  }

  /** Puts the cursor at a line, in sight. */
  goTo(line: number): void {
    if (line < 1 || line > this.view.state.doc.lines) return;
    const { from } = this.view.state.doc.line(line);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "nearest", yMargin: 60 }) });
  }

  get cursorLine(): number {
    return this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
  }

  focus(): void {
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }
}
