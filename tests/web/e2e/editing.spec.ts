// SPDX-License-Identifier: Apache-2.0
// Typing, diagnostics, the text's survival. On the site with the fake compiler, whose answers are known to the column.

import { expect, test } from "@playwright/test";
import { Playground } from "./page";

test("opens with an example, compiles it, asks nobody else for anything", async ({ page }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.protocol !== "blob:" && !url.pathname.startsWith("/fake/"))
      elsewhere.push(request.url());
  });
  const playground = new Playground(page);
  await playground.open("fake");
  await expect(playground.status).toHaveText("ready · compiled in 3.25 ms");
  await expect(page.locator(".status-privacy")).toHaveText("nothing leaves this tab until you run on a runner");
  await expect(page.locator(".status-version")).toHaveText("tessera 0.0.0 (fake)");
  await expect(playground.source).toContainText("def matmul_kernel");
  expect(elsewhere).toEqual([]);
});

test("a wrong program is underlined at its exact place, listed, and mended by the fix", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("x = '😀' + bad!\ny = 2");
  const underlined = playground.source.locator(".cm-lintRange-error");
  await expect(underlined).toHaveText("bad!");
  await expect(playground.status).toHaveText("1 error");
  await playground.status.getByRole("button").click();
  const item = page.locator(".panel-diagnostics li");
  await expect(item).toContainText("unknown name bad!");
  await expect(item).toContainText("nearest name: good");
  await expect(item.getByRole("button", { name: "1:11" })).toBeVisible();
  await item.getByRole("button", { name: "write good" }).click();
  await expect(playground.status).toContainText("compiled in");
  expect(await playground.text()).toBe("x = '😀' + good\ny = 2");
});

test("F8 goes to the next diagnostic and shows it", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("a = 1\nb = bad!\n");
  await expect(playground.source.locator(".cm-lintRange-error")).toBeVisible();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  await expect(page.locator(".cm-tooltip-lint")).toContainText("unknown name bad!");
  await page.keyboard.insertText("c");
  await expect(playground.status).toContainText("compiled in");
  expect(await playground.text()).toBe("a = 1\nb = c\n");
});

test("the examples menu works by keyboard", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByRole("button", { name: "Examples" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(page.getByRole("button", { name: "Examples" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("s");
  await expect(page.getByRole("menuitem", { name: /^S/ }).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(playground.source).toContainText("# S");
});

test("an example can be undone", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("mine = 1");
  await playground.example("Iota");
  await expect(playground.source).toContainText("Iota");
  await playground.source.focus();
  await page.keyboard.press("Control+z");
  expect(await playground.text()).toBe("mine = 1");
});

test("text, target and theme are there after a reload", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("kept = 1");
  await page.getByLabel("target").selectOption("sm_80");
  await page.getByRole("button", { name: /^theme/ }).click();
  await expect(page.getByRole("button", { name: "theme: light" })).toBeVisible();
  await page.reload();
  await playground.ready();
  expect(await playground.text()).toBe("kept = 1");
  await expect(page.getByLabel("target")).toHaveValue("sm_80");
  await expect(page.getByRole("button", { name: "theme: light" })).toBeVisible();
});

test("`?example=` opens an example and keeps one's own text within reach", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("mine = 1");
  await expect(playground.status).toContainText("compiled in");
  await playground.open("fake", "?example=iota");
  await expect(playground.source).toContainText("Iota");
  await page.getByRole("button", { name: "Back to my text" }).click();
  expect(await playground.text()).toBe("mine = 1");
  await playground.open("fake", "?example=nothing");
  await expect(page.locator(".notice")).toContainText("There is no example nothing");
});

test("the editor can be left with the keyboard", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.source.focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(playground.source).not.toBeFocused();
});

test("completion offers the compiler's own names", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("import jax.numpy as jnp\n");
  await page.keyboard.type("jnp.ze");
  await expect(page.locator(".cm-tooltip-autocomplete")).toContainText("zeros");
  await page.waitForTimeout(150); // CodeMirror ignores a key that comes too soon after the list
  await page.keyboard.press("Enter");
  expect(await playground.text()).toContain("jnp.zeros");
});

test("the first text is there to be read before the page's program is, and not in place of one's own", async ({
  page,
}) => {
  await page.route(/assets\/main-.*\.js/, (route) => route.abort());
  await page.goto("/fake/");
  const first = page.locator(".first pre");
  await expect(first).toContainText("def matmul_kernel");
  await expect(first).toBeVisible();
  expect(
    await first
      .locator(".tok-keyword")
      .first()
      .evaluate((element) => getComputedStyle(element).color),
  ).not.toBe(await first.evaluate((element) => getComputedStyle(element).color));
  await page.unroute(/assets\/main-.*\.js/);
  const playground = new Playground(page);
  await playground.open("fake");
  await expect(first).toHaveCount(0);
  await playground.write("mine = 1");
  await page.route(/assets\/main-.*\.js/, (route) => route.abort());
  await page.reload();
  await expect(first).toBeHidden();
});
