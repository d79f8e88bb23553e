// SPDX-License-Identifier: Apache-2.0
// Cards that say what a word means: by pointer and by keyboard, of operations, opcodes and words of the trade.

import { expect, test } from "@playwright/test";
import { Playground, violations } from "./page";

for (const colorScheme of ["light", "dark"] as const)
  test(`an operation's card comes by pointer and by keyboard, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const playground = new Playground(page);
    await playground.open("fake");
    const dot = playground.ir.getByText("tile.dot");
    await dot.hover();
    const card = page.locator(".word-card");
    await expect(card).toContainText("tile.dot");
    await expect(card.locator("p").first()).not.toBeEmpty();
    expect(await violations(page)).toEqual([]);
    await page.mouse.move(0, 0);
    await expect(card).toHaveCount(0);
    await dot.click();
    await page.mouse.move(0, 0);
    await page.keyboard.press("i");
    await expect(card).toContainText("tile.dot");
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    // The first Escape was the card's: the value is still followed.
    await expect(page.locator(".follow")).toBeVisible();
  });

test("an opcode's card explains its modifiers, in the PTX of the program and in the emulator's editor", async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByLabel("Stage").selectOption("ptx");
  // Opcode and modifiers are coloured apart, so that the line is no one element's text.
  await playground.ir.locator(".cm-line", { hasText: "add.s32" }).getByText("add", { exact: true }).hover();
  const card = page.locator(".word-card");
  await expect(card).toContainText("Adds.");
  await expect(card.locator("dl")).toContainText("signed integer of 32 bits");
  await page.mouse.move(0, 0);
  await playground.tab("Emulator").click();
  const editor = page.getByRole("textbox", { name: "PTX to run" });
  await editor.focus();
  await page.keyboard.insertText(
    "\twgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {%f1}, %rd1, %rd2, 1, 1, 1, 0, 1;",
  );
  await page.keyboard.press("Home");
  for (let at = 0; at < 33; at++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+i");
  await expect(card.locator("dt.marked")).toHaveText(".m64n128k16");
  await expect(card).toContainText("a product of 64 × 16 by 16 × 128, into 64 × 128");
});

test("a word of the glossary has its card by pointer and by focus, and Escape takes it away", async ({ page }) => {
  await page.goto("/fake/lessons.html#layouts");
  const word = page.getByRole("button", { name: "banks", exact: true });
  await word.hover();
  const card = page.getByRole("tooltip");
  await expect(card).toContainText("32 banks of four bytes");
  await page.mouse.move(0, 0);
  await expect(card).toHaveCount(0);
  await word.focus();
  await expect(card).toBeVisible();
  await expect(word).toHaveAccessibleDescription(/32 banks/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
});

test("labels of the panes explain their words, each once a pane, by pointer and by focus", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.tab("Schedule").click();
  const words = page.locator(".panel-schedule .term-word");
  await expect(words.first()).toBeVisible();
  const texts = (await words.allInnerTexts()).map((text) => text.toLowerCase().replace(/s$/, ""));
  expect(texts.length).toBeGreaterThan(2);
  expect(new Set(texts).size).toBe(texts.length);
  const occupancy = words.filter({ hasText: "occupancy" });
  await occupancy.hover();
  const card = page.getByRole("tooltip");
  await expect(card).toContainText("How many warps a multiprocessor holds");
  await page.mouse.move(0, 0);
  await expect(card).toHaveCount(0);
  await occupancy.focus();
  await expect(card).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  // Where the labels are read out they are what they were.
  await expect(
    page.locator(".panel-schedule").getByRole("columnheader", { name: "of the roofline", exact: true }),
  ).toBeVisible();
  const folder = process.env["TESSERA_PICTURES"];
  await occupancy.hover();
  if (folder) await page.screenshot({ path: `${folder}/labels.png` });
});
