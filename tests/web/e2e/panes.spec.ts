// SPDX-License-Identifier: Apache-2.0
// IR, tilings, results, with the fake compiler's known answers.

import { expect, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import { Playground } from "./page";

test("the IR steps through passes and shows the difference", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  const rail = page.getByRole("navigation", { name: "passes" });
  await expect(rail.locator("[aria-current=true]")).toContainText("cleanup");
  await expect(playground.ir).toContainText("tile.dot");
  await page.getByRole("button", { name: "previous pass" }).click();
  await expect(playground.ir).toContainText("tile.load");
  await expect(rail.locator("[aria-current=true]")).toContainText("trace");
  // Without the list a choice stands in for it.
  await page.getByRole("button", { name: "Passes" }).click();
  const pass = page.getByRole("combobox", { name: "pass" });
  await expect(pass.locator("option:checked")).toHaveText("● 1 of 2  trace");
  await page.getByRole("button", { name: "Passes" }).click();
  await playground.ir.focus();
  await page.keyboard.press("]");
  await expect(playground.ir).toContainText("tile.dot");
  await page.keyboard.press("d");
  await expect(page.locator(".ir .cm-deletedChunk")).toContainText("tile.load");
  await expect(page.locator(".ir .cm-changedLine")).toContainText("tile.dot");
  await page.getByLabel("Compare with").selectOption({ label: "tile · trace" });
  await expect(page.locator(".ir .cm-deletedChunk")).toBeVisible();
  await page.getByLabel("Compare with").selectOption("");
  await expect(page.locator(".ir .cm-deletedChunk")).toHaveCount(0);
});

test("source and IR light each other up, by pointer and by cursor", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.source.locator(".cm-line").nth(1).hover();
  await expect(playground.ir.locator(".cm-lit")).toContainText("tile.dot");
  await playground.ir.locator(".cm-line").nth(2).hover();
  await expect(playground.source.locator(".cm-lit")).toHaveCount(1);
  await playground.source.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await expect(playground.ir.locator(".cm-lit")).toContainText("tile.dot");
});

test("arrays have one colour in the editor, the IR and the tilings", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  const colour = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  await expect(playground.source.locator(".array-1").first()).toHaveText("y_ref");
  await expect(playground.ir.locator(".array-1").first()).toHaveText("%y_ref");
  const swatch = await colour(".operands .swatch.array-1", "background-color");
  expect(await colour(".left .array-1", "text-decoration-color")).toBe(swatch);
  expect(await colour(".ir .array-1", "text-decoration-color")).toBe(swatch);
});

test("tilings step through launch order by keyboard and by playing", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  const table = page.locator(".operands");
  await expect(table.locator("tr", { hasText: "z_ref" })).toContainText("[0:512, 0:512]");
  await page.getByRole("slider", { name: "program in launch order" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".readout")).toHaveText("program (1, 0), number 3 of 4 in launch order");
  await expect(table.locator("tr", { hasText: "z_ref" })).toContainText("[512:1024, 0:512]");
  await page.getByRole("button", { name: "next program" }).click();
  await expect(page.locator(".readout")).toContainText("program (1, 1)");
  await page.getByRole("button", { name: "play through launch order" }).click();
  await expect(page.locator(".readout")).toContainText("program (0, 1)");
  await expect(page.getByRole("button", { name: "play through launch order" })).toBeVisible();
  await expect(page.locator(".readout")).toContainText("program (1, 1)");
});

test("pointing at a block names the programs that touch it, and a click goes to the first", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  const canvas = page.locator(".scene canvas");
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no canvas");
  // The lower half of x_ref, the second panel: found by moving along until the readout names it.
  for (let x = 0; x < box.width; x += 12) {
    await page.mouse.move(box.x + x, box.y + 150);
    if ((await page.locator(".readout").innerText()).startsWith("x_ref[512:1024, :]")) break;
  }
  await expect(page.locator(".readout")).toHaveText("x_ref[512:1024, :]: 2 programs (1, 0) (1, 1)");
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(box.x + 1, box.y + 1);
  await expect(page.locator(".readout")).toContainText("program (1, 0)");
});

