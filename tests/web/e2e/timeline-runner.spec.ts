// SPDX-License-Identifier: Apache-2.0
// Timelines that come from a runner's emulator: asking for one, seeing it, and the choice between it and the interpreter's.

import { expect, test, type Page } from "@playwright/test";
import { startRunner } from "../fixtures/fake-runner.mjs";
import { Playground } from "./page";

const plain = "first\nsecond\n";
const warpgroups = "slot warpgroups!\ncopy_x\ncopy_y\nwait\nproduct\nstore\n";

async function open(page: Page, source: string) {
  const runner = await startRunner({ emulates: true });
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(source);
  await playground.tab("Runner").click();
  await page.getByRole("textbox", { name: "Runner" }).fill(runner.address);
  await page.getByRole("button", { name: /connect/i }).click();
  await expect(page.getByRole("radio", { name: /PTX emulator/ })).toBeVisible();
  return { runner, playground };
}

const chart = (page: Page) => page.getByRole("application", { name: /^timeline of/ });
const options = (runner: { state: { requests: { method: string; path: string; body: Buffer }[] } }) =>
  runner.state.requests
    .filter((request) => request.method === "POST" && request.path === "/v1/jobs")
    .map((request) => (JSON.parse(request.body.toString()) as { options?: object }).options);

test("only the emulator is asked for a timeline, and only with the box ticked", async ({ page }) => {
  const { runner, playground } = await open(page, plain);
  const box = page.getByLabel("keep a timeline (steps)");
  await expect(page.getByRole("radio", { name: /Interpreter/ })).toBeChecked();
  await expect(box).toHaveCount(0);
  await page.getByRole("radio", { name: /PTX emulator/ }).check();
  await expect(box).toBeChecked();
  await box.uncheck();
  const succeeded = page.locator(".job .verdict").first();
  await page.getByRole("button", { name: "Submit to emulator" }).click();
  await expect(succeeded).toContainText("succeeded");
  await expect(page.getByRole("button", { name: /^Timeline of/ })).toHaveCount(0);
  await box.check();
  await page.getByRole("button", { name: "Submit to emulator" }).click();
  await page.getByRole("button", { name: "Timeline of 1 launch" }).click();
  await expect(playground.tab("Timeline")).toHaveAttribute("aria-selected", "true");
  await expect(chart(page)).toBeVisible();
  expect(options(runner)).toEqual([undefined, { timeline: true }]);
  runner.close();
});

test("the empty pane leads to the emulator; what comes is drawn, told and tied to both texts", async ({ page }) => {
  const { runner, playground } = await open(page, plain);
  await playground.tab("Timeline").click();
  await page.getByRole("button", { name: "Run in this tab" }).click();
  const empty = page.locator(".panel-timeline .empty");
  await expect(empty).toContainText("no copies under way and no waits");
  await empty.getByRole("button", { name: "Run on the runner’s emulator" }).click();
  await expect(chart(page)).toHaveAttribute(
    "aria-label",
    /Emulator on the runner \(steps\): matmul_kernel grid \(2, 2\)/,
  );
  await expect(page.locator(".timeline .outdated")).toHaveText(
    "4 events of the first 1 block are kept, 7 others are not.",
  );
  await expect(page.locator(".overlaps")).toContainText("up to 2 of 2 into a");
  await expect(page.locator(".overlaps")).toContainText("1 of 1 product has copies under way beside it");
  await chart(page).focus();
  await page.keyboard.press("ArrowRight");
  const readout = page.locator(".timeline .readout");
  await expect(readout).toContainText("a[0]: TMA load 64 B");
  await expect(playground.source.locator(".cm-lit")).toHaveText("first");
  await page.keyboard.press("ArrowDown");
  await expect(readout).toContainText("36 steps, ended by a[0]: TMA load 64 B of copies");
  await readout.getByRole("button", { name: "PTX line 4" }).click();
  await expect(page.getByLabel("Stage")).toHaveValue("ptx");
  await expect(playground.ir.locator(".cm-lit")).toHaveText("{");
  await playground.write(plain + "third\n");
  await expect(page.locator(".timeline .outdated").first()).toHaveText("This is of an earlier text.");
  runner.close();
});

test("a kernel that has both can be looked at in either, or in both", async ({ page }) => {
  const { runner, playground } = await open(page, warpgroups);
  await playground.tab("Timeline").click();
  await page.keyboard.press("Control+Enter");
  await expect(chart(page)).toBeVisible();
  await expect(page.getByRole("group", { name: "whose timeline" })).toHaveCount(0);
  await playground.tab("Runner").click();
  await page.getByRole("radio", { name: /PTX emulator/ }).check();
  await page.getByRole("button", { name: "Submit to emulator" }).click();
  await expect(page.locator(".job .verdict").first()).toContainText("succeeded");
  await playground.tab("Timeline").click();
  const model = page.getByRole("button", { name: "Interpreter (cycles, model)" });
  const steps = page.getByRole("button", { name: "Emulator on the runner (steps)" });
  await expect(steps).toHaveAttribute("aria-pressed", "true");
  await model.click();
  await expect(model).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("table.bubbles")).toBeVisible();
  await page.getByLabel("Beside").selectOption({ index: 1 });
  await expect(chart(page)).toHaveCount(2);
  await expect(page.locator(".overlaps")).toBeVisible();
  runner.close();
});
