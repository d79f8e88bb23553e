// SPDX-License-Identifier: Apache-2.0
// Shows IR, read-only, alone or as a diff with another text: what is gone stands in red above what has come in green, so that one
// column holds both and the lines keep their map to the source.

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
import type { LineSpan } from "../base/protocol";
import { arrayMark, kernelsField, lightLines, lineUnderPointer, litLines, setKernels, type ColouredKernel } from "./marks";
import { mlir } from "./mlir";
import { editorTheme } from "./theme";

export interface IrViewerEvents {
  onPointerLine(line: number | null): void;
  onCursorLine(line: number): void;
  /** A key that steps through passes: `[` or `]`, or `d` for the diff. */
  onKey(key: "[" | "]" | "d"): void;
}

export class IrViewer {
  readonly view: EditorView;
  private readonly diff = new Compartment();
  private original: string | null = null;

  constructor(parent: HTMLElement, events: IrViewerEvents) {
    const press = (key: "[" | "]" | "d") => ({ key, run: () => (events.onKey(key), true) });
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorState.readOnly.of(true),
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          drawSelection(),
          mlir,
          search({ top: true }),
          litLines,
          kernelsField,
          arrayColours,
          lineUnderPointer(events.onPointerLine),
          this.diff.of([]),
          editorTheme,
          EditorView.contentAttributes.of({
            "aria-label": "IR, read only; brackets step through passes, d shows the difference",
            tabindex: "0",
          }),
          keymap.of([press("["), press("]"), press("d"), ...defaultKeymap, ...searchKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.selectionSet && !update.docChanged)
              events.onCursorLine(update.state.doc.lineAt(update.state.selection.main.head).number);
          }),
        ],
      }),
    });
  }

  /** `original` is the text to compare with; null shows the text alone. */
  show(text: string, original: string | null): void {
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

/** For each line the kernel that it stands in, by the symbol of the function around it; empty outside. */
export function kernelOfLines(lines: Iterable<string>): string[] {
  const kernels: string[] = [];
  let current = "";
  let depth = 0;
  let begin = 0;
  for (const line of lines) {
    const opens = /\b(?:\w+\.)?(?:kernel|func)\b[^@]*@"?([\w$.-]+)"?/.exec(line);
    if (opens?.[1] && current === "") {
      current = opens[1];
      begin = depth;
    }
    kernels.push(current);
    const code = line.replace(/"(?:[^"\\]|\\.)*"/g, "");
    depth += (code.match(/\{/g)?.length ?? 0) - (code.match(/\}/g)?.length ?? 0);
    if (current !== "" && depth <= begin) current = "";
  }
  return kernels;
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
