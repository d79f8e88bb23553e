// SPDX-License-Identifier: Apache-2.0
// Programs of several files: dropped and opened, edited in turn, wrong in another file than the one that runs, shared and kept.

import { expect, test, type Locator, type Page } from "@playwright/test";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Playground } from "./page";

class Files extends Playground {
  get row(): Locator {
    return this.page.getByRole("tablist", { name: "files" });
  }
  file(name: string | RegExp): Locator {
    return this.row.getByRole("tab", { name });
  }
  async names(): Promise<string[]> {
    return this.row
      .getByRole("tab")
      .evaluateAll((tabs) => tabs.map((tab) => (tab.textContent ?? "").replace(/^(-m)?runs: /, "▶ ")));
  }
  async add(item: string): Promise<void> {
    await this.page.getByRole("button", { name: "add files" }).click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }
  async act(item: string): Promise<void> {
    await this.page.getByRole("button", { name: /^what to do with/ }).click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }
  async newFile(path: string): Promise<void> {
    await this.add("New file…");
    await this.page.getByRole("textbox", { name: "New file" }).fill(path);
    await this.page.keyboard.press("Enter");
    await expect(this.source).toBeFocused();
  }
  /** As a hand does: over the window, then down on the editor. */
  async drop(files: Record<string, string>): Promise<void> {
    const transfer = await this.page.evaluateHandle((all) => {
      const made = new DataTransfer();
      for (const [name, text] of Object.entries(all)) made.items.add(new File([text], name));
      return made;
    }, files);
    await this.source.dispatchEvent("dragover", { dataTransfer: transfer });
    await expect(this.page.locator(".drop-target")).toBeVisible();
    await this.source.dispatchEvent("drop", { dataTransfer: transfer });
    await expect(this.page.locator(".drop-target")).toBeHidden();
  }
}

function makeFolder(files: Record<string, string>): string {
  const folder = join(mkdtempSync(join(tmpdir(), "tessera-files-")), "project");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function openFolder(page: Page, files: Record<string, string>): Promise<void> {
  await page.getByLabel("folder to open").setInputFiles(makeFolder(files));
}

const two = { "main.py": "import ops\n\nprint(ops.double(1))\n", "ops.py": "def double(x):\n  return bad! * x\n" };

test("two files are dropped, the second is wrong, mended, run, shared and opened elsewhere", async ({
  page,
  browser,
}) => {
  const playground = new Files(page);
  await playground.open("fake");
  await expect(playground.row).toBeHidden();
  await playground.drop(two);
  expect(await playground.names()).toEqual(["▶ main.py", "ops.py1 error"]);
  await expect(playground.file(/main/)).toHaveAttribute("aria-selected", "true");
  await expect(playground.source.locator(".cm-lintRange-error")).toHaveCount(0);

  await playground.tab("Diagnostics").click();
  await page.getByRole("button", { name: "ops.py:2:10" }).click();
  await expect(playground.file(/ops/)).toHaveAttribute("aria-selected", "true");
  await expect(playground.source.locator(".cm-lintRange-error")).toHaveText("bad!");
  await expect(playground.source).toBeFocused();
  await page.keyboard.type("2");
  await expect(playground.status).toContainText("compiled in");
  expect(await playground.names()).toEqual(["▶ main.py", "ops.py"]);

  await playground.run().click();
  await expect(page.locator(".panel-results .verdict")).toContainText("ok");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("dialog")).toContainText("All 2 files are in this link");
  const link = await page.getByRole("textbox", { name: "link" }).inputValue();

  const stranger = new Files(await (await browser.newContext()).newPage());
  await stranger.page.goto(link);
  await stranger.ready();
  expect(await stranger.names()).toEqual(["▶ main.py", "ops.py"]);
  expect(await stranger.text()).toBe("def double(x):\n  return 2 * x\n");
  await stranger.file(/main/).click();
  expect(await stranger.text()).toBe(two["main.py"]);
});

test("a folder is opened: what is no Python stays out, and what runs is found", async ({ page }) => {
  const playground = new Files(page);
  await playground.open("fake");
  await openFolder(page, {
    "tool/__init__.py": "",
    "tool/__main__.py": "from . import ops\n",
    "tool/ops.py": "x = 1\n",
    "tool/__pycache__/ops.py": "old",
    ".venv/lib/os.py": "",
    "README.md": "text",
  });
  await expect.poll(() => playground.names()).toEqual(["tool/__init__.py", "▶ tool/__main__.py", "tool/ops.py"]);
  await expect(page.locator(".notice")).toContainText("files left out");
  const what = page.getByLabel("what to run");
  await expect(what.locator("option:checked")).toHaveText("-m tool");
  await what.selectOption("-m tool.ops");
  expect(await playground.names()).toEqual(["tool/__init__.py", "tool/__main__.py", "▶ tool/ops.py"]);
  await playground.file(/__main__/).click();
  await playground.act("Run this file");
  await expect(what.locator("option:checked")).toHaveText("tool/__main__.py");
});

