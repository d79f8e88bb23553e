// SPDX-License-Identifier: Apache-2.0
// The panes of the extension for VS Code, in the page that its webviews load, under the policy that they load it with. The editor is
// played: its colours, and a list of what the page says. `TESSERA_PANES=FOLDER` takes pictures, of what `TESSERA_PANE_DATA` holds if it
// is a folder with tilings.json, layouts.json and timeline.json.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { build } from "vite";
import type { KernelLayouts, KernelTilings } from "../../../web/src/base/protocol";
import { pageOf } from "../../../web/vscode/src/page.mts";
import type { FromPane, ToPane } from "../../../web/vscode/src/messages";
import { makeTimeline } from "../fixtures/fake-module";
import { overhang, violations } from "./page";

const source = join(import.meta.dirname, "../../../web/vscode");
let folder = "";
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-panes-"));
  await build({
    configFile: join(source, "vite.config.mts"),
    mode: "pane",
    logLevel: "error",
    build: { outDir: folder },
  });
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of VS Code's own themes, what the panes read. */
const themes = {
  "vscode-light": { editor: "#ffffff", foreground: "#3b3b3b", link: "#005fb8", border: "#e5e5e5", dropdown: "#ffffff" },
  "vscode-dark": { editor: "#1f1f1f", foreground: "#cccccc", link: "#4daafc", border: "#2b2b2b", dropdown: "#313131" },
  "vscode-high-contrast": {
    editor: "#000000",
    foreground: "#ffffff",
    link: "#21a6ff",
    contrast: "#6fc3df",
    dropdown: "#000000",
  },
  "vscode-high-contrast-light": {
    editor: "#ffffff",
    foreground: "#292929",
    link: "#0f4a85",
    contrast: "#0f4a85",
    dropdown: "#ffffff",
  },
} as const;
type Theme = keyof typeof themes;

async function putOn(page: Page, theme: Theme): Promise<void> {
  const colours: Record<string, string | undefined> = themes[theme];
  await page.evaluate(
    ([name, colours]) => {
      const names: Record<string, string> = {
        editor: "editor-background",
        foreground: "foreground",
        link: "textLink-foreground",
        border: "panel-border",
        contrast: "contrastBorder",
        dropdown: "dropdown-background",
      };
      const { style } = document.documentElement;
      for (const [key, variable] of Object.entries(names)) {
        style.removeProperty(`--vscode-${variable}`);
        if (colours[key]) style.setProperty(`--vscode-${variable}`, colours[key]);
      }
      style.setProperty("--vscode-dropdown-foreground", colours["foreground"] ?? "");
      document.body.className = name;
    },
    [theme, colours] as const,
  );
}

const problems: string[] = [];

