// SPDX-License-Identifier: Apache-2.0
// Where the text comes from when the page opens, and how it is kept. In order: a share link, `?example=`, what was kept from the last
// visit, the first example. A link or example never destroys kept text: it moves to a second place, from where it can be
// fetched back. A broken link changes nothing and says so.

import { decodeShare, encodeShare, type SharedState } from "../base/share";
import { kept } from "../base/storage";
import { examples, firstExample } from "./examples";

const textKey = "tessera.text";
const earlierKey = "tessera.earlier-text";

export interface Opened {
  source: string;
  file: string;
  target?: string;
  view?: NonNullable<SharedState["view"]>;
  /** Something to tell the user. */
  notice?: string;
  noticeKind?: "info" | "bad";
  /** Text that was kept and is not what is shown. */
  earlier?: { source: string; file: string; target?: string };
}

export function openPage(fragment: string, query: string): Opened {
  const keptText = readKept(textKey);
  const link = decodeShare(fragment.replace(/^#/, ""));
  if (link?.ok) {
    const opened: Opened = { source: link.value.source, file: link.value.file };
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
  const example = name === null ? undefined : examples.find((item) => item.name === name || item.file === name);
  if (example) {
    const pane = new URLSearchParams(query).get("pane");
    const opened = { source: example.source, file: example.file, ...(pane === null ? {} : { view: { pane } }) };
    return withEarlier(opened, keptText, `opened the example ${example.title}`);
  }
  const opened = keptText ?? { source: firstExample?.source ?? "", file: firstExample?.file ?? "kernel.py" };
  if (name === null) return opened;
  return {
    ...opened,
    notice: `There is no example \`${name}\`; there are ${examples.map((item) => item.name).join(", ")}.`,
    noticeKind: "bad",
  };
}

function withEarlier(opened: Opened, keptText: Opened | null, how: string): Opened {
  if (!keptText || keptText.source === opened.source || examples.some((example) => example.source === keptText.source)) return opened;
  kept.set(earlierKey, JSON.stringify(keptText));
  return { ...opened, earlier: keptText, notice: `This text was ${how}. Yours is kept.`, noticeKind: "info" };
}

export function keepText(text: { source: string; file: string; target: string }): void {
  kept.set(textKey, JSON.stringify(text));
}

function readKept(key: string): Opened | null {
  try {
    const value = JSON.parse(kept.get(key) ?? "null") as Partial<Opened> | null;
    if (!value || typeof value.source !== "string" || value.source.trim() === "") return null;
    const opened: Opened = { source: value.source, file: typeof value.file === "string" ? value.file : "kernel.py" };
    if (typeof value.target === "string") opened.target = value.target;
    return opened;
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
