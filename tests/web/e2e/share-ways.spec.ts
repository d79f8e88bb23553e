// SPDX-License-Identifier: Apache-2.0
// The program as a frame, an image and a bundle; and files that come in: PTX, arrays, traces, bundles, several at once.

import { expect, test, type Download, type Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { readFileSync } from "node:fs";
import { overhang, Playground, violations } from "./page";

async function drop(page: Page, files: Record<string, string | number[]>): Promise<void> {
  const transfer = await page.evaluateHandle((all) => {
    const made = new DataTransfer();
    for (const [name, content] of Object.entries(all))
      made.items.add(new File([typeof content === "string" ? content : new Uint8Array(content)], name));
    return made;
  }, files);
  await page.locator("body").dispatchEvent("drop", { dataTransfer: transfer });
}

async function share(page: Page, way: string): Promise<void> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("dialog").getByRole("tab", { name: way }).click();
}

async function saved(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = (await Promise.all([page.waitForEvent("download"), click()])) as [Download, void];
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const trace = JSON.stringify({
  launches: [
    {
      kernel: "given",
      grid: [1],
      timeline: {
        unit: "cycles",
        length: 10,
        rows: [{ name: "warpgroup 0", cluster: 0, cta: 0, warpgroup: 0 }],
        events: [{ row: 0, kind: "run", begin: 0, end: 10, name: "work" }],
      },
    },
  ],
});

function npy(): number[] {
  const head = "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }".padEnd(117, " ") + "\n";
  return [0x93, ...Buffer.from("NUMPY"), 1, 0, head.length, 0, ...Buffer.from(head), ...new Array<number>(16).fill(0)];
}

test("a frame shows chosen panes, runs, and opens the whole page with what it has become", async ({
  page,
  context,
}) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("framed = 1\n");
  await share(page, "Frame");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Results").check();
  await dialog.getByLabel("Tilings").check();
  expect(await violations(page)).toEqual([]);
  const snippet = await dialog.getByRole("textbox", { name: "frame" }).inputValue();
  expect(snippet).toContain("panes=source,");

  const host = await context.newPage();
  await host.setViewportSize({ width: 1000, height: 600 });
  await host.route("**/host.html", (route) =>
    route.fulfill({ contentType: "text/html", body: `<h1>Notes</h1>${snippet}` }),
  );
  await host.goto("/host.html");
  const frame = host.frameLocator("iframe");
  await expect(frame.locator(".status-engine")).toHaveText("compiled");
  await expect(frame.getByRole("textbox", { name: "kernel source, Python" })).toContainText("framed = 1");
  await expect(frame.getByRole("tab", { name: "Tilings" })).toBeVisible();
  await expect(frame.getByRole("tab", { name: "Runner" })).toHaveCount(0);
  await expect(frame.getByRole("button", { name: "Examples" })).toHaveCount(0);
  await frame.getByRole("textbox", { name: "kernel source, Python" }).focus();
  await host.keyboard.press("Control+a");
  await host.keyboard.insertText("changed = 2\n");
  await expect(frame.locator(".status-engine")).toHaveText("compiled");
  await frame.getByRole("button", { name: "Run" }).click();
  await expect(frame.locator(".panel-results .verdict")).toContainText("ok");

  const [whole] = await Promise.all([
    context.waitForEvent("page"),
    frame.getByRole("link", { name: "Open in Tessera" }).click(),
  ]);
  const opened = new Playground(whole);
  await opened.ready();
  expect(await opened.text()).toBe("changed = 2\n");
  await expect(whole.getByRole("button", { name: "Examples" })).toBeVisible();

  // What was typed in the frame is nobody's document.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Recent" }).click();
  await expect(page.getByRole("dialog")).toContainText("framed = 1");
  await expect(page.getByRole("dialog")).not.toContainText("changed = 2");
});

for (const width of [900, 420])
  test(`a frame of ${width} pixels fits and shuts nobody out`, async ({ page }) => {
    await page.setViewportSize({ width, height: 480 });
    const playground = new Playground(page);
    await page.goto("/fake/?embed=1&panes=ir,source,layouts");
    await expect(playground.status).toHaveText("compiled");
    expect(await overhang(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await expect(page.locator(".lower").getByRole("button", { name: "Export SVG" }).first()).toBeVisible({
      visible: width > 620,
    });
    await page.goto("/fake/?embed=1&panes=tilings");
    await expect(playground.status).toHaveText("compiled");
    await expect(page.locator(".tilings canvas")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "kernel source, Python" })).toBeHidden();
    expect(await violations(page)).toEqual([]);
  });

