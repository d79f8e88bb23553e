// SPDX-License-Identifier: Apache-2.0
// The lessons: every step's program runs without an error that it is not about, and the pages fit. And the welcome that leads there.

import { expect, test, type Page } from "@playwright/test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { overhang, Playground, violations } from "./page";

const module = join(import.meta.dirname, "../../../web/dist/wasm/tessera.wasm");
const hasModule = existsSync(module) || Boolean(process.env["CI"]);
const lessons = { tilings: 6, layouts: 6, "split-k": 5, attention: 6, hopper: 6, races: 6 };

async function walk(page: Page): Promise<number> {
  const steps = page.locator(".step");
  await expect(steps.first()).toBeVisible();
  const count = await steps.count();
  for (let index = 0; index < count; index++) {
    await steps.nth(index).scrollIntoViewIfNeeded();
    await expect(steps.nth(index).locator(".verdict")).not.toContainText(/running|not yet run/, { timeout: 60_000 });
  }
  return count;
}

for (const [name, count] of Object.entries(lessons))
  test(`every step of ${name} runs, and its numbers are there`, async ({ page }) => {
    test.skip(!hasModule, "web/dist has no compiler");
    test.setTimeout(120_000);
    await page.goto(`/site/lessons.html#${name}`);
    expect(await walk(page)).toBe(count);
    await expect(page.locator(".verdict .pill.good")).toHaveCount(count);
    await expect(page.locator(".verdict .pill.bad")).toHaveCount(0);
    if (name !== "races") await expect(page.locator(".improved").first()).toBeVisible();
    expect(await overhang(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

test("a race that a step is about is found, with both its lines", async ({ page }) => {
  test.skip(!hasModule, "web/dist has no compiler");
  await page.goto("/site/lessons.html#races");
  const step = page.locator("#step-2");
  await step.scrollIntoViewIfNeeded();
  await expect(step.locator(".verdict")).toContainText("data-race is found", { timeout: 60_000 });
  await expect(step.locator(".verdict")).toContainText(/line \d+: /);
});

test("the tilings of a step follow its slider, and smaller blocks read more", async ({ page }) => {
  test.skip(!hasModule, "web/dist has no compiler");
  await page.goto("/site/lessons.html#tilings");
  await walk(page);
  const product = page.locator("#step-3");
  await expect(product.locator(".step-tilings p")).toContainText("x_ref[0:128, :]");
  await product.getByRole("slider").focus();
  await page.keyboard.press("End");
  await expect(product.locator(".step-tilings p")).toContainText("(1, 1) sees x_ref[128:256, :]");
  const row = page.locator("#step-4 .improved tr", { hasText: "of the bytes there are to read" });
  await expect(row).toContainText("2 times");
  await expect(row).toContainText("4 times");
  await expect(row).toContainText("worse");
});

test("all lessons are listed and lead on", async ({ page }) => {
  await page.goto("/fake/lessons.html");
  await expect(page.locator(".lesson-cards li")).toHaveCount(Object.keys(lessons).length);
  await page.getByRole("link", { name: "Tilings", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^1\. No grid/ })).toBeVisible();
  await expect(page).toHaveTitle("Tilings - Tessera");
});

test.describe("the welcome", () => {
  test("says what this is, opens a program and is gone for ever", async ({ page }) => {
    const playground = new Playground(page);
    await playground.open("fake");
    const welcome = page.getByRole("region", { name: "welcome" });
    await expect(welcome).toContainText("A compiler for GPU kernels");
    expect(await violations(page)).toEqual([]);
    await welcome.getByRole("button", { name: /Hopper by hand/ }).click();
    await expect(playground.source).toContainText("Hopper GEMM 1");
    await expect(page.locator(".panel-timeline")).toBeVisible();
    await expect(welcome).toHaveCount(0);
    await page.goto("/fake/");
    await playground.ready();
    await expect(welcome).toHaveCount(0);
  });

  test("is closed for ever, and is not for who has a text of their own", async ({ page, browser }) => {
    const playground = new Playground(page);
    await playground.open("fake");
    const welcome = page.getByRole("region", { name: "welcome" });
    await expect(welcome).toBeVisible();
    await playground.write("mine = 1\n");
    await expect(welcome).toHaveCount(0);
    const other = new Playground(await (await browser.newContext()).newPage());
    await other.open("fake");
    await other.page.getByRole("button", { name: "close the welcome" }).click();
    await other.page.reload();
    await other.ready();
    await expect(other.page.getByRole("region", { name: "welcome" })).toHaveCount(0);
  });
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });
  test("lessons open without a network once the site was there", async ({ page, context }) => {
    const playground = new Playground(page);
    await playground.open("fake");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto("/fake/lessons.html#tilings");
    await expect(page.getByRole("heading", { name: /^1\. No grid/ })).toBeVisible();
  });
});
