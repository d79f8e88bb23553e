// SPDX-License-Identifier: Apache-2.0
// Copies the module from the build folder to the site, each file with a .br and a .gz beside it for servers that send those.
// Files that are there already, packed from the same bytes, are left alone.
//   node pack.mjs <from> <to>      node pack.mjs --sizes <folder>
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const files = ["tessera.js", "tessera.wasm"];
const [first, second] = process.argv.slice(2);

function pack(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of files) {
    const bytes = readFileSync(join(from, name));
    const target = join(to, name);
    if (existsSync(`${target}.br`) && existsSync(`${target}.gz`) && existsSync(target) && readFileSync(target).equals(bytes)) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(`${target}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${target}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(target, bytes); // last: its presence says that the others belong to it
  }
}

function printSizes(folder) {
  const size = (name) => `${(statSync(join(folder, name)).size / 1e6).toFixed(2)} MB`;
  for (const name of files) console.log(`${name}: ${size(name)}, gzip ${size(`${name}.gz`)}, brotli ${size(`${name}.br`)}`);
}

if (first === "--sizes") printSizes(second);
else pack(first, second);
