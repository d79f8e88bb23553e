// SPDX-License-Identifier: Apache-2.0
// `node page.mjs PROJECT WEB KERNEL.py`: a page of the project's, without a bundler, in Chromium. Its elements are compiled and drawn, axe finds
// nothing, and nothing comes from outside the project. WEB is where Playwright and axe are installed. Ends with 77 where there is no browser.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const [, , project, web, kernel] = process.argv;
const find = createRequire(join(web, "package.json"));
const { chromium } = find("@playwright/test");
const executablePath = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);
if (!executablePath) {
  console.log("no chromium");
  process.exit(77);
}
const program = readFileSync(kernel, "utf8");
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Docs</title>
<script type="importmap">{"imports": {"tessera-kernels": "./node_modules/tessera-kernels/dist/browser.js"}}</script>
<script type="module" src="node_modules/tessera-elements/dist/index.js"></script></head><body><main><h1>Docs</h1>
${["tilings", "layouts", "timeline"].map((name) => `<tessera-${name} label="${name} of the kernel"><script type="text/x-python">${program}</script></tessera-${name}>`).join("\n")}
</main></body></html>`;
const types = { ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  if (path === "/") return response.setHeader("Content-Type", "text/html").end(html);
  const file = join(project, path);
  if (!existsSync(file)) return response.writeHead(404).end();
  return response.setHeader("Content-Type", types[extname(path)] ?? "text/plain").end(readFileSync(file));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const problems = [];
try {
  const page = await browser.newPage();
  page.on("console", (line) => line.type() === "error" && !line.text().includes("favicon") && problems.push(line.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  for (const [name, part] of [
    ["tilings", ".operands"],
    ["layouts", ".readout"],
    ["timeline", ".timeline-body"],
  ]) {
    await page.locator(`tessera-${name}`).scrollIntoViewIfNeeded();
    await page.locator(`tessera-${name} ${part}`).first().waitFor({ timeout: 120_000 });
  }
  await page.evaluate(readFileSync(find.resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  problems.push(...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`));
} finally {
  await browser.close();
  server.close();
}
console.log(problems.join("\n"));
process.exit(problems.length > 0 ? 1 : 0);
