// SPDX-License-Identifier: Apache-2.0
// A program of several files: their paths, which of them runs, what a dropped folder is taken for. Paths are relative, with `/`,
// as the compiler's ranges name them; the top of the list is the folder that a user would run the program in.

import { formatBytes } from "./format.ts";
import { fail, ok, type Result } from "./result.ts";

export interface SourceFile {
  path: string;
  text: string;
}

/** A program: its files in the order of their tabs, never none, and the one that runs. */
export interface Project {
  files: SourceFile[];
  /** The path of the file that runs. */
  main: string;
  /** It runs by its dotted name, as under `python -m`. */
  asModule: boolean;
  /** The path of the file in the editor. */
  shown: string;
}

export function projectOfOne(path: string, text: string): Project {
  return { files: [{ path, text }], main: path, asModule: false, shown: path };
}

export const limits = { fileBytes: 1 << 20, allBytes: 2 << 20, files: 400 };

const encoder = new TextEncoder();

export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** Whether so much fits into one program; the reason names what is too large. */
export function checkSize(files: readonly SourceFile[]): Result<void> {
  if (files.length > limits.files) return fail(`these are ${files.length} files, and a program here has at most ${limits.files}`);
  const large = files.find((file) => bytesOf(file.text) > limits.fileBytes);
  if (large)
    return fail(`\`${large.path}\` has ${formatBytes(bytesOf(large.text))}, and a file here at most ${formatBytes(limits.fileBytes)}`);
  const all = files.reduce((sum, file) => sum + bytesOf(file.text), 0);
  if (all > limits.allBytes) return fail(`the files have ${formatBytes(all)}, and a program here at most ${formatBytes(limits.allBytes)}`);
  return ok(undefined);
}

/** What a user typed as a path; `taken` are those that other files have. */
export function readPath(typed: string, taken: readonly string[]): Result<string> {
  const parts = typed.trim().replaceAll("\\", "/").split("/");
  const path = parts.filter((part) => part !== "" && part !== ".").join("/");
  if (path === "") return fail("a file needs a name");
  if (parts.includes("..")) return fail("`..` leads out of the program's folder");
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f:*?"<>|]/.test(path)) return fail('a name has none of : * ? " < > |');
  const named = /\.[^./]*$/.test(path) ? path : `${path}.py`;
  if (!named.endsWith(".py") || named.endsWith("/.py")) return fail("a program's files end in `.py`");
  if (taken.includes(named)) return fail(`there is a \`${named}\` already`);
  return ok(named);
}

/** `wanted`, or the next number that is free. */
export function freePath(wanted: string, taken: readonly string[]): string {
  const stem = wanted.replace(/\.py$/, "");
  let path = wanted;
  for (let number = 2; taken.includes(path); number++) path = `${stem}${number}.py`;
  return path;
}

/** Whether a file's name from elsewhere, with or without folders before it, is that of a file of the program. */
export function isSameFile(name: string, path: string): boolean {
  return name === path || name.endsWith(`/${path}`) || (name !== "" && path.endsWith(`/${name}`));
}

/** `pkg/ops/` and `norm.py` of `pkg/ops/norm.py`. */
export function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf("/") + 1;
  return { folder: path.slice(0, slash), name: path.slice(slash) };
}

/** What `python -m` calls the file; null for what can't be run so. */
export function moduleName(path: string): string | null {
  const names = path.replace(/\.py$/, "").split("/");
  if (names.at(-1) === "__main__") names.pop();
  else if (names.length < 2) return null;
  if (names.length === 0 || names.at(-1) === "__init__") return null;
  return names.every((name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) ? names.join(".") : null;
}

/** The file that a user would most likely run. */
export function guessMain(files: readonly SourceFile[]): { main: string; asModule: boolean } {
  const depth = (file: SourceFile) => file.path.split("/").length;
  const byDepth = [...files].sort((a, b) => depth(a) - depth(b));
  const named = (name: string) => byDepth.find((file) => splitPath(file.path).name === name);
  const top = files.filter((file) => depth(file) === 1 && !/^(setup|conftest|__init__)\.py$|^test_|_test\.py$/.test(file.path));
  const script = (file: SourceFile) => /^if __name__ == ["']__main__["']/m.test(file.text);
  const main = named("main.py");
  if (main && (depth(main) === 1 || top.length === 0)) return { main: main.path, asModule: false };
  const chosen = top.find(script) ?? (top.length === 1 ? top[0] : undefined);
  if (chosen) return { main: chosen.path, asModule: false };
  const dunder = named("__main__.py");
  if (dunder) return { main: dunder.path, asModule: moduleName(dunder.path) !== null };
  return { main: (top[0] ?? main ?? byDepth.find(script) ?? byDepth[0] ?? { path: "kernel.py" }).path, asModule: false };
}

/** What lies in a folder and is no part of a program. */
export function isSkipped(name: string): boolean {
  return name.startsWith(".") || /^(__pycache__|node_modules|site-packages|venv)$/.test(name) || name.endsWith(".egg-info");
}

/**
 * Files as they were dropped or chosen, below their folders' names, as a program's: the folder that holds all of them is the top,
 * unless it is a package itself and must keep its name. In order: the top's files, then folder by folder.
 */
export function arrange(files: readonly SourceFile[]): SourceFile[] {
  const [head = ""] = files[0]?.path.split("/") ?? [];
  const isAllBelow = files.length > 0 && files.every((file) => file.path.startsWith(`${head}/`));
  const isPackage = files.some((file) => file.path === `${head}/__init__.py`);
  const placed = files.map(({ path, text }) => ({ path: isAllBelow && !isPackage ? path.slice(head.length + 1) : path, text }));
  const order = new Intl.Collator("en").compare;
  return placed.sort((a, b) => order(splitPath(a.path).folder, splitPath(b.path).folder) || order(a.path, b.path));
}

/** A program of what arrived. */
export function projectOf(files: readonly SourceFile[]): Project {
  const { main, asModule } = guessMain(files);
  return { files: [...files], main, asModule, shown: main };
}
