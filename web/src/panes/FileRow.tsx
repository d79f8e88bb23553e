// SPDX-License-Identifier: Apache-2.0
// The files of the program, above the editor: which is shown, which runs, where errors are. With one file there is nothing but a
// button that adds more. Arrow keys move along the row, F2 renames, Delete deletes, and what was deleted can be fetched back.

import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { moduleName, readPath, splitPath } from "../base/files";
import type { ListedFile } from "../engine/file-list";
import { usePage } from "./page";
import { Icon, Menu, type MenuItem } from "./widgets";

export const panelId = "file-panel";
export const tabId = (id: number) => `file-tab-${id}`;

/** A name that is being typed: of a new file, or of one that there is. */
interface Naming {
  file: ListedFile | null;
  path: string;
}

/** `children`: menus beside those of the files. */
export function FileRow(props: { children?: ComponentChildren }) {
  const { workspace } = usePage();
  const { list } = workspace;
  const naming = useSignal<Naming | null>(null);
  const several = list.several.value;
  return (
    <>
      <div class={several ? "files" : "files alone"}>
        {several && <FileTabs naming={naming} />}
        <div class="files-menus">
          {props.children}
          <AddMenu naming={naming} />
          {several && <FileMenu naming={naming} />}
        </div>
      </div>
      {naming.value && <NameForm naming={naming} value={naming.value} />}
      <UndoLine />
    </>
  );
}

function FileTabs({ naming }: { naming: Signal<Naming | null> }) {
  const { workspace } = usePage();
  const { list } = workspace;
  const row = useRef<HTMLDivElement>(null);
  const files = list.files.value;
  const shown = list.shown.value;
  const tabOf = (id: number) => row.current?.querySelector<HTMLElement>(`#${tabId(id)}`);
  useEffect(() => tabOf(shown.id)?.scrollIntoView({ block: "nearest", inline: "nearest" }), [shown.id, files.length]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = files.indexOf(shown);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: files.length - 1 }[event.key];
    if (target !== undefined) list.show(files[(target + files.length) % files.length]?.id ?? shown.id);
    else if (event.key === "F2") naming.value = { file: shown, path: shown.path };
    else if (event.key === "Delete") workspace.change((all) => all.remove(shown.id));
    else return;
    event.preventDefault();
    // The row is drawn anew first.
    if (event.key !== "F2") requestAnimationFrame(() => tabOf(list.shown.value.id)?.focus());
  };
  return (
    <div class="file-tabs" role="tablist" aria-label="files" ref={row} onKeyDown={onKeyDown}>
      {files.map((file, index) => {
        // A folder is named once, by the first of its files.
        const follows = splitPath(files[index - 1]?.path ?? "").folder === splitPath(file.path).folder;
        const rename = () => (naming.value = { file, path: file.path });
        return <FileTab key={file.id} file={file} chosen={file === shown} follows={follows} onRename={rename} />;
      })}
    </div>
  );
}

function FileTab(props: { file: ListedFile; chosen: boolean; follows: boolean; onRename: () => void }) {
  const { list, errorsByFile } = usePage().workspace;
  const { file, chosen, follows } = props;
  const { folder, name } = splitPath(file.path);
  const runs = list.main.value.id === file.id;
  const module = list.asModule.value ? moduleName(file.path) : null;
  const errors = errorsByFile.value.get(file.path) ?? 0;
  return (
    <button
      role="tab"
      id={tabId(file.id)}
      aria-selected={chosen}
      aria-controls={panelId}
      tabIndex={chosen ? 0 : -1}
      title={`${file.path}${runs ? (module ? `, runs as -m ${module}` : ", runs") : ""}`}
      onClick={() => list.show(file.id)}
      onDblClick={props.onRename}
    >
      {runs && (
        <span class="runs">
          <Icon shape="play" />
          {module && "-m"}
          <span class="unseen">runs: </span>
        </span>
      )}
      {folder && <span class={follows ? "unseen" : "folder"}>{folder}</span>}
      {name}
      {errors > 0 && (
        <span class="badge bad">
          {errors}
          <span class="unseen">{errors === 1 ? " error" : " errors"}</span>
        </span>
      )}
    </button>
  );
}

const accepted = ".py,text/x-python";

