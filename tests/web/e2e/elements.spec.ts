// SPDX-License-Identifier: Apache-2.0
// The npm packages in pages of somebody else, as they are built: web components over ready data and over programs, and
// the compiler asked by a page's own script. No bundler: an import map says where the compiler is.
// `TESSERA_ELEMENTS=FOLDER` takes pictures.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { build } from "vite";
import { buildPackages } from "../../../web/npm/build.mjs";
import { makeTimeline } from "../fixtures/fake-module";
import { violations } from "./page";

const root = join(import.meta.dirname, "../../..");
const wasm = process.env["TESSERA_WASM"] ?? join(root, "web/public/wasm");
const hasModules = existsSync(join(wasm, "tessera.wasm"));
const kernel = (name: string) => readFileSync(join(root, "shared/kernels", name), "utf8");
const docs = "https://docs.test";
const packages = "https://packages.test";
const types: Record<string, string> = {
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".html": "text/html",
  ".py": "text/x-python",
};

let folder = "";
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-elements-"));
  await buildPackages(join(folder, "node_modules"), hasModules ? undefined : ["tessera-elements"]);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Opened {
  /** What the page fetched, by path. */
  fetched: string[];
  problems: string[];
}

/** A page of documentation, whose packages lie `where`: its own host, or another as package hosts are. */
async function open(
  page: Page,
  body: string,
  { where = docs, entry = "index", head = "", bundled = "", files = {} as Record<string, string> } = {},
): Promise<Opened> {
  const [fetched, problems]: [string[], string[]] = [[], []];
  page.on("console", (line) => line.type() === "error" && problems.push(line.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Docs</title>
<script type="importmap">{"imports": {"tessera-kernels": "${where}/tessera-kernels/dist/browser.js"}}</script>
<script type="module" src="${where}/tessera-elements/dist/${entry}.js"></script>${head}</head>
<body><main><h1>Docs</h1>${body}</main></body></html>`;
  const answer = async (route: import("@playwright/test").Route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const headers = { "Access-Control-Allow-Origin": "*" };
    if (name === "") return route.fulfill({ body: bundled || html, contentType: "text/html" });
    fetched.push(name);
    const own = files[name];
    if (own !== undefined) return route.fulfill({ body: own, contentType: types[extname(name)] ?? "text/plain" });
    const path = [join(folder, name), join(folder, "node_modules", name), join(folder, "out", name)].find(existsSync);
    if (!path) return route.fulfill({ status: 404, body: "none", headers });
    return route.fulfill({ body: readFileSync(path), contentType: types[extname(name)] ?? "text/plain", headers });
  };
  await page.context().route(`${docs}/**`, answer);
  await page.context().route(`${packages}/**`, answer);
  await page.goto(`${docs}/`);
  return { fetched, problems };
}

const at = (line: number) => ({ file: "program.py", begin: { line, column: 1 }, end: { line, column: 9 } });
const box = (first: number) => [
  [first, 0],
  [first + 4, 16],
];
const operand = (name: string, role: string) => ({
  name,
  role,
  dtype: "f32",
  shape: [8, 16],
  range: at(6),
  block: { shape: [4, 16], squeezed: [], origin: "block-spec" },
  boxes: [box(0), box(4)],
});
const launch = {
  range: at(9),
  grid: [2],
  order: "row-major",
  programs: 2,
  recorded: 2,
  operands: [operand("x_ref", "read"), operand("o_ref", "write")],
};
const tilings = { kernels: [{ name: "double", range: at(4), source: "pallas", launches: [launch] }] };
const layouts = {
  kernels: [
    {
      ...{
        name: "double",
        target: "sm_90a",
        range: at(4),
        warps: 1,
        warpgroups: 0,
        sharedBytes: 0,
        left: 0,
        buffers: [],
      },
      values: [
        {
          ...{
            op: "tilegpu.load",
            range: at(5),
            dtype: "f32",
            shape: [8, 16],
            text: "linear",
            registers: 4,
            copies: false,
          },
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
        },
      ],
    },
  ],
};
const timeline = { launches: [{ kernel: "pipeline", grid: [1, 1], timeline: makeTimeline() }] };
const json = (data: unknown) => `<script type="application/json">${JSON.stringify(data)}</script>`;
const python = (text: string) => `<script type="text/x-python">\n${text}</script>`;

test("ready data is drawn without a compiler", async ({ page }) => {
  const { fetched, problems } = await open(
    page,
    `<tessera-tilings label="Tilings of double">${json(tilings)}</tessera-tilings>
     <tessera-layouts src="layouts.json"></tessera-layouts><tessera-timeline></tessera-timeline>`,
    { entry: "data", files: { "layouts.json": JSON.stringify(layouts) } },
  );
  await expect(page.getByRole("group", { name: "Tilings of double" })).toContainText("program (0,), number 1 of 2");
  await expect(page.getByRole("group", { name: "layouts", exact: true })).toContainText(
    "element [0, 0]: warp 0, lane 0",
  );
  await page.evaluate(
    (data) => ((document.querySelector("tessera-timeline") as unknown as { data: object }).data = data),
    timeline,
  );
  await expect(page.locator("tessera-timeline")).toContainText("pipeline grid (1, 1)");
  // Places lead nowhere without the program's text, so nothing looks as if they did.
  await expect(page.locator("tessera-tilings .operands")).toContainText("x_ref");
  await expect(page.locator("tessera-tilings .operands button")).toHaveCount(0);
  expect(fetched.sort()).toEqual([
    "layouts.json",
    "tessera-elements/dist/data.js",
    "tessera-elements/dist/elements.js",
  ]);
  expect(problems).toEqual([]);
});

test("the keyboard reaches and moves everything", async ({ page }) => {
  await open(
    page,
    `<tessera-tilings>${json(tilings)}</tessera-tilings><tessera-timeline>${json(timeline)}</tessera-timeline>`,
    { entry: "data" },
  );
  await page.locator("tessera-tilings").getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("tessera-tilings .readout")).toContainText("program (1,), number 2 of 2");
  await page.locator("tessera-timeline").getByRole("application").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("tessera-timeline .readout").first()).toContainText("cycles");
});

test("light and dark are the page's, or the element's own; axe finds nothing in either", async ({ page }) => {
  await open(
    page,
    `<tessera-tilings>${json(tilings)}</tessera-tilings><tessera-layouts>${json(layouts)}</tessera-layouts>
     <tessera-timeline>${json(timeline)}</tessera-timeline>`,
    {
      entry: "data",
      head: "<style>body { background: Canvas } tessera-layouts { --accent: rgb(120, 0, 120) }</style>",
    },
  );
  await expect(page.locator("tessera-timeline canvas").first()).toBeVisible();
  const ground = (name: string) => page.locator(name).evaluate((element) => getComputedStyle(element).backgroundColor);
  const looks = { light: "rgb(255, 255, 255)", dark: "rgb(27, 30, 36)" };
  for (const scheme of ["light", "dark"] as const) {
    await page.evaluate((value) => (document.documentElement.style.colorScheme = value), scheme);
    expect(await ground("tessera-tilings")).toBe(looks[scheme]);
    await page.waitForTimeout(100);
    expect(await violations(page), scheme).toEqual([]);
    if (process.env["TESSERA_ELEMENTS"])
      await page.screenshot({ path: join(process.env["TESSERA_ELEMENTS"], `data-${scheme}.png`), fullPage: true });
  }
  await page.locator("tessera-tilings").evaluate((element) => element.setAttribute("theme", "light"));
  expect(await ground("tessera-tilings")).toBe(looks.light);
  // The system's wish alone does not darken an element of a page that is light.
  await page.evaluate(() => (document.documentElement.style.colorScheme = ""));
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await ground("tessera-layouts")).toBe(looks.light);
  const accent = await page
    .locator("tessera-layouts")
    .evaluate((element) => getComputedStyle(element).getPropertyValue("--accent"));
  expect(accent.trim()).toBe("rgb(120, 0, 120)");
});

test("what can't be shown is told in the element, and by an event", async ({ page }) => {
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    addEventListener("tessera-error", (event) => told.push((event as CustomEvent<{ message: string }>).detail.message));
  });
  await open(
    page,
    `<tessera-tilings>${json({ kernels: [{ name: "x" }] })}</tessera-tilings>
     <tessera-layouts src="missing.json"></tessera-layouts>
     <tessera-timeline><script type="application/json">{"launches": [</script></tessera-timeline>
     <tessera-tilings id="program">${python("x = 1\n")}</tessera-tilings>
     <tessera-layouts id="empty"></tessera-layouts>`,
    { entry: "data" },
  );
  await expect(page.locator("tessera-tilings").first().getByRole("alert")).toContainText(
    "kernels[0].launches is no list; this takes what tessera show --tilings prints",
  );
  await expect(page.locator("tessera-layouts").first().getByRole("alert")).toContainText("missing.json answers 404");
  await expect(page.locator("tessera-timeline").getByRole("alert")).toContainText("the script is no JSON");
  await expect(page.locator("#program").getByRole("alert")).toContainText("this page has no compiler");
  await expect(page.locator("#empty")).toContainText("Nothing to show");
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toHaveLength(4);
  expect(await violations(page)).toEqual([]);
});

/** The README's pages, in its order. */
const examples = () => {
  const text = readFileSync(join(root, "web/npm/elements/README.md"), "utf8");
  return [...text.matchAll(/^```html\n(.*?)^```/gms)].map((match) => match[1] ?? "");
};
const pageOf = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Docs</title></head><body>${body}</body></html>`;

test("the README's page of ready data", async ({ page }) => {
  const files = Object.entries({ tilings, layouts, timeline }).map(([name, data]) => [
    `${name}.json`,
    JSON.stringify(data),
  ]);
  const bundled = pageOf(examples()[0] ?? "");
  const { problems } = await open(page, "", { bundled, files: Object.fromEntries(files) as Record<string, string> });
  await expect(page.getByRole("group", { name: "Tilings of add" })).toContainText("program (0,), number 1 of 2");
  await expect(page.locator("tessera-layouts .readout")).toContainText("element [0, 0]");
  await expect(page.locator("tessera-timeline")).toContainText("pipeline grid (1, 1)");
  expect(problems).toEqual([]);
});

test.describe("with the compiler", () => {
  test.skip(!hasModules, "the modules are not built: `./dev wasm`");
  test.setTimeout(120_000);

  test("a program is compiled when it comes into view, one compiler for all", async ({ page }) => {
    const { fetched, problems } = await open(
      page,
      `<div style="height: 4000px"></div><tessera-tilings id="one">${python(kernel("matmul.py"))}</tessera-tilings>
       <tessera-layouts target="sm_80">${python(kernel("triton_matmul.py"))}</tessera-layouts>
       <tessera-timeline src="pipeline.py"></tessera-timeline>`,
      { files: { "pipeline.py": kernel("hopper_gemm_pipeline.py") } },
    );
    await expect(page.locator("#one")).toContainText("once this is in view");
    expect(fetched.filter((name) => name.includes("tessera-kernels"))).toEqual([]);
    await page.locator("#one").scrollIntoViewIfNeeded();
    await expect(page.locator("#one .operands")).toContainText("x_ref", { timeout: 60_000 });
    await page.locator("tessera-layouts").scrollIntoViewIfNeeded();
    await expect(page.locator("tessera-layouts .readout")).toContainText("element [0]: warp 0, lane 0", {
      timeout: 60_000,
    });
    await page.locator("tessera-timeline").scrollIntoViewIfNeeded();
    await expect(page.locator("tessera-timeline .readout").first()).toBeVisible({ timeout: 60_000 });
    // The code generator is 20 MB, and nothing here is about PTX.
    expect(fetched.filter((name) => name.endsWith(".wasm"))).toEqual(["tessera-kernels/wasm/tessera.wasm"]);
    expect(fetched).toContain("tessera-kernels/wasm/library-mosaic_gpu.json");
    await page.locator("#one").getByRole("button", { name: "x_ref" }).first().click();
    await expect(page.locator("#one li.lit")).toContainText("x_ref");
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
    const pictures = process.env["TESSERA_ELEMENTS"];
    if (pictures)
      for (const name of ["tilings", "layouts", "timeline"])
        await page.locator(`tessera-${name}`).screenshot({ path: join(pictures, `${name}.png`) });
  });

  test("errors of a program are shown with their places; a new text is compiled", async ({ page }) => {
    await open(
      page,
      `<tessera-tilings>${python("    import jax.numpy as jnp\n    x = jnp.arangee(3)\n")}</tessera-tilings>`,
    );
    const element = page.locator("tessera-tilings");
    await expect(element.getByRole("alert")).toContainText("2:5 module 'jax.numpy' has no attribute 'arangee'", {
      timeout: 60_000,
    });
    await element.getByRole("button", { name: "2:5" }).click();
    await expect(element.locator("li.lit")).toHaveText("x = jnp.arangee(3)");
    if (process.env["TESSERA_ELEMENTS"])
      await element.screenshot({ path: join(process.env["TESSERA_ELEMENTS"], "error.png") });
    expect(await violations(page)).toEqual([]);
    await element.evaluate(
      (one, text) => ((one as unknown as { source: string }).source = text),
      kernel("vector_add.py"),
    );
    await expect(element.locator(".operands")).toContainText("x_ptr", { timeout: 60_000 });
    await element.evaluate((one) => one.setAttribute("set", '{"size": 2048}'));
    await expect(element.locator(".readout")).toContainText("of 2 in launch order", { timeout: 60_000 });
  });

  test("the README's page of a program", async ({ page }) => {
    const { problems } = await open(page, "", { bundled: pageOf(examples()[1] ?? "") });
    const element = page.getByRole("group", { name: "Tilings of double" });
    await expect(element.locator(".operands")).toContainText("x_ref", { timeout: 60_000 });
    await element.getByRole("button", { name: "next program" }).click();
    await expect(element.locator(".operands")).toContainText("[4:8, :]");
    expect(problems).toEqual([]);
  });

  test("a page that Vite bundles finds everything", async ({ page }) => {
    const body = `<tessera-tilings>${python(kernel("matmul.py"))}</tessera-tilings>`;
    const script = `import { createTessera } from "tessera-kernels";
import "tessera-elements";
window.ask = async (text) => {
  const tessera = await createTessera();
  return (await (await tessera.compile(text)).ptx()).length;
};
`;
    writeFileSync(join(folder, "main.js"), script);
    writeFileSync(
      join(folder, "index.html"),
      `<title>Docs</title>${body}<script type="module" src="./main.js"></script>`,
    );
    await build({ root: folder, configFile: false, base: "./", logLevel: "error", build: { outDir: "out" } });
    const { problems } = await open(page, "", { bundled: readFileSync(join(folder, "out/index.html"), "utf8") });
    await expect(page.locator("tessera-tilings .operands")).toContainText("x_ref", { timeout: 60_000 });
    // Of the library's parts the smallest goes into the script itself, as a `data:` address.
    const program = `from jax._src.pallas import helpers\nimport jax.nn\nprint(jax.nn.relu(1.0))\n${kernel("vector_add.py")}`;
    const length = await page.evaluate(
      (text) => (window as unknown as { ask: (text: string) => Promise<number> }).ask(text),
      program,
    );
    expect(length).toBeGreaterThan(1000);
    expect(problems).toEqual([]);
  });

  test("a page asks the compiler of another host: compile, PTX, emulate, stop", async ({ page }) => {
    const { fetched, problems } = await open(page, "", { where: packages, entry: "data" });
    const done = await page.evaluate(async (text) => {
      const name = "tessera-kernels";
      const { createTessera } = (await import(name)) as typeof import("../../../web/npm/compiler/src/browser");
      const tessera = await createTessera();
      const program = await tessera.compile(text, { set: { size: 2048 } });
      const before = (await program.tilings()).length;
      const ptx = await program.ptx();
      const x = Float32Array.from({ length: 2048 }, (_, index) => index);
      const { arrays } = await tessera.emulate(ptx, [x, x, new Float32Array(2048), 2048], { grid: 2, check: "race" });
      const stop = new AbortController();
      const endless = tessera.run("while True:\n  pass\n", { signal: stop.signal }).catch((error: Error) => error.name);
      stop.abort();
      const after = (await tessera.run("print(1 + 1)\n")).output;
      tessera.close();
      return {
        before,
        ptx: ptx.includes(".entry add_kernel"),
        last: [...(arrays[2] as Float32Array)].at(-1),
        ended: await endless,
        after,
      };
    }, kernel("vector_add.py"));
    expect(done).toEqual({ before: 1, ptx: true, last: 4094, ended: "AbortError", after: "2\n" });
    expect(fetched.filter((name) => name.endsWith(".wasm"))).toHaveLength(3);
    expect(problems).toEqual([]);
  });
});
