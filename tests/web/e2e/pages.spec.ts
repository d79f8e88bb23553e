// SPDX-License-Identifier: Apache-2.0
// The guide and the reference as they are served: every address in the site's HTML leads somewhere, examples open in the playground, the
// search finds by name and by words, pages are whole without JavaScript, and the service worker keeps those that were read, no others.

import { expect, test } from "@playwright/test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { Playground } from "./page";

const dist = join(import.meta.dirname, "../../../web/dist");
const hasReference = existsSync(join(dist, "reference/jax.tree.html"));
test.skip(!hasReference && !process.env["CI"], "web/dist was built without the compiler's module");

const pages = () =>
  readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .sort();

interface Links {
  ids: Set<string>;
  /** Addresses of href and src. */
  addresses: string[];
}

const entities = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll("&amp;", "&");

function readLinks(html: string): Links {
  const find = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => entities(match[1] ?? ""));
  return { ids: new Set(find(/<[^>]*\sid="([^"]*)"/g)), addresses: find(/<[^>]*\s(?:href|src)="([^"]*)"/g) };
}

/** What is wrong with an address on a page, or null; `read` gives a page's links, or null where there is no such file. */
function complain(page: string, address: string, read: (file: string) => Links | null): string | null {
  if (address.startsWith("/")) return `${page}: ${address} is not relative`;
  const [path = "", fragment = ""] = address.split("#", 2);
  const file = path ? normalize(join(dirname(page), path.split("?")[0] ?? "")) : page;
  const links = read(file === "." ? "index.html" : file);
  if (!links) return `${page}: ${address} leads nowhere`;
  // Fragments of pages that are programs are theirs.
  const isText = /^(guide|reference)\//.test(file);
  return !isText || !fragment || links.ids.has(decodeURIComponent(fragment))
    ? null
    : `${page}: ${address} has no such place`;
}

function readSite(): (file: string) => Links | null {
  const known = new Map<string, Links | null>();
  return (file) => {
    if (!known.has(file)) {
      const path = join(dist, file);
      const isThere = !relative(dist, path).startsWith("..") && existsSync(path);
      const html = isThere && file.endsWith(".html") ? readFileSync(path, "utf8") : "";
      known.set(file, isThere ? readLinks(html) : null);
    }
    return known.get(file) ?? null;
  };
}

test("every address in the site's HTML leads somewhere", () => {
  const read = readSite();
  const wrong: string[] = [];
  const elsewhere = new Set<string>();
  let count = 0;
  for (const page of pages())
    for (const address of new Set(read(page)?.addresses)) {
      count++;
      const reason = /^[a-z]+:/.test(address) ? null : complain(page, address, read);
      if (reason) wrong.push(reason);
      else if (/^[a-z]+:/.test(address)) elsewhere.add(address);
    }
  test.info().annotations.push({ type: "addresses of other sites", description: [...elsewhere].join(" ") || "none" });
  expect(count).toBeGreaterThan(1000);
  expect(wrong).toEqual([]);
});

test("an address that leads nowhere is found", () => {
  const read = readSite();
  expect(complain("guide/index.html", "nothing.html", read)).toContain("leads nowhere");
  expect(complain("guide/index.html", "../reference/jax.tree.html#nothing", read)).toContain("no such place");
  expect(complain("guide/index.html", "/guide/index.html", read)).toContain("not relative");
  expect(complain("guide/index.html", "../../../package.json", read)).toContain("leads nowhere");
});

test("an example opens in the playground", async ({ page }) => {
  await page.goto("/fake/reference/jax.tree.html#map");
  const section = page.locator("section#map");
  const code = (await section.locator("pre").first().innerText()).trimEnd();
  await section.getByRole("link", { name: /^Open in the playground/ }).click();
  const playground = new Playground(page);
  await playground.ready();
  expect((await playground.text()).trimEnd()).toBe(code);
});

test("the search finds by name, by a short name and by words, with keys alone", async ({ page }) => {
  await page.goto("/fake/guide/index.html");
  const field = page.getByRole("searchbox");
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  const first = page.locator("#found a").first();
  for (const [text, found] of [
    ["jnp.sum", "jax.numpy.sum"],
    ["reading a timeline", "Reading a timeline"],
    ["BlockSpec", "BlockSpec"],
  ] as const) {
    await field.fill(text);
    await expect(first).toContainText(found);
  }
  await field.fill("no such name anywhere");
  await expect(page.locator("#found")).toContainText("Nothing has these words");
  await field.fill("jnp.sum");
  await expect(first).toContainText("jax.numpy.sum");
  await page.keyboard.press("ArrowDown");
  await expect(first).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator("#found")).toBeHidden();
  await expect(field).toBeFocused();
  await field.fill("jnp.sum ");
  await expect(first).toContainText("jax.numpy.sum");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/reference\/jax\.numpy\.html#sum$/);
  await expect(page.locator("section#sum")).toBeInViewport();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("a page is whole", async ({ page }) => {
    await page.goto("/fake/reference/jax.tree.html");
    await expect(page.locator("section#map pre").first()).toBeVisible();
    await expect(page.getByRole("searchbox")).toBeHidden();
    await page.getByRole("link", { name: "Guide", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Guide");
  });
});

test("the theme of the playground is the pages', too", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/fake/guide/index.html");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.evaluate(() => localStorage.setItem("tessera.theme", "dark"));
  await page.reload();
  expect(await ground()).not.toBe(light);
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });
  test("pages that were read are there, and others were never fetched", async ({ page, context }) => {
    const playground = new Playground(page);
    await playground.open("fake");
    await page.evaluate(() => navigator.serviceWorker.ready);
    const kept = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
      });
    expect((await kept()).filter((path) => /\/(guide|reference)\//.test(path))).toEqual([]);
    await page.goto("/fake/guide/hopper.html");
    await expect.poll(kept).toContain("/fake/guide/hopper.html");
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hopper by hand");
    await context.setOffline(false);
  });
});
