// SPDX-License-Identifier: Apache-2.0
// What every visitor needs: both themes, a telephone's width, a screen reader. axe finds what it can.

import { expect, test } from "@playwright/test";
import { overhang, Playground, violations } from "./page";

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [1440, 420])
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 860 } });

      test("no pane hangs out of the window or shuts anyone out", async ({ page }) => {
        const playground = new Playground(page);
        await playground.open("fake");
        if (width === 420) await playground.tab("Source").click();
        await playground.write("warpgroups!\n");
        await page.keyboard.press("Control+Enter");
        await expect(page.locator(".panel-results .verdict")).toContainText("ok");
        const panes =
          width === 420
            ? [
                "Source",
                "IR",
                "Tilings",
                "Layouts",
                "Schedule",
                "Knobs",
                "Variants",
                "Timeline",
                "Results",
                "Diagnostics",
                "Runner",
              ]
            : ["Tilings", "Layouts", "Schedule", "Knobs", "Variants", "Timeline", "Results", "Diagnostics", "Runner"];
        for (const pane of panes) {
          await playground.tab(pane).click();
          await expect(playground.tab(pane)).toHaveAttribute("aria-selected", "true");
          expect(await overhang(page), `${pane} hangs out`).toBe(0);
          expect(await violations(page), pane).toEqual([]);
        }
      });

      test("dialogs fit and shut nobody out", async ({ page }) => {
        const playground = new Playground(page);
        await playground.open("fake");
        for (const open of ["Share", "Help", "Recent"]) {
          await page.getByRole("button", { name: open, exact: true }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
          expect(await overhang(page)).toBe(0);
          expect(await violations(page), open).toEqual([]);
          if (open === "Help") {
            await page.getByRole("tab", { name: "Glossary" }).click();
            await expect(page.getByRole("dialog")).toContainText("warpgroup");
            expect(await violations(page), "Glossary").toEqual([]);
          }
          await page.keyboard.press("Escape");
        }
        await page.getByRole("button", { name: "Examples" }).click();
        const menu = await page.getByRole("menu").boundingBox();
        expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(await violations(page), "Examples").toEqual([]);
        await page.keyboard.press("Escape");
        if (width === 420) await playground.tab("Source").click();
        await playground.write("bad!");
        await expect(playground.source.locator(".cm-lintRange-error")).toBeVisible();
        await playground.tab("Diagnostics").click();
        expect(await violations(page), "an error").toEqual([]);
      });
    });

test.describe("forced colours, 320 wide", () => {
  test.use({ viewport: { width: 320, height: 700 } });
  test("no pane hangs out of the window or shuts anyone out", async ({ page }) => {
    test.setTimeout(90_000);
    await page.emulateMedia({ forcedColors: "active" });
    const playground = new Playground(page);
    await playground.open("fake");
    for (const pane of [
      "Source",
      "IR",
      "Tilings",
      "Layouts",
      "Schedule",
      "Knobs",
      "Variants",
      "Results",
      "Diagnostics",
      "Runner",
    ]) {
      await playground.tab(pane).click();
      expect(await overhang(page), `${pane} hangs out`).toBe(0);
      expect(await violations(page), pane).toEqual([]);
    }
  });
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
