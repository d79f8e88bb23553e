// SPDX-License-Identifier: Apache-2.0
// Short links as two people use them: one makes it, the other opens it in a browser that has never seen the runner.

import { expect, test, type Browser, type Page } from "@playwright/test";
import { startRunner } from "../fixtures/fake-runner.mjs";
import { Playground, violations } from "./page";

const connect = async (page: Page, address: string, token = "") => {
  await new Playground(page).tab("Runner").click();
  await page.getByRole("textbox", { name: "Runner" }).fill(address);
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: /connect/i }).click();
  await expect(page.getByRole("button", { name: "Submit to interpreter" })).toBeVisible();
};

/** Writes a program and has its short link made. */
async function make(page: Page, address: string, token = ""): Promise<string> {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("shared = 1\n");
  await expect(playground.status).toContainText("compiled in");
  await connect(page, address, token);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Make a short link" }).click();
  const field = page.getByRole("textbox", { name: "Short link" });
  await expect(field).toBeFocused();
  return field.inputValue();
}

async function elsewhere(browser: Browser): Promise<Playground> {
  return new Playground(await (await browser.newContext()).newPage());
}

const bar = (page: Page) => page.locator(".short-link-notice");

test("a short link is made when asked for, and opens in another browser once it is allowed to ask", async ({
  page,
  browser,
}) => {
  const runner = await startRunner({ shortLinks: true });
  const address = await make(page, runner.address);
  expect(address).toMatch(new RegExp(`/fake/#s=[\\w-]{10}@${runner.address}$`));
  await expect(page.getByRole("dialog")).toContainText("on this machine only");
  expect(await violations(page)).toEqual([]);

  const other = await elsewhere(browser);
  const before = runner.state.requests.length;
  await other.page.goto(address);
  await expect(bar(other.page)).toContainText(`kept by ${runner.address}, which has not been asked`);
  await other.ready();
  expect(runner.state.requests.length, "nobody is asked before the user says so").toBe(before);
  await bar(other.page).getByRole("button", { name: "Ask it" }).click();
  await expect.poll(() => other.text()).toBe("shared = 1\n");
  await expect(bar(other.page)).toHaveCount(0);
  // From now on it is the long one, which needs no runner.
  await expect(other.page).toHaveURL(/#v1=/);
  runner.close();
});

test("what was typed there is kept", async ({ page, browser }) => {
  const runner = await startRunner({ shortLinks: true });
  const address = await make(page, runner.address);
  const other = await elsewhere(browser);
  await other.open("fake");
  await other.write("mine = 1\n");
  await expect(other.status).toContainText("compiled in");
  await other.page.evaluate((hash) => (location.hash = hash), new URL(address).hash);
  await bar(other.page).getByRole("button", { name: "Ask it" }).click();
  await expect.poll(() => other.text()).toBe("shared = 1\n");
  await other.page.getByRole("button", { name: "Back to my text" }).click();
  await expect.poll(() => other.text()).toBe("mine = 1\n");
  runner.close();
});

test("nothing is made or sent before it is asked for, and none is offered where the runner keeps none", async ({
  page,
}) => {
  const sent = (runner: Awaited<ReturnType<typeof startRunner>>) =>
    runner.state.requests.filter(({ path }) => path.startsWith("/v1/links")).length;
  const runner = await startRunner({ shortLinks: true });
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "link" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Make a short link" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await connect(page, runner.address);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("button", { name: "Make a short link" })).toBeVisible();
  expect(sent(runner)).toBe(0);
  await page.keyboard.press("Escape");
  const none = await startRunner();
  await connect(page, none.address);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "link" })).toBeVisible();
  await expect.poll(() => none.state.requests.filter(({ path }) => path === "/v1/version").length).toBe(2);
  await expect(page.getByRole("button", { name: "Make a short link" })).toHaveCount(0);
  runner.close();
  none.close();
});

test("another program than the one that the link was made of is refused", async ({ page, browser }) => {
  const runner = await startRunner({ shortLinks: true });
  const address = await make(page, runner.address);
  for (const id of runner.state.links.keys()) runner.state.links.set(id, "v1=q1YqzsgvzUlRslIqSyxSqAUA");
  const other = await elsewhere(browser);
  await other.page.goto(address);
  await bar(other.page).getByRole("button", { name: "Ask it" }).click();
  await expect(bar(other.page)).toContainText("another program than the one that this link was made of");
  await expect(bar(other.page)).toContainText("Your own text is untouched");
  expect(await violations(other.page)).toEqual([]);
  runner.close();
});

test("who does not know it, is not there, or wants a token says so", async ({ page, browser }) => {
  const runner = await startRunner({ shortLinks: true, token: "secret" });
  const address = await make(page, runner.address, "secret");
  const other = await elsewhere(browser);
  await other.page.goto(address);
  await bar(other.page).getByRole("button", { name: "Ask it" }).click();
  await expect(bar(other.page)).toContainText("a token is needed");
  await bar(other.page).getByLabel("Token").fill("secret");
  runner.state.links.clear();
  await bar(other.page).getByRole("button", { name: "Try again" }).click();
  await expect(bar(other.page)).toContainText("keeps no short link");
  await other.page.goto("about:blank");
  await other.open("fake", "#s=abcdefghij@http://127.0.0.1:9");
  await bar(other.page).getByRole("button", { name: "Ask it" }).click();
  await expect(bar(other.page)).toContainText("http://127.0.0.1:9 does not answer");
  await bar(other.page).getByRole("button", { name: "dismiss" }).click();
  await expect(bar(other.page)).toHaveCount(0);
  await expect(other.source).toContainText("def matmul_kernel");
  runner.close();
});

test("a token goes to no place that only a link names", async ({ page }) => {
  const own = await startRunner({ token: "secret" });
  const other = await startRunner({ shortLinks: true });
  await new Playground(page).open("fake");
  await connect(page, own.address, "secret");
  await page.evaluate((hash) => (location.hash = hash), `#s=abcdefghij@${other.address}`);
  await bar(page).getByRole("button", { name: "Ask it" }).click();
  await expect(bar(page)).toContainText("keeps no short link");
  expect(other.state.requests.map(({ headers }) => headers["authorization"])).toEqual([undefined]);
  own.close();
  other.close();
});
