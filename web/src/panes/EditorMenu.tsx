// SPDX-License-Identifier: Apache-2.0
// What can be done at the editor's cursor, for who has no keyboard or does not know the keys, and the way to the editor's settings.

import { formatBytes } from "../base/format";
import type { SourceEditor } from "../editor/source-editor";
import { usePage, type Page } from "./page";
import { Menu, type MenuItem } from "./widgets";

export function EditorMenu(props: { editor: () => SourceEditor | null; state: string; onFormat: () => void }) {
  const page = usePage();
  const item = (key: string, title: string, detail: string): MenuItem => ({ key, title, detail, group: "Editor" });
  const items = [
    item("find", "Find and replace", "Ctrl+F"),
    item("definition", "Go to definition", "F12, Ctrl+click"),
    item("references", "Find references", "Shift+F12"),
    item("rename", "Rename the name at the cursor…", "F2"),
    item("format", "Format", "Shift+Alt+F; loads ruff, 3 MB, the first time"),
    item("settings", "Settings…", "size, indentation, vim's keys"),
  ];
  const choose = (key: string) => {
    if (key === "settings") page.openSettings();
    else if (key === "format") props.onFormat();
    // The menu gives the focus back to its button first.
    else requestAnimationFrame(() => props.editor()?.command(key as "find" | "definition" | "references" | "rename"));
  };
  return (
    <>
      <span class="format-state" role="status">
        {props.state}
      </span>
      <Menu label="✎" name="edit" items={items} onChoose={choose} />
    </>
  );
}

/** Formats the file that is shown; `tell` hears how far the formatter's module is. */
export async function formatFile(editor: SourceEditor | null, { announce }: Page, tell: (state: string) => void): Promise<void> {
  if (!editor) return;
  const problem = await editor.format((received, total) =>
    tell(`loading the formatter, ${formatBytes(received)} of ${formatBytes(total)}`),
  );
  tell("");
  announce(problem ? `not formatted: ${problem}` : "formatted");
}
