// SPDX-License-Identifier: Apache-2.0
// The site as people get it, with the real compiler: every example compiles, shows, tiles and runs; wrong programs are underlined
// where they are wrong. Where web/dist was built without the module these are skipped, except in CI, where that is a failure.

import { expect, test } from "@playwright/test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import index from "../../../shared/kernels/index.json" with { type: "json" };
import { Playground } from "./page";

const module = join(import.meta.dirname, "../../../web/dist/wasm/tessera.wasm");
test.skip(!existsSync(module) && !process.env["CI"], "web/dist has no compiler: `./dev web` builds it");

for (const example of index)
  test(`${example.file} goes the whole way in the tab`, async ({ page }) => {
    test.setTimeout(120_000);
    const playground = new Playground(page);
    await playground.open("site", `?example=${example.file.replace(/\.py$/, "")}`);
    await expect(playground.status).toContainText("ready · compiled in");
    await expect(playground.ir).toContainText("tile.");
    await expect(page.locator(".panel-tilings canvas")).toBeVisible({ timeout: 60_000 });
    await expect(page.locator(".operands tbody tr").first()).toContainText(/reads|writes/);
    await playground.run().click();
    await expect(page.locator(".panel-results .verdict .pill.good")).toBeVisible({ timeout: 90_000 });
    if (!example.file.startsWith("hopper_")) return;
    await page.getByRole("tab", { name: /Timeline/ }).click();
    await expect(page.getByRole("application", { name: /^timeline of/ })).toBeVisible();
  });

test.describe("parts of the library that are written in Python", () => {
  test.use({ serviceWorkers: "allow" });
  test("are fetched when imported, and are there without a network", async ({ page, context }) => {
    const fetched: string[] = [];
    context.on("request", (request) => {
      const file = /wasm\/library\/(.*\.py)/.exec(request.url())?.[1];
      if (file && request.serviceWorker() === null) fetched.push(file);
    });
    const playground = new Playground(page);
    await playground.open("site");
    await playground.write("import textwrap\nprint(textwrap.dedent('  one'))\n");
    await expect.poll(() => [...new Set(fetched)]).toEqual(["python/textwrap.py"]); // once a worker
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await playground.write("import statistics\nprint(statistics.median([1, 5, 2]))\n");
    await playground.run().click();
    await expect(page.locator(".panel-results")).toContainText("2");
    await expect(page.locator(".panel-results .verdict .pill.good")).toBeVisible();
  });
});

const codeModule = join(import.meta.dirname, "../../../web/dist/wasm/tessera-code.wasm");

test("vector_add shows every stage, down to PTX", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=vector_add");
  await page.getByLabel("Stage").selectOption("tilegpu");
  await expect(playground.ir).toContainText("tilegpu");
  await page.getByLabel("Compare with").selectOption("previous");
  await page.getByLabel("Stage").selectOption("ptx");
  if (existsSync(codeModule)) await expect(playground.ir).toContainText(".visible .entry", { timeout: 60_000 });
  else await expect(page.locator(".ir .empty")).toContainText("Submit the program in the Runner pane");
});

test("examples of each language run as PTX in the tab, with the interpreter's numbers", async ({ page }) => {
  test.skip(!existsSync(codeModule) && !process.env["CI"], "web/dist has no code generator");
  test.setTimeout(120_000);
  const playground = new Playground(page);
  for (const example of ["softmax", "triton_matmul", "hopper_gemm_pipeline"]) {
    await playground.open("site", `?example=${example}`);
    await page.getByLabel("where to run").selectOption("as PTX in this tab");
    await playground.run().click();
    const verdict = page.locator(".panel-results .verdict");
    await expect(verdict).toContainText("PTX emulator, in this tab", { timeout: 60_000 });
    await expect(verdict.locator(".pill.good")).toBeVisible();
    await expect(page.locator(".panel-results .kernels")).toContainText("PTX,");
  }
});

test("the first view is the kernel, after the last pass that changed it", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=matmul");
  await expect(page.locator(".rail-pass[aria-current=true]")).toHaveClass(/changed/);
  await expect(playground.ir.locator(".cm-line", { hasText: "tile.kernel @matmul_kernel" })).toBeInViewport();
  await expect(playground.ir.locator(".cm-line", { hasText: "func.func @main" })).not.toBeInViewport();
});

test("hovering the product in matmul lights its IR, and its arrays are coloured on both sides", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=matmul");
  await expect(playground.source.locator(".array").first()).toBeVisible();
  await expect(playground.ir.locator(".array").first()).toBeVisible();
  await playground.source.locator(".cm-line", { hasText: "z_ref[...] =" }).hover();
  await expect(playground.ir.locator(".cm-lit").first()).toBeVisible();
});

