// SPDX-License-Identifier: Apache-2.0
// What every visitor needs, in every view of the site: colours that they can tell apart, or the system's own; a telephone's width, letters
// twice as large; a screen reader, as far as axe can tell; the keyboard. What there is to see is in views/. By default each view is looked at
// in a wide and in a narrow window, so that each size meets all colours; TESSERA_LOOKS=all crosses all of them, which takes long.

import { expect, test, type Locator } from "@playwright/test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { comparedParts, paneNames } from "../../../web/src/panes/view-state";
import { Playground } from "./page";
import { walkByKeyboard } from "./views/keyboard";
import { checkLooks, isFull, isWalked, sizes, sizesFor, takePictures, type SizeName } from "./views/looks";
import * as playgroundVisits from "./views/playground-views";
import * as siteVisits from "./views/site-views";
import { lacks, scopeOf, Visitor, type View, type Visit } from "./views/view";

const visits: Visit[] = [...Object.values(playgroundVisits), ...Object.values(siteVisits)];
const views = visits.flatMap((visit) => visit.views);

test.describe("the list of views", () => {
  const named = (field: "pane" | "part" | "dialog") => new Set(views.map((view) => view[field]).filter(Boolean));

  test("has every pane, stage and part of the variants", () => {
    for (const pane of paneNames)
      expect(named("pane"), "a pane without a view: add one to tests/web/e2e/views").toContain(pane);
    for (const part of comparedParts) expect(named("part"), "of what variants compare").toContain(part);
    for (const stage of ["tile", "tilegpu", "llvm", "ptx", "sass"]) expect(named("part")).toContain(stage);
  });

  test("has every dialog", () => {
    const src = join(import.meta.dirname, "../../../web/src");
    const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
    const titles = files.flatMap((name) =>
      [...readFileSync(join(src, name), "utf8").matchAll(/<Dialog\b[^>]*?title="([^"]+)"/gs)].map((match) => match[1]),
    );
    expect(titles.length).toBeGreaterThan(5);
    for (const title of titles) expect(named("dialog"), "a dialog without a view").toContain(title);
  });

  test("has every way to share and every part of the help", async ({ page }) => {
    const playground = new Playground(page);
    await playground.open("fake");
    for (const [button, first] of [
      ["Share", "Link"],
      ["Help", "What this is"],
    ] as const) {
      await page.getByRole("button", { name: button, exact: true }).click();
      for (const tab of await page.getByRole("dialog").getByRole("tab").allInnerTexts())
        if (tab !== first) expect(named("part"), `${button}, ${tab}`).toContain(tab);
      await page.keyboard.press("Escape");
    }
  });

  test("names no view twice", () => {
    expect(new Set(views.map(({ name }) => name)).size).toBe(views.length);
  });
});

/** Escape closes what was opened, and the focus is where it came from. */
async function closeByKeyboard(at: Visitor, view: View): Promise<string[]> {
  const opened = view.dialog ? at.page.getByRole("dialog") : view.opened?.(at);
  if (!opened || !view.opener) return [];
  if (!(await opened.isVisible())) await view.open(at);
  // A field for a search takes the first one for itself, and is then empty.
  if (await at.page.evaluate(() => document.activeElement?.matches("input[type=search]")))
    await at.page.keyboard.press("Escape");
  await at.page.keyboard.press("Escape");
  const isClosed = await settles(async () => (await opened.count()) === 0);
  if (!isClosed) return ["Escape does not close it"];
  const isBack = await settles(() => view.opener?.(at).evaluate((element) => element === document.activeElement));
  return isBack ? [] : ["when it closes, the focus is not where it was"];
}

async function settles(check: () => Promise<boolean> | undefined): Promise<boolean> {
  for (let left = 20; left > 0; left--) {
    if (await check()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** Tab leaves a menu, so that arrow keys are its way. */
async function walkMenu(at: Visitor, menu: Locator): Promise<string[]> {
  const items = menu.getByRole("menuitem");
  const found: string[] = [];
  for (let index = 0; index < (await items.count()); index++) {
    const item = items.nth(index);
    const isOn = await item.evaluate((element) => element === document.activeElement);
    if (!isOn) found.push(`arrow keys do not come to ${await item.innerText()}`);
    await at.page.keyboard.press("ArrowDown");
  }
  return found;
}

async function walk(at: Visitor, view: View, within: string | null): Promise<string[]> {
  const opened = view.opened?.(at);
  if (opened && (await opened.getAttribute("role")) === "menu") return walkMenu(at, opened);
  return walkByKeyboard(at.page, within);
}

/** The window gets another size, and what was in sight is again. */
async function resize(at: Visitor, view: View, size: SizeName): Promise<void> {
  if (view.isFleeting) {
    // What it was shown for goes from under the pointer, or it would lie over the way to itself.
    await at.page.mouse.move(1, 1);
    await at.page.keyboard.press("Escape");
  }
  await at.page.setViewportSize(sizes[size]);
  if (view.isFleeting) return view.open(at);
  if (view.pane) await at.turnTo(view.pane);
  if (view.opened && !(await view.opened(at).isVisible())) await view.open(at);
}

async function look(at: Visitor, visit: Visit, view: View): Promise<string[]> {
  const found: string[] = [];
  await at.page.setViewportSize(sizes["1280 wide"]);
  await view.open(at);
  for (const size of sizesFor(views.indexOf(view))) {
    if (size !== "1280 wide") await resize(at, view, size);
    // The frame around the panes is the same in all views of a visit, but for its first one.
    const within = view === visit.views[0] ? null : scopeOf(view);
    found.push(...(await checkLooks(at.page, views.indexOf(view), size, within)));
    await takePictures(at.page, view.name, size);
    if (isWalked(views.indexOf(view), size) && !view.isFleeting)
      found.push(...(await walk(at, view, within)).map((text) => `${size}: ${text}`));
  }
  return [...found, ...(await closeByKeyboard(at, view))].map((text) => `${view.name}: ${text}`);
}

for (const visit of visits)
  test(`nobody is shut out: ${visit.name}`, async ({ page }) => {
    test.skip(lacks(visit), "web/dist lacks a module of the compiler");
    test.setTimeout(isFull ? 1_200_000 : 180_000);
    page.setDefaultTimeout(20_000); // the way to a view that can't be gone ends soon, and says where
    const at = new Visitor(page);
    await page.setViewportSize(sizes["1280 wide"]);
    await visit.begin(at);
    const found: string[] = [];
    for (const view of visit.views) found.push(...(await look(at, visit, view)));
    for (const runner of at.runners) runner.close();
    expect(found).toEqual([]);
  });

test("the theme follows the system until it is chosen", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const playground = new Playground(page);
  await playground.open("fake");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.getByRole("button", { name: /^theme/ }).click();
  expect(await ground()).toBe(light);
  await page.getByRole("button", { name: /^theme/ }).click();
  await page.emulateMedia({ colorScheme: "light" });
  expect(await ground()).toBe(dark);
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });
  test("the site opens without a network once it was there", async ({ page, context }) => {
    const playground = new Playground(page);
    await playground.open("fake");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await playground.write("kept = 1");
    await expect(playground.status).toContainText("compiled in");
    await context.setOffline(true);
    await page.reload();
    await playground.ready();
    expect(await playground.text()).toBe("kept = 1");
  });
});
