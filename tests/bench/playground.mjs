// SPDX-License-Identifier: Apache-2.0
// How fast the playground is in headless Chromium, on the built site: sizes of the modules, time until the worker answers,
// recompiling, PTX, running, memory, frames. Prints a table with the aims; nothing here fails but a broken site.
//
//   node tests/bench/playground.mjs [--json] [--repetitions=9] [--throttle=4]
//
// `--throttle` slows the page's main thread, not its workers: that is what Chromium offers.
//
// "ready" is from the start of navigation until the compiler in its worker can be asked, by the worker's clock; "first answer" until the page
// has its first answer, which may wait for the page's own work. Cold is a browser that never was there, warm one with the files in
// its cache. The host is this machine's loopback: a network adds its own time. "recompile" is from
// the request in the page to the answer in the page, without the pause that waits for typing to end; with "what is looked at" until
// the IR and tilings of the new text are there, with "all panes" layouts and schedule, too. "first PTX" is from choosing the stage to the text on screen, its module
// fetched from this machine and started; "next" from an edit's compile to the new text. Frames are those that the page draws
// while a pointer drags for two seconds. Edits come as a person makes them, with a pause between them. The browser makes better code of
// what ran some times, so rows of edits are of the sixteenth and later ones, and the first five are told apart. (Until 2026-11-28 they were
// the first nine without a pause, beside a loop in the page that took a core from the workers: those figures are higher for that, too.)

import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { serve } from "../web/serve.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { chromium } = createRequire(join(root, "web/package.json"))("@playwright/test");
const option = (name, fallback) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? fallback;
const repetitions = Number(option("repetitions", "9"));
const throttle = Number(option("throttle", "1"));
const folder = join(root, "web/dist/wasm");
const wasm = join(folder, "tessera.wasm");

