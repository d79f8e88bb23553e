// SPDX-License-Identifier: Apache-2.0
// The editor as one works in it: find and replace, several cursors, definitions, uses, renames over files, what a call takes, the
// formatter, settings. On the fake compiler: all of this is the page's own.

import { expect, test, type Page } from "@playwright/test";
import { Playground, violations } from "./page";

/** Puts the cursor behind `line`:`column`, both from 1. */
async function place(page: Page, playground: Playground, line: number, column: number): Promise<void> {
  await playground.source.focus();
  await page.keyboard.press("Control+Home");
  for (let at = 1; at < line; at++) await page.keyboard.press("ArrowDown");
  for (let at = 1; at < column; at++) await page.keyboard.press("ArrowRight");
}

async function drop(page: Page, playground: Playground, files: Record<string, string>): Promise<void> {
  const transfer = await page.evaluateHandle((all) => {
    const made = new DataTransfer();
    for (const [name, text] of Object.entries(all)) made.items.add(new File([text], name));
    return made;
  }, files);
  await playground.source.dispatchEvent("drop", { dataTransfer: transfer });
}

const program = "def scale(x, factor=2):\n  return x * factor\n\n\nx = 1\nprint(scale(x, factor=3))\n";

test("find and replace: one, and all", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("aa = 1\nbb = aa\ncc = aa\n");
  await page.keyboard.press("Control+f");
  const bar = page.locator(".cm-search");
  await bar.getByPlaceholder("Find").fill("aa");
  await bar.getByPlaceholder("Replace").fill("zz");
  expect(await violations(page)).toEqual([]);
  await bar.getByRole("button", { name: "replace", exact: true }).click();
  await bar.getByRole("button", { name: "replace", exact: true }).click();
  expect((await playground.text()).match(/zz/g)?.length).toBe(1);
  await bar.getByRole("button", { name: "replace all" }).click();
  expect(await playground.text()).toBe("zz = 1\nbb = zz\ncc = zz\n");
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await expect(playground.source).toBeFocused();
});

test("several cursors: at the next same word, below, and by a click", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("aa = 1\nbb = aa\ncc = 2\n");
  await place(page, playground, 1, 1);
  await page.keyboard.press("Control+d");
  await page.keyboard.press("Control+d");
  await page.keyboard.insertText("q");
  expect(await playground.text()).toBe("q = 1\nbb = q\ncc = 2\n");
  await place(page, playground, 2, 1);
  await page.keyboard.press("Control+Alt+ArrowDown");
  await page.keyboard.insertText("_");
  expect(await playground.text()).toBe("q = 1\n_bb = q\n_cc = 2\n");
  // The first closes what may be offered for completion.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await playground.source
    .getByText("q = 1")
    .first()
    .click({ modifiers: ["Alt"], position: { x: 2, y: 6 } });
  await page.keyboard.insertText("Z");
  expect((await playground.text()).match(/Z/g)?.length).toBe(2);
});

test("rename follows Python's scopes, and undo takes it back", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(program);
  await place(page, playground, 1, 12);
  await page.keyboard.press("F2");
  const bar = page.getByRole("form", { name: "rename x" });
  await expect(bar.getByRole("textbox")).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await bar.getByRole("textbox").fill("factor");
  await page.keyboard.press("Enter");
  await expect(bar.getByRole("alert")).toContainText("would be mixed up");
  await bar.getByRole("textbox").fill("value");
  await page.keyboard.press("Enter");
  const renamed = program.replace("scale(x, factor=2)", "scale(value, factor=2)").replace("return x", "return value");
  await expect.poll(() => playground.text()).toBe(renamed);
  await expect(playground.source).toBeFocused();
  await page.keyboard.press("Control+z");
  expect(await playground.text()).toBe(program);
});

test("what can't be renamed says why", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("a = b.c\n");
  await place(page, playground, 1, 8);
  await page.keyboard.press("F2");
  await expect(page.getByRole("form", { name: "rename" }).getByRole("alert")).toContainText("c is an attribute");
  await page.keyboard.press("Escape");
  await expect(playground.source).toBeFocused();
});

