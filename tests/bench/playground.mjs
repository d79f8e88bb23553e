// SPDX-License-Identifier: Apache-2.0
// How fast the playground is in headless Chromium, on the built site: sizes of the wasm module, time until the worker answers,
// recompiling vector_add, running matmul. Prints a table with the aims; nothing here fails but a broken site.
//
//   node tests/bench/playground.mjs [--json] [--repetitions=9]
//
// "ready" is from the start of navigation until the compiler in its worker can be asked, by the worker's clock; "first answer" until the page
// has its first answer, which may wait for the page's own work. Cold is a browser that never was there, warm one with the files in
// its cache. The host is this machine's loopback: a network adds its own time. "recompile" is from
// the request in the page to the answer in the page, without the pause that waits for typing to end.

import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { serve } from "../web/serve.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { chromium } = createRequire(join(root, "web/package.json"))("@playwright/test");
const option = (name, fallback) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? fallback;
const repetitions = Number(option("repetitions", "9"));
const wasm = join(root, "web/dist/wasm/tessera.wasm");

if (!existsSync(wasm)) {
  console.error("web/dist has no compiler: `./dev web` builds it");
  process.exit(2);
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const rows = [];
function row(what, value, unit, aim) {
  rows.push({ what, value, unit, aim, met: aim === null ? null : value <= aim });
}

function measureSizes() {
  const content = readFileSync(wasm);
  const size = (ending, pack) => (existsSync(wasm + ending) ? statSync(wasm + ending).size : pack(content).length);
  row("wasm", content.length / 1e6, "MB", null);
  row("wasm, gzip", size(".gz", gzipSync) / 1e6, "MB", null);
  row("wasm, brotli", size(".br", brotliCompressSync) / 1e6, "MB", 2);
}

async function open(browserOrContext, address) {
  const page = await browserOrContext.newPage();
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName("tessera-ready").length > 0, null, { timeout: 60_000 });
  return page;
}

const answerTime = (page) => page.evaluate(() => performance.getEntriesByName("tessera-ready")[0].startTime);
const readyTime = (page) => page.evaluate(() => window.tessera.engine.readyAt - performance.timeOrigin);
const startTime = (page) => page.evaluate(() => window.tessera.engine.startMilliseconds);

async function measureReady(browser, address) {
  const cold = [];
  const warm = [];
  const answer = [];
  const start = [];
  for (let time = 0; time < repetitions; time++) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const first = await open(context, address);
    cold.push(await readyTime(first));
    answer.push(await answerTime(first));
    start.push(await startTime(first));
    await first.close();
    const second = await open(context, address);
    warm.push(await readyTime(second));
    await context.close();
  }
  row("worker ready, cold", median(cold), "ms", 400);
  row("worker ready, warm", median(warm), "ms", 400);
  row("first answer in the page, cold", median(answer), "ms", null);
  row("of which instantiating in the worker", median(start), "ms", null);
}

async function measureCompile(browser, address) {
  const page = await open(browser, `${address}?example=vector_add`);
  const times = await page.evaluate(
    async (count) => {
      const { workspace, engine } = window.tessera;
      const taken = [];
      for (let time = 0; time < count; time++) {
        const input = {
          file: "vector_add.py",
          source: `${workspace.text.value}\n# ${time}\n`,
          target: workspace.target.value,
        };
        const begin = performance.now();
        const answer = await engine.compile(input);
        if (!answer.ok || !answer.value.ok)
          throw new Error(`vector_add does not compile: ${JSON.stringify(answer).slice(0, 500)}`);
        taken.push({ inPage: performance.now() - begin, inModule: answer.value.milliseconds });
      }
      return taken;
    },
    Math.max(20, repetitions),
  );
  row("recompile vector_add", median(times.map((time) => time.inPage)), "ms", 30);
  row("of which in the compiler", median(times.map((time) => time.inModule)), "ms", null);
  await page.close();
}

async function measureRun(browser, address) {
  const page = await open(browser, `${address}?example=matmul`);
  const runs = await page.evaluate(async () => {
    const { workspace } = window.tessera;
    const taken = [];
    for (let time = 0; time < 3; time++) {
      const begin = performance.now();
      const result = await workspace.startRun();
      if (!result?.ok) throw new Error(`matmul fails: ${JSON.stringify(workspace.run.value).slice(0, 500)}`);
      taken.push({
        whole: performance.now() - begin,
        launch: Math.max(...result.launches.map((launch) => launch.milliseconds)),
      });
    }
    return taken;
  });
  row("run matmul (1024x1024 f32), whole program", median(runs.map((run) => run.whole)) / 1000, "s", 4);
  row("of which the kernel", median(runs.map((run) => run.launch)) / 1000, "s", null);
  await page.close();
}

const server = await serve(0);
const address = `http://127.0.0.1:${server.address().port}/site/`;
const executablePath = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path && existsSync(path));
if (!executablePath) {
  console.error("no Chromium: install the package `chromium`, or name one in CHROMIUM");
  process.exit(2);
}
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
try {
  measureSizes();
  await measureReady(browser, address);
  const context = await browser.newContext({ serviceWorkers: "block" });
  await measureCompile(context, address);
  await measureRun(context, address);
  if (process.argv.includes("--json")) console.log(JSON.stringify({ browser: browser.version(), rows }, null, 2));
  else {
    console.log(`Chromium ${browser.version()}, median of ${repetitions}`);
    for (const { what, value, unit, aim, met } of rows)
      console.log(
        `${what.padEnd(44)} ${value.toFixed(unit === "ms" ? 1 : 2).padStart(8)} ${unit.padEnd(3)}${aim === null ? "" : ` aim ${aim} ${unit}: ${met ? "met" : "missed"}`}`,
      );
  }
} finally {
  await browser.close();
  server.close();
}
