// SPDX-License-Identifier: Apache-2.0
// How the static site is built: relative addresses, so that it works under any path; the wasm module taken from public/wasm as it
// is; every larger file with a .gz and a .br sibling for hosts that pick them; and a service worker that knows all files.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { transformWithOxc, type HtmlTagDescriptor, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { colourLines } from "./pages/colour.ts";
import { addPages } from "./pages/plugin.ts";
import { readOds } from "./read-ods.ts";

const root = import.meta.dirname;

/** Names the module's bytes and its library's, so that no cache mixes two builds; empty while it is not built. */
function readWasm(): { hash: string; bytes: number; emulatorBytes: number } {
  const named = (name: string) => join(root, "public/wasm", name);
  const files = ["tessera.js", "tessera.wasm", "emulator.js", "emulator.wasm"].map(named);
  if (!files.every((file) => existsSync(file))) return { hash: "", bytes: 0, emulatorBytes: 0 };
  const hash = createHash("sha256");
  const library = join(root, "public/wasm/library");
  const texts = existsSync(library)
    ? listFiles(library)
        .filter((file) => file.endsWith(".py"))
        .sort()
    : [];
  for (const file of [...files, ...texts]) hash.update(readFileSync(file));
  return {
    hash: hash.digest("hex").slice(0, 12),
    bytes: statSync(named("tessera.wasm")).size,
    emulatorBytes: statSync(named("emulator.wasm")).size,
  };
}

/** The code generator's module, which few visits load: its own hash, so that a cache keeps it for as long as it is the same. */
function readCode(): { hash: string; bytes: number; packed: number } {
  const [glue, module] = ["tessera-code.js", "tessera-code.wasm"].map((name) => join(root, "public/wasm", name)) as [string, string];
  if (!existsSync(glue) || !existsSync(module)) return { hash: "", bytes: 0, packed: 0 };
  const hash = createHash("sha256").update(readFileSync(glue)).update(readFileSync(module)).digest("hex").slice(0, 12);
  const packed = existsSync(`${module}.br`) ? statSync(`${module}.br`).size : 0;
  return { hash, bytes: statSync(module).size, packed };
}

/** The formatter's module, which few visits load. */
const ruffBytes = statSync(join(root, "node_modules/@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm")).size;

const codeModule = readCode();
const wasm = readWasm();
const wasmQuery = wasm.hash ? `?v=${wasm.hash}` : "";

/**
 * Puts app/early.ts before all else in index.html, told the names that only the build knows, and lets the browser fetch the page's main
 * part while it still reads index.html.
 */
function startEarly(): Plugin {
  return {
    name: "tessera-early",
    apply: "build",
    async generateBundle() {
      const source = readFileSync(join(root, "src/app/early.ts"), "utf8");
      const { code } = await transformWithOxc(source, "early.ts");
      this.emitFile({ type: "asset", fileName: "early.js", source: code.replace(/export\s*\{\s*\};?/, "") });
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, context) => {
        if (context.path.endsWith("fleet.html")) return []; // which compiles nothing
        const name = /(hopper|lessons)\.html$/.test(context.path) ? "lesson-page" : "main";
        const main = Object.values(context.bundle ?? {}).find((part) => part.type === "chunk" && part.name === name);
        const worker = Object.keys(context.bundle ?? {}).find((name) => /^assets\/worker-[^/]*\.js$/.test(name));
        const tags: HtmlTagDescriptor[] = [];
        if (wasm.hash && worker)
          tags.push({
            tag: "script",
            attrs: {
              src: "./early.js",
              "data-worker": `./${worker}`,
              "data-wasm": `./wasm/tessera.wasm${wasmQuery}`,
              "data-glue": `./wasm/tessera.js${wasmQuery}`,
              "data-bytes": String(wasm.bytes),
            },
            injectTo: "head-prepend",
          });
        if (main)
          tags.push({ tag: "link", attrs: { rel: "modulepreload", href: `./${main.fileName}`, crossorigin: true }, injectTo: "head" });
        return tags;
      },
    },
  };
}

/**
 * The first visitor's text and the frame around it, in index.html itself: something to read while the page's program is on its way. It is
 * put away when that comes, and not shown to whoever has another text here (app/early.ts).
 */
