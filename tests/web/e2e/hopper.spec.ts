// SPDX-License-Identifier: Apache-2.0
// The page that walks through a matrix product: with the fake compiler, whose every kernel of warpgroups has the same timeline; with the real one
// in real.spec.ts.

import { expect, test, type Page } from "@playwright/test";
import { Playground } from "./page";

async function runAll(page: Page): Promise<number> {
  const steps = page.locator(".step");
  const count = await steps.count();
  for (let index = 0; index < count; index++) {
    await steps.nth(index).scrollIntoViewIfNeeded();
    await expect(steps.nth(index).locator(".verdict")).toContainText("as jnp.dot, no race");
  }
  return count;
}

test("every step runs when it comes into view, is drawn and is compared with the one before", async ({ page }) => {
  await page.goto("/fake/hopper.html");
  await expect(page.getByRole("heading", { name: "1. One warpgroup" })).toBeVisible();
  expect(await runAll(page)).toBe(6);
  const second = page.locator("#step-2");
  await expect(second.getByRole("application", { name: /^timeline of/ })).toBeVisible();
  await expect(second.locator(".improved caption")).toHaveText("Compared with step 1");
  await expect(second.locator(".improved tbody tr").first()).toContainText("the same");
  await second.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  await expect(second.locator(".readout")).toContainText("wait for");
  await expect(second.locator(".step-source .lit")).toHaveCount(1);
});

test("a step opens in the playground with its sizes and the timeline's pane", async ({ page }) => {
  await page.goto("/fake/hopper.html");
  await page.locator("#step-2").getByRole("link", { name: "Open in the playground" }).click();
  const playground = new Playground(page);
  await playground.ready();
  await expect(page.locator(".panel-timeline")).toBeVisible();
  await expect(playground.source).toContainText("Hopper GEMM 2");
  await expect(playground.source).toContainText("K = 512");
});

test("the examples are a group of their own, and one opens at its timeline", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake", "?example=hopper_memory_pipeline&pane=timeline");
  await expect(page.locator(".panel-timeline")).toBeVisible();
  await page.getByRole("button", { name: "Examples" }).click();
  await expect(page.getByRole("group", { name: "Hopper by hand" }).getByRole("menuitem")).toHaveCount(10);
});
