// SPDX-License-Identifier: Apache-2.0
// How a page may look: colours by size. And what is demanded of it however it looks: it does not scroll sideways, nobody is shut out.

import type { Page } from "@playwright/test";
import { overhang, violations } from "../page";

/** Every view in every size and all colours, instead of each pair of a size and colours somewhere. */
export const isFull = Boolean(process.env["TESSERA_LOOKS"]);

/** At 200 % a browser has half as many of CSS's pixels in the same window. */
export const sizes = {
  "1280 wide": { width: 1280, height: 860 },
  "1280 wide at 200 %": { width: 640, height: 430 },
  "420 wide": { width: 420, height: 860 },
  "320 wide": { width: 320, height: 640 },
} as const;
export type SizeName = keyof typeof sizes;
export const sizeNames = Object.keys(sizes) as SizeName[];

const colours = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "light", forcedColors: "active" },
  "forced, dark": { colorScheme: "dark", forcedColors: "active" },
} as const;
const colourNames = Object.keys(colours) as (keyof typeof colours)[];

const pictures = process.env["TESSERA_PICTURES"] ?? "";

/** A wide one and a narrow one, in turns, unless all is asked for. */
export function sizesFor(view: number): SizeName[] {
  if (pictures) return ["1280 wide", "420 wide"];
  if (isFull) return sizeNames;
  return view % 2 === 0 ? ["1280 wide", "320 wide"] : ["1280 wide at 200 %", "420 wide"];
}

/** Over eight views each size sees all colours. */
function coloursFor(view: number, size: SizeName): (keyof typeof colours)[] {
  const one = colourNames[(Math.floor(view / 2) + sizesFor(view).indexOf(size)) % colourNames.length];
  return isFull || !one ? colourNames : [one];
}

/** The keyboard's way does not depend on colours: once a view, on the wide page or a narrow one, unless all is asked for. */
export function isWalked(view: number, size: SizeName): boolean {
  if (pictures) return false;
  return isFull || size === (view % 2 === 0 ? "1280 wide" : "420 wide");
}

/** What is wrong with it, in words; `within` a part of the page, or all of it. */
export async function checkLooks(page: Page, view: number, size: SizeName, within: string | null): Promise<string[]> {
  if (pictures) return [];
  const found: string[] = [];
  for (const colour of coloursFor(view, size)) {
    await take(page, colour);
    const out = await settledOverhang(page);
    if (out !== 0) found.push(`${size}, ${colour}: hangs ${out} pixels out of the window`);
    found.push(...(await violations(page, within)).map((text) => `${size}, ${colour}: ${text}`));
  }
  return found;
}

/** What is measured and laid out anew in the frames after a window has got its size may be too wide for one of them. */
async function settledOverhang(page: Page): Promise<number> {
  for (let left = 10; left > 0 && (await overhang(page)) !== 0; left--) await page.waitForTimeout(50);
  return overhang(page);
}

/** From forced colours to others of those Chromium keeps some of the former ones. */
async function take(page: Page, colour: keyof typeof colours): Promise<void> {
  const wanted = colours[colour];
  await page.emulateMedia({ ...wanted, forcedColors: "none" });
  if (wanted.forcedColors === "active") await page.emulateMedia(wanted);
}

/** For a look by eye, in place of all that is checked: light and dark, as they are on screen. */
export async function takePictures(page: Page, name: string, size: SizeName): Promise<void> {
  if (!pictures) return;
  for (const colour of ["light", "dark"] as const) {
    await take(page, colour);
    const file = `${name}-${size}-${colour}`.replace(/[^\w-]+/g, "_");
    await page.screenshot({ path: `${pictures}/${file}.png` });
  }
}
