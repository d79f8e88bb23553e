// SPDX-License-Identifier: Apache-2.0
// Where the text comes from when the page opens, and how it is kept. In order: a share link, `?example=`, what was kept from the last
// visit, the first example. A link or example never destroys kept text: it moves to a second place, from where it can be
// fetched back. A broken link changes nothing and says so.

import { projectOfOne, type Project } from "../base/files";
import { decodeShare, encodeShare, projectOfShared, readShared, shareProject, type SharedState } from "../base/share";
import { kept } from "../base/storage";
import { examples, firstExample } from "./examples";

const textKey = "tessera.text";
const earlierKey = "tessera.earlier-text";

export interface Opened {
  project: Project;
  target?: string;
  view?: NonNullable<SharedState["view"]>;
  /** Something to tell the user. */
  notice?: string;
  noticeKind?: "info" | "bad";
  /** What was kept and is not what is shown. */
  earlier?: Project;
}

export function openPage(fragment: string, query: string): Opened {
  const keptText = readKept(textKey);
  const link = decodeShare(fragment.replace(/^#/, ""));
  if (link?.ok) {
    const opened: Opened = { project: projectOfShared(link.value) };
    if (link.value.target) opened.target = link.value.target;
    if (link.value.view) opened.view = link.value.view;
    return withEarlier(opened, keptText, "opened from a link");
  }
  const fallback = openWithoutLink(query, keptText);
  if (!link) return fallback;
  return { ...fallback, notice: `This link could not be read: ${link.error}. Your own text is untouched.`, noticeKind: "bad" };
}

function openWithoutLink(query: string, keptText: Opened | null): Opened {
  const name = new URLSearchParams(query).get("example");
  const example = name === null ? undefined : examples.find((item) => item.name === name || item.project.main === name);
  if (example) {
    const pane = new URLSearchParams(query).get("pane");
    const opened = { project: example.project, ...(pane === null ? {} : { view: { pane } }) };
    return withEarlier(opened, keptText, `opened the example ${example.title}`);
  }
  const opened = keptText ?? { project: firstExample?.project ?? projectOfOne("kernel.py", "") };
  if (name === null) return opened;
  return {
    ...opened,
    notice: `There is no example \`${name}\`; there are ${examples.map((item) => item.name).join(", ")}.`,
    noticeKind: "bad",
  };
}

function withEarlier(opened: Opened, keptText: Opened | null, how: string): Opened {
  if (!keptText || sameProject(keptText.project, opened.project) || isExample(keptText.project)) return opened;
  kept.set(earlierKey, JSON.stringify(shareProject(keptText.project)));
  return { ...opened, earlier: keptText.project, notice: `This text was ${how}. Yours is kept.`, noticeKind: "info" };
}

function sameProject(a: Project, b: Project): boolean {
  const same = (one: Project["files"][number], index: number) => one.path === b.files[index]?.path && one.text === b.files[index].text;
  return a.files.length === b.files.length && (a.files.length === 1 ? a.files[0]?.text === b.files[0]?.text : a.files.every(same));
}

/** Nothing of the user's own: an example as it is. */
export function isExample(project: Project): boolean {
  return examples.some((example) => sameProject(example.project, project));
}

export function keepProject(project: Project, target: string): void {
  kept.set(textKey, JSON.stringify({ ...shareProject(project), target }));
}

function readKept(key: string): Opened | null {
  try {
    const state = readShared(JSON.parse(kept.get(key) ?? "null"));
    if (!state || (state.source.trim() === "" && !state.files)) return null;
    return { project: projectOfShared(state), ...(state.target === undefined ? {} : { target: state.target }) };
  } catch {
    return null;
  }
}

/** The address of this very state. The query goes: an example's name and a text would contradict each other. */
export function shareAddress(state: SharedState): string {
  return `${location.origin}${location.pathname}#${encodeShare(state)}`;
}

/** Once the text is edited, the address no longer says what is shown. */
export function forgetAddress(): void {
  if (location.hash || new URLSearchParams(location.search).has("example")) history.replaceState(null, "", location.pathname);
}