test("an image of any view, as SVG with its text and as PNG", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("pictured = 1\n");
  await expect(playground.status).toContainText("compiled in");
  await share(page, "Image");
  const dialog = page.getByRole("dialog");
  expect(await violations(page)).toEqual([]);
  const save = (kind: string) => saved(page, () => dialog.getByRole("button", { name: `Save ${kind}` }).click());
  for (const [view, text] of [
    ["Source", "pictured"],
    ["IR", "matmul_kernel"],
    ["Tilings", "<image "],
    ["the whole page", "pictured"],
  ] as const) {
    await dialog.getByLabel("View").selectOption({ label: view });
    const { bytes } = await save("SVG");
    const svg = bytes.toString();
    expect(svg.includes(text), `${view} has ${text}`).toBe(true);
    const error = await page.evaluate(
      (code) => new DOMParser().parseFromString(code, "image/svg+xml").querySelector("parsererror")?.textContent ?? "",
      svg,
    );
    expect(error, view).toBe("");
  }
  const png = await save("PNG");
  expect(png.name).toBe("matmul-all.png");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(png.bytes.readUInt32BE(16)).toBe(
    2 * (await page.evaluate(() => document.querySelector("main")?.clientWidth ?? 0)),
  );
});

test("a bundle holds the program and its run, and opens again when it is dropped", async ({ page, browser }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("warpgroups!\nbundled = 1\n");
  await page.getByLabel("target").selectOption("sm_80");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(".panel-results .verdict")).toContainText("ok");
  await share(page, "Bundle");
  expect(await violations(page)).toEqual([]);
  const { name, bytes } = await saved(page, () => page.getByRole("button", { name: "Save bundle" }).click());
  expect(name).toBe("matmul.zip");
  const entries = unzipSync(bytes);
  expect(strFromU8(entries["src/matmul.py"] ?? new Uint8Array())).toBe("warpgroups!\nbundled = 1\n");
  expect(Object.keys(entries)).toEqual(expect.arrayContaining(["README.md", "program.tessera", "results/tab.json"]));

  const other = new Playground(await (await browser.newContext()).newPage());
  await other.open("fake");
  await other.write("mine = 1\n");
  await expect(other.status).toContainText("compiled in");
  await drop(other.page, { [name]: [...bytes] });
  await expect(other.page.locator(".notice")).toContainText(`This is the bundle ${name}`);
  await expect(other.page.locator(".notice")).toContainText("Your text is kept.");
  expect(await other.text()).toBe("warpgroups!\nbundled = 1\n");
  await expect(other.page.getByLabel("target")).toHaveValue("sm_80");
  await other.tab("Timeline").click();
  await expect(other.page.locator(".timeline")).toContainText("tab-timeline.json");
  await other.page.getByRole("button", { name: "Back to my text" }).click();
  await expect.poll(() => other.text()).toBe("mine = 1\n");
});

test("files of several kinds at once go where they belong", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("mine = 1\n");
  await expect(playground.status).toContainText("compiled in");
  await drop(page, { "t.json": trace, "x.npy": npy(), "more.py": "more = 1\n", "bad.json": "{" });
  const notice = page.locator(".notice");
  await expect(notice).toContainText("x_npy.py brings x.npy with it");
  await expect(notice).toContainText('import x_npy, then np.load("x.npy")');
  await expect(notice).toContainText("bad.json is no trace");
  await expect(playground.tab("Timeline")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".timeline")).toContainText("t.json: given");
  const files = page.getByRole("tablist", { name: "files" });
  await expect(files.getByRole("tab", { name: "more.py" })).toBeVisible();
  await files.getByRole("tab", { name: "x_npy.py" }).click();
  await expect(playground.source).toContainText("f32[4], as it was dropped here");
});

test("an array goes to the Emulator where that is what is looked at", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.tab("Emulator").click();
  await drop(page, { "x.npy": npy() });
  await expect(page.locator(".notice")).toContainText("@x.npy is an array that arguments of the Emulator may name");
  await expect(page.getByRole("tablist", { name: "files" })).toHaveCount(0);
});
