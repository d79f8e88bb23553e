// SPDX-License-Identifier: Apache-2.0
// What a kernel costs by the model, variants side by side, and knobs: on the stand-in module, whose numbers are known.

import { expect, test } from "@playwright/test";
import { overhang, Playground, violations } from "./page";

// Long ways through several views.
test.describe.configure({ timeout: 90_000 });

const program = `BLOCK = 64
SCALE = 0.5
launch[(4,)](x, N=16)
`;

test("the roofline has a dot a kernel, which the keyboard reaches and which says where it stands", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.tab("Schedule").click();
  const pane = page.locator(".panel-schedule");
  const table = pane.getByRole("group", { name: "cost by the model" });
  const row = table.locator("tr", { hasText: "matmul_kernel" });
  await expect(row.locator("td")).toHaveText([
    "matmul_kernel",
    "151 µs",
    "products",
    "92 %",
    "132",
    "1",
    "232",
    "13 %, 1 a multiprocessor, by registers",
  ]);
  await expect(table.locator("caption")).toContainText("predictions, not times of a GPU");
  await expect(table.locator("tr", { hasText: "other_kernel" })).toContainText("no schedule, so no prediction");
  await table.getByRole("button", { name: "other_kernel" }).click();
  await expect(pane).toContainText("tile.sort in kernel other_kernel has no GPU schedule yet");
  const dot = pane.getByRole("button", { name: /^matmul_kernel: 1.37k operations a byte/ });
  await expect(dot).toHaveAccessibleName(/913 T operations a second predicted, 92 % of wgmma of bf16$/);
  await table.getByRole("button", { name: "other_kernel" }).press("Tab");
  await expect(dot).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dot).toHaveAttribute("aria-pressed", "true");
  await expect(pane.getByRole("heading", { name: /^matmul_kernel for sm_90a/ })).toBeVisible();
  await expect(pane.getByRole("button", { name: "Find better" })).toBeVisible();
  await expect(pane.locator("figcaption")).toContainText("other_kernel has no dot: it has no schedule");
});

test("a knob turns a literal of the text, every pane follows, and undo takes one step back", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(program);
  await playground.tab("Schedule").click();
  await expect(page.locator(".panel-schedule")).toContainText("predicts 86.5 µs");
  await playground.tab("Knobs").click();
  const pane = page.locator(".panel-knobs");
  await expect(pane.getByRole("region", { name: "Launches" }).locator("li")).toHaveCount(2);
  await pane.getByRole("button", { name: "BLOCK: more" }).click();
  await expect(pane.getByRole("textbox", { name: "BLOCK" })).toHaveValue("128");
  expect(await playground.text()).toBe(program.replace("64", "128"));
  await expect(playground.ir).toContainText("block = 128");
  await pane.getByRole("button", { name: "BLOCK: less" }).click({ modifiers: ["Shift"] });
  expect(await playground.text()).toBe(program.replace("64", "127"));
  await playground.source.focus();
  await page.keyboard.press("Control+z");
  expect(await playground.text()).toBe(program.replace("64", "128"));
  await page.keyboard.press("Control+z");
  expect(await playground.text()).toBe(program);
  const field = pane.getByRole("textbox", { name: "N", exact: true });
  await field.fill("many");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  expect(await playground.text()).toBe(program);
  await field.fill("32");
  await field.press("Enter");
  expect(await playground.text()).toBe(program.replace("16", "32"));
  await field.press("ArrowUp");
  expect(await playground.text()).toBe(program.replace("16", "64"));
  await pane.getByRole("button", { name: "tile_n: more" }).click();
  await playground.tab("Schedule").click();
  await expect(page.locator(".panel-schedule .by-hand")).toContainText("matmul_kernel.tile_n=256");
});

test("knobs stand below the editor when that is wanted, and there at the next visit", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(program);
  await playground.tab("Knobs").click();
  await page.getByLabel("Keep below the editor").check();
  const strip = page.getByRole("group", { name: "knobs" });
  await playground.tab("Tilings").click();
  await strip.getByRole("button", { name: "BLOCK: less" }).click();
  await expect(playground.ir).toContainText("block = 32");
  await page.reload();
  await playground.ready();
  await expect(strip.getByRole("textbox", { name: "BLOCK" })).toHaveValue("32");
  await page.setViewportSize({ width: 420, height: 860 });
  await playground.tab("Source").click();
  await expect(strip).toBeInViewport({ ratio: 1 });
});

