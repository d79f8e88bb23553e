// SPDX-License-Identifier: Apache-2.0
// Registers over a PTX text, and bytes by level of what ran: seen, pointed at, gone to. Without the modules these are
// skipped, except in CI.

import { expect, test, type Page } from "@playwright/test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Playground, violations } from "./page";

const root = join(import.meta.dirname, "../../..");
test.skip(
  !["emulator.wasm", "tessera-code.wasm"].every((name) => existsSync(join(root, "web/dist/wasm", name))) &&
    !process.env["CI"],
  "web/dist has no emulator or code generator: `./dev web` builds them",
);
test.setTimeout(90_000);

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["TESSERA_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const panel = (page: Page) => page.locator(".panel-emulator");

test("the curve beside the PTX tells its lines and goes to them, by pointer and by keys", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=softmax");
  await page.getByLabel("Stage").selectOption("ptx");
  await expect(playground.ir).toContainText(".visible .entry", { timeout: 60_000 });
  const curve = page.locator(".ir").getByRole("slider", { name: /^virtual registers alive/ });
  await expect(page.locator(".ir .pressure summary")).toContainText(/at most \d+ of 32 bits/);
  await expect(page.locator(".ir .pressure summary")).toContainText("before ptxas");
  // The most is where it begins.
  const most = /at most (\d+)/.exec(await page.locator(".ir .pressure summary").innerText())?.[1];
  await expect(curve).toHaveAttribute("aria-valuetext", new RegExp(`: ${most} registers of 32 bits`));
  await curve.focus();
  await page.keyboard.press("Home");
  const first = await curve.getAttribute("aria-valuetext");
  expect(first).toMatch(/^line \d+: \d+ registers? of 32 bits/);
  await page.keyboard.press("ArrowRight");
  expect(await curve.getAttribute("aria-valuetext")).not.toBe(first);
  const box = await curve.boundingBox();
  if (!box) throw new Error("not drawn");
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2);
  const line = /line (\d+)/.exec(await page.locator(".ir .pressure-words").innerText())?.[1];
  await expect(playground.ir.locator(".cm-lit")).toBeVisible();
  await expect(
    page.locator(".ir .cm-lineNumbers .cm-gutterElement", { hasText: new RegExp(`^${line}$`) }),
  ).toBeInViewport();
  expect(await violations(page)).toEqual([]);
  await picture(page, "pressure");
  // Shut, it stays shut.
  await page.locator(".ir .pressure summary").click();
  await expect(curve).toBeHidden();
  await page.reload();
  await playground.ready();
  await page.getByLabel("Stage").selectOption("ptx");
  await expect(page.locator(".ir .pressure summary")).toBeVisible({ timeout: 60_000 });
  await expect(curve).toBeHidden();
});

test("words of LLVM IR have cards: opcodes, intrinsics, and PTX within inline assembly", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=vector_add");
  await page.getByLabel("Stage").selectOption("llvm");
  await expect(playground.ir).toContainText("define", { timeout: 60_000 });
  const card = page.locator(".word-card");
  const line = playground.ir.locator(".cm-line", { hasText: "@llvm.nvvm.read.ptx.sreg.tid.x" }).first();
  await line.scrollIntoViewIfNeeded();
  // By the keyboard: along the line into the intrinsic's name.
  await line.click();
  // No card of the pointer's beside it.
  await page.mouse.move(0, 0);
  await page.keyboard.press("Home");
  const at = (await line.innerText()).indexOf("sreg");
  for (let press = 0; press < at; press++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("i");
  await expect(card).toContainText("number in its block");
  await expect(card.locator("dl")).toContainText("along the first axis");
  expect(await violations(page)).toEqual([]);
  await picture(page, "llvm-card");
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await page.keyboard.press("Home");
  const call = (await line.innerText()).indexOf("call");
  for (let press = 0; press < call; press++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("i");
  await expect(card).toContainText("Calls a function, or an intrinsic");
});

test("bytes by level are drawn of what ran, with what was lost, and lead to their lines", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=matmul");
  await playground.tab("Emulator").click();
  await panel(page)
    .getByRole("button", { name: /^PTX of/ })
    .first()
    .click();
  await expect(panel(page).locator(".of-launch")).toBeVisible({ timeout: 60_000 });
  await panel(page).getByLabel("schedules", { exact: true }).fill("1");
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  const picture1 = panel(page).getByRole("img", { name: /From global memory to/ });
  await expect(picture1).toBeVisible({ timeout: 60_000 });
  await expect(picture1).toHaveAttribute(
    "aria-label",
    /From (registers|shared memory) to global memory: .* in [\d,]+ sectors/,
  );
  await picture1.scrollIntoViewIfNeeded();
  await picture(page, "traffic");
  const list = panel(page).locator(".traffic-list li");
  const button = list.first().getByRole("button");
  const line = /\d+/.exec(await button.innerText())?.[0] ?? "";
  await button.click();
  await expect(panel(page).locator(".cm-activeLineGutter").first()).toHaveText(line);
});
