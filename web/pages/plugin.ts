// SPDX-License-Identifier: Apache-2.0
// The guide and the reference beside the playground: static pages, made when the site is built, readable without JavaScript.
//
// Why no generator of documentation sites: the text is two things, a table that only the compiler's module can give and a handful of
// Markdown files, and the pages must keep the site's colours, its policy without inline scripts and its relative addresses. marked reads the
// Markdown; the rest is templates. VitePress, Starlight and their kin bring a second theme, a framework in every page and absolute
// addresses; TypeDoc and Sphinx read source code, of which these libraries have none here.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transformWithOxc, type Plugin } from "vite";
import type { ReferenceAnswer } from "../src/base/protocol";
import { makeGuidePages } from "./guide-pages.ts";
import { readLibrary } from "./library.ts";
import { makeReferencePages, makeSearchNames, type Pages } from "./reference-pages.ts";

const root = join(import.meta.dirname, "..");

/**
 * Asked of the compiler itself, so that the pages can't disagree with it: of `tessera doc`, which knows the library's modules in Python name
 * by name; else of the module for the browser, which reads those only when a program imports them and so tells half as much. Nothing
 * where neither is built.
 */
export async function askReference(wasm = join(root, "public/wasm")): Promise<ReferenceAnswer> {
  const binary = process.env["TESSERA_BINARY"] ?? join(root, "../build/native/bin/tessera");
  if (existsSync(binary)) {
    const told = spawnSync(binary, ["doc", "--json"], { encoding: "utf8", maxBuffer: 1 << 27 });
    if (told.status === 0) return JSON.parse(told.stdout) as ReferenceAnswer;
  }
  if (!existsSync(join(wasm, "tessera.wasm"))) return { modules: [] };
  const { default: create } = await import(/* @vite-ignore */ pathToFileURL(join(wasm, "tessera.js")).href);
  const tessera = await create({
    wasmBinary: readFileSync(join(wasm, "tessera.wasm")),
    onLibrary: (file: string) => readFileSync(join(wasm, "library", file), "utf8"),
  });
  const answer = tessera.call({ method: "reference" });
  if (!answer.ok) throw new Error(`the module tells no reference: ${answer.error}`);
  return answer.value;
}

export async function makePages(): Promise<Pages> {
  const library = readLibrary(await askReference());
  const { pages, places } = makeGuidePages();
  for (const [name, text] of makeReferencePages(library)) pages.set(name, text);
  pages.set("reference/names.json", makeSearchNames(library, places));
  // The colours are those of the playground: named once, in styles.css.
  const styles = readFileSync(join(root, "src/app/styles.css"), "utf8");
  const colours = styles.slice(0, styles.indexOf("*,\n"));
  pages.set("reference/pages.css", colours + readFileSync(join(root, "pages/pages.css"), "utf8"));
  const { code } = await transformWithOxc(readFileSync(join(root, "pages/pages.ts"), "utf8"), "pages.ts");
  pages.set("reference/pages.js", code.replace(/export\s*\{\s*\};?/, ""));
  return pages;
}

const types: Record<string, string> = {
  html: "text/html",
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  md: "text/plain",
};

export function addPages(): Plugin {
  return {
    name: "tessera-pages",
    async generateBundle() {
      for (const [fileName, source] of await makePages()) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      let pages: Promise<Pages> | null = null;
      server.middlewares.use((request, response, next) => {
        const name = /^\/((?:guide|reference)\/[^?#]*)/.exec(request.url ?? "")?.[1];
        if (name === undefined) return next();
        pages ??= makePages();
        pages.then((made) => {
          const text = made.get(name.endsWith("/") ? `${name}index.html` : name);
          if (text === undefined) return next();
          response.setHeader("Content-Type", `${types[name.split(".").pop() ?? ""] ?? "text/html"}; charset=utf-8`);
          response.end(text);
        }, next);
      });
    },
  };
}