const unlaunched = {
  triton: `import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask) + tl.load(y_ptr + offsets, mask=mask), mask=mask)
`,
  pallas: "def add_kernel(x_ref, y_ref, o_ref):\n    o_ref[...] = x_ref[...] + y_ref[...]\n",
};
for (const [language, source] of Object.entries(unlaunched))
  test(`a kernel of ${language} that nothing launches is told of, and what the fix writes runs`, async ({ page }) => {
    test.setTimeout(90_000);
    const playground = new Playground(page);
    await playground.open("site");
    await playground.write(source);
    const tilings = page.locator(".panel-tilings");
    await expect(tilings).toContainText("add_kernel is never launched", { timeout: 20_000 });
    await tilings.getByRole("button", { name: "write arguments and a launch" }).click();
    await expect(tilings.locator("canvas")).toBeVisible({ timeout: 20_000 });
    await playground.run().click();
    await expect(page.locator(".panel-results .verdict .pill.good")).toBeVisible({ timeout: 60_000 });
  });

test("a flood of prints ends soon, where it stands in the text", async ({ page }) => {
  test.setTimeout(90_000);
  const playground = new Playground(page);
  await playground.open("site");
  await playground.write("n = 0\nwhile True:\n    print('line', n)\n    n += 1\n");
  await expect(playground.status).toHaveText("1 error", { timeout: 60_000 });
  await playground.status.getByRole("button").click();
  await expect(page.locator(".panel-diagnostics .place")).toHaveText("3:5");
  await expect(page.locator(".panel-diagnostics")).toContainText("prints more than 200000 times");
});

const wrong: [name: string, source: string, underlined: string | RegExp][] = [
  ["an unknown name", "import jax.numpy as jnp\nx = jnp.arrange(8)\n", /arrange/],
  ["half a file", "def kernel(x_ref:\n", /./],
  [
    "inner sizes that differ",
    "import jax.numpy as jnp\nx = jnp.zeros((4, 8))\ny = jnp.zeros((4, 8))\nz = x @ y\n",
    /x @ y/,
  ],
];
for (const [name, source, underlined] of wrong)
  test(`${name} is underlined`, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open("site");
    await playground.write(source);
    await expect(playground.source.locator(".cm-lintRange-error").first()).toHaveText(underlined);
    await expect(playground.status).toContainText("error");
  });

test("a package opens as a folder, runs, lights up where its kernel stands, and is wrong in the file that is wrong", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const playground = new Playground(page);
  await playground.open("site");
  const folder = join(import.meta.dirname, "../../e2e/packages/groupmm");
  await page.getByLabel("folder to open").setInputFiles(folder);
  const files = page.getByRole("tablist", { name: "files" });
  await expect(files.getByRole("tab")).toHaveCount(5);
  await expect(playground.status).toContainText("ready · compiled in", { timeout: 30_000 });
  await playground.run().click();
  await expect(page.locator(".panel-results .verdict .pill.good")).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(".panel-results pre").first()).toContainText("kernel 16\nok");

  await files.getByRole("tab", { name: /launch\.py/ }).click();
  await playground.source.locator(".cm-line", { hasText: "kernel[(2,)](" }).first().hover();
  await expect(playground.ir.locator(".cm-lit", { hasText: "tile.launch @kernel" }).first()).toBeVisible();
  await playground.source.locator(".cm-line", { hasText: "tl.dot(" }).first().click();
  await expect(playground.ir.locator(".cm-lit", { hasText: "tile.dot" }).first()).toBeVisible();
  await files.getByRole("tab", { name: /main\.py/ }).click();
  await expect(playground.source.locator(".cm-lit")).toHaveCount(0);

  await files.getByRole("tab", { name: /constants\.py/ }).click();
  await playground.write("BLOCK = undefined_name\n");
  await expect(files.getByRole("tab", { name: /constants\.py/ })).toContainText("1 error");
  await expect(playground.source.locator(".cm-lintRange-error")).toHaveText("undefined_name");
});

test("an example of several files opens from the menu, runs, and is nothing to keep", async ({ page }) => {
  test.setTimeout(120_000);
  const playground = new Playground(page);
  await playground.open("site");
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /Gated MLP/ }).click();
  await expect(page.getByRole("tablist", { name: "files" }).getByRole("tab")).toHaveCount(6);
  await expect(playground.status).toContainText("ready · compiled in", { timeout: 30_000 });
  await playground.run().click();
  await expect(page.locator(".panel-results pre").first()).toContainText("ok\n", { timeout: 60_000 });
  await playground.open("site", "?example=matmul");
  await expect(page.locator(".notice")).toHaveCount(0);
});

