// SPDX-License-Identifier: Apache-2.0
// The editor of the user's program, of one file at a time: each keeps its history, cursor and place while another one is shown. It
// knows nothing of compilers: it is told what to underline, light and colour, and tells what was typed, where the cursor is and
// what the pointer is over.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { globalCompletion, localCompletionSource, python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, syntaxTree } from "@codemirror/language";
import { lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSetBuilder, type StateEffect, Transaction } from "@codemirror/state";
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  rectangularSelection,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import type { ArrayColour } from "../base/colours";
import { usualSettings, type EditorSettings } from "../base/editor-settings";
import { LineIndex } from "../base/positions";
import type { Diagnostic, LineSpan, ReferenceAnswer, SourceRange } from "../base/protocol";
import { changeBetween } from "../base/text-change";
import { lineBands, setBands } from "./bands";
import { applyFix, toEditorDiagnostics } from "./diagnostics";
import { changesBetween, format, indentOf } from "./format";
import { showHint } from "./hint";
import { completeLibrary, hoverLibrary } from "./library";
import { arrayMark, kernelsField, lightLines, lineUnderPointer, litLines, setKernels, type ColouredKernel } from "./marks";
import { findReferences, goToDefinition, navigation, startRename, type NavigationHost } from "./navigation";
import { keysOf, loadVim, setupOf } from "./setup";
import { signatureHelp } from "./signature";
import { setSourceStops, sourceStops, type SourceStops } from "./source-stops";
import { editorTheme } from "./theme";

export interface SourceEditorEvents extends NavigationHost {
  onEdit(text: string): void;
  onCursorLine(line: number): void;
  onPointerLine(line: number | null): void;
  library(): ReferenceAnswer | null;
  /** A breakpoint at a line, while its kernel is stepped through. */
  onStop(line: number): void;
  onFormat(): void;
}

export class SourceEditor {
  readonly view: EditorView;
  private readonly keys = new Compartment();
  private readonly setup = new Compartment();
  private settings: EditorSettings = usualSettings;
  private readonly resting = new Map<number, { state: EditorState; place: StateEffect<unknown> }>();

  /** `file` is the number of the file that is shown first. */
  constructor(
    parent: HTMLElement,
    private file: number,
    text: string,
    private readonly events: SourceEditorEvents,
  ) {
    this.view = new EditorView({ parent, state: this.begin(text) });
  }