async function openPane(page: Page, message: ToPane, theme: Theme = "vscode-light"): Promise<void> {
  const origin = "https://editor.test";
  const nonce = "c29tZXRoaW5nLXVuZ3Vlc3NlZA";
  problems.length = 0;
  page.on("console", (line) => line.type() === "error" && problems.push(line.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.route(`${origin}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name) return route.fulfill({ path: join(folder, name) });
    const body = pageOf("Pane", origin, `${origin}/pane.js`, `${origin}/pane.css`, nonce);
    return route.fulfill({ body, contentType: "text/html" });
  });
  await page.addInitScript(() => {
    const said: unknown[] = [];
    Object.assign(window, { said, acquireVsCodeApi: () => ({ postMessage: (one: unknown) => said.push(one) }) });
  });
  await page.goto(`${origin}/`);
  await putOn(page, theme);
  await tell(page, message);
}

const tell = (page: Page, message: ToPane) => page.evaluate((one) => window.postMessage(one, "*"), message);
const said = (page: Page) => page.evaluate(() => (window as unknown as { said: FromPane[] }).said);
const view = <T>(value: T | null, error: string | null = null) => ({ value, stale: false, loading: false, error });

const at = (line: number) => ({ file: "<stdin>", begin: { line, column: 1 }, end: { line, column: 9 } });
const tilings: KernelTilings[] = [
  {
    name: "double",
    range: at(4),
    source: "pallas",
    launches: [
      {
        range: at(9),
        grid: [2],
        order: "row-major",
        programs: 2,
        recorded: 2,
        operands: ["x_ref", "o_ref"].map((name, index) => ({
          name,
          role: index ? "write" : "read",
          dtype: "f32",
          shape: [8, 16],
          range: at(6 + index),
          block: { shape: [4, 16], squeezed: [], origin: "block-spec" },
          boxes: [
            [
              [0, 0],
              [4, 16],
            ],
            [
              [4, 0],
              [8, 16],
            ],
          ],
        })),
      },
    ],
  },
];
const layouts: KernelLayouts[] = [
  {
    name: "double",
    target: "sm_90a",
    range: at(4),
    warps: 1,
    warpgroups: 0,
    sharedBytes: 1024,
    left: 0,
    values: [
      {
        op: "tilegpu.load",
        range: at(5),
        dtype: "f32",
        shape: [8, 16],
        layout: {
          register: [
            [0, 1],
            [0, 2],
          ],
          lane: [
            [0, 4],
            [0, 8],
            [1, 0],
            [2, 0],
            [4, 0],
          ],
        },
        text: "linear",
        registers: 4,
        copies: false,
      },
    ],
    buffers: [
      {
        name: "x_smem",
        range: at(5),
        dtype: "f32",
        shape: [8, 16],
        offset: 0,
        bytes: 512,
        swizzle: 0,
        life: [0, 9],
        accesses: [{ kind: "read", range: at(5), vectorBytes: 16, wavefronts: 4, ideal: 2 }],
      },
    ],
  },
];
const timeline = JSON.stringify({ launches: [{ kernel: "pipeline", grid: [1, 1], timeline: makeTimeline() }] });

const messages: ToPane[] = [
  { kind: "tilings", file: "program.py", view: view(tilings) },
  { kind: "layouts", file: "program.py", view: view(layouts) },
  { kind: "timeline", file: "program.py", view: view(timeline) },
];

test("tilings: pointing lights the line, a name leads to it, an error stands above what was", async ({ page }) => {
  await openPane(page, { kind: "tilings", file: "program.py", view: view(tilings) });
  await expect(page.locator(".readout")).toContainText("program (0,), number 1 of 2");
  await page.getByRole("button", { name: "next program" }).click();
  await expect(page.locator(".operands")).toContainText("[4:8, :]");
  await page.getByRole("button", { name: "x_ref" }).click();
  expect(await said(page)).toContainEqual({ kind: "reveal", range: at(6) });
  await page.getByRole("button", { name: "Export SVG" }).click();
  const saved = (await said(page)).find((one) => one.kind === "save");
  expect(saved).toMatchObject({ name: "double-tilings.svg", text: expect.stringContaining("<svg") as unknown });
  const older = { value: tilings, stale: true, loading: false, error: "line 3: `(` is never closed" };
  await tell(page, { kind: "tilings", file: "program.py", view: older });
  await expect(page.locator(".outdated").first()).toHaveText("line 3: ( is never closed");
  await expect(page.locator(".operands")).toContainText("x_ref");
  await tell(page, { kind: "tilings", file: "program.py", view: view<KernelTilings[]>(null, "`x` is no name") });
  await expect(page.locator(".empty")).toHaveText("No tilings: x is no name.");
  expect(problems).toEqual([]);
});

test("layouts: an element says who holds it, the value's line is lit", async ({ page }) => {
  await openPane(page, { kind: "layouts", file: "program.py", view: view(layouts) });
  await expect(page.locator(".readout")).toContainText("element [0, 0]: warp 0, lane 0, register 0");
  await expect(page.getByRole("combobox", { name: "Value" })).toContainText("line 5: load f32 8×16");
  await expect(page.locator("table").first()).toContainText("4 wavefronts for 2, bank conflicts");
  expect(await said(page)).toContainEqual({ kind: "light", file: "<stdin>", lines: [[5, 5]] });
  expect(problems).toEqual([]);
});

test("a timeline: keys step, Enter goes to the source, an older one can be made anew", async ({ page }) => {
  await openPane(page, { kind: "timeline", file: "program.py", view: view(timeline) });
  await page.getByRole("application").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".readout")).toContainText("cycles");
  await page.keyboard.press("Enter");
  expect((await said(page)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(["light", "reveal"]));
  const older = { value: timeline, stale: true, loading: false, error: null };
  await tell(page, { kind: "timeline", file: "program.py", view: older });
  await page.getByRole("button", { name: "Run again" }).click();
  expect((await said(page)).at(-1)).toEqual({ kind: "again" });
  await tell(page, { kind: "timeline", file: "program.py", view: view<string>(null, "nothing is launched") });
  await expect(page.locator(".empty")).toContainText("No timeline: nothing is launched.");
  expect(problems).toEqual([]);
});

for (const message of messages)
  test(`${message.kind} can be read in every theme`, async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 900 });
    await openPane(page, message);
    for (const theme of Object.keys(themes) as Theme[]) {
      await putOn(page, theme);
      await expect(page.locator("canvas").first()).toBeVisible();
      expect(await violations(page), theme).toEqual([]);
      expect(await overhang(page), theme).toBeLessThanOrEqual(0);
    }
  });

test("pictures", async ({ page }) => {
  const [pictures, data] = [process.env["TESSERA_PANES"], process.env["TESSERA_PANE_DATA"]];
  test.skip(!pictures, "TESSERA_PANES names no folder");
  await page.setViewportSize({ width: 900, height: 1000 });
  await openPane(page, messages[0] as ToPane);
  for (const message of messages) {
    const file = join(data ?? "", `${message.kind}.json`);
    const text = data && existsSync(file) ? readFileSync(file, "utf8") : "";
    const read = () => (message.kind === "timeline" ? text : (JSON.parse(text) as { kernels: unknown }).kernels);
    await tell(page, text ? ({ ...message, view: view(read()) } as ToPane) : message);
    for (const theme of Object.keys(themes) as Theme[]) {
      await putOn(page, theme);
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(pictures ?? "", `${message.kind}-${theme}.png`) });
    }
  }
});
