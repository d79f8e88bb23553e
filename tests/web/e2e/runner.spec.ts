// SPDX-License-Identifier: Apache-2.0
import { expect, test, type Page } from "@playwright/test";
import { startRunner } from "../fixtures/fake-runner.mjs";
import { Playground } from "./page";

async function connect(page: Page, address: string, token = ""): Promise<void> {
  await new Playground(page).tab("Runner").click();
  await page.getByRole("textbox", { name: "Runner" }).fill(address);
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: /connect/i }).click();
}

test("a program is submitted, followed, and its numbers compared with this tab's", async ({ page }) => {
  const runner = await startRunner();
  const playground = new Playground(page);
  await playground.open("fake");
  await connect(page, runner.address);
  await expect(page.getByRole("radio", { name: /Interpreter/ })).toBeChecked();
  await page.getByRole("button", { name: "Submit to interpreter" }).click();
  const job = page.locator(".job");
  await expect(job.locator(".verdict").first()).toContainText("succeeded");
  await expect(job).toContainText("took 2 s");
  await expect(job.locator(".comparison")).toContainText("✓ same numbers");
  await expect(job.locator("pre.ptx")).toContainText(".visible .entry matmul_kernel");
  await expect(job).toContainText("CPU time of interpreter, not a GPU's");
  await expect(page.locator(".status-privacy")).toContainText("sent to");
  const upload = runner.state.requests.find((request) => request.method === "PUT");
  expect([...(upload?.body ?? [])]).toEqual([1, 2, 3, 4]);
  expect(
    runner.state.requests
      .filter((request) => request.path.endsWith("/events"))
      .map((request) => request.headers["last-event-id"]),
  ).toEqual([undefined, "2"]);
  await page.getByLabel("Stage").selectOption("ptx");
  await expect(playground.ir).toContainText(".target sm_90a");
  runner.close();
});

test("other numbers are called other numbers", async ({ page }) => {
  const runner = await startRunner({ output: "[1. 3.]\n" });
  await new Playground(page).open("fake");
  await connect(page, runner.address);
  await page.getByRole("button", { name: "Submit to interpreter" }).click();
  await expect(page.locator(".comparison")).toContainText("✗ not the same");
  await expect(page.locator(".comparison")).toContainText("largest relative difference 0.333");
  runner.close();
});

test("a runner that wants a token says so, and has it from then on in this tab only", async ({ page }) => {
  const runner = await startRunner({ token: "secret" });
  const playground = new Playground(page);
  await playground.open("fake");
  await connect(page, runner.address);
  await expect(page.locator(".panel-runner .empty")).toContainText(
    "a token is needed: give the token that it was started with",
  );
  await connect(page, runner.address, "secret");
  await expect(page.getByRole("button", { name: "Submit to interpreter" })).toBeEnabled();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("secret");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("textbox", { name: "link" })).not.toHaveValue(/secret/);
  runner.close();
});

test("without a runner the pane says how to start one", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.tab("Runner").click();
  await expect(page.locator(".panel-runner")).toContainText("The place that served this page has no runner.");
  await expect(page.locator(".panel-runner")).toContainText("./dev play");
  await connect(page, "http://127.0.0.1:9");
  await expect(page.locator(".panel-runner")).toContainText("no answer from http://127.0.0.1:9");
});

test("a program with errors cannot be submitted", async ({ page }) => {
  const runner = await startRunner();
  const playground = new Playground(page);
  await playground.open("fake");
  await connect(page, runner.address);
  await playground.write("bad!");
  await expect(page.getByRole("button", { name: "Submit to interpreter" })).toBeDisabled();
  runner.close();
});
