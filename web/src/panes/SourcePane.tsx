// SPDX-License-Identifier: Apache-2.0
// The user's program. Ties the editor to the signals: text out, underlines, lit lines and array colours in.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { coloursOf } from "../base/colours";
import { SourceEditor } from "../editor/source-editor";
import { usePage } from "./page";

export function SourcePane(props: { onEditor: (editor: SourceEditor | null) => void }) {
  const { workspace, view } = usePage();
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    let cursorLine = 1;
    const editor = new SourceEditor(parent.current, workspace.text.peek(), {
      onEdit: (text) => workspace.edit(text),
      onCursorLine: (line) => {
        if (line === cursorLine) return;
        cursorLine = line;
        view.pointedSource.value = { line, by: "cursor" };
      },
      onPointerLine: (line) => {
        view.pointedSource.value = line === null ? null : { line, by: "pointer" };
      },
      library: () => workspace.reference.peek(),
    });
    props.onEditor(editor);
    const stops = [
      effect(() => editor.setText(workspace.text.value)),
      effect(() => {
        const diagnostics = workspace.diagnostics.value;
        // Their places are those of the compiled text: with another on screen they would lie, and newer ones are on their way.
        if (workspace.input.value?.source === workspace.text.peek()) editor.setDiagnostics(diagnostics);
      }),
      effect(() => editor.light(view.litSource.value)),
      effect(() => {
        const kernels = workspace.tilings.value.value ?? [];
        editor.colour(kernels.map((kernel) => ({ name: kernel.name, range: kernel.range, colours: coloursOf(kernel) })));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      props.onEditor(null);
      editor.destroy();
    };
  }, []);
  return <div class="editor" ref={parent} />;
}
