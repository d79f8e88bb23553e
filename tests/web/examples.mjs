// SPDX-License-Identifier: Apache-2.0
// Every example of the built site in a real browser: it compiles, goes down to PTX, and runs as PTX in the tab with the
// interpreter's numbers. Chromium by Playwright; Firefox, which Playwright wants a build of its own of, by WebDriver BiDi.
//
//   node --experimental-websocket tests/web/examples.mjs [FILTER] [--browser=chromium|firefox] [--from=NAME]
//
// A line for each example; exit code 1 where one is wrong. The largest take up to a minute each.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./serve.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const words = process.argv.slice(2);
const option = (name, fallback) => words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? fallback;
const filter = words.find((word) => !word.startsWith("--")) ?? "";

/** `{version, open(url), evaluate(expression), close()}`: all that a walk needs of a browser. */
async function openChromium() {
  const { chromium } = createRequire(join(root, "web/package.json"))("@playwright/test");
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium" });
  const page = await browser.newPage();
  return {
    version: `Chromium ${browser.version()}`,
    open: (url) => page.goto(url),
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

async function openFirefox() {
  const profile = mkdtempSync(join(tmpdir(), "tessera-firefox-"));
  const child = spawn(
    process.env["FIREFOX"] ?? "firefox-esr",
    ["--headless", "--remote-debugging-port=0", "--profile", profile],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const address = await new Promise((resolve, reject) => {
    let log = "";
    child.stderr.on("data", (part) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec((log += part));
      if (found) resolve(found[1]);
    });
    child.on("error", reject);
    child.on("close", () => reject(new Error(`Firefox ended: ${log}`)));
  });
  const socket = new WebSocket(`${address}/session`),
    waiting = new Map();
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`${address} does not answer`));
  });
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (type === "error") reject?.(new Error(message));
    else resolve?.(result);
  };
  let last = 0;
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  const { capabilities } = await ask("session.new", { capabilities: {} });
  const { contexts } = await ask("browsingContext.getTree", {});
  const context = contexts[0].context;
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    open: (url) => ask("browsingContext.navigate", { context, url, wait: "complete" }),
    evaluate: async (expression) => {
      const answer = await ask("script.evaluate", {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      });
      if (answer.type !== "success") throw new Error(answer.exceptionDetails?.text ?? "it throws");
      return JSON.parse(answer.result.value);
    },
    close: () => {
      child.kill();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** In the page: chooses an option by what it says, as a person does. */
const choose = (label, text) => `(() => {
  const select = [...document.querySelectorAll("select")].find((each) =>
    each.getAttribute("aria-label") === ${JSON.stringify(label)} || [...(each.labels ?? [])].some(({ textContent }) => textContent.trim().startsWith(${JSON.stringify(label)})));
  const option = [...(select?.options ?? [])].find(({ text, value }) => text === ${JSON.stringify(text)} || value === ${JSON.stringify(text)});
  if (!option) return false;
  select.value = option.value;
  for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
  return true;
})()`;
const pressRun = `(() => {
  const button = [...document.querySelectorAll('[role="group"][aria-label="run"] button')].find((each) => /^Run/.test(each.textContent.trim()) && !each.disabled);
  button?.click();
  return Boolean(button);
})()`;

async function until(browser, expression, what, seconds) {
  for (
    const end = Date.now() + seconds * 1000;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    const value = await browser.evaluate(expression);
    if (value) return value;
  }
  throw new Error(`${what}: not within ${seconds} s`);
}

async function walk(browser, address, name) {
  await browser.open(`${address}?example=${name}`);
  await until(browser, choose("Stage", "ptx"), "the stages", 60);
  await until(browser, `document.querySelector(".ir")?.textContent.includes(".visible .entry")`, "PTX", 120);
  await until(browser, choose("where to run", "as PTX in this tab"), "where to run", 20);
  await until(browser, pressRun, "the button", 20);
  const verdict = await until(
    browser,
    `(() => {
      const verdict = document.querySelector(".panel-results .verdict");
      const pill = verdict?.querySelector(".pill.good, .pill.bad");
      return verdict?.textContent.includes("PTX emulator, in this tab") && pill ? { good: pill.classList.contains("good"), text: verdict.textContent } : null;
    })()`,
    "the run",
    300,
  );
  if (!verdict.good) throw new Error(verdict.text);
  return verdict.text;
}

const server = await serve(0);
const address = `http://127.0.0.1:${server.address().port}/site/`;
const browser = await (option("browser", "chromium") === "firefox" ? openFirefox() : openChromium());
console.log(browser.version);
const index = JSON.parse(readFileSync(join(root, "shared/kernels/index.json"), "utf8"));
const names = index.map(({ file }) => file.replace(".py", "")).filter((name) => name.includes(filter));
const first = option("from", "") ? names.indexOf(option("from")) : 0;
let wrong = 0;
for (const name of names.slice(first)) {
  const begin = Date.now();
  let said;
  try {
    said = await walk(browser, address, name);
  } catch (error) {
    ++wrong;
    said = `WRONG: ${error.message}`;
  }
  console.log(`${name}, ${((Date.now() - begin) / 1000).toFixed(1)} s: ${said.replace(/\s+/g, " ").slice(0, 200)}`);
}
console.log(`${names.length - first - wrong} of ${names.length - first} examples are right`);
await browser.close();
server.close();
process.exit(wrong ? 1 : 0);
