// SPDX-License-Identifier: Apache-2.0
// Short links: `#s=ID` for a link that the runner keeps which serves this page, `#s=ID@ADDRESS` for another one's. ID is the beginning of
// the SHA-256 of what stands in the long link, in base64url, so that nobody has to believe whoever keeps it.

import { sha256 } from "./sha256";
import { toBase64Url } from "./share";

/** What a runner may keep, and what is read of its answer. */
export const longestLink = 1 << 19;

export interface ShortLink {
  id: string;
  /** Empty for the place that served the page. */
  address: string;
}

/** Of an address's fragment, without the `#`; null where it is no short link. */
export function readShortLink(fragment: string): ShortLink | null {
  const parts = /^s=([\w-]{10,43})(?:@(.+))?$/.exec(fragment);
  if (!parts?.[1]) return null;
  try {
    return { id: parts[1], address: decodeURI(parts[2] ?? "") };
  } catch {
    return null;
  }
}

export function writeShortLink({ id, address }: ShortLink): string {
  return address ? `s=${id}@${encodeURI(address)}` : `s=${id}`;
}

/** Whether `link` is what the short link was made of. */
export function isMadeOf({ id }: ShortLink, link: string): boolean {
  return toBase64Url(sha256(new TextEncoder().encode(link))).startsWith(id);
}
