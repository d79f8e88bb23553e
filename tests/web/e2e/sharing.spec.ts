// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "@playwright/test";
import links from "../fixtures/links.json" with { type: "json" };
import { Playground } from "./page";

test("a link carries text, target and view to another browser", async ({ page, browser }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("shared = '😀'\n");
  await page.getByLabel("target").selectOption("sm_80");
  await page.getByRole("button", { name: "previous pass" }).click();
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByRole("textbox", { name: "link" }).inputValue();
  expect(link).toMatch(/\/fake\/#v1=[\w-]+$/);

  const stranger = new Playground(await (await browser.newContext()).newPage());
  await stranger.page.goto(link);
  await stranger.ready();
  expect(await stranger.text()).toBe("shared = '😀'\n");
  await expect(stranger.page.getByLabel("target")).toHaveValue("sm_80");
  await expect(stranger.page.locator(".rail-pass[aria-current=true]")).toContainText("trace");
  await expect(stranger.page.locator(".readout")).toContainText("program (0, 1)");
});

test("copying the link puts it into the address; editing takes it out again", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.keyboard.press("Control+s");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page).toHaveURL(/#v1=/);
  await page.keyboard.press("Escape");
  await playground.write("edited = 1");
  await expect(page).toHaveURL(/\/fake\/$/);
});

for (const { made, link, state } of links)
  test(`the link of ${made} opens`, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open("fake", `#${link}`);
    const shown = state.files?.find(({ path }) => path === state.shown)?.text ?? state.source;
    expect(await playground.text()).toBe(shown);
  });

test("a broken link says so and leaves one's text alone", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("mine = 1");
  await expect(playground.status).toContainText("compiled in");
  await page.goto("about:blank");
  await playground.open("fake", "#v1=AAAA");
  await expect(page.locator(".notice")).toContainText(
    "This link could not be read: the link is cut short or was changed on its way",
  );
  expect(await playground.text()).toBe("mine = 1");
});

test("a link pasted into an open page is opened, and one's text is one undo away", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("mine = 1");
  await page.evaluate((fragment) => (location.hash = fragment), links[1]?.link ?? "");
  await expect(playground.source).toContainText("hello");
  await playground.source.focus();
  await page.keyboard.press("Control+z");
  expect(await playground.text()).toBe("mine = 1");
});
