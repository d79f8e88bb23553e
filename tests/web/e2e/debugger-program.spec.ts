// SPDX-License-Identifier: Apache-2.0
// The debugger on kernels of the program at hand: their launches as the program makes them, breakpoints beside its Python
// text, and the way from an event of the emulator's timeline. Without the modules these are skipped, except in CI.

import { expect, test, type Page } from "@playwright/test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Playground, violations } from "./page";

const wasm = join(import.meta.dirname, "../../../web/dist/wasm");
test.skip(
  !["emulator.wasm", "tessera-code.wasm"].every((name) => existsSync(join(wasm, name))) && !process.env["CI"],
  "web/dist has no emulator or code generator: `./dev web` builds them",
);
test.setTimeout(120_000);

const panel = (page: Page) => page.locator(".panel-emulator");
const debuggerOf = (page: Page) => page.getByRole("group", { name: "debugger" });
const stop = (page: Page) => debuggerOf(page).getByRole("region", { name: "where it stands" });
const part = (page: Page, name: string) => debuggerOf(page).getByRole("region", { name, exact: true });

async function openKernel(page: Page, example: string, kernel: string): Promise<Playground> {
  const playground = new Playground(page);
  await playground.open("site", `?example=${example}`);
  if (await playground.tab("IR").isVisible()) await playground.tab("IR").click();
  await playground.tab("Emulator").click();
  await panel(page)
    .getByRole("button", { name: `PTX of ${kernel}`, exact: true })
    .click();
  await expect(panel(page).getByRole("form", { name: "launch" })).toBeVisible({ timeout: 60_000 });
  return playground;
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["TESSERA_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test("the form is the program's launch, with its constants, and says what is not the program's", async ({ page }) => {
  await openKernel(page, "vector_add", "add_kernel");
  const field = (name: string) => panel(page).getByLabel(name, { exact: true });
  await expect(panel(page).locator(".of-launch")).toContainText("As the program launches it: grid (97,), line 34.");
  await expect(panel(page).locator(".of-launch")).toContainText("What arguments 0, 1 hold is not");
  await expect(field("grid")).toHaveValue("97");
  await expect(field("block")).toHaveValue("128");
  await expect(field("shape of argument 0")).toHaveValue("98432");
  await expect(field("contents of argument 2")).toHaveValue("empty");
  await expect(field("value of argument 3")).toHaveValue("98432");
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  await expect(panel(page).locator(".verdict .pill.good")).toBeVisible({ timeout: 60_000 });
  expect(await violations(page)).toEqual([]);
  await picture(page, "launch-form");
});

test("tensor maps and a kernel's two launches are the program's, too, and its PTX runs with them", async ({ page }) => {
  await openKernel(page, "hopper_gemm_pipeline", "kernel");
  await expect(panel(page).locator("table.arguments tbody tr")).toHaveCount(8);
  await expect(panel(page).getByLabel("map of argument 5")).toHaveValue("box:64x64,swizzle:128");
  await expect(panel(page).getByLabel("smem", { exact: true })).toHaveValue("115712");
  await panel(page).getByLabel("schedules", { exact: true }).fill("1");
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  await expect(panel(page).locator(".verdict .pill.good")).toBeVisible({ timeout: 60_000 });
  await expect(panel(page).getByRole("region", { name: "arrays after the run" })).not.toContainText("never written");
});

