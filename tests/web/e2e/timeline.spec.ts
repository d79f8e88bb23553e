// SPDX-License-Identifier: Apache-2.0
// The timeline pane, the options of a run, and a race in the editor. The compiler is fixtures/fake-module.js, which says by what rules its
// timeline comes about; real.spec.ts takes the real kernels.

import { expect, test, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { makeTimeline } from "../fixtures/fake-module";
import { Playground } from "./page";

// Lines as the fixture's events have them: the wait for a slot, the copies, the wait for them, the product, the store.
const program = "slot warpgroups!\ncopy_x\ncopy_y\nwait\nproduct\nstore\n";

async function traced(page: Page, source = program): Promise<Playground> {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(source);
  await playground.tab("Timeline").click();
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(".timeline-scroll canvas")).toBeVisible();
  return playground;
}

const chart = (page: Page) => page.getByRole("application", { name: /^timeline of/ });
const readout = (page: Page) => page.locator(".timeline .readout");

test("an empty pane says what would fill it, and a program without warpgroups why it stays empty", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.tab("Timeline").click();
  const empty = page.locator(".panel-timeline .empty");
  await expect(empty).toContainText("kernel of warpgroups");
  await expect(empty).toContainText("never a GPU’s time");
  await empty.getByRole("button", { name: "Run in this tab" }).click();
  await expect(empty).toContainText("launched no kernel of warpgroups");
});