test("tilings are exported as SVG", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export SVG" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("matmul_kernel-tilings.svg");
  const svg = readFileSync(await download.path(), "utf8");
  expect(svg).toMatch(/^<svg xmlns/);
  expect(svg).toContain(">x_ref</text>");
  expect(svg).not.toMatch(/NaN|undefined|var\(/);
});

test("the schedule says the plan, the prediction and what stood in the way, and goes there", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByRole("tab", { name: "Schedule" }).click();
  const pane = page.locator(".panel-schedule");
  await expect(pane).toContainText("predicts 151 µs on H100 SXM, limited by products: 132 blocks");
  await expect(pane).toContainText("not a time of a GPU");
  await expect(pane).toContainText(
    "92 % of the roofline: 137 G operations and 96 MiB of global memory take 139 µs at least",
  );
  await expect(pane.locator("tr", { hasText: "store z_ref" })).toContainText("its mask is known to be the same for 2");
  await expect(pane.locator("tr", { hasText: "tile_n" }).getByRole("button")).toHaveText(["64", "256"]);
  const obstacle = pane.locator("li", { hasText: "alpha is loaded in the loop" });
  await expect(obstacle).toContainText("What would do: load it before the loop");
  await obstacle.getByRole("button").click();
  await expect(playground.source.locator(".cm-line").nth(1)).toHaveClass(/cm-activeLine/);
  await pane.getByRole("button", { name: "other_kernel" }).click();
  await expect(pane).toContainText("no schedule");
  await expect(pane).toContainText("tile.sort in kernel other_kernel has no GPU schedule yet");
});

test("layouts say who holds an element, by pointer and by keyboard, and what lies in shared memory", async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByRole("tab", { name: "Layouts" }).click();
  const pane = page.locator(".panel-layouts"),
    readout = pane.locator(".readout");
  await expect(readout).toHaveText("element [0, 0]: warp 0, lane 0, register 0");
  await pane.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  await expect(readout).toHaveText("element [0, 1]: warp 0, lane 0, register 1");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(readout).toHaveText("element [1, 2]: warp 1, lane 1, register 0");
  await expect(pane.locator(".held")).toHaveText("holds [1, 2] [1, 3] [3, 2] [3, 3]");
  await pane.getByLabel("Lane").selectOption("31");
  await expect(readout).toHaveText("element [1, 62]: warp 1, lane 31, register 0");
  await expect(pane.locator("tr", { hasText: "slot" })).toContainText("read: 8 wavefronts for 1, bank conflicts");
  await expect(
    pane.getByRole("table", { name: "banks of the first rows" }).locator("tr").nth(1).locator("td").first(),
  ).toHaveText("4");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    pane.getByRole("button", { name: "Export SVG" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).not.toMatch(/NaN|undefined|var\(/);
});

test("results give verdict, checks, output and an honest label for the times", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await expect(page.locator(".panel-results .empty")).toHaveCount(1);
  await playground.run().click();
  const results = page.locator(".panel-results");
  await expect(results.locator(".verdict")).toContainText("ran to the end, 1 check passed");
  await expect(results.locator(".checks")).toContainText("✓ passed");
  await expect(results.locator("pre")).toHaveText("[1. 2.]\n");
  await expect(results).toContainText("CPU time in this tab, not a GPU's");
  await playground.write("changed = 1");
  await expect(results.locator(".note")).toContainText("of an earlier text");
});

test("panes can be resized by keyboard, and remember it", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  const bar = page.getByRole("separator", { name: "width of the editor" });
  await bar.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(bar).toHaveAttribute("aria-valuenow", "40");
  await page.reload();
  await expect(bar).toHaveAttribute("aria-valuenow", "40");
});

test("help lists keys and the compiler's names", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.keyboard.press("F1");
  const help = page.getByRole("dialog", { name: "Help" });
  await help.getByRole("tab", { name: "What this is" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(help).toContainText("Ctrl+Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await help.getByRole("searchbox").fill("zer");
  await expect(help).toContainText("zeros(shape, dtype=float32)");
});
