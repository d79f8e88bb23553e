// SPDX-License-Identifier: Apache-2.0
// Two files into dist: `data.js` defines the elements, with the playground's panes, Preact and the styles in it; `index.js` adds the
// compiler, which is another package. And NOTICES.txt beside dist with the licences of what went in, bundled.json with their versions.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { listBundled, noticesOf } from "../../notices.mts";

const here = import.meta.dirname;

/** All styles as one text in the script: a shadow root sees none of a page's. `:root` is the element there. */
function embedStyles(): Plugin {
  return {
    name: "tessera-styles",
    enforce: "post",
    generateBundle(_options, bundle) {
      let css = "";
      for (const [name, part] of Object.entries(bundle))
        if (part.type === "asset" && name.endsWith(".css")) {
          css += String(part.source);
          delete bundle[name];
        }
      // Rules for the playground's whole page do nothing in an element, but for the root's.
      const own = css.replace(/:root\[[^\]]*\]\s*\{[^}]*\}/g, "").replaceAll(":root", ":host");
      for (const part of Object.values(bundle))
        if (part.type === "chunk") part.code = part.code.replaceAll("__TESSERA_CSS__", () => JSON.stringify(own));
    },
  };
}

function tellPackages(): Plugin {
  return {
    name: "tessera-packages",
    writeBundle({ dir = "" }, bundle) {
      const folder = dirname(dir);
      const bundled = listBundled(bundle);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "NOTICES.txt"), `Packages in dist/, with their licences.\n\n${noticesOf(bundled)}\n`);
      writeFileSync(
        join(folder, "bundled.json"),
        `${JSON.stringify(bundled.map(({ name, version, license }) => ({ name, version, license })))}\n`,
      );
    },
  };
}

export default defineConfig({
  root: here,
  base: "./",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [embedStyles(), tellPackages()],
  build: {
    target: "es2022",
    emptyOutDir: true,
    copyPublicDir: false,
    minify: true,
    cssCodeSplit: false,
    // These have `light-dark()`; what stands for it in older ones asks the system alone, and not the page.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    lib: {
      entry: { index: join(here, "src/index.ts"), data: join(here, "src/data.ts") },
      formats: ["es"],
      fileName: (_format, name) => `${name}.js`,
      cssFileName: "elements",
    },
    rollupOptions: { external: ["tessera-kernels"], output: { chunkFileNames: "elements.js", minify: true } },
  },
});
