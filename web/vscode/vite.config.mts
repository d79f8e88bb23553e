// SPDX-License-Identifier: Apache-2.0
// Two bundles into dist: `extension.js`, CommonJS for the editor's own Node, which lends the module `vscode`; and with `--mode pane`
// `pane.js` and `pane.css`, the playground's panes for the page of a webview. Each names the packages that went into it, with their
// licences, for pack.mjs.

import { builtinModules } from "node:module";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { listBundled, noticesOf } from "../notices.mts";

const here = import.meta.dirname;

/** `notices-NAME.txt`: the licence of each package in the bundle. */
function collectNotices(name: string): Plugin {
  return {
    name: "tessera-notices",
    generateBundle(_options, bundle) {
      this.emitFile({ type: "asset", fileName: `notices-${name}.txt`, source: noticesOf(listBundled(bundle)) });
    },
  };
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