if (!existsSync(wasm)) {
  console.error("web/dist has no compiler: `./dev web` builds it");
  process.exit(2);
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const rows = [];
/// An aim below 0 is one that the value should reach, not stay under.
function row(what, value, unit, aim) {
  rows.push({
    what,
    value,
    unit,
    aim: aim === null ? null : Math.abs(aim),
    met: aim === null ? null : aim < 0 ? value >= -aim : value <= aim,
  });
}

function measureSizes() {
  for (const [name, aim] of [
    ["tessera", 2],
    ["tessera-code", 4.6],
    ["emulator", 0.45],
  ]) {
    const file = join(folder, `${name}.wasm`);
    if (!existsSync(file)) continue;
    const content = readFileSync(file);
    const size = (ending, pack) => (existsSync(file + ending) ? statSync(file + ending).size : pack(content).length);
    row(`${name}.wasm`, content.length / 1e6, "MB", null);
    row(`${name}.wasm, gzip`, size(".gz", gzipSync) / 1e6, "MB", null);
    row(`${name}.wasm, brotli`, size(".br", brotliCompressSync) / 1e6, "MB", aim);
  }
}

async function open(browserOrContext, address) {
  const page = await browserOrContext.newPage();
  if (throttle > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  }
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

/// The browser makes better code of what ran some times: the first edits are told apart.
const warmEdits = 15;

/// Another text, as a user has it who typed: what the page's first view shows of it, and with every pane looked at.
async function measureViews(browser, address) {
  for (const [example, looked, aim] of [
    ["triton_matmul", "what is looked at first", 60],
    ["triton_matmul", "all panes", 60],
    ["triton_attention", "what is looked at first", null],
  ]) {
    const page = await open(browser, `${address}?example=${example}`);
    const times = await page.evaluate(
      async ({ count, isAll }) => {
        const { workspace } = window.tessera;
        const views = [workspace.compiled, workspace.snapshots, workspace.tilings];
        if (isAll) views.push(workspace.layouts, workspace.schedule);
        for (const view of views) view.subscribe(() => undefined);
        const settled = () => views.every(({ value }) => value.value !== null && !value.stale && !value.loading);
        // Told by the views: a loop that asks would take a core from the workers.
        const settle = () =>
          new Promise((resolve) => {
            const stops = [];
            const check = () => {
              if (!settled()) return;
              for (const stop of stops) stop();
              resolve(undefined);
            };
            for (const view of views) stops.push(view.subscribe(() => queueMicrotask(check)));
          });
        await settle();
        const taken = [];
        for (let time = 0; time < count; time++) {
          const begin = performance.now();
          workspace.edit(`${workspace.text.value}\n# ${time}`);
          workspace.compileNow();
          await settle();
          taken.push(performance.now() - begin);
          // Who types pauses; what the page does for later meanwhile is not the next edit's.
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        return taken;
      },
      { count: warmEdits + Math.max(9, repetitions), isAll: looked === "all panes" },
    );
    row(`recompile ${example}, ${looked}`, median(times.slice(warmEdits)), "ms", aim);
    row("of which the first five edits took", median(times.slice(0, 5)), "ms", null);
    await page.close();
  }
}

async function measurePtx(browser, address) {
  const first = [];
  const loaded = [];
  const next = [];
  for (let time = 0; time < Math.min(3, repetitions); time++) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await open(context, `${address}?example=triton_matmul`);
    const shown = (name) => page.locator(".ir .cm-content", { hasText: name }).waitFor({ timeout: 60_000 });
    await page.evaluate(() => {
      const stop = window.tessera.workspace.code.state.subscribe(({ phase }) => {
        if (phase === "ready") performance.mark("code-ready");
      });
      return void stop;
    });
    const begin = performance.now();
    await page.getByLabel("Stage").selectOption("ptx");
    await shown(".visible .entry");
    first.push(performance.now() - begin);
    loaded.push(await page.evaluate(() => performance.now() - performance.getEntriesByName("code-ready")[0].startTime));
    const taken = await page.evaluate(async (count) => {
      const { workspace } = window.tessera;
      const times = [];
      for (let edit = 0; edit < count; edit++) {
        const begin = performance.now();
        workspace.edit(`${workspace.text.value}\n# ${edit}`);
        workspace.compileNow();
        while (workspace.compiled.value.stale || workspace.compiled.value.loading)
          await new Promise((resolve) => setTimeout(resolve, 1));
        let answer = null;
        while (answer === null) answer = await workspace.lower("ptx");
        if (typeof answer === "string") throw new Error(answer);
        times.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, 300)); // who types pauses
      }
      return times;
    }, warmEdits + 5);
    next.push(...taken.slice(warmEdits));
    await context.close();
  }
  row("first PTX of triton_matmul, module and all", median(first), "ms", null);
  row("of which once the module is there", median(loaded), "ms", 1500);
  row("next PTX of triton_matmul, with its compile", median(next), "ms", 200);
}