function AddMenu({ naming }: { naming: Signal<Naming | null> }) {
  const { workspace, openFiles } = usePage();
  const { list } = workspace;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const item = (key: string, title: string, detail: string): MenuItem => ({ key, title, detail, group: "Add" });
  const items = [
    item("new", "New file…", ""),
    item("files", "Open files…", "or drop them here"),
    item("folder", "Open a folder…", "with all its Python files"),
    ...(list.several.value ? [] : [{ key: "rename", title: "Rename…", detail: list.shown.value.path, group: "This file" }]),
  ];
  const choose = (key: string) => {
    if (key === "new") naming.value = { file: null, path: list.freePath("module.py") };
    else if (key === "rename") naming.value = { file: list.shown.value, path: list.shown.value.path };
    else (key === "files" ? files : folder).current?.click();
  };
  const onChange = (event: { currentTarget: HTMLInputElement }) => {
    void openFiles([...(event.currentTarget.files ?? [])]);
    // The same choice again is a choice, too.
    event.currentTarget.value = "";
  };
  return (
    <>
      <Menu label="+" name="add files" items={items} onChoose={choose} />
      <input type="file" multiple hidden accept={accepted} aria-label="files to open" ref={files} onChange={onChange} />
      <input type="file" multiple hidden {...{ webkitdirectory: true }} aria-label="folder to open" ref={folder} onChange={onChange} />
    </>
  );
}

function FileMenu({ naming }: { naming: Signal<Naming | null> }) {
  const { workspace } = usePage();
  const { list } = workspace;
  const shown = list.shown.value;
  const runs = list.main.value.id === shown.id;
  const module = moduleName(shown.path);
  const item = (key: string, title: string, detail: string): MenuItem => ({ key, title, detail, group: shown.path });
  const items = [
    ...(runs && !list.asModule.value ? [] : [item("run", "Run this file", `python ${shown.path}`)]),
    ...(module && !(runs && list.asModule.value) ? [item("module", "Run as a module", `python -m ${module}`)] : []),
    item("rename", "Rename…", "F2"),
    item("delete", "Delete", "Delete"),
  ];
  const choose = (key: string) => {
    if (key === "rename") naming.value = { file: shown, path: shown.path };
    else if (key === "delete") workspace.change((all) => all.remove(shown.id));
    else workspace.change((all) => all.runs(shown.id, key === "module"));
  };
  return <Menu label="⋯" name={`what to do with ${shown.path}`} items={items} onChoose={choose} />;
}

function NameForm({ naming, value }: { naming: Signal<Naming | null>; value: Naming }) {
  const { workspace } = usePage();
  const { list } = workspace;
  const field = useRef<HTMLInputElement>(null);
  const problem = useSignal("");
  // At once: the next key may be on its way.
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    input.focus();
    const { folder } = splitPath(value.path);
    input.setSelectionRange(folder.length, value.path.replace(/\.py$/, "").length);
  }, [value]);
  const close = () => {
    naming.value = null;
    document.getElementById(tabId(list.shown.value.id))?.focus();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const taken = list.files.value.filter((file) => file.id !== value.file?.id).map((file) => file.path);
    const path = readPath(field.current?.value ?? "", taken);
    if (!path.ok) {
      problem.value = path.error;
      field.current?.focus();
      return;
    }
    const { file } = value;
    if (file) workspace.change((all) => all.rename(file.id, path.value));
    else workspace.change((all) => all.add([{ path: path.value, text: "" }]));
    naming.value = null;
    // A new file is there to be written into.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(file ? `#${tabId(file.id)}` : `#${panelId} .cm-content`)?.focus());
  };
  return (
    <form class="toolbar file-name" aria-label={value.file ? "rename" : "new file"} onSubmit={submit}>
      <label class="grow">
        {value.file ? "Rename" : "New file"}
        <input
          ref={field}
          type="text"
          defaultValue={value.path}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          aria-invalid={problem.value !== ""}
          aria-describedby="file-name-problem"
          onInput={() => (problem.value = "")}
          onKeyDown={(event) => event.key === "Escape" && close()}
        />
      </label>
      <button type="submit" class="primary">
        {value.file ? "Rename" : "Add"}
      </button>
      <button type="button" onClick={close}>
        Cancel
      </button>
      <span id="file-name-problem" class="bad-text" role="alert">
        {problem.value.replaceAll("`", "")}
      </span>
    </form>
  );
}

/** What the last change threw away. */
function UndoLine() {
  const { workspace } = usePage();
  const { list } = workspace;
  const undoable = list.undoable.value;
  return (
    <div role="status">
      {undoable && (
        <p class="file-undo">
          <span>{undoable.message}</span>
          <button class="link" onClick={() => workspace.change(() => undoable.undo())}>
            Undo
          </button>
          <button class="plain" aria-label="dismiss" onClick={() => (list.undoable.value = null)}>
            ✕
          </button>
        </p>
      )}
    </div>
  );
}
