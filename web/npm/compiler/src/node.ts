// SPDX-License-Identifier: Apache-2.0
// The package in Node: files beside this one, threads of worker_threads.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { TesseraOptions } from "./api.js";
import { Tessera } from "./compiler.js";
import { UsageError } from "./errors.js";
import { expectOptions } from "./input.js";
import type { FromWorker, ModuleName } from "./messages.js";
import { libraryFolders, type Platform } from "./platform.js";

export * from "./api.js";

/** A compiler in threads of its own; resolves when it can be asked. */
export async function createTessera(options: TesseraOptions = {}): Promise<Tessera> {
  expectOptions("createTessera", options, ["base", "onLoading", "signal"]);
  return new Tessera(makePlatform(options.base ?? new URL("../", import.meta.url)), options.onLoading).start(options);
}

function makePlatform(base: string | URL): Platform {
  const file = (name: string) => new URL(name, base).href;
  try {
    if (!file("dist/").startsWith("file:")) throw new Error();
  } catch {
    throw new UsageError(`\`base\` is \`${String(base)}\`, expected a file: address that ends with \`/\``);
  }
  return {
    loadModule: async (address, onProgress) => {
      const bytes = await readFile(new URL(address));
      onProgress(bytes.length, bytes.length);
      return WebAssembly.compile(bytes);
    },
    startThread({ onMessage, onDeath }) {
      // What this process was told of loaders and inspectors is not for a thread of ours.
      const worker = new Worker(new URL(file("dist/worker.js")), { name: "tessera", execArgv: [], stdin: false });
      worker.on("message", (message: FromWorker) => onMessage(message));
      worker.on("error", (error) => onDeath(error instanceof Error ? error.message : String(error)));
      worker.on("exit", (code) => onDeath(`the thread ended with ${code}`));
      return {
        post: (message) => worker.postMessage(message),
        terminate: () => void worker.terminate(),
        hold: (isAwaited) => (isAwaited ? worker.ref() : worker.unref()),
      };
    },
    glue: nameFiles((name) => file(`wasm/${name}.js`)),
    wasm: nameFiles((name) => file(`wasm/${name}.wasm`)),
    libraries: Object.fromEntries(libraryFolders.map((name) => [name, file(`wasm/library-${name}.json`)])),
  };
}

function nameFiles(address: (name: string) => string): Record<ModuleName, string> {
  return { compiler: address("tessera"), code: address("tessera-code"), emulator: address("emulator") };
}
