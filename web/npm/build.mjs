// SPDX-License-Identifier: Apache-2.0
// Puts the npm packages together, each as a folder that can be used and packed as it is:
//
//     node web/npm/build.mjs [--output FOLDER] [--only tessera-kernels,tessera-elements]
//
// `tessera-kernels` is what tsc makes of compiler/src, beside the modules of web/public/wasm; `tessera-elements` is one file that Vite
// makes of elements/src and the playground's panes. The same sources and modules give the same bytes. runner/packages packs the folders.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const here = import.meta.dirname;
const web = join(here, "..");
const wasm = process.env.TESSERA_WASM ?? join(web, "public/wasm");
const modules = ["tessera", "tessera-code", "emulator"];

const list = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

function put(folder, name, content) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

/** What every package has: its manifest without what only this repository needs, its page, the licence. */
function putCommon(source, folder) {
  for (const name of ["package.json", "README.md"]) cpSync(join(source, name), join(folder, name));
  cpSync(join(web, "../LICENSE"), join(folder, "LICENSE"));
}

/**
 * JavaScript and types. The types come along of the files of base/ that they mention, below dist/protocol; what a type of theirs imports is
 * named with its ending, as Node's resolution wants it.
 */
function compile(folder) {
  const out = mkdtempSync(join(tmpdir(), "tessera-npm-"));
  try {
    execFileSync(join(web, "node_modules/.bin/tsc"), ["-p", join(here, "compiler/tsconfig.build.json"), "--outDir", out], {
      stdio: ["ignore", 1, 2],
    });
    const own = join(out, "npm/compiler/src");
    for (const name of list(own)) {
      const text = readFileSync(join(own, name), "utf8").replaceAll(/"\.\.\/\.\.\/\.\.\/src\/base\/([\w-]+)"/g, '"./protocol/$1.js"');
      put(folder, `dist/${name}`, text);
    }
    const base = join(out, "src/base");
    const wanted = ["protocol"];
    for (const name of wanted) {
      const text = readFileSync(join(base, `${name}.d.ts`), "utf8").replaceAll(/(from|import\()\s*"\.\/([\w-]+)"/g, (_, how, other) => {
        if (!wanted.includes(other)) wanted.push(other);
        return `${how}${how === "from" ? " " : ""}"./${other}.js"`;
      });
      put(folder, `dist/protocol/${name}.d.ts`, text);
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** The library's parts in Python, a file a folder: a page can be told nine addresses, and not three hundred. */
export function packLibrary(folder = join(wasm, "library")) {
  const folders = {};
  for (const name of list(folder).filter((name) => name.endsWith(".py"))) {
    const top = name.slice(0, name.indexOf("/"));
    (folders[top] ??= {})[name] = readFileSync(join(folder, name), "utf8");
  }
  return folders;
}

function makeCompiler(folder) {
  const missing = modules.flatMap((name) => [`${name}.js`, `${name}.wasm`]).filter((name) => !existsSync(join(wasm, name)));
  if (missing.length > 0)
    throw new Error(`${missing.join(", ")} of ${relative(process.cwd(), wasm) || "."}: not there; \`./dev wasm\` builds them`);
  putCommon(join(here, "compiler"), folder);
  compile(folder);
  for (const name of modules)
    for (const ending of ["js", "wasm"]) cpSync(join(wasm, `${name}.${ending}`), join(folder, `wasm/${name}.${ending}`));
  for (const [name, files] of Object.entries(packLibrary())) put(folder, `wasm/library-${name}.json`, JSON.stringify(files));
  cpSync(join(here, "compiler/NOTICES.txt"), join(folder, "NOTICES.txt"));
}

async function makeElements(folder) {
  const { build } = await import("vite");
  putCommon(join(here, "elements"), folder);
  await build({ configFile: join(here, "elements/vite.config.mts"), logLevel: "error", build: { outDir: join(folder, "dist") } });
  for (const name of ["index.d.ts", "data.d.ts"]) cpSync(join(here, "elements/types", name), join(folder, "dist", name));
}

const makers = { "tessera-kernels": makeCompiler, "tessera-elements": makeElements };

/** The packages' folders below `output`, by their names. */
export async function buildPackages(output, only = Object.keys(makers)) {
  const made = {};
  for (const name of only) {
    const folder = join(output, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await makers[name](folder);
    made[name] = folder;
  }
  return made;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  try {
    const made = await buildPackages(option("output") ?? join(web, "../build/npm"), option("only")?.split(","));
    for (const [name, folder] of Object.entries(made)) console.log(`${name}: ${relative(process.cwd(), folder)}`);
  } catch (error) {
    console.error(`build.mjs: ${error.message}`);
    process.exitCode = 1;
  }
}
