// SPDX-License-Identifier: Apache-2.0
// What lies below `tilegpu`, by the code generator's own module: fetched when it is first asked for, tied to the source.

import { expect, test } from "@playwright/test";
import { Playground } from "./page";

test("PTX and LLVM IR are made in the tab, by a module that is fetched when one is opened", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => request.url().includes("tessera-code") && fetched.push(request.url()));
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByLabel("Stage").selectOption("tilegpu");
  expect(fetched).toEqual([]);
  await page.getByLabel("Stage").selectOption("ptx");
  await expect(playground.ir).toContainText(".visible .entry matmul_kernel");
  expect(fetched.some((address) => address.includes("tessera-code.wasm"))).toBe(true);
  const before = fetched.length;
  await page.getByLabel("Stage").selectOption("llvm");
  await expect(playground.ir).toContainText("define ptx_kernel void @matmul_kernel");
  expect(fetched.length).toBe(before);
});

test("PTX and source light each other up, by pointer and by cursor", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByLabel("Stage").selectOption("ptx");
  await playground.source.locator(".cm-line").nth(1).hover();
  await expect(playground.ir.locator(".cm-lit")).toContainText([".loc\t1 2 3", "add.s32", "ret;"]);
  await playground.ir.locator(".cm-line", { hasText: "mov.u32" }).hover();
  await expect(playground.source.locator(".cm-line").first()).toHaveClass(/cm-lit/);
  await expect(playground.source.locator(".cm-lit")).toHaveCount(1);
  await playground.source.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await expect(playground.ir.locator(".cm-lit")).toContainText([".loc\t1 2 3", "add.s32", "ret;"]);
  await playground.ir.locator(".cm-line", { hasText: "add.s32" }).click();
  await expect(playground.source.locator(".cm-line").nth(1)).toHaveClass(/cm-lit/);
});

test("a kernel that code generation refuses is underlined at its line", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByLabel("Stage").selectOption("ptx");
  await playground.write("a = 1\nbee = 2  # refused!\n");
  await expect(page.locator(".ir .empty")).toContainText("no code for kernel matmul_kernel");
  await playground.tab("Diagnostics").click();
  await expect(page.locator(".panel-diagnostics")).toContainText("no code for kernel");
  await playground.write("a = 1\nbee = 2\n");
  await expect(playground.ir).toContainText(".visible .entry matmul_kernel");
  await expect(page.locator(".panel-diagnostics")).not.toContainText("no code for kernel");
});

test("SASS says whose it is", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByLabel("Stage").selectOption("sass");
  await expect(page.locator(".ir .empty")).toContainText("what NVIDIA's ptxas makes of the PTX");
});

test("a site without the module says so, and who else makes PTX", async ({ page }) => {
  await page.route(/tessera-code/, (route) => route.fulfill({ status: 404, body: "" }));
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByLabel("Stage").selectOption("ptx");
  await expect(page.locator(".ir .empty")).toContainText("answers 404");
  await expect(page.locator(".ir .empty")).toContainText("Submit the program in the Runner pane");
});

test("a program runs as PTX in the tab, by the module that makes it, and its orders are told", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByLabel("where to run").selectOption("as PTX in this tab");
  await playground.run().click();
  const results = page.locator(".panel-results");
  await expect(results.locator(".verdict")).toContainText("PTX emulator, in this tab");
  await expect(results).toContainText("its PTX, thread by thread");
  await expect(results.locator(".output pre")).toHaveText("seed 0\n");
  await expect(results.locator("table")).toContainText("CPU time in this tab, not a GPU's");
});

test("a kernel's PTX goes from the program to the emulator by a click", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByRole("tab", { name: /Emulator/ }).click();
  await page.getByRole("button", { name: "PTX of matmul_kernel" }).click();
  await expect(page.locator(".emulator-editor")).toContainText(".visible .entry matmul_kernel");
});
