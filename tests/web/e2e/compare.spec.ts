// SPDX-License-Identifier: Apache-2.0
// What a kernel costs by the model, variants side by side, and knobs: on the stand-in module, whose numbers are known.

import { expect, test } from "@playwright/test";
import { Playground } from "./page";

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
