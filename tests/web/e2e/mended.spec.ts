// SPDX-License-Identifier: Apache-2.0
// Small things that were wrong once, each as a person met it.

import { expect, test, type Page } from "@playwright/test";
import { startRunner } from "../fixtures/fake-runner.mjs";
import { Playground } from "./page";

async function submit(page: Page, address: string): Promise<void> {
  await new Playground(page).tab("Runner").click();
  await page.getByRole("textbox", { name: "Runner" }).fill(address);
  await page.getByRole("button", { name: /connect/i }).click();
  await page.getByRole("button", { name: "Submit to interpreter" }).click();
  await expect(page.locator(".job .verdict").first()).toContainText("succeeded");
}

test("the footer tells the address that was sent to, not the one that is being typed", async ({ page }) => {
  const runner = await startRunner();
  await new Playground(page).open("fake");
  await submit(page, runner.address);
  await page.getByRole("textbox", { name: "Runner" }).fill("http://elsewhere:1");
  await expect(page.locator(".status-privacy")).toContainText(`sent to ${runner.address}`);
  runner.close();
});

test("a job that is done tells no progress", async ({ page }) => {
  const runner = await startRunner();
  await new Playground(page).open("fake");
  await submit(page, runner.address);
  await expect(page.locator(".job .comparison")).toBeVisible();
  await expect(page.locator(".job .verdict").first()).not.toContainText(/\d+ of \d+/);
  runner.close();
});

test("tilings have their colours where the system forces its own", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const playground = new Playground(page);
  await playground.open("fake");
  const canvas = page.locator(".panel-tilings canvas");
  await expect(canvas).toBeVisible();
  const colours = await canvas.evaluate((element: HTMLCanvasElement) => {
    const context = element.getContext("2d");
    const { data } = context?.getImageData(0, 0, element.width, element.height) ?? { data: new Uint8ClampedArray() };
    const seen = new Set<string>();
    for (let at = 0; at < data.length; at += 4)
      if (
        Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) -
          Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) >
        80
      )
        seen.add([data[at], data[at + 1], data[at + 2]].join());
    return seen.size;
  });
  expect(colours).toBeGreaterThanOrEqual(3);
});

test("code in the message of an underline is code, without backticks", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("a = 1\nb = bad!\n");
  await playground.source.locator(".cm-lintRange-error").hover();
  const tooltip = page.locator(".cm-tooltip-lint");
  await expect(tooltip.locator("code").first()).toHaveText("bad!");
  await expect(tooltip).not.toContainText("`");
  await expect(tooltip.getByRole("button", { name: "write good" })).toBeVisible();
});

test("all tabs are in sight on a telephone", async ({ page }) => {
  await page.setViewportSize({ width: 420, height: 860 });
  const playground = new Playground(page);
  await playground.open("fake");
  for (const tab of ["Source", "Timeline", "Diagnostics", "Runner"])
    await expect(playground.tab(tab)).toBeInViewport({ ratio: 1 });
});

test("a layout's line is lit in its own tab only, and a link has the value that is chosen", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.tab("Layouts").click();
  await expect(playground.source.locator(".cm-lit")).not.toHaveCount(0);
  await playground.tab("Results").click();
  await expect(playground.source.locator(".cm-lit")).toHaveCount(0);
  await page.evaluate(() => {
    (window as unknown as { tessera: { view: { layoutValue: { value: number } } } }).tessera.view.layoutValue.value = 1;
  });
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByRole("textbox", { name: "link" }).inputValue();
  await page.goto("about:blank");
  await page.goto(link);
  await playground.ready();
  const chosen = () =>
    page.evaluate(
      () =>
        (window as unknown as { tessera: { view: { layoutValue: { value: number } } } }).tessera.view.layoutValue.value,
    );
  expect(await chosen()).toBe(1);
});

test("going to a place keeps the beginnings of lines in sight", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(`${"# long ".repeat(60)}\nb = 1\n${"\n".repeat(60)}value = [1, 2, 3, 4] + bad!\n`);
  await expect(playground.status).toHaveText("1 error");
  await playground.source.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  const scroller = playground.source.locator("xpath=..");
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200);
  await playground.status.getByRole("button").click();
  await page.locator(".panel-diagnostics .place").first().click();
  await expect(playground.source.locator(".cm-lintRange-error")).toBeInViewport();
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBe(0);
});

test("the sign for lines that are the same in both texts is one that fonts have", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=matmul");
  await page.getByLabel("Stage").selectOption("tilegpu");
  await page.getByLabel("Compare with").selectOption("previous");
  const folded = page.locator(".ir .cm-collapsedLines").first();
  await expect(folded).toBeVisible();
  expect(await folded.evaluate((element) => getComputedStyle(element, "::before").content)).toBe('"···"');
});

test("no two examples have one title", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByRole("button", { name: "Examples" }).click();
  const titles = await page.locator(".menu-title").allInnerTexts();
  expect(titles.length).toBeGreaterThan(20);
  expect(new Set(titles).size).toBe(titles.length);
});

test("help tells of every pane", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  const tabs = await page.getByRole("tablist", { name: "panes" }).getByRole("tab").allInnerTexts();
  await page.keyboard.press("F1");
  await expect(page.getByRole("dialog").locator("dt").first()).toBeVisible(); // what follows waits for nothing
  const told = await page.getByRole("dialog").locator("dt").allInnerTexts();
  for (const tab of tabs) expect(told).toContain(tab.replace(/[^A-Za-z].*$/s, ""));
});
