// SPDX-License-Identifier: Apache-2.0
// The rail of passes: what changed stands out, keys walk over it, lines have the colour of their source line, values are followed.

import { expect, test } from "@playwright/test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { overhang, Playground, violations } from "./page";

const module = join(import.meta.dirname, "../../../web/dist/wasm/tessera.wasm");
const hasModule = existsSync(module) || Boolean(process.env["CI"]);

test("the rail tells what came and went, and n and p walk over changed passes, past stages", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  const rail = page.getByRole("navigation", { name: "passes" });
  const current = rail.locator("[aria-current=true]");
  await expect(current).toContainText("cleanup");
  await expect(current).toContainText("+1 −1");
  await playground.ir.focus();
  await page.keyboard.press("p");
  await expect(current).toContainText("trace");
  await page.keyboard.press("n");
  await expect(current).toContainText("cleanup");
  // The fake module has no passes at tilegpu: the stage is stopped at, and what is empty leaves the focus on the list.
  await page.keyboard.press("n");
  await expect(current).toHaveText("tilegpu");
  await expect(current).toBeFocused();
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await expect(current).toHaveText("ptx");
  await expect(playground.ir).toContainText(".visible .entry");
  await page.keyboard.press("Home");
  await expect(current).toContainText("trace");
  await expect(current).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(current).toContainText("cleanup");
  await expect(rail.locator("[tabindex='0']")).toHaveCount(1);
});

test("lines have the colour of their source line at every stage, unless one wants none", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("a = 1\nb = 2\nc = 3\n");
  await expect(playground.status).toContainText("compiled in");
  const ground = (side: string, text: string) =>
    page
      .locator(`${side} .cm-line`, { hasText: text })
      .first()
      .evaluate((line) => getComputedStyle(line).backgroundColor);
  await page.mouse.move(0, 0);
  await playground.ir.focus();
  const none = "rgba(0, 0, 0, 0)";
  const isTied = async (text: string) => {
    const colour = await ground(".left", "b = 2");
    return colour !== none && colour === (await ground(".ir", text));
  };
  await expect.poll(() => isTied("tile.dot")).toBe(true);
  expect(await ground(".left", "c = 3")).toBe(none);
  await page.getByLabel("Stage").selectOption("ptx");
  await expect.poll(() => isTied("add.s32")).toBe(true);
  expect(await ground(".ir", "mov.u32")).not.toBe(await ground(".ir", "add.s32"));
  const option = page.getByRole("button", { name: "Line colours" });
  await expect(option).toHaveAttribute("aria-pressed", "true");
  await option.click();
  await expect(page.locator(".cm-band")).toHaveCount(0);
  await page.reload();
  await playground.ready();
  await expect(option).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator(".cm-band")).toHaveCount(0);
});

test("a value is followed to the next pass, which says what became of it", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.locator(".rail-pass", { hasText: "trace" }).click();
  await playground.ir.locator(".cm-line", { hasText: "tile.load" }).getByText("tile.load").click();
  const bar = page.locator(".follow");
  await expect(bar).toContainText("%0: tile.load");
  await page.keyboard.press("n");
  await expect(bar).toContainText("%0 of trace: here %0, tile.dot; changed by tile-cleanup");
  await expect(page.locator(".ir .cm-followed")).toContainText("tile.dot");
  await expect(page.locator(".ir .cm-value").first()).toHaveText("%0");
  await page.getByLabel("Stage").selectOption("ptx");
  await expect(bar).toContainText("Which are its own is not known");
  await page.getByRole("button", { name: "Stop following" }).click();
  await expect(bar).toHaveCount(0);
});

test("matmul's product is followed to the scheduled kernel", async ({ page }) => {
  test.skip(!hasModule, "web/dist has no compiler");
  const playground = new Playground(page);
  await playground.open("site", "?example=matmul");
  const kernel = playground.ir.locator(".cm-line", { hasText: "tile.dot %0, %1 : tensor<512x1024" });
  // The text may still move to its kernel when the page is new.
  await expect(async () => {
    await kernel.getByText("tile.dot").click();
    await expect(page.locator(".follow")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.locator(".rail-pass", { hasText: "place-kernels" }).click();
  await expect(page.locator(".follow")).toContainText(/place-kernels|lower-dots/);
  await expect(page.locator(".ir .cm-followed").first()).toBeVisible();
  await page.locator(".rail-pass", { hasText: "lower-grid" }).first().click();
  await expect(page.locator(".follow")).toContainText("here %2, tile.dot");
});

for (const [width, colours] of [
  [420, "none"],
  [320, "active"],
] as const)
  test(`at ${width} pixels${colours === "active" ? ", in forced colours," : ""} the rail is a row that fits`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ forcedColors: colours });
    const playground = new Playground(page);
    await playground.open("fake");
    await playground.tab("IR").click();
    const rail = page.getByRole("navigation", { name: "passes" });
    await expect(rail).toBeVisible();
    expect((await rail.boundingBox())?.height).toBeLessThan(50);
    await rail.getByRole("button", { name: /trace/ }).click();
    await expect(playground.ir).toContainText("tile.load");
    await playground.ir.getByText("tile.load").click();
    await expect(page.locator(".follow")).toBeVisible();
    expect(await overhang(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  });
