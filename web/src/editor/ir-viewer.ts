// SPDX-License-Identifier: Apache-2.0
// Shows IR or PTX, read-only, alone or as a diff with another text: what is gone stands in red above what has come in green, so that
// one column holds both and the lines keep their map to the source. Cards say what a word means; lines have the band of their source line.

import { unifiedMergeView } from "@codemirror/merge";
import { defaultKeymap } from "@codemirror/commands";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSetBuilder } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import { kernelOfLines } from "../base/ir-text";
import type { LineSpan } from "../base/protocol";
import { lineBands, setBands } from "./bands";
import { cardsOn, finders } from "./cards";
import { arrayMark, kernelsField, lightLines, lineUnderPointer, litLines, setKernels, type ColouredKernel } from "./marks";
import { mlir } from "./mlir";
import { ptx } from "./ptx";
import { editorTheme } from "./theme";
import { markedValues, markValues, type MarkedValue } from "./values";

/** `[` and `]` step through passes, `p` and `n` through those that changed something, `d` is for the diff, Escape ends following. */
export type IrKey = "[" | "]" | "p" | "n" | "d" | "Escape";

export type IrLanguage = "mlir" | "llvm" | "ptx";

export interface IrViewerEvents {
  onPointerLine(line: number | null): void;
  /** The cursor's line, from 1, and the value or operation that it is on, if any. */
  onCursor(line: number, word: string): void;
  /** True when something was done. */
  onKey(key: IrKey): boolean;
}

export class IrViewer {
  readonly view: EditorView;
  private readonly diff = new Compartment();
  private readonly language = new Compartment();
  private shownLanguage: IrLanguage = "mlir";
  private original: string | null = null;

  constructor(parent: HTMLElement, events: IrViewerEvents) {
    const press = (key: IrKey) => ({ key, run: () => events.onKey(key) });
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorState.readOnly.of(true),
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          drawSelection(),
          this.language.of(mlir),
          cardsOn(() => finders[this.shownLanguage], ["i", "Mod-i"]),
          search({ top: true }),
          lineBands,
          litLines,
          markedValues,
          kernelsField,
          arrayColours,
          lineUnderPointer(events.onPointerLine),
          this.diff.of([]),
          editorTheme,
          EditorView.contentAttributes.of({
            "aria-label":
              "IR, read only; n and p go to the next and the previous pass that changed it, d shows the difference, i explains a word",
            tabindex: "0",
          }),
          keymap.of([...(["[", "]", "p", "n", "d", "Escape"] as const).map(press), ...defaultKeymap, ...searchKeymap]),
          EditorView.updateListener.of((update) => {
            if (!update.selectionSet || update.docChanged) return;
            const { head } = update.state.selection.main;
            const line = update.state.doc.lineAt(head);
            events.onCursor(line.number, wordAt(line.text, head - line.from));
          }),
        ],
      }),
    });
  }

  /** `original` is the text to compare with; null shows the text alone. */
  show(text: string, original: string | null, language: IrLanguage = "mlir"): void {
    if (language !== this.shownLanguage) {
      this.shownLanguage = language;
      this.view.dispatch({ effects: this.language.reconfigure(language === "ptx" ? ptx : mlir) });
    }
    const same = text === this.text;
    if (same && original === this.original) return;
    this.original = original;
    // Out of the diff first: it would otherwise compare the old original with the new text for nothing.
    if (!same)
      this.view.dispatch({ effects: this.diff.reconfigure([]), changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.view.dispatch({ effects: this.diff.reconfigure(original === null ? [] : compareWith(original)) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Puts a line at the top. */
  openAt(line: number): void {
    if (line < 1 || line > this.view.state.doc.lines) return;
    this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: "start", yMargin: 4 }) });
  }

  light(lines: LineSpan[]): void {
    this.view.dispatch({ effects: lightLines.of(lines) });
  }

  /** For each line its band; none takes them away. */
  band(bands: readonly number[]): void {
    this.view.dispatch({ effects: setBands.of(bands) });
  }

  mark(values: readonly MarkedValue[]): void {
    this.view.dispatch({ effects: markValues.of(values) });
  }

  scrollToLine(line: number): void {
    if (line < 1 || line > this.view.state.doc.lines) return;
    this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: "nearest", yMargin: 40 }) });
  }

  colour(kernels: ColouredKernel[]): void {
    this.view.dispatch({ effects: setKernels.of(kernels) });
  }

  destroy(): void {
    this.view.destroy();
  }
}

function compareWith(original: string) {
  return unifiedMergeView({
    original,
    mergeControls: false,
    gutter: true,
    highlightChanges: true,
    syntaxHighlightDeletions: true,
    // Beyond this the diff is coarser instead of slower.
    diffConfig: { scanLimit: 2000, timeout: 300 },
    collapseUnchanged: { margin: 4, minSize: 8 },
  });
}

/** The value (`%x`) or the operation that a column (from 0) of a line is on; empty for other words. */
function wordAt(line: string, column: number): string {
  for (const match of line.matchAll(/%[\w$.-]+(?:#\d+)?|[a-z_]\w*\.[\w.]+/g))
    if (column >= match.index && column <= match.index + match[0].length && !/[!#@]/.test(line[match.index - 1] ?? "")) return match[0];
  return "";
}

const arrayColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    private kernels: string[] = [];
    constructor(view: EditorView) {
      this.kernels = kernelOfLines(view.state.doc.iterLines());
      this.decorations = colourArrays(view, this.kernels);
    }
    update(update: ViewUpdate) {
      if (update.docChanged) this.kernels = kernelOfLines(update.state.doc.iterLines());
      const told = update.startState.field(kernelsField) !== update.state.field(kernelsField);
      if (told || update.docChanged || update.viewportChanged) this.decorations = colourArrays(update.view, this.kernels);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Marks `%x_ref` inside kernel `@k` when `x_ref` is an array of k's. MLIR may have numbered a second one `%x_ref_0`. */
function colourArrays(view: EditorView, kernelOfLine: readonly string[]): DecorationSet {
  const kernels = new Map(view.state.field(kernelsField).map((kernel) => [kernel.name, kernel.colours]));
  const builder = new RangeSetBuilder<ReturnType<typeof arrayMark>>();
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const colours = kernels.get(kernelOfLine[line.number - 1] ?? "");
      if (colours)
        for (const match of line.text.matchAll(/%([A-Za-z_]\w*)/g)) {
          const name = match[1] ?? "";
          const colour = colours.find((candidate) => candidate.name === name || candidate.name === name.replace(/_\d+$/, ""));
          if (colour) builder.add(line.from + match.index, line.from + match.index + match[0].length, arrayMark(colour.hue));
        }
      at = line.to + 1;
    }
  return builder.finish();
}
