// SPDX-License-Identifier: Apache-2.0
// PTX in the tab, with the real module: anybody's text runs, its numbers are seen, a race is told at its lines, a loop
// without end can be stopped, what is wrong with an argument is told at it. Without the module these are skipped,
// except in CI.

import { expect, test, type Page } from "@playwright/test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Playground } from "./page";

const root = join(import.meta.dirname, "../../..");
test.skip(
  !existsSync(join(root, "web/dist/wasm/emulator.wasm")) && !process.env["CI"],
  "web/dist has no emulator: `./dev web` builds it",
);
const kernel = (name: string) => readFileSync(join(root, "tests/emulator/kernels", name), "utf8");
const head = ".version 8.0\n.target sm_80\n.address_size 64\n";

const racy = `${head}.file 1 "box.cu"
.visible .entry reverse(.param .u64 out)
{
	.reg .b32 %r<9>;
	.reg .b64 %rd<5>;
	.shared .align 4 .b8 box[256];
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, box;
	mad.lo.u32 %r3, %r1, 4, %r2;
	.loc 1 7 3
	st.shared.u32 [%r3], %r1;
	xor.b32 %r4, %r3, 252;
	.loc 1 8 3
	ld.shared.u32 %r5, [%r4];
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.global.u32 [%rd3], %r5;
	ret;
}
`;

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "PTX to run" }).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

async function openEmulator(page: Page): Promise<Playground> {
  const playground = new Playground(page);
  await playground.open("site");
  await playground.tab("Emulator").click();
  return playground;
}

