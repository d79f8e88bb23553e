// SPDX-License-Identifier: Apache-2.0
// Files and folders that the user drops or chooses: Python files are a program's, other files that are given by themselves may be PTX,
// arrays, traces or bundles, and whatever else lies beside them is counted.

import { arrange, isSkipped, limits, type SourceFile } from "../base/files";
import { formatBytes, plural } from "../base/format";
import { fail, ok, type Result } from "../base/result";

export interface Arrival {
  files: SourceFile[];
  /** What was not taken, in words; empty where all was. */
  left: string;
}

/** A file and where it was below what was dropped. */
export interface Found {
  path: string;
  file: File;
}

/** What was given, by what it is for. */
export interface Sorted {
  program: Found[];
  ptx: File[];
  arrays: File[];
  traces: File[];
  bundles: File[];
}

/** What lies in a folder beside its Python files was not meant; a file on its own was. */
export function sortFound(found: readonly Found[]): Sorted {
  const own = (ending: RegExp) => found.filter(({ path }) => !path.includes("/") && ending.test(path)).map(({ file }) => file);
  const [ptx, arrays, traces, bundles] = [own(/\.ptx$/i), own(/\.npy$/i), own(/\.json$/i), own(/\.zip$/i)];
  const others = new Set([...ptx, ...arrays, ...traces, ...bundles]);
  return { program: found.filter(({ file }) => !others.has(file)), ptx, arrays, traces, bundles };
}

/** The items must be asked for before anything is awaited: afterwards the browser forgets them. */
export async function findDropped(transfer: DataTransfer): Promise<Found[]> {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const given = items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const found: Found[] = [];
  for (const { entry, file } of given) {
    if (entry?.isDirectory) await walk(entry as FileSystemDirectoryEntry, "", found);
    else if (file) found.push({ path: file.name, file });
  }
  return found;
}

export function findChosen(files: readonly File[]): Found[] {
  return files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function walk(folder: FileSystemDirectoryEntry, above: string, found: Found[]): Promise<void> {
  const reader = folder.createReader();
  const path = `${above}${folder.name}/`;
  for (;;) {
    // A reader gives some entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (found.length > 10 * limits.files) return;
      if (entry.isDirectory && !isSkipped(entry.name)) await walk(entry as FileSystemDirectoryEntry, path, found);
      if (!entry.isFile) continue;
      const file = await new Promise<File | null>((resolve) => (entry as FileSystemFileEntry).file(resolve, () => resolve(null)));
      if (file) found.push({ path: path + file.name, file });
    }
  }
}

export async function readProgram(found: readonly Found[]): Promise<Result<Arrival>> {
  const wanted = found.filter(({ path }) => path.endsWith(".py") && !path.split("/").some(isSkipped));
  const left = found.length - wanted.length;
  if (wanted.length === 0)
    return fail(left === 0 ? "there are no files in it" : "there is no Python file among them: a program's files end in `.py`");
  if (wanted.length > limits.files) return fail(`these are ${wanted.length} files, and a program here has at most ${limits.files}`);
  const large = wanted.find(({ file }) => file.size > limits.fileBytes);
  if (large) return fail(`\`${large.path}\` has ${formatBytes(large.file.size)}, and a file here at most ${formatBytes(limits.fileBytes)}`);
  try {
    const files = await Promise.all(wanted.map(async ({ path, file }) => ({ path, text: (await file.text()).replaceAll("\r\n", "\n") })));
    return ok({
      files: arrange(files),
      left: left > 0 ? `${plural(left, "file")} left out: only Python files are part of a program here.` : "",
    });
  } catch {
    return fail("a file could not be read: it is gone, or the browser may not");
  }
}
