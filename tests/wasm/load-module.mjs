// SPDX-License-Identifier: Apache-2.0
// Loads the wasm module in Node, from TESSERA_WASM or web/public/wasm, and finds the native `tessera` beside it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const folder = process.env.TESSERA_WASM ?? join(root, "web/public/wasm");
export const binary = process.env.TESSERA_BINARY ?? join(root, "build/native/bin/tessera");

/// A fresh module. `options` are onOutput, onProgress and onLibrary.
export async function loadModule(options = {}) {
  const { default: createTessera } = await import(pathToFileURL(join(folder, "tessera.js")).href);
  const onLibrary = (file) => readFileSync(join(folder, "library", file), "utf8");
  return createTessera({ wasmBinary: readFileSync(join(folder, "tessera.wasm")), onLibrary, ...options });
}

/// The answer's value; a request that is refused fails the test.
export function ask(tessera, method, fields = {}) {
  const reply = tessera.call({ method, ...fields });
  if (!reply.ok) throw new Error(`${method}: ${reply.error}`);
  return reply.value;
}

export function listKernels() {
  const index = JSON.parse(readFileSync(join(root, "shared/kernels/index.json"), "utf8"));
  return index.map(({ file }) => ({ file, path: join(root, "shared/kernels", file), source: readFileSync(join(root, "shared/kernels", file), "utf8") }));
}
