// SPDX-License-Identifier: Apache-2.0
// fleet.html against a runner that tells of every state: what is shown, that it keeps itself up to date calmly, and that it shuts nobody
// out.

import { expect, test, type Page } from "@playwright/test";
import { startRunner } from "../fixtures/fake-runner.mjs";
import { failedResult, fleet, machine } from "../fixtures/fleet.mjs";
import { overhang, Playground, violations } from "./page";

const failed = {
  ...fleet.jobs.find(({ id }) => id.startsWith("job-3333")),
  artifact: "ab".repeat(32),
  position: 0,
  result: failedResult,
};
const running = {
  ...fleet.jobs.find(({ id }) => id.startsWith("job-0b12")),
  artifact: "cd".repeat(32),
  position: 0,
  owner: "ci",
  priority: 8,
};

async function open(page: Page, address: string, token = "", rest = ""): Promise<void> {
  await page.goto(`/fake/fleet.html${rest}`);
  await page.getByRole("textbox", { name: "Runner" }).fill(address);
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: /connect/i }).click();
}

const countOf = (runner: { state: { requests: { path: string }[] } }) =>
  runner.state.requests.filter(({ path }) => path === "/v1/fleet").length;

test("devices, queue and jobs are told, with who is busy since when and why jobs failed", async ({ page }) => {
  const runner = await startRunner({ fleet });
  await open(page, runner.address);
  await expect(page.locator(".fleet-summary")).toContainText("Devices busy2 of 5");
  await expect(page.locator(".fleet-summary")).toContainText("Jobs waiting4 oldest 1 min 35 s");
  const worker = (name: string) => page.locator(".worker", { has: page.getByRole("heading", { name }) });
  await expect(worker("gpu-rack-1").locator(".fleet-devices > li").first()).toContainText(
    "busy 12 s with job-0b12ec9a…",
  );
  await expect(worker("gpu-rack-1")).toContainText("cuda:1 · sm_90a · 85 GiB · driver 13.0");
  await expect(worker("gpu-rack-2")).toContainText("draining");
  await expect(worker("gpu-rack-3")).toContainText("not heard of for 4 min 20 s");
  await worker("laptop").getByText("What the sandbox lacks").click();
  await expect(worker("laptop")).toContainText("files: this kernel has no Landlock");
  const queue = page.locator(".queue tbody tr");
  await expect(queue.nth(0)).toContainText(/h100\s*3\s*1 min 35 s/);
  await expect(queue.nth(1)).toContainText("no device is there for it");
  const jobs = page.getByRole("table").filter({ hasText: "took" });
  await expect(jobs.getByRole("row", { name: /job-3333/ })).toContainText("matmul.py:41: Not equal to tolerance");
  await expect(jobs.getByRole("row", { name: /job-0b12/ })).toContainText("running");
  await expect(jobs.getByRole("row", { name: /job-5555/ })).toContainText(/20 s.*1 min/);
  runner.close();
});

test("it follows by itself, keeps what it knew when the runner goes, and stops while hidden", async ({ page }) => {
  await page.clock.install();
  const runner = await startRunner({ fleet });
  await open(page, runner.address);
  await expect(page.locator(".worker")).toHaveCount(4);
  runner.state.fleet = { ...fleet, workers: fleet.workers.slice(0, 1), queue: [] };
  await page.clock.runFor(2_100);
  await expect(page.locator(".worker")).toHaveCount(1);
  await expect(page.locator("main")).toContainText("Nothing waits.");

  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await page.clock.runFor(5_000);
  const asked = countOf(runner);
  await page.clock.runFor(120_000);
  expect(countOf(runner)).toBe(asked);
  await hide(false);
  await expect.poll(() => countOf(runner)).toBe(asked + 1);

  runner.state.fleet = null;
  await page.clock.runFor(2_100);
  await expect(page.getByRole("status")).toContainText("earlier version");
  await expect(page.locator(".worker")).toHaveCount(1);
  await expect(page.locator("main")).toContainText("what follows may be old");
  runner.close();
});

test("a job opens with its result, is a link, and closes by the keyboard", async ({ page }) => {
  const runner = await startRunner({ fleet, known: [failed, running] });
  await open(page, runner.address);
  await page
    .getByRole("row", { name: /job-3333/ })
    .getByRole("button")
    .click();
  const dialog = page.getByRole("dialog", { name: "Job" });
  await expect(dialog).toContainText("did not run to the end");
  await expect(dialog).toContainText("matmul.py:41:1");
  await expect(dialog.getByRole("button", { name: /41:1/ }), "its text is not here").toHaveCount(0);
  await expect(dialog.locator("pre").first()).toContainText("hello");
  await expect(page).toHaveURL(/#job-3333cccc4444dddd$/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/#/);
  await page.evaluate(() => (location.hash = "#job-0b12ec9af6ac3f41"));
  await expect(dialog).toContainText("half of it");
  await expect(dialog.locator(".verdict"), "whose it is, and that it is urgent").toContainText("of cipriority 8");
  runner.close();
});

test("a link to a job waits for the runner's address, and then opens", async ({ page }) => {
  const runner = await startRunner({ fleet, known: [failed] });
  await page.goto("/fake/fleet.html#job-3333cccc4444dddd");
  await expect(page.getByRole("status")).toHaveText(
    "The place that served this page has no runner: give one's address above",
  );
  await page.getByRole("textbox", { name: "Runner" }).fill(runner.address);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Job" });
  await expect(dialog).toContainText("matmul.py:41:1");
  await page.setViewportSize({ width: 420, height: 860 });
  expect(await overhang(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  if (process.env["TESSERA_PICTURES"])
    await page.screenshot({ path: `${process.env["TESSERA_PICTURES"]}/fleet-job.png` });
  runner.close();
});

test("a machine on its own says so, and a token is asked for and kept in this tab only", async ({ page }) => {
  const runner = await startRunner({ fleet: machine, token: "secret" });
  await open(page, runner.address);
  await expect(page.getByRole("status")).toContainText("give the token above");
  await page.getByLabel("Token").fill("secret");
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("heading", { name: "This machine" })).toBeVisible();
  await expect(page.locator("main")).toContainText("No job was made so far.");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("secret");
  runner.close();
});

test("the runner's pane leads there, and the token goes along", async ({ page, context }) => {
  const runner = await startRunner({ fleet, token: "secret" });
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.tab("Runner").click();
  await page.getByRole("textbox", { name: "Runner" }).fill(runner.address);
  await page.getByLabel("Token").fill("secret");
  await page.getByRole("button", { name: /connect/i }).click();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Devices, queue and recent jobs" }).click();
  await expect((await opened).locator(".worker")).toHaveCount(4);
  runner.close();
});
