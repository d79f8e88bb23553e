// SPDX-License-Identifier: Apache-2.0
// What is kept of every text that was typed: a document is a program with a number of its own, the time of its last change and what a
// list shows of it. Here is what a document is and when a change makes another one of it; where documents lie is document-store.ts.

import { bytesOf, type Project } from "./files";
import { projectOfShared, readShared, shareProject, type SharedState, type SharedVariant } from "./share";
import type { Thumbnail } from "./thumbnail";

/** What a list shows, without the text. */
export interface DocumentHead {
  readonly id: string;
  /** The page that may write: each page that opens a document takes it over, and one that finds another name here writes no more. */
  readonly owner: string;
  /** Of the last change, in milliseconds since 1970. */
  readonly time: number;
  readonly title: string;
  readonly files: number;
  readonly bytes: number;
  readonly thumbnail: Thumbnail | null;
}

export interface KeptDocument {
  head: DocumentHead;
  /** The fields of a share link, so that what reads old links reads old documents. */
  state: SharedState;
}

/** As many documents are kept; the oldest that no tab has open go first. */
export const mostDocuments = 50;

/** What is to be written. */
export interface Change {
  project: Project;
  target: string;
  thumbnail: Thumbnail | null;
  time: number;
  variants?: readonly SharedVariant[];
}

export function documentOf(id: string, owner: string, { project, target, thumbnail, time, variants = [] }: Change): KeptDocument {
  const { files } = project;
  const bytes = files.reduce((sum, { text }) => sum + bytesOf(text), 0);
  const head = { id, owner, time, title: titleOf(project), files: files.length, bytes, thumbnail };
  return { head, state: { ...shareProject(project), target, ...(variants.length > 0 ? { variants: [...variants] } : {}) } };
}

export function projectOfDocument({ state }: KeptDocument): Project {
  return projectOfShared(state);
}

/** A document as it comes out of storage, where an older or newer page may have written it; null where it holds no program. */
export function readDocument(head: unknown, state: unknown): KeptDocument | null {
  const known = readHead(head);
  const program = readShared(state);
  return known && program ? { head: known, state: program } : null;
}

export function readHead(value: unknown): DocumentHead | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, owner, time, title, files, bytes, thumbnail } = value as Record<string, unknown>;
  if (typeof id !== "string" || typeof time !== "number") return null;
  const count = (number: unknown) => (typeof number === "number" ? number : 0);
  return {
    id,
    owner: typeof owner === "string" ? owner : "",
    time,
    title: typeof title === "string" ? title : "",
    files: count(files),
    bytes: count(bytes),
    thumbnail: Array.isArray((thumbnail as Thumbnail | null)?.shapes) ? (thumbnail as Thumbnail) : null,
  };
}

/** The first line that says something: no licence line, no import, no quotes around it. */
export function titleOf({ files, main }: Project): string {
  const text = files.find(({ path }) => path === main)?.text ?? "";
  const lines = text.split("\n", 200).map((line) => line.trim());
  const says = (line: string) => /\w/.test(line) && !/^#\s*SPDX|^(import|from)\s/.test(line);
  const line = lines.find(says) ?? lines.find((any) => any !== "") ?? "";
  return line.replace(/^(#+|"""|''')\s*|("""|''')$/g, "").slice(0, 80);
}

export function isBlank({ files }: Project): boolean {
  return files.every(({ text }) => text.trim() === "");
}

/** The same program: which file is in the editor makes no other one of it. */
export function isSameProgram(a: Project, b: Project): boolean {
  if (a === b) return true;
  if (a.files.length !== b.files.length || a.main !== b.main || a.asModule !== b.asModule) return false;
  return a.files.every(({ path, text }, index) => path === b.files[index]?.path && text === b.files[index].text);
}

/** A file of less than this many characters is a try, and no loss. */
const fewCharacters = 20;

/**
 * Whether `next` is another text rather than `last` changed: a file of `last` of which less than half is left. Then `last` stays what it is
 * and `next` becomes a document of its own, so that neither select-all and paste nor a deleted file loses anything.
 *
 * Worked example: "x = 1\n" before and after a middle of 100 characters is not replaced while 50 of the 112 characters at its ends stay.
 */
export function isReplacement(last: Project, next: Project): boolean {
  return last.files.some(({ path, text }) => {
    if (text.trim().length < fewCharacters) return false;
    const same = next.files.find((file) => file.path === path);
    if (same && (same.text === text || 2 * commonEnds(text, same.text) >= text.length)) return false;
    // Under another name it is still there.
    return !next.files.some((file) => file.text === text);
  });
}

/** How many characters two texts share at their beginnings and ends. */
function commonEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let front = 0;
  while (front < most && a.charCodeAt(front) === b.charCodeAt(front)) front++;
  let back = 0;
  while (back < most - front && a.charCodeAt(a.length - 1 - back) === b.charCodeAt(b.length - 1 - back)) back++;
  return front + back;
}
