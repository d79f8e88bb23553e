// SPDX-License-Identifier: Apache-2.0
// Jobs at a runner over time: their place in the queue, those that were sent before, and what was measured.

import { expect, test, type Page } from "@playwright/test";
import { startRunner } from "../fixtures/fake-runner.mjs";
import { overhang, Playground, violations } from "./page";

// A job's first stream breaks and is taken up again, with a pause.
test.describe.configure({ timeout: 90_000 });

async function connect(page: Page, address: string): Promise<void> {
  await new Playground(page).tab("Runner").click();
  await page.getByRole("textbox", { name: "Runner" }).fill(address);
  await page.getByRole("button", { name: /connect/i }).click();
  await expect(page.getByRole("button", { name: "Submit to interpreter" })).toBeVisible();
}

const gpu = (microseconds: number, before: number | null = null) => {
  const kernel = (time: number) => ({
    name: "matmul_kernel",
    launches: 1,
    samples: [time / 1000, time / 1000],
    prediction: { microseconds: 50 },
  });
  return { means: "gpu", kernels: [kernel(microseconds)], ...(before === null ? {} : { before: [kernel(before)] }) };
};

test("the place in the queue follows", async ({ page }) => {
  const runner = await startRunner({ queue: 3 });
  await new Playground(page).open("fake");
  await connect(page, runner.address);
  await page.getByRole("button", { name: "Submit to interpreter" }).click();
  const job = page.locator(".job");
  await expect(job).toContainText("position 3 in the queue");
  await expect(job).toContainText("position 2 in the queue");
  await expect(job.locator(".verdict").first()).toContainText("succeeded", { timeout: 20_000 });
  runner.close();
});

test("jobs that were sent are listed over visits, and open again: the result and the program", async ({ page }) => {
  const runner = await startRunner();
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("sent = 1\n");
  await expect(playground.status).toContainText("compiled in");
  await connect(page, runner.address);
  await page.getByRole("button", { name: "Submit to interpreter" }).click();
  await expect(page.locator(".job .verdict").first()).toContainText("succeeded");
  await playground.write("later = 2\n");
  await expect(playground.status).toContainText("compiled in");
  await page.reload();
  await playground.ready();
  await playground.tab("Runner").click();
  await page.getByText("Jobs sent from this browser (1)").click();
  const row = page.getByRole("group", { name: "jobs sent from this browser" }).getByRole("row").nth(1);
  await expect(row).toContainText("matmul.py");
  await expect(row).toContainText("1 checks passed");
  expect(await violations(page)).toEqual([]);
  await connect(page, runner.address);
  await row.getByRole("button", { name: "job-1" }).click();
  await expect(page.getByRole("dialog", { name: "Job" })).toContainText(".visible .entry matmul_kernel");
  await page.keyboard.press("Escape");
  await row.getByRole("link", { name: "matmul.py" }).click();
  await expect(playground.source).toContainText("sent = 1");
  await page.getByRole("button", { name: "Back to my text" }).click();
  await expect(playground.source).toContainText("later = 2");
  await playground.tab("Runner").click();
  await page.getByRole("button", { name: "Forget these" }).click();
  expect(await page.evaluate(() => localStorage.getItem("tessera.jobs"))).toBeNull();
  runner.close();
});

test("a sweep of a constant is measured, drawn and told for what it is", async ({ page }) => {
  const runner = await startRunner({ bench: (before) => gpu([100, 50, 75][before] ?? 0) });
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("N = 64\nprint(N)\n");
  await expect(playground.status).toContainText("compiled in");
  await connect(page, runner.address);
  await page.getByText("Measure on interpreter").click();
  await page.getByLabel("For values of").selectOption("N");
  await page.getByRole("textbox", { name: "Values" }).fill("64..100 *0");
  await expect(page.getByText("this range never reaches its end")).toBeVisible();
  await expect(page.getByRole("button", { name: "Measure", exact: true })).toBeDisabled();
  await page.getByRole("textbox", { name: "Values" }).fill("64..256 *2");
  await page.getByRole("button", { name: "Measure 3 values" }).click();
  const rows = page.getByRole("group", { name: "measurements" }).getByRole("row");
  await expect(rows).toHaveText([
    /N.*matmul_kernel.*measured \/ model/,
    /^64100.*2\.00$/,
    /^12850\.0.*1\.00$/,
    /^25675\.0.*1\.50$/,
  ]);
  await expect(page.locator(".bench-chart canvas")).toBeVisible();
  await expect(page.locator(".bench")).toContainText("median of a GPU's times by events");
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  await playground.tab("Runner").click();
  expect(await overhang(page)).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("sweep.csv");
  runner.close();
});

test("a measurement stands beside the one before, and counts are no times", async ({ page }) => {
  const counts = {
    means: "emulator",
    kernels: [{ name: "matmul_kernel", launches: 2, counts: { warpInstructions: 1234 } }],
  };
  const runner = await startRunner({
    bench: (before, { baseline }) => (before === 0 ? gpu(80) : baseline ? gpu(40, 80) : counts),
  });
  await new Playground(page).open("fake");
  await connect(page, runner.address);
  await page.getByText("Measure on interpreter").click();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  const table = page.getByRole("group", { name: "measurements" });
  await expect(table.getByRole("row").nth(1)).toHaveText(/80\.0.*1\.60/);
  await page.getByLabel("beside the one measured last").check();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await expect(table.getByRole("row").nth(1)).toHaveText(/40\.0.*80\.0.*0\.500.*0\.800/);
  await expect(table).toContainText("without a word on noise");
  await page.getByLabel("beside the one measured last").uncheck();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await expect(table.getByRole("row").nth(1)).toContainText("1,234");
  await expect(page.locator(".bench")).toContainText("counted by the emulator (no time)");
  await expect(table).not.toContainText("measured / model");
  runner.close();
});