test("a sweep draws what the model says of each value, tells what does not compile, and sets a value", async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(program);
  await playground.tab("Knobs").click();
  const pane = page.locator(".panel-knobs");
  await pane.getByRole("button", { name: "sweep BLOCK" }).click();
  const rows = pane.getByRole("group", { name: "values of the sweep" }).locator("tbody tr");
  await expect(pane.getByRole("status")).toHaveText("5 values, 1 of them do not compile");
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText("32119 µs, +37 %");
  await expect(rows.nth(3)).toContainText("12822.5 µs, −74 %, least");
  await expect(rows.nth(4)).toContainText("line 1: BLOCK is 256, and at most 128 fit");
  await expect(
    pane.getByRole("img", { name: "predicted time by the model, for each BLOCK" }).locator("canvas"),
  ).toBeVisible();
  expect(await playground.text()).toBe(program);
  await pane.getByRole("button", { name: "set BLOCK to 128" }).click();
  await expect(playground.ir).toContainText("block = 128");
  await expect(rows.nth(2)).toContainText("+284.4 %");
  await expect(pane.getByText("of an earlier text")).toHaveCount(0);
  // A click into the drawing takes the value below it: the left edge's.
  await pane.locator(".u-over").click({ position: { x: 4, y: 60 } });
  await expect(playground.ir).toContainText("block = 16");
  await pane.getByRole("textbox", { name: "Values" }).fill("1..4");
  await pane.getByRole("button", { name: "Start" }).click();
  await expect(rows).toHaveCount(3);
  await pane.getByRole("button", { name: "SCALE: more" }).click();
  await expect(pane.getByText("of an earlier text")).toBeVisible();
});

test("a sweep is given up without losing what it found", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(program);
  await playground.tab("Knobs").click();
  const pane = page.locator(".panel-knobs");
  await pane.getByRole("button", { name: "sweep N" }).click();
  await expect(pane.getByRole("status")).toHaveText("5 values");
  // The stand-in never answers for this value.
  await pane.getByRole("textbox", { name: "Values" }).fill("8, 77, 99");
  await pane.getByRole("button", { name: "Start" }).click();
  await expect(pane.getByRole("status")).toHaveText("1 of 3");
  await pane.getByRole("button", { name: "Cancel" }).click();
  await expect(pane.getByRole("status")).toHaveText("cancelled after 1 of 3");
  await expect(pane.getByRole("group", { name: "values of the sweep" }).locator("tbody tr").first()).toContainText(
    "86.5 µs",
  );
  await pane.getByRole("button", { name: "N: more", exact: true }).click();
  await expect(playground.status).toContainText("compiled in");
});