test("a line of the Python text is stopped at: by its gutter, by F9, and from the list", async ({ page }) => {
  const playground = await openKernel(page, "vector_add", "add_kernel");
  await expect(page.locator(".cm-source-stops")).toBeHidden();
  await panel(page).getByRole("button", { name: "Debug", exact: true }).click();
  await expect(stop(page)).toContainText("step 0");
  // Without the one that keeps the room, which is not to be seen.
  const gutter = page.locator(".cm-source-stops .cm-gutterElement").filter({ visible: true });
  await expect(gutter.filter({ hasText: "·" }).first()).toBeVisible();
  // The line of the store, by what the gutter beside it says.
  const line = playground.source.locator(".cm-line", { hasText: "tl.store(" });
  const box = await line.boundingBox();
  const column = await page.locator(".cm-source-stops").boundingBox();
  if (!box || !column) throw new Error("not drawn");
  await page.mouse.click(column.x + column.width / 2, box.y + box.height / 2);
  await expect(gutter.filter({ hasText: "●" })).toHaveCount(1);
  await expect(part(page, "breakpoints")).toContainText(/vector_add\.py:\d+ if/);
  await expect(part(page, "breakpoints")).toContainText("begins at PTX line");
  await page.locator(".debugger .cm-content").focus();
  await page.keyboard.press("r");
  await expect(stop(page).locator("p").first()).toContainText("about to execute it");
  await expect(gutter.filter({ hasText: "▶●" })).toHaveCount(1);
  await expect(stop(page)).toContainText("vector_add.py:26");
  await picture(page, "source-breakpoint");
  expect(await violations(page)).toEqual([]);
  // The same by the keyboard, in the editor.
  await line.click();
  await page.keyboard.press("F9");
  await expect(gutter.filter({ hasText: "●" })).toHaveCount(0);
  await page.keyboard.press("F9");
  await expect(gutter.filter({ hasText: "●" })).toHaveCount(1);
  // A word of the PTX is explained here, too.
  await page.locator(".debugger .cm-content").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("i");
  await expect(page.locator(".word-card")).toContainText("Adds.");
  await page.keyboard.press("Escape");
  await expect(page.locator(".word-card")).toHaveCount(0);
  // And without the editor.
  const list = part(page, "breakpoints").getByLabel("Source line");
  const load = await list.locator("option", { hasText: "x = tl.load" }).getAttribute("value");
  await list.selectOption(load ?? "");
  await part(page, "breakpoints").getByRole("button", { name: "Stop at it" }).click();
  await expect(part(page, "breakpoints").getByRole("listitem")).toHaveCount(2);
  await page.locator(".debugger .cm-content").focus();
  await page.keyboard.press("0");
  await expect(stop(page)).toContainText("step 0");
  await page.keyboard.press("r");
  await expect(stop(page)).toContainText("vector_add.py:23");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.locator(".cm-source-stops")).toBeHidden();
});

test("a launch that ran as PTX is stepped through from its result, one of several by its own scalars", async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=triton_dropout");
  await page.getByLabel("where to run").selectOption("as PTX in this tab");
  await playground.run().click();
  const results = page.locator(".panel-results");
  await expect(results.locator(".verdict .pill.good")).toBeVisible({ timeout: 60_000 });
  const rows = results.locator("tr", { hasText: "seeded_dropout_kernel" });
  await rows.nth(0).getByRole("button", { name: "Step through" }).click();
  await expect(stop(page)).toContainText("step 0", { timeout: 60_000 });
  await page.getByRole("button", { name: "Leave" }).click();
  const launches = panel(page).locator(".of-launch select");
  await expect(launches).toHaveValue("0");
  await expect(launches.locator("option")).toHaveCount(2);
  await expect(panel(page).getByLabel("value of argument 3", { exact: true })).toHaveValue("0.5");
  // The next launch of the same kernel is the same form but for what it is.
  await playground.tab("Results").click();
  await rows.nth(1).getByRole("button", { name: "Step through" }).click();
  await expect(stop(page)).toContainText("step 0", { timeout: 60_000 });
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(launches).toHaveValue("1");
});

test("an event of the emulator's timeline is opened in the debugger: its warp, its line, its time", async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=hopper_gemm_pipeline");
  await page.getByLabel("where to run").selectOption("as PTX in this tab");
  await playground.run().click();
  await expect(page.locator(".panel-results .verdict .pill.good")).toBeVisible({ timeout: 60_000 });
  await playground.tab("Timeline").click();
  const chart = page.getByRole("application", { name: /^timeline of/ });
  await chart.focus();
  // To the row of a warp, and along it to a wait that is not its first.
  const readout = page.locator(".timeline .readout");
  await page.keyboard.press("Home");
  for (let press = 0; press < 12 && !(await readout.innerText()).includes("warp 1 "); press++)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  for (let press = 0; press < 40 && !(await readout.innerText()).includes("wait ready[2]"); press++)
    await page.keyboard.press("ArrowRight");
  await expect(readout).toContainText("wait ready[2], phase 1");
  const line = /PTX line (\d+)/.exec(await readout.innerText())?.[1];
  await picture(page, "timeline-event");
  await readout.getByRole("button", { name: "Open in the debugger" }).click();
  await expect(playground.tab("Emulator")).toHaveAttribute("aria-selected", "true");
  await expect(stop(page)).toContainText(`line ${line},`, { timeout: 60_000 });
  await expect(stop(page)).toContainText("of warp 1");
  await expect(debuggerOf(page)).toContainText(
    /From the timeline: wait ready\[2\], phase 1.*to wait for phase 1 there/,
  );
  await expect(debuggerOf(page)).not.toContainText("may be a later one");
  await expect(debuggerOf(page).locator(".cm-here")).toContainText("mbarrier");
  // Phase 0 of that slot took no time and is no event: the first event of the slot is not the first time that it is waited for.
  const third = part(page, "state of each mbarrier").getByRole("row").filter({ hasText: "shared_memory+16" });
  await expect(third).toContainText("1 waits, 0 goes on");
  await expect(third).toContainText("phase 1");
  await picture(page, "timeline-debugger");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("s");
  await expect(debuggerOf(page)).not.toContainText("From the timeline");
});