test("definition, uses and rename over the files of a program", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("");
  await drop(page, playground, {
    "main.py": "from ops import norm\n\nprint(norm(1))\n",
    "ops.py": "# how long\n\n\ndef norm(x):\n  return x\n",
  });
  const files = page.getByRole("tablist", { name: "files" });
  await files.getByRole("tab", { name: "main.py" }).click();
  await place(page, playground, 3, 8);
  await page.keyboard.press("F12");
  await expect(files.getByRole("tab", { name: "ops.py" })).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("norm");

  await page.keyboard.press("Shift+F12");
  const places = page.getByRole("region", { name: "places" });
  await expect(places).toContainText("norm: 3 places");
  await expect(places.getByRole("button", { name: "main.py:3" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await places.getByRole("button", { name: "main.py:1" }).click();
  await expect(files.getByRole("tab", { name: "main.py" })).toHaveAttribute("aria-selected", "true");
  await places.getByRole("button", { name: "close the list of places" }).click();

  await playground.source
    .locator(".cm-line")
    .nth(2)
    .click({ modifiers: ["Control"], position: { x: 60, y: 8 } });
  await expect(files.getByRole("tab", { name: "ops.py" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("F2");
  await page.getByRole("form", { name: "rename norm" }).getByRole("textbox").fill("length");
  await page.keyboard.press("Enter");
  await expect(playground.source).toContainText("def length(x)");
  await files.getByRole("tab", { name: "main.py" }).click();
  expect(await playground.text()).toBe("from ops import length\n\nprint(length(1))\n");
  await page.locator(".file-undo").getByRole("button", { name: "Undo" }).click();
  await files.getByRole("tab", { name: "main.py" }).click();
  expect(await playground.text()).toBe("from ops import norm\n\nprint(norm(1))\n");
});

test("what a call takes is told while it is typed", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("def scale(x, factor=2, *, bias=0):\n  return x\n\n\n");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("scale(1");
  const help = page.locator(".signature");
  await expect(help).toHaveText("scale(x, factor=2, *, bias=0)");
  await expect(help.locator("mark")).toHaveText("x");
  await page.keyboard.type(", 2, bias=");
  await expect(help.locator("mark")).toHaveText("bias=0");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("Control+Shift+Space");
  await expect(help).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.type("\n");
  await page.keyboard.press("Control+Home");
  await expect(help).toBeHidden();
});

test("the formatter lays out by ruff, keeps the cursor, and says where a text can't be read", async ({ page }) => {
  test.setTimeout(90_000);
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("def f( a,b ):\n  return   a+b\nmarked = 1\n");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+Alt+f");
  await expect
    .poll(() => playground.text(), { timeout: 60_000 })
    .toBe("def f(a, b):\n  return a + b\n\n\nmarked = 1\n");
  await page.keyboard.insertText("X");
  expect(await playground.text()).toContain("Xmarked = 1");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  expect(await playground.text()).toBe("def f( a,b ):\n  return   a+b\nmarked = 1\n");
  await playground.write("def (:\n");
  await page.keyboard.press("Shift+Alt+f");
  await expect(page.locator(".editor-hint")).toContainText("not formatted");
});

test("settings hold at once and over visits", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByRole("button", { name: "edit", exact: true }).click();
  await page.getByRole("menuitem", { name: "Settings…" }).click();
  const dialog = page.getByRole("dialog", { name: "Editor settings" });
  await dialog.getByLabel("Size of code, in pixels").fill("18");
  await dialog.getByLabel("Tab indents by").selectOption("8");
  await dialog.getByLabel("number the lines").uncheck();
  await dialog.getByLabel("wrap long lines").check();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  const check = async () => {
    await expect(playground.source).toHaveCSS("font-size", "18px");
    await expect(page.locator(".source .cm-lineNumbers")).toBeHidden();
    await expect(playground.source).toHaveClass(/cm-lineWrapping/);
  };
  await check();
  await page.reload();
  await playground.ready();
  await check();
  await playground.write("");
  await page.keyboard.press("Tab");
  await page.keyboard.insertText("x");
  expect(await playground.text()).toBe("        x");
});

test("vim's keys come when they are asked for, and go again", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("one two\n");
  const toggle = async () => {
    await page.getByRole("button", { name: "edit", exact: true }).click();
    await page.getByRole("menuitem", { name: "Settings…" }).click();
    await page.getByRole("dialog").getByLabel("vim’s keys").click();
    await page.keyboard.press("Escape");
  };
  await toggle();
  await expect(page.locator(".cm-vim-panel")).toBeVisible();
  await playground.source.focus();
  await page.keyboard.type("ggdw");
  expect(await playground.text()).toBe("two\n");
  await page.keyboard.type("iq");
  expect(await playground.text()).toBe("qtwo\n");
  expect(await violations(page)).toEqual([]);
  await toggle();
  await expect(page.locator(".cm-vim-panel")).toBeHidden();
  await playground.write("typed");
  expect(await playground.text()).toBe("typed");
});
