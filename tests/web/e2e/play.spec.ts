// SPDX-License-Identifier: Apache-2.0
// `./dev play` as a person uses it: the real site served by the real runner, a program compiled in the tab and submitted to it. The
// binary is TESSERA_BINARY or the native build's.

import { expect, test } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Playground, violations } from "./page";

const root = join(import.meta.dirname, "../../..");
const binary = process.env["TESSERA_BINARY"] ?? join(root, "build/native/bin/tessera");
const site = join(root, "web/dist");
const present = existsSync(binary) && existsSync(join(site, "wasm/tessera.wasm"));
test.skip(
  !present && !process.env["CI"],
  "no native `tessera`, or no compiler in web/dist: `./dev build` and `./dev web` make them",
);
test.describe.configure({ mode: "serial" });

let server: ChildProcess;
let address = "";
let data = "";

test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "tessera-play-"));
  server = spawn(
    binary,
    ["serve", "--json", "--listen", "127.0.0.1:0", "--data", data, "--site", site, "--short-links", "9"],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("\n")) resolve(text.split("\n")[0] ?? "");
    });
    server.on("exit", (code) => reject(new Error(`tessera serve ended with ${code}`)));
  });
  address = (JSON.parse(line) as { url: string }).url.replace(/\/$/, "");
});

test.afterAll(() => {
  server.kill();
  rmSync(data, { recursive: true, force: true });
});

for (const example of ["vector_add", "hello_vectors"])
  test(`${example} is submitted to the runner that serves the page: PTX, and the same numbers`, async ({ page }) => {
    test.setTimeout(120_000);
    const playground = new Playground(page);
    await page.goto(`${address}/?example=${example}`);
    await playground.ready();
    await playground.tab("Runner").click();
    await page.getByRole("button", { name: /^Submit to/ }).click();
    const job = page.locator(".job");
    await expect(job.locator(".verdict").first()).toContainText("succeeded", { timeout: 60_000 });
    await expect(job.locator(".comparison")).toContainText("✓ same numbers", { timeout: 60_000 });
    await expect(job.locator("pre.ptx").first()).toContainText(".entry");
    await page.getByLabel("Stage").selectOption("ptx");
    await expect(playground.ir).toContainText(".target");
  });

test("a package is submitted with the texts that it imports, and the numbers are the same", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const playground = new Playground(page);
  await page.goto(`${address}/`);
  await playground.ready();
  await page.getByLabel("folder to open").setInputFiles(join(root, "tests/e2e/packages/groupmm"));
  await expect(playground.status).toContainText("ready · compiled in", { timeout: 30_000 });
  await playground.tab("Runner").click();
  await page.getByLabel("send the source text too").check();
  await page.getByRole("button", { name: /^Submit to/ }).click();
  const job = page.locator(".job");
  await expect(job.locator(".verdict").first()).toContainText("succeeded", { timeout: 60_000 });
  await expect(job.locator(".comparison")).toContainText("✓ same numbers", { timeout: 60_000 });
  const digest = await job.locator("code[title]").first().getAttribute("title");
  const artifact = await (await request.get(`${address}/v1/artifacts/${digest}`)).body();
  expect(artifact.includes("groupmm/launch.py")).toBe(true);
});

test("a short link of the runner that serves the page opens at once, in a browser that was never there", async ({
  page,
  browser,
}) => {
  const playground = new Playground(page);
  await page.goto(`${address}/`);
  await playground.ready();
  await playground.write("shared = 1\n");
  await playground.tab("Runner").click();
  await expect(page.getByRole("button", { name: /^Submit to/ })).toBeVisible();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Make a short link" }).click();
  const link = await page.getByRole("textbox", { name: "Short link" }).inputValue();
  expect(link).toMatch(new RegExp(`^${address}/#s=[\\w-]{10}$`));
  const other = new Playground(await (await browser.newContext()).newPage());
  await other.page.goto(link);
  await expect.poll(() => other.text()).toBe("shared = 1\n");
  await expect(other.page).toHaveURL(/#v1=/);
});

test("the fleet's page tells of this machine and of the jobs above, and opens one", async ({ page }) => {
  await page.goto(`${address}/fleet.html`);
  await expect(page.getByRole("heading", { name: "This machine" })).toBeVisible();
  await expect(page.locator(".fleet-devices > li")).toHaveCount(2);
  await expect(page.locator(".worker-head")).toContainText("sandbox");
  const jobs = page.locator(".fleet-jobs tbody tr");
  await expect(jobs).toHaveCount(3);
  await expect(jobs.last()).toContainText("succeeded");
  await jobs.last().getByRole("button").click();
  await expect(page.getByRole("dialog")).toContainText("ran to the end");
  expect(await violations(page)).toEqual([]);
});

test("the pipeline that the compiler makes of a Triton kernel is drawn, from the runner's emulator", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const playground = new Playground(page);
  await page.goto(`${address}/?example=triton_matmul`);
  await playground.ready();
  await playground.tab("Timeline").click();
  await page.getByRole("button", { name: "Connect to a runner" }).click();
  await expect(page.getByRole("radio", { name: /PTX emulator/ })).toBeVisible();
  await playground.tab("Timeline").click();
  await page.getByRole("button", { name: "Run on the runner’s emulator" }).click();
  const chart = page.getByRole("application", { name: /^timeline of Emulator on the runner \(steps\): matmul_kernel/ });
  await expect(chart).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(".timeline .legend")).toContainText("not a GPU’s time");
  await expect(page.locator(".overlaps")).toContainText("Copies under way at once: up to");
  await expect(page.locator(".overlaps")).toContainText(/copies under way beside (it|them)\./);
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".timeline .readout")).toContainText(/: (TMA load|cp.async) \d+ B/);
  await page.getByRole("button", { name: /^PTX line/ }).click();
  await expect(page.getByLabel("Stage")).toHaveValue("ptx");
  await expect(playground.ir.locator(".cm-lit").first()).toContainText(/cp\.async/);
  expect(await violations(page)).toEqual([]);
});
