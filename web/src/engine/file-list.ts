// SPDX-License-Identifier: Apache-2.0
// The files of the program at hand, as signals: which is in the editor, which runs, and what the last change that threw something
// away threw away. A file keeps its number for as long as it lives, under whatever name, so that the editor can keep its history.

import { batch, computed, signal } from "@preact/signals";
import { checkSize, freePath, moduleName, type Project, projectOf, type SourceFile } from "../base/files";
import { ok, type Result } from "../base/result";

export interface ListedFile extends SourceFile {
  readonly id: number;
}

interface Snapshot {
  files: ListedFile[];
  main: number;
  asModule: boolean;
  shown: number;
}

/** What was thrown away, in words, and the way back. */
export interface Undoable {
  message: string;
  undo: () => void;
}

export class FileList {
  readonly files = signal<readonly ListedFile[]>([{ id: 1, path: "kernel.py", text: "" }]);
  readonly mainId = signal(1);
  readonly asModule = signal(false);
  readonly shownId = signal(1);
  readonly undoable = signal<Undoable | null>(null);

  readonly several = computed(() => this.files.value.length > 1);
  readonly shown = computed(() => this.find(this.shownId.value));
  readonly main = computed(() => this.find(this.mainId.value));
  private lastId = 1;

  private find(id: number): ListedFile {
    return this.files.value.find((file) => file.id === id) ?? (this.files.value[0] as ListedFile);
  }

  at(path: string): ListedFile | undefined {
    return this.files.value.find((file) => file.path === path);
  }

  /**
   * The file that a range names: none stands for the one that runs. A program of one file may have had another name where the range was
   * made (a runner's job, a timeline from the command line), so that every name is its own, but for `<string>` and the like.
   */
  named(file: string): ListedFile | undefined {
    if (file === "" || (!this.several.value && !file.startsWith("<"))) return this.main.value;
    return this.at(file.replace(/^\/+/, ""));
  }

  get project(): Project {
    const { files, main, shown, asModule } = this;
    return {
      files: files.peek().map(({ path, text }) => ({ path, text })),
      main: main.peek().path,
      asModule: asModule.peek(),
      shown: shown.peek().path,
    };
  }

  setText(id: number, text: string): void {
    this.files.value = this.files.value.map((file) => (file.id === id ? { ...file, text } : file));
  }

  /** Texts of several files, by their paths, as one change that can be taken back. */
  changeTexts(texts: ReadonlyMap<string, string>, message: string): void {
    const before = this.snapshot();
    batch(() => {
      this.files.value = this.files.value.map((file) => ({ ...file, text: texts.get(file.path) ?? file.text }));
      this.undoable.value = { message, undo: () => this.swap(before) };
    });
  }

  show(id: number): void {
    if (this.files.value.some((file) => file.id === id)) this.shownId.value = id;
  }

  /** The next file in the row, around its end. */
  step(by: 1 | -1): void {
    const { length } = this.files.value;
    const at = this.files.value.findIndex((file) => file.id === this.shownId.value);
    this.shownId.value = this.files.value[(at + by + length) % length]?.id ?? this.shownId.value;
  }

  runs(id: number, asModule: boolean): void {
    batch(() => {
      this.mainId.value = id;
      this.asModule.value = asModule && moduleName(this.main.value.path) !== null;
    });
  }

  rename(id: number, path: string): void {
    batch(() => {
      this.files.value = this.files.value.map((file) => (file.id === id ? { ...file, path } : file));
      if (this.asModule.value && moduleName(this.main.value.path) === null) this.asModule.value = false;
    });
  }

  /** The last file stays. Where the one that runs goes, a likely one takes its place. */
  remove(id: number): void {
    const before = this.snapshot();
    const at = before.files.findIndex((file) => file.id === id);
    const gone = before.files[at];
    if (!gone || before.files.length < 2) return;
    const rest = before.files.filter((file) => file !== gone);
    const neighbour = rest[Math.min(at, rest.length - 1)] as ListedFile;
    batch(() => {
      this.files.value = rest;
      if (before.shown === id) this.shownId.value = neighbour.id;
      if (before.main === id) {
        const { main, asModule } = projectOf(rest);
        this.runs(this.at(main)?.id ?? neighbour.id, asModule);
      }
      this.undoable.value = { message: `${gone.path} is deleted`, undo: () => this.putBack(gone, at, before) };
    });
  }

  /** New files stand beside those that are there; one of a path that is taken replaces that file's text. The first is shown. */
  add(arriving: readonly SourceFile[]): Result<void> {
    const before = this.snapshot();
    const files = [...before.files];
    const replaced = arriving.filter(({ path, text }) => this.at(path) && this.at(path)?.text !== text);
    for (const { path, text } of arriving) {
      const at = files.findIndex((file) => file.path === path);
      const known = files[at];
      if (known) files[at] = { ...known, text };
      else files.push({ id: ++this.lastId, path, text });
    }
    const fits = checkSize(files);
    if (!fits.ok) return fits;
    batch(() => {
      this.files.value = files;
      const first = arriving[0] && this.at(arriving[0].path);
      if (first) this.shownId.value = first.id;
      const what = replaced.length === 1 ? replaced[0]?.path : `${replaced.length} files`;
      if (replaced.length > 0) this.undoable.value = { message: `${what} replaced what had that name`, undo: () => this.swap(before) };
    });
    return ok(undefined);
  }

  /** Another program altogether. One file in place of one file is a change of its text, which the editor can undo. */
  open(project: Project): void {
    const before = this.snapshot();
    const [only] = before.files;
    const isPlain = before.files.length === 1 && project.files.length === 1;
    batch(() => {
      this.files.value = project.files.map(({ path, text }) => ({ id: isPlain && only ? only.id : ++this.lastId, path, text }));
      this.shownId.value = this.at(project.shown)?.id ?? this.files.value[0]?.id ?? 0;
      this.runs(this.at(project.main)?.id ?? this.shownId.value, project.asModule);
      this.undoable.value = isPlain || isEmpty(before) ? null : { message: asideMessage(before), undo: () => this.swap(before) };
    });
  }

  freePath(wanted: string): string {
    return freePath(
      wanted,
      this.files.value.map((file) => file.path),
    );
  }

  private snapshot(): Snapshot {
    return { files: [...this.files.value], main: this.main.value.id, asModule: this.asModule.value, shown: this.shown.value.id };
  }

  private putBack(file: ListedFile, at: number, before: Snapshot): void {
    batch(() => {
      const rest = this.files.value;
      // Its name may have been given to another one meanwhile.
      const path = this.at(file.path) ? this.freePath(file.path) : file.path;
      this.files.value = [...rest.slice(0, at), { ...file, path }, ...rest.slice(at)];
      this.shownId.value = file.id;
      if (before.main === file.id) this.runs(file.id, before.asModule);
      this.undoable.value = null;
    });
  }

  private swap(to: Snapshot): void {
    const before = this.snapshot();
    batch(() => {
      this.files.value = to.files;
      this.shownId.value = to.shown;
      this.runs(to.main, to.asModule);
      this.undoable.value = { message: asideMessage(before), undo: () => this.swap(before) };
    });
  }
}

function isEmpty({ files }: Snapshot): boolean {
  return files.every((file) => file.text.trim() === "");
}

function asideMessage({ files }: Snapshot): string {
  return files.length === 1 ? `${files[0]?.path} is put aside` : `${files.length} files are put aside`;
}