/// Of the process that draws the page: its workers with their modules are in it.
async function measureMemory(address) {
  const own = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const page = await open(own, `${address}?example=triton_matmul`);
  const session = await own.newBrowserCDPSession();
  const before = await largestRenderer(session);
  await page.evaluate(async () => {
    const { workspace } = window.tessera;
    for (let time = 0; time < 200; time++) {
      workspace.edit(`${workspace.text.value.replace(/# \d+$/, "")}# ${time}`);
      workspace.compileNow();
      while (workspace.schedule.value.loading || workspace.compiled.value.loading)
        await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
  row("memory of the page's process", before / 1e6, "MB", null);
  row("after 200 compiles of triton_matmul", (await largestRenderer(session)) / 1e6, "MB", null);
  await own.close();
}

async function largestRenderer(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = processInfo
    .filter(({ type, id }) => type === "renderer" && existsSync(`/proc/${id}/status`))
    .map(({ id }) => 1024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0));
  return Math.max(0, ...sizes);
}

/// Frames a second while the pointer drags over `target` for two seconds, and the longest pause between two.
async function countFrames(page, target) {
  const box = await target.boundingBox();
  await page.evaluate(() => {
    const times = [];
    window.frameTimes = times;
    const tick = (now) => {
      times.push(now);
      window.frameTicker = requestAnimationFrame(tick);
    };
    window.frameTicker = requestAnimationFrame(tick);
  });
  const at = (part) => [
    box.x + box.width * (0.35 + 0.5 * part),
    box.y + Math.min(box.height, 300) * (0.3 + 0.4 * part),
  ];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  const begin = performance.now();
  for (let step = 0; performance.now() - begin < 2000; step++)
    await page.mouse.move(...at(Math.abs(Math.sin(step / 25))));
  await page.mouse.up();
  return page.evaluate(() => {
    cancelAnimationFrame(window.frameTicker);
    const times = window.frameTimes;
    const gaps = times.slice(1).map((time, index) => time - times[index]);
    return { rate: (1000 * gaps.length) / (times.at(-1) - times[0]), worst: Math.max(...gaps) };
  });
}

async function measureFrames(browser, address) {
  const page = await open(browser, `${address}?example=hopper_gemm_pipeline`);
  await page.getByRole("tab", { name: /Timeline/ }).click();
  await page.getByLabel("trace file").setInputFiles({
    name: "long.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(makeTimeline(200_000))),
  });
  const chart = page.getByRole("application", { name: /^timeline of/ });
  await chart.waitFor();
  const timeline = await countFrames(page, chart);
  row("frames a second, dragging 200,000 events", timeline.rate, "/s", -55);
  row("of which the longest pause", timeline.worst, "ms", null);
  await page.close();

  const tiled = await open(browser, address);
  await tiled.evaluate((text) => window.tessera.workspace.openText(text, "grid.py"), gridProgram);
  await tiled.getByRole("tab", { name: /Tilings/ }).click();
  const scene = tiled.locator(".panel-tilings canvas");
  await scene.waitFor({ timeout: 60_000 });
  await tiled
    .getByText("256 × 256")
    .first()
    .waitFor({ timeout: 60_000 })
    .catch(() => undefined);
  const grid = await countFrames(tiled, scene);
  row("frames a second, over a grid of 256 x 256", grid.rate, "/s", -55);
  row("of which the longest pause", grid.worst, "ms", null);
  await tiled.close();
}

function makeTimeline(count) {
  const rows = Array.from({ length: 8 }, (_, warpgroup) => ({
    name: `warpgroup ${warpgroup}`,
    cluster: 0,
    block: 0,
    warpgroup,
  }));
  const kinds = ["run", "wait", "copy", "wgmma", "store"];
  const events = Array.from({ length: count }, (_, index) => ({
    row: index % rows.length,
    kind: kinds[(index >> 3) % kinds.length],
    begin: (index >> 3) * 20,
    end: (index >> 3) * 20 + 5 + ((index * 7) % 15),
    name: `event ${index % 100}`,
  }));
  return { unit: "cycles", length: (count >> 3) * 20 + 20, dropped: 0, rows, events, files: [] };
}

const gridProgram = `import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] + 1.0

x = jnp.zeros((2048, 2048), jnp.float32)
out = pl.pallas_call(
    kernel,
    out_shape=jax.ShapeDtypeStruct((2048, 2048), jnp.float32),
    grid=(256, 256),
    in_specs=[pl.BlockSpec((8, 8), lambda i, j: (i, j))],
    out_specs=pl.BlockSpec((8, 8), lambda i, j: (i, j)),
)(x)
`;

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
  await measureViews(context, address);
  await measureRun(context, address);
  if (existsSync(join(folder, "tessera-code.wasm"))) await measurePtx(browser, address);
  await measureFrames(context, address);
  await measureMemory(address);
  if (process.argv.includes("--json")) console.log(JSON.stringify({ browser: browser.version(), rows }, null, 2));
  else {
    console.log(
      `Chromium ${browser.version()}, median of ${repetitions}${throttle > 1 ? `, main thread ${throttle} times slower` : ""}`,
    );
    for (const { what, value, unit, aim, met } of rows)
      console.log(
        `${what.padEnd(44)} ${value.toFixed(unit === "MB" || unit === "s" ? 2 : 1).padStart(8)} ${unit.padEnd(3)}${aim === null ? "" : ` aim ${aim} ${unit}: ${met ? "met" : "missed"}`}`,
      );
  }
} finally {
  await browser.close();
  server.close();
}