test("a syntax error and back costs no worker", async ({ page }) => {
  const playground = new Playground(page);
  await playground.open("site", "?example=hello_vectors");
  const workers = page.workers().length;
  await playground.write("def (");
  await expect(playground.status).toContainText("error");
  await playground.write(readFileSync(join(import.meta.dirname, "../../../shared/kernels/iota.py"), "utf8"));
  await expect(playground.status).toContainText("ready · compiled in");
  expect(page.workers().length).toBeLessThanOrEqual(Math.max(2, workers));
});

test("a choice of the schedule is made by a click, every pane follows, and a link holds it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const playground = new Playground(page);
  await playground.open("site", "?example=triton_matmul");
  await page.getByRole("tab", { name: "Schedule" }).click();
  const pane = page.locator(".panel-schedule");
  const stages = pane.locator("tr", { has: page.getByText("stages", { exact: true }) });
  await expect(stages.locator("td").nth(1)).toHaveText("4");
  await pane.getByRole("button", { name: "Find better" }).click();
  await expect(stages.getByRole("button", { name: "stages 2" })).toContainText("%", { timeout: 60_000 });
  await expect(pane.getByRole("status")).toContainText(
    /Take \w+=\d+: predicted|No single change is predicted to be faster/,
  );
  await stages.getByRole("button", { name: "stages 2" }).click();
  await expect(stages.locator("td").nth(1)).toContainText("2automatic");
  await expect(pane).toContainText("--tune 'matmul_kernel.stages=2'");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.getByRole("dialog").getByRole("textbox").first().inputValue();
  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole("tab", { name: "Schedule" }).click();
  await expect(other.locator(".panel-schedule")).toContainText("--tune 'matmul_kernel.stages=2'");
  await page.keyboard.press("Escape");
  await stages.getByRole("button", { name: "automatic" }).click();
  await expect(stages.locator("td").nth(1)).toHaveText("4");
  await expect(pane).not.toContainText("--tune 'matmul");
});

/** A .npy file of floats, as NumPy writes it. */
function npyOf(shape: number[], numbers: number[]): number[] {
  const head = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(", ")},), }`.padEnd(117, " ") + "\n";
  return [
    ...[0x93, ...Buffer.from("NUMPY"), 1, 0, head.length, 0, ...Buffer.from(head)],
    ...new Uint8Array(Float32Array.from(numbers).buffer),
  ];
}

test("a dropped .npy is an array of the program: it is loaded, computed with by a kernel, and in the link", async ({
  page,
  context,
}) => {
  test.setTimeout(90_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const playground = new Playground(page);
  await playground.open("site");
  await playground.write("print('mine')\n");
  await expect(playground.status).toContainText("ready · compiled in");
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const made = new DataTransfer();
      made.items.add(new File([new Uint8Array(bytes)], "weights.npy"));
      return made;
    },
    npyOf(
      [2, 128],
      Array.from({ length: 256 }, (_, index) => index / 2),
    ),
  );
  await page.locator("body").dispatchEvent("drop", { dataTransfer: transfer });
  await expect(page.locator(".notice")).toContainText("weights_npy.py brings weights.npy with it");
  // As the notice says.
  await playground.write(`import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
import weights_npy


def double_kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] * 2


x = np.load("weights.npy")
print(x.shape, x.dtype, x[1, 127])
y = pl.pallas_call(double_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(jnp.asarray(x))
np.testing.assert_array_equal(y, 2 * x)
print("doubled", float(y[1, 127]))
`);
  await expect(playground.status).toContainText("ready · compiled in");
  const output = page.locator(".panel-results pre").first();
  await playground.run().click();
  await expect(output).toContainText("(2, 128) float32 127.5", { timeout: 60_000 });
  await expect(output).toContainText("doubled 255.0");
  await expect(page.locator(".panel-results .verdict .pill.good")).toBeVisible();
  // What a link holds runs elsewhere, array and all.
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.getByRole("dialog").getByRole("textbox").first().inputValue();
  const other = await context.newPage();
  await other.goto(link);
  const received = new Playground(other);
  await received.ready();
  await received.run().click();
  await expect(other.locator(".panel-results pre").first()).toContainText("doubled 255.0", { timeout: 60_000 });
});
