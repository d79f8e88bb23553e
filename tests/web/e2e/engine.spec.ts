// SPDX-License-Identifier: Apache-2.0
// What a compiler must never do, done on demand: crash, hang, vanish. The page reports it, replaces the worker, and goes on.

import { expect, test } from "@playwright/test";
import { Playground } from "./page";

test("a crash is reported as a bug with a report to copy, and the next text compiles", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("crash!");
  const dialog = page.getByRole("dialog", { name: "The compiler crashed" });
  await expect(dialog).toContainText("a bug of Tessera's, not of your program");
  await expect(dialog.locator(".report")).toContainText("Tessera crashed in `compile`: RuntimeError: unreachable");
  await expect(dialog.locator(".report")).toContainText("version: 0.0.0 (fake)");
  await expect(dialog.locator(".report")).toContainText("crash!");
  await dialog.getByRole("button", { name: "Copy report" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await playground.write("fine = 1");
  await expect(playground.status).toContainText("ready · compiled in");
  await expect(playground.ir).toContainText("tile.kernel");
});

test("a crash in a view leaves the rest standing", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("crash_show!");
  await expect(page.getByRole("dialog", { name: "The compiler crashed" })).toContainText("`snapshots`");
  await page.keyboard.press("Escape");
  await expect(page.locator(".ir-body")).toContainText("No IR: RuntimeError: memory access out of bounds");
  await expect(page.locator(".panel-tilings canvas")).toBeVisible();
});

test("a text that hangs the compiler is given up when the text changes", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("hang!");
  await page.waitForTimeout(300); // past the pause: the compiler is in its endless loop
  await playground.write("fine = 1");
  await expect(playground.status).toContainText("ready · compiled in");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("runs show output at once, can be cancelled, and typing goes on meanwhile", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("run_hang!");
  await page.keyboard.press("Control+Enter");
  const results = page.locator(".panel-results");
  await expect(results.locator("pre")).toContainText("[1. 2.]");
  await playground.write("run_hang! # and on");
  await expect(playground.status).toContainText("ready · compiled in");
  await results.getByRole("button", { name: "Cancel" }).click();
  await expect(results).toContainText("cancelled");
  await playground.write("fine = 1");
  await page.keyboard.press("Control+Enter");
  await expect(results.locator(".verdict")).toContainText("✓ ok");
});

test("a crash while running is reported and the next run works", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("run_crash!");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toContainText("Tessera crashed in `run`: RuntimeError: out of memory");
  await page.keyboard.press("Escape");
  await playground.write("fine = 1");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(".panel-results .verdict")).toContainText("✓ ok");
});

test("a site without its compiler says so, keeps the text, and can be tried again", async ({ page }) => {
  let missing = true;
  await page.route("**/wasm/tessera.wasm*", (route) =>
    missing ? route.fulfill({ status: 404, body: "no" }) : route.continue(),
  );
  const playground = new Playground(page);
  await page.goto("/fake/");
  await expect(playground.status).toContainText("the compiler could not be loaded");
  await expect(playground.source).toContainText("def matmul_kernel");
  missing = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await playground.ready();
});

test("a compiler that could not be loaded before the page was there can be tried again", async ({ page }) => {
  let missing = true,
    asked: () => void = () => undefined;
  const failed = new Promise<void>((resolve) => (asked = resolve));
  await page.route("**/wasm/tessera.wasm*", async (route) => {
    if (!missing) return route.continue();
    await route.fulfill({ status: 404, body: "no" });
    asked();
  });
  // The page's own script comes when the first worker has had its answer.
  await page.route("**/assets/{index,main}-*.js", async (route) => {
    await failed;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const playground = new Playground(page);
  await page.goto("/fake/");
  await expect(playground.status).toContainText("the compiler could not be loaded");
  missing = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await playground.ready();
});

test("loading shows how far it is", async ({ page }) => {
  await page.route("**/wasm/tessera.wasm*", () => undefined); // never answers
  await page.goto("/fake/");
  await expect(page.getByRole("progressbar", { name: "loading the compiler" })).toBeVisible();
});
