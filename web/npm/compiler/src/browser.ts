// SPDX-License-Identifier: Apache-2.0
// The package in a page: files by their addresses, Web Workers. Each address is written out as `new URL("..", import.meta.url)`, which is
// what bundlers look for: Vite and webpack copy the files and put their new addresses here; without a bundler they are right as they are.

import type { TesseraOptions } from "./api.js";
import { Tessera } from "./compiler.js";
import { UsageError } from "./errors.js";
import { expectOptions } from "./input.js";
import type { FromWorker } from "./messages.js";
import type { Platform } from "./platform.js";

export * from "./api.js";

/** A compiler in workers of its own; resolves when it can be asked. */
export async function createTessera(options: TesseraOptions = {}): Promise<Tessera> {
  expectOptions("createTessera", options, ["base", "onLoading", "signal"]);
  return new Tessera(makePlatform(options.base), options.onLoading).start(options);
}

type Files = Pick<Platform, "glue" | "wasm" | "libraries"> & { worker: string };

function findFiles(): Files {
  return {
    worker: new URL("./worker.js", import.meta.url).href,
    glue: {
      compiler: new URL("../wasm/tessera.js", import.meta.url).href,
      code: new URL("../wasm/tessera-code.js", import.meta.url).href,
      emulator: new URL("../wasm/emulator.js", import.meta.url).href,
    },
    wasm: {
      compiler: new URL("../wasm/tessera.wasm", import.meta.url).href,
      code: new URL("../wasm/tessera-code.wasm", import.meta.url).href,
      emulator: new URL("../wasm/emulator.wasm", import.meta.url).href,
    },
    libraries: {
      derivatives: new URL("../wasm/library-derivatives.json", import.meta.url).href,
      jax: new URL("../wasm/library-jax.json", import.meta.url).href,
      mosaic_gpu: new URL("../wasm/library-mosaic_gpu.json", import.meta.url).href,
      numpy: new URL("../wasm/library-numpy.json", import.meta.url).href,
      pallas: new URL("../wasm/library-pallas.json", import.meta.url).href,
      python: new URL("../wasm/library-python.json", import.meta.url).href,
      testing: new URL("../wasm/library-testing.json", import.meta.url).href,
      torch: new URL("../wasm/library-torch.json", import.meta.url).href,
      triton: new URL("../wasm/library-triton.json", import.meta.url).href,
    },
  };
}

/** The same files below another folder, by the names that they have in the package. */
function findFilesIn(base: string | URL): Files {
  const names = findFiles();
  const at = (name: string) => {
    try {
      return new URL(name, new URL(base, document.baseURI)).href;
    } catch {
      throw new UsageError(`\`base\` is \`${String(base)}\`, expected the address of a folder, ending with \`/\``);
    }
  };
  const wasm = (name: string, ending: string) => at(`wasm/${name}.${ending}`);
  const all = (ending: string) => ({
    compiler: wasm("tessera", ending),
    code: wasm("tessera-code", ending),
    emulator: wasm("emulator", ending),
  });
  return {
    worker: at("dist/worker.js"),
    glue: all("js"),
    wasm: all("wasm"),
    libraries: Object.fromEntries(Object.keys(names.libraries).map((name) => [name, at(`wasm/library-${name}.json`)])),
  };
}

function makePlatform(base: string | URL | undefined): Platform {
  const { worker, ...files } = base === undefined ? findFiles() : findFilesIn(base);
  return {
    ...files,
    loadModule,
    startThread({ onMessage, onDeath }) {
      const thread = startWorker(worker);
      thread.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data);
      thread.onerror = (event) => {
        event.preventDefault();
        onDeath(event.message || `the worker \`${worker}\` could not be started`);
      };
      return { post: (message) => thread.postMessage(message), terminate: () => thread.terminate(), hold: () => undefined };
    },
  };
}

/** A worker's own file must be of the page's origin; one that imports it need not be, as a host of packages. */
function startWorker(address: string): Worker {
  const options = { type: "module", name: "tessera" } as const;
  if (new URL(address).origin === location.origin) return new Worker(address, options);
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  const worker = new Worker(blob, options);
  // The worker has read it once it says something.
  worker.addEventListener("message", () => URL.revokeObjectURL(blob), { once: true });
  return worker;
}

async function loadModule(address: string, onProgress: (received: number, total: number) => void): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok)
    throw new Error(`\`${address}\` answers ${response.status}; \`base\` of \`createTessera\` says where the package's folder lies`);
  if (!response.body) return WebAssembly.compile(await response.arrayBuffer());
  const isPacked = response.headers.has("Content-Encoding");
  const total = isPacked ? 0 : Number(response.headers.get("Content-Length") ?? 0);
  let received = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        received += chunk.length;
        onProgress(received, total);
        controller.enqueue(chunk);
      },
    }),
  );
  // The type is set here: hosts without one for wasm would forbid compiling while it arrives.
  return WebAssembly.compileStreaming(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
}
