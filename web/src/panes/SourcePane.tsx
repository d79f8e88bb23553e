// SPDX-License-Identifier: Apache-2.0
// The user's program: the row of its files, and the editor of the one that is shown. Ties the editor to the signals: text out,
// underlines, lit lines and array colours in.

import { effect, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { bandsOfSource } from "../base/bands";
import { coloursOf } from "../base/colours";
import { SourceEditor } from "../editor/source-editor";
import { textOf } from "../engine/lane";
import { FileRow, panelId, tabId } from "./FileRow";
import { usePage, type Page } from "./page";

export function SourcePane(props: { onEditor: (editor: SourceEditor | null) => void }) {
  const page = usePage();
  const { list } = page.workspace;
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const { editor, stop } = connect(parent.current, page);
    props.onEditor(editor);
    return () => {
      stop();
      props.onEditor(null);
      editor.destroy();
    };
  }, []);
  const panel = list.several.value ? { role: "tabpanel" as const, "aria-labelledby": tabId(list.shown.value.id) } : {};
  return (
    <div class="source">
      <FileRow />
      <div class="editor" id={panelId} ref={parent} {...panel} />
    </div>
  );
}

function connect(parent: HTMLElement, { workspace, view }: Page): { editor: SourceEditor; stop: () => void } {
  const { list } = workspace;
  let cursorLine = 1;
  const path = () => list.shown.peek().path;
  const editor = new SourceEditor(parent, list.shown.peek().id, workspace.text.peek(), {
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
  });
  // Each effect turns to the file that is shown before it draws on it; what it draws is of no keystroke's concern.
  const turn = () => {
    const shown = list.shownId.value;
    untracked(() => editor.show(list.shown.value.id, workspace.text.value));
    return (file: string) => untracked(() => list.named(file)?.id) === shown;
  };
  const stops = [
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
      const isShown = turn();
      const kernels = (workspace.tilings.value.value ?? []).filter(({ range }) => isShown(range?.file ?? ""));
      editor.colour(kernels.map((kernel) => ({ name: kernel.name, range: kernel.range, colours: coloursOf(kernel) })));
    }),
  ];
  return { editor, stop: () => stops.forEach((stop) => stop()) };
}
