// SPDX-License-Identifier: Apache-2.0
// The user's program: the row of its files, and the editor of the one that is shown. Ties the editor to the signals: text out,
// underlines, lit lines and array colours in.

import { batch, effect, untracked, useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { bandsOfSource } from "../base/bands";
import { sourceLinesOf } from "../base/debugger";
import { coloursOf } from "../base/colours";
import { isSameFile, splitPath } from "../base/files";
import { plural } from "../base/format";
import { LineIndex } from "../base/positions";
import { applyEdits, ProgramNames, type Edit, type Place } from "../editor/program-names";
import type { FileScopes } from "../editor/scopes";
import { SourceEditor } from "../editor/source-editor";
import type { SourceStops } from "../editor/source-stops";
import { textOf } from "../engine/lane";
import { EditorMenu, formatFile } from "./EditorMenu";
import { editorSettings } from "./editor-settings";
import { FileRow, panelId, tabId } from "./FileRow";
import { PlaceList, type ListedPlaces } from "./PlaceList";
import { usePage, type Page } from "./page";
import "./editing.css";

export function SourcePane(props: { onEditor: (editor: SourceEditor | null) => void }) {
  const page = usePage();
  const { list } = page.workspace;
  const parent = useRef<HTMLDivElement>(null);
  const shown = useRef<SourceEditor | null>(null);
  const places = useSignal<ListedPlaces | null>(null);
  const formatState = useSignal("");
  const onFormat = () => void formatFile(shown.current, page, (state) => (formatState.value = state));
  useEffect(() => {
    if (!parent.current) return;
    const { editor, stop } = connect(parent.current, page, places, onFormat);
    shown.current = editor;
    props.onEditor(editor);
    return () => {
      stop();
      shown.current = null;
      props.onEditor(null);
      editor.destroy();
    };
  }, []);
  const panel = list.several.value ? { role: "tabpanel" as const, "aria-labelledby": tabId(list.shown.value.id) } : {};
  return (
    <div class="source">
      <FileRow>
        <EditorMenu editor={() => shown.current} state={formatState.value} onFormat={onFormat} />
      </FileRow>
      <div class="editor" id={panelId} ref={parent} {...panel} />
      {places.value && (
        <PlaceList
          listed={places.value}
          onClose={() => {
            places.value = null;
            shown.current?.view.focus();
          }}
        />
      )}
    </div>
  );
}

/** What the program's names mean, read again only where a text has changed. */
function namesOf({ workspace: { list } }: Page): () => ProgramNames {
  const known = new Map<string, FileScopes>();
  let last: { files: unknown; folder: string; names: ProgramNames } | null = null;
  return () => {
    const files = list.files.peek();
    const { folder } = splitPath(list.main.peek().path);
    if (last?.files !== files || last.folder !== folder)
      last = { files, folder, names: new ProgramNames(files, folder === "" ? [""] : [folder, ""], known) };
    return last.names;
  };
}

function connect(
  parent: HTMLElement,
  page: Page,
  places: Signal<ListedPlaces | null>,
  onFormat: () => void,
): { editor: SourceEditor; stop: () => void } {
  const { workspace, view } = page;
  const { list } = workspace;
  const listPlaces = (title: string, found: readonly Place[]) => {
    const texts = new Map(list.files.peek().map((file) => [file.path, file.text]));
    places.value = {
      title,
      places: found.map((place) => {
        const text = texts.get(place.path) ?? "";
        const index = new LineIndex(text);
        const begin = index.position(place.from);
        const range = { file: place.path, begin, end: index.position(place.to) };
        return { range, text: text.split("\n")[begin.line - 1]?.trim() ?? "" };
      }),
    };
  };
  const rename = (from: string, to: string, { edits, left }: { edits: Edit[]; left: Place[] }) => {
    const paths = [...new Set(edits.map((edit) => edit.path))];
    const own = (file: string) => edits.filter((edit) => edit.path === file);
    const what = `${from} is ${to} now, in ${plural(edits.length, "place")}`;
    batch(() => {
      // The editor's own undo is enough for the file in it.
      if (paths.some((file) => file !== path())) {
        const texts = list.files.peek().filter((file) => paths.includes(file.path));
        const changed = new Map(texts.map((file) => [file.path, applyEdits(file.text, own(file.path))]));
        workspace.change((all) => all.changeTexts(changed, `${what} of ${plural(paths.length, "file")}`));
      }
      editor.change(own(path()));
    });
    page.announce(what);
    if (left.length > 0) listPlaces(`${what}. Here it may mean something else, and is left`, readAgain(left, edits));
    else places.value = null;
  };
  let cursorLine = 1;
  const path = () => list.shown.peek().path;
  const editor: SourceEditor = new SourceEditor(parent, list.shown.peek().id, workspace.text.peek(), {
    names: namesOf(page),
    path,
    goTo: ({ path: file, from, to }) => {
      const index = new LineIndex(list.at(file)?.text ?? "");
      page.goTo({ file, begin: index.position(from), end: index.position(to) });
    },
    showReferences: (name, found) => listPlaces(`${name}: ${plural(found.length, "place")}`, found),
    rename,
    onFormat,
    onEdit: (text) => workspace.edit(text),
    onCursorLine: (line) => {
      if (line === cursorLine) return;
      cursorLine = line;
      view.pointedSource.value = { file: path(), line, by: "cursor" };
    },
    onPointerLine: (line) => {
      view.pointedSource.value = line === null ? null : { file: path(), line, by: "pointer" };
    },
    library: () => workspace.reference.peek(),
    onStop: (line) => {
      const stepped = steppedLines(page, path());
      if (stepped) page.emulator.stepper.toggleSource({ file: stepped.file, line });
    },
  });
  // Each effect turns to the file that is shown before it draws on it; what it draws is of no keystroke's concern.
  const turn = () => {
    const shown = list.shownId.value;
    untracked(() => editor.show(list.shown.value.id, workspace.text.value));
    return (file: string) => untracked(() => list.named(file)?.id) === shown;
  };
  const stops = [
    effect(() => editor.configure(editorSettings.value)),
    effect(() => editor.show(list.shown.value.id, workspace.text.value)),
    effect(() => {
      turn();
      const diagnostics = workspace.diagnostics.value;
      const input = workspace.input.value;
      // Their places are those of the compiled text: with another on screen they would lie, and newer ones are on their way.
      if (input && textOf(input, path()) === workspace.text.peek()) editor.setDiagnostics(diagnostics, path());
    }),
    effect(() => {
      const isShown = turn();
      const { file, lines } = view.litSource.value;
      editor.light(isShown(file) ? lines : []);
    }),
    effect(() => {
      const isShown = turn();
      const banded = view.banded.value;
      editor.band(banded ? bandsOfSource(banded, isShown) : []);
    }),
    effect(() => {
      turn();
      const stepped = steppedLines(page, path());
      editor.showStops(stepped);
      if (stepped?.current != null) untracked(() => editor.scrollToLine(stepped.current ?? 0));
    }),
    effect(() => {
      const isShown = turn();
      const kernels = (workspace.tilings.value.value ?? []).filter(({ range }) => isShown(range?.file ?? ""));
      editor.colour(kernels.map((kernel) => ({ name: kernel.name, range: kernel.range, colours: coloursOf(kernel) })));
    }),
  ];
  return { editor, stop: () => stops.forEach((stop) => stop()) };
}

/** What the debugger has to do with a file of the program: lines with instructions, breakpoints, where it stands; null where nothing. */
function steppedLines({ emulator }: Page, path: string): (SourceStops & { file: string }) | null {
  const { target, breakpoints, view } = emulator.stepper;
  const text = target.value?.text;
  if (text === undefined) return null;
  const isOf = (file: string) => isSameFile(file, path);
  const own = sourceLinesOf(text).filter(({ source }) => isOf(source.file));
  const source = view.value?.stop.source;
  const [first] = own;
  if (!first) return null;
  return {
    file: first.source.file,
    code: own.map((line) => line.source.line),
    breakpoints: breakpoints.value.flatMap((one) => (one.source && isOf(one.source.file) ? [one.source.line] : [])),
    current: source && isOf(source.file) ? source.begin.line : null,
  };
}

/** Where places lie once edits before them are made. */
function readAgain(places: readonly Place[], edits: readonly Edit[]): Place[] {
  return places.map(({ path, from, to }) => {
    const moved = edits
      .filter((edit) => edit.path === path && edit.from < from)
      .reduce((sum, edit) => sum + edit.insert.length - (edit.to - edit.from), 0);
    return { path, from: from + moved, to: to + moved };
  });
}
