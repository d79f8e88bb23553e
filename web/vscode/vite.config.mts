// SPDX-License-Identifier: Apache-2.0
// Two bundles into dist: `extension.js`, CommonJS for the editor's own Node, which lends the module `vscode`; and with `--mode pane`
// `pane.js` and `pane.css`, the playground's panes for the page of a webview. Each names the packages that went into it, with their
// licences, for pack.mjs.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const here = import.meta.dirname;

/** `notices-NAME.txt`: the licence of each package in the bundle. */
function collectNotices(name: string): Plugin {
  return {
    name: "tessera-notices",
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const part of Object.values(bundle))
        for (const module of part.type === "chunk" ? part.moduleIds : []) {
          const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replace(/^\0/, "").replaceAll("\\", "/"));
          if (found?.[1]) folders.add(found[1]);
        }
      this.emitFile({ type: "asset", fileName: `notices-${name}.txt`, source: [...folders].map(describe).sort().join("\n") });
    },
  };
}

function describe(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").replaceAll("\r", "").trim() : license;
  return `======== ${name} ${version} (${license}) ========\n\n${text}\n`;
}

export default defineConfig(({ mode }) => {
  const isPane = mode === "pane";
  const shared = {
    target: "es2022",
    outDir: join(here, "dist"),
    emptyOutDir: !isPane,
    copyPublicDir: false,
    minify: true,
    cssCodeSplit: false,
  };
  return {
    root: here,
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [collectNotices(isPane ? "pane" : "extension")],
    resolve: isPane ? {} : { conditions: ["node"], mainFields: ["main", "module"] },
    build: isPane
      ? {
          ...shared,
          lib: {
            entry: join(here, "pane/main.tsx"),
            formats: ["iife"],
            name: "tesseraPane",
            fileName: () => "pane.js",
            cssFileName: "pane",
          },
        }
      : {
          ...shared,
          lib: { entry: join(here, "src/extension.ts"), formats: ["cjs"], fileName: () => "extension.js" },
          rollupOptions: { external: ["vscode", ...builtinModules, ...builtinModules.map((name) => `node:${name}`)] },
        },
  };
});
