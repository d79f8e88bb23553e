// SPDX-License-Identifier: Apache-2.0
// Copies the modules from the build folder to the site, with the library's texts in Python, which it fetches when a program needs them (library/),
// each file with a .br and a .gz beside it for servers that send those.
// Files that are there already, packed from the same bytes, are left alone.
//   node pack.mjs <from> <to>      node pack.mjs --sizes <folder>
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const core = ["tessera", "tessera-code", "emulator"].flatMap((name) => [`${name}.js`, `${name}.wasm`]);
const [first, second] = process.argv.slice(2);

/// Names below `folder`/library of files that the wasm build put there.
function listTexts(folder) {
  const library = join(folder, "library");
  if (!existsSync(library)) return [];
  return readdirSync(library, { recursive: true })
    .filter((name) => name.endsWith(".py"))
    .map((name) => join("library", name))
    .sort();
}

async function pack(from, to) {
  const texts = listTexts(from);
  for (const name of listTexts(to)) if (!texts.includes(name)) for (const suffix of ["", ".br", ".gz"]) rmSync(join(to, name) + suffix, { force: true });
  const packOne = async (name) => {
    const bytes = readFileSync(join(from, name));
    const target = join(to, name);
    mkdirSync(dirname(target), { recursive: true });
    if (existsSync(`${target}.br`) && existsSync(`${target}.gz`) && existsSync(target) && readFileSync(target).equals(bytes)) return;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    const [brotli, zipped] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: 9 })]);
    writeFileSync(`${target}.br`, brotli);
    writeFileSync(`${target}.gz`, zipped);
    writeFileSync(target, bytes); // last: its presence says that the others belong to it
  };
  await Promise.all([...core, ...texts].map(packOne)); // on as many cores as Node's pool has
}

function printSizes(folder) {
  const size = (name) => `${(statSync(join(folder, name)).size / 1e6).toFixed(2)} MB`;
  for (const name of core) console.log(`${name}: ${size(name)}, gzip ${size(`${name}.gz`)}, brotli ${size(`${name}.br`)}`);
  const texts = listTexts(folder);
  const packed = texts.reduce((sum, name) => sum + statSync(join(folder, `${name}.br`)).size, 0);
  console.log(`library: ${texts.length} files that are fetched when a program imports them, brotli ${(packed / 1e3).toFixed(0)} kB`);
}

if (first === "--sizes") printSizes(second);
else await pack(first, second);