/** For a look by eye. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["TESSERA_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const panel = (page: Page) => page.locator(".panel-emulator");
const fieldOf = (page: Page, name: string) => panel(page).getByLabel(name, { exact: true });

test("pasted PTX runs with arrays of the form, and shows its numbers", async ({ page }) => {
  test.setTimeout(90_000);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  const playground = await openEmulator(page);
  await expect(page.locator(".emulator-hint")).toContainText("nothing of it leaves the tab");
  expect(fetched.some((url) => url.includes("emulator.wasm"))).toBe(false);
  await paste(page, kernel("bench.ptx"));
  await fieldOf(page, "kernel").selectOption("vectorAdd");
  await fieldOf(page, "grid").fill("4");
  await fieldOf(page, "block").fill("256");
  await fieldOf(page, "contents of argument 0").selectOption("iota");
  await fieldOf(page, "contents of argument 1").selectOption("full");
  await fieldOf(page, "value of argument 1").fill("0.5");
  await fieldOf(page, "contents of argument 2").selectOption("empty");
  await fieldOf(page, "value of argument 3").fill("1000");
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  await expect(panel(page).locator(".verdict .pill.good")).toBeVisible();
  await expect(panel(page).locator(".verdict")).toContainText("5 schedules, 0 errors, no race seen");
  const sum = panel(page).getByRole("region", { name: "arrays after the run" }).locator("tbody tr").nth(2);
  await expect(sum).toContainText("float32 1024");
  await expect(sum).toContainText("999.5");
  await expect(sum).toContainText("24 never written");
  await expect(sum).toContainText("0.5 1.5 2.5");
  await expect(panel(page)).toContainText("read from global memory");
  await expect(playground.tab("Emulator")).toContainText("✓");
  await picture(page, "emulator-run");
});

test("a time is predicted for a card, called a prediction, with the lines where warps stand", async ({ page }) => {
  test.setTimeout(90_000);
  await openEmulator(page);
  await paste(page, kernel("bench.ptx"));
  await fieldOf(page, "kernel").selectOption("vectorAdd");
  await fieldOf(page, "grid").fill("264");
  await fieldOf(page, "block").fill("256");
  for (const argument of [0, 1, 2]) await fieldOf(page, `shape of argument ${argument}`).fill("67584");
  await fieldOf(page, "value of argument 3").fill("67584");
  await fieldOf(page, "schedules").fill("1");
  const cards = fieldOf(page, "time on").locator("option");
  await expect(cards.first()).toHaveText("no card");
  const card = (await cards.nth(1).textContent()) ?? "";
  await fieldOf(page, "time on").selectOption({ index: 1 });
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  const time = panel(page).locator(".predicted-time");
  await expect(time).toContainText(`Predicted for ${card} by a model (version`);
  await expect(time).toContainText("not measured; in the order of a stand-in for ptxas");
  await expect(time).toContainText(/takes[\d.]+ µs, [\d.]+ µs to [\d.]+ µs by the clock/);
  await panel(page).locator("table").filter({ hasText: "Where warps stand" }).getByRole("button").first().click();
  await expect(panel(page).locator(".cm-activeLine")).toContainText("add.f32"); // which waits for both loads
  await picture(page, "emulator-time");
});

test("a race is told at both its lines, and they can be jumped to", async ({ page }) => {
  await openEmulator(page);
  await paste(page, racy);
  await fieldOf(page, "type of argument 0").selectOption("u32");
  await fieldOf(page, "shape of argument 0").fill("64");
  await fieldOf(page, "block").fill("64");
  await panel(page).getByLabel("allow uninitialized").check();
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  const race = panel(page).locator(".diagnostics li").filter({ hasText: "data-race" }).first();
  await expect(race).toContainText("box.cu:");
  await expect(race).toContainText("the PTX instruction");
  await race
    .getByRole("button", { name: /kernel\.ptx:1[58]/ })
    .first()
    .click();
  await expect(panel(page).locator(".cm-activeLine")).toContainText(/[sl][td]\.shared/);
  await expect(panel(page).locator(".cm-lintRange-error").first()).toBeVisible();
  await picture(page, "emulator-race");
});

test("a loop without end can be stopped, and what follows runs", async ({ page }) => {
  await openEmulator(page);
  await paste(page, `${head}.entry forever() { $L: bra $L; }\n`);
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  await expect(panel(page).getByText("running", { exact: true })).toBeVisible();
  await panel(page).getByRole("button", { name: "Stop" }).click();
  await expect(panel(page).getByRole("alert")).toContainText("stopped");
  await paste(page, `${head}.entry soon() { ret; }\n`);
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  // The module is loaded anew, on whatever else a machine has to do.
  await expect(panel(page).locator(".verdict .pill.good")).toBeVisible({ timeout: 30_000 });
});

test("what is wrong is told where it is: the text, a field, an argument, the memory", async ({ page }) => {
  await openEmulator(page);
  await paste(page, `${head}.entry k(.param .u64 a) { frob.u32 %r1; }\n`);
  await expect(panel(page).locator(".diagnostics li").first()).toContainText("frob");
  await expect(panel(page).locator(".cm-lintRange-error").first()).toBeVisible();
  await paste(page, `${head}.entry k(.param .u64 a) { ret; }\n`);
  await fieldOf(page, "grid").fill("0");
  await expect(panel(page)).toContainText("X,Y,Z, each 1 or more");
  await expect(panel(page).getByRole("button", { name: "Run PTX" })).toBeDisabled();
  await fieldOf(page, "grid").fill("1");
  await fieldOf(page, "shape of argument 0").fill("lots");
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  await expect(panel(page).getByRole("alert")).toContainText("argument 0");
  await expect(panel(page).locator("tr.refused")).toBeVisible();
  await fieldOf(page, "shape of argument 0").fill("300000000");
  await panel(page).getByRole("button", { name: "Run PTX" }).click();
  await expect(panel(page).getByRole("alert")).toContainText("more than 1 GiB");
});

test("files of PTX and of arrays are opened where they are dropped", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("site");
  const transfer = await page.evaluateHandle((text) => {
    const made = new DataTransfer();
    made.items.add(new File([text], "soon.ptx"));
    return made;
  }, `${head}.entry soon() { ret; }\n`);
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await expect(playground.tab("Emulator")).toHaveAttribute("aria-selected", "true");
  await expect(panel(page)).toContainText("soon.ptx");
  await expect(panel(page)).toContainText("This kernel takes no arguments.");
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });
  test("the emulator is there without a network", async ({ page, context }) => {
    await openEmulator(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await paste(page, `${head}.entry soon() { ret; }\n`);
    await panel(page).getByRole("button", { name: "Run PTX" }).click();
    await expect(panel(page).locator(".verdict .pill.good")).toBeVisible();
  });
});
