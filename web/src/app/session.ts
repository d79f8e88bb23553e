// SPDX-License-Identifier: Apache-2.0
// What the page opens with. In order: a share link, `?example=`, the tab's document, the newest document that no tab has open, the
// first example. A link or an example never destroys a text: the way back to it is offered. A broken link changes nothing and says so.

import { isBlank, isSameProgram } from "../base/documents";
import { projectOfOne, type Project } from "../base/files";
import { decodeShare, encodeShare, projectOfShared, readShared, type SharedState, type SharedVariant } from "../base/share";
import { kept } from "../base/storage";
import type { Documents } from "./documents";
import { examples, firstExample } from "./examples";

const targetKey = "tessera.target";
/** Where pages before there were documents kept one text, and the one that a link or an example had replaced. */
const olderKeys = ["tessera.text", "tessera.earlier-text"];

export interface Opened {
  project: Project;
  target?: string;
  tune?: string;
  variants?: SharedVariant[];
  view?: NonNullable<SharedState["view"]>;
  /** Something to tell the user. */
  notice?: string;
  noticeKind?: "info" | "bad";
}

export async function openPage(fragment: string, query: string, documents: Documents): Promise<Opened> {
  await takeOlderTexts(documents);
  await documents.rescue();
  const document = await documents.resume();
  const own: Opened | null = document && {
    project: projectOfShared(document.state),
    ...(document.state.target === undefined ? {} : { target: document.state.target }),
    ...(document.state.variants === undefined ? {} : { variants: document.state.variants }),
  };
  const link = decodeShare(fragment.replace(/^#/, ""));
  if (link?.ok) {
    const opened: Opened = { project: projectOfShared(link.value) };
    if (link.value.target) opened.target = link.value.target;
    if (link.value.tune) opened.tune = link.value.tune;
    if (link.value.variants) opened.variants = link.value.variants;
    if (link.value.view) opened.view = link.value.view;
    return standIn(opened, own, documents, "opened from a link");
  }
  const fallback = openWithoutLink(query, own, documents);
  if (!link) return fallback;
  return { ...fallback, notice: `This link could not be read: ${link.error}. Your own text is untouched.`, noticeKind: "bad" };
}

function openWithoutLink(query: string, own: Opened | null, documents: Documents): Opened {
  const name = new URLSearchParams(query).get("example");
  const example = name === null ? undefined : examples.find((item) => item.name === name || item.project.main === name);
  if (example) {
    const pane = new URLSearchParams(query).get("pane");
    const opened = { project: example.project, ...(pane === null ? {} : { view: { pane } }) };
    return standIn(opened, own, documents, `opened the example ${example.title}`);
  }
  const opened = own ?? openGiven({ project: firstExample?.project ?? projectOfOne("kernel.py", "") }, documents);
  if (name === null) return opened;
  return {
    ...opened,
    notice: `There is no example \`${name}\`. Those that there are stand under Examples.`,
    noticeKind: "bad",
  };
}

/** What is opened in place of the user's own text, unless it is that text. */
function standIn(opened: Opened, own: Opened | null, documents: Documents, how: string): Opened {
  if (own && isSameProgram(own.project, opened.project)) return opened;
  openGiven(opened, documents);
  return own ? { ...opened, notice: `This text was ${how}. Your text is kept.`, noticeKind: "info" } : opened;
}

function openGiven(opened: Opened, documents: Documents): Opened {
  documents.show(opened.project, opened.variants);
  const target = opened.target ?? kept.get(targetKey);
  return target === null ? opened : { ...opened, target };
}

/** Nothing of the user's own: an example as it is. */
export function isExample(project: Project): boolean {
  return examples.some((example) => isSameText(example.project, project));
}

/** A program of one file is the same under another name. */
function isSameText(a: Project, b: Project): boolean {
  if (a.files.length === 1 && b.files.length === 1) return a.files[0]?.text === b.files[0]?.text;
  return isSameProgram(a, b);
}

/** For programs that say none. */
export function keepTarget(target: string): void {
  kept.set(targetKey, target);
}

/** The older keys go once their texts are safe; a text has the same name however often it is taken. */
async function takeOlderTexts(documents: Documents): Promise<void> {
  const older = olderKeys.flatMap((key) => {
    const value = kept.get(key);
    const state = readOlder(value);
    const project = state && projectOfShared(state);
    if (!state || !project || isBlank(project) || isExample(project)) return [];
    return [{ id: `older-${hashOf(value ?? "")}`, project, target: state.target ?? "" }];
  });
  // The text in use comes last, so that it is the newest.
  if (older.length > 0 && !(await documents.takeOlder(older.reverse()))) return;
  for (const key of olderKeys) kept.remove(key);
}

function readOlder(value: string | null): SharedState | null {
  try {
    return readShared(JSON.parse(value ?? "null"));
  } catch {
    return null;
  }
}

function hashOf(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0;
  return `${hash.toString(36)}-${text.length}`;
}

/** The address of this very state. The query goes: an example's name and a text would contradict each other. */
export function shareAddress(state: SharedState): string {
  return `${location.origin}${location.pathname}#${encodeShare(state)}`;
}

/** Once the text is edited, the address no longer says what is shown. */
export function forgetAddress(): void {
  if (location.hash || new URLSearchParams(location.search).has("example")) history.replaceState(null, "", location.pathname);
}
