// SPDX-License-Identifier: Apache-2.0
// The page in another page's frame: `?embed=1&panes=source,ir,tilings`. The program comes by the fragment, as in every link.

export interface Embed {
  /** By name, in the page's order; never empty. */
  panes: string[];
}

/** Null: not embedded. Names that are none are left out; without any, `usual` are shown. */
export function readEmbed(query: string, known: readonly string[], usual: readonly string[]): Embed | null {
  const fields = new URLSearchParams(query);
  const asked = fields.get("embed");
  if (asked === null || asked === "0") return null;
  const names = (fields.get("panes") ?? "").split(",").map((name) => name.trim());
  const panes = known.filter((name) => names.includes(name));
  return { panes: panes.length > 0 ? panes : [...usual] };
}

/** The address for a frame. `page` is the site's, `fragment` what follows the # of a share link. */
export function embedAddress(page: string, panes: readonly string[], fragment: string): string {
  return `${page}?embed=1&panes=${panes.join(",")}#${fragment}`;
}

/** What somebody pastes into their page. */
export function embedSnippet(address: string, title: string, height: number): string {
  const quote = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<iframe src="${quote(address)}" title="${quote(title)}" width="100%" height="${height}" style="border: 1px solid #8888; border-radius: 4px" loading="lazy" allow="clipboard-write"></iframe>`;
}