test("the keyboard steps through events, tells them, lights their lines and goes there", async ({ page }) => {
  const playground = await traced(page);
  await expect(page.locator(".legend")).toContainText("not a GPU’s time");
  await chart(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(readout(page)).toContainText("warpgroup 0");
  await page.keyboard.press("ArrowDown");
  await expect(readout(page)).toContainText("wait for full[0]");
  await expect(readout(page)).toContainText("30 to 620, 590 cycles");
  await expect(playground.source.locator(".cm-lit")).toHaveText("wait");
  await page.keyboard.press("w");
  await expect(readout(page)).toContainText("copy x to x_smem[0]");
  await expect(playground.source.locator(".cm-lit")).toHaveText("copy_x");
  await page.keyboard.press("Enter");
  await expect(playground.source).toBeFocused();
});

test("the mouse points, chooses, zooms; bubbles are named and shown", async ({ page }) => {
  await traced(page);
  const box = await chart(page).boundingBox();
  if (!box) throw new Error("no chart");
  // The first copy: below the two warpgroups, near the left edge.
  await page.mouse.move(box.x + 200, box.y + 22 + 2 * 22 + 9);
  await expect(readout(page)).toContainText("copy x to x_smem[0]");
  await page.mouse.click(box.x + 200, box.y + 22 + 2 * 22 + 9);
  await page.mouse.move(5, 5);
  await expect(readout(page)).toContainText("copy x to x_smem[0]");
  const bubbles = page.locator("table.bubbles tbody tr");
  await expect(bubbles.first()).toContainText("wait for full");
  await expect(bubbles.first()).toContainText("was still under way");
  await bubbles.first().getByRole("button", { name: "show" }).click();
  await expect(readout(page)).toContainText(/wait for full\[0\]/);
  const window = () =>
    page.evaluate(
      () =>
        (window as unknown as { tessera: { view: { timeWindow: { value: unknown } } } }).tessera.view.timeWindow.value,
    );
  expect(await window()).not.toBeNull();
  await chart(page).focus();
  await page.keyboard.press("0");
  expect(await window()).toBeNull();
  await page.keyboard.down("Control");
  await page.mouse.move(box.x + 400, box.y + 40);
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect.poll(window).not.toBeNull();
});

test("pointing at a source line lights its events, and a block can be chosen", async ({ page }) => {
  const playground = await traced(page);
  const paint = () =>
    page.locator(".timeline-scroll canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await page.mouse.move(5, 5);
  const before = await paint();
  await playground.source.locator(".cm-line", { hasText: "product" }).hover();
  await expect.poll(paint).not.toBe(before);
  await page.getByLabel("Block").selectOption("all");
  await expect(page.locator(".bubbles caption")).toContainText("(0/1) busy");
});

test("a view of the timeline survives in a link", async ({ page }) => {
  const playground = await traced(page);
  await page.getByLabel("Block").selectOption("cluster 0, block 1");
  await chart(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("+");
  const told = await readout(page).textContent();
  const address = await page.evaluate(() => {
    const { view } = (window as unknown as { tessera: { view: { toShared(): object } } }).tessera;
    return JSON.stringify(view.toShared());
  });
  expect(JSON.parse(address)).toMatchObject({ pane: "timeline", block: "0/1" });
  await page.keyboard.press("Control+s");
  const link = await page.getByRole("dialog").locator("textarea, input").first().inputValue();
  await page.goto("about:blank");
  await page.goto(link);
  await playground.ready();
  await page.keyboard.press("Control+Enter");
  await expect(readout(page)).toHaveText(told ?? "");
});

test("a trace file opens beside the run; one that is none says why; SVG is saved", async ({ page }) => {
  await traced(page);
  const choose = (name: string, text: string) =>
    page.getByLabel("trace file").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await choose("emulator.json", JSON.stringify({ ...makeTimeline({ steps: 3 }), unit: "steps" }));
  await expect(page.getByRole("region", { name: "emulator.json" })).toContainText("steps: warp instructions");
  await expect(page.getByRole("application")).toHaveCount(2);
  await choose("wrong.json", '{"rows": 7}');
  await expect(page.locator(".timeline .bad-text")).toHaveText("wrong.json: `rows` is `7`, expected a list.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export SVG" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("matmul_kernel-timeline.svg");
  const svg = readFileSync(await download.path(), "utf8");
  expect(svg).toContain("<title>copy x to x_smem[0]</title>");
  expect(svg).toContain("GPU");
  expect(
    await page.evaluate(
      (text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror"),
      svg,
    ),
  ).toBeNull();
});

test("a race is underlined at both its lines, and Results say how to mend it", async ({ page }) => {
  const playground = await traced(page, program.replace("product", "product race!"));
  await expect(playground.source.locator(".cm-lintRange-error")).toHaveText("race!");
  await expect(playground.source.locator(".cm-other-place")).toHaveText("store");
  await expect(page.locator(".timeline .failure")).toContainText("data-race");
  await page.getByRole("button", { name: "how to mend it" }).click();
  const finding = page.locator(".panel-results .diagnostics li");
  await expect(finding).toContainText("plgpu.wgmma_wait(0)");
  await expect(page.locator(".panel-results .verdict")).toContainText("1 finding in what the kernels do");
  await finding.getByRole("button", { name: "6:1" }).click();
  await expect(playground.source).toBeFocused();
  await expect(page.locator(".cm-activeLine", { hasText: "store" })).toBeVisible();
  await playground.source.locator(".cm-other-place").hover();
  await expect(page.locator(".cm-tooltip")).toContainText("read here, step 3");
});

test("options of a run are what is asked for", async ({ page }) => {
  const playground = await traced(page, program.replace("product", "product race!"));
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByLabel("Check races").uncheck();
  await page.getByLabel("Seed").fill("7");
  await page.keyboard.press("Escape");
  await playground.run().click();
  await expect(playground.source.locator(".cm-lintRange-error")).toHaveCount(0);
  await expect(page.locator(".timeline .failure")).toHaveCount(0);
  await page.getByRole("button", { name: "Options *" }).click();
  await expect(page.getByLabel("Seed")).toHaveValue("7");
  await page.getByLabel("Keep the timeline").uncheck();
  await page.keyboard.press("Escape");
  await playground.run().click();
  await expect(page.locator(".panel-timeline .empty")).toContainText("asked to keep no timeline");
});

test("100,000 events are drawn, stepped through and zoomed", async ({ page }) => {
  await traced(page, program.replace("warpgroups!", "warpgroups! many!"));
  await chart(page).focus();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "+", "+", "+", "Shift+ArrowRight", "b", "End", "0"])
    await page.keyboard.press(key);
  await expect(readout(page)).toContainText("wait for full");
});
