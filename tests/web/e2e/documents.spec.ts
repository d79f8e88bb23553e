// SPDX-License-Identifier: Apache-2.0
// Nothing that was typed is lost: not to an example, a link, a second tab, a killed tab, or the page's own next version.

import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import links from "../fixtures/links.json" with { type: "json" };
import { Playground } from "./page";

const mine = "mine = 'a text of some length'";

async function recent(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "Recent" }).click();
  const dialog = page.getByRole("dialog", { name: "Recent" });
  await expect(dialog.locator("li").first()).toBeVisible();
  const titles = await dialog.locator(".recent-title").allInnerTexts();
  await page.keyboard.press("Escape");
  return titles;
}

async function open(context: BrowserContext, rest = ""): Promise<Playground> {
  const playground = new Playground(await context.newPage());
  await playground.open("fake", rest);
  return playground;
}

test("one's text is there after an example was opened and the page loaded anew", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(mine);
  await playground.example("Iota");
  await expect(playground.source).toContainText("Iota");
  await expect(page.locator(".notice")).toContainText("Your text is kept");
  await page.reload();
  await playground.ready();
  expect(await playground.text()).toBe(mine);
});

test("the way back is offered whenever something else opens", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(mine);
  const back = page.getByRole("button", { name: "Back to my text" });
  await playground.example("Iota");
  await back.click();
  await expect.poll(() => playground.text()).toBe(mine);
  await page.evaluate((fragment) => (location.hash = fragment), links[1]?.link ?? "");
  await expect(playground.source).toContainText("hello");
  await back.click();
  await expect.poll(() => playground.text()).toBe(mine);
  await playground.open("fake", `#${links[1]?.link}`);
  await back.click();
  await expect.poll(() => playground.text()).toBe(mine);
  await expect(page.locator(".notice")).toHaveCount(0);
});

test("an edited example is a text of one's own, beside the first", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(mine);
  await playground.example("Iota");
  await expect(playground.source).toContainText("Iota");
  await playground.source.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# changed by me\n");
  expect(await recent(page)).toEqual(["changed by me", mine]);
  await page.getByRole("button", { name: "Recent" }).click();
  await page.getByRole("dialog").getByRole("button", { name: mine }).first().click();
  await expect.poll(() => playground.text()).toBe(mine);
  await page.reload();
  await playground.ready();
  expect(await playground.text()).toBe(mine);
});

test("a text that is pasted over stays, and an undo goes on with it", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(mine);
  await playground.write("another = 'text that shares nothing'");
  expect(await recent(page)).toEqual(["another = 'text that shares nothing'", mine]);
  await playground.source.focus();
  await page.keyboard.press("Control+z");
  expect(await playground.text()).toBe(mine);
  await page.keyboard.press("End");
  await page.keyboard.type(" # more");
  expect(await recent(page)).toEqual([`${mine} # more`, "another = 'text that shares nothing'"]);
});

test("a second tab has a document of its own, and each gets its own back", async ({ context }) => {
  const first = await open(context);
  await first.write("first = 'the text of the first tab'");
  const second = await open(context);
  await expect(second.source).toContainText("def matmul_kernel");
  await second.write("second = 'what the other one has'");
  await first.page.keyboard.press("End");
  await first.page.keyboard.type(" + 1");
  await first.page.reload();
  await second.page.reload();
  await first.ready();
  await second.ready();
  expect(await first.text()).toBe("first = 'the text of the first tab' + 1");
  expect(await second.text()).toBe("second = 'what the other one has'");
  // Opened from the list, a text that another tab has is a copy there.
  await second.page.getByRole("button", { name: "Recent" }).click();
  await second.page.getByRole("dialog").getByRole("button", { name: /first/ }).first().click();
  await expect.poll(() => second.text()).toContain("first");
  await second.source.focus();
  await second.page.keyboard.press("Control+End");
  await second.page.keyboard.type(" # a copy");
  await first.page.reload();
  await first.ready();
  expect(await first.text()).toBe("first = 'the text of the first tab' + 1");
});

test("a duplicated tab goes on with a copy, without locks too", async ({ context }) => {
  await context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
  const first = await open(context);
  await first.write(mine);
  await first.page.waitForTimeout(300);
  const [page] = await Promise.all([
    context.waitForEvent("page"),
    first.page.evaluate(() => void window.open(location.href)),
  ]);
  const second = new Playground(page);
  await second.ready();
  expect(await second.text()).toBe(mine);
  await second.source.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" # second");
  await first.source.focus();
  await first.page.keyboard.press("Control+End");
  await first.page.keyboard.type(" # first");
  await page.waitForTimeout(300);
  await first.page.reload();
  await first.ready();
  expect(await first.text()).toBe(`${mine} # first`);
  await page.reload();
  await second.ready();
  expect(await second.text()).toBe(`${mine} # second`);
});

test("a program of several files is kept with all of them", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await page.getByLabel("files to open").setInputFiles([
    { name: "main.py", mimeType: "text/x-python", buffer: Buffer.from("import other\n") },
    { name: "other.py", mimeType: "text/x-python", buffer: Buffer.from("y = 2\n") },
  ]);
  await expect(page.getByRole("tablist", { name: "files" }).getByRole("tab")).toHaveCount(2);
  await playground.source.focus();
  await page.keyboard.type("# mine\n");
  await page.waitForTimeout(300);
  await page.reload();
  await playground.ready();
  await expect(page.getByRole("tablist", { name: "files" }).getByRole("tab")).toHaveCount(2);
  expect(await playground.text()).toBe("# mine\nimport other\n");
});