test("a pinned program stands beside the one on screen, and a link holds it", async ({ page, context }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write(program);
  await expect(playground.ir).toContainText("block = 64");
  await playground.tab("Variants").click();
  const pane = page.locator(".panel-variants");
  await expect(pane).toContainText("Pin the program as it is now");
  await pane.getByLabel("Name").fill("small");
  await pane.getByRole("button", { name: "Pin as A" }).click();
  await playground.write(program.replace("64", "128"));
  const table = pane.getByRole("group", { name: "variants" });
  await expect(table.locator("tr", { hasText: "small" })).toContainText("86.5 µs");
  await expect(table.locator("tr", { hasText: "now" })).toContainText("−64 µs, −74 %");
  const show = pane.getByRole("group", { name: "show" });
  const part = (name: string) =>
    pane.getByRole("group", { name: "compare" }).getByRole("button", { name, exact: true }).click();
  await expect(pane.locator(".cm-deletedChunk")).toContainText("BLOCK = 64");
  await show.getByRole("button", { name: "A", exact: true }).click();
  await expect(pane.getByRole("textbox", { name: "source, A, read only" })).toContainText("BLOCK = 64");
  await show.getByRole("button", { name: "B", exact: true }).click();
  await expect(pane.getByRole("textbox", { name: "source, B, read only" })).toContainText("BLOCK = 128");
  await show.getByRole("button", { name: "Difference" }).click();
  await part("IR");
  await expect(pane.locator(".cm-deletedChunk")).toContainText("block = 64");
  await part("PTX");
  await expect(pane.locator(".compared-text")).toContainText(".version");
  await part("Cost");
  const row = (name: string) => pane.locator("tr", { has: page.getByRole("rowheader", { name, exact: true }) }).first();
  await expect(row("predicted time").locator("td")).toHaveText(["86.5 µs", "22.5 µs", "−64 µs, −74 %"]);
  await expect(row("blocks").locator("td")).toHaveText(["132", "132", "same"]);
  await part("Memory");
  await expect(row("slot, wavefronts beyond the ideal").locator("td")).toHaveText(["7", "7", "same"]);
  await pane.getByLabel("Name").fill("large");
  await pane.getByRole("button", { name: "Pin as A" }).click();
  await expect(table.locator("tbody tr")).toHaveCount(3);

  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.getByRole("textbox", { name: "link" }).inputValue();
  await page.keyboard.press("Escape");
  await page.reload();
  await playground.ready();
  await playground.tab("Variants").click();
  await expect(table.locator("tbody tr")).toHaveCount(3);

  const other = await context.newPage();
  await other.goto(link);
  const received = new Playground(other);
  await received.ready();
  const theirs = other.locator(".panel-variants");
  await expect(theirs.locator("tr", { hasText: "small" })).toContainText("86.5 µs");
  await theirs.getByRole("button", { name: "open small" }).click();
  expect(await received.text()).toBe(program);
  await theirs.getByRole("button", { name: "remove small" }).click();
  await expect(theirs.locator("tbody tr", { hasText: "small" })).toHaveCount(0);
  await expect(received.tab("Variants")).toContainText("1");
});

test("timelines of two variants are compared after a run of each", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("fake");
  await playground.write("warpgroups! # many!\n");
  await playground.tab("Variants").click();
  const pane = page.locator(".panel-variants");
  await pane.getByRole("button", { name: "Pin as A" }).click();
  await playground.write("warpgroups!\n");
  // At once, without waiting for the page to notice the end of typing: what runs is what stands there.
  await pane.getByRole("button", { name: "Timeline" }).click();
  await pane.getByRole("button", { name: "Run A" }).click();
  await pane.getByRole("button", { name: "Run B" }).click();
  const row = pane.locator("tr", { has: page.getByRole("rowheader", { name: "cycles (model)" }) });
  await expect(row.locator("td").nth(2)).toContainText(/−.* %$/);
  // One above the other, on the axis of the longer one.
  const length = async (name: string) => {
    const label = await pane.getByRole("application", { name: `timeline of ${name},` }).getAttribute("aria-label");
    return /, ([\d,]+) cycles/.exec(label ?? "")?.[1];
  };
  const [a, b] = [await length("A"), await length("B")];
  expect(a).not.toBe(b);
  await expect(pane.locator(".compared-timelines > .toolbar")).toContainText(`both on one axis of ${a}`);
  const charts = pane.getByRole("application");
  const [first, second] = [await charts.nth(0).boundingBox(), await charts.nth(1).boundingBox()];
  expect(first?.x).toBe(second?.x);
  expect(first?.width).toBe(second?.width);
  // They zoom together.
  const showAll = pane.getByRole("button", { name: "Show all" });
  await expect(showAll).toBeDisabled();
  await charts.nth(1).focus();
  await page.keyboard.press("ArrowRight");
  await expect(pane.getByRole("region", { name: "timeline of B" }).locator(".readout")).toContainText("cycles");
  await page.keyboard.press("+");
  await expect(showAll).toBeEnabled();
  expect(await violations(page)).toEqual([]);
  await showAll.click();
  const folder = process.env["TESSERA_PICTURES"];
  if (folder) {
    await charts.nth(0).scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${folder}/compared-timelines.png` });
    await page.setViewportSize({ width: 420, height: 900 });
    await charts.nth(0).scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${folder}/compared-timelines-420.png` });
  }
  await page.setViewportSize({ width: 420, height: 900 });
  expect(await overhang(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
});