test("each file keeps its history and its cursor", async ({ page }) => {
  const playground = new Files(page);
  await playground.open("fake");
  await playground.write("one = 1\ntwo = 2\n");
  await playground.newFile("ops");
  await page.keyboard.insertText("three = 3");
  await playground.file(/matmul/).click();
  expect(await playground.text()).toBe("one = 1\ntwo = 2\n");
  await playground.source.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("four");
  await page.keyboard.press("Alt+PageDown");
  await expect(playground.file("ops.py")).toHaveAttribute("aria-selected", "true");
  await playground.source.focus();
  await page.keyboard.press("Control+z");
  expect(await playground.text()).toBe("");
  await page.keyboard.press("Alt+PageUp");
  await playground.source.focus();
  await page.keyboard.insertText("!");
  expect(await playground.text()).toBe("one = 1\ntwo = 2\nfour!");
  // What is typed in quick succession is one step, what is typed at leisure two.
  for (let step = 0; step < 2 && (await playground.text()).includes("four"); step++)
    await page.keyboard.press("Control+z");
  expect(await playground.text()).toBe("one = 1\ntwo = 2\n");
});

test("with the keyboard alone: rename, refuse a name, delete and fetch back", async ({ page }) => {
  const playground = new Files(page);
  await playground.open("fake");
  await playground.drop({ "main.py": "a = 1\n", "ops.py": "b = 2\n" });
  await playground.file(/main/).focus();
  await page.keyboard.press("ArrowRight");
  await expect(playground.file("ops.py")).toBeFocused();
  await page.keyboard.press("F2");
  const field = page.getByRole("textbox", { name: "Rename" });
  await expect(field).toBeFocused();
  await page.keyboard.type("main"); // the name without its ending is selected
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("there is a main.py already");
  await field.fill("pkg/ops");
  await page.keyboard.press("Enter");
  await expect(playground.file("pkg/ops.py")).toBeFocused();
  await page.keyboard.press("F2");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await page.keyboard.press("Delete");
  await expect(playground.row).toBeHidden();
  expect(await playground.text()).toBe("a = 1\n");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await playground.names()).toEqual(["▶ main.py", "pkg/ops.py"]);
  expect(await playground.text()).toBe("b = 2\n");
});

test("one's own text is added to, an example gives way and can be fetched back", async ({ page }) => {
  const playground = new Files(page);
  await playground.open("fake");
  await playground.write("mine = 1\n");
  await playground.drop({ "ops.py": "b = 2\n" });
  expect(await playground.names()).toEqual(["▶ matmul.py", "ops.py"]);
  await playground.example("Saxpy");
  await expect(playground.row).toBeHidden();
  await expect(page.locator(".file-undo")).toContainText("2 files are put aside");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await playground.names()).toEqual(["▶ matmul.py", "ops.py"]);
});

test("a file that takes another one's name can be taken back", async ({ page }) => {
  const playground = new Files(page);
  await playground.open("fake");
  await playground.drop({ "main.py": "a = 1\n", "ops.py": "b = 2\n" });
  await playground.drop({ "ops.py": "c = 3\n" });
  expect(await playground.text()).toBe("c = 3\n");
  await expect(page.locator(".file-undo")).toContainText("ops.py replaced what had that name");
  await page.getByRole("button", { name: "Undo" }).click();
  await playground.file("ops.py").click();
  expect(await playground.text()).toBe("b = 2\n");
});

test("all files are there after a visit", async ({ page }) => {
  const playground = new Files(page);
  await playground.open("fake");
  await playground.drop({ "main.py": "a = 1\n", "ops.py": "b = 2\n" });
  await playground.file("ops.py").click();
  await playground.write("b = 3\n");
  await expect(playground.status).toContainText("compiled in");
  await page.reload();
  await playground.ready();
  expect(await playground.names()).toEqual(["▶ main.py", "ops.py"]);
  expect(await playground.text()).toBe("b = 3\n");
});

test("what can't be opened is said", async ({ page }) => {
  const playground = new Files(page);
  await playground.open("fake");
  const before = await playground.text();
  await playground.drop({ "image.png": "x" });
  await expect(page.locator(".notice")).toContainText("no Python file among them");
  await playground.drop({ "big.py": "#".repeat((1 << 20) + 1) });
  await expect(page.locator(".notice")).toContainText("big.py has 1 MiB");
  expect(await playground.text()).toBe(before);
});

test("files that are too large for a link say so", async ({ page }) => {
  const playground = new Files(page);
  await playground.open("fake");
  const large = (n: number) => `${n}`.repeat(700_000);
  await playground.drop({ "a.py": large(1), "b.py": large(2) });
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("dialog")).toContainText("a link holds at most 1 MiB");
  await expect(page.getByRole("textbox", { name: "link" })).toBeHidden();
});

test("F8 goes to the file that is wrong", async ({ page }) => {
  const playground = new Files(page);
  await playground.open("fake");
  await playground.drop(two);
  await expect(playground.file(/ops/)).toContainText("1 error");
  await page.keyboard.press("F8");
  await expect(playground.file(/ops/)).toHaveAttribute("aria-selected", "true");
});