  private begin(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [this.keys.of(keysOf(this.settings)), this.setup.of(setupOf(this.settings, text)), this.extensions(this.events)],
    });
  }

  configure(settings: EditorSettings): void {
    this.settings = settings;
    if (settings.vim) loadVim(() => this.configure(this.settings));
    this.view.dispatch({ effects: this.configured(this.text) });
  }

  private configured(text: string): StateEffect<unknown>[] {
    return [this.keys.reconfigure(keysOf(this.settings)), this.setup.reconfigure(setupOf(this.settings, text))];
  }

  private extensions(events: SourceEditorEvents) {
    return [
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      dropCursor(),
      EditorState.allowMultipleSelections.of(true),
      // Ctrl and a click go to the definition.
      EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.shiftKey),
      rectangularSelection({ eventFilter: (event) => event.altKey && event.shiftKey && event.button === 0 }),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      python(),
      autocompletion({ override: [completeLibrary(events.library), localCompletionSource, globalCompletion] }),
      hoverLibrary(events.library),
      signatureHelp(events),
      navigation(events),
      search({ top: true }),
      highlightSelectionMatches(),
      lintGutter(),
      sourceStops(events.onStop),
      lineBands,
      litLines,
      kernelsField,
      arrayColours,
      lineUnderPointer(events.onPointerLine),
      editorTheme,
      EditorView.contentAttributes.of({
        "aria-label": "kernel source, Python",
        tabindex: "0",
        spellcheck: "false",
        autocorrect: "off",
        autocapitalize: "off",
      }),
      keymap.of([
        { key: "Shift-Alt-f", run: () => (events.onFormat(), true), preventDefault: true },
        { key: "F8", run: nextDiagnostic },
        { key: "Shift-F8", run: previousDiagnostic },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
        // Escape, then Tab leaves the editor: CodeMirror's own rule, said in the help.
        indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) events.onEdit(update.state.doc.toString());
        if (update.selectionSet || update.docChanged) events.onCursorLine(update.state.doc.lineAt(update.state.selection.main.head).number);
      }),
    ];
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows a file where it was left, with this text: a change from elsewhere is a step that undo takes back. */
  show(file: number, text: string): void {
    if (file !== this.file) {
      this.resting.set(this.file, { state: this.view.state, place: this.view.scrollSnapshot() });
      this.file = file;
      const left = this.resting.get(file);
      this.view.setState(left?.state ?? this.begin(text));
      // What was set up meanwhile holds here too.
      this.view.dispatch({ effects: [...this.configured(this.text), ...(left ? [left.place] : [])] });
    }
    this.setText(text);
  }

  private setText(text: string): void {
    const before = this.text;
    if (text === before) return;
    const { from, to, insert } = changeBetween(before, text);
    // A change in one place (a knob, say) leaves cursor and sight where they are; undo takes it back alone.
    if (to - from < before.length / 2 && insert.length <= text.length / 2) {
      this.view.dispatch({
        changes: { from, to, insert },
        annotations: [Transaction.userEvent.of("input.knob"), isolateHistory.of("full")],
      });
      return;
    }
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      effects: this.setup.reconfigure(setupOf(this.settings, text)),
      annotations: Transaction.userEvent.of("input.open"),
      scrollIntoView: true,
    });
  }

  setDiagnostics(diagnostics: readonly Diagnostic[], file: string): void {
    this.view.dispatch(setDiagnostics(this.view.state, toEditorDiagnostics(diagnostics, this.text, file)));
  }

  light(lines: LineSpan[]): void {
    this.view.dispatch({ effects: lightLines.of(lines) });
  }

  /** For each line its band (base/bands.ts); none takes them away. */
  band(bands: readonly number[]): void {
    this.view.dispatch({ effects: setBands.of(bands) });
  }

  /** Null: nothing is stepped through. */
  showStops(stops: SourceStops | null): void {
    this.view.dispatch({ effects: setSourceStops.of(stops) });
  }

  colour(kernels: ColouredKernel[]): void {
    this.view.dispatch({ effects: setKernels.of(kernels) });
  }

  goTo(range: SourceRange): void {
    const { from, to } = new LineIndex(this.text).span(range);
    // The line's beginning stays in sight where the place is in sight with it.
    const { scrollDOM, contentDOM, defaultCharacterWidth, state } = this.view;
    const begin = state.doc.lineAt(from).from;
    const room =
      scrollDOM.clientWidth - (contentDOM.getBoundingClientRect().left - scrollDOM.getBoundingClientRect().left + scrollDOM.scrollLeft);
    const seen = (from - begin + 8) * defaultCharacterWidth < room ? begin : from;
    this.view.dispatch({ selection: { anchor: from, head: to } });
    this.view.focus();
    this.view.dispatch({ effects: EditorView.scrollIntoView(seen, { y: "center", x: seen === begin ? "end" : "nearest" }) });
  }

  scrollToLine(line: number): void {
    if (line < 1 || line > this.view.state.doc.lines) return;
    this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: "nearest", yMargin: 40 }) });
  }

  /** Changes of the file that is shown, as one step that undo takes back; the cursor stays where it is. */
  change(changes: readonly { from: number; to: number; insert: string }[]): void {
    if (changes.length > 0) this.view.dispatch({ changes: [...changes], annotations: Transaction.userEvent.of("input.refactor") });
  }

  /** What a menu asks for, at the cursor. */
  command(name: "find" | "definition" | "references" | "rename"): void {
    this.view.focus();
    if (name === "find") openSearchPanel(this.view);
    else if (name === "rename") startRename(this.view);
    else (name === "definition" ? goToDefinition : findReferences)(this.view, this.events);
  }

  /** Lays the file out. What went wrong is told beside the cursor and given back; empty when nothing did. */
  async format(onLoad: (received: number, total: number) => void): Promise<string> {
    const [file, text] = [this.file, this.text];
    const { indent, lineLength } = this.settings;
    const laidOut = await format(text, { lineLength, indent: indent > 0 ? indent : indentOf(text).replace("\t", "    ").length }, onLoad);
    if (file !== this.file || text !== this.text) return "the text has changed meanwhile: it is left as it is";
    if (laidOut.ok) this.change(changesBetween(text, laidOut.value));
    else showHint(this.view, `not formatted: ${laidOut.error}`);
    return laidOut.ok ? "" : laidOut.error;
  }

  fix(diagnostic: Diagnostic): void {
    applyFix(this.view, diagnostic);
  }

  step(direction: 1 | -1): void {
    (direction > 0 ? nextDiagnostic : previousDiagnostic)(this.view);
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }
}

const arrayColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = colourArrays(view);
    }
    update(update: ViewUpdate) {
      const told = update.startState.field(kernelsField) !== update.state.field(kernelsField);
      if (told || update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state))
        this.decorations = colourArrays(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Marks every name of an array inside the function of its kernel. */
function colourArrays(view: EditorView): DecorationSet {
  const byFunction = new Map(view.state.field(kernelsField).map((kernel) => [kernel.name, kernel.colours]));
  const builder = new RangeSetBuilder<ReturnType<typeof arrayMark>>();
  if (byFunction.size === 0) return builder.finish();
  for (const { from, to } of view.visibleRanges) {
    const functions: { end: number; colours: ArrayColour[] | undefined }[] = [];
    syntaxTree(view.state).iterate({
      from,
      to,
      enter(node) {
        while (functions.length > 0 && (functions.at(-1)?.end ?? 0) <= node.from) functions.pop();
        if (node.name === "FunctionDefinition") {
          const name = node.node.getChild("VariableName");
          const text = name ? view.state.sliceDoc(name.from, name.to) : "";
          functions.push({ end: node.to, colours: byFunction.get(text) ?? functions.at(-1)?.colours });
        } else if (node.name === "VariableName") {
          const colour = functions.at(-1)?.colours?.find((candidate) => candidate.name === view.state.sliceDoc(node.from, node.to));
          if (colour) builder.add(node.from, node.to, arrayMark(colour.hue));
        }
      },
    });
  }
  return builder.finish();
}