test("what the page kept before there were documents is taken over", async ({ page }) => {
  await page.goto("/fake/icon.svg");
  await page.evaluate(() => {
    localStorage.setItem(
      "tessera.text",
      JSON.stringify({ source: "newer = 'kept by the page before'", file: "a.py", target: "sm_80" }),
    );
    localStorage.setItem(
      "tessera.earlier-text",
      JSON.stringify({ source: "earlier = 'what a link replaced'", file: "b.py" }),
    );
  });
  const playground = new Playground(page);
  await playground.open("fake");
  expect(await playground.text()).toBe("newer = 'kept by the page before'");
  await expect(page.getByLabel("target")).toHaveValue("sm_80");
  expect(await recent(page)).toEqual(["newer = 'kept by the page before'", "earlier = 'what a link replaced'"]);
  expect(await page.evaluate(() => localStorage.getItem("tessera.text"))).toBeNull();
});

test("where there is no IndexedDB the page works and says what is kept", async ({ context }) => {
  await context.addInitScript(() => Object.defineProperty(window, "indexedDB", { get: () => undefined }));
  const playground = await open(context);
  await expect(playground.page.locator(".notice.bad")).toContainText("keeps nothing for this page");
  await playground.write(mine);
  await playground.page.waitForTimeout(300);
  await playground.page.reload();
  await playground.ready();
  expect(await playground.text()).toBe(mine);
});

test("full storage is said, and ends when old texts are deleted", async ({ context }) => {
  // As a browser does it: the transaction ends with this error. A quota of the test's own is not applied to so little text.
  await context.addInitScript(() => {
    const isFull = () => (window as unknown as { isFull?: boolean }).isFull === true;
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
      const request = put.call(this, value, key);
      if (isFull() && this.name === "texts") this.transaction.abort();
      return request;
    };
    Object.defineProperty(IDBTransaction.prototype, "error", {
      get: () => (isFull() ? new DOMException("no room", "QuotaExceededError") : null),
    });
  });
  const playground = await open(context);
  const { page } = playground;
  await playground.write(mine);
  await playground.write("another = 'text that shares nothing'");
  await page.waitForTimeout(300);
  await page.evaluate(() => Object.assign(window, { isFull: true }));
  await page.keyboard.type("x");
  await expect(page.locator(".notice.bad")).toContainText("storage is full");
  await page.evaluate(() => Object.assign(window, { isFull: false }));
  await page.getByRole("button", { name: "Recent" }).click();
  await page.getByRole("button", { name: `delete ${mine}` }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator(".notice.bad")).toHaveCount(0);
});

test("the list shows tilings, and holds fifty", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(mine);
  await expect(playground.status).toContainText("compiled in");
  await page.evaluate(async () => {
    const { documents } = (
      window as unknown as { tessera: { documents: { takeOlder(all: unknown[]): Promise<boolean> } } }
    ).tessera;
    const one = (n: number) => {
      const files = [{ path: "k.py", text: `number = ${n}` }];
      return { id: `n${n}`, project: { files, main: "k.py", asModule: false, shown: "k.py" }, target: "" };
    };
    await documents.takeOlder(Array.from({ length: 60 }, (_, n) => one(n)));
  });
  await playground.write("another = 'text that shares nothing'");
  // And the one that an undo would bring back, where it is not among the fifty: its thumbnail may make it one of the latest.
  await expect.poll(async () => [50, 51].includes((await recent(page)).length)).toBe(true);
  await page.getByRole("button", { name: "Recent" }).click();
  await expect(page.locator(".recent-picture rect").first()).toBeVisible();
});

/** No more than this long before a tab is killed may what was typed be lost; nearly all of it is one write, some milliseconds. */
const boundMs = 500;
const kills = Number(process.env["TESSERA_KILLS"] ?? 6);

test(`a tab that is killed while one types loses nothing older than ${boundMs} ms`, async ({ context }) => {
  test.setTimeout(30_000 + kills * 8_000);
  for (let round = 0; round < kills; round++) {
    const playground = await open(context);
    const { page } = playground;
    const begin = `round_${round} = 'a text of some length' `;
    await playground.write(begin);
    const typed: { text: string; at: number }[] = [{ text: begin, at: performance.now() }];
    const end = performance.now() + Math.random() * 1500;
    while (performance.now() < end) {
      const key = String.fromCharCode(97 + Math.floor(Math.random() * 26));
      await page.keyboard.insertText(key);
      typed.push({ text: (typed.at(-1)?.text ?? "") + key, at: performance.now() });
      await page.waitForTimeout(Math.random() * 60);
    }
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    const killedAt = performance.now();
    void session.send("Page.crash").catch(() => undefined);
    await crashed;
    await page.close();
    const again = await open(context);
    const found = await again.text();
    const isKnown = typed.some(({ text }) => text === found);
    expect(isKnown, `round ${round}: \`${found}\` is what was typed`).toBe(true);
    const safe = typed.findLast(({ at }) => at < killedAt - boundMs)?.text ?? "";
    expect(found.startsWith(safe), `round ${round}: \`${found}\` has \`${safe}\``).toBe(true);
    await again.page.close();
  }
});