function drawFirst(): Plugin {
  return {
    name: "tessera-first",
    apply: "build",
    transformIndexHtml: {
      order: "pre",
      handler: (html, context) => {
        if (!context.path.endsWith("index.html")) return html;
        const text = readFileSync(join(root, "../shared/kernels/matmul.py"), "utf8");
        const frame = `<div class="first"><header class="bar"><h1><img src="./icon.svg" alt="" width="16" height="16"> Tessera</h1></header><pre>${colourLines(text)}</pre></div>`;
        return html.replace('<div id="app"></div>', `<div id="app">${frame}</div>`);
      },
    },
  };
}

/** A dialect's .td file as a module: what it says about its operations (read-ods.ts). */
function describeDialects(): Plugin {
  return {
    name: "tessera-ods",
    transform: (code, id) => (id.endsWith(".td") ? { code: `export default ${JSON.stringify(readOds(code))};`, map: null } : null),
  };
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

/** The guide and the reference are kept as they are read (app/sw.ts): who opens the playground does not fetch thousands of examples. */
const isPage = (file: string) => /^(guide|reference)\//.test(file);

function finishSite(): Plugin {
  let out = "";
  return {
    name: "tessera-finish",
    apply: "build",
    configResolved: (config) => void (out = join(config.root, config.build.outDir)),
    closeBundle: async () => {
      if (!existsSync(join(out, "index.html"))) return;
      await writeServiceWorker(out);
      for (const file of listFiles(out)) compress(file);
    },
  };
}

async function writeServiceWorker(out: string): Promise<void> {
  const files = listFiles(out)
    .map((file) => relative(out, file))
    .filter((file) => !/\.(gz|br)$/.test(file) && file !== "sw.js" && file !== "index.html" && !isPage(file))
    .sort();
  const hash = createHash("sha256");
  for (const file of ["index.html", ...files]) hash.update(file).update(readFileSync(join(out, file)));
  const isLater = (file: string) => file.startsWith("wasm/tessera-code.") || file.includes("ruff_wasm_bg");
  const names = ["./", ...files.filter((file) => !isLater(file)).map((file) => (file.startsWith("wasm/") ? file + wasmQuery : file))];
  const source = readFileSync(join(root, "src/app/sw.ts"), "utf8");
  const code = (await transformWithOxc(source, "sw.ts")).code.replace(/export\s*\{\s*\};?/, "");
  const later = codeModule.hash ? `tessera-code-${codeModule.hash}` : "";
  const build = JSON.stringify({ name: hash.digest("hex").slice(0, 12), files: names, later });
  writeFileSync(join(out, "sw.js"), `const __BUILD__ = ${build};\n${code}`);
}

/** Siblings that the wasm build has made already are kept: brotli's best takes half a minute for a module, and its second best two seconds. */
function compress(file: string): void {
  if (!/\.(js|css|html|svg|json|wasm|py)$/.test(file) || statSync(file).size < 1024) return;
  const content = readFileSync(file);
  const missing = (sibling: string) =>
    !existsSync(sibling) || (!file.includes("/wasm/") && statSync(sibling).mtimeMs < statSync(file).mtimeMs);
  if (missing(`${file}.gz`)) writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  if (missing(`${file}.br`))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, {
        params: {
          // The best takes half a minute for the reference, and what is second takes seconds.
          [constants.BROTLI_PARAM_QUALITY]: file.includes("ruff_wasm_bg") || file.includes("/reference/") ? 9 : 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    );
}

export default defineConfig({
  base: "./",
  plugins: [describeDialects(), drawFirst(), startEarly(), addPages(), finishSite()],
  define: { __RUFF_BYTES__: String(ruffBytes), __WASM__: JSON.stringify(wasm), __CODE__: JSON.stringify(codeModule) },
  worker: { format: "es" },
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rollupOptions: { input: ["index.html", "hopper.html", "lessons.html", "fleet.html"].map((page) => join(root, page)) },
  },
  server: { fs: { allow: [".."] } },
  test: { root, dir: "../tests/web/unit", include: ["**/*.test.ts"], environment: "node" },
});
